// Package recipe makes values of collide.Method for the packages of methods: what a method
// is called, its options as a plain struct, the flags that set them, and what makes its
// engine.
package recipe

import (
	"flag"
	"fmt"
	"io"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/decimal"
	"github.com/collide-go/collide/internal/world"
)

// Recipe is a collide.Method with options of type O.
type Recipe[O any] struct {
	// Is describes the method, except for its options.
	Is collide.About
	// Options are handed to Engine.
	Options O
	// Flags declares the options that can be set by name, with the fields of o as their
	// values; nil for none. What flag has for a type, default and help is what people see.
	Flags func(o *O, f *flag.FlagSet)
	// Engine makes the engine for one detector.
	Engine func(w *world.World, o O) (world.Engine, error)
}

// About implements collide.Method.
func (r Recipe[O]) About() collide.About {
	about := r.Is
	r.flags(&r.Options).VisitAll(func(f *flag.Flag) {
		kind, help := flag.UnquoteUsage(f)
		value := f.DefValue
		if isSwitch(f) {
			kind, value = "on or off", words[value]
		}
		about.Options = append(about.Options, collide.Option{Name: f.Name, Type: kind, Default: value, Help: help})
	})
	return about
}

// With implements collide.Method.
func (r Recipe[O]) With(option, value string) (collide.Method, error) {
	flags := r.flags(&r.Options)
	f := flags.Lookup(option)
	if f == nil {
		return nil, fmt.Errorf("%w: method %s has no option %q", collide.ErrOption, r.Is.Name, option)
	}
	switch {
	case !isSwitch(f):
	case value == "on":
		value = "true"
	case value == "off":
		value = "false"
	default:
		return nil, fmt.Errorf("%w: %s.%s is %q, expected on or off", collide.ErrOption, r.Is.Name, option, value)
	}
	written, ok := decimal.Written(value, isWhole(f))
	if err := f.Value.Set(written); err != nil || !ok {
		kind, _ := flag.UnquoteUsage(f)
		return nil, fmt.Errorf("%w: %s.%s is %q, expected %s", collide.ErrOption, r.Is.Name, option, value, kind)
	}
	return r, nil
}

// Make implements world.Maker.
func (r Recipe[O]) Make(w *world.World) (world.Engine, error) { return r.Engine(w, r.Options) }

// words are what people say for a switch.
var words = map[string]string{"true": "on", "false": "off"}

// flags declares the options over o.
func (r Recipe[O]) flags(o *O) *flag.FlagSet {
	f := flag.NewFlagSet(r.Is.Name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	if r.Flags != nil {
		r.Flags(o, f)
	}
	return f
}

// isWhole reports whether an option is a whole number, of which flag would take 010 for 8.
func isWhole(f *flag.Flag) bool {
	v, ok := f.Value.(flag.Getter)
	if !ok {
		return false
	}
	_, whole := v.Get().(int)
	return whole
}

func isSwitch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}
