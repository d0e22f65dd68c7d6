package main

// The meaning of a diagnostic code: explain.

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"refract/docs/diagnostics"
)

const explainLong = `Explain prints the page about a code, which is in brackets after each finding: the
rule and its source, an example that breaks it with the report, and the corrected
example. Without a code it lists all codes, a line each.

Exit status: 0 done, 2 there is no such code.`

const explainExample = `  refract explain mixed-operators
  refract explain | grep uniform`

func newExplain(s streams) *cobra.Command {
	return &cobra.Command{
		Use:               "explain [CODE]",
		Short:             "Explain a diagnostic code",
		Long:              explainLong,
		Example:           explainExample,
		ValidArgsFunction: cobra.FixedCompletions(diagnostics.Codes(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				return listCodes(s)
			case 1:
				return explain(s, args[0])
			default:
				return usagef("one code is expected, %d are given", len(args))
			}
		},
	}
}

// listCodes prints each code and its meaning in a sentence.
func listCodes(s streams) error {
	codes := diagnostics.Codes()
	width := 0
	for _, code := range codes {
		width = max(width, len(code))
	}
	w := bufio.NewWriter(s.out)
	for _, code := range codes {
		fmt.Fprintf(w, "%-*s  %s\n", width, code, diagnostics.Summary(code))
	}
	return w.Flush()
}

// explain prints a page. The code may stand in brackets, as reports have it.
func explain(s streams, code string) error {
	code = strings.Trim(code, "[]")
	page, ok := diagnostics.Page(code)
	if !ok {
		if near := nearest(code, diagnostics.Codes()); near != "" {
			return usagef("there is no code %q; is %q meant?", code, near)
		}
		return usagef("there is no code %q; 'refract explain' lists all", code)
	}
	_, err := fmt.Fprint(s.out, page)
	return err
}

// meant asks whether the word that is spelled most like the one given is meant.
func meant(word string, words []string) string {
	if near := nearest(word, words); near != "" {
		return fmt.Sprintf(" (is %s meant?)", near)
	}
	return ""
}

// nearest returns the word that is spelled most like the one given, or "" if
// none is: it differs by a third of its letters at most, or one contains the
// other.
func nearest(word string, words []string) string {
	best, least := "", len(word)/3+1
	for _, w := range words {
		if d := distance(word, w); d < least {
			best, least = w, d
		}
	}
	if best != "" || len(word) < 4 {
		return best
	}
	for _, w := range words {
		if strings.Contains(w, word) || strings.Contains(word, w) {
			return w
		}
	}
	return ""
}

// distance is the number of bytes to put in, take out, change, or swap with the next to make
// one word of the other.
func distance(a, b string) int {
	if len(a) > 100 {
		return len(a)
	}
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range len(b) {
			change := above[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, row[j]+1, above[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
