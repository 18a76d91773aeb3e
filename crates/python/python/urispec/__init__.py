"""URIs by the letter of the documents that say what a URI is.

>>> import urispec
>>> uri = urispec.parse("http://user@[2001:db8::7]:8042/over/there?name=ferret#nose")
>>> uri.host, uri.port_number, uri.fragment
('[2001:db8::7]', 8042, 'nose')
>>> urispec.resolve("http://a/b/c/d;p?q", "../g")
'http://a/b/g'
>>> try:
...     urispec.parse("http://h:x/")
... except urispec.UriError as error:
...     print(error.offset, error.cause, error.section)
10 port-digits 3.2.3

An undefined component is None, and an empty one is an empty string. Every function takes the id of an
edition, one of EDITIONS; the default is RFC 3986. The module `urispec.arrow` has the same for columns.
"""

from typing import NamedTuple, Optional

from . import _urispec, arrow
from ._urispec import (
    Finding,
    Uri,
    UriError,
    compare,
    editions,
    is_valid,
    lint,
    normalize,
    parse,
    relativize,
    resolve,
)

__all__ = [
    "EDITIONS",
    "Components",
    "Finding",
    "Uri",
    "UriError",
    "arrow",
    "compare",
    "editions",
    "is_valid",
    "lint",
    "normalize",
    "parse",
    "relativize",
    "resolve",
    "split",
]

EDITIONS: tuple[str, ...] = tuple(_urispec.edition_ids())
"""The ids of the editions, oldest first."""


class Components(NamedTuple):
    """The five components of a string. One that is undefined is None."""

    scheme: Optional[str]
    authority: Optional[str]
    path: str
    query: Optional[str]
    fragment: Optional[str]


def split(text: str) -> Components:
    """Divides any string, valid or not, into its five components (RFC 3986, Appendix B).

    >>> urispec.split("//h/a b?")
    Components(scheme=None, authority='h', path='/a b', query='', fragment=None)
    """
    return Components(*_urispec.split(text))
