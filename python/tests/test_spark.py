"""Spark in local mode: its answers are those of the command's sweep (run by `make spark`)."""

import hashlib
import json
import subprocess

import numpy as np
import pytest

import collide
from collide import _worker
from conftest import shift

pytest.importorskip("pyspark", reason="pyspark is not installed")

from pyspark.sql import SparkSession  # noqa: E402

from collide import spark as cs  # noqa: E402

ROWS = 2000


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """Two tasks at once, with batches that are smaller than a partition."""
    s = (
        SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1").config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "300").getOrCreate()
    )  # fmt: skip
    yield s
    s.stop()


def digest(hashes):
    """One hash of the hashes of all rows in their order."""
    return hashlib.sha256("".join(f"{k} {h}\n" for k, h in enumerate(hashes)).encode()).hexdigest()


def test_as_the_command(session, example, tmp_path):
    """Parquet in, Parquet out, seven partitions: the hash of all rows is that of the command's sweep."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    poses = np.tile(np.eye(4)[:3].reshape(1, 12), (ROWS, 1))
    poses[:, [3, 7, 11]] = np.random.default_rng(22).normal(scale=2.0, size=(ROWS, 3))
    pq.write_table(pa.table({"id": np.arange(ROWS), "pose": poses.tolist()}), tmp_path / "poses.parquet")
    np.savetxt(tmp_path / "poses.txt", poses, fmt="%.17g")
    command = [_worker.BINARY, "sweep", example / "knot.obj", example / "ring.obj", "--poses", tmp_path / "poses.txt", "--format", "json"]
    lines = [json.loads(line) for line in subprocess.run(command, capture_output=True, check=False, text=True).stdout.splitlines()]
    want = [line for line in lines if "pose" in line]

    df = session.read.parquet(str(tmp_path / "poses.parquet")).repartition(7)
    cs.sweep(df, example / "knot.obj", example / "ring.obj").write.parquet(str(tmp_path / "answers"))
    got = pq.read_table(tmp_path / "answers").sort_by("id").to_pydict()

    assert got["id"] == list(range(ROWS)) and [w["verdict"] for w in want] == got["verdict"]
    assert digest(got["hash"]) == digest([w["hash"] for w in want])
    assert {"free", "contact"} == set(got["verdict"]) and got["free"] == [v == "free" for v in got["verdict"]]


def test_meshes_travel(session, cube):
    """A mesh of the driver, columns that stay, and a row that is undecided and ends nothing."""
    v, t = cube
    rows = [(f"row {k}", pose.tolist()) for k, pose in enumerate(shift(0, 0.5, 9))]
    df = session.createDataFrame(rows, "name string, pose array<double>")
    a = cs.sweep(df, collide.Mesh(v * 0.25 + 0.375, t), collide.Mesh(v, t[:-1]), solid=True, distance=True).orderBy("name").collect()
    assert [r["name"] for r in a] == ["row 0", "row 1", "row 2"]
    assert [r["verdict"] for r in a] == ["unknown", "contact", "free"] and [r["free"] for r in a] == [False, False, True]
    assert "not closed" in a[0]["reason"] and a[2]["distance"] == 8.375


def test_refused_before_a_task_runs(session, cube):
    mesh, df = collide.Mesh(*cube), session.createDataFrame([(1, [1.0] * 12)], "free int, pose array<double>")
    with pytest.raises(collide.InputError, match="'free'"):
        cs.sweep(df, mesh, mesh)
    for name in ("FREE", "Verdict", "Pose"):
        with pytest.raises(collide.InputError, match=f"'{name}', which Spark does not tell"):
            cs.sweep(df.withColumnRenamed("free", name) if name != "Pose" else session.createDataFrame([([1.0] * 12, 1)], "pose array<double>, Pose int"), mesh, mesh)
    with pytest.raises(collide.InputError, match="no column 'place'"):
        cs.sweep(df, mesh, mesh, pose="place")
    with pytest.raises(collide.InputError, match="no such file"):
        cs.sweep(df.drop("free"), "/nowhere/a.obj", mesh)


def test_bad_row_fails_the_job(session, cube):
    from pyspark.errors import PythonException

    mesh, df = collide.Mesh(*cube), session.createDataFrame([(k, [1.0] * 11) for k in range(3)], "id int, pose array<double>")
    with pytest.raises(PythonException, match="a pose of 11 numbers"):
        cs.sweep(df, mesh, mesh).collect()
