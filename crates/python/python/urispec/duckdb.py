"""SQL functions for DuckDB: `urispec.duckdb.register(connection)`, and then
`SELECT uri_host(url)`.

>>> import duckdb
>>> import urispec.duckdb
>>> db = duckdb.connect()
>>> urispec.duckdb.register(db)
>>> db.sql("SELECT uri_host('http://u@h:80/'), uri_components('a:b').path").fetchall()
[('h', 'b')]

| function | returns |
|---|---|
| `uri_scheme(url)`, `uri_authority`, `uri_userinfo`, `uri_host`, `uri_host_kind`, `uri_port`, `uri_path`, `uri_query`, `uri_fragment` | `VARCHAR` |
| `uri_components(url)` | `STRUCT` of these |
| `uri_port_number(url)` | `USMALLINT` |
| `uri_valid(url)`, `uri_error(url)` | `BOOLEAN`, `VARCHAR` |
| `uri_normalize(url, rung)` | `VARCHAR` |
| `uri_lint(url, pack)` | `VARCHAR[]` |
| `uri_resolve(base, reference)`, `uri_relativize(base, target)`, `uri_compare(a, b)` | `VARCHAR` |
| `uri_template_ways(url, template)` | `USMALLINT` |

DuckDB calls a Python function with whole columns, from one thread at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._functions import COMPONENTS, FUNCTIONS, INDEX, NUMBER, PARTS, TEXT, TEXTS, TRUTH, asked
from ._types import Edition

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

__all__ = ["register"]

_TYPES = {
    TEXT: "VARCHAR",
    TEXTS: "VARCHAR[]",
    TRUTH: "BOOLEAN",
    NUMBER: "USMALLINT",
    INDEX: "UBIGINT",
    PARTS: f"STRUCT({', '.join(f'{name} VARCHAR' for name in COMPONENTS)})",
}


def register(connection: duckdb.DuckDBPyConnection, *, edition: Edition = "rfc3986", prefix: str = "uri_") -> None:
    """Registers the functions, replacing those of this connection.

    A cursor has the functions of its connection. A different prefix, for a different
    edition, adds functions.
    """
    import duckdb

    # The stubs of DuckDB describe Arrow functions differently in each version.
    db: Any = connection
    for function in FUNCTIONS:
        name = prefix + function.name
        try:
            db.remove_function(name)
        except duckdb.InvalidInputException:
            pass  # It is not registered yet.
        db.create_function(
            name,
            _of_arrays(asked(function, edition), function.arguments),
            ["VARCHAR"] * function.arguments,
            _TYPES[function.gives],
            type="arrow",
            # The function handles null itself, and returns null.
            null_handling="special",
        )


def _of_arrays(ask: Callable[..., pa.Array], arguments: int) -> Callable[..., Any]:
    """Returns a function of as many chunked arrays as `arguments`, which DuckDB counts
    by the names of the parameters."""

    def array(column: pa.ChunkedArray) -> pa.Array:
        return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()

    if arguments == 1:
        return lambda column: ask(array(column))
    return lambda first, second: ask(array(first), array(second))
