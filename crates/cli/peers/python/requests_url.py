"""requests: the URL that a `PreparedRequest` asks for, and the host that the `HTTPAdapter` contacts.

There is no verdict on a string without a scheme, nor on another scheme than http and https, which has no adapter.
"""
from peer import module, serve

requests = module("requests")
adapter = requests.adapters.HTTPAdapter()


def answer(text, base):
    if base is not None:
        return {"valid": None}
    request = requests.PreparedRequest()
    try:
        request.prepare_url(text, None)
    except requests.exceptions.MissingSchema:
        return {"valid": None}
    if not request.url.lower().startswith(("http://", "https://")):
        return {"valid": None}
    place, _ = adapter.build_connection_pool_key_attributes(request, True)
    path, mark, query = request.path_url.partition("?")
    told = {"scheme": place["scheme"], "host": place["host"], "path": path, "query": query if mark else None}
    told["port"] = None if place["port"] is None else str(place["port"])
    return {"valid": True, **told, "normalized": request.url}


serve(f"requests {requests.__version__}", answer, (requests.exceptions.RequestException, ValueError))
