package viewer

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// bytesOf undoes appendText, as the page does.
func bytesOf(text string) []byte {
	var out []byte
	var held, bits uint
	put := func(seven uint) {
		held, bits = held<<7|seven, bits+7
		if bits >= 8 {
			bits -= 8
			out = append(out, byte(held>>bits))
			held &= 1<<bits - 1
		}
	}
	for _, c := range text {
		if c < 128 {
			put(uint(c))
			continue
		}
		put(uint(changed[(c-128)>>7]))
		put(uint(c-128) & 127)
	}
	return out
}

func checkText(t *testing.T, data []byte) {
	t.Helper()
	text := string(appendText(nil, data))
	if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\r<") {
		t.Fatalf("%x: characters that HTML changes", data)
	}
	if got := bytesOf(text); len(got) < len(data) || len(got) > len(data)+1 || !bytes.Equal(got[:len(data)], data) {
		t.Fatalf("%x came back as %x", data, got)
	}
	if n := len(data)*8/7 + 3; len(text) > n {
		t.Fatalf("%d bytes took %d, expected at most %d", len(data), len(text), n)
	}
}

// TestText: what is written as text comes back, whatever it is.
func TestText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		data := make([]byte, n)
		checkText(t, data) // escapes alone
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		checkText(t, data)
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte("<\r\x00<<\x1a\x34"))
	f.Fuzz(func(t *testing.T, data []byte) { checkText(t, data) })
}

// TestEnginePage: the page holds the engine under a policy that lets nothing else run and nothing out.
func TestEnginePage(t *testing.T) {
	worker, err := Worker()
	if err != nil || !bytes.Contains(worker, []byte("collideCheck")) {
		t.Fatal("no worker", err)
	}
	if files, err := Files(); err != nil || !bytes.Contains(files, []byte("globalThis.fs")) {
		t.Fatal("no files", err)
	}
	p := EnginePage{Script: worker, Module: bytes.Repeat([]byte("\x00asm<\r"), 1000)}
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	_, script, _ := strings.Cut(page, `<script type="module">`)
	script, _, _ = strings.Cut(script, "</script>")
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)[1]
	for _, want := range []string{
		"default-src 'none'", "connect-src 'none'", "worker-src blob:", "script-src 'sha256-" + hashOf([]byte(script)) + "' 'wasm-unsafe-eval'", "form-action 'none'",
	} {
		if !strings.Contains(policy, want+";") && !strings.HasSuffix(policy, want) {
			t.Errorf("policy %s lacks %s", policy, want)
		}
	}
	text := regexp.MustCompile(`id="engine">([^<]*)</script>`).FindStringSubmatch(page)[1]
	size, text, _ := strings.Cut(text, ";")
	packed := bytesOf(text)
	if fmt.Sprint(len(packed)) != size {
		packed = packed[:len(packed)-1]
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	n := binary.LittleEndian.Uint32(data)
	if err != nil || !bytes.Equal(data[4:4+n], p.Script) || !bytes.Equal(data[4+n:], p.Module) {
		t.Errorf("%d bytes are not the script and the module, %v", len(data), err)
	}
}
