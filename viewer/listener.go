package viewer

import (
	"io"
	"log"
	"net"
	"sync"
)

// discard swallows what net/http logs of broken connections: it is no news for
// the user of the command.
var discard = log.New(io.Discard, "", 0)

// limitedListener accepts at most as many connections at once as it has slots;
// further ones are closed at once.
type limitedListener struct {
	net.Listener
	slots chan struct{}
}

// Accept implements net.Listener.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		select {
		case l.slots <- struct{}{}:
			return &slotConn{Conn: c, free: func() { <-l.slots }}, nil
		default:
			_ = c.Close() // refused: nothing was written
		}
	}
}

// slotConn gives its slot back when it is closed.
type slotConn struct {
	net.Conn
	once sync.Once
	free func()
}

// Close implements net.Conn.
func (c *slotConn) Close() error {
	c.once.Do(c.free)
	return c.Conn.Close()
}
