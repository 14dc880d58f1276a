package robot

import (
	"fmt"
	"strings"

	"github.com/collide-go/collide/internal/decimal"
)

// stateBuilder collects the values of a state by name.
type stateBuilder struct {
	robot  *Robot
	index  map[string]int // of variables
	joints map[string]int
	values []float64
	given  []bool
	copies []copied // values given for mimic joints
}

// copied is a value that was given for a mimic joint.
type copied struct {
	joint int
	value float64
}

func newStateBuilder(r *Robot) *stateBuilder {
	b := &stateBuilder{robot: r, index: map[string]int{}, joints: map[string]int{}, values: make([]float64, len(r.variables)), given: make([]bool, len(r.variables))}
	for i, v := range r.variables {
		b.index[v.Name], b.values[i] = i, v.Rest
	}
	for i := range r.Joints {
		b.joints[r.Joints[i].Name] = i
	}
	return b
}

// joint sets the values of a joint.
func (b *stateBuilder) joint(joint string, values []float64) error {
	i, ok := b.joints[joint]
	if !ok {
		return fmt.Errorf("no joint is called %s", name(joint))
	}
	j := &b.robot.Joints[i]
	switch {
	case j.Mimic != nil && len(values) == 1:
		b.copies = append(b.copies, copied{i, values[0]})
		return nil
	case j.first < 0:
		return fmt.Errorf("joint %s is fixed; expected a joint that moves", name(joint))
	case len(values) != len(partsOf[j.Type]):
		return fmt.Errorf("joint %s has %d values; expected %d", name(joint), len(values), len(partsOf[j.Type]))
	}
	for k, v := range values {
		if err := b.set(j.first+k, v); err != nil {
			return err
		}
	}
	return nil
}

// set sets a variable; another value than before is an error.
func (b *stateBuilder) set(i int, v float64) error {
	if b.given[i] && b.values[i] != v {
		return fmt.Errorf("%s is %v and %v; expected one value", name(b.robot.variables[i].Name), b.values[i], v)
	}
	b.values[i], b.given[i] = v, true
	return nil
}

// finish returns the values. A mimic joint must follow the one it copies, and a variable that was not given must
// be within its limits at rest.
func (b *stateBuilder) finish() ([]float64, error) {
	r := b.robot
	for i, v := range r.variables {
		if !b.given[i] && !(v.Rest >= v.Lower && v.Rest <= v.Upper) {
			return nil, fmt.Errorf("joint %s has no value, and %v is outside its limits, %v to %v", name(v.Name), v.Rest, v.Lower, v.Upper)
		}
	}
	if err := r.CheckState(b.values); err != nil {
		return nil, err
	}
	for _, c := range b.copies {
		if want := r.Value(c.joint, b.values); !equalValues(want, c.value) {
			return nil, fmt.Errorf("joint %s is %v; expected %v, since it copies joint %s", name(r.Joints[c.joint].Name), c.value, want, name(r.Joints[r.Joints[c.joint].Mimic.Joint].Name))
		}
	}
	return b.values, nil
}

// ParseState reads the values of Variables from a list such as "elbow=1.2,wrist=-0.5"; variables that are not in
// it are at rest. "" is the robot at rest. Unknown names, fixed and mimic joints, and a variable that is given twice
// are errors, as is one that is not given while its value at rest is outside its limits.
func (r *Robot) ParseState(list string) ([]float64, error) {
	var names []string
	var values []float64
	for item := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(item) == "" && list == strings.TrimSpace(item) {
			break // an empty list
		}
		key, value, ok := strings.Cut(item, "=")
		key = strings.TrimSpace(key)
		x, number := decimal.Parse(strings.TrimSpace(value))
		if !ok || !number {
			return nil, fmt.Errorf("%s; expected NAME=VALUE, VALUE being a finite number", name(item))
		}
		names, values = append(names, key), append(values, x)
	}
	return r.NamedState(names, values)
}

// NamedState returns the values of Variables, given some of them by name: others are at rest. Names and errors are those of
// ParseState. Slices of different lengths panic.
func (r *Robot) NamedState(names []string, values []float64) ([]float64, error) {
	if len(names) != len(values) {
		panic(fmt.Sprintf("robot: NamedState of %d names and %d values", len(names), len(values)))
	}
	b := newStateBuilder(r)
	for k, key := range names {
		i, known := b.index[key]
		if !known {
			return nil, r.noVariable(key)
		}
		if b.given[i] {
			return nil, fmt.Errorf("%s is there twice", name(key))
		}
		if err := b.set(i, values[k]); err != nil {
			return nil, err
		}
	}
	return b.finish()
}

// noVariable is the error of a name that is not that of a variable.
func (r *Robot) noVariable(key string) error {
	for i := range r.Joints {
		j := &r.Joints[i]
		switch {
		case j.Name != key:
		case j.Mimic != nil:
			return fmt.Errorf("joint %s copies joint %s and has no value of its own", name(key), name(r.Joints[j.Mimic.Joint].Name))
		case j.Type == Fixed:
			return fmt.Errorf("joint %s is fixed and has no value", name(key))
		default:
			return fmt.Errorf("joint %s is %s; expected %s followed by one of %s", name(key), j.Type, name(key), strings.Join(partsOf[j.Type], ", "))
		}
	}
	var names []string
	for _, v := range r.variables {
		names = append(names, name(v.Name))
	}
	return fmt.Errorf("no joint is called %s; expected one of %s", name(key), shortList(names))
}

// shortList joins the first words of a list.
func shortList(words []string) string {
	const most = 12
	if len(words) > most {
		return strings.Join(words[:most], ", ") + ", …"
	}
	return strings.Join(words, ", ")
}
