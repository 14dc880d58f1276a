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
	const none = "\x00" // no name, and no number: a flag that is given, if only as "", counts
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	poses := flags.String("poses", none, "the list of poses that the proof must be about")
	reach := flags.String("reach", none, "the clearance that the proof must be about, 0 for contacts")
	solid := flags.Bool("solid", false, "the proof must be about bodies in others, too")
	list := flags.Bool("list", false, "print lines for each frame")
	code = 2
	err = refusal(func() {
		n := 0 // files, which flags may follow
		for n < len(args) && !strings.HasPrefix(args[n], "-") {
			n++
		}
		demand(flags.Parse(args[n:]) == nil && n > 0 && flags.NArg() == 0,
			"expected PROOF [MESH...] [-poses FILE] [-reach D] [-solid] [-list]")
		v := open(must(os.Open(regular(args[0]))), out, args[1:n])
		if *poses != none {
			v.list = readPoses(*poses)
		}
		asked := *reach == none || v.question != distances && v.reach == numbers([]string{*reach}, 1)[0]
		demand(asked, "it is not of a reach of %q: it is of distances, or a reach of %.17g", *reach, v.reach)
		demand(!*solid || v.question == solids, "the proof is not about bodies in others")
		if !*list {
			v.out = io.Discard
		}
		fmt.Fprintln(out, v.verify(func() {}))
		code = min(v.hits, 1)
	})
	return code, err
}

// refused is why something is not accepted. demand throws it and refusal catches it, so that nothing goes on after it.
type refused struct{ error }

func demand(ok bool, format string, args ...any) {
	if !ok {
		panic(refused{fmt.Errorf(format, args...)})
	}
}

// must returns x unless there is an error.
func must[T any](x T, err error) T {
	demand(err == nil, "%v", err)
	return x
}

// refusal calls do, and returns why it does not accept something. Any other panic is a defect of this program.
func refusal(do func()) (err error) {
	defer func() {
		if why := recover(); why != nil {
			err = why.(refused)
		}
	}()
	do()
	return nil
}

// each returns what becomes of the elements of a list.
func each[A, B any](list []A, becomes func(A) B) []B {
	out := make([]B, len(list))
	for i, x := range list {
		out[i] = becomes(x)
	}
	return out
}
