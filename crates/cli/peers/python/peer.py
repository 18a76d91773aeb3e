"""The loop and the JSON of all adapters in Python.

An adapter calls `serve` with the name of its parser and a function that answers one question.
"""
import ctypes
import ctypes.util
import importlib
import json
import sys


def serve(reader, answer, refusals=ValueError):
    """Answers each line. `refusals` are the errors by which the parser rejects a string; others end the program."""
    first = {"reader": reader}
    for line in sys.stdin.buffer:
        question = json.loads(line)
        try:
            told = answer(question["input"], question.get("base"))
        except refusals as error:
            told = {"valid": False, "error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps({**told, **first}) + "\n")
        sys.stdout.flush()
        first = {}


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


def some(**parts):
    """The components that are not empty. The parser does not distinguish empty from undefined, so neither is reported."""
    return {name: part for name, part in parts.items() if part}


def has_nul(*texts):
    """Whether a text has a NUL, at which a C string ends, so that the parser would not see all of it."""
    return any(text and "\0" in text for text in texts)
