package impact

// Form is what the points around a segment are that count for a solid.
type Form uint8

// The forms.
const (
	// Round: all that are at most the radius away from the segment, or from any mesh.
	Round Form = iota
	// Flat: of these, the ones between the planes through the ends that are square to the segment.
	Flat
	// Pointed: the hull of the disc around the first end and of the second end.
	Pointed
)
