//go:build !wasm

package main

import "github.com/spf13/cobra"

// hostCommands are the verbs that need sockets or processes.
func (a *app) hostCommands() []*cobra.Command {
	return []*cobra.Command{a.workerCommand(), a.probeCommand(), a.viewCommand(), a.benchCommand()}
}
