"""Apache's httpd, the variables `SERVER_NAME`, `QUERY_STRING` and `REQUEST_URI` of a request for the string.

It does not resolve. A host in the target has precedence over the header `Host`, but only if the scheme is http. httpd
reports neither the scheme nor a fragment, and only its own port. It does not distinguish an empty query from an
undefined one. It has the path only in decoded form, so none is reported if the target has an escape. Otherwise the path
is the one that httpd uses: without dot segments, and `//` is one `/`.

Every status but the configured one is a refusal, also 404, the answer to `%2F` and `%00`. httpd listens only on ports,
so it gets one of the loopback interface. Headers report the variables, unless they contain a control character.
"""
import errno
import random
import socket
from pathlib import Path

from peer import absent, some
from server import HEADER, Server, program, serve_targets, version

# The folder on Debian.
MODULES = "/usr/lib/apache2/modules"

CONFIGURATION = f"""
ServerRoot .
DefaultRuntimeDir .
PidFile pid
ServerName server.invalid
UseCanonicalName Off
ErrorLog /dev/stderr
LogLevel crit
LoadModule mpm_prefork_module {MODULES}/mod_mpm_prefork.so
LoadModule alias_module {MODULES}/mod_alias.so
LoadModule headers_module {MODULES}/mod_headers.so
User #65534
Group #65534
Redirect 204 /
""" + "".join(f"""
Header always set {name} "expr=%{{{variable}}}" "expr=%{{{variable}}} !~ /[[:cntrl:]]/"
""" for name, variable in [("host", "SERVER_NAME"), ("query", "QUERY_STRING"), ("path", "REQUEST_URI")])


def free_address():
    """An unused port of the loopback interface, below those that Linux gives to clients."""
    while True:
        address = "127.0.0.1", random.randrange(16384, 32768)
        try:
            socket.create_server(address).close()
            return address
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise


httpd = program("apache2")
if not Path(MODULES).is_dir():
    absent(f"no {MODULES}")
address = free_address()
server = Server([httpd, "-X", "-d", ".", "-f", "httpd.conf", "-c", f"Listen 127.0.0.1:{address[1]}"],
                "httpd.conf", CONFIGURATION, address)


def answer(text):
    status, headers, _ = server.ask(text)
    if not status.startswith("204 "):
        raise ValueError(status)
    told = {"valid": True, **some(query=headers.get("query"))}
    if "host" in headers:
        told["host"] = None if headers["host"] == HEADER else headers["host"]
    if "path" in headers and "%" not in text:
        told["path"] = headers["path"]
    return told


serve_targets(f"Apache httpd {version(httpd, '-v')}", answer)
