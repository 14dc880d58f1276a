"""Nothing is free that is not proven: permitted contacts, clearances, bodies that are never tested."""

import numpy as np
import pytest

import collide
from collide import _scene
from conftest import shift

#: A box of edge 1 that slides along x, into a box of edge 4 around (5, 0, 0): near at 2.3, in contact at 2.5, inside at 5.
ARM = """<robot name="r">
<link name="base"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
<link name="arm"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
<joint name="j" type="prismatic"><parent link="base"/><child link="arm"/><axis xyz="1 0 0"/>
<limit lower="-10" upper="10" effort="1" velocity="1"/></joint>
</robot>"""
BLOCK = """{"version":1,"unit":"m","bodies":[
{"name":"block","mesh":{"shape":"box","size":[4,4,4],"detail":1},"pose":[1,0,0,5,0,1,0,0,0,0,1,0]}]}"""
APART, NEAR, TOUCHES, CROSSES, INSIDE = 0.0, 2.3, 2.5, 3.0, 5.0


@pytest.fixture
def cell(tmp_path):
    """Checks the arm at values of its joint; rules and allow are the lines of a file."""
    (tmp_path / "arm.urdf").write_text(ARM)
    (tmp_path / "block.json").write_text(BLOCK)

    def check(*values, files=("block.json",), **options):
        for name in ("rules", "allow"):
            if name in options:
                (tmp_path / name).write_text(options[name] + "\n")
                options[name] = tmp_path / name
        return collide.trajectory(tmp_path / "arm.urdf", {"j": values}, *(tmp_path / f for f in files), **options)

    return check


def test_contacts_that_rules_permit(cell):
    a = cell(APART, CROSSES, INSIDE, rules="* * inside")
    assert a.verdict.tolist()[2] == collide.FREE and a.pairs[2][0]["allowed"]
    assert a.free.tolist() == [True, False, False] and a.passes.tolist() == [True, False, True]
    a = cell(APART, CROSSES, INSIDE, rules="* * depth <= 9")
    assert a.free.tolist() == [True, False, False] and a.passes.all() and not a.colliding.any()


def test_contacts_that_rules_ignore(cell):
    a = cell(APART, CROSSES, rules="arm block ignore")
    assert a.passes.all() and {(u["a"], u["b"]) for u in a.untested} == {("base", "arm"), ("arm", "block")}
    assert any("rule" in u["reason"] for u in a.untested)


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("solid", [False, True])
def test_contacts_that_allow_permits(cell, first, solid):
    """With ``first`` permitted pairs are not even searched: no state has a pair, and none is free."""
    a = cell(APART, TOUCHES, INSIDE, allow="arm block", first=first, solid=solid)
    assert not a.free.any() and a.passes.all() and not a.colliding.any()


def test_clearance_of_states(cell):
    for options in ({"clearance": 0.5}, {"rules": "* * clearance > 0.3"}):
        a = cell(APART, NEAR, TOUCHES, **options)
        assert a.outcome == ["pass", "fail", "fail"]
        assert a.free.tolist() == a.passes.tolist() == [True, False, False]


def test_plain_states(cell):
    a = cell(APART, NEAR, TOUCHES, CROSSES)
    assert a.free.tolist() == a.passes.tolist() == [True, True, False, False]
    assert [u["reason"] for u in a.untested] == ["parent"]


def test_bodies_that_stand_still(cell, tmp_path):
    """Bodies around the robot are not tested with each other: all three overlap, and the states are free of what is tested."""
    for name in ("second.json", "third.json"):
        (tmp_path / name).write_text(BLOCK.replace('"block"', f'"{name[:-5]}"'))
    a = cell(APART, CROSSES, files=("block.json", "second.json", "third.json"))
    assert a.free.tolist() == [True, False] and a.standing == ["block", "second", "third"]
    pairs = [(u["a"], u["b"], u["reason"]) for u in a.untested]
    assert pairs == [("base", "arm", "parent"), *((x, y, "stand still") for x, y in (("block", "second"), ("block", "third"), ("second", "third")))]
    assert len(a.untested) == 4 and a.untested[-1] == a.untested[3] == a.untested[2:][1]
    with pytest.raises(IndexError):
        a.untested[4]
    assert cell(APART).standing == [] and len(cell(APART).untested) == 1


def test_permitted_contacts(cube):
    mesh, inner = collide.Mesh(*cube), collide.Mesh(cube[0] * 0.25 + 0.375, cube[1])
    for options in ({}, {"first": True}, {"solid": True}, {"kinds": True}, {"clearance": 0.5}):
        for mover in (mesh, inner):
            r = collide.sweep(mover, mesh, shift(0, 0.5, 9), allow=[(0, 1)], **options)
            assert not r.free.any() and r.passes.all(), options
            assert collide.sweep(mover, mesh, shift(0, 0.5, 9), allow=[], **options).free.tolist()[2]
    assert not collide.check(mesh, mesh, allow=[(0, 1)]).free.any()


def test_permitted_in_batches(cube, monkeypatch):
    monkeypatch.setattr(_scene, "BATCH", 7)
    mesh = collide.Mesh(*cube)
    assert not collide.sweep(mesh, mesh, shift(*range(30)), allow=[(0, 1)]).free.any()
    assert collide.sweep(mesh, mesh, shift(*range(30))).free.tolist() == [False] * 2 + [True] * 28


def test_permitted_and_cut_short(example):
    with pytest.raises(collide.IncompleteError) as e:
        collide.sweep(example / "knot.obj", example / "ring.obj", shift(*range(100)), allow=[(0, 1)], budget="1steps")
    assert not e.value.answers.free.any() and e.value.answers.permits


def test_clearance_of_rows(cube):
    mesh = collide.Mesh(*cube)
    r = collide.sweep(mesh, mesh, shift(0, 1.25, 9), clearance=0.5)
    assert r.free.tolist() == r.passes.tolist() == [False, False, True]
    assert collide.sweep(mesh, mesh, shift(0, 1.25, 9)).free.tolist() == [False, True, True]


def test_immovable_bodies(cube):
    """Two immovable bodies are never tested: what moves one, or has nothing else, is refused."""
    mesh = collide.Mesh(*cube)
    fixed = collide.Body(mesh, immovable=True)
    for ask in (lambda: collide.check(fixed, fixed), lambda: collide.distance(fixed, fixed), lambda: collide.sweep(fixed, mesh, shift(0))):
        with pytest.raises(collide.InputError, match="immovable"):
            ask()
    assert collide.sweep(mesh, fixed, shift(0, 9)).free.tolist() == [False, True]


def test_scene_does_not_move_in_part(cube, tmp_path):
    """The poses of a sweep would move the first body of a file alone."""
    box = '{"name":"%s","mesh":{"shape":"box","size":[1,1,1],"detail":1},"pose":[1,0,0,%d,0,1,0,0,0,0,1,0]}'
    (tmp_path / "one.json").write_text('{"version":1,"bodies":[%s]}' % box % ("a", 0))
    (tmp_path / "two.json").write_text('{"version":1,"bodies":[%s,%s]}' % (box % ("a", 0), box % ("b", 10)))
    mesh = collide.Mesh(*cube)
    with pytest.raises(collide.InputError, match="2 bodies"):
        collide.sweep(tmp_path / "two.json", mesh, shift(10))
    with pytest.raises(collide.InputError, match="3 bodies"):
        collide.distance(tmp_path / "two.json", mesh)
    assert collide.sweep(tmp_path / "one.json", mesh, shift(0, 9)).free.tolist() == [False, True]
    assert collide.distance(tmp_path / "one.json", collide.Body(mesh, pose=shift(9.5)[0])) == 9.0
    assert collide.sweep(mesh, tmp_path / "two.json", shift(0, 10, 5)).free.tolist() == [False, False, True]


def test_distance_of_nothing(cube):
    """A NaN would be in no comparison near."""
    mesh = collide.Mesh(*cube)
    with pytest.raises(collide.InputError, match="permitted"):
        collide.distance(mesh, mesh, allow=[(0, 1)])


def test_answers_are_no_condition(cell, cube):
    mesh = collide.Mesh(*cube)
    for answers in (collide.check(mesh, mesh), collide.sweep(mesh, mesh, np.empty((0, 12))), cell(APART)):
        with pytest.raises(TypeError, match="free"):
            bool(answers)


def test_arrow_has_what_passes(cube):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    mesh = collide.Mesh(*cube)
    table = collide.sweep(mesh, mesh, shift(0, 9), allow=[(0, 1)]).to_arrow()
    assert table.column("free").to_pylist() == [False, False] and table.column("passes").to_pylist() == [True, True]
