"""Polars expressions: `import urispec.polars`, and then `pl.col("url").uri.host()`.

>>> import polars as pl
>>> import urispec.polars
>>> urls = pl.DataFrame({"url": ["http://u@h:80/", "http://[/", None]})
>>> urls.select(pl.col("url").uri.host(), valid=pl.col("url").uri.valid()).rows()
[('h', True), (None, False), (None, None)]
>>> urls["url"].uri.port_number().to_list()
[80, None, None]

Each method is the function of `urispec.arrow` with the same name. Polars runs it on its
own threads, without Python: lazily, in the streaming engine, and below a filter or a
slice. It accepts text, categoricals and enums; a categorical gives text. A string in a
column that is not a reference gives null. A string argument that is not a reference
raises UriError, and an error of the whole column or of an option raises
`polars.exceptions.ComputeError`.

Type checkers do not know `Expr.uri`. `urispec.polars.UriExpr(pl.col("url")).host()` is
equivalent, and they know it.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Generic, Optional, TypeVar, Union, cast

import polars as pl
from polars.plugins import register_plugin_function

from . import parse
from ._types import Edition, Pack, Rung
from .whatwg import Url

__all__ = ["UriExpr", "UriSeries"]

T = TypeVar("T", pl.Expr, pl.Series)

# The extension module of the package is also the plugin.
_PLUGIN = Path(str(import_module("urispec._urispec").__file__))


class _Uri(Generic[T]):
    """The functions of an expression or of a series."""

    def __init__(self, of: T) -> None:
        self._of: T = of

    def _ask(self, function: str, *others: Union[str, T], **options: str) -> T:
        raise NotImplementedError

    def _ask_by_rule(self, function: str, rule: Optional[str], edition: Edition) -> T:
        options = {} if rule is None else {"rule": rule}
        return self._ask(function, edition=edition, **options)

    def component(self, name: str, *, edition: Edition = "rfc3986") -> T:
        """Extracts one component of each string, by its name. An undefined component is
        null, and an empty one is empty."""
        return self._ask("component", name=name, edition=edition)

    def scheme(self, *, edition: Edition = "rfc3986") -> T:
        """Extracts the scheme of each string, as written."""
        return self.component("scheme", edition=edition)

    def authority(self, *, edition: Edition = "rfc3986") -> T:
        """Extracts the authority of each string, without `//`."""
        return self.component("authority", edition=edition)

    def userinfo(self, *, edition: Edition = "rfc3986") -> T:
        """Extracts the userinfo of each string, without `@`."""
        return self.component("userinfo", edition=edition)

    def host(self, *, edition: Edition = "rfc3986") -> T:
        """Extracts the host of each string, including the brackets of an IP literal."""
        return self.component("host", edition=edition)

    def host_kind(self, *, edition: Edition = "rfc3986") -> T:
        """Returns the name of the production of each host in the edition, such as
        'reg-name' or 'IPv6address'."""
        return self.component("host_kind", edition=edition)

    def port(self, *, edition: Edition = "rfc3986") -> T:
        """Extracts the text of the port of each string: any number of digits, even none."""
        return self.component("port", edition=edition)

    def path(self, *, edition: Edition = "rfc3986") -> T:
        """Extracts the path of each string."""
        return self.component("path", edition=edition)

    def query(self, *, edition: Edition = "rfc3986") -> T:
        """Extracts the query of each string, without `?`."""
        return self.component("query", edition=edition)

    def fragment(self, *, edition: Edition = "rfc3986") -> T:
        """Extracts the fragment of each string, without `#`."""
        return self.component("fragment", edition=edition)

    def components(self, *, edition: Edition = "rfc3986") -> T:
        """Extracts all components of each string, as a struct. Each string is parsed once."""
        return self._ask("components", edition=edition)

    def port_number(self, *, edition: Edition = "rfc3986") -> T:
        """Extracts the port of each string as a number (UInt16), if it is at most
        65535."""
        return self._ask("port_number", edition=edition)

    def valid(self, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> T:
        """Returns whether each string is a reference of the edition, or matches one
        production of it. A null gives null."""
        return self._ask_by_rule("valid", rule, edition)

    def error(self, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> T:
        """Explains each invalid string in a sentence; null for a valid string. With `rule`, a
        string is valid if it matches that production, as in `valid`; so in the next four."""
        return self._ask_by_rule("error", rule, edition)

    def cause(self, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> T:
        """Returns the name of the cause of each error, such as 'port-digits'; null for
        a valid string or an unknown cause."""
        return self._ask_by_rule("cause", rule, edition)

    def section(self, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> T:
        """Returns the section of the document that each string violates; null for a
        valid string."""
        return self._ask_by_rule("section", rule, edition)

    def offset(self, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> T:
        """Returns the character index of the error in each string; null for a valid
        string."""
        return self._ask_by_rule("offset", rule, edition)

    def byte_offset(self, rule: Optional[str] = None, *, edition: Edition = "rfc3986") -> T:
        """Returns the byte offset, in UTF-8, of the error in each string; null for a
        valid string."""
        return self._ask_by_rule("byte_offset", rule, edition)

    def registrable(self, *, edition: Edition = "rfc3986") -> T:
        """Returns the registrable domain of each host, by the Public Suffix List."""
        return self._ask("registrable", edition=edition)

    def normalize(self, to: Optional[Rung] = None, *, edition: Edition = "rfc3986") -> T:
        """Normalizes each string up to a rung.

        The rungs are 'string', 'case', 'percent-encoding', 'path-segments' and 'scheme'. The default is
        'path-segments', and 'scheme' in the edition 'whatwg', which has no other. There the result is the URL
        that a browser parses, even from a string that is not valid.
        """
        options = {} if to is None else {"to": to}
        return self._ask("normalize", edition=edition, **options)

    def lint(self, pack: Pack = "letter", *, edition: Edition = "rfc3986") -> T:
        """Returns the ids of the lints that fire on each string, as a list."""
        return self._ask("lint", pack=pack, edition=edition)

    def lint_has(self, id: str, *, edition: Edition = "rfc3986") -> T:
        """Returns whether one lint, of any pack, fires on each string."""
        return self._ask("lint_has", id=id, edition=edition)

    def resolve(self, reference: Union[str, T], *, edition: Edition = "rfc3986") -> T:
        """Resolves each reference against this base. A string is the reference for
        every row."""
        return self._ask("resolve", reference, edition=edition)

    def resolve_against(self, base: Union[str, T], *, edition: Edition = "rfc3986") -> T:
        """Resolves each reference against its base. A string is the base for every row."""
        return self._ask("resolve_against", base, edition=edition)

    def relativize(self, target: Union[str, T], *, edition: Edition = "rfc3986") -> T:
        """Finds the shortest reference from each of these bases to each target."""
        return self._ask("relativize", target, edition=edition)

    def relativize_against(self, base: Union[str, T], *, edition: Edition = "rfc3986") -> T:
        """Finds the shortest reference from each base to each of these targets."""
        return self._ask("relativize_against", base, edition=edition)

    def compare(self, other: Union[str, T], *, edition: Edition = "rfc3986") -> T:
        """Returns the lowest rung at which each two strings are equivalent, or null."""
        return self._ask("compare", other, edition=edition)

    def template_match(self, template: str) -> T:
        """Matches each string against a template (RFC 6570), and returns the values of
        the variables as a struct."""
        return self._ask("template_match", template=template)

    def template_ways(self, template: str) -> T:
        """Counts the ways in which each string matches the template: 0, 1, or 2 for two
        or more."""
        return self._ask("template_ways", template=template)

    def template_expand(self, template: str) -> T:
        """Expands the template for each row of a struct, which has a text or a list of
        texts for each variable."""
        return self._ask("template_expand", template=template)


def _is_for_browsers(function: str, text: str, edition: str) -> bool:
    """Returns whether a function accepts a literal by the URL Standard, even if it is
    not valid. Whether a browser parses a reference depends on its base."""
    if edition != "whatwg" or function.startswith("relativize"):
        return False
    return function == "resolve" or Url.can_parse(text)


@pl.api.register_expr_namespace("uri")
class UriExpr(_Uri[pl.Expr]):
    """The functions of an expression. A second column is an expression, or a string,
    which is a URI and not a column name."""

    def _ask(self, function: str, *others: Union[str, pl.Expr], **options: str) -> pl.Expr:
        columns: list[Any] = []
        for other in others:
            if isinstance(other, str):
                # An invalid string in a column gives null; an invalid literal is a
                # mistake.
                if not _is_for_browsers(function, other, options["edition"]):
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
    """Runs the plugin once, so that a Polars with a different plugin interface fails
    here, not in the middle of a query."""
    try:
        UriSeries(pl.Series(["a:"])).valid()
    except Exception as error:
        raise ImportError(
            f"Polars {pl.__version__} does not support plugins of version 0.1, such as urispec.polars, which was tested "
            "with Polars 1.30 to 2.1; use the functions of urispec.arrow, which accept a Series of any version"
        ) from error


_tried()
