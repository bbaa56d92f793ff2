"""What any screen is drawn with. It knows neither game nor network."""
