package bench

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// TestPictures: the figures are drawn, with red where the scenes of the second row are in contact,
// nowhere in the first row, and with four black texels in each texture.
func TestPictures(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	paths, err := Pictures(t.Context(), dir)
	if err != nil || len(paths) != 2 {
		t.Fatal(paths, err)
	}
	textures, scenes := decoded(t, paths[0]), decoded(t, paths[1])
	const texel = panelSide / 20
	for column := 1; column < 3; column++ {
		at := image.Pt(panelGap+column*(panelSide+panelGap), panelGap)
		if n := count(textures, at, func(c color.RGBA) bool { return c == color.RGBA{A: 255} }); n != 4*texel*texel {
			t.Errorf("panel %d of the textures has %d black pixels, want %d", column, n, 4*texel*texel)
		}
	}
	for column := range 3 {
		for row := range 2 {
			at := image.Pt(panelGap+column*(panelSide+panelGap), panelGap+row*(panelSide+captionHeight+panelGap))
			red := count(scenes, at, func(c color.RGBA) bool { return c.R > 120 && int(c.R) > 2*int(c.G) && int(c.R) > 2*int(c.B) })
			if (red > 50) != (row == 1) {
				t.Errorf("scene %d, row %d: %d red pixels", column+1, row, red)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Pictures(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Pictures(t.Context(), paths[0]); err == nil {
		t.Error("no error for a directory that is a file")
	}
}

func decoded(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // it was read
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// count is the number of pixels of a panel that are of a kind.
func count(img image.Image, at image.Point, is func(color.RGBA) bool) (n int) {
	for y := at.Y; y < at.Y+panelSide; y++ {
		for x := at.X; x < at.X+panelSide; x++ {
			if is(color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)) {
				n++
			}
		}
	}
	return n
}
