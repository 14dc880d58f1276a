package predicate

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/collide-go/collide/geom"
)

const reported = "../../testdata/reported"

// reportedRow is a triangle pair with its exact answer.
type reportedRow struct {
	ID   string        `json:"id"`
	T    [2][9]float64 `json:"t"`
	Hit  bool          `json:"hit"`
	Kind string        `json:"kind"`
	Sub  string        `json:"sub"`
}

func triangleOf(c [9]float64) (t geom.Triangle) {
	for i := range t {
		t[i] = geom.Vec{X: c[3*i], Y: c[3*i+1], Z: c[3*i+2]}
	}
	return t
}

func readReported(t *testing.T, name string) (rows []reportedRow) {
	t.Helper()
	f, err := os.Open(filepath.Join(reported, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for s := bufio.NewScanner(z); s.Scan(); {
		var r reportedRow
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			t.Fatalf("%s, row %d: %v", name, len(rows)+1, err)
		}
		rows = append(rows, r)
	}
	return rows
}

// Every row is asked in all 36 orders of corners, both ways round, and its
// intersection must be empty exactly when the answer is no.
func TestReportedPairs(t *testing.T) {
	for name, want := range map[string]int{"lattice.ndjson.gz": 2140, "moved.ndjson.gz": 2140, "ulp.ndjson.gz": 1008} {
		rows := readReported(t, name)
		if len(rows) != want {
			t.Errorf("%s has %d rows, want %d", name, len(rows), want)
		}
		for _, r := range rows {
			p, q := triangleOf(r.T[0]), triangleOf(r.T[1])
			everyOrder(&p, func(p2 *geom.Triangle) {
				everyOrder(&q, func(q2 *geom.Triangle) {
					if TriangleTriangle(p2, q2) != r.Hit || TriangleTriangle(q2, p2) != r.Hit {
						t.Errorf("%s %s (%s): want %v for %v, %v", name, r.ID, r.Kind, r.Hit, *p2, *q2)
					}
				})
			})
			if k := Intersect(&p, &q).Kind; (k != Apart) != r.Hit {
				t.Errorf("%s %s (%s): the intersection is %v, but the answer %v", name, r.ID, r.Kind, k, r.Hit)
			}
		}
	}
}

// everyOrder calls f with the six orders of t's corners.
func everyOrder(t *geom.Triangle, f func(*geom.Triangle)) {
	for _, o := range [6][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}} {
		f(&geom.Triangle{t[o[0]], t[o[1]], t[o[2]]})
	}
}

// reportedShape is a sphere, or a box under a pose.
type reportedShape struct {
	Shape        string
	Center, Size [3]float64
	Radius       float64
	Pose         [12]float64
}

func (s *reportedShape) hull() *Hull {
	m := s.Pose
	pose := geom.Pose{
		R: geom.Mat{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]},
		T: geom.Vec{X: m[3], Y: m[7], Z: m[11]},
	}
	return hullOf(boxOf(geom.Vec{X: s.Size[0] / 2, Y: s.Size[1] / 2, Z: s.Size[2] / 2}, &pose)...)
}

func (s *reportedShape) sphere() *geom.Sphere {
	return &geom.Sphere{Center: geom.Vec{X: s.Center[0], Y: s.Center[1], Z: s.Center[2]}, Radius: s.Radius}
}

func meet(a, b *reportedShape) bool {
	switch {
	case a.Shape == "sphere" && b.Shape == "sphere":
		return SphereSphere(a.sphere(), b.sphere())
	case a.Shape == "sphere":
		return HullSphere(b.hull(), a.sphere())
	case b.Shape == "sphere":
		return HullSphere(a.hull(), b.sphere())
	}
	return HullHull(a.hull(), b.hull())
}

// The reported cases of two shapes; those that hang on the last bit of a rounded
// pose only have to be symmetric.
func TestReportedShapes(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(reported, "cases/*/case.json"))
	if err != nil {
		t.Fatal(err)
	}
	tested := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Bodies  []json.RawMessage
			Query   string
			Lastbit bool
			Expect  struct{ Colliding bool }
		}
		var a, b reportedShape
		if err := json.Unmarshal(data, &c); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(c.Bodies) != 2 || json.Unmarshal(c.Bodies[0], &a) != nil || json.Unmarshal(c.Bodies[1], &b) != nil {
			continue // meshes: tested through the whole library
		}
		tested++
		got := meet(&a, &b)
		if got != meet(&b, &a) {
			t.Errorf("%s: not symmetric", name)
		}
		if !c.Lastbit && got != c.Expect.Colliding {
			t.Errorf("%s: %v, want %v", name, got, c.Expect.Colliding)
		}
	}
	if tested < 20 {
		t.Errorf("only %d cases of two shapes found", tested)
	}
}
