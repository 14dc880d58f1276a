package robot

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Semantics are what an SRDF adds to a robot: pairs of links that are not tested, and named states.
type Semantics struct {
	File string
	// Disabled are the pairs of links that are not tested, in the order of the file.
	Disabled []Disabled
	States   []State
	// Warnings are lines about names that the robot does not have. What holds them has no effect.
	Warnings []string
}

// Disabled is a pair of links that is not tested, with the reason that the file gives.
type Disabled struct {
	A, B   int
	Reason string
}

// State is a named state of a group of joints.
type State struct {
	Name, Group string
	Line        int
	joints      []jointValue
}

// jointValue is the value of a joint in a named state.
type jointValue struct {
	joint  string
	values []float64
	line   int
}

// ReadSemantics reads the SRDF of a robot, an error where no link that it names is one of the robot's; file is its name in errors, which are of type *Error. Linear in the
// length of the file. The elements disable_collisions, enable_collisions, disable_default_collisions and group_state
// count: explicit pairs win over what a link disables by default, and disabled ones over enabled ones.
func (r *Robot) ReadSemantics(ctx context.Context, in io.Reader, file string) (*Semantics, error) {
	root, err := parse(ctx, in, file)
	if err != nil {
		return nil, err
	}
	s := srdf{reader: reader{file: file}, robot: r, links: map[string]int{}, missed: map[string]bool{}, Semantics: Semantics{File: file}}
	for i := range r.Links {
		s.links[r.Links[i].Name] = i
	}
	s.document(root)
	if s.err != nil {
		return nil, s.err
	}
	return &s.Semantics, nil
}

// srdf is an SRDF being read.
type srdf struct {
	reader
	Semantics
	robot  *Robot
	links  map[string]int
	missed map[string]bool
	found  bool     // a link that the file names
	first  *element // that names a link
}

func (s *srdf) document(root *element) {
	if root.Name.Local != "robot" || !plain(root.Name.Space) {
		s.failf(root, "<%s>; expected <robot>", name(root.Name.Local))
		return
	}
	if n := s.text(root, "robot", "name"); n != s.robot.Name && s.err == nil {
		s.warn(root, "robot "+n, "the robot of %s is called %s, this one %s", name(s.robot.File), name(s.robot.Name), name(n))
	}
	var defaults, enabled, disabled []Disabled
	for _, e := range root.Kids {
		if s.err != nil {
			return
		}
		if !plain(e.Name.Space) {
			continue
		}
		s.known(e, "<robot>", inSRDF)
		switch e.Name.Local {
		case "disable_collisions":
			disabled = s.pair(disabled, e)
		case "enable_collisions":
			enabled = s.pair(enabled, e)
		case "disable_default_collisions":
			defaults = s.all(defaults, e)
		case "group_state":
			s.state(e)
		case "group":
			s.group(e)
		}
	}
	s.Disabled = merge(defaults, enabled, disabled)
	if s.first != nil && !s.found {
		s.failf(s.first, "none of the links that the file names is in %s; expected the SRDF of the robot %s", name(s.robot.File), name(s.robot.Name))
	}
}

// merge returns the pairs that are disabled in the end, each once: first come first.
func merge(defaults, enabled, disabled []Disabled) []Disabled {
	var list []Disabled
	seen := map[[2]int]bool{}
	add := func(pairs []Disabled) {
		for _, p := range pairs {
			if !seen[[2]int{p.A, p.B}] {
				seen[[2]int{p.A, p.B}] = true
				list = append(list, p)
			}
		}
	}
	add(disabled)
	for _, p := range enabled {
		seen[[2]int{p.A, p.B}] = true // unless it is disabled explicitly
	}
	add(defaults)
	return list
}

// pair appends the pair of links of an element.
func (s *srdf) pair(dst []Disabled, e *element) []Disabled {
	a, okA := s.link(e, "link1")
	b, okB := s.link(e, "link2")
	if !okA || !okB || s.err != nil {
		return dst
	}
	if a == b {
		s.failf(e, "<%s> of link %s and itself; expected two links", e.Name.Local, name(s.robot.Links[a].Name))
	}
	reason, _ := attr(e, "reason")
	return append(dst, Disabled{min(a, b), max(a, b), reason})
}

// all appends the pairs of a link with every other one.
func (s *srdf) all(dst []Disabled, e *element) []Disabled {
	a, ok := s.link(e, "link")
	if !ok {
		return dst
	}
	if len(dst) > maxElements {
		s.failf(e, "more than %d pairs are disabled by default", maxElements)
		return dst
	}
	for b := range s.robot.Links {
		if a != b {
			dst = append(dst, Disabled{min(a, b), max(a, b), "Default"})
		}
	}
	return dst
}

// link returns the link that an attribute names. One that there is not is a warning, once: the link may
// have been left out of the URDF.
func (s *srdf) link(e *element, key string) (int, bool) {
	n := s.text(e, "<"+e.Name.Local+">", key)
	i, ok := s.links[n]
	if s.found = s.found || ok; s.first == nil {
		s.first = e
	}
	if !ok && s.err == nil {
		s.warn(e, "link "+n, "no link is called %s; the line has no effect", name(n))
	}
	return i, ok
}

// warn adds a warning unless there is one about the same thing.
func (s *srdf) warn(e *element, about, format string, args ...any) {
	if !s.missed[about] {
		s.missed[about] = true
		s.Warnings = append(s.Warnings, warning(s.file, e.Line, format, args...))
	}
}

// What an SRDF, its groups and its states may hold. Any other element is an error: a misspelt one would leave joints of a
// state where they are, or pairs of links untested.
var (
	inSRDF = []string{
		"disable_collisions", "enable_collisions", "disable_default_collisions", "group_state", "group", "virtual_joint", "passive_joint",
		"end_effector", "link_sphere_approximation", "joint_property",
	}
	inGroup = []string{"link", "joint", "chain", "group", "subgroup", "passive_joint"}
	inState = []string{"joint"}
)

// known refuses an element that is not among those of a list.
func (s *srdf) known(e *element, in string, list []string) {
	if !slices.Contains(list, e.Name.Local) {
		s.failf(e, "%s: <%s>; expected one of %s", in, name(e.Name.Local), strings.Join(list, ", "))
	}
}

// group looks at the members of a group, which do not count.
func (s *srdf) group(e *element) {
	for _, k := range e.Kids {
		if plain(k.Name.Space) {
			s.known(k, "<group>", inGroup)
		}
	}
}

// state reads a named state.
func (s *srdf) state(e *element) {
	st := State{Name: s.text(e, "<group_state>", "name"), Group: s.text(e, "<group_state>", "group"), Line: e.Line}
	of := "state " + name(st.Name)
	for _, k := range e.Kids {
		if !plain(k.Name.Space) {
			continue
		}
		s.known(k, of, inState)
		s.only(k, of, "name", "value")
		words := strings.Fields(s.text(k, of, "value"))
		v := jointValue{joint: s.text(k, of, "name"), line: k.Line}
		v.values = s.numbers(k, of, "value", strings.Join(words, " "), len(words))
		st.joints = append(st.joints, v)
	}
	s.States = append(s.States, st)
}

// StateValues returns the values of Variables in a named state, at rest where the state has none. Groups
// may have states of the same name: they count together. What the robot does not have, two values for a
// variable, and a mimic joint that does not follow the one it copies are errors.
func (s *Semantics) StateValues(r *Robot, state string) ([]float64, error) {
	b := newStateBuilder(r)
	found := false
	for i := range s.States {
		st := &s.States[i]
		if st.Name != state {
			continue
		}
		found = true
		for _, v := range st.joints {
			if err := b.joint(v.joint, v.values); err != nil {
				return nil, &Error{File: s.File, Line: v.line, Msg: "state " + name(state), Err: err}
			}
		}
	}
	if !found {
		return nil, &Error{File: s.File, Msg: fmt.Sprintf("no state is called %s; expected one of %s", name(state), s.stateNames())}
	}
	values, err := b.finish()
	if err != nil {
		return nil, &Error{File: s.File, Msg: "state " + name(state), Err: err}
	}
	return values, nil
}

// stateNames lists the names of states.
func (s *Semantics) stateNames() string {
	var names []string
	for _, st := range s.States {
		if n := name(st.Name); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return "none: the file has no states"
	}
	return strings.Join(names, ", ")
}

// equalValues reports whether a mimic joint follows: the file's decimals may be rounded.
func equalValues(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a)) }
