"""curl's URL API, `curl_url_set` and `curl_url_get`, the parser of curl and every program based on libcurl.

CURLU_NON_SUPPORT_SCHEME accepts schemes that the build cannot fetch. CURLU_PATH_AS_IS keeps the dot segments of
the path; the target has none. C strings end at NUL, so there is no verdict on a string with one, nor on a string
without a scheme, which needs a base.

The library is that of the package `pycurl`, which is newer than most systems' own.
"""
import sys
from ctypes import CDLL, byref, c_char_p, c_int, c_uint, c_void_p, string_at
from pathlib import Path

from peer import has_nul, library, serve

newest = [file for folder in sys.path for file in Path(folder).glob("pycurl.libs/libcurl-*.so*")]
curl = CDLL(str(newest[0])) if newest else library("curl")
curl.curl_version.restype = curl.curl_url.restype = curl.curl_url_strerror.restype = c_void_p
curl.curl_free.argtypes = curl.curl_url_cleanup.argtypes = [c_void_p]
curl.curl_url_set.argtypes = [c_void_p, c_int, c_char_p, c_uint]
URL, SCHEME, USER, PASSWORD, _, HOST, PORT, PATH, QUERY, FRAGMENT, ZONE = range(11)
ANY_SCHEME, AS_IS, BAD_SCHEME = 1 << 3, 1 << 4, 27


def part(handle, which):
    """The part, or None if the URL lacks it."""
    text = c_void_p()
    if curl.curl_url_get(handle, which, byref(text), ANY_SCHEME):
        return None
    found = string_at(text).decode("utf-8", "replace")
    curl.curl_free(text)
    return found


def components(handle):
    told = dict(zip(("scheme", "host", "port", "path", "query", "fragment"),
                    (part(handle, it) for it in (SCHEME, HOST, PORT, PATH, QUERY, FRAGMENT))))
    zone = part(handle, ZONE)
    if zone is not None:
        # As in the URL that curl writes.
        told["host"] = f"{told['host'][:-1]}%25{zone}]"
    user, password = part(handle, USER), part(handle, PASSWORD)
    colon = "" if password is None else ":" + password
    return {**told, "userinfo": None if user is None and not colon else (user or "") + colon}


def answer(text, base):
    if has_nul(text, base):
        return {"valid": None}
    texts, flags = ([text], ANY_SCHEME | AS_IS) if base is None else ([base, text], ANY_SCHEME)
    handle, code = c_void_p(curl.curl_url()), 0
    for one in texts:
        code = code or curl.curl_url_set(handle, URL, c_char_p(one.encode()), flags)
    if code:
        error = string_at(curl.curl_url_strerror(code)).decode()
        told = {"valid": None if code == BAD_SCHEME and base is None else False, "error": f"{code}: {error}"}
    elif base is not None:
        told = {"valid": True, "target": part(handle, URL)}
    else:
        told = {"valid": True, **components(handle)}
    curl.curl_url_cleanup(handle)
    return told


serve(string_at(curl.curl_version()).decode().split()[0].replace("/", " "), answer)
