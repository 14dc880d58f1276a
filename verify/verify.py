"""Verifies a collision proof, as docs/proof.md describes it. Exit codes: 0 free, 1 contact or near, 2 not verified."""

import argparse
import hashlib
import io
import math
import os
import re
import struct
import sys
from array import array
from bisect import bisect
from collections import Counter
from typing import Iterator

Point = tuple[float, float, float]
Ints = tuple[int, int, int]
Mesh = tuple[list[Point], list[tuple[int, ...]], float | None]  # the corners, the triangles, None; of a solid its radius
Posed = tuple[list[Point], float]  # the corners, a bound of all their coordinates
Pair = tuple[int, int]

MAGIC = b"collide proof 5\n"
IDENTITY = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
DIRECTIONS = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, -1, 0), (1, 0, 1), (1, 0, -1),
              (0, 1, 1), (0, 1, -1), (1, 1, 1), (1, 1, -1), (1, -1, 1), (1, -1, -1)]
NUMBER = re.compile(rb"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
CORNER = re.compile(rb"(-?[0-9]{1,10})(/[0-9]*){0,2}")
STATEMENTS = (b"v", b"f", b"fo", b"o", b"g", b"s", b"vt", b"vn", b"vp", b"l", b"p", b"usemtl", b"mtllib")
FACET = [([b"facet", b"normal"], 3), ([b"outer", b"loop"], 0), ([b"vertex"], 3), ([b"vertex"], 3), ([b"vertex"], 3),
         ([b"endloop"], 0), ([b"endfacet"], 0)]
CACHE_LIMIT = 10_000_000  # vertices kept in each cache or so: this bounds memory


def read_file(path: str) -> bytes:
    if not os.path.isfile(path):  # a device or a pipe could be endless
        raise ValueError(f"{path!a} is not a file")
    with open(path, "rb") as file:
        return file.read()


def number(word: bytes) -> float:
    value = float(word) if NUMBER.fullmatch(word) else math.nan
    if not math.isfinite(value):
        raise ValueError(f"{word[:40]!a} is not a finite number")
    return value


def point(words: list[bytes]) -> Point:
    x, y, z = map(number, words)  # a ValueError if there are not three
    return x, y, z


def lines(data: bytes) -> Iterator[tuple[bytes, list[bytes]]]:
    """The lines that have words, and these, which blanks and tabs separate."""
    for line in data.split(b"\n"):
        words = [word for word in re.split(rb"[ \t]+", line.removesuffix(b"\r")) if word]
        if words:
            yield line.removesuffix(b"\r"), words


def obj_index(word: bytes, count: int) -> int:
    match = CORNER.fullmatch(word)
    index = int(match[1]) if match else 0
    if index == 0 or index < -count:
        raise ValueError(f"{word[:40]!a} names no vertex")
    return index - 1 if index > 0 else count + index


def read_obj(data: bytes) -> list[Point]:
    """The corners of the triangles."""
    vertices: list[Point] = []
    corners: list[int] = []
    for line, words in lines(data):
        if words[0].startswith(b"#"):
            continue
        tail = next((i for i, word in enumerate(words) if word.startswith(b"#")), len(words))
        if words[0] == b"v":
            vertices.append(point(words[1:min(tail, 4)]))
        elif words[0] in (b"f", b"fo"):
            face = [obj_index(word, len(vertices)) for word in words[1:tail]]
            if len(face) < 3:
                raise ValueError("a face has fewer than three corners")
            for i in range(1, len(face) - 1):
                corners += (face[0], face[i], face[i + 1])
        if words[-1].endswith(b"\\") or words[0] not in STATEMENTS:
            raise ValueError(f"the line {line[:40]!a} is continued, or no known statement")
    if corners and max(corners) >= len(vertices):
        raise ValueError(f"there is no vertex {max(corners) + 1}")
    return [vertices[i] for i in corners]


def read_stl(data: bytes) -> Iterator[Point]:
    """The corners of the triangles."""
    if len(data) >= 84 and len(data) == 84 + 50 * struct.unpack_from("<I", data, 80)[0]:
        for start in range(96, len(data), 50):
            numbers = struct.unpack_from("<9f", data, start)
            if not all(map(math.isfinite, numbers)):
                raise ValueError("a corner is not finite")
            yield from (numbers[0:3], numbers[3:6], numbers[6:9])
        return
    inside, at = False, 0
    for line, words in lines(data.lower()):
        if at == 0 and words[0] == (b"endsolid" if inside else b"solid"):
            inside = not inside
            continue
        form, numbers = FACET[at]
        if not inside or words[:len(form)] != form or len(words) != len(form) + numbers:
            raise ValueError(f"the line {line[:40]!a} is unexpected")
        if form == [b"vertex"]:
            yield point(words[1:])
        at = (at + 1) % len(FACET)
    if inside or at:
        raise ValueError("the file ends within a solid")


def read_mesh(path: str) -> tuple[bytes, Mesh]:
    data = read_file(path)
    index: dict[Point, int] = {}
    try:
        if not path.lower().endswith((".obj", ".stl")):
            raise ValueError("neither .obj nor .stl")
        corners = read_obj(data) if path.lower().endswith(".obj") else read_stl(data)
        flat = [index.setdefault(corner, len(index)) for corner in corners]
    except ValueError as error:
        raise ValueError(f"{path!a}: {error}") from None
    return hashlib.sha256(data).digest(), (list(index), list(zip(flat[0::3], flat[1::3], flat[2::3])), None)


def read_poses(path: str) -> list[tuple[float, ...]]:
    """The poses of a list: twelve numbers a line."""
    rows = [words for _, words in lines(read_file(path)) if not words[0].startswith(b"#")]
    if any(len(words) != 12 for words in rows):
        raise ValueError(f"a line of {path!a} has not 12 numbers")
    return [tuple(map(number, words)) for words in rows]


def take(proof: io.BytesIO, count: int) -> bytes:
    data = proof.read(count)
    if len(data) < count:
        raise ValueError("the proof ends too early")
    return data


def take_int(proof: io.BytesIO, count: int) -> int:
    return int.from_bytes(take(proof, count), "little")


def take_integer(proof: io.BytesIO) -> int:
    head = take_int(proof, 2)
    size = int.from_bytes(take(proof, head & 0x7FFF), "big")
    return -size if head & 0x8000 else size


def take_pose(proof: io.BytesIO) -> tuple[float, ...]:
    pose = struct.unpack("<12d", take(proof, 96))
    if not all(map(math.isfinite, pose)):
        raise ValueError("a number of a pose is not finite")
    return pose


def take_shape(proof: io.BytesIO, files: dict[bytes, Mesh]) -> tuple[bytes | None, Mesh, array]:
    """The SHA-256 of a mesh, its triangles and their order; a solid has no file."""
    kind = take_int(proof, 1)
    if kind == 1:
        return None, take_solid(proof), array("I", [0])
    sha = take(proof, 32)
    if kind != 0:
        raise ValueError(f"a shape of kind {kind}")
    if sha not in files:
        raise ValueError(f"no file given has the SHA-256 {sha.hex()}")
    count = take_int(proof, 4)
    if count < 1 or count != len(files[sha][1]):
        raise ValueError(f"the mesh has {len(files[sha][1])} triangles, not {count}")
    order = array("I", struct.unpack(f"<{count}I", take(proof, 4 * count)))
    if max(order) >= count or len(set(order)) < count:
        raise ValueError("the order does not have each triangle exactly once")
    return sha, files[sha], order


def take_solid(proof: io.BytesIO) -> Mesh:
    """All points that are at most the radius away from the hull of the corners."""
    (radius,), count = struct.unpack("<d", take(proof, 8)), take_int(proof, 4)
    if not 0 <= radius < math.inf or not 1 <= count <= 4096:
        raise ValueError(f"a solid of radius {radius!r} and {count} points")
    numbers = struct.unpack(f"<{3 * count}d", take(proof, 24 * count))
    if not all(map(math.isfinite, numbers)):
        raise ValueError("a point of a solid is not finite")
    return list(zip(numbers[0::3], numbers[1::3], numbers[2::3])), [tuple(range(count))], radius


def take_body(proof: io.BytesIO, meshes: int, moving: bool) -> tuple[int, bool, tuple[float, ...], str]:
    """The mesh of a body, whether it is fixed, its pose, and its name."""
    name = take(proof, length := take_int(proof, 4)).decode("utf-8")
    mesh, fixed = take_int(proof, 4), take(proof, 1)[0]
    if length > 65536 or mesh >= meshes or fixed > (0 if moving else 1):
        raise ValueError("the name, the mesh or the mark for fixed of a body is wrong")
    return mesh, fixed == 1, () if moving else take_pose(proof), name


def pose_mesh(vertices: list[Point], pose: tuple[float, ...]) -> Posed:
    a, b, c, t, d, e, f, u, g, h, i, v = pose
    posed = vertices if pose == IDENTITY else [
        (a * x + b * y + c * z + t, d * x + e * y + f * z + u, g * x + h * y + i * z + v) for x, y, z in vertices]
    sizes = [abs(w) for corner in posed for w in corner]
    if not all(map(math.isfinite, sizes)):
        raise ValueError("a corner is not finite")
    return posed, 1.01 * max(sizes)  # with room for roundings


def exact(p: Point) -> Ints:
    """The point times 2^1074, which makes every float64 an integer."""
    (a, i), (b, j), (c, k) = p[0].as_integer_ratio(), p[1].as_integer_ratio(), p[2].as_integer_ratio()
    return a << 1075 - i.bit_length(), b << 1075 - j.bit_length(), c << 1075 - k.bit_length()


def is_below(d: Ints, a: list[Point], b: list[Point], bound: float, reach: Point) -> bool:
    """Whether d·q - d·p > sum(reach)·|d| for all points p of a and q of b, whose coordinates are within the bound.

    The filter: with s = |dx|+|dy|+|dz| < 2^53 the numbers of d are floats. Three products and
    two sums are wrong by at most 3.01·2^-53·s·bound, and 3·2^-1074 where products underflow. They
    do not overflow if s·bound is finite, as the bound has room for the roundings. So the difference
    of two of them, rounded once more, is wrong by less than 2^-49·s·bound + 2^-1070. The limit is
    twice that; where s·bound is not finite the comparison fails, and the integers decide. The sum of
    the reach, the root of the rounded square of |d|, their product and the two sums are each wrong by at
    most 2^-52 of the result, or 2^-1075 for the product: 2^-49 has room for all of them.
    """
    size = abs(d[0]) + abs(d[1]) + abs(d[2])
    if size < 2 ** 53:
        k, m, n = float(d[0]), float(d[1]), float(d[2])
        low = max([k * x + m * y + n * z for x, y, z in a])
        high = min([k * x + m * y + n * z for x, y, z in b])
        gap = sum(reach) * math.sqrt(d[0] ** 2 + d[1] ** 2 + d[2] ** 2) * (1 + 2.0 ** -49)
        if high - low > size * bound * 2.0 ** -48 + 2.0 ** -1060 + gap:
            return True
    low = max(d[0] * x + d[1] * y + d[2] * z for x, y, z in map(exact, a))
    gap = min(d[0] * x + d[1] * y + d[2] * z for x, y, z in map(exact, b)) - low
    return gap > 0 and gap ** 2 > sum(exact(reach)) ** 2 * (d[0] ** 2 + d[1] ** 2 + d[2] ** 2)


def side(u: Ints, v: Ints, w: Ints, x: Ints) -> int:
    """The sign of the determinant of v - u, w - u, x - u."""
    (a, b, c), (d, e, f), (g, h, i) = [(p[0] - u[0], p[1] - u[1], p[2] - u[2]) for p in (v, w, x)]
    value = a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)
    return (value > 0) - (value < 0)


def near_points(u: list[int], v: list[int], a: list[Ints], b: list[Ints], reach: int) -> bool:
    if min(u + v) < 0 or sum(u) == 0 or sum(v) == 0:
        return False
    apart = [sum(v) * sum(w * p[i] for w, p in zip(u, a)) - sum(u) * sum(w * q[i] for w, q in zip(v, b))
             for i in range(3)]
    return sum(x ** 2 for x in apart) <= (reach * sum(u) * sum(v)) ** 2


def crossing(t: tuple[Point, ...], p: Point) -> int:
    """How the ray from p + (0, e, e^2) along x crosses a triangle, for an e that is above 0 and less than any number."""
    if not max(q[0] for q in t) >= p[0] or not all(min(q[k] for q in t) <= p[k] <= max(q[k] for q in t) for k in (1, 2)):
        return 0  # it is behind p, or beside the ray
    *t, (px, py, pz) = map(exact, (*t, p))
    turns = set()
    for (_, ay, az), (_, by, bz) in zip(t, t[1:] + t[:1]):
        turn = (by - ay) * (pz - az) - (bz - az) * (py - ay) or az - bz or by - ay
        turns.add((turn > 0) - (turn < 0))
    turn = turns.pop()
    return turn if not turns and side(*t, (px, py, pz)) == -turn else 0


def weld(triangles: list[tuple]) -> tuple[list[int], bool]:
    """A vertex of each part of a mesh, and whether as many sides go from any vertex to any other one as come back."""
    up: dict[int, int] = {}

    def root(k: int) -> int:
        while up.setdefault(k, k) != k:
            up[k] = k = up[up[k]]
        return k

    sides: Counter = Counter()
    for a, b, c in triangles:
        sides.update(((a, b), (b, c), (c, a)))
        up[root(a)] = up[root(b)] = root(c)
    seeds: dict[int, int] = {}
    for triangle in triangles:
        seeds.setdefault(root(triangle[0]), triangle[0])
    return list(seeds.values()), all(n == sides[b, a] for (a, b), n in sides.items())


def lies_in(a: tuple, b: tuple, pose: tuple[float, ...], welded: dict) -> bool:
    """Whether a part of a lies in b: the winding number of b around a corner of it is not 0."""
    if b[4] is not None:
        return False  # it would share a point
    low, high = (tuple(f(p[k] for p in b[3][0]) for k in range(3)) for f in (min, max))
    for mesh, triangles, _, _, radius in (a, b):
        if radius is None and mesh not in welded:
            welded[mesh] = weld(triangles)
    for p in (a[3][0][seed] for seed in (welded[a[0]][0] if a[4] is None else [0])):
        if all(x <= y <= z for x, y, z in zip(low, p, high)):
            if not welded[b[0]][1] or side((0, 0, 0), *(exact(pose[k:k + 3]) for k in (0, 4, 8))) == 0:
                raise ValueError("a body that may hold another one is not closed, or the matrix of its pose is singular")
            if sum(crossing([b[3][0][k] for k in t], p) for t in b[1]):
                return True
    return False


def take_direction(step: int, proof: io.BytesIO) -> Ints:
    if step <= 0x19:
        x, y, z = DIRECTIONS[step // 2]
        return (-x, -y, -z) if step % 2 else (x, y, z)
    if step == 0x22:
        return take_integer(proof), take_integer(proof), take_integer(proof)
    return struct.unpack("<3b", take(proof, 3)) if step == 0x20 else struct.unpack("<3h", take(proof, 6))


def keep(cache: dict, key: object, value: object, size: int) -> None:
    """Puts a value in a cache, which is emptied when it would become too large."""
    if cache.get("size", 0) + size > CACHE_LIMIT:
        cache.clear()
    cache["size"] = cache.get("size", 0) + size
    cache[key] = value


def node_points(body: tuple, first: int, end: int, cache: dict) -> list[Point]:
    """The corners of a node, each once. The cache has the vertices of nodes of all meshes."""
    mesh, triangles, order, (points, _), _ = body
    key = (mesh, first, end)
    if key not in cache:
        vertices = {vertex for i in order[first:end] for vertex in triangles[i]}
        keep(cache, key, array("I", vertices), len(vertices) + 30)
    return [points[i] for i in cache[key]]


def named_corners(proof: io.BytesIO, body: tuple, triangle: int) -> list[Ints]:
    """The corners that have weights: those of a triangle, or four of a solid, which the proof names."""
    places = body[1][triangle]
    if body[4] is not None:
        places = struct.unpack("<4I", take(proof, 16))
        if max(places) >= len(body[3][0]):
            raise ValueError(f"the points {places} of a solid of {len(body[3][0])}")
    return [exact(body[3][0][k]) for k in places]


def show_contact(proof: io.BytesIO, step: int, a: tuple, b: tuple, at: Pair, reach: float) -> Pair:
    """Checks that two triangles, at their places in the orders, are at most the reach apart; returns their numbers."""
    numbers = a[2][at[0]], b[2][at[1]]
    if step < 0x47 and (a[4] is not None or b[4] is not None):
        raise ValueError(f"the step 0x{step:02x} for a solid")
    corners = [named_corners(proof, body, n) for body, n in zip((a, b), numbers)]
    if step in (0x46, 0x47):
        weights = [[take_integer(proof) for _ in points] for points in corners]
        most = sum(exact((reach, a[4] or 0.0, b[4] or 0.0))) if step == 0x47 else 0
        good = near_points(*weights, *corners, most)
    else:
        k, edges, t = (step - 0x40, *corners) if step < 0x43 else (step - 0x43, *corners[::-1])
        p, q = edges[k], edges[(k + 1) % 3]
        signs = [side(p, q, t[0], t[1]), side(p, q, t[1], t[2]), side(p, q, t[2], t[0])]
        good = side(*t, p) != side(*t, q) and (min(signs) >= 0 or max(signs) <= 0)
    if not good:
        raise ValueError(f"the triangles {numbers[0]} and {numbers[1]} are not shown to meet, or to be near")
    return numbers


def check_pair(proof: io.BytesIO, a: tuple, b: tuple, cache: dict, reach: float, lists: bool) -> list[Pair]:
    """Checks the steps of a pair of bodies; returns its contacts: the pairs of triangles at most the reach apart."""
    contacts, room = [], (reach, a[4] or 0.0, b[4] or 0.0)
    # Each split halves a node, so that at most 64 or so are waiting.
    nodes = [(0, len(a[2]), 0, len(b[2]))]
    while nodes:
        i, end_i, j, end_j = nodes.pop()
        step = take(proof, 1)[0]
        if step <= 0x19 or 0x20 <= step <= 0x22:
            low, high = node_points(a, i, end_i, cache), node_points(b, j, end_j, cache)
            if not is_below(take_direction(step, proof), low, high, max(a[3][1], b[3][1]), room):
                raise ValueError(f"the run {i} to {end_i} of the one is not below {j} to {end_j} of the other")
        elif step == 0x30 and end_i - i >= 2:
            middle = (i + end_i) // 2
            nodes += [(middle, end_i, j, end_j), (i, middle, j, end_j)]
        elif step == 0x31 and end_j - j >= 2:
            middle = (j + end_j) // 2
            nodes += [(i, end_i, middle, end_j), (i, end_i, j, middle)]
        elif lists and 0x40 <= step <= 0x47 and end_i - i == 1 and end_j - j == 1:
            contacts.append(show_contact(proof, step, a, b, (i, j), reach))
        else:
            raise ValueError(f"the step 0x{step:02x} is not allowed here")
    return contacts


def check_distance(proof: io.BytesIO, a: tuple, b: tuple, cache: dict) -> tuple[float, float]:
    """Checks the bounds of the distance of a pair of bodies: above the first of them, and at most the second one."""
    low, high = struct.unpack("<2d", take(proof, 16))
    if not (low == -1 or 0 <= low < math.inf) or not high >= 0:
        raise ValueError(f"the bounds {low!r} and {high!r} of a distance")
    if high < math.inf:
        i, j, step = take_int(proof, 4), take_int(proof, 4), take_int(proof, 1)
        if i >= len(a[2]) or j >= len(b[2]) or not 0x40 <= step <= 0x47:
            raise ValueError(f"the step 0x{step:02x} for the triangles {i} and {j} of the orders")
        show_contact(proof, step, a, b, (i, j), high)
    if low >= 0:
        check_pair(proof, a, b, cache, low, False)
    return low, high


def tested_pairs(fixed: list[bool], skipped: list[Pair]) -> Iterator[Pair]:
    """The pairs that are not both fixed and not to be skipped, in their order, without going through others."""
    free = [i for i, value in enumerate(fixed) if not value]
    at, some = 0, False
    for a, is_fixed in enumerate(fixed):
        for b in free[bisect(free, a):] if is_fixed else range(a + 1, len(fixed)):
            if skipped[at:at + 1] == [(a, b)]:
                at += 1
            else:
                some = True
                yield a, b
    if at < len(skipped) or not some:
        raise ValueError("no pair of bodies is looked at, or one that is not to be is unknown, fixed, or out of order")


def body_now(bodies: list, i: int, meshes: list, posed: dict) -> tuple:
    """The number of the mesh of a body, its triangles, their order, its corners, and the radius of a solid."""
    mesh, pose = bodies[i][0], bodies[i][2]
    (vertices, triangles, radius), order = meshes[mesh]
    if i not in posed:
        keep(posed, i, pose_mesh(vertices, pose), 10 * len(vertices) + 30)
    return mesh, triangles, order, posed[i], radius


def quoted(name: str) -> str:
    return '"' + "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\u{{{ord(c):x}}}" for c in name) + '"'


def described(mesh: Mesh, path: str | None) -> str:
    if path is not None:
        return quoted(path)
    points = "".join(f" ({x:.17g} {y:.17g} {z:.17g})" for x, y, z in mesh[0])
    return f"all within {mesh[2]:.17g} of the hull of{points}"


def placed(pose: tuple[float, ...]) -> str:
    return "[" + " ".join(f"{x:.17g}" for x in pose) + "]"


def interval(low: float, high: float) -> str:
    """What is proven of a distance, in words."""
    if high == 0:
        return "distance 0"
    words = [f"above {low:.17g}"] * (low >= 0) + [f"at most {high:.17g}"] * (high < math.inf)
    return "distance " + ", ".join(words) if words else ""


class Claim:
    """What a proof claims, as far as it is verified."""

    def __init__(self, question: int, reach: float) -> None:
        self.lists, self.solids, self.reach = question != 1, question == 2, reach
        self.bodies: list[tuple] = []
        self.moving, self.frames, self.touching, self.contacts, self.inside = 0, 0, 0, 0, 0
        self.skipped: list[Pair] = []
        self.pairs: list[Pair] = []  # that are looked at
        self.bounds = (math.inf, math.inf)  # of the least distance in any frame
        self.listed = "contacts" if reach == 0 else f"pairs of triangles at most {reach:.17g} apart"

    def head(self, shapes: list[str]) -> Iterator[str]:
        for i, (mesh, fixed, pose, name) in enumerate(self.bodies):
            place = "moves" if i < self.moving else "stays at " + placed(pose) + ", fixed" * fixed
            yield f"body {i}: {quoted(name)} is {shapes[mesh]}, {place}"
        for i, j in self.skipped:
            yield f"bodies {i} and {j} are not looked at"

    def add(self, contacts: list, bounds: list, inside: list[Pair], places: bool) -> Iterator[str]:
        """Adds a frame, and yields its lines."""
        head = f"frame {self.frames}: "
        for i in range(self.moving if places else 0):
            yield head + f"body {i} is at {placed(self.bodies[i][2])}"
        touches = len(contacts) + len(inside) > 0
        if self.lists:
            text = b"".join(struct.pack("<4I", *contact) for contact in sorted(contacts))
            yield head + f"{len(contacts)} {self.listed}, sha256:{hashlib.sha256(text).hexdigest()}"
            yield from (head + f"body {i} lies in body {j}" for i, j in inside)
            counts = Counter((i, j) for i, _, j, _ in contacts)
            yield from (head + f"bodies {i} and {j}: {n} {self.listed}" for (i, j), n in sorted(counts.items()))
        else:
            low, high = min(x[2] for x in bounds), min(x[3] for x in bounds)
            if high == math.inf or low < 0 < high:
                raise ValueError("the least distance is not bounded, from below unless it is 0")
            yield from (head + f"bodies {i} and {j}: {interval(*x)}" for i, j, *x in bounds if interval(*x))
            touches = high == 0
            self.bounds = min(self.bounds[0], low), min(self.bounds[1], high)
        self.frames, self.touching = self.frames + 1, self.touching + touches
        self.contacts, self.inside = self.contacts + len(contacts), self.inside + len(inside)

    def verdict(self) -> str:
        word = "contact" if self.touching else "free" if self.lists else interval(*self.bounds)
        counts = f"in contact: {self.touching}" + f", {self.listed}: {self.contacts}" * self.lists
        if self.reach > 0:
            word = f"{'some at most' if self.touching else 'all more than'} {self.reach:.17g} apart"
            counts = "near or " + counts
        if self.solids:
            word = "contact, or a body in another" if self.touching else "free, and no body lies in another"
            counts += f", bodies in others: {self.inside}"
        return (f"verified: {word} (frames: {self.frames}, {counts}, bodies: {len(self.bodies)}, "
                f"pairs not looked at: {math.comb(len(self.bodies), 2) - len(self.pairs)})")


def check_frame(proof: io.BytesIO, claim: Claim, pairs: Iterator[Pair], meshes: list, caches: tuple) -> tuple:
    """The contacts of a frame, or the bounds of distances, and which bodies lie in which."""
    contacts, bounds, inside = [], [], []
    for i, j in pairs:
        try:
            a, b = body_now(claim.bodies, i, meshes, caches[1]), body_now(claim.bodies, j, meshes, caches[1])
            if claim.lists:
                found = check_pair(proof, a, b, caches[0], claim.reach, True)
                contacts += [(i, t, j, u) for t, u in found]
                if claim.solids and not found:
                    inside += next(([(k, n)] for k, x, n, y in ((i, a, j, b), (j, b, i, a))
                                    if lies_in(x, y, claim.bodies[n][2], caches[2])), [])
            else:
                bounds.append((i, j, *check_distance(proof, a, b, caches[0])))
        except ValueError as error:
            raise ValueError(f"bodies {i} and {j}: {error}") from None
        if claim.frames == 0:
            claim.pairs.append((i, j))
    return contacts, bounds, inside


def check_frames(proof: io.BytesIO, claim: Claim, meshes: list, poses: list | None) -> Iterator[str]:
    caches: tuple[dict, dict, dict] = ({}, {}, {})
    while (mark := take(proof, 1)[0]) == 1:
        try:
            for i in range(claim.moving):
                mesh, fixed, _, name = claim.bodies[i]
                claim.bodies[i] = mesh, fixed, take_pose(proof), name
                if poses is not None and [claim.bodies[i][2]] != poses[claim.frames:claim.frames + 1]:
                    raise ValueError(f"the pose of body {i} is not that of the list")
                caches[1].pop(i, None)
            fixed = [body[1] for body in claim.bodies]
            pairs = iter(claim.pairs) if claim.frames else tested_pairs(fixed, claim.skipped)
            yield from claim.add(*check_frame(proof, claim, pairs, meshes, caches), poses is None)
        except ValueError as error:
            raise ValueError(f"frame {claim.frames}: {error}") from None
    if mark != 0 or claim.frames == 0 or take_int(proof, 8) != claim.frames or proof.read(1):
        raise ValueError(f"the proof does not end as it should after {claim.frames} frames")
    if poses is not None and (claim.moving != 1 or len(poses) != claim.frames):
        raise ValueError(f"the list has {len(poses)} poses of one body, the proof {claim.frames} of {claim.moving}")


def take_claim(proof: io.BytesIO, asked: float | None, solid: bool) -> Claim:
    if take(proof, len(MAGIC)) != MAGIC:
        raise ValueError("this is not a proof of version 5")
    question, reach = struct.unpack("<Bd", take(proof, 9))
    if question > 2 or not 0 <= reach < math.inf or question > 0 and reach != 0:
        raise ValueError(f"the question {question} with a reach of {reach!r}")
    if asked is not None and (question == 1 or asked != reach) or solid and question != 2:
        raise ValueError(f"it is not of what is asked, but of question {question} and a reach of {reach!r}")
    return Claim(question, reach)


def verify(data: bytes, files: dict[bytes, Mesh], paths: dict[bytes, str],
           poses: list | None, asked: float | None, solid: bool) -> Iterator[tuple[Claim, str]]:
    """Checks a whole proof, and yields the claim so far with each line."""
    proof = io.BytesIO(data)
    try:
        claim = take_claim(proof, asked, solid)
        shapes = [take_shape(proof, files) for _ in range(take_int(proof, 4))]
        sums = [sha for sha, _, _ in shapes if sha is not None]
        if len(set(sums)) < len(sums):
            raise ValueError("a mesh comes twice")
        meshes = [(mesh, order) for _, mesh, order in shapes]
        count, claim.moving = take_int(proof, 4), take_int(proof, 4)
        claim.bodies = [take_body(proof, len(meshes), i < claim.moving) for i in range(count)]
        claim.skipped = [struct.unpack("<2I", take(proof, 8)) for _ in range(take_int(proof, 4))]
        # A file that no body has would seem to be proven, and is not.
        if claim.moving > count or {shapes[body[0]][0] for body in claim.bodies} - {None} != set(files):
            raise ValueError("more bodies move than there are, or no body has the mesh of one of the files")
        yield from ((claim, line) for line in claim.head([described(mesh, paths.get(sha)) for sha, mesh, _ in shapes]))
        yield from ((claim, line) for line in check_frames(proof, claim, meshes, poses))
        yield claim, claim.verdict()
    except ValueError as error:
        raise ValueError(f"{error} (at byte {proof.tell()})") from None


def run(arguments: argparse.Namespace) -> int:
    files, paths = {}, {}
    for path in arguments.meshes:
        sha, mesh = read_mesh(path)
        if sha in files and paths[sha].lower()[-4:] != path.lower()[-4:]:
            raise ValueError(f"{paths[sha]!a} and {path!a} are the same; expected one extension")
        files[sha], paths[sha] = mesh, paths.get(sha, path)
    poses = read_poses(arguments.poses) if arguments.poses is not None else None
    asked = number(arguments.reach.encode()) if arguments.reach is not None else None
    for claim, line in verify(read_file(arguments.proof), files, paths, poses, asked, arguments.solid):
        if arguments.list or not line.startswith("frame "):
            print(line, flush=line.startswith("verified"))
    return 1 if claim.touching else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, add_help=False)
    for name in ("poses", "reach"):
        parser.add_argument("--" + name, "-" + name)
    for name in ("list", "solid"):
        parser.add_argument("--" + name, "-" + name, action="store_true")
    parser.add_argument("proof")
    parser.add_argument("meshes", nargs="*")
    try:
        return run(parser.parse_intermixed_args())
    except (ValueError, OSError, MemoryError) as error:
        print(f"not verified: {error or 'out of memory'}".encode("ascii", "replace").decode(), file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
