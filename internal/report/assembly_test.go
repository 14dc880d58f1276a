package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/predicate"
	"github.com/collide-go/collide/scene"
)

// assembly is 14 boxes side by side and 14 cylinders on top of them, turned a little:
// 28 parts that touch in flush faces, each side of a box cut into detail² squares.
func assembly(t testing.TB, detail int) *Check {
	t.Helper()
	turn := geom.Identity
	s, c := geom.Sincos(0.3)
	turn.R = geom.Mat{c, -s, 0, s, c, 0, 0, 0, 1}
	box := scene.Procedural{Shape: scene.ShapeBox, Size: geom.Vec{X: 1, Y: 1, Z: 1}, Detail: detail}
	block, rod := collide.NewModel(box.Mesh()), collide.NewModel(cylinder(0.45, 1, 4*detail, detail/2))
	var bodies []collide.Body
	check := &Check{Version: "test"}
	for k := range 14 {
		at := geom.Vec{X: float64(k % 7), Y: float64(k / 7)}
		for z, m := range []*collide.Model{block, rod} {
			pose := geom.Pose{R: turn.R, T: turn.Apply(at.Add(geom.Vec{Z: float64(z)}))}
			name := fmt.Sprintf("%s %d", []string{"block", "rod"}[z], k)
			bodies = append(bodies, collide.Body{Name: name, Shape: m, Pose: pose})
			check.Bodies = append(check.Bodies, Body{Name: name, File: name + ".stl", Triangles: len(m.Mesh().Triangles)})
		}
	}
	det, err := collide.NewDetector(bodies, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	check.World = det
	if check.Result, err = det.Detect(context.Background()); err != nil {
		t.Fatal(err)
	}
	return check
}

// cylinder stands on z = -height/2 with flat ends of rings around a centre.
func cylinder(radius, height float64, around, rings int) *mesh.Mesh {
	m := &mesh.Mesh{Name: "cylinder"}
	at := func(ring, k int, z float64) geom.Vec {
		s, c := geom.Sincos(2 * math.Pi * float64(k) / float64(around))
		r := radius * float64(ring) / float64(rings)
		return geom.Vec{X: r * c, Y: r * s, Z: z}
	}
	add := func(a, b, c geom.Vec) {
		n := uint32(len(m.Vertices))
		m.Vertices = append(m.Vertices, a, b, c)
		m.Triangles = append(m.Triangles, [3]uint32{n, n + 1, n + 2})
	}
	for _, z := range []float64{-height / 2, height / 2} {
		for ring := range rings {
			for k := range around {
				a, b, c, d := at(ring, k, z), at(ring+1, k, z), at(ring+1, k+1, z), at(ring, k+1, z)
				if z < 0 {
					b, d = d, b
				}
				add(a, b, c)
				if ring > 0 {
					add(a, c, d)
				}
			}
		}
	}
	for k := range around {
		a, b, c, d := at(rings, k, -height/2), at(rings, k+1, -height/2), at(rings, k+1, height/2), at(rings, k, height/2)
		add(a, b, c)
		add(a, c, d)
	}
	return m
}

// counted counts how often a world is asked for an intersection.
type counted struct {
	World
	calls atomic.Int64
}

func (w *counted) Witness(c collide.Contact) predicate.Intersection {
	w.calls.Add(1)
	return w.World.Witness(c)
}

// Reports compute the intersections that they print: a few a pair where they print
// those, all where they list all, none of allowed pairs but in a list of all.
func TestReportsComputeWhatTheyPrint(t *testing.T) {
	t.Parallel()
	c := assembly(t, 5)
	c.Result.Pairs[3].Allowed = true
	few := int64(0)
	for i := range c.Result.Pairs {
		p := &c.Result.Pairs[i]
		switch n := len(p.Contacts); {
		case p.Allowed:
		case n > fewContacts:
			few += firstPoints
		default:
			few += int64(n)
		}
	}
	want := map[string]int64{"text": few, "junit": few, "csv": int64(len(c.Result.Contacts))}
	for _, f := range CheckFormats() {
		w := counted{World: c.World}
		counting := *c
		counting.World = &w
		if err := f.Check(context.Background(), io.Discard, &counting); err != nil {
			t.Fatal(err)
		}
		if got := w.calls.Load(); got != want[f.Name] {
			t.Errorf("%s computes %d intersections, want %d", f.Name, got, want[f.Name])
		}
	}
	if few > int64(len(c.Result.Contacts)/10) || len(c.Result.Contacts) < 5_000 {
		t.Errorf("%d intersections of %d contacts: the scene is not the one meant", few, len(c.Result.Contacts))
	}
}

// The region of many contacts holds the least one, and is not much larger.
func TestRegionOfManyContacts(t *testing.T) {
	t.Parallel()
	c := assembly(t, 5)
	for i := range c.Result.Pairs {
		p := &c.Result.Pairs[i]
		least := geom.EmptyAABB()
		for _, k := range p.Contacts {
			x := c.World.Witness(k)
			for _, v := range x.Points[:x.N] {
				least.Extend(v)
			}
		}
		r := c.regionOf(context.Background(), p)
		if r.box.Union(least) != r.box {
			t.Fatalf("pair %d, %d: %v does not hold %v", p.A, p.B, r.box, least)
		}
		if d, e := r.box.Size(), least.Size(); r.tight && r.box != least || d.Sub(e).MaxAbs() > 0.3 {
			t.Errorf("pair %d, %d: %v is much larger than %v", p.A, p.B, r.box, least)
		}
	}
}

// A report whose time is over is whole except for places, and reports it; one that is
// interrupted is an error.
func TestReportsStopInTime(t *testing.T) {
	t.Parallel()
	whole := assembly(t, 5)
	for _, f := range CheckFormats() {
		if !slices.Contains([]string{"text", "csv", "junit"}, f.Name) { // the others print no places
			continue
		}
		c := *whole
		c.Places.Time = 1
		var b bytes.Buffer
		start := time.Now()
		if err := f.Check(context.Background(), &b, &c); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "not computed within 1ns") || c.Places.LeftOut() == "" {
			t.Errorf("%s does not say what it lacks; %q", f.Name, c.Places.LeftOut())
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%s took %v", f.Name, took)
		}
		for i := range c.Result.Pairs {
			if !strings.Contains(b.String(), c.Bodies[c.Result.Pairs[i].B].Name) {
				t.Fatalf("%s lacks pair %d", f.Name, i)
			}
		}
	}
	brief := *whole
	brief.Places = Places{Time: 1, Brief: true}
	var b bytes.Buffer
	if err := CSV(context.Background(), &b, &brief); err != nil {
		t.Fatal(err)
	}
	n := len(whole.Result.Contacts)
	if want := fmt.Sprintf("%d contacts not listed", n-csvBlock); strings.Count(b.String(), "\n") != 1+csvBlock+1 || !strings.Contains(b.String(), want) {
		t.Errorf("a brief list of %d contacts has %d lines; want a block and %q", n, strings.Count(b.String(), "\n"), want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, f := range CheckFormats() {
		c := *whole
		if err := f.Check(ctx, io.Discard, &c); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", f.Name, err)
		}
	}
}

// BenchmarkReports measures reports on an assembly next to the check itself.
func BenchmarkReports(b *testing.B) {
	c := assembly(b, 10)
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			if _, err := c.World.(*collide.Detector).Detect(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, f := range CheckFormats() {
		b.Run(f.Name, func(b *testing.B) {
			for b.Loop() {
				if err := f.Check(context.Background(), io.Discard, c); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
