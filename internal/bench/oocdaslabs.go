package bench

import (
	"context"
	"fmt"
	"strings"
	"unsafe"

	"github.com/collide-go/collide/internal/measure"
	"github.com/collide-go/collide/internal/tape"
	"github.com/collide-go/collide/internal/tree"
	"github.com/collide-go/collide/internal/volume"
)

// slabKind is a k-DOP as the serial method runs it, and what was measured of it, frame by frame.
type slabKind struct {
	k, bytes int
	// build makes the trees for all bodies, and pass, which measures one frame of them.
	build func(*calibration)
	pass  func(*stint)
	spent []float64
	sum   stint
}

// kDOP is a k-DOP without trees.
func kDOP[S volume.Slabs]() *slabKind {
	var d volume.KDOP[S]
	kind := &slabKind{k: 2 * len(d.Min), bytes: int(unsafe.Sizeof(d))}
	kind.build = func(c *calibration) {
		h := grown[volume.KDOP[S]](c, func(s *tree.Soup) *tree.Of[volume.KDOP[S]] { return tree.BuildKDOP[S](s, tree.DOPOptions{}) }, tree.RefitKDOP[S])
		kind.pass = func(s *stint) { h.pass(c, s) }
	}
	return kind
}

// paperK is the k that the paper chose.
const paperK = 18

// slabKinds are the k that are compared.
func slabKinds() []*slabKind {
	return []*slabKind{kDOP[[3]float64](), kDOP[[7]float64](), kDOP[[9]float64](), kDOP[[12]float64](), kDOP[[13]float64]()}
}

// slabs compares k-DOPs by k, all by the same code: refitted in the world and descended by
// one thread in plain Go, as scda does it.
func (e *oocdaExperiment) slabs(ctx context.Context) error {
	bodies, frames := choose(e.Options, 30, 600, 1500), choose(e.Options, 3, 24, 120)
	kinds := slabKinds()
	var d disturbance
	err := e.tape.Do("slabs", func() error {
		s, err := newScenario(ctx, e.crowd(bodies, 0, 3))
		if err != nil {
			return err
		}
		c := newCalibration(s)
		for _, k := range kinds {
			k.build(c)
		}
		d, err = e.window(func() error { return e.runSlabs(ctx, c, kinds, frames) }, func() error { return nil })
		return err
	}, func(p *tape.Part) {
		d.figures(p)
		for _, k := range kinds {
			k.figures(p)
		}
	})
	if err != nil {
		return err
	}
	e.addSlabs(kinds, frames, bodies, d)
	return nil
}

// figures lists what was measured of a k-DOP.
func (k *slabKind) figures(p *tape.Part) {
	subject := fmt.Sprintf("k = %d", k.k)
	p.Figure(subject, "seconds, by frame", &k.spent)
	p.Figure(subject, "seconds updating", &k.sum.updating)
	p.Figure(subject, "seconds descending", &k.sum.running)
	p.Figure(subject, "volume tests", &k.sum.volumes)
	p.Figure(subject, "triangle tests", &k.sum.primitives)
	p.Figure(subject, "volume updates", &k.sum.updates)
}

// runSlabs measures all kinds in turn, frame by frame. It forgets what was measured before.
func (e *oocdaExperiment) runSlabs(ctx context.Context, c *calibration, kinds []*slabKind, frames int) error {
	for _, k := range kinds {
		k.spent, k.sum = nil, stint{}
	}
	for f := range frames {
		c.pose(5 * f)
		var contacts []int64
		for i := range kinds {
			k, s := kinds[(i+f)%len(kinds)], stint{}
			k.pass(&s)
			k.add(&s)
			contacts = append(contacts, s.contacts)
		}
		for _, n := range contacts {
			if n != contacts[0] {
				return fmt.Errorf("%w in frame %d: k-DOPs lead to %v contacts", ErrDisagree, 5*f, contacts)
			}
		}
		if e.show("comparing k", float64(f+1)/float64(frames)); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// add records a frame: its time is that of the update and of the whole descent.
func (k *slabKind) add(s *stint) {
	k.spent = append(k.spent, s.updating+s.running)
	k.sum.updating += s.updating
	k.sum.running += s.running
	k.sum.volumes += s.volumes
	k.sum.primitives += s.primitives
	k.sum.updates += s.updates
}

// addSlabs writes the table and the claim.
func (e *oocdaExperiment) addSlabs(kinds []*slabKind, frames, bodies int, d disturbance) {
	t := e.report.table("slabs", "k-DOPs by k", "k", "bytes a volume", "volume tests", "primitive tests", "volume updates", "update ms", "descent ms", "ms a frame", "time ÷ that of k = 18", "99 % interval", "note")
	t.Notes = []string{fmt.Sprintf("Counts and means a frame, over %d frames of %s bodies of 60 facets, one thread, volumes of float64 in plain Go, the same code for every k: refitted in the world and descended as scda does it. "+
		"All k lead to the same contacts. The kernels of oocda, float32 eight at a time, know k = 18 alone: how another k would do there is not measured. Directions: the axes; for 18, 24 and 26 the diagonals of their planes; for 14 and 26 those of the octants, for 24 three of these.", frames, grouped(int64(bodies)))}
	base := kinds[0]
	for _, k := range kinds {
		if k.k == paperK {
			base = k
		}
	}
	ratios := map[int]measure.Interval{}
	for _, k := range kinds {
		n, q := float64(frames), seriesRatio(k.spent, base.spent)
		t.Add(Text(fmt.Sprintf("k = %d", k.k)), Count(k.bytes), Number(float64(k.sum.volumes)/n), Number(float64(k.sum.primitives)/n), Number(float64(k.sum.updates)/n),
			Number(1e3*k.sum.updating/n), Number(1e3*k.sum.running/n), Number(1e3*measure.Mean(k.spent)), Number(q.Value), rangeOf(q), Text(d.note()))
		if k != base {
			ratios[k.k] = q
		}
	}
	e.report.claim(slabsClaim(ratios))
}

// slabsClaim judges k = 18 against the others, by their times over its time.
func slabsClaim(ratios map[int]measure.Interval) Claim {
	c := Claim{Claim: "k = 18 is the best k for k-DOPs", Paper: "most efficient in a test; no numbers"}
	var t tally
	var list []string
	for _, k := range []int{6, 14, 24, 26} {
		q, ok := ratios[k]
		if !ok {
			continue
		}
		if !q.Known() {
			return c.unmeasured(fmt.Sprintf("k = %d was %s", k, onceOrNever))
		}
		figure := fmt.Sprintf("k = %d %s", k, shown(q))
		list = append(list, figure)
		t.add(q.Side(1), figure)
	}
	if len(list) == 0 {
		return c.unmeasured("no other k was measured")
	}
	c.Measured = "time ÷ that of k = 18, all in plain Go by one thread: " + strings.Join(list, ", ")
	return c.decided(&t)
}
