// Package vulkantest has what tests of kernels share: a device for a whole package, devices with the
// validation layer on, buffers with data in them, and a shim between devices and their driver.
package vulkantest

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/require"
)

// shared is one device for all tests of a package: building pipelines takes longer than most.
var shared struct {
	sync.Mutex
	once     sync.Once
	test     func(d *vulkan.Device) error
	device   *vulkan.Device
	err      error
	messages []string
}

// Main runs the tests of a package and ends the program: TestMain calls it. The devices of
// Device and Open must pass test, unless it is nil.
func Main(m *testing.M, test func(d *vulkan.Device) error) {
	shared.test = test
	code := m.Run()
	for _, err := range finish() {
		fmt.Println(err)
		code = 1
	}
	os.Exit(code)
}

// finish closes the shared device.
func finish() (errs []error) {
	if shared.device == nil {
		return nil
	}
	for _, k := range shared.device.Kernels() {
		errs = append(errs, checkAccess(k))
	}
	errs = append(errs, shared.device.Close())
	for _, s := range shared.messages {
		errs = append(errs, fmt.Errorf("validation, on closing: %s", s))
	}
	return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

// Collect takes a message of the validation layer, for Silent.
func Collect(message string) {
	shared.Lock()
	defer shared.Unlock()
	shared.messages = append(shared.messages, message)
}

// Open opens a device, with validation where the layer is installed and validated asks for it.
func Open(o vulkan.Options) (*vulkan.Device, error) {
	if o.Test == nil {
		o.Test = shared.test
	}
	return OpenUntested(o)
}

// OpenUntested is Open for devices that need not pass a test.
func OpenUntested(o vulkan.Options) (*vulkan.Device, error) {
	if validated() {
		o.Validation = Collect
	}
	d, err := vulkan.Open(o)
	if err != nil && o.Validation != nil && !errors.Is(err, vulkan.ErrNoDevice) && !errors.Is(err, vulkan.ErrFaulty) && !require.Listed(require.Validation) {
		o.Validation = nil
		return vulkan.Open(o)
	}
	return d, err
}

// Device returns the shared device. Any message of the validation layer fails
// the test during which it came.
func Device(t testing.TB) *vulkan.Device {
	t.Helper()
	shared.once.Do(func() { shared.device, shared.err = Open(vulkan.Options{}) })
	if shared.err != nil {
		require.Missing(t, require.GPU, shared.err)
	}
	t.Cleanup(func() { Silent(t) })
	return shared.device
}

// validated reports whether devices have the validation layer. Those that must pass a test have it for CI, and where validation is
// required: whole queries take half as long without, and opening a device takes half a second less. The packages of the kernels, whose
// devices pass no test, always have it.
func validated() bool {
	return shared.test == nil || require.CI() || require.Listed(require.Validation)
}

// Silent fails a test for which the validation layer had messages.
func Silent(t testing.TB) {
	shared.Lock()
	defer shared.Unlock()
	for _, m := range shared.messages {
		t.Errorf("validation: %s", m)
	}
	shared.messages = nil
}

// Batch returns a batch on the shared device.
func Batch(t testing.TB) *vulkan.Batch {
	t.Helper()
	return BatchOn(t, Device(t))
}

// BatchOn returns a batch on a device.
func BatchOn(t testing.TB, d *vulkan.Device) *vulkan.Batch {
	t.Helper()
	b, err := d.NewBatch()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// BufferOf returns a buffer with the data in it.
func BufferOf[T any](t testing.TB, d *vulkan.Device, data []T) *vulkan.Buffer {
	t.Helper()
	u := d.NewBuffer(t.Name())
	if err := u.Grow(len(vulkan.BytesOf(data))); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(u.Close)
	b, err := d.NewBatch()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	b.Start()
	b.Write(u, 0, vulkan.BytesOf(data))
	if err := b.Run(); err != nil {
		t.Fatal(err)
	}
	return u
}

// WithoutSubgroups runs f with and without the variants for subgroups.
func WithoutSubgroups(t *testing.T, f func(t *testing.T, d *vulkan.Device)) {
	t.Helper()
	d := Device(t)
	t.Run("subgroups=true", func(t *testing.T) {
		if !d.Info().Limits.SubgroupSums {
			t.Skip("the device has no arithmetic in subgroups")
		}
		f(t, d)
	})
	t.Run("subgroups=false", func(t *testing.T) {
		plain, err := Open(vulkan.Options{Limits: func(l *vulkan.Limits) { l.SubgroupSums = false }})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = plain.Close() }) // after what f leaves to be cleaned up
		f(t, plain)
	})
}
