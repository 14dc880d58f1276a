package multiprocess

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// The messages between the processes of multiprocess. Numbers are little-endian.
const (
	// sayHello, worker to master: the text of protocol.
	sayHello byte = iota
	// sayBodies, once: the models with their trees' topology, the bodies.
	sayBodies
	// sayFrame: the frame's number, its flags, how many contacts a worker may list, what deformed and what moved.
	sayFrame
	// sayTasks: the frame's number, the first task's, pairs of nodes to search.
	sayTasks
	// sayResult answers tasks: counters and contacts.
	sayResult
	// sayClaim, worker to master: steps are wanted.
	sayClaim
	// sayGrant answers a claim: the number of steps granted, 0 for no more.
	sayGrant
	// sayStop: the frame's number; its tasks may end without being done.
	sayStop
	// sayFound, worker to master: some contacts of tasks, more to come.
	sayFound
	// sayBeat, worker to master, empty: the worker is alive and has work.
	sayBeat
	// saySearch, before sayBodies, if at all: threads of the process and Options.Search.
	saySearch
	// sayFull, worker to master: the frame's number; the worker has listed as many contacts as it may, and tasks end without
	// being done.
	sayFull
)

// protocol names the protocol and its version.
const protocol = "collide worker 4"

// contactsPerMessage is the largest number of contacts in a message. At 16 bytes each they
// fill half of procs.Longest.
const contactsPerMessage = procs.Longest / 32

// Flags of a frame.
const (
	flagFirst = 1 << iota
	flagLimited
)

var wire = binary.LittleEndian

func appendFloats(b []byte, x ...float64) []byte {
	for _, f := range x {
		b = wire.AppendUint64(b, math.Float64bits(f))
	}
	return b
}

func appendVecs(b []byte, v []geom.Vec) []byte {
	b = wire.AppendUint32(b, uint32(len(v)))
	for i := range v {
		b = appendFloats(b, v[i].X, v[i].Y, v[i].Z)
	}
	return b
}

func decodeVecs(d *procs.Decoder) []geom.Vec {
	v := make([]geom.Vec, d.Count(24))
	for i := range v {
		v[i] = decodeVec(d)
	}
	return v
}

func decodeVec(d *procs.Decoder) geom.Vec {
	return geom.Vec{X: d.Float64(), Y: d.Float64(), Z: d.Float64()}
}

// appendModel writes a mesh and the topology of its tree, so that all processes
// have the same tree; the boxes follow from the vertices.
func appendModel(b []byte, m *mesh.Mesh, t *tree.Tree) []byte {
	b = appendVecs(b, m.Vertices)
	b = wire.AppendUint32(b, uint32(len(m.Triangles)))
	for _, c := range m.Triangles {
		b = wire.AppendUint32(wire.AppendUint32(wire.AppendUint32(b, c[0]), c[1]), c[2])
	}
	b = wire.AppendUint32(b, uint32(len(t.Nodes)))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		b = wire.AppendUint32(wire.AppendUint32(wire.AppendUint32(b, uint32(n.Child)), uint32(n.First)), uint32(n.Count))
	}
	for _, i := range t.Order {
		b = wire.AppendUint32(b, i)
	}
	return b
}

func decodeModel(d *procs.Decoder) (*world.Model, error) {
	m := &mesh.Mesh{Vertices: decodeVecs(d)}
	m.Triangles = make([][3]uint32, d.Count(12))
	for i := range m.Triangles {
		m.Triangles[i] = [3]uint32{d.Uint32(), d.Uint32(), d.Uint32()}
	}
	t := &tree.Tree{Nodes: make([]tree.Node, d.Count(12)), Order: make([]uint32, len(m.Triangles))}
	for i := range t.Nodes {
		t.Nodes[i].Child, t.Nodes[i].First, t.Nodes[i].Count = int32(d.Uint32()), int32(d.Uint32()), int32(d.Uint32())
	}
	for i := range t.Order {
		t.Order[i] = d.Uint32()
	}
	if err := d.Err(); err != nil {
		return nil, err
	}
	model := world.NewModel(m)
	if err := model.Check(); err != nil {
		return nil, err
	}
	if err := sound(t); err != nil {
		return nil, err
	}
	boxes := model.Boxes()
	t.Refit(boxes)
	if err := t.Validate(boxes); err != nil {
		return nil, err
	}
	model.TakeTree(t)
	return model, nil
}

// sound reports indices that Refit and Validate would follow out of the tree.
func sound(t *tree.Tree) error {
	if len(t.Nodes) == 0 {
		return fmt.Errorf("%w: a tree without nodes", procs.ErrFormat)
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		last, size := int64(n.Child)+1, len(t.Nodes)
		if n.Count != 0 {
			last, size = int64(n.First)+int64(n.Count)-1, len(t.Order)
		}
		if n.Count < 0 || n.First < 0 || n.Count == 0 && int(n.Child) <= i || last >= int64(size) {
			return fmt.Errorf("%w: node %d of %d: child %d, primitives %d from %d", procs.ErrFormat, i, len(t.Nodes), n.Child, n.Count, n.First)
		}
	}
	for _, p := range t.Order {
		if int(p) >= len(t.Order) {
			return fmt.Errorf("%w: primitive %d of %d", procs.ErrFormat, p, len(t.Order))
		}
	}
	return nil
}

// Kinds of bodies.
const (
	meshBody byte = iota
	sphereBody
	boxBody
	capsuleBody
	cylinderBody
	convexBody
	halfSpaceBody
	coneBody
)

// appendBodies writes all bodies at the identity; poses come with frames.
func appendBodies(b []byte, w *world.World, models []*world.Model) []byte {
	number := make(map[*world.Model]uint32, len(models))
	b = wire.AppendUint32(b, uint32(len(models)))
	for i, m := range models {
		number[m] = uint32(i)
		b = appendModel(b, m.Mesh(), m.Tree(0))
	}
	b = wire.AppendUint32(b, uint32(w.Len()))
	for i := range w.Len() {
		switch s := w.Solid(i).(type) {
		case shape.Sphere:
			b = appendFloats(append(b, sphereBody), s.Center.X, s.Center.Y, s.Center.Z, s.Radius)
		case shape.Box:
			b = appendFloats(append(b, boxBody), s.Center.X, s.Center.Y, s.Center.Z, s.Size.X, s.Size.Y, s.Size.Z)
		case shape.Capsule:
			b = appendFloats(append(b, capsuleBody), s.A.X, s.A.Y, s.A.Z, s.B.X, s.B.Y, s.B.Z, s.Radius)
		case shape.Cylinder:
			b = appendFloats(append(b, cylinderBody), s.A.X, s.A.Y, s.A.Z, s.B.X, s.B.Y, s.B.Z, s.Radius)
		case shape.Cone:
			b = appendFloats(append(b, coneBody), s.Base.X, s.Base.Y, s.Base.Z, s.Apex.X, s.Apex.Y, s.Apex.Z, s.Radius)
		case shape.HalfSpace:
			b = appendFloats(append(b, halfSpaceBody), s.Point.X, s.Point.Y, s.Point.Z, s.Normal.X, s.Normal.Y, s.Normal.Z)
		case shape.Convex:
			b = wire.AppendUint32(append(b, convexBody), uint32(len(s.Points)))
			for _, p := range s.Points {
				b = appendFloats(b, p.X, p.Y, p.Z)
			}
		default:
			b = wire.AppendUint32(append(b, meshBody), number[w.Model(i)])
		}
	}
	return b
}

func decodeBodies(d *procs.Decoder) ([]*world.Model, []world.Body, error) {
	models := make([]*world.Model, d.Count(12))
	for i := range models {
		var err error
		if models[i], err = decodeModel(d); err != nil {
			return nil, nil, fmt.Errorf("model %d: %w", i, err)
		}
	}
	bodies := make([]world.Body, d.Count(5))
	for i := range bodies {
		switch kind := d.Byte(); kind {
		case sphereBody:
			bodies[i].Shape = shape.Sphere{Center: decodeVec(d), Radius: d.Float64()}
		case boxBody:
			bodies[i].Shape = shape.Box{Center: decodeVec(d), Size: decodeVec(d)}
		case capsuleBody:
			bodies[i].Shape = shape.Capsule{A: decodeVec(d), B: decodeVec(d), Radius: d.Float64()}
		case cylinderBody:
			bodies[i].Shape = shape.Cylinder{A: decodeVec(d), B: decodeVec(d), Radius: d.Float64()}
		case coneBody:
			bodies[i].Shape = shape.Cone{Base: decodeVec(d), Apex: decodeVec(d), Radius: d.Float64()}
		case halfSpaceBody:
			bodies[i].Shape = shape.HalfSpace{Point: decodeVec(d), Normal: decodeVec(d)}
		case convexBody:
			points := make([]geom.Vec, d.Count(24))
			for k := range points {
				points[k] = decodeVec(d)
			}
			bodies[i].Shape = shape.Convex{Points: points}
		case meshBody:
			k := d.Uint32()
			if int64(k) >= int64(len(models)) {
				return nil, nil, fmt.Errorf("%w: body %d has model %d of %d", procs.ErrFormat, i, k, len(models))
			}
			bodies[i].Shape = models[k]
		default:
			return nil, nil, fmt.Errorf("%w: body %d is of kind %d", procs.ErrFormat, i, kind)
		}
	}
	return models, bodies, d.End()
}

func appendPose(b []byte, p *geom.Pose) []byte {
	return appendFloats(appendFloats(b, p.R[:]...), p.T.X, p.T.Y, p.T.Z)
}

func decodePose(d *procs.Decoder) geom.Pose {
	var p geom.Pose
	for i := range p.R {
		p.R[i] = d.Float64()
	}
	p.T = decodeVec(d)
	return p
}

// appendTask writes a pair of bodies and the pair of nodes to start from.
func appendTask(b []byte, p broad.Pair, n narrow.NodePair) []byte {
	b = wire.AppendUint32(wire.AppendUint32(b, uint32(p.A)), uint32(p.B))
	return wire.AppendUint32(wire.AppendUint32(b, uint32(n.A)), uint32(n.B))
}

func decodeTask(d *procs.Decoder) (broad.Pair, narrow.NodePair) {
	p := broad.Pair{A: int32(d.Uint32()), B: int32(d.Uint32())}
	return p, narrow.NodePair{A: int32(d.Uint32()), B: int32(d.Uint32())}
}

func appendContact(b []byte, c world.Contact) []byte {
	b = wire.AppendUint32(wire.AppendUint32(b, c.BodyA), c.TriA)
	return wire.AppendUint32(wire.AppendUint32(b, c.BodyB), c.TriB)
}

func decodeContact(d *procs.Decoder) world.Contact {
	return world.Contact{BodyA: d.Uint32(), TriA: d.Uint32(), BodyB: d.Uint32(), TriB: d.Uint32()}
}

// appendCounters writes the counters of a worker.
func appendCounters(b []byte, s *world.Stats) []byte {
	for _, n := range [7]int64{s.BVTests, s.PrimitiveTests, s.Adaptive, s.Exact, s.BVUpdates, s.Witnesses, s.WitnessTests} {
		b = wire.AppendUint64(b, uint64(n))
	}
	return b
}

func decodeCounters(d *procs.Decoder, s *world.Stats) {
	s.BVTests += int64(d.Uint64())
	s.PrimitiveTests += int64(d.Uint64())
	s.Adaptive += int64(d.Uint64())
	s.Exact += int64(d.Uint64())
	s.BVUpdates += int64(d.Uint64())
	s.Witnesses += int64(d.Uint64())
	s.WitnessTests += int64(d.Uint64())
}
