package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/shard"
)

// mergeFlags are the flags of merge.
type mergeFlags struct{ out, root string }

func (a *app) mergeCommand() *cobra.Command {
	var f mergeFlags
	c := &cobra.Command{
		Use:   "merge SHARD...",
		Short: "Put the shards of a sweep together",
		Long: `merge reads what sweep --shard I/N wrote, for every I from 0 to N-1, in any order,
and writes what the sweep of the whole list would have written, byte for byte. A
shard that is missing, there twice, cut off, damaged, not finished, or of another
scene, list, version or options is an error that names it.

Exit code: that of the sweep: 0 free and complete, 1 if anything touches, 2 bad usage
or input, 3 something is undecided and nothing touches.`,
		Example: `  for i in 0 1 2; do collide sweep a.obj b.obj --poses p.txt --shard $i/3 --out $i.shard; done
  collide merge *.shard`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("%s: no files; expected SHARD... (see %s --help)", c.Name(), c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.merge(c.Context(), args, &f) },
	}
	c.Flags().StringVar(&f.out, "out", "", "write to this file instead of standard output")
	rootFlag(c, &f.root)
	return c
}

func (a *app) merge(ctx context.Context, names []string, f *mergeFlags) error {
	from, err := a.files(f.root, names, claim{"--out", f.out})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	var files []shard.File
	for _, name := range names {
		file, err := from.Open(ctx, name)
		if err != nil {
			return unreadable(name, err)
		}
		defer func() { _ = file.Close() }() // nothing was written
		files = append(files, shard.File{Name: name, ReadSeeker: file})
	}
	set, err := shard.Check(ctx, files)
	if err != nil {
		return fmt.Errorf("merge: %w", err)
	}
	return a.writeMerged(ctx, set, f)
}

// writeMerged writes the report of the whole list.
func (a *app) writeMerged(ctx context.Context, set *shard.Set, f *mergeFlags) error {
	engine, err := engineName(ctx)
	if err != nil {
		return err
	}
	h := set.Header()
	if h.Engine != engine {
		return fmt.Errorf("merge: the shards are of another engine: %s; this is %s", quote.Line(h.Engine), engine)
	}
	var r shardReport
	if err := json.Unmarshal(h.Report, &r); err != nil {
		return fmt.Errorf("merge: %w", err)
	}
	total, err := totalsOf(set)
	if err != nil {
		return err
	}
	out, err := a.create(ctx, f.out)
	if err != nil {
		return err
	}
	defer out.discard()
	w := formatOf(report.SweepFormats(), r.Format).Sweep(out, r.Asked)
	if err := w.Flush(); err != nil { // the head of a table
		return err
	}
	if err := set.Copy(ctx, out); err != nil {
		return err
	}
	cut := total.undecided()
	end := total.end(cut, nil, r.Asked.Continuous)
	if err := w.End(end); err != nil {
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	a.logTotals(total, cut, nil)
	a.code = exitCode(end.Outcome())
	return nil
}

// totalsOf adds up the totals of all shards.
func totalsOf(set *shard.Set) (*sweepTotals, error) {
	var all *sweepTotals
	for i, e := range set.Ends() {
		var t sweepTotals
		if err := json.Unmarshal(e.Totals, &t); err != nil {
			return nil, fmt.Errorf("merge: shard %d: %w", i, err)
		}
		if all == nil {
			all = &t
			continue
		}
		all.add(&t)
	}
	return all, nil
}
