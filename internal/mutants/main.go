// Command mutants changes one operator, constant, condition or statement of this module
// at a time and runs the tests that should notice. It prints the changes that no test
// noticed, with file and line.
//
// All mutants of a package are compiled at once: each is a copy of the function it changes, and
// a number in the environment states which copy is called. Changes of constants and other
// declarations are compiled one by one. The tests that have killed most so far run first.
//
// Mutants are drawn with a seed. What has been run is kept in a file, so that a run can
// be interrupted and continued with the same command. Changes that no test can notice
// are listed in equivalent.txt, each with the reason.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"
)

type settings struct {
	root, state, equivalent, kinds string
	seed                           uint64
	size, procs, stages            int
	limit                          time.Duration
	only                           *regexp.Regexp
	again, list, compile           bool
}

func main() {
	var s settings
	only := flag.String("only", "", "run only mutants whose key matches this `regexp`")
	flag.StringVar(&s.root, "root", ".", "the module's `directory`")
	flag.StringVar(&s.state, "state", "bin/mutants.jsonl", "`file` that keeps what has been run")
	flag.StringVar(&s.equivalent, "equivalent", "internal/mutants/equivalent.txt", "`file` of changes that nothing can notice")
	flag.StringVar(&s.kinds, "kinds", "", "only these, with commas: "+strings.Join(kinds, ","))
	flag.Uint64Var(&s.seed, "seed", 1, "seed of the sample")
	flag.IntVar(&s.size, "n", 500, "size of the sample, 0 for all")
	flag.IntVar(&s.procs, "p", 1, "GOMAXPROCS of builds and tests")
	flag.IntVar(&s.stages, "stages", 99, "how many of a package's commands of tests to run: 1 is its own tests")
	flag.DurationVar(&s.limit, "time", 2*time.Hour, "no mutant is begun after this time")
	flag.BoolVar(&s.again, "again", false, "run the survivors once more")
	flag.BoolVar(&s.compile, "compile", false, "compile each mutant on its own, instead of many in one binary")
	flag.BoolVar(&s.list, "list", false, "list the sample and run nothing")
	flag.Parse()
	s.only = regexp.MustCompile(*only)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	survivors, err := run(ctx, &s)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	if survivors > 0 {
		os.Exit(1)
	}
}

// run draws the sample, tests what the state file lacks, prints the table and returns
// the number of survivors.
func run(ctx context.Context, s *settings) (int, error) {
	all, err := enumerate(s.root)
	if err != nil {
		return 0, err
	}
	known, err := readEquivalents(s.equivalent)
	if err != nil {
		return 0, err
	}
	if err := known.check(all); err != nil {
		return 0, err
	}
	sample := draw(all, s.seed, s.size, s.kinds, s.only)
	fmt.Printf("seed %d: %d of %d mutants\n", s.seed, len(sample), len(all))
	if s.list {
		for _, m := range sample {
			fmt.Println(m)
		}
		return 0, nil
	}
	st, err := openState(s.state, sample)
	if err != nil {
		return 0, err
	}
	defer st.close()
	r := &runner{settings: s, out: os.Stdout}
	if err := r.all(ctx, sample, known, st); err != nil {
		return 0, err
	}
	return report(os.Stdout, sample, known, st), nil
}
