package viewer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/proof"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/scene"
)

// Proven is a film of a proof: each frame is checked, step by step, before it is shown, and then searched by the engine, which must find the
// same. It implements sim.Seeker.
type Proven struct {
	*sim.Playback
	file  *proof.File
	frame sim.Frame
	found provenFrame
}

// provenFrame is what a frame of a proof says.
type provenFrame struct {
	planes, points []proof.Step // those that are shown
	bounds         []proof.Bound
	sum            [2]int // planes and points in all
	contacts       []collide.Contact
}

// mostProven is the number of planes that a page shows, and that of points.
const mostProven = 200

// ShowProof shows a proof whose meshes have their triangles; shapes are those of the meshes and solids, and files their names. An error says what is
// wrong with the first frame.
func ShowProof(ctx context.Context, title string, file *proof.File, shapes []collide.Shape, files []string, opt collide.Options) (*Show, error) {
	p := &Proven{file: file}
	var placed []scene.Placed
	var of []string
	first := file.Poses(0)
	for i := range file.Bodies {
		b := &file.Bodies[i]
		placed = append(placed, scene.Placed{Name: b.Name, Shape: shapes[b.Mesh], Pose: first[i], Immovable: b.Fixed})
		of = append(of, files[b.Mesh])
	}
	if err := p.check(ctx, 0); err != nil {
		return nil, err
	}
	opt.Skip = file.Skipped
	var err error
	if p.Playback, err = sim.NewPlayback(ctx, placed, 1, opt); err != nil {
		return nil, err
	}
	if err := p.compare(0); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return &Show{Title: title, Stepper: p, Still: file.Frames() == 1, Paused: true, Files: of, Options: opt, DT: 0.25, Proof: file}, nil
}

// Frames implements sim.Seeker.
func (p *Proven) Frames() int { return p.file.Frames() }

// Frame implements sim.Stepper.
func (p *Proven) Frame() *sim.Frame { return &p.frame }

// Step implements sim.Stepper.
func (p *Proven) Step(ctx context.Context) error { return p.Seek(ctx, p.frame.Index+1) }

// Reset implements sim.Stepper.
func (p *Proven) Reset(ctx context.Context) error { return p.Seek(ctx, 0) }

// Seek implements sim.Seeker.
func (p *Proven) Seek(ctx context.Context, k int) error {
	if k >= p.Frames() {
		return io.EOF
	}
	if err := p.check(ctx, k); err != nil {
		return err
	}
	if err := p.Place(ctx, p.file.Poses(k)); err != nil {
		return err
	}
	return p.compare(k)
}

// check checks all steps of a frame, and keeps what is shown: the points, and the planes that part the most.
func (p *Proven) check(ctx context.Context, k int) error {
	f := &p.found
	*f = provenFrame{planes: f.planes[:0], points: f.points[:0], bounds: f.bounds[:0], contacts: f.contacts[:0]}
	err := p.file.Frame(ctx, k, func(b proof.Bound) { f.bounds = append(f.bounds, b) }, func(s *proof.Step) { f.add(p.file, s) })
	f.keepPlanes()
	if err != nil {
		return fmt.Errorf("frame %d does not hold: %w", k, err)
	}
	return nil
}

func (f *provenFrame) add(file *proof.File, s *proof.Step) {
	if s.Apart {
		f.sum[0]++
		if f.planes = append(f.planes, *s); len(f.planes) == 4*mostProven {
			f.keepPlanes()
		}
		return
	}
	f.sum[1]++
	if len(f.points) < mostProven {
		f.points = append(f.points, *s)
	}
	if !file.Distances {
		f.contacts = append(f.contacts, collide.Contact{
			BodyA: uint32(s.A), TriA: file.Order(file.Bodies[s.A].Mesh)[s.First[0]], BodyB: uint32(s.B), TriB: file.Order(file.Bodies[s.B].Mesh)[s.First[1]],
		})
	}
}

// keepPlanes keeps the planes that part the most triangles, in the order of the proof where they part as many.
func (f *provenFrame) keepPlanes() {
	slices.SortStableFunc(f.planes, func(a, b proof.Step) int { return cmp.Compare(parts(&b), parts(&a)) })
	f.planes = f.planes[:min(len(f.planes), mostProven)]
}

// parts is how many pairs of triangles a plane parts.
func parts(s *proof.Step) float64 { return float64(s.End[0]-s.First[0]) * float64(s.End[1]-s.First[1]) }

// compare makes frame k the current one. The engine must have found what is proven.
func (p *Proven) compare(k int) error {
	p.frame = *p.Playback.Frame()
	p.frame.Index, p.frame.Time = k, float64(k)
	if p.file.Distances || p.file.Reach > 0 || p.frame.Result == nil {
		return nil
	}
	found := slices.Clone(p.frame.Result.Contacts)
	for _, list := range [][]collide.Contact{found, p.found.contacts} {
		slices.SortFunc(list, func(a, b collide.Contact) int {
			return cmp.Or(cmp.Compare(a.BodyA, b.BodyA), cmp.Compare(a.TriA, b.TriA), cmp.Compare(a.BodyB, b.BodyB), cmp.Compare(a.TriB, b.TriB))
		})
	}
	if p.frame.Result.Verdict != collide.Unknown && !slices.Equal(found, p.found.contacts) {
		return fmt.Errorf("frame %d: the proof holds for %d contacts, and %d others were found: please report this", k, len(p.found.contacts), len(found))
	}
	return nil
}

// provenJSON is what a page shows of a frame.
type provenJSON struct {
	// Word is what is proven in a word or a few, What the rest of it; Free says that the frame is free of what is asked for.
	Word    string     `json:"word"`
	What    string     `json:"what"`
	Free    bool       `json:"free"`
	Text    string     `json:"text"`
	Bounds  []string   `json:"bounds,omitempty"`
	Steps   []stepJSON `json:"steps"`
	LeftOut int        `json:"leftOut"`
}

// stepJSON is a plane or a point, in stage coordinates.
type stepJSON struct {
	A     int    `json:"a"`
	B     int    `json:"b"`
	Text  string `json:"text"`
	Exact string `json:"exact"`
	// Nodes are the runs of the orders of both meshes.
	Nodes [4]int     `json:"nodes"`
	At    [3]float64 `json:"at"`
	// Normal, of length 1, is that of a plane; Half is half the width of the slab that is free around it.
	Normal *[3]float64 `json:"normal,omitempty"`
	Radius float64     `json:"radius"`
	Half   float64     `json:"half"`
	// Ends are two points that are near and not one.
	Ends *[2][3]float64 `json:"ends,omitempty"`
}

// encode writes what a page shows of the current frame.
func (p *Proven) encode(s *stage, dst []byte) ([]byte, error) {
	f := &p.found
	j := provenJSON{Text: p.text(), Steps: []stepJSON{}, LeftOut: f.sum[0] + f.sum[1] - len(f.planes) - len(f.points)}
	j.Word, j.What, j.Free = p.verdict()
	for i := range f.bounds {
		if words := p.bound(&f.bounds[i]); words != "" {
			j.Bounds = append(j.Bounds, words)
		}
	}
	for i := range f.points {
		j.Steps = append(j.Steps, p.pointOf(s, &f.points[i]))
	}
	for i := range f.planes {
		j.Steps = append(j.Steps, p.planeOf(s, &f.planes[i]))
	}
	text, err := json.Marshal(&j)
	if err != nil {
		return dst, fmt.Errorf("describing a proof: %w", err)
	}
	return append(dst, text...), nil
}

// verdict is what a frame proves, in the words of verifiers.
func (p *Proven) verdict() (word, what string, free bool) {
	n := len(p.found.contacts)
	switch {
	case p.file.Distances:
		least := proof.Bound{Lo: math.Inf(1), Hi: math.Inf(1)}
		for i := range p.found.bounds {
			least.Lo, least.Hi = min(least.Lo, p.found.bounds[i].Lo), min(least.Hi, p.found.bounds[i].Hi)
		}
		if least.Hi == 0 {
			return "Distance 0", "two bodies share a point", false
		}
		return "Apart", "by " + interval(&least), true
	case p.file.Reach > 0 && n > 0:
		return "Near", fmt.Sprintf("%s of triangles at most %v apart", number(n, "pair"), p.file.Reach), false
	case p.file.Reach > 0:
		return "Apart", fmt.Sprintf("all more than %v", p.file.Reach), true
	case n > 0:
		return "Contact", number(n, "pair") + " of triangles share a point", false
	}
	return "Free", "no two triangles share a point", true
}

// text is how a frame is proven.
func (p *Proven) text() string {
	apart := "One direction parts all of it."
	if n := p.found.sum[0]; n != 1 {
		apart = number(n, "plane") + " part all other pairs of triangles."
	}
	switch points := p.found.sum[1]; {
	case p.file.Distances:
		return fmt.Sprintf("%s on the surfaces bound the distances from above, %s from below.", number(2*points, "point"), number(p.found.sum[0], "plane"))
	case points == 0:
		return apart
	case p.file.Reach > 0:
		return fmt.Sprintf("%s of triangles with two points so near. %s", number(points, "pair"), apart)
	default:
		return fmt.Sprintf("%s, each with a point that both triangles have. %s", number(points, "contact"), apart)
	}
}

func number(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// bound is what is proven of a distance in words, "" for nothing.
func (p *Proven) bound(b *proof.Bound) string {
	words := interval(b)
	if words == "" {
		return ""
	}
	return fmt.Sprintf("%s · %s: %s", quote.Name(p.file.Bodies[b.A].Name), quote.Name(p.file.Bodies[b.B].Name), words)
}

// interval is an interval in words, "" for all numbers.
func interval(b *proof.Bound) string {
	if b.Hi == 0 {
		return "0"
	}
	var words []string
	if b.Lo >= 0 {
		words = append(words, "above "+strconv.FormatFloat(b.Lo, 'g', 17, 64))
	}
	if !math.IsInf(b.Hi, 1) {
		words = append(words, "at most "+strconv.FormatFloat(b.Hi, 'g', 17, 64))
	}
	return strings.Join(words, ", ")
}

func (p *Proven) pointOf(s *stage, step *proof.Step) stepJSON {
	j := p.stepOf(step)
	a, b := step.Shown.Points[0], step.Shown.Points[1]
	part := func(body, at int) string {
		m := p.file.Meshes[p.file.Bodies[body].Mesh]
		if m.IsSolid() {
			return "the solid"
		}
		return fmt.Sprintf("triangle %d", p.file.Order(p.file.Bodies[body].Mesh)[at])
	}
	what := "share a point"
	if a != b {
		if step.Reach > 0 {
			what = fmt.Sprintf("at most %s apart", strconv.FormatFloat(step.Reach, 'g', 6, 64))
		}
		j.Ends = &[2][3]float64{vectorOf(s.point(a)), vectorOf(s.point(b))}
	}
	j.Text = fmt.Sprintf("%s and %s %s", part(step.A, step.First[0]), part(step.B, step.First[1]), what)
	j.Exact = fmt.Sprintf("(%v, %v, %v)", a.X, a.Y, a.Z)
	j.At = vectorOf(s.point(a.Scale(0.5).Add(b.Scale(0.5))))
	j.Radius = finite(s.scale * 0.5 * max(min(extent(&step.Shown.Boxes[0]), extent(&step.Shown.Boxes[1])), b.Sub(a).Norm()))
	return j
}

func (p *Proven) planeOf(s *stage, step *proof.Step) stepJSON {
	j, w := p.stepOf(step), &step.Shown
	small := &w.Boxes[0]
	if extent(&w.Boxes[1]) < extent(small) {
		small = &w.Boxes[1]
	}
	middle := w.Most*0.5 + w.Least*0.5
	at := small.Center()
	at = at.Add(w.Normal.Scale(middle - w.Normal.Dot(at)))
	normal := vectorOf(w.Normal)
	j.At, j.Normal, j.Radius, j.Half = vectorOf(s.point(at)), &normal, finite(s.scale*0.5*extent(small)), finite(s.scale*0.5*step.Reach)
	j.Text = fmt.Sprintf("%d and %d triangles apart along (%s)", step.End[0]-step.First[0], step.End[1]-step.First[1], along(step))
	j.Exact = fmt.Sprintf("about %s between them", strconv.FormatFloat(w.Least-w.Most, 'g', 4, 64))
	return j
}

// along is the direction of a step, in whole numbers unless they are long.
func along(step *proof.Step) string {
	words, long := []string{}, false
	for k := range 3 {
		long = long || step.Direction[k].BitLen() > 16
		words = append(words, step.Direction[k].String())
	}
	if long {
		n := step.Shown.Normal
		words = []string{short(n.X, ""), short(n.Y, ""), short(n.Z, "")}
	}
	return strings.ReplaceAll(strings.Join(words, ", "), "-", "−")
}

func (p *Proven) stepOf(step *proof.Step) stepJSON {
	return stepJSON{A: step.A, B: step.B, Nodes: [4]int{step.First[0], step.End[0], step.First[1], step.End[1]}}
}

// finite is a length as near as JSON has it.
func finite(x float64) float64 { return vectorOf(geom.Vec{X: x})[0] }

// extent is the length of the diagonal of a box.
func extent(b *geom.AABB) float64 { return b.Size().Norm() }
