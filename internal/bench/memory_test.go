package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"runtime"
	"strings"
	"testing"
)

func ask(t *testing.T, p probe) wireHeld {
	t.Helper()
	question, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var answer bytes.Buffer
	if err := ServeProbe(context.Background(), bytes.NewReader(question), &answer); err != nil {
		t.Fatal(err)
	}
	var h wireHeld
	if err := json.Unmarshal(answer.Bytes(), &h); err != nil {
		t.Fatal(err)
	}
	return h
}

// Every body of scda has a hierarchy of its own, so it holds more than the scene.
func TestProbe(t *testing.T) {
	o := Options{}
	alone := ask(t, probe{Scene: o.crowd(100, 20000, 3)})
	scda := ask(t, probe{Method: "scda", Workers: 1, Frames: 2, Scene: o.crowd(100, 20000, 3)})
	if grew := scda.Heap - alone.Heap; grew < 1e6 || grew > 100e6 {
		t.Errorf("scda holds %g bytes more than the scene", grew)
	}
	if linux := runtime.GOOS == "linux"; linux != (scda.Proportional != nil) || linux != (scda.Private != nil) {
		t.Fatalf("proportional %v, private %v on %s", scda.Proportional, scda.Private, runtime.GOOS)
	}
	if scda.Private != nil && (*scda.Private < scda.Heap || *scda.Proportional < *scda.Private) {
		t.Errorf("%g bytes proportional, %g private with a heap of %g", *scda.Proportional, *scda.Private, scda.Heap)
	}
}

func TestProbeErrors(t *testing.T) {
	for question, want := range map[string]string{
		"{": "probe: ", `{"Scene": {"Bodies": 1}}`: "expected 2 to", `{"Method": "none", "Scene": {"Bodies": 2}}`: "unknown method",
	} {
		err := ServeProbe(context.Background(), strings.NewReader(question), &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, expected %q", question, err, want)
		}
	}
	o := Options{Probe: []string{"/nothing/there"}}
	if _, err := o.ask(context.Background(), &probe{}); err == nil || !strings.Contains(err.Error(), "memory probe failed") {
		t.Errorf("no program: error %v", err)
	}
}
