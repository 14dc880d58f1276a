"""What a second worker of a Spark standalone cluster adds, for docs/bench/python.md: python/cluster.py A.obj B.obj POSES
(needs the installed wheel with pyspark, pandas and pyarrow, Java, and two idle cores)."""

import hashlib
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import collide
from collide import spark as cs

sys.path.insert(0, str(Path(__file__).parent / "tests"))
from scale import poses_of  # noqa: E402
from standalone import cluster, session, until  # noqa: E402

PARTS = 40


def digest(hashes) -> str:
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()[:16]


def measured(a: str, b: str, folder: Path, workers: int) -> tuple[float, str]:
    """Seconds of a job, from poses in Parquet to answers in Parquet, and the hash of all rows. A small job before it starts Python on every worker."""
    with cluster(folder, workers) as (master, _):
        spark = session(master, PARTS)
        executors = spark.sparkContext._jsc.sc().statusTracker()
        until("executors", 120, lambda: len(executors.getExecutorInfos()) == workers + 1)  # the driver is one

        def job(rows: str) -> float:
            start = time.perf_counter()
            df = spark.read.parquet(str(folder / rows)).repartition(PARTS)
            cs.sweep(df, a, b).write.mode("overwrite").parquet(str(folder / "answers"))
            return time.perf_counter() - start

        job("few.parquet")
        seconds = job("poses.parquet")
        spark.stop()
    return seconds, digest(pq.read_table(folder / "answers").sort_by("id")["hash"].to_pylist())


def main() -> None:
    a, b, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
    poses = poses_of(rows)
    whole = collide.sweep(a, b, poses.reshape(-1, 3, 4), hashes=True)
    print(f"one sweep of {rows:,} poses: hash of all rows {digest(whole.hash(k) for k in range(rows))}", flush=True)
    seconds = {}
    for workers in (1, 2):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            table = pa.table({"id": np.arange(rows), "pose": pa.FixedSizeListArray.from_arrays(poses.ravel(), 12).cast(pa.list_(pa.float64()))})
            pq.write_table(table, folder / "poses.parquet")
            pq.write_table(table.slice(0, 400), folder / "few.parquet")
            seconds[workers], answer = measured(a, b, folder, workers)
            print(f"workers of one core: {workers}; {seconds[workers]:.1f} s, {rows / seconds[workers]:,.0f} poses/s, hash of all rows {answer}", flush=True)
    print(f"two workers answer {seconds[1] / seconds[2]:.2f} times as many poses a second as one")


if __name__ == "__main__":
    main()
