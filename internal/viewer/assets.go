package viewer

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
)

// dist is the page as vite builds it: make web.
//
//go:embed web/dist
var dist embed.FS

// asset is a file of the page.
type asset struct {
	kind string
	data []byte
}

// contentTypes of the files there may be; a file of another kind is a bug that a
// test sees.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".svg":  "image/svg+xml",
}

// assets returns everything the server hands out, by the path in the URL. There is
// no file server behind it: other paths do not exist.
func assets() (map[string]asset, error) {
	files := map[string]asset{}
	err := fs.WalkDir(dist, "web/dist", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		kind, ok := contentTypes[path.Ext(name)]
		if !ok {
			return fmt.Errorf("viewer: embedded file %s is of no known kind", name)
		}
		data, err := dist.ReadFile(name)
		files["/"+path.Base(name)] = asset{kind, data}
		return err
	})
	return files, err
}
