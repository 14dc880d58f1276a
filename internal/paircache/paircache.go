// Package paircache keeps what pairs of bodies do to each other from one check to the next.
//
// A file has a line an entry: a key, the answer, and a checksum over both. The key is a hash of everything that the answer follows
// from. A line that does not parse, or whose checksum is wrong, is as if it were not there.
package paircache

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"io"
	"slices"

	"github.com/collide-go/collide"
)

const (
	// maxLine is the most bytes of a line, 64 MiB, that of a pair of about four million contacts.
	maxLine = 1 << 26
	// MaxBytes is the most bytes of a file, 512 MiB.
	MaxBytes = 1 << 29
)

// Key is the hash of what an answer follows from.
type Key [sha256.Size]byte

// Cache holds answers by their keys.
type Cache struct {
	lines map[Key]string // as they are written
	order []Key
	used  map[Key]bool
}

// Read reads a cache. Lines that are damaged are left out; an error is that of reading, and leaves what was read before it.
func Read(r io.Reader) (*Cache, error) {
	c := &Cache{lines: map[Key]string{}, used: map[Key]bool{}}
	lines := bufio.NewScanner(io.LimitReader(r, MaxBytes))
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		if k, _, ok := parse(lines.Bytes()); ok {
			c.keep(k, lines.Text())
		}
	}
	if err := lines.Err(); !errors.Is(err, bufio.ErrTooLong) { // what follows such a line is computed again
		return c, err
	}
	return c, nil
}

// keep adds a line. The first of a key counts.
func (c *Cache) keep(k Key, line string) {
	if _, ok := c.lines[k]; !ok {
		c.lines[k] = line
		c.order = append(c.order, k)
	}
}

// Get returns the answer of a key for bodies a and b, and false where the cache has none.
func (c *Cache) Get(k Key, a, b int) (collide.Pair, bool) {
	line, ok := c.lines[k]
	if !ok {
		return collide.Pair{}, false
	}
	_, payload, ok := parse([]byte(line))
	if !ok {
		return collide.Pair{}, false
	}
	p, ok := decode(payload, a, b)
	c.used[k] = ok
	return p, ok
}

// Put adds an answer. It reports whether it is one that a cache keeps: of a kind that bounds what two closed bodies share, with
// nothing left undecided.
func (c *Cache) Put(k Key, p *collide.Pair) bool {
	if !Keeps(p) {
		return false
	}
	c.keep(k, "")
	c.lines[k], c.used[k] = string(line(k, encode(p))), true
	return true
}

// Keeps reports whether an answer is one that a cache keeps.
func Keeps(p *collide.Pair) bool {
	closed := p.Kind == collide.Touch || p.Kind == collide.Penetrate || p.Kind == collide.Inside
	return closed && p.A != p.B && p.Verdict == collide.InContact && p.Reason == ""
}

// Fits reports whether a pair can be an answer about two meshes of so many triangles: what is wrong in a file must not
// break a report.
func Fits(p *collide.Pair, trianglesA, trianglesB int) bool {
	in := 0
	for i := range p.Pieces {
		if in += len(p.Pieces[i].Contacts); !ascend(p.Pieces[i].Contacts, trianglesA, trianglesB) {
			return false
		}
	}
	inside := p.Kind == collide.Inside
	ordered := 0 <= p.Depth[0] && p.Depth[0] <= p.Depth[1] && 0 <= p.Width[0] && p.Width[0] <= p.Width[1]
	return ordered && in == len(p.Contacts) && ascend(p.Contacts, trianglesA, trianglesB) &&
		inside == (p.Inside != collide.NotInside) && inside == (len(p.Contacts) == 0)
}

// ascend reports whether contacts are sorted and of two meshes of so many triangles.
func ascend(list []collide.Contact, trianglesA, trianglesB int) bool {
	for i, c := range list {
		if int64(c.TriA) >= int64(trianglesA) || int64(c.TriB) >= int64(trianglesB) || i > 0 && list[i-1].Compare(c) >= 0 {
			return false
		}
	}
	return true
}

// Write writes the cache: the answers that were used or added first, then others as far as they fit.
func (c *Cache) Write(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16)
	left := MaxBytes
	for _, used := range []bool{true, false} {
		for _, k := range c.order {
			if n := len(c.lines[k]) + 1; c.used[k] == used && n <= left {
				_, _ = b.WriteString(c.lines[k] + "\n") // the buffer keeps its error
				left -= n
			}
		}
	}
	return b.Flush()
}

// line returns a line: key, payload, checksum.
func line(k Key, payload []byte) []byte {
	text := append(hex.AppendEncode(nil, k[:]), ' ')
	text = append(base64.StdEncoding.AppendEncode(text, payload), ' ')
	return hex.AppendEncode(text, sum(k, payload))
}

func sum(k Key, payload []byte) []byte {
	h := sha256.New()
	_, _ = h.Write(k[:]) // a hash takes everything
	_, _ = h.Write(payload)
	return h.Sum(nil)
}

// parse returns the key and the payload of a line, and false for one that is damaged.
func parse(text []byte) (k Key, payload []byte, ok bool) {
	parts := bytes.Split(text, []byte(" "))
	if len(parts) != 3 || len(parts[0]) != hex.EncodedLen(len(k)) {
		return k, nil, false
	}
	_, errKey := hex.Decode(k[:], parts[0])
	payload, err := base64.StdEncoding.AppendDecode(nil, parts[1])
	check, errSum := hex.AppendDecode(nil, parts[2])
	return k, payload, errKey == nil && err == nil && errSum == nil && bytes.Equal(check, sum(k, payload))
}

// encode writes an answer without the numbers of the bodies.
func encode(p *collide.Pair) []byte {
	var b bytes.Buffer
	q := renumbered(p, 0, 0)
	if err := gob.NewEncoder(&b).Encode(&q); err != nil {
		panic("paircache: " + err.Error()) // a struct of numbers and strings always encodes
	}
	return b.Bytes()
}

// decode reads an answer for bodies a and b.
func decode(payload []byte, a, b int) (collide.Pair, bool) {
	var p collide.Pair
	if err := gob.NewDecoder(bytes.NewReader(payload)).Decode(&p); err != nil {
		return collide.Pair{}, false
	}
	return renumbered(&p, a, b), Keeps(&collide.Pair{B: 1, Kind: p.Kind, Verdict: p.Verdict, Reason: p.Reason})
}

// renumbered returns a copy of an answer for bodies a and b, without permission.
func renumbered(p *collide.Pair, a, b int) collide.Pair {
	q := *p
	q.A, q.B, q.Allowed = a, b, false
	q.Contacts = numbered(p.Contacts, a, b)
	q.Pieces = slices.Clone(p.Pieces)
	for i := range q.Pieces {
		q.Pieces[i].Contacts = numbered(p.Pieces[i].Contacts, a, b)
	}
	return q
}

func numbered(list []collide.Contact, a, b int) []collide.Contact {
	list = slices.Clone(list)
	for i := range list {
		list[i].BodyA, list[i].BodyB = uint32(a), uint32(b)
	}
	return list
}
