"""The stubs say what is there."""

import pathlib
import subprocess
import sys
import typing

import pytest
import urispec

pytest.importorskip("mypy")
HERE = pathlib.Path(__file__).parent


def mypy(*given):
    asked = subprocess.run([sys.executable, "-m", *given], capture_output=True, text=True, cwd=HERE)
    assert asked.returncode == 0, asked.stdout + asked.stderr


def test_stubs_are_used():
    mypy("mypy", "--strict", "--ignore-missing-imports", "--no-incremental", "typed.py")


def test_stubs_are_what_is_there():
    mypy("mypy.stubtest", "urispec", "--ignore-missing-stub", "--allowlist", "stubtest.allow")


def test_names_are_those_of_the_library():
    from urispec import _types

    assert typing.get_args(_types.Edition) == urispec.EDITIONS
    # What the message of a wrong name lists.
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
