//go:build race

package meshio

const raceEnabled = true
