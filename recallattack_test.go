package collide_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestRecallAttack attacks what auto keeps between queries: one detector is asked after each of many random operations, and has to agree
// with a new one of brute. Bodies come closer by just less or just more than their distance, at once or in steps, turn about far centres, are
// sheared, mirrored and flat, of sizes from 1e-160 to 1e150, deformed, permitted, exchanged, removed and replaced.
func TestRecallAttack(t *testing.T) {
	t.Parallel()
	recalls := 0
	for seed := range uint64(require.Cases(400, 2)) {
		a := &recallAttack{t: t, r: rand.New(rand.NewPCG(seed, 77)), size: 1}
		a.run()
		recalls += a.recalls
	}
	if recalls < 10 {
		t.Errorf("%d answers were known: the test shows little", recalls)
	}
}

type recallAttack struct {
	t       *testing.T
	r       *rand.Rand
	size    float64
	opt     collide.Options
	auto    *collide.Detector
	bodies  []collide.Body // a removed one has no shape
	models  []*collide.Model
	allow   [][2]int
	recalls int
}

func (a *recallAttack) run() {
	switch a.r.IntN(4) {
	case 0:
		a.size = math.Pow(10, -160+310*a.r.Float64())
	case 1:
		a.size = math.Ldexp(1+a.r.Float64(), -560+a.r.IntN(60)) // whose squares underflow
	}
	for range 2 + a.r.IntN(4)/3*(1+a.r.IntN(2)) {
		b := a.body()
		b.Immovable = a.r.IntN(8) == 0
		a.bodies = append(a.bodies, b)
	}
	a.opt = collide.Options{First: a.r.IntN(2) == 0, Self: a.r.IntN(6) == 0, Workers: 1 + a.r.IntN(3)}
	a.auto = detector(a.t, a.bodies, a.opt)
	change := []func(*recallAttack, int){
		(*recallAttack).jump, (*recallAttack).approach, (*recallAttack).approach, (*recallAttack).step, (*recallAttack).turn, (*recallAttack).turn,
		(*recallAttack).shear, (*recallAttack).exchange, (*recallAttack).deform, (*recallAttack).permit, (*recallAttack).replace, (*recallAttack).cut,
	}
	for step := range require.Cases(120, 50) {
		change[a.r.IntN(len(change))](a, a.some())
		if !a.agrees() {
			a.t.Fatalf("after operation %d on bodies of size %g", step, a.size)
		}
	}
}

// model is a mesh about the origin or far from it.
func (a *recallAttack) model() *collide.Model {
	m := scene.Torus("torus", 2, 0.7, 9, 5)
	switch a.r.IntN(3) {
	case 0:
		for range 170 { // no triangle has these: a surface that is not small
			m.Vertices = append(m.Vertices, m.Vertices[0])
		}
	case 1:
		m = &mesh.Mesh{Name: "triangle", Vertices: []geom.Vec{{}, {X: -1, Y: 1}, {X: -1, Y: -1}}, Triangles: [][3]uint32{{0, 1, 2}}}
	}
	off := direction(a.r).Scale(math.Pow(10, 4*a.r.Float64()) * float64(a.r.IntN(2)))
	for i := range m.Vertices {
		m.Vertices[i] = m.Vertices[i].Add(off).Scale(a.size)
	}
	a.models = append(a.models, collide.NewModel(m))
	return a.models[len(a.models)-1]
}

// body is a mesh, which may be that of another body, or a box or a sphere.
func (a *recallAttack) body() collide.Body {
	b := collide.Body{Pose: a.pose()}
	switch k := a.r.IntN(10); {
	case k == 0 && a.size == 1:
		b.Shape = shape.Box{Size: geom.Vec{X: 1, Y: 2, Z: 1}}
	case k == 1 && a.size == 1:
		b.Shape, b.Pose.R = shape.Sphere{Radius: 1}, geom.Identity.R
	case k < 5 && len(a.models) > 0:
		b.Shape = a.models[a.r.IntN(len(a.models))]
	default:
		b.Shape = a.model()
	}
	return b
}

// pose is near the origin: a rotation, one of float32, a reflection, flat or sheared.
func (a *recallAttack) pose() geom.Pose {
	p := turned(a.r, 6*a.r.Float64())
	p.T = direction(a.r).Scale(a.size * 4 * a.r.Float64())
	k := a.r.IntN(10)
	for i := range p.R {
		switch {
		case k == 0:
			p.R[i] = float64(float32(p.R[i]))
		case k == 1 && i%3 == 0:
			p.R[i] = -p.R[i]
		case k == 2 && i%3 == 0:
			p.R[i] = 0
		case k == 3:
			p.R[i] += 0.3 * a.r.NormFloat64()
		}
	}
	return p
}

func (a *recallAttack) some() int {
	for {
		if i := a.r.IntN(len(a.bodies)); a.bodies[i].Shape != nil {
			return i
		}
	}
}

// set moves a body, unless it cannot be there.
func (a *recallAttack) set(i int, p geom.Pose) {
	if a.auto.SetPose(i, p) == nil {
		a.bodies[i].Pose = p
	}
}

func (a *recallAttack) jump(i int) { a.set(i, a.pose()) }

// approach goes towards the nearest body by about their distance.
func (a *recallAttack) approach(int) {
	x, ok, err := a.brute().Distance(context.Background())
	if !ok || err != nil || !(x.Value > 0) || x.TriA < 0 {
		return
	}
	p, way := a.bodies[x.A].Pose, x.Points[1].Sub(x.Points[0])
	shares := []float64{1, 1 - 0x1p-20, 1 - 0x1p-42, 1 - 0x1p-53, 1 + 0x1p-52, 1 + 0x1p-40, 1.000001, 1.1, 0.5, 0.9}
	share, n := shares[a.r.IntN(len(shares))], 1+a.r.IntN(4)
	for k := range n {
		q := p
		q.T = p.T.Add(way.Scale(share * float64(k+1) / float64(n)))
		if a.set(x.A, q); !a.agrees() {
			a.t.FailNow()
		}
	}
}

func (a *recallAttack) step(i int) {
	p := a.bodies[i].Pose
	p.T = p.T.Add(direction(a.r).Scale(a.size * math.Pow(10, -9*a.r.Float64())))
	p.R[a.r.IntN(9)] *= 1 + 0x1p-52
	a.set(i, p)
}

// turn turns a body about a centre that may be far away, or all bodies.
func (a *recallAttack) turn(i int) {
	c := direction(a.r).Scale(a.size * math.Pow(10, 6*a.r.Float64()))
	turn := turned(a.r, math.Pow(10, -9*a.r.Float64()))
	turn.T = c.Sub(turn.Apply(c))
	all := a.r.IntN(4) == 0
	for k := range a.bodies {
		if k == i || all && a.bodies[k].Shape != nil {
			a.set(k, turn.Compose(&a.bodies[k].Pose))
		}
	}
}

func (a *recallAttack) shear(i int) {
	p, s := a.bodies[i].Pose, math.Pow(10, -9*a.r.Float64())
	for k := range p.R {
		p.R[k] += s * a.r.NormFloat64()
	}
	a.set(i, p)
}

func (a *recallAttack) exchange(i int) {
	j := a.some()
	p, q := a.bodies[i].Pose, a.bodies[j].Pose
	a.set(i, q)
	a.set(j, p)
}

// deform moves one vertex of a model far or all by little, and in half the cases sets a pose after that.
func (a *recallAttack) deform(i int) {
	m := a.models
	if len(m) == 0 {
		return
	}
	of := m[a.r.IntN(len(m))]
	v, k := slices.Clone(of.Mesh().Vertices), a.r.IntN(2)
	for j := range v {
		v[j] = v[j].Add(direction(a.r).Scale(a.size * 1e-3 * float64(k)))
	}
	v[0] = v[0].Add(direction(a.r).Scale(a.size * 3 * a.r.Float64()))
	if err := of.SetVertices(v); err != nil {
		a.t.Fatal(err)
	}
	if a.r.IntN(2) == 0 {
		a.set(i, a.bodies[i].Pose)
	}
}

func (a *recallAttack) permit(i int) {
	j := a.some()
	p := [2]int{min(i, j), max(i, j)}
	if k := slices.Index(a.allow, p); k >= 0 {
		a.allow = slices.Delete(a.allow, k, k+1)
		a.auto.Allow(j, i, false)
	} else if i != j {
		a.allow = append(a.allow, p)
		a.auto.Allow(j, i, true)
	}
}

// replace removes a body and adds another one in its place, with or without a query in between.
func (a *recallAttack) replace(i int) {
	a.auto.Remove(i)
	a.allow = slices.DeleteFunc(a.allow, func(p [2]int) bool { return p[0] == i || p[1] == i })
	p := a.bodies[i].Pose
	if a.bodies[i] = (collide.Body{}); a.r.IntN(2) == 0 && !a.agrees() {
		a.t.FailNow()
	}
	b := a.body()
	if _, solid := b.Shape.(shape.Sphere); !solid && a.r.IntN(2) == 0 {
		b.Pose = p
	}
	if j, err := a.auto.Add(b); err != nil || j != i {
		a.t.Fatal(j, err)
	}
	a.bodies[i] = b
}

// cut asks and stops at once, or asks for something else.
func (a *recallAttack) cut(int) {
	switch ctx, cancel := context.WithCancel(context.Background()); a.r.IntN(3) {
	case 0:
		cancel()
		_, _ = a.auto.Detect(ctx)
	case 1:
		a.auto.SetBudget(collide.Budget{Steps: 1 + int64(a.r.IntN(3000))})
		_, _ = a.auto.Detect(ctx)
		a.auto.SetBudget(collide.Budget{})
		cancel()
	default:
		_, _, _ = a.auto.Distance(ctx)
		cancel()
	}
}

// brute is a new detector of the same bodies.
func (a *recallAttack) brute() *collide.Detector {
	o := collide.Options{Method: methods.Brute(), Self: a.opt.Self, Workers: 1, Allow: a.allow}
	bodies := slices.Clone(a.bodies)
	for i := range bodies {
		if bodies[i].Shape == nil {
			bodies[i] = collide.Body{Shape: shape.Sphere{Center: geom.Vec{X: 1e300}}}
			for j := range bodies {
				o.Skip = append(o.Skip, [2]int{i, j})
			}
		}
	}
	return detector(a.t, bodies, o)
}

// agrees asks once or twice.
func (a *recallAttack) agrees() bool {
	want, same := answer(a.t, a.brute()), true
	for range 1 + a.r.IntN(2) {
		same = same && a.isRight(want)
	}
	return same
}

func (a *recallAttack) isRight(want *collide.Result) bool {
	got := answer(a.t, a.auto)
	if got.Stats.BroadPhase == recalled {
		a.recalls++
	}
	same := got.Verdict == want.Verdict
	if !a.opt.First {
		same = same && got.Rest == want.Rest && got.Hash() == want.Hash()
	} else if len(got.Contacts) > 0 {
		same = same && slices.Contains(want.Contacts, got.Contacts[0])
	}
	if !same {
		a.t.Errorf("auto %v %v by %s, brute %v %v; %+v", got.Verdict, got.Pairs, got.Stats.BroadPhase, want.Verdict, want.Pairs, a.opt)
	}
	return same
}
