// Package harness runs the same meshes and poses through other collision libraries
// and through this one, checks every answer against the exact one, and prints one
// table. See bench/peers/README.md for the servers it talks to.
package harness

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/collide-go/collide/internal/atomicfile"
)

// config holds the values of the flags.
type config struct {
	workload       string
	data, servers  string
	pairs, engines []string
	poses, rounds  int
	bodies         []int
	steps          int
	motions        []string
	cpu            int
	base, out      string
	command        string
	hopeless       float64       // see Limits
	deadline       time.Duration // see Limits
	log            io.Writer
}

// wants reports whether a peer was asked for; none named means all.
func (c *config) wants(peer string) bool {
	return len(c.engines) == 0 || slices.Contains(c.engines, peer)
}

// progress reports what is being measured.
func (c *config) progress(format string, args ...any) {
	_, _ = fmt.Fprintf(c.log, "peers: "+format+"\n", args...)
}

// workload is a kind of question the libraries are compared on.
type workload struct {
	name, about string
	// base is what ratios are against unless -base names another engine.
	base string
	run  func(context.Context, *config) (*report, error)
}

func workloads() []workload {
	return []workload{
		{"pairs", "mesh against mesh under poses: build, boolean, all contacts", ourPrefix + "auto", runPairs},
		{"distance", "how far meshes are apart under poses, and whether they are within a distance", ourPrefix + "auto", runDistances},
		{"self", "contacts within one mesh", ourPrefix + "auto", runSelf},
		{"boxes", "overlapping pairs of moving boxes", ourPrefix + "auto", runBoxes},
	}
}

// Command runs the program bench/peers and returns its exit code: 0 done, 1 failed,
// 2 bad usage.
func Command(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	cfg, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		_, _ = fmt.Fprintln(stderr, "peers:", err)
		return 2
	}
	if err := runWorkload(ctx, cfg, stdout); err != nil {
		_, _ = fmt.Fprintln(stderr, "peers:", err)
		return 1
	}
	return 0
}

func parse(args []string, stderr io.Writer) (*config, error) {
	cfg := &config{command: "go run ./bench/peers " + strings.Join(args[1:], " "), log: stderr}
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&cfg.workload, "workload", "pairs", "`kind` of question: "+workloadList())
	flags.StringVar(&cfg.data, "data", "../shared/data/pairs", "`folder` with A.obj, B.obj and A-B.poses.txt")
	flags.StringVar(&cfg.servers, "servers", Servers, "`folder` with the peerd programs")
	pairs := flags.String("pairs", "", "-workload pairs and distance: `A-B,...` of the folder; -workload self: meshes (default all)")
	engines := flags.String("engines", "", "peers to run in addition to ours, `name,...` (default all that are built)")
	flags.IntVar(&cfg.poses, "poses", 0, "-workload pairs and distance: the first `n` poses of each pair, 0 for all")
	bodies := flags.String("bodies", "1000,10000,100000", "-workload boxes: numbers of boxes, `n,...`")
	flags.IntVar(&cfg.steps, "steps", 20, "-workload boxes: `steps` a round")
	motions := flags.String("motions", "drift", "-workload boxes: how boxes move, `name,...`: "+motionList())
	flags.IntVar(&cfg.rounds, "rounds", 3, "interleaved `rounds`; figures are medians over them")
	flags.IntVar(&cfg.cpu, "cpu", -1, "pin everything to this `core` with taskset, -1 for no pinning")
	flags.StringVar(&cfg.base, "base", "", "`engine` that ratios are against (default ours)")
	flags.StringVar(&cfg.out, "out", "", "write to `file`: .csv for CSV, anything else Markdown (default Markdown on stdout)")
	if err := flags.Parse(args[1:]); err != nil {
		return nil, err
	}
	cfg.pairs, cfg.engines, cfg.motions = splitList(*pairs), splitList(*engines), splitList(*motions)
	for _, n := range splitList(*bodies) {
		v, err := strconv.Atoi(n)
		if err != nil || v < 1 || v > maxBodies {
			return nil, fmt.Errorf("-bodies %q, expected 1 to %d", n, maxBodies)
		}
		cfg.bodies = append(cfg.bodies, v)
	}
	return cfg, cfg.check(flags.Args())
}

// check refuses what the flags alone show to be wrong and fills in the base.
func (c *config) check(rest []string) error {
	kind := findWorkload(c.workload)
	if kind == nil {
		return fmt.Errorf("-workload %q, expected one of %s", c.workload, workloadList())
	}
	if c.base == "" {
		c.base = kind.base
	}
	for _, m := range c.motions {
		if findMotion(m) == nil {
			return fmt.Errorf("-motions %q, expected some of %s", m, motionList())
		}
	}
	switch {
	case len(rest) > 0:
		return fmt.Errorf("unexpected argument %q", rest[0])
	case c.poses < 0:
		return fmt.Errorf("-poses %d, expected 0 or more", c.poses)
	case c.rounds < 1:
		return fmt.Errorf("-rounds %d, expected 1 or more", c.rounds)
	case c.steps < 1:
		return fmt.Errorf("-steps %d, expected 1 or more", c.steps)
	}
	return nil
}

func splitList(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

func workloadList() string {
	var names []string
	for _, w := range workloads() {
		names = append(names, w.name)
	}
	return strings.Join(names, ", ")
}

func motionList() string {
	var names []string
	for _, k := range motionKinds() {
		names = append(names, k.name)
	}
	return strings.Join(names, ", ")
}

func findWorkload(name string) *workload {
	for _, w := range workloads() {
		if w.name == name {
			return &w
		}
	}
	return nil
}

// runWorkload runs the workload and writes its report.
func runWorkload(ctx context.Context, cfg *config, stdout io.Writer) error {
	if cfg.cpu >= 0 {
		if err := pin(ctx, cfg.cpu); err != nil {
			return err
		}
	}
	rep, err := findWorkload(cfg.workload).run(ctx, cfg)
	if err != nil {
		return err
	}
	if cfg.out == "" {
		return rep.markdown(stdout)
	}
	return writeFile(ctx, cfg.out, rep)
}

// writeFile writes the report in the format of the name's extension.
func writeFile(ctx context.Context, path string, rep *report) error {
	if filepath.Ext(path) == ".csv" {
		return atomicfile.Write(ctx, path, rep.csv)
	}
	return atomicfile.Write(ctx, path, rep.markdown)
}
