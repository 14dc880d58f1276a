package predicate

// Feature is a part of a triangle: corner 0, 1 or 2, the inside of the edge from corner 0,
// 1 or 2 to the next, or the inside of the face.
type Feature uint8

// The features. Corners are CornerFeature+i, edges EdgeFeature+i.
const (
	CornerFeature Feature = 0
	EdgeFeature   Feature = 3
	FaceFeature   Feature = 6
)

// String returns "vertex", "edge" or "face".
func (f Feature) String() string {
	switch {
	case f < EdgeFeature:
		return "vertex"
	case f < FaceFeature:
		return "edge"
	}
	return "face"
}
