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

// regular returns the name of a regular file: a device or a pipe could be endless.
func regular(name string) string {
	demand(must(os.Stat(name)).Mode().IsRegular(), "%s is not a regular file", quoted(name))
	return name
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
	err := refusal(func() {
		n, kind := len(text), strings.ToLower(filepath.Ext(name))
		switch {
		case kind == ".obj":
			corners = readOBJ(text)
		case kind == ".stl" && n >= 84 && n == 84+50*int(binary.LittleEndian.Uint32(text[80:])):
			corners = readBinary(text[84:])
		case kind == ".stl":
			corners = readSTL(text)
		}
		demand(len(corners) > 0, "no triangles, or no file .obj or .stl")
	})
	demand(err == nil, "%s: %v", quoted(name), err)
	return corners
}

// lines calls each with the words of every line that has some: blanks and tabs lie between them, and a line may end with a
// carriage return.
func lines(text []byte, each func(words []string)) {
	for n, line := range strings.Split(string(text), "\n") {
		words := strings.FieldsFunc(strings.TrimSuffix(line, "\r"), func(c rune) bool { return c == ' ' || c == '\t' })
		if len(words) > 0 {
			err := refusal(func() { each(words) })
			demand(err == nil, "line %d: %v", n+1, err)
		}
	}
}

// numbers parses n decimal numbers, the only ones that have none but these characters.
func numbers(words []string, n int) []float64 {
	demand(len(words) == n, "%d words; expected %d numbers", len(words), n)
	return each(words, func(word string) float64 {
		x, err := strconv.ParseFloat(word, 64)
		demand(err == nil && strings.Trim(word, "0123456789.eE+-") == "", "%q is no finite number", word)
		return x
	})
}

// readPoses reads a list of poses: 12 numbers a line; blank lines and lines that begin with # do not count.
func readPoses(name string) []pose {
	list := []pose{}
	lines(must(os.ReadFile(regular(name))), func(words []string) {
		if !comment(words[0]) {
			list = append(list, pose(numbers(words, 12)))
		}
	})
	return list
}

func comment(word string) bool { return word[0] == '#' }

// passedOver are the statements of OBJ files that make no surface. Any other is refused, so that nothing is read in two ways.
var passedOver = strings.Fields("o g s vt vn vp l p usemtl mtllib")

func readOBJ(text []byte) []vec {
	var vertices []vec
	var triangles []int
	lines(text, func(words []string) {
		continued, end := strings.HasSuffix(words[len(words)-1], `\`), slices.IndexFunc(append(words, "#"), comment)
		demand(!continued || end == 0, "it is continued, which verifiers do not read")
		switch name := words[0]; name {
		case "v":
			vertices = append(vertices, vec(numbers(words[1:min(4, end)], 3)))
		case "f", "fo":
			demand(end > 3, "a face of %d corners", end-1)
			face := each(words[1:end], func(word string) int { return index(word, len(vertices)) })
			for k := range face[2:] {
				triangles = append(triangles, face[0], face[k+1], face[k+2])
			}
		default:
			demand(end == 0 || slices.Contains(passedOver, name), "unknown statement %q", name)
		}
	})
	return each(triangles, func(i int) vec {
		demand(i < len(vertices), "a face names vertex %d of %d", i+1, len(vertices))
		return vertices[i]
	})
}

// corner is a corner of a face.
var corner = regexp.MustCompile(`^(-?[0-9]{1,10})(/[0-9]*){0,2}$`)

// index returns which vertex a corner names, after so many vertices.
func index(word string, vertices int) int {
	demand(corner.MatchString(word), "%q is no corner", word)
	name, _, _ := strings.Cut(word, "/")
	i := must(strconv.Atoi(name))
	if i < 0 {
		i += vertices + 1
	}
	demand(i > 0, "there is no vertex %q", word)
	return i - 1
}

// readBinary reads triangles of 50 bytes: a normal, three corners and two bytes.
func readBinary(text []byte) (corners []vec) {
	for triangle := range slices.Chunk(text, 50) {
		var c [12]float32
		_, _ = binary.Decode(triangle, binary.LittleEndian, &c) // 48 of the 50 bytes
		for k := 3; k < 12; k += 3 {
			corners = append(corners, vec{float64(c[k]), float64(c[k+1]), float64(c[k+2])})
		}
	}
	demand(!slices.ContainsFunc(corners, func(c vec) bool { return notFinite(c[:]...) }), "a corner is not finite")
	return corners
}

// facet is the lines of a facet in a text file, with 0 for any word.
var facet = strings.Split("facet normal 0 0 0|outer loop|vertex 0 0 0|vertex 0 0 0|vertex 0 0 0|endloop|endfacet", "|")

func readSTL(text []byte) (corners []vec) {
	for i, c := range text {
		if c >= 'A' && c <= 'Z' {
			text[i] = c + 'a' - 'A'
		}
	}
	inside, next := false, 0
	lines(text, func(words []string) {
		if next == 0 && words[0] == map[bool]string{false: "solid", true: "endsolid"}[inside] {
			inside = !inside
			return
		}
		same := func(word, form string) bool { return word == form || form == "0" }
		demand(inside && slices.EqualFunc(words, strings.Fields(facet[next]), same), "unexpected %q", words[0])
		if next = (next + 1) % len(facet); words[0] == "vertex" {
			corners = append(corners, vec(numbers(words[1:], 3)))
		}
	})
	demand(!inside && next == 0, "the file ends within a solid")
	return corners
}
