"""How long a paper for a terminal's printer may be, which a message carries and the journal keeps."""

import re
from typing import Final

MOST_LINES: Final = 88
LONGEST_LINE: Final = 48
# What any printer has letters for. Quotation marks and backslashes are doubled on their way, and left out.
LINE: Final = re.compile(r"[ !#-\[\]-~]*")
