package deforming_test

import (
	"context"
	"fmt"

	"github.com/collide-go/collide/deforming"
	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/mesh"
)

// A triangle that moves through another one: neither the first frame nor the second has a contact.
func Example() {
	triangle := func(x float64) *mesh.Mesh {
		return &mesh.Mesh{Vertices: []geom.Vec{{X: x}, {X: x, Y: 1}, {X: x, Z: 1}}, Triangles: [][3]uint32{{0, 1, 2}}}
	}
	wall, cloth := triangle(0), triangle(-1)
	found, err := deforming.Detect(context.Background(), []deforming.Body{
		{Name: "wall", Mesh: wall, To: wall.Vertices},
		{Name: "cloth", Mesh: cloth, To: triangle(3).Vertices},
	}, deforming.Options{Times: true})
	if err != nil {
		panic(err) // also where the answer is incomplete
	}
	fmt.Println(found.Verdict, len(found.Contacts), found.Times[0])
	// Output: contact 1 [0.25 0.25]
}
