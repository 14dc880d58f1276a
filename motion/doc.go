// Package motion states where bodies and vertices are at a given time: rigid
// motions that bounce between walls, and vertex animations. Everything is a
// function of the time alone, so any frame can be asked for and none depends on
// the ones before. Only + − × ÷ √ and exact functions are used, every result
// rounded (float64(a*b) keeps compilers from fusing): positions are equal bit for
// bit on every machine. At time 0 all stands as it was given.
package motion
