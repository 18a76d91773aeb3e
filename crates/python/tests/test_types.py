"""The stubs say what is there."""

import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("mypy")
HERE = pathlib.Path(__file__).parent


def mypy(*given):
    asked = subprocess.run([sys.executable, "-m", *given], capture_output=True, text=True, cwd=HERE)
    assert asked.returncode == 0, asked.stdout + asked.stderr


def test_stubs_are_used():
    mypy("mypy", "--strict", "--ignore-missing-imports", "--no-incremental", "typed.py")


def test_stubs_are_what_is_there():
    options = ["--ignore-missing-stub", "--allowlist", "stubtest.allow", "--mypy-config-file", "mypy.ini"]
    mypy("mypy.stubtest", "urispec", *options)
