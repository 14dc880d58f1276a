package collide_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestPartingFailsClosed: nothing is known of bodies that are not closed, nor after the context has ended.
func TestPartingFailsClosed(t *testing.T) {
	t.Parallel()
	cube := block(xyz(-1, -1, -1), xyz(1, 1, 1))
	a, b := collide.Body{Name: "a", Shape: collide.NewModel(cube)}, collide.Body{Name: "b", Shape: collide.NewModel(cube), Pose: posedAt(geom.Identity.R, 1, 0.5, 0)}
	open := collide.Body{Name: "open", Shape: collide.NewModel(opened(cube)), Pose: b.Pose}
	if got, err := collide.Parting(t.Context(), a, open, xyz(1, 0, 0), collide.Options{}); !errors.Is(err, collide.ErrUndecided) || got != [2]float64{0, math.Inf(1)} {
		t.Errorf("an open body: %v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := collide.Parting(ctx, a, b, xyz(1, 0, 0), collide.Options{}); !errors.Is(err, context.Canceled) || got != [2]float64{0, math.Inf(1)} {
		t.Errorf("cancelled: %v, %v", got, err)
	}
	if _, err := collide.Parting(t.Context(), a, b, xyz(1, 0, 0), collide.Options{DepthError: 7}); !errors.Is(err, collide.ErrOption) {
		t.Errorf("a wrong option: %v", err)
	}
}

// TestPartingBounds: ways out that elementary geometry gives. Before the first bound some inner point is shared, at the second none.
func TestPartingBounds(t *testing.T) {
	t.Parallel()
	cube := collide.NewModel(block(xyz(-1, -1, -1), xyz(1, 1, 1)))
	ball := shape.Sphere{Radius: 1}
	pocket := collide.NewModel(tube(3, 1, 1))
	at := func(s collide.Shape, x, y, z float64) collide.Body {
		return collide.Body{Name: "body", Shape: s, Pose: posedAt(geom.Identity.R, x, y, z)}
	}
	ring := collide.NewModel(scene.Torus("ring", 2, 0.5, 24, 12))
	for _, c := range []struct {
		name  string
		a, b  collide.Body
		along geom.Vec
		want  float64
	}{
		{"cubes, the near way", at(cube, 1.5, 0.25, 0.5), at(cube, 0, 0, 0), xyz(1, 0, 0), 0.5},
		{"cubes, the far way", at(cube, 1.5, 0.25, 0.5), at(cube, 0, 0, 0), xyz(-3, 0, 0), 3.5},
		{"cubes, askew", at(cube, 1.5, 0, 0), at(cube, 0, 0, 0), xyz(3, 4, 0), 0.5 / 0.6},
		{"balls", at(ball, 1, 0, 0), at(ball, 0, 0, 0), xyz(0, 1, 0), math.Sqrt(3)},
		{"a ball in a block", at(ball, 0, 0, 0), at(cube, 0.5, 0, 0), xyz(0, 0, 1), 2},
		{"a pin in a pocket it does not fit", at(collide.NewModel(block(xyz(-1.125, -0.5, -0.5), xyz(0.5, 0.5, 0.5))), 0, 0, 0), at(pocket, 0, 0, 0), xyz(1, 0, 0), 0.125},
		{"out of the pocket", at(collide.NewModel(block(xyz(-1.125, -0.5, -0.5), xyz(1, 0.5, 0.5))), 0, 0, 0), at(pocket, 0, 0, 0), xyz(0, 0, 1), 1.5},
		{"a capsule in a block", at(shape.Capsule{B: xyz(1, 0, 0), Radius: 1}, 0, 0, 0), at(cube, 1, 0.5, 0), xyz(1, 0, 0), 3},
		{"a cylinder in a block", at(shape.Cylinder{A: xyz(-1, 0, 0), B: xyz(1, 0, 0), Radius: 0.5}, 1.5, 0, 0), at(cube, 0, 0, 0), xyz(1, 0, 0), 0.5},
		{"a cone in a block", at(shape.Cone{Base: xyz(0, 0, 0), Apex: xyz(2, 0, 0), Radius: 1}, 0.5, 0, 0), at(cube, 0, 0, 0), xyz(1, 0, 0), 0.5},
		{"two capsules", at(shape.Capsule{A: xyz(0, 0, -1), B: xyz(0, 0, 1), Radius: 1}, 0.5, 0, 0), at(shape.Capsule{A: xyz(0, -1, 0), B: xyz(0, 1, 0), Radius: 1}, 0, 0, 0), xyz(1, 0, 0), 1.5},
		{"a touch", at(cube, 2, 0, 0), at(cube, 0, 0, 0), xyz(0, 0, 1), 0},
		{"apart", at(cube, 9, 0, 0), at(cube, 0, 0, 0), xyz(-1, 0, 0), 0},
		{"equal rings", at(ring, 0, 0, 0), at(ring, 0, 0, 0), xyz(0, 0, 1), 1},
	} {
		got, err := collide.Parting(t.Context(), c.a, c.b, c.along, collide.Options{Workers: 1})
		if err != nil || !(got[0] <= c.want*(1+1e-12) && c.want*(1-1e-12) <= got[1] && got[1]-got[0] <= 0.0101*got[1]+1e-5) {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
		}
		for _, share := range []float64{0.25, 0.75, 0.9999, 1} {
			way, from := got[0]*share, c.a
			if share == 1 {
				way = got[1]
			}
			from.Pose.T = from.Pose.T.Add(c.along.Scale(way / c.along.Norm() * (1 + 0x1p-40*math.Floor(share))))
			k := kindOfPair(t, "auto", from, c.b).Kind
			if deep := k == collide.Penetrate || k == collide.Inside; got[0] > 0 && deep == (share == 1) {
				t.Errorf("%s: %q after %v of %v", c.name, k, way, got)
			}
		}
	}
}

// TestPartingBeyondRange: a way out that ends beyond the range of float64 is not found, which is no fault of the input.
func TestPartingBeyondRange(t *testing.T) {
	t.Parallel()
	sized := func(half, x float64) collide.Body {
		return collide.Body{Name: "body", Shape: collide.NewModel(block(xyz(-half, -half, -half), xyz(half, half, half))), Pose: posedAt(geom.Identity.R, x, 0, 0)}
	}
	ball := collide.Body{Name: "ball", Shape: shape.Sphere{Radius: 6e307}, Pose: posedAt(geom.Identity.R, 1e308, 0, 0)}
	for _, c := range []struct {
		name  string
		a, b  collide.Body
		along geom.Vec
		found bool
	}{
		{"out of the range", sized(6e307, 3e307), sized(6e307, 0), xyz(1, 0, 0), false},
		{"the far way, out of the range", sized(6e307, -3e307), sized(6e307, 8e307), xyz(1, 0, 0), false},
		{"askew", sized(6e307, 3e307), sized(6e307, 0), xyz(3, 4, -5), false},
		{"a size that overflows", sized(1.7e308, 0), sized(1.7e308, 0), xyz(1, 0, 0), false},
		{"a ball", ball, sized(6e307, 1e308), xyz(1, 0, 0), false},
		{"back from its end", sized(1e307, 8e307), sized(1e307, 8e307), xyz(-1, 0, 0), true},
		{"boxes whose reach overflows", sized(1e307, 0), sized(1.7e308, 0), xyz(0, 1, 0), false},
	} {
		if strings.HasSuffix(c.name, "out of the range") && !require.Full() {
			continue // as askew, half a second each
		}
		if c.name == "a ball" && !require.CI() {
			continue // seconds, until as much is looked at as the search is given
		}
		got, err := collide.Parting(t.Context(), c.a, c.b, c.along, collide.Options{Workers: 1})
		if c.found != (err == nil) || c.found == math.IsInf(got[1], 1) || !(got[0] >= 0 && got[0] < got[1]) || err != nil && !errors.Is(err, collide.ErrUndecided) {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}
