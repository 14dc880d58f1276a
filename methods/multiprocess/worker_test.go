package multiprocess_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
	"github.com/collide-go/collide/methods/multiprocess"
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
	// faultWorker, with one of the names of faults, does something else instead of
	// sending its first result; a directory and a number of processes after it
	// limit how many do. pidWorker leaves its process id in a directory; slowWorker
	// needs half a second for what it reads; masterWorker is a master of others.
	faultWorker, pidWorker, slowWorker, masterWorker = "fault-worker", "pid-worker", "slow-worker", "master-worker"
)

// faults is what a worker may do instead of sending a result.
var faults = map[string]func(result []byte){
	"crash":   func([]byte) { os.Exit(3) },
	"hang":    func([]byte) { select {} },
	"garbage": func([]byte) { say([]byte("\x00\x00\x00\x00no message at all")) },
	"huge":    func([]byte) { say([]byte("\xff\xff\xff\xff\x04 and nothing")) },
	"half":    func(b []byte) { say(b[:len(b)/2]); select {} },
	"old":     func(b []byte) { b[5]--; say(b) },            // the frame before
	"other":   func(b []byte) { b[13]++; say(b) },           // of another task
	"kind":    func(b []byte) { b[4] = 200; say(b) },        // of no kind there is
	"counts":  func(b []byte) { b[74] = 255; say(b) },       // more contacts than there are
	"nobody":  func(b []byte) { b[len(b)-5] = 255; say(b) }, // a contact of a body beyond the last
	"claims": func([]byte) {
		for {
			say([]byte("\x09\x00\x00\x00\x05\x01\x00\x00\x00\x00\x00\x00\x00"))
		}
	},
}

func say(b []byte) { _, _ = os.Stdout.Write(b) } // the master may have ended it

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
	case faultWorker:
		if len(os.Args) < 4 || claims(os.Args[3], os.Args[4]) {
			serveWith(faults[os.Args[2]])
		}
	case pidWorker:
		leavePid(filepath.Join(os.Args[2], fmt.Sprintf("pid-%d", os.Getpid())))
	case slowWorker:
		fmt.Fprintln(os.Stderr, multiprocess.Serve(context.Background(), &slowly{}, os.Stdout))
		os.Exit(2)
	case masterWorker:
		beMaster(os.Args[2])
	case serveWorker, reportWorker:
	default:
		os.Exit(m.Run())
	}
	err := multiprocess.Serve(context.Background(), os.Stdin, os.Stdout)
	if err == nil && os.Args[1] == reportWorker {
		err = os.WriteFile(filepath.Join(os.Args[2], "ended"), nil, 0o600)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(0)
}

// claims reports whether this process is one of the first so many in a directory.
func claims(dir, most string) bool {
	n, err := strconv.Atoi(most)
	if err != nil {
		panic(err)
	}
	for i := range n {
		claim, err := os.OpenFile(filepath.Join(dir, fmt.Sprintf("claimed-%d", i)), os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			_ = claim.Close() // nothing was written
			return true
		}
	}
	return false
}

// stallOnce makes this process the one that stalls, if it is the first to claim
// that in dir. It greets, writes its process id and waits to be killed.
func stallOnce(dir string) {
	if !claims(dir, "1") {
		return
	}
	serveWith(func([]byte) {
		leavePid(filepath.Join(dir, "pid"))
		select {}
	})
}

// leavePid writes the process id into a file that appears whole.
func leavePid(file string) {
	err := os.WriteFile(file+".part", []byte(strconv.Itoa(os.Getpid())), 0o600)
	if err == nil {
		err = os.Rename(file+".part", file)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// serveWith is a worker that acts instead of sending results.
func serveWith(act func(result []byte)) {
	fmt.Fprintln(os.Stderr, multiprocess.Serve(context.Background(), os.Stdin, &afterGreeting{act}))
	os.Exit(2)
}

// afterGreeting lets greetings, claims and heartbeats through and acts instead of
// what is longer.
type afterGreeting struct{ act func([]byte) }

func (a *afterGreeting) Write(b []byte) (int, error) {
	if len(b) > 40 {
		a.act(b)
		return len(b), nil
	}
	return os.Stdout.Write(b)
}

// slowly reads standard input with a pause in the first message.
type slowly struct{ reads int }

func (s *slowly) Read(b []byte) (int, error) {
	switch s.reads++; s.reads {
	case 1:
		b = b[:min(3, len(b))]
	case 2:
		time.Sleep(600 * time.Millisecond)
	}
	return os.Stdin.Read(b)
}

// beMaster is a master whose one worker leaves its process id in a directory and
// gets more work than it can do.
func beMaster(dir string) {
	d, err := collide.NewDetector([]collide.Body{{Shape: collide.NewModel(slanted(0))}, {Shape: collide.NewModel(slanted(0.5))}},
		collide.Options{Method: workedBy(testBinary(pidWorker, dir)), Workers: 1})
	if err == nil {
		_, err = d.Detect(context.Background())
	}
	fmt.Fprintln(os.Stderr, "the master has ended:", err)
	os.Exit(2)
}

// slanted returns large triangles in parallel planes with oblique normals: with those
// of another offset every box overlaps and nothing touches.
func slanted(offset float64) *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := range uint32(8000) {
		c := 1e5 + offset + float64(i)
		m.Vertices = append(m.Vertices, geom.Vec{X: c}, geom.Vec{Y: c}, geom.Vec{Z: c})
		m.Triangles = append(m.Triangles, [3]uint32{3 * i, 3*i + 1, 3*i + 2})
	}
	return m
}
