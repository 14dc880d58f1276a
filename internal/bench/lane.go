package bench

import (
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/measure"
)

// entrant is a method as a race runs it.
type entrant struct {
	// label is what tables call it, method its name; set, if not nil, changes its
	// options.
	label, method string
	set           func(*collide.Options)
	// limit is the last frame, 0 for no limit, below 0 for no frame at all.
	limit int
	// options are those of the method, as "name=value".
	options []string
}

// lane is an entrant with what it did.
type lane struct {
	entrant
	// absent is why it did not run, left why it left the race in this frame.
	absent string
	left   error
	// spent, moved and each are by frame, from frame 1 on: the seconds of the query, the
	// seconds of moving or deforming the bodies (refitting of hierarchies on the host
	// included), and the counts. In a frame in which the lane did not run the seconds
	// are NaN.
	spent, moved []float64
	each         []collide.Stats
	// stats are sums over frames, the number of frames that count.
	stats  collide.Stats
	frames int
	// built are the counts of frame 0, which builds hierarchies and buffers and is not
	// among the frames that count.
	built collide.Stats
	// first is the time of frame 0.
	first time.Duration

	scenario *scenario
	det      *collide.Detector
	// total is the time of all frames, ran their number, frame 0 included.
	total time.Duration
	ran   int
}

// minFrames is the number of frames that a slow method runs whatever it takes: fewer
// have no confidence interval worth the name.
const minFrames = 3

// runs reports whether a lane takes part in frame k: one that takes over a second a frame
// does until its patience is used up.
func (l *lane) runs(k int, patience time.Duration) bool {
	if l.det == nil || l.limit != 0 && k > l.limit {
		return false
	}
	return k <= minFrames || l.total < patience || l.total < time.Duration(l.ran)*time.Second
}

// leave takes a method that cannot go on out of the race, with its figures: those of its
// quicker frames alone would flatter it.
func (l *lane) leave(absent string, err error) {
	_ = l.det.Close() // processes that fail to end are killed
	*l = lane{entrant: l.entrant, scenario: l.scenario, absent: absent, left: err}
}

// record keeps what frame k took.
func (l *lane) record(k int, spent, moved time.Duration, stats *collide.Stats) {
	l.total += spent
	l.ran++
	if k == 0 {
		l.built, l.first = *stats, spent
		return
	}
	l.spent, l.moved, l.each = append(l.spent, spent.Seconds()), append(l.moved, moved.Seconds()), append(l.each, *stats)
}

// skip records a frame in which the lane did not run.
func (l *lane) skip() {
	l.spent, l.moved, l.each = append(l.spent, math.NaN()), append(l.moved, math.NaN()), append(l.each, collide.Stats{})
}

// finish sums the counts over the frames that count, which are those that times returns.
func (l *lane) finish() {
	l.stats, l.frames = collide.Stats{}, 0
	for i, x := range l.spent {
		if !math.IsNaN(x) {
			l.stats.Add(&l.each[i])
			l.frames++
		}
	}
}

// times are the seconds of the frames that count.
func (l *lane) times() []float64 { return present(l.spent) }

// present is a series without what was not measured.
func present(series []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(series), math.IsNaN)
}

// withMoves are the seconds of the frames that count, moving included.
func (l *lane) withMoves() []float64 {
	var f []float64
	for i, x := range l.spent {
		if !math.IsNaN(x) {
			f = append(f, x+l.moved[i])
		}
	}
	return f
}

// updates are the milliseconds of the update phase in the frames that count.
func (l *lane) updates() []float64 { return l.phases(updateTime) }

// searched are the milliseconds of the update and narrow phases in the frames that count.
func (l *lane) searched() []float64 {
	return l.phases(func(s *collide.Stats) float64 { return updateTime(s) + narrowTime(s) })
}

// phases are the milliseconds of phases in the frames that count.
func (l *lane) phases(seconds func(*collide.Stats) float64) []float64 {
	var ms []float64
	for i, x := range l.spent {
		if !math.IsNaN(x) {
			ms = append(ms, 1e3*seconds(&l.each[i]))
		}
	}
	return ms
}

// whole is the seconds of the first frames, as many as steps, empty where the lane ran
// fewer.
func (l *lane) whole(steps int) Cell {
	if t := l.times(); len(t) >= steps {
		return Number(floats.Sum(t[:steps]))
	}
	return Cell{}
}

// ratio is the lane's time over the time of base, over the frames in which both ran.
func (l *lane) ratio(base *lane) measure.Interval {
	return seriesRatio(l.spent, base.spent)
}

// seriesRatio is the total of one series over the total of another, over the frames in
// which neither is NaN.
func seriesRatio(series, base []float64) measure.Interval {
	var a, b []float64
	for i := range min(len(series), len(base)) {
		if !math.IsNaN(series[i]) && !math.IsNaN(base[i]) {
			a, b = append(a, series[i]), append(b, base[i])
		}
	}
	return measure.Ratio(a, b)
}

// ms, noise and phase fill a table's cells; they are empty for a nil lane.

// ms is the mean of a frame.
func (l *lane) ms() Cell {
	if l == nil {
		return Cell{}
	}
	return Number(1e3 * measure.Mean(l.times()))
}

// noise is the spread in per cent.
func (l *lane) noise() Cell {
	if l == nil {
		return Cell{}
	}
	return Number(100 * measure.Spread(l.times()))
}

// phase is the mean milliseconds a frame of a sum of seconds.
func (l *lane) phase(seconds func(*collide.Stats) float64) Cell {
	if l == nil {
		return Cell{}
	}
	return Number(1e3 * seconds(&l.stats) / float64(l.frames))
}

// The phases of a query, in seconds.
func broadTime(s *collide.Stats) float64  { return s.Broad.Seconds() }
func updateTime(s *collide.Stats) float64 { return s.Update.Seconds() }
func buildTime(s *collide.Stats) float64  { return s.Build.Seconds() }
func narrowTime(s *collide.Stats) float64 { return s.Narrow.Seconds() }
func deviceTime(s *collide.Stats) float64 { return s.Device.Seconds() }

// count is the mean number a frame of something that stats count.
func (l *lane) count(n int64) Cell { return Number(float64(n) / float64(l.frames)) }

// counted is the mean number a frame of something that stats count, empty for a nil lane.
func (l *lane) counted(n func(*collide.Stats) int64) Cell {
	if l == nil {
		return Cell{}
	}
	return l.count(n(&l.stats))
}
