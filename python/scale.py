"""What a sweep costs by one command, by this package, in shards and under Spark, for docs/guides/datasets.md:
python/scale.py A.obj B.obj POSES [WAY] (needs the installed wheel with pyspark, pandas and pyarrow, and Java)."""

import ctypes
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import collide
from collide._worker import BINARY

SHARDS = 4
PR_SET_CHILD_SUBREAPER = 36


def poses_of(rows: int) -> np.ndarray:
    """Random turns and places, the same ones each time."""
    random = np.random.default_rng(22)
    poses = np.empty((rows, 3, 4))
    poses[:, :, :3] = np.linalg.qr(random.normal(size=(rows, 3, 3)))[0]
    poses[:, :, 3] = random.normal(scale=2.0, size=(rows, 3))
    return poses.reshape(rows, 12)


def digest(hashes: Iterable[str]) -> str:
    """One hash of the hashes of all poses, in order."""
    return hashlib.sha256("".join(f"{k} {h}\n" for k, h in enumerate(hashes)).encode()).hexdigest()[:16]


def printed(text: str) -> str:
    lines = [json.loads(line) for line in text.splitlines()]
    return digest(line["hash"] for line in lines if "pose" in line)


def run(*args: object) -> str:
    done = subprocess.run([str(x) for x in (BINARY, *args)], stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(done.returncode)
    return done.stdout


def by_command(a: str, b: str, folder: Path) -> str:
    return printed(run("sweep", a, b, "--poses", folder / "poses.txt", "--workers", 1, "--format", "json"))


def by_shards(a: str, b: str, folder: Path) -> str:
    files = [folder / f"{i}.shard" for i in range(SHARDS)]
    for i, file in enumerate(files):
        run("sweep", a, b, "--poses", folder / "poses.txt", "--workers", 1, "--format", "json", "--shard", f"{i}/{SHARDS}", "--out", file)
    return printed(run("merge", *files))


def by_package(a: str, b: str, folder: Path) -> str:
    poses = np.array(pq.read_table(folder / "poses.parquet")["pose"].to_pylist())
    answers = collide.sweep(a, b, poses, hashes=True, workers=1)
    return digest(answers.hash(k) for k in range(len(answers)))


def by_spark(a: str, b: str, folder: Path) -> str:
    from pyspark.sql import SparkSession

    from collide import spark

    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.bindAddress", "127.0.0.1")
    session = session.config("spark.driver.host", "127.0.0.1").config("spark.sql.warehouse.dir", str(folder / "warehouse")).getOrCreate()
    df = session.read.parquet(str(folder / "poses.parquet")).repartition(8)
    spark.sweep(df, a, b).write.parquet(str(folder / "answers"))
    session.stop()
    return digest(pq.read_table(folder / "answers").sort_by("id")["hash"].to_pylist())


def measured(way: Callable[[str, str, Path], str], a: str, b: str, rows: int) -> tuple[str, float]:
    """What a way returns, and its processor time with that of all processes that it started."""
    with tempfile.TemporaryDirectory() as name:
        folder, poses = Path(name), poses_of(rows)
        pq.write_table(pa.table({"id": np.arange(rows), "pose": poses.tolist()}), folder / "poses.parquet")
        (folder / "poses.txt").write_text("".join(" ".join(map(repr, row)) + "\n" for row in poses.tolist()))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        child = os.fork()
        if not child:
            (folder / "digest").write_text(way(a, b, folder))
            sys.stdout.flush()
            os._exit(0)
        while True:  # this process inherits what the child leaves behind
            try:
                os.wait()
            except ChildProcessError:
                break
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (folder / "digest").read_text(), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    a, b, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise SystemExit("no subreaper")
    print("| way | hash of all rows | fixed, processor s | each pose, processor µs |\n|---|---|---|---|")
    ways = {"`collide sweep`": by_command, "Python package": by_package, f"{SHARDS} shards and `collide merge`": by_shards, "Spark, local[2]": by_spark}
    for name, way in ways.items():
        if "".join(sys.argv[4:]) not in name:
            continue
        fixed = measured(way, a, b, 16)[1]
        answer, whole = measured(way, a, b, rows)
        print(f"| {name} | `{answer}` | {fixed:.1f} | {1e6 * (whole - fixed) / rows:.0f} |", flush=True)


if __name__ == "__main__":
    main()
