"""Columns in, columns out: pandas, Polars, and whatever speaks the Arrow PyCapsule interface.

What comes in decides what goes out. A Series or an Index of pandas gives a Series with the same index
and name, and a Series of Polars a Series with the same name:

>>> import pandas, polars
>>> urls = pandas.Series(["http://u@h:80/", "http://[/", "mailto:a@b"], index=[3, 5, 8])
>>> urispec.arrow.host(urls).to_dict()
{3: 'h', 5: None, 8: None}
>>> urispec.arrow.valid(polars.Series("url", ["http://h/", "a b"])).to_list()
[True, False]

Any other object with `__arrow_c_array__` or `__arrow_c_stream__`, such as an array of pyarrow, gives an
`Array` or a `ChunkedArray`. It has the same interface, so that `pyarrow.array(…)` and `polars.Series(…)`
take it without a copy, and methods for the rest:

>>> import pyarrow
>>> urls = pyarrow.array(["http://u@h:80/", "http://[/", None, "mailto:a@b"])
>>> urispec.arrow.host(urls).to_pyarrow().to_pylist()
['h', None, None, None]
>>> pyarrow.array(urispec.arrow.valid(urls)).to_pylist()
[True, False, None, True]

A string that is no reference of the edition gives null, and never an exception: `valid` tells which,
and `error` what is wrong. What is wrong with the whole column raises TypeError or ValueError. Python's
lock is released while the column is read and answered, and Ctrl-C ends the work.
"""

from . import _urispec
from ._frames import as_what_comes_in as _as_what_comes_in

Array = _urispec.arrow.Array
ChunkedArray = _urispec.arrow.ChunkedArray

__all__ = [name for name in dir(_urispec.arrow) if not name.startswith("_")]

# Each function takes the columns of frames too. A class has a capital letter.
globals().update(
    {
        name: _as_what_comes_in(getattr(_urispec.arrow, name), __name__)
        for name in __all__
        if name.islower()
    }
)
