package simd

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestAssemblyKeepsToItsInstructionSet reads the generated file: AVX2 kernels must
// use neither registers above 15 nor those of AVX-512, which avo would hand out, and
// AVX-512 kernels nothing but F and VL (which avo does not name), all that detect asks for.
func TestAssemblyKeepsToItsInstructionSet(t *testing.T) {
	var text []byte
	for _, file := range []string{"kernels_amd64.s", "strip_amd64.s", "lanes_amd64.s"} {
		part, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, part...)
	}
	tooNew := regexp.MustCompile(`\b([XY](1[6-9]|2\d|3[01])|Z\d+|K[0-7])\b`)
	found := map[string]int{}
	for part := range strings.SplitSeq(string(text), "\n// func ") {
		head, body, ok := strings.Cut(part, "\nTEXT ")
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(head, "(")
		_, requires, _ := strings.Cut(head, "Requires: ")
		switch {
		case strings.HasSuffix(name, "AVX2"):
			found["AVX2"]++
			if m := tooNew.FindString(body); m != "" || strings.Contains(requires, "512") {
				t.Errorf("%s uses %s, requires %s", name, m, requires)
			}
		case strings.HasSuffix(name, "AVX512"):
			found["AVX512"]++
			if regexp.MustCompile(`AVX512[^F]`).MatchString(requires) {
				t.Errorf("%s requires %s", name, requires)
			}
		case name == "prefetch": // amd64 itself has it
		default:
			t.Errorf("%s names no instruction set", name)
		}
	}
	if found["AVX2"] != 34 || found["AVX512"] != 21 {
		t.Errorf("kernels found: %v, expected 34 and 21", found)
	}
}

// TestKernelsLeaveSSEAlone: an instruction of SSE, such as avo's Load makes for a float, waits for the upper halves of registers that
// one of AVX has set before it. Two of them took two thirds of a call of TouchInFloat64.
func TestKernelsLeaveSSEAlone(t *testing.T) {
	sets, old := regexp.MustCompile(`\b[YZ]\d+\b`), regexp.MustCompile(`^\t[A-UW-Z]\w*\s.*\bX\d+\b`)
	for _, file := range []string{"kernels_amd64.s", "strip_amd64.s", "lanes_amd64.s"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		upper, n := false, 0
		for line := range strings.SplitSeq(string(text), "\n") {
			switch n++; {
			case strings.HasPrefix(line, "TEXT "), strings.Contains(line, "VZEROUPPER"):
				upper = false
			case upper && old.MatchString(line):
				t.Errorf("%s:%d: an instruction of SSE after one that sets upper halves: %s", file, n, line)
			case sets.MatchString(line):
				upper = true
			}
		}
	}
}
