package paircache

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

func contacts(a, b uint32, tris ...uint32) []collide.Contact {
	var list []collide.Contact
	for i := 0; i < len(tris); i += 2 {
		list = append(list, collide.Contact{BodyA: a, TriA: tris[i], BodyB: b, TriB: tris[i+1]})
	}
	return list
}

// pairs are answers that a cache keeps.
func pairs() []collide.Pair {
	return inPieces([]collide.Pair{
		{A: 1, B: 2, Verdict: collide.InContact, Kind: collide.Touch, Contacts: contacts(1, 2, 0, 0, 0, 3, 2, 1)},
		{A: 1, B: 3, Verdict: collide.InContact, Kind: collide.Penetrate, Depth: [2]float64{0.1, 0.2}, Width: [2]float64{5e-324, math.Inf(1)}, Contacts: contacts(1, 3, 4, 4)},
		{A: 1, B: 4, Verdict: collide.InContact, Kind: collide.Penetrate, Equal: true, Contacts: contacts(1, 4, 4, 4)},
		{A: 2, B: 3, Verdict: collide.InContact, Kind: collide.Inside, Inside: collide.BInside, Depth: [2]float64{1, 2}, Width: [2]float64{1, 2}},
	})
}

// inPieces puts all contacts of a pair into one piece.
func inPieces(list []collide.Pair) []collide.Pair {
	for i := range list {
		if p := &list[i]; len(p.Contacts) > 0 {
			p.Pieces = []collide.Piece{{Contacts: p.Contacts, Box: geom.AABB{Max: geom.Vec{X: 1}}, PointError: 0.5, Normal: geom.Vec{Z: 1}}}
		}
	}
	return list
}

func filled(t *testing.T) (*Cache, string) {
	t.Helper()
	c, err := Read(strings.NewReader(""))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range pairs() {
		if !c.Put(Key{byte(i)}, &p) {
			t.Fatalf("%+v is not kept", p)
		}
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	return c, b.String()
}

// What is written reads back as it was, for bodies of other numbers too.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	_, text := filled(t)
	c, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range pairs() {
		got, ok := c.Get(Key{byte(i)}, want.A, want.B)
		if !ok || !reflect.DeepEqual(got, want) || !Fits(&got, 5, 5) {
			t.Errorf("%+v, expected %+v", got, want)
		}
		if other, ok := c.Get(Key{byte(i)}, 7, 9); !ok || other.A != 7 || other.B != 9 || len(other.Contacts) > 0 && other.Contacts[0].BodyB != 9 {
			t.Errorf("%+v", other)
		}
	}
	if _, ok := c.Get(Key{99}, 1, 2); ok {
		t.Error("an answer to what was never asked")
	}
}

// Every damaged character makes one answer missing and no answer different.
func TestDamage(t *testing.T) {
	t.Parallel()
	_, text := filled(t)
	for at := 0; at < len(text); at += 17 {
		for _, with := range []string{"", "x", "\n", " ", "A"} {
			damaged := text[:at] + with + text[at+1:]
			c, err := Read(strings.NewReader(damaged))
			if err != nil {
				t.Fatal(err)
			}
			missing := 0
			for i, want := range pairs() {
				got, ok := c.Get(Key{byte(i)}, want.A, want.B)
				if !ok {
					missing++
				} else if !reflect.DeepEqual(got, want) {
					t.Fatalf("character %d is %q: %+v, expected %+v", at, with, got, want)
				}
			}
			if most := 2; missing > most { // a line end that is gone joins two lines
				t.Fatalf("character %d is %q: %d answers missing", at, with, missing)
			}
		}
	}
}

func TestReadEnds(t *testing.T) {
	t.Parallel()
	_, text := filled(t)
	long := text + strings.Repeat("x", maxLine+1) + "\n"
	if c, err := Read(strings.NewReader(long)); err != nil || len(c.order) != len(pairs()) {
		t.Errorf("%d answers, %v", len(c.order), err)
	}
	broken := errors.New("broken")
	if c, err := Read(io.MultiReader(strings.NewReader(text), failing{broken})); !errors.Is(err, broken) || len(c.order) != len(pairs()) {
		t.Errorf("%v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// What is undecided, or about bodies without an interior, is not kept.
func TestKeeps(t *testing.T) {
	t.Parallel()
	good := pairs()[1]
	for i, change := range []func(p *collide.Pair){
		func(p *collide.Pair) { p.Kind = collide.SurfaceContact }, func(p *collide.Pair) { p.Kind = collide.UnknownKind },
		func(p *collide.Pair) { p.Kind = collide.NoKind }, func(p *collide.Pair) { p.Verdict = collide.Unknown },
		func(p *collide.Pair) { p.Verdict = collide.Free }, func(p *collide.Pair) { p.B = p.A }, func(p *collide.Pair) { p.Reason = "cut" },
	} {
		p := good
		if change(&p); Keeps(&p) {
			t.Errorf("case %d: %+v", i, p)
		}
	}
	if !Keeps(&good) {
		t.Error("nothing is kept")
	}
}

// What no two meshes of so many triangles can do does not fit.
func TestFits(t *testing.T) {
	t.Parallel()
	good := pairs()[0]
	for i, change := range []func(p *collide.Pair){
		func(p *collide.Pair) { p.Contacts = contacts(1, 2, 3, 0) }, func(p *collide.Pair) { p.Contacts = contacts(1, 2, 0, 4) },
		func(p *collide.Pair) { p.Contacts = contacts(1, 2, 1, 0, 0, 0) }, func(p *collide.Pair) { p.Contacts = contacts(1, 2, 0, 0, 0, 0) },
		func(p *collide.Pair) { p.Contacts, p.Pieces = nil, nil }, func(p *collide.Pair) { p.Pieces = nil },
		func(p *collide.Pair) {
			p.Pieces = inPieces([]collide.Pair{{Contacts: contacts(1, 2, 9, 0, 9, 1, 9, 2)}})[0].Pieces
		}, func(p *collide.Pair) { p.Depth[0] = math.NaN() }, func(p *collide.Pair) { p.Depth = [2]float64{2, 1} },
		func(p *collide.Pair) { p.Width[0] = -1 }, func(p *collide.Pair) { p.Inside = collide.AInside }, func(p *collide.Pair) { p.Kind = collide.Inside },
	} {
		p := good
		if change(&p); Fits(&p, 3, 4) {
			t.Errorf("case %d: %+v", i, p)
		}
	}
	if !Fits(&good, 3, 4) {
		t.Error("nothing fits")
	}
}
