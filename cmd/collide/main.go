// Command collide finds the exact contacts between triangle meshes.
package main

import "os"

func main() {
	os.Exit(run(interruptible(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
