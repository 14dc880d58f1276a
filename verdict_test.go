package collide_test

import (
	"errors"

	"github.com/collide-go/collide"
)

// cutBy reports whether err is that of a query cut short by a cause, for a reason.
func cutBy(err, cause error, reason string) bool {
	var e *collide.IncompleteError
	return errors.Is(err, collide.ErrIncomplete) && errors.Is(err, cause) && errors.As(err, &e) && e.Reason == reason
}

// verdictOf is that of a query that finished.
func verdictOf(contact bool) collide.Verdict {
	if contact {
		return collide.InContact
	}
	return collide.Free
}
