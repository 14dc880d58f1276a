package collide_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/shape"
)

// bytesOf turns fuzz bytes into small numbers, of which many are equal, at some scale.
type bytesOf struct {
	data  []byte
	scale float64
}

func (b *bytesOf) next() byte {
	if len(b.data) == 0 {
		return 0
	}
	x := b.data[0]
	b.data = b.data[1:]
	return x
}

func (b *bytesOf) number() float64 {
	x := b.next()
	v := float64(int(x%11) - 5)
	if x > 200 {
		v = math.Nextafter(v, float64(x%2)*200-100)
	}
	return v * b.scale
}

func (b *bytesOf) vec() geom.Vec { return geom.Vec{X: b.number(), Y: b.number(), Z: b.number()} }

func (b *bytesOf) pose() geom.Pose {
	p := geom.Pose{R: geom.Identity.R, T: b.vec()}
	switch b.next() % 4 {
	case 1:
		p.R = geom.Mat{0, -1, 0, 1, 0, 0, 0, 0, 1}
	case 2:
		p.R = geom.AxisAngle(geom.Vec{X: 1, Y: float64(b.next()), Z: 2}, float64(b.next())).Matrix()
	case 3:
		p.R = geom.Mat{2, 0.5, 0, 0, float64(b.next() % 3), 0, 0.25, 0, 1}
	}
	return p
}

func (b *bytesOf) body(i int) collide.Body {
	body := collide.Body{Name: fmt.Sprint(i), Pose: b.pose()}
	switch b.next() % 4 {
	case 0:
		body.Pose.R = geom.Identity.R
		body.Shape = shape.Sphere{Center: b.vec(), Radius: math.Abs(b.number())}
	case 1:
		body.Shape = shape.Box{Center: b.vec(), Size: b.vec().Abs()}
	case 2:
		m := cube()
		for k := range m.Vertices {
			m.Vertices[k] = m.Vertices[k].Scale(2 * b.scale)
		}
		body.Shape = collide.NewModel(m)
	default:
		m := &mesh.Mesh{Name: "soup"}
		for range 3 + b.next()%9 {
			m.Vertices = append(m.Vertices, b.vec())
		}
		n := byte(len(m.Vertices))
		for range 1 + b.next()%7 {
			m.Triangles = append(m.Triangles, [3]uint32{uint32(b.next() % n), uint32(b.next() % n), uint32(b.next() % n)})
		}
		body.Shape = collide.NewModel(m)
	}
	return body
}

// FuzzQueries compares rays, points, bodies that are not there and nearest bodies with brute.
func FuzzQueries(f *testing.F) {
	for seed := range byte(6) {
		data := []byte{seed * 50}
		for i := range 160 {
			data = append(data, byte(i*i)*(2*seed+1)+byte(i)+seed)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b := &bytesOf{data: data, scale: 1}
		if first := b.next(); first >= 100 {
			b.scale = math.Ldexp(1, 5*(int(first)-178))
		}
		var bodies []collide.Body
		for i := range 1 + int(b.next()%3) {
			bodies = append(bodies, b.body(i))
		}
		opt := collide.Options{Solid: b.next()%2 == 1}
		d, err := collide.NewDetector(bodies, opt)
		if err != nil {
			return
		}
		opt.Method = methods.Brute()
		brute, err := collide.NewDetector(bodies, opt)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			ray := collide.Ray{Origin: b.vec(), Direction: b.vec(), Max: math.Abs(b.number())}
			sameQueries(t, d, brute, ray, b.body(len(bodies)))
		}
	})
}

func sameQueries(t *testing.T, d, brute *collide.Detector, ray collide.Ray, probe collide.Body) {
	t.Helper()
	ctx := t.Context()
	hits, err := brute.RaycastAll(ctx, ray)
	want := slices.Clone(hits)
	got, gotErr := d.RaycastAll(ctx, ray)
	if !slices.Equal(got, want) || fmt.Sprint(gotErr) != fmt.Sprint(err) {
		t.Fatalf("%+v: %v (%v), want %v (%v)", ray, got, gotErr, want, err)
	}
	if first, _ := d.Raycast(ctx, ray); (first == nil) != (len(want) == 0) || first != nil && *first != want[0] {
		t.Fatalf("%+v: first %v, want %v", ray, first, want)
	}
	in, err := brute.Containing(ctx, ray.Origin)
	if got, gotErr := d.Containing(ctx, ray.Origin); !slices.Equal(got, in) || fmt.Sprint(gotErr) != fmt.Sprint(err) {
		t.Fatalf("%v is in %v (%v), want %v (%v)", ray.Origin, got, gotErr, in, err)
	}
	over, err := brute.Overlapping(ctx, probe)
	if got, gotErr := d.Overlapping(ctx, probe); !slices.Equal(got, over) || fmt.Sprint(gotErr) != fmt.Sprint(err) {
		t.Fatalf("%+v overlaps %v (%v), want %v (%v)", probe, got, gotErr, over, err)
	}
	near, found, err := brute.Nearest(ctx, ray.Origin)
	if got, gotFound, gotErr := d.Nearest(ctx, ray.Origin); got != near || gotFound != found || fmt.Sprint(gotErr) != fmt.Sprint(err) {
		t.Fatalf("%v: %+v, %v (%v), want %+v, %v (%v)", ray.Origin, got, gotFound, gotErr, near, found, err)
	}
}
