package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/methods"
)

// queryFlags are the flags of verbs that search for contacts.
type queryFlags struct {
	method, backend string
	workers         int
	budget          string
	first           bool
	options         []string
	format, out     string
	root            string
}

// register declares the flags that check and sweep share.
func (q *queryFlags) register(c *cobra.Command, formats []report.Format) {
	q.registerMethod(c)
	f := c.Flags()
	f.StringVar(&q.budget, "budget", "", "stop early after a time (200ms) or a number of steps (1000steps)")
	f.BoolVar(&q.first, "first", false, "stop at the first contact: a yes or no, not the set")
	choose(c, &q.format, "format", "text", "", namesOf(formats))
	f.StringVar(&q.out, "out", "", "write to this file instead of standard output")
	rootFlag(c, &q.root)
}

// registerMethod declares the flags that choose a method, which all these verbs share.
func (q *queryFlags) registerMethod(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&q.method, "method", "auto", "how to search: see collide methods")
	f.StringArrayVar(&q.options, "option", nil, "option of the method, as `METHOD.NAME=VALUE`: see collide methods")
	choose(c, &q.backend, "backend", "auto", "where to run: ", backends())
	f.IntVar(&q.workers, "workers", 0, "goroutines to use, at most 1024; 0 for one per core")
	complete(c, "method", methodNames())
	complete(c, "option", optionNames())
}

// solidFlags are the flags about containment.
type solidFlags struct {
	solid  bool
	orient string
}

func (s *solidFlags) register(c *cobra.Command) {
	c.Flags().BoolVar(&s.solid, "solid", false, "a body inside a closed one collides too")
	choose(c, &s.orient, "orient", string(collide.Winding), "cavities under --solid are shells turned around, or every second one: ",
		[]string{string(collide.Winding), string(collide.Parity)})
}

// kindsFlag declares the flag about kinds.
func kindsFlag(c *cobra.Command, kinds *bool) {
	c.Flags().BoolVar(kinds, "kinds", false, "tell touching from penetrating and how deep, and find closed bodies that lie in another")
}

// checkKinds returns what kinds cannot be asked together with.
func (q *queryFlags) checkKinds(kinds bool) error {
	if kinds && q.first {
		return errors.New("--kinds with --first; expected one of them: a kind needs all contacts")
	}
	return nil
}

// setSolid puts the flags into a detector's options.
func (s *solidFlags) setSolid(opt *collide.Options) error {
	if o := collide.Orient(s.orient); o == collide.Parity && !s.solid {
		return fmt.Errorf("--orient %s without --solid; orientation is asked for by containment alone", o)
	}
	opt.Solid, opt.Orient = s.solid, collide.Orient(s.orient)
	return nil
}

func methodNames() []string {
	var names []string
	for _, m := range listed() {
		names = append(names, m.Name)
	}
	return names
}

// optionNames lists the options of all methods.
func optionNames() []string {
	var names []string
	for _, m := range listed() {
		for _, o := range m.Options {
			names = append(names, m.Name+"."+o.Name+"=")
		}
	}
	return names
}

// backends lists where the methods of this binary run.
func backends() []string {
	names := []string{"auto"}
	for _, m := range listed() {
		for _, b := range m.Backends {
			if on := string(b); !slices.Contains(names, on) {
				names = append(names, on)
			}
		}
	}
	return names
}

// detectorOptions turns the flags into a detector's options.
func (q *queryFlags) detectorOptions(ctx context.Context) (collide.Options, error) {
	budget, err := parseBudget(q.budget)
	if err != nil {
		return collide.Options{}, err
	}
	if err := checkWorkers(q.workers); err != nil {
		return collide.Options{}, err
	}
	m, err := q.chosen(ctx)
	if err != nil {
		return collide.Options{}, err
	}
	return collide.Options{Method: m, Workers: q.workers, First: q.first, Budget: budget}, nil
}

// chosen returns the method with its options.
func (q *queryFlags) chosen(ctx context.Context) (collide.Method, error) {
	on := q.backend
	if on == "auto" {
		on = ""
	}
	m, err := methods.Find(methodTable(ctx), q.method, collide.Backend(on))
	if err != nil {
		return nil, err
	}
	var options []string
	for _, o := range q.options {
		option, ok := strings.CutPrefix(o, q.method+".")
		if !ok {
			return nil, fmt.Errorf("--option %s with --method %s; expected %s.NAME=VALUE", quote.Name(o), quote.Name(q.method), quote.Name(q.method))
		}
		options = append(options, option)
	}
	return methods.With(m, options...)
}

// parseBudget reads "200ms" or "1000steps"; "" is no limit.
func parseBudget(s string) (collide.Budget, error) {
	if s == "" {
		return collide.Budget{}, nil
	}
	if digits, ok := strings.CutSuffix(s, "steps"); ok {
		n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
		if err == nil && n > 0 && n < math.MaxInt64 {
			return collide.Budget{Steps: n}, nil
		}
	} else if d, err := time.ParseDuration(s); err == nil && d > 0 {
		return collide.Budget{Time: d}, nil
	}
	return collide.Budget{}, fmt.Errorf("--budget %q; expected a time such as 200ms or a number of steps such as 1000steps, above 0", s)
}
