// Package format lays out GLSL and HLSL source in one style, that of the formatter of
// WGSL.
//
// It works on the text as it was written, before the preprocessor: every branch
// of a conditional is laid out, and directives, macros and comments are kept as
// they are. No grammar is at hand there, since a macro may stand for anything, so
// that lines follow from brackets, semicolons and a few keywords. The steps:
//
//   - scan.go cuts the source into tokens, comments and directives;
//   - hlsl.go finds the templates and casts of HLSL;
//   - print.go puts them out again, and decides on breaks, blanks and indents.
//
// The style: four spaces a level; one statement, declaration or member a line; an opening
// brace on the line of its statement; directives at the start of their line; blank lines
// kept, one at most. Line breaks that the author put into an expression stay, indented
// anew.
//
// No token is added or removed, and formatting is idempotent.
package format

import (
	"refract/diag"
	"refract/internal/front/glsl/pp"
)

// indentWidth is the number of columns of a level.
const indentWidth = 4

// Source formats GLSL. Its error is a *diag.Diagnostics that reports text that can't be
// laid out, under the given name: a comment that isn't closed. Lines end with LF.
func Source(name, src string) (string, error) {
	var f Formatter
	out, err := f.Source(name, src)
	return string(out), err
}

// HLSL is Source for HLSL.
func HLSL(name, src string) (string, error) {
	f := Formatter{HLSL: true}
	out, err := f.Source(name, src)
	return string(out), err
}

// A Formatter formats one source after another and reuses its memory. The zero
// Formatter is ready. It must not be used by two goroutines at once.
type Formatter struct {
	HLSL bool // the sources are HLSL, not GLSL

	items []item
	print printer
}

// Source is as the function Source; the bytes are valid until the next call.
func (f *Formatter) Source(name, src string) ([]byte, error) {
	var open int
	f.items, open = scan(f.items[:0], src, f.HLSL)
	if open >= 0 {
		var list diag.List
		sources := new(diag.Sources)
		base := sources.Add(name, src) + uint32(open)
		list.Errorf(pp.CodeUnclosedComment, diag.Span{Start: base, End: base + 2}, "this comment is not closed").
			At("expected '*/' before the end of the file")
		return nil, list.Err(sources)
	}
	if f.print.hlsl = f.HLSL; f.HLSL {
		markHLSL(f.items)
	}
	return f.print.run(f.items), nil
}
