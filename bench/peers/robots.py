"""Times Pinocchio with Coal (PyPI: pin) on a robot over a table, beside collide.

    COLLIDE_STATES=/tmp go test ./robot -run '^$' -bench States -benchtime 3x
    python3 bench/peers/robots.py bin/collide ROBOT.urdf ROBOT.srdf PACKAGES /tmp/ROBOT.csv

PACKAGES is a folder that holds the packages of the URDF. The pairs of links are those that collide tests. Prints the
processor time a state, yes or no and distances, and the states on which the two disagree.
"""
import csv, json, subprocess, sys, tempfile, time

import coal
import numpy as np
import pinocchio as pin

command, urdf, srdf, packages, states = sys.argv[1:6]

info = json.loads(subprocess.run([command, "info", urdf, "--srdf", srdf, "--format", "json"], capture_output=True, check=True).stdout)
links = list(dict.fromkeys(b["name"] for b in info["bodies"]))
untested = {frozenset((u["a"], u["b"])) for u in info["robot"]["untested"]}

model = pin.buildModelFromUrdf(urdf)
shapes = pin.buildGeomFromUrdf(model, urdf, pin.COLLISION, package_dirs=[packages])
of = {name: [i for i, g in enumerate(shapes.geometryObjects) if model.frames[g.parentFrame].name == name] for name in links}
placement = pin.SE3(np.eye(3), np.array([0, 0, -0.1]))
table = shapes.addGeometryObject(pin.GeometryObject("table", 0, placement, coal.Box(2, 2, 0.1)))
of["table"] = [table]
names = links + ["table"]
for a in range(len(names)):
    for b in range(a + 1, len(names)):
        if frozenset((names[a], names[b])) not in untested:
            for i in of[names[a]]:
                for j in of[names[b]]:
                    shapes.addCollisionPair(pin.CollisionPair(i, j))
data, geometry = model.createData(), shapes.createData()

rows = list(csv.reader(open(states)))
columns = {name: i for i, name in enumerate(rows[0])}
qs = []
copies = {j["name"]: j["copies"] for j in info["robot"]["joints"] if "copies" in j}
for row in rows[1:]:
    q = pin.neutral(model)
    for j in range(1, model.njoints):
        name = model.names[j]
        q[model.joints[j].idx_q] = float(row[columns[copies.get(name, name)]])
    qs.append(q)

for q in qs[:100]:
    pin.computeCollisions(model, data, shapes, geometry, q, True)
start = time.process_time()
found = [pin.computeCollisions(model, data, shapes, geometry, q, True) for q in qs]
print(f"pinocchio {pin.__version__}, coal {coal.__version__}: {1e6 * (time.process_time() - start) / len(qs):.1f} µs a state, yes or no")
some = qs[:1000]
start = time.process_time()
for q in some:
    pin.computeDistances(model, data, shapes, geometry, q)
print(f"computeDistances: {1e6 * (time.process_time() - start) / len(some):.1f} µs a state")

with tempfile.NamedTemporaryFile("w", suffix=".obj") as box:
    corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-0.15, -0.05)]
    faces = [(1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4)]
    box.write("".join("v %r %r %r\n" % c for c in corners) + "".join("f %d %d %d %d\n" % f for f in faces))
    box.flush()
    run = subprocess.run([command, "trajectory", urdf, box.name, "--srdf", srdf, "--states", states, "--first", "--format", "json"], capture_output=True, text=True)
ours = [json.loads(line)["verdict"] == "contact" for line in run.stdout.splitlines()]
differ = [i for i, (a, b) in enumerate(zip(ours, found)) if a != b]
print(f"{sum(ours)} of {len(ours)} states in contact; the two differ in {len(differ)}: {differ[:20]}")
