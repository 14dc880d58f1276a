package approval

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/unit"
)

func box(lo, hi float64) geom.AABB {
	return geom.AABB{Min: geom.Vec{X: lo, Y: lo, Z: lo}, Max: geom.Vec{X: hi, Y: hi, Z: hi}}
}

// one is a file with one entry about bodies a and b.
func one(rest string) string { return baseline.Fingerprint("a", "b") + " a b " + rest + "\n" }

func read(t *testing.T, text string, u unit.Unit) (*Set, error) {
	t.Helper()
	s, err := Read(context.Background(), strings.NewReader(text), "s.txt")
	if err == nil {
		err = s.Settle(u)
	}
	return s, err
}

// Whether an entry approves a clash.
func TestHolds(t *testing.T) {
	t.Parallel()
	inf, here := math.Inf(1), box(0, 1)
	deep := func(kind collide.Kind, hi float64, places ...geom.AABB) baseline.Clash {
		return baseline.Clash{A: "a", B: "b", Kind: kind, Depth: [2]float64{0, hi}, Width: [2]float64{0, hi}, Places: places}
	}
	near := func(d float64) baseline.Clash {
		return baseline.Clash{A: "a", B: "b", Kind: "near", Near: true, Distance: d}
	}
	crossing, contained := deep(collide.SurfaceContact, inf, here), deep(collide.SurfaceContact, inf, here)
	crossing.Crossing, contained.Inside = true, true
	surface, endless, inside := deep(collide.SurfaceContact, inf, here), deep(collide.Penetrate, inf, here), deep(collide.Inside, inf)
	surface.Hidden, endless.Hidden, inside.Hidden = true, true, true
	for i, c := range []struct {
		limit string
		clash baseline.Clash
		depth float64
		want  bool
	}{
		{"depth <= 2 at 0,0,0..1,1,1", deep(collide.Penetrate, 1, here), 2, true},
		{"depth <= 2 at 0,0,0..1,1,1", deep(collide.Penetrate, 1, here), 2.5, false},
		{"depth <= 2 at 0,0,0..1,1,1", deep(collide.Touch, 0, here), 0, true},
		{"depth <= 2 at 0,0,0..1,1,1", deep(collide.Penetrate, 1, box(1, 2)), 1, true},    // one corner in common
		{"depth <= 2 at 0,0,0..1,1,1", deep(collide.Penetrate, 1, box(1.5, 2)), 1, false}, // elsewhere
		{"depth <= 2 at 0,0,0..1,1,1", deep(collide.Penetrate, 1), 1, false},
		{"depth <= 2 at 0,0,0..1,1,1", deep(collide.Inside, 1), 1, false},
		{"depth <= 2 at 0,0,0..1,1,1", near(1), 1, false},
		{"depth <= 2 at 0,0,0..1,1,1", deep(collide.UnknownKind, 1, here), 1, false},
		{"depth <= 20mm at 0,0,0..1,1,1", deep(collide.Penetrate, 1, here), 20, true},
		{"depth <= 2 at 10,10,10..12,12,12", deep(collide.Penetrate, 1, box(1, 3), box(80, 82)), 1, false},   // the box around both overlaps
		{"depth <= 2 at 10,10,10..12,12,12", deep(collide.Penetrate, 1, box(10, 12), box(80, 82)), 1, false}, // one piece more
		{"depth <= 2 at 10,10,10..12,12,12", deep(collide.Penetrate, 1, box(10, 11), box(12, 30)), 1, true},  // in two, one of which grew
		{"depth <= 2 at 1,1,1..3,3,3 at 80,80,80..82,82,82", deep(collide.Penetrate, 1, box(80, 82), box(1, 3)), 1, true},
		{"depth <= 2 at 1,1,1..3,3,3 at 80,80,80..82,82,82", deep(collide.Penetrate, 1, box(80, 82), box(10, 12)), 1, false},
		{"depth <= 2 at 1,1,1..3,3,3 at 80,80,80..82,82,82", deep(collide.Penetrate, 1, box(10, 12)), 1, false},
		{"touch at 10,10,10..12,12,12", deep(collide.Touch, 0, box(1, 3), box(80, 82)), 0, false},
		{"touch at 10,10,10..12,12,12", deep(collide.Touch, 0), 0, false},
		{"surface at 1,1,1..3,3,3 at 80,80,80..82,82,82", deep(collide.SurfaceContact, inf, box(80, 81), box(2, 3)), 0, true},
		{"surface at 1,1,1..3,3,3 at 80,80,80..82,82,82", deep(collide.SurfaceContact, inf, box(3, 80)), 0, false},
		{"touch at 0,0,0..1,1,1", deep(collide.Touch, 0, here), 0, true},
		{"touch at 0,0,0..1,1,1", deep(collide.Touch, 0, box(2, 3)), 0, false},
		{"touch at 0,0,0..1,1,1", deep(collide.Penetrate, 1, here), 0, false},
		{"inside", deep(collide.Inside, 1), 9, true},
		{"inside", deep(collide.Penetrate, 1, here), 9, false},
		{"inside depth <= 2", deep(collide.Inside, 1), 2, true},
		{"inside depth <= 2", deep(collide.Inside, 1), 3, false},
		{"clearance > 0.5", near(0.6), 0, true},
		{"clearance > 0.5", near(0.5), 0, false},
		{"clearance > 0.5", near(0.4), 0, false},
		{"clearance > 0.5", near(math.NaN()), 0, false},
		{"clearance > 0.5", deep(collide.Touch, 0, here), 0, false},
		{"surface at 0,0,0..1,1,1", deep(collide.SurfaceContact, inf, here), 0, true},
		{"surface at 0,0,0..1,1,1", deep(collide.SurfaceContact, inf, box(0.5, 1.5)), 0, false},
		{"surface at 0,0,0..1,1,1", crossing, 0, false},
		{"surface at 0,0,0..1,1,1", contained, 0, false},
		{"crossing at 0,0,0..1,1,1", crossing, 0, true},
		{"crossing at 0,0,0..1,1,1", deep(collide.SurfaceContact, inf, here), 0, true},
		{"crossing at 0,0,0..1,1,1", deep(collide.Penetrate, inf, here), 0, false},
		{"unmeasured at 0,0,0..1,1,1", deep(collide.Penetrate, inf, here), 0, true},
		{"unmeasured at 0,0,0..1,1,1", deep(collide.Penetrate, inf, box(0.5, 1.5)), 0, false},
		{"unmeasured at 0,0,0..1,1,1", deep(collide.Penetrate, 5, here), 0, false}, // its depth is a number
		{"surface at 0,0,0..1,1,1", surface, 0, false},
		{"crossing at 0,0,0..1,1,1", surface, 0, false},
		{"unmeasured at 0,0,0..1,1,1", endless, 0, false},
		{"inside", inside, 0, true}, // however deep
	} {
		s, err := read(t, "unit mm\n"+one("approved "+c.limit+" by me"), "mm")
		if err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
		got, why, err := s.Of(baseline.Fingerprint("b", "a")).Holds(&c.clash, func(limit float64) (bool, error) { return c.depth <= limit, nil })
		if got != c.want || err != nil || (why == "") != got || !got && !strings.HasPrefix(why, "s.txt:2 approves ") {
			t.Errorf("case %d: %s of %+v: %t, %q, %v", i, c.limit, c.clash, got, why, err)
		}
	}
	s, err := read(t, one("approved depth <= 2 at 0,0,0..1,1,1 by me"), "")
	if err != nil {
		t.Fatal(err)
	}
	k, cut := deep(collide.Penetrate, 1, here), errors.New("cut")
	if got, _, err := s.Entries()[0].Holds(&k, func(float64) (bool, error) { return true, cut }); got || !errors.Is(err, cut) {
		t.Errorf("%t, %v", got, err)
	}
}

func TestReadTakes(t *testing.T) {
	t.Parallel()
	name := `a "quoted" \ name`
	text := "# head\r\n\r\n unit mm # of boxes\n" + one("open touch at 0,0,0..1,1,1 at") + // the last word is a note
		baseline.Fingerprint(name, "unit") + ` "a \"quoted\" \\ name" "unit" approved	inside by "J. Doe" "a note # of hers" # end` + "\n"
	s, err := read(t, text, "mm")
	if err != nil || len(s.Entries()) != 2 {
		t.Fatal(s, err)
	}
	e := s.Of(baseline.Fingerprint("unit", name))
	if e == nil || e.A != name || e.Status != Approved || e.Author != "J. Doe" || e.Note != "a note # of hers" || e.Line != 5 || e.Limit() != "inside" {
		t.Errorf("%+v", e)
	}
	if s.Of("") != nil || s.Entries()[0].Status != Open || s.Entries()[0].Note != "at" {
		t.Errorf("%+v", s.Entries()[0])
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	const at = " at 0,0,0..1,1,1"
	for text, want := range map[string]string{
		"a b\n":                  "s.txt:1: expected FINGERPRINT, two names, approved or open, LIMIT",
		"00 a b open touch" + at: `s.txt:1: "00" is not the fingerprint of the clash of "a" and "b"`,
		baseline.Fingerprint("a", "a") + " a a open inside": "is not the fingerprint of the clash",
		strings.ToUpper(one("open inside")):                 "is not the fingerprint",
		one("Approved inside by me"):                        `"Approved"; expected approved or open`,
		one(`"approved" inside by me`):                      `"approved"; expected approved or open`,
		one("approved inside"):                              "approved by nobody; expected by AUTHOR",
		one("approved inside by"):                           "expected a name after by",
		one(`approved inside by ""`):                        "expected a name after by",
		one("approved inside by me a note"):                 `"note" after the note; a note with blanks is quoted`,
		one("open touch"):                                   "touch without a place; expected at X,Y,Z..X,Y,Z",
		one("open depth <= 1"):                              "depth <= 1 without a place",
		one("open depth < 1" + at):                          "expected depth <= LIMIT",
		one("open depth <=" + at):                           "expected a number of at least 0",
		one("open depth <= -1" + at):                        "expected a number of at least 0",
		one("open depth <= NaN" + at):                       "expected a number of at least 0",
		one("open depth <= 1e999" + at):                     "expected a number of at least 0",
		one("open depth <= 1parsec" + at):                   "depth 1parsec",
		one("open clearance >= 1"):                          "expected clearance > LIMIT",
		one("open inside depth <= x"):                       "inside depth x",
		one("open ignore"):                                  `"ignore"; expected touch, depth <= LIMIT`,
		one("open touch at 0,0,0..1,1"):                     "expected a box, as in 1,2,3..4,5,6",
		one("open touch at 0,0,0"):                          "expected a box",
		one("open touch" + at + " at 0,0,0"):                "expected a box",
		one("open touch at 1,0,0..0,1,1"):                   "expected a box",
		one("open touch at NaN,0,0..1,1,1"):                 "expected a box",
		one("open touch at -inf,0,0..inf,1,1"):              "expected a box",
		one("open inside") + "\n" + one("open inside"):      "s.txt:3: the clash of line 1 again; expected one line a clash",
		one("open inside") + "unit mm\n":                    "s.txt:2: the unit is given once, before the first entry",
		"unit mm\nunit mm\n":                                "s.txt:2: the unit is given once",
		"unit parsec\n":                                     `unit "parsec"; expected one of`,
		"unit\n":                                            "expected unit NAME",
		"unit m\n" + one("open inside"):                     "s.txt: is in m, this check in mm; expected one unit",
		one("open inside"):                                  "s.txt: is in no known unit, this check in mm",
		"\ufeff" + one("open inside"):                       "s.txt:1: character U+FEFF, which is not printed",
		"# a\rx\n":                                          "s.txt:1: character U+000D, which is not printed",
		"\n# a\x1b[2K\n":                                    "s.txt:2: character U+001B",
		"# \u202e\n":                                        "s.txt:1: character U+202E",
		"# \u00a0\n":                                        "s.txt:1: character U+00A0",
		"# \xff\n":                                          "s.txt:1: bytes that are not UTF-8",
		"# \x00\n":                                          "s.txt:1: character U+0000",
		one(`open inside by "me`):                           "quote without an end",
		one(`open inside by "me"x`):                         "expected a blank after the quote",
		"\n" + strings.Repeat("x", 1<<16+1):                 "s.txt:2: line of more than 65536 bytes",
	} {
		if _, err := read(t, text, "mm"); err == nil || !strings.Contains(err.Error(), want) || strings.ContainsAny(err.Error(), "\x1b\n\r") {
			t.Errorf("%.90q: %v, expected %q", text, err, want)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ended, strings.NewReader("# x\n"), "s"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := Read(context.Background(), failing{}, "s"); err == nil || !strings.Contains(err.Error(), "s:1: reading: broken") {
		t.Error(err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("broken") }

// What is proposed, once it is approved, holds for the clash that it was proposed for.
func TestPropose(t *testing.T) {
	t.Parallel()
	inf := math.Inf(1)
	place := geom.AABB{Min: geom.Vec{X: -1.23456789, Y: 1e-300, Z: 0.1}, Max: geom.Vec{X: 1.0 / 3, Y: 1e300, Z: 0.1}}
	for i, c := range []baseline.Clash{
		{Kind: collide.Penetrate, Depth: [2]float64{0.1, 1.0 / 3}, Width: [2]float64{0, 2.0 / 3}, Places: baseline.Places{place}},
		{Kind: collide.Penetrate, Depth: [2]float64{0.1, 5e-324}, Width: [2]float64{0, 5e-324}, Places: baseline.Places{place}},
		{Kind: collide.Penetrate, Depth: [2]float64{0, math.MaxFloat64}, Width: [2]float64{0, 1}, Places: baseline.Places{place}},
		{Kind: collide.Penetrate, Depth: [2]float64{0, inf}, Width: [2]float64{0, 1}, Places: baseline.Places{place}},
		{Kind: collide.Touch, Places: baseline.Places{place}}, {Kind: collide.Touch, Places: baseline.Places{box(80, 81), place, box(1, 2)}}, {Kind: collide.Inside, Depth: [2]float64{1, 1.01}, Width: [2]float64{1, 1.01}},
		{Kind: collide.Inside, Depth: [2]float64{0, inf}, Width: [2]float64{0, inf}},
		{Kind: collide.SurfaceContact, Depth: [2]float64{0, inf}, Width: [2]float64{0, inf}, Places: baseline.Places{place}},
		{Kind: collide.SurfaceContact, Crossing: true, Depth: [2]float64{0, inf}, Width: [2]float64{0, inf}, Places: baseline.Places{place}},
		{Kind: "near", Near: true, Distance: 2.0 / 3}, {Kind: "near", Near: true, Distance: 1},
		{Kind: "near", Near: true, Distance: 5e-324},
	} {
		c.A, c.B = fmt.Sprintf(`odd "name" # %d \`, i), "unit"
		for _, u := range []string{"", "mm"} {
			var b bytes.Buffer
			if err := Propose(&b, []baseline.Clash{c}, u); err != nil {
				t.Fatal(err)
			}
			text := strings.Replace(b.String(), " open ", " approved ", 1)
			s, err := read(t, strings.TrimSuffix(text, "\n")+" by me\n", unit.Unit(u))
			if err != nil || len(s.Entries()) != 1 {
				t.Fatalf("case %d: %v\n%s", i, err, text)
			}
			deepest := max(c.Depth[1], c.Width[1])
			holds, why, err := s.Entries()[0].Holds(&c, func(limit float64) (bool, error) { return deepest <= limit, nil })
			if !holds || err != nil {
				t.Errorf("case %d: %s %v\n%s", i, why, err, text)
			}
		}
	}
	var b bytes.Buffer
	many := make(baseline.Places, maxLine/10) // no line holds them, and none is known for the last
	odd := []baseline.Clash{{A: "a\nb", B: "c", Kind: collide.Touch}, {A: "a", B: "c", Kind: collide.Touch, Places: many}, {A: "a", B: "c", Kind: collide.Touch}, {A: "a", B: "c", Kind: collide.UnknownKind, Depth: [2]float64{0, inf}, Width: [2]float64{0, inf}}}
	if err := Propose(&b, odd, ""); err != nil {
		t.Fatal(err)
	}
	if s, err := read(t, b.String(), ""); err != nil || len(s.Entries()) != 0 || !strings.Contains(b.String(), "no line can hold these names") ||
		!strings.Contains(b.String(), "\n# a c: no line can hold 6553 places\n") || !strings.Contains(b.String(), "in a place that is not known") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// A fingerprint goes by both names, in either order, and not by what they make together.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	if baseline.Fingerprint("a", "b") != baseline.Fingerprint("b", "a") || baseline.Fingerprint("ab", "c") == baseline.Fingerprint("a", "bc") {
		t.Error("fingerprints do not go by names")
	}
	if got := baseline.Fingerprint("cover_2", "bolt_3"); got != "5fc73022fb3a2ed51ee3bd12632effb3" {
		t.Errorf("%s: files of today would match nothing", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(one(`approved depth <= 1mm at 0,0,0..1,1,1 by "me" "note"`))
	f.Add("unit mm\n" + one("open inside depth <= 1"))
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(t.Context(), strings.NewReader(text), "s")
		if err != nil {
			return
		}
		for _, e := range s.Entries() {
			if e.Fingerprint != baseline.Fingerprint(e.A, e.B) || e.Status == Approved && e.Author == "" {
				t.Errorf("%+v", e)
			}
		}
	})
}
