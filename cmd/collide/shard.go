package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/internal/shard"
)

// shardFlag is the value of --shard: which of how many parts of a list is answered. The zero
// value is the whole list.
type shardFlag struct{ index, of int }

func (s *shardFlag) register(c *cobra.Command) {
	c.Flags().Var(s, "shard", "answer part I of N of the list, I from 0, for collide merge")
}

// set reports whether the list is dealt out.
func (s *shardFlag) set() bool { return s.of > 0 }

// has reports whether an item of the list is in the part.
func (s *shardFlag) has(item int) bool {
	return !s.set() || item/shard.Block%s.of == s.index
}

// ends reports whether a block ends before an item.
func (s *shardFlag) ends(item int) bool { return item%shard.Block == 0 }

// Set reads "I/N".
func (s *shardFlag) Set(text string) error {
	first, second, _ := strings.Cut(text, "/")
	i, errI := strconv.Atoi(first)
	n, errN := strconv.Atoi(second)
	if errI != nil || errN != nil || n < 1 || n > shard.Max || i < 0 || i >= n {
		return fmt.Errorf("expected I/N with I from 0 to N-1 and N at most %d", shard.Max)
	}
	s.index, s.of = i, n
	return nil
}

// String returns the value.
func (s *shardFlag) String() string {
	if !s.set() {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.index, s.of)
}

// Type is what help calls the value.
func (s *shardFlag) Type() string { return "I/N" }

// check returns what a shard cannot be asked for together with.
func (s *shardFlag) check(f *sweepFlags) error {
	switch {
	case !s.set():
		return nil
	case f.budget != "":
		return errors.New("--shard with --budget; expected one of them: a budget is for the whole list")
	case f.format == "junit":
		return errors.New("--shard with --format junit; expected text, json or csv: junit begins with counts of the whole list")
	}
	return nil
}

// partOf heads the file of a shard.
func partOf(ctx context.Context, c *cobra.Command, from *input.Files, in *inputs, f *sweepFlags, bound *rules.Bound) (*shard.Header, error) {
	engine, err := engineName(ctx)
	if err != nil {
		return nil, err
	}
	options := decidingOptions(c)
	if bound != nil {
		sum, err := fileHash(ctx, from, f.rules)
		if err != nil {
			return nil, err
		}
		options = append(options, "--rules=sha256:"+hex.EncodeToString(sum)+": "+bound.Terms(0, 1))
	}
	return &shard.Header{
		Index: f.shard.index, Of: f.shard.of, Engine: engine, Scene: sceneHash(in),
		Options: cmp.Or(strings.Join(options, " "), "none"),
	}, nil
}

// engineName identifies the program: by its version, and by its hash where that is no release.
func engineName(ctx context.Context) (string, error) {
	if release != "" {
		return release, nil
	}
	sum, err := programHash(ctx)
	return version() + " sha256:" + hex.EncodeToString(sum), err
}

// sceneHash is the hash of the bodies, their names, places and unit, and of which of them are not tested.
func sceneHash(in *inputs) string {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%q %v\n", in.unit, in.skip()) // a hash takes everything
	for i := range in.placed {
		p := &in.placed[i]
		if sum, _ := bodyHash(in, i); sum != nil {
			_, _ = fmt.Fprintf(h, "%q %t mesh %x\n", p.Name, p.Immovable, sum)
			continue
		}
		_, _ = fmt.Fprintf(h, "%q %t %T %v %v\n", p.Name, p.Immovable, p.Shape, p.Shape, p.Pose)
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// freeFlags are the flags that shards of one sweep need not have in common: answers do not
// depend on them, or what they name is compared as it was read. Rules are compared by their text, and
// by what they come to for the two bodies.
var freeFlags = []string{"shard", "out", "poses", "rules", "root", "workers", "max-bodies", "max-triangles"}

// decidingOptions returns the flags that decide what the answers are.
func decidingOptions(c *cobra.Command) []string {
	var options []string
	c.Flags().Visit(func(f *pflag.Flag) { // in the order of their names
		if !slices.Contains(freeFlags, f.Name) {
			options = append(options, "--"+f.Name+"="+f.Value.String())
		}
	})
	return options
}

// shardReport is what a merge needs to begin and end the report.
type shardReport struct {
	Format string              `json:"format"`
	Asked  report.SweepOptions `json:"asked"`
}

// shardOutput writes the report of a part of a sweep, block by block.
type shardOutput struct {
	report.Sweep
	block *strings.Builder
	file  *shard.Writer
}

// newShardOutput begins the file of a shard.
func newShardOutput(w io.Writer, h shard.Header, format report.Format, o report.SweepOptions) (*shardOutput, error) {
	var err error
	if h.Report, err = quote.Marshal(shardReport{format.Name, o}); err != nil {
		return nil, err
	}
	s := &shardOutput{block: &strings.Builder{}, file: shard.NewWriter(w, h)}
	s.Sweep = format.Sweep(s.block, o)
	if err := s.Flush(); err != nil {
		return nil, err
	}
	s.block.Reset() // the head of a table is written once, by the merge
	return s, nil
}

// add writes the report on a block.
func (s *shardOutput) add(first, items int) error {
	if err := s.Flush(); err != nil {
		return err
	}
	err := s.file.Add(first, items, []byte(s.block.String()))
	s.block.Reset()
	return err
}

// end writes the end of the file. The list was read to its end unless the shard is unfinished.
func (s *shardOutput) end(t *sweepTotals, list *wholeList, unfinished error) error {
	var e shard.End
	if unfinished != nil {
		e.Reason = report.ReasonOf(unfinished)
	} else {
		e.List, e.Items = hex.EncodeToString(list.sum), list.items
	}
	var err error
	if e.Totals, err = quote.Marshal(t); err != nil {
		return err
	}
	return s.file.End(e)
}
