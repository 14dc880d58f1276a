package approval

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/decimal"
	"github.com/collide-go/collide/internal/unit"
)

// The words of limits.
const (
	touchWord     = "touch"
	depthWord     = "depth"
	insideWord    = "inside"
	clearanceWord = "clearance"
	surfaceWord   = "surface"
	crossingWord  = "crossing"
	anyDepthWord  = "unmeasured"
)

// limit is what was approved.
type limit struct {
	word string
	// text is the limit as it is written.
	text   string
	length unit.Length
	value  float64 // in the unit of the check
	// places hold the common points, a box for each piece. There are none where surfaces are apart.
	places baseline.Places
}

// relations are the signs before the lengths of limits.
var relations = map[string]string{depthWord: "<=", clearanceWord: ">"}

// read reads a limit and the place after it, and returns the words that follow.
func (l *limit) read(words []word) ([]word, error) {
	if l.word, words = words[0].text, words[1:]; l.word == insideWord { // no place: the surfaces are apart
		if len(words) > 0 && words[0].is(depthWord) {
			return l.compare(words[1:], depthWord, insideWord+" "+depthWord)
		}
		l.text = l.word
		return words, nil
	}
	switch l.word {
	case clearanceWord:
		return l.compare(words, l.word, l.word)
	case depthWord:
		var err error
		if words, err = l.compare(words, l.word, l.word); err != nil {
			return nil, err
		}
	case touchWord, surfaceWord, crossingWord, anyDepthWord:
		l.text = l.word
	default:
		return nil, fmt.Errorf("%q; expected touch, depth <= LIMIT, inside, clearance > LIMIT, surface, crossing or unmeasured", excerpt(l.word))
	}
	if len(words) < 2 || !words[0].is("at") {
		return nil, fmt.Errorf("%s without a place; expected at X,Y,Z..X,Y,Z", l.text)
	}
	return l.readPlaces(words)
}

// readPlaces reads the boxes, each after the word at, and returns the words that follow.
func (l *limit) readPlaces(words []word) ([]word, error) {
	for len(words) >= 2 && words[0].is("at") { // a last word is a note
		box, err := parseBox(words[1].text)
		if err != nil {
			return nil, err
		}
		l.places, words = append(l.places, box), words[2:]
	}
	return words, nil
}

// compare reads a sign and a length.
func (l *limit) compare(words []word, of, text string) ([]word, error) {
	sign := relations[of]
	if len(words) < 2 || !words[0].is(sign) {
		return nil, fmt.Errorf("expected %s %s LIMIT", text, sign)
	}
	var err error
	if l.length, err = unit.Parse(words[1].text); err != nil {
		return nil, fmt.Errorf("%s %s: %w", text, excerpt(words[1].text), err)
	}
	l.text = text + " " + sign + " " + words[1].text
	return words[2:], nil
}

func (l *limit) settle(u unit.Unit) (err error) {
	if l.measures() {
		l.value, err = l.length.In(u)
	}
	return err
}

// measures reports whether the limit has a length.
func (l *limit) measures() bool { return l.text != l.word }

// parseBox reads two corners, X,Y,Z..X,Y,Z.
func parseBox(text string) (geom.AABB, error) {
	lo, hi, ok := strings.Cut(text, "..")
	a, errA := parseCorner(lo)
	b, errB := parseCorner(hi)
	if !ok || errA != nil || errB != nil || a.X > b.X || a.Y > b.Y || a.Z > b.Z {
		return geom.EmptyAABB(), fmt.Errorf("%q; expected a box, as in 1,2,3..4,5,6", excerpt(text))
	}
	return geom.AABB{Min: a, Max: b}, nil
}

func parseCorner(text string) (geom.Vec, error) {
	parts := strings.Split(text, ",")
	if len(parts) != 3 {
		return geom.Vec{}, errors.New("expected three coordinates")
	}
	var x [3]float64
	for i, p := range parts {
		var ok bool
		if x[i], ok = decimal.Parse(p); !ok {
			return geom.Vec{}, errors.New("expected a number")
		}
	}
	return geom.Vec{X: x[0], Y: x[1], Z: x[2]}, nil
}

// Holds reports whether a clash is proven to be within what was approved, and why it is not. Within decides whether it is
// at most so deep; its error ends the question.
func (e *Entry) Holds(c *baseline.Clash, within func(limit float64) (bool, error)) (holds bool, why string, err error) {
	l := &e.limit
	if why := l.kind(c); why != "" {
		return false, e.beyond(why), nil
	}
	switch l.word {
	case clearanceWord: // a rounded distance above a float64 is of a distance above it
		if !(c.Distance > l.value) {
			return false, e.beyond("they are nearer"), nil
		}
		return true, "", nil
	case depthWord, insideWord:
		if !l.measures() {
			return true, "", nil
		}
		if ok, err := within(l.value); err != nil || !ok {
			return false, e.beyond("they are deeper in each other"), err
		}
	}
	return true, "", nil
}

// beyond is a reason with what was approved.
func (e *Entry) beyond(why string) string {
	return e.Where() + " approves " + e.limit.text + ": " + why
}

// kind is why the kind or the place of a clash is not the one that was approved, "" where it is.
func (l *limit) kind(c *baseline.Clash) string {
	var fits bool
	switch measured := !math.IsInf(c.Depth[1], 1) && !math.IsInf(c.Width[1], 1); l.word {
	case clearanceWord:
		fits = c.Near
	case insideWord:
		fits = c.Kind == collide.Inside
	case touchWord:
		fits = c.Kind == collide.Touch
	case depthWord:
		fits = c.Kind == collide.Touch || c.Kind == collide.Penetrate
	case surfaceWord, crossingWord:
		fits = c.Kind == collide.SurfaceContact && !c.Inside && (!c.Crossing || l.word == crossingWord)
	case anyDepthWord:
		fits = c.Kind == collide.Penetrate && !measured
	}
	switch {
	case !fits:
		return "it is of another kind now"
	case c.Hidden && (l.word == surfaceWord || l.word == crossingWord || l.word == anyDepthWord):
		return "the depth is not measured, and the place does not show it"
	case len(l.places) == 0: // clearance and inside, which have none
		return ""
	}
	return l.elsewhere(c.Places)
}

// elsewhere is why pieces are not in the places that were approved, "" where each of them is. One that is measured has
// to overlap a place; one without a limit of its depth has to lie in it.
func (l *limit) elsewhere(pieces baseline.Places) string {
	if len(pieces) == 0 {
		return "where it is now is not known"
	}
	n := pieces.Met(l.places)
	switch {
	case n < len(pieces) && (len(pieces) == 1 || !pieces.MetOnce(l.places)):
		return "it is in another place now"
	case n < len(pieces):
		return fmt.Sprintf("piece %d of %d is in another place", n+1, len(pieces))
	case (l.word == surfaceWord || l.word == crossingWord || l.word == anyDepthWord) && pieces.Within(l.places) < len(pieces):
		return "it reaches out of the place that was approved"
	}
	return ""
}
