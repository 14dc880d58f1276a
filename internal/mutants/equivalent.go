package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
)

// equivalents holds, by key, why no test can notice a mutant.
type equivalents map[string]string

// readEquivalents reads a file of keys, each on a line of its own and followed by
// indented lines with the reason. Lines that begin with # are comments.
func readEquivalents(name string) (equivalents, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	known, key := equivalents{}, ""
	in := bufio.NewScanner(f)
	for line := 1; in.Scan(); line++ {
		text := strings.TrimSpace(in.Text())
		switch {
		case text == "" || text[0] == '#':
		case in.Text()[0] != '\t':
			key = text
			if _, twice := known[key]; twice {
				return nil, fmt.Errorf("%s:%d: the mutant is listed twice", name, line)
			}
			known[key] = ""
		case key == "":
			return nil, fmt.Errorf("%s:%d: a reason without a mutant", name, line)
		default:
			known[key] = strings.TrimSpace(known[key] + " " + text)
		}
	}
	return known, in.Err()
}

// check returns an error that names every entry without a reason and every entry that is
// none of all mutants.
func (e equivalents) check(all []*mutant) error {
	exists := map[string]bool{}
	for _, m := range all {
		exists[m.key] = true
	}
	var errs []error
	for key, reason := range e {
		if reason == "" {
			errs = append(errs, fmt.Errorf("no reason: %s", key))
		}
		if !exists[key] {
			errs = append(errs, fmt.Errorf("no such mutant: %s", key))
		}
	}
	return errors.Join(errs...)
}
