"""hyperlink, `URL.from_text`, which keeps escapes.

The path is a tuple of segments and the query a tuple of pairs, joined as in `to_text`. A default port is not
reported, since the parser adds it to URLs without one. Empty and undefined hosts, queries and fragments are not
distinguished.
"""
from importlib.metadata import version

from peer import module, serve, some

URL = module("hyperlink").URL


def answer(text, base):
    url = URL.from_text(text)
    if base is not None:
        return {"valid": True, "target": URL.from_text(base).click(url).to_text(with_password=True)}
    pairs = "&".join(name if value is None else f"{name}={value}" for name, value in url.query)
    told = some(scheme=url.scheme, userinfo=url.userinfo, host=url.host, query=pairs, fragment=url.fragment)
    if url.port is None or url.port != url.replace(port=None).port:
        told["port"] = None if url.port is None else str(url.port)
    told["path"] = ("/" if url.rooted else "") + "/".join(url.path)
    return {"valid": True, **told, "normalized": url.normalize().to_text(with_password=True)}


# The second is how `click` refuses a reference such as `urn:a`.
serve(f"hyperlink {version('hyperlink')}", answer, (ValueError, NotImplementedError))
