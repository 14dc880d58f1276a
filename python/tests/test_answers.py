"""The answers are the engine's: exact, with hashes, and never free where nothing was decided."""

import json

import numpy as np
import pytest

import collide
from conftest import shift


def test_readme(example):
    r = collide.check(example / "knot.obj", example / "ring.obj")
    assert r.verdict[0] == collide.CONTACT and r.contacts[0] == 208 and len(r.contacts_of(0)) == 208
    assert len(r.pair_list) == 1 and r.pair_list["contacts"][0] == 208
    assert r.hash(0).startswith("sha256:c926e9f7d64b")


def test_distance_is_exact(cube):
    mesh = collide.Mesh(*cube)
    for gap in (0.1, 5e-324, 1e300):
        assert collide.distance(collide.Sphere(1), collide.Body(collide.Sphere(1), pose=shift(4.0)[0])) == 2.0
        a = collide.Body(mesh, pose=shift(1.0 + gap)[0])
        assert collide.distance(a, mesh) == (1.0 + gap) - 1.0


@pytest.mark.parametrize("pair", ["rob-env", "gridcube-gridcube", "cow-homer", "bunny-bunny"])
def test_shared_pairs(pairs, pair):
    a, b = pair.split("-")
    poses = np.loadtxt(pairs / f"{pair}.poses.txt")
    lines = (pairs / f"{pair}.hash.txt").read_text().split("\n")
    expected = [line.split() for line in lines if line and not line.startswith("#")]
    r = collide.sweep(pairs / f"{a}.obj", pairs / f"{b}.obj", poses, hashes=True, contacts=True)
    assert len(r) == len(poses) == len(expected) and len(poses) >= 300
    for k, words in enumerate(expected):
        assert r.hash(k).removeprefix("sha256:") in " ".join(words), k
        assert len(r.contacts_of(k)) == r.contacts[k]


def test_closest_points(cube):
    mesh = collide.Mesh(*cube)
    r = collide.sweep(mesh, mesh, shift(1.0, 1.5, 3.0), distance=True, clearance=0.5)
    assert r.distance.tolist() == [0.0, 0.5, 2.0]
    gap = np.linalg.norm(r.points[:, 0] - r.points[:, 1], axis=1)
    assert (abs(gap - r.distance) <= 4 * r.point_error + 1e-15).all()
    assert r.clear.tolist() == [collide.CONTACT, collide.CONTACT, collide.FREE] and r.within[2] == 0 < r.within[1]


def test_kinds_and_containment(cube):
    v, t = cube
    mesh, small = collide.Mesh(v, t, "block"), collide.Mesh(v * 0.25 + 0.375, t, "core")
    r = collide.check(mesh, small, kinds=True)
    assert r.verdict[0] == collide.CONTACT and r.contacts[0] == 0
    assert collide.KINDS[r.pair_list["kind"][0]] == "inside" and collide.INSIDE[r.pair_list["inside"][0]] == "b"
    low, high = r.pair_list["width"][0]
    assert low <= 0.25 <= high
    assert collide.check(mesh, small).verdict[0] == collide.FREE  # surfaces alone


def test_many_bodies(cube):
    mesh = collide.Mesh(*cube)
    with collide.Scene([mesh, mesh, collide.Sphere(0.25)], allow=[(0, 1)]) as scene:
        assert scene.names == ["body", "body#2", "body#3"] or len(set(scene.names)) == 3
        r = scene.query({0: shift(0, 0), 2: shift(5, 1.1)}, pairs=True, contacts=True)
        assert r.verdict.tolist() == [collide.FREE, collide.CONTACT]
        first = r.pair_list[: r.pair_start[1]]
        assert len(first) == 1 and first["allowed"][0] == 1


def test_batches_agree(cube):
    mesh = collide.Mesh(*cube)
    x = np.linspace(-2, 2, 40001)
    r = collide.sweep(mesh, mesh, shift(*x), first=True)
    assert (r.colliding == (abs(x) <= 1)).all() and (r.free == (abs(x) > 1)).all()


def test_incomplete_is_never_free(example):
    with pytest.raises(collide.IncompleteError) as e:
        collide.sweep(example / "knot.obj", example / "ring.obj", shift(*range(100)), budget="1steps")
    assert not e.value.answers.free.any() or len(e.value.answers) < 100
    assert "budget" in str(e.value)


def test_arrow(cube):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    mesh = collide.Mesh(*cube)
    table = collide.sweep(mesh, mesh, shift(0, 9), distance=True, hashes=True).to_arrow()
    assert table.column("verdict").to_pylist() == ["contact", "free"] and table.column("distance")[1].as_py() == 8.0


def test_trimesh(cube):
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")
    body = trimesh.Trimesh(*cube, process=False)
    assert collide.sweep(body, body, shift(1, 1.0000000000000002)).verdict.tolist() == [collide.CONTACT, collide.FREE]


@pytest.mark.parametrize(
    "what, message",
    [
        (lambda m: collide.Mesh([[0, 0]], [[0, 0, 0]]), "expected (n, 3)"),
        (lambda m: collide.Mesh(m.vertices, [[0, 1, 8]]), "there are 8"),
        (lambda m: collide.Mesh(m.vertices, [[0, 1, -1]]), "there are 8"),
        (lambda m: collide.Mesh(m.vertices, [[0.0, 1.0, 2.0]]), "integers"),
        (lambda m: collide.check(m, collide.Mesh([[0, 0, float("nan")]] * 3, [[0, 1, 2]])), "not finite"),
        (lambda m: collide.check(m, collide.Mesh(m.vertices, np.empty((0, 3), int))), "no triangles"),
        (lambda m: collide.check(m, "/nowhere/a.obj"), "no such file"),
        (lambda m: collide.check(m, object()), "no shape"),
        (lambda m: collide.check(), "no bodies"),
        (lambda m: collide.check(m), "two or more"),
        (lambda m: collide.check(m, m, allow=[[1]]), "pairs of indices"),
        (lambda m: collide.check(m, m, allow=[[0, 1, 2]]), "pairs of indices"),
        (lambda m: collide.check(m, collide.Box((1, 1))), "expected 3"),
        (lambda m: collide.check(m, collide.Box((1, 1, 1, 1))), "expected 3"),
        (lambda m: collide.check(m, collide.Sphere(float("nan"))), "finite"),
        (lambda m: collide.check(m, collide.Body(m, pose=shift(0, 1))), "expected one"),
        (lambda m: collide.sweep(m, m, shift(0).astype(complex)), "expected numbers"),
        (lambda m: collide.sweep(m, m, np.ma.array(shift(0), mask=True)), "masked"),
        (lambda m: collide.sweep(m, m, shift(0).astype(np.int64) + (1 << 53)), "exactly"),
        (lambda m: collide.sweep(m, m, shift(0).astype(np.int64) - (1 << 53) - 1), "exactly"),
        (lambda m: collide.sweep(m, m, shift(0).astype(np.longdouble)), "exactly"),
        (lambda m: collide.Mesh(np.ma.array(m.vertices, mask=m.vertices > 0), m.triangles), "masked"),
        (lambda m: collide.Mesh(m.vertices, np.ma.array(m.triangles, mask=m.triangles > 3)), "masked"),
        (lambda m: collide.Mesh(m.vertices + 1j, m.triangles), "expected numbers"),
        (lambda m: collide.check(m, collide.Sphere(1 + 0j)), "expected numbers"),
        (lambda m: collide.check(m, collide.Box(("1", 1, 1))), "expected numbers"),
        (lambda m: collide.check(m, collide.Body(m, pose=shift(0)[0] + 1j)), "expected numbers"),
        (lambda m: collide.check(m, m, budget=object()), "options"),
        (lambda m: collide.check(m, collide.Sphere(-1)), "radius"),
        (lambda m: collide.check(m, m, method="magic"), "magic"),
        (lambda m: collide.check(m, m, workers=-1), "workers"),
        (lambda m: collide.check(m, m, allow=[(0, 7)]), "7"),
        (lambda m: collide.sweep(m, m, np.zeros((3, 7))), "expected (n, 12)"),
        (lambda m: collide.sweep(m, m, shift(float("inf"))), "finite"),
        (lambda m: collide.sweep(m, m, np.ones((1, 4, 4))), "0 0 0 1"),
        (lambda m: collide.sweep(m, m, shift(0), clearance=-1), "clearance"),
        (lambda m: collide.Scene([m, m]).query({3: shift(0)}), "body 3"),
        (lambda m: collide.Scene([m, m]).query({0: shift(0), 1: shift(0, 1)}), "as many"),
    ],
)
def test_bad_input(cube, what, message):
    with pytest.raises(collide.InputError) as e:
        what(collide.Mesh(*cube))
    assert message in str(e.value) and "\n" not in str(e.value), json.dumps(str(e.value))


def test_index_is_whole(cube):
    mesh = collide.Mesh(*cube)
    with collide.Scene([mesh, mesh]) as scene:
        with pytest.raises(TypeError):
            scene.query({0.9: shift(3)})
        assert scene.query({np.int64(1): shift(3)}).free.all()


def test_identity(cube):
    """It depends on bodies, names, places and which are tested, on nothing else."""
    v, t = cube
    mesh, place = collide.Mesh(v, t), shift(0)[0]

    def identity(a, **options):
        with collide.Scene([a, mesh], **options) as scene:
            return scene.identity

    here = identity(mesh)
    assert identity(collide.Mesh(v, t), workers=1) == here == identity(collide.Body(mesh, pose=place))
    moved, turned = v.copy(), t[:, [1, 0, 2]]
    moved[7, 2] = np.nextafter(1, 2)
    others = [collide.Mesh(moved, t), collide.Mesh(v, turned), collide.Mesh(v, t, "named"), collide.Body(mesh, pose=shift(5e-324)[0])]
    others += [collide.Sphere(1), collide.Sphere(2), collide.Box((1, 1, 1)), collide.Body(mesh, immovable=True)]
    assert len({identity(a)[0] for a in others} | {here[0]}) == len(others) + 1
    assert {identity(a)[1] for a in others} == {here[1]} and here[1]
    with collide.Scene([mesh, mesh], identify=False) as scene, pytest.raises(ValueError, match="identify"):
        scene.identity


def test_meshes_are_copies(cube):
    v, t = cube
    mesh = collide.Mesh(v, t)
    with collide.Scene([mesh, mesh]) as scene:
        v += 100.0
        assert scene.query({0: shift(0.5)}).colliding.all() and mesh.vertices.max() == 1.0
    with pytest.raises(ValueError):
        mesh.vertices[0] = 7


def test_no_rows(cube):
    mesh = collide.Mesh(*cube)
    r = collide.sweep(mesh, mesh, np.empty((0, 12)), hashes=True, contacts=True, distance=True, clearance=1.0, pairs=True)
    assert len(r) == len(r.distance) == len(r.digests) == len(r.contact_list) == len(r.pair_list) == len(r.within) == 0


def test_time_is_that_of_the_query(example):
    with pytest.raises(collide.IncompleteError):
        collide.sweep(example / "knot.obj", example / "ring.obj", np.tile(shift(0.0), (40000, 1)), budget="100ms", workers=1)


def test_session_goes_on_after_refusal(cube):
    mesh = collide.Mesh(*cube)
    with collide.Scene([mesh, mesh]) as scene:
        pid = scene.engine and scene._worker.process.pid
        with pytest.raises(collide.InputError):
            scene.query({0: shift(0, float("nan"))})
        assert scene.query({0: shift(3)}).verdict.tolist() == [collide.FREE]
        assert scene._worker.process.pid == pid
