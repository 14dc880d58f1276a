"""Where rays meet bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._answers import Reader
from ._shapes import numbers
from ._worker import InputError, WorkerError

#: A hit: the point origin + t·direction, the index of the body, and its triangle: 0 for a sphere or a box, -1 for a solid mesh that the ray begins in.
HIT_TYPE = np.dtype([("t", "<f8"), ("body", "<u4"), ("triangle", "<i4")])


@dataclass
class Hits:
    """Hits of n rays: ``counts`` of each, (n,), and ``hits`` of all, rays one after the other, those of a ray by their exact t, then body, then triangle."""

    counts: NDArray[np.uint32]
    hits: NDArray[np.void]
    #: why hits of a ray may be missing, by the number of the ray
    reasons: Mapping[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.counts)

    def of(self, ray: int) -> NDArray[np.void]:
        """The hits of a ray."""
        ray = range(len(self))[ray]
        start = int(self.counts[:ray].sum(dtype=np.int64))
        return self.hits[start : start + int(self.counts[ray])]


def rays_of(origins: ArrayLike, directions: ArrayLike, reach: ArrayLike) -> NDArray[np.float64]:
    """An array (n, 7) of origin, direction and greatest t."""
    a, b, far = (np.asarray(numbers(what, x), dtype="<f8") for x, what in ((origins, "origins"), (directions, "directions"), (reach, "reach")))
    a, b = np.atleast_2d(a), np.atleast_2d(b)
    if a.shape != b.shape or a.ndim != 2 or a.shape[1] != 3 or far.shape not in ((), (len(a),)):
        raise InputError(f"origins {a.shape}, directions {b.shape}, reach {far.shape}; expected (n, 3), (n, 3), and one number or (n,)")
    return np.ascontiguousarray(np.column_stack([a, b, np.broadcast_to(far, len(a))]))


def decode(payload: memoryview, expected: int) -> Hits:
    """The hits of a message, of which the first ray must be the one expected."""
    r = Reader(payload)
    first, n = r.words()
    if first != expected:
        raise WorkerError(f"ray {first} arrived; expected {expected}")
    counts = r.column("<u4", n)
    total = int(counts.sum(dtype=np.int64))
    t, body, triangle = r.column("<f8", total), r.column("<u4", total), r.column("<i4", total)
    r.end()
    hits = np.empty(total, HIT_TYPE)
    hits["t"], hits["body"], hits["triangle"] = t, body, triangle
    return Hits(counts, hits)


def join(parts: list[Hits]) -> Hits:
    """Hits of successive rays as one."""
    if not parts:
        return Hits(np.empty(0, "<u4"), np.empty(0, HIT_TYPE))
    return Hits(np.concatenate([p.counts for p in parts]), np.concatenate([p.hits for p in parts]))
