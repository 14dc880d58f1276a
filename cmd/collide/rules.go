package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/internal/unit"
)

// ruleFlags are the flags about what pairs of bodies may do.
type ruleFlags struct{ allow, rules, propose, statuses, proposeStatuses string }

func (r *ruleFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&r.allow, "allow", "", "file of pairs of body names that may touch")
	c.Flags().StringVar(&r.rules, "rules", "", "file of rules: what pairs of bodies may do")
	c.Flags().StringVar(&r.propose, "write-rules", "", "propose rules that permit what is found, in this file")
	c.Flags().StringVar(&r.statuses, "statuses", "", "file of what was decided about clashes: approved ones do not fail within their limit")
	c.Flags().StringVar(&r.proposeStatuses, "write-statuses", "", "propose a line for each clash, for --statuses, in this file")
}

// check returns what rules cannot be asked together with.
func (f *checkFlags) checkRules() error {
	asked := "--rules"
	switch {
	case f.rules != "" && f.allow != "":
		return errors.New("--rules with --allow; expected one of them: an allowed pair is a rule with ignore")
	case f.rules == "" && f.propose != "":
		asked = "--write-rules"
	case f.rules == "":
		return nil
	}
	switch {
	case f.first:
		return fmt.Errorf("%s with --first; expected one of them: rules need all contacts", asked)
	case f.self:
		return fmt.Errorf("%s with --self; expected one of them: rules are about two bodies", asked)
	case f.orient == string(collide.Parity):
		return fmt.Errorf("%s with --orient %s; rules go by winding numbers", asked, f.orient)
	case f.clearance.set && f.rules != "":
		return errors.New(`--rules with --clearance; expected a first rule for all pairs, such as "* * clearance > 2mm"`)
	}
	return nil
}

// bind reads the rules and finds what they are about, nil where there are none.
func bind(ctx context.Context, from *input.Files, file string, in *inputs) (*rules.Bound, error) {
	if file == "" {
		return nil, nil //nolint:nilnil // no file is no rules
	}
	set, err := readRules(ctx, from, file)
	if err != nil {
		return nil, err
	}
	if err := set.Settle(unit.Unit(in.unit)); err != nil {
		return nil, err
	}
	bound, err := set.Bind(ctx, in.ruled())
	if err != nil {
		return nil, err
	}
	return bound, bound.Skip(ctx, skippedOf(in.untested))
}

// skippedOf returns the pairs that are not tested as rules know them.
func skippedOf(pairs []report.Untested) []rules.Untested {
	var list []rules.Untested
	for _, u := range pairs {
		list = append(list, rules.Untested(u))
	}
	return list
}

// readRules reads a rules file.
func readRules(ctx context.Context, from *input.Files, file string) (*rules.Set, error) {
	f, err := from.Open(ctx, file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	return rules.Read(ctx, f, file)
}

// ruled returns what rules know of the bodies.
func (in *inputs) ruled() []rules.Body {
	bodies := make([]rules.Body, len(in.placed))
	for i, p := range in.placed {
		bodies[i] = rules.Body{Name: p.Name, File: p.File, Immovable: p.Immovable}
	}
	return bodies
}

// judge judges a result by rules.
func (f *checkFlags) judge(ctx context.Context, det *collide.Detector, c *report.Check, bound *rules.Bound, spent *account) error {
	by := spent.asker(det)
	judged, err := bound.Judge(ctx, by, c.Result, c.Err, c.Unit)
	if err != nil {
		return err
	}
	c.Judge(judged)
	return nil
}

// warn adds the lines of a file without effect to the report and, the first of them, to the log.
func (a *app) warn(c *report.Check, file string, lines []string) {
	a.logWarnings(file, lines)
	c.Warnings = append(c.Warnings, lines...)
}

// logWarnings logs the first of the lines of a file without effect.
func (a *app) logWarnings(file string, lines []string) {
	for i, line := range lines {
		if i == maxWarnings {
			a.logf("warning: %s: %d more lines without effect", quote.Name(file), len(lines)-i)
			return
		}
		a.logf("warning: %s", line)
	}
}

// warnOfDepth adds a warning with the deepest penetration that an allow file permits, as far as depths are known:
// a permission without a limit hides it.
func (a *app) warnOfDepth(c *report.Check, file string, names []string) {
	var worst *collide.Pair
	for i := range c.Result.Pairs {
		p := &c.Result.Pairs[i]
		deep := p.Kind == collide.Penetrate || p.Kind == collide.Inside
		if p.Allowed && deep && (worst == nil || p.Depth[0] > worst.Depth[0]) {
			worst = p
		}
	}
	if file == "" || worst == nil {
		return
	}
	a.warn(c, file, []string{fmt.Sprintf("%s permits %s and %s to reach %.4g deep into each other, at least; --rules can limit that",
		quote.Name(file), quote.Name(names[worst.A]), quote.Name(names[worst.B]), worst.Depth[0])})
}

// propose writes the rules that would permit what a check found.
func (a *app) propose(ctx context.Context, in *inputs, path string, c *report.Check) error {
	if path == "" {
		return nil
	}
	return a.writeTo(ctx, path, func(w io.Writer) error { return rules.Propose(w, c.Result, in.ruled(), c.Unit, report.ReasonOf(c.Err)) })
}

func (a *app) rulesCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "rules",
		Short: "Explain rules files",
		Args:  cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("rules: expected explain (see collide rules --help)")
			}
			return fmt.Errorf("rules: unknown verb %q; expected explain", args[0])
		},
	}
	c.AddCommand(a.explainCommand())
	return c
}

func (a *app) explainCommand() *cobra.Command {
	var file, root string
	c := &cobra.Command{
		Use:   "explain A B --rules FILE",
		Short: "List the rules about two bodies, the one that decides last",
		Long: `explain lists the rules that are about two bodies of these names, in the order of
the file. The last one decides.`,
		Example: "  collide rules explain bolt_3 housing --rules assembly.rules",
		Args:    exactArgs("A", "B"),
		RunE: func(c *cobra.Command, args []string) error {
			if file == "" {
				return errors.New("rules explain: no --rules FILE (see collide rules explain --help)")
			}
			from, err := a.files(root, []string{file})
			if err != nil {
				return err
			}
			defer func() { _ = from.Close() }() // nothing was written
			set, err := readRules(c.Context(), from, file)
			if err != nil {
				return err
			}
			return explain(a.stdout, set, args[0], args[1])
		},
	}
	c.Flags().StringVar(&file, "rules", "", "file of rules")
	rootFlag(c, &root)
	return c
}

// explain writes the rules about two names.
func explain(w io.Writer, set *rules.Set, x, y string) error {
	list := set.Matching(x, y)
	for i, r := range list {
		note := "overruled"
		if i == len(list)-1 {
			note = "decides"
		}
		if _, err := fmt.Fprintf(w, "%s (%s)\n", r, note); err != nil {
			return err
		}
	}
	if len(list) > 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "no rule is about %s and %s: a contact of theirs fails\n", quote.Name(x), quote.Name(y))
	return err
}
