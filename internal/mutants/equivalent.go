package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
)

// equivalents holds, by key, why no test can notice a mutant. A key that ends in more
// stands for all that begin like it.
type equivalents map[string]string

const more = "…"

// match returns the entry that a mutant's key is listed under.
func (e equivalents) match(key string) (entry string, ok bool) {
	if _, ok := e[key]; ok {
		return key, true
	}
	for entry := range e {
		if begin, ok := strings.CutSuffix(entry, more); ok && strings.HasPrefix(key, begin) {
			return entry, true
		}
	}
	return "", false
}

// readEquivalents reads a file of keys, each on a line of its own and followed by
// indented lines with the reason. Keys on consecutive lines have one reason. Lines that
// begin with # are comments.
func readEquivalents(name string) (equivalents, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	known := equivalents{}
	var keys []string // those that the next reason is for
	begun := false    // whether they have some of it
	in := bufio.NewScanner(f)
	for line := 1; in.Scan(); line++ {
		text := strings.TrimSpace(in.Text())
		switch {
		case text == "" || text[0] == '#':
		case in.Text()[0] != '\t':
			if begun {
				keys, begun = nil, false
			}
			if _, twice := known[text]; twice {
				return nil, fmt.Errorf("%s:%d: the mutant is listed twice", name, line)
			}
			known[text], keys = "", append(keys, text)
		case len(keys) == 0:
			return nil, fmt.Errorf("%s:%d: a reason without a mutant", name, line)
		default:
			begun = true
			for _, key := range keys {
				known[key] = strings.TrimSpace(known[key] + " " + text)
			}
		}
	}
	return known, in.Err()
}

// check returns an error that names every entry without a reason and every entry that is
// none of all mutants.
func (e equivalents) check(all []*mutant) error {
	exists := map[string]bool{}
	for _, m := range all {
		if entry, ok := e.match(m.key); ok {
			exists[entry] = true
		}
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
