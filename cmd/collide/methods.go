package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
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
}

func (a *app) methods(format string) error {
	if format == "text" {
		return a.methodsText()
	}
	list := []methodJSON{}
	for _, m := range listed() {
		list = append(list, methodJSON{m.Name, m.Summary, m.Source, m.Backends})
	}
	return quote.WriteJSON(a.stdout, struct {
		Methods []methodJSON `json:"methods"`
	}{list})
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
	}
	return t.Flush()
}

// listed is the table with a line for each name: auto is in it for each back end.
func listed() []collide.Method {
	var list []collide.Method
	for _, m := range methodTable(context.Background()) {
		i := slices.IndexFunc(list, func(l collide.Method) bool { return l.Name == m.Name })
		if i < 0 {
			list = append(list, m)
		} else {
			list[i].Backends = append(slices.Clip(list[i].Backends), m.Backends...)
		}
	}
	return list
}
