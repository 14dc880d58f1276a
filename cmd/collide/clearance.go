package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/internal/unit"
)

// clearanceFlag is the value of --clearance: a distance of at least 0. settle makes a number of it.
type clearanceFlag struct {
	length   unit.Length
	distance float64
	set      bool
}

// settle finds the distance in the unit of the check, once the files have been read.
func (v *clearanceFlag) settle(in *inputs) (err error) {
	if !v.set {
		return nil
	}
	if v.distance, err = v.length.In(unit.Unit(in.unit)); err != nil {
		return fmt.Errorf("--clearance %w", err)
	}
	return nil
}

func (v *clearanceFlag) register(c *cobra.Command, usage string) {
	c.Flags().Var(v, "clearance", usage)
}

// Set reads a number in the unit of the check, or one with its own unit.
func (v *clearanceFlag) Set(s string) (err error) {
	if v.length, err = unit.Parse(s); err != nil {
		return err
	}
	v.set = true
	return nil
}

// String returns the value.
func (v *clearanceFlag) String() string {
	return v.length.String()
}

// Type is what help calls the value.
func (v *clearanceFlag) Type() string { return "distance" }
