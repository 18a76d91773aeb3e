import os
from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Optional, Union, final

from . import arrow as arrow
from . import compat as compat
from . import kinds as kinds
from . import languages as languages
from ._pairs import Pairs as Pairs
from ._types import Edition, Pack, PathStyle, Place, Rung

__version__: Final[str]

EDITIONS: Final[tuple[Edition, ...]]

_Text = Union[str, Uri]
_Value = Union[str, int, Uri, None]
# Not Iterable, which includes dict: a type checker would then accept a dict with values
# of the wrong type.
_QueryPairs = Union[
    Pairs,
    Mapping[str, Union[_Value, list[str], list[int], list[_Value], tuple[_Value, ...]]],
    Sequence[tuple[str, _Value]],
    Iterator[tuple[str, _Value]],
    ItemsView[str, _Value],
]

class UriError(ValueError):
    """A string that is not a reference of the edition, or that cannot be resolved or changed.

    `str()` of the exception is `message`, which counts bytes. `text` is the invalid string.
    `offset` is the index in `text` of the first character at which the text can no longer be valid, and
    `byte_offset` the same position in its UTF-8. `cause` is the name of the error, such as
    'port-digits', and `section` the section of the document. Each is None if there is none.
    """

    message: str
    text: str
    offset: Optional[int]
    byte_offset: Optional[int]
    cause: Optional[str]
    section: Optional[str]

@final
class Uri:
    """A URI or relative reference, parsed by an edition and unchanged.

    A Uri equals a str of the same characters, has the same hash, and is accepted wherever this package accepts a
    str; `urispec.compare` tests equivalence. `repr` hides a password; `str` does not.

    >>> uri = urispec.Uri("http://user@[2001:db8::7]:8042/over/there?name=ferret#nose")
    >>> uri.scheme, uri.host, uri.host_kind, uri.port
    ('http', '[2001:db8::7]', 'IPv6address', '8042')
    >>> uri == "http://user@[2001:db8::7]:8042/over/there?name=ferret#nose"
    True
    """

    def __new__(cls, text: _Text, *, edition: Edition = "rfc3986", rule: Optional[str] = None) -> Uri: ...
    @property
    def edition(self) -> Edition:
        """The id of the edition that derives the string."""
    @property
    def scheme(self) -> Optional[str]:
        """The scheme, as written."""
    @property
    def authority(self) -> Optional[str]:
        """The authority, without `//`."""
    @property
    def userinfo(self) -> Optional[str]:
        """The userinfo, without `@`."""
    @property
    def user(self) -> Optional[str]:
        """The user: the text of the userinfo before its first `:`."""
    @property
    def password(self) -> Optional[str]:
        """The password: the text of the userinfo after its first `:`."""
    @property
    def host(self) -> Optional[str]:
        """The host, including the brackets of an IP literal."""
    @property
    def host_kind(self) -> Optional[str]:
        """The name of the edition's production that the host matches, such as 'reg-name' or 'IPv6address'."""
    @property
    def port(self) -> Optional[str]:
        """The text of the port: any number of digits, even none."""
    @property
    def port_number(self) -> Optional[int]:
        """The port as a number, if it is defined and at most 65535."""
    @property
    def port_or_default(self) -> Optional[int]:
        """The port as a number, or the default port of the scheme if the port is undefined."""
    @property
    def path(self) -> str:
        """The path, which may be empty and is never None."""
    @property
    def segments(self) -> tuple[str, ...]:
        """The encoded segments of the path, without the leading slash. `urispec.decode` decodes each.

        >>> urispec.Uri("http://h/a%20b/").segments
        ('a%20b', '')
        """
    @property
    def decoded_segments(self) -> tuple[str, ...]:
        """The decoded segments of the path, as `with_segments` takes them.

        >>> urispec.Uri("http://h/a%20b/").decoded_segments
        ('a b', '')
        """
    @property
    def name(self) -> str:
        """The decoded last segment of the path; empty if the path is empty or ends in a slash.

        >>> urispec.Uri("http://h/a/b%20c?q").name
        'b c'
        """
    @property
    def parent(self) -> Uri:
        """The URI without its last segment, its query and its fragment.

        >>> urispec.Uri("http://h/a/b?q").parent
        Uri('http://h/a')
        """
    @property
    def path_and_query(self) -> str:
        """The path with the query, as in an HTTP request.

        >>> urispec.Uri("http://h/a?q#f").path_and_query
        '/a?q'
        """
    @property
    def query(self) -> Optional[str]:
        """The query, without `?`."""
    @property
    def query_pairs(self) -> Pairs:
        """The decoded pairs of the query. `+` is a plus sign, as in RFC 3986.

        >>> urispec.Uri("http://h/?q=R%26D&tag=a&tag=b").query_pairs["q"]
        'R&D'
        """
    @property
    def form_pairs(self) -> Pairs:
        """The decoded pairs of the query, read as the data of a form: `+` is a space."""
    @property
    def fragment(self) -> Optional[str]:
        """The fragment, without `#`."""
    @property
    def origin(self) -> Optional[str]:
        """The origin, as the HTTP documents define it: scheme, host and port. None if the scheme defines no origin.

        >>> urispec.Uri("HTTP://EXAMPLE.com:80/a").origin
        'http://example.com'
        """
    @property
    def redacted(self) -> str:
        """The string for display and logs: `***` replaces a password (RFC 3986, 3.2.1)."""
    def resolve(self, reference: _Text) -> Uri:
        """Resolves a reference against this URI.

        >>> urispec.Uri("http://a/b/c/d;p?q").resolve("../g")
        Uri('http://a/b/g')
        """
    def relativize(self, target: _Text) -> Uri:
        """Finds the shortest reference that resolves, against this URI, to the target.

        >>> urispec.Uri("http://a/b/c/d;p?q").relativize("http://a/b/g")
        Uri('../g')
        """
    def normalize(self, to: Rung = "path-segments") -> Uri:
        """Normalizes the URI up to a rung.

        >>> urispec.Uri("HTTP://h:80/%7Ea/./b").normalize("scheme")
        Uri('http://h/~a/b')
        """
    def compare(self, other: _Text) -> Optional[Rung]:
        """Returns the lowest rung at which this and another reference are equivalent, or None if they are not."""
    def with_scheme(self, scheme: Optional[str]) -> Uri:
        """Returns a copy with a different scheme, or without one.

        >>> urispec.Uri("http://h/").with_scheme("https")
        Uri('https://h/')
        """
    def with_authority(self, authority: Optional[str]) -> Uri:
        """Returns a copy with a different authority, or without one."""
    def with_userinfo(self, userinfo: Optional[str]) -> Uri:
        """Returns a copy with a different userinfo, passed as text, or without one."""
    def with_user(self, user: str, password: Optional[str] = None) -> Uri:
        """Returns a copy with a different user, and a password if one is passed. Both are data, and are encoded.

        >>> urispec.Uri("ftp://h/").with_user("a@b").userinfo
        'a%40b'
        """
    def with_host(self, host: str) -> Uri:
        """Returns a copy with a different host. An IPv6 address includes its brackets.

        >>> urispec.Uri("http://u@h:80/").with_host("[::1]")
        Uri('http://u@[::1]:80/')
        """
    def with_port(self, port: Union[int, str, None]) -> Uri:
        """Returns a copy with a different port, or without one."""
    def with_path(self, path: str) -> Uri:
        """Returns a copy with a different path, passed as text."""
    def with_segments(self, *segments: str) -> Uri:
        """Returns a copy with a path of these segments, which are data and are encoded.

        >>> urispec.Uri("http://h/x").with_segments("a/b", "50%")
        Uri('http://h/a%2Fb/50%25')
        """
    def joinpath(self, *segments: str) -> Uri:
        """Returns a copy with further segments, which are data and are encoded. An empty last segment is replaced.

        >>> urispec.Uri("http://h/a/").joinpath("b", "50%")
        Uri('http://h/a/b/50%25')
        """
    def __truediv__(self, segment: str, /) -> Uri: ...
    def with_query(self, query: Optional[str]) -> Uri:
        """Returns a copy with a different query, passed as text, or without one."""
    def with_query_pairs(self, pairs: _QueryPairs) -> Uri:
        """Returns a copy whose query consists of these pairs: a mapping, or pairs of a key and a value. Keys and values
        are data, and are encoded. A value is a str or an int, None for a key without a value, or a list of these.

        >>> urispec.Uri("http://h/?x").with_query_pairs({"q": "R&D", "page": 2, "tag": ["a", "b"]})
        Uri('http://h/?q=R%26D&page=2&tag=a&tag=b')
        """
    def extend_query(self, pairs: _QueryPairs) -> Uri:
        """Returns a copy with further pairs in its query."""
    def update_query(self, pairs: _QueryPairs) -> Uri:
        """Returns a copy with these pairs at the end of its query, in place of other pairs with the same keys.

        >>> urispec.Uri("http://h/?page=1&q=a").update_query({"page": 2})
        Uri('http://h/?q=a&page=2')
        """
    def without_query_keys(self, *keys: str) -> Uri:
        """Returns a copy whose query does not contain pairs with these keys."""
    def with_fragment(self, fragment: Optional[str]) -> Uri:
        """Returns a copy with a different fragment, passed as text, or without one."""
    def to_iri(self, *, names: bool = False) -> Uri:
        """Returns the IRI of this URI, for display (RFC 3987, 3.2). With `names`, Punycode labels of a host become
        Unicode.

        >>> urispec.Uri("http://h/D%C3%BCrst").to_iri()
        Uri('http://h/Dürst', edition='rfc3987')
        """
    def to_uri(self, *, names: bool = False) -> Uri:
        """Returns the URI of this IRI (RFC 3987, 3.1). With `names`, the host becomes a domain name in ASCII.

        >>> urispec.Uri("http://é.example/é", edition="rfc3987").to_uri(names=True)
        Uri('http://xn--9ca.example/%C3%A9')
        """
    def to_path(self, *, style: PathStyle = "native") -> str:
        r"""Returns the file path of a `file` URI (RFC 8089), as a str. Octets that are not UTF-8 appear as
        `os.fsdecode` represents them.

        >>> urispec.Uri("file:///C:/a%20b").to_path(style="windows")
        'C:\\a b'
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: _Text, /) -> bool: ...
    def __le__(self, other: _Text, /) -> bool: ...
    def __gt__(self, other: _Text, /) -> bool: ...
    def __ge__(self, other: _Text, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __format__(self, spec: str, /) -> str: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, str]]: ...
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any: ...
    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> dict[str, Any]: ...

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
    def match(self, uri: _Text) -> Optional[dict[str, Union[str, list[str], dict[str, str]]]]:
        """Matches a URI, and returns the values of the variables as a dict, or None if the URI does not match. An
        undefined variable has no key.

        Raises UriError if the URI matches in several ways.
        """
    def ways(self, uri: _Text) -> list[dict[str, Union[str, list[str], dict[str, str]]]]:
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

def parse(text: _Text, *, edition: Edition = "rfc3986", rule: Optional[str] = None) -> Uri:
    """Parses a URI or relative reference. With `rule`, only strings of that production of the edition are accepted:
    'URI' requires a scheme, and 'absolute-URI' a scheme and no fragment.

    Raises UriError if the string is invalid.

    >>> urispec.parse("//example.com/a").host
    'example.com'
    >>> urispec.parse("mailto:a@b", rule="URI").host is None
    True
    """

def is_valid(text: _Text, *, edition: Edition = "rfc3986", rule: Optional[str] = None) -> bool:
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

def resolve(base: _Text, reference: _Text, *, edition: Edition = "rfc3986") -> str:
    """Resolves a reference against a base.

    Raises UriError if either is invalid in the edition, or if the target would parse as different components.

    >>> urispec.resolve("http://a/b/c/d;p?q", "../g")
    'http://a/b/g'
    """

def relativize(base: _Text, target: _Text, *, edition: Edition = "rfc3986") -> str:
    """Finds the shortest reference that resolves, against the base, to exactly the target.

    Raises UriError if either is not a URI of the edition, or if no reference resolves to the target.

    >>> urispec.relativize("http://a/b/c/d;p?q", "http://a/b/g")
    '../g'
    """

def normalize(text: _Text, *, to: Rung = "path-segments", edition: Edition = "rfc3986") -> str:
    """Normalizes a string up to a rung: 'string', 'case', 'percent-encoding', 'path-segments' or 'scheme'.

    >>> urispec.normalize("HTTP://h:80/%7Ea/./b")
    'http://h:80/~a/b'
    >>> urispec.normalize("HTTP://h:80/%7Ea/./b", to="scheme")
    'http://h/~a/b'
    """

def compare(a: _Text, b: _Text, *, edition: Edition = "rfc3986") -> Optional[Rung]:
    """Returns the lowest rung at which two references are equivalent, or None if no rung of the edition makes them
    equivalent.

    >>> urispec.compare("http://example.com", "http://EXAMPLE.com:80/")
    'scheme'
    """

def split(text: _Text) -> Components:
    ...

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

def lint(text: _Text, *, pack: Pack = "letter", edition: Edition = "rfc3986") -> list[Finding]:
    """Lints a string: finds text that is valid but unwise.

    The pack 'letter' checks references according to the document of the edition, and raises UriError for any
    other string. The pack 'security' finds common attacks in any string. The pack 'registry' knows the schemes,
    namespaces and well-known URIs registered at IANA.

    >>> [finding.id for finding in urispec.lint("http://0x7f.1/%7Euser")]
    ['needless-escape', 'rare-ipv4']
    """

def editions(text: _Text) -> dict[str, Union[Uri, UriError]]:
    """Parses a string by each edition, and returns a dict from the id of the edition to the result: a Uri, or the error.
    The documents that define URIs come first, oldest first, followed by the documents of the string's scheme.

    >>> [id for id, result in urispec.editions("http://[::1]/").items() if isinstance(result, urispec.Uri)]
    ['rfc2732', 'rfc2396bis-01', 'rfc3986', 'rfc3987', 'rfc6874', 'whatwg', 'rfc9110']
    """
