package bench

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/collide-go/collide/internal/atomicfile"
)

// Pictured lists the experiments that have pictures.
func Pictured() []string { return []string{"scd"} }

// Pictures draws the figures of the streaming paper that are pictures into a directory, which is
// made if need be: the edge textures of a sphere and the three scenes. It returns the paths.
func Pictures(ctx context.Context, dir string) ([]string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	var paths []string
	for _, f := range []struct {
		name string
		draw func(context.Context) (*image.RGBA, error)
	}{{"scd-textures.png", texturesPicture}, {"scd-scenes.png", scenesPicture}} {
		picture, err := f.draw(ctx)
		if err != nil {
			return paths, fmt.Errorf("%s: %w", f.name, err)
		}
		path := filepath.Join(dir, f.name)
		if err := atomicfile.Write(ctx, path, func(w io.Writer) error { return png.Encode(w, picture) }); err != nil {
			return paths, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// The layout of a picture, in pixels: panels side by side, a caption below each.
const (
	panelSide     = 400
	panelGap      = 20
	captionHeight = 30
	captionSize   = 15
)

// sheet is a picture of rows of panels.
type sheet struct {
	*image.RGBA
	face font.Face
}

// newSheet makes an empty one.
func newSheet(columns, rows int) (*sheet, error) {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: captionSize, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, err
	}
	size := image.Rect(0, 0, panelGap+columns*(panelSide+panelGap), panelGap+rows*(panelSide+captionHeight+panelGap))
	s := &sheet{image.NewRGBA(size), face}
	draw.Draw(s, size, image.White, image.Point{}, draw.Src)
	return s, nil
}

// panel is the place of a panel; its caption is written.
func (s *sheet) panel(column, row int, caption string) image.Rectangle {
	at := image.Pt(panelGap+column*(panelSide+panelGap), panelGap+row*(panelSide+captionHeight+panelGap))
	d := font.Drawer{Dst: s, Src: image.NewUniform(color.Gray{60}), Face: s.face, Dot: fixed.P(at.X, at.Y+panelSide+captionSize+6)}
	d.DrawString(caption)
	return image.Rectangle{at, at.Add(image.Pt(panelSide, panelSide))}
}
