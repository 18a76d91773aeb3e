"""The stubs match the package."""

import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import typing

import pytest
import urispec

pytest.importorskip("mypy")
HERE = pathlib.Path(__file__).parent


def says_nothing(*given):
    asked = subprocess.run([sys.executable, "-m", *given], capture_output=True, text=True, cwd=HERE)
    assert asked.returncode == 0, asked.stdout + asked.stderr


def test_stubs_are_used():
    says_nothing("mypy", "--strict", "--ignore-missing-imports", "--no-incremental", "typed.py")


WEB = ("fastapi", "pydantic", "sqlalchemy")


def test_a_web_program_with_mypy():
    needed(*WEB)
    says_nothing("mypy", "--strict", "--no-incremental", "typed_web.py")


def test_a_web_program_with_pyright(tmp_path):
    needed(*WEB, "pyright")
    # Tests whether pyright starts: without npm, it cannot download itself.
    if subprocess.run([sys.executable, "-m", "pyright", "--version"], capture_output=True).returncode != 0:
        pytest.skip("pyright cannot be downloaded")
    settings = {
        "include": ["typed_web.py"],
        "typeCheckingMode": "strict",
        "reportUnnecessaryTypeIgnoreComment": "error",
        # These comments are for mypy.
        "enableTypeIgnoreComments": False,
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    shutil.copy(HERE / "typed_web.py", tmp_path)
    command = [sys.executable, "-m", "pyright", "--project", tmp_path, "--pythonpath", sys.executable, "--outputjson"]
    said = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    assert said["generalDiagnostics"] == [] and said["summary"]["filesAnalyzed"] == 1


def needed(*packages):
    for package in packages:
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed")


def test_stubs_have_the_docstrings():
    asked = subprocess.run([sys.executable, HERE.parent / "stubs", "--check"], capture_output=True, text=True)
    assert (asked.returncode, asked.stdout, asked.stderr) == (0, "", "")


def test_stubs_are_what_is_there():
    options = ["--ignore-missing-stub", "--allowlist", "stubtest.allow", "--mypy-config-file", "mypy.ini"]
    says_nothing("mypy.stubtest", "urispec", *options)


def test_names_are_those_of_the_library():
    from urispec import _types

    assert typing.get_args(_types.Edition) == urispec.EDITIONS
    # The names that the message of a wrong name lists.
    for names, wrong in (
        (_types.Pack, lambda: urispec.lint("a:", pack="x")),
        (_types.Place, lambda: urispec.encode("a", "x")),
        (_types.PathStyle, lambda: urispec.from_path("/a", style="x")),
        (_types.Rung, lambda: urispec.normalize("a:", to="x")),
    ):
        with pytest.raises(ValueError) as error:
            wrong()
        listed = str(error.value).split("are: ")[1].split(", ")
        assert list(typing.get_args(names)) == listed
