"""The worker process: the command of this package, its messages and its deadlines."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import time
import weakref
from pathlib import Path

PROTOCOL = 1
BINARY = Path(__file__).resolve().parent / "bin" / "collide"
MAX_MESSAGE = 1 << 30

#: Seconds without any message after which a worker is taken for dead. It sends one each second.
SILENCE = 30.0


class CollideError(Exception):
    """What all exceptions of this package are."""


class InputError(CollideError, ValueError):
    """The engine refused what it was asked: its line says what it expected."""


class WorkerError(CollideError, RuntimeError):
    """The worker process ended, fell silent or spoke another protocol."""


class Worker:
    """One process of the engine. It ends with this object, and with this process."""

    def __init__(self, root: str | os.PathLike[str] | None = None) -> None:
        command = [str(BINARY), "pipe"]
        if root is not None:
            command += ["--root", os.fspath(root)]
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as e:
            raise WorkerError(f"{BINARY} does not start: {e}") from e
        self._in, self._out = self.process.stdin.fileno(), self.process.stdout.fileno()
        self._pending = bytearray()
        os.set_blocking(self._in, False)
        os.set_blocking(self.process.stderr.fileno(), False)
        _workers.add(self)
        try:
            self.send(b"H", b"collide" + struct.pack("<I", PROTOCOL))
            kind, payload = self.receive()
        except BaseException:
            self.kill()
            raise
        if kind != b"h" or len(payload) < 4 or struct.unpack_from("<I", payload)[0] != PROTOCOL:
            self.kill()
            raise WorkerError(f"{BINARY} speaks another protocol than version {PROTOCOL}")
        self.version = bytes(payload[4:]).decode()

    def send(self, kind: bytes, *parts: bytes | memoryview) -> None:
        """Writes a message. Parts are byte views; those of a long message are not copied into one."""
        length = 1 + sum(len(p) for p in parts)
        if length > MAX_MESSAGE:
            raise InputError(f"a message of {length} bytes; expected at most {MAX_MESSAGE}")
        head = struct.pack("<I", length) + kind
        for part in (head, *parts) if length > 1 << 16 else (b"".join((head, *parts)),):
            view, last = memoryview(part), time.monotonic()
            while view:
                try:
                    n = os.write(self._in, view[: 1 << 20])
                except BlockingIOError:
                    n = 0
                except OSError as e:
                    raise self._died() from e
                if n:
                    view, last = view[n:], time.monotonic()
                elif time.monotonic() - last > SILENCE:
                    raise self._died(f"took nothing for {SILENCE:.0f} s")
                else:
                    _wait(self._in, select.POLLOUT, 1.0)

    def receive(self, deadline: float | None = None) -> tuple[bytes, memoryview]:
        """Reads the next message that is not a sign of life."""
        while True:
            head = self._read(5, deadline)
            length = struct.unpack_from("<I", head)[0]
            if not 1 <= length <= MAX_MESSAGE:
                raise self._died(f"sent a message of {length} bytes")
            payload = self._read(length - 1, deadline)
            if head[4:5] != b"b":
                return head[4:5], memoryview(payload)

    def _read(self, n: int, deadline: float | None) -> bytes:
        """Reads n bytes. Only a message that is there whole is taken off what arrived."""
        last = time.monotonic()
        while len(self._pending) < n:
            wait = SILENCE - (time.monotonic() - last)
            if deadline is not None:
                wait = min(wait, deadline - time.monotonic())
            if not _wait(self._out, select.POLLIN, wait):
                if deadline is not None and time.monotonic() >= deadline:
                    raise TimeoutError("the time allowed for a query is over")
                raise self._died(f"was silent for {SILENCE:.0f} s")
            chunk = os.read(self._out, 1 << 20)
            if not chunk:
                raise self._died()
            self._pending += chunk
            last = time.monotonic()
        data = bytes(memoryview(self._pending)[:n])
        del self._pending[:n]
        return data

    def _died(self, how: str = "ended") -> WorkerError:
        """Ends the process and makes an exception with the engine's last line."""
        try:
            self.process.wait(0.2 if how == "ended" else 0)
        except subprocess.TimeoutExpired:
            pass
        try:
            line = (self.process.stderr.read() or b"").decode(errors="replace").strip().splitlines()[-1:]
        except OSError:
            line = []
        code = self.process.poll()
        self.kill()
        text = f"the worker {how}" + (f" with {code}" if code is not None else "")
        return WorkerError(": ".join([text, *line]))

    def kill(self) -> None:
        """Ends the process at once. It may be called again."""
        _workers.discard(self)
        if self.process.poll() is None:
            self.process.kill()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except OSError:
                pass
        self.process.wait()

    def forget(self) -> None:
        """Closes this process's ends of the pipes alone: after a fork the worker is the parent's."""
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()  # not its number alone: another file may get that

    def __del__(self) -> None:
        process = getattr(self, "process", None)
        if process is not None and self in _workers:
            self.kill()


def _wait(fd: int, event: int, seconds: float) -> bool:
    """Waits until a file is ready. Unlike select, poll knows numbers above 1,023."""
    poll = select.poll()
    poll.register(fd, event)
    return bool(poll.poll(max(0.0, 1000.0 * seconds)))


_workers: "weakref.WeakSet[Worker]" = weakref.WeakSet()


def _forget_all() -> None:
    """A fork must not hold the pipes open: a worker ends with the process that started it."""
    for worker in list(_workers):
        _workers.discard(worker)
        worker.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
