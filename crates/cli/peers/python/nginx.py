"""nginx, the variables `$host`, `$args` and `$uri` of a request for the string. It does not resolve.

A host in the target has precedence over the header `Host`. nginx reports neither the scheme, the port nor a fragment of
the target, and does not distinguish an empty query from an undefined one. It has the path only in decoded form, so none
is reported if the target has an escape. Otherwise the path is the one that nginx uses: without dot segments, and `//`
is one `/`.
"""
from peer import some
from server import HEADER, Server, program, serve_targets, version

CONFIGURATION = """
daemon off;
master_process off;
pid pid;
error_log stderr crit;
events { }
http {
    access_log off;
    client_body_temp_path temporary;
    proxy_temp_path temporary;
    fastcgi_temp_path temporary;
    uwsgi_temp_path temporary;
    scgi_temp_path temporary;
    server {
        listen unix:socket;
        location / { return 200 "$host\\n$args\\n$uri"; }
    }
}
"""

nginx = program("nginx")
server = Server([nginx, "-p", ".", "-c", "nginx.conf", "-e", "stderr"], "nginx.conf", CONFIGURATION)


def answer(text):
    status, _, said = server.ask(text)
    if not status.startswith("200 "):
        raise ValueError(status)
    host, query, path = said.split("\n", 2)
    told = {"valid": True, "host": None if host == HEADER else host, **some(query=query)}
    return told if "%" in text else {**told, "path": path}


serve_targets(f"nginx {version(nginx, '-v')}", answer)
