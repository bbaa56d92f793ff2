import pytest

from firmware.table.core.validation import validation_number


def test_numbers_are_those_of_the_protocol_page() -> None:
    assert validation_number(0x654321, 1) == "006429188185446104"
    assert validation_number(0x654321, 0) == "004580945669109504"
    assert validation_number(0x654321, 0xFFFFFF) == "007101753535986872"


def test_numbers_of_neighbours_differ() -> None:
    numbers = {validation_number(machine, sequence) for machine in range(1, 51) for sequence in range(1, 201)}
    assert len(numbers) == 50 * 200
    assert all(len(number) == 18 and number.isdigit() for number in numbers)


def test_what_has_no_three_bytes_is_refused() -> None:
    for machine, sequence in ((-1, 0), (1 << 24, 0), (0, 1 << 24)):
        with pytest.raises(ValueError, match="three bytes"):
            validation_number(machine, sequence)
