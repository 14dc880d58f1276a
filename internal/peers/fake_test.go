package harness

import (
	"bufio"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite golden files")

// fakeMode in the environment makes this test binary a server, so that the
// driver is tested where no C++ is.
const fakeMode = "PEERS_FAKE_SERVER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(fakeMode); mode != "" {
		if err := fakeServer(mode, os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "fake server:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fakeServer knows the requests of pairs and distances. Mode "blind" finds nothing, ever, in one
// microsecond a pose; "tired" does not reply about meshes of more than 12 triangles; the others break the protocol in one way each.
func fakeServer(mode string, in io.Reader, out io.Writer) error {
	r := bufio.NewReader(in)
	poses := 0
	for {
		line, err := r.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var which string
		var n, m int
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		reply, arrays := "ok", []any{}
		switch verb {
		case "hello":
			reply = "ok 1 Fake 1.0"
			if mode == "stranger" {
				reply = "ok 7 Fake 1.0"
			}
		case "mesh":
			_, err = fmt.Sscan(rest, &which, &n, &m)
			if skip(r, 24*n+12*m); mode == "tired" && m > 12 {
				time.Sleep(time.Hour) // it is killed before
			}
		case "poses":
			_, err = fmt.Sscan(rest, &poses)
			skip(r, 96*poses)
		case "build":
			reply = "ok 5000000 1000000"
		case "bool":
			reply, arrays = fmt.Sprint("ok ", poses), []any{micros(poses), make([]bool, poses)}
		case "distance":
			reply, arrays = fmt.Sprint("ok ", poses), []any{micros(poses), make([]float64, poses)}
		case "within":
			reply, arrays = fmt.Sprint("ok ", poses), []any{micros(poses), make([]bool, poses)}
		case "all":
			reply, arrays = fmt.Sprint("ok ", poses, " 0"), []any{micros(poses), make([]uint32, poses)}
			if mode == "surplus" {
				reply, arrays = fmt.Sprint("ok ", poses, " 1"), append(arrays, []uint32{1, 2})
			}
		}
		if err != nil {
			return err
		}
		switch {
		case mode == "refusing" && verb == "build":
			reply = "error out of patience"
		case mode == "babbling" && verb == "build":
			reply = "well, ok"
		case mode == "short" && verb == "bool":
			reply, arrays = fmt.Sprint("ok ", poses-1), nil
		case mode == "dying" && verb == "bool":
			_, err = fmt.Fprintln(out, reply)
			return err
		}
		if _, err := fmt.Fprintln(out, reply); err != nil {
			return err
		}
		for _, a := range arrays {
			if err := binary.Write(out, binary.LittleEndian, a); err != nil {
				return err
			}
		}
	}
}

// skip drops bytes; a short input shows at the next line.
func skip(r *bufio.Reader, n int) { _, _ = r.Discard(n) }

func micros(n int) []int64 {
	ns := make([]int64, n)
	for i := range ns {
		ns[i] = 1000
	}
	return ns
}
