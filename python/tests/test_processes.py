"""The worker ends when it should, and nothing hangs when it ends when it should not."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import collide
from collide import _worker
from conftest import shift

SOON = 20.0  # seconds; a busy machine takes its time


def gone(pid):
    """Waits until a process is gone, or a zombie that nobody waits for any more."""
    end = time.monotonic() + SOON
    while time.monotonic() < end:
        try:
            state = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


@pytest.fixture
def scene(cube):
    mesh = collide.Mesh(*cube)
    with collide.Scene([mesh, mesh]) as s:
        s.query({0: shift(3)})
        yield s


def test_killed_worker_is_an_exception(scene):
    os.kill(scene._worker.process.pid, signal.SIGKILL)
    with pytest.raises(collide.WorkerError, match="ended"):
        scene.query({0: shift(3)})
    assert scene.query({0: shift(0)}).colliding.all()  # another one


def test_stopped_worker_is_an_exception(scene, monkeypatch):
    monkeypatch.setattr(_worker, "SILENCE", 0.5)
    pid = scene._worker.process.pid
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(collide.WorkerError, match="silent|took nothing"):
        scene.query({0: shift(*range(16384))})
    assert gone(pid)


def test_slow_question_is_not_silence(example, monkeypatch):
    monkeypatch.setattr(_worker, "SILENCE", 5.0)
    poses = np.tile(shift(0.0), (4000, 1))
    with collide.Scene([example / "knot.obj", example / "ring.obj"], method="brute", workers=1) as s:
        with pytest.raises(TimeoutError):
            s.query({0: poses}, timeout=7.0)


def test_close_and_del_end_the_worker(cube):
    mesh = collide.Mesh(*cube)
    s = collide.Scene([mesh, mesh])
    s.query()
    pid = s._worker.process.pid
    s.close()
    assert gone(pid)
    s.query()
    pid = s._worker.process.pid
    del s
    assert gone(pid)


def test_worker_ends_with_its_parent(example):
    code = f"""
import collide, time
s = collide.Scene([{str(example / 'knot.obj')!r}, {str(example / 'ring.obj')!r}])
s.query()
print(s._worker.process.pid, flush=True)
time.sleep(600)
"""
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    assert gone(pid)


def test_fork_has_its_own_worker(scene):
    pid = scene._worker.process.pid
    child = os.fork()
    if child == 0:
        try:
            ok = scene.query({0: shift(0)}).colliding.all() and scene._worker.process.pid != pid
            os._exit(0 if ok else 1)
        except BaseException:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    assert scene.query({0: shift(3)}).free.all() and scene._worker.process.pid == pid


def test_fork_does_not_keep_the_worker(scene):
    """A child that lives on does not hold the pipes open."""
    pid = scene._worker.process.pid
    child = os.fork()
    if child == 0:
        time.sleep(60)
        os._exit(0)
    try:
        os.close(os.dup(scene._worker._in))
        scene._worker.process.stdin.close()
        assert gone(pid)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@pytest.fixture
def interruptible():
    """SIGINT raises KeyboardInterrupt, also in a job in the background, where it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_interrupt_ends_the_worker(example):
    poses = np.tile(shift(0.0), (16384, 1))
    with collide.Scene([example / "knot.obj", example / "ring.obj"], method="brute", workers=1) as s:
        s.query()
        pid = s._worker.process.pid
        timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            s.query({0: poses})
        assert gone(pid)


def test_threads_share_a_scene(scene):
    wrong = []

    def ask(x):
        for _ in range(20):
            if scene.query({0: shift(x)}).colliding[0] != (x <= 1):
                wrong.append(x)

    threads = [threading.Thread(target=ask, args=(x,)) for x in (0.0, 3.0, 1.0, 1.5)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_root_keeps_paths_inside(example, tmp_path):
    with pytest.raises(collide.InputError):
        collide.check(example / "knot.obj", example / "ring.obj", root=tmp_path)
    assert collide.check(example / "knot.obj", example / "ring.obj", root=example).contacts[0] == 208


def test_wrong_binary_is_an_exception(monkeypatch, cube):
    monkeypatch.setattr(_worker, "BINARY", "/bin/cat")
    with pytest.raises(collide.WorkerError):
        collide.check(collide.Mesh(*cube))


def test_no_answer_depends_on_an_earlier_one(scene):
    """Bodies that a question does not move are where the scene places them, in this worker and in the next."""
    for rows in (1, 300, 3000):
        assert scene.query({0: shift(*[10.0] * rows)}).free.all()
        assert scene.query({1: shift(*[10.5] * 300)}).free.all()  # 0 is back at its place, in contact with 1 there
        assert scene.query().colliding.all()
    scene.close()
    assert scene.query({1: shift(0.5)}).colliding.all()


def test_forks_keep_scenes_apart(cube):
    mesh = collide.Mesh(*cube)
    touching, apart = collide.Scene([mesh, mesh]), collide.Scene([mesh, collide.Body(mesh, pose=shift(9)[0])])
    with touching, apart:
        touching.query(), apart.query()
        child = os.fork()
        if child == 0:
            try:
                verdicts = [int(s.query().verdict[0]) for s in (touching, apart, touching, apart, touching)]
                os._exit(0 if verdicts == [2, 1, 2, 1, 2] else 1)
            except BaseException:
                os._exit(2)
        assert os.waitpid(child, 0)[1] == 0


def test_fork_while_a_thread_asks(example):
    poses = np.tile(shift(0.0), (3000, 1))
    with collide.Scene([example / "knot.obj", example / "ring.obj"], method="brute", workers=1) as s:
        thread = threading.Thread(target=lambda: pytest.raises(collide.WorkerError, s.query, {0: poses}))
        thread.start()
        while s._worker is None:
            time.sleep(0.01)
        time.sleep(0.2)
        child = os.fork()
        if child == 0:
            signal.alarm(int(SOON))
            os._exit(0 if s.query().colliding.all() else 1)
        assert os.waitpid(child, 0)[1] == 0
        s._worker.process.kill()
        thread.join()


def test_many_open_files(scene):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 1200:
        pytest.skip(f"at most {hard} open files here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1200), hard))
    scene.close()
    held = [open(os.devnull) for _ in range(1100)]
    try:
        assert scene.query().colliding.all()
        assert max(scene._worker._in, scene._worker._out) > 1023
    finally:
        for f in held:
            f.close()
        scene.close()


def test_exceptions_of_progress_leave_no_answers_behind(scene):
    def fail(done, rows):
        raise collide.InputError("no")

    with pytest.raises(collide.InputError, match="no"):
        scene.query({0: shift(3, 4)}, progress=fail)
    assert scene.query({0: shift(0)}).colliding.all()
