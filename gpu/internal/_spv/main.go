// The shader compiler of package gpu and of the packages below it: turns every shader of the
// folder shaders into SPIR-V with glslangValidator (Debian's glslang-tools), and what uses
// subgroups once more for each testdata/*/lanes.glsl of the packages that it includes. What
// computes in "real" numbers (real.glsl) is there in float32 and in float64. Without that tool it reports so and leaves the committed binaries.
//
// It runs in the folder of a package, with the paths of the packages whose shaders may be
// included.
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
	if _, err := exec.LookPath(tool); err != nil {
		log.Print("gpu: glslangValidator is not installed; the shaders stay as they are")
		return
	}
	var includes []string
	for _, p := range os.Args[1:] {
		includes = append(includes, filepath.Join(p, "shaders"))
	}
	var withLanes []string
	for _, file := range list("shaders/*.comp", "shaders/*.vert", "shaders/*.frag") {
		name := binary("shaders", file)
		compile(file, includes, name+".spv")
		text := string(read(file))
		if strings.Contains(text, `"scan256.glsl"`) || strings.Contains(text, `"reserve.glsl"`) { // has a variant with subgroups
			compile(file, includes, name+".sg.spv", "-DSUBGROUP")
			withLanes = append(withLanes, file)
		}
		if strings.Contains(text, `"real.glsl"`) { // has a variant in float64
			compile(file, includes, name+".f64.spv", "-DDOUBLE")
		}
	}
	for _, p := range os.Args[1:] {
		for _, lanes := range list(filepath.Join(p, "testdata/*/lanes.glsl")) {
			variants(withLanes, includes, lanes)
		}
	}
}

const tool = "glslangValidator"

func list(patterns ...string) (files []string) {
	for _, p := range patterns {
		f, err := filepath.Glob(p)
		if err != nil {
			log.Fatal(err)
		}
		files = append(files, f...)
	}
	return files
}

func read(file string) []byte {
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	return text
}

// binary is the file in a folder that a source becomes, without its last ending: x.comp
// gives x.spv, x.vert gives x.vert.spv.
func binary(folder, source string) string {
	return filepath.Join(folder, strings.TrimSuffix(filepath.Base(source), ".comp"))
}

// variants compiles shaders with another lanes.glsl, into the folder of testdata that is
// named like that file's.
func variants(sources, includes []string, lanes string) {
	folder, err := os.MkdirTemp("", "spv")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	files := list("shaders/*.glsl", "shaders/*.comp")
	for _, i := range includes {
		files = append(files, list(filepath.Join(i, "*.glsl"))...)
	}
	for _, file := range append(files, lanes) { // the last one replaces its namesake
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(file)), read(file), 0o600); err != nil {
			log.Fatal(err)
		}
	}
	to := filepath.Join("testdata", filepath.Base(filepath.Dir(lanes)))
	for _, file := range sources {
		compile(filepath.Join(folder, filepath.Base(file)), nil, binary(to, file)+".sg.spv", "-DSUBGROUP")
	}
}

func compile(file string, includes []string, binary string, flags ...string) {
	args := append([]string{"--quiet", "-g0", "-I" + filepath.Dir(file), "--target-env", "vulkan1.1", "-o", binary}, flags...)
	for _, i := range includes {
		args = append(args, "-I"+i)
	}
	c := exec.Command(tool, append(args, file)...)
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	if err := c.Run(); err != nil {
		log.Fatalf("%s: %v", file, err)
	}
}
