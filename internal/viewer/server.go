//go:build !wasm

package viewer

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// ServerOptions configure a Server. The zero value serves this machine only, on a
// port that is free.
type ServerOptions struct {
	// Listen is host:port; "" is 127.0.0.1:0. Any host but a loopback address lets
	// other machines in, if they have the token.
	Listen string
	// Patience is how long a page may take for a frame before it is dropped, 0 for
	// 15 seconds.
	Patience time.Duration
	// Log receives a line when a page is dropped; nil for nothing.
	Log func(format string, args ...any)
}

// Server hands one run to browser pages.
type Server struct {
	listener net.Listener
	http     http.Server
	guard    *guard
	files    map[string]asset
	run      *Run
	log      func(format string, args ...any)
	patience time.Duration

	mu      sync.Mutex
	clients map[*client]struct{}
	pages   sync.WaitGroup
	closing context.Context
	stop    context.CancelFunc
}

// Limits of the server.
const (
	maxClients     = 8
	maxHeader      = 16 << 10
	shutdownWithin = 2 * time.Second
)

// Listen opens the port. The server answers once Serve runs.
func Listen(run *Run, opt ServerOptions) (*Server, error) {
	if opt.Listen == "" {
		opt.Listen = "127.0.0.1:0"
	}
	l, err := net.Listen("tcp", opt.Listen)
	if err != nil {
		return nil, fmt.Errorf("cannot listen: %w", err)
	}
	s := &Server{
		listener: &limitedListener{Listener: l},
		run:      run, log: opt.Log, patience: opt.Patience, clients: map[*client]struct{}{},
	}
	if s.log == nil {
		s.log = func(string, ...any) {}
	}
	if s.patience <= 0 {
		s.patience = 15 * time.Second
	}
	if s.guard, err = newGuard(l.Addr()); err == nil {
		s.files, err = assets()
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	s.closing, s.stop = context.WithCancel(context.Background())
	s.http = http.Server{
		Handler: s, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, IdleTimeout: time.Minute,
		MaxHeaderBytes: maxHeader, ErrorLog: discard, ConnContext: withConn,
	}
	return s, nil
}

// URL is the address to open, with the token that is good for one page.
func (s *Server) URL() string {
	addr := s.listener.Addr().String()
	if ap, err := netip.ParseAddrPort(addr); err == nil && ap.Addr().IsUnspecified() {
		addr = netip.AddrPortFrom(reachable(ap.Addr()), ap.Port()).String()
	}
	return "http://" + addr + "/?token=" + s.guard.token
}

// Loopback reports whether only this machine can reach the server.
func (s *Server) Loopback() bool {
	ap, err := netip.ParseAddrPort(s.listener.Addr().String())
	return err == nil && ap.Addr().IsLoopback()
}

// reachable returns an address of this machine that others may reach, or the
// loopback address.
func reachable(like netip.Addr) netip.Addr {
	addrs, _ := net.InterfaceAddrs() // none is as good as an error
	for _, a := range addrs {
		p, err := netip.ParsePrefix(a.String())
		if err == nil && p.Addr().Is4() && p.Addr().IsGlobalUnicast() {
			return p.Addr()
		}
	}
	if like.Is4() {
		return netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	return netip.IPv6Loopback()
}

// Serve answers requests until the context ends, then says goodbye to the pages
// and returns nil within about two seconds.
func (s *Server) Serve(ctx context.Context) error {
	failed := make(chan error, 1)
	go func() { failed <- s.http.Serve(s.listener) }()
	select {
	case err := <-failed:
		return errors.Join(err, s.Close())
	case <-ctx.Done():
		return s.Close()
	}
}

// Close ends the server and its pages.
func (s *Server) Close() error {
	_ = s.listener.Close() // no news: nobody comes in any more
	s.stop()
	ctx, cancel := context.WithTimeout(context.Background(), shutdownWithin)
	defer cancel()
	err := s.http.Shutdown(ctx)
	done := make(chan struct{})
	go func() { s.pages.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.http.Close()
	}
	if errors.Is(err, net.ErrClosed) {
		return nil // the listener
	}
	return err
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.headers(w.Header(), r.Host)
	if bad := s.guard.check(r); bad != nil {
		w.Header().Set("Connection", "close") // what is refused holds no connection
		refuse(w, bad)
		return
	}
	switch r.URL.Path {
	case "/":
		s.page(w, r)
	case "/socket":
		s.socket(w, r)
	default:
		s.file(w, r)
	}
}

// headers forbid the page everything but what it needs: its own files and its own
// socket. Browsers older than 2022 do not take 'self' to mean the socket.
func (s *Server) headers(h http.Header, host string) {
	socket := ""
	if s.guard.hostAllowed(host) { // else it is not ours to repeat
		socket = " ws://" + host
	}
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "+
		"connect-src 'self'"+socket+"; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
}

func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	if err := s.guard.admit(w, r); err != nil {
		refuse(w, err)
		return
	}
	s.write(w, r, s.files["/index.html"])
}

func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	if !s.guard.hasSession(r) {
		refuse(w, errNoToken)
		return
	}
	f, ok := s.files[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	s.write(w, r, f)
}

func (s *Server) write(w http.ResponseWriter, r *http.Request, f asset) {
	w.Header().Set("Content-Type", f.kind)
	w.Header().Set("Content-Length", fmt.Sprint(len(f.data)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(f.data) // a browser that is gone needs no page
	}
}
