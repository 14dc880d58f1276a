package report

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/quote"
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	projectURI  = "https://github.com/collide-go/collide"
)

// SARIF writes a SARIF 2.1.0 log (OASIS, errata 01): one result per pair with
// the mesh files as locations, permitted pairs as suppressed notes, and an
// incomplete check as a failed invocation.
func SARIF(ctx context.Context, w io.Writer, c *Check) error {
	b := newOutUntil(ctx, w)
	b.put("{\n\"$schema\": " + quote.JSON(sarifSchema) + ",\n\"version\": \"2.1.0\",\n\"runs\": [{\n")
	s := sarifWriter{b: b}
	s.member("tool", c.sarifTool())
	s.member("invocations", c.sarifInvocation())
	s.member("artifacts", c.sarifArtifacts())
	b.put("\"results\": [")
	for i, p := range c.sarifPairs() {
		if i > 0 {
			b.put(",")
		}
		b.put("\n")
		s.value(c.sarifResult(p))
	}
	b.put("\n],\n\"columnKind\": \"utf16CodeUnits\"\n}]\n}\n")
	if s.err != nil {
		return s.err
	}
	return b.flush()
}

type sarifWriter struct {
	b   out
	err error
}

func (s *sarifWriter) member(name string, v any) {
	s.b.put(quote.JSON(name) + ": ")
	s.value(v)
	s.b.put(",\n")
}

func (s *sarifWriter) value(v any) {
	text, err := quote.Marshal(v)
	if err != nil && s.err == nil {
		s.err = err
	}
	s.b.putBytes(text)
}

type (
	sarifText struct {
		Text string `json:"text"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		Name             string    `json:"name"`
		ShortDescription sarifText `json:"shortDescription"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifArtifactLocation struct {
		URI string `json:"uri"`
	}
	sarifArtifact struct {
		Location sarifArtifactLocation `json:"location"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifactLocation `json:"artifactLocation"`
	}
	sarifLogical struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
	}
	sarifLocation struct {
		ID               int            `json:"id,omitempty"`
		PhysicalLocation sarifPhysical  `json:"physicalLocation"`
		LogicalLocations []sarifLogical `json:"logicalLocations"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifResult struct {
		RuleID              string             `json:"ruleId"`
		RuleIndex           int                `json:"ruleIndex"`
		Level               string             `json:"level"`
		Message             sarifText          `json:"message"`
		Locations           []sarifLocation    `json:"locations"`
		RelatedLocations    []sarifLocation    `json:"relatedLocations,omitempty"`
		PartialFingerprints map[string]string  `json:"partialFingerprints"`
		Suppressions        []sarifSuppression `json:"suppressions,omitempty"`
		BaselineState       string             `json:"baselineState,omitempty"`
		Properties          *sarifKind         `json:"properties,omitempty"`
	}
	// sarifKind is what kind a contact is, in the result's bag of properties.
	sarifKind struct {
		Kind     string          `json:"kind"`
		Equal    bool            `json:"equal"`
		Crossing bool            `json:"crossing"`
		Depth    json.RawMessage `json:"depth,omitempty"`
		Width    json.RawMessage `json:"width,omitempty"`
		Parting  json.RawMessage `json:"parting,omitempty"`
		// Count is the number of pieces, of which the first ones are listed.
		Count  int               `json:"pieceCount,omitempty"`
		Pieces []json.RawMessage `json:"pieces,omitempty"`
	}
)

func (c *Check) sarifTool() sarifTool {
	return sarifTool{sarifDriver{
		Name: "collide", Version: c.Version, InformationURI: projectURI,
		Rules: []sarifRule{
			{"contact", "Contact", sarifText{"The surfaces of two bodies share a point."}},
			{"containment", "Containment", sarifText{"One closed body lies inside another."}},
			{"self-contact", "SelfContact", sarifText{"The surface of a body meets itself."}},
			{"undecided", "Undecided", sarifText{"Whether one body lies inside another cannot be decided."}},
			{"clearance", "Clearance", sarifText{"Two bodies are too near to each other."}},
		},
	}}
}

// sarifPairs returns the pairs to report: all in their order, or the worst where there are
// too many.
func (c *Check) sarifPairs() []*collide.Pair {
	if len(c.Result.Pairs) > maxSARIF {
		return c.worstFirst()[:maxSARIF]
	}
	list := make([]*collide.Pair, len(c.Result.Pairs))
	for i := range list {
		list[i] = &c.Result.Pairs[i]
	}
	return list
}

func (c *Check) sarifInvocation() []sarifInvocation {
	v := sarifInvocation{ExecutionSuccessful: c.complete()}
	if left := len(c.Result.Pairs) - maxSARIF; left > 0 {
		v.Notifications = append(v.Notifications, sarifNotification{"warning", sarifText{fmt.Sprintf("%s left out: the log holds %d at most", count(left, "pair"), maxSARIF)}})
	}
	if !c.complete() {
		v.Notifications = append(v.Notifications, sarifNotification{"error", sarifText{"incomplete: " + c.reason()}})
	}
	for i := range c.Result.Flaws[:min(len(c.Result.Flaws), maxSARIF)] {
		v.Notifications = append(v.Notifications, sarifNotification{"note", sarifText{c.flaw(&c.Result.Flaws[i])}})
	}
	for _, text := range c.untestedLines() {
		v.Notifications = append(v.Notifications, sarifNotification{"note", sarifText{text}})
	}
	for i := range c.Changed {
		v.Notifications = append(v.Notifications, sarifNotification{"warning", sarifText{c.Changed[i].head()}})
	}
	for _, text := range c.Warnings {
		v.Notifications = append(v.Notifications, sarifNotification{"warning", sarifText{quote.Line(text)}})
	}
	return []sarifInvocation{v}
}

// sarifArtifacts lists each file once.
func (c *Check) sarifArtifacts() []sarifArtifact {
	list := []sarifArtifact{}
	seen := map[string]bool{}
	for i := range c.Bodies {
		if uri := fileURI(c.Bodies[i].File); !seen[uri] {
			seen[uri] = true
			list = append(list, sarifArtifact{sarifArtifactLocation{uri}})
		}
	}
	return list
}

func (c *Check) sarifResult(p *collide.Pair) sarifResult {
	r := sarifResult{
		RuleID: "contact", Level: "error", Message: sarifText{c.sentence(p) + "."},
		Locations:           []sarifLocation{c.sarifLocation(p.A, 0)},
		PartialFingerprints: map[string]string{"bodies/v1": c.Bodies[p.A].Name + " × " + c.Bodies[p.B].Name},
	}
	switch s := c.statusOf(p); {
	case s == near:
		r.RuleID, r.RuleIndex = "clearance", 4
	case s == open:
		r.RuleID, r.RuleIndex = "undecided", 3
	case p.A == p.B:
		r.RuleID, r.RuleIndex = "self-contact", 2
	case len(p.Contacts) == 0:
		r.RuleID, r.RuleIndex = "containment", 1
	}
	if p.Kind != collide.NoKind {
		r.Properties = &sarifKind{Kind: string(p.Kind), Equal: p.Equal, Crossing: p.Crossing, Count: len(p.Pieces), Pieces: sarifPieces(p)}
		if c.hasDepth(p) {
			r.Properties.Depth, r.Properties.Width = json.RawMessage(bounds(p.Depth)), json.RawMessage(bounds(p.Width))
		}
		if way, known := c.parting(p); known {
			r.Properties.Parting = json.RawMessage(bounds(way))
		}
	}
	if p.A != p.B {
		r.PartialFingerprints["clash/v1"] = c.Fingerprint(p)
		r.RelatedLocations = []sarifLocation{c.sarifLocation(p.B, 1)}
	}
	if r.BaselineState = baselineStates[c.change(p)]; c.statusOf(p) == known {
		r.Level = "note"
	}
	if p.Allowed {
		r.Level = "note"
		r.Suppressions = []sarifSuppression{{"external", c.permission(p)}}
	}
	if c.approved(p) {
		r.Suppressions = []sarifSuppression{{"external", c.decision(p).text()}}
	}
	return r
}

// baselineStates are what SARIF calls changes.
var baselineStates = map[baseline.Change]string{baseline.New: "new", baseline.Worse: "updated", baseline.Better: "updated", baseline.Same: "unchanged"}

// permission names what permits a pair.
func (c *Check) permission(p *collide.Pair) string {
	if f := c.finding(p); f != nil {
		return "permitted by " + c.ruleOf(p)
	}
	return "permitted by the allow file"
}

func (c *Check) sarifLocation(body, id int) sarifLocation {
	b := &c.Bodies[body]
	return sarifLocation{
		ID:               id,
		PhysicalLocation: sarifPhysical{sarifArtifactLocation{fileURI(b.File)}},
		LogicalLocations: []sarifLogical{{Name: b.Name, Kind: "object"}},
	}
}

// fileURI returns a relative reference for a relative path and a file URI for an
// absolute one.
func fileURI(path string) string {
	p := filepath.ToSlash(path)
	if !filepath.IsAbs(path) {
		return (&url.URL{Path: p}).String()
	}
	if !strings.HasPrefix(p, "/") { // a Windows drive
		p = "/" + p
	}
	return (&url.URL{Scheme: "file", Path: p}).String()
}
