package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/require"
)

// endless is a list of poses that never ends, all away from the other body. It calls stop after a number of reads.
type endless struct {
	reads, at int
	stop      func()
}

func (e *endless) Read(p []byte) (int, error) {
	if e.reads--; e.reads == 0 {
		e.stop()
	}
	n := copy(p, strings.Repeat(away, len(p)/len(away)+2)[e.at%len(away):])
	e.at += n
	return n, nil
}

// stuckAfter yields a text, calls stop, and never returns from the read after it.
type stuckAfter struct {
	text io.Reader
	stop func()
}

func (s *stuckAfter) Read(p []byte) (int, error) {
	if n, err := s.text.Read(p); err == nil {
		return n, nil
	}
	s.stop()
	select {}
}

// TestInterruptedShard ends shards while their lists are still read: each is reported as incomplete, and its file is refused
// as not finished. What the reader works on belongs to it alone: the race detector sees everything else.
func TestInterruptedShard(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "part.shard")
	interrupt := func(part string, stdin func(stop func()) io.Reader) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		code, _, errs := runHere(ctx, stdin(cancel), "sweep", "../../testdata/example/knot.obj", "../../testdata/example/ring.obj",
			"--poses", "-", "--format", "json", "--shard", part, "--out", out)
		if code != exitIncomplete || errs != "collide: incomplete: interrupted\n" {
			t.Errorf("shard %s: exit code %d, %q", part, code, errs)
		}
		if code, _, errs := runHere(t.Context(), nil, "merge", out); code != exitBad || !contains(errs, "is not finished: interrupted") {
			t.Errorf("merge of %s: exit code %d, %q", part, code, errs)
		}
	}
	for reads := 1; reads <= 64; reads *= require.Samples(8, 8, 64) {
		interrupt("0/10000", func(stop func()) io.Reader { return &endless{reads: reads, stop: stop} })
		interrupt("1/2", func(stop func()) io.Reader { return &endless{reads: reads, stop: stop} })
	}
	// The poses of the other shard were read, none of its own was answered.
	interrupt("1/2", func(stop func()) io.Reader { return &stuckAfter{strings.NewReader(strings.Repeat(away, 20)), stop} })
}

// TestFirstIsTheSame asks for the distances of poses of which many are in contact under --first: workers, and those of shards, have
// answered other poses before, and report the same.
func TestFirstIsTheSame(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rng, poses := rand.New(rand.NewPCG(14, 5)), strings.Builder{}
	for range 160 { // cubes that meet in several sides
		fmt.Fprintf(&poses, "1 0 0 %v 0 1 0 %v 0 0 1 %v\n", rng.Float64()*3-1.5, float64(rng.IntN(5)-2)/2, rng.IntN(3)-1)
	}
	cube := filepath.Join(dir, "cube.off")
	if err := os.WriteFile(cube, []byte(cubeOFF), 0o600); err != nil {
		t.Fatal(err)
	}
	sweep := func(more ...string) string {
		t.Helper()
		args := append([]string{"sweep", cube, cube, "--poses", "-", "--format", "json", "--first", "--distance"}, more...)
		code, out, errs := runHere(t.Context(), strings.NewReader(poses.String()), args...)
		if code == exitBad || errs != "" {
			t.Fatalf("%q: exit code %d, %s", args, code, errs)
		}
		return out
	}
	want := sweep("--workers", "1")
	if got := sweep("--workers", "8"); got != want {
		t.Error("eight workers answer in another way than one")
	}
	merge := []string{"merge"}
	for i := range 3 {
		merge = append(merge, filepath.Join(dir, fmt.Sprint(i)))
		sweep("--shard", fmt.Sprintf("%d/3", i), "--out", merge[1+i])
	}
	if _, got, errs := runHere(t.Context(), nil, merge...); got != want {
		t.Errorf("the merge is not the sweep: %s", errs)
	}
}
