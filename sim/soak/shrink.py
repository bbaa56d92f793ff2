"""Makes a failure small: fewer hours, fewer kinds of fault, fewer terminals, as long as it still fails."""

from collections.abc import Callable

from sim.soak.run import Case, Progress, SoakFound, soak_case

Tell = Callable[[str], None]


def repeat(case: Case, progress: Progress | None = None) -> SoakFound:
    """Run a case."""
    return soak_case(case, progress)


def command(case: Case) -> str:
    """Return the command that repeats it."""
    faults = ",".join(case.faults) or "none"
    book = f" --rulebook {case.rulebook}" if case.rulebook else ""
    book += f" --opinion {case.opinion}" if case.opinion else ""
    return f"rapid-table soak --seed {case.seed} --hours {case.hours:g} --ats {case.ats} --faults {faults}{book}"


def shrink(case: Case, tell: Tell) -> Case:
    """Return a smaller case that fails as well."""
    case = _sooner(case, repeat(case), tell)
    smaller = True
    while smaller:
        smaller = False
        for candidate in _smaller(case):
            found = repeat(candidate)
            if found.wrong:
                case, smaller = _sooner(candidate, found, tell), True
                break
    return case


def _sooner(case: Case, found: SoakFound, tell: Tell) -> Case:
    """Stop shortly after it failed, if it fails then as well."""
    shorter = case._replace(hours=min(case.hours, round(found.at / 3600 + 0.01, 3)))
    if found.at and shorter != case and (again := repeat(shorter)).wrong:
        case, found = shorter, again
    tell(f"{command(case)}: {found.wrong[0] if found.wrong else 'nothing wrong'}")
    return case


def _smaller(case: Case) -> list[Case]:
    """Return what might do as well: half of the faults, then one less, then fewer terminals."""
    faults, half = case.faults, len(case.faults) // 2
    fewer = [faults[:half], faults[half:]] if half > 1 else []
    fewer += [tuple(kind for kind in faults if kind != gone) for gone in faults]
    cases = [case._replace(faults=some) for some in fewer]
    return [*cases, case._replace(ats=case.ats - 1)] if case.ats > 1 else cases
