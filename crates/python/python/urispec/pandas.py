"""The pandas accessor `uri`: the functions of `urispec.arrow` on a Series or an Index.

>>> import pandas
>>> import urispec.pandas
>>> urls = pandas.Series(["http://u@h:80/", "http://[/", "mailto:a@b"], index=[3, 5, 8])
>>> urls.uri.host().to_dict()
{3: 'h', 5: None, 8: None}
>>> urls[urls.uri.valid()].uri.scheme().to_dict()
{3: 'http', 8: 'mailto'}

A result has the index and the name of the column, and Arrow types.
"""

import functools
import inspect

import pandas

from . import arrow


def _method(function):
    signature = inspect.signature(function)
    column, *others = signature.parameters.values()
    by_position = [one.name for one in others if one.kind is one.POSITIONAL_OR_KEYWORD]
    by_name = [one.name for one in others if one.kind is one.KEYWORD_ONLY]

    @functools.wraps(function)
    def method(self, *given, **options):
        # The message of the function would also count the column.
        if len(given) > len(by_position):
            taken = f"only {', '.join(by_position)}" if by_position else "no argument"
            by_name_only = "".join(f"; pass {name} by name: {name}={given[-1]!r}" for name in by_name)
            raise TypeError(f"uri.{function.__name__} takes {taken} by position{by_name_only}")
        return function(self._column, *given, **options)

    method.__signature__ = signature.replace(parameters=[column.replace(name="self"), *others])
    return method


@pandas.api.extensions.register_series_accessor("uri")
@pandas.api.extensions.register_index_accessor("uri")
class Accessor:
    """The functions of `urispec.arrow`, with this column as the first argument."""

    def __init__(self, column):
        self._column = column

    def components(self, *, edition="rfc3986"):
        """Returns all components of each string, as a DataFrame with the index of the column."""
        return arrow.components(self._column, edition=edition).struct.explode()

    def resolve(self, reference=None, *, base=None, edition="rfc3986"):
        """Resolves each reference against its base. The column holds the bases, or, with `base`,
        the references. The other argument is a column too, or a string for every row."""
        return arrow.resolve(*_sides(self._column, reference, base), edition=edition)

    def relativize(self, target=None, *, base=None, edition="rfc3986"):
        """Finds the shortest reference from each base to each target. The column holds the bases,
        or, with `base`, the targets. The other argument is a column too, or a string for every row."""
        return arrow.relativize(*_sides(self._column, target, base), edition=edition)


def _sides(column, other, base):
    if (other is None) == (base is None):
        raise TypeError("pass either the second column or `base`")
    return (column, other) if base is None else (base, column)


for _name in arrow.__all__:
    if _name.islower() and not hasattr(Accessor, _name):
        setattr(Accessor, _name, _method(getattr(arrow, _name)))
