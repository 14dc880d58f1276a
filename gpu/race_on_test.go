//go:build race

package gpu

// raceEnabled: the race detector allocates.
const raceEnabled = true
