"""Asks a gRPC server for its health, as the probes of Kubernetes do: over HTTP/2 in plain text.

    grpc_health.py HOST:PORT [SERVICE]     exits with 0 when it is serving

Written out in frames, because no Debian package of a gRPC client is small.
"""

import socket
import struct
import sys

DATA, HEADERS, SETTINGS, GOAWAY = 0, 1, 4, 7
ACK = END_STREAM = 1
END_HEADERS = 4
SERVING = b"\x08\x01"  # HealthCheckResponse{status: SERVING}


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def header(name, value):
    """A literal without indexing, RFC 7541 section 6.2.2."""
    return b"\x00" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()


def request(service):
    message = b"\x0a" + bytes([len(service)]) + service.encode() if service else b""
    headers = [(":method", "POST"), (":scheme", "http"), (":path", "/grpc.health.v1.Health/Check"),
               (":authority", "health"), ("content-type", "application/grpc"), ("te", "trailers")]
    return (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0)
            + frame(HEADERS, END_HEADERS, 1, b"".join(header(*pair) for pair in headers))
            + frame(DATA, END_STREAM, 1, b"\x00" + struct.pack(">I", len(message)) + message))


def read_exactly(connection, count):
    data = b""
    while len(data) < count:
        piece = connection.recv(count - len(data))
        if not piece:
            raise ConnectionError("the server closed the connection")
        data += piece
    return data


def is_serving(address, service="", seconds=5):
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=seconds) as connection:
        connection.sendall(request(service))
        while True:
            head = read_exactly(connection, 9)
            payload = read_exactly(connection, int.from_bytes(head[:3], "big"))
            kind, flags, stream = head[3], head[4], int.from_bytes(head[5:], "big")
            if kind == SETTINGS and not flags & ACK:
                connection.sendall(frame(SETTINGS, ACK, 0))
            elif kind == DATA and stream == 1:
                return payload[5:] == SERVING
            elif kind == GOAWAY or (kind == HEADERS and flags & END_STREAM):
                return False  # Trailers without a message: an error, such as an unknown service.


if __name__ == "__main__":
    sys.exit(0 if is_serving(*sys.argv[1:3]) else 1)
