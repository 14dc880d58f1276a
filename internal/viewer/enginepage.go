//go:build !wasm

package viewer

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
)

// EnginePage is the page without a server: what is dropped on it is checked in it.
type EnginePage struct {
	// Script runs in the worker; it has everything that Module needs.
	Script []byte
	// Module is package page as WebAssembly.
	Module []byte
}

// Files is the script of a file system in memory, for workers. It stands before the wasm_exec.js of the release of Go
// that built the module.
func Files() ([]byte, error) { return sources.ReadFile("web/src/files.js") }

// Worker is the script that gives the module of the page its files and its question.
func Worker() ([]byte, error) { return sources.ReadFile("web/src/worker.js") }

// Write writes the page: style, script, and the compressed engine as text. The policy lets nothing else load or run, and nothing be sent.
func (p *EnginePage) Write(w io.Writer) error {
	files, err := assets()
	if err != nil {
		return err
	}
	script, style, icon := files["/viewer.js"].data, files["/viewer.css"].data, files["/icon.svg"].data
	if err := fits(script, style); err != nil {
		return err
	}
	engine, err := p.pack()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, pageHead, hashOf(script), " 'wasm-unsafe-eval'", hashOf(style), "worker-src blob:; connect-src 'none'; ",
		"Do they touch?", base64.StdEncoding.EncodeToString(icon))
	for _, part := range [][]byte{
		[]byte("<style>"), style, []byte("</style>\n</head>\n<body>\n<noscript>This page needs JavaScript and WebAssembly.</noscript>\n<script type=\"application/octet-stream\" id=\"engine\">"), engine,
		[]byte("</script>\n<script type=\"module\">"), script, []byte("</script>\n</body>\n</html>\n"),
	} {
		if err == nil {
			_, err = w.Write(part)
		}
	}
	if err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

// pack compresses the length of the script, the script and the module, and writes them as text.
func (p *EnginePage) pack() ([]byte, error) {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, part := range [][]byte{appendWords(nil, uint32(len(p.Script))), p.Script, p.Module} {
		_, bad := z.Write(part)
		err = errors.Join(err, bad)
	}
	if err := errors.Join(err, z.Close()); err != nil {
		return nil, err
	}
	return appendText(fmt.Appendf(nil, "%d;", packed.Len()), packed.Bytes()), nil
}

// changed are the characters that HTML does not leave as they are.
var changed = []byte{0, '\r', '<'}

// appendText appends data as UTF-8, seven bits a byte: a character below 128 is seven bits. One of those in changed stands, with the seven bits
// after it, in a character of two bytes, 128 and further. So the text is 8/7 of the data whatever they are; base64 would be 4/3.
func appendText(dst, data []byte) []byte {
	var held, bits uint
	escape := -1
	put := func(seven byte) {
		switch at := bytes.IndexByte(changed, seven); {
		case escape >= 0:
			dst = append(dst, string(rune(128+escape<<7+int(seven)))...)
			escape = -1
		case at >= 0:
			escape = at
		default:
			dst = append(dst, seven)
		}
	}
	for _, b := range data {
		held, bits = held<<8|uint(b), bits+8
		for bits >= 7 {
			bits -= 7
			put(byte(held>>bits) & 127)
		}
		held &= 1<<bits - 1
	}
	if bits > 0 { // zeros fill the last one
		put(byte(held<<(7-bits)) & 127)
	}
	if escape >= 0 {
		put(0)
	}
	return dst
}
