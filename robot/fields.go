package robot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/decimal"
)

// reader takes an XML tree apart. It keeps its first error.
type reader struct {
	file string
	err  error
}

// failf notes what is wrong with an element.
func (r *reader) failf(e *element, format string, args ...any) {
	if r.err == nil {
		r.err = &Error{File: r.file, Line: e.Line, Msg: fmt.Sprintf(format, args...)}
	}
}

// plain reports whether an element or attribute belongs to the format: those of other namespaces are
// extensions.
func plain(space string) bool { return space == "" }

// text returns an attribute that must be there and not be empty. An expression of xacro is an error.
func (r *reader) text(e *element, of, key string) string {
	s, ok := attr(e, key)
	switch {
	case !ok:
		r.failf(e, "%s: <%s> has no attribute %s", of, e.Name.Local, key)
	case strings.TrimSpace(s) == "":
		r.failf(e, "%s: %s of <%s> is empty", of, key, e.Name.Local)
	case strings.Contains(s, "${") || strings.Contains(s, "$("):
		r.failf(e, "%s: %s is %s, an expression of xacro, which is not expanded here; run: xacro %s > robot.urdf", of, key, name(s), name(r.file))
	}
	return s
}

// only refuses attributes that are not among keys: a misspelt one would be taken for absent.
func (r *reader) only(e *element, of string, keys ...string) {
	for _, a := range e.Attrs {
		if plain(a.Name.Space) && a.Name.Local != "xmlns" && !slices.Contains(keys, a.Name.Local) {
			r.failf(e, "%s: <%s> has the attribute %s; expected %s", of, e.Name.Local, name(a.Name.Local), strings.Join(keys, ", "))
		}
	}
}

// child returns the only child of a name, nil for none.
func (r *reader) child(e *element, of, key string) *element {
	var found *element
	for _, k := range e.Kids {
		if !plain(k.Name.Space) || k.Name.Local != key {
			continue
		}
		if found != nil {
			r.failf(k, "%s: a second <%s>; the first is in line %d", of, key, found.Line)
		}
		found = k
	}
	return found
}

// number reads a finite decimal number.
func (r *reader) number(e *element, of, key string) float64 {
	s := r.text(e, of, key)
	v := r.numbers(e, of, key, s, 1)
	return v[0]
}

// optional reads a number, or returns the one that stands for none.
func (r *reader) optional(e *element, of, key string, none float64) float64 {
	if _, ok := attr(e, key); !ok {
		return none
	}
	return r.number(e, of, key)
}

// vec reads three numbers, or returns those that stand for none.
func (r *reader) vec(e *element, of, key string, none geom.Vec) geom.Vec {
	if _, ok := attr(e, key); !ok {
		return none
	}
	v := r.numbers(e, of, key, r.text(e, of, key), 3)
	return geom.Vec{X: v[0], Y: v[1], Z: v[2]}
}

// numbers reads finite decimal numbers that blanks separate. It returns n of them, zeros after an error.
func (r *reader) numbers(e *element, of, key, s string, n int) []float64 {
	v, words := make([]float64, n), strings.Fields(s)
	if r.err != nil {
		return v
	}
	if len(words) != n {
		r.failf(e, "%s: %s is %s; expected %s", of, key, name(s), counted(n))
		return v
	}
	for i, w := range words {
		x, ok := decimal.Parse(w)
		if !ok {
			r.failf(e, "%s: %s is %s; expected %s", of, key, name(s), counted(n))
			return v
		}
		v[i] = x
	}
	return v
}

// counted names what numbers expects.
func counted(n int) string {
	if n == 1 {
		return "a finite number"
	}
	return strconv.Itoa(n) + " finite numbers"
}
