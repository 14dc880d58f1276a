package scene

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/collide-go/collide/internal/quote"
)

// Allowed is the content of an allow file.
type Allowed struct {
	// Pairs are the indices of two bodies that may touch, in the order of the file.
	Pairs [][2]int
	// Unmatched are the names that no body has, each once, at its first place. They
	// are no errors, as a part may have been removed since the file was written, but
	// may be misspelt: whoever reads the file should report them.
	Unmatched []Unmatched
}

// Unmatched is a name in an allow file that no body has. Lines that hold it permit nothing.
type Unmatched struct {
	File string
	// Line counts from 1.
	Line int
	Name string
}

// String returns "file:line: no body is named …; the line permits nothing".
func (u Unmatched) String() string {
	return fmt.Sprintf("%s:%d: no body is named %s; the line permits nothing", quote.Name(u.File), u.Line, quote.Line(strconv.Quote(shorten(u.Name))))
}

// ReadAllow reads an allow file: the names of two bodies a line that may touch,
// separated by blanks, a name with blanks in double quotes (\" and \\ within).
// Blank lines and what follows a # at the start of a word do not count. names are the bodies'.
// Time and memory are linear in the length of the file.
func ReadAllow(r io.Reader, file string, names []string) (*Allowed, error) {
	index := make(map[string]int, len(names))
	for i, n := range names {
		index[n] = i
	}
	a := allowReader{lines: newLineReader(r, file), index: index, missed: map[string]bool{}}
	for {
		line, err := a.lines.next()
		if errors.Is(err, io.EOF) {
			return &a.Allowed, nil
		}
		if err != nil {
			return nil, err
		}
		words, err := splitNames(a.lines, line)
		if err != nil {
			return nil, err
		}
		if len(words) == 0 {
			continue
		}
		if err := a.add(words); err != nil {
			return nil, err
		}
	}
}

// allowReader matches the names of an allow file.
type allowReader struct {
	Allowed
	lines  *lineReader
	index  map[string]int
	missed map[string]bool
}

// add takes the names of a line.
func (a *allowReader) add(words []string) error {
	if len(words) != 2 {
		return a.lines.errorf("%d names; expected the names of two bodies (a name with blanks in double quotes)", len(words))
	}
	var pair [2]int
	matched := 0
	for k, w := range words {
		i, ok := a.index[w]
		if ok {
			pair[k], matched = i, matched+1
		} else if !a.missed[w] {
			a.missed[w] = true
			a.Unmatched = append(a.Unmatched, Unmatched{a.lines.file, a.lines.line, w})
		}
	}
	if matched == len(words) {
		a.Pairs = append(a.Pairs, pair)
	}
	return nil
}

// splitNames splits a line into names.
func splitNames(l *lineReader, line string) ([]string, error) {
	var words []string
	for {
		line = strings.TrimLeft(line, " \t")
		if line == "" || line[0] == '#' {
			return words, nil
		}
		if line[0] != '"' {
			end := strings.IndexAny(line, " \t")
			if end < 0 {
				end = len(line)
			}
			words, line = append(words, line[:end]), line[end:]
			continue
		}
		word, rest, ok := quoted(line[1:])
		if !ok {
			return nil, l.errorf("quote without an end")
		}
		words, line = append(words, word), rest
	}
}

// quoted reads up to the closing quote.
func quoted(s string) (word, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:], true
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return "", "", false
}
