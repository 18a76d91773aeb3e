import os
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, Optional, Union, final

from . import arrow as arrow
from . import compat as compat
from . import kinds as kinds
from . import languages as languages
from . import whatwg as whatwg
from ._pairs import Pairs as Pairs
from ._types import Edition, Pack, PathStyle, Place, Rung
from ._uri import Uri as Uri
from ._uri import _QueryPairs

__version__: Final[str]

EDITIONS: Final[tuple[Edition, ...]]

class UriError(ValueError):
    """A string that is not a reference of the edition, or that cannot be resolved or changed.

    `str()` of the exception is `message`, which counts bytes. `text` is the invalid string.
    `offset` is the index in `text` of the first character at which the text can no longer be valid, and
    `byte_offset` the same position in its UTF-8. `cause` is the name of the error, such as
    'port-digits', and `section` the section of the document, or of another document that it names.
    `citation` is the section with its document, such as 'RFC 3986, 3.2.3'. Each is None if there is none.
    """

    message: str
    text: str
    offset: Optional[int]
    byte_offset: Optional[int]
    cause: Optional[str]
    section: Optional[str]
    citation: Optional[str]

@final
class Template:
    """A URI template.

    >>> template = urispec.Template("/search{?q,lang*}")
    >>> template.expand({"q": "50% off", "lang": ["en", "fr"]})
    '/search?q=50%25%20off&lang=en&lang=fr'
    >>> template.match("/search?q=a&lang=en")
    {'lang': ['en'], 'q': 'a'}
    """

    def __new__(cls, text: str) -> Template: ...
    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the variables, in the order of the template."""
    def expand(self, values: Optional[Mapping[str, object]] = None, **named: object) -> str:
        """Expands the template. A value is a str or an int, a list or tuple, or a mapping; a variable without a value, or
        with None, is undefined.
        """
    def match(self, uri: str) -> Optional[dict[str, Union[str, list[str], dict[str, str]]]]:
        """Matches a URI, and returns the values of the variables as a dict, or None if the URI does not match. An
        undefined variable has no key.

        Raises UriError if the URI matches in several ways.
        """
    def ways(self, uri: str) -> list[dict[str, Union[str, list[str], dict[str, str]]]]:
        """Returns the ways in which a URI matches, each as a dict. The list is incomplete if the search takes too long."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[str]: ...

@final
class Finding:
    """A finding of a lint.

    `spans` are pairs of character indexes into the string. `byte_spans` are the same spans as byte offsets in UTF-8.
    """

    @property
    def id(self) -> str: ...
    @property
    def severity(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def section(self) -> Optional[str]: ...
    @property
    def spans(self) -> list[tuple[int, int]]: ...
    @property
    def byte_spans(self) -> list[tuple[int, int]]: ...
    @property
    def mended(self) -> Optional[str]: ...

class Components(NamedTuple):

    scheme: Optional[str]
    authority: Optional[str]
    path: str
    query: Optional[str]
    fragment: Optional[str]

def parse(text: str, *, edition: Edition = "rfc3986", rule: Optional[str] = None) -> Uri:
    """Parses a URI or relative reference. With `rule`, only strings of that production of the edition are accepted:
    'URI' requires a scheme, and 'absolute-URI' a scheme and no fragment.

    Raises UriError if the string is invalid.

    >>> urispec.parse("//example.com/a").host
    'example.com'
    >>> urispec.parse("mailto:a@b", rule="URI").host is None
    True
    """

def is_valid(text: str, *, edition: Edition = "rfc3986", rule: Optional[str] = None) -> bool:
    """Returns whether a string is a reference of the edition, or, with `rule`, whether it matches that production of the
    document.

    The empty string and "foo" are references. A rule is stricter: 'URI' requires a scheme, and 'http-URI' of the
    edition 'rfc9110' a URI of HTTP.

    >>> urispec.is_valid("http://h:x/"), urispec.is_valid("1.2.3.256", rule="IPv4address")
    (False, False)
    >>> urispec.is_valid("foo"), urispec.is_valid("foo", rule="URI")
    (True, False)
    """

def build(
    *,
    scheme: Optional[str] = None,
    authority: Optional[str] = None,
    userinfo: Optional[str] = None,
    user: Optional[str] = None,
    password: Optional[str] = None,
    host: Optional[str] = None,
    port: Union[int, str, None] = None,
    path: Optional[str] = None,
    segments: Optional[Iterable[str]] = None,
    query: Optional[str] = None,
    query_pairs: Optional[_QueryPairs] = None,
    fragment: Optional[str] = None,
    edition: Edition = "rfc3986",
) -> Uri:
    """Builds a reference. `user`, `password`, `segments` and `query_pairs` are data, and are encoded; all others are text.

    >>> urispec.build(scheme="http", host="example.com", segments=["a b", "50%"], query_pairs={"q": "R&D"})
    Uri('http://example.com/a%20b/50%25?q=R%26D')
    """

def resolve(base: str, reference: str, *, edition: Edition = "rfc3986") -> str:
    """Resolves a reference against a base.

    Raises UriError if either is invalid in the edition, or if the target would parse as different components.

    >>> urispec.resolve("http://a/b/c/d;p?q", "../g")
    'http://a/b/g'
    """

def relativize(base: str, target: str, *, edition: Edition = "rfc3986") -> str:
    """Finds the shortest reference that resolves, against the base, to exactly the target.

    Raises UriError if either is not a URI of the edition, or if no reference resolves to the target.

    >>> urispec.relativize("http://a/b/c/d;p?q", "http://a/b/g")
    '../g'
    """

def normalize(text: str, *, to: Optional[Rung] = None, edition: Edition = "rfc3986") -> str:
    """Normalizes a string up to a rung: 'string', 'case', 'percent-encoding', 'path-segments' or 'scheme'. The default is
    'path-segments', and 'scheme' in the edition 'whatwg', which has no other. There the result is what a browser makes
    of the string, even if the string is not valid.

    >>> urispec.normalize("HTTP://h:80/%7Ea/./b")
    'http://h:80/~a/b'
    >>> urispec.normalize("HTTP://h:80/%7Ea/./b", to="scheme")
    'http://h/~a/b'
    >>> urispec.normalize("http://EXAMPLE.com/|", edition="whatwg")
    'http://example.com/|'
    """

def repair(text: str) -> Uri:
    r"""Converts any string to a reference of RFC 3986: percent-encodes the characters that are not allowed where they are.
    A valid reference is returned unchanged. Decoding the components of the result returns the data of the string.

    Raises UriError if encoding does not help, as for the port in `http://h:x/`, or if the string has two possible hosts,
    as `http://a\b/`.

    >>> urispec.repair("/a b?x[]=50%")
    Uri('/a%20b?x%5B%5D=50%25')
    """

def compare(a: str, b: str, *, edition: Edition = "rfc3986") -> Optional[Rung]:
    """Returns the lowest rung at which two references are equivalent, or None if no rung of the edition makes them
    equivalent. In the edition 'whatwg', the URLs that a browser parses are compared.

    >>> urispec.compare("http://example.com", "http://EXAMPLE.com:80/")
    'scheme'
    """

def split(text: str) -> Components:

    """Splits any string, valid or not, into its five components (RFC 3986, Appendix B).

    >>> urispec.split("//h/a b?")
    Components(scheme=None, authority='h', path='/a b', query='', fragment=None)
    """

def encode(data: Union[str, bytes], place: Place = "unreserved") -> str:
    """Percent-encodes data for a place, named by its production: 'unreserved' (a key or a value of a query, or any
    place), 'userinfo', 'reg-name', 'segment', 'segment-nz-nc', 'query' or 'fragment'.

    >>> urispec.encode("a/b?", "segment"), urispec.encode("a/b?", "query")
    ('a%2Fb%3F', 'a/b?')
    """

def decode(text: str, *, form: bool = False, lossy: bool = False) -> str:
    """Decodes the percent-encoded triplets of a part of a URI, such as a segment. With `form`, `+` is a space, as in a
    query from a form.

    Raises UriError if a `%` does not begin a triplet, or if the octets are not UTF-8. With `lossy`, never raises it.

    >>> urispec.decode("50%25%20off"), urispec.decode("1+%2B+1", form=True)
    ('50% off', '1 + 1')
    """

def decode_octets(text: str) -> bytes:
    r"""Decodes the percent-encoded triplets of a part of a URI to octets, which need not be UTF-8.

    >>> urispec.decode_octets("%FFa%2F")
    b'\xffa/'
    """

def from_path(path: Union[str, bytes, os.PathLike[str]], *, style: PathStyle = "native") -> Uri:
    r"""Returns the `file` URI (RFC 8089) of an absolute path, which is a str, bytes or an os.PathLike.

    >>> urispec.from_path("/a b/50%", style="unix")
    Uri('file:///a%20b/50%25')
    >>> urispec.from_path(r"C:\a b", style="windows")
    Uri('file:///C:/a%20b')
    """

def lint(text: str, *, pack: Pack = "letter", edition: Edition = "rfc3986") -> list[Finding]:
    """Lints a string: finds text that is valid but unwise.

    The pack 'letter' checks references according to the document of the edition, and raises UriError for any
    other string. The pack 'security' finds common attacks in any string. The pack 'registry' knows the schemes,
    namespaces and well-known URIs registered at IANA.

    >>> [finding.id for finding in urispec.lint("http://0x7f.1/%7Euser")]
    ['needless-escape', 'rare-ipv4']
    """

def editions(text: str) -> dict[str, Union[Uri, UriError]]:
    """Parses a string by each edition, and returns a dict from the id of the edition to the result: a Uri, or the error.
    The documents that define URIs come first, oldest first, followed by the documents of the string's scheme.

    >>> [id for id, result in urispec.editions("http://[::1]/").items() if isinstance(result, urispec.Uri)]
    ['rfc2732', 'rfc2396bis-01', 'rfc3986', 'rfc3987', 'rfc6874', 'whatwg', 'rfc9110']
    """
