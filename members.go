package collide

import (
	"fmt"
	"io"

	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/world"
)

// Len returns the number of bodies, empty places included: indices are below it.
func (d *Detector) Len() int { return d.world.Len() }

// Add adds a body and returns its index: that of a body that was removed, the last one
// first, or the next one. Nothing is allowed to touch it. What the method keeps for the
// others stays; multiprocess and the methods of package gpu begin again with the next
// query. An error, as that of NewDetector for the body, adds nothing.
func (d *Detector) Add(b Body) (int, error) {
	d.world.Enter()
	defer d.world.Leave()
	i, err := add(d.world, &b)
	if err != nil {
		return 0, fmt.Errorf("body %s: %w", quote.Name(b.Name), err)
	}
	return i, nil
}

// Remove removes body i. The others keep their indices; i stays empty, and a call with it
// panics, until Add uses it again. Allowances of the body are gone with it.
func (d *Detector) Remove(i int) {
	d.world.Enter()
	defer d.world.Leave()
	d.body("Remove", i)
	d.world.Remove(i)
}

// Allow permits bodies a and b to touch, as Options.Allow does, or takes that back.
func (d *Detector) Allow(a, b int, allowed bool) {
	d.world.Enter()
	defer d.world.Leave()
	d.body("Allow", a)
	d.body("Allow", b)
	d.world.Allow(a, b, allowed)
}

// settle makes the engine, or lets it follow the bodies that were added and removed.
func (d *Detector) settle() error {
	if d.world.Settle(d.engine) && d.engine != nil {
		return nil
	}
	if c, ok := d.engine.(io.Closer); ok {
		if err := c.Close(); err != nil {
			return fmt.Errorf("method %s: %w", d.method.Name, err)
		}
	}
	d.engine, d.recaller = nil, nil // until there is another: the old one knows other bodies
	e, err := d.make(d.world)
	if err != nil {
		return fmt.Errorf("method %s: %w", d.method.Name, err)
	}
	d.engine = e
	d.recaller, _ = e.(world.Recaller)
	return nil
}
