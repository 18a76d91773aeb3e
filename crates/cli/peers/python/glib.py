"""GLib, `g_uri_split` with G_URI_FLAGS_ENCODED: only the host is decoded, and it has no brackets.

C strings end at NUL, so there is no verdict on a string with one. The port is a number, or -1 if undefined.
"""
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_uint32, c_void_p, string_at

from peer import has_nul, library, serve

glib = library("glib-2.0")
ENCODED = 1 << 3
TEXTS = ("scheme", "userinfo", "host", "path", "query", "fragment")


class Error(Structure):
    _fields_ = [("domain", c_uint32), ("code", c_int), ("message", c_char_p)]


out, error_out = POINTER(c_void_p), POINTER(POINTER(Error))
glib.g_free.argtypes = [c_void_p]
glib.g_error_free.argtypes = [POINTER(Error)]
glib.g_uri_split.argtypes = [c_char_p, c_int, out, out, out, POINTER(c_int), out, out, out, error_out]
glib.g_uri_resolve_relative.argtypes = [c_char_p, c_char_p, c_int, error_out]
glib.g_uri_resolve_relative.restype = c_void_p


def taken(pointer):
    """Copies and frees the text; None for NULL."""
    if not pointer:
        return None
    text = string_at(pointer).decode("utf-8", "replace")
    glib.g_free(pointer)
    return text


def checked(error):
    if error:
        message = error.contents.message.decode("utf-8", "replace")
        glib.g_error_free(error)
        raise ValueError(message)


def answer(text, base):
    if has_nul(text, base):
        return {"valid": None}
    error, port = POINTER(Error)(), c_int()
    if base is not None:
        target = glib.g_uri_resolve_relative(base.encode(), text.encode(), ENCODED, byref(error))
        checked(error)
        return {"valid": True, "target": taken(target)}
    scheme, userinfo, host, path, query, fragment = parts = [c_void_p() for _ in TEXTS]
    glib.g_uri_split(text.encode(), ENCODED, scheme, userinfo, host, byref(port), path, query, fragment, byref(error))
    checked(error)
    told = dict(zip(TEXTS, (taken(part.value) for part in parts)))
    return {"valid": True, **told, "port": None if port.value == -1 else str(port.value)}


VERSION = ".".join(str(c_int.in_dll(glib, f"glib_{it}_version").value) for it in ("major", "minor", "micro"))
serve(f"GLib {VERSION} g_uri_split", answer)
