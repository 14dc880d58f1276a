package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

const source = `package p

const slack = 16 * 0x1p-53

func f(a, b float64, n int) bool {
	if a < b && n != 0 {
		n += 2
		g(-a)
	}
	a = min(a, b)
	return a <= slack
}
`

// TestMutantsOfASource: every kind of change is found, and applying one changes what its
// key says and nothing else.
func TestMutantsOfASource(t *testing.T) {
	t.Parallel()
	found, err := ofSource("p.go", []byte(source), &targets[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"p.go :: - :: const slack = 16 * 0x1p-53 :: 0x1p-53 → (0x1p-53 / 2)",
		"p.go :: - :: const slack = 16 * 0x1p-53 :: 16 → 32",
		"p.go :: - :: const slack = 16 * 0x1p-53 :: * → /",
		"p.go :: f :: if a < b && n != 0 { :: < → <=",
		"p.go :: f :: if a < b && n != 0 { :: && → ||",
		"p.go :: f :: if a < b && n != 0 { :: a < b && n != 0 → ((a < b && n != 0) || true)",
		"p.go :: f :: n += 2 :: += → -=",
		"p.go :: f :: g(-a) :: g(-a) → nothing",
		"p.go :: f :: g(-a) :: - → nothing",
		"p.go :: f :: a = min(a, b) :: min → max",
		"p.go :: f :: a = min(a, b) :: a → _",
		"p.go :: f :: return a <= slack :: a <= slack → !(a <= slack)",
	} {
		if !slices.ContainsFunc(found, func(m *mutant) bool { return m.key == want }) {
			t.Errorf("missing: %s", want)
		}
	}
	keys := map[string]bool{}
	for _, m := range found {
		if keys[m.key] {
			t.Errorf("two mutants have the key %s", m.key)
		}
		keys[m.key] = true
		if text := source[:m.begin] + m.text + source[m.end:]; text == source {
			t.Errorf("changes nothing: %s", m.key)
		}
	}
}

// ofModule returns the mutants of this module, in a slice of the caller's own.
func ofModule() ([]*mutant, error) {
	all, err := enumerateOnce()
	return slices.Clone(all), err
}

var enumerateOnce = sync.OnceValues(func() ([]*mutant, error) { return enumerate("../..") })

// TestEquivalentsAreMutants: each entry of the list names a change of today's source and
// has a reason.
func TestEquivalentsAreMutants(t *testing.T) {
	t.Parallel()
	all, err := ofModule()
	if err != nil {
		t.Fatal(err)
	}
	known, err := readEquivalents("equivalent.txt")
	if err != nil {
		t.Fatal(err)
	}
	if err := known.check(all); err != nil {
		t.Error(err)
	}
	known["nowhere.go :: f :: x < y :: < → <="] = "made up"
	if known.check(all) == nil {
		t.Error("an entry that names no mutant is accepted")
	}
	delete(known, "nowhere.go :: f :: x < y :: < → <=")
	known[all[0].key] = ""
	if known.check(all) == nil {
		t.Error("an entry without a reason is accepted")
	}
}

// TestListsOfEquivalents: keys that follow each other share a reason, and one that ends in …
// stands for all that begin like it.
func TestListsOfEquivalents(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "list.txt")
	text := "# A comment.\na.go :: f :: x < y :: < → <=\na.go :: f :: …\n\tone reason,\n\tin two lines\nb.go :: g :: x :: + → -\n\tanother\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	known, err := readEquivalents(name)
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"a.go :: f :: x < y :: < → <=": "one reason, in two lines",
		"a.go :: f :: y :: + → -":      "one reason, in two lines",
		"b.go :: g :: x :: + → -":      "another",
		"b.go :: g :: x :: + → - #2":   "",
		"a.go :: g :: x < y :: < → <=": "",
	} {
		if entry, ok := known.match(key); ok != (want != "") || known[entry] != want {
			t.Errorf("%s: listed %v under %q, for %q", key, ok, entry, known[entry])
		}
	}
}

// TestSamplesDependOnTheSeed: a sample is the same for a seed, is the beginning of a
// larger one, and has all kinds.
func TestSamplesDependOnTheSeed(t *testing.T) {
	t.Parallel()
	all, err := ofModule()
	if err != nil {
		t.Fatal(err)
	}
	every := regexp.MustCompile("")
	small, large := draw(all, 1, 100, "", every), draw(all, 1, 200, "", every)
	if len(small) != 100 || !slices.Equal(small, large[:100]) {
		t.Errorf("%d mutants are not the first 100 of a larger sample", len(small))
	}
	if slices.Equal(small, draw(all, 2, 100, "", every)) {
		t.Error("another seed draws the same")
	}
	seen := map[string]int{}
	for _, m := range large {
		seen[m.kind]++
	}
	for _, k := range kinds {
		if seen[k] < 15 {
			t.Errorf("%d of 200 are of kind %s", seen[k], k)
		}
	}
	for _, m := range draw(all, 1, 50, "bound,sign", regexp.MustCompile("^internal/narrow/")) {
		if m.kind != bound && m.kind != sign || !strings.HasPrefix(m.file, "internal/narrow/") {
			t.Errorf("not asked for: %s", m.key)
		}
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	exit := errors.New("exit status 1")
	for _, c := range []struct {
		out  string
		err  error
		want outcome
		by   string
	}{
		{"ok  	p	0.1s\n", nil, survived, ""},
		{"--- FAIL: TestA (0.00s)\n    a_test.go:1: x\nFAIL\n", exit, killed, "TestA"},
		{"panic: index out of range\n", exit, killed, "a crash"},
		{"panic: test timed out after 30s\n", exit, timedOut, ""},
		{"# p\np.go:1: declared and not used\nFAIL	p [build failed]\n", exit, unbuilt, ""},
	} {
		if got, by := judge([]byte(c.out), c.err); got != c.want || by != c.by {
			t.Errorf("%q: %s by %q, want %s by %q", c.out, got, by, c.want, c.by)
		}
	}
}

// TestStateIsKept: outcomes are read again, except for files that were edited and a last line
// that was cut off.
func TestStateIsKept(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "sub", "state.jsonl")
	found, err := ofSource("p.go", []byte(source), &targets[0])
	if err != nil {
		t.Fatal(err)
	}
	st, err := openState(name, found)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range found[:3] {
		rec := record{Key: m.key, Sum: m.sum, Outcome: []outcome{killed, survived, killed}[i]}
		if i == 2 {
			rec.Sum = "of another text"
		}
		if err := st.add(rec); err != nil {
			t.Fatal(err)
		}
	}
	st.close()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = f.WriteString(`{"key":"cut o`)
	_ = f.Close()
	st, err = openState(name, found)
	if err != nil {
		t.Fatal(err)
	}
	defer st.close()
	if len(st.done) != 2 || st.done[found[1].key].Outcome != survived {
		t.Errorf("the state is %+v", st.done)
	}
	var out bytes.Buffer
	known := equivalents{found[3].key: "nothing notices"}
	if n := report(&out, found, known, st); n != 1 || !strings.Contains(out.String(), found[1].key) || strings.Contains(out.String(), found[0].key) {
		t.Errorf("%d survivors:\n%s", n, &out)
	}
}
