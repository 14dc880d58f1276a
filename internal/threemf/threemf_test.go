package threemf

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/placed"
	"github.com/collide-go/collide/meshio"
)

const (
	types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="model" ContentType="` + modelType + `"/></Types>`
	rels  = `<Relationships><Relationship Id="r" Type="http://thumbnail" Target="x.png"/><Relationship Id="m" Type="` + relationship + `" Target="/3D/a%20b.model"/></Relationships>`
	part  = "3D/a b.model"
	tri   = `<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1e0" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2" p1="0"/></triangles></mesh>`
)

// entry is a part of an archive.
type entry struct{ name, content string }

// pack makes an archive. Parts of the same name replace those that every file has.
func pack(t testing.TB, doc string, more ...entry) []byte {
	t.Helper()
	entries := []entry{{"[Content_Types].xml", types}, {"_rels/.rels", rels}, {part, doc}}
	for _, m := range more {
		for i := range entries {
			if entries[i].name == m.name {
				entries[i] = m
				m.name = ""
			}
		}
		if m.name != "" {
			entries = append(entries, m)
		}
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		w, err := z.Create(e.name)
		if err == nil {
			_, err = w.Write([]byte(e.content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func modelPart(attrs, resources, build string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><model xmlns="` + core + `" xmlns:p="` + production + `" xmlns:b="http://beam" ` + attrs + `><metadata name="Title">x</metadata>
<resources>` + resources + `</resources>
<build>` + build + `</build></model>`
}

func one(resources, build string) string {
	return modelPart("", `<object id="1" name="part">`+tri+`</object>`+resources, build)
}

var most = placed.Limits{Instances: 1000, Triangles: 1000}

func read(content []byte) (*placed.File, error) {
	return Read(context.Background(), bytes.NewReader(content), int64(len(content)), "a.3mf", most)
}

// TestPlaces multiplies the transforms of items and components, and names instances.
func TestPlaces(t *testing.T) {
	other := modelPart("", `<object id="1">`+tri+`</object>`, "")
	f, err := read(pack(t, modelPart(`requiredextensions="p" unit="inch"`, `<basematerials id="9"><base name="x" displaycolor="#FFFFFF"/></basematerials><object id="1" name="part">`+tri+`</object>
<object id="2"><components><component objectid="1" transform="0 1 0 -1 0 0 0 0 1 5 0 0"/><component p:path="/3D/other.model" objectid="1"/></components></object>
<object id="3" name="frame"><metadatagroup/><components><component objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 7"/></components></object><object id="4"><components><component objectid="2"/></components></object>`,
		`<item objectid="3" p:UUID="x"/><item objectid="1" transform="2 0 0 0 1 0 0 0 -1 1 2 3" partnumber="7"/><item objectid="4" partnumber="P 1" printable="0"/>`), entry{"3D/OTHER.model", strings.Replace(other, "<model", `<model unit="inch"`, 1)}))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, in := range f.Instances {
		names = append(names, in.Name)
	}
	if got := strings.Join(names, ", "); got != "part, frame, part, part, P 1" || len(f.Meshes) != 2 || f.Unit != "in" {
		t.Errorf("instances %s of %d meshes in %s", got, len(f.Meshes), f.Unit)
	}
	// A row times the matrix: x goes to y, then the item lifts.
	if p := f.Instances[0].Place.Pose; p.Apply(geom.Vec{X: 1}) != (geom.Vec{X: 5, Y: 1, Z: 7}) {
		t.Errorf("pose %+v", p)
	}
	if p := f.Instances[2].Place.Pose; p.Apply(geom.Vec{X: 1, Y: 1, Z: 1}) != (geom.Vec{X: 3, Y: 3, Z: 2}) {
		t.Errorf("pose %+v", p)
	}
}

// refused are model parts, and words of their errors.
var refused = map[string]string{
	one("", ""):                     "no item in the build",
	one("", `<item objectid="2"/>`): `objectid 2; 3D/a b.model has no such object`,
	one("", `<item/>`):              `objectid ""`,
	one("", `<item objectid="1" transform="1 0 0"/>`):                                                         "a transform of 3 numbers; expected 12",
	one("", `<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 inf"/>`):                                     `inf; expected a finite number`,
	one("", `<item objectid="1" transfor="1"/>`):                                                              "<item> has the attribute transfor",
	one("", `<itm objectid="1"/>`):                                                                            "<itm> in <build>; expected item",
	one("", `<item objectid="1" p:path="/../x.model"/>`):                                                      "empty, . and .. segments",
	one("", `<item objectid="1" p:path="/3D/%2e%2e/x.model"/>`):                                               "empty, . and .. segments",
	one("", `<item objectid="1" p:path="/3D/none.model"/>`):                                                   "no such part",
	one(`<object id="1">`+tri+`</object>`, `<item objectid="1"/>`):                                            `an object with the id 1, which is missing or taken`,
	one(`<object id="2"/>`, `<item objectid="1"/>`):                                                           "object 2; expected either a mesh or components",
	one(`<object id="2">`+tri+tri+`</object>`, ""):                                                            "a second <mesh>",
	one(`<object id="2"><mesh><vertices/><triangles/></mesh></object>`, `<item objectid="2"/>`):               "object 2 has no triangles",
	one(`<object id="2"><components><component objectid="2"/></components></object>`, `<item objectid="2"/>`): "object 2 is within itself",
	one(`<object id="2"><components><component objectid="3"/></components></object><object id="3"><components><component objectid="2"/></components></object>`, `<item objectid="2"/>`): "is within itself",
	one(`<object id="2"><mesh><vertices><vertex x="0" y="0"/></vertices></mesh></object>`, ""):                                                                                          `z of <vertex>: ""; expected a finite number`,
	one(`<object id="2"><mesh><vertices><vertex x="1e999" y="0" z="0"/></vertices></mesh></object>`, ""):                                                                                "x of <vertex>",
	one(`<object id="2"><mesh><vertices><vertex x="0x1p2" y="0" z="0"/></vertices></mesh></object>`, ""):                                                                                "x of <vertex>",
	one(`<object id="2"><mesh><vertices><vertex x="0" y="0" z="0"/></vertices><triangles><triangle v1="0" v2="0" v3="1"/></triangles></mesh></object>`, ""):                             `v3 of <triangle> is 1; the mesh has 1 vertices`,
	one(`<object id="2"><mesh><vertices><vertex x="0" y="0" z="0"/></vertices><triangles><triangle v1="0" v2="-1" v3="0"/></triangles></mesh></object>`, ""):                            `v2 of <triangle> is -1`,
	one(`<object id="2"><mesh><vertexes/></mesh></object>`, ""):                                                                                                                         "<vertexes> in <mesh>",
	one(`<object id="2"><mesh><b:beamlattice/></mesh></object>`, ""):                                                                                                                    "<beamlattice> of the extension http://beam in <mesh>",
	one(`<object id="2"><b:displacementmesh/></object>`, ""):                                                                                                                            "<displacementmesh> of the extension",
	one(`<object id="2" b:meshresolution="lowres">`+tri+`</object>`, `<item objectid="1"/>`):                                                                                            "resolution lowres",
	one(`<vertex x="0" y="0" z="0"/>`, ""):      "<vertex> in <resources>",
	modelPart(`unit="furlong"`, "", ""):         "unit furlong",
	modelPart(`requiredextensions="b"`, "", ""): "requires the extension b (http://beam), which is not read",
	modelPart(`requiredextensions="q"`, "", ""): "requires the extension q",
	`<model/>`: "expected <model> of the core specification",
	`<!DOCTYPE model [<!ENTITY a "b">]>` + one("", ""):          "a document type",
	strings.Repeat("<a>", 100):                                  "64 elements within each other",
	one("", `<item objectid="`+strings.Repeat("1", 5000)+`"/>`): "has 5000 bytes; expected at most 4096",
	one("", "<!--"+strings.Repeat("x", 1<<20)+"-->"):            "more than 1048576 bytes",
	one("", `<item objectid="1"`):                               "not XML",
	"\xff\xfe<\x00":                                             "not XML",
}

func TestRefused(t *testing.T) {
	for doc, want := range refused {
		_, err := read(pack(t, doc))
		var located *meshio.Error
		if !errors.As(err, &located) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "a.3mf:") {
			t.Errorf("%.300s:\nerror %v; want %q", doc, err, want)
		}
	}
}

// TestRefusedArchives changes what is around the model.
func TestRefusedArchives(t *testing.T) {
	good := one("", `<item objectid="1"/>`)
	if _, err := read(pack(t, good)); err != nil {
		t.Fatal(err)
	}
	encrypted, inflates := pack(t, good), pack(t, good)
	at := bytes.LastIndex(encrypted, []byte("PK\x01\x02"))
	encrypted[at+8] |= 1
	size := binary.LittleEndian.Uint32(inflates[at+24:])
	binary.LittleEndian.PutUint32(inflates[at+24:], size-50)
	for want, content := range map[string][]byte{
		"not a ZIP archive":                      []byte("PK"),
		"encrypted":                              encrypted,
		"not a valid zip file":                   inflates,
		"two entries are called":                 pack(t, good, entry{"3d/A b.MODEL", good}),
		"empty, . and .. segments":               pack(t, good, entry{"../evil", "x"}),
		"entry /3D/x.model":                      pack(t, good, entry{"/3D/x.model", "x"}),
		"a backslash or NUL":                     pack(t, good, entry{`3D\x.model`, "x"}),
		"expected application/vnd":               pack(t, good, entry{"[Content_Types].xml", "<Types/>"}),
		"no relationship":                        pack(t, good, entry{"_rels/.rels", "<Relationships/>"}),
		"a second relationship":                  pack(t, good, entry{"_rels/.rels", strings.Replace(rels, "<Relationship ", `<Relationship Type="`+relationship+`" Target="/3D/x.model"/><Relationship `, 1)}),
		"is External to the package":             pack(t, good, entry{"_rels/.rels", strings.Replace(rels, `Id="m"`, `TargetMode="External"`, 1)}),
		"the part http://host/x.model":           pack(t, good, entry{"_rels/.rels", strings.Replace(rels, "/3D/a%20b.model", "http://host/x.model", 1)}),
		"_rels/.rels: a document type":           pack(t, good, entry{"_rels/.rels", "<!DOCTYPE a><a/>"}),
		"3D/b.model is in mm, 3D/a b.model in m": pack(t, modelPart(`unit="meter"`, "", `<item objectid="1" p:path="3D/b.model"/>`), entry{"3D/b.model", one("", "")}),
	} {
		if _, err := read(content); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "a.3mf: ") && !strings.HasPrefix(err.Error(), "a.3mf:") {
			t.Errorf("error %v; want %q", err, want)
		}
	}
}

// TestBombs reads small files that ask for much.
func TestBombs(t *testing.T) {
	var multiply strings.Builder // 10 components, each of 10, 30 levels deep
	for i := 2; i < 32; i++ {
		fmt.Fprintf(&multiply, `<object id="%d"><components>%s</components></object>`, i, strings.Repeat(fmt.Sprintf(`<component objectid="%d"/>`, i-1), 10))
	}
	var chain strings.Builder // each item one deeper than the last
	items := ""
	for i := 2; i < 300; i++ {
		fmt.Fprintf(&chain, `<object id="%d"><components><component objectid="%d"/></components></object>`, i, i-1)
		items += fmt.Sprintf(`<item objectid="%d"/>`, i)
	}
	var entries []entry
	for i := range maxEntries {
		entries = append(entries, entry{fmt.Sprintf("x%d", i), ""})
	}
	for want, content := range map[string][]byte{
		"more than 1000 meshes placed":           pack(t, one(multiply.String(), `<item objectid="31"/>`)),
		"more than 64 objects within each other": pack(t, one(chain.String(), items)),
		"entries in the archive":                 pack(t, one("", ""), entries...),
		"more than 1000 triangles":               pack(t, one(`<object id="2">`+strings.Replace(tri, "</triangles>", strings.Repeat(`<triangle v1="0" v2="1" v3="2"/>`, 1000)+"</triangles>", 1)+"</object>", "")),
	} {
		_, err := read(content)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %.300v; want %q", err, want)
		}
	}
}

// TestInflated counts what all parts inflate to.
func TestInflated(t *testing.T) {
	content := pack(t, one("", `<item objectid="1"/>`))
	a, err := openArchive(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	a.left = 10
	r, err := a.open(part)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(make([]byte, 100)); err == nil || !strings.Contains(err.Error(), "the parts inflate to more than 64 times") {
		t.Error(err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	content := pack(t, one("", `<item objectid="1"/>`))
	if _, err := Read(ctx, bytes.NewReader(content), int64(len(content)), "a.3mf", most); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// FuzzModel asks of any model part: no panic, an error that names the file, or meshes that pass Check at finite places.
func FuzzModel(f *testing.F) {
	f.Add(one("", `<item objectid="1"/>`))
	for doc := range refused {
		if len(doc) < 1<<12 {
			f.Add(doc)
		}
	}
	f.Fuzz(func(t *testing.T, doc string) { judge(t, pack(t, doc)) })
}

// FuzzArchive asks the same of any bytes.
func FuzzArchive(f *testing.F) {
	f.Add(pack(f, one("", `<item objectid="1"/>`)))
	f.Fuzz(func(t *testing.T, content []byte) { judge(t, content) })
}

func judge(t *testing.T, content []byte) {
	file, err := read(content)
	if err != nil {
		if !strings.HasPrefix(err.Error(), "a.3mf:") {
			t.Errorf("the error %q names no place", err)
		}
		return
	}
	for _, m := range file.Meshes {
		if err := m.Check(); err != nil {
			t.Error(err)
		}
	}
	for _, in := range file.Instances {
		if !in.Place.IsFinite() || in.Name == "" {
			t.Errorf("instance %+v", in)
		}
	}
}

// TestUnread counts the objects and models that are not placed.
func TestUnread(t *testing.T) {
	const more = `<object id="2">` + tri + `</object><object id="3">` + tri + `</object>`
	other := entry{"3D/spare.model", modelPart("", `<object id="1">`+tri+`</object>`, "")}
	for _, c := range []struct {
		doc, want string
		more      []entry
	}{
		{one("", `<item objectid="1"/>`), "", nil},
		{one(more, `<item objectid="1"/>`), "2 objects outside the build are not read", nil},
		{one(more, `<item objectid="1"/><item objectid="2"/>`), "1 object outside the build is not read", nil},
		{one(`<object id="2"><components><component objectid="1"/></components></object>`, `<item objectid="2"/>`), "", nil},
		{one(more, `<item objectid="1"/>`), "2 objects outside the build and 1 model that the build does not need are not read", []entry{other}},
	} {
		f, err := read(pack(t, c.doc, c.more...))
		if err != nil {
			t.Fatal(err)
		}
		if f.Unread != c.want {
			t.Errorf("%s: %q; want %q", c.doc, f.Unread, c.want)
		}
	}
}
