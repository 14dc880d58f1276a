package scene

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
)

// The scenes in testdata/ur5 hold the links of a Universal Robots UR5 at given
// joint angles. This file makes them (go test ./scene -update) from the
// published joint origins and mesh offsets.

const ur5 = "../testdata/ur5"

// ur5Links are the links from the base outward, with the joint before each.
var ur5Links = [7][2]string{
	{"base", ""}, {"shoulder", "shoulder"}, {"upperarm", "upper_arm"}, {"forearm", "forearm"},
	{"wrist1", "wrist_1"}, {"wrist2", "wrist_2"}, {"wrist3", "wrist_3"},
}

// ur5Scenes are joint angles in degrees, from the shoulder outward.
var ur5Scenes = map[string][6]float64{
	"free.json":      {30, -70, 75, -95, -90, 0},
	"colliding.json": {30, -60, 150, 0, -90, 0},
}

func TestRobotScenes(t *testing.T) {
	origins := readKinematics(t)
	offsets := readOffsets(t)
	for name, q := range ur5Scenes {
		s := &Scene{}
		at := geom.Identity
		for i, link := range ur5Links {
			if i > 0 {
				at = at.Compose(ptr(origins[link[1]]))
				at = at.Compose(ptr(geom.Pose{R: rotation(0, 0, q[i-1]*math.Pi/180)}))
			}
			pose := at.Compose(ptr(offsets[link[0]]))
			pose.R = orthonormal(pose.R)
			s.Bodies = append(s.Bodies, Body{Name: link[0], Mesh: link[0] + ".stl", Pose: pose})
		}
		compareScene(t, filepath.Join(ur5, name), s)
	}
}

// compareScene demands the stored scene to be s up to the last bits of another
// machine's sines, and its rotations to be orthonormal.
func compareScene(t *testing.T, path string, s *Scene) {
	t.Helper()
	if *update {
		writeScene(t, path, s)
	}
	got := readScene(t, path)
	if len(got.Bodies) != len(s.Bodies) {
		t.Fatalf("%s: %d bodies, want %d", path, len(got.Bodies), len(s.Bodies))
	}
	for i, want := range s.Bodies {
		b := got.Bodies[i]
		if b.Name != want.Name || b.Mesh != want.Mesh {
			t.Errorf("%s: body %d is %s from %s, want %s from %s", path, i, b.Name, b.Mesh, want.Name, want.Mesh)
		}
		if d := poseDistance(&b.Pose, &want.Pose); d > 1e-12 {
			t.Errorf("%s: pose of %s is %g from the computed one", path, b.Name, d)
		}
		if d := b.Pose.OrthonormalDefect(); d > 1e-15 {
			t.Errorf("%s: rotation of %s is %g from orthonormal", path, b.Name, d)
		}
	}
}

func writeScene(t *testing.T, path string, s *Scene) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(f, s); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func readScene(t *testing.T, path string) *Scene {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // read only
	s, err := Parse(f, path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func poseDistance(p, q *geom.Pose) float64 {
	d := p.T.Sub(q.T).MaxAbs()
	for i := range p.R {
		d = max(d, math.Abs(p.R[i]-q.R[i]))
	}
	return d
}

// rotation returns Rz(yaw)·Ry(pitch)·Rx(roll), angles in radians.
func rotation(roll, pitch, yaw float64) geom.Mat {
	sr, cr := math.Sincos(roll)
	sp, cp := math.Sincos(pitch)
	sy, cy := math.Sincos(yaw)
	z := geom.Mat{cy, -sy, 0, sy, cy, 0, 0, 0, 1}
	y := geom.Mat{cp, 0, sp, 0, 1, 0, -sp, 0, cp}
	x := geom.Mat{1, 0, 0, 0, cr, -sr, 0, sr, cr}
	zy := z.Mul(&y)
	return zy.Mul(&x)
}

// orthonormal removes what rounding left: Gram–Schmidt on the rows, twice.
func orthonormal(m geom.Mat) geom.Mat {
	for range 2 {
		a := m.Row(0)
		a = a.Scale(1 / a.Norm())
		b := m.Row(1)
		b = b.Sub(a.Scale(a.Dot(b)))
		b = b.Scale(1 / b.Norm())
		c := a.Cross(b)
		m = geom.Mat{a.X, a.Y, a.Z, b.X, b.Y, b.Z, c.X, c.Y, c.Z}
	}
	return m
}

// readKinematics reads the joint origins: the little YAML the vendor publishes
// has one block of six numbers a joint.
func readKinematics(t *testing.T) map[string]geom.Pose {
	t.Helper()
	blocks := map[string]map[string]float64{}
	joint := ""
	for _, line := range readLines(t, "default_kinematics.yaml") {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch x, err := strconv.ParseFloat(strings.TrimSpace(value), 64); {
		case err == nil:
			blocks[joint][key] = x
		case strings.HasPrefix(line, "  ") && value == "":
			joint = key
			blocks[joint] = map[string]float64{}
		}
	}
	poses := map[string]geom.Pose{}
	for name, b := range blocks {
		poses[name] = geom.Pose{
			R: rotation(b["roll"], b["pitch"], b["yaw"]),
			T: geom.Vec{X: b["x"], Y: b["y"], Z: b["z"]},
		}
	}
	if len(poses) != 6 {
		t.Fatalf("default_kinematics.yaml: %d joints, want 6", len(poses))
	}
	return poses
}

// readOffsets reads where each mesh sits in its link's frame.
func readOffsets(t *testing.T) map[string]geom.Pose {
	t.Helper()
	poses := map[string]geom.Pose{}
	for _, line := range readLines(t, "mesh_offsets.txt") {
		if line == "" || line[0] == '#' {
			continue
		}
		var name string
		var z, roll, pitch, yaw float64
		if _, err := fmt.Sscan(line, &name, &z, &roll, &pitch, &yaw); err != nil {
			t.Fatalf("mesh_offsets.txt: %q: %v", line, err)
		}
		const degree = math.Pi / 180
		poses[name] = geom.Pose{R: rotation(roll*degree, pitch*degree, yaw*degree), T: geom.Vec{Z: z}}
	}
	return poses
}

func readLines(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(filepath.Join(ur5, name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // read only
	var lines []string
	s := bufio.NewScanner(f)
	for s.Scan() {
		lines = append(lines, s.Text())
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

func ptr[T any](v T) *T { return &v }
