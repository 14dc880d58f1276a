package main

import "slices"

// target is a package to be changed and the tests that must notice, one command after
// another: the quick ones come first.
type target struct {
	// dir is the package's directory in the module, "." for the module's own.
	dir string
	// files restricts the target to these, nil for all of the package.
	files []string
	// share is the package's weight in a sample.
	share int
	tests [][]string
}

// suite runs the methods that rest on predicate, narrow and simd in different ways.
var suite = []string{"-run", "TestConformance/(auto|oocda)$|TestReportedCases|TestBruteAgainstTheOracle|TestAttacks", "."}

// old is a processor without vector instructions that kernels need: what calls them there ends.
// It needs qemu-user-static.
var old = []string{"-exec", "qemu-x86_64-static -cpu Nehalem"}

// slow are the tests that take most of their packages' time; they come second.
const slow = "LeafSelfIsSound|NearContactAgainst|HullsOnTheLattice|HullSphereAgainst|SelfContactAgainst|SphereTriangleAgainst|TenMillion|BoxesBisected|" +
	"EveryVolume|FrontEquals|BoxedLeavesEqual|" +
	"Conformance|PairsAgainstCGAL|ManyBodies|AllocateNothing|StoppedWhileBuilding|Soak|Examples|Scripts"

var targets = []target{
	{dir: "internal/predicate", share: 4, tests: [][]string{{"-skip", slow, "./internal/predicate"}, {"-run", slow, "./internal/predicate"}, suite}},
	{dir: "internal/narrow", share: 4, tests: [][]string{{"-skip", slow, "./internal/narrow"}, {"-run", slow, "./internal/narrow"}, suite}},
	// The kernels for leaves are tested in predicate.
	{dir: "internal/simd", share: 3, tests: [][]string{
		{"./internal/simd"}, {"-skip", slow, "./internal/predicate"}, {"-run", slow, "./internal/predicate"}, {"-tags", "noasm", "./internal/narrow"}, suite,
		slices.Concat(old, []string{"-skip", "Hunt", "./internal/simd"}), slices.Concat(old, []string{"-run", "EndsOf|RangesOf|LeafSelfDecides|LeafPairAt", "./internal/predicate"}),
	}},
	{dir: "internal/ccd", share: 2, tests: [][]string{{"./internal/ccd"}, {"./predicate"}}},
	{dir: "internal/kind", share: 1, tests: [][]string{{"./internal/kind"}, {"-run", "Kinds|Fits", "."}}},
	{dir: "internal/depth", share: 1, tests: [][]string{{"./internal/depth"}, {"-run", "Depth|Fits", "."}}},
	{dir: "gpu/internal/rigid", share: 1, tests: [][]string{{"./gpu/internal/rigid"}, {"-run", "Simulation", "./gpu"}}},
	{dir: "internal/broad", share: 2, tests: [][]string{{"./internal/broad"}, suite}},
	{dir: "internal/tree", share: 2, tests: [][]string{{"./internal/tree"}, {"-skip", slow, "./internal/narrow"}, suite}},
	{dir: ".", share: 1, files: []string{"detector.go", "answer.go", "result.go"}, tests: [][]string{
		{"-skip", slow, "."}, {"-run", "TestConformance/(auto|brute)$", "."},
	}},
	{dir: "internal/world", share: 1, tests: [][]string{
		{"./internal/world"}, {"-skip", slow, "."}, {"-run", "TestConformance/(auto|brute)$", "."},
	}},
	{dir: "meshio", share: 1, tests: [][]string{{"./meshio"}}},
}
