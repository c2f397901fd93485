"""A WebSocket client of a few lines (RFC 6455), so that playing on a server needs no other package."""

import base64
import hashlib
import os
import socket
import ssl
import struct
from urllib.parse import urlsplit

_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
#: No message of a server is longer.
_LONGEST = 16 << 20


class Closed(ConnectionError):
    """The other side has closed the connection."""


class WebSocket:
    """Text messages over a WebSocket."""

    def __init__(self, url, timeout=30.0):
        parts = urlsplit(url)
        if parts.scheme not in ("ws", "wss") or not parts.hostname:
            raise ValueError(f"a WebSocket address begins with ws:// or wss://, not {url!r}")
        port = parts.port or (443 if parts.scheme == "wss" else 80)
        self._socket = socket.create_connection((parts.hostname, port), timeout)
        if parts.scheme == "wss":
            context = ssl.create_default_context()
            self._socket = context.wrap_socket(self._socket, server_hostname=parts.hostname)
        self._file = self._socket.makefile("rb")
        host = parts.hostname if parts.port is None else f"{parts.hostname}:{parts.port}"
        self._shake_hands(host, parts.path or "/")

    def _shake_hands(self, host, path):
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        status = self._file.readline(4096).decode("latin-1").strip()
        headers = {}
        while (line := self._file.readline(4096).strip()) and len(headers) < 100:
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.strip().lower()] = value.strip()
        if " 101 " not in status + " ":
            raise ConnectionError(f"the server does not speak WebSocket there: {status}")
        wanted = base64.b64encode(hashlib.sha1((key + _GUID).encode()).digest()).decode()
        if headers.get("sec-websocket-accept") != wanted:
            raise ConnectionError("the server's WebSocket handshake is wrong")

    def _frame(self, opcode, payload):
        mask = os.urandom(4)
        head = bytes([0x80 | opcode])
        if len(payload) < 126:
            head += bytes([0x80 | len(payload)])
        elif len(payload) < 1 << 16:
            head += bytes([0x80 | 126]) + struct.pack(">H", len(payload))
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", len(payload))
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self._socket.sendall(head + mask + masked)

    def send(self, text):
        """Sends a message."""
        self._frame(1, text.encode())

    def _read(self, count):
        data = self._file.read(count)
        if len(data) < count:
            raise Closed("the server has closed the connection")
        return data

    def receive(self):
        """Waits for a message."""
        parts = b""
        while True:
            first, second = self._read(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", self._read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self._read(8))
            if length + len(parts) > _LONGEST:
                raise ConnectionError("the server sends more than any message needs")
            payload = self._read(length)
            opcode = first & 0x0F
            if opcode == 8:
                raise Closed("the server has closed the connection")
            if opcode == 9:
                self._frame(10, payload)
            elif opcode in (0, 1):
                parts += payload
                if first & 0x80:
                    return parts.decode()

    def close(self):
        """Says good-bye."""
        try:
            self._frame(8, b"")
        except OSError:
            pass
        self._file.close()
        self._socket.close()
