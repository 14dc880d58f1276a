package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// decimalFlags makes the flags of a verb and of those below it that take numbers refuse what only Go's source reads as one: of pflag
// 1_0 would be 10 and 010 would be 8.
func decimalFlags(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		switch f.Value.Type() {
		case "int", "uint64", "float64":
			f.Value = decimalValue{f.Value}
		}
	})
	for _, k := range c.Commands() {
		decimalFlags(k)
	}
}

// decimalValue is the value of a flag that takes decimal numbers.
type decimalValue struct{ pflag.Value }

// Set reads a number.
func (v decimalValue) Set(s string) error {
	digits := strings.TrimLeft(s, "+-")
	if strings.Contains(s, "_") || len(digits) > 1 && digits[0] == '0' && strings.ContainsRune("xXoObB", rune(digits[1])) {
		return errors.New("expected a decimal number")
	}
	if v.Type() != "float64" { // leading zeros would make it octal
		sign := s[:len(s)-len(digits)]
		if rest := strings.TrimLeft(digits, "0"); rest != digits {
			s = sign + "0"
			if rest != "" {
				s = sign + rest
			}
		}
	}
	return v.Value.Set(s)
}
