from hal.device import FaultBegan
from hal.faults import FAULTS


def test_a_fault_says_what_happened_where_and_what_to_do() -> None:
    advice = FAULTS["paper_out"]
    assert FaultBegan("paper_out").text == f"{advice.happened} {advice.remedy}"
    assert FaultBegan("paper_out", "roll 2").text == f"{advice.happened} (roll 2) {advice.remedy}"
