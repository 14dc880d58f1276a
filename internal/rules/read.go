package rules

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/collide-go/collide/internal/unit"
	"github.com/collide-go/collide/scene"
)

const (
	// maxLine is the most bytes of a line, 65,536.
	maxLine = 1 << 16
	// maxRules is the most rules and deviations of a file, 65,536: each is compared with each
	// name where it has a * or a ?.
	maxRules = 1 << 16
	// maxExcerpt is the most characters of a word that an error repeats.
	maxExcerpt = 60
	// byteOrderMark may begin a file in UTF-8.
	byteOrderMark = "\ufeff"
	// deviationWord begins a line about meshes.
	deviationWord = "deviation"
)

// Read reads a rules file: a line a rule: two patterns, then conditions with commas between them. Blank lines and what
// follows a # at the start of a word do not count, nor does a byte order mark at the beginning. Names with blanks are
// quoted.
func Read(ctx context.Context, r io.Reader, file string) (*Set, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	s, at := &Set{file: file}, reader{file: file}
	for lines.Scan() {
		at.line++
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		text := lines.Text() // without the line end, LF or CRLF
		if at.line == 1 {
			text = strings.TrimPrefix(text, byteOrderMark)
		}
		if strings.Contains(text, "\r") { // a comment would take in the lines that follow
			return nil, &scene.Error{File: file, Line: at.line, Msg: "carriage return within a line; expected lines that end with LF or CRLF"}
		}
		at.rest = strings.TrimLeft(text, blanks)
		if at.done() {
			continue
		}
		if err := at.add(s); err != nil {
			return nil, &scene.Error{File: file, Line: at.line, Msg: err.Error()}
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &scene.Error{File: file, Line: at.line + 1, Msg: fmt.Sprintf("line of more than %d bytes", maxLine)}
	} else if err != nil {
		return nil, &scene.Error{File: file, Line: at.line + 1, Msg: "reading", Err: err}
	}
	return s, nil
}

const blanks = " \t"

// reader reads a line.
type reader struct {
	file string
	line int
	rest string
}

// done reports whether only a comment is left of the line.
func (at *reader) done() bool { return at.rest == "" || at.rest[0] == '#' }

// add reads a line that is not empty.
func (at *reader) add(s *Set) error {
	if len(s.rules)+len(s.deviations) == maxRules {
		return fmt.Errorf("more than %d rules", maxRules)
	}
	if word, _, _ := strings.Cut(strings.ReplaceAll(at.rest, "\t", " "), " "); word == deviationWord {
		at.rest = strings.TrimLeft(at.rest[len(word):], blanks)
		return at.deviation(s)
	}
	r := Rule{File: at.file, Line: at.line}
	var err error
	if r.a, err = at.pattern(); err != nil {
		return err
	}
	if r.b, err = at.pattern(); err != nil {
		return err
	}
	if err := r.read(at.conditions()); err != nil {
		return err
	}
	s.rules = append(s.rules, r)
	return nil
}

// pattern reads a name, quoted or not.
func (at *reader) pattern() (pattern, error) {
	if at.done() {
		return pattern{}, errors.New("expected two names and what they may do, as in bolt_* housing touch")
	}
	end := strings.IndexAny(at.rest, blanks)
	text := at.rest
	if at.rest[0] == '"' {
		if end = quoted(at.rest); end < 0 {
			return pattern{}, errors.New("quote without an end")
		}
		text = at.rest[1 : end-1]
	} else if end >= 0 {
		text = at.rest[:end]
	}
	if end < 0 {
		end = len(at.rest)
	}
	written := at.rest[:end]
	at.rest = at.rest[end:]
	if at.rest != "" && !strings.Contains(blanks, at.rest[:1]) {
		return pattern{}, errors.New("expected a blank after the quote")
	}
	at.rest = strings.TrimLeft(at.rest, blanks)
	return compile(text, written)
}

// quoted returns where a text that begins with a quote ends behind the next one, -1 for nowhere.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// conditions returns what is left of the line without a comment.
func (at *reader) conditions() string {
	text := at.rest
	for i := range text {
		if text[i] == '#' && (i == 0 || strings.Contains(blanks, text[i-1:i])) {
			text = text[:i]
			break
		}
	}
	return strings.Trim(text, blanks)
}

// deviation reads what follows that word.
func (at *reader) deviation(s *Set) error {
	d := deviation{file: at.file, line: at.line}
	var err error
	if d.of, err = at.pattern(); err != nil {
		return errors.New(`expected deviation GLOB LENGTH; the name of a body that is called deviation is quoted`)
	}
	text := at.conditions()
	if d.limit, err = limit(text); err != nil {
		return fmt.Errorf(`deviation %q: %w (the name of a body that is called deviation is quoted)`, excerpt(text), err)
	}
	s.deviations = append(s.deviations, d)
	return nil
}

// cutCondition takes a condition apart: a word of small letters and, where it has one, a relation with a length.
func cutCondition(s string) (word, relation, length string, ok bool) {
	word = s[:len(s)-len(strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyz"))]
	rest := s[len(word):]
	if rest == "" {
		return word, "", "", word != ""
	}
	rest = strings.TrimLeft(rest, " \t")
	length = strings.TrimLeft(rest, relations)
	relation = rest[:len(rest)-len(length)]
	length = strings.TrimLeft(length, " \t")
	return word, relation, length, word != "" && relation != "" && length != "" && !strings.ContainsAny(length, " \t"+relations)
}

// relations are the characters of relations.
const relations = "<>="

const expected = "expected touch, inside, ignore, depth <= LIMIT or clearance > LIMIT"

// read reads the conditions of a rule.
func (r *Rule) read(text string) error {
	if text == "" {
		return errors.New("no condition; " + expected)
	}
	var list []string
	for part := range strings.SplitSeq(text, ",") {
		part = strings.Trim(part, blanks)
		word, relation, length, ok := cutCondition(part)
		if !ok {
			return fmt.Errorf("%q; %s", excerpt(part), expected)
		}
		if err := r.condition(word, relation, length); err != nil {
			return err
		}
		list = append(list, strings.TrimSpace(word+" "+relation+" "+length))
	}
	if r.Text = strings.Join(list, ", "); r.Ignore && len(list) > 1 {
		return fmt.Errorf("%q; ignore permits everything and stands alone", excerpt(r.Text))
	}
	return nil
}

// condition adds a condition.
func (r *Rule) condition(word, relation, text string) error {
	switch {
	case word == "clearance" && relation == ">=":
		return fmt.Errorf("clearance >= %s; a pair at exactly %s fails: expected clearance > %s", excerpt(text), excerpt(text), excerpt(text))
	case word == "depth" && relation == "<=":
		return r.Depth.read(word, text)
	case word == "clearance" && relation == ">":
		return r.Clearance.read(word, text)
	case relation != "":
		return fmt.Errorf("%q; %s", excerpt(word+" "+relation+" "+text), expected)
	}
	flag := map[string]*bool{"touch": &r.Touch, "inside": &r.Inside, "ignore": &r.Ignore}[word]
	switch {
	case flag == nil:
		return fmt.Errorf("%q; %s", excerpt(word), expected)
	case *flag:
		return fmt.Errorf("%s is there twice", word)
	}
	*flag = true
	return nil
}

// read reads the length of a condition.
func (l *Limit) read(word, text string) (err error) {
	if l.Given {
		return fmt.Errorf("%s is there twice", word)
	}
	if *l, err = limit(text); err != nil {
		return fmt.Errorf("%s %s: %w", word, excerpt(text), err)
	}
	return nil
}

// limit reads a length.
func limit(text string) (Limit, error) {
	length, err := unit.Parse(text)
	return Limit{Given: true, length: length}, err
}

// excerpt cuts a long word.
func excerpt(s string) string {
	if utf8.RuneCountInString(s) <= maxExcerpt {
		return s
	}
	return string([]rune(s)[:maxExcerpt]) + "…"
}
