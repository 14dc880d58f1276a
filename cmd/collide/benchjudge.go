//go:build !wasm

package main

import (
	"context"
	"errors"
	"strings"

	"github.com/collide-go/collide/internal/bench"
)

// judge prints the report of measurements that bench wrote. Nothing is measured.
func (a *app) judge(ctx context.Context, names []string, f *benchFlags) error {
	if err := f.checkJudge(names); err != nil {
		return err
	}
	from, err := a.files("", []string{f.judge})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	file, err := from.Open(ctx, f.judge)
	if err != nil {
		return unreadable(f.judge, err)
	}
	defer func() { _ = file.Close() }() // nothing was written
	r, err := bench.Judge(ctx, file, f.judge)
	if err != nil {
		return err
	}
	if err := f.checkOut([]string{r.Name}); err != nil {
		return err
	}
	if err := a.tellBench(ctx, r, f, false); err != nil {
		return err
	}
	return a.tellTogether([]*bench.Report{r}, f)
}

// checkJudge returns an error for what only a measurement takes.
func (f *benchFlags) checkJudge(names []string) error {
	if len(names) > 0 {
		return errors.New("bench --judge with the name of a table; expected --judge FILE alone: the file names it")
	}
	var given []string
	for _, flag := range []string{"full", "fire", "methods", "workers", "seed", "budget"} {
		if f.given(flag) {
			given = append(given, "--"+flag)
		}
	}
	if len(given) > 0 {
		return errors.New("bench --judge with " + strings.Join(given, ", ") + "; expected --judge FILE, nothing is measured")
	}
	return nil
}
