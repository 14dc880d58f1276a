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
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
)

// probe asks for the memory that a method takes over a scene. A process of its own
// answers, so that methods do not see each other's garbage.
type probe struct {
	// Method is a name, "" for the scene alone.
	Method                 string
	Workers, Tasks, Frames int
	Scene                  scene.MotionOptions
	// Worker is the command line of multiprocess's workers.
	Worker []string
}

// held is memory in bytes, NaN where the system does not tell.
type held struct {
	// Heap is what the heap holds after the frames and a collection.
	Heap float64
	// Peak is the most that was resident at a time, Children the sum of that over
	// the process's own processes.
	Peak, Children float64
}

// ServeProbe answers one question of another process about memory: a program that
// is to be named in Options.Probe calls it with standard input and output.
func ServeProbe(ctx context.Context, in io.Reader, out io.Writer, table []collide.Method) error {
	var p probe
	if err := json.NewDecoder(in).Decode(&p); err != nil {
		return fmt.Errorf("probe: %w", err)
	}
	h, err := p.run(ctx, table)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(wireHeld{Heap: h.Heap, Peak: optional(h.Peak), Children: optional(h.Children)})
}

// wireHeld is held in JSON, which has no NaN.
type wireHeld struct {
	Heap           float64
	Peak, Children *float64
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
func (p *probe) run(ctx context.Context, table []collide.Method) (held, error) {
	s, err := newScenario(ctx, p.Scene)
	if err != nil {
		return held{}, err
	}
	var det *collide.Detector
	if p.Method != "" {
		opt := collide.Options{Method: p.Method, Table: table, Workers: p.Workers, Worker: p.Worker}
		opt.Pipelining.Tasks = p.Tasks
		if det, err = s.detector(opt); err != nil {
			return held{}, err
		}
		defer func() { _ = det.Close() }() // processes that fail to end are killed
		for k := range p.Frames {
			if err := s.moves.Set(det, float64(k)*dt); err != nil {
				return held{}, err
			}
			if _, err := det.Detect(ctx); err != nil {
				return held{}, err
			}
		}
	}
	h := held{Peak: peak(os.Getpid()), Children: childrenPeak()}
	runtime.GC()
	runtime.GC() // what finalizers let go of
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	h.Heap = float64(m.HeapAlloc)
	runtime.KeepAlive(s)
	runtime.KeepAlive(det)
	return h, ctx.Err()
}

// peak is the most memory a process had resident, in bytes: VmHWM of Linux.
func peak(pid int) float64 {
	s, ok := field(fmt.Sprintf("/proc/%d/status", pid), "VmHWM", ":")
	if !ok {
		return math.NaN()
	}
	kb, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(s, "kB")), 64)
	if err != nil {
		return math.NaN()
	}
	return 1024 * kb
}

// childrenPeak adds up the peaks of this process's own processes.
func childrenPeak() float64 {
	if runtime.GOOS != "linux" {
		return math.NaN()
	}
	me, total := strconv.Itoa(os.Getpid()), 0.0
	list, _ := filepath.Glob("/proc/[0-9]*/status") // the pattern is well formed
	for _, path := range list {
		if parent, ok := field(path, "PPid", ":"); !ok || parent != me {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
			if b := peak(pid); !math.IsNaN(b) { // else it has ended since
				total += b
			}
		}
	}
	return total
}

// errProbe tells that the process asked did not answer.
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
	return held{Heap: w.Heap, Peak: required(w.Peak), Children: required(w.Children)}, nil
}
