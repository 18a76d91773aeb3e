"""Splits any string into its five components."""

from typing import NamedTuple, Optional, Union

from . import Uri, _urispec


class Components(NamedTuple):
    """The five components of a string. An undefined component is None."""

    scheme: Optional[str]
    authority: Optional[str]
    path: str
    query: Optional[str]
    fragment: Optional[str]


def split(text: Union[str, Uri]) -> Components:
    """Splits any string, valid or not, into its five components (RFC 3986, Appendix B).

    >>> urispec.split("//h/a b?")
    Components(scheme=None, authority='h', path='/a b', query='', fragment=None)
    """
    return Components(*_urispec.split(text))


# The module name for pickling.
Components.__module__ = split.__module__ = "urispec"
