"""The functions of `urispec.arrow`, as one table for every SQL engine.

In SQL, a function has the prefix `uri_` and takes its arguments by position, in the order of `urispec.arrow`:
`uri_normalize(url, 'scheme')`. Functions that are registered together have the same default edition.
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
    """A function of columns, and of options after them.

    An engine whose functions have a fixed number of arguments has `option`, which is then required, and none of the
    others.
    """

    name: str
    gives: str
    columns: int = 1
    option: str = ""
    others: tuple[str, ...] = ("edition",)

    @property
    def arguments(self) -> int:
        return self.columns + bool(self.option)

    @property
    def options(self) -> tuple[str, ...]:
        return (self.option,) * bool(self.option) + self.others


FUNCTIONS = (
    *(Function(name, TEXT) for name in COMPONENTS),
    Function("components", PARTS),
    Function("port_number", NUMBER),
    Function("valid", TRUTH, others=("rule", "edition")),
    *(Function(name, TEXT, others=("rule", "edition")) for name in ("error", "cause", "section")),
    *(Function(name, INDEX, others=("rule", "edition")) for name in ("offset", "byte_offset")),
    Function("registrable", TEXT),
    Function("normalize", TEXT, option="to"),
    Function("lint", TEXTS, option="pack"),
    Function("lint_has", TRUTH, option="id"),
    Function("resolve", TEXT, columns=2),
    Function("relativize", TEXT, columns=2),
    Function("compare", TEXT, columns=2),
    Function("template_ways", NUMBER, option="template", others=()),
)

# Functions that SQL does not have: `component` has a function for each name, and the struct of a template's
# variables differs by template.
NOT_IN_SQL = ("component", "template_match", "template_expand")


def asked(function: Function, edition: Edition, *, signed: bool = False) -> Callable[..., pa.Array]:
    """Wraps the function for pyarrow arrays, of which the last ones are the columns of its options.

    Engines pass an option as a column of text, whose rows usually hold a single text. The function runs once for
    each distinct choice of options, on its own rows. Where an option is null, the result is null, except for the rule,
    whose default is None. Some engines have only signed numbers.
    """
    import pyarrow as pa

    ask = getattr(arrow, function.name)
    default = {"edition": edition} if "edition" in function.others else {}
    numbers = {NUMBER: pa.int32(), INDEX: pa.int64()} if signed else {NUMBER: pa.uint16(), INDEX: pa.uint64()}

    def answer(columns: list[pa.Array], options: dict[str, str]) -> pa.Array:
        found = pa.array(ask(*columns, **{**default, **options}))
        return found.cast(numbers[function.gives]) if function.gives in numbers else found

    def by_options(columns: list[pa.Array], choices: list[dict[str, Any]]) -> pa.Array:
        rows: dict[tuple[Any, ...], list[int]] = {}
        for row, choice in enumerate(choices):
            rows.setdefault(tuple(choice.values()), []).append(row)
        found: list[Any] = [None] * len(choices)
        given = [column.to_pylist() for column in columns]
        for mine in rows.values():
            options = choices[mine[0]]
            if not _has_null(options):
                strings = [pa.array([column[row] for row in mine], pa.string()) for column in given]
                for row, one in zip(mine, answer(strings, options).to_pylist()):
                    found[row] = one
        parts = pa.struct([(name, pa.string()) for name in COMPONENTS])
        text = columns[0].type if columns[0].type in (pa.large_string(), pa.string_view()) else pa.string()
        types = {TEXT: text, TEXTS: pa.list_(pa.string()), TRUTH: pa.bool_(), PARTS: parts, **numbers}
        return pa.array(found, types[function.gives])

    def called(*arguments: pa.Array) -> pa.Array:
        columns, given = list(arguments[: function.columns]), arguments[function.columns :]
        if len(columns) < function.columns or len(given) > len(function.options):
            taken = ", ".join(["column"] * function.columns + list(function.options))
            raise TypeError(f"{function.name} takes ({taken}), not {len(arguments)} arguments")
        texts = {name: options.unique().to_pylist() for name, options in zip(function.options, given)}
        if all(len(one) == 1 for one in texts.values()):
            options = {name: text for name, (text,) in texts.items()}
            if not _has_null(options):
                return answer(columns, options)
        return by_options(columns, [dict(zip(texts, row)) for row in zip(*(one.to_pylist() for one in given))])

    return called


def _has_null(options: dict[str, Any]) -> bool:
    return any(text is None for name, text in options.items() if name != "rule")
