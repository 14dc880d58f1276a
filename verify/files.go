package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// readFile reads a regular file: a device or a pipe could be endless.
func readFile(name string) []byte {
	info, err := os.Stat(name)
	demand(err == nil && info.Mode().IsRegular(), "%s is not a regular file", quoted(name))
	text, err := os.ReadFile(name)
	demand(err == nil, "%w", err)
	return text
}

// special is what is not printed as it is.
var special = regexp.MustCompile(`[^ -~]|["\\]`)

// quoted is a name in printable ASCII, so that no name can look like another one, or like a line.
func quoted(name string) string {
	code := func(c string) string { return fmt.Sprintf(`\u{%x}`, []rune(c)[0]) }
	return `"` + special.ReplaceAllStringFunc(name, code) + `"`
}

// readMesh reads the corners of the triangles of an OBJ or STL file, polygons as fans.
func readMesh(name string, text []byte) (corners []vec) {
	n, kind, read := len(text), strings.ToLower(filepath.Ext(name)), readSTL
	demand(kind == ".obj" || kind == ".stl", "%s is no file .obj or .stl", quoted(name))
	if kind == ".obj" {
		read = readOBJ
	} else if n >= 84 && n == 84+50*int(binary.LittleEndian.Uint32(text[80:])) {
		read = readBinary
	}
	err := refusal(func() { corners = read(text) })
	demand(err == nil, "%s: %w", quoted(name), err)
	return corners
}

// lines calls each with the words of every line that has some, up to one that begins with #: blanks and tabs lie between words,
// and a line may end with a carriage return.
func lines(text []byte, each func(words []string)) {
	n := 0
	err := refusal(func() {
		for line := range strings.SplitSeq(string(text), "\n") {
			n++
			words := strings.FieldsFunc(strings.TrimSuffix(line, "\r"), blank)
			if len(words) > 0 {
				each(words)
			}
		}
	})
	demand(err == nil, "line %d: %w", n, err)
}

func blank(c rune) bool { return c == ' ' || c == '\t' }

// numbers parses n decimal numbers, the only ones that have none but these characters.
func numbers(words []string, n int) []float64 {
	demand(len(words) == n, "%d words; expected %d numbers", len(words), n)
	return each(words, func(word string) float64 {
		x, err := strconv.ParseFloat(word, 64)
		demand(err == nil && strings.Trim(word, "0123456789.eE+-") == "", "%q is no finite number", word)
		return x
	})
}

// each returns what becomes of the elements of a list.
func each[A, B any](list []A, becomes func(A) B) []B {
	out := make([]B, len(list))
	for i, x := range list {
		out[i] = becomes(x)
	}
	return out
}

// readPoses reads a list of poses: 12 numbers a line; blank lines and lines that begin with # do not count.
func readPoses(name string) []pose {
	list := []pose{}
	lines(readFile(name), func(words []string) {
		if words[0][0] != '#' {
			list = append(list, pose(numbers(words, 12)))
		}
	})
	return list
}

// passedOver are the statements of OBJ files that make no surface. Any other is refused, so that nothing is read in two ways.
var passedOver = strings.Fields("o g s vt vn vp l p usemtl mtllib")

func readOBJ(text []byte) (corners []vec) {
	var vertices []vec
	lines(text, func(words []string) {
		end := slices.IndexFunc(append(words, "#"), func(word string) bool { return word[0] == '#' })
		demand(end == 0 || !strings.HasSuffix(words[len(words)-1], `\`), "it is continued, which verifiers do not read")
		switch name := append(words[:end], "#")[0]; name {
		case "v":
			vertices = append(vertices, vec(numbers(words[1:min(4, end)], 3)))
		case "f", "fo":
			demand(end > 3, "a face of %d corners", end-1)
			face := each(words[1:end], func(word string) vec { return vertices[index(word, len(vertices))] })
			for k := range face[2:] {
				corners = append(corners, face[0], face[k+1], face[k+2])
			}
		default:
			demand(end == 0 || slices.Contains(passedOver, name), "unknown statement %q", name)
		}
	})
	return corners
}

// corner is a corner of a face.
var corner = regexp.MustCompile(`^(-?[0-9]{1,10})(/[0-9]*){0,2}$`)

// index returns which vertex a corner names, after so many vertices.
func index(word string, vertices int) int {
	name := append(corner.FindStringSubmatch(word), "", "0")
	i, _ := strconv.Atoi(name[1]) // at most ten digits
	if i < 0 {
		i += vertices + 1
	}
	demand(0 < i && i <= vertices, "%q is no corner, or no vertex before it", word)
	return i - 1
}

// readBinary reads triangles of 50 bytes, after 84: a normal, three corners and two bytes.
func readBinary(text []byte) (corners []vec) {
	for triangle := range slices.Chunk(text[84:], 50) {
		var c [4][3]float32
		_, _ = binary.Decode(triangle, binary.LittleEndian, &c) // 48 of the 50 bytes
		for _, p := range c[1:] {
			corners = append(corners, vec{finite(float64(p[0])), finite(float64(p[1])), finite(float64(p[2]))})
		}
	}
	return corners
}

// facet is the lines of a facet in a text file, with 0 for any word.
var facet = strings.Split("facet normal 0 0 0|outer loop|vertex 0 0 0|vertex 0 0 0|vertex 0 0 0|endloop|endfacet", "|")

// readSTL reads facets. Lines between them name solids, or end them.
func readSTL(text []byte) (corners []vec) {
	next, same := 0, func(word, form string) bool { // in upper or lower case, of A to Z alone
		return form == "0" || len(word) == len(form) && strings.EqualFold(word, form)
	}
	lines(text, func(words []string) {
		if next > 0 || !same(words[0], "solid") && !same(words[0], "endsolid") {
			demand(slices.EqualFunc(words, strings.Fields(facet[next]), same), "unexpected %q", words[0])
			if next = (next + 1) % len(facet); same(words[0], "vertex") {
				corners = append(corners, vec(numbers(words[1:], 3)))
			}
		}
	})
	demand(next == 0, "the file ends within a facet")
	return corners
}
