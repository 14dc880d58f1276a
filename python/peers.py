"""This package beside python-fcl, trimesh and coal, for docs/bench/python.md: python/peers.py FOLDER A-B… (needs the installed wheel, python-fcl, trimesh,
scipy, networkx and coal)."""

import inspect
import resource
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import coal
import fcl
import numpy as np
import trimesh

import collide

MOST = 1_000_000  # contacts of a pose, more than any has


# Each way takes two meshes, trimesh objects, and n poses of the first, (n, 3, 4), and returns n numbers of contacts; with first only whether there are some.
def by_collide(a, b, poses, first):
    return collide.sweep(a, b, poses, first=first, workers=1).contacts


def by_fcl(a, b, poses, first):
    objects = []
    for mesh in (a, b):
        model = fcl.BVHModel()
        model.beginModel(len(mesh.vertices), len(mesh.faces))
        model.addSubModel(mesh.vertices, mesh.faces)
        model.endModel()
        objects.append(fcl.CollisionObject(model, fcl.Transform()))
    request = fcl.CollisionRequest(num_max_contacts=1 if first else MOST, enable_contact=not first)
    counts = []
    for pose in poses:
        objects[0].setTransform(fcl.Transform(pose[:, :3], pose[:, 3]))
        result = fcl.CollisionResult()
        touching = fcl.collide(*objects, request, result)
        counts.append(int(touching > 0) if first else len({(c.b1, c.b2) for c in result.contacts}))
    return counts


def by_trimesh(a, b, poses, first):
    manager = trimesh.collision.CollisionManager()
    manager.add_object("a", a)
    manager.add_object("b", b)
    counts = []
    for pose in poses:
        manager.set_transform("a", np.vstack([pose, [0, 0, 0, 1]]))
        if first:
            counts.append(int(manager.in_collision_internal()))
        else:
            contacts = manager.in_collision_internal(return_data=True)[1]
            counts.append(len({(c.index("a"), c.index("b")) for c in contacts}))
    return counts


def by_coal(a, b, poses, first):
    models = []
    for mesh in (a, b):
        model = coal.BVHModelOBBRSS()
        model.beginModel(len(mesh.faces), len(mesh.vertices))
        model.addVertices(np.asarray(mesh.vertices))
        model.addTriangles(np.asarray(mesh.faces))
        model.endModel()
        models.append(model)
    request = coal.CollisionRequest(coal.CollisionRequestFlag.CONTACT, 1 if first else MOST)
    fixed, counts = coal.Transform3s(), []
    for pose in poses:
        result = coal.CollisionResult()
        coal.collide(models[0], coal.Transform3s(pose[:, :3], pose[:, 3]), models[1], fixed, request, result)
        counts.append(int(result.isCollision()) if first else len({(c.b1, c.b2) for c in result.getContacts()}))
    return counts


WAYS = {"collide-exact": by_collide, "python-fcl": by_fcl, "trimesh": by_trimesh, "coal": by_coal}


def lines(way: Callable) -> int:
    """Lines of a way's code, without the line of its name."""
    return len(inspect.getsource(way).strip().splitlines()) - 1


def rows(file: Path) -> list[list[str]]:
    return [line.split() for line in file.read_text().splitlines() if line.strip() and not line.startswith("#")]


def processor() -> float:
    """Seconds of processor time of this process and of those that it started and that ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + used.ru_utime + used.ru_stime


def measured(way: Callable, question: tuple, known: np.ndarray, rounds: int = 3) -> tuple[float, int]:
    """Least processor time of some rounds, µs a pose, with what is built for the meshes and processes that are started, and wrong answers."""
    best = float("inf")
    for _ in range(rounds):
        start = processor()
        got = way(*question)
        best = min(best, processor() - start)
    return 1e6 * best / len(known), int(np.count_nonzero(np.asarray(got, dtype=np.int64) != known))


def main() -> None:
    folder, pairs = Path(sys.argv[1]), sys.argv[2:]
    print("| pair, poses | package | lines | touching? µs | wrong | all contacts, µs | wrong |\n|---|---|---:|---:|---:|---:|---:|")
    for pair in pairs:
        a, b = (trimesh.load(folder / f"{name}.obj", process=False, maintain_order=True, force="mesh") for name in pair.split("-"))
        poses = np.array(rows(folder / f"{pair}.poses.txt"), dtype=float).reshape(-1, 3, 4)
        known = np.array([int(row[1]) for row in rows(folder / f"{pair}.hash.txt")])
        for name, way in WAYS.items():
            first, wrong = measured(way, (a, b, poses, True), np.minimum(known, 1))
            whole, off = measured(way, (a, b, poses, False), known)
            print(f"| {pair}, {len(poses)} | {name} {version(name)} | {lines(way)} | {first:,.0f} | {wrong} | {whole:,.0f} | {off} |", flush=True)


if __name__ == "__main__":
    main()
