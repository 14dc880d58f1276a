package collide

import "fmt"

// Verdict is what a query found out about a pair of bodies, or about all pairs that are
// not allowed together. A query that was cut short never says Free of what it did not
// look at.
type Verdict uint8

// The verdicts. Unknown is the zero value.
const (
	// Unknown: not decided, or not looked at.
	Unknown Verdict = iota
	// Free: proven to share no point and, under Options.Solid, not to contain each other.
	Free
	// InContact: a common point was found or, under Options.Solid, a containment.
	InContact
)

// String returns "unknown", "free" or "contact".
func (v Verdict) String() string {
	switch v {
	case Unknown:
		return "unknown"
	case Free:
		return "free"
	case InContact:
		return "contact"
	}
	return fmt.Sprintf("verdict %d", uint8(v))
}
