package gpu

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/collide-go/collide/internal/require"
)

// shared is one device for all tests: building pipelines takes longer than most.
var shared struct {
	sync.Mutex
	once     sync.Once
	device   *Device
	err      error
	messages []string
}

func collect(message string) {
	shared.Lock()
	defer shared.Unlock()
	shared.messages = append(shared.messages, message)
}

// openTest opens a device, with validation where the layer is installed.
func openTest() (*Device, error) { return openWith(Options{}) }

// openWith is openTest with options.
func openWith(o Options) (*Device, error) {
	o.Validation = collect
	d, err := Open(o)
	if err != nil && !errors.Is(err, ErrNoDevice) && !errors.Is(err, ErrFaulty) && !require.Listed(require.Validation) {
		o.Validation = nil
		return Open(o)
	}
	return d, err
}

// testDevice returns the shared device. Any message of the validation layer fails
// the test during which it came.
func testDevice(t testing.TB) *Device {
	t.Helper()
	shared.once.Do(func() { shared.device, shared.err = openTest() })
	if shared.err != nil {
		require.Missing(t, require.GPU, shared.err)
	}
	t.Cleanup(func() { silent(t) })
	return shared.device
}

func silent(t testing.TB) {
	shared.Lock()
	defer shared.Unlock()
	for _, m := range shared.messages {
		t.Errorf("validation: %s", m)
	}
	shared.messages = nil
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.device != nil {
		for k := range shared.device.kernels {
			if err := checkAccess(k); err != nil {
				fmt.Println(err)
				code = 1
			}
		}
		if err := shared.device.Close(); err != nil {
			fmt.Println(err)
			code = 1
		}
		for _, s := range shared.messages {
			fmt.Println("validation, on closing:", s)
			code = 1
		}
	}
	os.Exit(code)
}

func newTestBatch(t testing.TB) *batch {
	t.Helper()
	b, err := testDevice(t).newBatch()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.close)
	return b
}

// bufferOf is a buffer with the data in it.
func bufferOf[T any](t testing.TB, d *Device, data []T) *buffer {
	t.Helper()
	u := d.newBuffer(t.Name())
	if err := u.grow(len(bytesOf(data))); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(u.close)
	b, err := d.newBatch()
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	b.start()
	b.write(u, 0, bytesOf(data))
	if err := b.run(); err != nil {
		t.Fatal(err)
	}
	return u
}

func TestDevices(t *testing.T) {
	testDevice(t)
	list, err := Devices()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		t.Logf("%+v", d)
		if d.Name == "" || d.Limits.Memory == 0 || d.Unfit == "" && d.Limits.Buffers < needBuffers {
			t.Errorf("device described as %+v", d)
		}
	}
}

func TestIotaThroughManyGroups(t *testing.T) {
	b := newTestBatch(t)
	const n = 1_000_003
	u := bufferOf(t, b.dev, make([]uint32, n))
	got := make([]uint32, n)
	limit := b.dev.info.Limits.Groups
	defer func() { b.dev.info.Limits.Groups = limit }()
	for _, groups := range []uint32{limit, 100} { // the second needs two dimensions
		b.dev.info.Limits.Groups = groups
		clear(got)
		b.start()
		b.call(counting, n, []uint32{n, 7, 3}, u)
		b.mark("iota")
		b.read(bytesOf(got), u, 0)
		if err := b.run(); err != nil {
			t.Fatal(err)
		}
		for i, x := range got {
			if x != uint32(3*i+7) {
				t.Fatalf("%d groups: element %d is %d", groups, i, x)
			}
		}
	}
}

// TestRandomBatches runs batches of random copies, fills and kernels over a few
// buffers, against the same on slices: the barriers must keep their order.
func TestRandomBatches(t *testing.T) {
	b := newTestBatch(t)
	r := rand.New(rand.NewPCG(1, 2))
	const n, buffers = 300, 4
	var device [buffers]*buffer
	var host [buffers][]uint32
	for i := range device {
		host[i] = make([]uint32, n)
		device[i] = bufferOf(t, b.dev, host[i])
	}
	for range 20 {
		b.start()
		var got, want [][]uint32
		for range 30 {
			i, j := r.IntN(buffers), r.IntN(buffers)
			from, k := r.IntN(n/2), 1+r.IntN(n/2)
			x := r.Uint32()
			switch r.IntN(5) {
			case 0:
				b.fill(device[i], 4*from, 4*k, x)
				for e := range k {
					host[i][from+e] = x
				}
			case 1:
				data := make([]uint32, k)
				for e := range data {
					data[e] = r.Uint32()
				}
				b.write(device[i], 4*from, bytesOf(data))
				copy(host[i][from:], data)
			case 2:
				if i != j {
					b.move(device[i], 4*from, device[j], 0, 4*k)
					copy(host[i][from:], host[j][:k])
				}
			case 3:
				b.call(counting, k, []uint32{uint32(k), x, 5}, device[i])
				for e := range k {
					host[i][e] = x + 5*uint32(e)
				}
			case 4:
				got = append(got, make([]uint32, k))
				b.read(bytesOf(got[len(got)-1]), device[i], 4*from)
				want = append(want, slices.Clone(host[i][from:from+k]))
			}
		}
		if err := b.run(); err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if !slices.Equal(got[i], want[i]) {
				t.Fatalf("reading %d differs", i)
			}
		}
	}
}

func TestIndirectStagedTimed(t *testing.T) {
	b := newTestBatch(t)
	u, args := bufferOf(t, b.dev, make([]uint32, 1000)), bufferOf(t, b.dev, []uint32{9, 3, 1, 1})
	got := make([]uint32, 1000)
	b.start()
	copy(b.stage(u, 4*900, 400), bytesOf([]uint32{77}))
	b.mark("staged")
	b.callIndirect(counting, args, 4, []uint32{600, 0, 1}, u)
	b.mark("counted")
	b.read(bytesOf(got), u, 0)
	if err := b.run(); err != nil {
		t.Fatal(err)
	}
	if got[599] != 599 || got[600] != 0 || got[900] != 77 {
		t.Errorf("got %d, %d, %d", got[599], got[600], got[900])
	}
	phases := 0
	b.times(func(phase string, took time.Duration) {
		t.Log(phase, took)
		if took < 0 || took > time.Minute {
			t.Errorf("%s took %v", phase, took)
		}
		phases++
	})
	if want := 2; b.dev.stamps != 0 && phases != want {
		t.Errorf("%d phases, want %d", phases, want)
	}
}

func TestBatchAllocatesNothing(t *testing.T) {
	b := newTestBatch(t)
	u := bufferOf(t, b.dev, make([]uint32, 1000))
	data, back := make([]uint32, 1000), make([]uint32, 1000)
	push := []uint32{1000, 1, 1}
	got := testing.AllocsPerRun(10, func() {
		b.start()
		b.write(u, 0, bytesOf(data))
		b.call(counting, 1000, push, u)
		b.mark("iota")
		b.read(bytesOf(back), u, 0)
		if err := b.run(); err != nil {
			t.Fatal(err)
		}
	})
	if got != 0 && !raceEnabled {
		t.Errorf("%v allocations a batch", got)
	}
}

func TestErrorsAreValues(t *testing.T) {
	d := testDevice(t)
	u := d.newBuffer("huge")
	if err := u.grow(int(d.info.Limits.Buffer) + 1); !errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), "huge") {
		t.Errorf("a buffer beyond the limit: %v", err)
	}
	b := newTestBatch(t)
	b.start()
	b.call(counting, 5, []uint32{5, 0, 1}, u)
	if err := b.run(); err == nil || !strings.Contains(err.Error(), "huge") {
		t.Errorf("a kernel on a buffer without memory: %v", err)
	}
	b.start() // and the batch still works
	if err := b.run(); err != nil {
		t.Error(err)
	}
	small := Limits{GroupSize: 128, Buffers: 99, Shared: 1 << 20, Push: 256}
	if s := small.unfit(); !strings.Contains(s, "128 threads") {
		t.Errorf("small limits: %q", s)
	}
}

func TestChoosing(t *testing.T) {
	list := []candidate{
		{Info: Info{Index: 0, Name: "Soft", Kind: Software}}, {Info: Info{Index: 1, Name: "Card", Kind: Discrete}},
		{Info: Info{Index: 2, Name: "Old card", Kind: Discrete, Unfit: "it is old"}},
	}
	for want, name := range map[string]string{"": "Card", "0": "Soft", "cpu": "Soft", "soft": "Soft", "discrete": "Card"} {
		t.Setenv(DeviceVariable, want)
		if c, err := choose(list); err != nil || c.Name != name {
			t.Errorf("%q: %v, %v, want %s", want, c, err, name)
		}
	}
	for _, want := range []string{"7", "integrated", "old card"} {
		t.Setenv(DeviceVariable, want)
		if _, err := choose(list); !errors.Is(err, ErrNoDevice) {
			t.Errorf("%q: %v", want, err)
		}
	}
}
