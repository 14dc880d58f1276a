package viewer

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/scene"
)

// checkJSON is what a page says of a check beyond its contacts.
type checkJSON struct {
	// Word is what the check found, for people, and Outcome what a gate makes of it: those of the reports, so that a page calls nothing free that they do not.
	Word     string `json:"word"`
	Outcome  string `json:"outcome"`
	Complete bool   `json:"complete"`
	Reason   string `json:"reason"`
	First    bool   `json:"first"`
	Method   string `json:"method"`
	Backend  string `json:"backend"`
	Read     string `json:"read"`
	Total    string `json:"total"`
	// Clearance is what was asked for, in words, "" for nothing; TooNear counts the pairs that fail by it.
	Clearance   string     `json:"clearance,omitempty"`
	TooNear     int        `json:"tooNear,omitempty"`
	Near        []nearJSON `json:"near,omitempty"`
	NearLeftOut int        `json:"nearLeftOut,omitempty"`
	// Kinds are those of the pairs of the frame, in words.
	Kinds []string `json:"kinds,omitempty"`
	// Depths are those of the pairs of the frame, 0 where there is none; a bound that is not known is the other one.
	Depths [][2]float64 `json:"depths,omitempty"`
	// Unit is that of lengths, "" where it is not known.
	Unit string `json:"unit,omitempty"`
	// Looks are of the pairs that have a picture.
	Looks []lookJSON `json:"looks,omitempty"`
}

// CheckPage is a check as one page that needs neither server nor network.
type CheckPage struct {
	Title string
	Check *report.Check
	// Placed are the bodies, in the order of the check's.
	Placed []scene.Placed
	// Up is the direction drawn upward.
	Up geom.Vec
}

// Write writes the page: style, script, pictures of the worst pairs and a compressed copy of bodies and
// contacts, under a policy that lets nothing else load or run. Without scripts
// it shows the text report and the pictures.
func (p *CheckPage) Write(ctx context.Context, w io.Writer) error {
	s := p.stage()
	pictures, err := newGallery(ctx, p.Check, s)
	if err != nil {
		return err
	}
	scene, frame, err := p.messages(ctx, s, pictures.looks)
	if err != nil {
		return err
	}
	data, err := pack(scene, frame)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := report.Text(ctx, &text, p.Check); err != nil {
		return err
	}
	return writePage(w, p.Title, text.String(), append(pictures.html.Bytes(), made(p.Check)...), data)
}

// writePage writes a page with data, a text for where there are no scripts, and a part that is there with and without.
func writePage(w io.Writer, title, text string, part, data []byte) error {
	files, err := assets()
	if err != nil {
		return err
	}
	script, style, icon := files["/viewer.js"].data, files["/viewer.css"].data, files["/icon.svg"].data
	if err := fits(script, style); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, pageHead, hashOf(script), "", hashOf(style), "", html.EscapeString(title), base64.StdEncoding.EncodeToString(icon))
	if err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	for _, piece := range [][]byte{
		[]byte("<style>"), style, []byte("</style>\n</head>\n<body>\n<noscript><pre>"), []byte(html.EscapeString(text)),
		[]byte("</pre></noscript>\n"), part, []byte("<script type=\"application/octet-stream\" id=\"data\">"), data,
		[]byte("</script>\n<script type=\"module\">"), script, []byte("</script>\n</body>\n</html>\n"),
	} {
		if _, err := w.Write(piece); err != nil {
			return fmt.Errorf("writing the page: %w", err)
		}
	}
	return nil
}

// fits returns an error for script or style that would end early in a page; a test sees it.
func fits(script, style []byte) error {
	if bytes.Contains(script, []byte("</script")) || bytes.Contains(script, []byte("<!--")) || bytes.Contains(style, []byte("</")) {
		return errors.New("viewer: the page cannot be put into one file")
	}
	return nil
}

// pageHead takes the hash of the script and what else the page may run, the hash of the style and further directives, the title and the icon.
const pageHead = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-%s'%s; style-src 'sha256-%s'; %simg-src data: blob:; base-uri 'none'; form-action 'none'">
<title>%s – collide</title>
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,%s">
`

// hashOf names a script or style in the policy.
func hashOf(data []byte) string {
	h := sha256.Sum256(data)
	return base64.StdEncoding.EncodeToString(h[:])
}

// stage is where the page shows the bodies.
func (p *CheckPage) stage() *stage {
	bodies, poses, files := make([]sim.Body, len(p.Placed)), make([]geom.Pose, len(p.Placed)), make([]string, len(p.Placed))
	for i := range p.Placed {
		b := &p.Placed[i]
		bodies[i] = sim.Body{Name: b.Name, Shape: b.Shape, Immovable: b.Immovable}
		poses[i], files[i] = b.Pose, b.File
	}
	return newStage(bodies, poses, files, nil)
}

// Messages returns the scene message and its one frame, as docs/viewer.md describes them.
func (p *CheckPage) Messages(ctx context.Context) (stage, first []byte, err error) {
	return p.messages(ctx, p.stage(), nil)
}

func (p *CheckPage) messages(ctx context.Context, s *stage, looks []lookJSON) (stage, first []byte, err error) {
	poses := make([]geom.Pose, len(p.Placed))
	for i := range p.Placed {
		poses[i] = p.Placed[i].Pose
	}
	r := withoutNear(p.Check.Result)
	check := &checkJSON{
		Word: p.Check.Word(), Outcome: p.Check.Outcome().String(),
		Complete: p.Check.Err == nil, Reason: report.ReasonOf(p.Check.Err), First: r.First, Method: methodText(r.Method, r.Chosen), Backend: string(r.Backend),
		Read: p.Check.Read.Round(time.Microsecond).String(), Total: p.Check.Total.Round(time.Microsecond).String(), Looks: looks,
		Unit: p.Check.Unit,
	}
	check.takeNear(s, p.Check)
	if p.Check.Kinds {
		for i := range r.Pairs[:min(len(r.Pairs), mostPairs)] {
			check.Kinds = append(check.Kinds, p.Check.KindText(&r.Pairs[i]))
			check.Depths = append(check.Depths, depthOf(&r.Pairs[i]))
		}
	}
	msg, err := s.encode(&stageJSON{
		Title: p.Title, Version: p.Check.Version, Film: "still", Frames: 1, Up: vectorOf(p.Up), Self: p.Check.Self,
		Methods: []methodJSON{}, Cameras: []cameraJSON{},
		Check: check,
	})
	if err != nil {
		return nil, nil, err
	}
	var f frame
	m := film{stage: s}
	now := &sim.Frame{Poses: poses, Result: r}
	m.takeBodies(now, &f)
	if err := m.takeContacts(ctx, now, &f, &state{}, &p.Check.Places); err != nil {
		return nil, nil, err
	}
	f.sides[0].take(now)
	f.sides[0].complete = p.Check.Err == nil
	return msg, f.encode(nil, &cursor{}), nil
}

// depthOf is the depth of a pair, of which the upper bound may be infinite.
func depthOf(p *collide.Pair) [2]float64 {
	if math.IsInf(p.Depth[1], 1) {
		return [2]float64{p.Depth[0], p.Depth[0]}
	}
	return p.Depth
}

func methodText(method, chosen string) string {
	if chosen != "" && chosen != method {
		return method + " (" + chosen + ")"
	}
	return method
}

// packLevel is how hard pages compress, 3: at 6, the default, a page is 1 % smaller and takes twice as long.
const packLevel = 3

// pack compresses messages, each after its length.
func pack(messages ...[]byte) ([]byte, error) {
	var out bytes.Buffer
	encode := base64.NewEncoder(base64.StdEncoding, &out)
	z, err := gzip.NewWriterLevel(encode, packLevel)
	if err != nil {
		return nil, err
	}
	for _, m := range messages {
		for _, part := range [][]byte{appendWords(nil, uint32(len(m))), m} {
			if _, err := z.Write(part); err != nil {
				return nil, err
			}
		}
	}
	err = errors.Join(z.Close(), encode.Close())
	return out.Bytes(), err
}
