package harness

import (
	"context"
	"testing"
	"time"

	"github.com/collide-go/collide/geom"
)

// paced is a peer that takes a given time for a pose, in nanoseconds, and answers right or wrong.
type paced struct {
	pairEngine
	label  string
	ns     int64
	right  bool
	listed bool
	poses  int
}

func (p *paced) name() string                         { return p.label }
func (p *paced) listsContacts() bool                  { return p.listed }
func (p *paced) load(in *pairInput) error             { p.poses = len(in.poses); return nil }
func (p *paced) build(context.Context) (built, error) { return built{}, nil }
func (p *paced) booleans(context.Context) (booleans, error) {
	return booleans{ns: []int64{p.ns}, hit: []bool{p.right}}, nil
}

func (p *paced) contacts(context.Context) (contacts, error) {
	c := contacts{ns: []int64{p.ns}, pairs: [][]triPair{nil}}
	if p.right {
		c.pairs[0] = []triPair{{1, 2}}
	}
	return c, nil
}

// TestPromisingPeers: a peer that takes over ten times as long as the fastest right one is left out after one pose, ours never, and who is
// fast and wrong does not count.
func TestPromisingPeers(t *testing.T) {
	t.Parallel()
	ours := &ourPair{method: "auto"}
	engines := []pairEngine{
		ours, &paced{label: "wrong", ns: 10, listed: true}, &paced{label: "right", ns: 1000, right: true, listed: true},
		&paced{label: "slower", ns: 9000, right: true, listed: true}, &paced{label: "hopeless", ns: 11000, right: true, listed: true},
		&paced{label: "partial", ns: 11000, right: true},
	}
	in := &pairInput{poses: make([]geom.Pose, 12)}
	found, err := promising(t.Context(), engines, in, [][]triPair{{{1, 2}}, nil}, 10, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range found.kept {
		names = append(names, e.name())
		if p, ok := e.(*paced); ok && p.poses != 1 {
			t.Errorf("%s was asked about %d poses", p.label, p.poses)
		}
	}
	if got := found.patience(time.Second, 94); got != time.Second {
		t.Errorf("patience %v where 100 answers take 0.1 ms", got)
	}
	if got := found.patience(time.Microsecond, 94); got != 500*time.Microsecond {
		t.Errorf("patience %v, expected five times 100 answers", got)
	}
	if got := found.patience(0, 94); got != 0 {
		t.Errorf("patience %v without a deadline", got)
	}
	want := []string{"collide-auto", "wrong", "right", "slower"}
	if len(names) != len(want) {
		t.Fatalf("%q are kept, expected %q", names, want)
	}
	for i := range want {
		if names[i] != want[i] {
			t.Errorf("%q are kept, expected %q", names, want)
		}
	}
}
