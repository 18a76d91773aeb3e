"""Qt, `QUrl`, in its default mode, `TolerantMode`, which first mends some characters.

The components are fully encoded, except for the host, which is the one that is contacted; an IPv6 address has no
brackets. An empty query or fragment is distinguished from an undefined one.
"""
from peer import module, serve, some

core = module("PySide6.QtCore")
QUrl, ENCODED = core.QUrl, core.QUrl.ComponentFormattingOption.FullyEncoded


def answer(text, base):
    url = QUrl(text)
    # The empty string is the null URL, which is not valid, and has no error.
    if text and not url.isValid():
        raise ValueError(url.errorString())
    if base is not None:
        return {"valid": True, "target": QUrl(base).resolved(url).toString(ENCODED)}
    text = url.toString(ENCODED)
    told = {"path": url.path(ENCODED), "port": None if url.port() < 0 else str(url.port())}
    told["query"] = url.query(ENCODED) if url.hasQuery() else None
    told["fragment"] = url.fragment(ENCODED) if url.hasFragment() else None
    told["scheme"] = url.scheme() or None
    if url.authority():
        told.update(some(userinfo=url.userInfo(ENCODED)), host=url.host(ENCODED))
    else:
        told["host"] = "" if text.startswith((url.scheme() + "://", "//")) else None
    return {"valid": True, **told, "normalized": text}


serve(f"Qt {core.qVersion()} QUrl", answer)
