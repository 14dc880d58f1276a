package viewer

import (
	"net/http"
	"strings"
	"testing"
)

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
