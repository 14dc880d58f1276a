package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/scene"
	"github.com/collide-go/collide/sim"
	"github.com/collide-go/collide/viewer"
)

// viewFlags are the flags of view.
type viewFlags struct {
	queryFlags
	self, solid  bool
	split, allow string
	dt           float64
	listen       string
	port         int
	noOpen       bool
}

func (a *app) viewCommand() *cobra.Command {
	var f viewFlags
	c := &cobra.Command{
		Use:   "view [SCENE|FILE...]",
		Short: "Look at bodies and their contacts in the browser",
		Long: `view shows a scene in motion, or mesh files and what touches between them, on a
page in the browser; without an argument, a demonstration. It runs until Ctrl-C.

The page comes from this program and is for you alone: the server listens on
127.0.0.1, and its address holds a token that opens one page. --listen lets
other machines in, if they have the token.

Exit code: 0 done, 2 bad usage or input.`,
		Example: `  collide view
  collide view part.stl housing.stl
  collide gen motion -n 200 --out crowd.json && collide view crowd.json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.view(c.Context(), args, &f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.method, "method", "auto", "how to search: see collide methods")
	flags.StringVar(&f.backend, "backend", "auto", "where to run: auto|cpu|gpu")
	flags.IntVar(&f.workers, "workers", 0, "goroutines to use, 0 for one per core")
	flags.BoolVar(&f.self, "self", false, "also contacts within each mesh")
	flags.BoolVar(&f.solid, "solid", false, "a body inside a closed one collides too")
	flags.StringVar(&f.split, "split", "", "make a body of each part of a file: objects|groups|solids")
	flags.StringVar(&f.allow, "allow", "", "file of pairs of body names that may touch")
	flags.Float64Var(&f.dt, "dt", 1.0/60, "seconds from frame to frame of a scene in motion")
	flags.StringVar(&f.listen, "listen", "", "address to listen on instead of 127.0.0.1; others can then reach it")
	flags.IntVar(&f.port, "port", 0, "port to listen on, 0 for a free one")
	flags.BoolVar(&f.noOpen, "no-open", false, "do not open the browser")
	complete(c, "method", methodNames())
	complete(c, "backend", []string{"auto", "cpu", "gpu"})
	complete(c, "split", []string{"objects", "groups", "solids"})
	return c
}

func (a *app) view(ctx context.Context, files []string, f *viewFlags) error {
	address, err := f.address()
	if err != nil {
		return err
	}
	show, err := a.show(ctx, files, f)
	if err != nil {
		return err
	}
	run, err := viewer.NewRun(show)
	if err != nil {
		return errors.Join(err, show.Stepper.Close())
	}
	server, err := viewer.Listen(run, viewer.ServerOptions{Listen: address, Log: a.logf})
	if err != nil {
		return errors.Join(err, show.Stepper.Close())
	}
	a.announce(server, f.noOpen)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ran := make(chan error, 1)
	go func() { ran <- run.Loop(ctx) }()
	err = server.Serve(ctx)
	cancel()
	return errors.Join(err, <-ran)
}

// address is where to listen; the port of --listen wins over that of --port.
func (f *viewFlags) address() (string, error) {
	if f.port < 0 || f.port > 65535 {
		return "", fmt.Errorf("--port %d; expected 0 to 65535", f.port)
	}
	host := f.listen
	if host == "" {
		host = "127.0.0.1"
	} else if h, p, err := net.SplitHostPort(host); err == nil {
		if n, err := strconv.Atoi(p); err != nil || n < 0 || n > 65535 {
			return "", fmt.Errorf("--listen %s; expected an address such as 0.0.0.0 or 0.0.0.0:8080", f.listen)
		}
		return net.JoinHostPort(h, p), nil
	}
	return net.JoinHostPort(strings.Trim(host, "[]"), strconv.Itoa(f.port)), nil
}

// announce tells where the page is, and opens it.
func (a *app) announce(s *viewer.Server, noOpen bool) {
	if !s.Loopback() {
		a.logf("warning: other machines can reach this server. Who has the address below, or overhears it, can watch and control it.")
	}
	url := s.URL()
	_, _ = fmt.Fprintln(a.stdout, url) // without it the browser may still open
	a.logf("viewing until Ctrl-C")
	if noOpen {
		return
	}
	if err := viewer.OpenBrowser(url); err != nil {
		a.logf("%v: open the address above", err)
	}
}

// show loads what is to be seen.
func (a *app) show(ctx context.Context, files []string, f *viewFlags) (*viewer.Show, error) {
	opt, err := f.options()
	if err != nil {
		return nil, err
	}
	opt.Self, opt.Solid = f.self, f.solid
	if math.IsNaN(f.dt) || math.IsInf(f.dt, 0) {
		return nil, fmt.Errorf("--dt %v; expected a finite number of seconds", f.dt)
	}
	var show *viewer.Show
	if len(files) == 0 {
		if show, err = viewer.Demo(ctx, opt); err != nil {
			return nil, err
		}
	} else if show, err = a.showFiles(ctx, files, opt, f); err != nil {
		return nil, err
	}
	show.Version = version()
	return show, nil
}

func (a *app) showFiles(ctx context.Context, files []string, opt collide.Options, f *viewFlags) (*viewer.Show, error) {
	bar := a.progress()
	in, err := load(ctx, files, f.split, bar)
	bar.clear()
	if err != nil {
		return nil, err
	}
	if opt.Allow, err = in.allow(f.allow); err != nil {
		return nil, err
	}
	p, err := sim.NewPlayback(ctx, in.placed, f.dt, opt)
	if err != nil {
		return nil, err
	}
	show := &viewer.Show{Title: title(files), Stepper: p, Still: true, Up: in.up(), DT: f.dt, Options: opt}
	for i := range in.placed {
		b := &in.placed[i]
		show.Files = append(show.Files, b.File)
		if b.Motion == nil && b.Deform == nil {
			continue
		}
		show.Still = false
		if b.Motion != nil && b.Motion.Region != nil {
			if show.Walls == nil {
				none := geom.EmptyAABB()
				show.Walls = &none
			}
			show.Walls.Include(b.Motion.Region)
		}
	}
	return show, nil
}

// title names what is viewed.
func title(files []string) string {
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = filepath.Base(f)
		if !scene.IsScene(f) && len(files) > 1 {
			names[i] = scene.BaseName(f)
		}
	}
	if len(names) > 3 {
		return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
	}
	return strings.Join(names, ", ")
}
