package collide

import "fmt"

// Verdict is the answer of a query for a pair of bodies, or for all pairs together that are
// not allowed. A query that was cut short never returns Free for pairs that it did not
// test.
type Verdict uint8

// The verdicts. Unknown is the zero value.
const (
	// Unknown: not decided, or not tested.
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
