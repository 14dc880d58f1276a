package scd

import (
	"slices"

	"github.com/collide-go/collide/gpu/internal/vulkan"
)

// loadedBody is which edges a body's place in the textures holds, and their
// depths' factor.
type loadedBody struct {
	body, serial int
	far          float32
}

// load puts the edges of the next jobs' bodies into the textures, and their ends
// into the depth buffer, and returns how many jobs that is.
func (e *asking) load(from int) (jobs int, err error) {
	clear(e.in)
	e.sides, e.want = e.sides[:0], e.want[:0]
	for _, j := range e.jobs[from:] {
		if !e.in[j.e] {
			e.sides = append(e.sides, textureSide(len(e.bodies[j.e].texels)))
			w := room(e.sides, e.most)
			area := 0
			for _, s := range e.sides {
				area += s * s
			}
			if len(e.sides) > 1 && w >= e.most && 2*area+w*slices.Max(e.sides) > w*w {
				break
			}
			e.in[j.e] = true
			e.want = append(e.want, loadedBody{j.e, e.bodies[j.e].serial, e.far})
		}
		jobs++
	}
	e.sides = e.sides[:len(e.want)]
	most := room(e.sides, e.most)
	lost, err := e.Canvas.Reserve(most, drawBytes*len(e.want))
	if err != nil || !lost && slices.Equal(e.want, e.loaded) {
		return jobs, err
	}
	e.loaded = append(e.loaded[:0], e.want...)
	return jobs, e.fillTextures(most)
}

func (e *asking) fillTextures(most int) error {
	a := e.Canvas
	places, height, _ := e.pack(e.sides, most)
	wide := width(places)
	a.Start()
	origs, dirs := a.WriteTextures(wide, height)
	for i := range e.want {
		b, p := e.want[i].body, places[i]
		e.placed[b] = p
		for k := range p.side * p.side {
			at := (p.y+k/p.side)*wide + p.x + k%p.side
			putTexel(origs, dirs, at, e.bodies[b].texels, k)
		}
	}
	e.send(0, append(e.draws[:0], all(wide, height, e.far)))
	a.BeginPass(vulkan.Fresh)
	a.SetDrawing(drawFill)
	a.DrawRectangles(0, 1)
	a.EndPass()
	return a.Run()
}

// putTexel writes texel k of a stream, or one that hits nothing.
func putTexel(origs, dirs [][4]float32, at int, texels []edgeTexel, k int) {
	if k >= len(texels) {
		origs[at], dirs[at] = [4]float32{}, [4]float32{3: -1}
		return
	}
	t := &texels[k]
	origs[at] = [4]float32{t.orig[0], t.orig[1], t.orig[2]}
	dirs[at] = [4]float32{t.dir[0], t.dir[1], t.dir[2], t.len}
}
