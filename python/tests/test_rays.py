"""Rays from arrays: first hits, all hits, and what is refused."""

import numpy as np
import pytest

import collide
from conftest import shift


def scene(**options):
    return collide.Scene([collide.Sphere(1), collide.Body(collide.Box((2, 2, 2)), pose=shift(5))], **options)


def test_hits():
    with scene() as s:
        first = s.raycast([[-9, 0, 0], [-9, 3, 0]], [1, 0, 0] * np.ones((2, 1)))
        assert first.counts.tolist() == [1, 0] and len(first) == 2
        assert first.of(0)[["t", "body", "triangle"]].tolist() == [(8, 0, 0)] and first.of(-1).size == 0
        every = s.raycast([-9, 0, 0], [2, 0, 0], every=True)
        assert every.of(0)["body"].tolist() == [0, 1] and every.hits["t"][0] == 4
        assert np.all(np.diff(every.hits["t"]) >= 0)
        assert s.raycast([-9, 0, 0], [1, 0, 0], reach=7.5).counts.tolist() == [0]
        assert s.raycast([-9, 0, 0], [1, 0, 0], poses={0: shift(1)}).hits["t"].tolist() == [9]
        assert len(s.raycast(np.empty((0, 3)), np.empty((0, 3)))) == 0
        assert s.query().verdict.tolist() == [1]  # the worker waits for the next question


def test_batches(monkeypatch):
    with scene() as s:
        y = np.linspace(-2, 2, 1001)
        origins = np.column_stack([np.full_like(y, -9), y, np.zeros_like(y)])
        whole = s.raycast(origins, np.tile([1.0, 0, 0], (len(y), 1)), every=True)
        monkeypatch.setattr("collide._scene.BATCH", 100)
        parts = s.raycast(origins, np.tile([1.0, 0, 0], (len(y), 1)), every=True)
        assert np.array_equal(whole.counts, parts.counts) and np.array_equal(whole.hits, parts.hits) and whole.counts.sum() > 1000


def test_refused():
    with scene() as s:
        for origins, directions in [([0, 0], [1, 0]), ([0, 0, 0], [[1, 0, 0]] * 2), ([0, 0, 0], [0, 0, 0]), ([0, 0, np.nan], [1, 0, 0]), (["a"] * 3, [1, 0, 0])]:
            with pytest.raises(collide.InputError):
                s.raycast(origins, directions)
        with pytest.raises(collide.InputError, match="expected 1"):
            s.raycast([0, 0, 0], [1, 0, 0], poses={0: np.tile(shift(0), (2, 1))})
        assert s.raycast([-9, 0, 0], [1, 0, 0]).counts.tolist() == [1]
