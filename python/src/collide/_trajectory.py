"""Robots in many states: the command of this package, with states from arrays."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._answers import AMBIGUOUS, CONTACT, FREE, UNKNOWN, VERDICTS, IncompleteError
from ._shapes import numbers
from ._worker import BINARY, InputError, WorkerError

#: Options that are flags of the command without a value, and those with one.
_SWITCHES = ("distance", "first", "limits", "solid")
_VALUES = ("srdf", "allow", "rules", "clearance", "continuous", "time_error", "orient", "workers", "budget", "unit", "root")


class Untested(Sequence[dict[str, Any]]):
    """Pairs that are not tested: those that are listed, and all of bodies that stand still, which are made as they are asked for."""

    def __init__(self, listed: list[dict[str, Any]], standing: list[str]) -> None:
        self._listed, self._standing = listed, standing

    def __len__(self) -> int:
        return len(self._listed) + math.comb(len(self._standing), 2)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        yield from self._listed
        for a, b in itertools.combinations(self._standing, 2):
            yield {"a": a, "b": b, "reason": "stand still"}

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        return next(itertools.islice(self, range(len(self))[i], None))


@dataclass
class Trajectory:
    """The answers of ``trajectory``, an entry a state."""

    #: uint8: UNKNOWN, FREE or CONTACT
    verdict: NDArray[np.uint8]
    #: "pass", "fail" or "unknown": permitted contacts pass, pairs within the clearance fail
    outcome: list[str]
    #: pairs in contact, near or undecided, as the objects of ``--format json``: a, b, contacts, ...
    pairs: list[list[dict[str, Any]]]
    #: (n, 2): bounds of the least distance, equal where it is known to the nearest float64; None if not asked for
    distance_bounds: NDArray[np.float64] | None = None
    #: with ``continuous``: uint8 verdicts of the motions, from state k to k + 1, and (n - 1, 2) times, NaN for free ones
    segment_verdict: NDArray[np.uint8] | None = None
    segment_times: NDArray[np.float64] | None = None
    #: "pass", "fail" or "unknown" of each motion: with ``clearance`` one on which a pair comes within it fails
    segment_outcome: list[str] | None = None
    #: the objects of motions and states as the command printed them
    lines: list[dict[str, Any]] = field(default_factory=list)
    #: what the engine has to say about the files
    warnings: list[str] = field(default_factory=list)
    #: pairs that are tested in no state, as objects: a, b, reason (such as "parent", a rule that ignores them, the SRDF's, "stand still")
    untested: "Sequence[dict[str, Any]]" = ()
    #: the bodies around the robot, which stand still: no pair of them is tested, and ``untested`` has these pairs, too
    standing: list[str] = field(default_factory=list)
    #: pairs were permitted to touch (``allow``): ``verdict`` leaves them out
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
        """True where it is proven that no pair touches that is tested (all but ``untested``), and where the state passes.
        A contact that rules permit is one, and a pair within the clearance fails. With ``allow`` no state is free,
        because the engine proves nothing about permitted pairs: use ``passes``."""
        return self.passes & np.array([not pairs for pairs in self.pairs], np.bool_) & (not self.permits)

    @property
    def passes(self) -> NDArray[np.bool_]:
        """True where the outcome is "pass": what touches is permitted by ``rules`` or ``allow``, or ``untested``."""
        return (self.verdict == FREE) & np.array([outcome == "pass" for outcome in self.outcome], np.bool_)


def trajectory(
    robot: "str | os.PathLike[str]",
    states: ArrayLike | Mapping[str, ArrayLike],
    *files: "str | os.PathLike[str]",
    joints: Sequence[str] | None = None,
    packages: Sequence[str] = (),
    timeout: float | None = None,
    **options: Any,
) -> Trajectory:
    """Checks a robot (URDF) in states, against itself and the bodies of files, as ``collide trajectory`` does.

    ``states`` maps each joint to its values, or is an array (n, len(joints)), in radians and metres. Options are the
    flags of the command: ``srdf``, ``solid``, ``distance``, ``clearance``, ``continuous="linear"`` or ``"cubic"`` (with
    columns ``time`` and ``JOINT.velocity`` among the states), ``rules``, ``allow``, ``first``, ``workers``, ``budget``, ``limits``, ``time_error``, ``orient``, ``unit``, ``root``. ``packages`` are
    ``--package NAME=DIR``.

    Raises IncompleteError if a state or motion is not decided, with the answers there are; InputError if the engine
    refuses; WorkerError if it ends otherwise; TimeoutError after ``timeout`` seconds.
    """
    names, table = _table(states, joints)
    command = [str(BINARY), "trajectory", "--states", "-", "--format", "json"]
    for key, value in options.items():
        flag = "--" + key.replace("_", "-")
        if key in _SWITCHES:
            command += [flag] if value else []
        elif key in _VALUES:
            command += [] if value is None else [f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}"]
        else:
            raise TypeError(f"unknown option {key!r}")
    command += [f"--package={p}" for p in packages]
    command += ["--", *(os.path.abspath(os.fspath(f)) for f in (robot, *files))]
    code, out, err = _run(command, _csv(names, table), timeout)
    if code not in (0, 1, 2, 3):
        raise WorkerError(f"the engine ended with {code}: {_last(err)}")
    if code == 2:
        raise InputError(_last(err))
    answers, reason = _decode(out.decode(), len(table), bool(options.get("distance")), bool(options.get("continuous")))
    answers.permits = bool(options.get("allow"))
    answers.warnings = [w for line in err.decode(errors="replace").splitlines() if (w := line.removeprefix("collide: ")).startswith("warning: ")]
    motions = answers.segment_outcome
    open_motions = motions is not None and bool(len(motions) != max(len(table) - 1, 0) or "unknown" in motions)
    if code == 3 or reason or open_motions or (answers.verdict == UNKNOWN).any() or len(answers) != len(table):
        raise IncompleteError(reason or _last(err), answers)
    return answers


def _table(states: Any, joints: Sequence[str] | None) -> tuple[list[str], NDArray[np.float64]]:
    if isinstance(states, Mapping):
        if joints is not None:
            raise TypeError("joints with a mapping of states; expected one of them")
        columns = [numbers(f"states of {name}", c).astype(np.float64, copy=False) for name, c in states.items()]
        if not columns or any(c.ndim != 1 or len(c) != len(columns[0]) for c in columns):
            raise InputError("the states of a joint are an array of one dimension, all of one length")
        return list(states), np.stack(columns, axis=1)
    if joints is None:
        raise TypeError("an array of states needs joints, the names of its columns")
    table = numbers("states", states).astype(np.float64, copy=False)
    if table.ndim != 2 or table.shape[1] != len(joints):
        raise InputError(f"states of shape {table.shape}; expected (n, {len(joints)}), a column a joint")
    return list(joints), table


def _csv(names: list[str], table: NDArray[np.float64]) -> bytes:
    """States as the command reads them. repr writes the shortest number that reads back as the same float64."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(names)
    for row in table.tolist():
        text.write(",".join(map(repr, row)) + "\n")
    return text.getvalue().encode()


def _run(command: list[str], states: bytes, timeout: float | None) -> tuple[int, bytes, bytes]:
    """Runs the engine to its end. It is killed on any exception, Ctrl-C among them."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as p:
        try:
            out, err = p.communicate(states, timeout)
        except subprocess.TimeoutExpired:
            p.kill()
            raise TimeoutError(f"no answer after {timeout} s") from None
        except BaseException:
            p.kill()
            raise
    return p.returncode, out, err


def _last(err: bytes) -> str:
    lines = err.decode(errors="replace").strip().splitlines()
    return lines[-1].removeprefix("collide: ") if lines else "without a word"


def _decode(text: str, rows: int, distance: bool, continuous: bool) -> tuple[Trajectory, str]:
    lines = [json.loads(line) for line in text.splitlines()]
    if any(line.get("schema") != 1 for line in lines):
        raise WorkerError("the engine's answers have another schema than 1")
    reason = next((line["reason"] for line in lines if line.get("complete") is False), "")
    states = [line for line in lines if "state" in line]
    motions = [line for line in lines if "segment" in line]
    if [s["state"] for s in states] != list(range(len(states))) or len(states) > rows:
        raise WorkerError("the engine's states are not in order")
    if [m["segment"] for m in motions] != list(range(len(motions))):
        raise WorkerError("the engine's motions are not in order")
    a = Trajectory(_verdicts(states), [s["outcome"] for s in states], [s["pairs"] for s in states], lines=states + motions)
    a.standing = [name for s in states for name in s.get("standing", [])]
    a.untested = Untested([pair for s in states for pair in s.get("untested", [])], a.standing)
    if distance:
        a.distance_bounds = np.array([_bounds(s.get("distance")) for s in states], np.float64).reshape(-1, 2)
    if continuous:
        a.segment_verdict = _verdicts(motions)
        a.segment_outcome = [m["outcome"] for m in motions]
        a.segment_times = np.array([[m.get("t0", np.nan), m.get("t1", np.nan)] for m in motions], np.float64).reshape(-1, 2)
    return a, reason


def _verdicts(lines: list[dict[str, Any]]) -> NDArray[np.uint8]:
    return np.array([VERDICTS.index(line["verdict"]) for line in lines], np.uint8)


def _bounds(value: Any) -> list[float]:
    if value is None:
        return [np.nan, np.nan]
    return list(value) if isinstance(value, list) else [value, value]
