package procs

import "sync"

// outbox holds the messages that a process has not taken yet. Putting one in
// never waits.
type outbox struct {
	mu     sync.Mutex
	some   sync.Cond
	queue  []packet
	next   int      // of queue, to be written
	spare  [][]byte // memory of copies that were written
	closed bool
}

// packet is a message to be written; a shared one belongs to somebody else.
type packet struct {
	data   []byte
	shared bool
}

// spares is how many written copies are kept for the next messages.
const spares = 8

// add queues a message: the slice itself if it is shared, else a copy.
func (o *outbox) add(msg []byte, shared bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return
	}
	if !shared {
		var room []byte
		if n := len(o.spare); n > 0 {
			room, o.spare = o.spare[n-1], o.spare[:n-1]
		}
		msg = append(room[:0], msg...)
	}
	o.queue = append(o.queue, packet{msg, shared})
	o.some.Signal()
}

// take waits for a message; false means that no more will come.
func (o *outbox) take() (packet, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.next == len(o.queue) && !o.closed {
		o.some.Wait()
	}
	if o.next == len(o.queue) {
		return packet{}, false
	}
	p := o.queue[o.next]
	o.queue[o.next] = packet{}
	if o.next++; o.next == len(o.queue) {
		o.queue, o.next = o.queue[:0], 0
	}
	return p, true
}

// done gives the memory of a written message back.
func (o *outbox) done(p packet) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !p.shared && len(o.spare) < spares {
		o.spare = append(o.spare, p.data)
	}
}

// len returns the number of messages that wait.
func (o *outbox) len() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.queue) - o.next
}

// close lets take return what is queued and then false.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.some.Broadcast()
}
