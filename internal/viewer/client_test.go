package viewer

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

func TestSocketStreamsTheSceneAndFrames(t *testing.T) {
	s := serve(t, twoBalls(t))
	c, _, err := s.dial(t, s.browser(t), s.base)
	if err != nil {
		t.Fatal(err)
	}
	msg := next(t, c, ofKind(kindScene))
	if n := binary.LittleEndian.Uint32(msg[4:]); !strings.Contains(string(msg[8:8+n]), `"names":["still","moving"]`) {
		t.Errorf("scene %s", msg[8:8+n])
	}
	last := -1
	for k := 1; k <= 20; k++ {
		f := next(t, c, ofKind(kindFrame))
		index := int(binary.LittleEndian.Uint32(f[4:]))
		if index <= last {
			t.Fatalf("frame %d after %d", index, last)
		}
		// The first frame has both poses, later ones that of the moving body.
		if n := binary.LittleEndian.Uint32(f[16+8+32+12:]); k == 1 && n != 2 || k > 1 && n != 1 {
			t.Errorf("frame %d has %d poses", index, n)
		}
		last = index
		send(t, c, fmt.Sprintf(`{"ack":%d}`, k))
	}
	send(t, c, `{"do":"pause"}`)
	next(t, c, func(kind websocket.MessageType, data []byte) bool {
		return kind == websocket.MessageText && strings.Contains(string(data), `"playing":false`)
	})
}

// TestAPageMustAcknowledge: no more than window frames are on their way.
func TestAPageMustAcknowledge(t *testing.T) {
	s := serve(t, twoBalls(t))
	c, _, err := s.dial(t, s.browser(t), s.base)
	if err != nil {
		t.Fatal(err)
	}
	for range window {
		next(t, c, ofKind(kindFrame))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	for {
		kind, _, err := c.Read(ctx)
		if err != nil {
			return
		}
		if kind == websocket.MessageBinary {
			t.Fatal("a frame more than the window")
		}
	}
}

func TestMisbehavingPagesAreDropped(t *testing.T) {
	for what, do := range map[string]func(*testing.T, *websocket.Conn){
		"an unknown field":    func(t *testing.T, c *websocket.Conn) { send(t, c, `{"open":"/etc/passwd"}`) },
		"no JSON":             func(t *testing.T, c *websocket.Conn) { send(t, c, `{`) },
		"two things at once":  func(t *testing.T, c *websocket.Conn) { send(t, c, `{"do":"step","ack":1}`) },
		"an unknown action":   func(t *testing.T, c *websocket.Conn) { send(t, c, `{"do":"format"}`) },
		"a frame not sent":    func(t *testing.T, c *websocket.Conn) { send(t, c, `{"ack":1000}`) },
		"a speed of 0":        func(t *testing.T, c *websocket.Conn) { send(t, c, `{"set":{"speed":0}}`) },
		"a level of 1000":     func(t *testing.T, c *websocket.Conn) { send(t, c, `{"set":{"volumes":1000}}`) },
		"a message too large": func(t *testing.T, c *websocket.Conn) { send(t, c, `{"do":"`+strings.Repeat("x", maxMessage)+`"}`) },
		"a binary message": func(t *testing.T, c *websocket.Conn) {
			if err := c.Write(t.Context(), websocket.MessageBinary, []byte(`{"do":"step"}`)); err != nil {
				t.Fatal(err)
			}
		},
		"a flood": func(t *testing.T, c *websocket.Conn) {
			for range 3 * messageBurst {
				if c.Write(t.Context(), websocket.MessageText, []byte(`{"do":"pause"}`)) != nil {
					return
				}
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := serve(t, twoBalls(t))
			c, _, err := s.dial(t, s.browser(t), s.base)
			if err != nil {
				t.Fatal(err)
			}
			next(t, c, ofKind(kindScene))
			do(t, c)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			for err == nil {
				_, _, err = c.Read(ctx)
			}
			if ctx.Err() != nil {
				t.Fatal("still connected")
			}
			for s.logged.Load() == 0 && ctx.Err() == nil {
				time.Sleep(5 * time.Millisecond)
			}
			if s.logged.Load() == 0 {
				t.Error("nothing was logged")
			}
		})
	}
}

// TestAStalledPageIsDropped: a page that connects and then reads nothing goes,
// while the run and another page carry on.
func TestAStalledPageIsDropped(t *testing.T) {
	s := serveOptions(t, twoBalls(t), ServerOptions{Patience: 300 * time.Millisecond})
	in := s.browser(t)
	good, _, err := s.dial(t, in, s.base)
	if err != nil {
		t.Fatal(err)
	}
	cookie := in.Jar.Cookies(mustParse(t, s.base))[0]
	raw, err := net.Dial("tcp", s.host)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }() // the test is over
	_, err = fmt.Fprintf(raw, "GET /socket HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nCookie: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", s.host, s.base, cookie)
	if err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(raw)
	if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, "101") {
		t.Fatalf("%q, %v", line, err)
	}
	until := time.Now().Add(10 * time.Second)
	frames := 0
	for s.logged.Load() == 0 && time.Now().Before(until) {
		next(t, good, ofKind(kindFrame))
		frames++
		send(t, good, fmt.Sprintf(`{"ack":%d}`, frames))
	}
	if s.logged.Load() == 0 {
		t.Fatal("the stalled page was kept")
	}
	if frames < 5 {
		t.Errorf("the other page got %d frames meanwhile", frames)
	}
}

func TestPagesAreLimited(t *testing.T) {
	s := serve(t, twoBalls(t))
	in := s.browser(t)
	for range maxClients {
		if _, _, err := s.dial(t, in, s.base); err != nil {
			t.Fatal(err)
		}
	}
	if _, status, err := s.dial(t, in, s.base); err == nil || status != http.StatusServiceUnavailable {
		t.Errorf("one page more: %v", err)
	}
}
