"""Converts columns of pandas and Polars to Arrow, and results back.

The input determines the output: a pandas Series gives a Series with the same index and
name, a Polars Series gives one with the same name, and any other column gives an Arrow
result. With several columns, pandas takes precedence. Neither library is imported here:
a caller that passes a Series has imported it already.

Two pandas Series with different indexes have no defined row order. This is an error;
nothing is aligned silently.
"""

import functools
import sys


def as_what_comes_in(native, module):
    """Wraps a function of `_urispec` so that any argument may be a column of a frame."""

    @functools.wraps(native)
    def function(*given, **options):
        way_back = _way_back([*given, *options.values()])
        if way_back is None:
            return native(*given, **options)
        given = [_without_index(value) for value in given]
        options = {name: _without_index(value) for name, value in options.items()}
        return way_back(native(*given, **options))

    function.__module__ = module
    return function


def _way_back(given):
    """Returns the function that converts a result to the library of the column
    arguments, or None."""
    columns = [value for value in given if isinstance(value, _types("pandas"))]
    if columns:
        names = {getattr(column, "name", None) for column in columns}
        name = names.pop() if len(names) == 1 else None
        return functools.partial(to_pandas, index=_index_of(columns), name=name)
    columns = [value for value in given if isinstance(value, _types("polars"))]
    if columns:
        return functools.partial(to_polars, name=getattr(columns[0], "name", None))
    return None


def _types(library):
    """Returns the column types of a library, if it is imported."""
    names = ("Series", "Index", "DataFrame")
    found = (getattr(sys.modules.get(library), name, None) for name in names)
    return tuple(one for one in found if one is not None)


def _index_of(columns):
    first, *others = (getattr(column, "index", column) for column in columns)
    if not all(first.equals(other) for other in others):
        raise ValueError(
            "the columns have different indexes, so their rows cannot be paired; put them into one DataFrame "
            "first, or pass pyarrow.array(column) to pair them by position"
        )
    return first


def _without_index(value):
    """Converts a pandas column to Arrow; returns any other value unchanged."""
    pandas = sys.modules.get("pandas")
    if not isinstance(value, _types("pandas")):
        return value
    import pyarrow

    if isinstance(value, pandas.DataFrame):
        return pyarrow.Table.from_pandas(value, preserve_index=False)
    return pyarrow.array(value)


def to_pandas(answer, index=None, name=None):
    import pandas
    import pyarrow

    column = to_pyarrow(answer)
    column = column if isinstance(column, pyarrow.ChunkedArray) else pyarrow.chunked_array([column])
    # pandas supports few operations on views, and would choose large strings
    # unprompted.
    text = pyarrow.string() if column.nbytes < 1 << 31 else pyarrow.large_string()
    column = column.cast(_with_texts(column.type, text))
    return pandas.Series(pandas.arrays.ArrowExtensionArray(column), index=index, name=name)


def _with_texts(type, text):
    """Replaces each text type in an Arrow type by `text`."""
    import pyarrow

    if type in (pyarrow.string_view(), pyarrow.large_string()):
        return text
    if pyarrow.types.is_struct(type):
        return pyarrow.struct([field.with_type(_with_texts(field.type, text)) for field in type])
    return type


def to_polars(answer, name=None):
    import polars

    return polars.Series(answer).alias(name or "")


def to_pyarrow(answer):
    import pyarrow

    return pyarrow.chunked_array(answer) if hasattr(answer, "num_chunks") else pyarrow.array(answer)


def to_numpy(answer, dtype=None, copy=None):
    import numpy

    return numpy.asarray(to_pyarrow(answer).to_numpy(zero_copy_only=False), dtype)
