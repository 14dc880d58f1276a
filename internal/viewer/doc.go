// Package viewer shows scenes, meshes and results of checks in the browser: a
// server for one user on the loopback interface, and the page it serves, which
// internal/viewer/web builds and this package embeds.
//
// The server trusts nobody who does not hold the token of its URL (guard.go). A
// run (run.go) steps a film, that is a scene in motion, a simulation or a
// recording, at its own pace; each connected page takes the latest frame when it
// is ready for one (client.go), so no page can slow the run. docs/viewer.md
// describes the messages.
package viewer
