package meshio_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/collide-go/collide/meshio"
)

const triangle = `o flag
v 0 0 0
v 1 0 0
v 0 1 0
f 1 2 3
`

func ExampleRead() {
	m, err := meshio.Read(context.Background(), strings.NewReader(triangle), "flag.obj", meshio.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(m.Vertices), "vertices,", len(m.Triangles), "triangle")
	// Output: 3 vertices, 1 triangle
}

// Errors name file and line, and what was expected there.
func ExampleRead_error() {
	_, err := meshio.Read(context.Background(), strings.NewReader(triangle+"f 1 2 7\n"), "flag.obj", meshio.Options{})
	fmt.Println(err)
	// Output: flag.obj:6: face names vertex 7 of 3
}

// A service bounds what it reads from others.
func ExampleOptions() {
	_, err := meshio.Read(context.Background(), strings.NewReader(triangle), "flag.obj", meshio.Options{MaxVertices: 2})
	fmt.Println(errors.Is(err, meshio.ErrLimit))
	// Output: true
}

// From one format to another; coordinates stay exact or the writer refuses.
func ExampleWrite() {
	m, err := meshio.Read(context.Background(), strings.NewReader(triangle), "flag.obj", meshio.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var off bytes.Buffer
	if err := meshio.Write(&off, m, meshio.FormatByExtension("flag.off")); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(off.String())
	// Output:
	// OFF
	// 3 1 0
	// 0 0 0
	// 1 0 0
	// 0 1 0
	// 3 0 1 2
}
