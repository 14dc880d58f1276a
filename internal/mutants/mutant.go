package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// mutant is one change of one file: the bytes from begin to end become text.
type mutant struct {
	target     *target
	file       string // slash-separated, in the module
	line       int
	begin, end int
	text       string
	// key names the change by what the source says, not by where it stands, so that
	// lists of mutants survive other edits: file, function, source line, change.
	key  string
	kind string
	sum  string // of the declaration, to notice that it was edited
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d\n\t%s", m.file, m.line, m.key)
}

// enumerate returns every mutant of every target, in the order of the source.
func enumerate(root string) ([]*mutant, error) {
	var all []*mutant
	for i := range targets {
		t := &targets[i]
		p, err := build.ImportDir(filepath.Join(root, t.dir), 0)
		if err != nil {
			return nil, err
		}
		for _, name := range p.GoFiles {
			if t.files != nil && !slices.Contains(t.files, name) {
				continue
			}
			in, err := ofFile(root, filepath.ToSlash(filepath.Join(t.dir, name)), t)
			if err != nil {
				return nil, err
			}
			all = append(all, in...)
		}
	}
	return all, nil
}

func ofFile(root, file string, t *target) ([]*mutant, error) {
	source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		return nil, err
	}
	return ofSource(file, source, t)
}

// ofSource returns the mutants of one file.
func ofSource(file string, source []byte, t *target) ([]*mutant, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, source, 0)
	if err != nil {
		return nil, err
	}
	s := &site{file: file, source: source, tokens: fset.File(f.Pos()), target: t, seen: map[string]int{}}
	for _, d := range f.Decls {
		digest := sha256.Sum256([]byte(s.text(d)))
		s.sum = hex.EncodeToString(digest[:8])
		s.function, s.results, s.constant = "-", nil, false
		if g, ok := d.(*ast.GenDecl); ok {
			s.constant = g.Tok == token.CONST
		}
		if fn, ok := d.(*ast.FuncDecl); ok {
			s.function, s.results = fn.Name.Name, fn.Type.Results
		}
		ast.Inspect(d, s.visit)
	}
	return s.found, nil
}

// site collects the mutants of a file.
type site struct {
	file     string
	source   []byte
	tokens   *token.File
	target   *target
	sum      string
	function string
	results  *ast.FieldList // of the function
	constant bool           // whether the declaration is one of constants
	seen     map[string]int // how often a key was given
	found    []*mutant
}

// change records that the source from begin to end may be replaced by text.
func (s *site) change(kind string, begin, end token.Pos, text string) {
	b, e := s.tokens.Offset(begin), s.tokens.Offset(end)
	line := s.tokens.Line(begin)
	old := string(s.source[b:e])
	if old == text || len(old) > 200 {
		return
	}
	key := strings.Join([]string{s.file, s.function, s.lineText(line), squeeze(old) + " → " + squeeze(text)}, " :: ")
	if s.seen[key]++; s.seen[key] > 1 {
		key += fmt.Sprintf(" #%d", s.seen[key])
	}
	s.found = append(s.found, &mutant{s.target, s.file, line, b, e, text, key, kind, s.sum})
}

func (s *site) lineText(line int) string {
	begin := s.tokens.Offset(s.tokens.LineStart(line))
	rest := s.source[begin:]
	if i := strings.IndexByte(string(rest), '\n'); i >= 0 {
		rest = rest[:i]
	}
	return squeeze(string(rest))
}

// squeeze returns the text on one line with single spaces.
func squeeze(text string) string {
	if text = strings.Join(strings.Fields(text), " "); text == "" {
		return "nothing"
	}
	return text
}

// text returns the source of a node.
func (s *site) text(n ast.Node) string {
	return string(s.source[s.tokens.Offset(n.Pos()):s.tokens.Offset(n.End())])
}

// draw returns n mutants of the kinds that match, in an order that depends on the seed
// alone: a target's turn comes as often as its share says, and within it kinds take
// turns, else two of three would be numbers. n = 0 is all of them.
func draw(all []*mutant, seed uint64, n int, kinds string, only *regexp.Regexp) []*mutant {
	var turns []*target
	decks := map[*target][]*mutant{}
	left := 0
	for i := range targets {
		t := &targets[i]
		decks[t] = shuffled(all, t, rand.New(rand.NewPCG(seed, uint64(i))), func(m *mutant) bool {
			return only.MatchString(m.key) && (kinds == "" || slices.Contains(strings.Split(kinds, ","), m.kind))
		})
		left += len(decks[t])
		for range t.share {
			turns = append(turns, t)
		}
	}
	if n <= 0 || n > left {
		n = left
	}
	var sample []*mutant
	for k := 0; len(sample) < n; k++ {
		t := turns[k%len(turns)]
		if len(decks[t]) > 0 {
			sample, decks[t] = append(sample, decks[t][0]), decks[t][1:]
		}
	}
	return sample
}

// shuffled returns the mutants of a target that are wanted, in random order but the kinds
// taking turns.
func shuffled(all []*mutant, t *target, r *rand.Rand, wanted func(*mutant) bool) []*mutant {
	var deck []*mutant
	for _, i := range r.Perm(len(all)) {
		if m := all[i]; m.target == t && wanted(m) {
			deck = append(deck, m)
		}
	}
	turn, seen := map[*mutant]int{}, map[string]int{}
	for _, m := range deck {
		turn[m] = seen[m.kind]
		seen[m.kind]++
	}
	slices.SortStableFunc(deck, func(a, b *mutant) int { return turn[a] - turn[b] })
	return deck
}
