package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
)

// TestPipe: a session over the files of the example, from the greeting to the end of the input.
func TestPipe(t *testing.T) {
	t.Parallel()
	word := func(b []byte, x uint32) []byte { return binary.LittleEndian.AppendUint32(b, x) }
	message := func(kind byte, payload []byte) []byte {
		return append(append(word(nil, uint32(1+len(payload))), kind), payload...)
	}
	ask := word(word(binary.LittleEndian.AppendUint64(word(nil, 1), math.Float64bits(0)), 0), 1)
	session := func(setup string) []byte {
		return bytes.Join([][]byte{message('H', word([]byte("collide"), 1)), message('O', []byte(setup)), message('Q', ask), message('?', nil)}, nil)
	}
	const files = `{"file":"../../testdata/example/knot.obj"},{"file":"../../testdata/example/ring.obj","name":"r","immovable":true}`
	code, out, text := runHere(t.Context(), bytes.NewReader(session(`{"bodies":[`+files+`],"workers":2}`)), "pipe")
	if code != 2 || !strings.Contains(text, "unknown kind") {
		t.Errorf("exit code %d, %s", code, text)
	}
	rows := []byte{0, 0, 0, 0, 1, 0, 0, 0, 2, 208, 0, 0, 0, 0xc9, 0x26} // first row, rows, contact, 208 contacts, their hash
	for _, want := range []string{`"name":"knot"`, `{"name":"r","triangles":`, `"complete":true`, string(rows)} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in %q", want, out)
		}
	}
	for setup, want := range map[string]string{
		`{"bodies":[` + files + `],"method":"magic"}`:                             "magic",
		`{"bodies":[` + files + `],"budget":"soon"}`:                              "soon",
		`{"bodies":[` + files + `],"kinds":true,"first":true}`:                    "expected one of them",
		`{"bodies":[` + files + `],"allow":[[0,5]]}`:                              "5",
		`{"bodies":[{"sphere":1}]}`:                                               "expected two or more",
		`{"bodies":[{"file":"nowhere.obj"}]}`:                                     "nowhere.obj",
		`{"bodies":[{"sphere":1},{"sphere":-1}]}`:                                 "radius",
		`{"bodies":[{"sphere":1},{"sphere":1,"pose":[9,0,0,0,0,1,0,0,0,0,1,0]}]}`: "pose",
	} {
		if _, out, _ := runHere(t.Context(), bytes.NewReader(session(setup)), "pipe"); !strings.Contains(out, want) || strings.Contains(out, "complete") {
			t.Errorf("%s: %q", setup, out)
		}
	}
}
