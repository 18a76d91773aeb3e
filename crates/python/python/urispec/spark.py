"""Functions in the SQL of Spark: `urispec.spark.register(spark)`, and then `SELECT uri_host(url)`.

The functions are those of `urispec.duckdb`, with `string`, `boolean`, `int`, `array<string>` and a struct. Spark sends
them to the executors, whose Python must have this package, pyarrow, and before Spark 4.1 pandas.

From Spark 4.1 on they are functions of Arrow. Before that they are functions of pandas, which take longer, and have a
struct of nulls where the others have a null.
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
    """Makes the functions, or makes them anew. Another prefix, for another edition, makes functions beside these."""
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
    """The function of arrays. Spark asks for annotations, and for a parameter for each argument."""

    def ask(*columns: pa.Array) -> pa.Array:
        # Here, and not outside: this function is sent to the executors.
        import pyarrow as pa

        return asked(function, edition, signed=True)(*columns)

    def one(column: pa.Array) -> pa.Array:
        return ask(column)

    def two(first: pa.Array, second: pa.Array) -> pa.Array:
        return ask(first, second)

    return _annotated(one if function.arguments == 1 else two, "pyarrow", "Array", "Array")


def _of_series(function: Function, edition: Edition) -> Callable[..., Any]:
    """The function of series of pandas, whose struct is a frame."""

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
    """The function with the classes of an engine in its annotations, by which Spark knows what it takes."""
    from importlib import import_module

    of = import_module(module)
    names = [name for name in function.__annotations__ if name != "return"]
    function.__annotations__ = {**{name: getattr(of, takes) for name in names}, "return": getattr(of, gives)}
    return function
