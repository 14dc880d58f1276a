//go:build !amd64 || noasm

package simd

func (Level) sweep(s *Strip, at *SweepState, hits []Hits) int { return sweepGo(s, at, hits) }
