"""URLs of the URL Standard: what a browser makes of a string.

>>> from urispec.whatwg import Url
>>> url = Url("HTTP://EXAMPLE.com:80/a/../b c")
>>> url
Url('http://example.com/b%20c')
>>> url.resolve("/d?q#f").query
'q'

A browser accepts nearly any string, and rewrites it. `urispec.parse` accepts what a document allows, and rewrites
nothing; `urispec.lint(text, edition="whatwg")` lists the validation errors of a string.
"""

from __future__ import annotations

from ._urispec import whatwg as _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn, Optional, Union

    from ._pairs import Pairs

__all__ = ["Url"]


class Url(str):
    """A URL of the URL Standard, parsed as by a browser.

    A Url is a str, the serialized URL, and its methods of str return plain strings. Two URLs are equal if their strings
    are. It is immutable, and has no subclasses. `repr` hides a password; `str` does not. `join` and `replace` are those
    of `str`: use `resolve` to resolve a reference, and `with_host` and so on to change a component.

    The base is a Url, or a str to be parsed. Raises UriError if the parser fails.

    >>> Url("../c?q", "https://user@EXAMPLE.com/a/b")
    Url('https://user@example.com/c?q')
    >>> Url("http://0x7F.1/") == "http://127.0.0.1/"
    True
    """

    # The URL of the library, with the offsets of its parts.
    __slots__ = ("_url",)

    __new__ = _native.new

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("type 'urispec.whatwg.Url' is not an acceptable base type")

    def __repr__(self) -> str:
        return f"Url({self.redacted!r})"

    def __reduce__(self) -> tuple[type[Url], tuple[str]]:
        return Url, (str(self),)

    def __copy__(self) -> Url:
        return self

    def __deepcopy__(self, memo: object) -> Url:
        return self

    @staticmethod
    def can_parse(text: str, base: Optional[str] = None) -> bool:
        """Returns whether the parser succeeds.

        >>> Url.can_parse("http://a b/"), Url.can_parse("/a"), Url.can_parse("/a", "http://h/")
        (False, False, True)
        """
        return _native.can_parse(text, base)

    # Without a function of Python between, these are read twice as fast.
    href = property(_native.href, doc="The serialized URL, as a plain str.")
    scheme = property(_native.scheme, doc="The scheme, in lower case and without `:`.")
    authority = property(_native.authority, doc="The authority: credentials, host and port. None for a URL such as `mailto:a@b`.")
    username = property(_native.username, doc="The username, percent-encoded; empty if there is none.")
    password = property(_native.password, doc="The password, percent-encoded; empty if there is none.")
    host = property(_native.host, doc="The host, including the brackets of an IPv6 address. None for a URL without an authority.")
    host_kind = property(_native.host_kind, doc="The kind of the host: 'domain', 'IPv4', 'IPv6', 'opaque' or 'empty'. None for a URL without an authority.")
    host_and_port = property(_native.host_and_port, doc="The host and, after `:`, the port if it is not the default port of the scheme.")
    port = property(_native.port, doc="The port, or None if there is none or it is the default port of the scheme.")
    port_or_default = property(_native.port_or_default, doc="The port, or the default port of the scheme. None if there is neither.")
    path = property(_native.path, doc="The path. It begins with `/` unless it is opaque or empty.")
    query = property(_native.query, doc="The query, without `?`.")
    fragment = property(_native.fragment, doc="The fragment, without `#`.")
    is_special = property(_native.is_special, doc="Whether the scheme is special: `ftp`, `file`, `http`, `https`, `ws` or `wss`.")
    has_opaque_path = property(_native.has_opaque_path, doc="Whether the path is opaque, as in `mailto:a@b`.")
    includes_credentials = property(_native.includes_credentials, doc="Whether there is a username or a password.")

    @property
    def origin(self) -> Optional[str]:
        """The serialized origin. None if it is opaque, which JavaScript shows as `null`.

        >>> Url("https://user@h:444/a").origin, Url("data:,a").origin
        ('https://h:444', None)
        """
        return _native.origin(self)

    @property
    def form_pairs(self) -> Pairs:
        """The pairs of the query, decoded as `searchParams` of JavaScript does. A `+` is a space, and a name without
        `=` has an empty value.

        >>> Url("http://h/?q=a+b&tag=1&tag=2&x").form_pairs.pairs
        (('q', 'a b'), ('tag', '1'), ('tag', '2'), ('x', ''))
        """
        return _native.form_pairs(self)

    @property
    def redacted(self) -> str:
        """The string for display and logs: `***` replaces a password."""
        return _native.redacted(self)

    def resolve(self, reference: str) -> Url:
        """Parses a string with this URL as the base.

        >>> Url("http://h/a/b").resolve("//EXAMPLE.com:80/c")
        Url('http://example.com/c')
        """
        return _native.resolve(self, reference)

    # The setters of the Standard percent-encode what a component may not contain, but not `%`.

    def with_scheme(self, scheme: str) -> Url:
        """Returns a copy with a different scheme. Both schemes are special, or neither is.

        >>> Url("http://h:443/").with_scheme("https")
        Url('https://h/')
        """
        return _native.with_scheme(self, scheme)

    def with_username(self, username: str) -> Url:
        """Returns a copy with a different username, or without one if it is empty.

        >>> Url("http://h/").with_username("a@b")
        Url('http://a%40b@h/')
        """
        return _native.with_username(self, username)

    def with_password(self, password: str) -> Url:
        """Returns a copy with a different password, or without one if it is empty."""
        return _native.with_password(self, password)

    def with_host(self, host: str) -> Url:
        """Returns a copy with a different host. An IPv6 address includes its brackets, and the port stays.

        >>> Url("http://h:81/a").with_host("[0::1]")
        Url('http://[::1]:81/a')
        """
        return _native.with_host(self, host)

    def with_host_and_port(self, host_and_port: str) -> Url:
        """Returns a copy with a different host, and with a different port if there is one after `:`."""
        return _native.with_host_and_port(self, host_and_port)

    def with_port(self, port: Union[int, str, None]) -> Url:
        """Returns a copy with a different port, or without one.

        >>> Url("http://h/").with_port(8080), Url("http://h:81/").with_port(None)
        (Url('http://h:8080/'), Url('http://h/'))
        """
        return _native.with_port(self, port)

    def with_path(self, path: str) -> Url:
        """Returns a copy with a different path, without its dot segments.

        >>> Url("http://h/a?q").with_path("/b c/./d?")
        Url('http://h/b%20c/d%3F?q')
        """
        return _native.with_path(self, path)

    def with_query(self, query: Optional[str]) -> Url:
        """Returns a copy with a different query, passed without `?`, or without one.

        >>> Url("http://h/a#f").with_query("q=a b"), Url("http://h/?q").with_query("")
        (Url('http://h/a?q=a%20b#f'), Url('http://h/?'))
        """
        return _native.with_query(self, query)

    def with_fragment(self, fragment: Optional[str]) -> Url:
        """Returns a copy with a different fragment, passed without `#`, or without one."""
        return _native.with_fragment(self, fragment)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Returns the schema of a pydantic field, whose string is parsed as by a browser."""
        from ._pydantic import url_schema

        return url_schema()
