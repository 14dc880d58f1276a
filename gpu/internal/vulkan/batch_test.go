package vulkan_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide/gpu/internal/primitives"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/gpu/internal/vulkan/vulkantest"
	"github.com/collide-go/collide/internal/require"
)

func TestMain(m *testing.M) { vulkantest.Main(m, nil) }

func TestDevices(t *testing.T) {
	vulkantest.Device(t)
	list, err := vulkan.Devices()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		t.Logf("%+v", d)
		if d.Name == "" || d.Limits.Memory == 0 || d.Unfit == "" && d.Limits.Buffers < vulkan.NeedBuffers {
			t.Errorf("device described as %+v", d)
		}
	}
}

func TestIotaThroughManyGroups(t *testing.T) {
	b := vulkantest.Batch(t)
	const n = 1_000_003
	u := vulkantest.BufferOf(t, b.Device(), make([]uint32, n))
	got := make([]uint32, n)
	limit := b.Device().Info().Limits.Groups
	defer func() { b.Device().SetGroups(limit) }()
	for _, groups := range []uint32{limit, 100} { // the second needs two dimensions
		b.Device().SetGroups(groups)
		clear(got)
		b.Start()
		b.Call(primitives.Iota, n, []uint32{n, 7, 3}, u)
		b.Mark("iota")
		b.Read(vulkan.BytesOf(got), u, 0)
		if err := b.Run(); err != nil {
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
	b := vulkantest.Batch(t)
	r := rand.New(rand.NewPCG(1, 2))
	const n, buffers = 300, 4
	var device [buffers]*vulkan.Buffer
	var host [buffers][]uint32
	for i := range device {
		host[i] = make([]uint32, n)
		device[i] = vulkantest.BufferOf(t, b.Device(), host[i])
	}
	for range 20 {
		b.Start()
		var got, want [][]uint32
		for range 30 {
			i, j := r.IntN(buffers), r.IntN(buffers)
			from, k := r.IntN(n/2), 1+r.IntN(n/2)
			x := r.Uint32()
			switch r.IntN(5) {
			case 0:
				b.Fill(device[i], 4*from, 4*k, x)
				for e := range k {
					host[i][from+e] = x
				}
			case 1:
				data := make([]uint32, k)
				for e := range data {
					data[e] = r.Uint32()
				}
				b.Write(device[i], 4*from, vulkan.BytesOf(data))
				copy(host[i][from:], data)
			case 2:
				if i != j {
					b.Copy(device[i], 4*from, device[j], 0, 4*k)
					copy(host[i][from:], host[j][:k])
				}
			case 3:
				b.Call(primitives.Iota, k, []uint32{uint32(k), x, 5}, device[i])
				for e := range k {
					host[i][e] = x + 5*uint32(e)
				}
			case 4:
				got = append(got, make([]uint32, k))
				b.Read(vulkan.BytesOf(got[len(got)-1]), device[i], 4*from)
				want = append(want, slices.Clone(host[i][from:from+k]))
			}
		}
		if err := b.Run(); err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if !slices.Equal(got[i], want[i]) {
				t.Fatalf("reading %d differs", i)
			}
		}
	}
}

// TestRandomBarriers: random commands over a few buffers, judged by what the driver is told.
func TestRandomBarriers(t *testing.T) {
	vulkantest.Device(t)
	rec := vulkantest.NewRecorder()
	d, err := vulkantest.OpenUntested(vulkan.Options{Driver: rec.Shim().Install})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() }) // after the buffers
	b := vulkantest.BatchOn(t, d)
	r := rand.New(rand.NewPCG(3, 4))
	const n = 64
	var u [4]*vulkan.Buffer
	for i := range u {
		u[i] = vulkantest.BufferOf(t, d, make([]uint32, n))
	}
	got := make([]uint32, n)
	for range 10 {
		b.Start()
		for range 40 {
			i, j := r.IntN(4), r.IntN(4)
			from := 4 * r.IntN(n/2)
			size := 4 * (1 + r.IntN(n/2))
			switch r.IntN(6) {
			case 0:
				b.Fill(u[i], from, size, 1)
			case 1:
				b.Write(u[i], from, vulkan.BytesOf(got)[:size])
			case 2:
				if i != j {
					b.Copy(u[i], from, u[j], 0, size)
				}
			case 3:
				b.Call(primitives.Iota, n, []uint32{n, 1, 0}, u[i]) // one group each, whoever reads them
			case 4:
				if i != j {
					primitives.GroupsFor(b, n, 0, u[i], u[j])
					b.CallIndirect(primitives.Iota, u[j], 0, []uint32{n, 1, 0}, u[i])
				}
			case 5:
				b.Read(vulkan.BytesOf(got)[:size], u[i], from)
			}
		}
		if err := b.Run(); err != nil {
			t.Fatal(err)
		}
	}
	if found := rec.Events.Hazards(); len(found) > 0 {
		t.Fatalf("%d uses are not ordered: %s", len(found), found[0])
	}
	all, needed := rec.Events.Barriers(), 0
	for k := range all {
		if len(rec.Events.Hazards(k)) > 0 {
			needed++
		}
	}
	t.Logf("%d barriers, %d of them needed", all, needed)
	if 10*needed < 7*all { // copies that read keep no range
		t.Errorf("of %d barriers only %d order anything", all, needed)
	}
}

func TestIndirectStagedTimed(t *testing.T) {
	b := vulkantest.Batch(t)
	u, args := vulkantest.BufferOf(t, b.Device(), make([]uint32, 1000)), vulkantest.BufferOf(t, b.Device(), []uint32{9, 3, 1, 1})
	got := make([]uint32, 1000)
	b.Start()
	copy(b.Space(u, 4*900, 400), vulkan.BytesOf([]uint32{77}))
	b.Mark("staged")
	b.CallIndirect(primitives.Iota, args, 4, []uint32{600, 0, 1}, u)
	b.Mark("counted")
	b.Read(vulkan.BytesOf(got), u, 0)
	if err := b.Run(); err != nil {
		t.Fatal(err)
	}
	if got[599] != 599 || got[600] != 0 || got[900] != 77 {
		t.Errorf("got %d, %d, %d", got[599], got[600], got[900])
	}
	phases := 0
	b.Times(func(phase string, took time.Duration) {
		t.Log(phase, took)
		if took < 0 || took > time.Minute {
			t.Errorf("%s took %v", phase, took)
		}
		phases++
	})
	if want := 2; b.Device().Info().Limits.Tick > 0 && phases != want {
		t.Errorf("%d phases, want %d", phases, want)
	}
}

func TestBatchAllocatesNothing(t *testing.T) {
	b := vulkantest.Batch(t)
	u := vulkantest.BufferOf(t, b.Device(), make([]uint32, 1000))
	data, back := make([]uint32, 1000), make([]uint32, 1000)
	push := []uint32{1000, 1, 1}
	got := testing.AllocsPerRun(10, func() {
		b.Start()
		b.Write(u, 0, vulkan.BytesOf(data))
		b.Call(primitives.Iota, 1000, push, u)
		b.Mark("iota")
		b.Read(vulkan.BytesOf(back), u, 0)
		if err := b.Run(); err != nil {
			t.Fatal(err)
		}
	})
	if got != 0 && !vulkantest.RaceEnabled {
		t.Errorf("%v allocations a batch", got)
	}
}

// TestSetsFollowBuffers: a buffer that is made again for every batch, with the handle of one before or
// not, gets what a kernel writes; and the sets of those that are gone are taken back.
func TestSetsFollowBuffers(t *testing.T) {
	vulkantest.Device(t)
	d, err := vulkan.Open(vulkan.Options{}) // the validation layer has handles of its own, none of which comes again
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	b, err := d.NewBatch()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var keep [3]*vulkan.Buffer // in turn, so that memory and handles come again in another order
	for i := range keep {
		keep[i] = b.Device().NewBuffer("fleeting")
		defer keep[i].Close()
	}
	most := 0
	for i := range uint32(1500) {
		u := keep[i%3]
		u.Close()
		if err := u.Grow(64 << (i % 4)); err != nil {
			t.Fatal(err)
		}
		got := [1]uint32{}
		b.Start()
		b.Call(primitives.Iota, 1, []uint32{1, i, 0}, u)
		b.Read(vulkan.BytesOf(got[:]), u, 0)
		if err := b.Run(); err != nil || got[0] != i {
			t.Fatalf("buffer %d got %d: %v", i, got[0], err)
		}
		most = max(most, b.Sets())
	}
	if most < 1000 || most > 1030 {
		t.Errorf("%d sets were kept", most)
	}
}

func TestErrorsAreValues(t *testing.T) {
	d := vulkantest.Device(t)
	u := d.NewBuffer("huge")
	if err := u.Grow(int(d.Info().Limits.Buffer) + 1); !errors.Is(err, vulkan.ErrLimit) || !strings.Contains(err.Error(), "huge") {
		t.Errorf("a buffer beyond the limit: %v", err)
	}
	b := vulkantest.Batch(t)
	b.Start()
	b.Call(primitives.Iota, 5, []uint32{5, 0, 1}, u)
	if err := b.Run(); err == nil || !strings.Contains(err.Error(), "huge") {
		t.Errorf("a kernel on a buffer without memory: %v", err)
	}
	b.Start() // and the batch still works
	if err := b.Run(); err != nil {
		t.Error(err)
	}
}

// TestProvokedMessage leaves a barrier out: the layer must report it, and its message must
// fail a test. (Writes after writes by two kernels the layer does not report: there
// only the accounts of the batch help.)
func TestProvokedMessage(t *testing.T) {
	vulkantest.Device(t)
	var heard []string
	d, err := vulkan.Open(vulkan.Options{Validation: func(m string) { heard = append(heard, m) }})
	if err != nil {
		require.Missing(t, require.Validation, err)
	}
	u, counts := vulkantest.BufferOf(t, d, make([]uint32, 256)), vulkantest.BufferOf(t, d, make([]uint32, 256))
	b, err := d.NewBatch()
	if err != nil {
		t.Fatal(err)
	}
	b.Start()
	b.Call(primitives.Iota, 256, []uint32{256, 0, 1}, u)
	u.Forget() // as if no command had used the buffer
	primitives.GroupsFor(b, 256, 0, u, counts)
	if err := b.Run(); err != nil {
		t.Fatal(err)
	}
	b.Close()
	u.Close()
	counts.Close()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if len(heard) == 0 || !strings.Contains(heard[0], "SYNC-HAZARD-READ-AFTER-WRITE") {
		t.Fatalf("without a barrier the layer says %q", heard)
	}
	t.Logf("heard: %.120s …", heard[0])
	for _, m := range heard {
		vulkantest.Collect(m)
	}
	r := &recorder{TB: t}
	vulkantest.Silent(r)
	if r.errors != len(heard) {
		t.Errorf("%d messages made %d errors", len(heard), r.errors)
	}
}

// recorder counts errors instead of failing.
type recorder struct {
	testing.TB
	errors int
}

func (r *recorder) Errorf(string, ...any) { r.errors++ }
