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
| `uri_scheme(url)`, `uri_authority`, `uri_userinfo`, `uri_host`, `uri_host_kind`, `uri_port`, `uri_path`, `uri_query`, `uri_fragment`, `uri_registrable` | `VARCHAR` |
| `uri_components(url)` | `STRUCT` of the first nine |
| `uri_port_number(url)` | `USMALLINT` |
| `uri_valid(url[, rule])` | `BOOLEAN` |
| `uri_error(url[, rule])`, `uri_cause`, `uri_section` | `VARCHAR` |
| `uri_offset(url[, rule])`, `uri_byte_offset` | `UBIGINT` |
| `uri_normalize(url[, rung])` | `VARCHAR` |
| `uri_lint(url[, pack])` | `VARCHAR[]` |
| `uri_lint_has(url, id)` | `BOOLEAN` |
| `uri_resolve(base, reference)`, `uri_relativize(base, target)`, `uri_compare(a, b)` | `VARCHAR` |
| `uri_template_ways(url, template)` | `USMALLINT` |

Arguments are those of `urispec.arrow`, by position. All functions but the last take an edition as one more argument,
after the optional one: `uri_valid(url, 'URI', 'rfc2396')`, or `uri_valid(url, NULL, 'rfc2396')` without a rule.

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
    """Registers the functions, replacing those of this connection. `edition` is the default edition.

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
            _of_arrays(asked(function, edition)),
            # Any number of arguments of any type, since some are optional.
            None,
            _TYPES[function.gives],
            type="arrow",
            # The function handles null itself, and returns null.
            null_handling="special",
        )


def _of_arrays(ask: Callable[..., pa.Array]) -> Callable[..., Any]:
    """Returns a function of chunked arrays."""

    def array(column: pa.ChunkedArray) -> pa.Array:
        return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()

    return lambda *columns: ask(*map(array, columns))
