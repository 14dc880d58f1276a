package main

import (
	"encoding/binary"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// readMesh reads the triangles of an OBJ or STL file, polygons as fans.
func readMesh(name string, text []byte) *surface {
	m := &surface{file: name}
	err := refusal(func() {
		switch strings.ToLower(filepath.Ext(name)) {
		case ".obj":
			m.corners = readOBJ(text)
		case ".stl":
			m.corners = readSTL(text)
		default:
			demand(false, "expected a file .obj or .stl")
		}
		demand(len(m.corners) > 0, "no triangles")
	})
	demand(err == nil, "%+q: %v", name, err)
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
		switch words[0] {
		case "v":
			demand(len(words) > 3, "expected three numbers")
			vertices = append(vertices, vec(numbers(words[1:4], 3)))
		case "f", "fo":
			demand(len(words) > 3, "a face of %d corners", len(words)-1)
			var face []int
			for _, w := range words[1:] {
				face = append(face, index(w, len(vertices)))
			}
			for k := 2; k < len(face); k++ {
				triangles = append(triangles, face[0], face[k-1], face[k])
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

// facet is the lines of a facet in a text file, with 0 for any word.
var facet = []string{"facet normal 0 0 0", "outer loop", point, point, point, "endloop", "endfacet"}

const point = "vertex 0 0 0"

func readSTL(text []byte) (corners []vec) {
	if n := len(text); n >= 84 && n == 84+50*int(binary.LittleEndian.Uint32(text[80:])) {
		for at := 96; at < n; at += 50 {
			for k := range 9 {
				x := math.Float32frombits(binary.LittleEndian.Uint32(text[at+4*k:]))
				demand(!notFinite(float64(x)), "byte %d: a corner is not finite", at)
				if k%3 == 0 {
					corners = append(corners, vec{})
				}
				corners[len(corners)-1][k%3] = float64(x)
			}
		}
		return corners
	}
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
		form := strings.Fields(facet[next])
		demand(inside && slices.EqualFunc(words, form, same), "unexpected %q", words[0])
		if form[0] == "vertex" {
			corners = append(corners, vec(numbers(words[1:], 3)))
		}
		next = (next + 1) % len(facet)
	})
	demand(!inside && next == 0, "the file ends within a solid")
	return corners
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
