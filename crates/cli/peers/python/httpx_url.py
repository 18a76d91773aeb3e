"""httpx, `URL`. The host is the one that is contacted, in Punycode, and an IPv6 address has no brackets.

The path and the query are those that are sent. The fragment is decoded, so it is reported only if it has no escape.
"""
from peer import module, serve, some

httpx = module("httpx")
URL = httpx.URL


def answer(text, base):
    url = URL(text)
    if base is not None:
        return {"valid": True, "target": str(URL(base).join(url))}
    path, query, _ = url.raw_path.decode().partition("?")
    told = some(scheme=url.raw_scheme.decode(), userinfo=url.userinfo.decode(), host=url.raw_host.decode())
    told["query"] = url.query.decode() if query else None
    if url.fragment and "%" not in str(url).partition("#")[2]:
        told["fragment"] = url.fragment
    told["port"] = None if url.port is None else str(url.port)
    return {"valid": True, **told, "path": path, "normalized": str(url)}


serve(f"httpx {httpx.__version__}", answer, (httpx.InvalidURL, ValueError))
