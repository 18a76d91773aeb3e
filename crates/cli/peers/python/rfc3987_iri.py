"""rfc3987, `parse` by the rule `URI_reference`: a regular expression that is the grammar of RFC 3986."""
from importlib.metadata import version

from peer import module, serve

rfc3987 = module("rfc3987")
ALL = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")


def answer(text, base):
    parts = rfc3987.parse(text, rule="URI_reference")
    if base is not None:
        return {"valid": True, "target": rfc3987.resolve(base, text)}
    return {"valid": True, **{name: parts[name] for name in ALL}}


serve(f"rfc3987 {version('rfc3987')}", answer)
