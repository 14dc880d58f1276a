//go:build !wasm

package viewer

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"
)

// guard decides who may talk to the server. Three things protect it:
//
//   - Host: a page of another site that lets its name resolve to this machine
//     (DNS rebinding) still sends its own name. Only names that cannot be rebound
//     are accepted: addresses, localhost and this machine's own name.
//   - Origin: whatever a browser sends on behalf of another site reports it in Origin
//     or Sec-Fetch-Site.
//   - Token: the URL's token is good for one page load, which turns it into a
//     session: a cookie that no script can read and no other site can send.
type guard struct {
	port    string
	names   []string // host names accepted next to addresses
	cookie  string   // the cookie's name: cookies do not distinguish ports
	session string

	mu    sync.Mutex
	token string // "" once used
	// own counts requests of the user's pages, strangers all others: whoever has
	// neither session nor token cannot use up what the user has.
	own, strangers bucket
}

// Limits on requests, of the user's pages and, as many again, of all others. A page
// load takes about five.
const (
	requestsPerSecond = 50
	requestBurst      = 100
)

func newGuard(addr net.Addr) (*guard, error) {
	_, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return nil, fmt.Errorf("address of the listener: %w", err)
	}
	g := &guard{port: port, cookie: "collide-" + port, token: secret(), session: secret(), names: []string{"localhost"}}
	now := time.Now()
	g.own, g.strangers = newBucket(requestsPerSecond, requestBurst, now), newBucket(requestsPerSecond, requestBurst, now)
	if ip, err := netip.ParseAddrPort(addr.String()); err == nil && !ip.Addr().IsLoopback() {
		if name, err := os.Hostname(); err == nil {
			g.names = append(g.names, strings.ToLower(name))
		}
	}
	return g, nil
}

// secret returns 256 random bits for a URL.
func secret() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails, by its documentation
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// refusal is an answer to a request that the guard turns away.
type refusal struct {
	status int
	why    string
}

func (r *refusal) Error() string { return r.why }

var (
	errTooMany = &refusal{http.StatusTooManyRequests, "too many requests"}
	errMethod  = &refusal{http.StatusMethodNotAllowed, "only GET is served"}
	errHost    = &refusal{http.StatusForbidden, "wrong Host: open the address that collide view printed"}
	errOrigin  = &refusal{http.StatusForbidden, "requests from other sites are refused"}
	errNoToken = &refusal{http.StatusForbidden, "this address needs the token that collide view printed, and each token opens one page: start collide view again for another"}
)

// check refuses requests that no page of this server sends.
func (g *guard) check(r *http.Request) *refusal {
	var bad *refusal
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		bad = errMethod
	case !g.hostAllowed(r.Host):
		bad = errHost
	case !originAllowed(r):
		bad = errOrigin
	case !g.hasSession(r) && !g.hasToken(r):
		bad = errNoToken
	}
	return g.count(r, bad)
}

// count takes a request out of the bucket that it belongs to. Another site's request
// belongs to strangers although a browser may send the cookie with it.
func (g *guard) count(r *http.Request, bad *refusal) *refusal {
	g.mu.Lock()
	b := &g.own
	if bad != nil {
		b = &g.strangers
	}
	within := b.take(time.Now())
	g.mu.Unlock()
	if !within || bad == nil && !admitConn(r.Context()) {
		return errTooMany
	}
	return bad
}

// hasToken reports whether a request has the token, which it does not use up.
func (g *guard) hasToken(r *http.Request) bool {
	given := r.URL.Query().Get("token")
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.token != "" && same(given, g.token)
}

// hostAllowed accepts this port on any address and on the known names.
func (g *guard) hostAllowed(hostport string) bool {
	host, port, err := net.SplitHostPort(hostport)
	if err != nil { // no port: http's own
		host, port = strings.Trim(hostport, "[]"), "80"
	}
	if port != g.port {
		return false
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Zone() == "" // a zone may be any text
	}
	for _, n := range g.names {
		if strings.EqualFold(n, host) {
			return true
		}
	}
	return false
}

// originAllowed refuses what a browser sends for another origin. Opening the page
// itself from elsewhere, a link in a terminal say, is no such request.
func originAllowed(r *http.Request) bool {
	if o := r.Header.Get("Origin"); o != "" && o != "http://"+r.Host {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return true
	}
	return r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
}

// socketAllowed checks what a WebSocket needs beyond check: browsers always send
// Origin with one, so nothing without it is a page of this server.
func (g *guard) socketAllowed(r *http.Request) *refusal {
	switch {
	case r.Header.Get("Origin") != "http://"+r.Host:
		return errOrigin
	case !g.hasSession(r):
		return errNoToken
	}
	return nil
}

func (g *guard) hasSession(r *http.Request) bool {
	c, err := r.Cookie(g.cookie)
	return err == nil && same(c.Value, g.session)
}

// admit lets a request for the page in: by its session, or by the token, which it
// uses up and answers with the session's cookie.
func (g *guard) admit(w http.ResponseWriter, r *http.Request) error {
	if g.hasSession(r) {
		return nil
	}
	given := r.URL.Query().Get("token")
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.token == "" || !same(given, g.token) {
		return errNoToken
	}
	if r.Method != http.MethodGet {
		return errMethod // a HEAD request shall not use the token up
	}
	g.token = ""
	http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: g.session, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	return nil
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// refuse writes an error as a plain text answer.
func refuse(w http.ResponseWriter, err error) {
	var r *refusal
	if !errors.As(err, &r) {
		r = &refusal{http.StatusInternalServerError, "internal error"}
	}
	http.Error(w, r.why, r.status)
}

// bucket is a token bucket: rate events a second, bursts of up to size.
type bucket struct {
	rate, size, level float64
	last              time.Time
}

func newBucket(rate, size float64, now time.Time) bucket {
	return bucket{rate: rate, size: size, level: size, last: now}
}

// take reports whether an event now is within the limit.
func (b *bucket) take(now time.Time) bool {
	b.level = min(b.size, b.level+b.rate*now.Sub(b.last).Seconds())
	b.last = now
	if b.level < 1 {
		return false
	}
	b.level--
	return true
}
