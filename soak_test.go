package collide_test

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestSoak keeps one detector a method busy with bodies of many sizes, in all places from
// far apart to within each other, moving, deforming, and with queries that are cut off,
// and looks whether memory or goroutines grow: for some cycles, or with COLLIDE_LONG=1
// with larger bodies for an hour over all methods. It does not run next to other tests, whose memory it
// would count.
func TestSoak(t *testing.T) {
	total, details := time.Duration(0), []int{4, 6, 10, 20}[:require.Samples(4, 4, 3)]
	if os.Getenv("COLLIDE_LONG") == "1" {
		total, details = time.Hour, []int{4, 12, 40, 120}
	}
	methods := table
	for _, m := range methods {
		t.Run(nameOf(m), func(t *testing.T) { soak(t, newSoaking(t, nameOf(m), details), total/time.Duration(len(methods))) })
	}
}

func soak(t *testing.T, s *soaking, d time.Duration) {
	defer s.close()
	for s.round < soakRounds { // every buffer grows to what the rounds need
		s.step()
	}
	before, routines := settled(), runtime.NumGoroutine()
	for start := time.Now(); s.round == soakRounds || time.Since(start) < d || s.round%soakRounds != 0; {
		s.step()
	}
	after := settled()
	t.Logf("%d queries, %d contacts: heap %d to %d KiB, goroutines %d to %d", s.round, s.contacts, before>>10, after>>10, routines, runtime.NumGoroutine())
	if limit := before + before/10 + 1<<20; after > limit {
		t.Errorf("the heap grew from %d to %d bytes in %d queries", before, after, s.round-soakRounds)
	}
	if n := runtime.NumGoroutine(); n > routines {
		t.Errorf("%d goroutines became %d in %d queries", routines, n, s.round-soakRounds)
	}
	if s.contacts == 0 {
		t.Error("no query found a contact: the soak proves nothing")
	}
}

// soakRounds is after how many queries what is asked begins again.
const soakRounds = 24

// soaking is one detector and what becomes of its bodies.
type soaking struct {
	t        *testing.T
	detector *collide.Detector
	bodies   []collide.Body
	rest     []geom.Vec
	round    int
	contacts int
}

func newSoaking(t *testing.T, method string, details []int) *soaking {
	s := &soaking{t: t}
	for i, detail := range details {
		m := collide.NewModel(scene.Torus("torus", 2, 0.7, detail, max(3, detail/3)))
		s.bodies = append(s.bodies, collide.Body{Name: string(rune('a' + i)), Shape: m})
	}
	s.rest = append(s.rest, s.bodies[2].Shape.(*collide.Model).Mesh().Vertices...)
	s.bodies = append(s.bodies, collide.Body{Name: "ball", Shape: shape.Sphere{Radius: 1}}, collide.Body{Name: "box", Shape: shape.Box{Size: geom.Vec{X: 1, Y: 2, Z: 3}}})
	s.detector = detector(t, s.bodies, collide.Options{Method: named(method), Workers: 3, Self: true, Solid: true})
	return s
}

func (s *soaking) close() { _ = s.detector.Close() } // nothing is lost with it

// step changes the scene and asks. What it does depends on the round within the cycle
// alone, so that a later cycle needs no more memory than the first.
func (s *soaking) step() {
	k := s.round % soakRounds
	r := rand.New(rand.NewPCG(uint64(k), 7))
	spread := math.Ldexp(1, k%6-3)
	for i := range s.bodies {
		p := at(spread*r.NormFloat64(), spread*r.NormFloat64(), spread*r.NormFloat64())
		if i < 4 {
			c, sn := math.Cos(float64(k)), math.Sin(float64(k))
			p.R = geom.Mat{c, -sn, 0, sn, c, 0, 0, 0, 1}
		}
		if err := s.detector.SetPose(i, p); err != nil {
			s.t.Fatal(err)
		}
	}
	if k%5 == 4 {
		s.deform(1 + 0.1*float64(k%3))
	}
	ctx, cancel := context.WithCancel(context.Background())
	if k%7 == 6 {
		cancel()
	}
	result, err := s.detector.Detect(ctx)
	if err != nil && ctx.Err() == nil {
		s.t.Fatal(err)
	}
	cancel()
	if result != nil {
		s.contacts += len(result.Contacts)
	}
	s.round++
}

func (s *soaking) deform(by float64) {
	moved := make([]geom.Vec, len(s.rest))
	for i, v := range s.rest {
		moved[i] = geom.Vec{X: v.X * by, Y: v.Y, Z: v.Z / by}
	}
	if err := s.bodies[2].Shape.(*collide.Model).SetVertices(moved); err != nil {
		s.t.Fatal(err)
	}
}

// settled returns the bytes of live objects once what was left running has ended.
func settled() uint64 {
	var m runtime.MemStats
	for range 3 {
		time.Sleep(5 * time.Millisecond)
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
