package collide

import "fmt"

// Volumes appends the volumes of one level of the hierarchies that the method
// uses, those of leaves above it included; level 0 is the root. Bodies that no
// descent has needed yet have none, nor have methods without hierarchies. Up to
// most are appended; it reports whether that was all.
func (d *Detector) Volumes(dst []Volume, level, most int) ([]Volume, bool) {
	d.enter()
	defer d.leave()
	if level < 0 || most < 0 {
		panic(fmt.Sprintf("collide: Volumes of level %d, at most %d of them", level, most))
	}
	if e, ok := d.engine.(Leveler); ok {
		return e.Level(d.world, dst, level, len(dst)+most)
	}
	return dst, true
}

// Leveler is an Engine that shows its hierarchies: see Detector.Volumes. Level appends
// until there are most volumes in dst.
type Leveler interface {
	Level(w *World, dst []Volume, level, most int) ([]Volume, bool)
}

func (e *treeEngine) Level(w *World, dst []Volume, level, most int) ([]Volume, bool) {
	return levelOfBoxes(w, dst, level, most)
}

func (e *icollideEngine) Level(w *World, dst []Volume, level, most int) ([]Volume, bool) {
	return levelOfBoxes(w, dst, level, most)
}

func (e *pipeline) Level(w *World, dst []Volume, level, most int) ([]Volume, bool) {
	return levelOfBoxes(w, dst, level, most)
}

func levelOfBoxes(w *World, dst []Volume, level, most int) ([]Volume, bool) {
	for i := range w.bodies {
		s := w.Surface(i)
		if s == nil || s.Tree == nil {
			continue
		}
		nodes := s.Tree.Nodes
		child := func(n int32) int32 { return childOf(nodes[n].IsLeaf(), nodes[n].Child) }
		var all bool
		dst, all = appendLevel(dst, child, func(n int32) Volume { return boxOf(int32(i), &nodes[n].Box, false) }, 0, level, most)
		if !all {
			return dst, false
		}
	}
	return dst, true
}

func (e *volumeEngine[V, P]) Level(_ *World, dst []Volume, level, most int) ([]Volume, bool) {
	for i, t := range e.trees {
		if t == nil {
			continue
		}
		child := func(n int32) int32 { return childOf(t.Nodes[n].IsLeaf(), t.Nodes[n].Child) }
		var all bool
		dst, all = appendLevel(dst, child, func(n int32) Volume { return volumeOf[V, P](int32(i), &t.Nodes[n].Volume, e.inWorld) }, 0, level, most)
		if !all {
			return dst, false
		}
	}
	return dst, true
}

// childOf is 0 for a leaf: no child is a root.
func childOf(leaf bool, child int32) int32 {
	if leaf {
		return 0
	}
	return child
}

// appendLevel appends the volumes so many levels below a node; a leaf, which has
// no child, stands for what would be below it.
func appendLevel(dst []Volume, child func(int32) int32, volume func(int32) Volume, node int32, level, most int) ([]Volume, bool) {
	c := child(node)
	if level == 0 || c == 0 {
		if len(dst) >= most {
			return dst, false
		}
		return append(dst, volume(node)), true
	}
	dst, all := appendLevel(dst, child, volume, c, level-1, most)
	if !all {
		return dst, false
	}
	return appendLevel(dst, child, volume, c+1, level-1, most)
}
