"""The lines that devices are on, by what they speak: the settings of their drivers."""

from typing import Final

from drivers.alpha.driver import Options as Alpha
from drivers.angel_eye.driver import Options as AngelEye
from drivers.bee_tek.driver import Options as BeeTek
from drivers.ebds.driver import Options as Ebds
from drivers.escpos.driver import Options as Escpos
from drivers.id003.driver import Options as Id003

LINES: Final = {
    "angel-eye": AngelEye("").line,
    "bee-tek": BeeTek("").line,
    "id003": Id003("").line,
    "ebds": Ebds("").line,
    "escpos": Escpos("").line,
    "alpha": Alpha("").line,
}
