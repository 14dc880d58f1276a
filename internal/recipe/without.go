package recipe

import "strconv"

// Without is the value of a switch that is on unless the field it points to is set, as
// options are whose zero value has every part of a method.
type Without struct{ Off *bool }

// String implements flag.Value.
func (w Without) String() string { return strconv.FormatBool(w.Off == nil || !*w.Off) }

// Set implements flag.Value.
func (w Without) Set(value string) error {
	on, err := strconv.ParseBool(value)
	*w.Off = !on
	return err
}

// IsBoolFlag makes it a switch.
func (Without) IsBoolFlag() bool { return true }
