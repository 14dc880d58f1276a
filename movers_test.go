package collide_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/shape"
)

// grid is n immovable balls on a grid, so near to each other that each has 26 neighbours within 1, and a few
// movable ones at places that are given.
func grid(n int, movable ...geom.Vec) []collide.Body {
	side := int(math.Ceil(math.Cbrt(float64(n))))
	ball := func(p geom.Vec, fixed bool) collide.Body {
		return collide.Body{Shape: shape.Sphere{Radius: 0.25}, Pose: geom.Pose{R: geom.Identity.R, T: p}, Immovable: fixed}
	}
	var bodies []collide.Body
	for i := range n {
		bodies = append(bodies, ball(geom.Vec{X: float64(i % side), Y: float64(i / side % side), Z: float64(i / side / side)}, true))
	}
	for _, p := range movable {
		bodies = append(bodies, ball(p, false))
	}
	return bodies
}

// nearestBalls tries every pair that counts: balls of one radius.
func nearestBalls(bodies []collide.Body, allowed map[[2]int]bool) (a, b int, value float64) {
	value = math.Inf(1)
	for j := range bodies {
		if bodies[j].Immovable {
			continue
		}
		for i := range bodies {
			p := [2]int{min(i, j), max(i, j)}
			d := math.Max(0, geom.Length(bodies[i].Pose.T.Sub(bodies[j].Pose.T))-0.5)
			if i != j && !allowed[p] && (d < value || d == value && (p[0] < a || p[0] == a && p[1] < b)) {
				a, b, value = p[0], p[1], d
			}
		}
	}
	return a, b, value
}

// TestNearestAmongManyImmovable counts the work of finding the nearest pair where most bodies are
// immovable: it grows as n·log n at most, wherever the movable bodies are.
func TestNearestAmongManyImmovable(t *testing.T) {
	t.Parallel()
	for name, movable := range map[string][]geom.Vec{
		"far away": {{X: 500, Y: 400, Z: 300}, {X: -900, Y: 40, Z: 30}},
		"within":   {{X: 3.5, Y: 3.5, Z: 3.5}, {X: 7.25, Y: 2.5, Z: 1.5}},
		"one":      {{X: -100}},
	} {
		for _, n := range []int{1000, 100_000} {
			if n > 1000 && name != "within" && !require.Full() {
				continue
			}
			bodies := grid(n, movable...)
			d := detector(t, bodies, collide.Options{Workers: 2})
			a, b, value := nearestBalls(bodies, nil)
			got, ok, err := d.Distance(context.Background())
			if err != nil || !ok || got.A != a || got.B != b || math.Abs(got.Value-value) > 1e-12*value {
				t.Fatalf("%s of %d: %+v, %v, %v; expected %v of %d and %d", name, n, got, ok, err, value, a, b)
			}
			// A body visits a path down the tree, and the neighbourhood of its nearest body.
			if steps, most := d.Steps(), int64(len(movable)*8*int(math.Log2(float64(n)))); steps > most {
				t.Errorf("%s of %d: %d steps, expected at most %d", name, n, steps, most)
			}
			near, err := d.Distances(context.Background(), math.Nextafter(got.Value, math.Inf(1)), nil)
			if err != nil || len(near) == 0 || near[0].A != a || near[0].B != b {
				t.Errorf("%s of %d: within %v there are %v, %v", name, n, value, near, err)
			}
			c, err := d.Within(context.Background(), math.Nextafter(got.Value, math.Inf(1)))
			if err != nil || len(c.Contacts) == 0 {
				t.Errorf("%s of %d: %d pairs within %v, %v", name, n, len(c.Contacts), value, err)
			}
		}
	}
}

// TestMoversAgree compares scenes of which most bodies are immovable, permitted or gone, with every pair tried.
func TestMoversAgree(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 21))
	for k := range 60 {
		var movable []geom.Vec
		for range r.IntN(4) {
			movable = append(movable, geom.Vec{X: float64(r.IntN(9)), Y: float64(r.IntN(9)), Z: 0.5 + float64(r.IntN(9))})
		}
		bodies := grid(20+r.IntN(40), movable...)
		r.Shuffle(len(bodies), func(i, j int) { bodies[i], bodies[j] = bodies[j], bodies[i] })
		allowed := map[[2]int]bool{}
		var allow [][2]int
		for range r.IntN(3) * 20 {
			i, j := r.IntN(len(bodies)), r.IntN(len(bodies))
			if i != j {
				allowed[[2]int{min(i, j), max(i, j)}] = true
				allow = append(allow, [2]int{i, j})
			}
		}
		a, b, value := nearestBalls(bodies, allowed)
		for w, workers := range []int{1, 2, 8} {
			for i, name := range measuring {
				if !require.Full() && (k+i+w)%5 > 0 {
					continue // methods and workers share the scenes out
				}
				d := detector(t, bodies, collide.Options{Method: named(name), Workers: workers, Allow: allow})
				got, ok, err := d.Distance(t.Context())
				if err != nil || ok == math.IsInf(value, 1) || ok && (got.A != a || got.B != b || math.Abs(got.Value-value) > 1e-12) {
					t.Fatalf("scene %d, %s: %+v, %v, %v; expected %v of %d and %d", k, name, got, ok, err, value, a, b)
				}
			}
		}
	}
}

// TestNearestAmongPlacesOfRemovedBodies: empty places cost as little as immovable bodies.
func TestNearestAmongPlacesOfRemovedBodies(t *testing.T) {
	t.Parallel()
	bodies := grid(20_000)
	for i := range bodies {
		bodies[i].Immovable = false
	}
	d := detector(t, bodies, collide.Options{Workers: 2})
	for i := range bodies {
		if i != 7 && i != 19_998 {
			d.Remove(i)
		}
	}
	got, ok, err := d.Distance(t.Context())
	if err != nil || !ok || got.A != 7 || got.B != 19_998 || d.Steps() > 60_000 {
		t.Errorf("%+v, %v, %v after %d steps", got, ok, err, d.Steps())
	}
	d.Remove(7)
	if got, ok, err := d.Distance(t.Context()); ok || err != nil {
		t.Errorf("one body has a distance: %+v, %v", got, err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, ok, err := d.Distance(cancelled); !ok || err == nil {
		t.Errorf("a query that was cancelled: %v, %v", ok, err)
	}
}
