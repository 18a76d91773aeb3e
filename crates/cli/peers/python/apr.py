"""APR-util, `apr_uri_parse`, the parser of Apache's httpd and of Subversion. It does not resolve.

C strings end at NUL, so there is no verdict on a string with one. An IPv6 address has no brackets.
"""
from ctypes import POINTER, Structure, byref, c_char_p, c_uint, c_ushort, c_void_p

from peer import decoded, functions, has_nul, library, serve

apr, util = library("apr-1"), library("aprutil-1")
NAMES = ("scheme", "authority", "user", "password", "host", "port", "path", "query", "fragment")


class Uri(Structure):
    _fields_ = [(name, c_char_p) for name in NAMES] + [("entry", c_void_p), ("number", c_ushort), ("bits", c_uint)]


apr.apr_initialize()
pool = c_void_p()
apr.apr_pool_create_ex(byref(pool), None, None, None)
util.apr_uri_parse.argtypes = [c_void_p, c_char_p, POINTER(Uri)]
apr.apr_pool_clear.argtypes = [c_void_p]
functions(util, c_char_p, "apu_version_string")


def answer(text, base):
    if base is not None or has_nul(text):
        return {"valid": None}
    uri = Uri()
    status = util.apr_uri_parse(pool, text.encode(), byref(uri))
    if status:
        raise ValueError(f"apr_uri_parse is {status}")
    told = {name: decoded(getattr(uri, name)) for name in NAMES}
    user, password = told.pop("user"), told.pop("password")
    told["userinfo"] = user if password is None else f"{user or ''}:{password}"
    apr.apr_pool_clear(pool)
    return {"valid": True, **told, "path": told["path"] or ""}


serve(f"APR-util {decoded(util.apu_version_string())} apr_uri_parse", answer)
