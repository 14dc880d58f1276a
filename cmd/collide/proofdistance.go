package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
)

// besideDistanceProof are the flags of distance that --proof takes. Others change what is measured.
var besideDistanceProof = []string{
	"proof", "all", "allow", "method", "workers", "budget", "format", "out", "root", "unit", "split", "max-bodies", "max-triangles",
}

// checkDistanceProof returns what a proof of distances cannot be asked together with.
func checkDistanceProof(c *cobra.Command, file string) error {
	if other := otherFlag(c, besideDistanceProof); file != "" && other != "" {
		return fmt.Errorf("--proof with --%s; expected one of them: a proof is of the exact distances of surfaces", other)
	}
	return nil
}

// passedOver returns the pairs that are permitted to touch, ascending: nothing is said of their distance, unless it is asked for.
func passedOver(f *distanceFlags, allowed [][2]int) (list [][2]int) {
	if f.all {
		return nil
	}
	for _, p := range allowed {
		list = append(list, [2]int{min(p[0], p[1]), max(p[0], p[1])})
	}
	slices.SortFunc(list, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(list)
}

// distances proves what was measured, and puts the proof in its place.
func (p *proofFile) distances(ctx context.Context, d *report.Distances) error {
	measured, least := map[[2]int]*collide.Distance{}, math.Inf(1)
	for i := range d.List {
		r := &d.List[i]
		measured[[2]int{r.A, r.B}], least = r, min(least, r.Value)
	}
	var prover proof.Prover
	for i, j := range p.eachPair {
		bounds := proof.Around(least) // of a pair that was not measured, since another one is as near
		if bounds.Hi = math.Inf(1); measured[[2]int{i, j}] != nil {
			r := measured[[2]int{i, j}]
			bounds = proof.Around(r.Value)
			bounds.Witness = proof.Contact{uint32(max(r.TriA, 0)), uint32(max(r.TriB, 0))} // a solid has one part
		}
		steps, err := prover.Distance(ctx, p.meshes[i], p.meshes[j], &p.bodies[i].Pose, &p.bodies[j].Pose, bounds)
		if err != nil && ctx.Err() == nil {
			return fmt.Errorf("the distance of %s and %s cannot be proven: %w", quote.Name(p.bodies[i].Name), quote.Name(p.bodies[j].Name), err)
		} else if err != nil {
			return err
		}
		p.frame = append(p.frame, steps...)
	}
	if err := p.w.Frame(nil, p.frame); err != nil {
		return err
	}
	return p.commit()
}

// proveDistances proves what was measured.
func (a *app) proveDistances(ctx context.Context, p *proofFile, d *report.Distances) error {
	if p == nil {
		return nil
	}
	err := provingError(ctx, p.distances(ctx, d))
	if errors.Is(err, collide.ErrIncomplete) {
		d.Err, err = err, nil // the answer stands, the proof is missing
	}
	return err
}
