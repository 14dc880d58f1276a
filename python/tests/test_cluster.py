"""A standalone cluster of Spark, one worker of which is killed at work: no row is lost, none is there twice (run by `make spark`)."""

import os
import signal
import sys
import threading
import time

import numpy as np
import pytest

import collide

for needed in ("pyarrow", "pyspark", "pandas"):
    pytest.importorskip(needed, reason=f"{needed} is not installed")

from pyspark.sql import SparkSession  # noqa: E402

from collide import spark as cs  # noqa: E402
from standalone import cluster, session, until  # noqa: E402

ROWS, PARTS = 40_000, 40


@pytest.fixture
def two_workers(tmp_path):
    with cluster(tmp_path, 2) as started:
        yield started


def test_killed_worker(two_workers, example, tmp_path, monkeypatch):
    import pyarrow as pa
    import pyarrow.parquet as pq

    master, workers = two_workers
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    SparkSession.builder.getOrCreate().stop()  # one of another test
    spark = session(master, PARTS)
    poses = np.tile(np.eye(4)[:3].reshape(1, 12), (ROWS, 1))
    poses[:, [3, 7, 11]] = np.random.default_rng(7).normal(scale=1.0, size=(ROWS, 3))
    pq.write_table(pa.table({"id": np.arange(ROWS), "pose": poses.tolist()}), tmp_path / "poses.parquet")
    executors = spark.sparkContext._jsc.sc().statusTracker()
    until("executors", 120, lambda: len(executors.getExecutorInfos()) == 3)  # the driver is one
    tracker, killed = spark.sparkContext.statusTracker(), []

    def kill():
        """Kills a worker, with its executor, once the last stage is at work and not near its end."""
        while not killed:
            stages = [s for i in tracker.getActiveStageIds() if (s := tracker.getStageInfo(i))]
            if any(s.numTasks == PARTS and 4 <= s.numCompletedTasks <= PARTS // 2 for s in stages):
                os.killpg(workers[0].pid, signal.SIGKILL)
                killed.append(True)
            time.sleep(0.01)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    df = spark.read.parquet(str(tmp_path / "poses.parquet")).repartition(PARTS)
    cs.sweep(df, example / "knot.obj", example / "ring.obj").write.parquet(str(tmp_path / "answers"))
    left = len(executors.getExecutorInfos())
    spark.stop()
    assert killed and left == 2, "the worker was not killed at work"

    got = pq.read_table(tmp_path / "answers").sort_by("id").to_pydict()
    whole = collide.sweep(example / "knot.obj", example / "ring.obj", poses, hashes=True)
    assert got["id"] == list(range(ROWS))
    assert got["hash"] == [whole.hash(k) for k in range(ROWS)] and got["verdict"] == [collide.VERDICTS[v] for v in whole.verdict]
