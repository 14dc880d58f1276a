package harness

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// peerInfo describes an engine of another library.
type peerInfo struct {
	// name is also what the server calls it.
	name string
	// server is the suffix of its program, peerd-<server>.
	server string
	// partial engines answer part of the question; each workload defines which.
	partial bool
}

// peer is a peerInfo with its server running.
type peer struct {
	info peerInfo
	srv  *server
}

// startPeers starts a server for each peer asked for. One asked for by name must
// be there; one that is not built, when all are meant, is returned in skipped so
// that the table reports it.
func startPeers(ctx context.Context, cfg *config, table []peerInfo) (peers []peer, skipped []string, err error) {
	for _, info := range table {
		if !cfg.wants(info.name) {
			continue
		}
		srv, err := startServer(ctx, serverPath(cfg.servers, info.server), cfg.deadline)
		switch {
		case err == nil:
			peers = append(peers, peer{info, srv})
		case errors.Is(err, os.ErrNotExist) && len(cfg.engines) == 0:
			skipped = append(skipped, info.name)
		default:
			closePeers(peers)
			return nil, nil, fmt.Errorf("%s: %w (make -C bench/peers/cpp builds the servers)", info.name, err)
		}
	}
	return peers, skipped, nil
}

// closePeers ends servers. Their answers are in by then, so a failure to end
// cleanly is only reported.
func closePeers(peers []peer) {
	for _, p := range peers {
		if err := p.srv.close(); err != nil {
			fmt.Fprintln(os.Stderr, "peers:", err)
		}
	}
}

// checkEngines refuses names no engine of the workload has: -engines and -base.
func checkEngines(cfg *config, ours []string, table []peerInfo) error {
	known := slices.Clone(ours)
	for _, p := range table {
		known = append(known, p.name)
	}
	for _, w := range append(slices.Clone(cfg.engines), cfg.base) {
		if !slices.Contains(known, w) {
			return fmt.Errorf("no engine %q for -workload %s, there are %s", w, cfg.workload, strings.Join(known, ", "))
		}
	}
	return nil
}
