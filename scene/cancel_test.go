package scene

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestGeneratingEnds cancels generators of a million bodies, which take many seconds.
func TestGeneratingEnds(t *testing.T) {
	t.Parallel()
	for name, generate := range map[string]func(context.Context) error{
		"tian": func(ctx context.Context) error {
			_, err := GenerateTian(ctx, TianOptions{Bodies: 1_000_000})
			return err
		},
		"motion": func(ctx context.Context) error {
			_, err := GenerateMotion(ctx, MotionOptions{Bodies: 1_000_000, Facets: 1 << 29})
			return err
		},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if err := generate(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
}
