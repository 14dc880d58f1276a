package robot

import (
	"encoding/xml"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// twin poses the bodies of a cell of UR5s with kinematics of its own: it reads the URDF with encoding/xml and multiplies 4×4 matrices,
// of which all angles go through math.Sin, from the tip of each chain to its root. It shares no code with Robot and Cell.
type twin struct {
	links  []twinLink
	skip   [][2]int // of one robot
	roots  []matrix
	bodies []collide.Body // of all robots, then the others
	at     []matrix       // of the others
	hand   []int          // the link body that holds each of the others, −1 for none
	grip   []matrix       // where it is there
}

type twinLink struct {
	name   string
	parent int
	joint  matrix // the origin of the joint before it
	shape  matrix // the origin of its mesh
	axis   [3]float64
	moves  bool
}

type matrix [4][4]float64

func (a matrix) times(b matrix) (c matrix) {
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// undone is the inverse of a rigid motion.
func (a matrix) undone() (b matrix) {
	for i := range 3 {
		for j := range 3 {
			b[i][j] = a[j][i]
			b[i][3] -= a[j][i] * a[j][3]
		}
	}
	b[3][3] = 1
	return b
}

func (a matrix) pose() (p geom.Pose) {
	for i := range 3 {
		copy(p.R[3*i:3*i+3], a[i][:3])
	}
	p.T = geom.Vec{X: a[0][3], Y: a[1][3], Z: a[2][3]}
	return p
}

// about turns by an angle about an axis of length 1, and moves.
func about(axis [3]float64, angle float64, by [3]float64) matrix {
	s, c := math.Sin(angle), math.Cos(angle)
	x, y, z, v := axis[0], axis[1], axis[2], 1-c
	return matrix{
		{c + x*x*v, x*y*v - z*s, x*z*v + y*s, by[0]},
		{y*x*v + z*s, c + y*y*v, y*z*v - x*s, by[1]},
		{z*x*v - y*s, z*y*v + x*s, c + z*z*v, by[2]},
		{0, 0, 0, 1},
	}
}

type xmlOrigin struct {
	XYZ string `xml:"xyz,attr"`
	RPY string `xml:"rpy,attr"`
}

func (o xmlOrigin) matrix() matrix {
	at, turn := three(o.XYZ), three(o.RPY)
	m := about([3]float64{0, 0, 1}, turn[2], at)
	m = m.times(about([3]float64{0, 1, 0}, turn[1], [3]float64{}))
	return m.times(about([3]float64{1, 0, 0}, turn[0], [3]float64{}))
}

func three(s string) (v [3]float64) {
	for i, w := range strings.Fields(s) {
		v[i], _ = strconv.ParseFloat(w, 64)
	}
	return v
}

// newTwin reads the UR5. Links and joints follow each other from the root to the tip in its file.
func newTwin(t testing.TB, roots []matrix, others []collide.Body) *twin {
	t.Helper()
	var doc struct {
		Links []struct {
			Name   string    `xml:"name,attr"`
			Origin xmlOrigin `xml:"collision>origin"`
		} `xml:"link"`
		Joints []struct {
			Origin xmlOrigin `xml:"origin"`
			Axis   struct {
				XYZ string `xml:"xyz,attr"`
			} `xml:"axis"`
		} `xml:"joint"`
	}
	text, err := os.ReadFile(ur5 + "ur5.urdf")
	if err == nil {
		err = xml.Unmarshal(text, &doc)
	}
	if err != nil || len(doc.Links) != 7 || len(doc.Joints) != 6 {
		t.Fatal(err, len(doc.Links), len(doc.Joints))
	}
	w := &twin{roots: roots}
	for i, l := range doc.Links {
		link := twinLink{name: l.Name, parent: i - 1, shape: l.Origin.matrix()}
		if i > 0 {
			link.joint, link.axis, link.moves = doc.Joints[i-1].Origin.matrix(), three(doc.Joints[i-1].Axis.XYZ), true
			w.skip = append(w.skip, [2]int{i - 1, i})
		}
		w.links = append(w.links, link)
	}
	r, _ := loadUR5(t)
	for range roots {
		for i := range w.links {
			w.bodies = append(w.bodies, collide.Body{Shape: r.Links[i].Collision[0].Shape})
		}
	}
	for _, o := range others {
		w.bodies = append(w.bodies, o)
		at := about([3]float64{0, 0, 1}, 0, [3]float64{o.Pose.T.X, o.Pose.T.Y, o.Pose.T.Z})
		w.at, w.hand, w.grip = append(w.at, at), append(w.hand, -1), append(w.grip, matrix{})
	}
	return w
}

// link is where a link of all robots is.
func (w *twin) link(body int, values []float64) matrix {
	robot, i := body/len(w.links), body%len(w.links)
	m := about([3]float64{0, 0, 1}, 0, [3]float64{})
	for ; i > 0; i = w.links[i].parent {
		l := &w.links[i]
		m = l.joint.times(about(l.axis, values[6*robot+i-1], [3]float64{})).times(m)
	}
	return w.roots[robot].times(m)
}

// other is where one of the other bodies is.
func (w *twin) other(i int, values []float64) matrix {
	if w.hand[i] < 0 {
		return w.at[i]
	}
	return w.link(w.hand[i], values).times(w.grip[i])
}

// pass lets a link take a body, or none.
func (w *twin) pass(i, link int, values []float64) {
	if link == w.hand[i] {
		return
	}
	w.at[i] = w.other(i, values)
	if w.hand[i] = link; link >= 0 {
		w.grip[i] = w.link(link, values).undone().times(w.at[i])
	}
}

// detector has all bodies where they are, and tests none that is not to be tested.
func (w *twin) detector(t testing.TB, method collide.Method, values []float64) *collide.Detector {
	t.Helper()
	n := len(w.links)
	opt := collide.Options{Method: method, Workers: 1}
	bodies := append([]collide.Body(nil), w.bodies...)
	for i := range bodies {
		if k := i - n*len(w.roots); k >= 0 {
			bodies[i].Pose = w.other(k, values).pose()
			if w.hand[k] >= 0 {
				opt.Skip = append(opt.Skip, [2]int{w.hand[k], i})
			}
			continue
		}
		bodies[i].Pose = w.link(i, values).times(w.links[i%n].shape).pose()
		if i%n > 0 {
			opt.Skip = append(opt.Skip, [2]int{i - 1, i})
		}
	}
	d, err := collide.NewDetector(bodies, opt)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
