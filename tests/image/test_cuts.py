"""A run of power cuts by a seed: each is known by its number, so that a run may be left and taken up again."""

from image.trial.cuts import planned

CUTS = 400


def test_a_cut_is_the_same_whichever_came_before_it() -> None:
    whole = [planned(7, number) for number in range(CUTS)]
    assert [planned(7, number) for number in range(200, CUTS)] == whole[200:]
    assert whole != [planned(8, number) for number in range(CUTS)]


def test_half_of_them_fall_into_play_and_half_lose_what_was_not_flushed() -> None:
    whole = [planned(7, number) for number in range(CUTS)]
    # Within five standard deviations of a coin that is tossed so often: 10 each.
    for found in (sum(one.in_play for one in whole), sum(one.thrown for one in whole)):
        assert abs(found - CUTS / 2) < 50
    assert all(0 <= one.part < 1 for one in whole)
    assert min(one.part for one in whole) < 0.05
    assert max(one.part for one in whole) > 0.95
