package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// total is what all frames come to.
type total struct {
	frames, touching, pairs, inside int
	lo, hi                          float64 // of the least distance
}

// add adds a frame.
func (t *total) add(v *verifier) {
	touches := len(v.found)+len(v.inside) > 0
	if !v.lists {
		lo, hi := v.nearest()
		t.lo, t.hi, touches = min(t.lo, lo), min(t.hi, hi), hi == 0
	}
	if touches {
		t.touching++
	}
	t.frames, t.pairs, t.inside = t.frames+1, t.pairs+len(v.found), t.inside+len(v.inside)
}

// verdict is what is proven.
func (v *verifier) verdict(t *total) string {
	words, counts := [2]string{"free", "contact"}, fmt.Sprintf("in contact: %d", t.touching)
	switch {
	case !v.lists:
		words[0] = interval(t.lo, t.hi)
	case v.reach > 0:
		apart := number(v.reach) + " apart"
		words, counts = [2]string{"all more than " + apart, "some at most " + apart}, "near or "+counts
	case v.solids:
		words = [2]string{"free, and no body lies in another", "contact, or a body in another"}
	}
	if v.lists {
		counts += fmt.Sprintf(", %s: %d", v.listed(), t.pairs)
	}
	if v.solids {
		counts += fmt.Sprintf(", bodies in others: %d", t.inside)
	}
	return fmt.Sprintf("verified: %s (frames: %d, %s, bodies: %d, pairs not looked at: %d)", words[min(t.touching, 1)],
		t.frames, counts, len(v.bodies), len(v.bodies)*(len(v.bodies)-1)/2-len(v.pairs))
}

// listed is what a proof lists.
func (v *verifier) listed() string {
	if v.reach == 0 {
		return "contacts"
	}
	return "pairs of triangles at most " + number(v.reach) + " apart"
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 17, 64) }

// interval is what is proven of a distance in words, "" for nothing.
func interval(lo, hi float64) string {
	switch above, most := "distance above "+number(lo), "at most "+number(hi); {
	case hi == 0:
		return "distance 0"
	case lo >= 0 && !math.IsInf(hi, 1):
		return above + ", " + most
	case lo >= 0:
		return above
	case !math.IsInf(hi, 1):
		return "distance " + most
	}
	return ""
}

// head describes the bodies: the file of each, and whether it moves or where it stays; and the pairs that are skipped.
func (v *verifier) head() string {
	var text strings.Builder
	for i, b := range v.bodies {
		place := "moves"
		if i >= v.moving {
			place = "stays at " + b.pose.String() + map[bool]string{true: ", fixed"}[b.fixed]
		}
		fmt.Fprintf(&text, "body %d: %s is %v, %s\n", i, quoted(b.name), b.mesh, place)
	}
	for _, p := range v.skipped {
		fmt.Fprintf(&text, "bodies %d and %d are not looked at\n", p[0], p[1])
	}
	return text.String()
}

// String is the file of a mesh, or what a solid is.
func (m *surface) String() string {
	if !m.solid {
		return quoted(m.file)
	}
	text := "all within " + number(m.radius) + " of the hull of"
	for _, p := range m.corners {
		text += fmt.Sprintf(" (%s %s %s)", number(p[0]), number(p[1]), number(p[2]))
	}
	return text
}

// quoted is a name in printable ASCII, so that no name can look like another one, or like a line.
func quoted(name string) string {
	text := []byte{'"'}
	for _, c := range name {
		if c >= ' ' && c <= '~' && c != '"' && c != '\\' {
			text = append(text, byte(c))
		} else {
			text = fmt.Appendf(text, `\u{%x}`, c)
		}
	}
	return string(append(text, '"'))
}

func (p pose) String() string {
	words := make([]string, len(p))
	for k, x := range p {
		words[k] = number(x)
	}
	return "[" + strings.Join(words, " ") + "]"
}

// lines describe a frame: where the bodies are, unless a list has it, and what is proven.
func (v *verifier) lines(frame int) string {
	var text strings.Builder
	for i := 0; i < v.moving && v.list == nil; i++ {
		fmt.Fprintf(&text, "frame %d: body %d is at %s\n", frame, i, v.bodies[i].pose)
	}
	for _, b := range v.bounds {
		if words := interval(b.lo, b.hi); words != "" {
			fmt.Fprintf(&text, "frame %d: bodies %d and %d: %s\n", frame, b.pair[0], b.pair[1], words)
		}
	}
	if v.lists {
		fmt.Fprintf(&text, "frame %d: %d %s, %s\n", frame, len(v.found), v.listed(), hash(v.found))
	}
	for _, p := range v.inside {
		fmt.Fprintf(&text, "frame %d: body %d lies in body %d\n", frame, p[0], p[1])
	}
	counts := map[[2]uint32]int{}
	for _, c := range v.found {
		counts[[2]uint32{c[0], c[2]}]++
	}
	for _, p := range v.pairs {
		if counts[p] > 0 {
			fmt.Fprintf(&text, "frame %d: bodies %d and %d: %d %s\n", frame, p[0], p[1], counts[p], v.listed())
		}
	}
	return text.String()
}

// contact is a pair of triangles: body, triangle, body, triangle.
type contact [4]uint32

// hash is the hash that collide prints: SHA-256 over the sorted contacts, each as four little-endian uint32.
func hash(found []contact) string {
	slices.SortFunc(found, func(a, b contact) int { return slices.Compare(a[:], b[:]) })
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, found) // a hash takes everything
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}
