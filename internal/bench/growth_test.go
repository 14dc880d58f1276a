package bench

import (
	"context"
	"errors"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/methods"
)

func TestGrowthReport(t *testing.T) {
	r, err := runGrowth(context.Background(), &Options{quick: true})
	if err != nil {
		t.Fatal(err)
	}
	rows := r.Tables[0].Rows
	if len(rows) != 2 || len(r.Plots[0].Lines) != len(situations) || len(r.Plots[0].Lines[0].Points) != 2 {
		t.Fatalf("%d rows, %d lines", len(rows), len(r.Plots[0].Lines))
	}
	for _, row := range rows {
		for _, c := range row[:len(row)-1] {
			if c.kind != number || !(c.value > 0) {
				t.Errorf("row %v", row)
			}
		}
	}
}

func TestGrowthFindsAWrongMethod(t *testing.T) {
	table := []collide.Method{lying{methods.BVH(), "auto"}, methods.BVH()}
	_, err := runGrowth(context.Background(), &Options{quick: true, Table: table})
	if !errors.Is(err, ErrDisagree) {
		t.Errorf("error %v, want %v", err, ErrDisagree)
	}
}
