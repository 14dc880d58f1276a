package pipe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/procs"
)

// chunkRows is the number of rows that a detector answers in one go.
const chunkRows = 256

// maxContacts bounds the contacts of one message: 64 MiB. A row that has more has a message
// of its own.
const maxContacts = 4 << 20

// chunk is some rows of a query and, once ready is closed, their answers.
type chunk struct {
	first, last int
	messages    [][]byte
	unknown     []unknownRow
	// answered is the number of rows that have an answer; err is what ended the chunk before its
	// last row.
	answered int
	err      error
	ready    chan struct{}
}

// unknownRow is why a row could not be decided.
type unknownRow struct {
	Row    int    `json:"row"`
	Reason string `json:"reason"`
}

// done is the payload of msgDone. Rows counts those that were answered: all of them if the query
// is complete. Cut is set if budget, interruption or a lost device ended it, within its last row or
// after it. Unknown lists rows that were answered but could not be decided.
type done struct {
	Rows     int          `json:"rows"`
	Complete bool         `json:"complete"`
	Cut      bool         `json:"cut,omitempty"`
	Reason   string       `json:"reason,omitempty"`
	Unknown  []unknownRow `json:"unknown,omitempty"`
}

// query answers msgQuery.
func (s *session) query(ctx context.Context, payload []byte) error {
	if s.opened == nil {
		return s.refuse(errors.New("a query before a setup"))
	}
	if n := len(s.opened.Bodies); n < 2 {
		return s.refuse(fmt.Errorf("%d body; expected two or more", n))
	}
	q, err := decodeQuery(payload, s.opened.Bodies)
	if err != nil {
		return s.fault(err)
	}
	run := s.run
	if q.rows <= chunkRows {
		run = s.runHere
	}
	ctx, cancel := s.timed(ctx)
	defer cancel()
	d, err := run(ctx, q)
	if err != nil || d == nil { // nil: refused
		return err
	}
	return s.finish(d)
}

// fault ends the session for a fault of the message, and refuses what else is wrong.
func (s *session) fault(err error) error {
	if bad := (*Error)(nil); errors.As(err, &bad) {
		return err
	}
	return s.refuse(err)
}

// timed gives a query its time.
func (s *session) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.opened.Budget.Time == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, s.opened.Budget.Time, collide.ErrBudget)
}

// finish reports the end of a query.
func (s *session) finish(d *done) error {
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	return s.send(msgDone, text)
}

// runHere answers few rows, without goroutines of its own: a
// single question takes less time than goroutines take to wake.
func (s *session) runHere(ctx context.Context, q *query) (*done, error) {
	c := &chunk{last: q.rows, ready: make(chan struct{})}
	if err := s.detectors[0].reset(q, s.opened); err != nil {
		return nil, s.refuse(err)
	}
	s.answer(ctx, s.detectors[0], q, c)
	order := make(chan *chunk, 1)
	order <- c
	close(order)
	return s.deliver(q, order)
}

// run answers many rows, with a detector for each worker.
func (s *session) run(parent context.Context, q *query) (*done, error) {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	work, order := make(chan *chunk), make(chan *chunk, 4*s.opened.Workers)
	detectors, err := s.crew()
	if err != nil {
		return nil, s.refuse(err)
	}
	for _, d := range detectors {
		if err := d.reset(q, s.opened); err != nil {
			return nil, s.refuse(err)
		}
	}
	var running []chan struct{}
	for _, d := range detectors {
		ended := make(chan struct{})
		running = append(running, ended)
		go func() {
			defer close(ended)
			for c := range work {
				s.answer(ctx, d, q, c)
			}
		}()
	}
	go deal(ctx, q.rows, work, order)
	result, err := s.deliver(q, order)
	cancel()
	for _, ended := range running {
		<-ended
	}
	return result, err
}

// deal hands out the rows in chunks until the context ends.
func deal(ctx context.Context, rows int, work, order chan<- *chunk) {
	defer close(work)
	defer close(order)
	for first := 0; first < rows; first += chunkRows {
		c := &chunk{first: first, last: min(first+chunkRows, rows), ready: make(chan struct{})}
		select {
		case order <- c:
		case <-ctx.Done():
			return
		}
		select {
		case work <- c:
		case <-ctx.Done():
			c.err = collide.Interrupted(ctx)
			close(c.ready)
			return
		}
	}
}

// crew returns a detector of one worker for each worker; the first one, for few rows, has them all.
func (s *session) crew() ([]*member, error) {
	if s.opened.Workers == 1 {
		return s.detectors[:1], nil
	}
	for len(s.detectors) < 1+s.opened.Workers {
		d, err := s.opened.Detector(1)
		if err != nil {
			return nil, err
		}
		s.detectors = append(s.detectors, &member{d, map[int]bool{}})
	}
	return s.detectors[1:], nil
}

// answer works through a chunk.
func (s *session) answer(ctx context.Context, d *member, q *query, c *chunk) {
	defer close(c.ready)
	var rows []row
	var f found
	first := c.first
	flush := func() {
		msg := encode(procs.Begin(nil, msgRows), q.ask, first, rows, &f)
		c.messages, c.answered = append(c.messages, msg), c.answered+len(rows)
		first, rows, f.contacts, f.pairs = first+len(rows), rows[:0], f.contacts[:0], f.pairs[:0]
	}
	for i := c.first; i < c.last && c.err == nil; i++ {
		r, err := s.answerRow(ctx, d, q, i, &f)
		if reason := undecided(err); reason != "" {
			c.unknown, err = append(c.unknown, unknownRow{i, reason}), nil
		}
		c.err = err
		if err != nil && !errors.Is(err, collide.ErrIncomplete) {
			break // the row has no answer
		}
		if rows = append(rows, r); len(f.contacts) > maxContacts {
			flush()
		}
	}
	if len(rows) > 0 {
		flush()
	}
}

// undecided returns why a row could not be decided, "" for one that was or that was cut short.
func undecided(err error) string {
	var e *collide.IncompleteError
	if errors.Is(err, collide.ErrUndecided) && errors.As(err, &e) {
		return e.Reason
	}
	return ""
}

// deliver sends the answers in order. It returns nil for a query that was refused on the way.
func (s *session) deliver(q *query, order <-chan *chunk) (*done, error) {
	d := &done{}
	for c := range order {
		if err := s.await(c); err != nil {
			return nil, err
		}
		for _, m := range c.messages {
			if err := s.write(m); err != nil {
				return nil, err
			}
		}
		d.Rows += c.answered
		d.Unknown = append(d.Unknown, c.unknown...)
		switch {
		case errors.Is(c.err, collide.ErrIncomplete):
			d.Cut, d.Reason = true, reason(c.err)
			return d, nil
		case c.err != nil:
			return nil, s.refuse(fmt.Errorf("row %d: %w", d.Rows, c.err))
		}
	}
	if d.Rows < q.rows {
		d.Cut, d.Reason = true, "interrupted"
		return d, nil
	}
	d.Complete = len(d.Unknown) == 0
	if !d.Complete {
		d.Reason = d.Unknown[0].Reason
	}
	return d, nil
}

// await waits for a chunk, not without handing on what was there before.
func (s *session) await(c *chunk) error {
	select {
	case <-c.ready:
		return nil
	default:
	}
	err := s.flush()
	<-c.ready
	return err
}

func reason(err error) string {
	var e *collide.IncompleteError
	if errors.As(err, &e) {
		return e.Reason
	}
	return err.Error()
}
