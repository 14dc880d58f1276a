//go:build unix

package input

import (
	"os"
	"syscall"
)

// readOnly does not wait for a writer where a pipe took a file's place.
const readOnly = os.O_RDONLY | syscall.O_NONBLOCK
