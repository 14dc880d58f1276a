//go:build !wasm

package viewer

import (
	"container/list"
	"context"
	"io"
	"log"
	"net"
	"sync"
)

// discard swallows what net/http logs of broken connections: it is no news for
// the user of the command.
var discard = log.New(io.Discard, "", 0)

// Limits on connections. A browser opens about six for a page.
const (
	// maxConnections bounds those of the user's pages, which have shown the session or
	// the token.
	maxConnections = 64
	// maxStrangers bounds the connections that have shown neither yet. The oldest makes room for
	// the next: a page sends its request at once, so it is the oldest only if
	// 256 others arrive while the request is read.
	maxStrangers = 256
)

// limitedListener counts connections of the user's pages and of strangers apart, so
// that no program without the token can keep the user's out.
type limitedListener struct {
	net.Listener

	mu        sync.Mutex
	strangers list.List // of *conn, oldest first
	known     int
}

// Accept implements net.Listener.
func (l *limitedListener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: accepted, of: l}
	var oldest *conn
	l.mu.Lock()
	if l.strangers.Len() == maxStrangers {
		oldest = l.strangers.Front().Value.(*conn)
	}
	c.place = l.strangers.PushBack(c)
	l.mu.Unlock()
	if oldest != nil {
		_ = oldest.Close() // refused: nothing was written
	}
	return c, nil
}

// conn is a connection that is counted.
type conn struct {
	net.Conn
	of *limitedListener

	// place is that among the strangers, known whether it counts as the user's; of the
	// two one holds until the connection is closed.
	place *list.Element
	known bool
}

// admit counts the connection as the user's from now on. It reports whether there is room.
func (c *conn) admit() bool {
	l := c.of
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case c.known:
		return true
	case c.place == nil || l.known == maxConnections:
		return false
	}
	l.strangers.Remove(c.place)
	c.place, c.known = nil, true
	l.known++
	return true
}

// Close implements net.Conn.
func (c *conn) Close() error {
	l := c.of
	l.mu.Lock()
	if c.place != nil {
		l.strangers.Remove(c.place)
		c.place = nil
	}
	if c.known {
		c.known = false
		l.known--
	}
	l.mu.Unlock()
	return c.Conn.Close()
}

// connKey is the key of a request's connection in its context.
type connKey struct{}

// withConn keeps a connection in the context of its requests.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// admitConn counts the connection of a request as the user's; false means that there
// are too many.
func admitConn(ctx context.Context) bool {
	c, ok := ctx.Value(connKey{}).(*conn)
	return !ok || c.admit()
}
