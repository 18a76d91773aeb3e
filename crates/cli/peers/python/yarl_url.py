"""yarl, `URL(text)`. Components are those of `encoded=True`, which only splits the string, except for the host, which
is the one that is contacted.

An IPv6 address has no brackets. Empty queries and fragments are reported as undefined.
"""
from peer import module, serve, some

yarl = module("yarl")
URL = yarl.URL


def answer(text, base):
    url = URL(text)
    if base is not None:
        return {"valid": True, "target": str(URL(base).join(url))}
    raw = URL(text, encoded=True)
    told = some(scheme=raw.scheme, query=raw.raw_query_string, fragment=raw.raw_fragment)
    told["port"] = None if raw.explicit_port is None else str(raw.explicit_port)
    password = "" if raw.raw_password is None else ":" + raw.raw_password
    told["userinfo"] = None if raw.raw_user is None and not password else (raw.raw_user or "") + password
    return {"valid": True, **told, "host": url.raw_host, "path": raw.raw_path}


serve(f"yarl {yarl.__version__}", answer, (ValueError, TypeError))
