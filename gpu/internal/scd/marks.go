package scd

import (
	"fmt"
	"slices"

	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// bytesPerBatch bounds what a batch reads back: what staging memory must hold.
const bytesPerBatch = 32 << 20

// drawAgain finds out which edges the struck triangles hit. A body's rectangle of
// the stencil takes eight triangles a pass, a bit each.
func (e *asking) drawAgain() error {
	for len(e.struck) > 0 && !e.over() {
		n, err := e.drawSome()
		if err != nil {
			return err
		}
		e.struck = slices.Delete(e.struck, 0, n)
		if e.settleFirst() {
			break
		}
	}
	return nil
}

// drawSome draws as many of the struck triangles as a batch may read back, and
// returns how many that is.
func (e *asking) drawSome() (int, error) {
	// Triangles over the same edges come together, eight to a shot.
	slices.SortStableFunc(e.struck, func(a, b visit) int { return e.jobs[a.job].e - e.jobs[b.job].e })
	e.shots = e.shots[:0]
	n, bytes := 0, 0
	for n < len(e.struck) && bytes < bytesPerBatch {
		body := e.jobs[e.struck[n].job].e
		k := 1
		for k < 8 && n+k < len(e.struck) && e.jobs[e.struck[n+k].job].e == body {
			k++
		}
		e.shots = append(e.shots, shot{body: body, visits: e.struck[n : n+k]})
		bytes += e.placed[body].side * e.placed[body].side
		n += k
	}
	a := e.Canvas
	if _, err := a.Reserve(0, drawBytes*n); err != nil {
		return 0, err
	}
	e.fillDraws(e.struck[:n])
	a.Start()
	e.send(0, e.draws)
	first := 0
	for i := range e.shots {
		e.shoot(&e.shots[i], first)
		first += len(e.shots[i].visits)
	}
	if err := a.Run(); err != nil {
		return 0, err
	}
	for i := range e.shots {
		e.develop(&e.shots[i])
	}
	return n, nil
}

// shoot draws up to eight triangles and reads the stencil.
func (e *asking) shoot(s *shot, first int) {
	a := e.Canvas
	a.BeginPass(vulkan.Keep)
	a.SetDrawing(drawTriangle)
	for k := range s.visits {
		a.SetMarks(1 << k)
		a.DrawRectangles(first+k, 1)
	}
	a.EndPass()
	p := e.placed[s.body]
	s.bytes = a.ReadMarks(p.x, p.y, p.side, p.side)
}

// develop turns marks into suspects.
func (e *asking) develop(s *shot) {
	edges := len(e.bodies[s.body].texels)
	for edge, bits := range s.bytes {
		if bits>>len(s.visits) != 0 || edge >= edges && bits != 0 {
			e.faulty = fmt.Errorf("%w: marks %b at edge %d of %d", vulkan.ErrFaulty, bits, edge, edges)
			return
		}
		for k := 0; bits != 0; k, bits = k+1, bits>>1 {
			if bits&1 != 0 {
				v := s.visits[k]
				e.hit(&e.jobs[v.job], edge, uint32(^v.prim))
			}
		}
	}
}
