package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/proof"
)

// inside returns an error unless what verifiers will find is what the engine found: which of two bodies lies in the other.
func (p *proofFile) inside(with *proof.Prover, i, j int, pose *geom.Pose, want collide.Side) error {
	side, err := with.Inside(p.meshes[i], p.meshes[j], pose, &p.bodies[j].Pose)
	if found := map[int]collide.Side{1: collide.AInside, -1: collide.BInside}[side]; err == nil && found != want {
		err = fmt.Errorf("which of the two lies in the other: %q was found, and verifiers would find %q", want, found)
	}
	return err
}

// insideOf is what was found of two bodies without contacts; pairs are sorted.
func insideOf(pairs []collide.Pair, i, j int) collide.Side {
	k, found := slices.BinarySearchFunc(pairs, [2]int{i, j}, func(p collide.Pair, at [2]int) int {
		return cmp.Or(cmp.Compare(p.A, at[0]), cmp.Compare(p.B, at[1]))
	})
	if !found {
		return collide.NotInside
	}
	return pairs[k].Inside
}
