"""urllib3, `parse_url`, which requests and pip use.

It always normalizes, and does not resolve.
"""
from peer import module, serve

urllib3 = module("urllib3")


def answer(text, base):
    if base is not None:
        return {"valid": None}
    url = urllib3.util.parse_url(text)
    told = {name: getattr(url, name) for name in ("scheme", "host", "path", "query", "fragment")}
    port = None if url.port is None else str(url.port)
    return {"valid": True, **told, "userinfo": url.auth, "port": port}


serve(f"urllib3 {urllib3.__version__}", answer, urllib3.exceptions.LocationParseError)
