package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A switched source holds many mutants at once: a copy of a function for each change of it,
// and at the head of the function a jump to the copy that is active. Which one is active is
// said by a number in the environment, so that one test binary serves for all of them.
//
// A copy is what a compiled mutant has in the function's place, and what else the package
// holds is the same for both. Changes outside functions, such as those of constants, cannot be
// switched.

// variable names the environment variable that holds the number of the active mutant, and
// reachVariable that of a file to which every function adds its number when it is first called;
// then no mutant is active.
const (
	variable      = "COLLIDE_MUTANT"
	reachVariable = "COLLIDE_MUTANT_REACH"
)

// chooser returns the source of the file that reads the variables, for numbers up to most. The number
// of a function is that of its first mutant.
func chooser(pkg string, most int) string {
	return fmt.Sprintf(`package %s

import (
	"os"
	"strconv"
	"sync/atomic"
)

var mutantActive = func() int { n, _ := strconv.Atoi(os.Getenv(%q)); return n }()

var mutantReached [%d]atomic.Bool

func mutantReach(n int) {
	if mutantReached[n].Load() || mutantReached[n].Swap(true) {
		return
	}
	f, err := os.OpenFile(os.Getenv(%q), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	f.WriteString(strconv.Itoa(n) + "\n")
	f.Close()
}
`, pkg, variable, most+1, reachVariable)
}

// reaching stands for a number of no mutant: functions record that they are called.
const reaching = -1

// copyName returns the name of the copy of a function that holds mutant n. Compilers report errors
// in a copy as if they were in a file of this name.
func copyName(function string, n int) string { return fmt.Sprintf("%s_mutant%d", function, n) }

// switched returns the source of a file with the mutants whose numbers are given, and, for those
// of them that it holds, the number of their function.
func switched(file string, source []byte, numbers map[*mutant]int) ([]byte, map[*mutant]int, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, source, parser.ParseComments)
	if err != nil {
		return nil, nil, err
	}
	e := &schema{source: source, tokens: fset.File(f.Pos())}
	held := map[*mutant]int{}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		if in := e.within(fn, numbers); len(in) > 0 {
			e.function(fn, in, numbers)
			for _, m := range in {
				held[m] = numbers[in[0]]
			}
		}
	}
	return e.text(), held, nil
}

// schema builds a switched source.
type schema struct {
	source []byte
	tokens *token.File
	edits  []edit // in the order of the source
	copies strings.Builder
}

// edit puts text before the byte at.
type edit struct {
	at, end int
	text    string
}

func (s *schema) offset(p token.Pos) int { return s.tokens.Offset(p) }

// within returns the mutants that change the body of a function.
func (s *schema) within(fn *ast.FuncDecl, numbers map[*mutant]int) []*mutant {
	begin, end := s.offset(fn.Body.Lbrace), s.offset(fn.Body.Rbrace)
	var in []*mutant
	for m := range numbers {
		if m.begin > begin && m.end <= end {
			in = append(in, m)
		}
	}
	slices.SortFunc(in, func(a, b *mutant) int { return numbers[a] - numbers[b] })
	return in
}

// function adds the copies of a function and the jumps to them.
func (s *schema) function(fn *ast.FuncDecl, in []*mutant, numbers map[*mutant]int) {
	receiver := s.receiver(fn)
	arguments := s.arguments(fn)
	var jumps strings.Builder
	fmt.Fprintf(&jumps, "case %d: mutantReach(%d)\n", reaching, numbers[in[0]])
	for _, m := range in {
		name := copyName(fn.Name.Name, numbers[m])
		call := receiver + name + arguments
		if fn.Type.Results != nil {
			call = "return " + call
		} else {
			call += "; return"
		}
		fmt.Fprintf(&jumps, "case %d: %s\n", numbers[m], call)
		s.copy(fn, m, name, numbers[m])
	}
	at := s.offset(fn.Body.Lbrace) + 1
	s.edits = append(s.edits, edit{at, at, "\nif mutantActive != 0 { switch mutantActive {\n" + jumps.String() + "} }\n"})
}

// copy adds a function of another name with one change.
func (s *schema) copy(fn *ast.FuncDecl, m *mutant, name string, n int) {
	begin, end := s.offset(fn.Pos()), s.offset(fn.End())
	from, to := s.offset(fn.Name.Pos()), s.offset(fn.Name.End())
	fmt.Fprintf(&s.copies, "\n//line mutant%d.go:1\n%s%s%s%s%s\n", n,
		s.source[begin:from], name, s.source[to:m.begin], m.text, s.source[m.end:end])
}

// receiver returns what a call of a copy has before the name, and names a receiver that has no name.
func (s *schema) receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return ""
	}
	return s.names(fn.Recv, "mutantReceiver")[0] + "."
}

// arguments returns the type and value arguments that hand all parameters on.
func (s *schema) arguments(fn *ast.FuncDecl) string {
	var types string
	if fn.Type.TypeParams != nil {
		types = "[" + strings.Join(s.names(fn.Type.TypeParams, "mutantType"), ", ") + "]"
	}
	names := s.names(fn.Type.Params, "mutantArgument")
	if n := len(fn.Type.Params.List); n > 0 {
		if _, variadic := fn.Type.Params.List[n-1].Type.(*ast.Ellipsis); variadic {
			names[len(names)-1] += "..."
		}
	}
	return types + "(" + strings.Join(names, ", ") + ")"
}

// names returns the names of parameters, and names those that have none.
func (s *schema) names(list *ast.FieldList, prefix string) []string {
	var names []string
	for _, field := range list.List {
		if len(field.Names) == 0 {
			name := fmt.Sprintf("%s%d", prefix, len(names))
			at := s.offset(field.Type.Pos())
			s.edits, names = append(s.edits, edit{at, at, name + " "}), append(names, name)
		}
		for _, id := range field.Names {
			name := id.Name
			if name == "_" {
				name = fmt.Sprintf("%s%d", prefix, len(names))
				s.edits = append(s.edits, edit{s.offset(id.Pos()), s.offset(id.End()), name})
			}
			names = append(names, name)
		}
	}
	return names
}

// text returns the source with all edits, and the copies after it.
func (s *schema) text() []byte {
	slices.SortStableFunc(s.edits, func(a, b edit) int { return a.at - b.at })
	var out strings.Builder
	at := 0
	for _, e := range s.edits {
		out.Write(s.source[at:e.at])
		out.WriteString(e.text)
		at = e.end
	}
	out.Write(s.source[at:])
	out.WriteString(s.copies.String())
	return []byte(out.String())
}
