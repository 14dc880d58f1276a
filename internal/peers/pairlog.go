package harness

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/collide-go/collide/internal/measure"
)

// pairLog gathers an engine's rounds.
type pairLog struct {
	engine       pairEngine
	builds       []float64
	bytes        int
	boolean, all [][]int64
	wrong        verdict
	// overdue engines have been ended and are asked no more.
	overdue bool
}

func (l *pairLog) load(ctx context.Context, in *pairInput) error {
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

// promising returns ours and the peers whose time for the first pose, boolean or all contacts, is less than hopeless times that of the
// fastest peer that answers it right, and the names of those that were ended.
func promising(ctx context.Context, engines []pairEngine, in *pairInput, exact [][]triPair, hopeless float64) (kept []pairEngine, overdue []string, err error) {
	one := *in
	one.poses = in.poses[:1]
	rows := make([]pairRow, len(engines))
	boolean, all := math.Inf(1), math.Inf(1)
	for i, e := range engines {
		l := pairLog{engine: e}
		if _, ours := e.(*ourPair); ours {
			continue
		}
		if err := l.load(ctx, &one); err != nil {
			return nil, nil, err
		}
		if err := l.round(ctx, exact[:1]); err != nil {
			return nil, nil, err
		}
		if l.overdue {
			overdue = append(overdue, e.name())
			continue
		}
		if rows[i] = l.row(); rows[i].wrong.total() == 0 {
			boolean = min(boolean, rows[i].boolean.mean)
			if rows[i].listed {
				all = min(all, rows[i].all.mean)
			}
		}
	}
	for i, e := range engines {
		if r := &rows[i]; !slices.Contains(overdue, e.name()) && (r.boolean.mean <= hopeless*boolean || r.listed && r.all.mean <= hopeless*all) {
			kept = append(kept, e)
		}
	}
	return kept, overdue, nil
}
