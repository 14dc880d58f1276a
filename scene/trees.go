package scene

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/gltf"
	"github.com/collide-go/collide/internal/placed"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/threemf"
	"github.com/collide-go/collide/meshio"
)

// treeReader reads a file whose nodes place meshes.
type treeReader func(ctx context.Context, files *input.Files, path string, limits placed.Limits) (*placed.File, error)

// treeReaderOf returns the reader for a file's extension, nil where the file has no nodes.
func treeReaderOf(path string) treeReader {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".glb", ".gltf":
		return gltf.ReadFile
	case ".3mf":
		return threemf.ReadFile
	}
	return nil
}

// HasNodes reports whether a file is of a format whose nodes place meshes, glTF or 3MF, by its extension.
func HasNodes(path string) bool { return treeReaderOf(path) != nil }

// tree is a file that was read, with the models of its instances.
type tree struct {
	*placed.File
	models map[scaledKey]*collide.Model
}

// scaledKey is a mesh of a file with the scale of an instance.
type scaledKey struct {
	mesh  int
	scale geom.Vec
}

// tree reads a file with nodes in the loader's unit, unless it has been read already.
func (l *Loader) tree(ctx context.Context, path string) (*tree, error) {
	key := filepath.Clean(path)
	if t := l.trees[key]; t != nil {
		return t, nil
	}
	opt, _ := l.meshOptions()
	most := cmp.Or(l.Limits.Bodies, DefaultBodies) - l.made.bodies
	f, err := treeReaderOf(path)(ctx, l.Files, path, placed.Limits{Instances: max(most, 1), Triangles: opt.MaxTriangles})
	if errors.Is(err, meshio.ErrLimit) {
		return nil, &Error{File: path, Err: err, Msg: fmt.Sprintf("expected at most %d bodies and %d triangles in all files (Limits, --max-bodies, --max-triangles)",
			cmp.Or(l.Limits.Bodies, DefaultBodies), cmp.Or(l.Limits.Triangles, DefaultTriangles))}
	}
	if err != nil {
		return nil, err
	}
	r, err := l.ratio(string(f.Unit), path)
	if err != nil {
		return nil, err
	}
	if r != nil {
		if err := f.Convert(*r); err != nil {
			return nil, err
		}
	}
	if f.Unread != "" {
		l.Warnings = append(l.Warnings, quote.Name(path)+": "+f.Unread)
	}
	t := &tree{f, map[scaledKey]*collide.Model{}}
	if l.trees == nil {
		l.trees = map[string]*tree{}
	}
	l.trees[key] = t
	return t, nil
}

// instances returns the bodies of a file with nodes: the instances, in the order of the tree.
func (l *Loader) instances(ctx context.Context, path string) ([]Placed, error) {
	t, err := l.tree(ctx, path)
	if err != nil {
		return nil, plainPathError(err)
	}
	if err := l.countBodies(path, 0, len(t.Instances)); err != nil {
		return nil, err
	}
	l.warnOfUnits()
	var names Names
	bodies := make([]Placed, len(t.Instances))
	for i := range t.Instances {
		in := &t.Instances[i]
		m, err := l.instance(t, in)
		if err != nil {
			return nil, err
		}
		bodies[i] = Placed{Name: names.Unique(in.Name), File: path, Shape: m, Pose: in.Place.Pose, Restitution: 1, Scene: path}
	}
	return bodies, nil
}

// instance returns the model of an instance. Those of one mesh at one scale share it.
func (l *Loader) instance(t *tree, in *placed.Instance) (*collide.Model, error) {
	key := scaledKey{in.Mesh, in.Place.Scale}
	if m := t.models[key]; m != nil {
		return m, nil
	}
	if err := l.countTriangles(t.Path, 0, len(t.Meshes[in.Mesh].Triangles)); err != nil {
		return nil, err
	}
	m, err := t.Scaled(in.Mesh, in.Place.Scale)
	if err != nil {
		return nil, err
	}
	t.models[key] = collide.NewModel(m)
	return t.models[key], nil
}

// union reads a file with nodes as one mesh.
func (l *Loader) union(ctx context.Context, path string) (*collide.Model, error) {
	t, err := l.tree(ctx, path)
	if err != nil {
		return nil, err
	}
	opt, left := l.meshOptions()
	m, err := t.Union(filepath.Base(path), opt.MaxTriangles)
	if err = l.countRead(path, m, err, left); err != nil {
		return nil, err
	}
	return collide.NewModel(m), nil
}
