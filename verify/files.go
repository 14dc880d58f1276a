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
	info := must(os.Stat(name))
	demand(info.Mode().IsRegular(), "%s is not a regular file", quoted(name))
	return name
}

func load(name string) []byte { return must(os.ReadFile(regular(name))) }

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
		switch strings.ToLower(filepath.Ext(name)) {
		case ".obj":
			corners = readOBJ(text)
		case ".stl":
			if n := len(text); n >= 84 && n == 84+50*int(binary.LittleEndian.Uint32(text[80:])) {
				corners = readBinary(text[84:])
			} else {
				corners = readSTL(text)
			}
		}
		demand(len(corners) > 0, "no triangles, or no file .obj or .stl")
	})
	demand(err == nil, "%s: %v", quoted(name), err)
	return corners
}

// lines calls each with the words of every line that has some: blanks and tabs lie between them, and a line may end with a
// carriage return.
func lines(text []byte, each func(words []string)) {
	n := 0
	for line := range strings.SplitSeq(string(text), "\n") {
		n++
		words := strings.FieldsFunc(strings.TrimSuffix(line, "\r"), func(c rune) bool { return c == ' ' || c == '\t' })
		if len(words) > 0 {
			err := refusal(func() { each(words) })
			demand(err == nil, "line %d: %v", n, err)
		}
	}
}

// number parses a decimal number, the only kind that has none but these characters.
func number(word string) float64 {
	x, err := strconv.ParseFloat(word, 64)
	demand(err == nil && strings.Trim(word, "0123456789.eE+-") == "", "%q is no finite number", word)
	return x
}

func point(words []string) vec {
	demand(len(words) == 3, "%d words; expected 3 numbers", len(words))
	return vec{number(words[0]), number(words[1]), number(words[2])}
}

// readPoses reads a list of poses: 12 numbers a line; blank lines and lines that begin with # do not count.
func readPoses(name string) []pose {
	list := []pose{}
	lines(load(name), func(words []string) {
		if words[0][0] != '#' {
			demand(len(words) == 12, "%d words; expected 12 numbers", len(words))
			var p pose
			for k, word := range words {
				p[k] = number(word)
			}
			list = append(list, p)
		}
	})
	return list
}

// passedOver are the statements of OBJ files that make no surface. Any other is refused, so that nothing is read in two ways.
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
		switch words[0] {
		case "v":
			vertices = append(vertices, point(words[1:min(4, len(words))]))
		case "f", "fo":
			demand(len(words) > 3, "a face of %d corners", len(words)-1)
			first, last := index(words[1], len(vertices)), index(words[2], len(vertices))
			for _, word := range words[3:] {
				next := index(word, len(vertices))
				triangles, last = append(triangles, first, last, next), next
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
	name, _, _ := strings.Cut(word, "/")
	i, err := strconv.Atoi(name)
	if i < 0 {
		i += vertices + 1
	}
	demand(err == nil && i > 0 && corner.MatchString(word), "%q is no corner", word)
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
		form := strings.Fields(facet[next])
		same := func(word, form string) bool { return word == form || form == "0" }
		demand(inside && slices.EqualFunc(words, form, same), "unexpected %q", words[0])
		if next = (next + 1) % len(facet); form[0] == "vertex" {
			corners = append(corners, point(words[1:]))
		}
	})
	demand(!inside && next == 0, "the file ends within a solid")
	return corners
}
