"""SQL functions for DataFusion: `urispec.datafusion.register(context)`, and then
`SELECT uri_host(url)`.

>>> import datafusion
>>> import urispec.datafusion
>>> context = datafusion.SessionContext()
>>> urispec.datafusion.register(context)
>>> context.sql("SELECT uri_host('http://u@h:80/') AS host").to_pydict()
{'host': ['h']}

The functions are those of `urispec.duckdb`, with text as `Utf8View`, numbers as `UInt16`, lists and structs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._functions import COMPONENTS, FUNCTIONS, INDEX, NUMBER, PARTS, TEXT, TEXTS, TRUTH, asked
from ._types import Edition

if TYPE_CHECKING:
    from datafusion import SessionContext

__all__ = ["register"]


def register(context: SessionContext, *, edition: Edition = "rfc3986", prefix: str = "uri_") -> None:
    """Registers the functions, replacing earlier ones. A different prefix, for a different edition,
    adds functions."""
    import pyarrow as pa
    from datafusion import udf

    text = pa.string_view()
    types = {
        TEXT: text,
        TEXTS: pa.list_(pa.string()),
        TRUTH: pa.bool_(),
        NUMBER: pa.uint16(),
        INDEX: pa.uint64(),
        PARTS: pa.struct([(name, text) for name in COMPONENTS]),
    }
    for function in FUNCTIONS:
        ask = asked(function, edition)
        name = prefix + function.name
        of = [text] * function.columns + [pa.string()] * bool(function.option)
        context.register_udf(udf(ask, of, types[function.gives], "immutable", name))
