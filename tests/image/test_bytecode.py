"""Bytecode of a board's modules is the same each time, and is taken as it is."""

import importlib.util
import marshal
import sys
from pathlib import Path

import pytest
from image import bytecode

SOURCE = b"A = ('one', 'one', frozenset({'b', 'a'}))\ndef f():\n    return A\n"


def test_it_is_known_by_its_sources_hash_and_not_held_against_it() -> None:
    made = bytecode.compiled(SOURCE, "/usr/lib/a.py")
    assert made[:4] == importlib.util.MAGIC_NUMBER
    assert made[4:8] == b"\x01\0\0\0"
    assert made[8:16] == importlib.util.source_hash(SOURCE)
    code = marshal.loads(made[16:])  # noqa: S302 — made two lines above
    assert code.co_filename == "/usr/lib/a.py"


def test_what_the_process_holds_besides_changes_nothing() -> None:
    once = bytecode.compiled(SOURCE, "/a.py")
    kept = [sys.intern(name) for name in ("A", "one", "f", "/a.py")]
    assert bytecode.compiled(SOURCE, "/a.py") == once
    assert kept


def test_every_module_of_a_folder_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "lib/inner").mkdir(parents=True)
    (tmp_path / "lib/a.py").write_bytes(SOURCE)
    (tmp_path / "lib/inner/b.py").write_bytes(b"")
    bytecode.main(tmp_path, tmp_path / "lib")
    tag = sys.implementation.cache_tag
    assert {path.name for path in tmp_path.rglob("*.pyc")} == {f"a.{tag}.pyc", f"b.{tag}.pyc"}
    (tmp_path / "lib/wrong.py").write_bytes(b"def")
    with pytest.raises(SystemExit):
        bytecode.main(tmp_path, tmp_path / "lib")
