package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/report"
)

func eachFlag(c *cobra.Command, each *bool) {
	c.Flags().BoolVar(each, "each", false, "of a motion with a contact also when each other pair first touches")
}

// checkEach returns what the first contacts of all pairs cannot be asked together with.
func checkEach(each, motions bool, rules string) error {
	switch {
	case !each:
		return nil
	case !motions:
		return errors.New("--each without a motion; expected --to, or --continuous of a trajectory: poses and states list all their pairs")
	case rules != "":
		return errors.New("--each with --rules; expected one of them: rules list the contacts that they permit, and the first that they do not")
	}
	return nil
}

// addEach adds the first contact of every pair to a motion that has a contact. The bodies are anywhere afterwards. The error wraps
// collide.ErrIncomplete where the search was cut short; what is undecided is in the list.
func (a *account) addEach(d bounded, s *report.Segment, move func(gaps collide.Gaps) (collide.Impact, error)) (err error) {
	if s.Impact.Verdict != collide.InContact {
		return nil
	}
	s.Each, err = collide.Gaps{}.Each(func(gaps collide.Gaps) (collide.Impact, error) {
		if err := a.limit(d); err != nil {
			return collide.Impact{T1: 1, A: -1, B: -1, TriA: -1, TriB: -1, Reason: report.ReasonOf(err)}, err
		}
		i, err := move(gaps)
		a.spend(d)
		if err = a.whole(err); err != nil {
			i.Reason = report.ReasonOf(err)
		}
		return i, err
	})
	if errors.Is(err, collide.ErrUndecided) {
		return nil
	}
	return err
}
