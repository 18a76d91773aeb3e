"""libevent, `evhttp_uri_parse`. Nothing is decoded. It does not resolve.

C strings end at NUL, so there is no verdict on a string with one. The port is a number, or -1 if undefined or empty.
"""
from ctypes import c_char_p, c_int, c_void_p

from peer import decoded, functions, has_nul, library, serve

event = library("event-2.1")
NAMES = ("scheme", "userinfo", "host", "path", "query", "fragment")
functions(event, c_void_p, "evhttp_uri_parse")
functions(event, c_char_p, "event_get_version")
getters = {name: getattr(event, f"evhttp_uri_get_{name}") for name in NAMES}
for getter in getters.values():
    getter.argtypes, getter.restype = [c_void_p], c_char_p
event.evhttp_uri_get_port.argtypes = event.evhttp_uri_free.argtypes = [c_void_p]


def answer(text, base):
    if base is not None or has_nul(text):
        return {"valid": None}
    uri = event.evhttp_uri_parse(text.encode())
    if not uri:
        raise ValueError("evhttp_uri_parse is NULL")
    told = {name: decoded(getter(uri)) for name, getter in getters.items()}
    port = event.evhttp_uri_get_port(uri)
    if port >= 0:
        told["port"] = str(port)
    event.evhttp_uri_free(uri)
    return {"valid": True, **told}


serve(f"libevent {decoded(event.event_get_version())} evhttp_uri_parse", answer)
