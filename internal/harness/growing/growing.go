// Package growing has families of shaders that grow by one construct: each that nests,
// repeats or refers to another. Tests measure the cost of twice as many of it.
package growing

import (
	"fmt"
	"strings"
)

// A Family is shaders by how many constructs they have.
type Family struct {
	Name      string
	Extension string // of a file, which says the language
	Most      int    // constructs; 0: any number
	Make      func(n int) string
}

// Families are all families. Their names are distinct.
func Families() []Family {
	var all []Family
	for _, list := range [][]Family{declarations, bodies, members, mistakes, conditions, glslDeclarations, glslBodies, glslDirectives, glslMistakes, hlslDeclarations, hlslBodies, hlslMistakes} {
		all = append(all, list...)
	}
	return all
}

// times is a text repeated n times; %[1]d in it is the number of the repetition, %[2]d that of
// an earlier one.
func times(n int, format string) string {
	var b strings.Builder
	for i := range n {
		if strings.Contains(format, "%[") {
			fmt.Fprintf(&b, format, i, i/2)
		} else {
			b.WriteString(format)
		}
	}
	return b.String()
}

// repeat is the Make of a text that is repeated between two others.
func repeat(before, format, after string) func(n int) string {
	return func(n int) string { return before + times(n, format) + after }
}

// nest is the Make of a text within others.
func nest(before, open, inner, shut, after string) func(n int) string {
	return func(n int) string {
		return before + strings.Repeat(open, n) + inner + strings.Repeat(shut, n) + after
	}
}
