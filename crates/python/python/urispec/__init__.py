"""URIs, exactly as each specification defines them.

>>> import urispec
>>> uri = urispec.parse("http://user@[2001:db8::7]:8042/over/there?name=ferret#nose")
>>> uri.host, uri.port_number, uri.fragment
('[2001:db8::7]', 8042, 'nose')
>>> uri.with_host("example.com") / "50% off"
Uri('http://user@example.com:8042/over/there/50%25%20off?name=ferret#nose')
>>> urispec.resolve("http://a/b/c/d;p?q", "../g")
'http://a/b/g'
>>> try:
...     urispec.parse("http://h:x/")
... except urispec.UriError as error:
...     print(error.offset, error.cause, error.section)
10 port-digits 3.2.3

`parse` accepts any *reference*, as RFC 3986 does: "" and "foo" are references. `rule="URI"` requires a scheme, and
the edition "rfc9110" an http or https URI:

>>> [urispec.is_valid("foo"), urispec.is_valid("foo", rule="URI"), urispec.is_valid("a:b", edition="rfc9110")]
[True, False, False]

An undefined component is None, and an empty one is an empty string. Every function takes the id of an edition, one
of EDITIONS; the default is RFC 3986. A `Uri` is a str.

`urispec.arrow` has the same functions for columns. `urispec.kinds` restricts the strings of a field, an argument
or a database column. `urispec.compat` has the functions of `urllib.parse`. `urispec.languages` decides which strings a
pattern matches. `urispec.whatwg` has URLs as browsers parse them.
"""

from . import _urispec
from ._urispec import (
    Finding,
    Template,
    UriError,
    build,
    compare,
    decode,
    decode_octets,
    editions,
    encode,
    from_path,
    is_valid,
    lint,
    normalize,
    parse,
    relativize,
    repair,
    resolve,
    split,
)
from ._uri import Uri

__all__ = [
    "EDITIONS",
    "Components",
    "Finding",
    "Template",
    "Uri",
    "UriError",
    "arrow",
    "build",
    "compare",
    "decode",
    "decode_octets",
    "editions",
    "encode",
    "from_path",
    "is_valid",
    "languages",
    "lint",
    "normalize",
    "parse",
    "relativize",
    "repair",
    "resolve",
    "split",
    "whatwg",
]

__version__ = _urispec.version()

EDITIONS = tuple(_urispec.edition_ids())
"""The ids of the editions: the documents that define URIs, those of single schemes, and those of related strings,
each oldest first."""

# Modules, and names in modules, that are imported at first use, so that `import urispec` is fast.
_LATER = {"arrow": None, "compat": None, "kinds": None, "languages": None, "whatwg": None, "Components": "_split"}


def __getattr__(name):
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    if _LATER[name] is None:
        return importlib.import_module("." + name, __name__)
    value = getattr(importlib.import_module("." + _LATER[name], __name__), name)
    globals()[name] = value
    return value
