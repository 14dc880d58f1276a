package backend

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/collide-go/collide/internal/cachefile"
)

// entry is what a file of the folder holds.
type entry struct {
	Program     string      `json:"program"`
	Device      Device      `json:"device"`
	Measurement Measurement `json:"measurement"`
}

// mostBytes is the most of a file that is read.
const mostBytes = 1 << 16

// file is the name of the file that keeps the measurement of a device.
func (c *Chooser) file(d Device) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %+v", c.Program, d))
	return "backend-" + hex.EncodeToString(sum[:8]) + ".json"
}

// kept returns the measurement that was kept, nil for none.
func (c *Chooser) kept(ctx context.Context, d Device) *Measurement {
	var e entry
	text := cachefile.Read(ctx, c.Folder, c.file(d), mostBytes)
	if json.Unmarshal(text, &e) != nil || e.Program != c.Program || e.Device != d || e.Measurement.check() != nil {
		return nil
	}
	return &e.Measurement
}

// keep keeps a measurement. Where it cannot, the next process measures again.
func (c *Chooser) keep(ctx context.Context, d Device, m *Measurement) {
	if text, err := json.MarshalIndent(entry{c.Program, d, *m}, "", "  "); err == nil {
		cachefile.Write(ctx, c.Folder, c.file(d), append(text, '\n'))
	}
}
