//go:build race

package broad

import (
	"maps"
	"strings"
)

// Phases of one goroutine share nothing: the race detector has nothing to find in them, and takes ten times as long.
func init() {
	maps.DeleteFunc(phases, func(name string, _ func() Phase) bool { return !strings.HasSuffix(name, "workers") })
}
