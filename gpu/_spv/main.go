// The shader compiler of package gpu: turns every shader of the folder shaders
// into SPIR-V with glslangValidator (Debian's glslang-tools). Without that tool it
// says so and leaves the committed binaries.
package main

import (
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	tool, err := exec.LookPath("glslangValidator")
	if err != nil {
		log.Print("gpu: glslangValidator is not installed; the shaders stay as they are")
		return
	}
	var sources []string
	for _, ending := range []string{"comp", "vert", "frag"} {
		list, err := filepath.Glob("shaders/*." + ending)
		if err != nil {
			log.Fatal(err)
		}
		sources = append(sources, list...)
	}
	for _, file := range sources {
		binary := strings.TrimSuffix(file, ".comp") + ".spv" // x.comp gives x.spv, x.vert gives x.vert.spv
		c := exec.Command(tool, "--quiet", "-g0", "-Ishaders", "--target-env", "vulkan1.1", "-o", binary, file)
		c.Stdout, c.Stderr = os.Stderr, os.Stderr
		if err := c.Run(); err != nil {
			log.Fatalf("%s: %v", file, err)
		}
	}
}
