package collide

import (
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/world"
)

// completeContacts are the contacts of the last Detect while they are all contacts between the bodies where they are now. A question
// about distances begins with them.
type completeContacts struct {
	contacts []world.Contact // sorted by bodies, then triangles
	known    bool
	moves    int // World.Moves when they were found
}

// take notes that the contacts are complete, if they are. Those of a query with First lack what measuring would have to find again, and a mesh's with
// itself are no distance of two bodies.
func (c *completeContacts) take(w *world.World) {
	c.known, c.moves = !w.First && !w.Self && w.Control.Cause() == narrow.Running, w.Moves()
}

func (c *completeContacts) forget() { c.known = false }

// is reports whether nothing has changed since. A query that has ended before it began may not have looked at meshes, which may be deformed.
func (c *completeContacts) is(w *world.World) bool {
	return c.known && w.Control.Cause() == narrow.Running && c.moves == w.Moves()
}
