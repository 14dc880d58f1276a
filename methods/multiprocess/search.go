package multiprocess

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/broad"
	"github.com/collide-go/collide/internal/narrow"
	"github.com/collide-go/collide/internal/procs"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/methods/oocda"
	"github.com/collide-go/collide/methods/pipelining"
)

// search is how worker processes search pairs of bodies: by the engine of a method with
// some threads. The zero value descends pairs of subtrees as bvh does, in one thread.
type search struct {
	// text is what Options.Search says.
	text    string
	threads int
	// engine is the method's, nil for bvh.
	engine world.Maker
}

// maxThreads is the largest number of threads of a process, as that of collide.Options.Workers.
const maxThreads = 1024

// byBVH is the name of what needs no engine.
const byBVH = "bvh"

// parseSearch reads the options.
func parseSearch(text string, threads int) (search, error) {
	s := search{text: text, threads: max(threads, 1)}
	if threads < 0 || threads > maxThreads {
		return s, fmt.Errorf("%w: %d threads, expected up to %d", collide.ErrOption, threads, maxThreads)
	}
	name, options, _ := strings.Cut(cmp.Or(text, byBVH), ",")
	var m collide.Method
	switch name {
	case byBVH:
		if options != "" || s.threads > 1 {
			return s, fmt.Errorf("%w: processes that search as bvh does have one thread and no options", collide.ErrOption)
		}
		return s, nil
	case "oocda":
		m = oocda.New(oocda.Options{})
	case "pipelining":
		m = pipelining.New(pipelining.Options{})
	default:
		return s, fmt.Errorf("%w: search by %q, expected bvh, oocda or pipelining", collide.ErrOption, name)
	}
	for options != "" {
		var option string
		option, options, _ = strings.Cut(options, ",")
		name, value, _ := strings.Cut(option, "=")
		var err error
		if m, err = m.With(name, value); err != nil {
			return s, err
		}
	}
	s.engine = m.(world.Maker)
	return s, nil
}

// append writes what processes need to search in the same way.
func (s *search) append(b []byte) []byte {
	return append(wire.AppendUint32(b, uint32(s.threads)), s.text...)
}

// setSearch takes the master's choice.
func (s *server) setSearch(d *procs.Decoder) error {
	threads := d.Uint32()
	if d.Err() != nil || threads > maxThreads {
		return fmt.Errorf("%w: %d threads", procs.ErrFormat, threads)
	}
	var err error
	s.search, err = parseSearch(d.Text(), int(threads))
	return err
}

// makeFinder makes the engine for the bodies that have come.
func (s *server) makeFinder() error {
	if s.search.engine == nil {
		return nil
	}
	e, err := s.search.engine.Make(s.world)
	if err != nil {
		return err
	}
	s.finder = e.(world.PairSearcher)
	return nil
}

// findPairs searches whole pairs of bodies by the engine, and answers.
func (s *server) findPairs(d *procs.Decoder) error {
	frame, first, err := s.takePairs(d)
	if err != nil {
		return err
	}
	s.stats = world.Stats{}
	s.contacts, err = s.finder.FindPairs(s.world, s.pairs, s.contacts[:0])
	if err != nil {
		return err
	}
	return s.answerWith(frame, first, s.contacts, &s.stats)
}

// takePairs reads the pairs of a span and puts them in the order that engines expect.
func (s *server) takePairs(d *procs.Decoder) (frame uint64, first uint32, err error) {
	frame, first = d.Uint64(), d.Uint32()
	n, bodies := d.Count(16), uint32(s.world.Len())
	s.pairs = s.pairs[:0]
	for range n {
		p, nodes := decodeTask(d)
		if uint32(p.A) > uint32(p.B) || uint32(p.B) >= bodies || nodes != (narrow.NodePair{}) || p.A == p.B && s.world.HasSolid(p) {
			return 0, 0, fmt.Errorf("%w: pair %v of %d bodies, nodes %v", procs.ErrFormat, p, bodies, nodes)
		}
		s.pairs = append(s.pairs, p)
	}
	slices.SortFunc(s.pairs, comparePairs)
	for i := range s.pairs[min(1, len(s.pairs)):] {
		if s.pairs[i] == s.pairs[i+1] {
			return 0, 0, fmt.Errorf("%w: pair %v twice", procs.ErrFormat, s.pairs[i])
		}
	}
	return frame, first, d.End()
}

func comparePairs(p, q broad.Pair) int { return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B)) }

// searchValue is Options.Search as a flag.
type searchValue string

// String implements flag.Value.
func (v *searchValue) String() string { return cmp.Or(string(*v), byBVH) }

// Set implements flag.Value.
func (v *searchValue) Set(text string) error {
	*v = searchValue(text)
	_, err := parseSearch(text, 1)
	return err
}
