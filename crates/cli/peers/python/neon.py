"""neon, `ne_uri_parse` and `ne_uri_resolve`. Nothing is decoded.

C strings end at NUL, so there is no verdict on a string with one. The port is a number, or 0 if undefined.
"""
from ctypes import POINTER, Structure, byref, c_char_p, c_uint, c_void_p, string_at

from peer import decoded, functions, has_nul, library, serve

neon = library("neon-gnutls")


class Uri(Structure):
    _fields_ = [("scheme", c_char_p), ("host", c_char_p), ("userinfo", c_char_p), ("port", c_uint),
                ("path", c_char_p), ("query", c_char_p), ("fragment", c_char_p)]


neon.ne_uri_free.argtypes = [POINTER(Uri)]
functions(neon, c_void_p, "ne_uri_unparse")
functions(neon, c_char_p, "ne_version_string")


def parsed(text):
    uri = Uri()
    if neon.ne_uri_parse(text.encode(), byref(uri)):
        neon.ne_uri_free(byref(uri))
        raise ValueError("ne_uri_parse is not 0")
    return uri


def answer(text, base):
    if has_nul(text, base):
        return {"valid": None}
    uri, target = parsed(text), Uri()
    if base is not None:
        neon.ne_uri_resolve(byref(parsed(base)), byref(uri), byref(target))
        told = {"target": decoded(string_at(neon.ne_uri_unparse(byref(target))))}
    else:
        told = {name: decoded(getattr(uri, name)) for name in ("scheme", "userinfo", "host", "path", "query", "fragment")}
        if uri.port:
            told["port"] = str(uri.port)
    for one in (uri, target):
        neon.ne_uri_free(byref(one))
    return {"valid": True, **told}


serve(f"{decoded(neon.ne_version_string()).split(':')[0]} ne_uri_parse", answer)
