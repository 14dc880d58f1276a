package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// required is the variable that has tests run all of their cases, which they do unless it is set.
const required = "COLLIDE_REQUIRE"

// process prepares a program that ends with the context, with all that it has started. A mutant may
// allocate without end, so memory is bounded.
func (r *runner) process(ctx context.Context, program string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, "sh", append([]string{"-c", `ulimit -v 8000000; exec "$0" "$@"`, program}, args...)...)
	c.Dir = r.root
	c.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(r.procs), "GOFLAGS=-p="+strconv.Itoa(r.procs))
	if os.Getenv(required) == "" {
		c.Env = append(c.Env, required+"=full")
	}
	group(c)
	c.WaitDelay = 5 * time.Second
	return c
}

// goCommand runs the go command in the module.
func (r *runner) goCommand(ctx context.Context, args ...string) ([]byte, error) {
	c := r.process(ctx, "go", args...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	return out.Bytes(), err
}
