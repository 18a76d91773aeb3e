"""Pydantic fields of type str or Uri, which are parsed and never rewritten, and of type Url."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic_core import PydanticCustomError, PydanticKnownError
from pydantic_core import core_schema as schemas

from . import Uri, UriError
from .kinds import REFERENCE, Kind
from .whatwg import Url


def core_schema(kind: Kind, source: Any, handler: Any) -> Any:
    """Returns the schema of a field of a kind. Its value is a `Uri`, or a str if that
    is annotated."""
    if source is not Uri and source is not str:
        raise TypeError(f"{kind!r} annotates a Uri or a str, not {source!r}: write Optional[Annotated[Uri, …]], for example")

    def validate(value: str) -> str:
        uri = kind(value)
        return uri if source is Uri else str(value)

    return _validated(validate, _inner(kind, source, handler), metadata={"urispec": kind})


def url_schema() -> Any:
    """Returns the schema of a field of the type `urispec.whatwg.Url`."""
    return _validated(Url, _text_schema(schemas.str_schema()))


def _validated(validate: Callable[[str], str], inner: Any, **options: Any) -> Any:
    """Returns a schema whose values are validated by a function that raises UriError."""

    def validated(value: str) -> str:
        try:
            return validate(value)
        except UriError as error:
            raise PydanticCustomError("uri", "{reason}", _context(error)) from error

    as_string = schemas.to_string_ser_schema(when_used="json")
    return schemas.no_info_after_validator_function(validated, inner, serialization=as_string, **options)


def _inner(kind: Kind, source: Any, handler: Any) -> Any:
    """Returns the schema before the kind: a text, and annotations before the kind, such
    as a length or another kind."""
    inner: Any = schemas.str_schema() if source is Uri and kind is REFERENCE else handler(source)
    if inner.get("metadata", {}).get("urispec") is REFERENCE:
        # The handler of `Uri` itself, without an annotation.
        inner = schemas.str_schema()
    return _text_schema(inner) if inner["type"] == "str" else inner


def _text_schema(inner: Any) -> Any:
    """Returns the schema of a text that pydantic does not change."""
    # String settings of the model would rewrite the value.
    inner = {"strip_whitespace": False, "to_lower": False, "to_upper": False, "coerce_numbers_to_str": False, **inner}
    return schemas.no_info_before_validator_function(_text, inner)


def _text(value: object) -> str:
    """Returns the text of a value. pydantic would also accept bytes and numbers as
    text."""
    if isinstance(value, str):
        return str(value)
    raise PydanticKnownError("string_type")


def _context(error: UriError) -> dict[str, Any]:
    """Returns the error details for FastAPI's response 422. The section has one form, with its document."""
    found = {name: getattr(error, name) for name in ("offset", "byte_offset", "cause")} | {"section": error.citation}
    return {"reason": str(error)} | {name: value for name, value in found.items() if value is not None}
