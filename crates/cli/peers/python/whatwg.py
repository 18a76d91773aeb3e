"""The answer of a class with the members of WHATWG's `URL`.

Components are taken from the serialized URL, which the parser escapes, decodes and trims as its standard
requires. Without a base it accepts only absolute URLs, so there is no verdict on a string without a scheme.
"""
import re

# Spaces and controls before it, and tabs and line breaks in it, are removed.
SCHEME = re.compile(r"[\0- ]*[A-Za-z][A-Za-z0-9+.\-\t\n\r]*:")


def answer(url, text, base, refusal):
    if base is not None:
        return {"valid": True, "target": url(text, base).href}
    try:
        return components(url(text))
    except refusal:
        if SCHEME.match(text):
            raise
        return {"valid": None}


def components(url):
    before, _, _ = url.href.partition("#")
    has_host = url.href.startswith(url.protocol + "//")
    # The members are "" for an empty and an undefined query; `href` distinguishes them.
    query = url.search[1:] if url.search or before.endswith("?") else None
    fragment = url.hash[1:] if url.hash or url.href.endswith("#") else None
    userinfo = url.username + (":" + url.password if url.password else "")
    return {
        "valid": True, "scheme": url.protocol[:-1], "userinfo": userinfo or None,
        "host": url.hostname if has_host else None, "port": url.port or None, "path": url.pathname,
        "query": query, "fragment": fragment, "normalized": url.href,
    }
