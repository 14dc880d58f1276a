package proof_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/proof"
)

// A service answers for two poses, and has something to hand over that proves its answers.
func Example() {
	ctx := context.Background()
	ring, err := proof.ReadFile(ctx, "../testdata/example/ring.obj")
	if err != nil {
		fmt.Println(err)
		return
	}
	knot, err := proof.ReadFile(ctx, "../testdata/example/knot.obj")
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer // a service has a file
	w, err := proof.NewWriter(&file, []proof.Body{{Name: "ring", Mesh: ring}, {Name: "knot", Mesh: knot}}, proof.Options{Moving: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	pose := geom.Identity
	for _, x := range []float64{0, 9} {
		pose.T.X = x
		found, err := w.Prove(ctx, pose)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(x, found.Verdict, len(found.Contacts))
	}
	fmt.Println(w.Close())
	fmt.Printf("%q\n", file.Bytes()[:15])
	// Output:
	// 0 contact 208
	// 9 free 0
	// <nil>
	// "collide proof 6"
}
