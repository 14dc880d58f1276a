package main

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
)

// history counts how often a test has killed a mutant, by file and test.
type history map[[2]string]int

// add notes who killed a mutant of a file.
func (h history) add(file, test string) {
	name, _, _ := strings.Cut(test, "/")
	h[[2]string{file, name}]++
}

// ordered returns the tests, those first that kill most mutants of the file in a second.
func (h history) ordered(file string, tests []timed) []timed {
	worth := func(t timed) float64 { return (float64(h[[2]string{file, t.name}]) + 0.05) / (t.seconds + 0.01) }
	tests = slices.Clone(tests)
	slices.SortStableFunc(tests, func(a, b timed) int {
		if x, y := worth(a), worth(b); x != y {
			if x > y {
				return -1
			}
			return 1
		}
		return 0
	})
	return tests
}

// chunks cuts tests into runs: a fifth of a second, then ten times as long each.
func chunks(tests []timed) [][]timed {
	var all [][]timed
	room := 0.2
	for begin, i := 0, 0; i < len(tests); {
		sum := 0.0
		for sum < room && i < len(tests) {
			sum += tests[i].seconds
			i++
		}
		all, begin, room = append(all, tests[begin:i]), i, 10*room
	}
	return all
}

// switchedTest runs the tests of a binary that call the function of a mutant until one notices.
func (r *runner) switchedTest(ctx context.Context, b *binary, in *instrumented, m *mutant) (outcome, string) {
	var tests []timed
	for _, t := range b.tests {
		if t.reached[in.function[m]] {
			tests = append(tests, t)
		}
	}
	for _, chunk := range chunks(r.history.ordered(m.file, tests)) {
		seconds := 0.0
		for _, t := range chunk {
			seconds += t.seconds
		}
		limit := time.Duration(5*seconds*float64(time.Second)) + 10*time.Second
		env := []string{variable + "=" + strconv.Itoa(in.number[m])}
		if o, by := judge(r.start(ctx, b, env, limit, b.selected(chunk))); o != survived {
			return o, by
		}
	}
	return survived, ""
}
