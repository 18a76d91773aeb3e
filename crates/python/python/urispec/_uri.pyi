from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence
from typing import Any, Optional, Union, final

from ._pairs import Pairs
from ._types import Edition, PathStyle, Rung

_Value = Union[str, int, None]
# Not Iterable, which includes dict: a type checker would then accept a dict with values
# of the wrong type.
_QueryPairs = Union[
    Pairs,
    Mapping[str, Union[_Value, list[str], list[int], list[_Value], tuple[_Value, ...]]],
    Sequence[tuple[str, _Value]],
    Iterator[tuple[str, _Value]],
    ItemsView[str, _Value],
]

@final
class Uri(str):
    """A URI or relative reference, parsed by an edition and unchanged.

    A Uri is a str, whose methods return plain strings. It is immutable, and has no subclasses. `urispec.compare` tests
    equivalence. `repr` hides a password; `str` does not. `join` and `replace` are those of `str`: use `resolve` to
    resolve a reference, and `with_host` and so on to change a component.

    >>> uri = urispec.Uri("http://user@[2001:db8::7]:8042/over/there?name=ferret#nose")
    >>> uri.scheme, uri.host, uri.host_kind, uri.port
    ('http', '[2001:db8::7]', 'IPv6address', '8042')
    >>> uri == "http://user@[2001:db8::7]:8042/over/there?name=ferret#nose"
    True
    """

    def __new__(cls, text: str, *, edition: Edition = "rfc3986", rule: Optional[str] = None) -> Uri: ...
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
        """The decoded pairs of the query, as a mapping from each key to its first value; `.pairs` has all of them. A
        value is None if the key has no `=`. `+` is a plus sign, as in RFC 3986.

        >>> pairs = urispec.Uri("http://h/?q=R%26D&tag=a&tag=b&x").query_pairs
        >>> pairs["q"], pairs["x"], pairs.pairs[1:3]
        ('R&D', None, (('tag', 'a'), ('tag', 'b')))
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
    def resolve(self, reference: str) -> Uri:
        """Resolves a reference against this URI.

        >>> urispec.Uri("http://a/b/c/d;p?q").resolve("../g")
        Uri('http://a/b/g')
        """
    def relativize(self, target: str) -> Uri:
        """Finds the shortest reference that resolves, against this URI, to the target.

        >>> urispec.Uri("http://a/b/c/d;p?q").relativize("http://a/b/g")
        Uri('../g')
        """
    def normalize(self, to: Optional[Rung] = None) -> Uri:
        """Normalizes the URI up to a rung: see `urispec.normalize`.

        >>> urispec.Uri("HTTP://h:80/%7Ea/./b").normalize("scheme")
        Uri('http://h/~a/b')
        """
    def compare(self, other: str) -> Optional[Rung]:
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
        are data, and are encoded. A value is a str or an int, None for a key without a value, or a list of these. The
        `query_pairs` or `form_pairs` of a Uri keep the encoding that they had there; `update_query` keeps that of all
        other pairs.

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
    def __reduce__(self) -> tuple[Callable[[str], Uri], tuple[str]]: ...
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any: ...
    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> dict[str, Any]: ...
