"""Restricts the strings of a field, an argument or a database column.

A `Kind` names an edition, a production of it, and the allowed schemes and hosts. It parses a string, and never rewrites
it:

>>> from urispec.kinds import Kind
>>> hook = Kind("rfc9110", schemes=["https"], hosts=["example.com", "*.example.org"])
>>> hook("https://api.example.org/v1")
Uri('https://api.example.org/v1', edition='rfc9110')
>>> hook("http://example.com/")
Traceback (most recent call last):
    ...
urispec.UriError: the scheme "http" is not allowed; allowed schemes: https

The capitalized names are types for annotations, with which pydantic and FastAPI validate: `HttpUrl`, `AnyUri` and so
on. For a custom kind, write `Annotated[Uri, Kind(…)]`, or `Annotated[str, Kind(…)]` if the value should be a str. A
type is not a validating function: calling it calls `Uri`. `Kind.of` returns the kind of a type:

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
    """The strings that a production of an edition derives, restricted to some schemes and hosts.

    `edition` is one of `urispec.EDITIONS`. `rule` is a production of it, spelled as in the document; the default is a
    whole reference. `schemes` and `hosts` are the allowed ones: None allows all, and an empty list allows none.

    Two hosts are equal if they differ only in the case of ASCII letters or in percent-encoding (RFC 3986, 6.2.2.1 and
    6.2.2.2). All others differ: `example.com.` from `example.com`, `[::1]` from `[0::1]`, and a domain name from its
    `xn--` form. The host `*` allows every non-empty host, and `*.example.com` every name below `example.com`, but not
    that name itself. The `*` matches only labels of letters, digits, `-` and `_`: otherwise, a program that decodes or
    cuts hosts could read `a.example%2F.example.com` as `a.example`.

    With `hosts`, a string needs a host; RFC 1808 does not split an authority into a host. The empty name allows an
    empty host, as in `file:///a`, but not with `http`.

    A kind is callable: it returns a `Uri` or raises `UriError`, which is a ValueError. The constructor raises
    ValueError for an invalid edition, production, scheme or host. A kind is immutable.
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
        # Report an unknown edition or production here, not at the first string.
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
        """Returns the kind of a type for annotations, such as `HttpUrl` or `Uri`, or a kind unchanged."""
        if isinstance(given, Kind):
            return given
        if given is Uri:
            return REFERENCE
        found = [one for one in get_args(given)[1:] if isinstance(one, Kind)]
        if len(found) != 1:
            raise TypeError(f"expected a Kind, or a type that is annotated with one, not {given!r}")
        return found[0]

    def __call__(self, text: str) -> Uri:
        """Parses a string as a `Uri`. A `Uri` of the same edition is checked and returned unchanged."""
        uri = parse(text, edition=self.edition, rule=self.rule)
        if isinstance(text, Uri) and text.edition == self.edition:
            uri = text
        if self.schemes is not None and (uri.scheme is None or uri.scheme.lower() not in self.schemes):
            raise _refused(uri, "scheme", uri.scheme, self.schemes)
        if self.hosts is not None and not _allows(self.hosts, uri):
            raise _refused(uri, "host", uri.host, self.hosts)
        # In RFC 1738, `http://b?@a` has the user "b?" and the host "a". In RFC 3986 and in browsers, the host is "b".
        if self.hosts is not None and split(uri).authority != uri.authority:
            raise _error(uri, "RFC 3986 reads a different host here", "host-not-allowed", _host_offset(uri), "3.2")
        return uri

    def is_valid(self, text: str) -> bool:
        """Returns whether the string is of the kind."""
        try:
            self(text)
        except UriError:
            return False
        return True

    @property
    def format(self) -> Optional[str]:
        """Returns the narrowest JSON Schema format that every string of the kind matches, or None."""
        if self.edition == "rfc3987":
            return "iri" if self.rule in ("IRI", "absolute-IRI") else "iri-reference"
        if self.edition == "rfc3986":
            return "uri" if self.rule in ("URI", "absolute-URI") else "uri-reference"
        if self.edition in _OF_URIS:
            return "uri" if self.rule is None else "uri-reference"
        return None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Kind cannot be changed; create a new one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a Kind cannot be changed; create a new one")

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
        # Keep the format of an earlier kind.
        return json_schema if self.format is None else {"format": self.format, **json_schema}


# Editions whose whole strings are all URIs of RFC 3986. Other editions have counterexamples: `tel:+0;-=[` in RFC
# 3966, and `file://[::%25-]/` in RFC 8089.
_OF_URIS = frozenset(
    {"rfc2397", "rfc3061", "rfc6068", "rfc6694", "rfc6920", "rfc8141", "rfc9110", "did", "rfc9562", "spiffe"}
)


def _names(names: Optional[Iterable[str]], what: str, read: Callable[[str], str]) -> Optional[tuple[str, ...]]:
    if names is None:
        return None
    if isinstance(names, (str, bytes)):
        raise TypeError(f"{what} must be a list of names; write [{names!r}]")
    given = tuple(names)
    for name in given:
        if not isinstance(name, str):
            raise TypeError(f"{what} must be a list of str; {name!r} is not a str")
    return tuple(read(name) for name in given)


def _scheme(name: str) -> str:
    if not is_valid(name, rule="scheme"):
        raise ValueError(f"{name!r} is not a scheme; write it without a colon, as 'https'")
    return name.lower()


def _pattern(name: str) -> str:
    """Folds an allowed host, `*.` with a domain name, or `*`."""
    if name == "*":
        return name
    star, host = ("*.", name[2:]) if name.startswith("*.") else ("", name)
    folded = _folded(host)
    # Together, these two editions derive every host: any letters, and zones of addresses.
    is_host = _is_host(host, "rfc3987") or _is_host(host, "rfc6874")
    if not is_host or "*" in host or (star and not _is_name(folded.removesuffix("."))):
        raise ValueError(
            f"{name!r} is not a host or '*.' with a domain name; a host has no scheme, user or port, "
            "and brackets around an IPv6 address"
        )
    return star + folded


def _is_host(text: str, edition: Edition) -> bool:
    return is_valid(f"//{text}", edition=edition) and parse(f"//{text}", edition=edition).host == text


def _folded(host: str) -> str:
    """Folds a host: case and percent-encoding (RFC 3986, 6.2.2.1 and 6.2.2.2)."""
    if _is_host(host, "rfc3987"):
        host = parse(f"//{host}", edition="rfc3987").normalize().host or ""
    # ASCII letters only: the lower case of U+212A, the Kelvin sign, is "k".
    return "".join(character.lower() if character.isascii() else character for character in host)


def _allows(hosts: tuple[str, ...], uri: Uri) -> bool:
    if uri.host is None:
        return False
    # RFC 9110, 4.2.1: an http URI without a host must be rejected. Browsers read `http:///a` and `///a` as `//a`.
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
    """Returns whether a text consists of labels of letters, digits, `-` and `_`."""
    # A compatibility character may decompose to another one: U+FF0F to a slash.
    labels = unicodedata.normalize("NFKC", text).split(".")
    return all(label and all(one in "-_" or unicodedata.category(one)[0] in "LMN" for one in label) for label in labels)


def _host_offset(uri: Uri) -> int:
    """Returns the index of the first character of the host, or of the position after the scheme if there is none."""
    scheme = 0 if uri.scheme is None else len(uri.scheme) + 1
    if uri.host is None:
        return scheme
    slashes = str(uri).find("//", scheme)
    return max(scheme, slashes + 2) + (0 if uri.userinfo is None else len(uri.userinfo) + 1)


def _refused(uri: Uri, what: str, found: Optional[str], allowed: tuple[str, ...]) -> UriError:
    wrong = f'the {what} "{found}" is not allowed' if found else f"the {what} is missing"
    listed = ", ".join(name or '""' for name in allowed)
    sentence = f"{wrong}; " + (f"allowed {what}s: {listed}" if allowed else f"no {what} is allowed")
    offset, section = (0, "3.1") if what == "scheme" else (_host_offset(uri), "3.2.2")
    return _error(uri, sentence, f"{what}-not-allowed" if found else f"no-{what}", offset, section)


def _error(uri: Uri, sentence: str, cause: str, offset: int, section: str) -> UriError:
    error = UriError(sentence)
    error.message = sentence
    error.text = str(uri)
    error.offset = offset
    error.byte_offset = len(error.text[:offset].encode())
    error.cause = cause
    error.citation = f"RFC 3986, {section}"
    error.section = section if uri.edition == "rfc3986" else error.citation
    return error


def argument(kind: object) -> Callable[[str], Uri]:
    """Returns a kind, or a type for annotations, as the `type` of an argparse argument.

    argparse then shows the message of the error.

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
"""The kind of `Uri` as the type of a field: a URI or relative reference (RFC 3986, 4.1)."""

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
