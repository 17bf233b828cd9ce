"""A proxy that ends TLS, as an ingress does.

    proxy = TlsProxy(folder, environment, ["127.0.0.1:8080"])
    browser = login_browser.Browser("https://" + PUBLIC_HOST, proxy)
"""

import itertools
import os
import re
import socket
import ssl
import subprocess
import threading

PUBLIC_HOST = "allreview.example"


class TlsProxy:
    """Sends on what it gets, as nginx does: one connection for each request, backends in turn."""

    def __init__(self, folder, environment, backends, keeps_host=True, tells=True):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-keyout", "proxy.key", "-out", "proxy.pem", "-days", "2", "-subj",
             "/CN=" + PUBLIC_HOST, "-addext", "subjectAltName=DNS:" + PUBLIC_HOST],
            cwd=folder, env=environment, check=True, stderr=subprocess.DEVNULL)
        self.certificate = os.path.join(folder, "proxy.pem")
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(self.certificate, os.path.join(folder, "proxy.key"))
        self._backends = itertools.cycle(backends)
        self._keeps_host = keeps_host
        self._tells = tells
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def close(self):
        """Ends the thread first: it could go on with the next listener, which gets the same number."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()

    def _accept(self):
        while True:
            try:
                client, peer = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client, peer[0]), daemon=True).start()

    def _serve(self, client, peer):
        try:
            with self._context.wrap_socket(client, server_side=True) as tls:
                self._forward(tls, peer)
        except OSError:
            pass  # A client that went away.

    def _forward(self, tls, peer):
        head = b""
        while b"\r\n\r\n" not in head:
            piece = tls.recv(65536)
            if not piece:
                return
            head += piece
        head, rest = head.split(b"\r\n\r\n", 1)
        lines = [line for line in head.split(b"\r\n")
                 if not line.lower().startswith((b"connection:", b"x-forwarded-"))
                 and (self._keeps_host or not line.lower().startswith(b"host:"))]
        lines.append(b"Connection: close")
        if self._tells:
            lines += [b"X-Forwarded-Proto: https", b"X-Forwarded-For: " + peer.encode()]
        backend = next(self._backends)
        if not self._keeps_host:
            lines.append(b"Host: " + backend.encode())
        length = re.search(rb"(?im)^content-length: *(\d+)", head)
        address, _, port = backend.rpartition(":")
        with socket.create_connection((address, int(port))) as server:
            server.sendall(b"\r\n".join(lines) + b"\r\n\r\n" + rest)
            missing = (int(length.group(1)) if length else 0) - len(rest)
            while missing > 0:
                piece = tls.recv(65536)
                if not piece:
                    return
                server.sendall(piece)
                missing -= len(piece)
            while True:
                piece = server.recv(65536)
                if not piece:
                    return
                tls.sendall(piece)
