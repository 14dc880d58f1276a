package harness

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/input"
)

// verdict counts an engine's wrong answers over the poses of a pair.
type verdict struct {
	// falsePositive and falseNegative are poses whose boolean is wrong.
	falsePositive, falseNegative int
	// missing and extra are triangle pairs; wrongPoses have at least one.
	missing, extra, wrongPoses int
}

// total is what the summary counts: wrong booleans and wrong pairs.
func (v verdict) total() int { return v.falsePositive + v.falseNegative + v.missing + v.extra }

// String is "0" or what is wrong.
func (v verdict) String() string {
	if v.total() == 0 {
		return "0"
	}
	var parts []string
	if n := v.falsePositive + v.falseNegative; n > 0 {
		parts = append(parts, fmt.Sprintf("booleans %d+ %d−", v.falsePositive, v.falseNegative))
	}
	if v.wrongPoses > 0 {
		parts = append(parts, fmt.Sprintf("pairs %d+ %d− in %d poses", v.extra, v.missing, v.wrongPoses))
	}
	return strings.Join(parts, "; ")
}

// worst keeps the larger of each count: rounds repeat the same questions.
func (v verdict) worst(o verdict) verdict {
	return verdict{
		falsePositive: max(v.falsePositive, o.falsePositive),
		falseNegative: max(v.falseNegative, o.falseNegative),
		missing:       max(v.missing, o.missing),
		extra:         max(v.extra, o.extra),
		wrongPoses:    max(v.wrongPoses, o.wrongPoses),
	}
}

// judgeBooleans compares answers with the exact contact sets.
func judgeBooleans(hit []bool, exact [][]triPair) verdict {
	var v verdict
	for i, h := range hit {
		truth := len(exact[i]) > 0
		switch {
		case h && !truth:
			v.falsePositive++
		case !h && truth:
			v.falseNegative++
		}
	}
	return v
}

// judgeContacts compares sets with the exact ones, all canonical.
func judgeContacts(sets, exact [][]triPair) verdict {
	var v verdict
	for i := range sets {
		missing, extra := difference(exact[i], sets[i]), difference(sets[i], exact[i])
		v.missing += missing
		v.extra += extra
		if missing+extra > 0 {
			v.wrongPoses++
		}
	}
	return v
}

// difference counts the elements of a that b lacks; both are canonical.
func difference(a, b []triPair) int {
	n := 0
	for _, p := range a {
		for len(b) > 0 && compareTriPairs(b[0], p) < 0 {
			b = b[1:]
		}
		if len(b) == 0 || b[0] != p {
			n++
		}
	}
	return n
}

// checkHashes compares our sets with a file of known answers next to the poses
// (lines "pose count hash"), so that a table never rests on a wrong reference.
// bodyB is 1 for pairs, 0 for self contacts. Without such a file nothing is
// compared and checked is false.
func checkHashes(ctx context.Context, path string, sets [][]triPair, bodyB uint32) (checked bool, err error) {
	f, err := (*input.Files)(nil).Open(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }() // only read
	return true, compareHashes(f, path, sets, bodyB)
}

func compareHashes(r io.Reader, name string, sets [][]triPair, bodyB uint32) error {
	lines := bufio.NewScanner(r)
	seen := 0
	for number := 1; lines.Scan(); number++ {
		var pose, count int
		var hash string
		if _, err := fmt.Sscan(lines.Text(), &pose, &count, &hash); err != nil {
			return fmt.Errorf("%s:%d: expected pose, count and hash: %w", name, number, err)
		}
		if pose < 0 || pose >= len(sets) {
			continue
		}
		seen++
		if got := hashPairs(sets[pose], bodyB); len(sets[pose]) != count || got != hash {
			return fmt.Errorf("%s:%d: pose %d has %d contacts, %s; ours are %d, %s",
				name, number, pose, count, hash, len(sets[pose]), got)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if seen != len(sets) {
		return fmt.Errorf("%s: answers for %d of %d poses", name, seen, len(sets))
	}
	return nil
}

// hashPairs is the contract's hash of contacts between body 0 and bodyB.
func hashPairs(pairs []triPair, bodyB uint32) string {
	list := make([]collide.Contact, len(pairs))
	for i, p := range pairs {
		list[i] = collide.Contact{BodyA: 0, TriA: p[0], BodyB: bodyB, TriB: p[1]}
	}
	return (&collide.Result{Contacts: list}).Hash()
}
