package meshio

import (
	"strings"

	"github.com/collide-go/collide/mesh"
)

// partTracker turns o and g statements into parts. A part comes into being with
// its first triangle, the object before the group when both begin with the same
// one, so that the order of parts depends on the triangles alone.
type partTracker struct {
	m      *mesh.Mesh
	groups map[string]int // name → index into m.Parts
	// The statements in force, and since which triangle.
	current [2]openPart
	since   int
}

// openPart is the object or group that triangles are added to.
type openPart struct {
	name string // "" is none
	part int    // index into m.Parts, -1 while it has no triangle
}

func (p *partTracker) init(m *mesh.Mesh) {
	p.m = m
	p.groups = map[string]int{}
}

// object starts a new object. Two of one name stay two, so that neither hides a
// contact between them.
func (p *partTracker) object(name string) {
	p.flush()
	p.current[mesh.Object] = openPart{name, -1}
}

// group enters a group, again if it was left before.
func (p *partTracker) group(name string) {
	p.flush()
	part, ok := p.groups[name]
	if !ok {
		part = -1
	}
	p.current[mesh.Group] = openPart{name, part}
}

// flush adds the triangles since the last statement to the parts in force.
func (p *partTracker) flush() {
	first, n := p.since, len(p.m.Triangles)-p.since
	if n == 0 {
		return
	}
	p.since += n
	for kind := range p.current {
		if open := &p.current[kind]; open.name != "" {
			p.extend(open, mesh.PartKind(kind), mesh.Run{First: uint32(first), Count: uint32(n)})
		}
	}
}

func (p *partTracker) extend(open *openPart, kind mesh.PartKind, run mesh.Run) {
	if open.part < 0 {
		open.part = len(p.m.Parts)
		p.m.Parts = append(p.m.Parts, mesh.Part{Kind: kind, Name: open.name})
		if kind == mesh.Group {
			p.groups[open.name] = open.part
		}
	}
	addRun(&p.m.Parts[open.part], run)
}

// addRun appends a run, merged with the last one when it continues it.
func addRun(part *mesh.Part, run mesh.Run) {
	if n := len(part.Runs); n > 0 {
		if last := &part.Runs[n-1]; last.First+last.Count == run.First {
			last.Count += run.Count
			return
		}
	}
	part.Runs = append(part.Runs, run)
}

// cleanName returns a name that every text format can hold on one line: words
// separated by single spaces, control characters and a trailing backslash (which
// would continue the line) replaced by underscores.
func cleanName[T ~string | ~[]byte](raw T) string {
	name := strings.Join(strings.FieldsFunc(string(raw), func(r rune) bool { return r < 0x80 && isSpace(byte(r)) }), " ")
	clean := []byte(name)
	for i, c := range clean {
		if c < ' ' || c == 0x7f || c == '\\' && i == len(clean)-1 {
			clean[i] = '_'
		}
	}
	return string(clean)
}
