import os
from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Optional, Union, final

from . import arrow as arrow
from . import compat as compat
from . import kinds as kinds
from ._pairs import Pairs as Pairs
from ._types import Edition, Pack, PathStyle, Place, Rung

__version__: Final[str]

EDITIONS: Final[tuple[Edition, ...]]

_Text = Union[str, Uri]
_Value = Union[str, int, Uri, None]
# Not Iterable, which a dict is too: its values would be read as those of no mapping.
_QueryPairs = Union[
    Pairs,
    Mapping[str, Union[_Value, list[str], list[int], list[_Value], tuple[_Value, ...]]],
    Sequence[tuple[str, _Value]],
    Iterator[tuple[str, _Value]],
    ItemsView[str, _Value],
]

class UriError(ValueError):
    """A string that is no reference of the edition, or that cannot be resolved or changed.

    `str()` of the exception is `message`, which counts bytes. `text` is the string at fault, and
    `offset` the index of the first character after which no reference goes on: an index of
    `text`. `byte_offset` is the same place in the UTF-8 of the text. `cause` is the name of what is
    wrong, such as 'port-digits', and `section` the section of the document. Each is None where
    there is none.
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

    A Uri equals a str of the same characters, has the hash of that str, and stands wherever a str may
    stand in this package; `urispec.compare` finds what is equivalent. `repr` hides a password, and `str` does not.

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
        """The scheme, as given."""
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
        """The host. An address in brackets keeps them."""
    @property
    def host_kind(self) -> Optional[str]:
        """The edition's production of the host, such as 'reg-name' or 'IPv6address'."""
    @property
    def port(self) -> Optional[str]:
        """The text of the port: any number of digits, even none."""
    @property
    def port_number(self) -> Optional[int]:
        """The port as a number, if there is one and it is at most 65535."""
    @property
    def port_or_default(self) -> Optional[int]:
        """The port as a number, or where there is none the default port of the scheme, if it has one."""
    @property
    def path(self) -> str:
        """The path, which may be empty and is never None."""
    @property
    def segments(self) -> tuple[str, ...]:
        """The segments of the path as they stand there, without the slash at the beginning. `urispec.decode` decodes each.

        >>> urispec.Uri("http://h/a%20b/").segments
        ('a%20b', '')
        """
    @property
    def decoded_segments(self) -> tuple[str, ...]:
        """The segments of the path, decoded: data, as `with_segments` takes it.

        >>> urispec.Uri("http://h/a%20b/").decoded_segments
        ('a b', '')
        """
    @property
    def name(self) -> str:
        """The last segment of the path, decoded; empty where the path is, or ends in a slash.

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
        """The path with the query, as a request of HTTP has them.

        >>> urispec.Uri("http://h/a?q#f").path_and_query
        '/a?q'
        """
    @property
    def query(self) -> Optional[str]:
        """The query, without `?`."""
    @property
    def query_pairs(self) -> Pairs:
        """The pairs of the query, decoded: `+` is a plus sign, as RFC 3986 has it.

        >>> urispec.Uri("http://h/?q=R%26D&tag=a&tag=b").query_pairs["q"]
        'R&D'
        """
    @property
    def form_pairs(self) -> Pairs:
        """The pairs of the query as a form has sent them: `+` is a space."""
    @property
    def fragment(self) -> Optional[str]:
        """The fragment, without `#`."""
    @property
    def origin(self) -> Optional[str]:
        """The origin, as the HTTP documents define it: scheme, host and port. None where the scheme has none.

        >>> urispec.Uri("HTTP://EXAMPLE.com:80/a").origin
        'http://example.com'
        """
    @property
    def redacted(self) -> str:
        """The string to show to people and to write to logs: `***` stands for a password (RFC 3986, 3.2.1)."""
    def resolve(self, reference: _Text) -> Uri:
        """The target of a reference that stands in the document of this URI.

        >>> urispec.Uri("http://a/b/c/d;p?q").resolve("../g")
        Uri('http://a/b/g')
        """
    def relativize(self, target: _Text) -> Uri:
        """The shortest reference that leads from this URI to the target.

        >>> urispec.Uri("http://a/b/c/d;p?q").relativize("http://a/b/g")
        Uri('../g')
        """
    def normalize(self, to: Rung = "path-segments") -> Uri:
        """The normal form up to a rung.

        >>> urispec.Uri("HTTP://h:80/%7Ea/./b").normalize("scheme")
        Uri('http://h/~a/b')
        """
    def compare(self, other: _Text) -> Optional[Rung]:
        """The lowest rung at which this and another reference are equivalent, or None."""
    def with_scheme(self, scheme: Optional[str]) -> Uri:
        """A copy with another scheme, or without one.

        >>> urispec.Uri("http://h/").with_scheme("https")
        Uri('https://h/')
        """
    def with_authority(self, authority: Optional[str]) -> Uri:
        """A copy with another authority, or without one."""
    def with_userinfo(self, userinfo: Optional[str]) -> Uri:
        """A copy with another userinfo, given as text, or without one."""
    def with_user(self, user: str, password: Optional[str] = None) -> Uri:
        """A copy with another user, and with a password where one is given. Both are data, and are encoded.

        >>> urispec.Uri("ftp://h/").with_user("a@b").userinfo
        'a%40b'
        """
    def with_host(self, host: str) -> Uri:
        """A copy with another host. An address of IPv6 has its brackets.

        >>> urispec.Uri("http://u@h:80/").with_host("[::1]")
        Uri('http://u@[::1]:80/')
        """
    def with_port(self, port: Union[int, str, None]) -> Uri:
        """A copy with another port, or without one."""
    def with_path(self, path: str) -> Uri:
        """A copy with another path, given as text."""
    def with_segments(self, *segments: str) -> Uri:
        """A copy with a path of these segments, which are data and are encoded.

        >>> urispec.Uri("http://h/x").with_segments("a/b", "50%")
        Uri('http://h/a%2Fb/50%25')
        """
    def joinpath(self, *segments: str) -> Uri:
        """A copy with further segments, which are data and are encoded. An empty last segment is replaced.

        >>> urispec.Uri("http://h/a/").joinpath("b", "50%")
        Uri('http://h/a/b/50%25')
        """
    def __truediv__(self, segment: str, /) -> Uri: ...
    def with_query(self, query: Optional[str]) -> Uri:
        """A copy with another query, given as text, or without one."""
    def with_query_pairs(self, pairs: _QueryPairs) -> Uri:
        """A copy whose query has these pairs, which are data and are encoded: a mapping, or pairs of a key and a value.
        A value is a str or an int, or None for a key alone, or a list of these.

        >>> urispec.Uri("http://h/?x").with_query_pairs({"q": "R&D", "page": 2, "tag": ["a", "b"]})
        Uri('http://h/?q=R%26D&page=2&tag=a&tag=b')
        """
    def extend_query(self, pairs: _QueryPairs) -> Uri:
        """A copy with further pairs in its query."""
    def update_query(self, pairs: _QueryPairs) -> Uri:
        """A copy with these pairs in its query, at the end, and no others of their keys.

        >>> urispec.Uri("http://h/?page=1&q=a").update_query({"page": 2})
        Uri('http://h/?q=a&page=2')
        """
    def without_query_keys(self, *keys: str) -> Uri:
        """A copy without the pairs of these keys in its query."""
    def with_fragment(self, fragment: Optional[str]) -> Uri:
        """A copy with another fragment, given as text, or without one."""
    def to_iri(self, *, names: bool = False) -> Uri:
        """The IRI of this URI, for people to read (RFC 3987, 3.2). With `names`, labels of a host that stand in
        Punycode become Unicode.

        >>> urispec.Uri("http://h/D%C3%BCrst").to_iri()
        Uri('http://h/Dürst', edition='rfc3987')
        """
    def to_uri(self, *, names: bool = False) -> Uri:
        """The URI of this IRI (RFC 3987, 3.1). With `names`, the host becomes a domain name in ASCII.

        >>> urispec.Uri("http://é.example/é", edition="rfc3987").to_uri(names=True)
        Uri('http://xn--9ca.example/%C3%A9')
        """
    def to_path(self, *, style: PathStyle = "native") -> str:
        r"""The path of a file that a `file` URI names (RFC 8089), as a str, in which octets that are no UTF-8 stand as
        `os.fsdecode` has them.

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
        """The expansion. A value is a str or an int, a list or tuple, or a mapping; a variable that has none, or None, is
        undefined.
        """
    def match(self, uri: _Text) -> Optional[dict[str, Union[str, list[str], dict[str, str]]]]:
        """The values of which a URI is the expansion, as a dict, or None if it is no expansion. A variable that is
        undefined has no key.

        Raises UriError if the URI is an expansion in several ways.
        """
    def ways(self, uri: _Text) -> list[dict[str, Union[str, list[str], dict[str, str]]]]:
        """All the ways in which a URI is an expansion, each as a dict, or as many as the search finds before it gives up."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[str]: ...

@final
class Finding:
    """What a lint says of a string.

    `spans` are pairs of indexes of characters of the string, and `byte_spans` the same places in its UTF-8.
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
    """Parses a URI or relative reference, or only what one production of the edition derives, named as the document
    prints it: 'URI' wants a scheme, and 'absolute-URI' one and no fragment.

    Raises UriError if the string is none.

    >>> urispec.parse("//example.com/a").host
    'example.com'
    >>> urispec.parse("mailto:a@b", rule="URI").host is None
    True
    """

def is_valid(text: _Text, *, edition: Edition = "rfc3986", rule: Optional[str] = None) -> bool:
    """Whether a string is a reference of the edition, or of one production of it, named as the document
    prints it.

    The empty string and "foo" are references. A rule wants more: 'URI' a scheme, and 'http-URI' of the edition
    'rfc9110' what HTTP takes.

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
    """Builds a reference. `user`, `password`, `segments` and `query_pairs` are data, and are encoded; the others are text.

    >>> urispec.build(scheme="http", host="example.com", segments=["a b", "50%"], query_pairs={"q": "R&D"})
    Uri('http://example.com/a%20b/50%25?q=R%26D')
    """

def resolve(base: _Text, reference: _Text, *, edition: Edition = "rfc3986") -> str:
    """The target of a reference against a base.

    Raises UriError if either is none of the edition, or if the letter gives no target that reads back
    as what it is.

    >>> urispec.resolve("http://a/b/c/d;p?q", "../g")
    'http://a/b/g'
    """

def relativize(base: _Text, target: _Text, *, edition: Edition = "rfc3986") -> str:
    """The shortest reference that resolves, against the base, to exactly the target.

    Raises UriError if either is no URI of the edition, or if no reference leads to the target.

    >>> urispec.relativize("http://a/b/c/d;p?q", "http://a/b/g")
    '../g'
    """

def normalize(text: _Text, *, to: Rung = "path-segments", edition: Edition = "rfc3986") -> str:
    """The normal form up to a rung: 'string', 'case', 'percent-encoding', 'path-segments' or 'scheme'.

    >>> urispec.normalize("HTTP://h:80/%7Ea/./b")
    'http://h:80/~a/b'
    >>> urispec.normalize("HTTP://h:80/%7Ea/./b", to="scheme")
    'http://h/~a/b'
    """

def compare(a: _Text, b: _Text, *, edition: Edition = "rfc3986") -> Optional[Rung]:
    """The lowest rung at which two references are equivalent, or None if nothing that the edition
    licenses makes them so.

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
    """Decodes the triplets of a part of a URI, such as a segment. With `form`, `+` is a space, as in a query that a form
    has sent.

    Raises UriError where a `%` begins no triplet, and where the octets are no UTF-8; with `lossy` neither.

    >>> urispec.decode("50%25%20off"), urispec.decode("1+%2B+1", form=True)
    ('50% off', '1 + 1')
    """

def decode_octets(text: str) -> bytes:
    r"""Decodes the triplets of a part of a URI to octets, which need not be UTF-8.

    >>> urispec.decode_octets("%FFa%2F")
    b'\xffa/'
    """

def from_path(path: Union[str, bytes, os.PathLike[str]], *, style: PathStyle = "native") -> Uri:
    r"""The `file` URI of an absolute path, given as str, bytes or os.PathLike (RFC 8089).

    >>> urispec.from_path("/a b/50%", style="unix")
    Uri('file:///a%20b/50%25')
    >>> urispec.from_path(r"C:\a b", style="windows")
    Uri('file:///C:/a%20b')
    """

def lint(text: _Text, *, pack: Pack = "letter", edition: Edition = "rfc3986") -> list[Finding]:
    """Finds what is valid and yet unwise, by the words of the edition.

    The pack 'letter' asks references of the edition, and raises UriError for any other string. The
    pack 'security' knows what attacks look like, in any string; the pack 'registry' knows the schemes, namespaces
    and well-known URIs that IANA has registered.

    >>> [finding.id for finding in urispec.lint("http://0x7f.1/%7Euser")]
    ['needless-escape', 'rare-ipv4']
    """

def editions(text: _Text) -> dict[str, Union[Uri, UriError]]:
    """What each document says of a string, by the id of its edition: the parsed string, or the error. First the
    documents that say what a URI is, oldest first, and then those of the string's scheme.

    >>> [id for id, said in urispec.editions("http://[::1]/").items() if isinstance(said, urispec.Uri)]
    ['rfc2732', 'rfc2396bis-01', 'rfc3986', 'rfc3987', 'rfc6874', 'whatwg', 'rfc9110']
    """
