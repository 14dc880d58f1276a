package scene

import (
	"errors"
	"io"
	"strings"
)

// ReadAllow reads an allow file: the names of two bodies a line that may touch,
// separated by blanks, a name with blanks in double quotes (\" and \\ within).
// Blank lines and what follows a # at the start of a word do not count. names are the bodies';
// the result holds pairs of their indices. A name that is none of them is an
// error, as a misspelt permission would be ignored in silence.
func ReadAllow(r io.Reader, file string, names []string) ([][2]int, error) {
	index := make(map[string]int, len(names))
	for i, n := range names {
		index[n] = i
	}
	l := newLineReader(r, file)
	var pairs [][2]int
	for {
		line, err := l.next()
		if errors.Is(err, io.EOF) {
			return pairs, nil
		}
		if err != nil {
			return nil, err
		}
		words, err := splitNames(l, line)
		if err != nil {
			return nil, err
		}
		if len(words) == 0 {
			continue
		}
		pair, err := allowed(l, words, index)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair)
	}
}

func allowed(l *lineReader, words []string, index map[string]int) ([2]int, error) {
	var pair [2]int
	if len(words) != 2 {
		return pair, l.errorf("%d names; expected the names of two bodies (a name with blanks in double quotes)", len(words))
	}
	for k, w := range words {
		i, ok := index[w]
		if !ok {
			return pair, l.errorf("no body is named %q", shorten(w))
		}
		pair[k] = i
	}
	return pair, nil
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
