"""The result of `split`."""

from typing import NamedTuple, Optional


class Components(NamedTuple):
    """The five components of a string. An undefined component is None."""

    scheme: Optional[str]
    authority: Optional[str]
    path: str
    query: Optional[str]
    fragment: Optional[str]


# The module name for pickling.
Components.__module__ = "urispec"
