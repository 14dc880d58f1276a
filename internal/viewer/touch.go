package viewer

import (
	"context"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/predicate"
	"github.com/collide-go/collide/shape"
)

// take copies what the run's own method did.
func (s *side) take(now *sim.Frame) {
	s.counters = [counterCount]float64{}
	if now.Result != nil {
		s.takeResult(now.Result, true)
	} else { // a recording reports the answer alone
		s.complete, s.verdict = true, collide.Free
		if len(now.Pairs) > 0 {
			s.verdict = collide.InContact
		}
		s.hash = hashBytes(now.Hash)
		s.counters[countTouching], s.counters[countContacts] = float64(len(now.Pairs)), float64(now.Contacts)
	}
	s.counters[countMotion] = milliseconds(now.Moved)
}

// takeResult copies counters, verdict and hash of a result.
func (s *side) takeResult(r *collide.Result, complete bool) {
	c, st := &s.counters, &r.Stats
	c[countUpdate], c[countBroad] = milliseconds(st.Update), milliseconds(st.Broad)
	c[countNarrow], c[countBuild] = milliseconds(st.Narrow+st.Solid), milliseconds(st.Build)
	c[countBVTests], c[countPrimitive] = float64(st.BVTests), float64(st.PrimitiveTests)
	c[countExact], c[countAdaptive], c[countUpdates] = float64(st.Exact), float64(st.Adaptive), float64(st.BVUpdates)
	c[countPairs], c[countTouching], c[countContacts] = float64(st.BodyPairs), float64(touching(r.Pairs)), float64(len(r.Contacts))
	s.complete, s.verdict = complete, r.Verdict
	s.hash = hashBytes(r.Hash())
}

// touching counts the pairs in contact.
func touching(pairs []collide.Pair) int {
	n := 0
	for i := range pairs {
		if pairs[i].Verdict == collide.InContact {
			n++
		}
	}
	return n
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// hashBytes returns the bytes of "sha256:…", zeros for none.
func hashBytes(s string) (h [32]byte) {
	if digits, ok := strings.CutPrefix(s, "sha256:"); ok {
		_, _ = hex.Decode(h[:], []byte(digits)) // Hash writes nothing else
	}
	return h
}

// takeContacts copies what touches, as much as a page shows, with the curves in
// which triangles meet and, with state.Points, points and normals. The error is that of
// a context that ended first.
func (m *film) takeContacts(ctx context.Context, now *sim.Frame, f *frame, s *state, places *report.Places) error {
	f.pairs, f.contacts, f.points, f.curves = f.pairs[:0], f.contacts[:0], f.points[:0], f.curves[:0]
	if r := now.Result; r != nil {
		f.contacts = append(f.contacts, r.Contacts[:min(len(r.Contacts), mostContacts)]...)
		for i := range r.Pairs[:min(len(r.Pairs), mostPairs)] {
			f.pairs = append(f.pairs, rowOf(&r.Pairs[i]))
		}
	} else {
		for _, p := range now.Pairs[:min(len(now.Pairs), mostPairs)] {
			f.pairs = append(f.pairs, pairRow{a: uint32(p[0]), b: uint32(p[1])})
		}
	}
	f.pairs = appendStruck(f.pairs, now.Impacts)
	t := tracer{stage: m.stage, poses: now.Poses, frame: f, points: s.Points}
	if s.Points {
		for _, p := range now.Impacts {
			f.points = appendVec(m.stage.appendPoint(f.points, p.Point), p.Normal)
		}
	}
	defer t.flush()
	for rest := failing(now.Result, f.contacts); len(rest) > 0 && len(f.curves)+6*len(t.rings)+6*len(t.lines)+len(f.points) <= 6*mostCurves; {
		n := min(len(rest), curvesAtOnce)
		var err error
		if m.meets, err = places.Locate(ctx, &t, rest[:n], m.meets[:0]); err != nil {
			return err
		}
		for i, c := range rest[:n] {
			if len(f.curves)+6*len(t.rings)+6*len(t.lines)+len(f.points) <= 6*mostCurves {
				t.trace(c, &m.meets[i])
			}
		}
		rest = rest[n:]
	}
	return nil
}

// failing returns the contacts that are not permitted, or all where all are.
func failing(r *collide.Result, all []collide.Contact) []collide.Contact {
	if r == nil || r.Verdict != collide.InContact {
		return all
	}
	allowed := map[[2]uint32]bool{}
	for i := range r.Pairs {
		if p := &r.Pairs[i]; p.Allowed {
			allowed[[2]uint32{uint32(p.A), uint32(p.B)}] = true
		}
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(c collide.Contact) bool { return allowed[[2]uint32{c.BodyA, c.BodyB}] })
	if len(kept) == 0 {
		return all
	}
	return kept
}

// appendStruck appends the pairs that have hit each other since the last frame and are not
// listed: bodies that bounce at the moment they touch are apart in almost every frame.
func appendStruck(dst []pairRow, impacts []sim.Impact) []pairRow {
	listed := make(map[[2]uint32]bool, len(dst)+len(impacts))
	for _, r := range dst {
		listed[[2]uint32{r.a, r.b}] = true
	}
	for i := range impacts {
		p := [2]uint32{uint32(impacts[i].A), uint32(impacts[i].B)}
		if len(dst) >= mostPairs {
			break
		}
		if !listed[p] {
			listed[p] = true
			dst = append(dst, pairRow{a: p[0], b: p[1]})
		}
	}
	return dst
}

// curvesAtOnce is how many contacts all cores intersect before the curves are counted.
const curvesAtOnce = 1 << 11

// Witness returns the intersection of two triangles, as a detector does; another
// contact has none that is drawn, which any points stand for.
func (t *tracer) Witness(c collide.Contact) predicate.Intersection {
	p, meshA := t.triangle(c.BodyA, c.TriA)
	q, meshB := t.triangle(c.BodyB, c.TriB)
	if meshA && meshB {
		return predicate.Intersect(&p, &q)
	}
	return predicate.Intersection{Kind: predicate.Overlap, N: 2}
}

func rowOf(p *collide.Pair) pairRow {
	row := pairRow{a: uint32(p.A), b: uint32(p.B), contacts: uint32(len(p.Contacts))}
	if p.Allowed {
		row.flags |= pairAllowed
	}
	if p.Verdict == collide.Unknown {
		row.flags |= pairUndecided
	}
	switch p.Inside {
	case collide.AInside:
		row.flags |= pairAInside
	case collide.BInside:
		row.flags |= pairBInside
	case collide.NotInside:
	}
	return row
}

// tracer finds where contacts are.
type tracer struct {
	stage *stage
	poses []geom.Pose
	frame *frame
	// points reports whether points and normals are wanted next to the curves.
	points bool
	// rings are the common parts of faces that lie in one plane, lines the other curves, in stage coordinates.
	rings, lines [][]geom.Vec
}

// flush adds the curves, of common parts of faces the rim alone.
func (t *tracer) flush() {
	for _, c := range report.Outline(t.rings, t.lines) {
		t.frame.curves = appendVec(appendVec(t.frame.curves, c[0]), c[1])
	}
	t.rings, t.lines = nil, nil
}

// trace adds the curve in which two triangles meet and a point with the normal
// between them, or the point where a sphere or box is touched, roughly.
func (t *tracer) trace(c collide.Contact, x *predicate.Intersection) {
	p, meshA := t.triangle(c.BodyA, c.TriA)
	q, meshB := t.triangle(c.BodyB, c.TriB)
	var at, normal geom.Vec
	switch {
	case !t.points && (!meshA || !meshB):
		return
	case endless(t.stage.bodies[c.BodyA].Shape):
		at, normal = t.onPlane(c.BodyA, c.BodyB, &q, meshB)
		normal = normal.Scale(-1)
	case endless(t.stage.bodies[c.BodyB].Shape):
		at, normal = t.onPlane(c.BodyB, c.BodyA, &p, meshA)
	case meshA && meshB:
		if x.N == 0 {
			return // left out
		}
		t.curve(x.Points[:x.N])
		if !t.points {
			return
		}
		for _, v := range x.Points[:x.N] {
			at = at.Add(v.Scale(1 / float64(x.N)))
		}
		normal = unit(p.Normal()).Sub(unit(q.Normal()))
	case meshA:
		at = nearest(&p, t.center(c.BodyB))
		normal = at.Sub(t.center(c.BodyB))
	case meshB:
		at = nearest(&q, t.center(c.BodyA))
		normal = t.center(c.BodyA).Sub(at)
	default:
		at, normal = t.solidPair(c.BodyA, c.BodyB)
	}
	t.frame.points = appendVec(t.stage.appendPoint(t.frame.points, at), unit(normal))
}

// curve adds a segment or a closed polygon.
func (t *tracer) curve(points []geom.Vec) {
	if len(points) < 2 {
		return
	}
	list := make([]geom.Vec, len(points))
	for i, v := range points {
		list[i] = t.stage.point(v)
	}
	if len(list) == 2 {
		t.lines = append(t.lines, list)
	} else {
		t.rings = append(t.rings, list)
	}
}

// triangle returns a posed triangle, false for a solid.
func (t *tracer) triangle(body, tri uint32) (geom.Triangle, bool) {
	m := meshOf(t.stage.bodies[body].Shape)
	if m == nil {
		return geom.Triangle{}, false
	}
	x, p := m.Triangle(int(tri)), &t.poses[body]
	return geom.Triangle{p.Apply(x[0]), p.Apply(x[1]), p.Apply(x[2])}, true
}

// center is the middle of a body's shape in the world.
func (t *tracer) center(body uint32) geom.Vec { return t.poses[body].Apply(t.stage.centers[body]) }

// solidPair is between the surfaces of two spheres or boxes, on the line of their
// centres; the normal looks from b to a.
func (t *tracer) solidPair(a, b uint32) (at, normal geom.Vec) {
	ca, cb := t.center(a), t.center(b)
	normal = unit(ca.Sub(cb))
	boxA, boxB := t.worldBox(a), t.worldBox(b)
	common := boxA.Intersect(boxB)
	if s, ok := t.stage.bodies[b].Shape.(shape.Sphere); ok {
		return cb.Add(normal.Scale(s.Radius)), normal
	}
	if s, ok := t.stage.bodies[a].Shape.(shape.Sphere); ok {
		return ca.Sub(normal.Scale(s.Radius)), normal
	}
	return common.Center(), normal
}

func (t *tracer) worldBox(body uint32) geom.AABB {
	local := localBox(t.stage.bodies[body].Shape)
	return *posedBox(&t.poses[body], &local)
}

func unit(v geom.Vec) geom.Vec {
	if n := v.Norm(); n > 0 {
		return v.Scale(1 / n)
	}
	return geom.Vec{Z: 1}
}

// nearest returns the point of a triangle nearest to p, rounded: good enough to
// hang a mark on.
func nearest(t *geom.Triangle, p geom.Vec) geom.Vec {
	best, distance := t[0], t[0].Sub(p).Norm()
	try := func(q geom.Vec) {
		if d := q.Sub(p).Norm(); d < distance {
			best, distance = q, d
		}
	}
	n := unit(t.Normal())
	foot := p.Sub(n.Scale(p.Sub(t[0]).Dot(n)))
	if inside(t, n, foot) {
		return foot
	}
	for i := range 3 {
		a, b := t[i], t[(i+1)%3]
		try(a)
		d := b.Sub(a)
		if l := d.Dot(d); l > 0 {
			try(a.Add(d.Scale(min(1, max(0, p.Sub(a).Dot(d)/l)))))
		}
	}
	return best
}

// inside reports whether a point of a triangle's plane lies in it.
func inside(t *geom.Triangle, n, p geom.Vec) bool {
	for i := range 3 {
		if t[(i+1)%3].Sub(t[i]).Cross(p.Sub(t[i])).Dot(n) < 0 {
			return false
		}
	}
	return true
}
