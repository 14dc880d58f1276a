package viewer

import (
	"context"
	"encoding/binary"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/sim"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/shape"
)

// served is a server with its run, ended with the test.
type served struct {
	*Server
	base, host, url string
	logged          atomic.Int32
	stop            context.CancelFunc
	done            chan error
}

// twoBalls is a show of a ball that moves through another.
func twoBalls(t *testing.T) *Show {
	t.Helper()
	at := geom.Identity
	at.T.X = -1.5
	placed := []scene.Placed{
		{Name: "still", Shape: shape.Sphere{Radius: 1}, Pose: geom.Identity},
		{Name: "moving", Shape: shape.Sphere{Radius: 1}, Pose: at, Motion: &motion.Rigid{Start: at, Velocity: geom.Vec{X: 0.5}}},
	}
	p, err := sim.NewPlayback(t.Context(), placed, 1.0/60, collide.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &Show{Title: "test", Stepper: p}
}

func serve(t *testing.T, show *Show) *served {
	t.Helper()
	return serveOptions(t, show, ServerOptions{})
}

func serveOptions(t *testing.T, show *Show, opt ServerOptions) *served {
	t.Helper()
	run, err := NewRun(show)
	if err != nil {
		t.Fatal(err)
	}
	s := &served{done: make(chan error, 2)}
	opt.Log = func(string, ...any) { s.logged.Add(1) }
	if s.Server, err = Listen(run, opt); err != nil {
		t.Fatal(err)
	}
	var ctx context.Context
	ctx, s.stop = context.WithCancel(context.Background())
	s.url = s.URL()
	s.host = s.listener.Addr().String()
	s.base = "http://" + s.host
	go func() { s.done <- s.Serve(ctx) }()
	go func() { s.done <- run.Loop(ctx) }()
	t.Cleanup(func() {
		s.stop()
		for range 2 {
			if err := <-s.done; err != nil {
				t.Error(err)
			}
		}
	})
	return s
}

// answer is a response without its body.
type answer struct {
	code   int
	header http.Header
	cookie []*http.Cookie
}

// get sends a request with headers; "Host" sets the host.
func get(t *testing.T, c *http.Client, method, url string, headers ...string) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		} else {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	resp, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, resp.Body) // the status is what counts
	_ = resp.Body.Close()
	return answer{resp.StatusCode, resp.Header, resp.Cookies()}
}

// browser opens the page as a browser does and keeps its cookie.
func (s *served) browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &http.Client{Jar: jar}
	if r := get(t, c, "GET", s.url, "Sec-Fetch-Site", "none"); r.code != http.StatusOK {
		t.Fatalf("page: %d", r.code)
	}
	return c
}

// dial connects as a page of an origin does; the status is 0 where there is none.
func (s *served) dial(t *testing.T, c *http.Client, origin string) (*websocket.Conn, int, error) {
	t.Helper()
	opt := &websocket.DialOptions{HTTPClient: c, HTTPHeader: http.Header{}}
	if origin != "" {
		opt.HTTPHeader.Set("Origin", origin)
	}
	conn, resp, err := websocket.Dial(t.Context(), s.base+"/socket", opt) //nolint:bodyclose // the library closes it
	if err == nil {
		conn.SetReadLimit(1 << 26)
		t.Cleanup(func() { _ = conn.CloseNow() }) // it may be closed already
	}
	status := 0
	if resp != nil {
		status = resp.StatusCode
	}
	return conn, status, err
}

// next reads messages until one that is wanted.
func next(t *testing.T, c *websocket.Conn, want func(websocket.MessageType, []byte) bool) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		kind, data, err := c.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if want(kind, data) {
			return data
		}
	}
}

func ofKind(k uint32) func(websocket.MessageType, []byte) bool {
	return func(kind websocket.MessageType, data []byte) bool {
		return kind == websocket.MessageBinary && binary.LittleEndian.Uint32(data) == k
	}
}

func send(t *testing.T, c *websocket.Conn, text string) {
	t.Helper()
	if err := c.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func mustParse(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
