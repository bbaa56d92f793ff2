"""Many small cases in one test, where each alone would cost more than what it checks; what fails names its case."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any


def each(
    names: str, cases: Iterable[Any] | Callable[[], Iterable[Any]]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test for each case. `names`: the parameter that takes it, or several with commas between them.

    `cases`: they themselves, or what finds them, which is called when the test is and not by all who collect it.
    """
    named = [name.strip() for name in names.split(",")]
    ready = None if callable(cases) else tuple(cases)

    def fold(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def of_each(*words: Any, **given: Any) -> None:
            known = tuple(cases()) if callable(cases) else ready
            assert known, f"{names}: there is no case"
            for case in known:
                values = dict(zip(named, (case,) if len(named) == 1 else case, strict=True))
                try:
                    test(*words, **given, **values)
                except BaseException as error:
                    error.add_note(f"case: {values}")
                    raise

        left = [found for name, found in signature(test).parameters.items() if name not in named]
        of_each.__signature__ = signature(test).replace(parameters=left)  # type: ignore[attr-defined]
        return of_each

    return fold
