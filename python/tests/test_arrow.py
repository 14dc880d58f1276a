"""Sweeps of data sets: the answers are those of one sweep, however the rows are dealt out."""

import concurrent.futures
import multiprocessing
import os
import pickle
import signal

import numpy as np
import pytest

import collide
from conftest import shift

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from collide import arrow  # noqa: E402
from collide.arrow import Sweep  # noqa: E402


def table(poses, **columns):
    return pa.table({"pose": [row.tolist() for row in np.reshape(poses, (-1, 12))], **columns})


@pytest.fixture
def through(example):
    """Poses of the example's knot, and the answers of one sweep past the ring."""
    poses = shift(*np.linspace(-4, 4, 60))
    whole = collide.sweep(example / "knot.obj", example / "ring.obj", poses, hashes=True, distance=True, clearance=0.01)
    return poses, whole


@pytest.mark.parametrize("size", [1, 7, 60])
def test_as_the_sweep(example, through, size):
    poses, whole = through
    sweep = Sweep(example / "knot.obj", example / "ring.obj", distance=True, clearance=0.01)
    given = table(poses, id=np.arange(60))
    got = pa.Table.from_batches(sweep(given.to_batches(max_chunksize=size)))
    assert got.schema == sweep.schema(given.schema) and got["id"].to_pylist() == list(range(60))
    assert got["hash"].to_pylist() == [whole.hash(k) for k in range(60)]
    assert got["verdict"].to_pylist() == [collide.VERDICTS[v] for v in whole.verdict] and 0 < whole.free.sum() < 60
    assert got["clear"].to_pylist() == [collide.VERDICTS[v] for v in whole.clear]
    for name in ("free", "passes", "contacts", "distance"):
        assert got[name].to_pylist() == getattr(whole, name).tolist(), name
    assert set(got["reason"].to_pylist()) == {None}


def test_processes(example, through):
    """Pickled into other processes, with files and with meshes."""
    poses, whole = through
    parts = [table(poses[k::3], id=np.arange(60)[k::3]) for k in range(3)]
    for sweep in (Sweep(example / "knot.obj", example / "ring.obj"), Sweep(collide.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]), collide.Box((1, 1, 1)))):
        with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
            got = pa.concat_tables(pool.map(sweep.table, parts)).sort_by("id")
        assert got["hash"].to_pylist() == sweep.table(table(poses))["hash"].to_pylist()
    assert sweep.identity == pickle.loads(pickle.dumps(sweep)).identity


def test_twelve_columns(cube):
    mesh, poses = collide.Mesh(*cube), shift(0, 3)
    names = [f"m{k}" for k in range(12)]
    for kind in ("f8", "f4", "i4"):
        batch = pa.record_batch([pa.array(c.astype(kind)) for c in poses.T], names)
        assert pa.Table.from_batches(Sweep(mesh, mesh, pose=names)([batch]))["free"].to_pylist() == [False, True]


@pytest.mark.parametrize("lists", [pa.list_(pa.float64()), pa.large_list(pa.float32()), pa.list_(pa.float64(), 12)])
def test_kinds_of_lists(cube, lists):
    mesh = collide.Mesh(*cube)
    batch = pa.record_batch([pa.array(shift(0, 3, 9).tolist(), lists)], ["pose"]).slice(1)
    got = pa.Table.from_batches(Sweep(mesh, mesh, distance=True)([batch]))
    assert got["distance"].to_pylist() == [2.0, 8.0]


def test_no_rows(cube):
    mesh = collide.Mesh(*cube)
    sweep, given = Sweep(mesh, mesh, distance=True), pa.table({"id": pa.array([], pa.int32()), "pose": pa.array([], pa.list_(pa.float64()))})
    assert sweep.table(given).num_rows == 0 and sweep.table(given).schema == sweep.schema(given.schema)
    batch = pa.record_batch([c.combine_chunks() for c in given.columns], given.schema.names)
    assert [b.num_rows for b in sweep([batch])] == [0]


def test_undecided_rows_end_nothing(cube):
    """Rows of which containment is undecided, and rows after the end of a budget, are unknown with a reason."""
    v, t = cube
    inner, sheet = collide.Mesh(v * 0.25 + 0.375, t), collide.Mesh(v, t[:-1], "sheet")
    got = Sweep(inner, sheet, solid=True, distance=True).table(table(shift(0, 9)))
    assert got["verdict"].to_pylist() == ["unknown", "free"] and got["free"].to_pylist() == [False, True]
    assert "not closed" in got["reason"][0].as_py() and got["reason"][1].as_py() is None
    got = Sweep(inner, sheet, budget="1steps", clearance=0.1, distance=True).table(table(shift(*np.linspace(-1, 1, 50))))
    assert got.num_rows == 50 and not any(got["free"].to_pylist()) and not any(got["passes"].to_pylist())
    assert all("budget" in r for r in got["reason"].to_pylist()[1:]) and got["contacts"][49].as_py() is None


def test_permitted_is_not_free(cube):
    mesh = collide.Mesh(*cube)
    got = Sweep(mesh, mesh, allow=[(0, 1)]).table(table(shift(0, 9)))
    assert got["free"].to_pylist() == [False, False] and got["passes"].to_pylist() == [True, True]


def test_other_files_are_refused(cube, tmp_path, monkeypatch):
    """A file of another machine that holds other bodies, and another engine."""
    box = '{"version":1,"bodies":[{"name":"a","box":{"center":[0,0,0],"size":[%d,1,1]}}]}'
    (tmp_path / "a.json").write_text(box % 1)
    monkeypatch.chdir(tmp_path)
    sweep, poses = Sweep("a.json", collide.Mesh(*cube)), table(shift(3))
    monkeypatch.chdir("/")
    assert sweep.table(poses)["free"].to_pylist() == [True]
    (tmp_path / "a.json").write_text(box % 9)
    monkeypatch.setattr("collide.arrow._open", None)  # as in another process
    with pytest.raises(collide.InputError, match="other bodies"):
        sweep.table(poses)
    (tmp_path / "a.json").write_text(box % 1)
    sweep.identity = sweep.identity[0], "another"
    with pytest.raises(collide.InputError, match="other engine"):
        sweep.table(poses)


@pytest.mark.parametrize("lose", ["kill", "close", "fork", "pool", "other thread"])
def test_other_files_are_refused_by_a_worker_that_starts_again(tmp_path, lose):
    box = '{"version":1,"bodies":[{"name":"wall","box":{"center":[0,0,%d],"size":[1,1,1]}}]}'
    wall, poses = tmp_path / "wall.json", table(shift(0, 9))
    wall.write_text(box % 0)
    sweep = Sweep(collide.Sphere(0.25), wall)
    assert sweep.table(poses)["free"].to_pylist() == [False, True]
    wall.write_text(box % 5)
    scene = arrow._open[1]
    if lose == "kill":
        os.kill(scene._worker.process.pid, signal.SIGKILL)
        with pytest.raises(collide.WorkerError):
            sweep.table(poses)
    elif lose == "close":
        scene.close()
    elif lose == "other thread":  # whose sweep took the place of this one, after this one had its scene
        Sweep(collide.Sphere(1), collide.Sphere(1)).table(poses)
        with pytest.raises(collide.InputError, match="other bodies"):
            scene.query({0: shift(0)})
    elif lose == "fork":
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            try:
                sweep.table(poses)
            except collide.InputError as e:
                os._exit(0 if "other bodies" in str(e) else 1)
            os._exit(2)
        assert os.waitpid(child, 0)[1] == 0
        scene.close()
    else:
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool, pytest.raises(collide.InputError, match="other bodies"):
            pool.submit(sweep.table, poses).result()
        scene.close()
    for _ in range(2):
        with pytest.raises(collide.InputError, match="other bodies"):
            sweep.table(poses)
    wall.write_text(box % 0)
    assert sweep.table(poses)["free"].to_pylist() == [False, True]


def test_options_are_those_it_was_made_with(cube):
    mesh, permitted = collide.Mesh(*cube), [(0, 1)]
    sweep = Sweep(mesh, mesh, allow=permitted)
    permitted.clear()
    assert not any(sweep.table(table(shift(0, 9)))["free"].to_pylist())


@pytest.mark.parametrize("column, message", [
    ([[1.0] * 11], "11 numbers"), ([[1.0] * 11 + [None]], "null"), ([None], "without a pose"), ([1.0], "expected lists"),
    ([["1"] * 12], "expected numbers"), ([[float("inf")] * 12], "finite"), ([[True] * 12], "expected numbers"),
])  # fmt: skip
def test_bad_poses(cube, column, message):
    mesh = collide.Mesh(*cube)
    with pytest.raises(collide.InputError, match=message):
        Sweep(mesh, mesh).table(pa.table({"pose": column}))


def test_bad_pose_is_found(cube):
    """A message about a row of a batch has the rows of the batch."""
    mesh, poses = collide.Mesh(*cube), shift(*range(30))
    poses[21, 5] = np.nan
    sweep, batches = Sweep(mesh, mesh), table(poses).to_batches(max_chunksize=10)
    for _ in range(2):
        with pytest.raises(collide.InputError, match=r"row 1\b.*\(in the batch of rows 20 to 29, counted from 0\)"):
            list(sweep(batches))


def test_columns_of_one_name_stay(cube):
    mesh, poses = collide.Mesh(*cube), pa.array(shift(0, 9).tolist())
    got = Sweep(mesh, mesh, hashes=False).table(pa.Table.from_arrays([pa.array([1, 2]), poses, pa.array(["x", "y"])], ["a", "pose", "a"]))
    assert got.column_names[:3] == ["a", "a", "verdict"] and [got.column(k).to_pylist() for k in (0, 1, 3)] == [[1, 2], ["x", "y"], [False, True]]


def test_bad_columns(cube):
    mesh = collide.Mesh(*cube)
    with pytest.raises(collide.InputError, match="no column 'pose'"):
        Sweep(mesh, mesh).table(pa.table({"id": [1]}))
    with pytest.raises(collide.InputError, match="'free'"):
        Sweep(mesh, mesh).table(table(shift(1), free=[True]))
    with pytest.raises(collide.InputError, match="3 columns"):
        Sweep(mesh, mesh, pose=["a", "b", "c"])
    with pytest.raises(collide.InputError, match="no such file"):
        Sweep("/nowhere/a.obj", mesh)
    with pytest.raises(TypeError, match="colour"):
        Sweep(mesh, mesh, colour=1)
