"""A validator for WTForms fields.

>>> from urispec.kinds import HttpUrl
>>> from urispec.wtforms import OfKind
>>> from wtforms import Form, StringField
>>> class Hook(Form):
...     url = StringField(validators=[OfKind(HttpUrl)])
>>> Hook(data={"url": "http://example.com/"}).validate()
True
"""

from __future__ import annotations

from typing import Any, Optional

from wtforms.validators import ValidationError  # type: ignore[import-untyped,unused-ignore]

from . import UriError
from .kinds import Kind

__all__ = ["OfKind"]


class OfKind:
    """Checks that the data of a field is of a `Kind`, or of a type for annotations such as
    `HttpUrl`.

    The data stays an unchanged str. `message` replaces the message of the error. For a field that
    may be empty, put the WTForms validator `Optional` before this one.
    """

    def __init__(self, kind: object, message: Optional[str] = None) -> None:
        self.kind = Kind.of(kind)
        self.message = message

    def __call__(self, form: Any, field: Any) -> None:
        try:
            self.kind("" if field.data is None else field.data)
        except UriError as error:
            raise ValidationError(self.message or str(error)) from error
