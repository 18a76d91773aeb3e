"""pydantic, `AnyUrl`: the crate url, by its package for Python. A string without a scheme is not judged."""
from peer import module, serve

pydantic = module("pydantic")
relative = "relative URL without a base"


def answer(text, base):
    if base is not None:
        return {"valid": None}
    try:
        url = pydantic.AnyUrl(text)
    except ValueError as error:
        if relative in str(error) or not text:
            return {"valid": None}
        raise
    password = "" if url.password is None else ":" + url.password
    told = {name: getattr(url, name) for name in ("scheme", "host", "path", "query", "fragment")}
    told["userinfo"] = None if url.username is None and not password else (url.username or "") + password
    return {"valid": True, **told, "normalized": str(url)}


serve(f"pydantic {pydantic.VERSION} AnyUrl", answer)
