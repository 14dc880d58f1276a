package viewer

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/motion"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/sim"
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
		{Name: "still", Shape: collide.Sphere{Radius: 1}, Pose: geom.Identity},
		{Name: "moving", Shape: collide.Sphere{Radius: 1}, Pose: at, Motion: &motion.Rigid{Start: at, Velocity: geom.Vec{X: 0.5}}},
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

func TestGuardRefuses(t *testing.T) {
	s := serve(t, twoBalls(t))
	in := s.browser(t)
	out := &http.Client{}
	other := "http://127.0.0.1:1"
	for _, c := range []struct {
		what    string
		client  *http.Client
		method  string
		path    string
		headers []string
		want    int
	}{
		{"the page, again by its cookie", in, "GET", "/", nil, 200},
		{"a file of the page", in, "GET", "/viewer.js", []string{"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Mode", "no-cors"}, 200},
		{"by the name localhost", out, "GET", "/", []string{"Host", "localhost:" + s.guard.port, "Cookie", s.guard.cookie + "=" + s.guard.session}, 200},
		{"no token", out, "GET", "/", nil, 403},
		{"a wrong token", out, "GET", "/?token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", nil, 403},
		{"an empty token", out, "GET", "/?token=", nil, 403},
		{"the token a second time", out, "GET", strings.TrimPrefix(s.url, s.base), nil, 403},
		{"a file without the cookie", out, "GET", "/viewer.js", nil, 403},
		{"another cookie", out, "GET", "/", []string{"Cookie", s.guard.cookie + "=x"}, 403},
		{"a name that was rebound", in, "GET", "/", []string{"Host", "evil.example:" + s.guard.port}, 403},
		{"another port", in, "GET", "/", []string{"Host", "127.0.0.1:1"}, 403},
		{"no port", in, "GET", "/", []string{"Host", "127.0.0.1"}, 403},
		{"a zone in the address", in, "GET", "/", []string{"Host", "[fe80::1%25x;y]:" + s.guard.port}, 403},
		{"another site's script", in, "GET", "/", []string{"Origin", "http://evil.example"}, 403},
		{"another port's script", in, "GET", "/viewer.js", []string{"Origin", other}, 403},
		{"another port's script element", in, "GET", "/viewer.js", []string{"Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "no-cors"}, 403},
		{"another site's frame", in, "GET", "/", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "iframe"}, 403},
		{"writing", in, "POST", "/", nil, 405},
		{"deleting", in, "DELETE", "/viewer.js", nil, 405},
		{"a file of the machine", in, "GET", "/etc/passwd", nil, 404},
		{"a way up", in, "GET", "/../../go.mod", nil, 404},
		{"an encoded way up", in, "GET", "/%2e%2e/%2e%2e/go.mod", nil, 404},
		{"a backslash way up", in, "GET", `/..%5c..%5cgo.mod`, nil, 404},
		{"the folder of the page", in, "GET", "/web/dist/index.html", nil, 404},
		{"a name in a folder", in, "GET", "/x/viewer.js", nil, 404},
	} {
		if r := get(t, c.client, c.method, s.base+c.path, c.headers...); r.code != c.want {
			t.Errorf("%s: %d, want %d", c.what, r.code, c.want)
		}
	}
}

func TestTokenSurvivesAHeadRequest(t *testing.T) {
	s := serve(t, twoBalls(t))
	if r := get(t, &http.Client{}, "HEAD", s.url); r.code != http.StatusMethodNotAllowed {
		t.Errorf("HEAD: %d", r.code)
	}
	s.browser(t)
}

func TestHeadersConfineThePage(t *testing.T) {
	s := serve(t, twoBalls(t))
	r := get(t, s.browser(t), "GET", s.base+"/")
	csp := r.header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "ws://" + s.host, "require-trusted-types-for 'script'"} {
		if !strings.Contains(csp, want) {
			t.Errorf("policy %q lacks %s", csp, want)
		}
	}
	if strings.Contains(csp, "unsafe") || strings.Contains(csp, "*") {
		t.Errorf("policy %q is lax", csp)
	}
	for k, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
		"Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store",
	} {
		if got := r.header.Get(k); got != want {
			t.Errorf("%s is %q, want %q", k, got, want)
		}
	}
	r = get(t, &http.Client{}, "GET", s.base+"/", "Host", "evil.example:"+s.guard.port)
	if csp := r.header.Get("Content-Security-Policy"); strings.Contains(csp, "evil") {
		t.Errorf("a foreign host got into the policy %q", csp)
	}
	r = get(t, &http.Client{}, "GET", s.base+"/?token=x")
	if len(r.cookie) > 0 {
		t.Error("a refused request got a cookie")
	}
}

func TestSessionCookieIsOutOfReach(t *testing.T) {
	s := serve(t, twoBalls(t))
	r := get(t, &http.Client{}, "GET", s.url)
	if len(r.cookie) != 1 {
		t.Fatalf("%d cookies", len(r.cookie))
	}
	c := r.cookie[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Domain != "" || strings.Contains(s.url, c.Value) {
		t.Errorf("cookie %v", c)
	}
}

func TestRequestsAreLimited(t *testing.T) {
	s := serve(t, twoBalls(t))
	c := s.browser(t)
	last := 200
	for range 3 * requestBurst {
		if last = get(t, c, "GET", s.base+"/").code; last == http.StatusTooManyRequests {
			return
		}
	}
	t.Errorf("after %d requests: %d", 3*requestBurst, last)
}

func TestSocketRefuses(t *testing.T) {
	s := serve(t, twoBalls(t))
	in := s.browser(t)
	for _, c := range []struct {
		what, origin string
		client       *http.Client
	}{
		{"a foreign origin", "http://evil.example", in},
		{"another port", "http://127.0.0.1:1", in},
		{"a secure origin", "https://" + s.host, in},
		{"an opaque origin", "null", in},
		{"no origin", "", in},
		{"no cookie", s.base, &http.Client{}},
	} {
		_, status, err := s.dial(t, c.client, c.origin)
		if err == nil || status != http.StatusForbidden {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	if _, _, err := s.dial(t, in, s.base); err != nil {
		t.Errorf("the page itself: %v", err)
	}
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

func mustParse(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
