package approval

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/unit"
	"github.com/collide-go/collide/scene"
)

const (
	// maxLine is the most bytes of a line, 65,536.
	maxLine = 1 << 16
	// maxEntries is the most entries of a file, 65,536.
	maxEntries = 1 << 16
	// maxExcerpt is the most characters of a word that an error repeats.
	maxExcerpt = 60
	// unitWord begins the line about the unit.
	unitWord = "unit"
)

// Read reads a file of statuses: a line an entry, as package approval has it. Blank lines and what follows a # at the
// start of a word do not count. Nothing that could hide or show a line otherwise than it is read is accepted: control
// characters, carriage returns other than those of CRLF, a byte order mark, bytes that are not UTF-8, and two entries about
// one clash are errors with their line.
func Read(ctx context.Context, r io.Reader, file string) (*Set, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	s := &Set{file: file, index: map[string]int{}}
	n := 0
	for lines.Scan() {
		n++
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := s.line(lines.Text(), n); err != nil {
			return nil, &scene.Error{File: file, Line: n, Msg: err.Error()}
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &scene.Error{File: file, Line: n + 1, Msg: fmt.Sprintf("line of more than %d bytes", maxLine)}
	} else if err != nil {
		return nil, &scene.Error{File: file, Line: n + 1, Msg: "reading", Err: err}
	}
	return s, nil
}

// line reads a line.
func (s *Set) line(text string, n int) error {
	if err := visible(text); err != nil {
		return err
	}
	words, err := split(text)
	if err != nil || len(words) == 0 {
		return err
	}
	if words[0].is(unitWord) {
		return s.readUnit(words[1:])
	}
	if len(s.entries) == maxEntries {
		return fmt.Errorf("more than %d entries", maxEntries)
	}
	e := Entry{File: s.file, Line: n}
	if err := e.read(words); err != nil {
		return err
	}
	if k, ok := s.index[e.Fingerprint]; ok {
		return fmt.Errorf("the clash of line %d again; expected one line a clash", s.entries[k].Line)
	}
	s.index[e.Fingerprint] = len(s.entries)
	s.entries = append(s.entries, e)
	return nil
}

// readUnit reads the line about the unit of what has none.
func (s *Set) readUnit(words []word) error {
	if len(words) != 1 {
		return errors.New("expected unit NAME, as in unit mm")
	}
	if s.unit != "" || len(s.entries) > 0 {
		return errors.New("the unit is given once, before the first entry")
	}
	var err error
	s.unit, err = unit.Find(words[0].text)
	return err
}

// visible returns an error for a line that may look other than it is: with characters that are not printed, such as
// those that turn the direction of writing.
func visible(text string) error {
	if !utf8.ValidString(text) {
		return errors.New("bytes that are not UTF-8")
	}
	for _, r := range text {
		if r != '\t' && !unicode.IsPrint(r) {
			return fmt.Errorf("character %U, which is not printed; expected visible text in lines that end with LF or CRLF", r)
		}
	}
	return nil
}

// word is a word of a line, quoted or not.
type word struct {
	text   string
	quoted bool
}

// is reports whether the word is a keyword, which is not quoted.
func (w word) is(keyword string) bool { return !w.quoted && w.text == keyword }

const blanks = " \t"

// split returns the words of a line without a comment.
func split(text string) ([]word, error) {
	var words []word
	for {
		text = strings.TrimLeft(text, blanks)
		if text == "" || text[0] == '#' {
			return words, nil
		}
		w, rest, err := first(text)
		if err != nil {
			return nil, err
		}
		words, text = append(words, w), rest
	}
}

// first returns the first word of a text and what follows it.
func first(text string) (w word, rest string, err error) {
	if text[0] != '"' {
		end := strings.IndexAny(text, blanks)
		if end < 0 {
			end = len(text)
		}
		return word{text: text[:end]}, text[end:], nil
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' && (i+1 == len(text) || strings.Contains(blanks, text[i+1:i+2])):
			return word{b.String(), true}, text[i+1:], nil
		case c == '"':
			return w, "", errors.New("expected a blank after the quote")
		case c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return w, "", errors.New("quote without an end")
}

// read reads an entry: a fingerprint, two names, a status, a limit, then what is optional.
func (e *Entry) read(words []word) error {
	if len(words) < 5 {
		return errors.New("expected FINGERPRINT, two names, approved or open, LIMIT [at BOX] [by AUTHOR] [NOTE]")
	}
	e.Fingerprint, e.A, e.B = words[0].text, words[1].text, words[2].text
	if want := baseline.Fingerprint(e.A, e.B); e.A == e.B || e.Fingerprint != want {
		return fmt.Errorf("%q is not the fingerprint of the clash of %q and %q", excerpt(e.Fingerprint), excerpt(e.A), excerpt(e.B))
	}
	switch {
	case words[3].is(string(Approved)), words[3].is(string(Open)):
		e.Status = Status(words[3].text)
	default:
		return fmt.Errorf("%q; expected approved or open", excerpt(words[3].text))
	}
	rest, err := e.limit.read(words[4:])
	if err != nil {
		return err
	}
	return e.people(rest)
}

// people reads who approved a clash, and why.
func (e *Entry) people(words []word) error {
	if len(words) > 0 && words[0].is("by") {
		if len(words) == 1 || words[1].text == "" {
			return errors.New("expected a name after by")
		}
		e.Author, words = words[1].text, words[2:]
	}
	if len(words) > 0 {
		e.Note, words = words[0].text, words[1:]
	}
	switch {
	case len(words) > 0:
		return fmt.Errorf("%q after the note; a note with blanks is quoted", excerpt(words[0].text))
	case e.Status == Approved && e.Author == "":
		return errors.New("approved by nobody; expected by AUTHOR")
	}
	return nil
}

// excerpt cuts a long word.
func excerpt(s string) string {
	if utf8.RuneCountInString(s) <= maxExcerpt {
		return s
	}
	return string([]rune(s)[:maxExcerpt]) + "…"
}
