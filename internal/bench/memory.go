package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/scene"
)

// probe is a question: the memory that a method takes over a scene. A process of its own
// answers it, so that methods do not see each other's garbage.
type probe struct {
	// Method is a name, "" for the scene alone; Options are the method's.
	Method          string
	Options         []string
	Workers, Frames int
	Scene           scene.MotionOptions
	// Worker is the command line of multiprocess's workers.
	Worker []string
}

// held is memory in bytes, NaN where the system does not report it.
type held struct {
	// Heap is what the heap holds after the frames and a collection.
	Heap float64
	// Proportional and Private are those of measure.Memory, of the process and its
	// descendants: the greatest of the values after each frame.
	Proportional, Private float64
}

// note keeps the greatest of what it held before and what processes hold now.
func (h *held) note(m measure.Memory) {
	h.Proportional, h.Private = max(h.Proportional, m.Proportional), max(h.Private, m.Private)
}

// ServeProbe answers one question of another process about memory. The program whose
// command line is Options.Probe calls it with standard input and output.
func ServeProbe(ctx context.Context, in io.Reader, out io.Writer) error {
	var p probe
	if err := json.NewDecoder(in).Decode(&p); err != nil {
		return fmt.Errorf("probe: %w", err)
	}
	h, err := p.run(ctx)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(wireHeld{Heap: h.Heap, Proportional: optional(h.Proportional), Private: optional(h.Private)})
}

// wireHeld is held in JSON, which has no NaN.
type wireHeld struct {
	Heap                  float64
	Proportional, Private *float64
}

func optional(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

func required(x *float64) float64 {
	if x == nil {
		return math.NaN()
	}
	return *x
}

// run steps the scene and looks at the memory.
func (p *probe) run(ctx context.Context) (held, error) {
	s, err := newScenario(ctx, p.Scene)
	if err != nil {
		return held{}, err
	}
	var det *collide.Detector
	var h held
	h.note(measure.MemoryOf(os.Getpid()))
	if p.Method != "" {
		o := Options{Worker: p.Worker}
		m, err := o.method(p.Method, p.Options...)
		if err != nil {
			return held{}, err
		}
		if det, err = s.detector(collide.Options{Method: m, Workers: p.Workers}); err != nil {
			return held{}, err
		}
		defer func() { _ = det.Close() }() // processes that fail to end are killed
		for k := range p.Frames {
			if err := s.set(det, k); err != nil {
				return held{}, err
			}
			if _, err := det.Detect(ctx); err != nil {
				return held{}, err
			}
			h.note(measure.MemoryOf(os.Getpid()))
		}
	}
	runtime.GC()
	runtime.GC() // what finalizers let go of
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	h.Heap = float64(m.HeapAlloc)
	runtime.KeepAlive(s)
	runtime.KeepAlive(det)
	return h, ctx.Err()
}

// errProbe is the error of a process that did not answer.
var errProbe = errors.New("memory probe failed")

// ask runs the probe in a process of its own.
func (o *Options) ask(ctx context.Context, p *probe) (held, error) {
	question, err := json.Marshal(p)
	if err != nil {
		return held{}, err
	}
	cmd := exec.CommandContext(ctx, o.Probe[0], o.Probe[1:]...)
	cmd.Stdin = strings.NewReader(string(question))
	var complaint strings.Builder
	cmd.Stderr = &complaint
	answer, err := cmd.Output()
	if ctx.Err() != nil {
		return held{}, ctx.Err()
	}
	if err != nil {
		return held{}, fmt.Errorf("%w: %w: %s", errProbe, err, strings.TrimSpace(complaint.String()))
	}
	var w wireHeld
	if err := json.Unmarshal(answer, &w); err != nil {
		return held{}, fmt.Errorf("%w: %w", errProbe, err)
	}
	return held{Heap: w.Heap, Proportional: required(w.Proportional), Private: required(w.Private)}, nil
}
