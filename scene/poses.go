package scene

import (
	"errors"
	"io"
	"strings"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/decimal"
)

// PoseReader reads a pose list: 12 numbers a line, the 3×4 matrix [R|t] row by
// row, separated by blanks. Blank lines and lines that start with # do not count.
type PoseReader struct {
	lines *lineReader
}

// NewPoseReader reads poses from r; file is its name in errors.
func NewPoseReader(r io.Reader, file string) *PoseReader {
	return &PoseReader{lines: newLineReader(r, file)}
}

// Next returns the next pose, io.EOF after the last, and an *Error for a line
// that is not twelve finite numbers.
func (p *PoseReader) Next() (geom.Pose, error) {
	line, err := p.next()
	if err != nil {
		return geom.Pose{}, err
	}
	return p.parse(line)
}

// Skip passes over the next pose, whose numbers are not looked at. After the last it
// returns io.EOF.
func (p *PoseReader) Skip() error {
	_, err := p.next()
	return err
}

// next returns the line of the next pose.
func (p *PoseReader) next() (string, error) {
	for {
		line, err := p.lines.next()
		if err != nil {
			return "", err
		}
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line, nil
		}
	}
}

// Line returns the 1-based line of the pose Next returned last.
func (p *PoseReader) Line() int { return p.lines.line }

func (p *PoseReader) parse(line string) (geom.Pose, error) {
	words := strings.Fields(line)
	if len(words) != 12 {
		return geom.Pose{}, p.lines.errorf("%d numbers; expected 12, the 3×4 matrix [R|t] row by row", len(words))
	}
	var v [12]float64
	for i, w := range words {
		x, ok := decimal.Parse(w)
		if !ok {
			return geom.Pose{}, p.lines.errorf("entry %d is %q; expected a finite number", i+1, shorten(w))
		}
		v[i] = x
	}
	return poseOf(v), nil
}

// shorten keeps a quoted word fit for one line of an error.
func shorten(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// ReadPoses reads a whole pose list into memory; PoseReader streams one.
func ReadPoses(r io.Reader, file string) ([]geom.Pose, error) {
	p := NewPoseReader(r, file)
	var poses []geom.Pose
	for {
		pose, err := p.Next()
		if errors.Is(err, io.EOF) {
			return poses, nil
		}
		if err != nil {
			return nil, err
		}
		poses = append(poses, pose)
	}
}

// Buffered reports whether more of the input is at hand, so that Next is unlikely
// to wait.
func (p *PoseReader) Buffered() bool { return p.lines.r.Buffered() > 0 }

// File returns the name of the list in errors.
func (p *PoseReader) File() string { return p.lines.file }
