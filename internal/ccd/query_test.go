package ccd

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/collide-go/collide/geom"
	"github.com/collide-go/collide/internal/require"
)

var shared = require.Shared("ccd")

type labelled struct {
	Query
	touch  bool
	t0, t1 float64
}

func number(t testing.TB, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func labelledQueries(t testing.TB, path string) (list []labelled) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		w := strings.Fields(lines.Text())
		if len(w) == 0 || w[0] == "#" {
			continue
		}
		q := labelled{touch: w[1] == "1"}
		if w[0] == "vf" {
			q.Kind = VertexFace
		}
		if q.touch {
			q.t0, q.t1 = number(t, w[2]), number(t, w[3])
		}
		for i := range 8 {
			v := geom.Vec{X: number(t, w[5+3*i]), Y: number(t, w[6+3*i]), Z: number(t, w[7+3*i])}
			if i < 4 {
				q.Start[i] = v
			} else {
				q.End[i-4] = v
			}
		}
		list = append(list, q)
	}
	return list
}

func TestSharedQueries(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared, "*.txt"))
	if len(files) == 0 {
		require.Missing(t, require.Data, shared)
	}
	for _, f := range files {
		wrong := 0
		list := labelledQueries(t, f)
		for i, q := range list {
			t0, t1, touch := q.First()
			if touch != q.touch || t0 != q.t0 || t1 != q.t1 {
				if wrong++; wrong < 4 {
					t.Errorf("%s, query %d: %v, %v to %v; want %v, %v to %v", filepath.Base(f), i, touch, t0, t1, q.touch, q.t0, q.t1)
				}
			}
		}
		if len(list) == 0 {
			t.Errorf("%s: no queries", f)
		}
	}
}
