package report

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
)

// Pictures are what pictures of a check need.
type Pictures struct {
	// Shapes returns the surfaces of the bodies, which the pictures then own.
	Shapes func() Shapes
	// Up is the direction drawn upward, +Y or +Z.
	Up geom.Vec

	scenery *scenery
	// closeups are those made so far: the formats of one run share them.
	closeups map[*collide.Pair]*closeup
}

// scenePart is the scene in a picture of one pair, in pixels. The names are below.
var scenePart = image.Rect(0, 0, 640, 480)

// MaxPictures is the most pictures of pairs in one report, 100, of the worst.
const MaxPictures = 100

// closeup returns the view of a pair; nil where there are no shapes, or no place is known.
func (c *Check) closeup(ctx context.Context, p *collide.Pair) (*closeup, error) {
	s := c.Pictures
	if s == nil || c.World == nil {
		return nil, nil
	}
	if s.scenery == nil {
		made := newScenery(c, s.Shapes())
		s.scenery, s.closeups = &made, map[*collide.Pair]*closeup{}
	}
	if v, made := s.closeups[p]; made {
		return v, nil
	}
	v, err := newCloseup(ctx, s.scenery, p, s.Up)
	if err == nil {
		s.closeups[p] = v
	}
	return v, err
}

// png draws and encodes the picture, once.
func (v *closeup) png(ctx context.Context) ([]byte, error) {
	if v.encoded != nil {
		return v.encoded, nil
	}
	img, err := v.picture(ctx, scenePart, v.check.Places.Workers)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("writing a picture: %w", err)
	}
	v.encoded = b.Bytes()
	return v.encoded, nil
}
