package rigid

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// readBack is what a device might bring back: contacts of five bodies as pairs of A and B, the second in doubt, each with an impulse of the size
// given. No device is asked.
func readBack(double bool, sizes []float64, pairs ...[2]uint32) *Simulator {
	s := &Simulator{bodies: make([]Body, 5)}
	s.readings.set(double)
	for i, p := range pairs {
		s.readings.keys = append(s.readings.keys, uint64(p[0])<<32|uint64(p[1]))
		s.readings.doubts = append(s.readings.doubts, uint32(i%2*3))
		at := float64(8 * i)
		s.readings.push.add(at, at+1, at+2, at+3, at+4, at+5, sizes[i])
	}
	return s
}

// TestContactsTaken: contacts arrive as they are, those before are gone; impulses are added where bodies were pushed and the size is not zero.
func TestContactsTaken(t *testing.T) {
	t.Parallel()
	for _, double := range []bool{false, true} {
		s := readBack(double, []float64{0.5, 0, -2, 1}, [2]uint32{0, 1}, [2]uint32{0, 4}, [2]uint32{2, 3}, [2]uint32{3, 4})
		s.Contacts = []Contact{{A: 1, B: 2}}
		contacts := []Contact{{0, 1, false}, {0, 4, true}, {2, 3, false}, {3, 4, true}}
		impulse := func(a, b int32, at, size float64) Impulse {
			return Impulse{A: a, B: b, Point: geom.Vec{X: at, Y: at + 1, Z: at + 2}, Normal: geom.Vec{X: at + 3, Y: at + 4, Z: at + 5}, Size: size}
		}
		for pushed, want := range map[bool][]Impulse{false: nil, true: {impulse(0, 1, 0, 0.5), impulse(2, 3, 16, -2), impulse(3, 4, 24, 1)}} {
			s.Impulses = nil
			if err := s.readings.takeContacts(s, pushed); err != nil || !reflect.DeepEqual(s.Contacts, contacts) || !reflect.DeepEqual(s.Impulses, want) {
				t.Errorf("pushed %v: contacts %v, impulses %v, %v; want %v and %v", pushed, s.Contacts, s.Impulses, err, contacts, want)
			}
		}
	}
}

// TestFaultyContactsAreRefused: a pair out of order or of bodies that are not there, and a list that is not sorted, come from a faulty device.
func TestFaultyContactsAreRefused(t *testing.T) {
	t.Parallel()
	first := [2]uint32{0, 1}
	for _, bad := range [][2]uint32{{0, 5}, {4, 5}, {2, 2}, {3, 2}, {1 << 31, 2}, {1<<32 - 1, 2}, {1, 1 << 31}, {0, 1}, {0, 0}} {
		s := readBack(true, []float64{1, 1}, first, bad)
		err := s.readings.takeContacts(s, false)
		if !errors.Is(err, vulkan.ErrFaulty) || !strings.Contains(err.Error(), "contact 1 is between bodies") {
			t.Errorf("contact of %v after %v: error %v, want a faulty device", bad, first, err)
		}
	}
	s := readBack(true, []float64{1, 1}, [2]uint32{1, 2}, [2]uint32{0, 4})
	if err := s.readings.takeContacts(s, false); !errors.Is(err, vulkan.ErrFaulty) {
		t.Errorf("a list that is not sorted: error %v", err)
	}
	s = readBack(true, []float64{1}, [2]uint32{0, 0})
	if err := s.readings.takeContacts(s, false); !errors.Is(err, vulkan.ErrFaulty) || !strings.Contains(err.Error(), "contact 0") {
		t.Errorf("body 0 with itself: error %v", err)
	}
}

// TestHierarchic: gravitation goes down the tree where there is some, where it may be approximated, and where there is a tree.
func TestHierarchic(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		g, theta float64
		n        int
		want     bool
	}{{1, 0.5, 2, true}, {1, 0.5, 1, false}, {1, 0.5, 0, false}, {0, 0.5, 2, false}, {1, 0, 2, false}} {
		if s := (&Simulator{bodies: make([]Body, c.n), laws: Laws{G: c.g, Theta: c.theta}}); s.hierarchic() != c.want {
			t.Errorf("%+v: hierarchic %v", c, s.hierarchic())
		}
	}
}
