package assembly

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/collide-go/collide/internal/atomicfile"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/meshio"
	"github.com/collide-go/collide/scene"
)

// The files of an assembly, in its folder.
const (
	SceneFile = "scene.json"
	RulesFile = "assembly.rules"
	TruthFile = "truth.json"
	partsDir  = "parts"
)

// WriteDir writes the parts, then scene, rules and truth, into a folder, which is made where it is missing. Each
// file appears whole or not at all; the scene comes after the parts that it names.
func (a *Assembly) WriteDir(ctx context.Context, dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, partsDir), 0o777); err != nil {
		return fmt.Errorf("%s: cannot be made: %w", quote.Name(dir), err)
	}
	for i, m := range a.Meshes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := meshio.WriteFile(filepath.Join(dir, filepath.FromSlash(a.Scene.Bodies[i].Mesh)), m); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{RulesFile, func(w io.Writer) error { _, err := io.WriteString(w, a.Rules); return err }},
		{TruthFile, a.writeTruth},
		{SceneFile, func(w io.Writer) error { return scene.Write(w, a.Scene) }},
	} {
		if err := atomicfile.Write(ctx, filepath.Join(dir, f.name), f.write); err != nil {
			return err
		}
	}
	return nil
}

// writeTruth writes the pairs, one a line.
func (a *Assembly) writeTruth(w io.Writer) error {
	b := bufio.NewWriter(w)
	_, _ = fmt.Fprintf(b, "{\"schema\": %d, \"pairs\": [", quote.Schema)
	for i := range a.Truth {
		p := &a.Truth[i]
		comma := ","
		if i == 0 {
			comma = ""
		}
		_, _ = fmt.Fprintf(b, "%s\n  {\"a\": %s, \"b\": %s, \"kind\": %s, \"pass\": %t", comma, quote.JSON(p.A), quote.JSON(p.B), quote.JSON(p.Kind), p.Pass)
		if p.Depth > 0 {
			_, _ = fmt.Fprintf(b, ", \"depth\": %v", p.Depth)
		}
		_, _ = b.WriteString("}")
	}
	_, _ = b.WriteString("\n]}\n")
	return b.Flush()
}
