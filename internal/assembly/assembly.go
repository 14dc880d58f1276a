// Package assembly makes assemblies of which it is known what their parts do to each other: housings with covers,
// bolts, shafts, gears and boards, flush faces, round fits and, if wanted, one bolt that is driven too far.
package assembly

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/scene"
)

const (
	// cell is the length in mm of the squares that parts stand on, and the distance of two modules.
	cell = 20
	// MaxParts is the most parts, 100,000.
	MaxParts = 100_000
	// maxDrive is how far a bolt may be driven, 3 mm: half the height of its head and less than its head overhangs, so that the
	// depth is how far it was driven.
	maxDrive = 3
	// fit is the rule for shafts in their holes, in mm: corners of the shaft reach 0.047 into the flats of its hole at most.
	fit = 0.05
)

// Options is what an assembly is made from.
type Options struct {
	Parts int
	Seed  uint64
	// Drive is a bolt that is driven By mm too far, "" for none.
	Drive string
	By    float64
	// Triangles is how many triangles the parts have in all, at least: each is cut into as many as it takes. 0 leaves them as
	// they are, about 260 a part.
	Triangles int
}

// Assembly is a scene of parts at their places, the rules they should keep, and what is known of them.
type Assembly struct {
	Scene *scene.Scene
	// Meshes are the parts in their own coordinates, in the order of the scene.
	Meshes []*mesh.Mesh
	Rules  string
	Truth  []Pair
}

// Pair is what two parts do to each other; pairs that are apart and under no rule are left out.
type Pair struct {
	A, B string
	// Kind is that of the contact, "" for a pair that is apart.
	Kind string
	// Depth is the depth and the width, where they are known exactly.
	Depth float64
	// Pass reports whether the rules permit it.
	Pass bool
}

// part is a part at its place.
type part struct {
	name, kind string
	module     int
	mesh       *mesh.Mesh
}

// sizes are the radii of an assembly's round parts.
type sizes struct{ bolt, shaft float64 }

// Generate makes an assembly. It is the same one on every machine.
func Generate(o Options) (*Assembly, error) {
	if o.Parts < 2 || o.Parts > MaxParts {
		return nil, fmt.Errorf("%d parts; expected 2 to %d", o.Parts, MaxParts)
	}
	if o.Drive != "" && !(o.By > 0 && o.By <= maxDrive) {
		return nil, fmt.Errorf("bolt driven by %v mm; expected more than 0 and at most %d", o.By, maxDrive)
	}
	if o.Triangles < 0 || o.Triangles > MaxTriangles {
		return nil, fmt.Errorf("%d triangles; expected 0 to %d", o.Triangles, MaxTriangles)
	}
	r := rand.New(rand.NewPCG(o.Seed, 19))
	z := sizes{bolt: 2.5 + 0.5*float64(r.IntN(3)), shaft: 4.5 + 0.5*float64(r.IntN(3))}
	parts := z.parts(o.Parts)
	drive := onGrain(o.By)
	if err := driven(parts, o.Drive, drive); err != nil {
		return nil, err
	}
	for i, n := 0, pieces(parts, o.Triangles); n > 1 && i < len(parts); i++ {
		parts[i].mesh = refined(parts[i].mesh, n)
	}
	a := &Assembly{Scene: &scene.Scene{Unit: "mm", Seed: &o.Seed}, Rules: rulesText}
	for i := range parts {
		local, pose := placed(&parts[i], r)
		a.Meshes = append(a.Meshes, local)
		a.Scene.Bodies = append(a.Scene.Bodies, scene.Body{Name: parts[i].name, Mesh: "parts/" + parts[i].name + ".stl", Pose: pose})
	}
	a.Truth = truth(parts, o.Drive, drive)
	return a, nil
}

// driven moves a bolt down.
func driven(parts []part, name string, by float64) error {
	if name == "" {
		return nil
	}
	var bolts []string
	for i := range parts {
		p := &parts[i]
		if p.kind != "bolt" {
			continue
		}
		if p.name == name {
			for k := range p.mesh.Vertices {
				p.mesh.Vertices[k].Z -= by
			}
			return nil
		}
		bolts = append(bolts, p.name)
	}
	if len(bolts) > 4 {
		bolts = append(bolts[:3], "…", bolts[len(bolts)-1])
	}
	return fmt.Errorf("no bolt is named %q; expected one of %s", name, strings.Join(bolts, ", "))
}

// parts makes the parts of as many modules as are needed: a housing with its cover, two bolts, a shaft, a gear on
// it, a standoff and a board.
func (z *sizes) parts(n int) []part {
	var list []part
	bolts := 0
	for module := 0; ; module++ {
		bolt := func(x float64) *mesh.Mesh {
			return revolved(geom.Vec{X: x}, 0, [2]float64{z.bolt, 2}, [2]float64{z.bolt, 18}, [2]float64{z.bolt + 4, 18}, [2]float64{z.bolt + 4, 24})
		}
		for _, p := range []part{
			{kind: "housing", mesh: plate(0, 10, z.bolt, z.shaft, z.bolt, 0)},
			{kind: "cover", mesh: plate(10, 18, z.bolt, z.shaft, z.bolt, 0)},
			{kind: "bolt", mesh: bolt(0)},
			{kind: "bolt", mesh: bolt(2 * cell)},
			{kind: "shaft", mesh: revolved(geom.Vec{X: cell}, 0.5, [2]float64{z.shaft, -5}, [2]float64{z.shaft, 40})},
			{kind: "gear", mesh: tube(geom.Vec{X: cell}, 26, 32, z.shaft+0.25, teeth)},
			{kind: "standoff", mesh: revolved(geom.Vec{X: 3 * cell}, 0, [2]float64{2, 18}, [2]float64{2, 36})},
			{kind: "board", mesh: shifted(plate(36, 38, 0), 3*cell)},
		} {
			p.module, p.name = module, fmt.Sprintf("%s_%d", p.kind, module+1)
			if p.kind == "bolt" {
				bolts++
				p.name = fmt.Sprintf("bolt_%d", bolts)
			}
			if list = append(list, p); len(list) == n {
				return list
			}
		}
	}
}

// teeth are the radii of a gear's corners: the tips of two gears in a row are 1 mm apart.
func teeth(i int) float64 {
	if i%2 == 0 {
		return 9.5
	}
	return 8
}

func shifted(m *mesh.Mesh, x float64) *mesh.Mesh {
	for i := range m.Vertices {
		m.Vertices[i].X += x
	}
	return m
}

// placed returns a part in coordinates of its own, turned by quarters and moved by whole millimetres at random, and the
// pose that puts it in its place, exactly.
func placed(p *part, r *rand.Rand) (*mesh.Mesh, geom.Pose) {
	pose := geom.Pose{R: quarterTurn(r), T: geom.Vec{X: float64(r.IntN(17) - 8), Y: float64(r.IntN(17) - 8), Z: float64(r.IntN(17) - 8)}}
	local := *p.mesh
	local.Name = p.name
	local.Vertices = make([]geom.Vec, len(p.mesh.Vertices))
	for i, v := range p.mesh.Vertices {
		local.Vertices[i] = pose.R.TMulVec(v.Sub(pose.T))
	}
	pose.T.Y += float64(p.module) * cell
	return &local, pose
}

// quarterTurn is one of the 24 rotations that map the axes to the axes.
func quarterTurn(r *rand.Rand) geom.Mat {
	order := [...][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}
	k := r.IntN(6)
	sign := [3]float64{1, 1, 1}
	for i := range 2 {
		if r.IntN(2) == 1 {
			sign[i] = -1
		}
	}
	sign[2] = sign[0] * sign[1] // an even permutation needs the product 1
	if k >= 3 {
		sign[2] = -sign[2]
	}
	var m geom.Mat
	for row, column := range order[k] {
		m[3*row+column] = sign[row]
	}
	return m
}

// rulesText is what the parts may do.
//
//nolint:dupword // the two patterns of a rule may be the same
const rulesText = `# What the parts of a generated assembly may do. The last line that is about a pair decides.
housing_*   housing_*   touch
cover_*     cover_*     touch
cover_*     housing_*   touch
bolt_*      housing_*   touch
bolt_*      cover_*     touch
shaft_*     housing_*   depth <= 0.05mm   # a round fit: corners of the shaft reach into the flats of its hole
shaft_*     cover_*     depth <= 0.05mm
gear_*      shaft_*     clearance > 0.1mm
gear_*      gear_*      clearance > 0.5mm
standoff_*  cover_*     touch
standoff_*  board_*     touch
board_*     board_*     touch
`

// truth lists the pairs in contact, and those with a clearance.
func truth(parts []part, drive string, by float64) []Pair {
	var list []Pair
	for i := range parts {
		for j := i + 1; j < len(parts) && parts[j].module <= parts[i].module+1; j++ {
			p, q := &parts[i], &parts[j]
			kind, known := met(p, q)
			if !known {
				continue
			}
			pair := Pair{A: p.name, B: q.name, Kind: kind, Pass: true}
			if drive != "" && p.kind == "cover" && q.name == drive {
				pair.Kind, pair.Depth, pair.Pass = "penetrate", by, false
			}
			list = append(list, pair)
		}
	}
	return list
}

// met returns what two parts of one module, or of two in a row, do to each other, and whether a rule is about them.
func met(p, q *part) (kind string, known bool) {
	pair := p.kind + "+" + q.kind
	if p.module != q.module {
		switch pair {
		case "housing+housing", "cover+cover", "housing+cover", "cover+housing", "board+board":
			return "touch", true
		case "gear+gear":
			return "", true
		}
		return "", false
	}
	switch pair {
	case "housing+cover", "housing+bolt", "cover+bolt", "cover+standoff", "standoff+board":
		return "touch", true
	case "housing+shaft", "cover+shaft":
		return "penetrate", true
	case "shaft+gear":
		return "", true
	}
	return "", false
}
