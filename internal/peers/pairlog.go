package harness

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/collide-go/collide/internal/measure"
)

// pairLog gathers an engine's rounds.
type pairLog struct {
	engine       pairEngine
	builds       []float64
	bytes        int
	boolean, all [][]int64
	wrong        verdict
	// deadline is how long a peer may take for one request, 0 for any time; overdue engines have been ended and are asked no more.
	deadline time.Duration
	overdue  bool
}

func (l *pairLog) load(ctx context.Context, in *pairInput) error {
	if p, ok := l.engine.(*peerPair); ok {
		p.srv.deadline = l.deadline
	}
	return l.inTime(ctx, l.engine.load(in))
}

// round builds, and answers every pose.
func (l *pairLog) round(ctx context.Context, exact [][]triPair) error {
	if l.overdue {
		return nil
	}
	return l.inTime(ctx, l.ask(ctx, exact))
}

// inTime returns an error, unless it is that the engine's server has been ended: then the next pair finds another one.
func (l *pairLog) inTime(ctx context.Context, err error) error {
	p, ok := l.engine.(*peerPair)
	if !ok || !errors.Is(err, errOverdue) {
		return err
	}
	l.overdue = true
	return p.srv.restart(ctx)
}

func (l *pairLog) ask(ctx context.Context, exact [][]triPair) error {
	b, err := l.engine.build(ctx)
	if err != nil {
		return err
	}
	l.builds = append(l.builds, float64(b.time.Nanoseconds())/1e6)
	l.bytes = b.bytes
	hits, err := l.engine.booleans(ctx)
	if err != nil {
		return err
	}
	l.boolean = append(l.boolean, hits.ns)
	v := judgeBooleans(hits.hit, exact)
	if l.engine.listsContacts() {
		found, err := l.engine.contacts(ctx)
		if err != nil {
			return err
		}
		l.all = append(l.all, found.ns)
		w := judgeContacts(found.pairs, exact)
		v.missing, v.extra, v.wrongPoses = w.missing, w.extra, w.wrongPoses
	}
	l.wrong = l.wrong.worst(v)
	return nil
}

func (l *pairLog) row() pairRow {
	r := pairRow{
		engine: l.engine.name(), build: measure.Median(l.builds), bytes: l.bytes,
		boolean: summarise(l.boolean), listed: l.engine.listsContacts(), wrong: l.wrong,
	}
	if r.listed {
		r.all = summarise(l.all)
	}
	return r
}

// trial is what peers did on the first pose.
type trial struct {
	kept    []pairEngine
	overdue []string // the names of those that were ended
	// boolean and all are the microseconds of the fastest peer that answers right.
	boolean, all float64
}

// promising keeps ours and the peers whose time for the first pose, boolean or all contacts, is less than hopeless times that of the
// fastest peer that answers it right.
func promising(ctx context.Context, engines []pairEngine, in *pairInput, exact [][]triPair, hopeless float64, deadline time.Duration) (*trial, error) {
	one := *in
	one.poses = in.poses[:1]
	rows := make([]pairRow, len(engines))
	t := &trial{boolean: math.Inf(1), all: math.Inf(1)}
	for i, e := range engines {
		l := pairLog{engine: e, deadline: deadline}
		if _, ours := e.(*ourPair); ours {
			continue
		}
		if err := l.load(ctx, &one); err != nil {
			return nil, err
		}
		if err := l.round(ctx, exact[:1]); err != nil {
			return nil, err
		}
		if l.overdue {
			t.overdue = append(t.overdue, e.name())
			continue
		}
		if rows[i] = l.row(); rows[i].wrong.total() == 0 {
			t.boolean = min(t.boolean, rows[i].boolean.mean)
			if rows[i].listed {
				t.all = min(t.all, rows[i].all.mean)
			}
		}
	}
	for i, e := range engines {
		if r := &rows[i]; !slices.Contains(t.overdue, e.name()) && (r.boolean.mean <= hopeless*t.boolean || r.listed && r.all.mean <= hopeless*t.all) {
			t.kept = append(t.kept, e)
		}
	}
	return t, nil
}

// generous times the time of the fastest right peer for the first pose, or the deadline if that is longer, is what a batch may take: the
// fastest one is to be measured on a busy machine, too.
const generous = 5

// patience is how long a peer may take for a number of poses.
func (t *trial) patience(deadline time.Duration, poses int) time.Duration {
	each := max(t.boolean, t.all)
	if deadline == 0 || math.IsInf(each, 0) {
		return deadline
	}
	return max(deadline, time.Duration(generous*each*float64(poses+warmUp))*time.Microsecond)
}
