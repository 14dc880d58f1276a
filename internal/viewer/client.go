//go:build !wasm

package viewer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// Limits of a page's socket. A page acknowledges every frame; at most window
// frames are on their way, so that a slow page sees the present late by little.
const (
	maxMessage        = 16 << 10
	messagesPerSecond = 240
	messageBurst      = 480
	window            = 2
)

// slowest is the rate in bytes a second that a page must manage beyond patience.
const slowest = 1 << 20

// client is one connected page.
type client struct {
	server *Server
	conn   *websocket.Conn
	wake   chan struct{}
	cursor cursor
	sent   atomic.Int64 // frames sent
	acked  atomic.Int64 // frames acknowledged
	buffer []byte
}

// Errors that end a page's connection.
var (
	errStalled = errors.New("it stopped taking frames")
	errFlood   = errors.New("it sent too many messages")
	errCommand = errors.New("it sent what no page sends")
	errEnded   = errors.New("the server ends")
)

// socket answers a page's request for frames, for as long as the page is there.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	if bad := s.guard.socketAllowed(r); bad != nil {
		refuse(w, bad)
		return
	}
	c := &client{server: s, wake: make(chan struct{}, 1)}
	if !s.enter(c) {
		refuse(w, &refusal{http.StatusServiceUnavailable, "too many pages"})
		return
	}
	defer s.leave(c)
	var err error
	// Accept checks Origin once more; compression would only cost time here.
	if c.conn, err = websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled}); err != nil {
		return // answered by Accept
	}
	c.conn.SetReadLimit(maxMessage)
	c.part(c.serve())
}

// enter registers a page unless there are too many or the server is closing.
func (s *Server) enter(c *client) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.clients) >= maxClients || s.closing.Err() != nil {
		return false
	}
	s.clients[c] = struct{}{}
	s.pages.Add(1)
	return true
}

func (s *Server) leave(c *client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.clients, c)
	s.pages.Done()
}

// part closes the connection with the reason.
func (c *client) part(err error) {
	switch {
	case errors.Is(err, errEnded):
		_ = c.conn.Close(websocket.StatusGoingAway, "collide view ended") // the page may be gone already
	case errors.Is(err, errStalled), errors.Is(err, errFlood), errors.Is(err, errCommand):
		c.server.log("dropped a page: %v", err)
		fallthrough
	default: // the page left, or gets no goodbye
		_ = c.conn.CloseNow() // it may be closed already
	}
}

// serve exchanges messages until one side ends.
func (c *client) serve() error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	defer context.AfterFunc(c.server.closing, func() {
		cancel(errEnded)
		// A page that takes its time gets no goodbye.
		time.AfterFunc(shutdownWithin/2, func() { _ = c.conn.CloseNow() })
	})()
	c.server.run.join(c.wake)
	defer c.server.run.quit(c.wake)
	// Reading has no deadline: ending it would end the connection without a goodbye.
	go func() { cancel(c.read(context.Background())) }()
	err := c.write(ctx)
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// write sends the scene, then states and frames as they come.
func (c *client) write(ctx context.Context) error {
	run := c.server.run
	if err := c.send(ctx, websocket.MessageBinary, run.scene); err != nil {
		return err
	}
	var state, frame uint64
	check := time.NewTicker(c.server.patience / 8)
	defer check.Stop()
	progress := time.Now()
	lastAck := int64(0)
	for {
		var err error
		if c.buffer, state, err = run.encodeState(c.buffer[:0], state); err == nil && len(c.buffer) > 0 {
			err = c.send(ctx, websocket.MessageText, c.buffer)
		}
		if err != nil {
			return err
		}
		if a := c.acked.Load(); a != lastAck || c.sent.Load() == a {
			lastAck, progress = a, time.Now()
		}
		if c.sent.Load()-lastAck < window {
			c.buffer, frame = run.encodeFrame(c.buffer[:0], &c.cursor, frame)
			if len(c.buffer) > 0 {
				c.sent.Add(1)
				if err := c.send(ctx, websocket.MessageBinary, c.buffer); err != nil {
					return err
				}
				continue
			}
		}
		if time.Since(progress) > c.server.patience {
			return errStalled
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.wake:
		case <-check.C:
		}
	}
}

// send writes a message within the time a healthy page needs for it.
func (c *client) send(ctx context.Context, kind websocket.MessageType, data []byte) error {
	limit := c.server.patience + time.Duration(float64(len(data))/slowest*float64(time.Second))
	// A write that is cut short ends the connection without a goodbye.
	write, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	err := c.conn.Write(write, kind, data)
	if err != nil && write.Err() != nil {
		return errStalled
	}
	return err
}

// read obeys the page's messages.
func (c *client) read(ctx context.Context) error {
	rate := newBucket(messagesPerSecond, messageBurst, time.Now())
	for {
		kind, data, err := c.conn.Read(ctx)
		switch {
		case errors.Is(err, websocket.ErrMessageTooBig):
			return errCommand
		case err != nil:
			return err
		case !rate.take(time.Now()):
			return errFlood
		}
		var m message
		if kind != websocket.MessageText || decodeMessage(data, &m) != nil {
			return errCommand
		}
		if m.Ack > 0 {
			if m.Ack > c.sent.Load() || m.Ack < c.acked.Load() {
				return errCommand
			}
			c.acked.Store(m.Ack)
			c.nudge()
			continue
		}
		c.server.run.command(&m)
	}
}

// nudge makes the writer look again.
func (c *client) nudge() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// decodeMessage reads a page's message, strictly.
func decodeMessage(data []byte, m *message) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil {
		return err
	}
	return m.check()
}
