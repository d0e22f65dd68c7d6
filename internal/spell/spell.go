// Package spell has rules about the spelling of names: it finds the name that a misspelled one was
// probably meant to be, and names variables after their types.
package spell

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Distance is the number of single-byte edits and swaps of neighbours
// between two names, or limit+1 if it is more than limit.
func Distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	const most = 64
	if len(a) > most || len(b) > most {
		if a == b {
			return 0
		}
		return limit + 1
	}
	var rows [3][most + 1]int
	older, prev, cur := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, older[j-2]+1)
			}
			cur[j] = d
			best = min(best, d)
		}
		if best > limit {
			return limit + 1
		}
		older, prev, cur = prev, cur, older
	}
	return prev[len(b)]
}

// Farthest is the most that a suggestion may differ from a name: of a single
// letter it would be any other one.
func Farthest(name string) int { return min(len(name)/3+1, len(name)-1) }

// Nearest is the candidate closest to name, or "" if none is close: for a candidate of one
// letter, any other short name would do.
func Nearest(name string, candidates []string) string {
	best, dist := "", Farthest(name)
	for _, s := range candidates {
		if d := Distance(name, s, dist); (d < dist || d == dist && best == "") && d <= Farthest(s) {
			best, dist = s, d
		}
	}
	return best
}

// Effort is how many names are still compared for suggestions of an input. Each of many
// misspelled names would be compared with each of many that are declared.
type Effort int

// MaxEffort is the effort that an input is worth: suggestions for some twenty names of a usual shader, in
// less time than it takes to check that shader.
const MaxEffort Effort = 1 << 14

// Spend takes the effort of so many comparisons, of which the last one may be more than is left; false:
// nothing is left.
func (e *Effort) Spend(n int) bool {
	if *e <= 0 {
		return false
	}
	*e -= Effort(n)
	return true
}

// LowerFirst is a name with a small first letter, or all in small letters if it was in capitals:
// the name of the variable of a block that has only the block's name.
func LowerFirst(name string) string {
	if name == strings.ToUpper(name) {
		return strings.ToLower(name)
	}
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(r)) + name[n:]
}
