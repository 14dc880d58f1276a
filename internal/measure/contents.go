package measure

import (
	"context"
	"io"

	"github.com/collide-go/collide/input"
)

// contents returns the text of a file of the system, and false if it cannot be read: the
// process that it is about may have ended.
func contents(path string) (string, bool) {
	f, err := (*input.Files)(nil).Open(context.Background(), path)
	if err != nil {
		return "", false
	}
	defer f.Close() // only read
	b, err := io.ReadAll(f)
	return string(b), err == nil
}
