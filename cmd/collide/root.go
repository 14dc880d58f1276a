package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "collide",
		Short: "Exact contacts between triangle meshes",
		Long: `collide finds every pair of triangles that touch, between meshes or within one,
exactly: no tolerance decides, and every method gives the same answer.

Exit code of check, sweep, merge and trajectory: 0 free, 1 contact found,
2 bad usage or input, 3 incomplete and nothing found so far. Other verbs: 0 done,
2 bad usage or input, 3 interrupted.`,
		Example: `  collide check bracket.stl shaft.stl
  collide check cell.json --allow neighbours.allow --format junit --out report.xml
  collide sweep gripper.stl shelf.obj --poses path.txt`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return unknownCommand(c, args[0])
		},
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		what, _, _ := strings.Cut(err.Error(), ": strconv.") // which function found it out is of no use
		return fmt.Errorf("%s (see %s --help)", what, c.CommandPath())
	})
	root.SetVersionTemplate("collide {{.Version}}\n")
	root.AddCommand(
		a.checkCommand(), a.distanceCommand(), a.sweepCommand(), a.trajectoryCommand(),
		a.mergeCommand(), a.robotCommand(), a.ccdCommand(), a.rulesCommand(), a.convertCommand(), a.infoCommand(),
		a.methodsCommand(), a.devicesCommand(), a.versionCommand(), a.pipeCommand(),
		a.simCommand(), a.genCommand(),
	)
	root.AddCommand(a.hostCommands()...)
	refuseUnknown(root)
	decimalFlags(root)
	return root
}

// refuseUnknown makes errors of names that "help" and "completion" do not know;
// cobra prints a help text for them and reports success.
func refuseUnknown(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			show := c.Run
			c.RunE = func(c *cobra.Command, args []string) error {
				if _, rest, err := root.Find(args); err != nil || len(rest) > 0 {
					return unknownCommand(root, strings.Join(args, " "))
				}
				show(c, args)
				return nil
			}
		case "completion":
			c.Args = cobra.ArbitraryArgs
			c.RunE = func(c *cobra.Command, args []string) error {
				if len(args) == 0 {
					return c.Help()
				}
				return fmt.Errorf("completion: unknown shell %q; expected one of %s", args[0], strings.Join(verbs(c), ", "))
			}
		}
	}
}

func unknownCommand(root *cobra.Command, name string) error {
	return fmt.Errorf("unknown command %q; expected one of %s", name, strings.Join(verbs(root), ", "))
}

// verbs lists the commands users can call.
func verbs(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			names = append(names, c.Name())
		}
	}
	return names
}

// exactArgs demands the named arguments.
func exactArgs(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return fmt.Errorf("%s: %d arguments; expected %s (see %s --help)",
				c.Name(), len(args), strings.Join(names, " "), c.CommandPath())
		}
		return nil
	}
}
