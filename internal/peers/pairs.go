package harness

import (
	"context"
	"fmt"
	"path/filepath"
	"time"
)

// pairRow is one engine's line of a pair's table.
type pairRow struct {
	engine string
	// build is in milliseconds, bytes what was held after it.
	build float64
	bytes int
	// all is the zero timing where listed is false.
	boolean, all timing
	listed       bool
	wrong        verdict
}

// pairTable is the result for one pair.
type pairTable struct {
	name                   string
	trianglesA, trianglesB int
	poses, rounds          int
	// checked reports that our sets were also compared with a file of answers.
	checked bool
	rows    []pairRow
	// overdue are the engines that were ended: see Limits.
	overdue []string
}

// row returns the line of an engine, nil where it did not run.
func (t *pairTable) row(engine string) *pairRow {
	for i := range t.rows {
		if t.rows[i].engine == engine {
			return &t.rows[i]
		}
	}
	return nil
}

// runPairs measures every pair of the folder.
func runPairs(ctx context.Context, cfg *config) (*report, error) {
	names, err := namesBySuffix(cfg.data, poseSuffix, cfg.pairs)
	if err != nil {
		return nil, err
	}
	engines, skipped, done, err := pairEngines(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer done()
	rep := newReport(cfg, skipped)
	for _, e := range engines {
		rep.engines = append(rep.engines, engineNote{e.name(), e.about()})
	}
	var tables []*pairTable
	for _, name := range names {
		in, err := loadPair(ctx, cfg.data, name, cfg.poses)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		t, err := runPair(ctx, cfg, engines, in, filepath.Join(cfg.data, name+".hash.txt"))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		tables = append(tables, t)
		rep.sections = append(rep.sections, t)
	}
	rep.summary = pairSummaries(tables, cfg.base)
	return rep, nil
}

// pairEngines returns ours, then the peers, until done is called.
func pairEngines(ctx context.Context, cfg *config) (engines []pairEngine, skipped []string, done func(), err error) {
	var ours []string
	for _, method := range ourMethods() {
		engines = append(engines, &ourPair{method: method})
	}
	engines = append(engines, &ourPair{method: "auto", deforming: true})
	for _, e := range engines {
		ours = append(ours, e.name())
	}
	if err := checkEngines(cfg, ours, pairPeers()); err != nil {
		return nil, nil, nil, err
	}
	peers, skipped, err := startPeers(ctx, cfg, pairPeers())
	if err != nil {
		return nil, nil, nil, err
	}
	for _, p := range peers {
		engines = append(engines, &peerPair{peer: p})
	}
	return engines, skipped, func() { closePeers(peers) }, nil
}

// runPair measures one pair: in every round each engine builds and answers all
// poses, one engine after the other, so that ratios come from the same minute. The
// file of hashes need not be there.
func runPair(ctx context.Context, cfg *config, engines []pairEngine, in *pairInput, hashes string) (*pairTable, error) {
	t := &pairTable{
		name: in.name, trianglesA: len(in.a.Triangles), trianglesB: len(in.b.Triangles),
		poses: len(in.poses), rounds: cfg.rounds,
	}
	exact, err := reference(ctx, in)
	if err != nil {
		return nil, err
	}
	if t.checked, err = checkHashes(ctx, hashes, exact, 1); err != nil {
		return nil, err
	}
	deadline := cfg.deadline
	if cfg.hopeless > 0 {
		found, err := promising(ctx, engines, in, exact, cfg.hopeless, deadline)
		if err != nil {
			return nil, err
		}
		engines, t.overdue, deadline = found.kept, found.overdue, found.patience(deadline, len(in.poses))
	}
	logs := make([]pairLog, len(engines))
	for i, e := range engines {
		logs[i].engine, logs[i].deadline = e, deadline
		if err := logs[i].load(ctx, in); err != nil {
			return nil, err
		}
	}
	for round := range cfg.rounds {
		for i := range logs {
			start := time.Now()
			if err := logs[i].round(ctx, exact); err != nil {
				return nil, err
			}
			cfg.progress("%s round %d/%d: %s %.1f s", in.name, round+1, cfg.rounds, logs[i].engine.name(), time.Since(start).Seconds())
		}
	}
	for i := range logs {
		t.add(&logs[i])
	}
	return t, nil
}

// add adds the row of an engine, or that it was ended.
func (t *pairTable) add(l *pairLog) {
	if l.overdue {
		t.overdue = append(t.overdue, l.engine.name())
		return
	}
	t.rows = append(t.rows, l.row())
}

// reference is our exact answer to every pose.
func reference(ctx context.Context, in *pairInput) ([][]triPair, error) {
	ref := &ourPair{method: ourMethods()[0]}
	if err := ref.load(in); err != nil {
		return nil, err
	}
	if _, err := ref.build(ctx); err != nil {
		return nil, err
	}
	answers, err := ref.contacts(ctx)
	return answers.pairs, err
}
