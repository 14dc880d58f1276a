"""Scenes: bodies that one long-lived worker answers for."""

from __future__ import annotations

import json
import operator
import os
import struct
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._answers import CLEARANCE, CONTACTS, DISTANCE, HASHES, PAIRS, Answers, IncompleteError, decode, join
from ._rays import Hits, rays_of
from ._rays import decode as decode_hits
from ._rays import join as join_hits
from ._shapes import Mesh, Shape, body_of, poses_of, setup_of
from ._worker import CollideError, InputError, Worker, WorkerError

#: Rows of one message, 100 MB for one body. A time budget is that of a query, so it has but one message.
BATCH = 1 << 20

Progress = Callable[[int, int], None]


class Scene:
    """Bodies that are asked about again and again as they move.

    The worker starts with the first question and ends with ``close``, with the scene, or with this
    process. After a fork the child has a worker of its own. No answer depends on what was asked before. A scene may be used by several threads;
    their questions are answered one after the other.

    Files are read when a worker starts. A later worker, after ``close``, a fork or the loss of one, must find the same bodies and be the
    same engine as the first one: anything else is an InputError.

    Options are those of ``collide check``: ``method``, ``options`` (of the method, "NAME=VALUE"), ``workers``,
    ``solid``, ``orient``, ``kinds``, ``first``, ``budget`` (of a query: a time such as "200ms", or steps of each row),
    ``unit``, ``allow`` (pairs of indices). With ``root`` every file must lie in that directory. ``identify=False`` saves the hash of
    bodies and engine; such a scene has one worker and is not opened again.
    """

    def __init__(self, bodies: Iterable[Shape], *, root: str | os.PathLike[str] | None = None, identify: bool = True, **options: Any) -> None:
        self._bodies = [body_of(b) for b in bodies]
        self._root = None if root is None else os.path.abspath(os.fspath(root))
        unknown = set(options) - {"method", "options", "workers", "solid", "orient", "kinds", "first", "budget", "unit", "allow"}
        if unknown:
            raise TypeError(f"unknown option {sorted(unknown)[0]!r}")
        meshes: dict[int, int] = {}
        self._meshes: list[Mesh] = []
        setup = [setup_of(b, meshes, self._meshes) for b in self._bodies]
        options = {k: v for k, v in options.items() if v is not None}
        try:  # now: a list of the caller's may change before the next worker starts
            self._setup = json.dumps({"bodies": setup, **options, "identify": bool(identify)}, allow_nan=False).encode()
        except (TypeError, ValueError) as e:
            raise InputError(f"options: {e}") from e
        self._permits, self._budget = bool(options.get("allow")), bool(options.get("budget"))
        self._lock = threading.RLock()
        self._worker: Worker | None = None
        self._pid = 0
        self._opened: dict[str, Any] = {}
        #: That of the first opening: None before it, empty without ``identify``.
        self._identity: tuple[str, ...] | None = None
        _scenes.add(self)

    def __enter__(self) -> "Scene":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the worker. A later question starts another one."""
        with self._lock:
            if self._worker is not None and self._pid == os.getpid():
                self._worker.kill()
            self._worker = None

    @property
    def names(self) -> list[str]:
        """The names of the bodies, in the order of their indices; a scene file brings several."""
        with self._lock:
            self._running()
            return [b["name"] for b in self._opened["bodies"]]

    @property
    def warnings(self) -> list[str]:
        """What the engine has to say about the files."""
        with self._lock:
            self._running()
            return list(self._opened.get("warnings", []))

    @property
    def engine(self) -> str:
        """The version of the engine."""
        with self._lock:
            return self._running().version

    @property
    def identity(self) -> tuple[str, str]:
        """A hash of the bodies, their names, places and unit, and what identifies the engine: scenes with the same of both and
        the same options answer alike, on whichever machine. Not for scenes with ``identify=False``."""
        with self._lock:
            self._running()
            if not self._identity:
                raise ValueError("the scene is not identified: identify=False")
            return self._opened["hash"], self._opened["engine"]

    def query(
        self,
        poses: Mapping[int, ArrayLike] | None = None,
        *,
        contacts: bool = False,
        hashes: bool = False,
        distance: bool = False,
        clearance: float | None = None,
        pairs: bool = False,
        timeout: float | None = None,
        progress: Progress | bool | None = None,
    ) -> Answers:
        """Answers a row for each pose. ``poses`` maps the index of a body to its poses, as many for each;
        bodies that it does not name are where the scene places them. None asks about all of them there.

        Raises IncompleteError if a row is not decided, with all answers there are; InputError if the
        engine refuses; WorkerError if the worker ends; TimeoutError after ``timeout`` seconds.
        """
        ask = HASHES * hashes | CONTACTS * contacts | DISTANCE * distance | CLEARANCE * (clearance is not None) | PAIRS * pairs
        bodies, rows, table = _table(poses)
        deadline = None if timeout is None else time.monotonic() + timeout
        head = struct.pack("<IdI", ask, np.nan if clearance is None else float(clearance), len(bodies)) + struct.pack(f"<{len(bodies)}I", *bodies)
        tell = _teller(progress)
        with self._lock:
            worker = self._running(deadline)
            try:
                answers, problem = self._rows(worker, ask, head, rows, table, deadline, tell)
            except BaseException:  # what the worker sends next belongs to this question
                self.close()
                raise
        if problem is not None:
            raise problem
        return answers

    def raycast(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        *,
        every: bool = False,
        reach: ArrayLike = np.inf,
        poses: Mapping[int, ArrayLike] | None = None,
        timeout: float | None = None,
    ) -> Hits:
        """The first hit of each ray, or with ``every`` all of them in the order of their exact t, t from 0 to ``reach``. Origins and directions
        are (n, 3), or one of each; a direction is of any length but 0, and t is in its lengths. ``poses`` has one pose of each body that it names.

        Raises IncompleteError, whose answers are Hits, if hits may be missing; else as ``query`` does.
        """
        bodies, rows, table = _table(poses)
        if rows != 1:
            raise InputError(f"{rows} poses of bodies that rays are cast at; expected 1")
        rays = rays_of(origins, directions, reach)
        head = struct.pack(f"<II{len(bodies)}I", every, len(bodies), *bodies) + table.tobytes()
        if not len(rays):
            return join_hits([])
        deadline = None if timeout is None else time.monotonic() + timeout
        with self._lock:
            worker = self._running(deadline)
            try:
                parts, reasons, problem = self._batches(worker, b"Ry", head, rays, deadline, _teller(None), decode_hits)
            except BaseException:  # what the worker sends next belongs to this question
                self.close()
                raise
        if isinstance(problem, InputError):
            raise problem
        hits = join_hits(parts)
        hits.reasons = reasons
        if problem is not None:
            raise IncompleteError(problem, hits)
        return hits

    def _rows(
        self, worker: Worker, ask: int, head: bytes, rows: int, table: NDArray[np.float64], deadline: float | None, tell: Progress
    ) -> tuple[Answers | None, CollideError | None]:
        """The answers, or what the engine says of them: after that the worker waits for the next question."""
        if not rows:
            nothing = decode(memoryview(bytes(8)), ask, 0)
            nothing.permits = self._permits
            return nothing, None
        parts, reasons, problem = self._batches(worker, b"Qr", head, table, deadline, tell, lambda payload, first: decode(payload, ask, first))
        if isinstance(problem, InputError):
            return None, problem
        answers = join(parts) if parts else Answers(np.empty(0, np.uint8), np.empty(0, np.uint32))
        answers.reasons, answers.permits = reasons, self._permits
        return answers, None if problem is None else IncompleteError(str(problem), answers)

    def _batches(
        self, worker: Worker, kinds: bytes, head: bytes, table: NDArray[np.float64], deadline: float | None, tell: Progress, take: Callable[[memoryview, int], Any]
    ) -> tuple[list[Any], dict[int, str], str | InputError | None]:
        """What was taken of all answers, why rows are not decided, and what the engine refuses, as an error, or did not finish, in words."""
        parts: list[Any] = []
        reasons: dict[int, str] = {}
        answered, rows = 0, len(table)
        batch_rows = rows if self._budget else BATCH
        for first in range(0, rows, batch_rows):
            n = min(batch_rows, rows - first)
            worker.send(kinds[:1], head, struct.pack("<I", n), table[first : first + n].tobytes())
            batch = 0
            while True:
                kind, payload = worker.receive(deadline)
                if kind == kinds[1:]:
                    parts.append(take(payload, batch))
                    batch += len(parts[-1])
                    tell(first + batch, rows)
                    continue
                break
            if kind == b"e":
                return parts, reasons, InputError(bytes(payload).decode())
            if kind != b"d":
                raise WorkerError(f"a message {kind!r}; expected the end of a query")
            done = json.loads(bytes(payload))
            if done["rows"] != batch or batch != n and not done.get("cut"):
                raise WorkerError(f"{batch} rows arrived of {n}; the worker counts {done['rows']}")
            answered += batch
            reasons.update({first + u["row"]: u["reason"] for u in done.get("unknown") or []})
            if done.get("cut"):
                break
        if answered < rows or not done["complete"] or reasons:
            return parts, reasons, done.get("reason") or next(iter(reasons.values()), "incomplete")
        return parts, reasons, None

    def _running(self, deadline: float | None = None) -> Worker:
        """The worker of this process, started if there is none."""
        if self._worker is not None and self._pid == os.getpid():
            return self._worker
        self._worker, self._pid = None, os.getpid()
        if self._identity == ():
            raise InputError("a scene with identify=False is not opened again: its files may hold other bodies by now")
        worker = Worker(self._root)
        try:
            for m in self._meshes:
                head = struct.pack("<II", len(m.vertices), len(m.triangles))
                parts = [memoryview(x).cast("B") if x.size else b"" for x in (m.vertices, m.triangles)]
                worker.send(b"M", head, *parts, m.name.encode())
            worker.send(b"O", self._setup)
            kind, payload = worker.receive(deadline)
            if kind == b"e":
                raise InputError(bytes(payload).decode())
            if kind != b"o":
                raise WorkerError(f"a message {kind!r}; expected the bodies")
            self._remember(json.loads(bytes(payload)))
        except BaseException:
            worker.kill()
            raise
        self._worker = worker
        return worker

    def _remember(self, opened: dict[str, Any]) -> None:
        """Takes the bodies of a worker that was started, which must be those of the first one."""
        found = tuple(opened[k] for k in ("hash", "engine") if k in opened)
        want = found if self._identity is None else self._identity
        if found != want:
            what, i = ("bodies", 0) if found[0] != want[0] else ("engine", 1)
            raise InputError(f"other {what} than when the scene was first opened: {found[i]}; expected {want[i]}")
        self._identity, self._opened = found, opened


_scenes: "weakref.WeakSet[Scene]" = weakref.WeakSet()


def _unlock_all() -> None:
    """After a fork: the thread that held a lock is not there."""
    for scene in list(_scenes):
        scene._lock, scene._worker = threading.RLock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock_all)


def _table(poses: Mapping[int, ArrayLike] | None) -> tuple[list[int], int, NDArray[np.float64]]:
    """Indices of bodies, number of rows, and an array (rows, bodies × 12)."""
    if not poses:
        return [], 1, np.empty((1, 0))
    bodies = [operator.index(b) for b in poses]
    if min(bodies) < 0:
        raise InputError(f"poses of body {min(bodies)}; expected an index from 0")
    columns = [poses_of(p) for p in poses.values()]
    rows = {len(c) for c in columns}
    if len(rows) != 1:
        raise InputError(f"bodies with {', '.join(str(n) for n in sorted(rows))} poses; expected as many for each")
    return bodies, rows.pop(), columns[0] if len(columns) == 1 else np.concatenate(columns, axis=1)


def _teller(progress: Progress | bool | None) -> Progress:
    """Calls a function ten times a second at most, and at the end."""
    if not callable(progress):
        if not progress or not sys.stderr.isatty():
            return lambda done, rows: None
        progress = _bar
    show, last = progress, time.monotonic()

    def tell(done: int, rows: int) -> None:
        nonlocal last
        if done >= rows or time.monotonic() - last > 0.1:
            last = time.monotonic()
            show(done, rows)

    return tell


def _bar(done: int, rows: int) -> None:
    print(f"\r{done} of {rows} rows", end="\n" if done >= rows else "", file=sys.stderr, flush=True)
