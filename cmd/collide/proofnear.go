package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/report"
)

// within asks which triangles are within the clearance of a check that is complete, and which itself asks which bodies are. The two
// must agree.
func (p *proofFile) within(ctx context.Context, d *collide.Detector, c *report.Check, spent *account) error {
	if p == nil || p.reach == 0 {
		return nil
	}
	spent.spend(d) // what the distances took
	err := spent.limit(d)
	if err == nil {
		var found *collide.Result
		if found, err = d.Within(ctx, p.reach); err == nil {
			p.near = slices.Clone(found.Contacts)
			return p.agree(c.Clearance.Near)
		}
	}
	if errors.Is(err, collide.ErrIncomplete) {
		c.Err, err = spent.whole(err), nil // the answer stands, the proof is missing
	}
	return err
}

// agree returns an error unless the bodies that are near are those that have triangles that are.
func (p *proofFile) agree(near []collide.Distance) error {
	pairs := byPair(p.near)
	same := len(pairs) == len(near)
	for i := range near {
		same = same && pairs[[2]int{near[i].A, near[i].B}] != nil
	}
	if !same {
		return fmt.Errorf("--proof: %d pairs of bodies are at most %v apart, and other ones, %d, have triangles that are", len(near), p.reach, len(pairs))
	}
	return nil
}
