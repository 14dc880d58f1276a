package proof

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
	"github.com/collide-go/collide/mesh"
)

// smallFile is a proof of two soups in two frames, with what is near in each.
func smallFile(t *testing.T, reach float64) (text []byte, meshes [2]*mesh.Mesh, contacts [][]Contact) {
	t.Helper()
	r := rand.New(rand.NewPCG(25, 31))
	head := &Head{Reach: reach, Moving: 1}
	for i := range meshes {
		meshes[i] = soup(r, 12, true)
		m, err := NewMesh(context.Background(), meshes[i], [32]byte{byte(i)})
		if err != nil {
			t.Fatal(err)
		}
		head.Meshes = append(head.Meshes, m)
		head.Bodies = append(head.Bodies, Body{Name: "soup", Mesh: i, Pose: geom.Identity})
	}
	var out bytes.Buffer
	w := NewWriter(&out, head)
	for _, at := range []geom.Pose{geom.Identity, {R: geom.Identity.R, T: geom.Vec{X: 0.06}}} {
		var near []Contact
		for i := range meshes[0].Triangles {
			for j := range meshes[1].Triangles {
				a, b := meshes[0].Triangle(i), meshes[1].Triangle(j)
				for k := range a {
					a[k] = at.Apply(a[k])
				}
				if _, apart := appendApart(nil, &a, &b, reach); !apart || reach == 0 && predicate.TriangleTriangle(&a, &b) {
					near = append(near, Contact{uint32(i), uint32(j)})
				}
			}
		}
		p := Prover{Reach: reach}
		steps, err := p.Pair(context.Background(), head.Meshes[0], head.Meshes[1], &at, &geom.Identity, near)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Frame([]geom.Pose{at}, steps); err != nil {
			t.Fatal(err)
		}
		contacts = append(contacts, near)
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), meshes, contacts
}

// claims reads a proof and returns the near pairs of its frames, or why it does not hold.
func claims(text []byte, meshes [2]*mesh.Mesh) (found [][]Contact, err error) {
	f, err := Open(text)
	if err != nil {
		return nil, err
	}
	for k := range f.Meshes {
		if err := f.Use(k, meshes[min(k, 1)]); err != nil {
			return nil, err
		}
	}
	for n := range f.Frames() {
		var near []Contact
		err := f.Frame(context.Background(), n, func(Bound) {}, func(s *Step) {
			if !s.Apart {
				near = append(near, Contact{f.Order(f.Bodies[s.A].Mesh)[s.First[0]], f.Order(f.Bodies[s.B].Mesh)[s.First[1]]})
			}
		})
		if err != nil {
			return nil, err
		}
		slices.SortFunc(near, Contact.compare)
		found = append(found, near)
	}
	return found, nil
}

// TestRead: what was written is read, cut short anywhere it is refused, and whatever else is changed in a step or a count is refused, or the
// frames say what they said.
func TestRead(t *testing.T) {
	t.Parallel()
	for _, reach := range []float64{0, 0.01} {
		text, meshes, want := smallFile(t, reach)
		found, err := claims(text, meshes)
		if err != nil || len(want[0]) == 0 || !slices.EqualFunc(found, want, slices.Equal) {
			t.Fatalf("%v: %v, want %v", err, found, want)
		}
		for n := range text {
			if _, err := Open(text[:n]); err == nil {
				t.Fatalf("cut to %d of %d bytes", n, len(text))
			}
		}
		if _, err := Open(append(slices.Clone(text), 0)); err == nil {
			t.Error("with a byte more")
		}
		f, _ := Open(text)
		refused, steps := 0, f.frames[0]+96
		for at := steps; at < len(text); at += 5 {
			other := slices.Clone(text)
			if other[at] ^= 1 << (at % 8); at < f.frames[1]+96 && at >= f.frames[1] {
				continue // another pose is another question
			}
			if found, err := claims(other, meshes); err != nil {
				refused++
			} else if !slices.EqualFunc(found, want, slices.Equal) {
				t.Fatalf("bit %d of byte %d: %v, want %v", at%8, at, found, want)
			}
		}
		if all := (len(text) - steps - 96) / 5; refused < all/2 {
			t.Errorf("%d of %d changes are refused", refused, all)
		}
	}
}

// TestReadClaims: a direction one unit in the last place from a tie decides, in whole numbers.
func TestReadClaims(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		z, reach float64
		want     bool
	}{{1, 1, false}, {1 + 0x1p-52, 1, true}, {0, 0, false}, {0x1p-1074, 0, true}, {-1, 0, false}} {
		d := (&reader{data: []byte{0, 0, 1}}).direction(stepSmall)
		a, b := []geom.Vec{{}, {X: 1}, {Y: 1}}, []geom.Vec{{Z: c.z}, {X: 1, Z: c.z}, {Y: 1, Z: c.z}}
		if got := allBelow(d, a, b, c.reach); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, text []byte) {
		if p, err := Open(text); err == nil && p.Frames() == 0 {
			t.Error("a proof without frames")
		}
	})
}
