package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/predicate"
)

// eachPair calls visit with all pairs of triangles of the bodies as they are, of pairs of bodies that are to be looked at.
func (v *verifier) eachPair(visit func(c contact, p, q *geom.Triangle)) {
	for _, pair := range v.pairs {
		a, b := &v.bodies[pair[0]], &v.bodies[pair[1]]
		for x, i := range a.order {
			for y, j := range b.order {
				p, q := a.triangle(x), b.triangle(y)
				visit(contact{pair[0], i, pair[1], j}, &p, &q)
			}
		}
	}
}

// truth are the pairs of triangles at most the reach apart.
func (v *verifier) truth() (all []contact) {
	v.eachPair(func(c contact, p, q *geom.Triangle) {
		if areNear(p, q, v.reach) {
			all = append(all, c)
		}
	})
	return all
}

// known holds the hashes of what is true of bodies at their places, and bounds that are true: most frames of falsified proofs have been seen.
type known map[string]string

func (k known) hash(v *verifier) string {
	key := v.key()
	if k[key] == "" {
		k[key] = hash(v.truth())
	}
	return k[key]
}

// insides are the bodies that lie in others, and in which, as the engine's rays along y see it from all of their corners.
func (k known) insides(v *verifier) string {
	key := fmt.Sprint("inside ", v.frames, " ", v.key())
	if _, seen := k[key]; !seen {
		k[key] = ""
		var list [][2]uint32
		for _, p := range v.pairs {
			touch := slices.ContainsFunc(v.found, func(c contact) bool { return c[0] == p[0] && c[2] == p[1] })
			if other := [2]uint32{p[1], p[0]}; !touch && v.bodies[p[0]].isIn(&v.bodies[p[1]]) {
				list = append(list, p)
			} else if !touch && v.bodies[p[1]].isIn(&v.bodies[p[0]]) {
				list = append(list, other)
			}
		}
		for _, p := range list {
			k[key] += fmt.Sprintf("frame %d: body %d lies in body %d\n", v.frames, p[0], p[1])
		}
	}
	return k[key]
}

func (b *body) isIn(o *body) bool {
	along := func(v geom.Vec) geom.Vec { return geom.Vec{X: v.Y, Y: v.Z, Z: v.X} }
	at, _ := b.posed(b.at)
	return slices.ContainsFunc(at, func(c vec) bool {
		var t predicate.Tally
		sum := 0
		for i := range o.order {
			q := o.triangle(i)
			q = geom.Triangle{along(q[0]), along(q[1]), along(q[2])}
			sum += t.RayCrossing(along(geom.Vec{X: c[0], Y: c[1], Z: c[2]}), &q)
		}
		return sum != 0
	})
}

// key is what a frame asks: the bodies at their places, and the reach or the bounds.
func (v *verifier) key() string {
	key := fmt.Sprint(v.reach, v.pairs)
	for i := range v.bodies {
		key += fmt.Sprint(v.bodies[i].name, v.bodies[i].pose)
	}
	return key
}

// bound is what the lines of a frame say of the distance of two bodies.
type bound struct {
	pair   [2]uint32
	lo, hi float64
}

// boundsOf reads the lines of a frame.
func boundsOf(lines string) (list []bound) {
	for line := range strings.Lines(lines) {
		_, line, _ = strings.Cut(line, ": ")
		var b bound
		if n, _ := fmt.Sscanf(line, "bodies %d and %d: distance above %g, at most %g", &b.pair[0], &b.pair[1], &b.lo, &b.hi); n == 4 {
			list = append(list, b)
		}
	}
	return list
}

// lie returns what is wrong of what the verifier takes for proven of a frame, by its lines, too, "" for nothing.
func (k known) lie(v *verifier, lines string) string {
	if v.question != distances {
		if got := slices.Clone(v.found); hash(got) != k.hash(v) {
			return fmt.Sprintf("within %v %d pairs are proven, %d are there", v.reach, len(got), len(v.truth()))
		}
		inside := ""
		for line := range strings.Lines(lines) {
			if strings.Contains(line, " lies in ") {
				inside += line
			}
		}
		if v.question == solids && inside != k.insides(v) {
			return fmt.Sprintf("it says %q, where %q is true", inside, k.insides(v))
		}
		return ""
	}
	bounds := boundsOf(lines)
	if len(bounds) != len(v.pairs) {
		return fmt.Sprintf("%d bounds of %d pairs:\n%s", len(bounds), len(v.pairs), lines)
	}
	key := v.key() + fmt.Sprint(bounds)
	if k[key] == "true" {
		return ""
	}
	for _, b := range bounds {
		above, within := true, math.IsInf(b.hi, 1)
		v.eachPair(func(c contact, p, q *geom.Triangle) {
			if c[0] == b.pair[0] && c[2] == b.pair[1] {
				above = above && (b.lo < 0 || !areNear(p, q, b.lo))
				within = within || areNear(p, q, b.hi)
			}
		})
		if !above || !within {
			return fmt.Sprintf("bodies %d and %d are not above %v, or not at most %v apart", b.pair[0], b.pair[1], b.lo, b.hi)
		}
	}
	k[key] = "true"
	return ""
}

// areNear asks the engine whether two triangles are at most a reach apart.
func areNear(p, q *geom.Triangle, reach float64) bool {
	if reach == 0 {
		return predicate.TriangleTriangle(p, q)
	}
	n := new(predicate.Tally).Distance(p, q)
	return n.Square.CompareDistance(reach) <= 0
}

// triangle is one of the order.
func (b *body) triangle(at int) (t geom.Triangle) {
	corners, _ := b.posed(b.at[3*at : 3*at+3])
	for k, c := range corners {
		t[k] = geom.Vec{X: c[0], Y: c[1], Z: c[2]}
	}
	return t
}

// checked reads a proof, and calls each after each of its frames with the lines of the frame.
func checked(text []byte, files []string, each func(v *verifier, lines string)) (err error) {
	err = refusal(func() {
		var out strings.Builder
		v := open(text, &out, files)
		out.Reset()
		v.verify(func() {
			each(v, out.String())
			out.Reset()
		})
	})
	return noDefect(err)
}

// noDefect returns an error. It panics with one of the runtime, which the program takes for a refusal.
func noDefect(err error) error {
	if defect := runtime.Error(nil); errors.As(err, &defect) {
		panic(defect)
	}
	return err
}
