//go:build !wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/collide-go/collide/internal/quote"
	"github.com/collide-go/collide/internal/viewer"
)

// viewFlags are the flags of view.
type viewFlags struct {
	queryFlags
	solidFlags
	self         bool
	split, allow string
	clearance    clearanceFlag
	dt           float64
	listen       string
	port         int
	noOpen       bool
	given        func(flag string) bool
}

func (a *app) viewCommand() *cobra.Command {
	var f viewFlags
	c := &cobra.Command{
		Use:   "view [SCENE|RECORDING|PROOF FILE...|FILE...]",
		Short: "Look at bodies and their contacts in the browser",
		Long: `view shows a scene in motion, a recording of one, or mesh files and what touches
between them, on a page in the browser; without an argument, a demonstration.
fire-drill, or fire-drill:one-one, :several-several, :several-one, is one with
firemen. A proof that --proof wrote is shown with the files of its meshes: the
planes that part them and the points that they share. It runs until Ctrl-C.

The page comes from this program and is for you alone: the server listens on
127.0.0.1, and its address holds a token that opens one page. --listen lets
other machines in, if they have the token.

Exit code: 0 done, 2 bad usage or input.`,
		Example: `  collide view
  collide view part.stl housing.stl
  collide view arm.urdf table.stl --srdf arm.srdf --state home
  collide view cell.json --clearance 2mm
  collide view sweep.proof a.obj b.obj
  collide view fire-drill
  collide gen motion -n 200 --out crowd.json && collide view crowd.json
  collide sim collidables.txt --frames 600 --record run.clr && collide view run.clr`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			f.given = c.Flags().Changed
			return a.view(c.Context(), args, &f)
		},
	}
	f.registerMethod(c)
	flags := c.Flags()
	flags.BoolVar(&f.self, "self", false, "also contacts within each mesh")
	f.solidFlags.register(c)
	choose(c, &f.split, "split", "", "make a body of each part of a file: ", splits())
	flags.StringVar(&f.allow, "allow", "", "file of pairs of body names that may touch")
	f.clearance.register(c, "show the distances of pairs at most this far apart; without it the page can show that of the nearest pair")
	flags.Float64Var(&f.dt, "dt", 1.0/60, "seconds from frame to frame of a scene in motion")
	flags.StringVar(&f.listen, "listen", "", "address to listen on instead of 127.0.0.1; others can then reach it")
	flags.IntVar(&f.port, "port", 0, "port to listen on, 0 for a free one")
	flags.BoolVar(&f.noOpen, "no-open", false, "do not open the browser")
	rootFlag(c, &f.root)
	a.limitFlags(c)
	a.robotFlags(c, true)
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
			return "", fmt.Errorf("--listen %s; expected an address such as 0.0.0.0 or 0.0.0.0:8080", quote.Name(f.listen))
		}
		return net.JoinHostPort(h, p), nil
	}
	return net.JoinHostPort(strings.Trim(host, "[]"), strconv.Itoa(f.port)), nil
}

// announce reports where the page is, and opens it.
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
