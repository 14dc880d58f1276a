package sim

// event is something foreseen: a moment of a pair or, with b < 0, a body whose
// axes are due. It holds only while the bodies' versions do.
type event struct {
	t      float64
	a, b   int32
	pair   int32
	va, vb uint32
	kind   momentKind
}

// before orders events by time, those of one time by their bodies: the order in
// which impacts happen depends on nothing else.
func (e *event) before(o *event) bool {
	switch {
	case e.t != o.t:
		return e.t < o.t
	case e.a != o.a:
		return e.a < o.a
	case e.b != o.b:
		return e.b < o.b
	}
	return e.kind < o.kind
}

// queue is a binary heap of events.
type queue struct{ heap []event }

func (q *queue) clear() { q.heap = q.heap[:0] }

func (q *queue) push(e event) {
	q.heap = append(q.heap, e)
	for i := len(q.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if !q.heap[i].before(&q.heap[up]) {
			return
		}
		q.heap[i], q.heap[up] = q.heap[up], q.heap[i]
		i = up
	}
}

func (q *queue) pop() (event, bool) {
	n := len(q.heap) - 1
	if n < 0 {
		return event{}, false
	}
	first := q.heap[0]
	q.heap[0] = q.heap[n]
	q.heap = q.heap[:n]
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			return first, true
		}
		if c+1 < n && q.heap[c+1].before(&q.heap[c]) {
			c++
		}
		if !q.heap[c].before(&q.heap[i]) {
			return first, true
		}
		q.heap[i], q.heap[c] = q.heap[c], q.heap[i]
		i = c
	}
}
