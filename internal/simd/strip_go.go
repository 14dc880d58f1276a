package simd

func (l Level) sweep(s *Strip, at *SweepState, hits []Hits) int { return sweepGo(s, at, hits) }
