// Package tape records what an experiment measures in a CSV file and plays it back, so that
// whatever is computed from measurements can be computed again by somebody else.
//
// The code that computes is the same in both cases: it calls [Tape.Do] with a function that
// measures and one that lists the figures measured. A recording tape calls the first and
// writes the figures down; a playing tape calls the second alone, which gets them from the
// file. A nil tape measures and records nothing.
//
// Each figure is a row: the part of the experiment, the subject, the name of the figure and
// its values. The values of a series are separated by blanks; a point stands for a value that
// was not measured. Rows are in the order in which figures are listed, and a file that lacks
// one, or has one too many, is refused with its line. The first row has the version of the
// form, the last one the number of rows: a file that was cut off has none.
package tape
