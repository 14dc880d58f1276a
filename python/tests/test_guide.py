"""The guide to data sets, followed: docs/guides/datasets.md (run by `make spark`)."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from collide import _worker
from conftest import ROOT

for needed in ("pyarrow", "pyspark", "pandas"):
    pytest.importorskip(needed, reason=f"{needed} is not installed")

#: A file to write, or a command to run.
STEP = re.compile(r"^```python (\S+)\n(.*?)^```|^    (python3|collide) ([^\n]*)\n", re.M | re.S)


def test_guide(tmp_path, example):
    shutil.copytree(example, tmp_path / "example")
    printed, commands = [], 0
    for name, text, program, args in STEP.findall((ROOT / "docs" / "guides" / "datasets.md").read_text()):
        if name:
            (tmp_path / name).write_text(text)
            continue
        commands += 1
        argv = [sys.executable if program == "python3" else str(_worker.BINARY), *args.split()]
        environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
        done = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, env=environment, timeout=600)
        assert done.returncode in ((0,) if program == "python3" else (0, 1)), done.stderr
        printed += re.findall(r"^[0-9a-f]{64}$", done.stdout, re.M)
    assert commands == 7 and len(printed) == 3 and len(set(printed)) == 1
