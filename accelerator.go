package collide

// Accelerator is a device that runs methods beside the CPU: package gpu has one.
// Programs that want its methods put them into Options.Table after Methods().
type Accelerator interface {
	// Name tells people which device it is.
	Name() string
	// Methods are those that run on it.
	Methods() []Method
	// Close gives the device back, after the detectors that use it.
	Close() error
}
