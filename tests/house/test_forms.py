"""What helps people who take part: issue forms, hooks before a commit, and what editors are told."""

import configparser
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from firmware.cli.main import SUMMARIES
from hal.makes import makes

PROJECT = Path(__file__).parents[2]
FORMS = sorted((PROJECT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
KINDS = {"markdown", "input", "textarea", "dropdown", "checkboxes"}


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


@pytest.mark.parametrize("form", [form for form in FORMS if form.stem != "config"], ids=lambda form: form.stem)
def test_a_form_is_one_that_a_forge_takes(form: Path) -> None:
    held = read(form)
    assert held.keys() == {"name", "description", "labels", "body"}
    asked = [part for part in held["body"] if part["type"] != "markdown"]
    assert {part["type"] for part in held["body"]} <= KINDS
    assert len({part["id"] for part in asked}) == len(asked) >= 2
    assert all(part["attributes"]["label"] for part in asked)
    assert any(part.get("validations", {}).get("required") for part in asked)
    for command in re.findall(r"rapid-table ([a-z][a-z-]*)", form.read_text()):
        assert command in SUMMARIES, command
    for paper in re.findall(r"\b(?:docs/)?[\w-]+\.md\b|\bdocs/\w+", form.read_text()):
        assert (PROJECT / paper).exists(), paper


def test_the_form_for_a_device_names_each_driver() -> None:
    (driver,) = (
        part for part in read(PROJECT / ".github/ISSUE_TEMPLATE/device.yml")["body"] if part.get("id") == "driver"
    )
    ours = {named.protocol for named in makes()}
    assert set(driver["attributes"]["options"]) == ours | {"there is none"}


def test_a_pull_request_is_asked_for_what_contributing_says() -> None:
    text = (PROJECT / ".github/pull_request_template.md").read_text()
    makefile = (PROJECT / "Makefile").read_text()
    for target in re.findall(r"`make (\w+)`", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_hooks_fetch_nothing_and_are_the_tools_of_make() -> None:
    config = read(PROJECT / ".pre-commit-config.yaml")
    makefile = (PROJECT / "Makefile").read_text()
    assert [repository["repo"] for repository in config["repos"]] == ["local"]
    hooks = config["repos"][0]["hooks"]
    assert {hook["id"] for hook in hooks} == {"ruff-format", "ruff-check", "mypy", "import-contracts"}
    for hook in hooks:
        tool = hook["entry"].split()[0]
        assert hook["language"] == "system"
        assert tool.startswith(".venv/bin/")
        assert tool.replace(".venv/bin", "$(BIN)") in makefile


def test_editors_are_told_what_ruff_holds() -> None:
    told = configparser.ConfigParser()
    told.read_string("[DEFAULT]\n" + (PROJECT / ".editorconfig").read_text())
    ruff = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["ruff"]
    assert told["*"]["max_line_length"] == str(ruff["line-length"])
    assert told["{Makefile,*.mk}"]["indent_style"] == "tab"
