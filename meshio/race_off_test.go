//go:build !race

package meshio

const raceEnabled = false
