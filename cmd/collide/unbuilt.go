package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// unbuiltCommands are the verbs to come: they say so instead of being unknown.
func unbuiltCommands() []*cobra.Command {
	var list []*cobra.Command
	for _, v := range [][2]string{
		{"view", "View a scene in the browser"},
	} {
		list = append(list, &cobra.Command{
			Use: v[0], Short: v[1] + " (not built yet)", Hidden: true, DisableFlagParsing: true,
			RunE: func(c *cobra.Command, _ []string) error {
				return fmt.Errorf("%s: %w", c.Name(), errNotBuilt)
			},
		})
	}
	return list
}
