package world

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
	"github.com/collide-go/collide/mesh"
)

func oneTriangle() *Model {
	return NewModel(&mesh.Mesh{Vertices: []geom.Vec{{}, {X: 1}, {Y: 1}}, Triangles: [][3]uint32{{0, 1, 2}}})
}

// A build that runs when vertices are set ends first, and what it made follows.
func TestVerticesWaitForABuild(t *testing.T) {
	t.Parallel()
	m := oneTriangle()
	var c Cache[int]
	begun, goOn, set := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go c.Get(m, func() *int { close(begun); <-goOn; return new(int) }, func(v *int) bool { *v++; return true })
	<-begun
	go func() { set <- m.SetVertices(m.mesh.Vertices) }()
	select {
	case err := <-set:
		t.Fatalf("the vertices were set during a build: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	close(goOn)
	if err := <-set; err != nil || c.Load() == nil || *c.Load() != 1 {
		t.Errorf("%v, %v", c.Load(), err)
	}
}

// A build that a stopped query left behind may begin only while vertices are being set: it
// waits, so that it reads the new ones and what it makes is not missed.
func TestBuildWaitsForVertices(t *testing.T) {
	t.Parallel()
	m := oneTriangle()
	var first, late Cache[int]
	var setting, early atomic.Bool
	built := make(chan struct{})
	first.Get(m, func() *int { return new(int) }, func(*int) bool {
		setting.Store(true)
		go func() {
			defer close(built)
			late.Get(m, func() *int { early.Store(setting.Load()); return new(int) }, nil)
		}()
		time.Sleep(20 * time.Millisecond)
		setting.Store(false)
		return true
	})
	if err := m.SetVertices([]geom.Vec{{}, {X: 2}, {Y: 2}}); err != nil {
		t.Fatal(err)
	}
	if <-built; early.Load() || late.Load() == nil {
		t.Errorf("built while the vertices were set: %v; there: %v", early.Load(), late.Load() != nil)
	}
}

// Builds that stopped queries left behind, and vertices that are set at once: what is there
// in the end is of the last vertices.
func TestBuildsLeftBehind(t *testing.T) {
	t.Parallel()
	m := NewModel(grid(24))
	v := append([]geom.Vec(nil), m.mesh.Vertices...)
	for round := range 60 {
		done := make(chan struct{}, 3)
		for _, build := range []func(){func() { m.leafTriangles(1) }, func() { m.Wide(1) }, func() { m.Solid(1) }} {
			go func() { build(); done <- struct{}{} }()
		}
		for i := range v {
			v[i].X += float64(round % 7)
		}
		if err := m.SetVertices(v); err != nil {
			t.Fatal(err)
		}
		for range cap(done) {
			<-done
		}
		tr, leaves := m.Tree(1), m.leafTriangles(1)
		if err := tr.Validate(m.Boxes()); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		for k, i := range tr.Order {
			if leaves[k] != m.mesh.Triangle(int(i)) {
				t.Fatalf("round %d: leaf %d has the triangle of other vertices", round, k)
			}
		}
		if round%3 == 0 {
			m = NewModel(&mesh.Mesh{Vertices: append([]geom.Vec(nil), v...), Triangles: m.mesh.Triangles})
		}
	}
}

// grid is a bumpy square of 2n² triangles.
func grid(n int) *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := range n + 1 {
		for j := range n + 1 {
			m.Vertices = append(m.Vertices, geom.Vec{X: float64(i), Y: float64(j), Z: float64((i*7 + j*3) % 5)})
		}
	}
	for i := range n {
		for j := range n {
			a := uint32(i*(n+1) + j)
			b := a + uint32(n) + 1
			m.Triangles = append(m.Triangles, [3]uint32{a, b, a + 1}, [3]uint32{a + 1, b, b + 1})
		}
	}
	return m
}

// TestOrientedIsOfTheVertices: a build of the boxes for kernels that a stopped query left behind, and that begins only after other
// vertices were set, does not keep boxes of the vertices before.
func TestOrientedIsOfTheVertices(t *testing.T) {
	t.Parallel()
	m := NewModel(grid(91)) // more than maxInlineTriangles
	w := New(&Settings{Workers: 1}, 1, 1, 0)
	w.Stats = &Stats{}
	if _, err := w.Add(&Body{Shape: m, Pose: geom.Identity}); err != nil {
		t.Fatal(err)
	}
	small := grid(2) // whose hierarchy takes less time
	m.obb.Get(m, func() *tree.Of[volume.OBB] {
		return tree.BuildOBB(&tree.Soup{Vertices: small.Vertices, Triangles: small.Triangles}, tree.OBBOptions{})
	}, nil)
	m.oriented.mu.Lock() // another query builds for a while
	w.Start(t.Context(), 5*time.Millisecond, 0)
	if o := w.Oriented(0); o != nil {
		t.Fatal("the query was not stopped")
	}
	v := append([]geom.Vec(nil), m.mesh.Vertices...)
	for i := range v {
		v[i].X += 1000
	}
	if err := m.SetVertices(v); err != nil {
		t.Fatal(err)
	}
	m.oriented.mu.Unlock()
	for range 10 { // the build that was left behind begins
		time.Sleep(time.Millisecond)
		if m.oriented.Load() != nil {
			t.Fatal("boxes of vertices that were replaced")
		}
	}
}
