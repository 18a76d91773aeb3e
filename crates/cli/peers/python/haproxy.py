"""HAProxy, what its rules read from a request for the string. It does not resolve.

No rule reads the host of a target, but `set-uri` puts it into the header `Host`, which `host_only` and `port_only`
read. HAProxy refuses a target with another host than the header has, so the request is sent without a header: a rule
adds the one that `set-uri` changes. `set-uri` fails if the authority is empty or thousands of bytes long, and
then no host is reported.

HAProxy removes the default port of the scheme before rules read the target, and reports a missing port as 0. It does
not distinguish an empty query from an undefined one, and reports neither the scheme nor the userinfo.
"""
from peer import some
from server import HEADER, Server, program, serve_targets, version

CONFIGURATION = f"""
global
    nbthread 1
    maxconn 16
defaults
    mode http
    timeout client 1m
    timeout connect 1m
    timeout server 1m
frontend target
    bind unix@socket
    http-request set-var(txn.url) url
    http-request set-var(txn.path) path
    http-request set-var(txn.query) query
    http-request set-header Host {HEADER}
    http-request set-uri %[var(txn.url)]
    http-request return status 200 content-type text/plain lf-string \
"%[req.fhdr(host),host_only]\\n%[req.fhdr(host),port_only]\\n%[var(txn.path)]\\n%[var(txn.query)]"
    http-error status 500 content-type text/plain lf-string "%[var(txn.path)]\\n%[var(txn.query)]"
"""

haproxy = program("haproxy")
server = Server([haproxy, "-db", "-f", "haproxy.cfg"], "haproxy.cfg", CONFIGURATION)


def answer(text):
    status, _, said = server.ask(text, "")
    if status.startswith("500 "):
        path, query = said.split("\n")
        return {"valid": True, "path": path, **some(query=query)}
    if not status.startswith("200 "):
        raise ValueError(status)
    host, port, path, query = said.split("\n")
    told = {"valid": True, "host": None if host == HEADER else host, "path": path, **some(query=query)}
    return told if port == "0" else {**told, "port": port}


serve_targets(f"HAProxy {version(haproxy, '-v')}", answer)
