package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// readMesh reads the triangles of an OBJ or STL file, polygons as fans.
func readMesh(f file) (*surface, [][3]uint32, error) {
	var err error
	m := &surface{}
	var triangles [][3]uint32
	switch strings.ToLower(filepath.Ext(f.name)) {
	case ".obj":
		triangles, err = m.readOBJ(string(f.text))
	case ".stl":
		triangles, err = m.readSTL(f.text)
	default:
		err = errors.New("expected a file .obj or .stl")
	}
	if err == nil && len(triangles) == 0 {
		err = errors.New("no triangles")
	}
	used := make([]bool, len(m.vertices))
	for _, t := range triangles {
		for _, v := range t {
			if err == nil && int(v) >= len(m.vertices) {
				err = fmt.Errorf("a face names vertex %d of %d", int(v)+1, len(m.vertices))
			} else if err == nil {
				used[v] = true
			}
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%+q: %w", f.name, err)
	}
	for i := range m.vertices {
		if !used[i] {
			m.vertices[i] = vec{} // it is no corner, so that it does not matter where it would be posed
		}
	}
	return m, triangles, nil
}

// passedOver are the statements of OBJ files that make no surface. Any other is refused, so that nothing is read in two ways.
var passedOver = strings.Fields("o g s vt vn vp l p usemtl mtllib")

// corner is a corner of a face.
var corner = regexp.MustCompile(`^(-?[0-9]{1,10})(/[0-9]*){0,2}$`)

func (m *surface) readOBJ(text string) (triangles [][3]uint32, err error) {
	for n, line := range strings.Split(text, "\n") {
		words := split(line)
		if len(words) == 0 || words[0][0] == '#' {
			continue
		}
		if strings.HasSuffix(strings.TrimSuffix(line, "\r"), `\`) {
			return nil, fmt.Errorf("line %d is continued, which verifiers do not read", n+1)
		}
		if k := slices.IndexFunc(words, func(w string) bool { return w[0] == '#' }); k > 0 {
			words = words[:k]
		}
		switch {
		case words[0] == "v":
			v, err := numbers(words[1:], 3)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n+1, err)
			}
			m.vertices = append(m.vertices, vec(v))
		case words[0] == "f" || words[0] == "fo":
			face, err := m.face(words[1:])
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n+1, err)
			}
			for k := 2; k < len(face); k++ {
				triangles = append(triangles, [3]uint32{face[0], face[k-1], face[k]})
			}
		case !slices.Contains(passedOver, words[0]):
			return nil, fmt.Errorf("line %d: unknown statement %q", n+1, words[0])
		}
	}
	return triangles, nil
}

func (m *surface) face(words []string) (face []uint32, err error) {
	for _, w := range words {
		name := corner.FindStringSubmatch(w)
		if name == nil {
			return nil, fmt.Errorf("%q is no corner", w)
		}
		i, _ := strconv.Atoi(name[1]) // digits, at most ten
		if i < 0 {
			i += len(m.vertices) + 1
		}
		if i < 1 || i > math.MaxInt32 {
			return nil, fmt.Errorf("there is no vertex %q", w)
		}
		face = append(face, uint32(i-1))
	}
	if len(face) < 3 {
		return nil, fmt.Errorf("a face of %d corners", len(face))
	}
	return face, nil
}

// facet is the words that begin the lines of a facet in a text file.
var facet = []string{"facet normal", "outer loop", "vertex", "vertex", "vertex", "endloop", "endfacet"}

func (m *surface) readSTL(text []byte) (triangles [][3]uint32, err error) {
	const head, record = 84, 50
	if len(text) >= head && len(text) == head+record*int(binary.LittleEndian.Uint32(text[80:])) {
		for at := head; at < len(text); at += record {
			for k := range 9 {
				x := float64(math.Float32frombits(binary.LittleEndian.Uint32(text[at+12+4*k:])))
				if math.IsNaN(x) || math.IsInf(x, 0) {
					return nil, fmt.Errorf("byte %d: a corner is not finite", at)
				}
				if k%3 == 0 {
					m.vertices = append(m.vertices, vec{})
				}
				m.vertices[len(m.vertices)-1][k%3] = x
			}
		}
		return m.triples(), nil
	}
	inside, next := false, 0
	for n, line := range strings.Split(string(text), "\n") {
		words := split(lower(line))
		switch {
		case len(words) == 0:
		case next == 0 && words[0] == map[bool]string{false: "solid", true: "endsolid"}[inside]:
			inside = !inside
		case !inside || !strings.HasPrefix(strings.Join(words, " ")+" ", facet[next]+" "):
			return nil, fmt.Errorf("line %d: unexpected %q", n+1, words[0])
		default:
			if facet[next] == "vertex" {
				v, err := numbers(words[1:], 3)
				if err != nil || len(words) != 4 {
					return nil, fmt.Errorf("line %d: expected vertex and three numbers", n+1)
				}
				m.vertices = append(m.vertices, vec(v))
			} else if rest := len(words) - len(strings.Fields(facet[next])); rest != map[bool]int{true: 3}[next == 0] {
				return nil, fmt.Errorf("line %d: %d words after %q", n+1, rest, facet[next])
			}
			next = (next + 1) % len(facet)
		}
	}
	if inside || next != 0 {
		return nil, errors.New("the file ends within a solid")
	}
	return m.triples(), nil
}

// split returns the words of a line: blanks and tabs lie between them, and a line may end with a carriage return.
func split(line string) []string {
	return strings.FieldsFunc(strings.TrimSuffix(line, "\r"), func(c rune) bool { return c == ' ' || c == '\t' })
}

// lower replaces A to Z, and no other letters that have lower ones among a to z.
func lower(line string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		return c
	}, line)
}

// triples makes a triangle of each three vertices.
func (m *surface) triples() (triangles [][3]uint32) {
	for k := uint32(0); int(k) < len(m.vertices); k += 3 {
		triangles = append(triangles, [3]uint32{k, k + 1, k + 2})
	}
	return triangles
}

// decimal is a number as files have it.
var decimal = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)

// numbers parses the first n words.
func numbers(words []string, n int) ([]float64, error) {
	if len(words) < n {
		return nil, fmt.Errorf("%d numbers; expected %d", len(words), n)
	}
	list := make([]float64, n)
	for k := range list {
		x, err := strconv.ParseFloat(words[k], 64)
		if err != nil || !decimal.MatchString(words[k]) {
			return nil, fmt.Errorf("%q is no finite number", words[k])
		}
		list[k] = x
	}
	return list, nil
}

// readPoses reads a list of poses: 12 numbers a line; blank lines and lines that begin with # do not count.
func readPoses(file string) ([]pose, error) {
	text, err := os.ReadFile(file)
	list := []pose{}
	for n, line := range strings.Split(string(text), "\n") {
		words := split(line)
		if err != nil || len(words) == 0 || words[0][0] == '#' {
			continue
		}
		v, bad := numbers(words, 12)
		if bad != nil || len(words) != 12 {
			return nil, fmt.Errorf("%s: line %d: expected 12 numbers", file, n+1)
		}
		list = append(list, pose(v))
	}
	return list, err
}
