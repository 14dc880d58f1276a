// Verify decides whether a proof that collide wrote proves what it claims. It shares no code with collide: it reads the
// meshes and the poses itself, rounds posed corners as docs/proof.md says, and decides exactly.
//
//	verify PROOF [MESH...] [-poses FILE] [-reach D] [-solid] [-list]
//
// Exit code: 0 if all frames are proven free, 1 if they are proven and some have contacts, a body in another one, a distance
// of 0, or pairs of triangles at most the reach apart, 2 if anything is wrong.
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
	}
	os.Exit(code)
}

func run(args []string, out io.Writer) (code int, err error) {
	var files, poses, reach []string                        // a flag that is given, if only as "", counts
	for len(args) > 0 && !strings.HasPrefix(args[0], "-") { // flags may follow
		files, args = append(files, args[0]), args[1:]
	}
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	flags.Func("poses", "the list of poses that the proof must be about", func(s string) error { poses = []string{s}; return nil })
	flags.Func("reach", "the clearance that the proof must be about, 0 for contacts", func(s string) error { reach = []string{s}; return nil })
	solid := flags.Bool("solid", false, "the proof must be about bodies in others, too")
	list := flags.Bool("list", false, "print lines for each frame")
	if err := flags.Parse(args); err != nil {
		return 2, err
	}
	err = refusal(func() {
		demand(len(files) > 0 && flags.NArg() == 0, "expected PROOF [MESH...] [-poses FILE] [-reach D] [-solid] [-list]")
		in := opened(files[0])
		defer in.Close()
		v := open(in, out, files[1:])
		for _, name := range poses {
			v.list = readPoses(name)
		}
		demand(reach == nil || v.question != distances && v.reach == numbers(reach, 1)[0], "the proof is of another question than a reach of %s: distances, or a reach of %.17g", reach, v.reach)
		demand(!*solid || v.question == solids, "the proof is not about bodies in others")
		if !*list {
			v.out = io.Discard
		}
		fmt.Fprintln(out, v.verify(func() {}))
		code = min(v.hits, 1)
	})
	if err != nil {
		code = 2
	}
	return code, err
}
