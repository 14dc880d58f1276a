package report

import (
	"fmt"
	"io"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/quote"
)

// Moving is the answer to one query of continuous collision detection.
type Moving struct {
	// Index counts the queries of the list from 0.
	Index int
	// Contact is at a time from T0 to T1 first.
	Contact bool
	T0, T1  float64
}

// MovingEnd is what there is to say of a list of queries as a whole.
type MovingEnd struct {
	// Queries were answered, Touching of them have a contact.
	Queries, Touching int
	// Err is why not all queries of the list were answered, nil where they were.
	Err error
}

// MovingList writes answers as they come. Writes are buffered until Flush.
type MovingList struct {
	out
	json bool
	p    paint
}

// NewMovingList writes text, or JSON with an object a line.
func NewMovingList(w io.Writer, json, color bool) *MovingList {
	return &MovingList{newOut(w), json, palette(color)}
}

// Answer writes the answer to a query.
func (l *MovingList) Answer(m Moving) error {
	verdict := collide.Free
	if m.Contact {
		verdict = collide.InContact
	}
	if l.json {
		l.putf(`{"schema": %d, "query": %d, "verdict": "%v", "contact": %t`, quote.Schema, m.Index, verdict, m.Contact)
		if m.Contact {
			l.putf(`, "t0": %s, "t1": %s`, decimal(m.T0), decimal(m.T1))
		}
		l.put("}\n")
		return l.err()
	}
	when := ""
	switch {
	case m.Contact && m.T0 == m.T1:
		when = " at " + decimal(m.T0)
	case m.Contact:
		when = fmt.Sprintf(" between %s and %s", decimal(m.T0), decimal(m.T1))
	}
	l.putf("query %d: %s%s\n", m.Index, l.p.word(verdict), when)
	return l.err()
}

// End writes what follows the last answer: in JSON only why there are not more.
func (l *MovingList) End(e *MovingEnd) error {
	switch {
	case !l.json && e.Err != nil:
		l.putf("%s, %d in contact (incomplete: %s)\n", count(e.Queries, "query"), e.Touching, ReasonOf(e.Err))
	case !l.json:
		l.putf("%s, %d in contact\n", count(e.Queries, "query"), e.Touching)
	case e.Err != nil:
		l.putf(`{"schema": %d, "verdict": "unknown", "complete": false, "reason": %s, "queries": %d}`+"\n", quote.Schema, quote.JSON(ReasonOf(e.Err)), e.Queries)
	}
	return l.Flush()
}

// Flush writes what is buffered.
func (l *MovingList) Flush() error { return l.flush() }
