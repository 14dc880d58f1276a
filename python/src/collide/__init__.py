"""Exact collision detection of triangle meshes, solids and robots.

``check``, ``distance``, ``sweep`` and, for robots, ``trajectory`` answer one question; ``Scene`` answers many about the same bodies.
All decisions are exact and are made by the engine, a static binary in this package.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from ._answers import CONTACT, FREE, INSIDE, KINDS, UNKNOWN, VERDICTS, Answers, IncompleteError
from ._rays import Hits
from ._scene import Progress, Scene
from ._shapes import Body, Box, Mesh, Shape, Sphere, mover_of
from ._trajectory import Trajectory, trajectory
from ._version import __version__
from ._worker import CollideError, InputError, WorkerError

__all__ = [
    "CONTACT", "FREE", "INSIDE", "KINDS", "UNKNOWN", "VERDICTS",
    "Answers", "Body", "Box", "CollideError", "Hits", "IncompleteError", "InputError", "Mesh", "Scene", "Sphere", "Trajectory",
    "WorkerError", "__version__", "check", "distance", "sweep", "trajectory",
]  # fmt: skip

_ASKED = ("contacts", "hashes", "distance", "clearance", "pairs", "timeout", "progress")


def _once(options: dict[str, Any]) -> dict[str, Any]:
    """Options of a scene that has one worker: nothing compares its identity."""
    return {"identify": False, **options}


def check(*bodies: Shape, **options: Any) -> Answers:
    """All contacts between bodies at their places: an answer of one row, with its pairs and contacts.

    Options are those of ``Scene`` and of ``Scene.query``.
    """
    asked = {k: options.pop(k) for k in _ASKED if k in options}
    with Scene(bodies, **_once(options)) as scene:
        return scene.query(**{"contacts": True, "hashes": not options.get("first"), "pairs": True, **asked})


def distance(a: Shape, b: Shape, **options: Any) -> float:
    """The float64 nearest to the exact distance of two bodies: 0 if and only if they share a point."""
    with Scene([a, b], **_once(options)) as scene:
        if len(scene.names) != 2:
            raise InputError(f"{len(scene.names)} bodies; expected two, or a Scene and distance=True")
        nearest = float(scene.query(distance=True).distance[0])
    if nearest != nearest:  # a NaN is in no comparison near
        raise InputError("nothing to measure: the bodies are permitted to touch, or neither can move")
    return nearest


def sweep(a: Shape, b: Shape, poses: ArrayLike, **options: Any) -> Answers:
    """Moves ``a``, one body, through poses, (n, 12), (n, 3, 4) or (n, 4, 4), and checks each against ``b``, which stays. If
    ``b`` is a scene, its bodies are checked against each other, too, unless they are immovable.

    Options are those of ``Scene`` and of ``Scene.query``.
    """
    asked = {k: options.pop(k) for k in _ASKED if k in options}
    with Scene([mover_of(a), b], **_once(options)) as scene:
        return scene.query({0: poses}, **asked)


_ = Progress  # the type of progress functions, for annotations
