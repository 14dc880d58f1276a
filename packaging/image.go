package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// image writes the container: an OCI layout in a tar file, for linux amd64 and arm64, of
// nothing but the static binary, its licences and a folder to mount a checkout in.
func (r *release) image(targets []target) error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	n := 0
	for _, t := range targets {
		if t.goos != "linux" || !t.static {
			continue
		}
		img, err := r.imageOf(t)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: img, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: t.goos, Architecture: t.goarch}},
		})
		n++
	}
	if n == 0 {
		return nil
	}
	dir := r.path("build", "image")
	if _, err := layout.Write(dir, index); err != nil {
		return err
	}
	files, err := tree(dir)
	if err != nil {
		return err
	}
	data, err := plainTar(files, r.when)
	if err != nil {
		return err
	}
	return os.WriteFile(r.path("collide-image_"+r.version[1:]+".oci.tar"), data, 0o644)
}

// imageOf is the image of one platform.
func (r *release) imageOf(t target) (v1.Image, error) {
	files, err := r.contents(t)
	if err != nil {
		return nil, err
	}
	for i := range files[1:] { // the binary stays at the root
		files[i+1].name = "licences/" + files[i+1].name
	}
	content, err := plainTar(files[:3], r.when) // without the README
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(content)), nil
	}, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	img, err := mutate.Append(mutate.MediaType(empty.Image, types.OCIManifestSchema1), mutate.Addendum{
		Layer: layer, History: v1.History{Created: v1.Time{Time: r.when}, CreatedBy: "packaging"},
	})
	if err != nil {
		return nil, err
	}
	config, err := img.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = t.goos, t.goarch, v1.Time{Time: r.when}
	config.Config = v1.Config{
		Entrypoint: []string{"/collide"}, WorkingDir: "/work", User: "65532:65532",
		Labels: map[string]string{
			"org.opencontainers.image.title":    "collide",
			"org.opencontainers.image.version":  r.version,
			"org.opencontainers.image.revision": r.commit,
			"org.opencontainers.image.source":   "https://github.com/collide-go/collide",
			"org.opencontainers.image.licenses": "Apache-2.0",
		},
	}
	return mutate.ConfigFile(mutate.ConfigMediaType(img, types.OCIConfigJSON), config)
}

// tree reads a folder's files in the order of their names.
func tree(dir string) ([]file, error) {
	var files []file
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files = append(files, file{filepath.ToSlash(name), 0o644, data})
		return err
	})
	return files, err
}
