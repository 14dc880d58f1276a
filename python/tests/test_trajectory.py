"""Robots in states from arrays: the answers are the command's."""

import json
import subprocess

import numpy as np
import pytest

import collide
from collide import _worker
from conftest import ROOT

UR5 = ROOT / "testdata" / "ur5"
ROBOT, SRDF, PATH = UR5 / "ur5.urdf", UR5 / "ur5.srdf", UR5 / "path.csv"


@pytest.fixture(scope="module")
def path():
    """The joints and the states of the README's path."""
    lines = [line for line in PATH.read_text().splitlines() if line and not line.startswith("#")]
    return lines[0].split(","), np.array([[float(x) for x in line.split(",")] for line in lines[1:]])


def command(*flags):
    """The objects that the command prints for the path's file."""
    args = [_worker.BINARY, "trajectory", ROBOT, "--srdf", SRDF, "--states", PATH, "--format", "json", *flags]
    out = subprocess.run(args, capture_output=True, check=False, text=True).stdout
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("flags, options", [
    ([], {}),
    (["--distance"], {"distance": True}),
    (["--clearance=0.01"], {"clearance": 0.01}),
    (["--continuous=linear"], {"continuous": "linear"}),
    (["--continuous=linear", "--clearance=0.01"], {"continuous": "linear", "clearance": 0.01}),
])  # fmt: skip
def test_as_the_command(path, flags, options):
    joints, states = path
    a = collide.trajectory(ROBOT, states, joints=joints, srdf=SRDF, **options)
    lines = command(*flags)
    want = [line for line in lines if "state" in line]
    assert len(want) == len(a) == len(states) > 1
    assert [collide.VERDICTS[v] for v in a.verdict] == [s["verdict"] for s in want]
    assert a.outcome == [s["outcome"] for s in want] and a.pairs == [s["pairs"] for s in want]
    assert a.lines == want + [line for line in lines if "segment" in line]
    assert a.colliding.any() and a.free.any() and not (a.free & a.colliding).any()
    if "distance" in options:
        assert (a.distance_bounds[a.colliding] == 0).all() and (a.distance_bounds[a.free] > 0).all()
    else:
        assert a.distance_bounds is None
    if "continuous" in options:
        assert len(a.segment_verdict) == len(states) - 1
        assert a.segment_outcome == [line["outcome"] for line in lines if "segment" in line]
        hit = a.segment_verdict == collide.CONTACT
        assert hit.any() and (np.diff(a.segment_times[hit]) <= 1e-6).all()


def test_undecided_has_the_answers(path):
    """Links that intersect themselves leave containment open: an exception, with what the command prints."""
    joints, states = path
    with pytest.raises(collide.IncompleteError, match="containment") as e:
        collide.trajectory(ROBOT, states, joints=joints, srdf=SRDF, solid=True)
    want = [line for line in command("--solid") if "state" in line]
    assert e.value.answers.lines == want and not e.value.answers.free.all()


def test_cubic(path):
    """With the velocities of the straight way at both ends a cubic is that way; with others it is not."""
    joints, states = path[0][1:], path[1][:, 1:]  # without the time
    step = states[1] - states[0]
    columns = {"time": [0, 2], **{j: states[:2, k] for k, j in enumerate(joints)}}
    straight = columns | {f"{j}.velocity": [v / 2, v / 2] for j, v in zip(joints, step, strict=True)}
    a = collide.trajectory(ROBOT, straight, srdf=SRDF, continuous="cubic")
    assert a.segment_verdict[0] == collide.trajectory(ROBOT, states[:2], joints=joints, srdf=SRDF, continuous="linear").segment_verdict[0] == collide.FREE
    away = columns | {f"{j}.velocity": [12, -12] for j in joints}
    assert collide.trajectory(ROBOT, away, srdf=SRDF, continuous="cubic").segment_verdict[0] == collide.CONTACT
    with pytest.raises(collide.InputError, match="no velocities"):
        collide.trajectory(ROBOT, columns, srdf=SRDF, continuous="cubic")


def test_mapping(path):
    joints, states = path
    turned = list(reversed(joints))
    a = collide.trajectory(ROBOT, {j: states[:, joints.index(j)] for j in turned}, srdf=SRDF)
    assert (a.verdict == collide.trajectory(ROBOT, states, joints=joints, srdf=SRDF).verdict).all()


def test_states_arrive_bit_for_bit(path):
    """A state next to contact by one bit is decided as the file's is: numbers are written exactly."""
    from collide._trajectory import _csv

    x = np.array([[0.1, np.nextafter(0.1, 1)], [5e-324, 1.7976931348623157e308]])
    rows = _csv(["a", "b,c"], x).decode().splitlines()
    assert rows[0] == 'a,"b,c"'
    assert [[float(v) for v in r.split(",")] for r in rows[1:]] == x.tolist()


def test_refused(path):
    joints, states = path
    with pytest.raises(collide.InputError, match="shape"):
        collide.trajectory(ROBOT, states[:, :3], joints=joints)
    with pytest.raises(collide.InputError):
        collide.trajectory(ROBOT, np.full_like(states, np.nan), joints=joints)
    with pytest.raises(collide.InputError, match="nobody"):
        collide.trajectory(ROBOT, states, joints=["nobody", *joints[1:]])
    with pytest.raises(collide.InputError, match="missing.urdf"):
        collide.trajectory("missing.urdf", states, joints=joints)
    with pytest.raises(TypeError, match="colour"):
        collide.trajectory(ROBOT, states, joints=joints, colour=1)
    with pytest.raises(TypeError, match="needs joints"):
        collide.trajectory(ROBOT, states)


@pytest.mark.parametrize("values", [
    np.array([0.1 + 2j]), np.ma.array([0.0, 2.5], mask=[0, 1]), ["2.5"], [1 << 62], [True], np.zeros(1, np.longdouble),
])  # fmt: skip
def test_nothing_is_dropped(values):
    """An imaginary part, a mask or digits are not left out of a state without a word."""
    table = np.ma.reshape(values, (-1, 1)) if np.ma.isMaskedArray(values) else np.reshape(values, (-1, 1))
    for ask in (lambda: collide.trajectory(ROBOT, table, joints=["shoulder"]), lambda: collide.trajectory(ROBOT, {"shoulder": values})):
        with pytest.raises(collide.InputError, match="masked|expected numbers"):
            ask()


@pytest.mark.parametrize("n", [0, 1])
def test_few_states_have_what_was_asked_for(path, n):
    joints, states = path
    a = collide.trajectory(ROBOT, states[:n], joints=joints, srdf=SRDF, distance=True, continuous="linear")
    assert a.distance_bounds.shape == (n, 2) and a.segment_verdict.shape == (0,) and a.segment_times.shape == (0, 2)
    a = collide.trajectory(ROBOT, states[:n], joints=joints, srdf=SRDF)
    assert a.distance_bounds is None and a.segment_verdict is None and a.segment_times is None


def test_cut_short_has_what_was_asked_for(path):
    joints, states = path
    with pytest.raises(collide.IncompleteError) as e:
        collide.trajectory(ROBOT, states, joints=joints, srdf=SRDF, budget="1steps", distance=True, continuous="linear")
    answers = e.value.answers
    assert answers.distance_bounds.shape == (len(answers), 2) and len(answers.segment_verdict) <= len(answers) < len(states)


def test_cut_short_is_never_free(path):
    joints, states = path
    with pytest.raises(collide.IncompleteError, match="budget") as e:
        collide.trajectory(ROBOT, np.repeat(states[:1], 100, axis=0), joints=joints, srdf=SRDF, budget="1steps", distance=True)
    assert len(e.value.answers) < 100


def test_timeout(path):
    joints, states = path
    with pytest.raises(TimeoutError):
        collide.trajectory(ROBOT, np.repeat(states, 20000, axis=0), joints=joints, distance=True, timeout=0.5, workers=1)
