package viewer

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

func TestShutdownSaysGoodbye(t *testing.T) {
	s := serve(t, twoBalls(t))
	c, _, err := s.dial(t, s.browser(t), s.base)
	if err != nil {
		t.Fatal(err)
	}
	next(t, c, ofKind(kindScene))
	s.stop()
	start := time.Now()
	for err == nil {
		_, _, err = c.Read(t.Context())
	}
	if websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("the page heard %v", err)
	}
	s.pages.Wait()
	if d := time.Since(start); d > shutdownWithin {
		t.Errorf("it took %v", d)
	}
	if _, err := net.DialTimeout("tcp", s.host, time.Second); err == nil {
		t.Error("the port is still open")
	}
}

func TestListenIsLoopbackUnlessAsked(t *testing.T) {
	for listen, want := range map[string]bool{"": true, "127.0.0.1:0": true, "[::1]:0": true, "0.0.0.0:0": false} {
		run, err := NewRun(twoBalls(t))
		if err != nil {
			t.Fatal(err)
		}
		s, err := Listen(run, ServerOptions{Listen: listen})
		if err != nil && strings.Contains(listen, "::1") {
			t.Logf("no IPv6 here: %v", err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if s.Loopback() != want || strings.Contains(s.URL(), "0.0.0.0") {
			t.Errorf("%q: loopback %t, %s", listen, s.Loopback(), s.URL())
		}
		if err := s.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	}
}
