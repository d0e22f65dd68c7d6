package wgsl

// Every edit that a diagnostic suggests is made, and the source read again: what it was
// suggested for is gone, and nothing that wasn't there is wrong at the same place.

import (
	"fmt"
	"strings"
	"testing"

	"refract/diag"
	"refract/docs/diagnostics"
	"refract/internal/front/wgsl/syntax"
	"refract/internal/harness"
)

// badFix says what is wrong after an edit, or "".
func badFix(src string, d *diag.Diagnostic, before *diag.List) string {
	start, end := int(d.Fix.Span.Start)-1, int(d.Fix.Span.End)-1
	if start < 0 || end > len(src) || start > end {
		return "the edit is out of the source"
	}
	fixed := src[:start] + d.Fix.Replacement + src[end:]
	if fixed == src {
		return "the edit changes nothing"
	}
	after := diag.List{Cap: 1000}
	Parse(fixed, 1, Options{}, &after)
	// The place of the edit, in the new source; what is outside of it has moved.
	last := start + len(d.Fix.Replacement)
	moved := func(offset uint32) uint32 {
		if int(offset)-1 >= end {
			return offset + uint32(last-end)
		}
		return offset
	}
	known := map[string]bool{}
	for _, x := range before.Sorted() {
		known[fmt.Sprint(x.Code, moved(x.Span.Start))] = true
	}
	for _, x := range after.Sorted() {
		at, to := int(x.Span.Start)-1, int(x.Span.End)-1
		inside := at < last && to > start
		same := x.Code == d.Code && x.Message == d.Message && at == int(d.Span.Start)-1
		// What a syntax error hides shows when it is gone; in the edit itself nothing is.
		if x.Severity == diag.Error && (same || inside && x.Code != "redeclaration" && !known[fmt.Sprint(x.Code, x.Span.Start)] && isSyntax(x.Code)) {
			return fmt.Sprintf("then: %s [%s]", x.Message, x.Code)
		}
	}
	return ""
}

// isSyntax reports whether a code is one of the parser's.
func isSyntax(c diag.Code) bool {
	switch c {
	case syntax.CodeSyntax, syntax.CodeMixedOperators, syntax.CodeExpectedExpression, syntax.CodeExpectedIdentifier, syntax.CodeExpectedStatement,
		syntax.CodeExpectedDeclaration, syntax.CodeUnclosedDelimiter, syntax.CodeUnmatchedDelimiter, syntax.CodeForeignSyntax, syntax.CodeMissingSemicolon:
		return true
	}
	return false
}

func TestFixes(t *testing.T) {
	made := map[diag.Code]int{}
	check := func(name, src string) {
		list := diag.List{Cap: 1000}
		Parse(src, 1, Options{}, &list)
		for _, d := range list.Sorted() {
			if d.Fix == nil {
				continue
			}
			made[d.Code]++
			if bad := badFix(src, d, &list); bad != "" {
				t.Errorf("%s: %s: %q for %q: %s\n%s", name, d.Message, d.Fix.Replacement, src[d.Fix.Span.Start-1:d.Fix.Span.End-1], bad, src)
			}
		}
	}
	for i, e := range []string{"a & 1u == 0u", "a | 1u != 0u", "a ^ 1u < 2u", "0u == a & 1u", "a == 1u & a != 2u", "a & 1u << 2u == 0u",
		"a & 1u == 0u && a > 1u", "b && b || b", "b || b && b", "a << 1u + 2u == 0u", "a + 1u << 2u > 0u", "a & 1u | 2u == 0u", "-1 & a == 0u",
		"a == b & 1u", "(a) & (1u) == (0u)", "f(a) & 1u == 0u", "a &1u==0u", "a & b | a == 1u", "a < 1u < 2u", "a << 1u << 2u == 1u", "vec2u(a & 1u == 0u).x == 1"} {
		check(fmt.Sprint(i, e), "fn f(a: u32) -> u32 { let b = true; if "+e+" { } return 0; }")
	}
	check("template", "var<private> x: array<f32, 1 & 2 == 2>;")
	for _, code := range diagnostics.Codes() {
		page, _ := diagnostics.Page(code)
		for _, block := range strings.Split(page, "```wgsl\n")[1:] {
			src, _, _ := strings.Cut(block, "```")
			check(code, src)
		}
	}
	t.Run("corpora", func(t *testing.T) {
		n := 0
		harness.Corpus(t, "cts-validation.jsonl.gz", func(row struct{ Code string }) {
			if n++; row.Code != "" {
				check(fmt.Sprintf("row %d", n), row.Code)
			}
		})
		for _, s := range harness.Shaders(t) {
			check(s.Name, s.Source)
			// A mistake in each.
			for k := 1; k < 8; k++ {
				at := len(s.Source) * k / 8
				check(s.Name, s.Source[:at]+s.Source[min(len(s.Source), at+1):])
			}
		}
		t.Logf("%d rows", n)
	})
	t.Logf("edits made: %v", made)
}
