package report

import (
	"context"
	"io"
	"path/filepath"
	"strconv"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/baseline"
	"github.com/collide-go/collide/internal/quote"
)

// JSON writes a check as one object. Its fields and their order are a contract
// (docs/cli.md). Contacts are written as they come: millions of them take no
// more memory than one.
func JSON(ctx context.Context, w io.Writer, c *Check) error {
	b := newOutUntil(ctx, w)
	r := c.Result
	b.putf("{\n  \"schema\": %d,\n  \"method\": %s,\n  \"backend\": %s,\n", quote.Schema, quote.JSON(r.Method), quote.JSON(string(r.Backend)))
	if c.Choice != "" {
		b.putf("  \"backendReason\": %s,\n", quote.JSON(c.Choice))
	}
	b.putf("  \"verdict\": \"%v\",\n  \"outcome\": \"%v\",\n", r.Verdict, c.Outcome())
	b.putf("  \"colliding\": %t,\n  \"complete\": %t,\n  \"reason\": %s,\n", r.Verdict == collide.InContact, c.complete(), quote.JSON(c.reason()))
	if c.Unit != "" {
		b.put("  " + unitField(c.Unit, "\n"))
	}
	b.put("  \"bodies\": [")
	for i := range c.Bodies {
		if err := c.jsonBody(b, i); err != nil {
			return err
		}
	}
	closeList(b, len(c.Bodies))
	b.put("  \"pairs\": [")
	for i := range r.Pairs {
		if c.jsonPair(b, i, &r.Pairs[i]); b.err() != nil {
			return b.err()
		}
	}
	closeList(b, len(r.Pairs))
	if len(c.Untested) > 0 {
		b.put("  \"untested\": " + untestedJSON(c.Untested) + ",\n")
	}
	c.jsonChanged(b)
	c.jsonResolved(b)
	b.putf("  \"hash\": %s,\n", quote.JSON(r.Hash()))
	b.put("  \"warnings\": [")
	for i, text := range c.Warnings {
		separate(b, i)
		b.put(quote.JSON(text))
	}
	closeList(b, len(c.Warnings))
	stats, err := quote.Marshal(jsonStats(c))
	if err != nil {
		return err
	}
	b.putf("  \"stats\": %s\n}\n", stats)
	return b.flush()
}

func closeList(b out, n int) {
	if n > 0 {
		b.put("\n  ")
	}
	b.put("],\n")
}

func separate(b out, i int) {
	if i > 0 {
		b.put(",")
	}
	b.put("\n    ")
}

func (c *Check) jsonBody(b out, i int) error {
	body := &c.Bodies[i]
	defects, err := quote.Marshal(body.Defects)
	if err != nil {
		return err
	}
	separate(b, i)
	b.putf(`{"name": %s, "file": %s, "triangles": %d, "defects": %s`,
		quote.JSON(body.Name), quote.JSON(filepath.ToSlash(body.File)), body.Triangles, defects)
	for _, f := range c.Result.Flaws {
		if f.Body == i {
			b.put(`, "flaw": ` + quote.JSON(f.Reason))
		}
	}
	b.put("}")
	return nil
}

func (c *Check) jsonPair(b out, i int, p *collide.Pair) {
	separate(b, i)
	b.putf(`{"a": %d, "b": %d, "verdict": "%v", "contacts": %d, "triangles": [`, p.A, p.B, p.Verdict, len(p.Contacts))
	var buf []byte
	for k, contact := range p.Contacts {
		buf = buf[:0]
		if k > 0 {
			buf = append(buf, ", "...)
		}
		buf = append(buf, '[')
		buf = strconv.AppendUint(buf, uint64(contact.TriA), 10)
		buf = append(buf, ", "...)
		buf = strconv.AppendUint(buf, uint64(contact.TriB), 10)
		buf = append(buf, ']')
		b.putBytes(buf)
	}
	b.putf(`], "inside": %s, "allowed": %t`, quote.JSON(string(p.Inside)), p.Allowed)
	if p.Verdict == collide.Unknown {
		b.putf(`, "reason": %s`, quote.JSON(p.Reason))
	}
	if isNear(p) {
		b.put(`, "kind": "near"`)
	}
	c.jsonKind(b, p)
	c.jsonNear(b, p)
	c.jsonRule(b, p)
	if change := c.change(p); change != baseline.None {
		b.put(`, "change": ` + quote.JSON(string(change)))
	}
	c.jsonApproval(b, p)
	b.put("}")
}

// jsonRule writes what the rules make of a pair.
func (c *Check) jsonRule(b out, p *collide.Pair) {
	f := c.finding(p)
	if f == nil {
		return
	}
	b.put(`, "status": ` + quote.JSON(c.fate(p)))
	if f.Rule != nil {
		b.put(`, "rule": ` + quote.JSON(f.Rule.String()))
	}
	if f.Why != "" {
		b.put(`, "why": ` + quote.JSON(f.Why))
	}
}

// statsJSON are the counters and, in milliseconds, the times of a check.
type statsJSON struct {
	Chosen         string  `json:"chosen"`
	BroadPhase     string  `json:"broadPhase"`
	Workers        int     `json:"workers"`
	ReadMS         float64 `json:"readMs"`
	BuildMS        float64 `json:"buildMs"`
	UpdateMS       float64 `json:"updateMs"`
	BroadMS        float64 `json:"broadMs"`
	NarrowMS       float64 `json:"narrowMs"`
	SolidMS        float64 `json:"solidMs"`
	TotalMS        float64 `json:"totalMs"`
	BodyPairs      int64   `json:"bodyPairs"`
	BVTests        int64   `json:"bvTests"`
	BVUpdates      int64   `json:"bvUpdates"`
	PrimitiveTests int64   `json:"primitiveTests"`
	Adaptive       int64   `json:"adaptive"`
	Exact          int64   `json:"exact"`
	Candidates     int64   `json:"candidates"`
	MovedBytes     int64   `json:"movedBytes"`
	SentBytes      int64   `json:"sentBytes,omitempty"`
	ReceivedBytes  int64   `json:"receivedBytes,omitempty"`
	Submits        int64   `json:"submits,omitempty"`
	Barriers       int64   `json:"barriers,omitempty"`
	Dispatches     int64   `json:"dispatches,omitempty"`
	Allocations    int64   `json:"deviceAllocations,omitempty"`
	DeviceMS       float64 `json:"deviceMs"`
	Queries        int64   `json:"occlusionQueries,omitempty"`
	ImageVerdict   string  `json:"image_verdict,omitempty"`
	CachedPairs    int     `json:"cachedPairs,omitempty"`
}

func jsonStats(c *Check) statsJSON {
	s := &c.Result.Stats
	return statsJSON{
		Chosen: c.Result.Chosen, BroadPhase: s.BroadPhase, Workers: s.Workers,
		ReadMS: ms(c.Read), BuildMS: ms(s.Build), UpdateMS: ms(s.Update), BroadMS: ms(s.Broad),
		NarrowMS: ms(s.Narrow), SolidMS: ms(s.Solid), TotalMS: ms(c.Total),
		BodyPairs: s.BodyPairs, BVTests: s.BVTests, BVUpdates: s.BVUpdates, PrimitiveTests: s.PrimitiveTests,
		Adaptive: s.Adaptive, Exact: s.Exact,
		Candidates: s.Candidates, MovedBytes: s.Sent + s.Received, DeviceMS: ms(s.Device),
		SentBytes: s.Sent, ReceivedBytes: s.Received, Submits: s.Submits, Barriers: s.Barriers, Dispatches: s.Dispatches, Allocations: s.Allocations,
		Queries: s.Queries, ImageVerdict: s.ImageVerdict, CachedPairs: c.Cached,
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
