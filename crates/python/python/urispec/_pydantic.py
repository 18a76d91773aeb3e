"""Fields of pydantic: a str or a Uri, which is parsed and never rewritten."""

from __future__ import annotations

from typing import Any

from pydantic_core import PydanticCustomError, PydanticKnownError
from pydantic_core import core_schema as schemas

from . import Uri, UriError
from .kinds import Kind


def core_schema(kind: Kind, source: Any) -> Any:
    """The schema of a field of a kind, whose value is a `Uri`, or a str where that is annotated."""
    as_text = isinstance(source, type) and issubclass(source, str)

    def validate(value: object) -> Uri | str:
        if not isinstance(value, (str, Uri)):
            raise PydanticKnownError("string_type")
        try:
            uri = kind(value)
        except UriError as error:
            raise PydanticCustomError("uri", "{reason}", _context(error)) from error
        return str(uri) if as_text else uri

    return schemas.no_info_plain_validator_function(
        validate,
        serialization=schemas.to_string_ser_schema(when_used="json"),
        json_schema_input_schema=schemas.str_schema(),
    )


def _context(error: UriError) -> dict[str, Any]:
    """What FastAPI's answer 422 says beside the sentence."""
    facts = ("offset", "byte_offset", "cause", "section")
    found = {name: getattr(error, name) for name in facts}
    return {"reason": str(error)} | {name: value for name, value in found.items() if value is not None}
