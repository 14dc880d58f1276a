package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/quote"
)

// Frame is the answer for one frame of a scene in motion.
type Frame struct {
	// Index counts frames from 0; Time is the scene's, in seconds.
	Index int
	Time  float64
	// Pairs of bodies touch, in so many Contacts.
	Pairs, Contacts int
	Hash            string
	// Physical frames have a state that impacts led to, and what is conserved.
	Physical                  bool
	State                     [32]byte
	Impacts                   int
	Momentum, AngularMomentum geom.Vec
	Energy                    float64
	// Motion is the time spent moving the bodies; Stats has that of the query.
	Motion time.Duration
	Stats  collide.Stats
}

// verdict is that of a frame, all of whose contacts are known.
func (f *Frame) verdict() collide.Verdict {
	if f.Contacts > 0 || f.Pairs > 0 {
		return collide.InContact
	}
	return collide.Free
}

// Spent is the time for the frame.
func (f *Frame) Spent() time.Duration {
	s := &f.Stats
	return f.Motion + s.Build + s.Update + s.Broad + s.Narrow + s.Solid
}

// Sim writes a scene in motion frame by frame. Writes are buffered until Flush.
type Sim interface {
	Frame(f *Frame) error
	// End writes what follows the last frame.
	End(s *SimSummary) error
	Flush() error
}

// SimSummary adds up frames.
type SimSummary struct {
	Bodies                  int
	Method, Chosen, Backend string
	// Choice is why the back end was chosen, "" where there was nothing to choose.
	Choice string
	// Where lists which steps ran where, "" where the method's backend says it.
	Where string
	// Reason is empty for a complete run and says otherwise why it was cut short.
	Reason string
	// Frames were answered, Touching of them had contacts.
	Frames, Touching int
	Contacts         int64
	// Physical runs had Impacts; Energy is that of the first frame and of the last,
	// State the last frame's.
	Physical bool
	Impacts  int64
	Energy   [2]float64
	State    [32]byte
	// Motion, Stats and Spent are sums over the frames.
	Motion, Spent time.Duration
	Stats         collide.Stats
	// Heap is what the heap holds at the end, System what the program has from
	// the operating system, in bytes.
	Heap, System uint64

	hashes hash.Hash
}

// Add counts a frame.
func (s *SimSummary) Add(f *Frame) {
	if s.hashes == nil {
		s.hashes = sha256.New()
	}
	s.hashes.Write([]byte(f.Hash + "\n"))
	if s.Frames == 0 {
		s.Energy[0] = f.Energy
	}
	s.Physical, s.State, s.Energy[1] = f.Physical, f.State, f.Energy
	s.Impacts += int64(f.Impacts)
	s.Frames++
	if f.Contacts > 0 {
		s.Touching++
	}
	s.Contacts += int64(f.Contacts)
	s.Motion += f.Motion
	s.Spent += f.Spent()
	s.Stats.Add(&f.Stats)
}

// verdict is that over all frames, those that a run cut short left out included.
func (s *SimSummary) verdict() collide.Verdict {
	switch {
	case s.Touching > 0:
		return collide.InContact
	case s.Reason != "":
		return collide.Unknown
	}
	return collide.Free
}

// Digest is "sha256:" and the SHA-256 of the frames' hashes, a line each: equal
// for any two methods on one scene.
func (s *SimSummary) Digest() string {
	if s.hashes == nil {
		return "sha256:" + hex.EncodeToString(sha256.New().Sum(nil))
	}
	return "sha256:" + hex.EncodeToString(s.hashes.Sum(nil))
}

// FramesPerSecond is the rate without the time for reading and writing.
func (s *SimSummary) FramesPerSecond() float64 {
	if s.Spent <= 0 {
		return 0
	}
	return float64(s.Frames) / s.Spent.Seconds()
}

// Text writes the summary for people.
func (s *SimSummary) Text(w io.Writer) error {
	o := newOut(w)
	o.putf("%s of %s in %s: %s frames/s\n", count(s.Frames, "frame"), bodies(s.Bodies), duration(s.Spent), rate(s.FramesPerSecond()))
	if s.Backend == "" {
		o.put("as recorded")
	} else {
		o.putf("%s on %s", methodText(&collide.Result{Method: s.Method, Chosen: s.Chosen}), s.Backend)
	}
	if s.Stats.Workers > 0 {
		o.putf(", %s", count(s.Stats.Workers, "worker"))
	}
	o.put(broadText(&s.Stats))
	o.put("\ntime a frame:")
	for i, p := range s.phases() {
		o.putf("%s %s %s", comma(i), p.name, duration(p.spent/time.Duration(max(s.Frames, 1))))
	}
	o.put("\na frame:")
	for i, c := range s.counters() {
		o.putf("%s %s %s", comma(i), rate(float64(c.count)/float64(max(s.Frames, 1))), c.name)
	}
	if s.Backend == string(collide.GPU) {
		per := int64(max(s.Frames, 1))
		o.putf("\non the device a frame: %s, %s moved, %s candidates confirmed on the CPU",
			duration(s.Stats.Device/time.Duration(per)), megabytes(uint64((s.Stats.Sent+s.Stats.Received)/per)), rate(float64(s.Stats.Candidates-s.Stats.Certain)/float64(per)))
	}
	if s.Choice != "" {
		o.put("\nchosen " + quote.Line(s.Choice))
	}
	if s.Where != "" {
		o.put("\n" + s.Where)
	}
	o.putf("\nmemory: %s in the heap, %s from the system\n", megabytes(s.Heap), megabytes(s.System))
	o.putf("contacts in %d of %s, digest %s\n", s.Touching, count(s.Frames, "frame"), s.Digest())
	if s.Physical {
		o.putf("%s, energy %.6g (at first %.6g), last state %s\n", count(int(s.Impacts), "impact"), s.Energy[1], s.Energy[0], hex.EncodeToString(s.State[:]))
	}
	if s.Stats.WorkersLost > 0 {
		o.putf("%s ended early; others did their work\n", count(s.Stats.WorkersLost, "worker process"))
	}
	if s.Reason != "" {
		o.putf("incomplete: %s\n", quote.Line(s.Reason))
	}
	return o.flush()
}

type phase struct {
	name  string
	spent time.Duration
}

func (s *SimSummary) phases() []phase {
	return []phase{{"motion", s.Motion}, {"build", s.Stats.Build}, {"update", s.Stats.Update}, {"broad", s.Stats.Broad}, {"narrow", s.Stats.Narrow}}
}

type counter struct {
	name  string
	count int64
}

func (s *SimSummary) counters() []counter {
	t := &s.Stats
	return []counter{
		{"contacts", s.Contacts}, {"candidate pairs", t.BodyPairs}, {"volume tests", t.BVTests}, {"volume updates", t.BVUpdates},
		{"primitive tests", t.PrimitiveTests}, {"adaptive signs", t.Adaptive}, {"exact signs", t.Exact},
	}
}

// rate writes three digits, or all before the point.
func rate(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

func comma(i int) string {
	if i > 0 {
		return ","
	}
	return ""
}

func megabytes(n uint64) string { return rate(float64(n)/1e6) + " MB" }

// short is enough of a hash to compare at sight.
func short(hash string) string {
	_, digits, _ := strings.Cut(hash, ":")
	return digits[:min(len(digits), 12)]
}

// simText writes a line a frame for people.
type simText struct {
	out
	p paint
	w io.Writer
}

func textSim(w io.Writer, color bool) Sim { return &simText{newOut(w), palette(color), w} }

func (s *simText) Frame(f *Frame) error {
	word := s.p.word(f.verdict())
	if f.Contacts > 0 {
		word = s.p.bad(count(f.Contacts, "contact")) + " in " + count(f.Pairs, "pair")
	}
	s.putf("frame %d, %.4g s: %s of %s, ", f.Index, f.Time, word, count(int(f.Stats.BodyPairs), "candidate"))
	if f.Physical {
		s.putf("%s, energy %.6g, state %s, %s\n", count(f.Impacts, "impact"), f.Energy, hex.EncodeToString(f.State[:6]), duration(f.Spent()))
	} else {
		s.putf("%s, %s\n", short(f.Hash), duration(f.Spent()))
	}
	return s.err()
}

func (s *simText) End(sum *SimSummary) error {
	if err := s.flush(); err != nil {
		return err
	}
	return sum.Text(s.w)
}

// Flush writes what is buffered.
func (s *simText) Flush() error { return s.flush() }

// simJSON writes an object a line: the same for every method and machine.
type simJSON struct{ out }

func jsonSim(w io.Writer, _ bool) Sim { return simJSON{newOut(w)} }

func (s simJSON) Frame(f *Frame) error {
	s.putf(`{"schema": %d, "frame": %d, "verdict": "%v", "time": %s, "pairs": %d, "contacts": %d, "hash": "%s"`, quote.Schema, f.Index, f.verdict(), digits(f.Time), f.Pairs, f.Contacts, f.Hash)
	if f.Physical {
		s.putf(`, "impacts": %d, "energy": %s, "momentum": %s, "angularMomentum": %s, "state": "sha256:%s"`,
			f.Impacts, digits(f.Energy), vector(f.Momentum), vector(f.AngularMomentum), hex.EncodeToString(f.State[:]))
	}
	s.put("}\n")
	return s.err()
}

// digits writes all digits of a number.
func digits(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func vector(v geom.Vec) string {
	return "[" + digits(v.X) + ", " + digits(v.Y) + ", " + digits(v.Z) + "]"
}

func (s simJSON) End(sum *SimSummary) error {
	if sum.Reason != "" {
		s.putf(`{"schema": %d, "verdict": "%v", "complete": false, "reason": %s, "frames": %d}`+"\n",
			quote.Schema, sum.verdict(), quote.JSON(sum.Reason), sum.Frames)
	}
	return s.Flush()
}

// Flush writes what is buffered.
func (s simJSON) Flush() error { return s.flush() }

// simCSV writes a row a frame, with times and counters.
type simCSV struct{ w quote.CSV }

func csvSim(w io.Writer, _ bool) Sim {
	t := quote.NewCSV(w)
	t.Row(simColumns...)
	return simCSV{t}
}

var simColumns = []string{
	"frame", "time", "pairs", "contacts", "hash", "candidates", "volume tests", "volume updates", "primitive tests", "exact signs",
	"motion ms", "build ms", "update ms", "broad ms", "narrow ms", "note", "impacts", "energy", "state",
}

func (s simCSV) Frame(f *Frame) error {
	milliseconds := func(d time.Duration) string { return strconv.FormatFloat(ms(d), 'g', -1, 64) }
	t := &f.Stats
	s.w.Row(append([]string{
		strconv.Itoa(f.Index), strconv.FormatFloat(f.Time, 'g', -1, 64), strconv.Itoa(f.Pairs), strconv.Itoa(f.Contacts), f.Hash,
		strconv.FormatInt(t.BodyPairs, 10), strconv.FormatInt(t.BVTests, 10), strconv.FormatInt(t.BVUpdates, 10), strconv.FormatInt(t.PrimitiveTests, 10), strconv.FormatInt(t.Exact, 10),
		milliseconds(f.Motion), milliseconds(t.Build), milliseconds(t.Update), milliseconds(t.Broad), milliseconds(t.Narrow), "",
	}, f.physics()...)...)
	return s.w.Err()
}

// physics are the last columns, empty for frames without.
func (f *Frame) physics() []string {
	if !f.Physical {
		return []string{"", "", ""}
	}
	return []string{strconv.Itoa(f.Impacts), digits(f.Energy), hex.EncodeToString(f.State[:])}
}

func (s simCSV) End(sum *SimSummary) error {
	if sum.Reason != "" {
		row := make([]string, len(simColumns))
		row[slices.Index(simColumns, "note")] = "incomplete: " + sum.Reason
		s.w.Row(row...)
	}
	return s.Flush()
}

// Flush writes what is buffered.
func (s simCSV) Flush() error { return s.w.Flush() }
