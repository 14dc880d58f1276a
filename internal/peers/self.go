package harness

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

// selfSuffix marks the meshes of the self workload: a file of known answers.
const selfSuffix = ".self.hash.txt"

// selfPeers are the engines of the self workload. Partial ones are compared on
// triangles that share no corner alone: they report neighbours by the shared
// corner itself, or leave them all out.
func selfPeers() []peerInfo {
	return []peerInfo{
		{name: "cgal-self", server: "cgal"},
		{name: "embree-double", server: "embree", partial: true},
		{name: "embree-exact", server: "embree", partial: true},
		{name: "fcl-obbrss", server: "fcl", partial: true},
	}
}

// ourSelf are our two lines: from raw vertices as the peers, and the query
// alone.
func ourSelf() []string { return []string{ourPrefix + "auto", ourPrefix + "auto-kept"} }

// selfTable is the result for one mesh.
type selfTable struct {
	mesh string
	// known reports that the answers are those of a hash file.
	known                       bool
	triangles, contacts, rounds int
	rows                        []selfRow
}

type selfRow struct {
	engine  string
	partial bool
	// ms is the median over the rounds.
	ms, spread float64
	wrong      verdict
}

// selfLog gathers a line's rounds.
type selfLog struct {
	selfRow
	ns [][]int64
}

// add records a round and judges its answer.
func (l *selfLog) add(spent time.Duration, found, exact []triPair) {
	l.ns = append(l.ns, []int64{spent.Nanoseconds()})
	l.wrong = l.wrong.worst(judgeContacts([][]triPair{found}, [][]triPair{exact}))
}

// ask runs a peer once; partial ones are judged by the strangers among the
// exact contacts.
func (l *selfLog) ask(p *peer, m *mesh.Mesh, exact, strangers []triPair) error {
	spent, found, err := p.self()
	if err != nil {
		return err
	}
	if p.info.partial {
		found, exact = withoutNeighbours(m, found), strangers
	}
	l.add(spent, found, exact)
	return nil
}

func (l *selfLog) row() selfRow {
	t := summarise(l.ns)
	l.ms, l.spread = t.mean/1e3, t.spread
	return l.selfRow
}

// runSelf measures every mesh that has known answers.
func runSelf(ctx context.Context, cfg *config) (*report, error) {
	if err := checkEngines(cfg, ourSelf(), selfPeers()); err != nil {
		return nil, err
	}
	meshes, err := selfMeshes(ctx, cfg)
	if err != nil {
		return nil, err
	}
	peers, skipped, err := startPeers(ctx, cfg, selfPeers())
	if err != nil {
		return nil, err
	}
	defer closePeers(peers)
	rep := newReport(cfg, skipped)
	rep.engines = append(rep.engines,
		engineNote{ourSelf()[0], aboutOurs() + ", from raw vertices"},
		engineNote{ourSelf()[1], "the same, hierarchy kept: the query alone"})
	for _, p := range peers {
		rep.engines = append(rep.engines, engineNote{p.info.name, p.srv.about})
	}
	for _, m := range meshes {
		t, err := runSelfMesh(ctx, cfg, peers, m)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name, err)
		}
		rep.sections = append(rep.sections, t)
	}
	return rep, nil
}

// generatedKnot is the name of a mesh that is made, not read: a tube of 100,000 triangles
// along a torus knot, thick enough to run into itself.
const generatedKnot = "knot-100k"

// selfMeshes reads the meshes of the folder and makes the knot, or those of them that
// were asked for.
func selfMeshes(ctx context.Context, cfg *config) ([]*mesh.Mesh, error) {
	wanted, knot := slices.Clone(cfg.pairs), len(cfg.pairs) == 0
	if i := slices.Index(wanted, generatedKnot); i >= 0 {
		wanted, knot = slices.Delete(wanted, i, i+1), true
	}
	var meshes []*mesh.Mesh
	if len(wanted) > 0 || len(cfg.pairs) == 0 {
		names, err := namesBySuffix(cfg.data, selfSuffix, wanted)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			m, err := readMesh(ctx, filepath.Join(cfg.data, name+".obj"))
			if err != nil {
				return nil, err
			}
			m.Name = name
			meshes = append(meshes, m)
		}
	}
	if knot {
		meshes = append(meshes, scene.Knot(generatedKnot, 2, 3, 1, 0.48, 500, 100))
	}
	return meshes, nil
}

func runSelfMesh(ctx context.Context, cfg *config, peers []peer, m *mesh.Mesh) (*selfTable, error) {
	name := m.Name
	_, _, exact, err := selfContacts(ctx, m)
	if err != nil {
		return nil, err
	}
	known, err := checkHashes(ctx, filepath.Join(cfg.data, name+selfSuffix), [][]triPair{exact}, 0)
	if err != nil {
		return nil, err
	}
	logs := []selfLog{{selfRow: selfRow{engine: ourSelf()[0]}}, {selfRow: selfRow{engine: ourSelf()[1]}}}
	for _, p := range peers {
		if err := p.srv.sendMesh("a", m); err != nil {
			return nil, err
		}
		logs = append(logs, selfLog{selfRow: selfRow{engine: p.info.name, partial: p.info.partial}})
	}
	strangers := withoutNeighbours(m, exact)
	for round := range cfg.rounds {
		cfg.progress("%s round %d/%d", name, round+1, cfg.rounds)
		fresh, kept, found, err := selfContacts(ctx, m)
		if err != nil {
			return nil, err
		}
		logs[0].add(fresh, found, exact)
		logs[1].add(kept, found, exact)
		for i, p := range peers {
			if err := logs[2+i].ask(&p, m, exact, strangers); err != nil {
				return nil, err
			}
		}
	}
	t := &selfTable{mesh: name, known: known, triangles: len(m.Triangles), contacts: len(exact), rounds: cfg.rounds}
	for i := range logs {
		t.rows = append(t.rows, logs[i].row())
	}
	return t, nil
}

// self asks the server for the contacts within its mesh a.
func (p *peer) self() (time.Duration, []triPair, error) {
	n, err := p.srv.counts(2, "self "+p.info.name)
	if err != nil {
		return 0, nil, err
	}
	pairs, err := readArray[triPair](p.srv, n[1])
	if err != nil {
		return 0, nil, err
	}
	return time.Duration(n[0]), canonical(ascending(pairs)), nil
}

// selfContacts times our own query, fresh from raw vertices and again with the
// hierarchy kept.
func selfContacts(ctx context.Context, m *mesh.Mesh) (fresh, kept time.Duration, found []triPair, err error) {
	start := time.Now()
	det, err := collide.NewDetector([]collide.Body{{Name: m.Name, Shape: collide.NewModel(m)}},
		collide.Options{Workers: 1, Self: true})
	if err != nil {
		return 0, 0, nil, err
	}
	if _, err = det.Detect(ctx); err != nil {
		return 0, 0, nil, err
	}
	fresh = time.Since(start)
	start = time.Now()
	res, err := det.Detect(ctx)
	kept = time.Since(start)
	if err != nil {
		return 0, 0, nil, err
	}
	for _, c := range res.Contacts {
		found = append(found, triPair{c.TriA, c.TriB})
	}
	return fresh, kept, canonical(found), nil
}

// withoutNeighbours keeps the pairs of triangles without a corner in common, by
// coordinates.
func withoutNeighbours(m *mesh.Mesh, pairs []triPair) []triPair {
	var kept []triPair
	for _, p := range pairs {
		a, b := m.Triangle(int(p[0])), m.Triangle(int(p[1]))
		if !shareCorner(&a, &b) {
			kept = append(kept, p)
		}
	}
	return kept
}

func shareCorner(a, b *geom.Triangle) bool {
	for _, u := range a {
		for _, v := range b {
			if u == v {
				return true
			}
		}
	}
	return false
}
