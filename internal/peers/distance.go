package harness

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"strconv"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
)

// distanceSuffix is that of files of known distances beside the poses.
const distanceSuffix = ".distance.txt"

// reachOfDiagonal is the reach of the clearance query, a share of the diagonal of A's box.
const reachOfDiagonal = 0.01

// distancePeers are the engines of the distance workload.
func distancePeers() []peerInfo {
	return []peerInfo{{name: "pqp", server: "pqp"}, {name: "fcl-rss", server: "fcl"}}
}

// ranges holds one answer a pose and the nanoseconds of processor time it took.
type ranges struct {
	ns    []int64
	value []float64
}

// rangeEngine answers the distance workload. Calls come in the order load, then any number of build,
// distances and within.
type rangeEngine interface {
	name() string
	about() string
	load(in *pairInput) error
	build(ctx context.Context) error
	distances(ctx context.Context) (ranges, error)
	// within reports which poses are at most a distance apart.
	within(ctx context.Context, reach float64) (booleans, error)
}

// runDistances measures every pair of the folder.
func runDistances(ctx context.Context, cfg *config) (*report, error) {
	names, err := namesBySuffix(cfg.data, poseSuffix, cfg.pairs)
	if err != nil {
		return nil, err
	}
	if err := checkEngines(cfg, []string{ourPrefix + "auto"}, distancePeers()); err != nil {
		return nil, err
	}
	peers, skipped, err := startPeers(ctx, cfg, distancePeers())
	if err != nil {
		return nil, err
	}
	defer closePeers(peers)
	engines := []rangeEngine{&ourRange{}}
	for _, p := range peers {
		engines = append(engines, &peerRange{peerPair{peer: p}})
	}
	rep := newReport(cfg, skipped)
	for _, e := range engines {
		rep.engines = append(rep.engines, engineNote{e.name(), e.about()})
	}
	for _, name := range names {
		in, err := loadPair(ctx, cfg.data, name, cfg.poses)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		t, err := runDistance(ctx, cfg, engines, in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		rep.sections = append(rep.sections, t)
	}
	return rep, nil
}

// runDistance measures one pair, engine by engine in every round. The first engine is the reference.
func runDistance(ctx context.Context, cfg *config, engines []rangeEngine, in *pairInput) (*distanceTable, error) {
	t := &distanceTable{
		name: in.name, trianglesA: len(in.a.Triangles), trianglesB: len(in.b.Triangles), poses: len(in.poses), rounds: cfg.rounds,
		reach: reachOfDiagonal * diagonalOf(in.a),
	}
	logs := make([]rangeLog, len(engines))
	for i, e := range engines {
		if err := errors.Join(e.load(in), e.build(ctx)); err != nil {
			return nil, err
		}
		logs[i].engine = e
	}
	for round := range cfg.rounds {
		cfg.progress("%s round %d/%d", in.name, round+1, cfg.rounds)
		for i := range logs {
			if err := logs[i].round(ctx, t.reach); err != nil {
				return nil, err
			}
		}
	}
	exact := &logs[0]
	var err error
	if t.checked, err = checkDistances(ctx, filepath.Join(cfg.data, in.name+distanceSuffix), exact.value); err != nil {
		return nil, err
	}
	for i := range logs {
		t.rows = append(t.rows, logs[i].row(exact))
	}
	return t, nil
}

// rangeLog gathers an engine's rounds; answers are those of the last one.
type rangeLog struct {
	engine           rangeEngine
	distance, within [][]int64
	value            []float64
	near             []bool
}

func (l *rangeLog) round(ctx context.Context, reach float64) error {
	d, err := l.engine.distances(ctx)
	if err != nil {
		return err
	}
	w, err := l.engine.within(ctx, reach)
	l.distance, l.within = append(l.distance, d.ns), append(l.within, w.ns)
	l.value, l.near = d.value, w.hit
	return err
}

func (l *rangeLog) row(exact *rangeLog) distanceRow {
	r := distanceRow{engine: l.engine.name(), distance: summarise(l.distance), within: summarise(l.within)}
	for i, x := range l.value {
		want := exact.value[i]
		if (x <= 0) != (want == 0) {
			r.wrong++
		} else if want > 0 && x != want {
			r.rounded++
			r.worst = max(r.worst, math.Abs(x-want)/want)
		}
		if l.near[i] != exact.near[i] {
			r.wrong++
		}
	}
	return r
}

// checkDistances compares our distances with a file of exact ones (lines "pose hexadecimal …"), if
// there is one.
func checkDistances(ctx context.Context, path string, ours []float64) (checked bool, err error) {
	f, err := (*input.Files)(nil).Open(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }() // only read
	lines := bufio.NewScanner(f)
	for number := 1; lines.Scan(); number++ {
		var pose int
		var hex string
		if n, _ := fmt.Sscan(lines.Text(), &pose, &hex); n < 2 {
			continue // a comment
		}
		want, err := strconv.ParseFloat(hex, 64)
		if err != nil {
			return false, fmt.Errorf("%s:%d: %w", path, number, err)
		}
		if pose >= 0 && pose < len(ours) && ours[pose] != want {
			return false, fmt.Errorf("%s:%d: the distance of pose %d is %v, ours is %v", path, number, pose, want, ours[pose])
		}
	}
	return true, lines.Err()
}

// ourRange is a rangeEngine on the public API of the root package.
type ourRange struct {
	in         *pairInput
	all, first *collide.Detector
}

func (o *ourRange) name() string  { return ourPrefix + "auto" }
func (o *ourRange) about() string { return aboutOurs() }

func (o *ourRange) load(in *pairInput) error {
	o.in = in
	return nil
}

// build makes the detectors and asks each once, so that the hierarchies are there.
func (o *ourRange) build(ctx context.Context) error {
	auto, err := methods.Find(methods.Table(), "auto", collide.CPU)
	if err != nil {
		return err
	}
	a, b := collide.NewModel(o.in.a), collide.NewModel(o.in.b)
	for _, d := range []struct {
		to    **collide.Detector
		first bool
	}{{&o.all, false}, {&o.first, true}} {
		bodies := []collide.Body{{Name: "A", Shape: a, Pose: *concentric(o.in)}, {Name: "B", Shape: b}}
		if *d.to, err = collide.NewDetector(bodies, collide.Options{Method: auto, Workers: 1, First: d.first}); err != nil {
			return err
		}
		if _, err := (*d.to).Detect(ctx); err != nil {
			return err
		}
	}
	return nil
}

// each asks about every pose.
func (o *ourRange) each(d *collide.Detector, ask func(i int) error) ([]int64, error) {
	ns := make([]int64, len(o.in.poses))
	for i := range o.in.poses {
		start := processorTime()
		if err := d.SetPose(0, o.in.poses[i]); err != nil {
			return nil, err
		}
		if err := ask(i); err != nil {
			return nil, fmt.Errorf("pose %d: %w", i, err)
		}
		ns[i] = int64(processorTime() - start)
	}
	return ns, nil
}

func (o *ourRange) distances(ctx context.Context) (r ranges, err error) {
	defer onOneThread()()
	r.value = make([]float64, len(o.in.poses))
	r.ns, err = o.each(o.all, func(i int) error {
		d, _, err := o.all.Distance(ctx)
		r.value[i] = d.Value
		return err
	})
	return r, err
}

func (o *ourRange) within(ctx context.Context, reach float64) (r booleans, err error) {
	defer onOneThread()()
	r.hit = make([]bool, len(o.in.poses))
	r.ns, err = o.each(o.first, func(i int) error {
		c, err := o.first.Within(ctx, reach)
		if err == nil {
			r.hit[i] = c.Verdict == collide.InContact
		}
		return err
	})
	return r, err
}

// peerRange is a rangeEngine in a server process.
type peerRange struct{ peerPair }

func (p *peerRange) build(context.Context) error {
	_, err := p.srv.request("build-distance " + p.info.name)
	return err
}

// answers reads one answer a pose behind a reply.
func answers[T any](p *peerRange, line string) (ns []int64, list []T, err error) {
	n, err := p.srv.counts(1, line)
	if err != nil {
		return nil, nil, err
	}
	if n[0] != p.poses {
		return nil, nil, fmt.Errorf("%s answered %d poses of %d", p.name(), n[0], p.poses)
	}
	if ns, err = readArray[int64](p.srv, n[0]); err != nil {
		return nil, nil, err
	}
	list, err = readArray[T](p.srv, n[0])
	return ns, list, err
}

func (p *peerRange) distances(context.Context) (r ranges, err error) {
	r.ns, r.value, err = answers[float64](p, "distance")
	return r, err
}

func (p *peerRange) within(_ context.Context, reach float64) (r booleans, err error) {
	r.ns, r.hit, err = answers[bool](p, "within "+strconv.FormatFloat(reach, 'x', -1, 64))
	return r, err
}

func diagonalOf(m *mesh.Mesh) float64 {
	b := m.Bounds()
	return b.Size().Norm()
}
