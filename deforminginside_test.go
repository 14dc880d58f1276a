package collide

import (
	"context"
	"errors"
	"testing"

	"github.com/collide-go/collide/internal/swept"
)

// TestBetweenConcludes: a search that was interrupted did not end at its first contact, and too many contacts are a matter of budget.
func TestBetweenConcludes(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := &Between{Contacts: make([]Contact, 3)}
	if err := b.conclude(ctx, &swept.Found{}, true, ctx.Err()); !errors.Is(err, context.Canceled) || b.First || b.Verdict != InContact || len(b.Contacts) != 3 {
		t.Errorf("interrupted: %+v, %v", b, err)
	}
	b = &Between{Contacts: make([]Contact, 3)}
	if err := b.conclude(t.Context(), &swept.Found{}, true, nil); err != nil || !b.First || len(b.Contacts) != 1 {
		t.Errorf("first: %+v, %v", b, err)
	}
	b = &Between{Contacts: make([]Contact, 3)}
	if err := b.conclude(t.Context(), &swept.Found{TooMany: true}, false, nil); !errors.Is(err, ErrBudget) || !errors.Is(err, ErrIncomplete) {
		t.Errorf("too many: %+v, %v", b, err)
	}
}
