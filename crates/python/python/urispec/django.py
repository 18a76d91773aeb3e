"""A validator for Django fields of models and forms.

>>> from urispec.django import UriValidator
>>> from urispec.kinds import Kind
>>> hook = UriValidator(Kind("rfc9110", schemes=["https"]))
>>> hook("https://example.com/")
>>> hook("http://example.com/")
Traceback (most recent call last):
    ...
django.core.exceptions.ValidationError: ['the scheme "http" is not allowed; allowed schemes: https']

A model uses `models.CharField(max_length=2000, validators=[hook])`, and a form
`forms.CharField(validators=[hook])`. `URLField` has a different grammar, and in a form rewrites the
input.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError  # type: ignore[import-untyped,unused-ignore]
from django.db.migrations.serializer import BaseSerializer  # type: ignore[import-untyped,unused-ignore]
from django.db.migrations.writer import MigrationWriter  # type: ignore[import-untyped,unused-ignore]

from . import UriError
from .kinds import Kind

__all__ = ["UriValidator"]


class UriValidator:
    """Checks that a string is of a `Kind`, or of a type for annotations such as `HttpUrl`.

    Raises a ValidationError whose `code` is "uri". Its `params` are available to a custom message:
    `value`, `reason`, `offset`, `cause` and `section`, such as 'RFC 3986, 3.2.3'.
    """

    code = "uri"

    def __init__(self, kind: object) -> None:
        self.kind = Kind.of(kind)

    def __call__(self, value: Any) -> None:
        try:
            self.kind(value)
        except UriError as error:
            facts = {"offset": error.offset, "cause": error.cause, "section": error.citation}
            params = {"value": value, "reason": str(error), **facts}
            raise ValidationError("%(reason)s", code=self.code, params=params) from error

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UriValidator) and self.kind == other.kind

    def __hash__(self) -> int:
        return hash(self.kind)

    def deconstruct(self) -> tuple[str, tuple[Kind], dict[str, Any]]:
        """Returns what a migration writes."""
        return "urispec.django.UriValidator", (self.kind,), {}


class _KindSerializer(BaseSerializer):  # type: ignore[misc,unused-ignore]
    def serialize(self) -> tuple[str, set[str]]:
        return f"urispec.kinds.{self.value!r}", {"import urispec.kinds"}


MigrationWriter.register_serializer(Kind, _KindSerializer)
