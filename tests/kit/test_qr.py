"""QR codes, held against another maker's, module by module."""

import pytest
import qrcode
from qrcode.util import MODE_8BIT_BYTE, QRData

from firmware.kit.qr import LONGEST, qr_code


def others(text: str) -> tuple[tuple[bool, ...], ...]:
    made = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, mask_pattern=0, border=0)
    made.add_data(QRData(text.encode(), mode=MODE_8BIT_BYTE), optimize=0)
    made.make(fit=True)
    return tuple(tuple(map(bool, row)) for row in made.modules)


@pytest.mark.parametrize(
    "text", ["10000000abcdef12", "a", "x" * 17, "x" * 18, "x" * 32, "x" * 33, "x" * 53, "x" * 54, "x" * LONGEST, "é€"]
)
def test_each_module_is_as_another_maker_puts_it(text: str) -> None:
    assert qr_code(text) == others(text)


def test_what_is_too_long_is_said() -> None:
    with pytest.raises(ValueError, match="79 bytes; 78 are the most"):
        qr_code("x" * (LONGEST + 1))


def test_no_text_is_a_code_too() -> None:
    assert len(qr_code("")) == 21
