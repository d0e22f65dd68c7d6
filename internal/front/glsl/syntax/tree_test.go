package syntax

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"refract/diag"
	"refract/internal/front/glsl/pp"
)

// This file walks trees, prints them as nested lists, and checks their form.

// walker visits all nodes below a node, through the views.
type walker struct {
	t     *Tree
	open  func(n Node, word string)
	close func(n Node)
}

func (w *walker) list(nodes []Node) {
	for _, n := range nodes {
		w.visit(n)
	}
}

// named visits nodes under a word, if there are any.
func (w *walker) named(word string, nodes []Node) {
	if len(nodes) == 0 {
		return
	}
	w.open(None, word)
	w.list(nodes)
	w.close(None)
}

// dims visits dimensions; an absent one is shown.
func (w *walker) dims(nodes []Node) {
	if len(nodes) == 0 {
		return
	}
	w.open(None, "dims")
	for _, n := range nodes {
		if n == None {
			w.open(None, "unsized")
			w.close(None)
			continue
		}
		w.visit(n)
	}
	w.close(None)
}

func (w *walker) visit(n Node) {
	t := w.t
	if n == None {
		return
	}
	open := func(word string) { w.open(n, word) }
	switch k := t.Kind(n); k {
	case KindBad, KindEmpty, KindBreak, KindContinue, KindDiscard, KindDemote, KindDefault:
		open(k.String())
	case KindIdent:
		open(t.Name(t.Ident(n)))
	case KindLiteral:
		l := t.Literal(n)
		switch {
		case l.Kind >= LitFloat:
			open(fmt.Sprint(math.Float64frombits(l.Bits)) + []string{"", "lf", "hf"}[l.Kind-LitFloat])
		case l.Kind == LitBool:
			open([]string{"false", "true"}[l.Bits])
		default:
			open(fmt.Sprint(l.Bits) + []string{"", "u", "s", "us", "l", "ul"}[l.Kind-LitInt])
		}
	case KindString:
		open(fmt.Sprintf("%q", t.Str(n)))
	case KindParen:
		open("paren")
		w.visit(t.Paren(n))
	case KindUnary:
		x := t.Unary(n)
		if x.Op >= OpPostIncrement {
			open("post" + x.Op.String())
		} else {
			open(x.Op.String())
		}
		w.visit(x.X)
	case KindBinary:
		x := t.Binary(n)
		open(x.Op.String())
		w.visit(x.Left)
		w.visit(x.Right)
	case KindAssign:
		x := t.Assign(n)
		open(x.Op.String() + "=")
		w.visit(x.Left)
		w.visit(x.Right)
	case KindConditional:
		x := t.Conditional(n)
		open("?")
		w.visit(x.Cond)
		w.visit(x.Then)
		w.visit(x.Else)
	case KindComma:
		x := t.Comma(n)
		open(",")
		w.visit(x.Left)
		w.visit(x.Right)
	case KindCall:
		x := t.Call(n)
		open("call")
		w.visit(x.Callee)
		w.list(x.Args)
	case KindMethod:
		x := t.Method(n)
		open("method " + t.Name(x.Name))
		w.visit(x.X)
		w.list(x.Args)
	case KindIndex:
		x := t.Index(n)
		open("index")
		w.visit(x.X)
		w.visit(x.Index)
	case KindMember:
		x := t.Member(n)
		open("." + t.Name(x.Name))
		w.visit(x.X)
	case KindInitList:
		open("init")
		w.list(t.InitList(n))
	case KindType:
		x := t.Type(n)
		open("type")
		if x.Struct != None {
			w.visit(x.Struct)
		} else {
			w.open(None, t.Name(x.Name))
			w.close(None)
		}
		w.dims(x.Dims)
	case KindStruct:
		x := t.Struct(n)
		open("struct " + t.Name(x.Name))
		w.list(x.Members)
	case KindQualifier:
		x := t.Qualifier(n)
		open(t.Name(x.Name))
		w.list(x.Names)
	case KindLayout:
		open("layout")
		w.list(t.Layout(n))
	case KindLayoutID:
		x := t.LayoutID(n)
		open(t.Name(x.Name))
		w.visit(x.Value)
	case KindDeclaration:
		x := t.Declaration(n)
		open("decl")
		w.named("quals", x.Quals)
		w.visit(x.Type)
		w.list(x.Declarators)
	case KindDeclarator:
		x := t.Declarator(n)
		open("var " + t.Name(x.Name))
		w.dims(x.Dims)
		w.visit(x.Init)
	case KindInterface:
		x := t.Interface(n)
		open("block " + t.Name(x.Name) + " " + t.Name(x.Instance))
		w.named("quals", x.Quals)
		w.list(x.Members)
		w.dims(x.Dims)
	case KindRequalify:
		x := t.Requalify(n)
		open("requalify")
		w.list(x.Quals)
		w.named("names", x.Names)
	case KindPrecision:
		x := t.Precision(n)
		open("precision " + x.Qualifier.String())
		w.visit(x.Type)
	case KindFunction:
		x := t.Function(n)
		open("function " + t.Name(x.Name))
		w.named("quals", x.Quals)
		w.visit(x.Return)
		w.named("params", x.Params)
		w.visit(x.Body)
	case KindParam:
		x := t.Param(n)
		open("param " + t.Name(x.Name))
		w.list(x.Quals)
		w.visit(x.Type)
		w.dims(x.Dims)
	case KindAttributed:
		x := t.Attributed(n)
		open("attributed")
		w.list(x.Attrs)
		w.visit(x.X)
	case KindAttribute:
		x := t.Attribute(n)
		open(t.Name(x.Name))
		w.list(x.Args)
	case KindBlock:
		open("block")
		w.list(t.Block(n))
	case KindExprStmt:
		open("expr")
		w.visit(t.ExprStmt(n))
	case KindIf:
		x := t.If(n)
		open("if")
		w.list(x.Clauses)
		w.visit(x.Else)
	case KindIfClause:
		x := t.IfClause(n)
		open("clause")
		w.visit(x.Cond)
		w.visit(x.Body)
	case KindSwitch:
		x := t.Switch(n)
		open("switch")
		w.visit(x.Value)
		w.list(x.Stmts)
	case KindCase:
		open("case")
		w.visit(t.Case(n))
	case KindFor:
		x := t.For(n)
		open("for")
		w.visit(x.Init)
		w.visit(x.Cond)
		w.visit(x.Step)
		w.visit(x.Body)
	case KindWhile:
		x := t.While(n)
		open("while")
		w.visit(x.Cond)
		w.visit(x.Body)
	case KindDo:
		x := t.Do(n)
		open("do")
		w.visit(x.Body)
		w.visit(x.Cond)
	case KindReturn:
		open("return")
		w.visit(t.Return(n))
	case KindTerminate:
		open(t.Name(t.Terminate(n)))
	default:
		panic("no walk for kind " + k.String())
	}
	w.close(n)
}

// dump prints a tree.
func dump(t *Tree) string {
	var b strings.Builder
	w := &walker{t: t}
	w.open = func(n Node, word string) { b.WriteString(" (" + word) }
	w.close = func(n Node) { b.WriteString(")") }
	w.list(t.Items())
	return simplify(strings.TrimSpace(b.String()))
}

// simplify drops the parentheses around words that have nothing below them.
func simplify(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '(' {
			j := i + 1
			for j < len(s) && s[j] != '(' && s[j] != ')' && s[j] != ' ' {
				j++
			}
			if j < len(s) && s[j] == ')' && j > i+1 {
				b.WriteString(s[i+1 : j])
				i = j
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// checkTree checks that a tree is well formed: every node is reached at most
// once, and operands come before the nodes that use them.
func checkTree(t testing.TB, tree *Tree) {
	t.Helper()
	seen := make([]bool, tree.Len())
	var stack []Node
	w := &walker{t: tree}
	w.open = func(n Node, word string) {
		if n == None {
			return
		}
		if seen[n] {
			t.Fatalf("node %d, %s, is reached twice", n, tree.Kind(n))
		}
		seen[n] = true
		if len(stack) > 0 {
			if up := stack[len(stack)-1]; n > up && tree.Kind(up) != KindType {
				t.Fatalf("node %d, %s, stands behind node %d, %s, which uses it", n, tree.Kind(n), up, tree.Kind(up))
			}
		}
		stack = append(stack, n)
		tree.Span(n)
		tree.Primary(n)
	}
	w.close = func(n Node) {
		if n != None {
			stack = stack[:len(stack)-1]
		}
	}
	w.list(tree.Items())
	for _, d := range tree.Directives() {
		if int(d.Next) > tree.Len() {
			t.Fatalf("directive %s stands before node %d of %d", d.Name, d.Next, tree.Len())
		}
	}
}

// parse parses a source and gives its tree and its diagnostics.
func parse(src string) (tree *Tree, messages string) {
	return parseWith(NewParser(nil), src)
}

func parseWith(p *Parser, src string) (tree *Tree, text string) {
	var sources diag.Sources
	var diags diag.List
	base := sources.Add("main.glsl", src)
	tree = p.Parse(src, base, pp.Options{}, &sources, &diags)
	return tree, messages(&diags, &sources)
}
