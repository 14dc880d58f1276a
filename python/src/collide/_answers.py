"""What queries return: arrays with an entry a row of poses."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._worker import CollideError, WorkerError

#: Verdicts as numbers. Unknown is 0: what was never decided is never free.
UNKNOWN, FREE, CONTACT = 0, 1, 2
VERDICTS = ("unknown", "free", "contact")
KINDS = ("", "touch", "penetrate", "inside", "surface", "unknown")
INSIDE = ("", "a", "b")

#: Answers are not True or False: a row of them may be free, and another one not.
AMBIGUOUS = "answers are neither true nor false; expected .free.all(), .colliding.any() or len()"

HASHES, CONTACTS, DISTANCE, CLEARANCE, PAIRS = 1, 2, 4, 8, 16

CONTACT_TYPE = np.dtype([("body_a", "<u4"), ("tri_a", "<u4"), ("body_b", "<u4"), ("tri_b", "<u4")])
PAIR_TYPE = np.dtype(
    [("a", "<u4"), ("b", "<u4"), ("contacts", "<u4"), ("verdict", "<u4"), ("inside", "<u4"), ("allowed", "<u4")]
    + [("kind", "<u4"), ("flags", "<u4"), ("depth", "<f8", 2), ("width", "<f8", 2)]
)


class IncompleteError(CollideError):
    """A query that could not be finished or decided. ``answers`` holds what is known: rows that are not
    decided have the verdict UNKNOWN, and rows after the last one that was answered are not there."""

    def __init__(self, reason: str, answers: Any) -> None:  # Answers, of rays Hits
        super().__init__(reason)
        self.answers = answers


@dataclass
class Answers:
    """The answers to a query, one entry a row. Fields that were not asked for are None."""

    #: uint8: UNKNOWN, FREE or CONTACT
    verdict: NDArray[np.uint8]
    #: uint32: the number of triangle pairs that share a point
    contacts: NDArray[np.uint32]
    #: (n, 32) bytes: SHA-256 of the canonical contacts, zeros where there is none
    digests: NDArray[np.uint8] | None = None
    #: all contacts (CONTACT_TYPE), those of row k from contact_start[k] to contact_start[k + 1]
    contact_list: NDArray[Any] | None = None
    #: float64: the distance nearest to the exact one, 0 exactly for contact, NaN with nothing to compare
    distance: NDArray[np.float64] | None = None
    #: (n, 2): proven bounds of the distance
    distance_bounds: NDArray[np.float64] | None = None
    #: (n, 2, 3): ends of a shortest segment, each within point_error of its exact place
    points: NDArray[np.float64] | None = None
    point_error: NDArray[np.float64] | None = None
    #: (n, 4) int32: body, body, triangle, triangle; -1 where there is none
    closest: NDArray[np.int32] | None = None
    #: uint8: FREE if all pairs are proven farther apart than the clearance, CONTACT if one is not
    clear: NDArray[np.uint8] | None = None
    #: uint32: the number of triangle pairs at most the clearance apart
    within: NDArray[np.uint32] | None = None
    within_digests: NDArray[np.uint8] | None = None
    #: pairs of bodies in contact or undecided (PAIR_TYPE), those of row k from pair_start[k] on
    pair_list: NDArray[Any] | None = None
    pair_count: NDArray[np.uint32] | None = None
    #: rows that were answered but could not be decided, with the reason
    reasons: dict[int, str] | None = None
    #: pairs were permitted to touch (``allow``): ``verdict``, ``clear`` and ``distance`` leave them out
    permits: bool = False

    def __len__(self) -> int:
        return len(self.verdict)

    def __bool__(self) -> bool:
        raise TypeError(AMBIGUOUS)

    @property
    def colliding(self) -> NDArray[np.bool_]:
        """True where a contact that is not permitted was found. Its opposite is not "free": use ``free``."""
        return self.verdict == CONTACT

    @property
    def free(self) -> NDArray[np.bool_]:
        """True where it is proven that no two bodies touch and, with ``clearance``, that all are farther apart.
        With ``allow`` no row is free, because the engine proves nothing about permitted pairs: use ``passes``.
        Two immovable bodies are never tested. A body inside a mesh touches it with ``solid`` or ``kinds`` alone."""
        return self.passes & (self.contacts == 0) & (not self.permits)

    @property
    def passes(self) -> NDArray[np.bool_]:
        """True where that is proven of all pairs that are not permitted to touch."""
        passes = self.verdict == FREE
        return passes if self.clear is None else passes & (self.clear == FREE)

    @property
    def contact_start(self) -> NDArray[np.int64]:
        """Where the contacts of each row begin in contact_list, and the end of the last."""
        return np.concatenate(([0], np.cumsum(self.contacts, dtype=np.int64)))

    @property
    def pair_start(self) -> NDArray[np.int64]:
        """Where the pairs of each row begin in pair_list, and the end of the last."""
        if self.pair_count is None:
            raise ValueError("pairs were not asked for")
        return np.concatenate(([0], np.cumsum(self.pair_count, dtype=np.int64)))

    def contacts_of(self, row: int) -> NDArray[Any]:
        """The contacts of one row."""
        if self.contact_list is None:
            raise ValueError("contacts were not asked for: contacts=True")
        start = self.contact_start
        return self.contact_list[start[row] : start[row + 1]]

    def hash(self, row: int) -> str:
        """The hash of a row as ``collide sweep`` prints it, "" where there is none."""
        if self.digests is None:
            raise ValueError("hashes were not asked for: hashes=True")
        digest = self.digests[row].tobytes()
        return "sha256:" + digest.hex() if any(digest) else ""

    def to_arrow(self) -> Any:
        """A pyarrow table of the columns that have one entry a row."""
        import pyarrow as pa

        columns: dict[str, Any] = {"verdict": pa.array([VERDICTS[v] for v in self.verdict]), "free": pa.array(self.free)}
        columns |= {"passes": pa.array(self.passes), "contacts": pa.array(self.contacts)}
        for name in ("distance", "point_error", "within"):
            if (column := getattr(self, name)) is not None:
                columns[name] = pa.array(column)
        if self.clear is not None:
            columns["clear"] = pa.array([VERDICTS[v] for v in self.clear])
        if self.digests is not None:
            columns["hash"] = pa.array([self.hash(k) for k in range(len(self))])
        return pa.table(columns)


def join(parts: list[Answers]) -> Answers:
    """Answers to successive rows as one."""
    if len(parts) == 1:
        return parts[0]
    whole = Answers(np.empty(0, np.uint8), np.empty(0, np.uint32))
    for name in Answers.__dataclass_fields__:
        columns = [c for p in parts if (c := getattr(p, name)) is not None]
        if name not in ("reasons", "permits") and columns:
            setattr(whole, name, np.concatenate(columns))
    return whole


class Reader:
    """Takes columns off a message of rows, each checked against what is left of it."""

    def __init__(self, payload: memoryview) -> None:
        self.payload, self.at = payload, 0

    def words(self) -> tuple[int, int]:
        self._need(8)
        self.at += 8
        return struct.unpack_from("<II", self.payload, self.at - 8)

    def column(self, dtype: Any, rows: int, *shape: int) -> NDArray[Any]:
        count = rows * math.prod(shape)
        self._need(count * np.dtype(dtype).itemsize)
        column = np.frombuffer(self.payload, dtype, count, self.at)
        self.at += column.nbytes
        return column.reshape(rows, *shape) if shape else column

    def end(self) -> None:
        if self.at != len(self.payload):
            raise WorkerError(f"{len(self.payload) - self.at} bytes after the rows of a message")

    def _need(self, size: int) -> None:
        if self.at + size > len(self.payload):
            raise WorkerError(f"a message of {len(self.payload)} bytes was cut short")


def decode(payload: memoryview, ask: int, expected: int) -> Answers:
    """The rows of a message, the first of which must be the one expected."""
    r = Reader(payload)
    first, n = r.words()
    if first != expected:
        raise WorkerError(f"row {first} arrived; expected {expected}")
    a = Answers(r.column("u1", n), r.column("<u4", n))
    if ask & HASHES:
        a.digests = r.column("u1", n, 32)
    if ask & CONTACTS:
        a.contact_list = r.column(CONTACT_TYPE, int(a.contacts.sum(dtype=np.int64)))
    if ask & DISTANCE:
        a.distance = r.column("<f8", n)
        low, high = r.column("<f8", n), r.column("<f8", n)
        a.distance_bounds = np.stack([low, high], axis=1)
        a.point_error = r.column("<f8", n)
        a.points = r.column("<f8", n, 2, 3)
        a.closest = r.column("<i4", n, 4)
    if ask & CLEARANCE:
        a.clear, a.within = r.column("u1", n), r.column("<u4", n)
        if ask & HASHES:
            a.within_digests = r.column("u1", n, 32)
    if ask & PAIRS:
        a.pair_count = r.column("<u4", n)
        a.pair_list = r.column(PAIR_TYPE, int(a.pair_count.sum(dtype=np.int64)))
    r.end()
    return a
