package bench

import (
	"math"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/tree"
)

// No volume may reject patches that touch, tight ones let through less, and every
// one is at least as large as what is in it.
func TestVolumesAreSound(t *testing.T) {
	var meshes []*tree.Soup
	for _, p := range bodyShapes(120) {
		meshes = append(meshes, soupOf(&p))
	}
	touching := meet(newDraws(1), parts(meshes, 16), 300)
	n := 0
	for i := range touching {
		if e := &touching[i]; e.touching {
			n++
			p, q := posed(e.a, &e.poseA), posed(e.b, &e.poseB)
			x, y := buildBoxes(p).Nodes[0].Volume, buildBoxes(q).Nodes[0].Volume
			if x.Apart(&y, 0) {
				t.Fatalf("encounter %d touches, its boxes do not", i)
			}
		}
	}
	if n < 20 || n > 280 {
		t.Errorf("%d of 300 encounters touch", n)
	}
	rows := map[string]*volumeRow{}
	for _, v := range volumeTests() {
		v.prepare([][]encounter{touching}, meshes, newDraws(1))
		rows[v.row.name] = v.row
		if v.row.fill < 0.9 {
			t.Errorf("%s takes %g of the mesh's volume", v.row.name, v.row.fill)
		}
		for _, measure := range []func() float64{v.test, v.follow, v.deform} {
			if x := measure(); !(x > 0) || math.IsInf(x, 0) {
				t.Errorf("%s: %g ns", v.row.name, x)
			}
		}
	}
	if rows["Sphere-OBB"].falsely[0] > rows["OBB"].falsely[0] || rows["Sphere-OBB"].falsely[0] > rows["sphere"].falsely[0] {
		t.Error("the hybrid lets more through than its parts")
	}
	if rows["18-DOP"].falsely[0] > rows["AABB"].falsely[0] {
		t.Error("an 18-DOP lets more through than the box it lies in")
	}
}

func TestAlignedBoxesFormAHierarchy(t *testing.T) {
	p := bodyShapes(200)[3]
	s := soupOf(&p)
	h := buildBoxes(s)
	if err := tree.Validate(h, s); err != nil {
		t.Fatal(err)
	}
	pose := newDraws(2).rotation(geom.Vec{X: 1})
	w := posed(s, &pose)
	refitBoxes(h, w)
	if err := tree.Validate(h, w); err != nil {
		t.Fatal(err)
	}
	var turned alignedBox
	h = buildBoxes(s)
	h.Nodes[0].Volume.Turn(&pose, &turned)
	tight := buildBoxes(w).Nodes[0].Volume
	grown := turned.Inflated(1e-9)
	if !grown.Encloses(&tight.AABB) {
		t.Errorf("turned box %v does not hold %v", turned, tight)
	}
}

func TestEnclosedVolume(t *testing.T) {
	p := bodyShapes(300)[1]
	if v, want := enclosed(soupOf(&p)), 1.4*1.1*0.8; math.Abs(v-want) > 1e-9 {
		t.Errorf("box of volume %g, want %g", v, want)
	}
}

func TestRunOOCDA(t *testing.T) {
	r, err := quickly["oocda"]()
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, r)
}

func TestRunOctree(t *testing.T) {
	r, err := quickly["octree"]()
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, r)
}

// checkReport reports what a report lacks that people will look at.
func checkReport(t *testing.T, r *Report) {
	t.Helper()
	if len(r.Claims) == 0 {
		t.Error("no claims")
	}
	for _, c := range r.Claims {
		checkClaim(t, c)
		if !judgedClaims[c.Claim] {
			t.Errorf("the outcomes of claim %q are not tested: add it to judgedCases", c.Claim)
		}
	}
	tables := map[string]bool{}
	for _, table := range r.Tables {
		if tables[table.Name] || len(table.Rows) == 0 || len(table.Notes) == 0 {
			t.Errorf("table %s: twice, empty or without notes", table.Name)
		}
		tables[table.Name] = true
		for _, row := range table.Rows {
			for _, c := range row {
				if s := c.String(); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
					t.Errorf("table %s shows what is no number: %v", table.Name, row)
				}
			}
		}
	}
	for _, p := range r.Plots {
		if !tables[p.Table] {
			t.Errorf("plot %s belongs to no table", p.Name)
		}
	}
	checkJudged(t, r)
}
