package collide_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const modulePath = "github.com/collide-go/collide"

// layers is the import diagram of ARCHITECTURE.md: what a package may import,
// and whatever those may import. Tests are exempt.
var layers = map[string][]string{
	"internal/round": {}, "internal/par": {}, "internal/simd": {}, "internal/quote": {}, "internal/stoppable": {},
	"geom":                 {"internal/round"},
	"internal/volume":      {"geom"},
	"internal/predicate":   {"geom", "internal/simd"},
	"internal/ccd":         {"internal/predicate"},
	"predicate":            {"internal/ccd"},
	"mesh":                 {"predicate"},
	"input":                {"internal/quote"},
	"internal/atomicfile":  {"internal/quote"},
	"meshio":               {"mesh", "input", "internal/atomicfile"},
	"internal/tree":        {"internal/volume", "internal/par", "internal/simd"},
	"internal/broad":       {"internal/tree"},
	"internal/narrow":      {"internal/tree", "internal/predicate", "mesh"},
	"internal/procs":       {},
	"motion":               {"mesh"},
	"shape":                {"mesh"},
	"internal/kind":        {"internal/narrow"},
	"internal/depth":       {"internal/kind"},
	"internal/impact":      {"internal/narrow", "motion"},
	"internal/world":       {"internal/broad", "internal/depth", "internal/quote", "internal/impact", "shape"},
	"internal/engines":     {"internal/world"},
	"internal/swept":       {"internal/tree", "mesh"},
	".":                    {"internal/engines"},
	"deforming":            {".", "internal/swept"},
	"internal/recipe":      {".", "internal/decimal"},
	"methods/volumes":      {"internal/recipe"},
	"methods/oocda":        {"internal/recipe"},
	"methods/icollide":     {"internal/recipe"},
	"methods/pipelining":   {"internal/recipe"},
	"methods/multiprocess": {"methods/oocda", "methods/pipelining", "internal/procs"},
	"methods":              {"methods/volumes", "methods/oocda", "methods/icollide", "methods/pipelining", "methods/multiprocess"},
	"engine":               {"methods"},
	"internal/decimal":     {},
	"internal/unit":        {"internal/decimal"},
	"internal/placed":      {"meshio", "internal/unit"},
	"internal/gltf":        {"internal/placed"},
	"internal/threemf":     {"internal/placed", "internal/xmltree"},
	"scene":                {"robot", "internal/gltf", "internal/threemf"},
	"internal/compound":    {"."},
	"internal/xmltree":     {"internal/quote", "internal/stoppable"},
	"internal/collada":     {"meshio", "internal/xmltree"},
	"robot":                {"internal/collada", "internal/compound", "internal/decimal"},
	"internal/matrix":      {"robot"},
	"internal/rules":       {"scene"},
	"internal/baseline":    {"."},
	"internal/approval":    {"internal/baseline", "scene"},
	"internal/assembly":    {"scene"},
	"internal/sim":         {"scene"},
	"internal/oracle":      {"geom"},
	"internal/conformance": {"scene", "internal/oracle", "internal/require", "methods"},
	"internal/mutants":     {},
	"internal/hunt":        {"internal/require"},
	"internal/surface":     {},
	"internal/textdiff":    {},
	"internal/paircache":   {"."},
	"internal/shard":       {"internal/quote"},
	"internal/backend":     {".", "internal/cachefile"},
	"internal/cachefile":   {"input", "internal/atomicfile"},
	"internal/proof":       {"shape"},
	"proof":                {"robot", "internal/proof"},
	"verify":               {},
	"internal/require":     {},
	"internal/measure":     {"input"},
	"internal/raster":      {"geom", "internal/par"},
	"internal/report":      {"internal/rules", "internal/approval", "internal/raster", "deforming"},
	"internal/tape":        {"internal/quote"},
	"internal/bench":       {"internal/sim", "internal/report", "internal/peers", "internal/tape"},
	"internal/viewer":      {"internal/sim", "internal/report", "engine", "internal/proof"},
	"internal/page":        {"internal/viewer"},
	"internal/page/engine": {"internal/page"},
	"internal/page/build":  {"internal/viewer", "internal/wasm"},
	"bench/peers":          {"internal/peers"},
	"internal/peers":       {"scene", "internal/measure", "methods"},
	"internal/pipe":        {"scene", "internal/procs"},
	"internal/wasm":        {},
	"internal/npm":         {"internal/pipe", "methods"},
	"internal/npm/engine":  {"internal/npm"},
	"internal/npm/build":   {"internal/viewer", "internal/wasm"},
	"cmd/collide":          {"internal/pipe", "internal/viewer", "internal/report", "internal/bench", "internal/assembly", "internal/textdiff", "internal/paircache", "internal/shard", "proof", "gpu", "internal/matrix", "internal/backend"},

	"gpu/internal/vk":                {},
	"gpu/internal/vulkan":            {"gpu/internal/vk", "internal/cachefile"},
	"gpu/internal/vulkan/vulkantest": {"gpu/internal/vulkan", "internal/require"},
	"gpu/internal/primitives":        {"gpu/internal/vulkan"},
	"gpu/internal/models":            {".", "gpu/internal/primitives"},
	"gpu/internal/query":             {"gpu/internal/models"},
	"gpu/internal/gputest":           {"gpu/internal/query", "scene"},
	"gpu/internal/lbvh":              {"gpu/internal/query"},
	"gpu/internal/aabb":              {"gpu/internal/query"},
	"gpu/internal/scd":               {"gpu/internal/aabb"},
	"gpu/internal/recode":            {"gpu/internal/query"},
	"gpu/internal/rigid":             {"gpu/internal/lbvh"},
	"gpu":                            {"gpu/internal/rigid", "gpu/internal/scd", "gpu/internal/recode", "internal/recipe", "scene"},
}

// soleImporters are the packages that alone may import another: what they write is
// safe to print and to open in a spreadsheet.
var soleImporters = map[string]string{"encoding/csv": "internal/quote"}

// allowed is the closure of layers.
func allowed(pkg string) []string {
	var all []string
	for _, p := range layers[pkg] {
		all = append(append(all, p), allowed(p)...)
	}
	return all
}

func TestImportsPointDownward(t *testing.T) {
	sources(t, func(file string) { checkImports(t, file) })
}

// sources calls visit with every Go file that is neither a test nor a generator.
func sources(t *testing.T, visit func(file string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), "_") || len(d.Name()) > 1 && d.Name()[0] == '.') {
			return filepath.SkipDir
		}
		if d.IsDir() && file != "." {
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil {
				return filepath.SkipDir // another module
			}
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		visit(filepath.ToSlash(file))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkImports(t *testing.T, file string) {
	pkg := path.Dir(file)
	if _, ok := layers[pkg]; !ok {
		t.Errorf("package %s has no place in the diagram of layers", pkg)
		return
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range f.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if sole, ok := soleImporters[name]; ok && sole != pkg {
			t.Errorf("%s imports %s, which %s alone may", file, name, sole)
		}
		if name != modulePath && !strings.HasPrefix(name, modulePath+"/") {
			continue
		}
		imported := strings.TrimPrefix(strings.TrimPrefix(name, modulePath), "/")
		if imported == "" {
			imported = "."
		}
		if !slices.Contains(allowed(pkg), imported) {
			t.Errorf("%s imports %s, which is not below %s", file, imported, pkg)
		}
	}
}
