"""Python, urllib.parse.urlsplit.

The parser does not distinguish empty components from undefined ones, except for host and port. The host is
always in lower case and without brackets. The port is an int; if that fails, the other components are still
reported.
"""
import platform
from urllib.parse import urljoin, urlsplit

from peer import serve, some


def answer(text, base):
    if base is not None:
        return {"valid": True, "target": urljoin(base, text)}
    url = urlsplit(text)
    told = some(scheme=url.scheme, authority=url.netloc, query=url.query, fragment=url.fragment)
    try:
        told["port"] = None if url.port is None else str(url.port)
    except ValueError:
        pass
    password = "" if url.password is None else ":" + url.password
    told["userinfo"] = None if url.username is None else url.username + password
    return {"valid": True, **told, "host": url.hostname, "path": url.path}


serve(f"Python {platform.python_version()} urllib.parse", answer)
