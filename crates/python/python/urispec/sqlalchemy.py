"""A SQLAlchemy column type: a `Uri` in Python, and its characters in the database.

>>> from sqlalchemy import Column, MetaData, Table
>>> from urispec.kinds import HttpUrl
>>> from urispec.sqlalchemy import UriType
>>> hooks = Table("hooks", MetaData(), Column("url", UriType(HttpUrl), primary_key=True))
>>> print(hooks.insert())
INSERT INTO hooks (url) VALUES (:url)
"""

from __future__ import annotations

from typing import Any, Optional, Union

from sqlalchemy import String
from sqlalchemy.types import TypeDecorator, TypeEngine

from . import Uri, parse
from .kinds import REFERENCE, Kind

__all__ = ["UriType"]


class UriType(TypeDecorator[Uri]):
    """A column of strings of a `Kind`, or of a type for annotations such as `HttpUrl`.

    Writing checks the kind. Reading parses by its edition and production only, so that a row stays
    readable when the kind later allows fewer hosts. The column compares with any str, as text.
    `length` is passed to `String`.
    """

    impl = String
    cache_ok = True

    def __init__(self, kind: object = REFERENCE, length: Optional[int] = None) -> None:
        super().__init__(length)
        self.kind = Kind.of(kind)
        self.length = length

    @property
    def python_type(self) -> type[Uri]:
        """`Uri`."""
        return Uri

    def process_bind_param(self, value: Union[str, Uri, None], dialect: Any) -> Optional[str]:
        """Returns the characters to write. Raises UriError."""
        return None if value is None else str(self.kind(value))

    def process_result_value(self, value: Any, dialect: Any) -> Optional[Uri]:
        """Parses the value from the database. Raises UriError."""
        return None if value is None else parse(value, edition=self.kind.edition, rule=self.kind.rule)

    def coerce_compared_value(self, op: Any, value: Any) -> TypeEngine[Any]:
        """Returns text: a pattern for `like` need not be a URI."""
        return _Text()


class _Text(TypeDecorator[str]):
    impl = String
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> Any:
        return str(value) if isinstance(value, Uri) else value
