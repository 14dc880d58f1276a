// Package icollide has the method i-collide (Cohen, Lin, Manocha, Ponamgi 1995).
package icollide

import (
	"github.com/collide-go/collide"
	"github.com/collide-go/collide/internal/recipe"
	"github.com/collide-go/collide/internal/world"
)

// New returns the method i-collide.
func New() collide.Method {
	return recipe.Recipe[struct{}]{
		Is: collide.About{
			Name: "i-collide", Backend: collide.CPU, Source: "Cohen, Lin, Manocha, Ponamgi 1995",
			Summary: "coherent sweep-and-prune, proven planes between hulls from frame to frame, then the tree",
		},
		Engine: func(w *world.World, _ struct{}) (world.Engine, error) { return newEngine(w) },
	}
}
