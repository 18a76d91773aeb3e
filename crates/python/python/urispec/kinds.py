"""Which strings a field, an argument or a column of a database may hold.

A `Kind` names an edition, a production of it, and the schemes and hosts that are allowed. It parses a string, and
never rewrites one:

>>> from urispec.kinds import Kind
>>> hook = Kind("rfc9110", schemes=["https"], hosts=["example.com", "*.example.org"])
>>> hook("https://api.example.org/v1")
Uri('https://api.example.org/v1', edition='rfc9110')
>>> hook("http://example.com/")
Traceback (most recent call last):
    ...
urispec.UriError: the scheme "http" is not allowed here; the schemes are: https

The names with a capital letter are types for annotations, with which pydantic and FastAPI validate: `HttpUrl`, `AnyUri`
and so on. For kinds of one's own, write `Annotated[Uri, Kind(…)]`, or `Annotated[str, Kind(…)]` where the value is to
be a str.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Optional, Union

from . import Uri, UriError, is_valid, parse
from ._types import Edition

__all__ = [
    "REFERENCE",
    "AbsoluteUri",
    "AnyUri",
    "DataUrl",
    "Did",
    "HttpUrl",
    "Iri",
    "IriReference",
    "Kind",
    "Mailto",
    "PackageUrl",
    "Reference",
    "TelUri",
    "Urn",
    "argument",
]


class Kind:
    """The strings that a production of an edition derives, of some schemes and of some hosts.

    `edition` is one of `urispec.EDITIONS`, and `rule` a production of it, spelled as the document prints it; without one
    it is a whole reference. `schemes` and `hosts` are those that are allowed, in any case; without them all are. A host
    `*.example.com` allows every name below `example.com`, and not that name itself. Hosts are compared after
    percent-decoding (RFC 3986, 6.2.2), and nothing else: `example.com.` is another name than `example.com`.

    A kind is callable, and gives a `Uri` or raises `UriError`, which is a ValueError.
    """

    __slots__ = ("edition", "hosts", "rule", "schemes")

    def __init__(
        self,
        edition: Edition = "rfc3986",
        rule: Optional[str] = None,
        *,
        schemes: Optional[Iterable[str]] = None,
        hosts: Optional[Iterable[str]] = None,
    ) -> None:
        # That there is no such edition or production is said here, and not at the first string.
        is_valid("", edition=edition, rule=rule)
        self.edition = edition
        self.rule = rule
        self.schemes = _lowered(schemes, "schemes")
        self.hosts = _lowered(hosts, "hosts")

    def __call__(self, text: Union[str, Uri]) -> Uri:
        """The string as a `Uri`; a `Uri` of the same edition is checked, and given back as it is."""
        if isinstance(text, Uri) and text.edition == self.edition and self.rule is None:
            uri = text
        else:
            uri = parse(text, edition=self.edition, rule=self.rule)
        if self.schemes is not None and (uri.scheme or "").lower() not in self.schemes:
            raise _refused(uri, "scheme", uri.scheme, 0, "3.1", self.schemes)
        if self.hosts is not None and not self._allows(uri, self.hosts):
            raise _refused(uri, "host", uri.host, _host_offset(uri), "3.2.2", self.hosts)
        return uri

    def is_valid(self, text: Union[str, Uri]) -> bool:
        """Whether the string is of the kind."""
        try:
            self(text)
        except UriError:
            return False
        return True

    def _allows(self, uri: Uri, hosts: tuple[str, ...]) -> bool:
        if uri.host is None:
            return False
        host: str = uri.host
        # Percent-encoding and case are no difference (6.2.2); an edition without that rung keeps the host.
        if is_valid("//" + host):
            host = parse("//" + host).normalize().host or ""
        host = host.lower()
        return any(
            host.endswith(allowed[1:]) and len(host) >= len(allowed) if allowed.startswith("*.") else host == allowed
            for allowed in hosts
        )

    @property
    def format(self) -> Optional[str]:
        """The format of JSON Schema that is nearest: every string of the kind is of that format."""
        if self.edition == "rfc3987":
            return "iri-reference" if self.rule in (None, "IRI-reference", "irelative-ref") else "iri"
        if self.edition == "rfc3986":
            return "uri-reference" if self.rule in (None, "URI-reference", "relative-ref") else "uri"
        return None if self.edition in _NO_URIS else "uri"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Kind):
            return self._key() == other._key()
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.edition, self.rule, self.schemes, self.hosts

    def __repr__(self) -> str:
        given = [repr(self.edition)]
        given += [f"{name}={getattr(self, name)!r}" for name in ("rule", "schemes", "hosts") if getattr(self, name)]
        return f"Kind({', '.join(given)})"

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from ._pydantic import core_schema

        return core_schema(self, source)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        json_schema = {"type": "string"}
        if self.format is not None:
            json_schema["format"] = self.format
        return json_schema


# Editions whose strings are no URIs of RFC 3986, or need not be.
_NO_URIS = frozenset({"rfc1630", "rfc1738", "rfc1808", "whatwg", "oci", "rfc6570", "rfc6874"})


def _lowered(names: Optional[Iterable[str]], what: str) -> Optional[tuple[str, ...]]:
    if names is None:
        return None
    if isinstance(names, str):
        raise TypeError(f"{what} is a list of names, not one str: write [{names!r}]")
    return tuple(str(name).lower() for name in names)


def _host_offset(uri: Uri) -> int:
    """The index of the first character of the host, or of the whole where there is none."""
    if uri.host is None:
        return 0
    before = 0 if uri.scheme is None else len(uri.scheme) + 1
    return before + 2 + (0 if uri.userinfo is None else len(uri.userinfo) + 1)


def _refused(
    uri: Uri, what: str, found: Optional[str], offset: int, section: str, allowed: tuple[str, ...]
) -> UriError:
    wrong = f"there is no {what}, and one is needed" if found is None else f'the {what} "{found}" is not allowed here'
    error = UriError(f"{wrong}; the {what}s are: {', '.join(allowed)}")
    error.message = str(error)
    error.text = str(uri)
    error.offset = offset
    error.byte_offset = len(error.text[:offset].encode())
    error.cause = f"{what}-not-allowed"
    error.section = section
    return error


def argument(kind: Kind) -> Callable[[str], Uri]:
    """A kind as the `type` of an argument of argparse, which then shows the sentence that says what is wrong.

    >>> parser.add_argument("url", type=urispec.kinds.argument(urispec.kinds.Kind("rfc9110")))
    """

    def parsed(text: str) -> Uri:
        from argparse import ArgumentTypeError

        try:
            return kind(text)
        except UriError as error:
            raise ArgumentTypeError(str(error)) from error

    return parsed


REFERENCE = Kind()

Reference = Annotated[Uri, REFERENCE]
"""A URI or relative reference (RFC 3986, 4.1)."""
AnyUri = Annotated[Uri, Kind(rule="URI")]
"""A URI of any scheme (RFC 3986, 3)."""
AbsoluteUri = Annotated[Uri, Kind(rule="absolute-URI")]
"""A URI without a fragment (RFC 3986, 4.3)."""
IriReference = Annotated[Uri, Kind("rfc3987")]
"""An IRI or relative reference (RFC 3987, 2.2)."""
Iri = Annotated[Uri, Kind("rfc3987", "IRI")]
"""An IRI of any scheme (RFC 3987, 2.2)."""
HttpUrl = Annotated[Uri, Kind("rfc9110")]
"""An `http` or `https` URI, which has a host (RFC 9110, 4.2)."""
Urn = Annotated[Uri, Kind("rfc8141")]
"""A `urn` (RFC 8141)."""
Mailto = Annotated[Uri, Kind("rfc6068")]
"""A `mailto` URI (RFC 6068)."""
DataUrl = Annotated[Uri, Kind("rfc2397")]
"""A `data` URL (RFC 2397)."""
TelUri = Annotated[Uri, Kind("rfc3966")]
"""A `tel` URI (RFC 3966)."""
PackageUrl = Annotated[Uri, Kind("pkg")]
"""A package URL (ECMA-427)."""
Did = Annotated[Uri, Kind("did")]
"""A decentralized identifier, or a DID URL."""
