package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
)

// checkBaseline returns what a baseline cannot be asked together with.
func (f *checkFlags) checkBaseline() error {
	switch {
	case f.baseline == "":
	case f.first:
		return errors.New("--baseline with --first; expected one of them: a comparison needs all contacts")
	case f.self:
		return errors.New("--baseline with --self; expected one of them: clashes of two bodies are compared")
	case !f.kinds && f.rules == "":
		return errors.New("--baseline; expected --kinds or --rules, too: clashes are compared by kind and depth")
	}
	return nil
}

// readBaseline reads the earlier report.
func (f *checkFlags) readBaseline(ctx context.Context, from *input.Files) error {
	if f.baseline == "" {
		return nil
	}
	r, err := from.Open(ctx, f.baseline)
	if err != nil {
		return unreadable(f.baseline, err)
	}
	defer func() { _ = r.Close() }() // nothing was written
	f.old, err = baseline.Read(r, f.baseline)
	return err
}

// checkUnit returns an error unless the lengths of both checks are in one unit.
func (f *checkFlags) checkUnit(unit string) error {
	if f.old == nil || f.old.Unit == unit {
		return nil
	}
	named := func(u string) string {
		if u == "" {
			return "no known unit"
		}
		return quote.Name(u)
	}
	return fmt.Errorf("--baseline %s is in %s, this check in %s; expected one unit: depths and places are compared", quote.Name(f.baseline), named(f.old.Unit), named(unit))
}

// compareBaseline compares a check, whose bodies are described, with the earlier report.
func (a *app) compareBaseline(f *checkFlags, c *report.Check) {
	if f.old == nil {
		return
	}
	if c.Compare(f.old); !f.old.Complete {
		a.warn(c, f.baseline, []string{quote.Name(f.baseline) + ": that check was not finished; clashes may be missing from it"})
	}
}
