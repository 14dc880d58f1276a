package viewer

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/sim"
)

// swarm is a show of n bodies in motion, half of them boxes that turn.
func swarm(t testing.TB, n int) *Show {
	t.Helper()
	r := rand.New(rand.NewPCG(20, 26))
	in := func(w float64) float64 { return w * (2*r.Float64() - 1) }
	region := geom.AABB{Min: geom.Vec{X: -30, Y: -30, Z: -15}, Max: geom.Vec{X: 30, Y: 30, Z: 15}}
	placed := make([]scene.Placed, n)
	for i := range placed {
		at := geom.Identity
		at.T = geom.Vec{X: in(30), Y: in(30), Z: in(15)}
		m := motion.Rigid{Start: at, Velocity: geom.Vec{X: in(2), Y: in(2), Z: in(2)}, Region: &region}
		placed[i] = scene.Placed{Name: fmt.Sprintf("ball %d", i), Shape: collide.Sphere{Radius: 0.2}, Pose: at, Motion: &m}
		if i%2 == 1 {
			m.Spin = geom.Vec{X: in(1), Y: in(1), Z: in(1)}
			placed[i].Name, placed[i].Shape = fmt.Sprintf("box %d", i), collide.Box{Size: geom.Vec{X: 0.4, Y: 0.3, Z: 0.25}}
		}
	}
	p, err := sim.NewPlayback(t.Context(), placed, 1.0/30, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &Show{Title: "swarm", Stepper: p, DT: 1.0 / 30}
}

// BenchmarkFrame is a frame of 20,000 moving bodies on the side of the server: what
// moving and searching take, and what the page adds to that.
func BenchmarkFrame(b *testing.B) {
	show := swarm(b, 20_000)
	r, err := NewRun(show)
	if err != nil {
		b.Fatal(err)
	}
	var c cursor
	var buffer []byte
	one := func() time.Duration {
		if err := show.Stepper.Step(b.Context()); err != nil {
			b.Fatal(err)
		}
		start := time.Now()
		r.take(b.Context())
		buffer, _ = r.encodeFrame(buffer[:0], &c, 0)
		return time.Since(start)
	}
	one()
	b.ReportAllocs()
	b.ResetTimer()
	var page time.Duration
	for range b.N {
		page += one()
	}
	b.ReportMetric(float64(page.Microseconds())/1000/float64(b.N), "page-ms/op")
	b.ReportMetric(float64(len(buffer)), "page-B/op")
}

// TestStreamForAMinute: 20,000 moving bodies stream for a minute, and no memory is
// left behind.
func TestStreamForAMinute(t *testing.T) {
	if os.Getenv("COLLIDE_LONG") == "" {
		t.Skip("it takes a minute: set COLLIDE_LONG=1")
	}
	s := serve(t, swarm(t, 20_000))
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
