package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Input is a file that a check has read.
type Input struct {
	Path string
	Sum  [sha256.Size]byte
}

// Hex is the SHA-256 of the file as programs print it.
func (i *Input) Hex() string { return hex.EncodeToString(i.Sum[:]) }

// unsafe are the characters that sha256sum escapes in a name.
var unsafe = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)

// line is what sha256sum prints about the file. A line with an escaped name begins with a backslash.
func (i *Input) line() string {
	path := filepath.ToSlash(i.Path)
	name := unsafe.Replace(path)
	if name != path {
		return `\` + i.Hex() + "  " + name + "\n"
	}
	return i.Hex() + "  " + name + "\n"
}

// SortInputs orders files by their paths as reports write them.
func SortInputs(list []Input) {
	slices.SortFunc(list, func(a, b Input) int { return cmp.Compare(filepath.ToSlash(a.Path), filepath.ToSlash(b.Path)) })
}

// InputsHash is the SHA-256 of the lines "HASH  PATH" of the input files in their order, which is what sha256sum prints about them. It is ""
// where the files are not known.
func (c *Check) InputsHash() string {
	if len(c.Inputs) == 0 {
		return ""
	}
	h := sha256.New()
	for i := range c.Inputs {
		_, _ = io.WriteString(h, c.Inputs[i].line()) // a hash takes everything
	}
	return hex.EncodeToString(h.Sum(nil))
}

// DateText is a date as reports print it, to the minute.
func DateText(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") + " UTC" }

// MadeBy states what made a report, when, where a date is given, and from which files. It is "" where nothing of that is known.
func (c *Check) MadeBy(date time.Time) string {
	if c.Version == "" || len(c.Inputs) == 0 {
		return ""
	}
	s := "collide " + c.Version
	if !date.IsZero() {
		s += ", " + DateText(date)
	}
	return s + ", " + count(len(c.Inputs), "input file") + ", SHA-256 of their list " + c.InputsHash()
}

// made are the last lines of a summary: which program made it, and from which files.
func (m *summary) made() string {
	if made := m.c.MadeBy(m.c.Date); made != "" {
		return "\n" + code(made) + "\n"
	}
	return ""
}
