package syntax

import (
	"fmt"
	"strings"
)

// This file writes trees as S-expressions, the form that the tests compare.

// A dumper writes nodes of one tree.
type dumper struct {
	t *Tree
	b strings.Builder
}

// dump writes a whole tree, one item a line.
func dump(t *Tree) string {
	d := dumper{t: t}
	for i, n := range t.Items() {
		if i > 0 {
			d.b.WriteByte('\n')
		}
		d.node(n)
	}
	return d.b.String()
}

func (d *dumper) f(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

// list writes " (name a b c)" unless there are no nodes.
func (d *dumper) list(name string, nodes []Node) {
	if len(nodes) == 0 {
		return
	}
	d.f(" (%s", name)
	for _, n := range nodes {
		d.b.WriteByte(' ')
		d.node(n)
	}
	d.b.WriteByte(')')
}

// nodes writes each node with a space before it.
func (d *dumper) nodes(nodes ...Node) {
	for _, n := range nodes {
		d.b.WriteByte(' ')
		d.node(n)
	}
}

// opt writes " (name n)" unless n is None.
func (d *dumper) opt(name string, n Node) {
	if n != None {
		d.list(name, []Node{n})
	}
}

func (d *dumper) node(n Node) {
	t := d.t
	if n == None {
		d.f("none")
		return
	}
	k := t.Kind(n)
	switch k {
	case KindBad, KindPhony, KindDefault, KindBreak, KindContinue, KindDiscard, KindEmpty:
		d.f("%s", k)
	case KindIdent:
		x := t.Ident(n)
		d.f("%s", t.Name(x.Name))
		if len(x.Args) > 0 {
			d.f("<")
			for i, a := range x.Args {
				if i > 0 {
					d.f(" ")
				}
				d.node(a)
			}
			d.f(">")
		}
	case KindLiteral:
		d.f("%s", t.Literal(n).Text)
	case KindParen:
		d.f("(paren")
		d.nodes(t.Paren(n).X)
		d.f(")")
	case KindUnary:
		x := t.Unary(n)
		d.f("(%s", x.Op)
		d.nodes(x.X)
		d.f(")")
	case KindBinary:
		x := t.Binary(n)
		d.f("(%s", x.Op)
		d.nodes(x.Left, x.Right)
		d.f(")")
	case KindCall:
		x := t.Call(n)
		d.f("(call")
		d.nodes(x.Callee)
		d.nodes(x.Args...)
		d.f(")")
	case KindIndex:
		x := t.Index(n)
		d.f("(index")
		d.nodes(x.X, x.Index)
		d.f(")")
	case KindMember:
		x := t.Member(n)
		d.f("(.%s", t.Name(x.Name))
		d.nodes(x.X)
		d.f(")")
	case KindVar, KindLet, KindConst, KindOverride:
		x := t.Variable(n)
		d.f("(%s %s", k, t.Name(x.Name))
		d.list("@", x.Attrs)
		d.list("template", x.TemplateArgs)
		d.opt("type", x.Type)
		d.opt("=", x.Init)
		d.f(")")
	case KindFunction:
		x := t.Function(n)
		d.f("(fn %s", t.Name(x.Name))
		d.list("@", x.Attrs)
		d.list("params", x.Params)
		d.list("@result", x.ReturnAttrs)
		d.opt("->", x.Return)
		d.nodes(x.Body)
		d.f(")")
	case KindParam, KindField:
		x := t.Field(n)
		d.f("(%s", t.Name(x.Name))
		d.list("@", x.Attrs)
		d.nodes(x.Type)
		d.f(")")
	case KindStruct:
		x := t.Struct(n)
		d.f("(struct %s", t.Name(x.Name))
		d.nodes(x.Fields...)
		d.f(")")
	case KindAlias:
		x := t.Alias(n)
		d.f("(alias %s", t.Name(x.Name))
		d.nodes(x.Type)
		d.f(")")
	case KindConstAssert:
		d.f("(const_assert")
		d.nodes(t.ConstAssert(n).Cond)
		d.f(")")
	case KindEnable, KindRequires:
		d.f("(%s", k)
		d.nodes(t.Extensions(n).Names...)
		d.f(")")
	case KindDiagnostic:
		x := t.DiagnosticControl(n)
		d.f("(diagnostic")
		d.nodes(x.Severity, x.Rule)
		d.f(")")
	case KindAttribute:
		x := t.Attribute(n)
		if !x.HasParens {
			d.f("%s", t.Name(x.Name))
			return
		}
		d.f("(%s", t.Name(x.Name))
		d.nodes(x.Args...)
		d.f(")")
	case KindBlock:
		x := t.Block(n)
		d.f("{")
		d.list("@", x.Attrs)
		d.nodes(x.Stmts...)
		d.f("}")
	case KindAssign:
		x := t.Assign(n)
		d.f("(%s=", x.Op)
		d.nodes(x.Left, x.Right)
		d.f(")")
	case KindIncrement:
		d.f("(++")
		d.nodes(t.Step(n).X)
		d.f(")")
	case KindDecrement:
		d.f("(--")
		d.nodes(t.Step(n).X)
		d.f(")")
	case KindCallStmt:
		d.node(t.CallStmt(n).Call)
	case KindIf:
		x := t.If(n)
		d.f("(if")
		d.list("@", x.Attrs)
		d.nodes(x.Clauses...)
		d.opt("else", x.Else)
		d.f(")")
	case KindIfClause:
		x := t.IfClause(n)
		d.f("(")
		d.node(x.Cond)
		d.nodes(x.Body)
		d.f(")")
	case KindSwitch:
		x := t.Switch(n)
		d.f("(switch")
		d.list("@", x.Attrs)
		d.nodes(x.Value)
		d.list("@body", x.BodyAttrs)
		d.nodes(x.Cases...)
		d.f(")")
	case KindCase:
		x := t.Case(n)
		d.f("(case")
		d.nodes(x.Selectors...)
		d.nodes(x.Body)
		d.f(")")
	case KindLoop:
		x := t.Loop(n)
		d.f("(loop")
		d.list("@", x.Attrs)
		d.list("@body", x.BodyAttrs)
		d.nodes(x.Stmts...)
		if x.Continuing != None {
			d.nodes(x.Continuing)
		}
		d.f(")")
	case KindContinuing:
		x := t.Continuing(n)
		d.f("(continuing")
		d.list("@", x.Attrs)
		d.nodes(x.Stmts...)
		d.f(")")
	case KindBreakIf:
		d.f("(break_if")
		d.nodes(t.BreakIf(n).Cond)
		d.f(")")
	case KindFor:
		x := t.For(n)
		d.f("(for")
		d.list("@", x.Attrs)
		d.nodes(x.Init, x.Cond, x.Update, x.Body)
		d.f(")")
	case KindWhile:
		x := t.While(n)
		d.f("(while")
		d.list("@", x.Attrs)
		d.nodes(x.Cond, x.Body)
		d.f(")")
	case KindReturn:
		d.f("(return")
		if x := t.Return(n).X; x != None {
			d.nodes(x)
		}
		d.f(")")
	default:
		panic("dump: " + k.String())
	}
}
