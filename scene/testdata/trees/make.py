"""Makes the files of this folder with trimesh and pygltflib, and expected.json: what trimesh finds in them when it reads them back.

    pip install trimesh==5.2.0 pygltflib==1.16.5 numpy lxml networkx
    python make.py

The meshes are boxes and a prism made here; the files have the licence of this repository.
"""
import json
import re
import zipfile
import numpy as np
import pygltflib
import trimesh
from trimesh.transformations import compose_matrix, rotation_matrix

box = trimesh.creation.box(extents=(2, 4, 6))
prism = trimesh.Trimesh([[0, 0, 0], [3, 0, 0], [0, 1, 0], [0, 0, 5], [3, 0, 5], [0, 1, 5]],
                        [[0, 2, 1], [3, 4, 5], [0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [2, 0, 3], [2, 3, 5]])
turn = compose_matrix(angles=(0.3, -0.7, 1.1), translate=(10, 20, 30))


def instanced():
    s = trimesh.Scene()
    s.add_geometry(box, geom_name="box", node_name="left")
    s.add_geometry(prism, geom_name="prism", node_name="top", transform=turn)
    for i in range(3):
        s.graph.update(frame_to=f"bolt {i}", matrix=compose_matrix(translate=(i * 10.0, 0, 0.1)), geometry="box")
    return s


def nested():
    s = trimesh.Scene()
    s.graph.update(frame_to="frame", matrix=turn)  # an empty node
    s.graph.update(frame_to="arm", frame_from="frame", matrix=rotation_matrix(0.5, (1, 2, 3)))
    s.add_geometry(prism, geom_name="prism", node_name="hand", parent_node_name="arm", transform=compose_matrix(translate=(0, 0, 7)))
    s.add_geometry(box, geom_name="box", node_name="elbow", parent_node_name="frame")
    return s


def mirrored():
    s = trimesh.Scene()
    s.add_geometry(prism, geom_name="prism", node_name="right")
    s.graph.update(frame_to="left", matrix=np.diag([-1.0, 1, 1, 1]), geometry="prism")
    s.graph.update(frame_to="long", matrix=np.diag([1.0, 0.5, 3, 1]), geometry="prism")
    return s


scenes = {"instanced": instanced(), "nested": nested(), "mirrored": mirrored()}
for name, s in scenes.items():
    s.export(f"{name}.glb")
scenes["instanced"].export("named.glb", include_normals=True)
# JSON with buffers in files, and in the JSON.
for name, content in trimesh.exchange.gltf.export_gltf(scenes["nested"]).items():
    if name == "model.gltf":
        doc = json.loads(content)
        for i, b in enumerate(doc["buffers"]):
            b["uri"] = f"buffer%20{i}.bin"
        json.dump(doc, open("files.gltf", "w"))
    else:
        open("buffer " + name.removeprefix("gltf_buffer_"), "wb").write(content)
g = pygltflib.GLTF2().load("mirrored.glb")
g.convert_buffers(pygltflib.BufferFormat.DATAURI)
g.save_json("data.gltf")


def raw(name, positions, transform, mode=4, **attributes):
    """A GLB without indices, with translation, rotation and scale in place of a matrix, and an empty node."""
    blob = np.asarray(positions, dtype="<f4").tobytes()
    g = pygltflib.GLTF2(
        scene=0, scenes=[pygltflib.Scene(nodes=[0])],
        nodes=[pygltflib.Node(name="root", children=[1, 2], scale=[2, 2, 2]), pygltflib.Node(name="empty"), pygltflib.Node(name="body", mesh=0, **transform)],
        meshes=[pygltflib.Mesh(primitives=[pygltflib.Primitive(attributes=pygltflib.Attributes(POSITION=0), mode=mode)])],
        accessors=[pygltflib.Accessor(bufferView=0, componentType=5126, count=len(positions), type="VEC3",
                                      max=np.max(positions, axis=0).tolist(), min=np.min(positions, axis=0).tolist())],
        bufferViews=[pygltflib.BufferView(buffer=0, byteLength=len(blob))], buffers=[pygltflib.Buffer(byteLength=len(blob))])
    g.set_binary_blob(blob)
    g.save_binary(name)


raw("unindexed.glb", box.triangles.reshape(-1, 3), {"translation": [1, 2, 3], "rotation": [0, 0.6, 0, 0.8]})
raw("strip.glb", [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 1], [0, 2, 0]], {"rotation": [0.5, 0.5, 0.5, 0.5]}, mode=5)
g = pygltflib.GLTF2().load("unindexed.glb")
g.meshes[0].primitives.append(pygltflib.Primitive(attributes=pygltflib.Attributes(POSITION=0), mode=1))  # lines, which do not count
g.save("lines.glb")

# 3MF: an assembly is an object of components.
for name in ("instanced", "nested", "mirrored"):
    scenes[name].export(f"{name}.3mf")
with zipfile.ZipFile("nested.3mf") as old, zipfile.ZipFile("inches.3mf", "w", zipfile.ZIP_DEFLATED) as new:
    for e in old.namelist():
        content = old.read(e)
        new.writestr(e, re.sub(rb'unit="[a-z]*"', b'unit="inch"', content) if e.endswith(".model") else content)

files = [  # trimesh makes two nodes of a mesh with triangles and lines: body and body_…
         "instanced.glb", "nested.glb", "mirrored.glb", "named.glb", "files.gltf", "data.gltf", "unindexed.glb", "strip.glb", "lines.glb",
         "instanced.3mf", "nested.3mf", "mirrored.3mf", "inches.3mf"]
expected = {}
for name in files:
    # trimesh does not decode the names of buffers
    s = trimesh.load({"files.gltf": "nested.glb"}.get(name, name), process=False)
    bodies = []
    for node in s.graph.nodes_geometry:
        matrix, geometry = s.graph[node]
        m = s.geometry[geometry]
        if not hasattr(m, "faces"):
            continue
        points = trimesh.transform_points(m.vertices, matrix)[m.faces].reshape(-1, 3)
        bodies.append({"name": node.split("_")[0], "triangles": len(m.faces), "min": points.min(axis=0).tolist(), "max": points.max(axis=0).tolist(), "sum": points.sum(axis=0).tolist()})
    expected[name] = {"unit": s.units, "bodies": sorted(bodies, key=lambda b: b["name"])}
json.dump(expected, open("expected.json", "w"), indent=1, sort_keys=True)
