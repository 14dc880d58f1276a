package lbvh

import (
	"fmt"
	"math/bits"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/world"
)

var itemsKernel = &vulkan.Kernel{Shaders: shaders, Name: "items", Access: "rrrww", Group: 256}

// Triangles finds the pairs of triangles that may touch, of many pairs of bodies
// at once: the triangles of each pair near the other body become items of one linear
// hierarchy, the pair being the high part of their key; boxes that meet go through
// the separating axes of the triangles.
type Triangles struct {
	batch      *vulkan.Batch
	geometry   *models.Geometry
	tree       *Hierarchy
	records    []models.PairRecord
	recordsOn  *vulkan.Buffer
	Items      *primitives.Appender
	Candidates *primitives.Appender
	left       *primitives.Appender
	args       *vulkan.Buffer
	first      int
	listed     int // triangles that the last search listed
	room       int // those that the tree has room for
	counts     query.Counts
}

// NewTriangles makes the phase of the method lbvh; its append buffers begin with room for
// first elements.
func NewTriangles(b *vulkan.Batch, g *models.Geometry, first int) *Triangles {
	d := b.Device()
	p := &Triangles{
		batch: b, geometry: g, tree: NewHierarchy(d), recordsOn: d.NewBuffer("pairs of bodies"), Items: primitives.NewAppender(d, "triangles", models.ItemBytes),
		Candidates: primitives.NewAppender(d, "pairs of boxes", 12), left: primitives.NewAppender(d, "pairs of triangles", 12), args: d.NewBuffer("arguments"), first: first,
	}
	return p
}

// Close frees what it has on the device.
func (p *Triangles) Close() {
	p.tree.Close()
	for _, a := range []*primitives.Appender{p.Items, p.Candidates, p.left} {
		a.Close()
	}
	p.recordsOn.Close()
	p.args.Close()
}

// chunk is how many triangles one run may look at: a tree over all of them must fit
// the device's buffers.
func (p *Triangles) chunk() int {
	return min(1<<24, int(p.batch.Device().Info().Limits.Buffer)/(2*models.ItemBytes))
}

// take fills the records of as many of the pairs as one run may hold and returns
// their number and that of their triangles.
func (p *Triangles) take(w *world.World, pairs []broad.Pair) (taken, triangles int, err error) {
	p.records = p.records[:0]
	for _, q := range pairs {
		var r models.PairRecord
		r.Set(w, p.geometry, int(q.A), int(q.B))
		n := int(r.CountA) + int(r.CountB)
		if triangles+n > p.chunk() || len(p.records) == models.MaxPairs {
			if triangles == 0 {
				return 0, 0, fmt.Errorf("bodies %d and %d: %w: %d triangles, at most %d", q.A, q.B, vulkan.ErrLimit, n, p.chunk())
			}
			break
		}
		r.First = uint32(triangles)
		p.records = append(p.records, r)
		triangles += n
	}
	return len(p.records), triangles, nil
}

// Grow implements query.TrianglePhase: there is nothing to keep up to date but the geometry.
func (p *Triangles) Grow() error { return nil }

// Follow implements query.TrianglePhase.
func (p *Triangles) Follow(*vulkan.Batch) {}

// Followed implements query.TrianglePhase.
func (p *Triangles) Followed() int64 { return 0 }

// Prepare implements query.TrianglePhase.
func (p *Triangles) Prepare() (int64, error) { return 0, nil }

// Lacking implements query.TrianglePhase.
func (p *Triangles) Lacking() bool { return false }

// Counted implements query.TrianglePhase.
func (p *Triangles) Counted() *query.Counts { return &p.counts }

// Search implements query.TrianglePhase.
func (p *Triangles) Search(w *world.World, pairs []broad.Pair) (int, []uint32, error) {
	p.Candidates.Most = w.Control.Limits().Contacts
	taken, triangles, err := p.take(w, pairs)
	if err != nil {
		return 0, nil, err
	}
	found, err := p.find(triangles)
	return taken, found, err
}

// find searches the pairs taken, in one batch where there is room for what it finds.
func (p *Triangles) find(triangles int) ([]uint32, error) {
	if err := p.recordsOn.Grow(models.PairRecordBytes * len(p.records)); err != nil {
		return nil, err
	}
	for run := (progress{}); ; {
		if err := p.reserve(triangles); err != nil {
			return nil, err
		}
		p.record(triangles, run)
		if err := p.batch.Run(); err != nil {
			return nil, err
		}
		run.sent = true
		if fits, err := p.fits(&run); err != nil {
			return nil, err
		} else if fits {
			break
		}
	}
	p.counts.Items += int64(p.Items.Found[0])
	p.counts.Boxes += int64(p.Candidates.Found[0])
	return p.left.Fetch(p.batch)
}

// progress is what the batches of a search have done so far.
type progress struct{ sent, listed, built bool }

// record records the search, without what is done.
func (p *Triangles) record(triangles int, done progress) {
	b := p.batch
	b.Begin()
	if !done.sent {
		b.Write(p.recordsOn, 0, vulkan.BytesOf(p.records))
		b.Mark("upload")
	}
	if !done.listed {
		p.list(b, triangles)
	}
	if !done.built {
		p.tree.BuildCounted(b, p.Items.Count, p.room, bits.Len(uint(len(p.records)-1)))
	}
	p.tree.Traverse(b, p.room, p.Candidates)
	p.Candidates.Ask(b)
	p.geometry.Separate(b, p.recordsOn, p.args, p.Candidates, p.left)
}

// list records the listing of the triangles that are near other bodies.
func (p *Triangles) list(b *vulkan.Batch, triangles int) {
	p.Items.Clear(b)
	b.Call(itemsKernel, triangles, []uint32{uint32(triangles), uint32(len(p.records)), uint32(p.Items.Capacity)},
		p.recordsOn, p.geometry.Vertices, p.geometry.Triangles, p.Items.Count, p.Items.Data)
	b.Mark("items")
	p.Items.Ask(b)
}

// fits reports whether there was room for all that a batch found; where not, there is now.
func (p *Triangles) fits(done *progress) (bool, error) {
	n := int(p.Items.Found[0])
	fits, err := p.Items.Fits()
	if err != nil || !fits {
		return false, err
	}
	p.listed, done.listed = n, true
	if n > p.room { // of some triangles there are no pairs
		return false, nil
	}
	done.built = true
	return p.Candidates.Fits()
}

// spare is how many triangles more than the last time have room in the tree, beside an eighth.
const spare = 64

// reserve makes room: for a tree of as many triangles as the last search listed, and some more; for pairs, of which those that are left
// are never more than those of boxes.
func (p *Triangles) reserve(triangles int) error {
	if err := p.Items.Reserve(p.first); err != nil {
		return err
	}
	p.tree.Items = p.Items.Data
	p.room = min(p.listed+p.listed/8+spare, triangles, p.Items.Capacity)
	if err := p.tree.Grow(p.room); err != nil {
		return err
	}
	if err := p.args.Grow(16); err != nil {
		return err
	}
	if err := p.Candidates.Reserve(p.first); err != nil {
		return err
	}
	return p.left.Reserve(p.Candidates.Capacity)
}
