package tree

import "github.com/collide-go/collide/geom"

// splitMean partitions the triangles by the mean of their centroids along a
// direction and returns the number below it, 0 if the mean separates nothing.
func (s *Soup) splitMean(prims []uint32, axis geom.Vec) int {
	mean, n := 0.0, float64(len(prims))
	for _, t := range prims {
		mean += s.centroid(t).Dot(axis) / n
	}
	i, j := 0, len(prims)
	for i < j {
		if s.centroid(prims[i]).Dot(axis) < mean {
			i++
		} else {
			j--
			prims[i], prims[j] = prims[j], prims[i]
		}
	}
	if i == len(prims) {
		return 0
	}
	return i
}

// splitBest tries the axes from the longest extent to the shortest; triangles
// that none separates are halved as they stand.
func (s *Soup) splitBest(prims []uint32, axes *geom.Mat, half [3]float64) int {
	for range 3 {
		k := 0
		for i := 1; i < 3; i++ {
			if half[i] > half[k] {
				k = i
			}
		}
		if mid := s.splitMean(prims, axes.Row(k)); mid > 0 {
			return mid
		}
		half[k] = -1
	}
	return len(prims) / 2
}
