"""Times deforming.Detect beside a refit of Embree and additive continuous collision detection on the candidates of that
(Li, Kaufman and Jiang, "Codimensional Incremental Potential Contact", 2021; PyPI: ipctk).

    apt-get install g++ libembree-dev libtbb-dev; pip install ipctk numpy
    python3 bench/peers/deforming/measure.py [ROUNDS]

runs in the root of a checkout. Two rings of 35,000 triangles each, of which all vertices move between the two frames: pairs
of triangles of different rings, and with "self" those of one ring, too. One thread everywhere, processor time, ROUNDS (3) rounds
that take turns, the least of each. ACCD gets every pair of an edge and an edge, or of a vertex and a triangle, of the candidates once,
in two ways. "Until" is one call in C++ for all of them, which returns how far all may go: it stops at the first contact of a
candidate, and follows later ones until then only. "All" asks for each one, which is what finds the whole set, as collide does: a call
from Python each, less a call for the same points at rest; of more than SAMPLE candidates, a sample. collide answers for
triangles that share a corner, too, which the candidates leave out.
"""
import os, pathlib, resource, subprocess, sys, tempfile, time

import ipctk
import numpy as np

here = pathlib.Path(__file__).parent
rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
SAMPLE = 100_000


def run(*words, **more):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=True, **more).stdout


def read(path):
    raw = path.read_bytes()
    n, m = np.frombuffer(raw, "<u4", 2)
    at = np.frombuffer(raw, "<f8", 6 * n, 8).reshape(2, n, 3)
    return at, np.frombuffer(raw, "<u4", 3 * m, 8 + 48 * n).reshape(m, 3)


def primitives(triangles, pairs, edges):
    """Every edge and edge, face and vertex of the pairs of triangles, once."""
    number = {tuple(e): i for i, e in enumerate(edges)}
    of = np.array([[number[tuple(sorted((t[k], t[(k + 1) % 3])))] for k in range(3)] for t in triangles.tolist()])
    a, b = pairs[:, 0], pairs[:, 1]
    ee = np.concatenate([np.sort(np.stack([of[a, i], of[b, j]], 1), 1) for i in range(3) for j in range(3)])
    fv = np.concatenate([np.stack([f, triangles[v, k]], 1) for f, v in ((a, b), (b, a)) for k in range(3)])
    return np.unique(ee, axis=0), np.unique(fv, axis=0)


def main():
    ipctk.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        run("go", "test", "-c", "-o", folder / "ours", "./deforming")
        run("g++", "-std=c++17", "-O3", "-march=native", "-o", folder / "refit", here / "refit.cpp", "-lembree3", "-ltbb")
        print(f"ipctk {ipctk.__version__}, Embree of the system, {rounds} rounds, ms of processor time\n")
        print("| frames | candidates | EE + VF | contacts | Embree | ACCD until | ACCD all | collide | (Embree + until) ÷ collide | (Embree + all) ÷ collide |")
        print("|---|---|---|---|---|---|---|---|---|---|")
        for name in "apart", "through":
            for kind in "pairs", "self":
                print(row(folder, name, kind), flush=True)


def ours(folder, name, kind):
    """Returns milliseconds, of the difference between 13 and 3 operations of the whole process, and the number of contacts."""
    env = os.environ | {"GOMAXPROCS": "1", "COLLIDE_FRAMES": str(folder)}
    used = []
    for n in 3, 13:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        out = run(folder / "ours", "-test.run", "^$", "-test.bench", f"Between/{name}$/{kind}$", "-test.benchtime", f"{n}x", env=env)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    words = next(line for line in out.splitlines() if line.startswith("Benchmark")).split()
    return 1e3 * (used[1] - used[0]) / 10, float(words[words.index("contacts") - 1])


def row(folder, name, kind):
    mine, contacts = ours(folder, name, kind)
    frames = folder / f"{name}.frames"
    at, triangles = read(frames)
    embree = float(run(folder / "refit", frames, folder / "candidates", kind, 3))
    pairs = np.fromfile(folder / "candidates", "<u4").reshape(-1, 2)
    edges = ipctk.edges(triangles.astype(np.int32))
    shape = ipctk.CollisionMesh(at[0], edges, triangles.astype(np.int32))
    ee, fv = primitives(triangles, pairs, edges.tolist())
    candidates = ipctk.Candidates()
    candidates.ee_candidates = [ipctk.EdgeEdgeCandidate(int(i), int(j)) for i, j in ee]
    candidates.fv_candidates = [ipctk.FaceVertexCandidate(int(i), int(j)) for i, j in fv]
    ends = [np.asfortranarray(x) for x in at]
    until, step, every = float("inf"), 1.0, float("inf")
    for k in range(rounds):
        start = time.process_time()
        step = candidates.compute_collision_free_stepsize(shape, *ends, 0.0, ipctk.AdditiveCCD())
        until = min(until, 1e3 * (time.process_time() - start))
        every = min(every, each(at, np.concatenate([edges[ee[:, 0]], edges[ee[:, 1]]], 1), candidates.ee_candidates)
                    + each(at, np.concatenate([fv[:, 1:], triangles[fv[:, 0]]], 1), candidates.fv_candidates))
        if k > 0:
            mine = min(mine, ours(folder, name, kind)[0])
            embree = min(embree, float(run(folder / "refit", frames, folder / "candidates", kind, 3)))
    return (f"| {name}, {kind} | {len(pairs):,} | {len(ee) + len(fv):,} | {contacts:.0f} | {embree:.0f} | {until:.0f} (step {step:.3g}) | {every:.0f} | "
            f"{mine:.0f} | {(embree + until) / mine:.1f} | {(embree + every) / mine:.1f} |")


def each(at, corners, candidates):
    """Returns the milliseconds that ACCD takes for candidates, one call each, without the calls."""
    if len(corners) == 0:
        return 0.0
    some = np.random.default_rng(1).permutation(len(corners))[:SAMPLE]
    first, last = (list(x[corners[some]].reshape(len(some), 12)) for x in at)
    chosen = [candidates[i] for i in some]
    accd, used = ipctk.AdditiveCCD(), []
    for to in last, first:
        start = time.process_time()
        for c, p, q in zip(chosen, first, to):
            c.ccd(p, q, 0.0, 1.0, accd)
        used.append(time.process_time() - start)
    return 1e3 * (used[0] - used[1]) * len(corners) / len(some)


main()
