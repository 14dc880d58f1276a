"""Asks other libraries about the reported cases and prints their answers as JSON.

    python measure.py ../../../testdata/reported > answers.json

Each library that can be imported is asked: python-fcl, coal, mujoco, pybullet. A case runs in a
process of its own, because a library may crash or never end. An answer is null where the
library cannot take the bodies or the question.
"""

import glob
import importlib.metadata
import json
import multiprocessing
import os
import sys

import numpy as np

SECONDS = 20  # a case that takes longer has no answer


def read_obj(path):
    vertices, faces = [], []
    with open(path, encoding="utf-8") as f:
        for words in map(str.split, f):
            if words[:1] == ["v"]:
                vertices.append([float(x) for x in words[1:4]])
            elif words[:1] == ["f"]:
                corners = [int(w.split("/")[0]) - 1 for w in words[1:]]
                faces += [[corners[0], b, c] for b, c in zip(corners[1:], corners[2:])]
    return np.array(vertices), np.array(faces)


class Body:
    """A sphere, a box under a pose, or a mesh."""

    def __init__(self, folder, spec):
        self.rotation, self.translation = np.eye(3), np.zeros(3)
        if isinstance(spec, str):
            self.kind = "mesh"
            self.vertices, self.faces = read_obj(os.path.join(folder, spec))
            return
        self.kind = spec["shape"]
        if self.kind == "sphere":
            self.radius, self.translation = spec["radius"], np.array(spec["center"])
        else:
            pose = np.array(spec["pose"]).reshape(3, 4)
            self.size, self.rotation, self.translation = np.array(spec["size"]), pose[:, :3], pose[:, 3]

    def convex(self):
        """Whether the mesh is a point, a segment, a triangle or the surface of its hull."""
        if self.kind != "mesh" or len(self.faces) == 1:
            return True
        if len(self.faces) < 4:
            return False
        for a, b, c in self.vertices[self.faces]:
            side = (self.vertices - a) @ np.cross(b - a, c - a)
            if side.max() > 1e-9 * abs(side).max():
                return False
        return True


def answer(distance, points=None):
    if points is not None:
        points = [[float(x) for x in p] for p in points]
    return {"distance": float(distance), "points": points}


def with_fcl(bodies, question):
    import fcl

    def made(b):
        if b.kind == "sphere":
            shape = fcl.Sphere(b.radius)
        elif b.kind == "box":
            shape = fcl.Box(*b.size)
        else:
            shape = fcl.BVHModel()
            shape.beginModel(len(b.vertices), len(b.faces))
            shape.addSubModel(b.vertices, b.faces)
            shape.endModel()
        return fcl.CollisionObject(shape, fcl.Transform(b.rotation, b.translation))

    a, b = map(made, bodies)
    if question == "contact":
        return {"contact": fcl.collide(a, b, fcl.CollisionRequest(), fcl.CollisionResult()) > 0}
    result = fcl.DistanceResult()
    return answer(fcl.distance(a, b, fcl.DistanceRequest(enable_nearest_points=True), result), result.nearest_points)


def with_coal(bodies, question):
    import coal

    def made(b):
        if b.kind == "sphere":
            return coal.Sphere(b.radius)
        if b.kind == "box":
            return coal.Box(*b.size)
        model = coal.BVHModelOBBRSS()
        model.beginModel(len(b.faces), len(b.vertices))
        model.addVertices(b.vertices)
        for f in b.faces:
            model.addTriangle(*b.vertices[f])
        model.endModel()
        return model

    at = [coal.Transform3s(b.rotation, b.translation) for b in bodies]
    a, b = map(made, bodies)
    if question == "contact":
        result = coal.CollisionResult()
        coal.collide(a, at[0], b, at[1], coal.CollisionRequest(), result)
        return {"contact": bool(result.isCollision())}
    result = coal.DistanceResult()
    coal.distance(a, at[0], b, at[1], coal.DistanceRequest(), result)
    return answer(result.min_distance, [result.getNearestPoint1(), result.getNearestPoint2()])


def with_mujoco(bodies, question):
    import mujoco

    if not all(b.kind != "mesh" or len(b.faces) > 3 and b.convex() for b in bodies):
        return None
    spec = mujoco.MjSpec()
    for i, b in enumerate(bodies):
        quat = np.zeros(4)
        mujoco.mju_mat2Quat(quat, b.rotation.flatten())
        body = spec.worldbody.add_body(pos=b.translation, quat=quat)
        if b.kind == "sphere":
            body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[b.radius, 0, 0])
        elif b.kind == "box":
            body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=b.size / 2)
        else:
            spec.add_mesh(name=f"m{i}", uservert=b.vertices.flatten(), userface=b.faces.flatten())
            body.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=f"m{i}")
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    ends = np.zeros(6)
    distance = mujoco.mj_geomDistance(model, data, 0, 1, 1e6, ends)
    if question == "contact":
        return {"contact": distance <= 0}
    return answer(max(distance, 0), [ends[:3], ends[3:]])


def with_pybullet(bodies, question):
    import pybullet as p

    if not all(b.convex() for b in bodies):
        return None
    p.connect(p.DIRECT)
    made = []
    for b in bodies:
        orientation = [0, 0, 0, 1]
        if b.kind == "sphere":
            shape = p.createCollisionShape(p.GEOM_SPHERE, radius=b.radius)
        elif b.kind == "box":
            shape = p.createCollisionShape(p.GEOM_BOX, halfExtents=list(b.size / 2))
            orientation = quaternion(b.rotation)
        else:
            shape = p.createCollisionShape(p.GEOM_MESH, vertices=b.vertices.tolist())
        made.append(p.createMultiBody(1, shape, -1, b.translation.tolist(), orientation))
        p.changeDynamics(made[-1], -1, collisionMargin=0)
    found = p.getClosestPoints(made[0], made[1], 1e6)
    if not found:
        return {"contact": None} if question == "contact" else None
    least = min(found, key=lambda f: f[8])
    if question == "contact":
        return {"contact": least[8] <= 0}
    return answer(max(least[8], 0), least[5:7])


def quaternion(r):
    """(x, y, z, w) of a rotation, from the largest of the four."""
    w = np.sqrt(max(0, 1 + np.trace(r))) / 2
    v = [np.sqrt(max(0, 1 + 2 * r[i, i] - np.trace(r))) / 2 for i in range(3)]
    if w >= max(v):
        return [(r[2, 1] - r[1, 2]) / (4 * w), (r[0, 2] - r[2, 0]) / (4 * w), (r[1, 0] - r[0, 1]) / (4 * w), w]
    i = int(np.argmax(v))
    j, k = (i + 1) % 3, (i + 2) % 3
    q = [0.0] * 4
    q[i], q[j], q[k] = v[i], (r[i, j] + r[j, i]) / (4 * v[i]), (r[i, k] + r[k, i]) / (4 * v[i])
    q[3] = (r[k, j] - r[j, k]) / (4 * v[i])
    return q


LIBRARIES = {"python-fcl": with_fcl, "coal": with_coal, "mujoco": with_mujoco, "pybullet": with_pybullet}


def child(library, folder, case, question, pipe):
    """Answers one case in a process of its own."""
    for stream in 1, 2:  # libraries print
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    try:
        bodies = [Body(folder, b) for b in case["bodies"]]
        pipe.send(LIBRARIES[library](bodies, question))
    except Exception as e:  # what a library raises is its answer
        pipe.send({"error": (str(e).strip() or type(e).__name__).splitlines()[0][:200]})


def ask(library, folder, case, question):
    if len(case["bodies"]) != 2 or case.get("query") == "self":
        return None
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=child, args=(library, folder, case, question, there))
    process.start()
    there.close()
    try:
        return here.recv() if here.poll(SECONDS) else {"error": f"no answer within {SECONDS} s"}
    except EOFError:
        process.join()
        return {"error": f"crashed ({process.exitcode})"}
    finally:
        process.kill()
        process.join()


def main(root):
    versions = {}
    for name in LIBRARIES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            print(f"{name} is not installed", file=sys.stderr)
    answers = {}
    for folder, question in ("cases", "contact"), ("distances", "distance"):
        for path in sorted(glob.glob(os.path.join(root, folder, "*", "case.json"))):
            with open(path, encoding="utf-8") as f:
                case = json.load(f)
            for name in versions:
                a = ask(name, os.path.dirname(path), case, question)
                if a is not None:
                    answers.setdefault(folder, {}).setdefault(case["id"], {})[name] = a
    json.dump({"versions": versions, **answers}, sys.stdout, indent=1, sort_keys=True)
    print()


if __name__ == "__main__":
    main(sys.argv[1])
