"""The loop and the JSON of all adapters in Python.

An adapter calls `serve` with the name of its parser and a function that answers one question.
"""
import ctypes
import ctypes.util
import importlib
import json
import subprocess
import sys
from time import perf_counter


def serve(reader, answer, refusals=ValueError):
    """Answers each line. `refusals` are the errors by which the parser rejects a string; others end the program."""
    first = {"reader": reader}
    for line in sys.stdin.buffer:
        question = json.loads(line)
        try:
            if "time" in question:
                told = timed(answer, refusals, **question)
            else:
                told = answer(question["input"], question.get("base"))
        except refusals as error:
            told = {"valid": False, "error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps({**told, **first}) + "\n")
        sys.stdout.flush()
        first = {}


def timed(answer, refusals, time, rounds, base=None):
    """Answers the strings of a file `rounds` times, and reports the seconds of the fastest round.

    A parser that does not resolve has no answer to any base.
    """
    # In WebAssembly, the files of the machine are below `/host`.
    root = "/host" if sys.platform == "emscripten" else ""
    with open(root + time, encoding="utf-8", newline="\n") as file:
        strings = file.read().removesuffix("\n").split("\n")
    if base is not None and answer("", base) == {"valid": None}:
        return {"seconds": None, "strings": len(strings)}
    seconds = []
    for _ in range(rounds):
        begin = perf_counter()
        for text in strings:
            try:
                answer(text, base)
            except refusals:
                pass
        seconds.append(perf_counter() - begin)
    return {"seconds": min(seconds), "strings": len(strings)}


def absent(why):
    """Reports that the parser is not installed, and exits."""
    print(json.dumps({"absent": why}))
    sys.exit(127)


def module(name):
    """Imports a module, or reports it as absent."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        absent(str(error))


def library(name):
    """Loads a C library, or reports it as absent."""
    found = ctypes.util.find_library(name)
    return ctypes.CDLL(found) if found else absent(f"no lib{name}")


def functions(library, result, names):
    """Declares functions that return a text or a pointer. Without this, `ctypes` cuts pointers to 32 bits."""
    for name in names.split():
        getattr(library, name).restype = result


def decoded(text):
    """The text of a C string, or None for NULL."""
    return None if text is None else text.decode("utf-8", "replace")


def system_version(package):
    """The version of a Debian package, for a library that does not report its own."""
    try:
        return subprocess.check_output(["dpkg-query", "-W", "-f", "${Version}", package], text=True)
    except (OSError, subprocess.CalledProcessError):
        return ""


def some(**parts):
    """The components that are not empty. The parser does not distinguish empty from undefined, so neither is reported."""
    return {name: part for name, part in parts.items() if part}


def has_nul(*texts):
    """Whether a text has a NUL, at which a C string ends, so that the parser would not see all of it."""
    return any(text and "\0" in text for text in texts)
