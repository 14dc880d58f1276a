package atomicfile

import (
	"os"
	"sync"
)

// pending holds the files that are being written.
var pending = struct {
	sync.Mutex
	files map[*File]struct{}
}{files: map[*File]struct{}{}}

// Abandon ends all writing for good, in a program that is about to exit while other
// goroutines still write: it removes every temporary file, or puts it in its place
// where [File.Keep] was called. Whoever creates or commits a file afterwards waits
// for ever.
func Abandon() {
	pending.Lock() // and never unlocked: no temporary file may follow
	for f := range pending.files {
		_ = f.file.Close() // errors can no longer be reported to anybody
		if !f.keep || os.Rename(f.temp, f.target) != nil {
			_ = os.Remove(f.temp)
		}
	}
}
