package scene

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"
)

// FuzzScanner compares the scanner with encoding/json: both find the same texts valid,
// and the same values in them.
func FuzzScanner(f *testing.F) {
	for _, s := range []string{
		good, physical, `{"a":[1,-0.5e+3,true,false,null,"\u00e9\"\\/\b"]}`, `[01]`, `-`, `1.`, `1e`, `.5`, `+1`, `tru`, `"\u12g4"`, `"\x"`, "\"a\tb\"", `{"a" 1}`,
		`{"a":1,}`, `[1,]`, `{,}`, `[]]`, ` {} `, `"`, `{"a":`, "[\x00]", `"\ud800"`, `NaN`, `{1:2}`, `[1 2]`, `{"a":1 "b":2}`, "\ufeff{}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return // refused before
		}
		d := &document{file: "f.json", data: text}
		s := scanner{ctx: t.Context(), doc: d}
		err := s.skip()
		if s.space(); err == nil && s.at < len(text) {
			err = errors.New("text after the value")
		}
		if err != nil && strings.Contains(err.Error(), "in each other") {
			return
		}
		if valid := json.Valid([]byte(text)); valid != (err == nil) {
			t.Fatalf("%q: error %v, encoding/json finds it valid: %t", text, err, valid)
		}
		if err == nil {
			compareValues(t, d)
		}
	})
}

// compareValues asserts that a valid text has the values that encoding/json finds.
func compareValues(t *testing.T, d *document) {
	s := scanner{ctx: t.Context(), doc: d}
	n, err := s.value()
	if err != nil {
		return // a key twice, or too many values
	}
	var want any
	decoder := json.NewDecoder(strings.NewReader(d.data))
	decoder.UseNumber()
	if err := decoder.Decode(&want); err != nil {
		t.Fatal(err)
	}
	if got := n.plain(); fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want) {
		t.Fatalf("%q holds %#v, want %#v", d.data, got, want)
	}
}

// plain is a node as encoding/json has it.
func (n *node) plain() any {
	switch n.kind {
	case kindObject:
		m := map[string]any{}
		for i, k := range n.keys {
			m[k] = n.items[i].plain()
		}
		return m
	case kindArray:
		list := []any{}
		for i := range n.items {
			list = append(list, n.items[i].plain())
		}
		return list
	case kindString:
		return n.text
	case kindNumber:
		return json.Number(n.text)
	case kindBool:
		return n.truth
	}
	return nil
}

// manyBodies is a scene of n bodies, each with what a body may have.
func manyBodies(n int, format string) string {
	var b strings.Builder
	b.WriteString(`{"version": 1, "bodies": [`)
	for i := range n {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, format, i)
	}
	b.WriteString("]}")
	return b.String()
}

// TestParseTakesLittleMemory asserts that reading a body allocates at most 1 kB beyond
// the result, the text of the file included.
func TestParseTakesLittleMemory(t *testing.T) {
	const n, most = 20_000, 1000
	for what, format := range map[string]string{
		"spheres":    `{"name": "ball %d", "sphere": {"center": [0, 0.5, 1e-3], "radius": 0.25}, "pose": [1, 0, 0, 812.25, 0, 1, 0, 4.5, 0, 0, 1, 7.125]}`,
		"references": `{"name": "part %d", "mesh": "parts/part.obj", "immovable": false, "pose": [1, 0, 0, 812.25, 0, 1, 0, 4.5, 0, 0, 1, 7.125]}`,
		"parameters": `{"name": "nut %d", "mesh": {"shape": "torus", "ring": 0.7, "tube": 0.3, "around": 24, "section": 8}, "pose": [1, 0, 0, 812.25, 0, 1, 0, 4.5, 0, 0, 1, 7.125]}`,
	} {
		r := strings.NewReader(manyBodies(n, format))
		before := allocated()
		s, err := Parse(r, "many.json")
		if err != nil {
			t.Fatal(err)
		}
		result := int(unsafe.Sizeof(Body{}) + unsafe.Sizeof(Procedural{}))
		per := int(allocated()-before) / n
		t.Logf("%s: %d bytes a body", what, per)
		if per > most+result {
			t.Errorf("%s: %d bytes a body, of which the result takes %d at most; want at most %d beyond", what, per, result, most)
		}
		runtime.KeepAlive(s)
	}
}

// TestParseBounds gives documents that ask for far more memory than their size.
func TestParseBounds(t *testing.T) {
	long := strings.Repeat("0,", 1<<20) + "0"
	for _, c := range []struct{ text, want string }{
		{"[" + long + "]", "s.json:1:1: the scene is an array; expected an object"},
		{`{"version": 1, "junk": [` + long + `]}`, "s.json:1:8215: more than 4096 values in one body or field"},
		{`{"version": 1, "bodies": [` + long + `]}`, "s.json:1:27: a body is a number; expected an object"},
		{`{"version": 1, "bodies": [{"pose": [` + long + `]}]}`, "more than 4096 values in one body or field"},
		{`{"version": 1, "bodies": [{"name": "a", "mesh": "b"}], "cameras": [` + long + `]}`, "s.json:1:68: a camera is a number; expected an object"},
		{`{"version": 1, "bodies": ` + strings.Repeat("[", 101), "s.json:1:125: more than 100 objects and arrays in each other"},
	} {
		before := allocated()
		_, err := Parse(strings.NewReader(c.text), "s.json")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: %v, want %s", c.text, err, c.want)
		}
		if got := allocated() - before; got > uint64(32*len(c.text)+1<<20) {
			t.Errorf("%.60s: %d bytes of memory for %d of text", c.text, got, len(c.text))
		}
	}
}

// TestParseStops asserts that reading ends with its context, wherever it is.
func TestParseStops(t *testing.T) {
	for _, text := range []string{
		manyBodies(10_000, `{"name": "%d", "sphere": {"center": [0, 0, 0], "radius": 1}}`), "[" + strings.Repeat("[],", 10_000) + "0]",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := parseDocument(ctx, &cancelling{strings.NewReader(text), cancel}, "s.json", 0, "bodies")
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%.20s: %v", text, err)
		}
	}
}

// cancelling cancels a context at the end of a text.
type cancelling struct {
	*strings.Reader
	cancel context.CancelFunc
}

func (c *cancelling) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if err != nil {
		c.cancel()
	}
	return n, err
}
