//go:build !wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/collide-go/collide/internal/bench"
	"github.com/collide-go/collide/internal/quote"
)

// pictures draws the figures of a paper that are pictures. Nothing is measured.
func (a *app) pictures(ctx context.Context, names []string, f *benchFlags) error {
	if err := f.checkPictures(names); err != nil {
		return err
	}
	paths, err := bench.Pictures(ctx, f.pictures)
	if err != nil {
		return fmt.Errorf("--pictures %s: %w", quote.Name(f.pictures), cause(err))
	}
	for _, p := range paths {
		a.logf("wrote %s", quote.Name(p))
	}
	return nil
}

// checkPictures returns an error for tables without pictures and for flags of measuring.
func (f *benchFlags) checkPictures(names []string) error {
	if f.pictures == "" {
		return errors.New("--pictures without a directory; expected --pictures DIR")
	}
	table, err := bench.Select(bench.Benches(), names)
	if err != nil {
		return err
	}
	if all := bench.Names(table); len(names) > 0 && !slices.Equal(all, bench.Pictured()) {
		return fmt.Errorf("bench --pictures with %s; expected %s", strings.Join(all, ", "), strings.Join(bench.Pictured(), ", "))
	}
	for _, flag := range []string{"judge", "full", "fire", "out", "plots", "methods", "workers", "seed", "budget", "format"} {
		if f.given(flag) {
			return fmt.Errorf("bench --pictures with --%s; expected --pictures DIR, nothing is measured", flag)
		}
	}
	return nil
}
