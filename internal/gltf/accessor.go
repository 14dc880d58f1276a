package gltf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/collide-go/collide/meshio"
)

// The types of components.
const (
	int8s   = 5120
	uint8s  = 5121
	int16s  = 5122
	uint16s = 5123
	uint32s = 5125
	floats  = 5126
)

// sizeOf returns the bytes of a component, 0 for a type that does not exist.
func sizeOf(component int64) int64 {
	switch component {
	case int8s, uint8s:
		return 1
	case int16s, uint16s:
		return 2
	case uint32s, floats:
		return 4
	}
	return 0
}

// elements are values of one size at equal distances in a buffer.
type elements struct {
	v                           *value // where they are described
	buffer                      int
	offset, count, stride, size int64
}

// accessor is a list of vectors or numbers.
type accessor struct {
	elements
	component  int64
	normalized bool
	// Some elements may be replaced: those at the indices in at, by the values in by.
	sparse     bool
	at, by     elements
	atAre      int64 // component of at
	components int64
}

// accessor reads the description of an accessor of vectors (3 components) or numbers (1).
func (r *reader) accessor(i int64, components int64) *accessor {
	v := &r.accessors[i]
	a := &accessor{component: r.integer(v, "componentType", 0, 1<<20), components: components}
	want := map[int64]string{1: "SCALAR", 3: "VEC3"}[components]
	if is := r.words(v, "type"); r.err == nil && is != want {
		r.failf(v, "accessor %d is of type %q; expected %s", i, short(is), want)
	}
	size := components * sizeOf(a.component)
	if r.err == nil && size == 0 {
		r.failf(v, "accessor %d has componentType %d; expected 5120 to 5123, 5125 or 5126", i, a.component)
	}
	if f := v.field("normalized"); f != nil {
		if a.normalized = f.kind == boolean && f.truth(); f.kind != boolean {
			r.failf(f, "normalized is %v; expected a boolean", f.kind)
		}
	}
	count := r.integer(v, "count", 0, 1<<32)
	if r.err == nil && count == 0 {
		r.failf(v, "accessor %d counts no elements; expected at least 1", i)
	}
	if r.err == nil && v.field("bufferView") == nil {
		r.failf(v, "accessor %d has no bufferView: %d elements that are not in the file", i, count)
	}
	if r.err != nil {
		return a
	}
	a.elements = r.within(v, "accessor", count, size, components == 3)
	r.sparse(v, a)
	return a
}

// within places elements in the view that a value names, within its bounds. Only vectors may have a stride.
func (r *reader) within(v *value, what string, count, size int64, strided bool) elements {
	k := r.integer(v, "bufferView", -1, int64(len(r.views))-1)
	offset := r.integer(v, "byteOffset", 0, maxBuffer)
	if r.err == nil && k < 0 {
		r.failf(v, "%s has no bufferView", what)
	}
	if r.err != nil {
		return elements{}
	}
	view := &r.views[k]
	r.refuse(view, fmt.Sprintf("bufferView %d", k), "EXT_meshopt_compression", "KHR_meshopt_compression")
	b := r.integer(view, "buffer", -1, int64(len(r.buffers))-1)
	start, length := r.integer(view, "byteOffset", 0, maxBuffer), r.integer(view, "byteLength", 0, maxBuffer)
	stride := r.integer(view, "byteStride", size, 252)
	switch {
	case r.err != nil:
	case b < 0:
		r.failf(view, "bufferView %d has no buffer", k)
	case start+length > r.buffers[b].length:
		r.failf(view, "bufferView %d is bytes %d to %d of a buffer of %d", k, start, start+length, r.buffers[b].length)
	case stride < size:
		r.failf(view, "bufferView %d has a byteStride of %d for elements of %d bytes: they overlap", k, stride, size)
	case stride != size && !strided:
		r.failf(view, "bufferView %d has a byteStride, which only the attributes of vertices may have", k)
	case offset+(count-1)*stride+size > length:
		r.failf(v, "%s of %d elements of %d bytes from byte %d on, %d apart; its bufferView has %d bytes", what, count, size, offset, stride, length)
	}
	return elements{v: v, buffer: int(b), offset: start + offset, count: count, stride: stride, size: size}
}

// sparse reads which elements are replaced.
func (r *reader) sparse(v *value, a *accessor) {
	s := v.field("sparse")
	if s == nil || r.err != nil {
		return
	}
	indices, values := s.field("indices"), s.field("values")
	if indices == nil || values == nil {
		r.failf(s, "sparse without indices or values")
		return
	}
	n := r.integer(s, "count", 0, a.count)
	a.sparse, a.atAre = true, r.integer(indices, "componentType", 0, 1<<20)
	if r.err == nil && n == 0 {
		r.failf(s, "sparse counts no elements; expected at least 1")
	}
	if r.err == nil && a.atAre != uint8s && a.atAre != uint16s && a.atAre != uint32s {
		r.failf(s, "sparse indices have componentType %d; expected 5121, 5123 or 5125", a.atAre)
	}
	if r.err == nil {
		a.at, a.by = r.within(indices, "sparse indices", n, sizeOf(a.atAre), false), r.within(values, "sparse values", n, a.size, false)
	}
}

// spend takes bytes for each element off the budget.
func (r *reader) spend(e *elements, each int64) {
	if r.err == nil {
		if r.budget -= e.count * each; r.budget < 0 {
			r.limit(e.v, "accessors read and decode more than %d times the buffers' bytes", readsPerByte)
		}
	}
}

// window is how many bytes are read at a time.
const window = 1 << 16

// each calls visit with each element, up to an error of it.
func (r *reader) each(e *elements, visit func(i int64, b []byte) error) {
	in := r.bytesOf(e.buffer)
	r.spend(e, e.stride)
	per := window / e.stride
	buf := make([]byte, min(per, e.count)*e.stride)
	for first := int64(0); first < e.count && r.err == nil; first += per {
		if r.err = r.ctx.Err(); r.err != nil {
			return
		}
		n := min(per, e.count-first)
		b := buf[:(n-1)*e.stride+e.size]
		if k, err := in.ReadAt(b, e.offset+first*e.stride); k < len(b) {
			r.cut(e.v, err)
			return
		}
		for i := range n {
			if err := visit(first+i, b[i*e.stride:i*e.stride+e.size]); err != nil {
				r.failf(e.v, "%v", err)
				return
			}
		}
	}
}

// cut is the error of a buffer that ended, or could not be read, although its length was compared before.
func (r *reader) cut(v *value, err error) {
	r.failf(v, "reading a buffer: %v", err)
	if e := (*meshio.Error)(nil); errors.As(r.err, &e) {
		e.Err = err
	}
}

// read calls visit with each element of an accessor, the replaced ones again with what they are replaced by.
func (r *reader) read(a *accessor, visit func(i int64, b []byte) error) {
	if r.each(&a.elements, visit); !a.sparse || r.err != nil {
		return
	}
	where := make([]int64, 0, a.at.count)
	last := int64(-1)
	r.each(&a.at, func(_ int64, b []byte) error {
		i := unsigned(a.atAre, b)
		if i <= last || i >= a.count {
			return fmt.Errorf("sparse index %d after %d, of %d elements; expected ascending ones within them", i, last, a.count)
		}
		where, last = append(where, i), i
		return nil
	})
	if r.err == nil {
		r.each(&a.by, func(i int64, b []byte) error { return visit(where[i], b) })
	}
}

// unsigned decodes an index.
func unsigned(component int64, b []byte) int64 {
	switch component {
	case uint8s:
		return int64(b[0])
	case uint16s:
		return int64(binary.LittleEndian.Uint16(b))
	}
	return int64(binary.LittleEndian.Uint32(b))
}

// coordinate decodes a component of a position. Normalized integers are fractions, rounded once.
func (a *accessor) coordinate(b []byte) float64 {
	x, most := 0.0, 1.0
	switch a.component {
	case floats:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	case int8s:
		x, most = float64(int8(b[0])), math.MaxInt8
	case uint8s:
		x, most = float64(b[0]), math.MaxUint8
	case int16s:
		x, most = float64(int16(binary.LittleEndian.Uint16(b))), math.MaxInt16
	case uint16s:
		x, most = float64(binary.LittleEndian.Uint16(b)), math.MaxUint16
	}
	if !a.normalized {
		return x
	}
	return max(x/most, -1)
}
