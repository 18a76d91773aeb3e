"""The common functions of `urllib.parse`, with the same results as far as RFC 3986
allows them.

>>> from urispec.compat import urljoin, urlsplit
>>> urlsplit("http://user@EXAMPLE.com:8042/over/there?name=ferret#nose").hostname
'example.com'
>>> urljoin("http://a/b/c/d;p?q", "../g")
'http://a/b/g'

A string that is not a reference raises `UriError`, which is a ValueError; no string is
rewritten. Text is a str, and the encoding is UTF-8 (2.5). Only `quote`,
`quote_plus` and `urlencode` take bytes, as data. The arguments `allow_fragments`,
`encoding` and `errors` do not exist here. Each line of this table is a test; a version
in it is a Python version:

| code | `urllib.parse` | here | RFC 3986 |
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

`urispec.decode(text, lossy=True)` corresponds to `unquote` of `urllib.parse`.
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


class _Defined(str):
    """The empty component of "?" or "#", which is defined. Any other empty str is an
    undefined component.

    A result thus consists of strings, as in `urllib.parse`, and still recomposes its
    empty components (5.3).
    """

    __slots__ = ()


_DEFINED = _Defined()


def _field(component: Optional[str]) -> str:
    return "" if component is None else component or _DEFINED


def _component(field: Optional[str]) -> Optional[str]:
    return field if field or isinstance(field, _Defined) else None


class _Authority:
    """The parts of the authority of a result. They are encoded: `unquote` decodes each."""

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
        """The host in lower case, with its percent-encodings in upper case (3.2.2) and
        without brackets; or None."""
        host = self._authority.normalize("case").host
        return host.strip("[]") if host else None

    @property
    def port(self) -> Optional[int]:
        """The port as a number, or None if there is none. Raises ValueError if it is
        above 65535."""
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
    """The components of a reference. An undefined component is an empty str."""

    __slots__ = ()

    def geturl(self) -> str:
        """Returns the string of these components (5.3). A component that was defined and empty is so again."""
        return urlunsplit(self)


class ParseResult(_Parse, _Authority):
    """The components of a reference, and `params`, which is always empty: RFC 3986
    leaves parameters in the path (3.3)."""

    __slots__ = ()

    def geturl(self) -> str:
        """Returns the string of these components (5.3). A component that was defined and empty is so again."""
        return urlunparse(self)


class DefragResult(_Defrag):
    """A reference without its fragment, and the fragment."""

    __slots__ = ()

    def geturl(self) -> str:
        """The whole reference."""
        return self.url if _component(self.fragment) is None else f"{self.url}#{self.fragment}"


def urlsplit(url: str, scheme: str = "") -> SplitResult:
    """Splits a reference into its components (3), with the scheme in lower case (3.1).
    `scheme` is the default scheme."""
    uri = parse(url)
    own = scheme if uri.scheme is None else uri.scheme.lower()
    return SplitResult(own, _field(uri.authority), uri.path, _field(uri.query), _field(uri.fragment))


def urlparse(url: str, scheme: str = "") -> ParseResult:
    """Splits a reference as `urlsplit` does, with empty `params` after the path."""
    own, netloc, path, query, fragment = urlsplit(url, scheme)
    return ParseResult(own, netloc, path, "", query, fragment)


def urlunsplit(components: Iterable[Optional[str]]) -> str:
    """Returns the reference of five components (5.3). An empty one is undefined, unless
    `urlsplit` found it defined."""
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
    """Returns the reference of six components. `params` is appended to the path, after
    a `;`."""
    scheme, netloc, path, params, query, fragment = components
    return urlunsplit((scheme, netloc, f"{path or ''};{params}" if params else path, query, fragment))


def urldefrag(url: str) -> DefragResult:
    """Splits a reference into the part before its fragment, which is unchanged, and the
    fragment."""
    uri = parse(url)
    return DefragResult(str(uri.with_fragment(None)), _field(uri.fragment))


def urljoin(base: str, url: str) -> str:
    """Resolves a reference (5.2.2, strict). The base is a URI, which has a scheme
    (5.1)."""
    return resolve(base, url)


# The characters that a reference may contain without percent-encoding (2.2, 2.3).
_CHARACTERS = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"  # unreserved
    ":/?#[]@"  # gen-delims
    "!$&'()*+,;="  # sub-delims
)


def _encoded(safe: str) -> tuple[str, ...]:
    """Returns the encoding of each octet."""
    for character in safe:
        if character == "%":
            raise ValueError('"%" cannot be safe: data are percent-encoded once (2.4)')
        if character not in _CHARACTERS:
            raise ValueError(f"{character!r} cannot be safe: it is not a URI character (2)")
    return tuple(chr(octet) if chr(octet) in safe else encode(bytes((octet,))) for octet in range(256))


_encoded_once = functools.lru_cache(maxsize=64)(_encoded)


def quote(string: Union[str, bytes], safe: str = "/") -> str:
    """Percent-encodes data, except unreserved characters (2.3) and those of `safe`."""
    octets = string.encode() if isinstance(string, str) else bytes(memoryview(string))
    return "".join(map(_encoded_once(safe).__getitem__, octets))


def quote_plus(string: Union[str, bytes], safe: str = "") -> str:
    """Percent-encodes data as in a form, where `+` is a space."""
    # Each "%" begins an octet, since it is never safe, so "%20" is a space.
    return quote(string, safe).replace("%20", "+")


def unquote(string: str) -> str:
    """Decodes percent-encoded data to text. Raises UriError if `%` does not begin an
    octet (2.1), or if the octets are not UTF-8."""
    return decode(string)


def unquote_plus(string: str) -> str:
    """Decodes a value of a form, where `+` is a space."""
    return decode(string, form=True)


def parse_qsl(
    qs: str,
    keep_blank_values: bool = False,
    strict_parsing: bool = False,
    *,
    max_num_fields: Optional[int] = None,
    separator: str = "&",
) -> list[tuple[str, str]]:
    """Decodes the pairs of a form query, in order. Raises ValueError if there are more
    than allowed, and with `strict_parsing` if a field has no `=`."""
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
    """Returns the values of each name of a form query, decoded as by `parse_qsl`."""
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
    """Encodes pairs of names and values as a form query. A value that is neither str
    nor bytes is converted by str(). With `doseq`, a collection gives one pair for each
    of its values."""
    if isinstance(query, (str, bytes)):
        raise TypeError("expected a mapping or pairs, not a string")
    pairs = []
    for name, value in query.items() if isinstance(query, Mapping) else query:
        many = doseq and isinstance(value, Collection) and not isinstance(value, (str, bytes))
        key = quote_via(_data(name), safe)
        pairs += [f"{key}={quote_via(_data(one), safe)}" for one in (value if many else [value])]
    return "&".join(pairs)


def _data(value: Any) -> Union[str, bytes]:
    return value if isinstance(value, (str, bytes)) else str(value)
