package collide_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/collide-go/collide"
)

// serveWorker as the last argument makes this test binary a worker process;
// stallWorker one that takes its bodies and then says nothing, once a directory.
const (
	serveWorker = "serve-worker"
	stallWorker = "stall-worker"
	// reportWorker makes one that leaves a file in a directory when it ends well.
	reportWorker = "report-worker"
	// silentWorker ends at once, wordyWorker says something else first.
	silentWorker, wordyWorker = "silent-worker", "wordy-worker"
)

// workerCommand starts a worker of multiprocess.
var workerCommand = testBinary(serveWorker)

// testBinary is the command line of this binary, run by the emulator that
// COLLIDE_EMULATOR names where it is made for another processor.
func testBinary(args ...string) []string {
	command := append([]string{os.Args[0]}, args...)
	if emulator := os.Getenv("COLLIDE_EMULATOR"); emulator != "" {
		return append([]string{emulator}, command...)
	}
	return command
}

func TestMain(m *testing.M) {
	if len(os.Args) == 1 {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case stallWorker:
		stallOnce(os.Args[2])
	case silentWorker:
		os.Exit(0)
	case wordyWorker:
		fmt.Println("Hello! This is another program altogether.")
		os.Exit(0)
	case serveWorker, reportWorker:
	default:
		os.Exit(m.Run())
	}
	err := collide.ServeWorker(context.Background(), os.Stdin, os.Stdout)
	if err == nil && os.Args[1] == reportWorker {
		err = os.WriteFile(filepath.Join(os.Args[2], "ended"), nil, 0o600)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(0)
}

// stallOnce makes this process the one that stalls, if it is the first to claim
// that in dir. It greets, writes its process id and waits to be killed.
func stallOnce(dir string) {
	claim, err := os.OpenFile(filepath.Join(dir, "claimed"), os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return
	}
	_ = claim.Close() // nothing was written
	out := &afterGreeting{func() {
		pid := filepath.Join(dir, "pid")
		err := os.WriteFile(pid+".part", []byte(strconv.Itoa(os.Getpid())), 0o600)
		if err == nil {
			err = os.Rename(pid+".part", pid)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		select {}
	}}
	fmt.Fprintln(os.Stderr, collide.ServeWorker(context.Background(), os.Stdin, out))
	os.Exit(2)
}

// afterGreeting lets one message through and acts instead of the next.
type afterGreeting struct{ act func() }

func (a *afterGreeting) Write(b []byte) (int, error) {
	if act := a.act; len(b) > 40 {
		act()
	}
	return os.Stdout.Write(b)
}
