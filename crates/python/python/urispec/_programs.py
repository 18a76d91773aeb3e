"""The programs `urispec` and `grammar-audit`, which are the same as those in Rust."""

from __future__ import annotations

import signal
import sys
from typing import NoReturn

from . import _urispec


def urispec() -> NoReturn:
    """Runs the program `urispec` with the arguments of the process."""
    _run("urispec")


def grammar_audit() -> NoReturn:
    """Runs the program `grammar-audit` with the arguments of the process."""
    _run("grammar-audit")


def _run(name: str) -> NoReturn:
    # Python's handler would run only after the program. A SIGINT that the shell ignores stays ignored.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_urispec.run_program(name, sys.argv[1:]))
