package collide_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/conformance"
	"github.com/collide-go/collide/internal/world"
	"github.com/collide-go/collide/methods"
	"github.com/collide-go/collide/methods/multiprocess"
)

// table has all methods of the CPU, with worker processes for multiprocess; WebAssembly has no processes.
var table = slices.DeleteFunc(methods.Table(workerCommand...), func(m collide.Method) bool {
	return runtime.GOARCH == "wasm" && nameOf(m) == "multiprocess"
})

func named(name string, options ...string) collide.Method {
	return conformance.Named(table, name, options...)
}

func nameOf(m collide.Method) string { return m.About().Name }

// What tests of several packages use.
var at, cube, tori, smallTori, cutBy = conformance.At, conformance.Cube, conformance.Tori, conformance.SmallTori, conformance.CutBy

func detector(t testing.TB, bodies []collide.Body, opt collide.Options) *collide.Detector {
	t.Helper()
	return conformance.Detector(t, bodies, opt)
}

// fixed is a method with one engine.
type fixed struct{ engine world.Engine }

func (fixed) About() collide.About { return collide.About{Name: "scripted", Backend: collide.CPU} }

func (m fixed) With(string, string) (collide.Method, error) { return m, nil }

func (m fixed) Make(*world.World) (world.Engine, error) { return m.engine, nil }

// serveWorker as the last argument makes this test binary a worker process.
const serveWorker = "serve-worker"

// workerCommand starts a worker of multiprocess, by the emulator that COLLIDE_EMULATOR
// names where this binary is made for another processor.
var workerCommand = func() []string {
	command := []string{os.Args[0], serveWorker}
	if emulator := os.Getenv("COLLIDE_EMULATOR"); emulator != "" {
		return append([]string{emulator}, command...)
	}
	return command
}()

func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != serveWorker {
		os.Exit(m.Run())
	}
	if err := multiprocess.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(0)
}
