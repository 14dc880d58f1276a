//go:build !race

package vulkantest

// RaceEnabled reports whether the race detector is on, which allocates.
const RaceEnabled = false
