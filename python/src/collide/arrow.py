"""Sweeps of data sets: Arrow batches of poses in, batches of answers out, in any process of any machine (needs pyarrow)."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ._answers import UNKNOWN, VERDICTS, Answers, IncompleteError
from ._scene import Scene
from ._shapes import Body, Shape, body_of, mover_of, numbers
from ._worker import InputError

#: The scene of this process, and what it was made of: a worker outlives the tasks of one job.
_open: tuple[str, Scene] | None = None


class Sweep:
    """``collide.sweep`` for batches of rows: a function from record batches to record batches, which can be pickled.

    ``pose`` names a column of lists of 12 numbers, [R|t] row by row, or 12 columns. The other columns come back as they are, before
    ``verdict``, ``free``, ``passes``, ``contacts``, what was asked for (``hash``, ``distance``, ``clear``) and ``reason``. A row that is not
    decided, or was cut by a budget, has the verdict "unknown" and a reason: it is never free, and ends no job.

    Meshes travel with the object. Files are read where it is called: there they must be what they are where it was made, or the
    call is an InputError, as it is for another engine. Options are those of ``Scene``; ``workers`` is 1 unless it is given.
    """

    def __init__(
        self,
        a: Shape,
        b: Shape,
        *,
        pose: str | Sequence[str] = "pose",
        hashes: bool = True,
        distance: bool = False,
        clearance: float | None = None,
        **options: Any,
    ) -> None:
        self.columns = (pose,) if isinstance(pose, str) else tuple(pose)
        if len(self.columns) not in (1, 12):
            raise InputError(f"{len(self.columns)} columns of poses; expected one of lists, or 12")
        self._bodies = (_absolute(mover_of(a)), _absolute(body_of(b)))
        if options.get("root") is not None:
            options["root"] = os.path.abspath(os.fspath(options["root"]))
        self._options = copy.deepcopy({"workers": 1, **options, "identify": True})
        self._asked = {"hashes": hashes, "distance": distance, "clearance": clearance}
        with Scene(self._bodies, **self._options) as scene:
            self.identity = scene.identity

    @property
    def answered(self) -> pa.Schema:
        """The columns that answers add."""
        columns: list[tuple[str, Any]] = [("verdict", pa.string()), ("free", pa.bool_()), ("passes", pa.bool_()), ("contacts", pa.int64())]
        columns += [("hash", pa.string())] if self._asked["hashes"] else []
        columns += [("distance", pa.float64())] if self._asked["distance"] else []
        columns += [("clear", pa.string())] if self._asked["clearance"] is not None else []
        return pa.schema([*columns, ("reason", pa.string())])

    def schema(self, given: pa.Schema) -> pa.Schema:
        """That of the answers to batches of a schema."""
        missing = [c for c in self.columns if given.get_field_index(c) < 0]
        if missing:
            raise InputError(f"no column {missing[0]!r} of poses, or two; there are {', '.join(given.names)}")
        kept = [f for f in given if f.name not in self.columns]
        twice = {f.name for f in kept} & set(self.answered.names)
        if twice:
            raise InputError(f"a column {min(twice)!r}, which answers have, too")
        return pa.schema([*kept, *self.answered])

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Answers batches, one for each."""
        first = 0
        for batch in batches:
            schema = self.schema(batch.schema)
            try:
                added = self._added(batch)
            except InputError as e:
                raise InputError(f"{e} (in the batch of rows {first} to {first + batch.num_rows - 1}, counted from 0)") from e
            kept = [batch.column(i) for i, name in enumerate(batch.schema.names) if name not in self.columns]
            yield pa.RecordBatch.from_arrays([*kept, *added], schema=schema)
            first += batch.num_rows

    def table(self, table: pa.Table) -> pa.Table:
        """Answers a table."""
        return pa.Table.from_batches(self(table.to_batches()), self.schema(table.schema))

    def _added(self, batch: pa.RecordBatch) -> list[pa.Array]:
        """The columns of answers to a batch."""
        poses = _poses(batch, self.columns)
        return self._answer(poses) if len(poses) else [pa.array([], f.type) for f in self.answered]

    def _answer(self, poses: NDArray[np.float64]) -> list[pa.Array]:
        cut = None
        try:
            answers = self._scene().query({0: poses}, **self._asked)
        except IncompleteError as e:
            answers, cut = e.answers, str(e)
        return self._arrays(answers, len(poses), cut)

    def _arrays(self, a: Answers, rows: int, cut: str | None) -> list[pa.Array]:
        """The columns of answers, and unknown rows where a budget left none."""
        rest = rows - len(a)
        reasons = [(a.reasons or {}).get(k) or (cut if a.verdict[k] == UNKNOWN else None) for k in range(len(a))]
        columns: dict[str, list[Any]] = {
            "verdict": [VERDICTS[v] for v in a.verdict] + ["unknown"] * rest,
            "free": a.free.tolist() + [False] * rest,
            "passes": a.passes.tolist() + [False] * rest,
            "contacts": a.contacts.tolist() + [None] * rest,
            "reason": reasons + [cut] * rest,
        }
        if a.digests is not None:
            columns["hash"] = [a.hash(k) or None for k in range(len(a))] + [None] * rest
        if a.distance is not None:
            columns["distance"] = [None if d != d else d for d in a.distance.tolist()] + [None] * rest
        if a.clear is not None:
            columns["clear"] = [VERDICTS[v] for v in a.clear] + ["unknown"] * rest
        return [pa.array(columns.get(f.name) or [None] * rows, f.type) for f in self.answered]

    def _scene(self) -> Scene:
        """The scene of this process. Its bodies and engine are those that this object was made with, as the scene sees to if its
        worker starts again."""
        global _open
        files = [b.shape for b in self._bodies if isinstance(b.shape, str)]  # equal ones elsewhere may change apart
        key = repr((self.identity, files, sorted(self._options.items())))
        if _open is not None and _open[0] == key:
            return _open[1]
        scene = Scene(self._bodies, **self._options)
        if scene.identity != self.identity:
            found, want = scene.identity, self.identity
            scene.close()
            what, i = ("bodies", 0) if found[0] != want[0] else ("engine", 1)
            raise InputError(f"other {what} than where the sweep was made: {found[i]}; expected {want[i]}")
        if _open is not None:
            _open[1].close()
        _open = key, scene
        return scene


def _absolute(body: Body) -> Body:
    """A file has the same path in a process that works in another folder."""
    return replace(body, shape=os.path.abspath(os.fspath(body.shape))) if isinstance(body.shape, (str, os.PathLike)) else body


def _poses(batch: pa.RecordBatch, names: Sequence[str]) -> NDArray[np.float64]:
    """The poses of a batch, (n, 12)."""
    columns = [batch.column(n) for n in names]
    if any(c.null_count for c in columns):
        raise InputError("a row without a pose; expected 12 numbers in each")
    if len(columns) == 1:
        lists = columns[0]
        if not pa.types.is_list(lists.type) and not pa.types.is_large_list(lists.type) and not pa.types.is_fixed_size_list(lists.type):
            raise InputError(f"a column of {lists.type}; expected lists of 12 numbers")
        values = lists.flatten()
        lengths = lists.value_lengths().to_numpy(zero_copy_only=False) if len(lists) else np.empty(0)
        if (lengths != 12).any():
            raise InputError(f"a pose of {lengths[lengths != 12][0]} numbers; expected 12")
        if values.null_count:
            raise InputError("a pose with a null; expected 12 numbers")
        return numbers("poses", values.to_numpy(zero_copy_only=False)).astype("<f8", copy=False).reshape(-1, 12)
    return np.stack([numbers("poses", c.to_numpy(zero_copy_only=False)).astype("<f8", copy=False) for c in columns], axis=1)
