"""The functions of `urllib.parse` that people use, where the letter of RFC 3986 allows the same answers.

>>> from urispec.compat import urljoin, urlsplit
>>> urlsplit("http://user@EXAMPLE.com:8042/over/there?name=ferret#nose").hostname
'example.com'
>>> urljoin("http://a/b/c/d;p?q", "../g")
'http://a/b/g'

A string that is no reference raises `UriError`, which is a ValueError; no string is rewritten. Text is a str or a
`Uri`, and the encoding is UTF-8 (2.5). Only `quote`, `quote_plus` and `urlencode` take bytes, as data.
`allow_fragments`, `encoding` and `errors` are no arguments here. Each line of this table is a test; a version in it is
one of Python:

| you write | `urllib.parse` | here | RFC 3986 |
|---|---|---|---|
| `urlsplit(" http://h").netloc` | `'h'` | UriError | C |
| `urlsplit("http://h/a\\tb").path` | `'/ab'` | UriError | 2 |
| `urlsplit("http://h/a\\nb").path` | `'/ab'` | UriError | 2 |
| `urlsplit("http://h/a b").path` | `'/a b'` | UriError | 2 |
| `urlsplit("http://h/\u00e9").path` | `'/\u00e9'` | UriError | 2.5 |
| `urlsplit("http://h/50%").path` | `'/50%'` | UriError | 2.1 |
| `urlsplit("http://h:x/").netloc` | `'h:x'` | UriError | 3.2.3 |
| `urlsplit("http://u@v@h/").hostname` | `'h'` | UriError | 3.2 |
| `urlsplit("a_b:c").path` | `'a_b:c'` | UriError | 3.1 |
| `urlsplit("http://%C3%A9X/").hostname` | `'%C3%A9X'` | `'%C3%A9x'` | 3.2.2 |
| `urlsplit("http://[V1.A]/").netloc` | ValueError, since 3.11.4 | `'[V1.A]'` | 3.2.2 |
| `urlsplit("http://h/?#").geturl()` | `'http://h/'` | `'http://h/?#'` | 5.3 |
| `urlsplit("http:/a").geturl()` | `'http:///a'` | `'http:/a'` | 5.3 |
| `urlsplit("http:g").geturl()` | `'http:///g'`, before 3.13 | `'http:g'` | 5.3 |
| `urlunsplit(("http", "h", "a", "", ""))` | `'http://h/a'` | UriError | 3.3 |
| `urlunsplit(("http", "h", "/a b", "", ""))` | `'http://h/a b'` | UriError | 3.3 |
| `urlunsplit(("", "", "a:b", "", ""))` | `'a:b'` | UriError | 4.2 |
| `urlunsplit(("file", "", "/a", "", ""))` | `'file:///a'` | `'file:/a'` | 5.3 |
| `urlparse("http://h/a;p").params` | `'p'` | `''` | 3.3 |
| `urlparse("http://h/a;p").path` | `'/a'` | `'/a;p'` | 3.3 |
| `urlparse("http://h/a;").geturl()` | `'http://h/a'` | `'http://h/a;'` | 5.3 |
| `urljoin("/a/b", "c")` | `'/a/c'` | UriError | 5.1 |
| `urljoin("", "http://h/")` | `'http://h/'` | UriError | 5.1 |
| `urljoin("http://a/b#f", "")` | `'http://a/b#f'` | `'http://a/b'` | 5.2.2 |
| `urljoin("http://a/b?q", "?")` | `'http://a/b?q'`, before 3.14 | `'http://a/b?'` | 5.2.2 |
| `urljoin("http://a/b", "#")` | `'http://a/b'`, before 3.14 | `'http://a/b#'` | 5.2.2 |
| `urljoin("http://a/b/c/d;p?q", "http:g")` | `'http://a/b/c/g'` | `'http:g'` | 5.2.2 |
| `urljoin("http://a/b", "//g/x/../y")` | `'http://g/x/../y'` | `'http://g/y'` | 5.2.2 |
| `urljoin("http://a/b", "ftp://g/./y")` | `'ftp://g/./y'` | `'ftp://g/y'` | 5.2.2 |
| `urljoin("http://a/b//c", "d")` | `'http://a/b/d'` | `'http://a/b//d'` | 5.2.3 |
| `urljoin("http://a/b/", "c;")` | `'http://a/b/c'`, before 3.14 | `'http://a/b/c;'` | 5.2.3 |
| `urljoin("http://a/b", "c d")` | `'http://a/c d'` | UriError | 2 |
| `urljoin("a:b", "c")` | `'c'` | `'a:c'` | 5.2.3 |
| `urljoin("HTTP://a/b", "c")` | `'http://a/c'` | `'HTTP://a/c'` | 5.2.2 |
| `urldefrag("http://h/?#f").url` | `'http://h/'`, before 3.14 | `'http://h/?'` | 3.5 |
| `urldefrag("HTTP://h/#f").url` | `'http://h/'` | `'HTTP://h/'` | 3.5 |
| `quote("50%20", safe="%")` | `'50%20'` | ValueError | 2.4 |
| `quote("a b", safe=" ")` | `'a b'` | ValueError | 2 |
| `quote("a", safe="\u00fc")` | `'a'` | ValueError | 2 |
| `unquote("50%")` | `'50%'` | UriError | 2.1 |
| `unquote("%FF")` | `'\\ufffd'` | UriError | 2.5 |
| `parse_qsl("", strict_parsing=True)` | ValueError, before 3.11 | `[]` | 3.4 |
| `parse_qs("a=%zz")` | `{'a': ['%zz']}` | UriError | 2.1 |

`urispec.decode(text, lossy=True)` is what `unquote` is in `urllib.parse`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, Optional, Union

from . import Uri, build, decode, encode, parse, resolve

__all__ = [
    "DefragResult",
    "ParseResult",
    "SplitResult",
    "parse_qs",
    "parse_qsl",
    "quote",
    "quote_plus",
    "unquote",
    "unquote_plus",
    "urldefrag",
    "urlencode",
    "urljoin",
    "urlparse",
    "urlsplit",
    "urlunparse",
    "urlunsplit",
]

_Text = Union[str, Uri]


class _Defined(str):
    """The empty component of "?" or "#", which is defined. An empty str that is none of these is an undefined one.

    So a result is one of strings alone, as in `urllib.parse`, and yet the whole has its empty components (5.3).
    """

    __slots__ = ()


_DEFINED = _Defined()


def _field(component: Optional[str]) -> str:
    return "" if component is None else component or _DEFINED


def _component(field: Optional[str]) -> Optional[str]:
    return field if field or isinstance(field, _Defined) else None


class _Authority:
    """What a result says of its authority. Parts of it are as they stand there: `unquote` decodes each."""

    __slots__ = ()

    netloc: str

    @property
    def _authority(self) -> Uri:
        return parse("//" + self.netloc)

    @property
    def username(self) -> Optional[str]:
        """The text of the userinfo before its first `:`, or None without a userinfo."""
        return self._authority.user

    @property
    def password(self) -> Optional[str]:
        """The text of the userinfo after its first `:`, or None."""
        return self._authority.password

    @property
    def hostname(self) -> Optional[str]:
        """The host in lower case, with its percent-encodings in upper case (3.2.2), and without brackets; or None."""
        host = self._authority.normalize("case").host
        return host.strip("[]") if host else None

    @property
    def port(self) -> Optional[int]:
        """The port as a number, or None where there is none. A ValueError says that it is above 65535."""
        authority = self._authority
        if authority.port and authority.port_number is None:
            raise ValueError(f"the port {authority.port} is above 65535")
        return authority.port_number


class _Split(NamedTuple):
    scheme: str
    netloc: str
    path: str
    query: str
    fragment: str


class _Parse(NamedTuple):
    scheme: str
    netloc: str
    path: str
    params: str
    query: str
    fragment: str


class _Defrag(NamedTuple):
    url: str
    fragment: str


class SplitResult(_Split, _Authority):
    """The components of a reference. One that is undefined is an empty str."""

    __slots__ = ()

    def geturl(self) -> str:
        """The string of these components (5.3). A component that was there and empty is there again."""
        return urlunsplit(self)


class ParseResult(_Parse, _Authority):
    """The components of a reference, and `params`, which are always empty: RFC 3986 leaves them in the path (3.3)."""

    __slots__ = ()

    def geturl(self) -> str:
        """The string of these components (5.3). A component that was there and empty is there again."""
        return urlunparse(self)


class DefragResult(_Defrag):
    """A reference without its fragment, and the fragment."""

    __slots__ = ()

    def geturl(self) -> str:
        """The whole reference."""
        return self.url if _component(self.fragment) is None else f"{self.url}#{self.fragment}"


def urlsplit(url: _Text, scheme: str = "") -> SplitResult:
    """The components of a reference (3), with the scheme in lower case (3.1); `scheme` is that of one without."""
    uri = parse(url)
    own = scheme if uri.scheme is None else uri.scheme.lower()
    return SplitResult(own, _field(uri.authority), uri.path, _field(uri.query), _field(uri.fragment))


def urlparse(url: _Text, scheme: str = "") -> ParseResult:
    """What `urlsplit` gives, with empty `params` after the path."""
    own, netloc, path, query, fragment = urlsplit(url, scheme)
    return ParseResult(own, netloc, path, "", query, fragment)


def urlunsplit(components: Iterable[Optional[str]]) -> str:
    """The reference of five components (5.3). An empty one is undefined, unless `urlsplit` found it there."""
    scheme, netloc, path, query, fragment = components
    return str(
        build(
            scheme=scheme or None,
            authority=_component(netloc),
            path=path,
            query=_component(query),
            fragment=_component(fragment),
        )
    )


def urlunparse(components: Iterable[Optional[str]]) -> str:
    """The reference of six components: `params` are written at the end of the path, after a `;`."""
    scheme, netloc, path, params, query, fragment = components
    return urlunsplit((scheme, netloc, f"{path or ''};{params}" if params else path, query, fragment))


def urldefrag(url: _Text) -> DefragResult:
    """A reference without its fragment, and the fragment. All before the `#` is as it was."""
    uri = parse(url)
    return DefragResult(str(uri.with_fragment(None)), _field(uri.fragment))


def urljoin(base: _Text, url: _Text) -> str:
    """The target of a reference (5.2.2, strict). The base is a URI, which has a scheme (5.1)."""
    return resolve(base, url)


# What may stand in a reference without being percent-encoded (2.2, 2.3).
_CHARACTERS = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"  # unreserved
    ":/?#[]@"  # gen-delims
    "!$&'()*+,;="  # sub-delims
)


def _encoded(safe: str) -> tuple[str, ...]:
    """What stands for each octet."""
    for character in safe:
        if character == "%":
            raise ValueError('"%" cannot be safe: data are percent-encoded once (2.4)')
        if character not in _CHARACTERS:
            raise ValueError(f"{character!r} cannot be safe: it is no character of a URI (2)")
    return tuple(chr(octet) if chr(octet) in safe else encode(bytes((octet,))) for octet in range(256))


_encoded_once = functools.lru_cache(maxsize=64)(_encoded)


def quote(string: Union[str, bytes], safe: str = "/") -> str:
    """Data percent-encoded, but for unreserved characters (2.3) and those of `safe`."""
    octets = string.encode() if isinstance(string, str) else bytes(memoryview(string))
    return "".join(map(_encoded_once(safe).__getitem__, octets))


def quote_plus(string: Union[str, bytes], safe: str = "") -> str:
    """Data percent-encoded as in a form, where `+` stands for a space."""
    # Each "%" begins an octet, since it is never safe, and so "%20" is a space.
    return quote(string, safe).replace("%20", "+")


def unquote(string: str) -> str:
    """Percent-encoded data as text. UriError where `%` begins no octet (2.1), and where octets are not UTF-8."""
    return decode(string)


def unquote_plus(string: str) -> str:
    """The text of a value of a form, where `+` stands for a space."""
    return decode(string, form=True)


def parse_qsl(
    qs: str,
    keep_blank_values: bool = False,
    strict_parsing: bool = False,
    *,
    max_num_fields: Optional[int] = None,
    separator: str = "&",
) -> list[tuple[str, str]]:
    """The pairs of the query of a form, decoded, in their order. ValueError where there are more than allowed, and with
    `strict_parsing` where a field has no `=`."""
    fields = qs.split(separator) if qs else []
    if max_num_fields is not None and len(fields) > max_num_fields:
        raise ValueError(f"there are {len(fields)} fields, and at most {max_num_fields} are allowed")
    pairs = []
    for field in fields:
        name, equals, value = field.partition("=")
        if strict_parsing and not equals:
            raise ValueError(f'the field {field!r} has no "="')
        if value or (keep_blank_values and field):
            pairs.append((unquote_plus(name), unquote_plus(value)))
    return pairs


def parse_qs(
    qs: str,
    keep_blank_values: bool = False,
    strict_parsing: bool = False,
    *,
    max_num_fields: Optional[int] = None,
    separator: str = "&",
) -> dict[str, list[str]]:
    """The values of each name of the query of a form, as `parse_qsl` gives them."""
    values: dict[str, list[str]] = {}
    for name, value in parse_qsl(
        qs, keep_blank_values, strict_parsing, max_num_fields=max_num_fields, separator=separator
    ):
        values.setdefault(name, []).append(value)
    return values


def urlencode(
    query: Union[Mapping[Any, Any], Iterable[tuple[Any, Any]]],
    doseq: bool = False,
    safe: str = "",
    *,
    quote_via: Callable[[Union[str, bytes], str], str] = quote_plus,
) -> str:
    """The query of a form: pairs of names and values, of which each that is neither str nor bytes is written by str().
    With `doseq` a value that is a collection makes one pair of each of its values."""
    if isinstance(query, (str, bytes)):
        raise TypeError("expected a mapping or pairs, and not one string")
    pairs = []
    for name, value in query.items() if isinstance(query, Mapping) else query:
        many = doseq and isinstance(value, Collection) and not isinstance(value, (str, bytes))
        key = quote_via(_data(name), safe)
        pairs += [f"{key}={quote_via(_data(one), safe)}" for one in (value if many else [value])]
    return "&".join(pairs)


def _data(value: Any) -> Union[str, bytes]:
    return value if isinstance(value, (str, bytes)) else str(value)
