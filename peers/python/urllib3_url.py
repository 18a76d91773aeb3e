"""urllib3, `parse_url`, which requests and pip ask.

It normalizes as it parses: there is no other form. A string without scheme is taken for one that begins with
a host, so a relative reference is not what it is made for.
"""
from peer import module, serve

urllib3 = module("urllib3", "urllib3")


def answer(text, base):
    url = urllib3.util.parse_url(text)
    told = {name: getattr(url, name) for name in ("scheme", "host", "path", "query", "fragment")}
    port = None if url.port is None else str(url.port)
    return {"valid": True, **told, "userinfo": url.auth, "port": port, "normalized": url.url}


serve(f"urllib3 {urllib3.__version__}", answer, urllib3.exceptions.LocationParseError)
