package aabb

import (
	"errors"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/gpu/internal/models"
	"github.com/collide-go/collide/gpu/internal/query"
	"github.com/collide-go/collide/gpu/internal/vulkan"
	"github.com/collide-go/collide/internal/world"
)

// mostPoses is the number of poses that one batch looks at; half as many, and so on, where their streams are longer than buffers may be.
const mostPoses = 1 << 12

// Poses implements query.PosePhase: as many of the poses as one batch holds, each a pair of bodies of the same descent.
func (p *Triangles) Poses(w *world.World, poses []geom.Pose, words []uint32) (int, error) {
	for most := min(len(poses), mostPoses); ; most /= 2 {
		err := p.poses(w, poses[:most], words[:most])
		if !errors.Is(err, vulkan.ErrLimit) || most < 2 {
			return most, err
		}
	}
}

func (p *Triangles) poses(w *world.World, poses []geom.Pose, words []uint32) error {
	levels := p.place(w, poses, words)
	if len(p.records) == 0 {
		return nil
	}
	n := len(p.records)
	if err := p.words.Grow(4 * n); err != nil {
		return err
	}
	if err := p.reserve(levels); err != nil {
		return err
	}
	p.judged = append(p.judged[:0], make([]uint32, n)...)
	for sent, fits := false, false; !fits; sent = true {
		p.descend(levels, sent)
		p.batch.Fill(p.words, 0, 4*n, 0)
		p.geometry.Judge(p.batch, p.recordsOn, p.args, p.Candidates, p.words)
		p.batch.Read(vulkan.BytesOf(p.judged), p.words, 0)
		if err := p.batch.Run(); err != nil {
			return err
		}
		var err error
		if fits, err = p.fits(); (err != nil || !fits) && p.Trees.Refitting() {
			return query.ErrAgain
		} else if err != nil {
			return err
		}
	}
	for k, i := range p.posed {
		words[i] = p.judged[k]
	}
	return nil
}

// place fills the records of the poses in which the bodies' boxes meet, and clears the words of all.
func (p *Triangles) place(w *world.World, poses []geom.Pose, words []uint32) (levels int) {
	p.records, p.roots, p.posed = p.records[:0], p.roots[:0], p.posed[:0]
	clear(words)
	moved := *w.Surface(0)
	for i := range poses {
		var r models.PairRecord
		if moved.SetPose(&poses[i]); r.SetPosed(w, p.geometry, &moved) {
			levels = p.add(&r, w.Model(0), w.Model(1))
			p.posed = append(p.posed, i)
		}
	}
	return max(levels, 1)
}
