package harness

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// sampleReport has two pairs, one without known answers, and an engine that
// knows the boolean query only.
func sampleReport() *report {
	row := func(engine string, scale float64, listed bool, wrong verdict) pairRow {
		t := timing{regime: [regimes]float64{0.25 * scale, 10 * scale, 40 * scale}, mean: 16.75 * scale, spread: 0.04}
		r := pairRow{engine: engine, build: 12.5 * scale, bytes: 3_400_000, boolean: t, listed: listed, wrong: wrong}
		if listed {
			r.all = timing{regime: [regimes]float64{0.5 * scale, 20 * scale, 400 * scale}, mean: 140 * scale, spread: 0.1}
		}
		return r
	}
	tables := []*pairTable{
		{name: "cow-homer", trianglesA: 5804, trianglesB: 12000, poses: 300, rounds: 3, checked: true, rows: []pairRow{
			row("collide-auto", 1, true, verdict{}),
			row("fcl-obbrss", 2, true, verdict{}),
			row("ode-trimesh", 4, false, verdict{falsePositive: 2}),
		}},
		{name: "rob-env", trianglesA: 216, trianglesB: 2180, poses: 300, rounds: 3, rows: []pairRow{
			row("collide-auto", 1, true, verdict{}),
			row("fcl-obbrss", 8, true, verdict{missing: 3, extra: 1, wrongPoses: 2}),
			row("ode-trimesh", 1, false, verdict{}),
		}},
	}
	r := &report{
		title: "Sample", command: "go run ./bench/peers", cpu: 1, base: "collide-auto",
		machine: machine{cpu: "Some CPU", vectors: "avx2", kernel: "Linux 6", system: "Debian", goVersion: "go1.26", cores: 2},
		date:    time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
		engines: []engineNote{{"collide-auto", "this tree"}, {"fcl-obbrss", "FCL 0.7.0"}, {"ode-trimesh", "ODE 0.16.2"}},
		skipped: []string{"cgal-exact"},
	}
	for _, t := range tables {
		r.sections = append(r.sections, t)
	}
	r.summary = pairSummaries(tables, r.base)
	return r
}

func TestPairReportGolden(t *testing.T) {
	r := sampleReport()
	var page, lines bytes.Buffer
	if err := r.markdown(&page); err != nil {
		t.Fatal(err)
	}
	if err := r.csv(&lines); err != nil {
		t.Fatal(err)
	}
	golden(t, "pairs.md", page.Bytes())
	golden(t, "pairs.csv", lines.Bytes())
}

func TestOtherReportsGolden(t *testing.T) {
	r := sampleReport()
	r.summary = nil
	r.sections = []section{
		&selfTable{mesh: "bunny_def", known: true, triangles: 69451, contacts: 1670, rounds: 3, rows: []selfRow{
			{engine: "collide-auto", ms: 100, spread: 0.01},
			{engine: "embree-double", partial: true, ms: 50, wrong: verdict{extra: 1, wrongPoses: 1}},
		}},
		&boxTable{kind: findMotion("drift"), bodies: 1000, steps: 20, rounds: 3, pairsPerStep: 1645.28, rows: []boxRow{
			{engine: "collide-auto", build: 1.5, step: 0.5, late: 1},
			{engine: "fcl-dyntree", build: 0.5, step: 0.25, late: 4, spread: 0.125},
		}},
	}
	var page bytes.Buffer
	if err := r.markdown(&page); err != nil {
		t.Fatal(err)
	}
	golden(t, "others.md", page.Bytes())
	for _, s := range r.sections {
		for _, record := range s.records() {
			if len(record) != len(s.header()) {
				t.Errorf("%d fields under %d names: %q", len(record), len(s.header()), record)
			}
		}
	}
}

// golden compares with a file of testdata, which -update rewrites.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// Git may have checked it out with CRLF.
	if !bytes.Equal(got, bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))) {
		t.Errorf("%s differs (-update rewrites it):\n%s", path, got)
	}
}

func TestDigits(t *testing.T) {
	for x, want := range map[float64]string{
		0: "–", 0.0432: "0.043", 0.9949: "0.995", 0.996: "1.00", 9.994: "9.99", 9.996: "10.0", 99.94: "99.9", 99.96: "100", 12345: "12345",
	} {
		if got := digits(x); got != want {
			t.Errorf("digits(%v) = %q, expected %q", x, got, want)
		}
	}
}

func TestThisMachine(t *testing.T) {
	m := thisMachine()
	if m.cores < 1 || m.cpu == "" || m.vectors == "" || m.goVersion == "" {
		t.Errorf("%+v", m)
	}
}
