"""The programs for Ray and Dask in docs/guides/datasets.md print the hash of one sweep (on demand: ray[data] and dask[distributed] are large)."""

import hashlib
import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

import collide
from conftest import ROOT

pytest.importorskip("pyarrow", reason="pyarrow is not installed")


def program(name):
    return re.search(rf"^```python {name}\n(.*?)^```", (ROOT / "docs" / "guides" / "datasets.md").read_text(), re.M | re.S)[1]


def run(folder, name):
    (folder / name).write_text(program(name))
    done = subprocess.run([sys.executable, name], cwd=folder, capture_output=True, text=True, timeout=600, env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"})
    assert done.returncode == 0, done.stderr
    return re.findall(r"^[0-9a-f]{64}$", done.stdout, re.M)


@pytest.mark.parametrize("library", ["ray", "dask"])
def test_hash_is_that_of_one_sweep(library, tmp_path, example):
    pytest.importorskip({"ray": "ray.data", "dask": "distributed"}[library], reason=f"{library} is not installed")
    shutil.copytree(example, tmp_path / "example")
    assert run(tmp_path, "poses.py") == []
    poses = np.loadtxt(tmp_path / "poses.txt")
    whole = collide.sweep(example / "knot.obj", example / "ring.obj", poses, hashes=True)
    want = hashlib.sha256("\n".join(whole.hash(k) for k in range(len(poses))).encode()).hexdigest()
    assert run(tmp_path, f"{library}_job.py") == [want]
