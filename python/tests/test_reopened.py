"""A scene whose worker starts again goes on with the same bodies, or not at all."""

import os
import signal
import traceback

import numpy as np
import pytest

import collide
from conftest import shift

BOX = '{"version":1,"bodies":[{"name":"%s","immovable":%s,"box":{"center":[0,0,%r],"size":[1,1,1]}}]}'


@pytest.fixture
def wall(tmp_path):
    """Writes the file of a body."""
    path = tmp_path / "wall.json"

    def write(z=0.0, name="wall", immovable="false"):
        path.write_text(BOX % (name, immovable, z))
        return path

    write()
    return write


def killed(scene, ask):
    os.kill(scene._worker.process.pid, signal.SIGKILL)
    with pytest.raises(collide.WorkerError):
        scene.query({0: shift(0)})
    ask()


def closed(scene, ask):
    scene.close()
    ask()


def forked(scene, ask):
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            ask()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0


LOST = pytest.mark.parametrize("lose", [killed, closed, forked])


@LOST
@pytest.mark.parametrize("change", [{"z": 5.0}, {"z": 5e-324}, {"name": "door"}, {"immovable": "true"}])
def test_other_bodies_are_refused(wall, lose, change):
    """By each way to ask, as often as one asks, until the file is what it was."""
    with collide.Scene([collide.Sphere(0.25), wall()]) as scene:
        assert scene.query({0: shift(0)}).colliding.all()
        wall(**change)

        def ask():
            for question in (lambda: scene.query({0: shift(0)}), lambda: scene.query({0: np.empty((0, 12))}), lambda: scene.names,
                             lambda: scene.identity, lambda: scene.engine, lambda: scene.warnings):  # fmt: skip
                with pytest.raises(collide.InputError, match="other bodies than when the scene was first opened"):
                    question()
                assert scene._worker is None
            wall()
            assert scene.query({0: shift(0)}).colliding.all() and scene.names == ["", "wall"]

        lose(scene, ask)


@LOST
def test_equal_files_go_on(wall, lose):
    """Also if they were written again, or vanished meanwhile."""
    with collide.Scene([collide.Sphere(0.25), wall()]) as scene:
        before = scene.identity
        wall().unlink()

        def ask():
            with pytest.raises(collide.InputError, match="no such file"):
                scene.query({0: shift(0)})
            wall()
            assert scene.query({0: shift(0, 9)}).free.tolist() == [False, True] and scene.identity == before

        lose(scene, ask)


SHAPES = """{"version":1,"bodies":[
{"name":"ball","sphere":{"center":[0,0,0],"radius":1}},{"name":"box","box":{"center":[0,0,0],"size":[1,1,1]}},
{"name":"capsule","capsule":{"from":[0,0,0],"to":[0,0,1],"radius":0.1}},{"name":"cylinder","cylinder":{"from":[0,0,0],"to":[0,0,1],"radius":0.1}},
{"name":"cone","cone":{"base":[0,0,0],"apex":[0,0,1],"radius":0.1}},{"name":"convex","convex":{"points":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}},{"name":"floor","half_space":{"point":[0,0,-3],"normal":[0,0,1]}}]}"""


@LOST
def test_every_shape_is_known_again(tmp_path, example, lose):
    """Hashes are those of values, not of addresses."""
    (tmp_path / "shapes.json").write_text(SHAPES)
    with collide.Scene([collide.Sphere(0.25), collide.Box((1, 1, 1)), example / "knot.obj", tmp_path / "shapes.json"]) as scene:
        before = scene.query({0: shift(0)}, pairs=True, hashes=True)

        def ask():
            after = scene.query({0: shift(0)}, pairs=True, hashes=True)
            assert after.hash(0) == before.hash(0) and len(scene.names) == 10

        lose(scene, ask)


def test_another_engine_is_refused(wall):
    with collide.Scene([collide.Sphere(0.25), wall()]) as scene:
        bodies, engine = scene.identity
        scene.close()
        scene._identity = bodies, "another"
        with pytest.raises(collide.InputError, match="other engine.*another"):
            scene.query()
        scene._identity = bodies, engine
        assert scene.query().colliding.all()


def test_the_first_opening_of_a_fork_is_its_own(wall):
    """Nothing was answered yet that it could contradict."""
    with collide.Scene([collide.Sphere(0.25), wall()]) as scene:
        wall(5.0)
        forked(scene, lambda: scene.query({0: shift(0)}).free.all() or pytest.fail())
        wall(0.0)
        assert scene.query({0: shift(0)}).colliding.all()


@pytest.mark.parametrize("reopen", [False, True])
def test_options_are_those_it_was_made_with(wall, reopen):
    """A caller who empties a list of permitted pairs does not make them free."""
    permitted, none = [(0, 1)], []
    with collide.Scene([collide.Sphere(0.25), wall()], allow=permitted) as scene, collide.Scene([collide.Sphere(0.25), wall()], allow=none) as other:
        scene.query(), other.query()
        permitted.clear(), none.append((0, 1))
        if reopen:
            scene.close(), other.close()
        a, b = scene.query({0: shift(0)}), other.query({0: shift(0, 9)})
        assert not a.free.any() and a.passes.all() and b.free.tolist() == [False, True] == b.passes.tolist()


def test_without_identity_a_scene_has_one_worker(wall):
    with collide.Scene([collide.Sphere(0.25), wall()], identify=False) as scene:
        assert scene.query().colliding.all() and scene.names
        scene.close()
        for _ in range(2):
            with pytest.raises(collide.InputError, match="not opened again"):
                scene.query()


def test_root_is_where_it_was(wall, tmp_path, monkeypatch):
    inner = tmp_path / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    with collide.Scene([collide.Sphere(0.25), wall()], root=".") as scene:
        monkeypatch.chdir(tmp_path)
        with pytest.raises(collide.InputError):
            scene.query()
