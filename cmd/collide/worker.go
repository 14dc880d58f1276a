//go:build !wasm

package main

import (
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/internal/bench"
	"github.com/collide-go/collide/methods/multiprocess"
)

const workerVerb = "worker"

// workerCommand is the hidden verb that --method multiprocess starts this program
// with, once a worker.
func (a *app) workerCommand() *cobra.Command {
	return &cobra.Command{
		Use: workerVerb, Short: "Work for another process (used by --method multiprocess)", Hidden: true, Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			// Ctrl-C goes to the whole group of processes; the master decides what it
			// means, and this process ends with its input.
			signal.Ignore(os.Interrupt)
			return multiprocess.Serve(c.Context(), a.stdin, a.stdout)
		},
	}
}

// workerCommandLine starts this program as a worker; it is nil where the program
// cannot tell where it is, and multiprocess then states what it lacks.
func workerCommandLine() []string {
	exe, err := os.Executable()
	if err != nil {
		return nil
	}
	return []string{exe, workerVerb}
}

const probeVerb = "probe"

// probeCommand is the hidden verb that bench asks for the memory of a method with.
func (a *app) probeCommand() *cobra.Command {
	return &cobra.Command{
		Use: probeVerb, Short: "Measure the memory of a method (used by bench)", Hidden: true, Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return bench.ServeProbe(c.Context(), a.stdin, a.stdout)
		},
	}
}

// probeCommandLine is like workerCommandLine.
func probeCommandLine() []string {
	if w := workerCommandLine(); w != nil {
		return []string{w[0], probeVerb}
	}
	return nil
}
