"""Starts a server, and sends it a string as the target of a request, to read which host, path and query it finds.

The server runs in a new temporary folder. A second process waits until the adapter ends, also if it is killed, and then
ends the server and removes the folder.
"""
import atexit
import os
import secrets
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from peer import absent, serve

# The host in the header of the requests, which no string contains. A server that reports it has found none in the target.
HEADER = f"{secrets.token_hex(8)}.invalid"

# Servers refuse longer targets, nginx and httpd those of more than 8 KiB, whatever their syntax.
LONGEST = 8000

# This script runs in its own session, so that it survives a signal to the process group of the adapter. Its input stays
# empty, and ends with the adapter. It closes its output, so that only the server keeps the output open.
WATCHER = '''cd "$0" || exit
"$@" </dev/null &
exec >/dev/null 2>&1
read -r _
kill -9 $!
rm -rf "$0"'''


def program(name):
    """The path of a program, also in the folders of servers, which are missing from the PATH of most users."""
    path = os.environ.get("PATH", os.defpath) + ":/usr/local/sbin:/usr/sbin"
    return shutil.which(name, path=path) or absent(f"no program {name}")


def version(*command):
    """The version in the first line that the command prints: the first word that begins with a digit."""
    said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    words = said.split("\n")[0].replace("/", " ").split()
    return next(word for word in words if word[0].isdigit())


def is_target(text, base):
    """Whether a string is asked: one that begins with a scheme or with one `/`, as the target of a request does (RFC 9112,
    3.2). After `//`, or with a backslash instead, other parsers read a host, but a server reads a path."""
    begin = text.strip()[:2].replace("\\", "/")
    may_be_one = begin != "//" and (begin.startswith("/") or ":" in text)
    return base is None and may_be_one and len(text.encode()) <= LONGEST


def serve_targets(reader, answer):
    """Calls `serve` with a function that answers only the strings that are asked."""
    serve(reader, lambda text, base: answer(text) if is_target(text, base) else {"valid": None})


class Server:
    def __init__(self, command, name, text, address="socket"):
        """Starts the command in a folder with this configuration file.

        The address is the name of a socket in the folder, or a host and a port.
        """
        self.address = address
        folder = tempfile.mkdtemp(prefix="urispec-")
        # The name of a socket must be short.
        os.chdir(folder)
        Path(name).write_text(text)
        watcher = subprocess.Popen(["sh", "-c", WATCHER, folder, *command], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)

        def end():
            watcher.stdin.close()
            watcher.wait()

        atexit.register(end)
        said = b""
        while True:
            try:
                self.connected().close()
                return
            except (FileNotFoundError, ConnectionRefusedError):
                # The server does not listen yet.
                pass
            if select.select([watcher.stdout], [], [], 0.01)[0]:
                piece = os.read(watcher.stdout.fileno(), 4096)
                said += piece
                if not piece:
                    sys.exit(f"{command[0]} does not start: {said.decode(errors='replace')}")

    def connected(self):
        family = socket.AF_UNIX if isinstance(self.address, str) else socket.AF_INET
        link = socket.socket(family)
        link.settimeout(60)
        try:
            link.connect(self.address)
        except OSError:
            link.close()
            raise
        return link

    def ask(self, target, host=f"Host: {HEADER}\r\n"):
        """Sends a request for the target. Returns the status, the headers by name in lowercase, and the body.

        A line end would end the target, so a string with one is not sent. The servers refuse such a request, nginx with
        an answer of HTTP/0.9, unless the string itself continues as a request does.
        """
        if "\n" in target:
            raise ValueError("the target of a request has no line end")
        said = b""
        with self.connected() as link:
            try:
                link.sendall(f"GET {target} HTTP/1.1\r\n{host}Connection: close\r\n\r\n".encode())
            except (BrokenPipeError, ConnectionResetError):
                # The server did not read all of a long target, and has answered.
                pass
            try:
                while piece := link.recv(65536):
                    said += piece
            except ConnectionResetError:
                pass
        if not said.startswith(b"HTTP/1."):
            raise ValueError("an answer without a status")
        head, _, text = said.decode("utf-8", "replace").partition("\r\n\r\n")
        status, *lines = head.split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        return status.partition(" ")[2], headers, text
