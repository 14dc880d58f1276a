// Package measure summarises what was measured repeatedly: medians, quantiles, spreads,
// confidence intervals and models of growth. It reports how busy other processes keep
// the machine and how much memory processes hold.
//
// Every statistic rests on gonum's package stat. Samples are slices in the order in which
// they were measured; no function changes them.
package measure
