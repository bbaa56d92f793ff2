"""Compiles a board's modules; run by the Python that the lock names, whose bytecode the board's takes.

Not by compileall: which objects a file's bytecode shares depends there on what the process happens to hold, and two
makings differ. In the second form of marshal nothing is shared.
"""

import importlib.util
import marshal
import sys
from pathlib import Path

# Bytecode that is known by its source's hash and is not held against it: root itself is held against its own.
UNCHECKED = 0b01


def compiled(source: bytes, seen_as: str) -> bytes:
    """Return the contents of a .pyc. Raises SyntaxError, ValueError."""
    code = compile(source, seen_as, "exec", dont_inherit=True, optimize=0)
    head = importlib.util.MAGIC_NUMBER + UNCHECKED.to_bytes(4, "little") + importlib.util.source_hash(source)
    return head + marshal.dumps(code, 2)


def main(root: Path, folder: Path) -> None:
    """Compile all modules of a folder below root; end at one that cannot be."""
    for path in sorted(folder.rglob("*.py")):
        there = (
            path.parent / "__pycache__" / f"{path.stem}.cpython-{sys.version_info.major}{sys.version_info.minor}.pyc"
        )
        there.parent.mkdir(exist_ok=True)
        try:
            there.write_bytes(compiled(path.read_bytes(), f"/{path.relative_to(root)}"))
        except (SyntaxError, ValueError) as error:
            sys.stderr.write(f"{path.relative_to(root)}: {error}\n")
            sys.exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
