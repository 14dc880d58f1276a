// Package bench measures the methods on the experiments of the papers they come
// from, and says of every claim whether it came out: as tables, plots and
// verdicts.
//
// An experiment is a row of Benches. It builds its scenes, runs the methods side
// by side frame by frame in one process (race.go), compares their hashes while it
// does, and returns a Report, which knows how to be written as text, Markdown,
// CSV, JSON, SVG and PNG. New experiments are new rows; nothing else changes.
package bench
