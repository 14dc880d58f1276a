package vulkantest

import (
	"fmt"
	"iter"
	"slices"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// Log is what the driver was told that bears on the order of memory accesses: uses of buffers and
// barriers, in their order on the queue.
type Log []Event

// Event is a use of bytes Lo to Hi of a buffer, or a barrier where Barrier is set.
type Event struct {
	Barrier  bool
	Command  string
	Buffer   vk.Buffer
	Lo, Hi   uint64
	Write    bool
	From, To vk.PipelineStageFlags // of a use, From is its stage
	Src, Dst vk.AccessFlags        // of a use, Src is its access
	// Destroyed: the buffer is no more, another one may get its handle.
	Destroyed bool
	// Number is that of the command: its uses have the same one.
	Number int
}

// pending is a use and what barriers behind it have ordered after it: stages, and accesses that see
// what it wrote.
type pending struct {
	Event
	stages vk.PipelineStageFlags
	sees   vk.AccessFlags
}

// Hazards replays the log without the barriers numbered skip, counted from 0, and describes the uses
// that no barrier orders behind an earlier use of the same bytes, one of the two writing. It knows the
// rules of the interface alone and nothing of what a batch keeps.
func (l Log) Hazards(skip ...int) (found []string) {
	open, n := map[vk.Buffer][]pending{}, 0
	for _, e := range l {
		switch {
		case e.Barrier:
			if !slices.Contains(skip, n) {
				for _, of := range open {
					for i := range of {
						of[i].order(&e)
					}
				}
			}
			n++
		case e.Destroyed:
			delete(open, e.Buffer)
		default:
			for _, p := range open[e.Buffer] {
				if p.conflicts(&e) {
					found = append(found, fmt.Sprintf("%s (%v, %#x) of buffer %#x, bytes %d to %d, after %s (%v, %#x)", e.Command, e.Write, e.Src, e.Buffer, e.Lo, e.Hi, p.Command, p.Write, p.Src))
				}
			}
			open[e.Buffer] = e.enter(open[e.Buffer])
		}
	}
	return found
}

// Barriers is the number of barriers of a log.
func (l Log) Barriers() int {
	n := 0
	for range l.Between(0, len(l)) {
		n++
	}
	return n
}

// Between are the barriers from number lo up to hi, with their numbers.
func (l Log) Between(lo, hi int) iter.Seq2[int, Event] {
	return func(yield func(int, Event) bool) {
		n := 0
		for _, e := range l {
			if !e.Barrier {
				continue
			}
			if lo <= n && n < hi && !yield(n, e) {
				return
			}
			n++
		}
	}
}

// writing are the accesses that write.
const writing = vk.AccessShaderWriteBit | vk.AccessTransferWriteBit

// has reports whether a mask of a barrier has a stage.
func has(mask, stage vk.PipelineStageFlags) bool {
	return mask&(stage|vk.PipelineStageAllCommandsBit) != 0
}

// grants reports whether a mask of a barrier has an access.
func grants(mask, access vk.AccessFlags, write bool) bool {
	all := vk.AccessMemoryReadBit
	if write {
		all = vk.AccessMemoryWriteBit
	}
	return mask&all != 0 || mask&access == access
}

// order notes a barrier behind the use.
func (p *pending) order(e *Event) {
	if !has(e.From, p.From) && e.From&p.stages == 0 {
		return
	}
	p.stages |= e.To
	if p.Write && (has(e.From, p.From) && grants(e.Src, p.Src&writing, true) || p.sees != 0) {
		p.sees |= e.Dst
	}
}

// conflicts reports whether a later use is not ordered behind p.
func (p *pending) conflicts(e *Event) bool {
	if p.Number == e.Number || !p.Write && !e.Write || p.Hi <= e.Lo || e.Hi <= p.Lo {
		return false
	}
	if !has(p.stages, e.From) {
		return true
	}
	return p.Write && !grants(p.sees, e.Src, e.Write)
}

// enter adds a use to those of its buffer. What a write that needed no other covers is dropped with it:
// whoever is ordered behind the write is ordered behind what it followed.
func (e *Event) enter(of []pending) []pending {
	if e.Write {
		of = slices.DeleteFunc(of, func(p pending) bool { return e.Lo <= p.Lo && p.Hi <= e.Hi && p.Number != e.Number })
	}
	return append(of, pending{Event: *e})
}
