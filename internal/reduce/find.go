package reduce

// This file finds the edits that may be made.

import (
	"slices"

	"refract/internal/front/wgsl/syntax"
)

// finder collects attempts for one source.
type finder struct {
	src      string
	t        *syntax.Tree
	attempts []attempt
}

func (f *finder) add(edits ...edit) { f.attempts = append(f.attempts, edits) }

// replace puts a text in the place of a node.
func (f *finder) replace(n syntax.Node, text string) {
	s := f.t.Span(n)
	f.add(edit{s.Start, s.End, text})
}

// nodes calls visit with every node of a kind that keep accepts.
func (f *finder) nodes(keep func(syntax.Kind) bool, visit func(syntax.Node)) {
	for n := syntax.Node(1); int(n) < f.t.Len(); n++ {
		if keep(f.t.Kind(n)) {
			visit(n)
		}
	}
}

// without tries to leave out runs of a list's items: all, halves, and so on to
// single ones.
func (f *finder) without(list []syntax.Node) {
	for size := len(list); size > 0; size /= 2 {
		for i := 0; i+size <= len(list); i += size {
			f.add(edit{f.t.Span(list[i]).Start, f.t.Span(list[i+size-1]).End, ""})
		}
		if rest := len(list) % size; rest > 0 {
			f.add(edit{f.t.Span(list[len(list)-rest]).Start, f.t.Span(list[len(list)-1]).End, ""})
		}
	}
}

// lists leaves out declarations, statements and cases.
func (f *finder) lists() {
	f.without(f.t.Items())
	f.nodes(func(syntax.Kind) bool { return true }, func(n syntax.Node) {
		switch f.t.Kind(n) {
		case syntax.KindBlock:
			f.without(f.t.Block(n).Stmts)
		case syntax.KindLoop:
			l := f.t.Loop(n)
			f.without(l.Stmts)
			if l.Continuing != syntax.None {
				f.replace(l.Continuing, "")
			}
		case syntax.KindContinuing:
			f.without(f.t.Continuing(n).Stmts)
		case syntax.KindSwitch:
			f.without(f.t.Switch(n).Cases)
		}
	})
}

// statements puts the parts of a statement in the place of the whole.
func (f *finder) statements() {
	f.nodes(func(syntax.Kind) bool { return true }, func(n syntax.Node) {
		switch f.t.Kind(n) {
		case syntax.KindBlock:
			if stmts := f.t.Block(n).Stmts; len(stmts) > 0 {
				f.replace(n, f.run(stmts))
			}
		case syntax.KindIf:
			s := f.t.If(n)
			for i, c := range s.Clauses {
				body := f.t.IfClause(c).Body
				f.replace(n, f.t.Text(body))
				end := f.t.Span(body).End
				if i+1 < len(s.Clauses) || s.Else != syntax.None {
					f.add(edit{end, f.t.Span(n).End, ""})
				}
			}
			if s.Else != syntax.None {
				f.replace(n, f.t.Text(s.Else))
			}
			if len(s.Clauses) > 1 {
				f.add(edit{f.t.Span(s.Clauses[0]).Start, f.t.Span(s.Clauses[1]).Start, "if "})
			}
		case syntax.KindSwitch:
			for _, c := range f.t.Switch(n).Cases {
				f.replace(n, f.t.Text(f.t.Case(c).Body))
			}
		case syntax.KindCase:
			if list := f.t.Case(n).Selectors; len(list) > 1 {
				for i := range list {
					f.separated(list, i)
				}
			}
		case syntax.KindLoop:
			l := f.t.Loop(n)
			if len(l.Stmts) > 0 {
				f.replace(n, "{"+f.run(l.Stmts)+"}")
			}
			if l.Continuing != syntax.None {
				if list := f.t.Continuing(l.Continuing).Stmts; len(list) > 0 {
					f.replace(n, "{"+f.run(list)+"}")
				}
			}
		case syntax.KindFor:
			s := f.t.For(n)
			if s.Init != syntax.None {
				f.replace(n, "{"+f.t.Text(s.Init)+"; "+f.t.Text(s.Body)+"}")
			}
			f.replace(n, f.t.Text(s.Body))
		case syntax.KindWhile:
			f.replace(n, f.t.Text(f.t.While(n).Body))
		case syntax.KindLet:
			f.inline(n)
		}
	})
}

// run is the text of consecutive nodes.
func (f *finder) run(list []syntax.Node) string {
	return f.src[f.t.Span(list[0]).Start:f.t.Span(list[len(list)-1]).End]
}

// separated leaves out an item of a list with commas.
func (f *finder) separated(list []syntax.Node, i int) {
	f.add(f.comma(list, i))
}

// comma is the edit that leaves out an item of a list with commas.
func (f *finder) comma(list []syntax.Node, i int) edit {
	if i+1 < len(list) {
		return edit{f.t.Span(list[i]).Start, f.t.Span(list[i+1]).Start, ""}
	}
	if i > 0 {
		return edit{f.t.Span(list[i-1]).End, f.t.Span(list[i]).End, ""}
	}
	return edit{f.t.Span(list[i]).Start, f.t.Span(list[i]).End, ""}
}

// inline puts the value of a let in the place of its only use.
func (f *finder) inline(n syntax.Node) {
	v := f.t.Variable(n)
	if v.Init == syntax.None {
		return
	}
	var uses []syntax.Node
	f.nodes(func(k syntax.Kind) bool { return k == syntax.KindIdent }, func(use syntax.Node) {
		if f.t.Ident(use).Name == v.Name && f.t.Span(use).Start >= f.t.Span(n).End {
			uses = append(uses, use)
		}
	})
	if len(uses) == 1 {
		whole, use := f.t.Span(n), f.t.Span(uses[0])
		f.add(edit{whole.Start, whole.End, ""}, edit{use.Start, use.End, "(" + f.t.Text(v.Init) + ")"})
	}
}

// literals are the replacements of expressions.
var literals = []string{"0u", "0i", "1u", "1i", "0f", "1f", "true", "false"}

// expressions puts operands and literals in the place of expressions.
func (f *finder) expressions() {
	f.nodes(syntax.Kind.IsExpr, func(n syntax.Node) {
		for _, part := range f.operands(n) {
			f.replace(n, f.t.Text(part))
			if f.t.Kind(part) == syntax.KindBinary || f.t.Kind(part) == syntax.KindUnary {
				f.replace(n, "("+f.t.Text(part)+")")
			}
		}
		if f.t.Kind(n) == syntax.KindLiteral {
			if l := f.t.Literal(n); len(l.Text) > 2 {
				for _, digit := range []string{"0", "1", "2"} {
					f.replace(n, digit+l.Text[len(l.Digits()):])
				}
			}
			return
		}
		for _, text := range literals {
			f.replace(n, text)
		}
	})
	f.nodes(func(k syntax.Kind) bool { return k == syntax.KindVar }, func(n syntax.Node) {
		if v := f.t.Variable(n); v.Type != syntax.None && v.Init != syntax.None {
			f.add(edit{f.t.Span(v.Type).End, f.t.Span(v.Init).End, ""})
		}
	})
}

// operands are the expressions that one is made of.
func (f *finder) operands(n syntax.Node) []syntax.Node {
	switch f.t.Kind(n) {
	case syntax.KindParen:
		return []syntax.Node{f.t.Paren(n).X}
	case syntax.KindUnary:
		return []syntax.Node{f.t.Unary(n).X}
	case syntax.KindBinary:
		b := f.t.Binary(n)
		return []syntax.Node{b.Left, b.Right}
	case syntax.KindCall:
		return f.t.Call(n).Args
	case syntax.KindIndex:
		return []syntax.Node{f.t.Index(n).X}
	case syntax.KindMember:
		return []syntax.Node{f.t.Member(n).X}
	}
	return nil
}

// signatures leaves out parameters with their arguments, members with their
// values, and attributes.
func (f *finder) signatures() {
	for _, item := range f.t.Items() {
		switch f.t.Kind(item) {
		case syntax.KindFunction:
			fn := f.t.Function(item)
			f.positions(fn.Name, fn.Params)
		case syntax.KindStruct:
			s := f.t.Struct(item)
			f.positions(s.Name, s.Fields)
		}
	}
	f.nodes(func(k syntax.Kind) bool { return k == syntax.KindAttribute }, func(n syntax.Node) { f.replace(n, "") })
}

// positions leaves out a position of a list and of all calls by a name.
func (f *finder) positions(name syntax.Symbol, list []syntax.Node) {
	for i := range list {
		edits := attempt{f.comma(list, i)}
		f.nodes(func(k syntax.Kind) bool { return k == syntax.KindCall }, func(n syntax.Node) {
			if c := f.t.Call(n); f.t.Ident(c.Callee).Name == name && i < len(c.Args) {
				edits = append(edits, f.comma(c.Args, i))
			}
		})
		slices.SortFunc(edits, func(a, b edit) int { return int(a.start) - int(b.start) })
		f.attempts = append(f.attempts, edits)
	}
}
