package vulkan

// Twin returns a second batch, to be recorded while the device runs the first, and the other way round: two in flight. It is made at
// the first call, obeys the control that b has now, and ends with b; its work counts as that of b.
//
// Both may use the same buffers: the device runs what is submitted in order, and each batch begins behind whatever came before. But a
// buffer that either uses may only grow while neither is pending, and what both read back to one place is there from one Wait to the next.
func (b *Batch) Twin() (*Batch, error) {
	if b.twin == nil {
		t, err := b.dev.NewBatch()
		if err != nil {
			return nil, err
		}
		b.twin, t.of = t, b
	}
	b.twin.Control = b.Control
	return b.twin, nil
}

// tally adds what a twin did to what the first batch did.
func (b *Batch) tally() {
	if b.of == nil {
		return
	}
	w, k := &b.of.Work, &b.Work
	w.Submits, w.Barriers, w.Dispatches = w.Submits+k.Submits, w.Barriers+k.Barriers, w.Dispatches+k.Dispatches
	w.Sent, w.Received = w.Sent+k.Sent, w.Received+k.Received
	b.of.Spent += b.Spent
	b.Work, b.Spent = Work{}, 0
}
