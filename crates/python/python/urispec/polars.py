"""Expressions of Polars: `import urispec.polars`, and then `pl.col("url").uri.host()`.

>>> import polars as pl
>>> import urispec.polars
>>> urls = pl.DataFrame({"url": ["http://u@h:80/", "http://[/", None]})
>>> urls.select(pl.col("url").uri.host(), valid=pl.col("url").uri.valid()).rows()
[('h', True), (None, False), (None, None)]
>>> urls["url"].uri.port_number().to_list()
[80, None, None]

Each method is the function of `urispec.arrow` of that name. Polars runs it on its own threads, with no Python in
between: lazily, in the streaming engine, and below a filter or a slice. Text, categories and enumerations are asked; a
category gives text. A string in a column that is no reference gives null. A string that is the argument of a method
and no reference raises UriError, and what is wrong with the whole column, or with an option,
`polars.exceptions.ComputeError`.

`Expr.uri` is not known to a type checker. `urispec.polars.UriExpr(pl.col("url")).host()` is the same, and is.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Generic, Optional, TypeVar, Union, cast

import polars as pl
from polars.plugins import register_plugin_function

from . import parse
from ._types import Edition, Pack, Rung

__all__ = ["UriExpr", "UriSeries"]

T = TypeVar("T", pl.Expr, pl.Series)

# The extension module of the package is the plugin too.
_PLUGIN = Path(str(import_module("urispec._urispec").__file__))


class _Uri(Generic[T]):
    """The functions, of an expression or of a series."""

    def __init__(self, of: T) -> None:
        self._of: T = of

    def _ask(self, function: str, *others: Union[str, T], **options: str) -> T:
        raise NotImplementedError

    def component(self, name: str, *, edition: Edition = "rfc3986") -> T:
        """One component of each string, by its name. One that is undefined is null, and an empty one is empty."""
        return self._ask("component", name=name, edition=edition)

    def scheme(self, *, edition: Edition = "rfc3986") -> T:
        """The scheme of each string, as given."""
        return self.component("scheme", edition=edition)

    def authority(self, *, edition: Edition = "rfc3986") -> T:
        """The authority of each string, without `//`."""
        return self.component("authority", edition=edition)

    def userinfo(self, *, edition: Edition = "rfc3986") -> T:
        """The userinfo of each string, without `@`."""
        return self.component("userinfo", edition=edition)

    def host(self, *, edition: Edition = "rfc3986") -> T:
        """The host of each string. An address in brackets keeps them."""
        return self.component("host", edition=edition)

    def host_kind(self, *, edition: Edition = "rfc3986") -> T:
        """The edition's production of each host, such as 'reg-name' or 'IPv6address'."""
        return self.component("host_kind", edition=edition)

    def port(self, *, edition: Edition = "rfc3986") -> T:
        """The text of the port of each string: any number of digits, even none."""
        return self.component("port", edition=edition)

    def path(self, *, edition: Edition = "rfc3986") -> T:
        """The path of each string."""
        return self.component("path", edition=edition)

    def query(self, *, edition: Edition = "rfc3986") -> T:
        """The query of each string, without `?`."""
        return self.component("query", edition=edition)

    def fragment(self, *, edition: Edition = "rfc3986") -> T:
        """The fragment of each string, without `#`."""
        return self.component("fragment", edition=edition)

    def components(self, *, edition: Edition = "rfc3986") -> T:
        """All components of each string, as a struct. Each string is parsed once."""
        return self._ask("components", edition=edition)

    def port_number(self, *, edition: Edition = "rfc3986") -> T:
        """The port of each string as a number (UInt16), where it is one of at most 65535."""
        return self._ask("port_number", edition=edition)

    def valid(self, *, edition: Edition = "rfc3986", rule: Optional[str] = None) -> T:
        """Whether each string is a reference of the edition, or of one production of it. A null stays null."""
        options = {} if rule is None else {"rule": rule}
        return self._ask("valid", edition=edition, **options)

    def error(self, *, edition: Edition = "rfc3986") -> T:
        """What is wrong with each string, as a sentence; null where nothing is."""
        return self._ask("error", edition=edition)

    def cause(self, *, edition: Edition = "rfc3986") -> T:
        """The name of what is wrong with each string, such as 'port-digits'; null where nothing is, or has no name."""
        return self._ask("cause", edition=edition)

    def section(self, *, edition: Edition = "rfc3986") -> T:
        """The section of the document by which each string is wrong; null where none is."""
        return self._ask("section", edition=edition)

    def offset(self, *, edition: Edition = "rfc3986") -> T:
        """The index of the character of each string at which it is wrong; null where none is."""
        return self._ask("offset", edition=edition)

    def byte_offset(self, *, edition: Edition = "rfc3986") -> T:
        """The byte of each string, in UTF-8, at which it is wrong; null where none is."""
        return self._ask("byte_offset", edition=edition)

    def registrable(self, *, edition: Edition = "rfc3986") -> T:
        """The registrable domain of each host, by the Public Suffix List."""
        return self._ask("registrable", edition=edition)

    def normalize(self, *, to: Rung = "path-segments", edition: Edition = "rfc3986") -> T:
        """The normal form of each string up to a rung.

        The rungs are 'string', 'case', 'percent-encoding', 'path-segments' and 'scheme'.
        """
        return self._ask("normalize", to=to, edition=edition)

    def lint(self, *, pack: Pack = "letter", edition: Edition = "rfc3986") -> T:
        """The ids of the lints that have something to say of each string, as a list."""
        return self._ask("lint", pack=pack, edition=edition)

    def lint_has(self, id: str, *, edition: Edition = "rfc3986") -> T:
        """Whether the lint of an id, of any pack, has something to say of each string."""
        return self._ask("lint_has", id=id, edition=edition)

    def resolve(self, reference: Union[str, T], *, edition: Edition = "rfc3986") -> T:
        """The target of each reference, of which this is the base. A string is that reference for every row."""
        return self._ask("resolve", reference, edition=edition)

    def resolve_against(self, base: Union[str, T], *, edition: Edition = "rfc3986") -> T:
        """The target of each reference against its base. A string is that base for every row."""
        return self._ask("resolve_against", base, edition=edition)

    def relativize(self, target: Union[str, T], *, edition: Edition = "rfc3986") -> T:
        """The shortest reference that leads from each base, which this is, to each target."""
        return self._ask("relativize", target, edition=edition)

    def relativize_against(self, base: Union[str, T], *, edition: Edition = "rfc3986") -> T:
        """The shortest reference that leads from each base to each target, which this is."""
        return self._ask("relativize_against", base, edition=edition)

    def compare(self, other: Union[str, T], *, edition: Edition = "rfc3986") -> T:
        """The lowest rung at which each two strings are equivalent, or null."""
        return self._ask("compare", other, edition=edition)

    def template_match(self, template: str) -> T:
        """The values of the variables of which each string is the expansion (RFC 6570), as a struct."""
        return self._ask("template_match", template=template)

    def template_ways(self, template: str) -> T:
        """In how many ways each string is an expansion of the template: 0, 1, or 2 for two and more."""
        return self._ask("template_ways", template=template)

    def template_expand(self, template: str) -> T:
        """The expansion of each row of a struct, which has a text or a list of texts for each variable."""
        return self._ask("template_expand", template=template)


@pl.api.register_expr_namespace("uri")
class UriExpr(_Uri[pl.Expr]):
    """The functions of an expression. A second column is an expression, or a string, which is a URI and no name."""

    def _ask(self, function: str, *others: Union[str, pl.Expr], **options: str) -> pl.Expr:
        columns: list[Any] = []
        for other in others:
            if isinstance(other, str):
                # One in a column gives null, and one that is written down is a mistake.
                parse(other, edition=cast(Edition, options["edition"]))
                other = pl.lit(other)
            columns.append(other)
        return register_plugin_function(
            plugin_path=_PLUGIN,
            function_name="urispec",
            args=[self._of, *columns],
            kwargs={"function": function, **options},
            is_elementwise=True,
        )


@pl.api.register_series_namespace("uri")
class UriSeries(_Uri[pl.Series]):
    """The functions of a series. A second column is a series, or a string."""

    def _ask(self, function: str, *others: Union[str, pl.Series], **options: str) -> pl.Series:
        columns = [other if isinstance(other, str) else pl.lit(other) for other in others]
        asked = UriExpr(pl.lit(self._of))._ask(function, *columns, **options)
        return pl.select(asked.alias(self._of.name)).to_series()


def _tried() -> None:
    """Asks once, so that a Polars of another plugin interface is told of here, and not in the middle of a query."""
    try:
        UriSeries(pl.Series(["a:"])).valid()
    except Exception as error:
        raise ImportError(
            f"Polars {pl.__version__} does not take plugins of version 0.1, which urispec.polars is; it was tried "
            "with 1.30 to 2.1. The functions of urispec.arrow answer for a Series of any version"
        ) from error


_tried()
