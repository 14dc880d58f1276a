package vulkan

import (
	"errors"
	"strings"
	"testing"
)

func TestUnfit(t *testing.T) {
	t.Parallel()
	small := Limits{GroupSize: 128, Buffers: 99, Shared: 1 << 20, Push: 256}
	if s := small.unfit(); !strings.Contains(s, "128 threads") {
		t.Errorf("small limits: %q", s)
	}
}

func TestChoosing(t *testing.T) {
	list := []candidate{
		{Info: Info{Index: 0, Name: "Soft", Kind: Software}}, {Info: Info{Index: 1, Name: "Card", Kind: Discrete}},
		{Info: Info{Index: 2, Name: "Old card", Kind: Discrete, Unfit: "it is old"}},
	}
	for want, name := range map[string]string{"": "Card", "0": "Soft", "cpu": "Soft", "soft": "Soft", "discrete": "Card"} {
		t.Setenv(DeviceVariable, want)
		if c, err := choose(list); err != nil || c.Name != name {
			t.Errorf("%q: %v, %v, want %s", want, c, err, name)
		}
	}
	for _, want := range []string{"7", "integrated", "old card"} {
		t.Setenv(DeviceVariable, want)
		if _, err := choose(list); !errors.Is(err, ErrNoDevice) {
			t.Errorf("%q: %v", want, err)
		}
	}
}
