package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestUnifiedDiff applies diffs of random texts: what comes out is the second
// text.
func TestUnifiedDiff(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func(alphabet int) string {
		var b strings.Builder
		for range random.IntN(30) {
			fmt.Fprintf(&b, "%d\n", random.IntN(alphabet))
		}
		if random.IntN(4) == 0 {
			b.WriteString("open")
		}
		return b.String()
	}
	for i := range 2000 {
		alphabet := 1 + i%60
		before := text(alphabet)
		after := text(alphabet)
		if i%2 == 0 { // one that is much alike
			lines := strings.SplitAfter(before, "\n")
			for range random.IntN(4) {
				lines[random.IntN(len(lines))] = text(alphabet)
			}
			after = strings.Join(lines, "")
		}
		diff := unifiedDiff("a", "b", before, after)
		if (diff == "") != (before == after) {
			t.Fatalf("the diff of\n%s\nand\n%s\nis\n%s", before, after, diff)
		}
		if diff == "" {
			continue
		}
		if got, err := patch(before, diff); err != nil || got != after {
			t.Fatalf("%v: the diff of\n%s\nand\n%s\nis\n%s\nwhich gives\n%s", err, before, after, diff, got)
		}
	}
}

// patch applies a unified diff.
func patch(before, diff string) (string, error) {
	diff = strings.ReplaceAll(diff, "\n\\ No newline at end of file\n", "\x00")
	lines := dropEmpty(strings.SplitAfter(before, "\n"))
	var out strings.Builder
	at := 0
	for _, hunk := range strings.Split(diff, "@@ -")[1:] {
		head, body, _ := strings.Cut(hunk, " @@\n")
		a, b, _ := strings.Cut(head, " +")
		start, n := 0, 1
		if _, err := fmt.Sscanf(a, "%d,%d", &start, &n); err != nil {
			n = 1
		}
		if n > 0 {
			start--
		}
		if start < at {
			return "", fmt.Errorf("hunk %s starts before line %d", a, at)
		}
		for ; at < start; at++ {
			out.WriteString(lines[at])
		}
		old, added := 0, 0
		for _, line := range strings.SplitAfter(strings.ReplaceAll(body, "\x00", "\x00\n"), "\n") {
			if line == "" {
				continue
			}
			mark, content := line[0], strings.TrimSuffix(line[1:], "\x00\n")
			if mark != '-' {
				out.WriteString(content)
				added++
			}
			if mark != '+' {
				if at >= len(lines) || lines[at] != content {
					return "", fmt.Errorf("line %d isn't %q", at+1, content)
				}
				at++
				old++
			}
		}
		var first, count int
		if _, err := fmt.Sscanf(b, "%d,%d", &first, &count); err != nil {
			count = 1
		}
		if old != n || added != count {
			return "", fmt.Errorf("hunk %s has %d and %d lines", head, old, added)
		}
	}
	for ; at < len(lines); at++ {
		out.WriteString(lines[at])
	}
	return out.String(), nil
}
