"""Stories of more than two: up to seven irregularities one on top of the other, by chance from a seed."""

import random

from pair_cases import AT_ONCE, BOOKS, GAPS, Prefixes, finish, let_pass, tell
from pair_instants import INSTANTS
from pair_kinds import KINDS, missing
from pair_table import Broken, Table

LEAST, MOST = 2, 7
# Most pile up at once.
# One table in six is one without terminals (reading 17).
TERMINALS = (2, 2, 2, 2, 2, 0)
BETWEEN = (AT_ONCE, AT_ONCE, *GAPS)


def story(seed: int, prefixes: Prefixes) -> Table:
    """Play one story to its end, and return its table. Raises Broken."""
    chance = random.Random(seed)
    table = _begin(chance, prefixes)
    try:
        for _ in range(chance.randint(LEAST, MOST)):
            tell(table, chance.choice([kind for kind in KINDS if not missing(table, kind)]), chance)
            let_pass(table, chance.choice(BETWEEN), chance)
        finish(table, chance)
    except Broken as broken:
        broken.lines = tuple(table.lines)
        raise
    return table


def _begin(chance: random.Random, prefixes: Prefixes) -> Table:
    book = chance.choice(BOOKS)
    ats = chance.choice(TERMINALS)
    while True:
        table = prefixes.stand(book, chance.choice(list(INSTANTS)), ats)
        if table is not None:
            return table.branch()
