package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/collide-go/collide/internal/require"
)

// small is a package with what functions can have: receivers without names, parameters without
// names, type parameters, variadic parameters, no results and several.
const small = `package small

import "math"

const most = 7

type list[T any] []T

func (list[T]) none(int, string) bool { return 1 > 0 }

func (l list[T]) count(_ int) (n int) { n = len(l) + 0; return n }

func largest[T int | float64](first T, rest ...T) T {
	for _, x := range rest {
		if x > first {
			first = x
		}
	}
	return first
}

type counter struct{ n int }

func (c *counter) add(x float64) { c.n += int(math.Abs(x)) }

func mask() uint64 { return 1<<52 - 1 }

func split(x int) (int, bool) { return x - 1, x <= most }
`

const smallTest = `package small

import "testing"

func TestList(t *testing.T) {
	l := list[int]{1, 2}
	if l.count(0) != 2 || !l.none(0, "") {
		t.Fail()
	}
}

func TestLargest(t *testing.T) {
	if largest(1.5, 2.5, 0.5) != 2.5 || largest(1) != 1 {
		t.Fail()
	}
}

func TestCounter(t *testing.T) {
	var c counter
	c.add(-3)
	if c.n != 3 {
		t.Fail()
	}
}

func TestMask(t *testing.T) {
	if mask() != 0xfffffffffffff {
		t.Fail()
	}
}

func TestSplit(t *testing.T) {
	if n, ok := split(7); n != 6 || !ok {
		t.Fail()
	}
}
`

// smallModule writes a module of one package and returns its mutants.
func smallModule(t *testing.T) (string, []*mutant) {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module small\n\ngo 1.24\n", "small.go": small, "small_test.go": smallTest} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := ofFile(root, "small.go", &target{dir: ".", tests: [][]string{{"-run", "List|Largest", "."}, {"-skip", "List|Largest", "."}}})
	if err != nil {
		t.Fatal(err)
	}
	return root, all
}

// outcomes runs mutants and returns what became of each.
func outcomes(t *testing.T, root string, all []*mutant, compile bool) map[string]outcome {
	t.Helper()
	st, err := openState(filepath.Join(t.TempDir(), "state.jsonl"), all)
	if err != nil {
		t.Fatal(err)
	}
	defer st.close()
	var out bytes.Buffer
	r := &runner{settings: &settings{root: root, procs: 1, stages: 9, limit: 1 << 60, compile: compile}, out: &out}
	if err := r.all(t.Context(), all, equivalents{}, st); err != nil {
		t.Fatal(err)
	}
	t.Log(out.String())
	found := map[string]outcome{}
	for key, rec := range st.done {
		found[key] = rec.Outcome
	}
	return found
}

// TestSwitchedMutantsAreCompiledMutants: a mutant among many in one binary has the outcome it has
// when it is compiled alone, but where nothing else in the file uses an import. Every third
// mutant is compiled. Without the word full in COLLIDE_REQUIRE one is, and those of the constant are left out, which are
// compiled in either run.
func TestSwitchedMutantsAreCompiledMutants(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds some twenty packages")
	}
	root, all := smallModule(t)
	if !require.Full() {
		all = slices.DeleteFunc(all, func(m *mutant) bool { return strings.Contains(m.key, "const most") })
	}
	every := require.Cases(3, 20)
	var some []*mutant
	for i, m := range all {
		if i%every == every-1 && m.text != "" {
			some = append(some, m)
		}
	}
	switched, compiled := outcomes(t, root, all, false), outcomes(t, root, some, true)
	counts := map[outcome]int{}
	for _, o := range switched {
		counts[o]++
	}
	for key, o := range compiled {
		if o != switched[key] {
			t.Errorf("%s: %s in one binary, %s alone", key, switched[key], o)
		}
	}
	if len(switched) != len(all) || len(compiled) != len(some) || len(some) == 0 || counts[killed] < 10 || counts[survived] < 3 || counts[unbuilt] < 1 {
		t.Errorf("%d mutants: %v", len(all), counts)
	}
}

// TestSwitchedSource: mutants of functions are held, those of constants are not, and a copy differs
// from its function by the change alone.
func TestSwitchedSource(t *testing.T) {
	t.Parallel()
	_, all := smallModule(t)
	numbers := map[*mutant]int{}
	for i, m := range all {
		numbers[m] = i + 1
	}
	text, held, err := switched("small.go", []byte(small), numbers)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"func (mutantReceiver0 list[T]) none(mutantArgument0 int, mutantArgument1 string) bool {\nif mutantActive != 0",
		": return mutantReceiver0.none_mutant", "(mutantArgument0, mutantArgument1)\n",
		"func (l list[T]) count(mutantArgument0 int) (n int) {", ": return l.count_mutant",
		": return largest_mutant", "[T](first, rest...)\n",
		": c.add_mutant", "(x); return\n",
		"{ c.n -= int(math.Abs(x)) }\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("missing: %s", want)
		}
	}
	for m := range numbers {
		if top := strings.Contains(m.key, ":: - ::"); held[m] > 0 == top {
			t.Errorf("held is %v: %s", !top, m.key)
		}
	}
}

// TestOrderOfTests: tests that have killed mutants of a file come first, in runs of growing time.
func TestOrderOfTests(t *testing.T) {
	t.Parallel()
	h := history{}
	h.add("a.go", "TestSlow/part")
	h.add("b.go", "TestQuick")
	tests := []timed{{name: "TestNever", seconds: 0.5}, {name: "TestQuick", seconds: 0.1}, {name: "TestSlow", seconds: 1}}
	names := func(tests []timed) (all []string) {
		for _, x := range tests {
			all = append(all, x.name)
		}
		return all
	}
	if got := names(h.ordered("a.go", tests)); !slices.Equal(got, []string{"TestSlow", "TestQuick", "TestNever"}) {
		t.Errorf("for a.go: %v", got)
	}
	if got := names(h.ordered("b.go", tests)); !slices.Equal(got, []string{"TestQuick", "TestNever", "TestSlow"}) {
		t.Errorf("for b.go: %v", got)
	}
	if got := chunks([]timed{{seconds: 0.1}, {seconds: 0.1}, {seconds: 1}, {seconds: 1}, {seconds: 30}}); len(got) != 3 || len(got[0]) != 2 || len(got[1]) != 2 {
		t.Errorf("runs of %v", got)
	}
}

func TestParseCommand(t *testing.T) {
	t.Parallel()
	c := parseCommand([]string{"-tags", "noasm", "-exec", "qemu -cpu x", "-run", "A", "-skip", "B", "./p"})
	if c.pkg != "./p" || c.run != "A" || c.skip != "B" || !slices.Equal(c.build, []string{"-tags", "noasm"}) || !slices.Equal(c.exec, []string{"qemu", "-cpu", "x"}) {
		t.Errorf("%+v", c)
	}
}
