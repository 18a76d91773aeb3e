"""libxml2, `xmlParseURIRaw` and `xmlBuildURI`, which XML bases, XInclude and catalogs use. Nothing is decoded.

C strings end at NUL, so there is no verdict on a string with one. The structure has no userinfo and no host without an
authority, and an empty path is NULL. The port is a number, or 0 or -1 if undefined or empty.
"""
from ctypes import POINTER, Structure, c_char_p, c_int, c_void_p, string_at

from peer import decoded, functions, has_nul, library, serve

xml = library("xml2")


class Uri(Structure):
    _fields_ = [(name, c_char_p) for name in ("scheme", "opaque", "authority", "host", "userinfo")] + [
        ("port", c_int), ("path", c_char_p), ("query", c_char_p), ("fragment", c_char_p), ("cleanup", c_int),
        ("query_raw", c_char_p)]


functions(xml, POINTER(Uri), "xmlParseURIRaw")
functions(xml, c_void_p, "xmlBuildURI")
xml.xmlFreeURI.argtypes = [POINTER(Uri)]


def answer(text, base):
    if has_nul(text, base):
        return {"valid": None}
    if base is not None:
        target = xml.xmlBuildURI(text.encode(), base.encode())
        if not target:
            raise ValueError("xmlBuildURI is NULL")
        return {"valid": True, "target": decoded(string_at(target))}
    pointer = xml.xmlParseURIRaw(text.encode(), 1)
    if not pointer:
        raise ValueError("xmlParseURIRaw is NULL")
    uri = pointer.contents
    told = {name: decoded(getattr(uri, name)) for name in ("scheme", "userinfo", "host", "fragment")}
    told["query"] = decoded(uri.query_raw)
    told["path"] = decoded(uri.path) or ""
    if uri.port > 0:
        told["port"] = str(uri.port)
    xml.xmlFreeURI(pointer)
    return {"valid": True, **told}


version = c_char_p.in_dll(xml, "xmlParserVersion").value.decode().split("-")[0]
major, minor, patch = int(version[:-4]), int(version[-4:-2]), int(version[-2:])
serve(f"libxml2 {major}.{minor}.{patch} xmlParseURIRaw", answer)
