"""A correction that comes late: after later rounds were played, and after the prizes are awarded."""

import pytest
from held_tournament import DIRECTOR, FINAL, HEATS, Held, conditions
from msgspec.structs import replace

from firmware.tournament import commands as c
from firmware.tournament import events as e
from firmware.tournament.standings import final_ranking

ONE = replace(HEATS, tables=1, coups=1, best_of_table=2, best_overall=0)
# Fees of 100 from three, 90 percent of which are the pool; the first has 60 percent of it, the second 40.
FIRST, SECOND = 162_00, 108_00


def awarded(*final: int, percents: tuple[int, ...] = (60, 40)) -> Held:
    """Heats of three, which the first two by terminal win; a final; and the prizes."""
    held = Held(conditions(ONE, FINAL, prizes={"percents": percents}))
    held.enter(3)
    held.seat(7)
    held.start()
    held.play(7, 30_00, 20_00, 10_00)
    held.progress()
    held.seat(7)
    held.start()
    held.play(7, *final)
    held.progress()
    held.tell(c.AwardPrizes(DIRECTOR, 3))
    return held


def given(held: Held) -> dict[int, int]:
    return {award.player: award.amount for award in held.state.awards}


def corrected(held: Held, coup: int, *won: tuple[int, int]) -> list[e.TournamentEvent]:
    lines = tuple(e.Line(player, 10_00, net) for player, net in won)
    return held.tell(c.ReportCorrection(7, coup, "played", lines))


@pytest.mark.rule("crown 12.2.1(j)")
def test_after_the_prizes_a_correction_of_the_final_is_a_question_and_changing_gives_them_anew() -> None:
    held = awarded(50_00, 0)
    one, two = held.at(7)
    assert given(held) == {one: FIRST, two: SECOND}
    (asked,) = corrected(held, 2, (one, 0), (two, 50_00))[-1:]
    assert asked == e.ProgressionQuestioned("final", 7, 2, ((two,), (one,)), ())
    assert held.refused(c.SignReport(DIRECTOR)) == "progression_asked"
    events = held.tell(c.Answer(DIRECTOR, "change"))
    assert [type(event) for event in events] == [e.ProgressionAnswered, e.PrizesAwarded]
    assert given(held) == {two: FIRST, one: SECOND}
    assert (held.state.money["pool"], held.state.money["prizes"], held.state.money["house"]) == (0, 270_00, 30_00)
    assert sum(held.state.money.values()) == sum(held.state.points.values()) == 0
    held.tell(c.SignReport(DIRECTOR))
    # What is signed stays as it is: nothing is asked any more.
    assert [type(event) for event in corrected(held, 2, (one, 50_00), (two, 0))] == [e.CoupCorrected]


def test_what_was_announced_can_be_kept_also_where_a_prize_was_paid() -> None:
    held = awarded(50_00, 0)
    one, two = held.at(7)
    held.tell(c.PayOut(one, "S-1"))
    corrected(held, 2, (one, 0), (two, 50_00))
    assert held.refused(c.Answer(DIRECTOR, "change")) == "prizes_paid 12.2.1(j)"
    (answered,) = held.tell(c.Answer(DIRECTOR, "keep"))
    assert isinstance(answered, e.ProgressionAnswered)
    assert answered.option == "keep"
    assert given(held) == {one: FIRST, two: SECOND}


def test_a_correction_of_an_earlier_round_that_moves_a_prize_is_a_question_once_all_are_announced() -> None:
    # The third of the heats has a prize, too.
    held = awarded(50_00, 0, percents=(50, 30, 20))
    heats = held.state.rounds["heats"]
    one, two = heats.through
    (third,) = set(heats.seats) - {one, two}
    before = final_ranking(held.state)
    assert before[-1] == (third,)
    # Others would have gone on, which the final that was played makes too late: it is asked all the same.
    events = corrected(held, 1, (one, 30_00), (two, 5_00), (third, 25_00))
    assert isinstance(events[-1], e.ProgressionQuestioned)
    assert set(events[-1].through) == {one, third}
    assert held.refused(c.Answer(DIRECTOR, "change")) == "next_round_begun"
    held.tell(c.Answer(DIRECTOR, "keep"))
    assert final_ranking(held.state) == before


def test_places_of_an_earlier_round_change_nothing_but_the_prizes_of_those_who_ended_there() -> None:
    heats = replace(HEATS, tables=1, seats=4, coups=1, best_of_table=2, best_overall=0)
    held = Held(conditions(heats, FINAL, prizes={"percents": (40, 30, 20, 10)}))
    held.enter(4)
    held.seat(7)
    held.start()
    one, two, three, four = held.at(7)
    held.play(7, 40_00, 30_00, 20_00, 10_00)
    held.progress()
    # While rounds are left to play nobody has a place with a prize: nothing is asked.
    assert not held.state.asked
    again = ((one, 40_00), (two, 30_00), (three, 10_00), (four, 20_00))
    assert [type(event) for event in corrected(held, 1, *again)] == [e.CoupCorrected]
    corrected(held, 1, (one, 40_00), (two, 30_00), (three, 20_00), (four, 10_00))
    held.seat(7)
    held.start()
    held.play(7, 0, 50_00)
    held.progress()
    held.tell(c.AwardPrizes(DIRECTOR, 3))
    first = given(held)
    assert isinstance(corrected(held, 1, *again)[-1], e.ProgressionQuestioned)
    held.tell(c.Answer(DIRECTOR, "change"))
    # The final stands as it was played; three and four change places.
    assert given(held) == {**first, three: first[four], four: first[three]}
    assert held.state.current == "final"
