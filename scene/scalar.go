package scene

import "strings"

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.doc.data) {
		return s.doc.data[s.at]
	}
	return 0
}

// space goes over what may stand between tokens.
func (s *scanner) space() {
	for s.at < len(s.doc.data) {
		switch s.doc.data[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

// scalar reads a string, a number or a word and returns it as it is written.
func (s *scanner) scalar() (string, error) {
	if err := s.rest(); err != nil {
		return "", err
	}
	from := s.at
	ok := false
	switch c := s.peek(); {
	case c == '"':
		ok = s.str()
	case c == '-' || isDigit(c):
		ok = s.number()
	default:
		for _, word := range []string{"true", "false", "null"} {
			if c == word[0] {
				ok = s.word(word)
			}
		}
	}
	if !ok {
		return "", s.doc.syntaxError(s.at)
	}
	return s.doc.data[from:s.at], nil
}

// rest looks for an interruption from time to time.
func (s *scanner) rest() error {
	if s.seen++; s.seen%restValues == 0 && s.ctx.Err() != nil {
		return s.doc.interrupted(s.ctx)
	}
	return nil
}

// word goes over a word, or to where the text departs from it.
func (s *scanner) word(word string) bool {
	for i := range len(word) {
		if s.peek() != word[i] {
			return false
		}
		s.at++
	}
	return true
}

// str goes over a string, or to what must not stand in it.
func (s *scanner) str() bool {
	for s.at++; s.at < len(s.doc.data); {
		switch c := s.peek(); {
		case c == '"':
			s.at++
			return true
		case c < ' ':
			return false
		case c != '\\':
			s.at++
		case !s.escape():
			return false
		}
	}
	return false
}

// escape goes over an escape sequence.
func (s *scanner) escape() bool {
	s.at++
	c := s.peek()
	if c == 0 || strings.IndexByte(`"\/bfnrtu`, c) < 0 {
		return false
	}
	s.at++
	if c != 'u' {
		return true
	}
	for range 4 {
		if c := s.peek() | 0x20; !isDigit(s.peek()) && (c < 'a' || c > 'f') {
			return false
		}
		s.at++
	}
	return true
}

// number goes over a number.
func (s *scanner) number() bool {
	if s.peek() == '-' {
		s.at++
	}
	if s.peek() == '0' {
		s.at++
	} else if !s.digits() {
		return false
	}
	if s.peek() == '.' {
		s.at++
		if !s.digits() {
			return false
		}
	}
	if s.peek()|0x20 != 'e' {
		return true
	}
	s.at++
	if c := s.peek(); c == '+' || c == '-' {
		s.at++
	}
	return s.digits()
}

// digits goes over one digit or more.
func (s *scanner) digits() bool {
	from := s.at
	for isDigit(s.peek()) {
		s.at++
	}
	return s.at > from
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
