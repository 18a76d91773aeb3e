"""Columns in, columns out, by the Arrow PyCapsule interface.

A column is any object with `__arrow_c_array__` or `__arrow_c_stream__`: an array of pyarrow, a Series
of Polars or pandas. The answer is one too: `pyarrow.array(…)`, `pyarrow.chunked_array(…)` and
`polars.Series(…)` take it without a copy. A column in chunks gives a column in chunks.

>>> import pyarrow
>>> urls = pyarrow.array(["http://u@h:80/", "http://[/", None, "mailto:a@b"])
>>> pyarrow.array(urispec.arrow.host(urls)).to_pylist()
['h', None, None, None]
>>> pyarrow.array(urispec.arrow.valid(urls)).to_pylist()
[True, False, None, True]

A string that is no reference of the edition gives null, and never an exception: `valid` tells which,
and `error` what is wrong. What is wrong with the whole column raises TypeError or ValueError. Python's
lock is released while the column is read and answered.
"""

from . import _urispec

_arrow = _urispec.arrow

__all__ = [name for name in dir(_arrow) if not name.startswith("_")]

globals().update({name: getattr(_arrow, name) for name in __all__})
