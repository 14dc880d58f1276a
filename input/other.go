//go:build !unix

package input

import "os"

const readOnly = os.O_RDONLY
