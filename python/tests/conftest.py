from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def example():
    """The folder of the two meshes that the README checks."""
    return ROOT / "testdata" / "example"


@pytest.fixture
def cube():
    """Vertices and triangles of the unit cube, closed and turned outwards."""
    v = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return v, np.array([t for a, b, c, d in faces for t in ((a, b, c), (a, c, d))])


@pytest.fixture
def pairs():
    """The shared pairs of meshes with their poses and exact answers, where they are."""
    for folder in (ROOT / "testdata" / "pairs", ROOT.parent / "shared" / "data" / "pairs"):
        if (folder / "bunny.obj").exists():
            return folder
    pytest.skip("no shared data: ../shared/data/pairs")


def shift(*offsets):
    """Poses that move along x."""
    poses = np.tile(np.eye(4)[:3].reshape(1, 12), (len(offsets), 1))
    poses[:, 3] = offsets
    return poses
