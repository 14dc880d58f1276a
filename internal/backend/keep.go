package backend

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/collide-go/collide/input"
	"github.com/collide-go/collide/internal/atomicfile"
)

// entry is what a file of the folder holds.
type entry struct {
	Program     string      `json:"program"`
	Device      Device      `json:"device"`
	Measurement Measurement `json:"measurement"`
}

// mostBytes is the most of a file that is read.
const mostBytes = 1 << 16

// file is where the measurement of a device is kept.
func (c *Chooser) file(d Device) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %+v", "backend", c.Program, d))
	return filepath.Join(c.Folder, "backend-"+hex.EncodeToString(sum[:8])+".json")
}

// kept returns the measurement that was kept, nil for none.
func (c *Chooser) kept(ctx context.Context, d Device) *Measurement {
	if c.Folder == "" {
		return nil
	}
	r, err := new(input.Files).Open(ctx, c.file(d))
	if err != nil {
		return nil
	}
	defer func() { _ = r.Close() }() // nothing was written
	text, err := io.ReadAll(io.LimitReader(r, mostBytes))
	if err != nil {
		return nil
	}
	var e entry
	if json.Unmarshal(text, &e) != nil || e.Program != c.Program || e.Device != d || e.Measurement.check() != nil {
		return nil
	}
	return &e.Measurement
}

// keep keeps a measurement. Where it cannot, the next process measures again.
func (c *Chooser) keep(ctx context.Context, d Device, m *Measurement) {
	if c.Folder == "" {
		return
	}
	text, err := json.MarshalIndent(entry{c.Program, d, *m}, "", "  ")
	if err != nil || os.MkdirAll(c.Folder, 0o700) != nil {
		return
	}
	f, err := atomicfile.Create(ctx, c.file(d))
	if err != nil {
		return
	}
	defer f.Discard()
	if _, err := f.Write(append(text, '\n')); err == nil {
		_ = f.Commit() // see above
	}
}
