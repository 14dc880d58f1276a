package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// outcome is what became of a mutant.
type outcome string

const (
	killed   outcome = "killed"
	timedOut outcome = "timed out" // counts as killed
	survived outcome = "survived"
	unbuilt  outcome = "not built"
)

// record is a line of the state file.
type record struct {
	Key     string  `json:"key"`
	Sum     string  `json:"sum"`
	Outcome outcome `json:"outcome"`
	// By is the test that failed, as far as the output names one.
	By string `json:"by,omitempty"`
	// Stages is how many commands of tests a survivor has survived.
	Stages  int     `json:"stages"`
	Seconds float64 `json:"seconds"`
}

// state holds what has been run; every outcome is written at once.
type state struct {
	file *os.File
	done map[string]record
}

// openState reads what the file has of the sample. Outcomes of functions and other declarations that were
// edited since are dropped.
func openState(name string, sample []*mutant) (*state, error) {
	sums := map[string]string{}
	for _, m := range sample {
		sums[m.key] = m.sum
	}
	st := &state{done: map[string]record{}}
	f, err := os.Open(name)
	if err == nil {
		defer f.Close()
		in := bufio.NewScanner(f)
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			var r record
			if json.Unmarshal(in.Bytes(), &r) == nil && sums[r.Key] == r.Sum { // the last line may be cut off
				st.done[r.Key] = r
			}
		}
		if err := in.Err(); err != nil {
			return nil, err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	st.file, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	return st, err
}

func (st *state) add(r record) error {
	st.done[r.Key] = r
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = st.file.Write(append(line, '\n'))
	return err
}

func (st *state) close() { _ = st.file.Close() } // every line was written at once
