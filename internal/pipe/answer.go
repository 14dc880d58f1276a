package pipe

import (
	"context"
	"errors"
	"slices"

	"github.com/collide-go/collide"
)

// answerRow answers one row, and adds its contacts and pairs to f. An error that wraps
// ErrIncomplete comes with what is known of the row.
func (s *session) answerRow(ctx context.Context, d *member, q *query, i int, f *found) (row, error) {
	for k, body := range q.bodies {
		d.moved[int(body)] = true
		if err := d.SetPose(int(body), q.pose(i, k)); err != nil {
			return row{}, err
		}
	}
	d.SetBudget(collide.Budget{Steps: s.opened.Budget.Steps})
	var a row
	var err error
	if q.ask&askDistance != 0 {
		a.distance, a.measured, err = d.Distance(ctx)
	}
	if q.ask&askClearance != 0 && goesOn(err) {
		var c *collide.Result
		c, failed := d.Within(ctx, q.clearance)
		if err = errors.Join(err, failed); c != nil {
			a.near, a.within = c.Verdict, len(c.Contacts)
			if q.ask&askHashes != 0 && failed == nil {
				a.nearHash = c.Hash()
			}
		}
	}
	if !goesOn(err) {
		return a, err
	}
	r, failed := d.Detect(ctx)
	if err = errors.Join(err, failed); r == nil {
		return a, err
	}
	a.verdict, a.contacts = r.Verdict, len(r.Contacts)
	if q.ask&askHashes != 0 && failed == nil {
		a.hash = r.Hash()
	}
	if q.ask&askContacts != 0 {
		f.contacts = append(f.contacts, r.Contacts...)
	}
	if q.ask&askPairs != 0 {
		a.pairs = len(r.Pairs)
		for i := range r.Pairs {
			f.pairs = encodePair(f.pairs, &r.Pairs[i], s.depths)
		}
	}
	return a, err
}

// goesOn reports whether what is left of a row is worth asking: it is after a question that could
// not be decided.
func goesOn(err error) bool { return err == nil || errors.Is(err, collide.ErrUndecided) }

// member is a detector and the bodies that are not where the setup places them.
type member struct {
	*collide.Detector
	moved map[int]bool
}

// reset puts the bodies that a query does not move where the setup places them: a row depends on
// nothing that was asked before, whichever detector answers it.
func (d *member) reset(q *query, o *Opened) error {
	for body := range d.moved {
		if slices.Contains(q.bodies, uint32(body)) {
			continue
		}
		if err := d.SetPose(body, o.Poses[body]); err != nil {
			return err
		}
		delete(d.moved, body)
	}
	return nil
}
