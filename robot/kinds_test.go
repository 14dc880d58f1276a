package robot

import (
	"errors"
	"strings"
	"testing"

	"github.com/collide-go/collide"
)

// TestKindsOfSeveralShapes: a body that touches one shape of a link and goes into the other was of kind touch.
func TestKindsOfSeveralShapes(t *testing.T) {
	one := `<collision><geometry><box size="1 1 1"/></geometry></collision>`
	for _, opt := range []collide.Options{{Kinds: true}, {Depths: true}, {Pieces: true}, {Kinds: true, Depths: true}} {
		_, err := NewChecker(read(t, arm("", one+one, "")), nil, Options{Detector: opt})
		if !errors.Is(err, collide.ErrUnsupported) || !strings.Contains(err.Error(), "link arm, which has 2 shapes") {
			t.Errorf("Kinds %v, Depths %v: %v", opt.Kinds, opt.Depths, err)
		}
		if _, err := NewChecker(read(t, arm("", one, "")), nil, Options{Detector: opt}); err != nil {
			t.Errorf("Kinds %v, Depths %v of one shape: %v", opt.Kinds, opt.Depths, err)
		}
	}
	if _, err := NewChecker(read(t, arm("", one+one, "")), nil, Options{}); err != nil {
		t.Error(err)
	}
}
