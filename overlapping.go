package collide

import (
	"context"
	"fmt"

	"github.com/collide-go/collide/internal/quote"
)

// Overlapping returns the bodies that share a point with a body that the detector does not
// have, ascending: those that it would be in contact with if it were added. Under
// Options.Solid a body within the other counts. Permissions and Immovable do not matter. An
// error that wraps ErrIncomplete comes with the bodies found so far; others may be missing.
// Other errors are those of Add. The bodies are valid until the detector's next call.
func (d *Detector) Overlapping(ctx context.Context, b Body) ([]int, error) {
	d.world.Enter()
	defer d.world.Leave()
	in, err := internalBody(&b)
	if err != nil {
		return nil, fmt.Errorf("body %s: %w", quote.Name(b.Name), err)
	}
	if err := d.beginAside(ctx); err != nil {
		return nil, err
	}
	o := &d.aside.overlapping
	if err := o.Find(d.world, &in); err != nil {
		return nil, fmt.Errorf("body %s: %w", quote.Name(b.Name), err)
	}
	return o.Found, d.cutAside(ctx, o.Undecided, o.Open)
}
