package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

func (a *app) methodsCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:     "methods",
		Short:   "List the methods",
		Long:    "methods lists the methods of --method: all give the same contacts.",
		Example: "  collide methods\n  collide methods --format json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.methods(format) },
	}
	choose(c, &format, "format", "text", "", textOrJSON())
	return c
}

// methodJSON is an entry of the JSON list.
type methodJSON struct {
	Name     string            `json:"name"`
	Summary  string            `json:"summary"`
	Source   string            `json:"source"`
	Backends []collide.Backend `json:"backends"`
	Options  []optionJSON      `json:"options,omitempty"`
}

type optionJSON struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Default string `json:"default"`
	Help    string `json:"help"`
}

func (a *app) methods(format string) error {
	if format == "text" {
		return a.methodsText()
	}
	return quote.WriteJSON(a.stdout, struct {
		Methods []methodJSON `json:"methods"`
	}{listed()})
}

func (a *app) methodsText() error {
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, m := range listed() {
		var on []string
		for _, b := range m.Backends {
			on = append(on, string(b))
		}
		if _, err := fmt.Fprintf(t, "%s\t%s\t%s\n\t\t%s\n", m.Name, strings.Join(on, ","), m.Summary, m.Source); err != nil {
			return err
		}
		for _, o := range m.Options {
			if _, err := fmt.Fprintf(t, "\t\t%s.%s=%s: %s (%s)\n", m.Name, o.Name, o.Default, o.Help, o.Type); err != nil {
				return err
			}
		}
	}
	return t.Flush()
}

// listed is the table with an entry for each name: auto is in it for each back end. The list is made once, since every verb with
// flags of methods asks for it, and nobody changes it.
var listed = sync.OnceValue(func() []methodJSON {
	list := []methodJSON{}
	for _, m := range methodTable(context.Background()) {
		about := m.About()
		if i := slices.IndexFunc(list, func(l methodJSON) bool { return l.Name == about.Name }); i >= 0 {
			list[i].Backends = append(list[i].Backends, about.Backend)
			continue
		}
		l := methodJSON{Name: about.Name, Summary: about.Summary, Source: about.Source, Backends: []collide.Backend{about.Backend}}
		for _, o := range about.Options {
			l.Options = append(l.Options, optionJSON(o))
		}
		list = append(list, l)
	}
	return list
})

// warnOfLoss reports worker processes that ended before their work did.
func (a *app) warnOfLoss(s *collide.Stats) {
	if s.WorkersLost > 0 {
		a.logf("%d worker processes were lost; what they had to do was done by others", s.WorkersLost)
	}
}
