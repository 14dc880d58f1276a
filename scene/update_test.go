package scene

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/collide-go/collide/methods/multiprocess"
)

var update = flag.Bool("update", false, "rewrite the generated scenes and meshes in testdata")

// serveWorker makes this binary a worker of the method multiprocess.
const serveWorker = "-serve-collide-worker"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == serveWorker {
		if err := multiprocess.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
