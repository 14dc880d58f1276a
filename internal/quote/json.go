package quote

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON returns the JSON string of s in printable characters: what is not printed,
// and the "##" of a command, is escaped, so that the value stays. < and > are as
// they are; bytes that are not UTF-8 become U+FFFD.
func JSON(s string) string {
	b, err := Marshal(s)
	if err != nil {
		return strconv.QuoteToASCII(s) // not reached: strings always encode
	}
	return string(b)
}

// Marshal returns the JSON of v on one line, its strings written as by [JSON].
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return printable(bytes.TrimRight(b.Bytes(), "\n")), nil
}

// Schema is the version of all JSON documents, their first field: a reader refuses those
// that it does not know.
const Schema = 1

// WriteJSON writes a document: the JSON of v, an object with at least one field, indented by
// two spaces, its strings written as by [JSON], the field "schema" before the others. It
// panics if v is not such an object: an array has no place for the schema.
func WriteJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	fields, ok := bytes.CutPrefix(b.Bytes(), []byte("{\n"))
	if !ok {
		panic(fmt.Sprintf("quote: a document of %T, expected an object with fields", v))
	}
	_, err := w.Write(append(fmt.Appendf(nil, "{\n  \"schema\": %d,\n", Schema), printable(fields)...))
	return err
}

// printable escapes what is not printed in a JSON text. Outside of strings such a
// text has line ends and ASCII alone, and "##" nowhere; within strings the
// characters below U+0020 are escaped already.
func printable(text []byte) []byte {
	if bytes.IndexFunc(text, hidden) < 0 && !bytes.Contains(text, []byte("##")) {
		return text
	}
	var b []byte
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case hidden(r), r == '#' && bytes.HasPrefix(text[i+1:], []byte("#")):
			for _, unit := range utf16.Encode([]rune{r}) {
				b = append(b, `\u`+hex(uint32(unit), 4)...)
			}
		default:
			b = append(b, text[i:i+n]...)
		}
		i += n
	}
	return b
}

// hidden reports whether a rune of a JSON text is not printed.
func hidden(r rune) bool { return r != '\n' && !strconv.IsPrint(r) }
