package report

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/quote"
)

// maxTopics is the most topics of a BCF file, 5,000, the worst: each is a folder.
const maxTopics = 5000

// bcfAuthor is who creates topics, and bcfProject the name of their project.
const (
	bcfAuthor  = "collide"
	bcfProject = "collide check"
)

// The types and statuses of topics.
const (
	bcfClash, bcfClearance, bcfUndecided      = "Clash", "Clearance", "Undecided"
	bcfOpen, bcfKnown, bcfApproved, bcfClosed = "Open", "Known", "Approved", "Closed"
	bcfMarkupFile, bcfViewpointFile           = "markup.bcf", "viewpoint.bcfv"
	bcfSnapshotFile                           = "snapshot.png"
)

// bcfEpoch is the date of files and topics of a check without one: the first that a zip file can hold.
var bcfEpoch = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

// bcfLastYear is the last year that a zip file can hold, 2107.
const bcfLastYear = 2107

// BCF writes a BIM Collaboration Format file (buildingSMART, BCF 3.0): a topic for each pair that fails, is known or is
// undecided, with a viewpoint and, of the worst MaxPictures, its picture, and a closed one for each clash that is resolved. Topics without bodies report that the
// check was cut short, and how many pairs were left out. A topic's GUID follows from the clash's
// fingerprint, so that the file of a second run updates the topics of the first. The bytes follow from the check alone, those
// of pictures up to the last bit of a pixel. Viewpoints
// are in metres, so that they need a known unit.
func BCF(ctx context.Context, w io.Writer, c *Check) error {
	b := bcfWriter{ctx: ctx, zip: zip.NewWriter(w), c: c, date: c.Date, seen: map[string]bool{}}
	if b.date.Before(bcfEpoch) || b.date.Year() > bcfLastYear {
		b.date = bcfEpoch
	}
	b.file("bcf.version", &bcfVersion{VersionID: "3.0"})
	b.file("project.bcfp", &bcfProjectInfo{Project: bcfProjectXML{ID: guid(baseline.Fingerprint(bcfProject, bcfAuthor)), Name: bcfProject}})
	b.file("extensions.xml", &bcfExtensions{
		Types: []string{bcfClash, bcfClearance, bcfUndecided}, Statuses: []string{bcfOpen, bcfKnown, bcfApproved, bcfClosed}, Users: []string{bcfAuthor},
	})
	b.incomplete()
	b.topics()
	b.leftOut()
	if b.err != nil {
		return b.err
	}
	if err := b.zip.Close(); err != nil {
		return fmt.Errorf("writing BCF: %w", err)
	}
	return nil
}

// bcfWriter writes an archive. It does nothing after its first error.
type bcfWriter struct {
	ctx  context.Context
	zip  *zip.Writer
	c    *Check
	date time.Time
	// seen are the topics that are there: a clash may be resolved in one place and new in another.
	seen map[string]bool
	// left counts the pairs beyond the limit, among them the clashes that are resolved.
	left int
	// drawn counts the pictures.
	drawn int
	err   error
}

// file adds a document.
func (b *bcfWriter) file(name string, document any) {
	if b.err == nil {
		b.err = b.ctx.Err()
	}
	if b.err != nil {
		return
	}
	var text []byte
	if text, b.err = xml.MarshalIndent(document, "", "  "); b.err == nil {
		b.bytes(name, append([]byte(xml.Header), append(text, '\n')...))
	}
}

// bytes adds a file.
func (b *bcfWriter) bytes(name string, data []byte) {
	if b.err != nil {
		return
	}
	method := zip.Deflate
	if strings.HasSuffix(name, "/"+bcfSnapshotFile) {
		method = zip.Store // compressed already
	}
	var f io.Writer
	if f, b.err = b.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: b.date}); b.err == nil {
		_, b.err = f.Write(data)
	}
}

// incomplete adds a topic about a check that was cut short: pairs that it has not tested have none.
func (b *bcfWriter) incomplete() {
	if b.c.complete() {
		return
	}
	b.note("incomplete", "Incomplete: "+shorten(b.c.reason(), 3*maxName),
		"The check was not finished: pairs that have no topic here are not known to be free. Reason: "+b.c.reason()+".")
}

// leftOut adds a topic about the pairs beyond the limit.
func (b *bcfWriter) leftOut() {
	if b.left == 0 {
		return
	}
	b.note("left out", count(b.left, "pair")+" left out", fmt.Sprintf("This file has topics of %d pairs at most, the worst. Other formats list all of them.", maxTopics))
}

// note adds a topic about the check as a whole, which does not count for the limit.
func (b *bcfWriter) note(what, title, text string) {
	b.write(&bcfMarkup{Topic: bcfTopic{GUID: guid(baseline.Fingerprint(bcfProject, what)), Type: bcfUndecided, Status: bcfOpen, Title: title, Description: text}}, nil, nil)
}

// topics adds the pairs, the worst first, and what is resolved.
func (b *bcfWriter) topics() {
	for _, p := range b.c.worstFirst() {
		if b.c.statusOf(p) != within {
			b.pair(p)
		}
	}
	if b.c.Baseline == nil {
		return
	}
	for i := range b.c.Baseline.Resolved {
		k := &b.c.Baseline.Resolved[i]
		id := baseline.Fingerprint(k.A, k.B)
		t := bcfTopic{GUID: guid(id), Type: bcfClash, Status: bcfClosed, Title: bcfTitle(k.A, k.B), Description: "Resolved: the baseline has this clash, the check has not."}
		b.topic(&bcfMarkup{Topic: t}, nil, nil)
	}
}

// pair adds the topic of a pair.
func (b *bcfWriter) pair(p *collide.Pair) {
	c := b.c
	id := c.Fingerprint(p)
	t := bcfTopic{GUID: guid(id), Type: bcfClash, Status: bcfOpen, Title: bcfTitle(c.Bodies[p.A].Name, c.Bodies[p.B].Name), Description: c.sentence(p) + "."}
	switch s := c.statusOf(p); {
	case c.approved(p):
		t.Status = bcfApproved
	case s == known:
		t.Status = bcfKnown
	case s == open:
		t.Type = bcfUndecided
	}
	if isNear(p) && t.Type == bcfClash {
		t.Type = bcfClearance
	}
	if p.Kind != collide.NoKind {
		t.Labels = []string{string(p.Kind)}
	}
	m := &bcfMarkup{Topic: t, Files: []bcfFile{c.bcfFile(p.A)}}
	if p.B != p.A && c.Bodies[p.B].File != c.Bodies[p.A].File {
		m.Files = append(m.Files, c.bcfFile(p.B))
	}
	if b.isFull(t.GUID) {
		return
	}
	view, snapshot, why := b.look(p, guid(baseline.Fingerprint("viewpoint", id)))
	if why != "" {
		m.Topic.Description += " No picture: " + why + "."
	}
	b.topic(m, view, snapshot)
}

// topic adds the folder of a topic, with a viewpoint and its picture if there are any.
func (b *bcfWriter) topic(m *bcfMarkup, v *bcfViewpoint, snapshot []byte) {
	if !b.isFull(m.Topic.GUID) {
		b.seen[m.Topic.GUID] = true
		b.write(m, v, snapshot)
	}
}

// isFull reports whether a topic is there already, or beyond the limit, and then counts it.
func (b *bcfWriter) isFull(guid string) bool {
	if b.seen[guid] {
		return true
	}
	if len(b.seen) == maxTopics {
		b.left++
		return true
	}
	return false
}

// write adds the folder.
func (b *bcfWriter) write(m *bcfMarkup, v *bcfViewpoint, snapshot []byte) {
	m.Topic.Date, m.Topic.Author = b.date.UTC().Format(time.RFC3339), bcfAuthor
	if v != nil {
		m.Topic.Viewpoints = []bcfViewpointRef{{GUID: v.GUID, File: bcfViewpointFile}}
	}
	if snapshot != nil {
		m.Topic.Viewpoints[0].Snapshot = bcfSnapshotFile
	}
	b.file(m.Topic.GUID+"/"+bcfMarkupFile, m)
	if v != nil {
		b.file(m.Topic.GUID+"/"+bcfViewpointFile, v)
	}
	if snapshot != nil {
		b.bytes(m.Topic.GUID+"/"+bcfSnapshotFile, snapshot)
	}
}

func bcfTitle(a, b string) string {
	if a == b {
		return quote.Name(a) + " × itself"
	}
	return quote.Name(a) + " × " + quote.Name(b)
}

// bcfFile names the file of a body.
func (c *Check) bcfFile(body int) bcfFile {
	file := quote.Name(filepath.ToSlash(c.Bodies[body].File))
	return bcfFile{External: true, Name: quote.Name(filepath.Base(c.Bodies[body].File)), Reference: file}
}

// guid writes 32 hexadecimal digits as a GUID of version 8, whose bits an application defines (RFC 9562).
func guid(digits string) string {
	const variants = "89ab"
	hex := []byte(digits)
	hex[12] = '8'
	hex[16] = variants[int(hex[16])%len(variants)]
	s := string(hex)
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}
