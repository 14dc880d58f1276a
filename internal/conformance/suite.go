// Package conformance holds the one suite that every method, back end and worker
// count must pass: on each scene the same contact set as brute force, bit for bit
// the same hash, the same boolean answer, and the same again on a second call. A query
// that is cut short lists nothing else and is never free.
package conformance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/methods"
)

// WorkerCounts are the numbers of workers every method is run with.
var WorkerCounts = []int{1, 2, 8}

// Options are what the suite has to know about a method.
type Options struct {
	// Workers are the numbers of workers to run with, nil for WorkerCounts.
	Workers []int
	// Unsupported reports scenes the method declares it does not take: it must
	// then fail with collide.ErrUnsupported, in NewDetector or in Detect.
	Unsupported func(*Scene) bool
	// Slow marks a method of which a sample takes every eighth scene in place of every fourth one.
	Slow bool
}

// Run checks the method on every scene. Without the word full in COLLIDE_REQUIRE it checks a
// sample, see Options.sample.
func Run(t *testing.T, method collide.Method, opt Options) {
	t.Helper()
	for i, s := range Scenes() {
		counts := opt.counts()
		if !require.Full() {
			counts = opt.sample(&s, i, method.About().Name)
			if s.Depths { // each size has one of the steps
				s.Steps = s.Steps[i%len(s.Steps):][:1]
			}
		}
		t.Run(s.Name, func(t *testing.T) {
			if len(counts) == 0 {
				t.Skip("not in the sample: COLLIDE_REQUIRE=full runs every scene")
			}
			want, err := truth(&s)
			if err != nil {
				t.Fatalf("brute: %v", err)
			}
			for _, workers := range counts {
				if err := check(&s, want, method, workers, &opt); err != nil {
					t.Errorf("%d workers: %v", workers, err)
				}
			}
		})
	}
}

func (o *Options) counts() []int {
	if o.Workers == nil {
		return WorkerCounts
	}
	return o.Workers
}

// sample returns one of the numbers of workers, the next one for the next scene, or none where
// the method leaves the scene out: auto takes every scene, others every fourth one, slow ones every eighth one,
// and both an eighth of those that differ in their sizes alone. Without the word ci in COLLIDE_REQUIRE auto takes every second one of those, and
// others two thirds of their sample. Each method begins elsewhere.
func (o *Options) sample(s *Scene, i int, method string) []int {
	for _, c := range method {
		i += int(c)
	}
	share := require.Samples(1, 4, 6)
	switch {
	case method == "auto" && s.Sized:
		share = require.Samples(1, 1, 2)
	case method == "auto":
		share = 1
	case s.Sized, o.Slow:
		share = require.Samples(1, 8, 12)
	}
	if i%share > 0 {
		return nil
	}
	i /= share // so that the next scene in the sample takes the next number
	c := o.counts()
	return c[i%len(c):][:1]
}

// truths are the answers of brute force by the name of the scene: a process that runs many
// methods through the suite asks for them once.
var truths sync.Map

// truth returns what brute force answers for a scene.
func truth(s *Scene) ([]answer, error) {
	if known, ok := truths.Load(s.Name); ok {
		return known.([]answer), nil
	}
	want, err := answers(s, s.options(methods.Brute(), 1))
	if err == nil {
		truths.Store(s.Name, want)
	}
	return want, err
}

func check(s *Scene, want []answer, method collide.Method, workers int, opt *Options) error {
	o := s.options(method, workers)
	if opt.Unsupported != nil && opt.Unsupported(s) {
		if _, err := answers(s, o); !errors.Is(err, collide.ErrUnsupported) {
			return fmt.Errorf("declared unsupported, but the error is %w", err)
		}
		return nil
	}
	got, err := answers(s, o)
	if err != nil {
		return err
	}
	if err := same(got, want); err != nil {
		return err
	}
	if workers == 2 && !s.Depths {
		if err := checkCut(s, want, o); err != nil {
			return err
		}
	}
	o.First, o.Kinds, o.Pieces, o.Depths = true, false, false, false
	first, err := answers(s, o)
	if err != nil {
		return err
	}
	return sameBoolean(first, want)
}

// answer is a result and the error that came with it, nil or collide.ErrIncomplete.
type answer struct {
	*collide.Result
	err error
}

// answers runs one detector over all the scene's steps. Each is asked twice, without the word full in
// COLLIDE_REQUIRE every second one, and none for the first contact alone.
func answers(s *Scene, o collide.Options) ([]answer, error) {
	d, err := collide.NewDetector(s.Bodies, o)
	if err != nil {
		return nil, err
	}
	defer func() { _ = d.Close() }() // nothing is lost with it
	var results []answer
	for step := range len(s.Steps) + 1 {
		if step > 0 {
			for _, m := range s.Steps[step-1] {
				if err := d.SetPose(m.Body, m.Pose); err != nil {
					return nil, err
				}
			}
		}
		r, err := d.Detect(context.Background())
		if r == nil {
			return nil, err
		}
		if require.Full() || !o.First && step%2 == 0 {
			hash := r.Hash()
			if r, err = d.Detect(context.Background()); r == nil {
				return nil, err
			}
			if r.Hash() != hash {
				return nil, fmt.Errorf("step %d: a second call gives %s, the first %s", step, r.Hash(), hash)
			}
		}
		if err := consistent(s, r); err != nil && !o.First {
			return nil, fmt.Errorf("step %d: %w", step, err)
		}
		results = append(results, answer{r.Clone(), err})
	}
	return results, nil
}

func same(got, want []answer) error {
	for i := range want {
		g, w := got[i], want[i]
		if g.Hash() != w.Hash() {
			return fmt.Errorf("step %d: %d contacts, hash %s; brute has %d, %s; %s",
				i, len(g.Contacts), g.Hash(), len(w.Contacts), w.Hash(), firstDifference(g.Contacts, w.Contacts))
		}
		if g.Verdict != w.Verdict || g.Rest != w.Rest || fmt.Sprint(g.err) != fmt.Sprint(w.err) {
			return fmt.Errorf("step %d: %v, others %v (%w); brute has %v, %v (%w)", i, g.Verdict, g.Rest, g.err, w.Verdict, w.Rest, w.err)
		}
		if err := samePairs(g.Result, w.Result); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
	}
	return nil
}

// samePairs compares what two results with the same contacts list by pair of bodies.
func samePairs(got, want *collide.Result) error {
	for k := range max(len(got.Pairs), len(want.Pairs)) {
		switch {
		case k >= len(got.Pairs):
			return fmt.Errorf("%d pairs, brute has %d: %+v is missing", k, len(want.Pairs), want.Pairs[k])
		case k >= len(want.Pairs):
			return fmt.Errorf("%d pairs, brute has %d: %+v is one too many", len(got.Pairs), k, got.Pairs[k])
		}
		g, w := &got.Pairs[k], &want.Pairs[k]
		if !samePair(g, w) || !slices.Equal(g.Contacts, w.Contacts) {
			return fmt.Errorf("pair %d differs: %+v, brute %+v", k, *g, *w)
		}
	}
	return nil
}

// consistent reports what in a complete result contradicts itself or the scene: the pairs
// must be in order and share out all contacts, each to the pair it names.
func consistent(s *Scene, r *collide.Result) error {
	listed := 0
	for k := range r.Pairs {
		p := &r.Pairs[k]
		if k > 0 && cmp.Or(cmp.Compare(r.Pairs[k-1].A, p.A), cmp.Compare(r.Pairs[k-1].B, p.B)) >= 0 {
			return fmt.Errorf("pair (%d, %d) comes after (%d, %d)", p.A, p.B, r.Pairs[k-1].A, r.Pairs[k-1].B)
		}
		within := p.Inside == collide.AInside || p.Inside == collide.BInside
		if within && len(p.Contacts) > 0 || !within && p.Inside != collide.NotInside || (p.Verdict == collide.InContact) != (within || len(p.Contacts) > 0) {
			return fmt.Errorf("pair (%d, %d) is %v with %d contacts and inside %q", p.A, p.B, p.Verdict, len(p.Contacts), p.Inside)
		}
		if nothing := [2]float64{}; !s.Depths && (p.Depth != nothing || p.Width != nothing) || p.Depth[0] > p.Depth[1] || p.Width[0] > p.Width[1] {
			return fmt.Errorf("pair (%d, %d) has depth %v and width %v", p.A, p.B, p.Depth, p.Width)
		}
		if p.Allowed != s.allows(p.A, p.B) {
			return fmt.Errorf("pair (%d, %d): allowed %v", p.A, p.B, p.Allowed)
		}
		for i, c := range p.Contacts {
			if int(c.BodyA) != p.A || int(c.BodyB) != p.B || i > 0 && p.Contacts[i-1].Compare(c) >= 0 {
				return fmt.Errorf("pair (%d, %d) lists %v at %d", p.A, p.B, c, i)
			}
		}
		listed += len(p.Contacts)
	}
	if listed != len(r.Contacts) {
		return fmt.Errorf("the pairs list %d contacts of %d", listed, len(r.Contacts))
	}
	return nil
}

func samePair(p, q *collide.Pair) bool {
	if !slices.EqualFunc(p.Pieces, q.Pieces, samePiece) || p.Normal != q.Normal || p.Kind != q.Kind || p.Equal != q.Equal || p.Crossing != q.Crossing {
		return false
	}
	return p.A == q.A && p.B == q.B && p.Verdict == q.Verdict && p.Inside == q.Inside && p.Allowed == q.Allowed && p.Reason == q.Reason && p.Depth == q.Depth && p.Width == q.Width
}

func samePiece(p, q collide.Piece) bool {
	return slices.Equal(p.Contacts, q.Contacts) && p.Box == q.Box && p.Point == q.Point && p.PointError == q.PointError && p.Normal == q.Normal
}

func sameBoolean(first, all []answer) error {
	for i := range all {
		f, w := first[i], all[i]
		if f.Verdict != w.Verdict || f.Hash() != "" || f.Verdict == collide.InContact && f.err != nil {
			return fmt.Errorf("step %d: first is %v, hash %q, %w; brute is %v", i, f.Verdict, f.Hash(), f.err, w.Verdict)
		}
		for _, c := range f.Contacts {
			if !contains(w.Contacts, c) {
				return fmt.Errorf("step %d: first found %v, which is no contact", i, c)
			}
		}
	}
	return nil
}

func contains(set []collide.Contact, c collide.Contact) bool {
	for _, x := range set {
		if x == c {
			return true
		}
	}
	return false
}

func firstDifference(got, want []collide.Contact) string {
	for _, c := range want {
		if !contains(got, c) {
			return fmt.Sprintf("%v is missing", c)
		}
	}
	for _, c := range got {
		if !contains(want, c) {
			return fmt.Sprintf("%v is no contact", c)
		}
	}
	return "the same contacts in another order or twice"
}
