package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/collide-go/collide/internal/decimal"
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
	s, ok := decimal.Written(s, v.Type() != "float64")
	if !ok {
		return errors.New("expected a decimal number")
	}
	return v.Value.Set(s)
}
