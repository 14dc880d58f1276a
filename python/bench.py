"""What the package costs beside the command, for docs: python/bench.py A.obj B.obj poses.txt (needs the installed wheel)."""

import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

import collide
from collide._worker import BINARY


def children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def sweeps(a: str, b: str, poses: np.ndarray) -> float:
    """Processor time of sweep in Python, the worker's included, divided by that of the command."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
        np.savetxt(f, poses, fmt="%.17g")
        f.flush()
        start = children()
        subprocess.run([BINARY, "sweep", a, b, "--poses", f.name, "--workers", "1", "--format", "json"], stdout=subprocess.DEVNULL)
        command = children() - start
    start, own = children(), time.process_time()
    collide.sweep(a, b, poses, hashes=True, workers=1)
    return (children() - start + time.process_time() - own) / command


def single() -> tuple[float, float]:
    """Median µs of a question about two spheres, and of an empty round trip over the same pipe."""
    with collide.Scene([collide.Sphere(1), collide.Sphere(1)]) as scene:
        pose, asked, empty = {0: np.eye(4)}, [], []
        for _ in range(3000):
            start = time.perf_counter()
            scene.query(pose)
            asked.append(time.perf_counter() - start)
        worker = scene._worker
        for _ in range(3000):
            start = time.perf_counter()
            worker.send(b"Q", b"\0\0\0\x40" + bytes(16))  # refused at once
            worker.receive()
            empty.append(time.perf_counter() - start)
    return 1e6 * statistics.median(asked), 1e6 * statistics.median(empty)


def main() -> None:
    a, b, file = sys.argv[1:]
    poses = np.loadtxt(file)
    poses = np.tile(poses, (100_000 // len(poses) + 1, 1))[:100_000]
    print("sweep of 100,000 poses ÷ the command's:", *(f"{sweeps(a, b, poses):.2f}" for _ in range(5)))
    asked, empty = single()
    print(f"one question {asked:.0f} µs, an empty round trip {empty:.0f} µs")


if __name__ == "__main__":
    main()
