package impact

import (
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
)

// TestKeptCorners asks for corners of bodies of more triangles than are kept, in one view after the other: they are those of the triangle,
// of the body, and of the time.
func TestKeptCorners(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 28))
	path, err := motion.NewStraight(geom.Identity, geom.Pose{R: geom.Quat{W: 0.8, Z: 0.6}.Matrix(), T: geom.Vec{X: 3}})
	if err != nil {
		t.Fatal(err)
	}
	flies, rests, other := blob(r, 150), blob(r, 150), blob(r, 150)
	flies.Path = path
	movers := []mover{newMover(&flies), newMover(&rests), newMover(&other)}
	var k keptCorners
	for range 300 {
		m, a := &movers[r.IntN(len(movers))], r.Float64()/2
		m.at(a, a+0.25)
		k.begin(m)
		for range 100 {
			i := int32(r.IntN(150))
			var want corners
			m.corners(i, 0.125, &want)
			if got := k.of(i, 0.125); got.corners != want || got.box != want.bounds() {
				t.Fatalf("triangle %d: %+v, expected %+v", i, got, want)
			}
		}
	}
}

// TestSearchesAfterEachOther: what rests stands elsewhere in each search. One that has searched before answers as a new one.
func TestSearchesAfterEachOther(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 28))
	bodies := []Body{blob(r, 60), blob(r, 60)}
	var again Search
	var count [5]int
	for k := range 100 {
		pose := drawPose(r, 1)
		bodies[1].Surface.SetPose(&pose)
		path, err := motion.NewStraight(drawPose(r, 4), drawPose(r, 4))
		if err != nil {
			t.Fatal(err)
		}
		bodies[0].Path = path
		var fresh Search
		pairs := []Pair{{A: 0, B: 1}}
		got, want := ask(&again, bodies, pairs), ask(&fresh, bodies, pairs)
		if got != want {
			t.Fatalf("motion %d: %+v, expected %+v", k, got, want)
		}
		count[want.Outcome]++
	}
	if count[Contact] < 20 || count[Free] < 20 {
		t.Errorf("outcomes %v, expected each 20 times", count)
	}
}
