// Package format lays out WGSL source in one style.
//
// It works on the tokens and comments of a lossless syntax tree (package
// syntax), not on the tree's nodes: a comment may stand between any two
// tokens, and none is lost. Three steps:
//
//   - plan.go looks at the tokens once and decides the space before each: a line break,
//     none, or the author's choice;
//   - space.go decides whether two tokens on one line have a space between them;
//   - print.go puts out tokens and comments, and indents lines.
//
// The style: four spaces a level; one statement, declaration or member a line; an opening
// brace on the line of its header, else on the line of the closing one; attributes of a
// function on a line before it, of members and parameters beside them; blank lines between
// statements and declarations kept, one at most; parameters one a line if the author put
// them so or the line would be longer than MaxWidth. Line breaks that the author put into
// an expression stay, indented anew.
//
// The tokens are the source's except some that the grammar leaves free: empty statements
// and declarations go, a trailing comma goes from a list that ends on the line of its last
// item, and comes to a parameter list with a parameter a line and to the last member of a
// struct.
//
// Formatting is idempotent.
package format

import (
	"path"
	"strings"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
)

// MaxWidth is the number of columns that the head of a function may take with
// all its parameters on one line.
const MaxWidth = 100

// indentWidth is the number of columns of a level.
const indentWidth = 4

// Source formats a source. Its error is a *diag.Diagnostics with the syntax errors, under
// the given name; an erroneous source has no layout. Lines end with LF.
func Source(name, src string) (string, error) {
	var f Formatter
	out, err := f.Source(name, src)
	return string(out), err
}

// A Formatter formats one source after another and reuses its memory. The zero
// Formatter is ready. It must not be used by two goroutines at once.
type Formatter struct {
	parser *syntax.Parser
	plan   plan
	print  printer
}

// Source is as the function Source; the bytes are valid until the next call.
func (f *Formatter) Source(name, src string) ([]byte, error) {
	if f.parser == nil {
		f.parser = syntax.NewParser(nil)
	}
	var list diag.List
	sources := new(diag.Sources)
	base := sources.Add(name, src)
	tree := f.parser.Parse(src, base, syntax.Options{Lossless: true, WESL: wesl(name)}, &list)
	if list.HasErrors() {
		return nil, list.Err(sources)
	}
	f.plan.make(tree)
	return f.print.run(tree, &f.plan), nil
}

// wesl reports whether a file's name marks it as WESL.
func wesl(name string) bool { return strings.EqualFold(path.Ext(name), ".wesl") }
