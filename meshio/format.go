package meshio

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/collide-go/collide/mesh"
)

// Format is a file format, one variant of it where there are several.
type Format uint8

// The formats that are read and written.
const (
	Unknown Format = iota
	OBJ
	STLBinary
	STLASCII
	PLYBinary // little endian
	PLYBigEndian
	PLYASCII
	OFF
)

// codec is one row of the format table.
type codec struct {
	format     Format
	name       string
	extensions []string
	// sniff reports whether the start of a file of size bytes (-1 when not
	// known) can be nothing else; nil when content is never decisive.
	sniff func(head []byte, size int64) bool
	read  func(*source) (*mesh.Mesh, error)
	write func(io.Writer, *mesh.Mesh) error
}

// codecs returns the format table. Content is asked in this order; of the rows
// that share an extension the first is taken when content does not decide.
func codecs() []codec {
	stl, ply := []string{".stl"}, []string{".ply"}
	return []codec{
		{OBJ, "OBJ", []string{".obj"}, nil, readOBJ, writeOBJ},
		{STLBinary, "binary STL", stl, sniffSTLBinary, readSTLBinary, writeSTLBinary},
		{STLASCII, "ASCII STL", stl, sniffSTLASCII, readSTLASCII, writeSTLASCII},
		{PLYBinary, "binary PLY", ply, sniffPLY, readPLY, writePLY(PLYBinary)},
		{PLYBigEndian, "big-endian PLY", ply, nil, readPLY, writePLY(PLYBigEndian)},
		{PLYASCII, "ASCII PLY", ply, nil, readPLY, writePLY(PLYASCII)},
		{OFF, "OFF", []string{".off", ".coff"}, sniffOFF, readOFF, writeOFF},
	}
}

// String returns the name of the format, as in "ASCII STL".
func (f Format) String() string {
	if c := codecOf(f); c != nil {
		return c.name
	}
	return "unknown format"
}

// FormatByExtension returns the format a file name's extension stands for, the
// first of its variants, and Unknown for any other extension.
func FormatByExtension(name string) Format {
	if c := codecByExtension(name); c != nil {
		return c.format
	}
	return Unknown
}

// Extensions returns the known file name extensions, as in ".obj".
func Extensions() []string {
	var all []string
	for _, c := range codecs() {
		for _, e := range c.extensions {
			if !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
	}
	return all
}

func codecOf(f Format) *codec {
	for _, c := range codecs() {
		if c.format == f {
			return &c
		}
	}
	return nil
}

func codecByExtension(name string) *codec {
	ext := strings.ToLower(filepath.Ext(name))
	for _, c := range codecs() {
		if slices.Contains(c.extensions, ext) {
			return &c
		}
	}
	return nil
}

// detect finds the codec by content first and by extension otherwise.
func detect(head []byte, size int64, name string) *codec {
	for _, c := range codecs() {
		if c.sniff != nil && c.sniff(head, size) {
			return &c
		}
	}
	return codecByExtension(name)
}

// sniffLen is how much of a file's start the sniffers see.
const sniffLen = 1024

var utf8BOM = []byte("\xef\xbb\xbf")

func trimBOM(b []byte) []byte { return bytes.TrimPrefix(b, utf8BOM) }
