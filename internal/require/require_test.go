package require

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestParse(t *testing.T) {
	got, err := parse("gpu, validation,,data")
	if want := []Need{GPU, Validation, Data}; err != nil || !slices.Equal(got, want) {
		t.Errorf("parse = %v, %v; want %v", got, err, want)
	}
	if _, err := parse("gpu,brwoser"); err == nil {
		t.Error("a misspelt need is accepted")
	}
}

func TestListed(t *testing.T) {
	t.Setenv("COLLIDE_REQUIRE", "browser")
	if !Listed(Browser) || Listed(GPU) {
		t.Errorf("browser is listed %v, gpu %v; want true, false", Listed(Browser), Listed(GPU))
	}
	if Full() || CI() || Cases(9, 2) != 2 || Samples(9, 4, 2) != 2 {
		t.Error("all cases are run without the word")
	}
	t.Setenv("COLLIDE_REQUIRE", "ci")
	if Full() || !CI() || Cases(9, 2) != 2 || Samples(9, 4, 2) != 4 {
		t.Error("another sample than that of CI with its word")
	}
	t.Setenv("COLLIDE_REQUIRE", "gpu,full")
	if Cases(9, 2) != 9 || Samples(9, 4, 2) != 9 || !CI() {
		t.Error("a sample is run with the word")
	}
	if !Full() || !Listed(GPU) {
		t.Errorf("full is %v, gpu %v; want true, true", Full(), Listed(GPU))
	}
}

// TestShared: the data lie next to the folder of the module, two floors above this package.
func TestShared(t *testing.T) {
	if got := Shared("pairs/bunny.obj"); filepath.ToSlash(got) != "../../../shared/data/pairs/bunny.obj" {
		t.Error(got)
	}
	t.Chdir("../..")
	if got := Shared(""); filepath.ToSlash(got) != "../shared/data" {
		t.Error(got)
	}
}
