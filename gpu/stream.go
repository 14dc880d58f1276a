package gpu

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/broad"
)

var (
	itemsKernel  = &vulkan.Kernel{Shaders: shaders, Name: "items", Access: "rrrww", Group: 256}
	tritriKernel = &vulkan.Kernel{Shaders: shaders, Name: "tritri", Access: "rrrrrww", Group: 256}
)

// phase finds the pairs of triangles that the device cannot tell apart.
type phase interface {
	// grow makes room for what the phase keeps up to date with the geometry, follow
	// records how it follows a change of the vertices, prepare does the rest and returns how
	// many nodes that changed; lacking reports whether the rest is a build, which takes long.
	grow() error
	follow(b *vulkan.Batch)
	prepare() (int64, error)
	lacking() bool
	// search looks at as many of the pairs of bodies as one run holds, says how many,
	// and returns the candidates: triples of the pair's place and the triangles of A
	// and B, valid until the next search.
	search(w *collide.World, pairs []broad.Pair) (taken int, candidates []uint32, err error)
	counted() *phaseCounts
	close()
}

// trianglePhase finds the pairs of triangles that may touch, of many pairs of bodies
// at once: the triangles of each pair near the other body become items of one linear
// hierarchy, the pair being the high part of their key; boxes that meet go through
// the separating axes of the triangles.
type trianglePhase struct {
	batch      *vulkan.Batch
	geometry   *models.Geometry
	tree       *hierarchy
	records    []models.PairRecord
	recordsOn  *vulkan.Buffer
	items      *primitives.Appender
	candidates *primitives.Appender
	left       *primitives.Appender
	args       *vulkan.Buffer
	first      int
	found      []uint32
	counts     phaseCounts
}

// phaseCounts tells what a search did.
type phaseCounts struct{ items, boxes, moved int64 }

func newTrianglePhase(b *vulkan.Batch, g *models.Geometry, first int) *trianglePhase {
	d := b.Device()
	p := &trianglePhase{
		batch: b, geometry: g, tree: newHierarchy(d), recordsOn: d.NewBuffer("pairs of bodies"), items: primitives.NewAppender(d, "triangles", models.ItemBytes),
		candidates: primitives.NewAppender(d, "pairs of boxes", 12), left: primitives.NewAppender(d, "pairs of triangles", 12), args: d.NewBuffer("arguments"), first: first,
	}
	return p
}

func (p *trianglePhase) close() {
	p.tree.close()
	for _, a := range []*primitives.Appender{p.items, p.candidates, p.left} {
		a.Close()
	}
	p.recordsOn.Close()
	p.args.Close()
}

// chunk is how many triangles one run may look at: a tree over all of them must fit
// the device's buffers.
func (p *trianglePhase) chunk() int {
	return min(1<<24, int(p.batch.Device().Info().Limits.Buffer)/(2*models.ItemBytes))
}

// take fills the records of as many of the pairs as one run may hold and returns
// their number and that of their triangles.
func (p *trianglePhase) take(w *collide.World, pairs []broad.Pair) (taken, triangles int, err error) {
	p.records = p.records[:0]
	for _, q := range pairs {
		var r models.PairRecord
		r.Set(w, p.geometry, int(q.A), int(q.B))
		n := int(r.CountA) + int(r.CountB)
		if triangles+n > p.chunk() || len(p.records) == mostPairs {
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

// mostPairs of bodies go into one run: groups have 30 bits beside the mask.
const mostPairs = 1 << 20

// grow, follow, prepare and lacking implement phase: there is nothing to keep up to date but
// the geometry.
func (p *trianglePhase) grow() error             { return nil }
func (p *trianglePhase) follow(*vulkan.Batch)    {}
func (p *trianglePhase) prepare() (int64, error) { return 0, nil }
func (p *trianglePhase) lacking() bool           { return false }

func (p *trianglePhase) counted() *phaseCounts { return &p.counts }

// search implements phase.
func (p *trianglePhase) search(w *collide.World, pairs []broad.Pair) (int, []uint32, error) {
	taken, triangles, err := p.take(w, pairs)
	if err != nil {
		return 0, nil, err
	}
	found, err := p.find(triangles)
	return taken, found, err
}

// find searches the pairs taken.
func (p *trianglePhase) find(triangles int) ([]uint32, error) {
	if err := p.findItems(triangles); err != nil {
		return nil, err
	}
	n := int(p.items.Found[0])
	p.counts.items += int64(n)
	if n < 2 {
		return nil, nil
	}
	if err := p.tree.grow(n); err != nil {
		return nil, err
	}
	if err := p.args.Grow(16); err != nil {
		return nil, err
	}
	for built, fits := false, false; !fits; built = true {
		if err := p.reserve(); err != nil {
			return nil, err
		}
		b := p.batch
		b.Start()
		if !built {
			p.tree.build(b, n, bits.Len(uint(len(p.records)-1)))
		}
		p.tree.traverse(b, n, p.candidates)
		separate(b, p.recordsOn, p.geometry, p.args, p.candidates, p.left)
		if err := b.Run(); err != nil {
			return nil, err
		}
		var err error
		if fits, err = p.candidates.Fits(); err != nil {
			return nil, err
		}
	}
	p.counts.boxes += int64(p.candidates.Found[0])
	var err error
	p.found, err = p.left.Fetch(p.batch, p.found)
	p.counts.moved += int64(4 * len(p.found))
	return p.found, err
}

// reserve makes room for pairs; those that are left are never more than those of
// boxes.
func (p *trianglePhase) reserve() error {
	if err := p.candidates.Reserve(p.first); err != nil {
		return err
	}
	return p.left.Reserve(p.candidates.Capacity)
}

// findItems runs until all near triangles have a place.
func (p *trianglePhase) findItems(triangles int) error {
	b := p.batch
	if err := p.recordsOn.Grow(models.PairRecordBytes * len(p.records)); err != nil {
		return err
	}
	if err := p.items.Reserve(p.first); err != nil {
		return err
	}
	for sent, fits := false, false; !fits; sent = true {
		b.Start()
		if !sent {
			b.Write(p.recordsOn, 0, vulkan.BytesOf(p.records))
			b.Mark("upload")
			p.counts.moved += int64(models.PairRecordBytes * len(p.records))
		}
		p.items.Clear(b)
		b.Call(itemsKernel, triangles, []uint32{uint32(triangles), uint32(len(p.records)), uint32(p.items.Capacity)},
			p.recordsOn, p.geometry.Vertices, p.geometry.Triangles, p.items.Count, p.items.Data)
		b.Mark("items")
		p.items.Ask(b)
		if err := b.Run(); err != nil {
			return err
		}
		var err error
		if fits, err = p.items.Fits(); err != nil {
			return err
		}
	}
	p.tree.items = p.items.Data
	return nil
}

// separate records the test of the candidates by the triangles' axes.
func separate(b *vulkan.Batch, records *vulkan.Buffer, g *models.Geometry, args *vulkan.Buffer, candidates, left *primitives.Appender) {
	left.Clear(b)
	primitives.GroupsFor(b, candidates.Capacity, 0, candidates.Count, args)
	b.CallIndirect(tritriKernel, args, 0, []uint32{uint32(left.Capacity)},
		records, g.Vertices, g.Triangles, args, candidates.Data, left.Count, left.Data)
	b.Mark("triangles")
	left.Ask(b)
}

var _ [models.PairRecordBytes]byte = [unsafe.Sizeof(models.PairRecord{})]byte{}
