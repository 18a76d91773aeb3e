"""uritools, `urisplit`, which splits as Appendix B does. The host is that of `gethost`, which is decoded and may be
rejected; so may the port.
"""
from importlib.metadata import version

from peer import module, serve

uritools = module("uritools")


def answer(text, base):
    if base is not None:
        return {"valid": True, "target": uritools.urijoin(base, text)}
    uri = uritools.urisplit(text)
    told = {name: getattr(uri, name) for name in ("scheme", "authority", "userinfo", "port", "path", "query", "fragment")}
    host = uri.gethost()
    uri.getport()
    return {"valid": True, **told, "host": None if host is None else str(host)}


serve(f"uritools {version('uritools')}", answer)
