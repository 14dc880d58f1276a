package main

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/predicate"
	"github.com/collide-go/collide/scene"
)

// ccdFlags are the flags of ccd.
type ccdFlags struct {
	format, out, root string
	frames            frameFlags
}

func (a *app) ccdCommand() *cobra.Command {
	var f ccdFlags
	c := &cobra.Command{
		Use:   "ccd FILE...",
		Short: "Decide whether moving edges, vertices and triangles touch, and when first",
		Long: `ccd answers queries of continuous collision detection, exactly. Each line of FILE is
one: ee (an edge against an edge) or vf (a vertex against a triangle), four words
that are not read, and 24 numbers, four points at the start of a motion and the
same four at its end. Points go straight. The first time of contact is from 0 to 1:
one number where it is a float64, else the two next to it. Without --to, FILE - is
standard input.

With --to, each FILE is a mesh, and its --to the same mesh in the next frame: vertices
go straight from one to the other, and nothing else moves them. All pairs of triangles that touch at some time are
found, of different meshes and, with --self, of one.

Exit code: 0 done, or free with --to, 1 contact with --to, 2 bad usage or input,
3 interrupted or undecided.`,
		Example: `  collide ccd queries.txt
  collide ccd queries.txt --format json --out times.jsonl
  collide ccd cloth1.obj table.obj --to cloth2.obj --to table.obj --self`,
		Args: func(c *cobra.Command, args []string) error {
			if len(f.frames.to) == 0 {
				return exactArgs("FILE")(c, args)
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.frames.check(args); err != nil {
				return err
			}
			if len(f.frames.to) > 0 {
				return a.ccdMeshes(c.Context(), args, &f)
			}
			return a.ccd(c.Context(), args[0], &f)
		},
	}
	c.Flags().StringArrayVar(&f.frames.to, "to", nil, "the mesh of a `FILE` in the next frame, with the same triangles; once for each FILE, in their order")
	c.Flags().BoolVar(&f.frames.self, "self", false, "with --to also find contacts within each mesh")
	c.Flags().IntVar(&f.frames.workers, "workers", 0, "goroutines to use with --to, at most 1024; 0 for one per core")
	a.limitFlags(c)
	choose(c, &f.format, "format", "text", "", textOrJSON())
	c.Flags().StringVar(&f.out, "out", "", "write to this file instead of standard output")
	rootFlag(c, &f.root)
	return c
}

func (a *app) ccd(ctx context.Context, file string, f *ccdFlags) error {
	from, err := a.files(f.root, []string{file}, claim{"--out", f.out})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // nothing was written
	list, name, err := a.openList(ctx, from, file)
	if err != nil {
		return err
	}
	defer func() { _ = list.Close() }() // nothing was written
	out, err := a.create(ctx, f.out)
	if err != nil {
		return err
	}
	defer out.discard()
	w := report.NewMovingList(out, f.format == "json", f.out == "" && wantsColor(a.stdout))
	end, err := answerMoving(ctx, scene.NewMovingReader(list, name), w)
	if err != nil {
		return err
	}
	if err := w.End(end); err != nil {
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	switch {
	case errors.Is(end.Err, collide.ErrIncomplete):
		a.code = exitIncomplete
		a.logf("incomplete: %s", report.ReasonOf(end.Err))
		return nil
	case end.Err == nil && end.Queries == 0:
		a.logf("%s holds no query: nothing was decided", quote.Name(name))
	}
	return end.Err
}

// movingBatch is some queries of a list with their answers, and what ended the list, if anything
// did.
type movingBatch struct {
	answers []report.Moving
	err     error
}

// answerMoving answers the queries in order until the list or the context ends. Its error is
// that of writing.
func answerMoving(ctx context.Context, list *scene.MovingReader, w *report.MovingList) (*report.MovingEnd, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	batches := make(chan movingBatch, 4)
	// The reader may be stuck in a read that nothing can interrupt; it ends with the program.
	go readMoving(ctx, list, batches)
	end := &report.MovingEnd{}
	for {
		b, err := nextMoving(ctx, batches, w)
		if err != nil {
			return end, err
		}
		for _, m := range b.answers {
			if m.Index = end.Queries; m.Contact {
				end.Touching++
			}
			end.Queries++
			if err := w.Answer(m); err != nil {
				return end, err
			}
		}
		if errors.Is(b.err, io.EOF) {
			return end, nil
		}
		if end.Err = b.err; b.err != nil {
			return end, nil
		}
	}
}

// nextMoving waits for a batch; whoever reads the output sees all answers before that.
func nextMoving(ctx context.Context, batches <-chan movingBatch, w *report.MovingList) (movingBatch, error) {
	select {
	case b := <-batches:
		return b, nil
	default:
	}
	err := w.Flush()
	select {
	case b := <-batches:
		return b, err
	case <-ctx.Done():
		return movingBatch{err: collide.Interrupted(ctx)}, err
	}
}

// readMoving reads and answers queries until the list or the context ends. It does not wait for
// a full batch when the next query has not arrived yet.
func readMoving(ctx context.Context, list *scene.MovingReader, to chan<- movingBatch) {
	for {
		var b movingBatch
		for len(b.answers) < batchSize && b.err == nil && ctx.Err() == nil {
			var q predicate.Moving
			if q, b.err = list.Next(); b.err != nil {
				break
			}
			var m report.Moving
			if m.T0, m.T1, m.Contact, b.err = q.FirstContext(ctx); b.err != nil {
				b.err = collide.Interrupted(ctx)
				break
			}
			b.answers = append(b.answers, m)
			if !list.Buffered() {
				break
			}
		}
		if ctx.Err() != nil {
			b.err = cmp.Or(b.err, error(collide.Interrupted(ctx)))
		}
		select {
		case to <- b:
		case <-ctx.Done():
			return
		}
		if b.err != nil {
			return
		}
	}
}
