package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"hash"
	"io"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/scene"
)

// poseList yields the poses of a list, or those of a shard, in batches.
type poseList struct {
	*scene.PoseReader
	shard shardFlag
	// continuous reports that each pose needs the one before it.
	continuous bool
	// sum is the hash of what was read, nil where nobody needs it.
	sum hash.Hash
	// at counts the poses that were read or passed over, before is the last of them.
	at     int
	before *geom.Pose
}

// openPoses opens the pose list.
func (a *app) openPoses(ctx context.Context, from *input.Files, file string) (*scene.PoseReader, func(), error) {
	r, name, err := a.openList(ctx, from, file)
	if err != nil {
		return nil, nil, err
	}
	return scene.NewPoseReader(r, name), func() { _ = r.Close() }, nil // nothing was written
}

// openPart opens the pose list of a sweep, or of a shard.
func (a *app) openPart(ctx context.Context, from *input.Files, f *sweepFlags) (poseList, func(), error) {
	r, name, err := a.openList(ctx, from, f.poses)
	if err != nil {
		return poseList{}, nil, err
	}
	list := poseList{shard: f.shard, continuous: f.motion.set()}
	var text io.Reader = r
	if f.shard.set() {
		list.sum = sha256.New()
		text = io.TeeReader(r, list.sum)
	}
	list.PoseReader = scene.NewPoseReader(text, name)
	return list, func() { _ = r.Close() }, nil // nothing was written
}

// batchSize bounds the poses of a batch.
const batchSize = 64

// batch reads the next batch: one that may be short where the next pose has not arrived yet, or
// a block of the shard.
func (l *poseList) batch() *batch {
	b := &batch{done: make(chan struct{})}
	b.err = l.skip()
	b.first, b.before = l.at, l.before
	for b.err == nil && !l.full(b) {
		var pose geom.Pose
		if pose, b.err = l.Next(); b.err == nil {
			b.poses, b.lines = append(b.poses, pose), append(b.lines, l.Line())
			l.at++
		}
	}
	if len(b.poses) > 0 {
		l.before = &b.poses[len(b.poses)-1]
	}
	b.last = b.err != nil || !l.Buffered()
	if errors.Is(b.err, io.EOF) {
		b.list = l.identify()
	}
	return b
}

// wholeList identifies a whole list that was read: its number of poses and, where a shard needs it, its hash. The poseList itself
// belongs to the goroutine that reads it, which may go on after the sweep has ended early.
type wholeList struct {
	items int
	sum   []byte
}

// identify returns what was read up to the end.
func (l *poseList) identify() *wholeList {
	i := wholeList{items: l.at}
	if l.sum != nil {
		i.sum = l.sum.Sum(nil)
	}
	return &i
}

// full reports whether a batch is to be answered as it is.
func (l *poseList) full(b *batch) bool {
	switch {
	case len(b.poses) == 0:
		return false
	case l.shard.set():
		return l.shard.ends(l.at)
	}
	return len(b.poses) == batchSize || !l.Buffered()
}

// skip passes over poses that are not in the shard. The one before a block is read where motions
// are asked for.
func (l *poseList) skip() error {
	for ; !l.shard.has(l.at); l.at++ {
		if !l.continuous || !l.shard.has(l.at+1) {
			if err := l.Skip(); err != nil {
				return err
			}
			continue
		}
		pose, err := l.Next()
		if err != nil {
			return err
		}
		l.before = &pose
	}
	return nil
}
