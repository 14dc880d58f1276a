package harness

import (
	"context"
	"fmt"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/measure"
)

// maxBodies bounds -bodies: a motion is kept in memory.
const maxBodies = 2_000_000

// boxPeers are the engines of the boxes workload.
func boxPeers() []peerInfo {
	return []peerInfo{
		{name: "embree-low", server: "embree"},
		{name: "fcl-dyntree", server: "fcl"},
		{name: "bullet-dbvt", server: "bullet"},
		{name: "cgal-box", server: "cgal"},
	}
}

// ourPhase is a broad phase of ours by name.
type ourPhase struct {
	name string
	make func() broad.Phase
}

func ourPhases() []ourPhase {
	return []ourPhase{
		{ourPrefix + "auto", func() broad.Phase { return new(broad.Auto) }},
	}
}

// boxTable is the result for one number of boxes.
type boxTable struct {
	kind                  *motionKind
	bodies, steps, rounds int
	pairsPerStep          float64
	rows                  []boxRow
}

type boxRow struct {
	engine string
	// build is in milliseconds, step the mean over steps of medians over rounds, late their 95th percentile.
	build, step, late, spread float64
	wrong                     verdict
}

// boxLog gathers a line's rounds.
type boxLog struct {
	boxRow
	builds []float64
	ns     [][]int64
}

func (l *boxLog) add(a *boxAnswer, exact [][]triPair) {
	l.builds = append(l.builds, float64(a.build.Nanoseconds())/1e6)
	l.ns = append(l.ns, a.ns)
	l.wrong = l.wrong.worst(judgeContacts(a.pairs, exact))
}

func (l *boxLog) row() boxRow {
	t := summarise(l.ns)
	l.build, l.step, l.late, l.spread = measure.Median(l.builds), t.mean/1e3, measure.Quantile(medians(l.ns), 0.95)/1e6, t.spread
	return l.boxRow
}

// boxAnswer is one run over a motion.
type boxAnswer struct {
	build time.Duration
	ns    []int64
	pairs [][]triPair
}

// runBoxes measures every number of boxes asked for.
func runBoxes(ctx context.Context, cfg *config) (*report, error) {
	var ours []string
	for _, p := range ourPhases() {
		ours = append(ours, p.name)
	}
	if err := checkEngines(cfg, ours, boxPeers()); err != nil {
		return nil, err
	}
	peers, skipped, err := startPeers(ctx, cfg, boxPeers())
	if err != nil {
		return nil, err
	}
	defer closePeers(peers)
	rep := newReport(cfg, skipped)
	for _, name := range ours {
		rep.engines = append(rep.engines, engineNote{name, aboutOurs()})
	}
	for _, p := range peers {
		rep.engines = append(rep.engines, engineNote{p.info.name, p.srv.about})
	}
	for _, name := range cfg.motions {
		kind := findMotion(name)
		for _, n := range cfg.bodies {
			t, err := runBoxCount(ctx, cfg, peers, kind, n)
			if err != nil {
				return nil, fmt.Errorf("%d boxes, %s: %w", n, name, err)
			}
			rep.sections = append(rep.sections, t)
		}
	}
	return rep, nil
}

func runBoxCount(ctx context.Context, cfg *config, peers []peer, kind *motionKind, n int) (*boxTable, error) {
	m := makeMotion(kind, n, cfg.steps)
	phases := ourPhases()
	exact := m.ours(new(broad.Tree)).pairs // exact, and rarely what auto uses
	var logs []boxLog
	for _, p := range phases {
		logs = append(logs, boxLog{boxRow: boxRow{engine: p.name}})
	}
	for _, p := range peers {
		logs = append(logs, boxLog{boxRow: boxRow{engine: p.info.name}})
	}
	for round := range cfg.rounds {
		cfg.progress("%d boxes, %s, round %d/%d", n, kind.name, round+1, cfg.rounds)
		for i, p := range phases {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			logs[i].add(m.ours(p.make()), exact)
		}
		for i, p := range peers {
			a, err := p.boxes(m)
			if err != nil {
				return nil, err
			}
			logs[len(phases)+i].add(a, exact)
		}
	}
	t := &boxTable{kind: kind, bodies: n, steps: cfg.steps, rounds: cfg.rounds}
	for _, pairs := range exact {
		t.pairsPerStep += float64(len(pairs)) / float64(cfg.steps)
	}
	for i := range logs {
		t.rows = append(t.rows, logs[i].row())
	}
	return t, nil
}

// ours runs a broad phase of ours. A step is timed from centres and half-extents
// on, as the peers' are; the first one is the build.
func (m *motion) ours(phase broad.Phase) *boxAnswer {
	a := &boxAnswer{}
	boxes := make([]geom.AABB, m.bodies)
	var found []broad.Pair
	for s, state := range m.steps {
		start := time.Now()
		for i := range boxes {
			b := state[6*i : 6*i+6]
			centre, half := geom.Vec{X: b[0], Y: b[1], Z: b[2]}, geom.Vec{X: b[3], Y: b[4], Z: b[5]}
			boxes[i] = geom.AABB{Min: centre.Sub(half), Max: centre.Add(half)}
		}
		found = phase.Pairs(boxes, found[:0])
		spent := time.Since(start)
		if s == 0 {
			a.build = spent
			continue
		}
		a.ns = append(a.ns, spent.Nanoseconds())
		a.pairs = append(a.pairs, boxPairs(found))
	}
	return a
}

func boxPairs(found []broad.Pair) []triPair {
	pairs := make([]triPair, len(found))
	for i, p := range found {
		pairs[i] = triPair{uint32(p.A), uint32(p.B)}
	}
	return canonical(pairs)
}

// boxes hands the whole motion to the server.
func (p *peer) boxes(m *motion) (*boxAnswer, error) {
	arrays := make([]any, len(m.steps))
	for i, s := range m.steps {
		arrays[i] = s
	}
	steps := len(m.steps) - 1
	n, err := p.srv.counts(2, fmt.Sprintf("boxes %s %d %d", p.info.name, m.bodies, steps), arrays...)
	if err != nil {
		return nil, err
	}
	a := &boxAnswer{build: time.Duration(n[0])}
	if a.ns, err = readArray[int64](p.srv, steps); err != nil {
		return nil, err
	}
	a.pairs, err = p.srv.readLists(steps, n[1])
	for i, list := range a.pairs {
		a.pairs[i] = canonical(ascending(list))
	}
	return a, err
}
