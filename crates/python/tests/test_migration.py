"""Runs both sides of each line of docs/python-migration.md, and compares the results with the
line."""

import ast
import importlib
import importlib.util
import pathlib
import re

import pytest

PAGE = (pathlib.Path(__file__).parent / "../../../docs/python-migration.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## From (\S+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
ROW = re.compile(r"^\| `(.+?)` \| (.+?) \| (.+?) \| (.*?) ?\|$", re.MULTILINE)
ROWS = [(library, *row) for library, text in SECTIONS.items() for row in ROW.findall(text)]
# The prefix of a last column if the results differ: a value, or the name of an exception.
DIFFERS = re.compile(r"(`[^`]+`|[A-Z]\w+): ")

# The public names of each library, except those that user code does not call.
NAMES = {
    "urllib.parse": lambda module: module.__all__,
    "yarl": lambda module: public(module.URL),
    "hyperlink": lambda module: {*module.__all__, *public(module.URL), *public(module.DecodedURL)} - {"URLParseError"},
    "rfc3986": lambda module: (
        {
            *(name for name in module.__all__ if not name.startswith("__")),
            *public(module.URIReference),
            *public(module.IRIReference),
            *public(module.validators.Validator),
            *public(module.builder.URIBuilder),
        }
        # Attributes of tuples, and constants.
        - {"count", "index", "slots", "COMPONENT_NAMES"}
    ),
    "ada_url": lambda module: (
        {*module.__all__, *module.URL.__annotations__, *public(module.URL), *public(module.URLSearchParams)}
    ),
}


def public(kind):
    return [name for name in dir(kind) if not name.startswith("_")]


def imported(library):
    """Runs the code block of the section and returns its names, or skips the test."""
    if importlib.util.find_spec(library.partition(".")[0]) is None:
        pytest.skip(f"{library} is not installed")
    names = {}
    exec(re.search(r"^```python\n(.*?)^```$", SECTIONS[library], re.MULTILINE | re.DOTALL)[1], names)
    return names


def plain(value):
    """Converts a value to plain types: a URL to a string, and pairs and tuples to lists."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (tuple, list)) and not hasattr(value, "unsplit"):
        return [plain(one) for one in value]
    if hasattr(value, "getall"):
        return plain(list(value.items()))
    if hasattr(value, "pairs"):
        return plain(value.pairs)
    for name in ("to_text", "unsplit"):
        if hasattr(value, name):
            return getattr(value, name)()
    return value if value is None or isinstance(value, (str, bytes, int)) else str(value)


def said(code, names):
    """Returns the value of code, or the name of the exception that it raises."""
    try:
        value = eval(code, dict(names))
    except Exception as error:
        return type(error)
    return plain(value)


def is_said(found, cell):
    if cell.startswith("`"):
        return found == plain(ast.literal_eval(cell.strip("`")))
    return isinstance(found, type) and found.__name__ == cell


@pytest.mark.filterwarnings("ignore:Please use rfc3986.validators:DeprecationWarning")
@pytest.mark.parametrize(
    ("library", "before", "now", "gives", "differs"), ROWS, ids=[f"{library} {before}" for library, before, *_ in ROWS]
)
def test_line(library, before, now, gives, differs):
    names = imported(library)
    old = said(before, names)
    if now == gives == "nothing":
        assert old is None
        return
    assert now.startswith("`") and "`" not in now[1:-1]
    new = said(now.strip("`"), names)
    assert is_said(new, gives), new
    other = DIFFERS.match(differs)
    if other is None:
        assert old == new
    else:
        assert is_said(old, other[1]) and old != new, old


def test_every_line_is_read():
    assert list(SECTIONS) == list(NAMES)
    lines = [line for line in PAGE.splitlines() if line.startswith("|")]
    # The head of each table has two lines.
    assert len(ROWS) == len(lines) - 2 * len(SECTIONS) > 200
    for *_, differs in ROWS:
        assert differs.count("`") % 2 == 0


@pytest.mark.parametrize("library", NAMES)
def test_every_public_name_has_a_line(library):
    imported(library)
    code = " ".join(re.sub(r'"[^"]*"', "", before) for one, before, *_ in ROWS if one == library)
    # The names of calls, arguments and attributes, and the names in prose.
    words = {*re.findall(r"\.(\w+)|\b(\w+)(?=[()])", code), *re.findall(r"`(\w+)`()", SECTIONS[library])}
    words = {word for pair in words for word in pair}
    absent = sorted(set(NAMES[library](importlib.import_module(library))) - words)
    assert not absent, f"docs/python-migration.md does not mention: {', '.join(absent)}"
