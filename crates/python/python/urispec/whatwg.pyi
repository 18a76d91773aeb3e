from typing import Any, Literal, Optional, Union, final

from ._pairs import Pairs

__all__ = ["Url"]

@final
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

    def __new__(cls, text: str, base: Optional[str] = None) -> Url: ...
    @staticmethod
    def can_parse(text: str, base: Optional[str] = None) -> bool:
        """Returns whether the parser succeeds.

        >>> Url.can_parse("http://a b/"), Url.can_parse("/a"), Url.can_parse("/a", "http://h/")
        (False, False, True)
        """
    @property
    def href(self) -> str:
        """The serialized URL, as a plain str."""
    @property
    def scheme(self) -> str:
        """The scheme, in lower case and without `:`."""
    @property
    def authority(self) -> Optional[str]:
        """The authority: credentials, host and port. None for a URL such as `mailto:a@b`."""
    @property
    def username(self) -> str:
        """The username, percent-encoded; empty if there is none."""
    @property
    def password(self) -> str:
        """The password, percent-encoded; empty if there is none."""
    @property
    def host(self) -> Optional[str]:
        """The host, including the brackets of an IPv6 address. None for a URL without an authority."""
    @property
    def host_kind(self) -> Optional[Literal["domain", "IPv4", "IPv6", "opaque", "empty"]]:
        """The kind of the host: 'domain', 'IPv4', 'IPv6', 'opaque' or 'empty'. None for a URL without an authority."""
    @property
    def host_and_port(self) -> Optional[str]:
        """The host and, after `:`, the port if it is not the default port of the scheme."""
    @property
    def port(self) -> Optional[int]:
        """The port, or None if there is none or it is the default port of the scheme."""
    @property
    def port_or_default(self) -> Optional[int]:
        """The port, or the default port of the scheme. None if there is neither."""
    @property
    def path(self) -> str:
        """The path. It begins with `/` unless it is opaque or empty."""
    @property
    def query(self) -> Optional[str]:
        """The query, without `?`."""
    @property
    def fragment(self) -> Optional[str]:
        """The fragment, without `#`."""
    @property
    def is_special(self) -> bool:
        """Whether the scheme is special: `ftp`, `file`, `http`, `https`, `ws` or `wss`."""
    @property
    def has_opaque_path(self) -> bool:
        """Whether the path is opaque, as in `mailto:a@b`."""
    @property
    def includes_credentials(self) -> bool:
        """Whether there is a username or a password."""
    @property
    def origin(self) -> Optional[str]:
        """The serialized origin. None if it is opaque, which JavaScript shows as `null`.

        >>> Url("https://user@h:444/a").origin, Url("data:,a").origin
        ('https://h:444', None)
        """
    @property
    def form_pairs(self) -> Pairs:
        """The pairs of the query, decoded as `searchParams` of JavaScript does. A `+` is a space, and a name without
        `=` has an empty value.

        >>> Url("http://h/?q=a+b&tag=1&tag=2&x").form_pairs.pairs
        (('q', 'a b'), ('tag', '1'), ('tag', '2'), ('x', ''))
        """
    @property
    def redacted(self) -> str:
        """The string for display and logs: `***` replaces a password."""
    def resolve(self, reference: str) -> Url:
        """Parses a string with this URL as the base.

        >>> Url("http://h/a/b").resolve("//EXAMPLE.com:80/c")
        Url('http://example.com/c')
        """
    def with_scheme(self, scheme: str) -> Url:
        """Returns a copy with a different scheme. Both schemes are special, or neither is.

        >>> Url("http://h:443/").with_scheme("https")
        Url('https://h/')
        """
    def with_username(self, username: str) -> Url:
        """Returns a copy with a different username, or without one if it is empty.

        >>> Url("http://h/").with_username("a@b")
        Url('http://a%40b@h/')
        """
    def with_password(self, password: str) -> Url:
        """Returns a copy with a different password, or without one if it is empty."""
    def with_host(self, host: str) -> Url:
        """Returns a copy with a different host. An IPv6 address includes its brackets, and the port stays.

        >>> Url("http://h:81/a").with_host("[0::1]")
        Url('http://[::1]:81/a')
        """
    def with_host_and_port(self, host_and_port: str) -> Url:
        """Returns a copy with a different host, and with a different port if there is one after `:`."""
    def with_port(self, port: Union[int, str, None]) -> Url:
        """Returns a copy with a different port, or without one.

        >>> Url("http://h/").with_port(8080), Url("http://h:81/").with_port(None)
        (Url('http://h:8080/'), Url('http://h/'))
        """
    def with_path(self, path: str) -> Url:
        """Returns a copy with a different path, without its dot segments.

        >>> Url("http://h/a?q").with_path("/b c/./d?")
        Url('http://h/b%20c/d%3F?q')
        """
    def with_query(self, query: Optional[str]) -> Url:
        """Returns a copy with a different query, passed without `?`, or without one.

        >>> Url("http://h/a#f").with_query("q=a b"), Url("http://h/?q").with_query("")
        (Url('http://h/a?q=a%20b#f'), Url('http://h/?'))
        """
    def with_fragment(self, fragment: Optional[str]) -> Url:
        """Returns a copy with a different fragment, passed without `#`, or without one."""
    def __reduce__(self) -> tuple[type[Url], tuple[str]]: ...
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any: ...
