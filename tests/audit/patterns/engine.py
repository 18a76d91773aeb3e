"""Says of strings whether a pattern matches in them, by Python's `re` or the regcomp of the C library.

In: a JSON object a line, with `dialect`, `pattern` and `strings`. Out: a JSON line for each, `null` if
the pattern is none, or for each string whether a search finds a match."""
import ctypes
import json
import locale
import re
import sys
import warnings

warnings.simplefilter("ignore")


def python(pattern, strings):
    try:
        compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError, ValueError):
        return None
    return [compiled.search(string) is not None for string in strings]


def posix(pattern, strings):
    try:
        locale.setlocale(locale.LC_ALL, "C.UTF-8")
        library = ctypes.CDLL(None)
    except (locale.Error, OSError):
        return "absent"
    compiled = ctypes.create_string_buffer(1024)
    extended, no_places = 1, 8
    if library.regcomp(compiled, pattern.encode(), extended | no_places):
        return None
    found = [library.regexec(compiled, string.encode(), 0, None, 0) == 0 for string in strings]
    library.regfree(compiled)
    return found


for line in sys.stdin:
    asked = json.loads(line)
    answer = {"python": python, "posix-ere": posix}[asked["dialect"]]
    print(json.dumps(answer(asked["pattern"], asked["strings"])), flush=True)
