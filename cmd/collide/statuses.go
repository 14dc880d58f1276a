package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/approval"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/unit"
)

// checkStatuses returns what statuses cannot be asked together with.
func (f *checkFlags) checkStatuses() error {
	flag := "--statuses"
	switch {
	case f.statuses == "" && f.proposeStatuses == "":
		return nil
	case f.statuses == "":
		flag = "--write-statuses"
	}
	switch {
	case f.first:
		return fmt.Errorf("%s with --first; expected one of them: an approval is about a kind and a depth", flag)
	case f.self:
		return errors.New(flag + " with --self; expected one of them: statuses are about two bodies")
	case !f.kinds && f.rules == "":
		return errors.New(flag + "; expected --kinds or --rules, too: an approval is about a kind and a depth")
	}
	return nil
}

// readStatuses reads what was decided about clashes, nil where there is no file.
func readStatuses(ctx context.Context, from *input.Files, file, in string) (*approval.Set, error) {
	if file == "" {
		return nil, nil //nolint:nilnil // no file is no statuses
	}
	r, err := from.Open(ctx, file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	defer func() { _ = r.Close() }() // nothing was written
	set, err := approval.Read(ctx, r, file)
	if err != nil {
		return nil, err
	}
	return set, set.Settle(unit.Unit(in))
}

// approve takes what was decided about clashes over into a check, whose bodies are described.
func (a *app) approve(ctx context.Context, det *collide.Detector, f *checkFlags, c *report.Check, decided *approval.Set, spent *account) error {
	idle, err := c.Approve(decided, func(p *collide.Pair, limit float64) (within bool, err error) {
		if err := spent.limit(det); err != nil {
			return false, err
		}
		within, err = det.DepthWithin(ctx, p, limit)
		spent.spend(det)
		return within, spent.whole(err)
	})
	if err != nil {
		return err
	}
	a.warn(c, f.statuses, idle)
	return nil
}

// proposeStatuses writes a line for each clash.
func (a *app) proposeStatuses(ctx context.Context, path string, c *report.Check) error {
	if path == "" {
		return nil
	}
	return a.writeTo(ctx, path, func(w io.Writer) error { return approval.Propose(w, c.Clashes(), c.Unit) })
}
