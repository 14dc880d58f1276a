package report

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
)

// TestInputLines: a list of files is what sha256sum prints, which escapes what would end a line. No name makes one file of two.
func TestInputLines(t *testing.T) {
	t.Parallel()
	zeros := strings.Repeat("0", 64)
	for path, want := range map[string]string{
		"a b.obj":       zeros + "  a b.obj\n",
		"a\nb.obj":      `\` + zeros + `  a\nb.obj` + "\n",
		"a\rb.obj":      `\` + zeros + `  a\rb.obj` + "\n",
		"\u202e<b>.obj": zeros + "  \u202e<b>.obj\n",
	} {
		c := Check{Inputs: []Input{{Path: path}}}
		if got := c.InputsHash(); got != fmt.Sprintf("%x", sha256.Sum256([]byte(want))) {
			t.Errorf("%q: %s, want that of %q", path, got, want)
		}
	}
	one, two := Check{Inputs: []Input{{Path: "a\n" + zeros + "  b"}}}, Check{Inputs: []Input{{Path: "a"}, {Path: "b"}}}
	if one.InputsHash() == two.InputsHash() {
		t.Error("one file has the hash of two")
	}
}
