package vulkan

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Devices lists the devices, unfit ones included, in the loader's order. The error
// wraps ErrNoDevice where there is no loader.
func Devices() ([]Info, error) {
	g, err := newInstance(nil)
	if err != nil {
		return nil, err
	}
	defer g.close()
	list, err := g.candidates()
	if c, err := choose(list); err == nil {
		c.Chosen = true
	}
	infos := []Info{}
	for i := range list {
		infos = append(infos, list[i].Info)
	}
	return infos, err
}

// choose picks the device that COLLIDE_GPU names, else the best kind, the first of
// equals.
func choose(list []candidate) (*candidate, error) {
	want := os.Getenv(DeviceVariable)
	var fit []*candidate
	for i := range list {
		if c := &list[i]; matches(&c.Info, want) {
			fit = append(fit, c)
		}
	}
	if len(fit) == 0 {
		if want != "" {
			return nil, fmt.Errorf("%w: none of %d is what %s=%s asks for", ErrNoDevice, len(list), DeviceVariable, want)
		}
		return nil, fmt.Errorf("%w: the Vulkan loader finds none", ErrNoDevice)
	}
	slices.SortStableFunc(fit, func(a, b *candidate) int {
		if (a.Unfit == "") != (b.Unfit == "") {
			return map[bool]int{true: -1, false: 1}[a.Unfit == ""]
		}
		return int(b.Kind) - int(a.Kind)
	})
	if why := fit[0].Unfit; why != "" {
		return nil, fmt.Errorf("%w: %s cannot be used: %s", ErrNoDevice, fit[0].Name, why)
	}
	return fit[0], nil
}

// DeviceVariable names the environment variable that chooses a device by its
// index, its kind or a part of its name.
const DeviceVariable = "COLLIDE_GPU"

func matches(c *Info, want string) bool {
	if want == "" {
		return true
	}
	if i, err := strconv.Atoi(want); err == nil {
		return i == c.Index
	}
	return want == c.Kind.String() || strings.Contains(strings.ToLower(c.Name), strings.ToLower(want))
}
