package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/collide-go/collide/internal/quote"
)

// workTree are the folders that the change under test may write: the working directory, the git work tree around it and
// the folder of --root.
type workTree []fs.FileInfo

// findWorkTree returns the folders; root is the one of --root, "" for none.
func findWorkTree(root string) (workTree, error) {
	here, err := resolved(".")
	if err != nil {
		return nil, err
	}
	folders := []string{here}
	for dir := here; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil { // a folder, or the file of a further work tree
			folders = append(folders, dir)
			break
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if root != "" {
		folders = append(folders, root)
	}
	var w workTree
	for _, dir := range folders {
		info, err := os.Stat(dir)
		if err != nil {
			return nil, err
		}
		w = append(w, info)
	}
	return w, nil
}

// refuse returns an error for a path in the work tree, and for one that leads into it. One that leads nowhere is for
// others to refuse.
func (w workTree) refuse(what, path string) error {
	names := []string{path} // a link of the work tree may lead out of it, wherever the change under test wants
	if to, err := resolved(path); err == nil {
		names = append(names, to)
	}
	for _, name := range names {
		name, err := filepath.Abs(name)
		if err != nil {
			return err
		}
		if dir := w.holds(name); dir != "" {
			return fmt.Errorf("%s %s lies in the working tree (%s); expected what the change under test cannot write, such as a folder next to it",
				what, quote.Name(path), quote.Name(dir))
		}
	}
	return nil
}

// holds returns the folder of the work tree that a path lies in, by its name, "" for none.
func (w workTree) holds(path string) string {
	for dir := path; ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && slices.ContainsFunc(w, func(f fs.FileInfo) bool { return os.SameFile(f, info) }) {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// resolved returns an absolute path without symbolic links. Links are followed before a ".." is taken away, as the
// system does it.
func resolved(path string) (string, error) {
	to, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	if to, err = filepath.Abs(to); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(to) // the working directory may have a name with links
}
