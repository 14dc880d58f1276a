package main

import (
	"cmp"
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
	lists           bool
	reach           string // "" for contacts
	touching, pairs int
	lo, hi          float64
}

func (v *verifier) total() *total {
	t := &total{lists: v.lists, lo: math.Inf(1), hi: math.Inf(1)}
	if v.reach > 0 {
		t.reach = number(v.reach)
	}
	return t
}

// add adds a frame.
func (t *total) add(v *verifier) {
	touches := len(v.found) > 0
	if t.pairs += len(v.found); !t.lists {
		lo, hi := v.nearest()
		t.lo, t.hi, touches = min(t.lo, lo), min(t.hi, hi), hi == 0
	}
	if touches {
		t.touching++
	}
}

// word is what is proven.
func (t *total) word() string {
	switch {
	case !t.lists && t.touching == 0:
		return interval(t.lo, t.hi)
	case t.reach == "" && t.touching == 0:
		return "free"
	case t.reach == "":
		return "contact"
	case t.touching == 0:
		return "all more than " + t.reach + " apart"
	}
	return "some at most " + t.reach + " apart"
}

// counts are numbers of frames and of pairs of triangles.
func (t *total) counts() string {
	switch {
	case !t.lists:
		return fmt.Sprintf("in contact: %d", t.touching)
	case t.reach == "":
		return fmt.Sprintf("in contact: %d, contacts: %d", t.touching, t.pairs)
	}
	return fmt.Sprintf("near or in contact: %d, %s: %d", t.touching, pairsWithin(t.reach), t.pairs)
}

func pairsWithin(reach string) string { return "pairs of triangles at most " + reach + " apart" }

func number(x float64) string { return strconv.FormatFloat(x, 'g', 17, 64) }

// interval is what is proven of a distance in words, "" for nothing.
func interval(lo, hi float64) string {
	var words []string
	switch {
	case hi == 0:
		return "distance 0"
	case lo >= 0:
		words = append(words, "above "+number(lo))
	}
	if !math.IsInf(hi, 1) {
		words = append(words, "at most "+number(hi))
	}
	if words == nil {
		return ""
	}
	return "distance " + strings.Join(words, ", ")
}

// head describes the bodies: the file of each, and whether it moves or where it stays; and the pairs that are skipped.
func (v *verifier) head() string {
	var text strings.Builder
	for i := range v.bodies {
		b := &v.bodies[i]
		fmt.Fprintf(&text, "body %d: %s is %s, ", i, quoted(b.name), quoted(b.mesh.file))
		switch {
		case i < v.moving:
			text.WriteString("moves\n")
		case b.fixed:
			fmt.Fprintf(&text, "stays at %s, fixed\n", b.pose)
		default:
			fmt.Fprintf(&text, "stays at %s\n", b.pose)
		}
	}
	for _, p := range v.skipped {
		fmt.Fprintf(&text, "bodies %d and %d are not looked at\n", p[0], p[1])
	}
	return text.String()
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

// unseen is the number of pairs of bodies that are not looked at.
func (v *verifier) unseen() int { return len(v.bodies)*(len(v.bodies)-1)/2 - len(v.pairs) }

// lines describe a frame: where the bodies are, unless a list has it, and what is proven.
func (v *verifier) lines(frame int) string {
	var text strings.Builder
	for i := 0; i < v.moving && v.list == nil; i++ {
		fmt.Fprintf(&text, "frame %d: body %d is at %s\n", frame, i, v.bodies[i].pose)
	}
	switch {
	case !v.lists:
		for _, b := range v.bounds {
			if words := interval(b.lo, b.hi); words != "" {
				fmt.Fprintf(&text, "frame %d: bodies %d and %d: %s\n", frame, b.a, b.b, words)
			}
		}
	case v.reach == 0:
		fmt.Fprintf(&text, "frame %d: %d contacts, %s\n", frame, len(v.found), hash(v.found))
	default:
		fmt.Fprintf(&text, "frame %d: %d %s, %s\n", frame, len(v.found), pairsWithin(number(v.reach)), hash(v.found))
	}
	return text.String()
}

// contact is a pair of triangles: body, triangle, body, triangle.
type contact [4]uint32

// hash is the hash that collide prints: SHA-256 over the sorted contacts, each as four little-endian uint32.
func hash(found []contact) string {
	slices.SortFunc(found, func(a, b contact) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]), cmp.Compare(a[3], b[3]))
	})
	h := sha256.New()
	for _, c := range found {
		_ = binary.Write(h, binary.LittleEndian, c) // a hash takes everything
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}
