"""rfc3986-validator, `validate_rfc3986`, which only judges: no component is reported."""
from importlib.metadata import version

from peer import module, serve

validate = module("rfc3986_validator").validate_rfc3986


def answer(text, base):
    return {"valid": None if base is not None else bool(validate(text, rule="URI_reference"))}


serve(f"rfc3986-validator {version('rfc3986-validator')}", answer)
