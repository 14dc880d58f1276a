package predicate

import (
	"math"
	"testing"

	"github.com/collide-go/collide/geom"
)

// tetrahedron is the closed surface of four points.
func tetrahedron(p [4]geom.Vec) []geom.Triangle {
	return []geom.Triangle{{p[0], p[2], p[1]}, {p[0], p[1], p[3]}, {p[1], p[2], p[3]}, {p[2], p[0], p[3]}}
}

// volumeOf adds the triangles of a surface.
func volumeOf(surface []geom.Triangle) (v Volume) {
	for i := range surface {
		v.Add(&surface[i])
	}
	return v
}

// valueOfVolume is what Volume adds up, of a tetrahedron.
func valueOfVolume(x []float64) (value, bool) {
	surface := tetrahedron([4]geom.Vec{vecAt(x, 0), vecAt(x, 3), vecAt(x, 6), vecAt(x, 9)})
	v := volumeOf(surface)
	exact := bf(0)
	for _, q := range surface {
		exact = badd(exact, bvOf(q[0]).dot(bvOf(q[1]).cross(bvOf(q[2]))))
	}
	return value{v.sum, v.bound(), exact}, v.size >= volumeLeast
}

// TestVolumesAgainstIntegers has tetrahedra that are flat except for a rounding, in all sizes: the sign is that of six times the
// volume, which is Orient3D's, and integers are asked where the sum is not sure.
func TestVolumesAgainstIntegers(t *testing.T) {
	t.Parallel()
	flat := [4]geom.Vec{{X: 1, Y: 1, Z: 1}, {X: 2, Y: 1, Z: 1}, {X: 1, Y: 2, Z: 1}, {X: 1.5, Y: 1.25, Z: 1}}
	for _, scale := range []float64{1, 0x1p-300, 0x1p299, 0x1p301, 0x1p-240, 0x1p-200} {
		for _, rise := range []float64{1, -1, 0x1p-20, -0x1p-20, 0x1p-52, -0x1p-52, 0} {
			p := flat
			p[3].Z += rise
			for k := range p {
				p[k] = p[k].Scale(scale)
			}
			surface, asked := tetrahedron(p), 0
			v := volumeOf(surface)
			got := v.Sign(func(i int) geom.Triangle { asked++; return surface[i] })
			if got != sign(rise) {
				t.Errorf("rise %g times %g: %d", rise, scale, got)
			}
			plain := math.Abs(rise) > 0x1p-30 && scale <= 0x1p299 && scale >= 0x1p-200
			if plain != (asked == 0) {
				t.Errorf("rise %g times %g: %d triangles were asked for", rise, scale, asked)
			}
		}
	}
}

// TestVolumeCountsItsTriangles: beyond volumeMost of them the bound does not hold.
func TestVolumeCountsItsTriangles(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]bool{4: true, volumeMost: true, volumeMost + 1: false} {
		v := Volume{sum: 1, size: 1, greatest: 1, n: n}
		if v.sure() != want {
			t.Errorf("%d triangles: %v", n, !want)
		}
	}
	for _, c := range []struct {
		greatest, size float64
		want           bool
	}{{volumeGreatest, 1, true}, {math.Nextafter(volumeGreatest, math.Inf(1)), 1, false}, {1, volumeLeast, true}, {1, math.Nextafter(volumeLeast, 0), false}} {
		v := Volume{sum: c.size, size: c.size, greatest: c.greatest, n: 4}
		if v.sure() != c.want {
			t.Errorf("%+v: %v", v, !c.want)
		}
	}
	v := volumeOf([]geom.Triangle{{{X: 3}, {Y: -5}, {Z: 7}}})
	if v.greatest != 7 || v.n != 1 || v.sum != -105 || v.size != 105 {
		t.Errorf("%+v", v)
	}
	if v = volumeOf([]geom.Triangle{{{X: -9}, {Y: 5}, {Z: 7}}, {{X: 1}, {Y: 11}, {Z: 2}}}); v.greatest != 11 {
		t.Errorf("%+v", v)
	}
}
