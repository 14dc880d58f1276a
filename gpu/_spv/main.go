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
		name := strings.TrimSuffix(file, ".comp") // x.comp gives x.spv, x.vert gives x.vert.spv
		compile(tool, file, name+".spv")
		text, err := os.ReadFile(file)
		if err != nil {
			log.Fatal(err)
		}
		if strings.Contains(string(text), `"scan256.glsl"`) || strings.Contains(string(text), `"reserve.glsl"`) { // has a variant with subgroups
			compile(tool, file, name+".sg.spv", "-DSUBGROUP")
		}
	}
}

func compile(tool, file, binary string, flags ...string) {
	args := append([]string{"--quiet", "-g0", "-Ishaders", "--target-env", "vulkan1.1", "-o", binary}, flags...)
	c := exec.Command(tool, append(args, file)...)
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	if err := c.Run(); err != nil {
		log.Fatalf("%s: %v", file, err)
	}
}
