package pipe

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/procs"
)

// rayQuery is the payload of msgRays:
//
//	uint32 all, uint32 bodies, uint32[bodies] their indices, float64[bodies × 12] where they are,
//	uint32 rays, float64[rays × 7] origin, direction, greatest t
//
// All is 0 for the first hit of each ray, 1 for all of them. Bodies that are not named are where the setup places them. The greatest t is
// above 0, +Inf for none.
type rayQuery struct {
	query // the bodies that are named, and one row of poses
	all   bool
	count int
	rays  []byte
}

const raySize = 7 * 8

// decodeRays parses a query about rays. It keeps the payload.
func decodeRays(payload []byte, bodies []OpenedBody) (*rayQuery, error) {
	cut := func() error { return faulty("rays of %d bytes, cut short", len(payload)) }
	b := payload
	if len(b) < 8 {
		return nil, cut()
	}
	all, k := binary.LittleEndian.Uint32(b), uint64(binary.LittleEndian.Uint32(b[4:]))
	if b = b[8:]; uint64(len(b)) < k*(4+poseSize)+4 {
		return nil, cut()
	}
	q := &rayQuery{query: query{rows: 1}, all: all == 1}
	for range k {
		q.bodies, b = append(q.bodies, binary.LittleEndian.Uint32(b)), b[4:]
	}
	q.poses, b = b[:k*poseSize], b[k*poseSize:]
	n := uint64(binary.LittleEndian.Uint32(b))
	if q.count, q.rays = int(n), b[4:]; n*raySize != uint64(len(q.rays)) {
		return nil, faulty("%d rays in %d bytes; expected %d each", n, len(q.rays), raySize)
	}
	if all > 1 {
		return nil, fmt.Errorf("rays ask for %d; expected 0 for first hits, 1 for all", all)
	}
	for i := range q.count {
		if q.ray(i).Max == 0 { // in package collide it is no bound: other programs do not expect that
			return nil, fmt.Errorf("ray %d has the greatest t 0; expected more than 0, +Inf for no bound", i)
		}
	}
	return q, q.check(bodies)
}

// ray returns the i-th ray.
func (q *rayQuery) ray(i int) collide.Ray {
	b := q.rays[i*raySize:]
	return collide.Ray{Origin: vecAt(b), Direction: vecAt(b[24:]), Max: floatAt(b[48:])}
}

// castRays are the answers of one message.
type castRays struct {
	first  int
	counts []uint32 // hits of each ray
	hits   []collide.Hit
}

// encodeHits appends the payload of msgHits: uint32 first ray, uint32 rays, uint32 hits of each ray, float64 t of
// each hit, uint32 body of each, int32 triangle of each, rays one after the other.
func encodeHits(b []byte, c *castRays) []byte {
	b = word(word(b, uint32(c.first)), uint32(len(c.counts)))
	for _, n := range c.counts {
		b = word(b, n)
	}
	for i := range c.hits {
		b = number(b, c.hits[i].T)
	}
	for i := range c.hits {
		b = word(b, uint32(c.hits[i].Body))
	}
	for i := range c.hits {
		b = word(b, uint32(int32(c.hits[i].Triangle)))
	}
	return b
}

// rays answers msgRays.
func (s *session) rays(ctx context.Context, payload []byte) error {
	if s.opened == nil {
		return s.refuse(errors.New("rays before a setup"))
	}
	q, err := decodeRays(payload, s.opened.Bodies)
	if err != nil {
		return s.fault(err)
	}
	d := s.detectors[0]
	if err := s.place(d, q); err != nil {
		return s.refuse(err)
	}
	ctx, cancel := s.timed(ctx)
	defer cancel()
	end, err := s.cast(ctx, d, q)
	if err != nil || end == nil { // nil: refused
		return err
	}
	return s.finish(end)
}

// place puts the bodies where the rays meet them.
func (s *session) place(d *member, q *rayQuery) error {
	if err := d.reset(&q.query, s.opened); err != nil {
		return err
	}
	for k, body := range q.bodies {
		d.moved[int(body)] = true
		if err := d.SetPose(int(body), q.pose(0, k)); err != nil {
			return err
		}
	}
	return nil
}

// cast answers rays one after the other. It returns nil for a query that was refused on the way.
func (s *session) cast(ctx context.Context, d *member, q *rayQuery) (*done, error) {
	end := &done{}
	c := castRays{}
	for i := range q.count {
		err := c.add(ctx, d, q, i, s.opened.Budget.Steps)
		if reason := undecided(err); reason != "" {
			end.Unknown, err = append(end.Unknown, unknownRow{i, reason}), nil
		}
		end.Cut = errors.Is(err, collide.ErrIncomplete)
		if end.Cut {
			end.Reason = reason(err)
		} else if err != nil {
			return nil, s.refuse(fmt.Errorf("ray %d: %w", i, err))
		}
		end.Rows++
		if end.Cut || i == q.count-1 || len(c.counts) == chunkRays || len(c.hits) > maxContacts {
			if err := s.write(encodeHits(procs.Begin(nil, msgHits), &c)); err != nil {
				return nil, err
			}
			c = castRays{first: i + 1, counts: c.counts[:0], hits: c.hits[:0]}
		}
		if end.Cut {
			return end, nil
		}
	}
	if end.Complete = len(end.Unknown) == 0; !end.Complete {
		end.Reason = end.Unknown[0].Reason
	}
	return end, nil
}

// chunkRays is the number of rays of a message.
const chunkRays = 4096

// add casts a ray and keeps its hits, also those that come with an error that wraps ErrIncomplete.
func (c *castRays) add(ctx context.Context, d *member, q *rayQuery, i int, steps int64) error {
	d.SetBudget(collide.Budget{Steps: steps})
	before := len(c.hits)
	var err error
	if q.all {
		var hits []collide.Hit
		hits, err = d.RaycastAll(ctx, q.ray(i))
		c.hits = append(c.hits, hits...)
	} else {
		var hit *collide.Hit
		if hit, err = d.Raycast(ctx, q.ray(i)); hit != nil {
			c.hits = append(c.hits, *hit)
		}
	}
	c.counts = append(c.counts, uint32(len(c.hits)-before))
	return err
}
