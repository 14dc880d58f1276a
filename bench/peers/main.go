// Peers holds other collision libraries against this one: see README.md.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/collide-go/collide/internal/peers"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := harness.Command(ctx, os.Args, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
