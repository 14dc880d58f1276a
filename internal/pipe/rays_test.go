package pipe

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/procs"
)

// raysMessage casts rays, 7 numbers each, past body 1, which is moved along x.
func raysMessage(all uint32, x float64, rays ...[7]float64) []byte {
	b := word(word(word(nil, all), 1), 1)
	for _, v := range [12]float64{1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0} {
		b = number(b, v)
	}
	b = word(b, uint32(len(rays)))
	for _, r := range rays {
		for _, v := range r {
			b = number(b, v)
		}
	}
	return message(msgRays, b)
}

// TestRaysAreTheDetectors: hits are those that the detector of the library finds, first ones and all, in several messages, and what
// a question moved is back in its place for the next.
func TestRaysAreTheDetectors(t *testing.T) {
	m := ball()
	model := collide.NewModel(m)
	d, err := collide.NewDetector([]collide.Body{{Shape: model}, {Shape: model}}, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	far := geom.Identity
	far.T.X = 3
	if err := d.SetPose(1, far); err != nil {
		t.Fatal(err)
	}
	rays := make([][7]float64, chunkRays+7)
	for i := range rays {
		rays[i] = [7]float64{-2, 0.9 * math.Sin(float64(i)), 0.7 * math.Cos(float64(i)), 1, 0, 0.01, math.Inf(1)}
		if i%5 == 0 {
			rays[i][6] = 2
		}
	}
	for all, name := range []string{"first", "all"} {
		got, err := talk(t, 1, hello(), meshMessage(m), message(msgOpen, []byte(twoBodies)), raysMessage(uint32(all), 3, rays...), queryOf(0, 0, 9), queryOf(0, 0, 0))
		if bad := (*Error)(nil); !errors.As(err, &bad) {
			t.Fatal(err)
		}
		got = got[2:]
		for n := 0; n < len(rays); got = got[1:] {
			n += checkHits(t, d, all == 1, rays, n, got[0])
		}
		var end done
		if err := json.Unmarshal(got[0].payload, &end); err != nil || got[0].kind != msgDone || end.Rows != len(rays) || !end.Complete {
			t.Errorf("%s: %c %+v %v", name, got[0].kind, end, err)
		}
		if far, near := got[1].payload[8], got[3].payload[8]; far != byte(collide.Free) || near != byte(collide.InContact) {
			t.Errorf("%s: verdicts %d and %d after rays past a moved body", name, far, near)
		}
	}
}

// checkHits compares a message with the detector and returns its number of rays.
func checkHits(t *testing.T, d *collide.Detector, all bool, rays [][7]float64, first int, a arrival) int {
	t.Helper()
	in := procs.NewDecoder(a.payload)
	if at := int(in.Uint32()); a.kind != msgHits || at != first {
		t.Fatalf("message %c from ray %d; expected %d", a.kind, at, first)
	}
	c := castRays{first: first}
	for i := range int(in.Uint32()) {
		r := rays[first+i]
		hits, err := d.RaycastAll(t.Context(), collide.Ray{Origin: geom.Vec{X: r[0], Y: r[1], Z: r[2]}, Direction: geom.Vec{X: r[3], Y: r[4], Z: r[5]}, Max: r[6]})
		if err != nil {
			t.Fatal(err)
		}
		if !all {
			hits = hits[:min(len(hits), 1)]
		}
		c.counts, c.hits = append(c.counts, uint32(len(hits))), append(c.hits, hits...)
	}
	if want := encodeHits(nil, &c); string(want) != string(a.payload) || len(c.hits) < len(c.counts)/2 {
		t.Fatalf("%d hits from ray %d are not the detector's", len(c.hits), first)
	}
	return len(c.counts)
}

// TestRaysAreRefused: what cannot be asked is refused in a line, and the next question is answered; what is no message ends the session.
func TestRaysAreRefused(t *testing.T) {
	x := [7]float64{-2, 0, 0, 1, 0, 0, 1}
	with := func(at int, v float64) []byte {
		y := x
		y[at] = v
		return raysMessage(0, 0, x, y)
	}
	swap := func(at int, v uint32) []byte {
		m := raysMessage(0, 0, x)
		binary.LittleEndian.PutUint32(m[5+at:], v)
		return m
	}
	for want, m := range map[string][]byte{
		"ray 1 has the greatest t 0": with(6, 0), "Max -1": with(6, -1), "Max NaN": with(6, math.NaN()), "not finite": with(0, math.Inf(1)),
		"no direction": with(3, 0), "ask for 2": swap(0, 2), "moves body 7": swap(8, 7),
	} {
		got, _ := talk(t, 1, hello(), meshMessage(ball()), message(msgOpen, []byte(twoBodies)), m, raysMessage(0, 0, x))
		n := len(got)
		if n < 6 || got[n-4].kind != msgRefused || !strings.Contains(string(got[n-4].payload), want) || got[n-3].kind != msgHits || got[n-2].kind != msgDone {
			t.Errorf("%s: %d messages, %c %s", want, n, got[2].kind, got[2].payload)
		}
	}
	got, _ := talk(t, 1, hello(), raysMessage(0, 0, x))
	if got[1].kind != msgRefused || !strings.Contains(string(got[1].payload), "before a setup") {
		t.Errorf("%c %s", got[1].kind, got[1].payload)
	}
	for want, m := range map[string][]byte{"cut short": swap(4, 2), "expected 56 each": swap(8+4+96, 2)} {
		got, err := talk(t, 1, hello(), meshMessage(ball()), message(msgOpen, []byte(twoBodies)), m)
		if bad := (*Error)(nil); !errors.As(err, &bad) || !strings.Contains(string(got[2].payload), want) {
			t.Errorf("%s: %v, %s", want, err, got[2].payload)
		}
	}
}

// TestOneBody: rays are cast at one body, which nothing else can be asked about.
func TestOneBody(t *testing.T) {
	rays := word(word(word(nil, 0), 0), 1)
	for _, v := range [7]float64{-2, 0.1, 0.2, 1, 0, 0, math.Inf(1)} {
		rays = number(rays, v)
	}
	got, _ := talk(t, 1, hello(), meshMessage(ball()), message(msgOpen, []byte(`{"bodies":[{"mesh":0}]}`)), message(msgRays, rays), queryOf(0, 0, 1))
	if len(got) != 6 || got[2].kind != msgHits || binary.LittleEndian.Uint32(got[2].payload[8:]) != 1 {
		t.Fatalf("%d messages, %c", len(got), got[2].kind)
	}
	if got[4].kind != msgRefused || !strings.Contains(string(got[4].payload), "two or more") {
		t.Errorf("%c %s", got[4].kind, got[4].payload)
	}
}
