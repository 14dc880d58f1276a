package collide

// Backend names where the work runs.
type Backend string

// The back ends.
const (
	CPU Backend = "cpu"
	GPU Backend = "gpu"
)

// Method is a complete way to compute the contact set. Package methods has those that run
// on the CPU, gpu those that run on a device, and engine makes one of your own.
type Method interface {
	// About describes the method.
	About() About
	// With returns the method with an option set, by its name and the value in the words
	// of a user. An unknown name and a value of another type are errors that wrap ErrOption;
	// NewDetector refuses a value that is out of range.
	With(option, value string) (Method, error)
}

// About describes a method.
type About struct {
	// Name is what users type.
	Name string
	// Summary is one line: what it is. Source is where it comes from.
	Summary, Source string
	// Chosen is the method that a name like auto stands for, "" for itself.
	Chosen string
	// Backend is where it runs. A table may hold a name for each back end.
	Backend Backend
	// Options are those that With sets.
	Options []Option
}

// Option describes an option of a method: its type and default in words.
type Option struct {
	Name, Type, Default, Help string
}
