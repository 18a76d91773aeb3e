"""uriparser, `uriParseSingleUriExA`, with `uriAddBaseUriA` and `uriNormalizeSyntaxA`.

The path is a list of segments, joined as in `uriToStringA`. An IP literal has no brackets.
"""
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_void_p, create_string_buffer, string_at

from peer import library, serve, system_version

uriparser = library("uriparser")


class Range(Structure):
    _fields_ = [("first", c_void_p), ("after", c_void_p)]

    def text(self):
        return string_at(self.first, self.after - self.first).decode("utf-8", "replace") if self.first else None


class Segment(Structure):
    pass


Segment._fields_ = [("text", Range), ("next", POINTER(Segment)), ("reserved", c_void_p)]


class Uri(Structure):
    _fields_ = [
        ("scheme", Range), ("userinfo", Range), ("host", Range), ("ip4", c_void_p), ("ip6", c_void_p),
        ("ip_future", Range), ("port", Range), ("head", POINTER(Segment)), ("tail", POINTER(Segment)),
        ("query", Range), ("fragment", Range), ("absolute", c_int), ("owner", c_int), ("reserved", c_void_p),
    ]

    def path(self):
        segments, at = [], self.head
        while at:
            segments.append(at.contents.text.text() or "")
            at = at.contents.next
        rooted = self.absolute or (segments and self.host.first)
        return ("/" if rooted else "") + "/".join(segments)

    def string(self):
        length = c_int()
        checked(uriparser.uriToStringCharsRequiredA(byref(self), byref(length)))
        buffer = create_string_buffer(length.value + 1)
        checked(uriparser.uriToStringA(buffer, byref(self), length.value + 1, None))
        return buffer.value.decode("utf-8", "replace")


def checked(code):
    if code:
        raise ValueError(f"uriparser error {code}")


def parsed(text):
    """The URI, and the bytes that it points into. NUL is an ordinary byte."""
    data, uri = text.encode(), Uri()
    kept = create_string_buffer(data)
    checked(uriparser.uriParseSingleUriExA(byref(uri), kept, byref(kept, len(data)), None))
    return uri, kept


def answer(text, base):
    uri, kept = parsed(text)
    told = {"valid": True}
    if base is not None:
        (base_uri, base_kept), target = parsed(base), Uri()
        checked(uriparser.uriAddBaseUriA(byref(target), byref(uri), byref(base_uri)))
        told["target"] = target.string()
        for one in (base_uri, target):
            uriparser.uriFreeUriMembersA(byref(one))
    else:
        for name in ("scheme", "userinfo", "host", "port", "query", "fragment"):
            told[name] = getattr(uri, name).text()
        told["path"] = uri.path()
        checked(uriparser.uriNormalizeSyntaxA(byref(uri)))
        told["normalized"] = uri.string()
    uriparser.uriFreeUriMembersA(byref(uri))
    return told


def version():
    """Older libraries do not report their version, so the package is asked."""
    if hasattr(uriparser, "uriBaseRuntimeVersionA"):
        uriparser.uriBaseRuntimeVersionA.restype = c_char_p
        return uriparser.uriBaseRuntimeVersionA().decode()
    return system_version("liburiparser1")


serve(f"uriparser {version()}".strip(), answer)
