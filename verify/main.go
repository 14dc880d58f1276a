// Verify decides whether a proof that collide wrote proves what it claims. It shares no code with collide: it reads the
// meshes and the poses itself, rounds posed corners as docs/proof.md says, and decides in whole numbers.
//
//	verify PROOF MESH... [-poses FILE] [-reach D] [-list]
//
// Exit code: 0 if all frames are proven free, 1 if they are proven and some have contacts, a distance of 0, or pairs of triangles at most
// the reach apart, 2 if anything is wrong.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
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
	list := flags.Bool("list", false, "print lines for each frame")
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
			if d, err = numbers([]string{*reach}, 1); err == nil && (d[0] != v.reach || !v.lists) {
				err = fmt.Errorf("the proof is of another question than a reach of %s: distances, or a reach of %.17g", *reach, v.reach)
			}
		}
	})
	if err != nil {
		return 2, err
	}
	fmt.Fprint(out, v.head())
	total := v.total()
	frames, err := v.frames(func(frame int) {
		if total.add(v); *list {
			fmt.Fprint(out, v.lines(frame))
		}
	})
	if err != nil {
		return 2, fmt.Errorf("%s: byte %d: %w", files[0], v.read, err)
	}
	word, code := total.word(), 0
	if total.touching > 0 {
		code = 1
	}
	fmt.Fprintf(out, "verified: %s (frames: %d, %s, bodies: %d, pairs not looked at: %d)\n", word, frames, total.counts(), len(v.bodies), v.unseen())
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
