package input_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/scene"
)

// A scene that somebody else wrote is read without letting it out of its folder.
func ExampleOpenRoot() {
	files, err := input.OpenRoot("../testdata/ur5")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = files.Close() }() // nothing was written
	loader := scene.Loader{Files: files}
	bodies, err := loader.File(context.Background(), "../testdata/ur5/free.json")
	fmt.Println(len(bodies) > 0, err)
	_, err = loader.File(context.Background(), "../testdata/example/knot.obj")
	fmt.Println(errors.Is(err, input.ErrOutside))
	// Output:
	// true <nil>
	// true
}
