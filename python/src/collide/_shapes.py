"""Bodies: meshes, spheres and boxes, and where they are."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._worker import InputError


@dataclass(frozen=True, eq=False)
class Mesh:
    """A triangle mesh: vertices (n, 3) of float64, triangles (m, 3) of indices. Both are copied."""

    vertices: NDArray[np.float64]
    triangles: NDArray[np.uint32]
    name: str = ""

    def __init__(self, vertices: ArrayLike, triangles: ArrayLike, name: str = "") -> None:
        v, t = numbers("vertices", vertices), numbers("triangles", triangles)
        if v.ndim != 2 or v.shape[1] != 3:
            raise InputError(f"vertices of shape {v.shape}; expected (n, 3) numbers")
        if t.ndim != 2 or t.shape[1] != 3 or t.dtype.kind not in "iu":
            raise InputError(f"triangles of shape {t.shape} and type {t.dtype}; expected (m, 3) integers")
        if t.size and (int(t.min()) < 0 or int(t.max()) >= len(v)):
            raise InputError(f"triangles name vertices {t.min()} to {t.max()}; there are {len(v)}")
        for field_name, array in (("vertices", np.array(v, "<f8", order="C")), ("triangles", np.array(t, "<u4", order="C"))):
            array.setflags(write=False)  # a copy: the worker may start later, or once more
            object.__setattr__(self, field_name, array)
        object.__setattr__(self, "name", name)


@dataclass(frozen=True)
class Sphere:
    """A solid ball around the origin of its coordinates."""

    radius: float


@dataclass(frozen=True)
class Box:
    """A solid box around the origin of its coordinates, with the lengths of its edges."""

    size: tuple[float, float, float]


@dataclass(frozen=True)
class Body:
    """A shape with a name, a pose and whether it can move. ``shape`` is a Mesh, a Sphere, a Box, the path
    of a mesh or scene file, or anything with ``vertices`` and ``faces``, as trimesh has."""

    shape: Any
    name: str = ""
    pose: ArrayLike | None = None
    immovable: bool = field(default=False, kw_only=True)


Shape = Union[Mesh, Sphere, Box, Body, str, "os.PathLike[str]", Any]


def numbers(what: str, values: Any) -> NDArray[Any]:
    """Values as an array of real numbers, each of which a float64 holds exactly. What would be dropped without a word is refused:
    a mask, an imaginary part, digits."""
    if np.ma.isMaskedArray(values) and np.ma.getmaskarray(values).any():
        raise InputError(f"{what} with masked entries; expected a value for each")
    n = np.asarray(values)
    if n.dtype.kind not in "fiu" and n.size:
        raise InputError(f"{what} of type {n.dtype}; expected numbers")
    if n.size and (n.dtype.itemsize > 8 or n.dtype.kind in "iu" and max(int(n.max()), -int(n.min())) > 1 << 53):
        raise InputError(f"{what} of type {n.dtype}; expected numbers that a float64 holds exactly")
    return n


def poses_of(poses: ArrayLike) -> NDArray[np.float64]:
    """Poses as an array (n, 12), [R|t] row by row, from (n, 12), (n, 3, 4) or (n, 4, 4), or a single one."""
    p = numbers("poses", poses).astype("<f8", copy=False)
    if p.shape[-2:] in ((3, 4), (4, 4)) and p.ndim in (2, 3):
        p = p.reshape(-1, *p.shape[-2:])
        if p.shape[1] == 4 and not (p[:, 3] == (0, 0, 0, 1)).all():
            raise InputError("the last row of a 4×4 pose is not 0 0 0 1")
        p = p[:, :3].reshape(-1, 12)
    elif p.shape == (12,):
        p = p.reshape(1, 12)
    if p.ndim != 2 or p.shape[1] != 12:
        raise InputError(f"poses of shape {p.shape}; expected (n, 12), (n, 3, 4) or (n, 4, 4)")
    return np.ascontiguousarray(p)


def body_of(shape: Shape) -> Body:
    """The body that something stands for."""
    return shape if isinstance(shape, Body) else Body(shape)


def mover_of(shape: Shape) -> Body:
    """The one body that poses move. The engine refuses a place for a file of several, of which they would move the first."""
    body = body_of(shape)
    return replace(body, pose=np.eye(4)) if body.pose is None else body


def setup_of(body: Body, meshes: dict[int, int], sent: list[Mesh]) -> dict[str, Any]:
    """A body as the engine's setup has it. A mesh that was not sent yet is added to sent."""
    shape, setup = body.shape, {}
    if isinstance(shape, (str, os.PathLike)):
        setup["file"] = os.path.abspath(os.fspath(shape))
    elif isinstance(shape, Sphere):
        setup["sphere"] = _finite("radius", [shape.radius])[0]
    elif isinstance(shape, Box):
        setup["box"] = _finite("size", shape.size)
    else:
        setup["mesh"] = _mesh_number(shape, meshes, sent)
    name = body.name or (shape.name if isinstance(shape, Mesh) else "")  # a Path has a name, too
    if name:
        setup["name"] = name
    if body.pose is not None:
        poses = poses_of(body.pose)
        if len(poses) != 1:
            raise InputError(f"{len(poses)} poses of one body; expected one")
        setup["pose"] = _finite("pose", poses[0])
    if body.immovable:
        setup["immovable"] = True
    return setup


def _finite(what: str, values: Any) -> list[float]:
    finite = [float(x) for x in numbers(what, values)]
    if not np.isfinite(finite).all():
        raise InputError(f"{what} {finite}; expected finite numbers")
    return finite


def _mesh_number(shape: Any, meshes: dict[int, int], sent: list[Mesh]) -> int:
    if id(shape) not in meshes:
        mesh = shape
        if not isinstance(mesh, Mesh):
            if not hasattr(shape, "vertices") or not hasattr(shape, "faces"):
                raise InputError(f"a {type(shape).__name__} is no shape; expected a Mesh, Sphere, Box, path or trimesh object")
            mesh = Mesh(shape.vertices, shape.faces)
        meshes[id(shape)] = len(sent)
        sent.append(mesh)
    return meshes[id(shape)]
