"""Checks the types. mypy reads this file, and nothing runs it."""

import re
from typing import Optional, Union

import polars as pl
import pyarrow as pa
import urispec
import urispec.polars
from urispec.languages import Language, redos, relation, same_as
from urispec.whatwg import Url

uri: urispec.Uri = urispec.parse("a:b", edition="rfc2396")
scheme: Optional[str] = uri.scheme
path: str = uri.path
parts = urispec.split("a:b")
query: Optional[str] = parts.query
ids: list[str] = [finding.id for finding in urispec.lint("a:b")]
try:
    urispec.parse("a b")
except urispec.UriError as error:
    offset: Optional[int] = error.offset
    message: str = error.message


def columns(one: urispec.arrow.ArrowArray, many: urispec.arrow.ArrowStream) -> None:
    host: urispec.arrow.Array = urispec.arrow.host(one)
    hosts: urispec.arrow.ChunkedArray = urispec.arrow.host(many, edition="rfc3986")
    # A result is a column.
    urispec.arrow.resolve("a:b", host)
    urispec.arrow.valid(hosts, rule="URI")
    urispec.arrow.lint_has(host, "needless-escape").to_pandas(index=None, name="has")


def frames(urls: pl.Series) -> None:
    # The input determines the output type.
    host: pl.Series = urispec.arrow.host(urls)
    cause: pl.Series = urispec.arrow.cause(urls, edition="rfc2396")
    urispec.arrow.template_ways(host, "{a}")
    target: pl.Series = urispec.arrow.resolve("a:b", cause)
    target = urispec.arrow.resolve(target, target)


urispec.parse(1)  # type: ignore[arg-type]
uri.host = "h"  # type: ignore[misc]


def expressions(url: pl.Expr, column: pl.Series) -> None:
    host: pl.Expr = urispec.polars.UriExpr(url).host()
    target: pl.Series = urispec.polars.UriSeries(column).resolve(column, edition="rfc2396")
    urispec.polars.UriExpr(url).normalize("case").alias(str(urispec.arrow.error(column, "URI").name))
    urispec.polars.UriExpr(url).normalize("case", "rfc2396")  # type: ignore[call-arg]


def patterns(compiled: re.Pattern[str], data: re.Pattern[bytes]) -> None:
    either: Language = Language("regex:a") | Language.from_pattern(compiled)
    text: Union[str, bytes, None] = either.shortest()
    is_subset: bool = either <= Language.from_abnf("a = DIGIT") and "a" in either
    same: bool = relation(compiled, "regex:a").name == "equal" and bool(same_as("a", rule="host"))
    attack = redos(compiled)
    degree: Optional[int] = attack.degree if attack else None
    Language.from_pattern(data)  # type: ignore[arg-type]
    either | "regex:a"  # type: ignore[operator]
    redos("a", dialect="perl")  # type: ignore[arg-type]


def urls(base: Url) -> None:
    url: Url = Url("a", base).with_port(80).with_query(None).resolve("b")
    port: Optional[int] = url.port
    username: str = url.username + Url("a", "http://h/").path
    is_domain: bool = url.host_kind == "domain" and Url.can_parse(url)
    value: Optional[str] = url.form_pairs["q"]
    text: str = url
    url.with_scheme(None)  # type: ignore[arg-type]
    url.path = "/"  # type: ignore[misc]
