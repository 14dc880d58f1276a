package lbvh

import (
	"testing"
	"time"

	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
)

// TestJudge: the device's judgements are right, and wrong ones would be seen.
func TestJudge(t *testing.T) {
	if err := CheckJudge(primitives.NewTester(vulkantest.Device(t), 20*time.Second)); err != nil {
		t.Error(err)
	}
	const both = models.Touching | models.Doubtful
	for _, c := range []struct {
		word    uint32
		touches bool
		by      float64
		want    bool
	}{
		{0, false, 0, true}, {models.Doubtful, false, 0, false}, {models.Touching, false, 0, false},
		{0, true, 9, false}, {models.Doubtful, true, 9, false}, {models.Touching, true, 9, true}, {both, true, 9, true},
		{0, true, 0, false}, {models.Doubtful, true, 0, true}, {models.Touching, true, 0, false},
		{0, true, 1, false}, {models.Doubtful, true, 1, true}, {models.Touching, true, 1, true},
	} {
		if got := rightWord(c.word, c.touches, c.by); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
