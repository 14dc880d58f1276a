package raster

import (
	"math"

	"github.com/collide-go/collide/geom"
)

// Color is red, green and blue in [0, 1], as the eye sees them (sRGB).
type Color [3]float32

// Mix returns a moved toward b by t in [0, 1].
func Mix(a, b Color, t float32) Color {
	for i := range a {
		a[i] += (b[i] - a[i]) * t
	}
	return a
}

// Light shades surfaces from both sides: a key light over the viewer's left
// shoulder, a weak fill from the right, and a sky that darkens downward.
type Light struct {
	key, fill, up geom.Vec
}

// NewLight returns a light that goes with the camera.
func NewLight(c *Camera) Light {
	return Light{
		key:  unit(c.back.Add(c.up.Scale(0.75)).Sub(c.right.Scale(0.65))),
		fill: unit(c.back.Scale(0.6).Add(c.right).Sub(c.up.Scale(0.2))),
		up:   c.up,
	}
}

// Shade returns the colour of a surface point with normal n (of any length, on
// either side) seen from the unit direction toward.
func (l *Light) Shade(base Color, n, toward geom.Vec) Color {
	n = unit(n)
	facing := n.Dot(toward)
	if facing < 0 {
		n, facing = n.Scale(-1), -facing
	}
	lit := 0.54 + float64(0.11*n.Dot(l.up)) + float64(0.44*max(0, n.Dot(l.key))) + float64(0.12*max(0, n.Dot(l.fill)))
	rim := 1 - facing
	rim = rim * rim * rim
	half := unit(l.key.Add(toward))
	gloss := 0.16 * math.Pow(max(0, n.Dot(half)), 24)
	var c Color
	for i := range c {
		v := float64(float64(base[i])*(lit-float64(0.10*rim))) + gloss
		c[i] = float32(min(max(v, 0), 1))
	}
	return c
}

// smoothLimit bounds the triangles around a vertex that are averaged: a fan of a
// million triangles must not cost their square.
const smoothLimit = 48

// Normals returns a normal for each corner: the mean, weighted by area, of the
// triangles around that corner that are less than about 35° away, so that curved
// surfaces look curved and edges stay sharp. Linear time and memory.
func Normals(tris []geom.Triangle) [][3]geom.Vec {
	const crease = 0.82
	face := make([]geom.Vec, len(tris))
	for i := range tris {
		face[i] = tris[i].Normal()
	}
	ids, count := weld(tris)
	start, around := incidence(ids, count)
	out := make([][3]geom.Vec, len(tris))
	for i := range tris {
		own := face[i].Norm()
		for k := range 3 {
			id := ids[3*i+k]
			list := around[start[id]:start[id+1]]
			out[i][k] = face[i]
			if len(list) > smoothLimit {
				continue
			}
			sum := geom.Vec{}
			for _, j := range list {
				if face[i].Dot(face[j]) >= crease*own*face[j].Norm() {
					sum = sum.Add(face[j])
				}
			}
			if sum.Norm() > 0 {
				out[i][k] = sum
			}
		}
	}
	return out
}

// weld numbers the distinct corner positions.
func weld(tris []geom.Triangle) (ids []uint32, count int) {
	seen := make(map[geom.Vec]uint32, len(tris))
	ids = make([]uint32, 0, 3*len(tris))
	for i := range tris {
		for _, v := range tris[i] {
			id, ok := seen[v]
			if !ok {
				id = uint32(len(seen))
				seen[v] = id
			}
			ids = append(ids, id)
		}
	}
	return ids, len(seen)
}

// incidence lists the triangles around each vertex: those of vertex v are
// around[start[v]:start[v+1]].
func incidence(ids []uint32, count int) (start, around []uint32) {
	start = make([]uint32, count+2)
	for _, v := range ids {
		start[v+2]++
	}
	for v := 2; v < len(start); v++ {
		start[v] += start[v-1]
	}
	around = make([]uint32, len(ids))
	for i, v := range ids {
		around[start[v+1]] = uint32(i / 3)
		start[v+1]++
	}
	return start[:count+1], around
}
