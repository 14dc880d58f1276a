package conformance

import (
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/methods"
)

// TestSuiteSeesEveryDifference: a result that differs from brute force in one field of one
// pair is refused.
func TestSuiteSeesEveryDifference(t *testing.T) {
	t.Parallel()
	s := permitted()
	s.Bodies = append(s.Bodies, placed("free", cuboid(1, 1), at(0.5, -0.5, 0.5)))
	all, err := answers(&s, collide.Options{Method: Named(methods.Table(), "brute"), Self: s.Self, Solid: s.Solid, Allow: s.Allow})
	if err != nil {
		t.Fatal(err)
	}
	want := all[0].Result
	if err := samePairs(want.Clone(), want); err != nil {
		t.Fatalf("a clone differs: %v", err)
	}
	if len(want.Pairs) < 3 || len(want.Pairs[0].Contacts) < 2 {
		t.Fatalf("the scene proves nothing: %+v", want.Pairs)
	}
	inside := slices.IndexFunc(want.Pairs, func(p collide.Pair) bool { return p.Inside != collide.NotInside })
	for name, change := range map[string]func(r *collide.Result){
		"a pair is missing":        func(r *collide.Result) { r.Pairs = r.Pairs[:len(r.Pairs)-1] },
		"no pairs at all":          func(r *collide.Result) { r.Pairs = nil },
		"a pair is there twice":    func(r *collide.Result) { r.Pairs = append(r.Pairs, r.Pairs[len(r.Pairs)-1]) },
		"another body a":           func(r *collide.Result) { r.Pairs[0].A++ },
		"another body b":           func(r *collide.Result) { r.Pairs[0].B++ },
		"allowed":                  func(r *collide.Result) { r.Pairs[0].Allowed = !r.Pairs[0].Allowed },
		"a contact is missing":     func(r *collide.Result) { r.Pairs[0].Contacts = r.Pairs[0].Contacts[1:] },
		"a contact is another":     func(r *collide.Result) { r.Pairs[0].Contacts[0].TriB += 1000 },
		"contacts in another way":  func(r *collide.Result) { slices.Reverse(r.Pairs[0].Contacts) },
		"another verdict":          func(r *collide.Result) { r.Pairs[0].Verdict = collide.Unknown },
		"another depth":            func(r *collide.Result) { r.Pairs[0].Depth[0]++ },
		"another width":            func(r *collide.Result) { r.Pairs[0].Width[1]++ },
		"inside lost":              func(r *collide.Result) { r.Pairs[inside].Inside = collide.NotInside },
		"the other body is inside": func(r *collide.Result) { r.Pairs[inside].Inside = collide.BInside + collide.AInside },
	} {
		got := want.Clone()
		change(got)
		if samePairs(got, want) == nil {
			t.Errorf("%s: not seen by the comparison", name)
		}
		if consistent(&s, got) == nil {
			t.Errorf("%s: not seen in the result itself", name)
		}
	}
}
