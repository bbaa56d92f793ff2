"""Makes a failure small: fewer hours, fewer kinds of fault, fewer terminals, as long as it still fails."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from sim.soak.run import Found, soak

Tell = Callable[[str], None]


class Case(Struct, frozen=True):
    """What a soak is run with."""

    seed: int
    hours: float
    ats: int
    faults: tuple[str, ...]
    rulebook: str = ""

    def run(self) -> Found:
        """Run it."""
        return soak(self.seed, self.hours, self.ats, self.faults, self.rulebook)

    def command(self) -> str:
        """Return the command that repeats it."""
        faults = ",".join(self.faults) or "none"
        book = f" --rulebook {self.rulebook}" if self.rulebook else ""
        return f"rapid-table soak --seed {self.seed} --hours {self.hours:g} --ats {self.ats} --faults {faults}{book}"


def shrink(case: Case, tell: Tell) -> Case:
    """Return a smaller case that fails as well."""
    case = _sooner(case, case.run(), tell)
    smaller = True
    while smaller:
        smaller = False
        for candidate in _smaller(case):
            found = candidate.run()
            if found.wrong:
                case, smaller = _sooner(candidate, found, tell), True
                break
    return case


def _sooner(case: Case, found: Found, tell: Tell) -> Case:
    """Stop shortly after it failed."""
    if found.at:
        case = replace(case, hours=min(case.hours, round(found.at / 3600 + 0.01, 3)))
    tell(f"{case.command()}: {found.wrong[0] if found.wrong else 'nothing wrong'}")
    return case


def _smaller(case: Case) -> list[Case]:
    """Return what might do as well: half of the faults, then one less, then fewer terminals."""
    faults, half = case.faults, len(case.faults) // 2
    fewer = [faults[:half], faults[half:]] if half > 1 else []
    fewer += [tuple(kind for kind in faults if kind != gone) for gone in faults]
    cases = [replace(case, faults=some) for some in fewer]
    return [*cases, replace(case, ats=case.ats - 1)] if case.ats > 1 else cases
