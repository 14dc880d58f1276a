package viewer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/methods"
)

// Run steps a show at its own pace and keeps the latest frame for the pages.
type Run struct {
	show  *Show
	stage *stage
	scene []byte

	commands chan *message
	// The goroutine of Loop owns what follows up to mu.
	film   film
	back   *frame
	failed bool

	mu       sync.RWMutex
	front    *frame
	frames   uint64 // how many were published
	state    state
	states   uint64 // how many were published
	watchers map[chan struct{}]struct{}
}

// state is what pages show of the run's settings.
type state struct {
	Kind    string  `json:"kind"`
	Playing bool    `json:"playing"`
	Speed   float64 `json:"speed"`
	Method  string  `json:"method"`
	Backend string  `json:"backend"`
	Second  string  `json:"second"`
	// Volumes is the level of the bounding volumes shown, -1 for none.
	Volumes int  `json:"volumes"`
	Octree  bool `json:"octree"`
	Front   bool `json:"front"`
	Broad   bool `json:"broad"`
	Points  bool `json:"points"`
	Levels  bool `json:"levels"`
	// Distances are those within the show's clearance, without one that of the nearest pair.
	Distances bool `json:"distances"`
	// Values are those of the joints.
	Values []float64 `json:"values,omitempty"`
	// Note is what went wrong, "" for nothing.
	Note string `json:"note"`
	// Ended reports that the film is over.
	Ended bool `json:"ended"`
}

// NewRun prepares a show. It fails when no page could hold it.
func NewRun(show *Show) (*Run, error) {
	stage := newStage(show.Stepper.Bodies(), show.Stepper.Frame().Poses, show.Files, show.Walls)
	msg, err := stage.encode(show.describe(stage))
	if err != nil {
		return nil, err
	}
	r := &Run{
		show: show, stage: stage, scene: msg, commands: make(chan *message, 64),
		film: film{show: show, stage: stage}, back: &frame{}, front: &frame{}, watchers: map[chan struct{}]struct{}{},
	}
	r.state = state{
		Kind: "state", Playing: !show.Still && !show.Paused, Speed: 1, Method: methods.Auto().About().Name, Backend: cmp.Or(show.Backend, anyBackend), Volumes: -1,
		Distances: show.Clearance,
	}
	if show.Joints != nil {
		r.state.Values = show.Joints.Values
	}
	if m := show.Options.Method; m != nil {
		r.state.Method = m.About().Name
	}
	return r, nil
}

// join wakes a page's channel at every change from now on; quit ends that.
func (r *Run) join(wake chan struct{}) {
	r.mu.Lock()
	r.watchers[wake] = struct{}{}
	r.mu.Unlock()
	select { // let the loop notice that somebody looks
	case r.commands <- &message{}:
	default:
	}
}

func (r *Run) quit(wake chan struct{}) {
	r.mu.Lock()
	delete(r.watchers, wake)
	r.mu.Unlock()
}

// command hands a page's message to the loop. Pages that send faster than the
// loop works lose messages: their rate is limited, and the state tells them.
func (r *Run) command(m *message) {
	select {
	case r.commands <- m:
	default:
	}
}

// encodeState appends the state as JSON if it is newer than the page's.
func (r *Run) encodeState(dst []byte, known uint64) ([]byte, uint64, error) {
	r.mu.RLock()
	s, n := r.state, r.states+1
	r.mu.RUnlock()
	if n == known {
		return dst, known, nil
	}
	text, err := json.Marshal(&s)
	return append(dst, text...), n, err
}

// encodeFrame appends the latest frame if it is newer than the page's.
func (r *Run) encodeFrame(dst []byte, c *cursor, known uint64) ([]byte, uint64) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.frames == known {
		return dst, known
	}
	return r.front.encode(dst, c), r.frames
}

// Loop runs the show until the context ends; then it closes the stepper. Nothing
// is computed while nobody looks.
func (r *Run) Loop(ctx context.Context) error {
	r.take(ctx)
	due := time.Now()
	for ctx.Err() == nil {
		wait := r.wait(due)
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case m := <-r.commands:
			r.obey(ctx, m)
		case <-timer.C:
			due = r.pace(due, time.Now())
			r.step(ctx)
		}
		timer.Stop()
	}
	r.film.close()
	return r.show.Stepper.Close()
}

// idle is how long the loop sleeps when there is nothing to do but commands.
const idle = time.Hour

// wait is the time until the next step.
func (r *Run) wait(due time.Time) time.Duration {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if !r.state.Playing || r.failed || len(r.watchers) == 0 {
		return idle
	}
	return max(time.Until(due), 0)
}

// pace returns when the step after one that was due is due; a run that cannot
// keep up does not try to catch up.
func (r *Run) pace(due, now time.Time) time.Time {
	period := time.Duration(max(r.show.dt(), 1e-3) / r.state.Speed * float64(time.Second))
	if next := due.Add(period); next.After(now) {
		return next
	}
	return now
}

// step goes on to the next frame.
func (r *Run) step(ctx context.Context) {
	if r.show.Still || r.failed {
		return
	}
	err := r.show.Stepper.Step(ctx)
	if errors.Is(err, io.EOF) {
		r.change(func(s *state) { s.Playing, s.Ended = false, true })
		return
	}
	r.moved(ctx, err)
}

// moved publishes the frame the stepper has come to, or why it has not.
func (r *Run) moved(ctx context.Context, err error) {
	if err != nil {
		r.fail(ctx, err)
		return
	}
	r.take(ctx)
}

// fail stops the run until it is reset.
func (r *Run) fail(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return // the end is no failure
	}
	r.failed = true
	r.change(func(s *state) { s.Playing, s.Note = false, err.Error() })
}

// take publishes the stepper's current frame.
func (r *Run) take(ctx context.Context) {
	r.mu.RLock()
	s := r.state
	r.mu.RUnlock()
	if err := r.film.take(ctx, &s, r.back); err != nil {
		r.fail(ctx, err)
		return
	}
	r.mu.Lock()
	r.front, r.back = r.back, r.front
	r.frames++
	r.wakeAll()
	r.mu.Unlock()
}

// change publishes a new state.
func (r *Run) change(f func(*state)) {
	r.mu.Lock()
	f(&r.state)
	r.states++
	r.wakeAll()
	r.mu.Unlock()
}

func (r *Run) wakeAll() {
	for w := range r.watchers {
		select {
		case w <- struct{}{}:
		default:
		}
	}
}

// obey does what a page asks for.
func (r *Run) obey(ctx context.Context, m *message) {
	switch {
	case m.Set != nil:
		r.set(ctx, m.Set)
		return
	case m.Values != nil:
		r.place(ctx, m.Values)
		return
	}
	switch m.Do {
	case "play":
		if !r.failed && !r.show.Still {
			r.change(func(s *state) { s.Playing = !s.Ended })
		}
	case "pause":
		r.change(func(s *state) { s.Playing = false })
	case "step":
		r.change(func(s *state) { s.Playing = false })
		r.step(ctx)
	case "back":
		r.change(func(s *state) { s.Playing = false })
		r.seek(ctx, max(r.show.Stepper.Frame().Index-1, 0))
	case "seek":
		r.seek(ctx, m.Frame)
	case "reset":
		r.reset(ctx)
	}
}

// seek goes to a frame of a film that can.
func (r *Run) seek(ctx context.Context, k int) {
	seeker, ok := r.show.Stepper.(sim.Seeker)
	if !ok || r.failed || r.show.Still {
		return
	}
	if n := seeker.Frames(); n > 0 {
		k = min(k, n-1)
	}
	r.change(func(s *state) { s.Ended = false })
	r.moved(ctx, seeker.Seek(ctx, k))
}

// reset goes back to frame 0, also after a failure.
func (r *Run) reset(ctx context.Context) {
	r.failed = false
	r.change(func(s *state) { s.Note, s.Ended = "", false })
	if j := r.show.Joints; j != nil {
		r.place(ctx, j.Values)
		return
	}
	r.moved(ctx, r.show.Stepper.Reset(ctx))
}

// set changes settings. What cannot be had becomes a note and leaves the rest.
func (r *Run) set(ctx context.Context, s *settings) {
	note := ""
	if s.Method != nil || s.Backend != nil {
		if err := r.use(s.Method, s.Backend); err != nil {
			note = err.Error()
		}
	}
	if s.Second != nil {
		if err := r.film.beside(*s.Second); err != nil {
			note = err.Error()
		} else {
			r.change(func(t *state) { t.Second = *s.Second })
		}
	}
	r.change(func(t *state) {
		t.Note = note
		assign(&t.Speed, s.Speed)
		assign(&t.Volumes, s.Volumes)
		assign(&t.Octree, s.Octree)
		assign(&t.Front, s.Front)
		assign(&t.Broad, s.Broad)
		assign(&t.Points, s.Points)
		assign(&t.Levels, s.Levels)
		assign(&t.Distances, s.Distances)
	})
	if s.Speed == nil && !r.failed {
		r.refresh(ctx, s.Method != nil || s.Backend != nil)
	}
}

func assign[T any](dst, src *T) {
	if src != nil {
		*dst = *src
	}
}

// use changes the method, the back end or both.
func (r *Run) use(method, backend *string) error {
	name, on := r.state.Method, r.state.Backend
	assign(&name, method)
	assign(&on, backend)
	opt, err := r.show.options(name, on)
	if err != nil {
		return err
	}
	if err := r.show.Stepper.Use(opt); err != nil {
		return err
	}
	r.film.drop(0)
	r.show.Options = opt
	r.change(func(s *state) {
		assign(&s.Method, method)
		assign(&s.Backend, backend)
	})
	return nil
}

// refresh shows the current frame again under changed settings. A film that can
// seek also finds its contacts again after a change of method.
func (r *Run) refresh(ctx context.Context, method bool) {
	f := r.show.Stepper.Frame()
	if seeker, ok := r.show.Stepper.(sim.Seeker); ok && method {
		r.moved(ctx, seeker.Seek(ctx, f.Index))
		return
	}
	r.take(ctx)
}
