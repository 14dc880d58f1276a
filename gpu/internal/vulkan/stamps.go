package vulkan

import (
	"fmt"
	"time"
	"unsafe"

	"github.com/collide-go/collide/gpu/internal/vk"
)

// stamps are the time stamps of a batch, on devices that have a clock.
type stamps struct {
	pool   vk.QueryPool
	phases []string
	ticks  [MaxStamps]uint64
}

// MaxStamps is the number of time stamps of a batch, one more than its phases.
const MaxStamps = 64

func (s *stamps) create(d *Device) error {
	if d.stamps == 0 {
		return nil
	}
	info := &vk.QueryPoolCreateInfo{SType: vk.StructureTypeQueryPoolCreateInfo, QueryType: vk.QueryTypeTimestamp, QueryCount: MaxStamps}
	return failure(d.cmd.CreateQueryPool(d.handle, info, &s.pool), "making time stamps")
}

func (s *stamps) close(d *Device) {
	if s.pool != 0 {
		d.cmd.DestroyQueryPool(d.handle, s.pool)
	}
	s.pool = 0
}

func (s *stamps) start(d *Device, c vk.CommandBuffer) {
	s.phases = s.phases[:0]
	if s.pool != 0 {
		d.cmd.CmdResetQueryPool(c, s.pool, 0, MaxStamps)
		d.cmd.CmdWriteTimestamp(c, vk.PipelineStageBottomOfPipeBit, s.pool, 0)
	}
}

func (s *stamps) mark(d *Device, c vk.CommandBuffer, phase string) error {
	if len(s.phases)+1 == MaxStamps {
		return fmt.Errorf("more than %d phases in a batch", MaxStamps-1)
	}
	s.phases = append(s.phases, phase)
	if s.pool != 0 {
		d.cmd.CmdWriteTimestamp(c, vk.PipelineStageBottomOfPipeBit, s.pool, uint32(len(s.phases)))
	}
	return nil
}

// read fetches the ticks of a batch that is done.
func (s *stamps) read(d *Device) error {
	n := len(s.phases) + 1
	if s.pool == 0 {
		return nil
	}
	r := d.cmd.GetQueryPoolResults(d.handle, s.pool, 0, uint32(n), uintptr(8*n), unsafe.Pointer(&s.ticks), 8,
		vk.QueryResult64Bit|vk.QueryResultWaitBit)
	return failure(r, "reading time stamps")
}

func (s *stamps) each(d *Device, f func(string, time.Duration)) {
	if s.pool == 0 {
		return
	}
	for i, phase := range s.phases {
		ticks := (s.ticks[i+1] - s.ticks[i]) & d.stamps
		f(phase, time.Duration(float64(ticks)*d.info.Limits.Tick))
	}
}

// total is the time from the first stamp to the last.
func (s *stamps) total(d *Device) time.Duration { return s.first(d, len(s.phases)) }

// first is the time that a number of phases took, from the first stamp on.
func (s *stamps) first(d *Device, phases int) time.Duration {
	if s.pool == 0 {
		return 0
	}
	ticks := (s.ticks[phases] - s.ticks[0]) & d.stamps
	return time.Duration(float64(ticks) * d.info.Limits.Tick)
}
