package main

import "github.com/spf13/cobra"

// hostCommands are the verbs that need sockets or processes: WebAssembly has neither.
func (a *app) hostCommands() []*cobra.Command { return nil }

// workerCommandLine is nil: there are no processes, and multiprocess states it.
func workerCommandLine() []string { return nil }
