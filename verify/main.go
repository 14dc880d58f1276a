// Verify decides whether a proof that collide wrote proves what it claims. It shares no code with collide: it reads the
// meshes and the poses itself, rounds posed corners as docs/proof.md says, and decides in whole numbers.
//
//	verify PROOF MESH... [-poses FILE] [-reach D] [-list]
//
// Exit code: 0 if all frames are proven free, 1 if they are proven and some have contacts, or pairs of triangles at most the reach
// apart, 2 if anything is wrong.
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
	"strconv"
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
	reach := flags.String("reach", "", "the clearance that the proof must be about, 0 for contacts")
	list := flags.Bool("list", false, "print a line for each frame")
	if err := flags.Parse(args); err != nil {
		return 2, err
	}
	if len(files) < 2 || flags.NArg() > 0 {
		return 2, fmt.Errorf("expected PROOF MESH... [-poses FILE] [-reach D] [-list]")
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
	flags.Visit(func(f *flag.Flag) {
		var d []float64
		switch {
		case err == nil && f.Name == "poses":
			v.list, err = readPoses(*poses)
		case err == nil && f.Name == "reach":
			if d, err = numbers([]string{*reach}, 1); err == nil && d[0] != v.reach {
				err = fmt.Errorf("the proof has the reach %.17g, expected %s", v.reach, *reach)
			}
		}
	})
	if err != nil {
		return 2, err
	}
	for i := range v.bodies {
		fmt.Fprintln(out, v.bodyLine(i))
	}
	free, some, of, listed := v.words()
	touching, contacts := 0, 0
	frames, err := v.frames(func(frame int, found []contact) {
		if contacts += len(found); len(found) > 0 {
			touching++
		}
		if *list {
			fmt.Fprintf(out, "frame %d: %d %s, %s\n", frame, len(found), listed, hash(found))
		}
	})
	if err != nil {
		return 2, fmt.Errorf("%s: byte %d: %w", files[0], v.read, err)
	}
	word, code := free, 0
	if touching > 0 {
		word, code = some, 1
	}
	fmt.Fprintf(out, "verified: %s (frames: %d, %s: %d, %s: %d, bodies: %d, pairs of fixed bodies, not looked at: %d)\n",
		word, frames, of, touching, listed, contacts, len(v.bodies), v.fixedPairs())
	return code, nil
}

// words returns what is proven if nothing is listed and if something is, what a frame is then, and what is listed.
func (v *verifier) words() (free, some, of, listed string) {
	if v.reach == 0 {
		return "free", "contact", "in contact", "contacts"
	}
	d := strconv.FormatFloat(v.reach, 'g', 17, 64)
	return "all more than " + d + " apart", "some at most " + d + " apart", "near or in contact", "pairs of triangles at most " + d + " apart"
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
