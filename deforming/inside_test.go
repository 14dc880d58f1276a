package deforming

import (
	"context"
	"errors"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/swept"
)

// TestBetweenConcludes: a search that was interrupted did not end at its first contact, and too many contacts are a matter of budget.
func TestBetweenConcludes(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := &Result{Contacts: make([]collide.Contact, 3)}
	if err := r.conclude(ctx, &swept.Found{}, true, ctx.Err()); !errors.Is(err, context.Canceled) || r.First || r.Verdict != collide.InContact || len(r.Contacts) != 3 {
		t.Errorf("interrupted: %+v, %v", r, err)
	}
	r = &Result{Contacts: make([]collide.Contact, 3)}
	if err := r.conclude(t.Context(), &swept.Found{}, true, nil); err != nil || !r.First || len(r.Contacts) != 1 {
		t.Errorf("first: %+v, %v", r, err)
	}
	r = &Result{Contacts: make([]collide.Contact, 3)}
	if err := r.conclude(t.Context(), &swept.Found{TooMany: true}, false, nil); !errors.Is(err, collide.ErrBudget) || !errors.Is(err, collide.ErrIncomplete) {
		t.Errorf("too many: %+v, %v", r, err)
	}
}
