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
be a str. A type is no function, and to call one is to call `Uri`. `Kind.of` gives the kind of a type:

>>> from urispec.kinds import HttpUrl
>>> Kind.of(HttpUrl).is_valid("foo")
False
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated, Any, NoReturn, Optional, Union, get_args

from . import Uri, UriError, is_valid, parse, split
from ._types import Edition

__all__ = [
    "REFERENCE",
    "AbsoluteUri",
    "AnyUri",
    "DataUrl",
    "Did",
    "HttpLink",
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

    `edition` is one of `urispec.EDITIONS`, and `rule` a production of it, spelled as the document prints it; without
    one it is a whole reference. `schemes` and `hosts` are those that are allowed; without them all are, and with an
    empty list none is.

    Two hosts are the same if they differ in the case of ASCII letters or in percent-encoding only (RFC 3986, 6.2.2.1
    and 6.2.2.2). Nothing else is the same: `example.com.` is another host than `example.com`, `[::1]` another than
    `[0::1]`, and a domain name another than its form that begins with `xn--`. A host `*` allows every host that is not
    empty, and `*.example.com` every name below `example.com`, but not that name itself. What stands for the `*` are
    labels of letters, digits, `-` and `_`: else a program that decodes or cuts hosts could read
    `a.example%2F.example.com` as `a.example`.

    Where hosts are given, a string needs a host, and RFC 1808 divides none. An empty host, as in `file:///a`, is
    allowed by an empty name, but not with `http`.

    A kind is callable, and gives a `Uri` or raises `UriError`, which is a ValueError. A wrong edition, production,
    scheme or host of the kind itself is a ValueError where the kind is made. A kind cannot be changed.
    """

    __slots__ = ("edition", "hosts", "rule", "schemes")

    edition: Edition
    rule: Optional[str]
    schemes: Optional[tuple[str, ...]]
    hosts: Optional[tuple[str, ...]]

    def __init__(
        self,
        edition: Edition = "rfc3986",
        rule: Optional[str] = None,
        *,
        schemes: Optional[Iterable[str]] = None,
        hosts: Optional[Iterable[str]] = None,
    ) -> None:
        # That there is no such edition or production is said here, and not at the first string.
        try:
            parse("", edition=edition, rule=rule)
        except UriError:
            pass
        put = partial(object.__setattr__, self)
        put("edition", edition)
        put("rule", rule)
        put("schemes", _names(schemes, "schemes", _scheme))
        put("hosts", _names(hosts, "hosts", _pattern))

    @classmethod
    def of(cls, given: object) -> Kind:
        """The kind that is given, or that of a type for annotations: of `HttpUrl`, say, or of `Uri`."""
        if isinstance(given, Kind):
            return given
        if given is Uri:
            return REFERENCE
        found = [one for one in get_args(given)[1:] if isinstance(one, Kind)]
        if len(found) != 1:
            raise TypeError(f"expected a Kind, or a type that is annotated with one, not {given!r}")
        return found[0]

    def __call__(self, text: Union[str, Uri]) -> Uri:
        """The string as a `Uri`; a `Uri` of the same edition is checked, and given back as it is."""
        uri = parse(text, edition=self.edition, rule=self.rule)
        if isinstance(text, Uri) and text.edition == self.edition:
            uri = text
        if self.schemes is not None and (uri.scheme is None or uri.scheme.lower() not in self.schemes):
            raise _refused(uri, "scheme", uri.scheme, self.schemes)
        if self.hosts is not None and not _allows(self.hosts, uri):
            raise _refused(uri, "host", uri.host, self.hosts)
        # To RFC 1738, the user of `http://b?@a` is "b?" and the host "a". To RFC 3986 and to browsers, the host is "b".
        if self.hosts is not None and split(uri).authority != uri.authority:
            raise _error(uri, "RFC 3986 reads another host here", "host-not-allowed", _host_offset(uri), "3.2")
        return uri

    def is_valid(self, text: Union[str, Uri]) -> bool:
        """Whether the string is of the kind."""
        try:
            self(text)
        except UriError:
            return False
        return True

    @property
    def format(self) -> Optional[str]:
        """The narrowest format of JSON Schema that every string of the kind has, or None where there is none."""
        if self.edition == "rfc3987":
            return "iri" if self.rule in ("IRI", "absolute-IRI") else "iri-reference"
        if self.edition == "rfc3986":
            return "uri" if self.rule in ("URI", "absolute-URI") else "uri-reference"
        if self.edition in _OF_URIS:
            return "uri" if self.rule is None else "uri-reference"
        return None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Kind cannot be changed: make another one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a Kind cannot be changed: make another one")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Kind):
            return self._key() == other._key()
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Callable[[], Kind], tuple[()]]:
        return partial(Kind, self.edition, self.rule, schemes=self.schemes, hosts=self.hosts), ()

    def _key(self) -> tuple[object, ...]:
        return self.edition, self.rule, self.schemes, self.hosts

    def __repr__(self) -> str:
        given = [(name, getattr(self, name)) for name in ("rule", "schemes", "hosts")]
        named = [f"{name}={value!r}" for name, value in given if value is not None]
        return f"Kind({', '.join([repr(self.edition), *named])})"

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from ._pydantic import core_schema

        return core_schema(self, source, handler)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        json_schema: dict[str, Any] = handler(schema)
        # What another kind before this one has said stays.
        return json_schema if self.format is None else {"format": self.format, **json_schema}


# Editions of which every whole string is a URI of RFC 3986. Others have strings that are none: `tel:+0;-=[` is one of
# RFC 3966, and `file://[::%25-]/` one of RFC 8089.
_OF_URIS = frozenset(
    {"rfc2397", "rfc3061", "rfc6068", "rfc6694", "rfc6920", "rfc8141", "rfc9110", "did", "rfc9562", "spiffe"}
)


def _names(names: Optional[Iterable[str]], what: str, read: Callable[[str], str]) -> Optional[tuple[str, ...]]:
    if names is None:
        return None
    if isinstance(names, (str, bytes, Uri)):
        raise TypeError(f"{what} is a list of names, and not one name: write [{names!r}]")
    given = tuple(names)
    for name in given:
        if not isinstance(name, str):
            raise TypeError(f"{what} is a list of str, and {name!r} is none")
    return tuple(read(name) for name in given)


def _scheme(name: str) -> str:
    if not is_valid(name, rule="scheme"):
        raise ValueError(f"{name!r} is no scheme; write it without a colon, as 'https'")
    return name.lower()


def _pattern(name: str) -> str:
    """A host that is allowed, or `*.` and a name below which every name is, or `*` alone."""
    if name == "*":
        return name
    star, host = ("*.", name[2:]) if name.startswith("*.") else ("", name)
    folded = _folded(host)
    # Between them the two have every host that a name may be: any letters, and zones of addresses.
    is_host = _is_host(host, "rfc3987") or _is_host(host, "rfc6874")
    if not is_host or "*" in host or (star and not _is_name(folded.removesuffix("."))):
        raise ValueError(
            f"{name!r} is no host, and not '*.' and a domain name; a host has no scheme, user or port, "
            "and brackets around an IPv6 address"
        )
    return star + folded


def _is_host(text: str, edition: Edition) -> bool:
    return is_valid(f"//{text}", edition=edition) and parse(f"//{text}", edition=edition).host == text


def _folded(host: str) -> str:
    """A host without what is no difference: case and percent-encoding (RFC 3986, 6.2.2.1 and 6.2.2.2)."""
    if _is_host(host, "rfc3987"):
        host = parse(f"//{host}", edition="rfc3987").normalize().host or ""
    # Of ASCII letters only: the lower case of U+212A, the sign for Kelvin, is a "k".
    return "".join(character.lower() if character.isascii() else character for character in host)


def _allows(hosts: tuple[str, ...], uri: Uri) -> bool:
    if uri.host is None:
        return False
    # RFC 9110, 4.2.1: an http URI without a host is to be rejected. Browsers read `http:///a` and `///a` as `//a`.
    if uri.host == "" and (uri.scheme is None or uri.scheme.lower() in _WITH_HOST):
        return False
    host = _folded(uri.host)
    return any(_matches(allowed, host) for allowed in hosts)


_WITH_HOST = frozenset({"http", "https", "ws", "wss", "ftp"})


def _matches(allowed: str, host: str) -> bool:
    if allowed == "*":
        return host != ""
    if allowed.startswith("*."):
        return host.endswith(allowed[1:]) and _is_name(host[: 1 - len(allowed)])
    return host == allowed


def _is_name(text: str) -> bool:
    """Whether a text is of labels, each of letters, digits, `-` and `_`."""
    # A compatible character stands for another one: U+FF0F for a slash.
    labels = unicodedata.normalize("NFKC", text).split(".")
    return all(label and all(one in "-_" or unicodedata.category(one)[0] in "LMN" for one in label) for label in labels)


def _host_offset(uri: Uri) -> int:
    """The index of the first character of the host, or where there is none of the place after the scheme."""
    scheme = 0 if uri.scheme is None else len(uri.scheme) + 1
    if uri.host is None:
        return scheme
    slashes = str(uri).find("//", scheme)
    return max(scheme, slashes + 2) + (0 if uri.userinfo is None else len(uri.userinfo) + 1)


def _refused(uri: Uri, what: str, found: Optional[str], allowed: tuple[str, ...]) -> UriError:
    wrong = f'the {what} "{found}" is not allowed here' if found else f"there is no {what}, and one is needed"
    listed = ", ".join(name or '""' for name in allowed)
    sentence = f"{wrong}; " + (f"the {what}s are: {listed}" if allowed else f"no {what} is allowed")
    offset, section = (0, "3.1") if what == "scheme" else (_host_offset(uri), "3.2.2")
    return _error(uri, sentence, f"{what}-not-allowed" if found else f"no-{what}", offset, section)


def _error(uri: Uri, sentence: str, cause: str, offset: int, section: str) -> UriError:
    error = UriError(sentence)
    error.message = sentence
    error.text = str(uri)
    error.offset = offset
    error.byte_offset = len(error.text[:offset].encode())
    error.cause = cause
    error.section = section if uri.edition == "rfc3986" else f"RFC 3986, {section}"
    return error


def argument(kind: object) -> Callable[[str], Uri]:
    """A kind, or a type for annotations, as the `type` of an argument of argparse.

    argparse then shows the sentence that says what is wrong.

    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> _ = parser.add_argument("url", type=argument(HttpUrl))
    >>> parser.parse_args(["http://example.com/"]).url.host
    'example.com'
    """
    kind = Kind.of(kind)

    def parsed(text: str) -> Uri:
        from argparse import ArgumentTypeError

        try:
            return kind(text)
        except UriError as error:
            raise ArgumentTypeError(str(error)) from error

    return parsed


REFERENCE = Kind()
"""What `Uri` is as the type of a field: a URI or relative reference (RFC 3986, 4.1)."""

Reference = Annotated[Uri, Kind()]
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
"""An `http` or `https` URI, which has a host and no fragment (RFC 9110, 4.2)."""
HttpLink = Annotated[Uri, Kind(rule="URI", schemes=["http", "https"], hosts=["*"])]
"""An `http` or `https` URI, which has a host, with or without a fragment (RFC 9110, 4.2.5)."""
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
