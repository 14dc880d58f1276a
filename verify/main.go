// Verify decides whether a proof that collide wrote proves what it claims. It shares no code with collide: it reads the
// meshes and the poses itself, rounds posed corners as docs/proof.md says, and decides in whole numbers.
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
	"math"
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
	var files []string
	for len(args) > 0 && !strings.HasPrefix(args[0], "-") { // flags may follow
		files, args = append(files, args[0]), args[1:]
	}
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	poses := flags.String("poses", "", "the list of poses that the proof must be about")
	reach := flags.String("reach", "", "the clearance that the proof must be about, 0 for contacts")
	solid := flags.Bool("solid", false, "the proof must be about bodies in others, too")
	list := flags.Bool("list", false, "print lines for each frame")
	if err := flags.Parse(args); err != nil {
		return 2, err
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	err = refusal(func() {
		demand(len(files) > 0 && flags.NArg() == 0, "expected PROOF [MESH...] [-poses FILE] [-reach D] [-solid] [-list]")
		in := opened(files[0])
		defer in.Close()
		v := open(in, files[1:])
		if given["poses"] {
			v.list = readPoses(*poses)
		}
		demand(!given["reach"] || v.lists && v.reach == numbers([]string{*reach}, 1)[0],
			"the proof is of another question than a reach of %s: distances, or a reach of %.17g", *reach, v.reach)
		demand(!*solid || v.solids, "the proof is not about bodies in others")
		fmt.Fprint(out, v.head())
		sum := total{lo: math.Inf(1), hi: math.Inf(1)}
		v.frames(func(frame int) {
			if sum.add(v); *list {
				fmt.Fprint(out, v.lines(frame))
			}
		})
		fmt.Fprintln(out, v.verdict(&sum))
		code = min(sum.touching, 1)
	})
	if err != nil {
		code = 2
	}
	return code, err
}

// opened returns a regular file: a device or a pipe could be endless, or another one when it is read again.
func opened(name string) *os.File {
	info, err := os.Stat(name)
	demand(err == nil, "%v", err)
	demand(info.Mode().IsRegular(), "%+q is not a regular file", name)
	f, err := os.Open(name)
	demand(err == nil, "%v", err)
	return f
}

func load(name string) []byte {
	f := opened(name)
	defer f.Close()
	text, err := io.ReadAll(f)
	demand(err == nil, "%v", err)
	return text
}
