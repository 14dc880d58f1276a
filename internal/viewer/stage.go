package viewer

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/shape"
)

// stage is the bodies of a film as a page gets to know them, once.
type stage struct {
	bodies []sim.Body
	files  []string
	walls  *geom.AABB
	// Pages draw in stage coordinates, (v − origin)·scale: the middle of everything
	// is 0 and its extents are around 10, whatever unit and place the scene is in.
	origin geom.Vec
	scale  float64
	box    geom.AABB
	// centers are the points of the shapes, in their own coordinates, that become
	// 0 in what a page gets: coordinates far from 0 would lose digits in float32.
	centers []geom.Vec
	// meshOf is the mesh a body is drawn with, shapeNone for a sphere or box.
	meshOf []int
	meshes []*mesh.Mesh
	// deforming lists the bodies whose meshes change.
	deforming []int
}

// stageJSON is the first part of the scene message. Bodies are columns: a scene
// may have many.
type stageJSON struct {
	Title    string       `json:"title"`
	Version  string       `json:"version"`
	Film     string       `json:"film"`
	Frames   int          `json:"frames"`
	DT       float64      `json:"dt"`
	Up       [3]float64   `json:"up"`
	Origin   [3]float64   `json:"origin"`
	Scale    float64      `json:"scale"`
	Min      [3]float64   `json:"min"`
	Max      [3]float64   `json:"max"`
	Counters []string     `json:"counters"`
	Methods  []methodJSON `json:"methods"`
	Levels   int          `json:"levels"`
	Self     bool         `json:"self"`
	Walls    *wallsJSON   `json:"walls,omitempty"`
	Cameras  []cameraJSON `json:"cameras"`
	Check    *checkJSON   `json:"check,omitempty"`
	Track    *trackJSON   `json:"track,omitempty"`
	Joints   *Joints      `json:"joints,omitempty"`
	Reach    string       `json:"reach,omitempty"` // the clearance in words, "" for none
	Proof    *proofJSON   `json:"proof,omitempty"`
	Bodies   bodiesJSON   `json:"bodies"`
	Meshes   []meshJSON   `json:"meshes"`
}

type methodJSON struct {
	Name     string            `json:"name"`
	Summary  string            `json:"summary"`
	Source   string            `json:"source"`
	Backends []collide.Backend `json:"backends"`
}

// wallsJSON is the box between the walls.
type wallsJSON struct {
	Min [3]float64 `json:"min"`
	Max [3]float64 `json:"max"`
}

// cameraJSON is a place to look from, in stage coordinates; the angle is in degrees.
type cameraJSON struct {
	Name   string     `json:"name"`
	Eye    [3]float64 `json:"eye"`
	Target [3]float64 `json:"target"`
	Angle  float64    `json:"angle"`
}

// bodiesJSON holds a value per body in each column.
type bodiesJSON struct {
	Names []string `json:"names"`
	Files []string `json:"files"`
	// File is an index into Files.
	File []int `json:"file"`
	// Mesh is an index into the meshes, shapeSphere or shapeBox.
	Mesh []int `json:"mesh"`
	// Size is what a unit sphere or the cube [-1, 1]³ is scaled by, three numbers a
	// body; 1 for meshes.
	Size      []float64 `json:"size"`
	Immovable []int     `json:"immovable"` // indices
	// Endless are the indices of the half spaces, of which the mesh is a part of their plane.
	Endless []int `json:"endless,omitempty"`
	// Kind is that of sim.Body: 0 solid, 1 wall, 2 water, 3 flame.
	Kind []int `json:"kind"`
	// Triangles is the number of triangles of a mesh, 0 for a solid.
	Triangles []int `json:"triangles"`
	// Color is 0xRRGGBB, 0 where the page chooses; there may be none.
	Color []uint32 `json:"color,omitempty"`
}

// meshJSON reports where in the second part a mesh's arrays are.
type meshJSON struct {
	Vertices  span `json:"vertices"`  // float32 × 3
	Triangles span `json:"triangles"` // uint32 × 3
	Deforms   bool `json:"deforms"`
}

// span is count numbers from byte at on.
type span struct {
	At    int `json:"at"`
	Count int `json:"count"`
}

const (
	shapeSphere = -1
	shapeBox    = -2
	shapeNone   = -3 // in a scene message, a body that is not drawn
)

// errTooLarge is for scenes that no browser would hold.
var errTooLarge = errors.New("too large to view")

// maxScene bounds the scene message in bytes.
const maxScene = 1 << 30

// newStage takes stock of bodies under poses; files and walls may be nil.
func newStage(bodies []sim.Body, poses []geom.Pose, files []string, walls *geom.AABB) *stage {
	none := geom.EmptyAABB()
	return newStageAround(bodies, poses, files, walls, &none)
}

// newStageAround is newStage with room for a box, too.
func newStageAround(bodies []sim.Body, poses []geom.Pose, files []string, walls, room *geom.AABB) *stage {
	if walls == nil {
		walls = between(bodies, poses)
	}
	s := &stage{
		bodies: bodies, files: files, walls: walls, box: geom.EmptyAABB(),
		meshOf: make([]int, len(bodies)), centers: make([]geom.Vec, len(bodies)),
	}
	for i := range bodies {
		if bodies[i].Kind != sim.Wall && !endless(bodies[i].Shape) {
			local := localBox(bodies[i].Shape)
			s.box.Include(posedBox(&poses[i], &local))
		}
	}
	if walls != nil {
		s.box.Include(walls)
	}
	if !room.IsEmpty() {
		s.box.Include(room)
	}
	s.draw(poses)
	if s.box.IsEmpty() {
		s.box = geom.AABB{}
	}
	s.origin, s.scale = geom.Vec{}, 1
	if s.box.Center().IsFinite() {
		s.origin = s.box.Center()
	}
	reach := s.box.Max.Scale(0.5).Sub(s.box.Min.Scale(0.5)).MaxAbs()
	if reach > 0 && reach <= math.MaxFloat64 {
		_, e := math.Frexp(reach)
		s.scale = math.Ldexp(1, min(max(3-e, -1000), 1000))
	}
	return s
}

// draw finds the meshes that the bodies are drawn with.
func (s *stage) draw(poses []geom.Pose) {
	made := drawing{room: roomOf(s.box, s.bodies, poses), index: map[*mesh.Mesh]int{}, alike: map[collide.Shape]*mesh.Mesh{}}
	for i := range s.bodies {
		b := &s.bodies[i]
		m := made.mesh(b.Shape, &poses[i])
		local := localBox(b.Shape)
		switch {
		case endless(b.Shape) && m != nil:
			local = m.Bounds()
			s.box.Include(posedBox(&poses[i], &local))
		case endless(b.Shape):
			local = geom.AABB{}
		}
		s.centers[i], s.meshOf[i] = local.Center(), shapeNone
		if m != nil {
			k, known := made.index[m]
			if !known {
				k = len(s.meshes)
				made.index[m], s.meshes = k, append(s.meshes, m)
			}
			s.meshOf[i] = k
		}
		if b.Deforms {
			s.deforming = append(s.deforming, i)
		}
	}
}

// point returns a world point in stage coordinates.
func (s *stage) point(v geom.Vec) geom.Vec {
	v = v.Sub(s.origin)
	return geom.Vec{X: v.X * s.scale, Y: v.Y * s.scale, Z: v.Z * s.scale}
}

// appendPoint appends a world point.
func (s *stage) appendPoint(dst []float32, v geom.Vec) []float32 { return appendVec(dst, s.point(v)) }

func appendVec(dst []float32, v geom.Vec) []float32 {
	return append(dst, float32(v.X), float32(v.Y), float32(v.Z))
}

// appendPose appends the pose of body i.
func (s *stage) appendPose(dst []float32, i int, p *geom.Pose) []float32 {
	return appendMatrix(dst, &p.R, s.point(p.Apply(s.centers[i])))
}

// appendMatrix appends the rows of [R|t].
func appendMatrix(dst []float32, r *geom.Mat, t geom.Vec) []float32 {
	return append(dst,
		float32(r[0]), float32(r[1]), float32(r[2]), float32(t.X),
		float32(r[3]), float32(r[4]), float32(r[5]), float32(t.Y),
		float32(r[6]), float32(r[7]), float32(r[8]), float32(t.Z))
}

// appendVertices appends the vertices of body i's mesh.
func (s *stage) appendVertices(dst []float32, i int) []float32 {
	for _, v := range s.meshes[s.meshOf[i]].Vertices {
		v = v.Sub(s.centers[i])
		dst = append(dst, float32(v.X*s.scale), float32(v.Y*s.scale), float32(v.Z*s.scale))
	}
	return dst
}

func meshOf(s collide.Shape) *mesh.Mesh {
	if m, ok := s.(*collide.Model); ok {
		return m.Mesh()
	}
	return nil
}

func localBox(s collide.Shape) geom.AABB {
	switch s := s.(type) {
	case shape.Sphere:
		b := geom.Sphere{Center: s.Center, Radius: s.Radius}
		return b.Bounds()
	case shape.Box:
		c := s.Corners()
		return geom.BoundsOf(c[:])
	case *collide.Model:
		return s.Mesh().Bounds()
	}
	return s.Bounds()
}

// posedBox returns a box around a posed box, for looks only.
func posedBox(p *geom.Pose, b *geom.AABB) *geom.AABB {
	abs := p.R.Abs()
	c, e := p.Apply(b.Center()), abs.MulVec(b.Max.Scale(0.5).Sub(b.Min.Scale(0.5))) // the whole size may be infinite
	return &geom.AABB{Min: c.Sub(e), Max: c.Add(e)}
}

// between returns the space that walls enclose, nil without walls. A wall is thin
// along one axis and as wide as all of them along the others.
func between(bodies []sim.Body, poses []geom.Pose) *geom.AABB {
	outer := geom.EmptyAABB()
	var walls []geom.AABB
	for i := range bodies {
		if bodies[i].Kind == sim.Wall {
			local := localBox(bodies[i].Shape)
			walls = append(walls, *posedBox(&poses[i], &local))
			outer.Include(&walls[len(walls)-1])
		}
	}
	if len(walls) == 0 {
		return nil
	}
	lo, hi := vectorOf(outer.Min), vectorOf(outer.Max)
	all := vectorOf(outer.Size())
	for i := range walls {
		size, axis := vectorOf(walls[i].Size()), 0
		for k := range 3 {
			if size[k]*all[axis] < size[axis]*all[k] {
				axis = k
			}
		}
		if walls[i].Center().At(axis) < outer.Center().At(axis) {
			lo[axis] = max(lo[axis], walls[i].Max.At(axis))
		} else {
			hi[axis] = min(hi[axis], walls[i].Min.At(axis))
		}
	}
	return &geom.AABB{Min: geom.Vec{X: lo[0], Y: lo[1], Z: lo[2]}, Max: geom.Vec{X: hi[0], Y: hi[1], Z: hi[2]}}
}

// describe fills in what the scene message says of the bodies.
func (s *stage) describe(j *stageJSON) {
	j.Origin, j.Scale, j.Min, j.Max = vectorOf(s.origin), s.scale, vectorOf(s.point(s.box.Min)), vectorOf(s.point(s.box.Max))
	if s.walls != nil {
		j.Walls = &wallsJSON{vectorOf(s.point(s.walls.Min)), vectorOf(s.point(s.walls.Max))}
	}
	j.Counters = counterNames[:]
	files := map[string]int{}
	b := &j.Bodies
	for i := range s.bodies {
		p := &s.bodies[i]
		file := ""
		if i < len(s.files) {
			file = filepath.ToSlash(s.files[i])
		}
		k, known := files[file]
		if !known {
			k = len(b.Files)
			files[file], b.Files = k, append(b.Files, file)
		}
		b.Names, b.File, b.Kind = append(b.Names, p.Name), append(b.File, k), append(b.Kind, int(p.Kind))
		size, kind, triangles := geom.Vec{X: 1, Y: 1, Z: 1}, s.meshOf[i], 0
		if endless(p.Shape) {
			b.Endless = append(b.Endless, i)
		}
		switch shape := p.Shape.(type) {
		case shape.Sphere:
			size, kind = size.Scale(shape.Radius*s.scale), shapeSphere
		case shape.Box:
			size, kind = shape.Size.Scale(0.5*s.scale), shapeBox
		case *collide.Model:
			triangles = len(shape.Mesh().Triangles)
		}
		b.Mesh, b.Triangles = append(b.Mesh, kind), append(b.Triangles, triangles)
		b.Size = append(b.Size, size.X, size.Y, size.Z)
		if p.Immovable {
			b.Immovable = append(b.Immovable, i)
		}
	}
}

// encode writes the scene message: kind, length of the JSON, JSON padded to four
// bytes, arrays.
func (s *stage) encode(j *stageJSON) ([]byte, error) {
	s.describe(j)
	var arrays []byte
	deforms, bodyOf := map[int]bool{}, map[int]int{}
	for i, k := range s.meshOf {
		if k >= 0 {
			bodyOf[k], deforms[k] = i, deforms[k] || s.bodies[i].Deforms
		}
	}
	var buffer []float32
	for k, m := range s.meshes {
		if len(arrays)+12*len(m.Vertices)+12*len(m.Triangles) > maxScene {
			return nil, fmt.Errorf("%w: meshes of more than %d MiB", errTooLarge, maxScene>>20)
		}
		mj := meshJSON{Deforms: deforms[k], Vertices: span{len(arrays), 3 * len(m.Vertices)}}
		buffer = s.appendVertices(buffer[:0], bodyOf[k])
		arrays = appendFloats(arrays, buffer)
		mj.Triangles = span{len(arrays), 3 * len(m.Triangles)}
		for _, t := range m.Triangles {
			arrays = appendWords(arrays, t[:]...)
		}
		j.Meshes = append(j.Meshes, mj)
	}
	arrays = j.Proof.appendOrders(arrays)
	text, err := json.Marshal(j)
	if err != nil {
		return nil, fmt.Errorf("describing the scene: %w", err)
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	msg := appendWords(make([]byte, 0, 8+len(text)+len(arrays)), kindScene, uint32(len(text)))
	return append(append(msg, text...), arrays...), nil
}

// vectorOf returns the components, as near as JSON has them, which knows no infinity: what is so far away is not seen.
func vectorOf(v geom.Vec) [3]float64 {
	at := [3]float64{v.X, v.Y, v.Z}
	for k, x := range at {
		if at[k] = max(-math.MaxFloat64, min(x, math.MaxFloat64)); x != x {
			at[k] = 0
		}
	}
	return at
}
