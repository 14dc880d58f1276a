package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// load reads a regular file: a device or a pipe could be endless.
func load(name string) []byte {
	f := opened(name)
	defer f.Close()
	text, err := io.ReadAll(f)
	demand(err == nil, "%v", err)
	return text
}

func opened(name string) *os.File {
	info, err := os.Stat(name)
	demand(err == nil && info.Mode().IsRegular(), "%+q is not a regular file: %v", name, err)
	f, err := os.Open(name)
	demand(err == nil, "%v", err)
	return f
}

// special is what is not printed as it is.
var special = regexp.MustCompile(`[^ -~]|["\\]`)

// quoted is a name in printable ASCII, so that no name can look like another one, or like a line.
func quoted(name string) string {
	return `"` + special.ReplaceAllStringFunc(name, func(c string) string { return fmt.Sprintf(`\u{%x}`, []rune(c)[0]) }) + `"`
}

// readMesh reads the triangles of an OBJ or STL file, whose name is quoted, polygons as fans.
func readMesh(name string, text []byte) *surface {
	m := &surface{name: name, size: 3}
	err := refusal(func() {
		switch n := len(text); strings.ToLower(filepath.Ext(name)) {
		case `.obj"`:
			m.corners = readOBJ(text)
		case `.stl"`:
			if n >= 84 && n == 84+50*int(binary.LittleEndian.Uint32(text[80:])) {
				m.corners = readBinary(text[84:])
			} else {
				m.corners = readSTL(text)
			}
		}
		demand(len(m.corners) > 0, "no triangles, or no file .obj or .stl")
	})
	demand(err == nil, "%s: %v", name, err)
	return m
}

// lines calls each with the words of every line that has some: blanks and tabs lie between them, and a line may end with
// a carriage return.
func lines(text []byte, each func(words []string)) {
	for n, line := range strings.Split(string(text), "\n") {
		words := strings.FieldsFunc(strings.TrimSuffix(line, "\r"), func(c rune) bool { return c == ' ' || c == '\t' })
		if len(words) > 0 {
			err := refusal(func() { each(words) })
			demand(err == nil, "line %d: %v", n+1, err)
		}
	}
}

// decimal is a number as files have it.
var decimal = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)

// numbers parses n words.
func numbers(words []string, n int) (list []float64) {
	demand(len(words) == n, "%d words; expected %d numbers", len(words), n)
	for _, w := range words {
		x, err := strconv.ParseFloat(w, 64)
		demand(err == nil && decimal.MatchString(w), "%q is no finite number", w)
		list = append(list, x)
	}
	return list
}

// readPoses reads a list of poses: 12 numbers a line; blank lines and lines that begin with # do not count.
func readPoses(name string) []pose {
	list := []pose{}
	lines(load(name), func(words []string) {
		if words[0][0] != '#' {
			list = append(list, pose(numbers(words, 12)))
		}
	})
	return list
}

// passedOver are the statements of OBJ files that make no surface. Any other is refused, so that nothing is read in two
// ways.
var passedOver = strings.Fields("o g s vt vn vp l p usemtl mtllib")

func readOBJ(text []byte) (corners []vec) {
	var vertices []vec
	var triangles []int
	lines(text, func(words []string) {
		if words[0][0] == '#' {
			return
		}
		demand(!strings.HasSuffix(words[len(words)-1], `\`), "it is continued, which verifiers do not read")
		if k := slices.IndexFunc(words, func(w string) bool { return w[0] == '#' }); k > 0 {
			words = words[:k]
		}
		switch n := len(triangles); words[0] {
		case "v":
			vertices = append(vertices, vec(numbers(words[1:min(4, len(words))], 3)))
		case "f", "fo":
			demand(len(words) > 3, "a face of %d corners", len(words)-1)
			for k, w := range words[1:] {
				if k > 2 {
					triangles = append(triangles, triangles[n], triangles[len(triangles)-1])
				}
				triangles = append(triangles, index(w, len(vertices)))
			}
		default:
			demand(slices.Contains(passedOver, words[0]), "unknown statement %q", words[0])
		}
	})
	for _, i := range triangles {
		demand(i < len(vertices), "a face names vertex %d of %d", i+1, len(vertices))
		corners = append(corners, vertices[i])
	}
	return corners
}

// corner is a corner of a face.
var corner = regexp.MustCompile(`^(-?[0-9]{1,10})(/[0-9]*){0,2}$`)

// index returns which vertex a corner names, after so many vertices.
func index(word string, vertices int) int {
	name := corner.FindStringSubmatch(word)
	demand(name != nil, "%q is no corner", word)
	i, _ := strconv.Atoi(name[1]) // digits, at most ten
	if i < 0 {
		i += vertices + 1
	}
	demand(i > 0, "there is no vertex %q", word)
	return i - 1
}

// readBinary reads triangles of 50 bytes: a normal, three corners and two bytes.
func readBinary(text []byte) (corners []vec) {
	for at := 12; at < len(text); at += 50 {
		var c [3][3]float32
		_, _ = binary.Decode(text[at:], binary.LittleEndian, &c) // 36 of the 38 bytes or more that are there
		for _, p := range c {
			corners = append(corners, vec{float64(p[0]), float64(p[1]), float64(p[2])})
			demand(!slices.ContainsFunc(corners[len(corners)-1][:], notFinite), "a corner is not finite")
		}
	}
	return corners
}

// facet is the lines of a facet in a text file, with 0 for any word.
var facet = []string{"facet normal 0 0 0", "outer loop", "vertex 0 0 0", "vertex 0 0 0", "vertex 0 0 0", "endloop", "endfacet"}

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
		form := strings.Fields(facet[next])
		same := func(word, form string) bool { return word == form || form == "0" }
		demand(inside && slices.EqualFunc(words, form, same), "unexpected %q", words[0])
		if next = (next + 1) % len(facet); form[0] == "vertex" {
			corners = append(corners, vec(numbers(words[1:], 3)))
		}
	})
	demand(!inside && next == 0, "the file ends within a solid")
	return corners
}
