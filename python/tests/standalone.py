"""A standalone cluster of Spark: a master and workers of one core each, as processes of this machine."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyspark

HOST = "127.0.0.1"


def until(what, seconds, ready):
    end = time.monotonic() + seconds
    while not (found := ready()):
        assert time.monotonic() < end, f"no {what} after {seconds} s"
        time.sleep(0.2)
    return found


@contextmanager
def cluster(folder: Path, workers: int, pinned: bool = False) -> Iterator[tuple[str, list[subprocess.Popen]]]:
    """The address of a master, and its workers, each with the processes that it starts in a group of its own, and, pinned, on a core of its own."""
    started: list[subprocess.Popen] = []

    def start(name, *args, core=None):
        log = folder / f"{name}.log"
        command = [str(Path(pyspark.__file__).parent / "bin" / "spark-class"), *args]
        environment = {**os.environ, "SPARK_LOCAL_IP": HOST, "PYSPARK_PYTHON": sys.executable, "SPARK_WORKER_DIR": str(folder / name)}
        with log.open("w") as out:
            started.append(subprocess.Popen(command, stdout=out, stderr=out, env=environment, start_new_session=True))
            if core is not None:
                os.sched_setaffinity(started[-1].pid, {core})
        return log

    def address():
        lines = [line for line in log.read_text().splitlines() if "Starting Spark master at spark://" in line]
        return lines and lines[0].split(" at ")[1].strip()

    try:
        log = start("master", "org.apache.spark.deploy.master.Master", "--host", HOST, "--port", "0", "--webui-port", "0")
        master = until("master", 120, address)
        cores = sorted(os.sched_getaffinity(0))
        for k in range(workers):
            start(f"worker{k}", "org.apache.spark.deploy.worker.Worker", "--host", HOST, "--cores", "1", "--memory", "1g", "--webui-port", "0", master, core=cores[k] if pinned else None)
        until("workers", 120, lambda: log.read_text().count("Registering worker") == workers)
        yield master, started[1:]
    finally:
        for p in started:
            if p.poll() is None:
                os.killpg(p.pid, signal.SIGKILL)
            p.wait()


def session(master: str, partitions: int):
    """A session on a cluster."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false").config("spark.driver.host", HOST)
    builder = builder.config("spark.driver.bindAddress", HOST).config("spark.executor.memory", "700m").config("spark.ui.showConsoleProgress", "false")
    builder = builder.config("spark.sql.shuffle.partitions", partitions).config("spark.sql.adaptive.enabled", "false")
    return builder.config("spark.sql.files.maxPartitionBytes", "4m").config("spark.sql.files.openCostInBytes", "4m").getOrCreate()
