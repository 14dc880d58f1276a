//go:build !wasm

package viewer

import "embed"

// sources are those files of the page that are not in the script that vite builds.
//
//go:embed web/src/files.js web/src/worker.js
var sources embed.FS
