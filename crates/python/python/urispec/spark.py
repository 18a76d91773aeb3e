"""SQL functions for Spark: `urispec.spark.register(spark)`, and then
`SELECT uri_host(url)`.

The functions are those of `urispec.duckdb`, with `string`, `boolean`, `int`,
`array<string>` and a struct. Spark sends them to the executors, whose Python needs this
package, pyarrow, and before Spark 4.1 pandas.

From Spark 4.1 on, they are Arrow functions. Before, they are pandas functions, which
are slower and return a struct of nulls instead of a null struct.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._functions import COMPONENTS, FUNCTIONS, INDEX, NUMBER, PARTS, TEXT, TEXTS, TRUTH, Function, asked
from ._types import Edition

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    from pyspark.sql import SparkSession

__all__ = ["register"]

_TYPES = {
    TEXT: "string",
    TEXTS: "array<string>",
    TRUTH: "boolean",
    NUMBER: "int",
    INDEX: "bigint",
    PARTS: f"struct<{', '.join(f'{name}: string' for name in COMPONENTS)}>",
}


def register(spark: SparkSession, *, edition: Edition = "rfc3986", prefix: str = "uri_") -> None:
    """Registers the functions, replacing earlier ones. A different prefix, for a
    different edition, adds functions."""
    from pyspark.sql import functions

    engine: Any = functions
    for function in FUNCTIONS:
        gives = _TYPES[function.gives]
        if hasattr(engine, "arrow_udf"):
            made = engine.arrow_udf(_of_arrays(function, edition), gives)
        else:
            made = engine.pandas_udf(_of_series(function, edition), gives)
        spark.udf.register(prefix + function.name, made)


def _of_arrays(function: Function, edition: Edition) -> Callable[..., Any]:
    """Returns the function of arrays. Spark requires annotations, and a parameter for
    each argument."""

    def ask(*columns: pa.Array) -> pa.Array:
        # Imported here because this function is sent to the executors.
        import pyarrow as pa

        return asked(function, edition, signed=True)(*columns)

    def one(column: pa.Array) -> pa.Array:
        return ask(column)

    def two(first: pa.Array, second: pa.Array) -> pa.Array:
        return ask(first, second)

    return _annotated(one if function.arguments == 1 else two, "pyarrow", "Array", "Array")


def _of_series(function: Function, edition: Edition) -> Callable[..., Any]:
    """Returns the function of pandas series. Its struct is a DataFrame."""

    def ask(*columns: pd.Series[Any]) -> pd.Series[Any] | pd.DataFrame:
        import pandas as pd
        import pyarrow as pa

        arrays = [pa.Array.from_pandas(column, type=pa.string()) for column in columns]
        found = asked(function, edition, signed=True)(*arrays)
        if function.gives == PARTS:
            fields = zip(found.type.names, found.flatten())
            return pd.DataFrame({name: field.to_pandas() for name, field in fields})
        return found.to_pandas()

    def one(column: pd.Series[Any]) -> pd.Series[Any] | pd.DataFrame:
        return ask(column)

    def two(first: pd.Series[Any], second: pd.Series[Any]) -> pd.Series[Any] | pd.DataFrame:
        return ask(first, second)

    gives = "DataFrame" if function.gives == PARTS else "Series"
    return _annotated(one if function.arguments == 1 else two, "pandas", "Series", gives)


def _annotated(function: Callable[..., Any], module: str, takes: str, gives: str) -> Callable[..., Any]:
    """Returns the function with the classes of an engine as annotations, from which
    Spark infers the argument types."""
    from importlib import import_module

    of = import_module(module)
    names = [name for name in function.__annotations__ if name != "return"]
    function.__annotations__ = {**{name: getattr(of, takes) for name in names}, "return": getattr(of, gives)}
    return function
