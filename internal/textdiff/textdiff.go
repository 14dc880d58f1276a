// Package textdiff compares two texts line by line.
package textdiff

import (
	"slices"
	"strings"
)

// maxCells is the most cells of the table of common subsequences, 4,194,304 of two bytes each. Texts that differ in more
// are not aligned: all of the old lines come before all of the new.
const maxCells = 1 << 22

// maxAligned is the most lines of a text that are aligned, 32,767: the longest subsequence fits an int16.
const maxAligned = 1<<15 - 1

// Lines returns the lines that only the old text has, with "- " before them, and those that only the new one has, with
// "+ ", in the order of the texts: the fewest there are, unless the texts are long and differ in most lines.
func Lines(before, after string) []string {
	a, b := split(before), split(after)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if max(len(a), len(b)) > maxAligned || (len(a)+1)*(len(b)+1) > maxCells {
		return append(marked("- ", a), marked("+ ", b)...)
	}
	return aligned(a, b)
}

func split(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

func marked(mark string, lines []string) []string {
	list := make([]string, len(lines))
	for i, l := range lines {
		list[i] = mark + l
	}
	return list
}

// aligned leaves out a longest common subsequence.
func aligned(a, b []string) []string {
	width := len(b) + 1
	common := make([]int16, (len(a)+1)*width) // of a[i:] and b[j:]
	for i, x := range slices.Backward(a) {
		for j, y := range slices.Backward(b) {
			at := i*width + j
			if common[at] = max(common[at+width], common[at+1]); x == y {
				common[at] = common[at+width+1] + 1
			}
		}
	}
	var list []string
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch at := i*width + j; {
		case a[i] == b[j]:
			i, j = i+1, j+1
		case common[at+width] >= common[at+1]:
			list, i = append(list, "- "+a[i]), i+1
		default:
			list, j = append(list, "+ "+b[j]), j+1
		}
	}
	return append(append(list, marked("- ", a[i:])...), marked("+ ", b[j:])...)
}
