package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/internal/report"
)

// choice is a pflag.Value, that of a flag that takes one of a list of words. Help, completion
// and errors show the same list, and no other word is accepted.
type choice struct {
	value *string
	words []string
	// several lets the value be a list of words, separated by commas, none of them twice.
	several bool
}

// choose registers a flag that takes one of words, which may begin as preset. The
// help text is the words after the text of usage.
func choose(c *cobra.Command, value *string, name, preset, usage string, words []string) {
	*value = preset
	c.Flags().Var(&choice{value: value, words: words}, name, usage+strings.Join(words, "|"))
	complete(c, name, words)
}

// Set accepts a word of the list, or several.
func (v *choice) Set(s string) error {
	words := []string{s}
	if v.several {
		words = strings.Split(s, ",")
	}
	for i, w := range words {
		if !slices.Contains(v.words, w) {
			return fmt.Errorf("expected %s", enumerate(v.words))
		}
		if slices.Contains(words[:i], w) {
			return fmt.Errorf("%s is there twice", w)
		}
	}
	*v.value = s
	return nil
}

// String returns the value.
func (v *choice) String() string {
	if v.value == nil { // pflag asks a zero value
		return ""
	}
	return *v.value
}

// Type is what help calls the value.
func (v *choice) Type() string { return "string" }

// enumerate returns "a, b or c".
func enumerate(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// complete offers the values of a flag to the shell.
func complete(c *cobra.Command, flag string, values []string) {
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag is not registered: a bug seen by every run
	}
}

// splits are the values of --split.
func splits() []string { return []string{"objects", "groups", "solids", nodes, merged} }

// nodes asks for a body of each instance of a file with nodes, as such files are read anyway; merged for one body of each file.
const (
	nodes  = "nodes"
	merged = "none"
)

// textOrJSON are the formats of lists.
func textOrJSON() []string { return []string{"text", "json"} }

// checkFormats are the formats of check: those of package report, and html, which
// package viewer writes.
func checkFormats() []report.Format {
	return append(report.CheckFormats(), report.Format{Name: html, Summary: "a page to fly through", Ext: ".html"})
}

const html = "html"

// namesOf returns the names of formats.
func namesOf(formats []report.Format) []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	return names
}

// formatOf returns the format with the name, which the flag has accepted.
func formatOf(formats []report.Format, name string) report.Format {
	return formats[slices.Index(namesOf(formats), name)]
}
