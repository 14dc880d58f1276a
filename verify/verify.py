"""Verifies a collision proof, as docs/proof.md describes it. Exit codes: 0 free, 1 contact or near, 2 not verified."""

import argparse
import hashlib
import io
import math
import re
import struct
import sys
from array import array
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Iterator

Point = tuple[float, float, float]

DIRECTIONS = list(product((-1, 0, 1), repeat=3))
NEAR, DISTANCES, SOLIDS = range(3)  # what a proof answers
MAGIC = b"collide proof 6\n"
NUMBER = re.compile(rb"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
CORNER = re.compile(rb"(-?[0-9]{1,10})(/[0-9]*){0,2}")
STATEMENTS = (b"v", b"f", b"fo", b"o", b"g", b"s", b"vt", b"vn", b"vp", b"l", b"p", b"usemtl", b"mtllib")
FACET = [([b"facet", b"normal"], 3), ([b"outer", b"loop"], 0), ([b"vertex"], 3), ([b"vertex"], 3), ([b"vertex"], 3),
         ([b"endloop"], 0), ([b"endfacet"], 0)]
CACHE_LIMIT = 10_000_000  # vertices kept in each cache or so: this bounds memory


def demand(good: bool, message: str) -> None:
    if not good:
        raise ValueError(message)


def read_file(path: str) -> bytes:
    demand(Path(path).is_file(), f"{path!a} is not a file")  # a device or a pipe could be endless
    return Path(path).read_bytes()


def number(word: bytes) -> float:
    value = float(word) if NUMBER.fullmatch(word) else math.nan
    demand(math.isfinite(value), f"{word[:40]!a} is not a finite number")
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
    demand(-count <= index <= count and index != 0, f"{word[:40]!a} names no vertex before it")
    return index - 1 if index > 0 else count + index


def read_obj(data: bytes) -> list[Point]:
    """The corners of the triangles."""
    vertices: list[Point] = []
    corners: list[Point] = []
    for line, words in lines(data):
        if words[0].startswith(b"#"):
            continue
        tail = next((i for i, word in enumerate(words) if word.startswith(b"#")), len(words))
        if words[0] == b"v":
            vertices.append(point(words[1:min(tail, 4)]))
        elif words[0] in (b"f", b"fo"):
            face = [vertices[obj_index(word, len(vertices))] for word in words[1:tail]]
            demand(len(face) > 2, "a face has fewer than three corners")
            for i in range(1, len(face) - 1):
                corners += (face[0], face[i], face[i + 1])
        known = words[0] in STATEMENTS and not words[-1].endswith(b"\\")
        demand(known, f"the line {line[:40]!a} is continued, or no known statement")
    return corners


def read_stl(data: bytes) -> Iterator[Point]:
    """The corners of the triangles."""
    if len(data) >= 84 and len(data) == 84 + 50 * struct.unpack_from("<I", data, 80)[0]:
        for start in range(96, len(data), 50):
            numbers = struct.unpack_from("<9f", data, start)
            demand(all(map(math.isfinite, numbers)), "a corner is not finite")
            yield from (numbers[0:3], numbers[3:6], numbers[6:9])
        return
    at = 0
    for line, words in lines(data.lower()):
        if at > 0 or words[0] not in (b"solid", b"endsolid"):
            form, numbers = FACET[at]
            good = words[:len(form)] == form and len(words) == len(form) + numbers
            demand(good, f"the line {line[:40]!a} is unexpected")
            if form == [b"vertex"]:
                yield point(words[1:])
            at = (at + 1) % len(FACET)
    demand(at == 0, "the file ends within a facet")


class Cache(dict):
    """What is emptied when it would become too large: this bounds memory."""

    size = 0

    def keep(self, key: object, value: object, size: int) -> None:
        if self.size + size > CACHE_LIMIT:
            self.clear()
            self.size = 0
        self.size += size
        self[key] = value


NODES = Cache()  # the vertices of nodes of meshes


@dataclass(eq=False)
class Mesh:
    """The triangles of a file, or a solid: all that is at most the radius away from the hull of one list of corners."""

    name: str
    corners: list[Point]
    triangles: list[tuple[int, ...]]
    order: array = field(default_factory=lambda: array("I"))  # empty until the proof has it
    radius: float = 0.0
    solid: bool = False

    @cached_property
    def parts(self) -> tuple[list[int], bool]:
        """The least vertex of each part, and whether as many sides go from any vertex to any other one as come back."""
        up = list(range(len(self.corners)))

        def root(k: int) -> int:
            while up[k] != k:
                up[k] = k = up[up[k]]
            return k

        sides: Counter = Counter()
        for corners in self.triangles:
            for a, b in zip(corners, corners[1:] + corners[:1]):
                sides[a, b] += 1
                a, b = sorted((root(a), root(b)), key=lambda k: self.corners[k])
                up[b] = a
        return [k for k in range(len(up)) if up[k] == k], all(n == sides[b, a] for (a, b), n in sides.items())


@dataclass(eq=False)
class Placed:
    """A mesh at a pose."""

    mesh: Mesh
    pose: tuple[float, ...]
    points: list[Point]
    bound: float  # of all coordinates

    def node(self, first: int, end: int) -> list[Point]:
        """The corners of a run of the order, each once."""
        key = (self.mesh, first, end)
        if key not in NODES:
            vertices = {vertex for i in self.mesh.order[first:end] for vertex in self.mesh.triangles[i]}
            NODES.keep(key, array("I", vertices), len(vertices) + 30)
        return [self.points[i] for i in NODES[key]]

    def lies_in(self, other: "Placed") -> bool:
        """Whether a part of it lies in the other one, whose winding number around a corner of it is then not 0."""
        low, high = ([f(p[k] for p in other.points) for k in range(3)] for f in (min, max))
        seeds = [] if other.mesh.solid else [self.points[k] for k in self.mesh.parts[0]]  # what is in a solid touches it
        asked = [p for p in seeds if all(a <= x <= b for a, x, b in zip(low, p, high))]
        demand(len(asked) <= 1024, "more than 1024 parts are in the box of the other body")
        regular = side((0, 0, 0), *(exact(other.pose[k:k + 3]) for k in (0, 4, 8))) != 0
        demand(not asked or other.mesh.parts[1] and regular, "what may hold it is not closed, or its pose singular")
        return any(sum(crossing([other.points[k] for k in t], p) for t in other.mesh.triangles) for p in asked)


def place(mesh: Mesh, pose: tuple[float, ...]) -> Placed:
    a, b, c, t, d, e, f, u, g, h, i, v = pose
    posed = [(a * x + b * y + c * z + t, d * x + e * y + f * z + u, g * x + h * y + i * z + v)
             for x, y, z in mesh.corners]
    sizes = [abs(w) for corner in posed for w in corner]
    demand(all(map(math.isfinite, sizes)), "a corner is not finite")
    return Placed(mesh, pose, posed, 1.01 * max(sizes))  # with room for roundings


def read_mesh(path: str) -> tuple[bytes, Mesh]:
    data = read_file(path)
    index: dict[Point, int] = {}
    try:
        demand(path.lower().endswith((".obj", ".stl")), "neither .obj nor .stl")
        corners = read_obj(data) if path.lower().endswith(".obj") else read_stl(data)
        flat = [index.setdefault(corner, len(index)) for corner in corners]
    except ValueError as error:
        raise ValueError(f"{path!a}: {error}") from None
    return hashlib.sha256(data).digest(), Mesh(quoted(path), list(index), list(zip(flat[0::3], flat[1::3], flat[2::3])))


def read_poses(path: str) -> list[tuple[float, ...]]:
    """The poses of a list: twelve numbers a line."""
    rows = [words for _, words in lines(read_file(path)) if not words[0].startswith(b"#")]
    demand(all(len(words) == 12 for words in rows), f"a line of {path!a} has not 12 numbers")
    return [tuple(map(number, words)) for words in rows]


def exact(p: Point) -> tuple[int, ...]:
    """The point times 2^1074, which makes every float64 an integer."""
    (a, i), (b, j), (c, k) = p[0].as_integer_ratio(), p[1].as_integer_ratio(), p[2].as_integer_ratio()
    return a << 1075 - i.bit_length(), b << 1075 - j.bit_length(), c << 1075 - k.bit_length()


def is_below(d: tuple[int, ...], a: list[Point], b: list[Point], bound: float, reach: Point) -> bool:
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


def side(u: tuple[int, ...], v: tuple[int, ...], w: tuple[int, ...], x: tuple[int, ...]) -> int:
    """The sign of the determinant of v - u, w - u, x - u."""
    (a, b, c), (d, e, f), (g, h, i) = [(p[0] - u[0], p[1] - u[1], p[2] - u[2]) for p in (v, w, x)]
    value = a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)
    return (value > 0) - (value < 0)


def crossing(t: tuple[Point, ...], p: Point) -> int:
    """How the ray from p + (0, e, e^2) along x crosses a triangle, for an e above 0 that is less than any number."""
    if max(q[0] for q in t) < p[0] or any(max(q[k] for q in t) < p[k] or min(q[k] for q in t) > p[k] for k in (1, 2)):
        return 0  # it is behind p, or beside the ray
    *t, (px, py, pz) = map(exact, (*t, p))
    turns = set()
    for (_, ay, az), (_, by, bz) in zip(t, t[1:] + t[:1]):
        turn = (by - ay) * (pz - az) - (bz - az) * (py - ay) or az - bz or by - ay
        turns.add((turn > 0) - (turn < 0))
    turn = turns.pop()
    return turn if not turns and side(*t, (px, py, pz)) == -turn else 0


def quoted(name: str) -> str:
    return '"' + "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\u{{{ord(c):x}}}" for c in name) + '"'


def shown(x: object) -> str:
    return "[" + " ".join(map(shown, x)) + "]" if isinstance(x, (tuple, list)) else f"{x:.17g}"


def interval(low: float, high: float) -> str:
    """What is proven of a distance, in words."""
    return f"distance above {low:.17g}, at most {high:.17g}".replace("inf", "+Inf")


class Proof:
    """A proof that is being verified, and what it claims, as far as it has been read."""

    def __init__(self, data: bytes, files: dict[bytes, Mesh]) -> None:
        self.data, self.files, self.posed = io.BytesIO(data), files, Cache()
        demand(self.take(len(MAGIC)) == MAGIC, "this is not a proof of version 6")
        self.question, (self.reach,) = self.integer(1), self.floats(1)
        good = self.question <= SOLIDS and self.reach >= 0 and (self.question == NEAR or self.reach == 0)
        demand(good, f"the question {self.question} with a reach of {self.reach!r}")
        self.what = f"pairs of triangles at most {self.reach:.17g} apart" if self.reach > 0 else "contacts"
        self.frames = self.hits = self.listed = 0
        self.least = (math.inf, math.inf)  # the bounds of the least distance in any frame
        count, self.moving = self.integer(4), self.integer(4)
        self.bodies = [self.body(i) for i in range(count)]
        # A file that no body has would seem to be proven, and is not.
        used = all(mesh.order for mesh in files.values())
        demand(self.moving <= count and used, "more bodies move than there are, or no body has the mesh of a file")
        self.pairs = [struct.unpack("<2I", self.take(8)) for _ in range(self.integer(4))]
        good = all(i < j < count for i, j in self.pairs) and self.pairs == sorted(set(self.pairs))
        demand(good and self.pairs != [], "no pair is looked at, or one is unknown or out of order")
        if len(self.pairs) < math.comb(count, 2):
            print(f"pairs of bodies that are looked at: {shown(self.pairs)}")

    def take(self, count: int) -> bytes:
        data = self.data.read(count)
        demand(len(data) == count, "the proof ends too early")
        return data

    def integer(self, count: int) -> int:
        return int.from_bytes(self.take(count), "little")

    def long_integer(self) -> int:
        head = self.integer(2)
        size = int.from_bytes(self.take(head & 0x7FFF), "big")
        return -size if head & 0x8000 else size

    def floats(self, count: int) -> tuple[float, ...]:
        numbers = struct.unpack(f"<{count}d", self.take(8 * count))
        demand(all(map(math.isfinite, numbers)), "a number is not finite")
        return numbers

    def shape(self) -> Mesh:
        if kind := self.integer(1):
            (radius,), count = self.floats(1), self.integer(4)
            good = kind == 1 and radius >= 0 and 1 <= count <= 4096
            demand(good, f"a shape of kind {kind}, of radius {radius!r} and {count} points")
            points = [self.floats(3) for _ in range(count)]
            name = f"all within {radius:.17g} of the hull of {shown(points)}"
            return Mesh(name, points, [tuple(range(count))], array("I", [0]), radius, True)
        mesh = self.files.get(sha := self.take(32))
        demand(mesh is not None, f"no file has the SHA-256 {sha.hex()}")
        if not mesh.order:
            count = self.integer(4)
            demand(0 < count == len(mesh.triangles), f"the mesh has {len(mesh.triangles)} triangles, not {count}")
            mesh.order = array("I", struct.unpack(f"<{count}I", self.take(4 * count)))
            demand(sorted(mesh.order) == list(range(count)), "the order does not have each triangle exactly once")
        return mesh

    def body(self, i: int) -> tuple[Mesh, tuple[float, ...]]:
        name, mesh = self.take(self.integer(2)).decode("utf-8"), self.shape()
        pose = self.floats(12) if i >= self.moving else ()
        print(f"body {i}: {quoted(name)} is {mesh.name}, {'stays at ' + shown(pose) if pose else 'moves'}")
        return mesh, pose

    def placed(self, i: int) -> Placed:
        mesh, pose = self.bodies[i]
        if i not in self.posed or self.posed[i].pose != pose:
            self.posed.keep(i, place(mesh, pose), 10 * len(mesh.corners) + 30)
        return self.posed[i]

    def direction(self, step: int) -> tuple[int, ...]:
        if step < 27:
            return DIRECTIONS[step]
        if step == 29:
            return self.long_integer(), self.long_integer(), self.long_integer()
        return struct.unpack("<3b", self.take(3)) if step == 27 else struct.unpack("<3h", self.take(6))

    def weighed(self, corners: list[Point]) -> tuple[int, tuple[int, ...]]:
        """The sum of the weights of some corners, and of the corners times them."""
        total, at = 0, (0, 0, 0)
        for _ in range(self.integer(1)):
            k, weight = self.integer(2), self.long_integer()
            demand(k < len(corners) and weight >= 0, f"corner {k} of {len(corners)}, or its weight")
            total, at = total + weight, tuple(x + weight * y for x, y in zip(at, exact(corners[k])))
        demand(total > 0, "the weights of a point are 0")
        return total, at

    def contact(self, step: int, a: Placed, b: Placed, at: tuple[int, int], reach: float) -> tuple[int, int]:
        """Checks that two triangles, at places of the orders, are at most the reach apart; returns their numbers."""
        i, j = a.mesh.order[at[0]], b.mesh.order[at[1]]
        p, q = [a.points[k] for k in a.mesh.triangles[i]], [b.points[k] for k in b.mesh.triangles[j]]
        good = False
        if step == 38:
            (u, x), (v, y) = self.weighed(p), self.weighed(q)
            room = sum(exact((reach, a.mesh.radius, b.mesh.radius)))
            good = sum((v * c - u * d) ** 2 for c, d in zip(x, y)) <= (room * u * v) ** 2
        elif 32 <= step < 38 and len(p) == len(q) == 3:
            edge, t = ([exact(x) for x in corners] for corners in ((p, q) if step < 35 else (q, p)))
            e, f = edge[(step - 32) % 3], edge[(step - 31) % 3]
            signs = [side(e, f, t[n - 1], t[n]) for n in range(3)]
            good = side(*t, e) != side(*t, f) and (min(signs) >= 0 or max(signs) <= 0)
        demand(good, f"the step {step}: the triangles {i} and {j} are not shown to meet, or to be near")
        return i, j

    def steps(self, a: Placed, b: Placed, reach: float) -> list[tuple[int, int]]:
        """Checks the steps of a pair of bodies; returns the pairs of triangles at most the reach apart."""
        contacts, room = [], (reach, a.mesh.radius, b.mesh.radius)
        # Each split halves a node, so that at most 64 or so are waiting.
        nodes = [(0, len(a.mesh.order), 0, len(b.mesh.order))]
        while nodes:
            i, end_i, j, end_j = nodes.pop()
            step = self.integer(1)
            if step < 30:
                low, high, bound = a.node(i, end_i), b.node(j, end_j), max(a.bound, b.bound)
                below = is_below(self.direction(step), low, high, bound, room)
                demand(below, f"the run {i} to {end_i} of the one is not below {j} to {end_j} of the other")
            elif step == 30 and (middle := (i + end_i) // 2) > i:
                nodes += [(middle, end_i, j, end_j), (i, middle, j, end_j)]
            elif step == 31 and (middle := (j + end_j) // 2) > j:
                nodes += [(i, end_i, middle, end_j), (i, end_i, j, middle)]
            else:
                single = self.question != DISTANCES and end_i - i == 1 and end_j - j == 1
                demand(single, f"the step {step} is not allowed here")
                contacts.append(self.contact(step, a, b, (i, j), reach))
        return contacts

    def distance(self, a: Placed, b: Placed) -> tuple[float, float]:
        """Checks the bounds of the distance of two bodies: above the first of them, and at most the second one."""
        low, high = struct.unpack("<2d", self.take(16))
        demand((low == -1 or 0 <= low < math.inf) and high >= 0, f"the bounds {low!r} and {high!r} of a distance")
        if high < math.inf:
            i, j = self.integer(4), self.integer(4)
            demand(i < len(a.mesh.order) and j < len(b.mesh.order), f"the triangles {i} and {j} of the orders")
            self.contact(self.integer(1), a, b, (i, j), high)
        if low >= 0:
            self.steps(a, b, low)
        return low, high

    def pair(self, i: int, j: int) -> tuple[str, float, float]:
        """What is proven of two bodies, in words, and bounds of their distance, which is 0 if there is a contact."""
        a, b = self.placed(i), self.placed(j)
        if self.question == DISTANCES:
            low, high = self.distance(a, b)
            return f"bodies {i} and {j}: {interval(low, high)}", low, high
        found = self.steps(a, b, self.reach)
        self.contacts += [(i, t, j, u) for t, u in found]
        if found:
            return f"bodies {i} and {j}: {len(found)} {self.what}", 0, 0
        for (k, x), (m, y) in (((i, a), (j, b)), ((j, b), (i, a))):
            if self.question == SOLIDS and x.lies_in(y):
                return f"body {k} lies in body {m}", 0, 0
        return "", 0, math.inf

    def frame(self, poses: list | None) -> Iterator[str]:
        """Checks a frame and yields its lines."""
        self.contacts, least = [], (math.inf, math.inf)
        for i in range(self.moving):
            self.bodies[i] = self.bodies[i][0], (pose := self.floats(12))
            yield f"body {i} is at {shown(pose)}"
            listed = poses is None or [pose] == poses[self.frames:self.frames + 1]
            demand(listed, "a pose is not that of the list")
        for i, j in self.pairs:
            line, *bounds = self.pair(i, j)
            least = tuple(map(min, least, bounds))
            yield from [line] * (line != "")
        if self.question != DISTANCES:
            text = b"".join(struct.pack("<4I", *contact) for contact in sorted(self.contacts))
            yield f"{len(self.contacts)} {self.what}, sha256:{hashlib.sha256(text).hexdigest()}"
        bounded = least[1] == 0 or least[0] >= 0 and least[1] < math.inf
        demand(self.question != DISTANCES or bounded, "the least distance is not bounded, from below unless it is 0")
        self.hits, self.least = self.hits + (least[1] == 0), tuple(map(min, self.least, least))
        self.listed += len(self.contacts)

    def all_frames(self, poses: list | None) -> Iterator[str]:
        try:
            while (mark := self.integer(1)) == 1:
                yield from (f"frame {self.frames}: {line}" for line in self.frame(poses))
                self.frames += 1
            good = mark == 0 < self.frames == self.integer(8) and not self.data.read(1)
            demand(good, "the proof does not end as it should")
            listed = poses is None or self.moving == 1 and len(poses) == self.frames
            demand(listed, f"{self.moving} bodies move; the list has other poses, of one")
        except ValueError as error:
            raise ValueError(f"frame {self.frames}, byte {self.data.tell()}: {error}") from None

    def verdict(self) -> str:
        word = ("contact" if self.hits else "free") if self.question == NEAR else interval(*self.least)
        if self.question == SOLIDS:
            word = "contact, or a body in another" if self.hits else "free, and no body lies in another"
        elif self.reach > 0:
            word = f"{'some at most' if self.hits else 'all more than'} {self.reach:.17g} apart"
        return (f"verified: {word} (frames: {self.frames}, not free: {self.hits}, {self.what} listed: {self.listed}, "
                f"bodies: {len(self.bodies)}, pairs not looked at: {math.comb(len(self.bodies), 2) - len(self.pairs)})")


def run(arguments: argparse.Namespace) -> int:
    files: dict[bytes, Mesh] = {}
    for path in arguments.meshes:
        sha, mesh = read_mesh(path)
        alike = sha not in files or (files[sha].corners, files[sha].triangles) == (mesh.corners, mesh.triangles)
        demand(alike, f"{path!a} is the same as another file, and is read in another way; expected one extension")
        files[sha] = mesh
    poses = read_poses(arguments.poses) if arguments.poses is not None else None
    proof = Proof(read_file(arguments.proof), files)
    asked = proof.reach if arguments.reach is None else number(arguments.reach.encode())
    good = asked == proof.reach and (arguments.reach is None or proof.question != DISTANCES)
    demand(good, f"the proof is of another question: {proof.question}, with a reach of {proof.reach!r}")
    demand(not arguments.solid or proof.question == SOLIDS, "the proof is not of bodies in others")
    for line in proof.all_frames(poses):
        if arguments.list:
            print(line)
    print(proof.verdict(), flush=True)
    return min(proof.hits, 1)


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
