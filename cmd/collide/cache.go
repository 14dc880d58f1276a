package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/paircache"
	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/report"
	"github.com/collide-go/collide/internal/rules"
	"github.com/collide-go/collide/internal/stoppable"
)

// cacheFile is the name of the file in the directory of --cache.
const cacheFile = "pairs.cache"

// checkCache returns what a cache cannot be asked together with.
func (f *checkFlags) checkCache() error {
	switch {
	case f.cache == "":
		return nil
	case f.first || f.self:
		return errors.New("--cache with --first or --self; expected one of them: a cache keeps the contacts of two bodies")
	case f.clearance.set:
		return errors.New("--cache with --clearance; expected one of them, or a rule with clearance: distances are not kept")
	case !f.kinds && f.rules == "":
		return errors.New("--cache; expected --kinds or --rules, too: a cache keeps kinds and depths")
	}
	return nil
}

// pairCache are the answers of earlier checks, and which of them this check takes.
type pairCache struct {
	*paircache.Cache
	path  string
	keep  bool // the file is written
	keys  map[[2]int]paircache.Key
	taken []collide.Pair
}

// readCache reads the cache, nil for none. One that is not there is empty.
func (a *app) readCache(ctx context.Context, from *input.Files, f *checkFlags) (*pairCache, error) {
	if f.cache == "" {
		return nil, nil //nolint:nilnil // no directory is no cache
	}
	c := &pairCache{path: filepath.Join(f.cache, cacheFile), keep: f.trusted == "", keys: map[[2]int]paircache.Key{}}
	if c.keep {
		if err := os.MkdirAll(f.cache, 0o777); err != nil {
			return nil, fmt.Errorf("--cache %s: cannot be made: %w", quote.Name(f.cache), cause(err))
		}
	}
	r, err := from.Open(ctx, c.path)
	if errors.Is(err, fs.ErrNotExist) {
		r, err = nil, nil
	}
	if err != nil {
		return nil, unreadable(c.path, err)
	}
	if r == nil {
		c.Cache, err = paircache.Read(eof{})
		return c, err
	}
	defer func() { _ = r.Close() }() // nothing was written
	if c.Cache, err = paircache.Read(r); err != nil {
		return nil, unreadable(c.path, err)
	}
	return c, nil
}

// eof is an empty file.
type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }

// find takes the answers about pairs whose boxes overlap out of the cache.
func (c *pairCache) find(ctx context.Context, in *inputs, bound *rules.Bound, opt *collide.Options) error {
	if c == nil || !in.bodies.Single() {
		return nil
	}
	engine, err := engineHash(ctx, opt)
	if err != nil {
		return err
	}
	bodies := make([][]byte, len(in.placed))
	boxes := make([]geom.AABB, len(in.placed))
	for i := range in.placed {
		if bodies[i], boxes[i] = bodyHash(in, i); bodies[i] == nil {
			boxes[i] = geom.EmptyAABB()
		}
	}
	order := byLeft(boxes)
	for n, i := range order {
		for _, j := range order[n+1:] {
			if boxes[j].Min.X > boxes[i].Max.X {
				break
			}
			if a, b := min(i, j), max(i, j); boxes[i].Overlaps(&boxes[j]) && (!in.placed[a].Immovable || !in.placed[b].Immovable) {
				c.look(in, a, b, pairKey(engine, bodies[a], bodies[b], bound, a, b))
			}
		}
	}
	c.drop(in)
	return nil
}

// byLeft orders boxes that are not empty by where they begin.
func byLeft(boxes []geom.AABB) []int {
	var order []int
	for i := range boxes {
		if boxes[i] != geom.EmptyAABB() {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(boxes[i].Min.X, boxes[j].Min.X) })
	return order
}

// look takes the answer about a pair, if there is one.
func (c *pairCache) look(in *inputs, a, b int, k paircache.Key) {
	c.keys[[2]int{a, b}] = k
	p, ok := c.Get(k, a, b)
	if ok && paircache.Fits(&p, len(in.placed[a].Mesh().Triangles), len(in.placed[b].Mesh().Triangles)) {
		c.taken = append(c.taken, p)
	}
}

// drop leaves out the pairs that are not tested.
func (c *pairCache) drop(in *inputs) {
	untested := map[[2]int]bool{}
	for _, p := range in.skip() {
		untested[[2]int{min(p[0], p[1]), max(p[0], p[1])}] = true
	}
	c.taken = slices.DeleteFunc(c.taken, func(p collide.Pair) bool { return untested[[2]int{p.A, p.B}] })
}

// skip are the pairs that need not be tested.
func (c *pairCache) skip() [][2]int {
	if c == nil {
		return nil
	}
	var list [][2]int
	for i := range c.taken {
		list = append(list, [2]int{c.taken[i].A, c.taken[i].B})
	}
	return list
}

// merge adds the answers of the cache to those of a check.
func (c *pairCache) merge(r *collide.Result, allow [][2]int) *collide.Result {
	if c == nil || len(c.taken) == 0 {
		return r
	}
	allowed := map[[2]int]bool{}
	for _, p := range allow {
		allowed[[2]int{min(p[0], p[1]), max(p[0], p[1])}] = true
	}
	r = r.Clone()
	for _, p := range c.taken {
		if p.Allowed = allowed[[2]int{p.A, p.B}]; !p.Allowed {
			r.Verdict = collide.InContact
		}
		r.Pairs = append(r.Pairs, p)
		r.Contacts = append(r.Contacts, p.Contacts...)
	}
	slices.SortFunc(r.Pairs, func(x, y collide.Pair) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	slices.SortFunc(r.Contacts, collide.Contact.Compare)
	return r
}

// save adds the answers of a check that was finished and writes the cache.
func (c *pairCache) save(ctx context.Context, a *app, of *report.Check, whole bool) error {
	if c == nil {
		return nil
	}
	if of.Cached = len(c.taken); !c.keep || !whole {
		return nil
	}
	for i := range of.Result.Pairs {
		p := &of.Result.Pairs[i]
		if k, ok := c.keys[[2]int{p.A, p.B}]; ok {
			c.Put(k, p)
		}
	}
	return a.writeTo(ctx, c.path, c.Write)
}

// engineHash is the hash of the program and of the options that an answer follows from.
func engineHash(ctx context.Context, opt *collide.Options) ([]byte, error) {
	program, err := programHash(ctx)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	_, _ = h.Write(program) // a hash takes everything
	_, err = fmt.Fprintf(h, "%s %q %t %q %t %t %v", version(), opt.Method.About().Name, opt.Solid, opt.Orient, opt.Kinds, opt.Depths, opt.DepthError)
	return h.Sum(nil), err
}

// programHash is the hash of the running program's file.
func programHash(ctx context.Context) ([]byte, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return fileHash(ctx, nil, path)
}

// fileHash is the hash of a file.
func fileHash(ctx context.Context, from *input.Files, path string) ([]byte, error) {
	f, err := from.Open(ctx, path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	h := sha256.New()
	_, err = io.Copy(h, stoppable.Reader(ctx, f))
	return h.Sum(nil), err
}

// bodyHash is the hash of a mesh and of its pose, with the box of both; nil for a body that is no mesh.
func bodyHash(in *inputs, i int) ([]byte, geom.AABB) {
	box := geom.EmptyAABB()
	p := &in.placed[i]
	m := p.Mesh()
	if m == nil {
		return nil, box
	}
	sum := sha256.New()
	h := bufio.NewWriterSize(sum, 1<<16)
	number(h, uint64(len(m.Vertices)))
	for _, v := range m.Vertices {
		vector(h, v)
		w := p.Pose.Apply(v)
		box.Extend(w)
	}
	for _, t := range m.Triangles {
		number(h, uint64(t[0]))
		number(h, uint64(t[1]))
		number(h, uint64(t[2]))
	}
	for _, x := range p.Pose.R {
		number(h, math.Float64bits(x))
	}
	vector(h, p.Pose.T)
	_ = h.Flush() // a hash takes everything
	return sum.Sum(nil), box
}

func vector(h io.Writer, v geom.Vec) {
	number(h, math.Float64bits(v.X))
	number(h, math.Float64bits(v.Y))
	number(h, math.Float64bits(v.Z))
}

func number(h io.Writer, x uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], x)
	_, _ = h.Write(b[:]) // a hash takes everything
}

// pairKey is the key of a pair: the program, two bodies, and the rule about them.
func pairKey(engine, x, y []byte, bound *rules.Bound, a, b int) paircache.Key {
	h := sha256.New()
	for _, part := range [][]byte{engine, x, y} {
		_, _ = h.Write(part) // a hash takes everything
	}
	if bound != nil {
		if r := bound.Rule(a, b); r != nil {
			_, _ = h.Write([]byte(r.Text))
		}
		number(h, math.Float64bits(bound.Deviation(a, b)))
	}
	return paircache.Key(h.Sum(nil))
}
