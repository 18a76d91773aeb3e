"""The names that functions accept, for annotations."""

from typing import Literal

Edition = Literal[
    "rfc1630",
    "rfc1738",
    "rfc1808",
    "url-syntax-05",
    "rfc2396",
    "rfc2732",
    "rfc2396bis-01",
    "rfc3986",
    "rfc3987",
    "rfc6874",
    "whatwg",
    # Editions of single schemes.
    "rfc2141",
    "rfc2397",
    "rfc3061",
    "rfc3966",
    "rfc5870",
    "rfc6068",
    "rfc6694",
    "rfc6920",
    "rfc7565",
    "rfc8089",
    "rfc8141",
    "rfc9110",
    "did",
    "rfc9562",
    "pkg",
    "spiffe",
    # Editions of related strings.
    "rfc6570",
    "oci",
]
Rung = Literal["string", "case", "percent-encoding", "path-segments", "scheme", "protocol"]
Pack = Literal["letter", "security", "registry"]
Place = Literal["unreserved", "userinfo", "reg-name", "segment", "segment-nz-nc", "query", "fragment"]
PathStyle = Literal["native", "unix", "windows"]
Dialect = Literal["rust", "ecmascript", "python", "pcre", "re2", "posix-ere", "xsd", "java", "dotnet"]
Syntax = Literal["rust", "ecmascript", "python", "pcre", "re2", "posix-ere", "xsd", "java", "dotnet", "json-schema"]
Match = Literal["search", "prefix", "whole", "global"]
