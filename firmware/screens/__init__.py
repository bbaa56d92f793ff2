"""What terminals, consoles and displays are drawn with: a view in, items on a picture out, touches back."""
