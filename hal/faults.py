"""Every fault of a device that a person can see: its code, what happened, and what to do about it.

docs/faults.md, the operator's page, is written from this list.
"""

from typing import Final, NamedTuple


class Advice(NamedTuple):
    """A fault as people are told of it."""

    happened: str
    remedy: str


FAULTS: Final[dict[str, Advice]] = {
    # any device
    "absent": Advice(
        "The device's port is not there.",
        "Check that the device is plugged in and has power; the profile names the port that is expected.",
    ),
    "port_refused": Advice(
        "The device's port is there, but may not be opened.",
        "Another program holds the port, or this user may not use it: stop that program, or add the user to the group "
        "dialout.",
    ),
    "silent": Advice(
        "The device does not answer.",
        "Check its power and its cable; then its line settings against the profile.",
    ),
    "babbling": Advice(
        "The device sends unreadable data without pause.",
        "Check the cable and the line settings; if it continues, replace the device.",
    ),
    "lost": Advice("The device's port went away while it was in use.", "Plug the device in again."),
    # shoe
    "unreadable": Advice(
        "The shoe could not read a card.",
        "The dealer enters the card on the console and a supervisor confirms it; the shoe then goes on by itself.",
    ),
    "overdraw": Advice(
        "A card was drawn when none was due.",
        "Leave the card face down, and clear the error: the console says what becomes of the card.",
    ),
    "button": Advice("A button of the shoe was pressed at the wrong time.", "Clear the error on the console."),
    "reverse_exit": Advice(
        "A card was pushed back at the shoe's exit.",
        "Draw it again. If the order of the cards may have changed, a supervisor says so on the console.",
    ),
    "reverse_midway": Advice(
        "A card was pushed back inside the shoe.",
        "Draw it again. If the order of the cards may have changed, a supervisor says so on the console.",
    ),
    "card_code": Advice(
        "A card carries a code that belongs to no card of this shoe.", "Keep the card apart and call a supervisor."
    ),
    "timeout": Advice("A card stood in the exit for too long.", "Draw the card fully, and clear the error."),
    "copies_differ": Advice(
        "The copies of a report of the shoe differ.",
        "Compare the cards on the layout with the console; if they differ, call a supervisor. Check the cable.",
    ),
    "report_lost": Advice(
        "A report of the shoe did not arrive.",
        "Compare the cards on the layout with the console; if they differ, call a supervisor.",
    ),
    "not_obeyed": Advice(
        "The shoe did not do what it was told.", "Deal no card until the console shows the shoe as locked or unlocked."
    ),
    "shoe_warning": Advice("The shoe warns of something.", "See the shoe's own manual for the code shown."),
    # note acceptor
    "stacker_full": Advice("The cash box is full.", "Have the cash box changed."),
    "stacker_open": Advice("The cash box is not in its place.", "Put the cash box in until it locks."),
    "jam_acceptor": Advice("A note is stuck in the acceptor.", "Open the acceptor's head and take the note out."),
    "jam_stacker": Advice("A note is stuck in the cash box.", "Take the cash box out and free the note."),
    "paused": Advice("A second note was put in too soon.", "Take the second note back and wait."),
    "cheated": Advice("Somebody tried to pull a note back.", "Look at the terminal and at its surveillance."),
    "failure": Advice("The acceptor has failed.", "Switch it off and on; if it continues, have it replaced."),
    "communication": Advice("The acceptor could not read what it was told.", "Check the cable and line settings."),
    "invalid_command": Advice("The acceptor does not know a command.", "Check that the profile names its protocol."),
    "no_currency": Advice(
        "The acceptor does not say which currency its notes are: it gives them back.",
        "Set country or notes of the note acceptor in this terminal's profile; docs/devices.md says how.",
    ),
    "transport_open": Advice("The acceptor's note path is open.", "Close it."),
    # ticket printer
    "offline": Advice("The printer is not ready.", "Press its feed or on-line button."),
    "cover_open": Advice("The printer's cover is open.", "Close it."),
    "paper_low": Advice("The printer's paper is nearly used up.", "Put paper in at the next quiet moment."),
    "paper_out": Advice("The printer has no paper.", "Put paper in."),
    "cutter": Advice("The printer's cutter is stuck.", "Open the cover, free the cutter and close it."),
    "unrecoverable": Advice("The printer has failed.", "Switch it off and on; if it continues, have it replaced."),
    "printer_error": Advice("The printer reports an error.", "Open and close its cover; then look at its lamps."),
    # display
    "shows_otherwise": Advice(
        "The display does not show what it was sent.",
        "Players go by their terminals and the dealer; the display is rewritten. If it continues, replace it.",
    ),
    # panel
    "no_chip": Advice("The panel's chip is not there.", "Check the chip in the profile, and its driver in the kernel."),
    "line_taken": Advice("A line of the panel is in use already.", "Find the other program that uses it."),
    "no_backend": Advice(
        "The panel's library does not run on this board.", "Choose gpiod in the profile, which runs on any board."
    ),
    # boards
    "certificate_ends": Advice(
        "This board's certificate expires in less than 30 days.",
        "Have the board provisioned anew before then: without a certificate it cannot connect.",
    ),
    "disk_low": Advice(
        "This board's storage is nearly full.", "Make room, or have the card changed: play stops when it is full."
    ),
    "memory_low": Advice("This board's memory is nearly used up.", "Restart the board at the next quiet moment."),
    "clock_far": Advice(
        "The time of day is more than 31 days after the last time on record.",
        "Play goes on by the table's own time. If the clock is right, two people confirm it on the page of the game.",
    ),
    "clock_ahead": Advice(
        "The table's time is ahead of the time of day.",
        "Play goes on by the table's own time. If the clock is right, two people turn it back on the page of the game.",
    ),
    "clock_stepped": Advice(
        "The clock was put forward by more than a minute.",
        "Play goes on. The journal shows from when to when: check whether the clock is right.",
    ),
    "update_ready": Advice(
        "New software is ready on this board.",
        "A supervisor allows the restart on the console. It waits for the coup to end, and for notes and tickets.",
    ),
    "update_refused": Advice(
        "This board refuses the software that it was given.",
        "The code says why (docs/technician.md); play goes on with the software that runs.",
    ),
    "update_rolled_back": Advice(
        "New software was not healthy on this board: it went back to the earlier version.",
        "Play goes on. Keep the bundle, and tell whoever made it the reason shown here.",
    ),
    "software_wrong": Advice(
        "The software of this board is not what was signed.",
        "Take no wagers and no notes at it. Keep its card as evidence, and put in a freshly flashed one.",
    ),
    "no_sound": Advice(
        "This board has no sound.",
        "Play goes on. Check the sound card and its speaker, or set sound = 0 in the board's profile.",
    ),
    "beyond_money": Advice(
        "This account holds an impossible amount, which an earlier firmware accepted.",
        "Leave the terminal out of service. The journal shows what was credited; a technician and a supervisor decide.",
    ),
    "flooding": Advice(
        "This board sends far more than it may.",
        "See who is at it. If nobody tampers with it, switch it off and on; if it continues, replace it.",
    ),
    "head_foreign": Advice(
        "This board remembers a journal that this table never signed.",
        "It may come from another table: have its file `witness` removed, and this table's table.pub put beside its "
        "certificate.",
    ),
    "head_not_believed": Advice(
        "The table signs its journal with a key that this board does not know.",
        "If the table was given a new key, put its table.pub beside this board's certificate; if not, call a "
        "technician and keep the table's files.",
    ),
    "copy_behind": Advice(
        "A second copy of the journal is behind.",
        "Check the stick, or the board that keeps the copy: is it there, is it full, does the network reach it? What "
        "is not copied is lost with the table's card.",
    ),
    "copy_ahead": Advice(
        "A second copy holds more than the journal.",
        "The journal may be an older one: call a technician, and keep both as they are.",
    ),
    "copy_same_medium": Advice(
        "The folder of the second copy lies on the journal's own medium.",
        "Put the stick in, or have it mounted where the profile says: if the card failed, both would be lost.",
    ),
    "copy_damaged": Advice(
        "This board cannot keep the second copy of the journal.",
        "Its storage is full or damaged: make room in the folder that its profile names, or replace the card.",
    ),
    "witness_damaged": Advice(
        "This board cannot store what it hears of the table's journal.",
        "Its storage is full or damaged: replace the card, and until then do not rely on this board as a witness.",
    ),
}
