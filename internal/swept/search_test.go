package swept

import (
	"context"
	"errors"
	"testing"

	"github.com/collide-go/collide/geom"
)

// strip is n triangles in a row that move by a vector.
func strip(n int, at, by geom.Vec) (b Body) {
	for i := range n + 2 {
		v := geom.Vec{X: float64(i), Y: float64(i % 2)}.Add(at)
		b.Start, b.End = append(b.Start, v), append(b.End, v.Add(by))
	}
	for i := range uint32(n) {
		b.Triangles = append(b.Triangles, [3]uint32{i, i + 1, i + 2})
	}
	return b
}

// TestMostPairs: a search that finds more pairs than are wanted says so.
func TestMostPairs(t *testing.T) {
	t.Parallel()
	bodies := []Body{strip(100, geom.Vec{}, geom.Vec{}), strip(100, geom.Vec{Z: 1}, geom.Vec{Z: -2})}
	all, err := Find(t.Context(), bodies, Options{Workers: 2, Most: 1 << 20})
	if err != nil || all.TooMany || len(all.Pairs) < 100 {
		t.Fatalf("%d pairs, %v, %v", len(all.Pairs), all.TooMany, err)
	}
	if f, err := Find(t.Context(), bodies, Options{Workers: 2, Most: len(all.Pairs)}); err != nil || f.TooMany {
		t.Errorf("as many as there are: %v, %v", f.TooMany, err)
	}
	if f, err := Find(t.Context(), bodies, Options{Workers: 2, Most: len(all.Pairs) - 1}); err != nil || !f.TooMany {
		t.Errorf("fewer than there are: %v, %v", f.TooMany, err)
	}
}

// TestFewCandidatesPastEachOther: strips that pass each other on a diagonal are on both sides along every axis, and far apart all the time.
func TestFewCandidatesPastEachOther(t *testing.T) {
	t.Parallel()
	const n = 1000
	bodies := []Body{strip(n, geom.Vec{}, geom.Vec{X: 5 * n, Y: 5 * n, Z: 5 * n}), strip(n, geom.Vec{X: 5 * n, Y: 5*n + 100, Z: 5*n - 100}, geom.Vec{X: -5 * n, Y: -5 * n, Z: -5 * n})}
	if f, err := Find(t.Context(), bodies, Options{Workers: 1, Most: 1}); err != nil || len(f.Pairs) > 0 || f.Candidates > n {
		t.Errorf("%d candidates, %d pairs, %v", f.Candidates, len(f.Pairs), err)
	}
}

// countdown is a context that is cancelled when it has been looked at so often.
type countdown struct {
	context.Context
	left   int
	cancel func()
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		c.cancel()
	}
	return c.Context.Err()
}

// TestBuildStops: a context that is done ends building wherever it is looked at, without its hierarchy.
func TestBuildStops(t *testing.T) {
	t.Parallel()
	why := errors.New("enough")
	bodies := []Body{strip(50000, geom.Vec{}, geom.Vec{Z: 1})}
	looks := 0
	for ; ; looks++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		h, err := build(&countdown{ctx, looks, func() { cancel(why) }}, bodies, true, 1)
		cancel(why)
		if err == nil && h != nil {
			break
		}
		if h != nil || !errors.Is(err, why) {
			t.Fatalf("after %d looks: %v", looks, err)
		}
	}
	if looks < 6 {
		t.Errorf("looked at %d times", looks)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := Find(ctx, nil, Options{Workers: 1}); !errors.Is(err, why) {
		t.Errorf("nothing to build: %v", err)
	}
}

// TestBoxesThatTouch: two triangles on either side of a plane square to an axis, which have a corner there in common, or are a number apart.
func TestBoxesThatTouch(t *testing.T) {
	t.Parallel()
	for axis := range 3 {
		turn := func(v geom.Vec) geom.Vec {
			for range axis {
				v = geom.Vec{X: v.Z, Y: v.X, Z: v.Y}
			}
			return v
		}
		body := func(x, side float64) Body {
			at := []geom.Vec{turn(geom.Vec{X: x}), turn(geom.Vec{X: x + side, Y: 1}), turn(geom.Vec{X: x + side, Z: 1})}
			return Body{Start: at, End: at, Triangles: [][3]uint32{{0, 1, 2}}}
		}
		for gap, want := range map[float64]int{0: 1, 0x1p-52: 0} {
			for _, pair := range [][]Body{{body(1, -1), body(1+gap, 1)}, {body(1+gap, 1), body(1, -1)}} {
				if f, err := Find(t.Context(), pair, Options{Workers: 1, Most: 9}); err != nil || len(f.Pairs) != want {
					t.Errorf("axis %d, gap %g: %d pairs, expected %d, %v", axis, gap, len(f.Pairs), want, err)
				}
			}
		}
	}
}
