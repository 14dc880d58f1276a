package main

import (
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"
)

// clearanceFlag is the value of --clearance: a distance of at least 0.
type clearanceFlag struct {
	distance float64
	set      bool
}

func (v *clearanceFlag) register(c *cobra.Command, usage string) {
	c.Flags().Var(v, "clearance", usage)
}

// Set reads a number in the unit of the files.
func (v *clearanceFlag) Set(s string) error {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x >= 0 && x <= math.MaxFloat64) {
		return fmt.Errorf("expected a number of at least 0, in the unit of the files")
	}
	v.distance, v.set = x, true
	return nil
}

// String returns the value.
func (v *clearanceFlag) String() string {
	if !v.set {
		return ""
	}
	return strconv.FormatFloat(v.distance, 'g', -1, 64)
}

// Type is what help calls the value.
func (v *clearanceFlag) Type() string { return "distance" }
