// Verify decides whether a proof that collide wrote proves what it claims. It shares no code with collide: it reads the
// meshes and the poses itself, rounds posed corners as docs/proof.md says, and decides in whole numbers.
//
//	verify PROOF MESH... [-poses FILE] [-list]
//
// Exit code: 0 if all frames are proven free, 1 if they are proven and some have contacts, 2 if anything is wrong.
package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

func main() {
	code, err := run(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintf(os.Stderr, "not verified: %v\n", err)
		code = 2
	}
	os.Exit(code)
}

func run(args []string, out io.Writer) (int, error) {
	var files []string
	for len(args) > 0 && !strings.HasPrefix(args[0], "-") { // flags may follow
		files, args = append(files, args[0]), args[1:]
	}
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	poses := flags.String("poses", "", "the list of poses that the proof must be about")
	list := flags.Bool("list", false, "print a line for each frame")
	if err := flags.Parse(args); err != nil {
		return 2, err
	}
	if len(files) < 2 || flags.NArg() > 0 {
		return 2, fmt.Errorf("expected PROOF MESH... [-poses FILE] [-list]")
	}
	if err := regular(append(files[:len(files):len(files)], *poses)); err != nil {
		return 2, err
	}
	in, err := os.Open(files[0])
	if err != nil {
		return 2, err
	}
	defer in.Close()
	v, err := open(in, files[1:])
	if err != nil {
		return 2, err
	}
	given := false
	flags.Visit(func(f *flag.Flag) { given = given || f.Name == "poses" })
	if given {
		if v.list, err = readPoses(*poses); err != nil {
			return 2, err
		}
	}
	for i := range v.bodies {
		fmt.Fprintln(out, v.bodyLine(i))
	}
	touching, contacts := 0, 0
	frames, err := v.frames(func(frame int, found []contact) {
		if contacts += len(found); len(found) > 0 {
			touching++
		}
		if *list {
			fmt.Fprintf(out, "frame %d: %d contacts, %s\n", frame, len(found), hash(found))
		}
	})
	if err != nil {
		return 2, fmt.Errorf("%s: byte %d: %w", files[0], v.read, err)
	}
	word, code := "free", 0
	if touching > 0 {
		word, code = "contact", 1
	}
	fmt.Fprintf(out, "verified: %s (frames: %d, in contact: %d, contacts: %d, bodies: %d, pairs of fixed bodies, not looked at: %d)\n",
		word, frames, touching, contacts, len(v.bodies), v.fixedPairs())
	return code, nil
}

// regular returns an error for a file that is none: a device or a pipe could be endless, or another one when it is read again.
func regular(files []string) error {
	for _, f := range files {
		if info, err := os.Stat(f); f != "" && err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%+q is not a regular file", f)
		}
	}
	return nil
}

// contact is a pair of triangles: body, triangle, body, triangle.
type contact [4]uint32

// hash is the hash that collide prints: SHA-256 over the sorted contacts, each as four little-endian uint32.
func hash(found []contact) string {
	slices.SortFunc(found, func(a, b contact) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]), cmp.Compare(a[3], b[3]))
	})
	h := sha256.New()
	for _, c := range found {
		_ = binary.Write(h, binary.LittleEndian, c) // a hash takes everything
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}
