"""The functions of `urispec.arrow`, as one table for every SQL engine.

In SQL, a function has the prefix `uri_` and takes all its arguments by position:
`uri_normalize(url, 'scheme')`. All functions registered together use the same edition.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import arrow
from ._types import Edition

if TYPE_CHECKING:
    import pyarrow as pa

COMPONENTS = (
    "scheme",
    "authority",
    "userinfo",
    "host",
    "host_kind",
    "port",
    "path",
    "query",
    "fragment",
)

# The result types of functions. Each engine has its own names for them.
TEXT = "text"
TEXTS = "list of texts"
TRUTH = "truth"
NUMBER = "number"
INDEX = "index"
PARTS = "struct of the components"


@dataclass(frozen=True)
class Function:
    """A function of columns, and of at most one option after them."""

    name: str
    gives: str
    columns: int = 1
    option: str = ""
    has_edition: bool = True

    @property
    def arguments(self) -> int:
        return self.columns + bool(self.option)


FUNCTIONS = (
    *(Function(name, TEXT) for name in COMPONENTS),
    Function("components", PARTS),
    Function("port_number", NUMBER),
    Function("valid", TRUTH),
    Function("error", TEXT),
    Function("cause", TEXT),
    Function("section", TEXT),
    Function("offset", INDEX),
    Function("byte_offset", INDEX),
    Function("registrable", TEXT),
    Function("normalize", TEXT, option="to"),
    Function("lint", TEXTS, option="pack"),
    Function("lint_has", TRUTH, option="id"),
    Function("resolve", TEXT, columns=2),
    Function("relativize", TEXT, columns=2),
    Function("compare", TEXT, columns=2),
    Function("template_ways", NUMBER, option="template", has_edition=False),
)

# Functions that SQL does not have: `component` has a function for each name, and the struct of a template's
# variables differs by template.
NOT_IN_SQL = ("component", "template_match", "template_expand")


def asked(function: Function, edition: Edition, *, signed: bool = False) -> Callable[..., pa.Array]:
    """Wraps the function for pyarrow arrays, whose last argument is the column of its option.

    Engines pass an option as a column of `string`, whose rows usually hold a single text. The function runs
    once for each distinct text, on its own rows; where the option is null, the result is null. Some engines
    have only signed numbers.
    """
    import pyarrow as pa

    ask = getattr(arrow, function.name)
    always = {"edition": edition} if function.has_edition else {}
    numbers = {NUMBER: pa.int32(), INDEX: pa.int64()} if signed else {NUMBER: pa.uint16(), INDEX: pa.uint64()}

    def answer(columns: list[pa.Array], **option: str) -> pa.Array:
        found = pa.array(ask(*columns, **always, **option))
        return found.cast(numbers[function.gives]) if function.gives in numbers else found

    def by_option(columns: list[pa.Array], options: pa.Array) -> pa.Array:
        texts = options.unique().to_pylist()
        if len(texts) == 1 and texts[0] is not None:
            return answer(columns, **{function.option: texts[0]})
        rows: dict[Any, list[int]] = {text: [] for text in texts}
        for row, text in enumerate(options.to_pylist()):
            rows[text].append(row)
        found = [None] * len(options)
        given = [column.to_pylist() for column in columns]
        for text in texts:
            if text is not None:
                mine = [pa.array([strings[row] for row in rows[text]], pa.string()) for strings in given]
                for row, one in zip(rows[text], answer(mine, **{function.option: text}).to_pylist()):
                    found[row] = one
        types = {TEXT: columns[0].type, TEXTS: pa.list_(pa.string()), TRUTH: pa.bool_(), **numbers}
        return pa.array(found, types[function.gives])

    def called(*arguments: pa.Array) -> pa.Array:
        if function.option:
            return by_option(list(arguments[:-1]), arguments[-1])
        return answer(list(arguments))

    return called
