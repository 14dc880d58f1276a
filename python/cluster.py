"""What a second worker of a Spark standalone cluster adds, for docs/bench/python.md: python/cluster.py A.obj B.obj POSES.txt ROWS
(the poses of the file, again and again until there are ROWS; needs the installed wheel with pyspark, pandas and pyarrow, Java, and two idle cores)."""

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
from standalone import cluster, session, until  # noqa: E402

PARTS = 40


def digest(hashes) -> str:
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()[:16]


def written(poses: np.ndarray, folder: Path) -> None:
    """Poses as a data set of PARTS files, each of which a task reads."""
    folder.mkdir()
    for k, rows in enumerate(np.array_split(np.arange(len(poses)), PARTS)):
        column = pa.FixedSizeListArray.from_arrays(poses[rows].ravel(), 12).cast(pa.list_(pa.float64()))
        pq.write_table(pa.table({"id": rows, "pose": column}), folder / f"{k}.parquet")


def measured(a: str, b: str, folder: Path, workers: int) -> tuple[float, str]:
    """Seconds of a job, from poses in Parquet to answers in Parquet, and the hash of all rows. A job of a twentieth of the rows before it starts Python on every worker, and has Java compile what is hot."""
    with cluster(folder, workers, pinned=True) as (master, _):
        spark = session(master, PARTS)
        executors = spark.sparkContext._jsc.sc().statusTracker()
        until("executors", 120, lambda: len(executors.getExecutorInfos()) == workers + 1)  # the driver is one

        def job(rows: str) -> float:
            start = time.perf_counter()
            df = spark.read.parquet(str(folder / rows))
            cs.sweep(df, a, b).write.mode("overwrite").parquet(str(folder / "answers"))
            return time.perf_counter() - start

        job("few")
        seconds = job("poses")
        spark.stop()
    return seconds, digest(pq.read_table(folder / "answers").sort_by("id")["hash"].to_pylist())


def main() -> None:
    a, b, file, rows = *sys.argv[1:4], int(sys.argv[4])
    poses = np.resize(np.loadtxt(file), (rows, 12))
    whole = collide.sweep(a, b, poses.reshape(-1, 3, 4), hashes=True)
    print(f"one sweep of {rows:,} poses: hash of all rows {digest(whole.hash(k) for k in range(rows))}", flush=True)
    seconds = {}
    for workers in (1, 2):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            written(poses, folder / "poses")
            written(poses[: rows // 20], folder / "few")
            seconds[workers], answer = measured(a, b, folder, workers)
            print(f"workers of one core: {workers}; {seconds[workers]:.1f} s, {rows / seconds[workers]:,.0f} poses/s, hash of all rows {answer}", flush=True)
    print(f"two workers answer {seconds[1] / seconds[2]:.2f} times as many poses a second as one")


if __name__ == "__main__":
    main()
