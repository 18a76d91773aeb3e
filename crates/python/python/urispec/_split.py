"""The five components of any string."""

from typing import NamedTuple, Optional, Union

from . import Uri, _urispec


class Components(NamedTuple):
    """The five components of a string. One that is undefined is None."""

    scheme: Optional[str]
    authority: Optional[str]
    path: str
    query: Optional[str]
    fragment: Optional[str]


def split(text: Union[str, Uri]) -> Components:
    """Divides any string, valid or not, into its five components (RFC 3986, Appendix B).

    >>> urispec.split("//h/a b?")
    Components(scheme=None, authority='h', path='/a b', query='', fragment=None)
    """
    return Components(*_urispec.split(text))


# The names by which they are pickled.
Components.__module__ = split.__module__ = "urispec"
