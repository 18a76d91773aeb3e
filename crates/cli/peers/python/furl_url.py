"""furl. Path, query and fragment are parsed and encoded again, as `url` prints them.

Empty components are not distinguished from undefined ones. A default port is not reported, since the parser adds it.
"""
from peer import module, serve, some

furl = module("furl")


def answer(text, base):
    if base is not None:
        return {"valid": True, "target": furl.furl(base).join(text).url}
    url = furl.furl(text)
    told = some(scheme=url.scheme, host=url.host, query=str(url.query), fragment=str(url.fragment))
    if url.port is None or furl.DEFAULT_PORTS.get(url.scheme) != url.port:
        told["port"] = None if url.port is None else str(url.port)
    return {"valid": True, **told, "path": str(url.path), "normalized": url.url}


serve(f"furl {furl.__version__}", answer)
