package viewer

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestStrangersLockNobodyOut sends what a local program without the token can send, and
// then opens the page, its files and its socket.
func TestStrangersLockNobodyOut(t *testing.T) {
	s := serve(t, twoBalls(t))
	refuseMany(t, s, 5_000)
	holdMany(t, s, 200+maxStrangers)
	in := s.browser(t) // by the token
	refuseMany(t, s, 5_000)
	holdMany(t, s, 200+maxStrangers)
	for _, path := range []string{"/", "/viewer.js", "/viewer.css"} {
		if r := get(t, in, "GET", s.base+path); r.code != http.StatusOK {
			t.Errorf("%s: %d", path, r.code)
		}
	}
	if _, status, err := s.dial(t, in, s.base); err != nil {
		t.Errorf("socket: %d, %v", status, err)
	}
}

// refuseMany sends refused requests of every kind.
func refuseMany(t *testing.T, s *served, n int) {
	t.Helper()
	for i := range n {
		r := httptest.NewRequest([]string{"GET", "POST", "HEAD"}[i%3], s.base+[]string{"/", "/?token=x", "/viewer.js", "/socket"}[i%4], nil)
		if i%2 == 0 { // another site's page in the user's browser, which may send the cookie
			r.Header.Set("Origin", "http://127.0.0.1:1")
			r.Header.Set("Cookie", s.guard.cookie+"="+s.guard.session)
		}
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code == http.StatusOK || w.Header().Get("Connection") != "close" {
			t.Fatalf("request %d: %d, %v", i, w.Code, w.Header())
		}
	}
}

// holdMany opens connections that send nothing, half a request, or a refused one, and
// leaves them open.
func holdMany(t *testing.T, s *served, n int) {
	t.Helper()
	for i := range n {
		c, err := net.Dial("tcp", s.host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() }) // the server may have closed it
		switch i % 3 {
		case 1:
			_, err = io.WriteString(c, "GET / HT")
		case 2:
			_, err = fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", s.host)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestConnectionsAreCounted asserts that closed connections leave no count behind, and
// that those of the user's pages have a limit of their own.
func TestConnectionsAreCounted(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &limitedListener{Listener: inner}
	defer func() { _ = l.Close() }() // nothing was written
	var accepted []*conn
	for range maxStrangers + 3 {
		accepted = append(accepted, dialOne(t, l))
	}
	if l.strangers.Len() != maxStrangers || accepted[2].place != nil || accepted[3].place == nil {
		t.Errorf("%d strangers; want %d, the oldest gone", l.strangers.Len(), maxStrangers)
	}
	for i, c := range accepted[3:] {
		if got := c.admit(); got != (i < maxConnections) || got && !c.admit() {
			t.Fatalf("connection %d admitted: %t", i, got)
		}
	}
	if accepted[0].admit() {
		t.Error("a closed connection is admitted")
	}
	for _, c := range accepted {
		_, _ = c.Close(), c.Close() // the second one is net/http's
	}
	if l.strangers.Len() != 0 || l.known != 0 {
		t.Errorf("%d strangers and %d known after all were closed", l.strangers.Len(), l.known)
	}
}

// dialOne opens a connection and accepts it.
func dialOne(t *testing.T, l *limitedListener) *conn {
	t.Helper()
	c, err := net.DialTimeout("tcp", l.Addr().String(), 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() }) // nothing was written
	accepted, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	return accepted.(*conn)
}
