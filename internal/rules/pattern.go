package rules

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxPattern is the most bytes of a pattern, 1024: the time of a match is at most the product of
// the lengths of pattern and name.
const maxPattern = 1024

// pattern matches names: * stands for any characters, also none, ? for one, and a backslash
// takes the character after it as it is. Letters match only themselves.
type pattern struct {
	// written is the pattern as it stands in the file, with quotes.
	written string
	// of holds the bytes of literals; what holds the kind of each.
	of   []byte
	what []kindOfByte
	// exact reports that there is neither * nor ?: the name is of.
	exact bool
}

type kindOfByte uint8

const (
	literal kindOfByte = iota
	anyOne
	anyRun
)

// compile reads a pattern without its quotes.
func compile(text, written string) (pattern, error) {
	p := pattern{written: written, exact: true}
	if len(text) > maxPattern {
		return p, fmt.Errorf("pattern of %d bytes; expected at most %d", len(text), maxPattern)
	}
	for i := 0; i < len(text); i++ {
		c, what := text[i], literal
		switch c {
		case '*':
			what = anyRun
		case '?':
			what = anyOne
		case '\\':
			if i++; i == len(text) {
				return p, errors.New(`\ at the end of a name; expected a character after it`)
			}
			c = text[i]
		}
		if n := len(p.what); what == anyRun && n > 0 && p.what[n-1] == anyRun {
			continue
		}
		p.exact = p.exact && what == literal
		p.of, p.what = append(p.of, c), append(p.what, what)
	}
	return p, nil
}

// matches goes through the name once, and back to the last * where what follows it does not fit.
func (p *pattern) matches(name string) bool {
	if p.exact {
		return string(p.of) == name
	}
	i, k := 0, 0 // in the name and in the pattern
	star, taken := -1, 0
	for i < len(name) {
		switch {
		case k < len(p.what) && p.what[k] == anyRun:
			star, taken = k, i
			k++
		case k < len(p.what) && p.what[k] == anyOne:
			i += first(name[i:])
			k++
		case k < len(p.what) && p.of[k] == name[i]:
			i++
			k++
		case star >= 0:
			taken += first(name[taken:])
			i, k = taken, star+1
		default:
			return false
		}
	}
	return k == len(p.what) || k == len(p.what)-1 && p.what[k] == anyRun
}

// first is the length of the first character.
func first(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// Literal writes a name as a pattern that matches it, in quotes where it needs them. Characters that a
// line cannot hold become ?.
func Literal(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r < ' ' || r == 0x7f || r == utf8.RuneError:
			r = '?'
		case strings.ContainsRune(`\*?"`, r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	s := b.String()
	if s == "" || s == deviationWord || s[0] == '#' || strings.ContainsAny(s, " \"") {
		return `"` + s + `"`
	}
	return s
}
