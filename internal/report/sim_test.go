package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"github.com/collide-go/collide"
)

// simFrames are two frames in which everything occurs.
func simFrames() []Frame {
	return []Frame{
		{Hash: "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", Motion: 1500 * time.Nanosecond, Stats: collide.Stats{
			Build: 2 * time.Millisecond, Update: 20 * time.Microsecond, Broad: 30 * time.Microsecond, Narrow: 400 * time.Microsecond,
			BodyPairs: 1, BVTests: 40, PrimitiveTests: 0, Workers: 2,
		}},
		{Index: 1, Time: 1.0 / 60, Pairs: 1, Contacts: 3, Hash: "sha256:0123456789abcdef", Motion: 500 * time.Nanosecond, Stats: collide.Stats{
			Update: 10 * time.Microsecond, Broad: 10 * time.Microsecond, Narrow: 200 * time.Microsecond,
			BroadPhase: "grid", BodyPairs: 12, BVTests: 80, BVUpdates: 7, PrimitiveTests: 9, Adaptive: 5, Exact: 2, Workers: 2, WorkersLost: 1,
		}},
	}
}

func TestSimGolden(t *testing.T) {
	for _, reason := range []string{"", "interrupted"} {
		for _, f := range SimFormats() {
			var b bytes.Buffer
			w := f.Sim(&b, false)
			s := SimSummary{Bodies: 32, Method: "auto", Chosen: "bvh", Backend: "cpu", Reason: reason, Heap: 1234567, System: 98765432}
			for _, frame := range simFrames() {
				if err := w.Frame(&frame); err != nil {
					t.Fatal(err)
				}
				s.Add(&frame)
			}
			if err := w.End(&s); err != nil {
				t.Fatal(err)
			}
			name := "sim."
			if reason != "" {
				name = "sim-interrupted."
			}
			golden(t, name+f.Name, b.Bytes())
		}
	}
}

func TestSimSummary(t *testing.T) {
	var s SimSummary
	empty := sha256.Sum256(nil)
	if got := s.Digest(); got != "sha256:"+hex.EncodeToString(empty[:]) || s.FramesPerSecond() != 0 {
		t.Errorf("no frame: digest %s, %v frames/s", got, s.FramesPerSecond())
	}
	frames := simFrames()
	for i := range frames {
		s.Add(&frames[i])
	}
	two := sha256.Sum256([]byte(frames[0].Hash + "\n" + frames[1].Hash + "\n"))
	if got := s.Digest(); got != "sha256:"+hex.EncodeToString(two[:]) {
		t.Errorf("digest %s", got)
	}
	if s.Frames != 2 || s.Touching != 1 || s.Contacts != 3 || s.Stats.BodyPairs != 13 || s.Spent != frames[0].Spent()+frames[1].Spent() {
		t.Errorf("sums are wrong: %+v", s)
	}
	if want := 2 / (2672e-6); s.FramesPerSecond() < want*0.999 || s.FramesPerSecond() > want*1.001 {
		t.Errorf("%v frames/s, want %v", s.FramesPerSecond(), want)
	}
}
