package main

import (
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// TestNothingBesideAMesh: whatever a body is or has that does not count between two frames is named, whether a scene can say so today or not.
func TestNothingBesideAMesh(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want string
		set  func(p *scene.Placed)
	}{
		{"", func(*scene.Placed) {}},
		{"", func(p *scene.Placed) { p.Restitution = 0.5 }},
		{"a solid", func(p *scene.Placed) { p.Shape = shape.Sphere{Radius: 1} }},
		{"a mesh with a pose", func(p *scene.Placed) { p.Pose.T.X = 1 }},
		{"a mesh with a pose", func(p *scene.Placed) { p.Pose = geom.Pose{} }},
		{"a mesh with a motion", func(p *scene.Placed) { p.Motion = &motion.Rigid{} }},
		{"a mesh with a deform", func(p *scene.Placed) { p.Deform = &motion.Wave{} }},
		{"a mesh with a mass", func(p *scene.Placed) { p.Dynamics = &scene.Dynamics{} }},
		{"a link of a robot", func(p *scene.Placed) { p.Link = &scene.Link{} }},
		{"an immovable mesh", func(p *scene.Placed) { p.Immovable = true }},
	} {
		p := scene.Placed{Shape: collide.NewModel(&mesh.Mesh{}), Pose: geom.Identity, Restitution: 1}
		if c.set(&p); besideMesh(&p) != c.want {
			t.Errorf("%q, want %q", besideMesh(&p), c.want)
		}
	}
}
