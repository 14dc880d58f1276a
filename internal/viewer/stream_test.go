package viewer

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// swarm is a show of n bodies in motion, half of them boxes that turn: as their scripts
// say, or simulated, with masses and walls.
func swarm(t testing.TB, n int, simulated bool) *Show {
	t.Helper()
	r := rand.New(rand.NewPCG(20, 26))
	in := func(w float64) float64 { return w * (2*r.Float64() - 1) }
	region := geom.AABB{Min: geom.Vec{X: -30, Y: -30, Z: -15}, Max: geom.Vec{X: 30, Y: 30, Z: 15}}
	w := &scene.World{Bodies: make([]scene.Placed, n), Walls: &region}
	for i := range w.Bodies {
		p := &w.Bodies[i]
		at := geom.Identity
		at.T = geom.Vec{X: in(29.5), Y: in(29.5), Z: in(14.5)}
		*p = scene.Placed{Name: fmt.Sprintf("ball %d", i), Shape: shape.Sphere{Radius: 0.2}, Pose: at, Restitution: 1}
		velocity, spin := geom.Vec{X: in(2), Y: in(2), Z: in(2)}, geom.Vec{}
		if i%2 == 1 {
			spin = geom.Vec{X: in(1), Y: in(1), Z: in(1)}
			p.Name, p.Shape = fmt.Sprintf("box %d", i), shape.Box{Size: geom.Vec{X: 0.4, Y: 0.3, Z: 0.25}}
		}
		if simulated {
			p.Dynamics = &scene.Dynamics{Mass: 1, Velocity: velocity, Spin: spin}
		} else {
			p.Motion = &motion.Rigid{Start: at, Velocity: velocity, Spin: spin, Region: &region}
		}
	}
	p, err := sim.New(t.Context(), w, 1.0/60, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &Show{Title: "swarm", Stepper: p}
}

// BenchmarkFrame is a frame of 20,000 moving bodies on the side of the server: what
// moving and searching take, and what the page adds to that.
func BenchmarkFrame(b *testing.B) {
	for _, kind := range []string{"scripted", "simulated"} {
		b.Run(kind, func(b *testing.B) { benchmarkFrame(b, swarm(b, 20_000, kind == "simulated")) })
	}
}

func benchmarkFrame(b *testing.B, show *Show) {
	r, err := NewRun(show)
	if err != nil {
		b.Fatal(err)
	}
	var c cursor
	var buffer []byte
	var moved, found, page time.Duration
	one := func() {
		start := time.Now()
		if err := show.Stepper.Step(b.Context()); err != nil {
			b.Fatal(err)
		}
		f := show.Stepper.Frame()
		stepped := time.Now()
		r.take(b.Context())
		buffer, _ = r.encodeFrame(buffer[:0], &c, 0)
		moved, found, page = moved+f.Moved, found+stepped.Sub(start)-f.Moved, page+time.Since(stepped)
	}
	for range 10 {
		one()
	}
	moved, found, page = 0, 0, 0
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		one()
	}
	each := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(b.N) }
	b.ReportMetric(each(moved), "moving-ms/op")
	b.ReportMetric(each(found), "searching-ms/op")
	b.ReportMetric(each(page), "page-ms/op")
	b.ReportMetric(float64(len(buffer)), "page-B/op")
}

// TestStreamForAMinute: 20,000 moving bodies stream for a minute, and no memory is
// left behind.
func TestStreamForAMinute(t *testing.T) {
	if !require.Long() {
		t.Skip("it takes two minutes: set COLLIDE_LONG=1")
	}
	for _, kind := range []string{"scripted", "simulated"} {
		t.Run(kind, func(t *testing.T) { streamForAMinute(t, swarm(t, 20_000, kind == "simulated")) })
	}
}

func streamForAMinute(t *testing.T, show *Show) {
	s := serve(t, show)
	c, _, err := s.dial(t, s.browser(t), s.base)
	if err != nil {
		t.Fatal(err)
	}
	c.SetReadLimit(1 << 26)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	frames, bytes := 0, 0
	stream := func(d time.Duration) {
		for end := time.Now().Add(d); time.Now().Before(end); {
			f := next(t, c, ofKind(kindFrame))
			frames++
			bytes += len(f)
			send(t, c, fmt.Sprintf(`{"ack":%d}`, frames))
		}
	}
	stream(10 * time.Second)
	before, counted, start := heap(), frames, time.Now()
	bytes = 0
	stream(50 * time.Second)
	after := heap()
	n := frames - counted
	t.Logf("%.1f frames/s of %.0f kB; heap %.1f MB after 10 s, %.1f MB after 60 s",
		float64(n)/time.Since(start).Seconds(), float64(bytes)/float64(n)/1e3, float64(before)/1e6, float64(after)/1e6)
	if after > before+before/10+4<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before, after)
	}
}

// TestSlowPagesDoNotSlowTheRun: pages that take nothing leave the steps as many as
// they are without pages that lag.
func TestSlowPagesDoNotSlowTheRun(t *testing.T) {
	s := serveOptions(t, twoBalls(t), ServerOptions{Patience: time.Minute})
	in := s.browser(t)
	good, _, err := s.dial(t, in, s.base)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 { // they acknowledge nothing
		slow, _, err := s.dial(t, in, s.base)
		if err != nil {
			t.Fatal(err)
		}
		next(t, slow, ofKind(kindFrame))
	}
	first, last := -1, 0
	for k := 1; k <= 30; k++ {
		f := next(t, good, ofKind(kindFrame))
		if last = int(binary.LittleEndian.Uint32(f[4:])); first < 0 {
			first = last
		}
		send(t, good, fmt.Sprintf(`{"ack":%d}`, k))
	}
	if last-first < 29 {
		t.Errorf("frames %d to %d in 30", first, last)
	}
}
