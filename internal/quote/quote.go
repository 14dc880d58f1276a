// Package quote makes text from outside fit to print: names of bodies and parts,
// paths, words of input files, causes of errors. Such text may hold line ends,
// escape sequences and characters that turn the direction of writing, and a
// continuous-integration service takes some lines of output as commands
// ("::error::…", "##[error]…", "##vso[…]…"). What this package returns has
// neither: it stays on its line and shows what it is.
//
// Every writer of reports, errors, logs and progress passes such text through
// here. Strings of JSON keep their value: JSON changes how they are written only.
package quote

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Name returns a name or path as it is if it can stand in a line of text, and as a
// Go string literal otherwise: if it is empty, begins with a double quote, begins
// or ends with a space, holds what [strconv.IsPrint] does not print or bytes that
// are not UTF-8, or could be read as a command. A name that begins with a double
// quote is thus always a literal.
func Name(s string) string {
	if s == "" || s[0] == '"' || s[0] == ' ' || s[len(s)-1] == ' ' || !plain(s) {
		return `"` + escape(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)) + `"`
	}
	return s
}

// Line returns a line of text, such as the message of an error, with what it must
// not hold escaped as in a Go string literal. Quoting it twice changes nothing more.
func Line(s string) string {
	if plain(s) {
		return s
	}
	return escape(s)
}

// plain reports whether a text can be printed as it is.
func plain(s string) bool {
	i := 0
	for i < len(s) && ' ' <= s[i] && s[i] <= '~' {
		i++
	}
	for _, r := range s[i:] {
		// A byte that is not UTF-8 decodes to U+FFFD; escape keeps the two apart.
		if !strconv.IsPrint(r) || r == utf8.RuneError {
			return false
		}
	}
	return !command(s)
}

// command reports whether a service may take a line that begins with s, or holds
// it, as a command: GitHub's begin with "::" after blanks, and those of GitHub,
// Azure and TeamCity begin with "##" anywhere in a line.
func command(s string) bool {
	return strings.HasPrefix(strings.TrimLeft(s, " "), "::") || strings.Contains(s, "##")
}

// escape replaces what must not be printed.
func escape(s string) string {
	var b strings.Builder
	colon := -1 // where a command begins
	if t := strings.TrimLeft(s, " "); strings.HasPrefix(t, "::") {
		colon = len(s) - len(t)
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteString(`\x` + hex(uint32(s[i]), 2))
		case i == colon, r == '#' && strings.HasPrefix(s[i+1:], "#"):
			b.WriteString(`\x` + hex(uint32(r), 2))
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteString(literal(r))
		}
		i += n
	}
	return b.String()
}

// literal returns the escape sequence of a rune that is not printed.
func literal(r rune) string {
	s := strconv.QuoteRuneToASCII(r)
	return s[1 : len(s)-1]
}

// hex returns the digits of x in lower case.
func hex(x uint32, digits int) string {
	s := strconv.FormatUint(uint64(x), 16)
	return strings.Repeat("0", digits-len(s)) + s
}
