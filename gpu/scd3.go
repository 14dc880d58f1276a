package gpu

import (
	"fmt"
	"runtime"
	"slices"
	"sort"
	"unsafe"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/par"
)

// The kernels of scd3: see the shaders of that name.
var (
	scd3Root = &kernel{name: "scd3_root", access: "rrrww", group: 256}
	scd3Step = &kernel{name: "scd3_step", access: "rrrrrwww", group: 256}
	scd3Args = &kernel{name: "scd3_args", access: "ww", group: 256}
)

// compacting is the method scd3, this project's heir of the streaming method: the
// edges of all jobs descend their hierarchies together, a level at a time, as a
// stream of pairs of an edge and a node. Each level compacts what is left into the
// next queue and sizes the next run on the device; nothing is read back until the
// candidates are.
type compacting struct {
	streams
	*stream3
	first      int       // capacity of queues and candidates to begin with
	tally      [5]uint32 // of the shaders: what counts holds
	candidates [][2]uint32

	layouts []jobLayout
	edgesAt []int // of each body; −1 for none
	filling struct {
		job                     *job
		at                      *jobLayout
		boxes, links, triangles []byte
	}
	fill func(worker, lo, hi int)
}

// stream3 is what an engine has on the device. Nothing in it may lead back to the
// engine, whose end it must not prevent: commands point into it.
type stream3 struct {
	batch                          *batch
	edges, boxes, links, triangles *buffer
	queues                         [2]*buffer
	found                          *buffer
	counts, args                   *buffer
	room, foundRoom                int // elements of a queue, of found
	loaded                         []loadedJob
}

// jobLayout tells where the parts of a job lie, in elements.
type jobLayout struct{ boxes, triangles int }

// loadedJob tells what of a job is on the device.
type loadedJob struct {
	e, t, serialE, serialT int
	far                    float32
}

// link is what lies below a node: see the shader.
type link struct{ first, count uint32 }

const (
	edgeBytes   = 32
	recordBytes = 64
	pairBytes   = 8
)

func newCompacting(d *Device, w *collide.World) *compacting {
	e := &compacting{first: firstCapacity, edgesAt: make([]int, w.Len())}
	e.boxed = true
	e.fill = e.fillNodes
	e.start(d, w, func() error {
		err := e.run3()
		if err != nil { // what the device holds may not be what it is taken for
			_ = e.Close()
		}
		return err
	})
	return e
}

// open makes what lives on the device; Close may have been called before.
func (e *compacting) open() error {
	if e.stream3 != nil {
		return nil
	}
	b, err := e.dev.newBatch()
	if err != nil {
		return err
	}
	e.stream3 = &stream3{batch: b}
	for _, u := range e.buffers() {
		*u.at = e.dev.newBuffer(u.name)
	}
	runtime.AddCleanup(e, (*stream3).end, e.stream3)
	return nil
}

type labelled struct {
	at   **buffer
	name string
}

func (e *stream3) buffers() []labelled {
	return []labelled{
		{&e.edges, "edges"}, {&e.boxes, "boxes"}, {&e.links, "links"}, {&e.triangles, "triangles"}, {&e.queues[0], "queue"},
		{&e.queues[1], "next queue"}, {&e.found, "candidates"}, {&e.counts, "counts"}, {&e.args, "arguments"},
	}
}

// Close frees what the engine holds of the device; Find makes it anew.
func (e *compacting) Close() error {
	if e.stream3 != nil {
		e.end()
		e.stream3 = nil
	}
	return nil
}

// end frees everything, once, unless the device is gone.
func (e *stream3) end() {
	if e.batch == nil || !e.batch.dev.hold() {
		return
	}
	defer e.batch.dev.release()
	for _, u := range e.buffers() {
		(*u.at).close()
	}
	e.batch.close()
	e.batch = nil
}

// run3 answers the jobs in groups that the device's buffers take.
func (e *compacting) run3() error {
	if err := e.open(); err != nil {
		return err
	}
	e.batch.spent = 0
	err := e.groups(int(min(e.dev.info.Limits.Buffer, 1<<30)))
	e.world.Stats.Device += e.batch.spent
	if err != nil { // part of a batch may have run: the next query starts afresh
		_ = e.Close()
	}
	return err
}

func (e *compacting) groups(most int) error {
	for rest := e.jobs; len(rest) > 0 && !e.over(); {
		n := e.lay(rest, most)
		if err := e.group(rest[:n]); err != nil {
			return err
		}
		if rest = rest[n:]; e.settleFirst() {
			return nil
		}
	}
	return nil
}

// lay finds places for the next jobs and returns how many there is room for, at
// least one.
func (e *compacting) lay(jobs []job, most int) int {
	e.layouts = e.layouts[:0]
	var next jobLayout
	for i := range jobs {
		b := e.bodies[jobs[i].t].boxes
		n := jobLayout{next.boxes + len(b.Nodes), next.triangles + len(b.Order)}
		if i > 0 && n.boxes*recordBytes > most {
			break
		}
		e.layouts = append(e.layouts, next)
		next = n
	}
	e.layouts = append(e.layouts, next) // the end
	return len(e.layouts) - 1
}

// group finds the suspects of some jobs.
func (e *compacting) group(jobs []job) error {
	if err := e.load(jobs); err != nil {
		return err
	}
	for {
		if err := e.descend(jobs); err != nil {
			return err
		}
		fits, err := e.fits()
		if err != nil {
			return err
		}
		if fits {
			break
		}
	}
	return e.fetch(jobs)
}

// load brings edges, boxes and triangles to the device unless they are there.
func (e *compacting) load(jobs []job) error {
	same := len(e.loaded) == len(jobs)
	e.loaded = slices.Grow(e.loaded[:0], len(jobs))[:len(jobs)]
	for i := range jobs {
		j := &jobs[i]
		l := loadedJob{j.e, j.t, e.bodies[j.e].serial, e.bodies[j.t].serial, e.far}
		same = same && e.loaded[i] == l
		e.loaded[i] = l
	}
	if same {
		return nil
	}
	end := e.layouts[len(jobs)]
	edges := e.layEdges(jobs)
	for _, g := range []struct {
		*buffer
		bytes int
	}{{e.edges, edges * edgeBytes}, {e.boxes, end.boxes * recordBytes}, {e.links, end.boxes * pairBytes}, {e.triangles, end.triangles * recordBytes}} {
		if err := g.grow(max(g.bytes, 4)); err != nil {
			return err
		}
		e.world.Stats.Moved += int64(g.bytes)
	}
	b := e.batch
	b.start()
	e.sendEdges(b.stage(e.edges, 0, edges*edgeBytes))
	f := &e.filling
	f.boxes, f.links = b.stage(e.boxes, 0, end.boxes*recordBytes), b.stage(e.links, 0, end.boxes*pairBytes)
	f.triangles = b.stage(e.triangles, 0, end.triangles*recordBytes)
	for i := range jobs {
		f.job, f.at = &jobs[i], &e.layouts[i]
		par.For(len(e.bodies[f.job.t].boxes.Nodes), e.world.Workers, 512, e.fill)
	}
	b.mark("upload")
	return b.run()
}

// layEdges finds places for the bodies' edges and returns their number.
func (e *compacting) layEdges(jobs []job) int {
	for i := range e.edgesAt {
		e.edgesAt[i] = -1
	}
	n := 0
	for i := range jobs {
		if b := jobs[i].e; e.edgesAt[b] < 0 {
			e.edgesAt[b] = n
			n += len(e.bodies[b].texels)
		}
	}
	return n
}

func (e *compacting) sendEdges(bytes []byte) {
	out := viewOf[[8]float32](bytes)
	for i, at := range e.edgesAt {
		if at < 0 {
			continue
		}
		for k := range e.bodies[i].texels {
			t := &e.bodies[i].texels[k]
			out[at+k] = [8]float32{t.orig[0], t.orig[1], t.orig[2], 0, t.dir[0], t.dir[1], t.dir[2], t.len}
		}
	}
}

// viewOf is the memory of a slice of bytes as elements.
func viewOf[T any](b []byte) []T {
	if len(b) == 0 {
		return nil
	}
	var t T
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(b)/int(unsafe.Sizeof(t)))
}

// fillNodes writes the boxes and links of some of the job's nodes, and the triangles
// of those that are leaves.
func (e *compacting) fillNodes(_, lo, hi int) {
	f := &e.filling
	b := e.bodies[f.job.t].boxes
	boxes, links := viewOf[record](f.boxes)[f.at.boxes:], viewOf[link](f.links)[f.at.boxes:]
	triangles := viewOf[record](f.triangles)[f.at.triangles:]
	for i := lo; i < hi; i++ {
		e.boxRecord(f.job, int32(i), &boxes[i])
		n := &b.Nodes[i]
		if !n.IsLeaf() {
			links[i] = link{first: uint32(f.at.boxes) + uint32(n.Child)}
			continue
		}
		links[i] = link{uint32(f.at.triangles) + uint32(n.First), uint32(n.Count)}
		for k := n.First; k < n.First+n.Count; k++ {
			t := b.Order[k]
			if triangles[k] = f.job.records[t]; !f.job.tame[t] {
				triangles[k] = record{3: -1}
			}
		}
	}
}

// descend records all levels and runs them.
func (e *compacting) descend(jobs []job) error {
	if err := e.reserve(max(e.first, e.room), max(e.first, e.foundRoom)); err != nil {
		return err
	}
	b, depth := e.batch, 0
	b.start()
	b.fill(e.counts, 0, int(unsafe.Sizeof(e.tally)), 0)
	for i := range jobs {
		t := &e.bodies[jobs[i].t]
		depth = max(depth, t.depth)
		n := len(e.bodies[jobs[i].e].texels)
		push := []uint32{uint32(e.edgesAt[jobs[i].e]), uint32(n), uint32(e.layouts[i].boxes), uint32(e.room)}
		b.call(scd3Root, n, push, e.edges, e.boxes, e.links, e.queues[0], e.counts)
	}
	for level := range depth {
		from := level % 2
		b.call(scd3Args, 1, []uint32{uint32(from), uint32(e.room), e.dev.info.Limits.Groups}, e.counts, e.args)
		b.callIndirect(scd3Step, e.args, 0, []uint32{uint32(from), uint32(e.room), uint32(e.foundRoom)},
			e.edges, e.boxes, e.links, e.triangles, e.queues[from], e.queues[1-from], e.found, e.counts)
	}
	b.mark("descend")
	b.read(bytesOf(e.tally[:]), e.counts, 0)
	return b.run()
}

// reserve makes room for so many elements of a queue and so many candidates.
func (e *compacting) reserve(room, found int) error {
	for _, g := range []struct {
		*buffer
		bytes int
	}{{e.queues[0], room * pairBytes}, {e.queues[1], room * pairBytes}, {e.found, found * pairBytes}, {e.counts, int(unsafe.Sizeof(e.tally))}, {e.args, 12}} {
		if err := g.grow(g.bytes); err != nil {
			return err
		}
	}
	e.room, e.foundRoom = room, found
	return nil
}

// fits reports whether the queues and the candidates had room for everything; where
// not, there is more now.
func (e *compacting) fits() (bool, error) {
	found, longest := int(e.tally[2]), int(e.tally[3])
	if e.tally[4] >= mostAppended/2 { // two candidates each: their count may have come round
		return false, fmt.Errorf("pairs of an edge and a box: %w: more than 2^30 in one descent", ErrLimit)
	}
	if found <= e.foundRoom && longest <= e.room {
		return true, nil
	}
	return false, e.reserve(max(e.room, longest+longest/4), max(e.foundRoom, found+found/4))
}

// fetch brings the candidates back and makes suspects of them.
func (e *compacting) fetch(jobs []job) error {
	n := int(e.tally[2])
	e.candidates = slices.Grow(e.candidates[:0], n)[:n]
	e.world.Stats.Moved += int64(n*pairBytes) + int64(unsafe.Sizeof(e.tally))
	if n == 0 {
		return nil
	}
	e.batch.start()
	e.batch.read(bytesOf(e.candidates), e.found, 0)
	if err := e.batch.run(); err != nil {
		return err
	}
	for _, c := range e.candidates {
		i := sort.Search(len(jobs), func(i int) bool { return e.layouts[i+1].triangles > int(c[1]) })
		j := &jobs[i]
		t := e.bodies[j.t].boxes.Order[int(c[1])-e.layouts[i].triangles]
		e.hit(j, int(c[0])-e.edgesAt[j.e], t)
	}
	return nil
}
