"""A standalone cluster of Spark, one worker of which is killed at work: no row is lost, none is there twice (run by `make spark`)."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import collide

for needed in ("pyarrow", "pyspark", "pandas"):
    pytest.importorskip(needed, reason=f"{needed} is not installed")

import pyspark  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

from collide import spark as cs  # noqa: E402

ROWS, PARTS = 40_000, 40
HOST = "127.0.0.1"


def until(what, seconds, ready):
    end = time.monotonic() + seconds
    while not (found := ready()):
        assert time.monotonic() < end, f"no {what} after {seconds} s"
        time.sleep(0.2)
    return found


@pytest.fixture
def cluster(tmp_path):
    """The address of a master, and its two workers of one core, each with the processes that it starts in a group of its own."""
    started = []

    def start(name, *args):
        log = tmp_path / f"{name}.log"
        command = [str(Path(pyspark.__file__).parent / "bin" / "spark-class"), *args]
        environment = {**os.environ, "SPARK_LOCAL_IP": HOST, "PYSPARK_PYTHON": sys.executable, "SPARK_WORKER_DIR": str(tmp_path / name)}
        with log.open("w") as out:
            started.append(subprocess.Popen(command, stdout=out, stderr=out, env=environment, start_new_session=True))
        return log

    def address():
        lines = [line for line in log.read_text().splitlines() if "Starting Spark master at spark://" in line]
        return lines and lines[0].split(" at ")[1].strip()

    log = start("master", "org.apache.spark.deploy.master.Master", "--host", HOST, "--port", "0", "--webui-port", "0")
    master = until("master", 120, address)
    for k in range(2):
        start(f"worker{k}", "org.apache.spark.deploy.worker.Worker", "--host", HOST, "--cores", "1", "--memory", "1g", "--webui-port", "0", master)
    until("workers", 120, lambda: log.read_text().count("Registering worker") == 2)
    yield master, started[1:]
    for p in started:
        if p.poll() is None:
            os.killpg(p.pid, signal.SIGKILL)
        p.wait()


def test_killed_worker(cluster, example, tmp_path, monkeypatch):
    import pyarrow as pa
    import pyarrow.parquet as pq

    master, workers = cluster
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    SparkSession.builder.getOrCreate().stop()  # one of another test
    session = (
        SparkSession.builder.master(master).config("spark.ui.enabled", "false").config("spark.driver.host", HOST).config("spark.driver.bindAddress", HOST)
        .config("spark.executor.memory", "700m").config("spark.sql.shuffle.partitions", PARTS).config("spark.sql.adaptive.enabled", "false").getOrCreate()
    )  # fmt: skip
    poses = np.tile(np.eye(4)[:3].reshape(1, 12), (ROWS, 1))
    poses[:, [3, 7, 11]] = np.random.default_rng(7).normal(scale=1.0, size=(ROWS, 3))
    pq.write_table(pa.table({"id": np.arange(ROWS), "pose": poses.tolist()}), tmp_path / "poses.parquet")
    executors = session.sparkContext._jsc.sc().statusTracker()
    until("executors", 120, lambda: len(executors.getExecutorInfos()) == 3)  # the driver is one
    tracker, killed = session.sparkContext.statusTracker(), []

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
    df = session.read.parquet(str(tmp_path / "poses.parquet")).repartition(PARTS)
    cs.sweep(df, example / "knot.obj", example / "ring.obj").write.parquet(str(tmp_path / "answers"))
    left = len(executors.getExecutorInfos())
    session.stop()
    assert killed and left == 2, "the worker was not killed at work"

    got = pq.read_table(tmp_path / "answers").sort_by("id").to_pydict()
    whole = collide.sweep(example / "knot.obj", example / "ring.obj", poses, hashes=True)
    assert got["id"] == list(range(ROWS))
    assert got["hash"] == [whole.hash(k) for k in range(ROWS)] and got["verdict"] == [collide.VERDICTS[v] for v in whole.verdict]
