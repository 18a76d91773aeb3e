"""URI functions on columns of pandas, Polars, and any library with the Arrow PyCapsule
interface.

The input determines the output. A pandas Series or Index gives a Series with the same
index and name, and a Polars Series gives a Series with the same name:

>>> import pandas, polars
>>> urls = pandas.Series(["http://u@h:80/", "http://[/", "mailto:a@b"], index=[3, 5, 8])
>>> urispec.arrow.host(urls).to_dict()
{3: 'h', 5: None, 8: None}
>>> urispec.arrow.valid(polars.Series("url", ["http://h/", "a b"])).to_list()
[True, False]

Any other object with `__arrow_c_array__` or `__arrow_c_stream__`, such as a pyarrow
array, gives an `Array` or a `ChunkedArray`. Both have the same interface, so that
`pyarrow.array(…)` and `polars.Series(…)` read them without a copy, and methods for
conversion:

>>> import pyarrow
>>> urls = pyarrow.array(["http://u@h:80/", "http://[/", None, "mailto:a@b"])
>>> urispec.arrow.host(urls).to_pyarrow().to_pylist()
['h', None, None, None]
>>> pyarrow.array(urispec.arrow.valid(urls)).to_pylist()
[True, False, None, True]

A string that is not a reference of the edition gives null, never an exception: `valid`
identifies these strings, and `error` explains them. An error of the whole column raises
TypeError or ValueError. Python's lock is released while the column is read and
processed, and Ctrl-C interrupts the work.
"""

from . import _urispec
from ._frames import as_what_comes_in as _as_what_comes_in

Array = _urispec.arrow.Array
ChunkedArray = _urispec.arrow.ChunkedArray

__all__ = [name for name in dir(_urispec.arrow) if not name.startswith("_")]

# Each function also accepts the columns of frames. Names with a capital letter are
# classes.
globals().update(
    {
        name: _as_what_comes_in(getattr(_urispec.arrow, name), __name__)
        for name in __all__
        if name.islower()
    }
)
