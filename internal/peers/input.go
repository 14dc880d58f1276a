package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/scene"
)

const poseSuffix = ".poses.txt"

// namesBySuffix lists what a folder has files for, or checks that the wanted
// ones are among them.
func namesBySuffix(dir, suffix string, wanted []string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*"+suffix))
	if err != nil {
		return nil, err
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(filepath.Base(f), suffix)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no *%s in %s", suffix, dir)
	}
	if len(wanted) == 0 {
		return names, nil
	}
	for _, w := range wanted {
		if !slices.Contains(names, w) {
			return nil, fmt.Errorf("no %s%s in %s, which has %s", w, suffix, dir, strings.Join(names, ", "))
		}
	}
	return wanted, nil
}

// loadPair reads the meshes of A-B and at most limit poses (0: all). A mesh
// paired with itself is read twice: no engine may share its hierarchy.
func loadPair(ctx context.Context, dir, name string, limit int) (*pairInput, error) {
	fileA, fileB, err := meshFiles(dir, name)
	if err != nil {
		return nil, err
	}
	in := &pairInput{name: name}
	if in.a, err = readMesh(ctx, fileA); err != nil {
		return nil, err
	}
	if in.b, err = readMesh(ctx, fileB); err != nil {
		return nil, err
	}
	in.poses, err = readPoses(ctx, filepath.Join(dir, name+poseSuffix), limit)
	return in, err
}

// readMesh reads and checks a mesh.
func readMesh(ctx context.Context, path string) (*mesh.Mesh, error) {
	m, err := meshio.ReadFile(ctx, path, meshio.Options{})
	if err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// meshFiles finds A.obj and B.obj for A-B; A and B may contain dashes.
func meshFiles(dir, name string) (a, b string, err error) {
	for i, c := range name {
		if c != '-' {
			continue
		}
		a, b = filepath.Join(dir, name[:i]+".obj"), filepath.Join(dir, name[i+1:]+".obj")
		if isFile(a) && isFile(b) {
			return a, b, nil
		}
	}
	return "", "", fmt.Errorf("pair %q: no A.obj and B.obj in %s with A-B = %s", name, dir, name)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func readPoses(ctx context.Context, path string, limit int) ([]geom.Pose, error) {
	f, err := (*input.Files)(nil).Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	var poses []geom.Pose
	for r := scene.NewPoseReader(f, path); limit == 0 || len(poses) < limit; {
		p, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		poses = append(poses, p)
	}
	if len(poses) == 0 {
		return nil, fmt.Errorf("%s: no poses", path)
	}
	return poses, nil
}
