package lsp

// This file finds the local names at a cursor in a program that has no end yet: the parsers give
// up a function whose blocks aren't closed. The text up to the statement of the cursor is read
// once more, with the brackets closed that are open there.

import "strings"

// maxUnclosed bounds the texts that are read once more, at each request.
const maxUnclosed = large

// closed is the text up to the statement that an offset is in, and that text with its open
// brackets and conditionals closed; false: nothing is open there.
func (d *document) closed(offset int) (cut int, text string, ok bool) {
	s := d.text.s
	var open []byte // brackets
	conditions := 0
	parens := 0
	scan(s[:offset], d.nests(), func(t token) {
		switch word := s[t.at.start:t.at.end]; {
		case t.kind == tokDirective && strings.HasPrefix(strings.TrimSpace(word[1:]), "if"):
			conditions++
		case t.kind == tokDirective && strings.HasPrefix(strings.TrimSpace(word[1:]), "endif"):
			conditions = max(0, conditions-1)
		case t.kind != tokOther:
		case word == "{":
			open, parens, cut = append(open, '}'), 0, t.at.end
		case word == "}" && len(open) > 0:
			open, parens, cut = open[:len(open)-1], 0, t.at.end
		case word == "(":
			parens++
		case word == ")":
			parens = max(0, parens-1)
		case word == ";" && parens == 0:
			cut = t.at.end
		}
	})
	if len(open) == 0 {
		return 0, "", false
	}
	if d.kage { // a statement ends with its line
		cut = max(cut, strings.LastIndexByte(s[:offset], '\n')+1)
	}
	return cut, s[:cut] + strings.Repeat("\n#endif", conditions) + strings.Repeat("\n}", len(open)) + "\n", true
}

// withLocals is an index with the local names that are visible at an offset, if the document has
// errors, which may have hidden them.
func (d *document) withLocals(w *workspace, o *Options, x *index, offset int) *index {
	if count(d.found) == 0 || len(d.text.s) > maxUnclosed {
		return x
	}
	cut, text, ok := d.closed(offset)
	if !ok {
		return x
	}
	then := &document{uri: d.uri, path: d.path, dialect: d.dialect, shader: d.shader}
	then.setText(text)
	y := then.read(w, o)
	z := *x
	z.symbols = x.symbols[:len(x.symbols):len(x.symbols)]
	y.visible(cut+1, func(i int) { // behind the end of the block before
		if s := y.symbols[i]; s.local && s.file == "" {
			s.seen.end, s.of, s.parts = max(s.seen.end, offset), -1, nil
			z.symbols = append(z.symbols, s)
		}
	})
	return &z
}
