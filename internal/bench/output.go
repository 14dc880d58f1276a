package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/collide-go/collide/internal/atomicfile"
)

// PlotFormats lists what plots can be drawn as.
func PlotFormats() []string { return []string{"svg", "png"} }

// Files writes the report into a directory, which is made if need be: NAME.md, a
// CSV file a table and a picture a plot, of that format, and NAME.csv with what it was made
// from. It returns the paths.
//
// A file that cannot be written leaves the one that was there before.
func (r *Report) Files(ctx context.Context, dir, plots string) ([]string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	var paths []string
	write := func(name string, f func(io.Writer) error) error {
		path := filepath.Join(dir, name)
		paths = append(paths, path)
		return atomicfile.Write(ctx, path, f)
	}
	if err := write(r.Name+".md", func(w io.Writer) error { return r.Markdown(w, plots) }); err != nil {
		return nil, err
	}
	if r.Measured() {
		if err := write(r.measuredFile(), r.Measurements); err != nil {
			return nil, err
		}
	}
	for i := range r.Tables {
		t := &r.Tables[i]
		if err := write(fmt.Sprintf("%s-%s.csv", r.Name, t.Name), t.CSV); err != nil {
			return nil, err
		}
	}
	for i := range r.Plots {
		p := &r.Plots[i]
		if err := write(p.file(r, plots), func(w io.Writer) error { return p.Write(w, plots) }); err != nil {
			return nil, err
		}
	}
	return paths, nil
}
