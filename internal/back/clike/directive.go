package clike

// This file writes #line directives, by which compilers of the output and debuggers
// name the lines of the source.

import (
	"refract/diag"
	"refract/internal/back/text"
)

// LineDirectives selects whether #line directives are written, and their form.
type LineDirectives struct {
	On    bool
	Named bool // with the file's name
	// Before: the number is that of the line before the one that follows, as old
	// versions of GLSL have it.
	Before bool
}

// A sourceLine is the line of the last directive.
type sourceLine struct {
	known bool
	file  string
	line  int // of the source, of the line of text that the directive ends
	at    int // length of the text behind the directive
}

// StartDirectives sets the directives of the text that begins.
func (w *Writer) StartDirectives(d LineDirectives) {
	w.directives, w.source = d, sourceLine{}
	if w.Out.Compact() || w.M.Sources == nil {
		w.directives.On = false
	}
}

// HeadDirective writes a directive for a declaration, at the start of a line.
func (w *Writer) HeadDirective(span diag.Span) {
	if w.directive(span) {
		w.Out.End()
	}
}

// LineDirective writes a directive for a statement, in front of the line's beginning.
func (w *Writer) LineDirective(l *text.Line) {
	if !w.directives.On {
		return
	}
	switch {
	case l.Kind == text.LineBlock:
	case l.Stmt != 0:
		w.directive(w.F.StmtSpan(l.Stmt))
	case l.Kind == text.LineVar:
		w.directive(w.F.Locals[l.Local].Span)
	case l.Expr != 0:
		w.directive(w.Ex.SpanOf(l.Expr))
	}
}

// directive writes a directive unless the next line of text is taken for the span's line
// anyway. It reports whether it did.
func (w *Writer) directive(span diag.Span) bool {
	if !w.directives.On || span == (diag.Span{}) {
		return false
	}
	at, ok := w.M.Sources.Position(w.M.Sources.Visible(span).Start)
	if !ok {
		return false
	}
	o, s := &w.Out, &w.source
	if s.known && s.file == at.File && s.line+o.LinesSince(s.at)+1 == at.Line {
		return false
	}
	if last := o.Last(); last != '\n' && last != 0 {
		o.End()
	}
	o.Str("#line ")
	if w.directives.Before {
		o.Uint(uint64(at.Line - 1))
	} else {
		o.Uint(uint64(at.Line))
	}
	if w.directives.Named {
		o.Str(` "`)
		for i := range len(at.File) {
			switch c := at.File[i]; {
			case c == '"' || c == '\\':
				o.Byte('\\')
				o.Byte(c)
			case c < ' ':
				o.Byte('?')
			default:
				o.Byte(c)
			}
		}
		o.Byte('"')
	}
	*s = sourceLine{true, at.File, at.Line - 1, o.Len()}
	return true
}
