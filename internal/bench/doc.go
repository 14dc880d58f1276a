// Package bench measures the methods on the experiments of the papers they come
// from, and returns tables, plots and a verdict on every claim.
//
// An experiment is a row of Benches. It builds its scenarios, lets the methods answer
// the same frames in turn in one process (race.go), compares their hashes, and returns a
// Report, which can be written as text, Markdown, CSV, JSON, SVG and PNG. A new experiment
// is a new row; nothing else changes.
//
// What is timed runs in windows, which are run again while other processes keep the
// machine busy (window.go). Claims are judged by functions of the figures alone
// (judge.go), by confidence intervals where the figures are times.
package bench
