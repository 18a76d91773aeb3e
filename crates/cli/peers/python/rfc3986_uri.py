"""rfc3986: `uri_reference`, and its `Validator` for the verdict.

The parser never rejects a string; only the validator does. Host, userinfo and port are reported if the
authority can be split.
"""
from peer import module, serve

rfc3986 = module("rfc3986")
ALL = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
VALIDATOR = rfc3986.validators.Validator().check_validity_of(*ALL)


def answer(text, base):
    uri = rfc3986.uri_reference(text)
    VALIDATOR.validate(uri)
    if base is not None:
        return {"valid": True, "target": uri.resolve_with(rfc3986.uri_reference(base)).unsplit()}
    told = {name: getattr(uri, name) for name in ALL}
    return {"valid": True, **told, "authority": uri.authority, "normalized": uri.normalize().unsplit()}


serve(f"rfc3986 {rfc3986.__version__}", answer, (rfc3986.exceptions.RFC3986Exception, ValueError))
