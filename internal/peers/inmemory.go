package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// Servers is where make -C bench/peers/cpp puts the servers, seen from the root of the
// repository.
var Servers = filepath.Join("bench", "peers", "cpp", "bin")

// ErrNoServers reports that no server of another library is built.
var ErrNoServers = errors.New("no server of another library is built")

// Pair is mesh A under each pose, and mesh B, which stays. Poses are far apart, close
// and touching by their index modulo 3.
type Pair struct {
	Name  string
	A, B  *mesh.Mesh
	Poses []geom.Pose
}

// Outcome is what engines did on some pairs.
type Outcome struct {
	// Engines name the libraries and their versions, ours first; Skipped are engines
	// whose servers are not built.
	Engines []string
	Skipped []string
	// Lines of each pair, an engine each.
	Lines [][]Line
}

// Limits say which peers are left out of a pair; 0 stands for no limit.
type Limits struct {
	// Hopeless times the time of the fastest right peer for the first pose is too long, if it is for both questions: such a peer has no
	// line.
	Hopeless float64
	// Deadline is how long a peer may take to build, for the first pose and for all of them, there at least five times as long as the fastest
	// right one. One that takes longer is ended: its line is Overdue.
	Deadline time.Duration
}

// Line is what an engine did on a pair.
type Line struct {
	Engine string
	// Overdue engines have no figures.
	Overdue bool
	// Build is in milliseconds.
	Build float64
	// Boolean and All are microseconds a query far apart, close, touching, and their
	// mean; All is 0 where the engine lists no contacts.
	Boolean, All [4]float64
	// Wrong is how many booleans and triangle pairs were, WrongBooleans how many of the former.
	Wrong, WrongBooleans int
}

// Measure asks every engine about every pair, in a number of rounds, as the workload pairs of
// the program does. It fails with ErrNoServers where we would be alone. Show is
// called with the share done.
func Measure(ctx context.Context, servers string, pairs []Pair, rounds int, limits Limits, show func(share float64)) (*Outcome, error) {
	cfg := &config{
		workload: "pairs", servers: servers, rounds: rounds, base: ourPrefix + "auto", log: io.Discard,
		hopeless: limits.Hopeless, deadline: limits.Deadline,
	}
	engines, skipped, done, err := pairEngines(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer done()
	if len(skipped) == len(pairPeers()) {
		return nil, fmt.Errorf("%w in %s", ErrNoServers, servers)
	}
	o := &Outcome{Skipped: skipped}
	for _, e := range engines {
		o.Engines = append(o.Engines, e.name()+": "+e.about())
	}
	for i, p := range pairs {
		t, err := runPair(ctx, cfg, engines, &pairInput{name: p.Name, a: p.A, b: p.B, poses: p.Poses}, "")
		if ctx.Err() != nil {
			return nil, ctx.Err() // the servers have been ended, which is what err would be about
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		o.Lines = append(o.Lines, t.lines())
		show(float64(i+1) / float64(len(pairs)))
	}
	return o, nil
}

func (t *pairTable) lines() []Line {
	var lines []Line
	for i := range t.rows {
		r := &t.rows[i]
		lines = append(lines, Line{
			Engine: r.engine, Build: r.build, Boolean: r.boolean.figures(), All: r.all.figures(), Wrong: r.wrong.total(),
			WrongBooleans: r.wrong.falsePositive + r.wrong.falseNegative,
		})
	}
	for _, name := range t.overdue {
		lines = append(lines, Line{Engine: name, Overdue: true})
	}
	return lines
}

func (t *timing) figures() [4]float64 {
	return [4]float64{t.regime[far], t.regime[near], t.regime[touching], t.mean}
}
