"""A type for columns of SQLAlchemy: a `Uri` in Python, and its characters in the database.

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

    What is written is checked by the kind. What is read is parsed by its edition and production, so that a row stays
    readable when the kind allows fewer hosts than before. The column is compared with any str, as text. `length` is
    that of `String`.
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
        """The characters to write. Raises UriError."""
        return None if value is None else str(self.kind(value))

    def process_result_value(self, value: Any, dialect: Any) -> Optional[Uri]:
        """What was read. Raises UriError."""
        return None if value is None else parse(value, edition=self.kind.edition, rule=self.kind.rule)

    def coerce_compared_value(self, op: Any, value: Any) -> TypeEngine[Any]:
        """Text: a pattern of `like` need not be a URI."""
        return _Text()


class _Text(TypeDecorator[str]):
    impl = String
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> Any:
        return str(value) if isinstance(value, Uri) else value
