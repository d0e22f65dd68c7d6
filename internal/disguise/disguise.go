// Package disguise rewrites WGSL sources into sources of the same meaning: statements
// move into loops that go round once, into the taken arms of ifs and switches and behind
// conditions that are always true; code that never runs comes in; variables move into
// structs, arrays and private memory; functions get another one around them; loops change
// their kind. Whatever a compiler makes of both must compute the same.
package disguise

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
)

// prelude declares the operands of conditions: an override and a private variable, whose
// values no compiler of a module knows, and a function that needs a loop to return true.
const prelude = `
override zq_one = 1u;
var<private> zq_private = 1u;
fn zq_yes(n: u32) -> bool {
    for (var i = n; ; i++) {
        if i > 3u {
            return true;
        }
    }
}
`

// A Source is a source that takes edits.
type Source struct {
	text   string
	r      *rand.Rand
	serial int  // of names that edits declare
	asks   bool // conditions ask for what the prelude declares
	tree   *syntax.Tree
}

// New returns a source to be edited. If opaque is set its conditions read an override,
// private memory or a function; else they are constants.
func New(text string, r *rand.Rand, opaque bool) *Source {
	if opaque {
		text += prelude
	}
	return &Source{text: text, r: r, asks: opaque}
}

// Text is the source as it stands.
func (s *Source) Text() string { return s.text }

// An edit replaces a part of the text.
type edit struct {
	start, end uint32
	text       string
}

// Edited returns the source with an edit of a random kind at a random place, or "" if there
// is nothing for the kind to do. It may be invalid, because of moved code: Keep filters the
// edits.
func (s *Source) Edited() string {
	if s.tree == nil {
		var diags diag.List
		s.tree = syntax.Parse(s.text, 0, syntax.Options{}, &diags)
		if diags.HasErrors() {
			s.tree = nil
			return ""
		}
	}
	kinds := []func() []edit{s.wrap, s.wrap, s.wrap, s.wrap, s.dead, s.dead, s.value, s.store, s.reshape, s.reshape, s.rehouse, s.rehouse, s.enclose}
	edits := kinds[s.r.IntN(len(kinds))]()
	if len(edits) == 0 {
		return ""
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return int(a.start) - int(b.start) })
	var out strings.Builder
	at := uint32(0)
	for _, e := range edits {
		if e.start < at { // they overlap
			return ""
		}
		out.WriteString(s.text[at:e.start])
		out.WriteString(e.text)
		at = e.end
	}
	out.WriteString(s.text[at:])
	return out.String()
}

// Keep makes a text that Edited returned the source.
func (s *Source) Keep(text string) { s.text, s.tree = text, nil }

func (s *Source) name(what string) string {
	s.serial++
	return fmt.Sprintf("zq_%s%d", what, s.serial)
}

func (s *Source) of(n syntax.Node) string { return s.tree.Text(n) }

// pick returns one of a list.
func pick[T any](s *Source, list ...T) T { return list[s.r.IntN(len(list))] }

// one is an expression of 1u.
func (s *Source) one() string {
	if !s.asks {
		return "1u"
	}
	return pick(s, "zq_one", "zq_one", "min(zq_one, 1u)", "zq_private", "1u")
}

// yes is an expression of true.
func (s *Source) yes() string {
	if !s.asks {
		return pick(s, "true", "1 < 2", "!(3u > 4u)", "all(vec2(true))", "(true || false)")
	}
	return pick(s, "true", "zq_one == 1u", "zq_one < 2u", "zq_yes(zq_one)", "zq_private != 0u", "(zq_one > 0u && zq_yes(zq_private))",
		"(zq_one > 5u || zq_one < 3u)", "!(zq_one == 7u)", "zq_yes(zq_one + 1u)")
}

// no is an expression of false.
func (s *Source) no() string { return "!(" + s.yes() + ")" }

// A place is a statement in a list of statements.
type place struct {
	function syntax.Node
	list     []syntax.Node
	at       int
	loop     bool // a continue or break there belongs to one
	update   bool // in a continuing block
	tail     bool // of the body of a function: the end of the list is its end
}

// places lists the statements of all functions.
func (s *Source) places() (out []place) {
	t := s.tree
	var block func(list []syntax.Node, p place)
	var body func(n syntax.Node, p place)
	body = func(n syntax.Node, p place) { block(t.Block(n).Stmts, p) }
	block = func(list []syntax.Node, p place) {
		p.list = list
		for i, n := range list {
			p.at = i
			out = append(out, p)
			in := p
			in.tail = false
			switch t.Kind(n) {
			case syntax.KindBlock:
				body(n, in)
			case syntax.KindIf:
				x := t.If(n)
				for _, c := range x.Clauses {
					body(t.IfClause(c).Body, in)
				}
				if x.Else != syntax.None {
					body(x.Else, in)
				}
			case syntax.KindSwitch:
				for _, c := range t.Switch(n).Cases {
					body(t.Case(c).Body, in)
				}
			case syntax.KindLoop:
				x := t.Loop(n)
				in.loop, in.update = true, false
				block(x.Stmts, in)
				if x.Continuing != syntax.None {
					in.loop, in.update = false, true
					block(t.Continuing(x.Continuing).Stmts, in)
				}
			case syntax.KindFor:
				in.loop, in.update = true, false
				body(t.For(n).Body, in)
			case syntax.KindWhile:
				in.loop, in.update = true, false
				body(t.While(n).Body, in)
			}
		}
	}
	for _, n := range t.Items() {
		if t.Kind(n) == syntax.KindFunction && t.Name(t.Function(n).Name) != "zq_yes" {
			body(t.Function(n).Body, place{function: n, tail: true})
		}
	}
	return out
}

// escapes reports whether a break or continue in a statement leaves it.
func (s *Source) escapes(n syntax.Node) (breaks, continues bool) {
	t := s.tree
	var visit func(n syntax.Node, inLoop, inSwitch bool)
	visit = func(n syntax.Node, inLoop, inSwitch bool) {
		all := func(list []syntax.Node) {
			for _, n := range list {
				visit(n, inLoop, inSwitch)
			}
		}
		switch t.Kind(n) {
		case syntax.KindBreak:
			breaks = breaks || !inLoop && !inSwitch
		case syntax.KindContinue:
			continues = continues || !inLoop
		case syntax.KindBreakIf:
			breaks = true
		case syntax.KindBlock:
			all(t.Block(n).Stmts)
		case syntax.KindIf:
			x := t.If(n)
			for _, c := range x.Clauses {
				visit(t.IfClause(c).Body, inLoop, inSwitch)
			}
			if x.Else != syntax.None {
				visit(x.Else, inLoop, inSwitch)
			}
		case syntax.KindSwitch:
			for _, c := range t.Switch(n).Cases {
				visit(t.Case(c).Body, inLoop, true)
			}
		}
		// Variables in a loop are the loop's.
	}
	visit(n, false, false)
	return breaks, continues
}

// run is a run of statements with the edits that it allows.
type run struct {
	edit
	place
	breaks, continues bool // leave it
	jumps             bool // its last statement goes elsewhere
	result            string
}

// someRun picks statements that can stand in a block of their own.
func (s *Source) someRun() (x run, ok bool) {
	places := s.places()
	if len(places) == 0 {
		return x, false
	}
	p := places[s.r.IntN(len(places))]
	first, last := p.at, p.at
	declares := func(n syntax.Node) bool {
		k := s.tree.Kind(n)
		return k == syntax.KindLet || k == syntax.KindVar || k == syntax.KindConst
	}
	if s.r.IntN(3) == 0 || declares(p.list[first]) {
		last = len(p.list) - 1
	} else if last+1 < len(p.list) && s.r.IntN(2) == 0 && !declares(p.list[last+1]) {
		last++
	}
	if s.tree.Kind(p.list[last]) == syntax.KindBreakIf {
		if last--; last < first {
			return x, false
		}
	}
	x = run{place: p}
	for i := first; i <= last; i++ {
		b, c := s.escapes(p.list[i])
		x.breaks, x.continues = x.breaks || b, x.continues || c
	}
	switch s.tree.Kind(p.list[last]) {
	case syntax.KindBreak, syntax.KindContinue, syntax.KindReturn:
		x.jumps = true
	}
	if f := s.tree.Function(p.function); f.Return != syntax.None {
		x.result = s.of(f.Return)
	}
	x.start, x.end = s.tree.Span(p.list[first]).Start, s.end(s.tree.Span(p.list[last]).End)
	x.text = s.text[x.start:x.end]
	return x, true
}

// leave is a statement that would leave the function.
func (x *run) leave() string {
	if x.result == "" {
		return "return;"
	}
	return "return " + x.result + "();"
}

// wrap puts statements into others that run them once.
func (s *Source) wrap() []edit {
	x, ok := s.someRun()
	if !ok {
		return nil
	}
	body, yes, no := x.text, s.yes(), s.no()
	rest := "" // behind what seems not to end the function
	if x.tail && x.result != "" && x.end >= s.tree.Span(x.list[len(x.list)-1]).End {
		rest = " " + x.leave()
	}
	dead := s.neverRun(x)
	forms := []func() string{
		func() string { return "{ " + body + " }" },
		func() string { return "if " + yes + " { " + body + " }" },
		func() string { return "if " + no + " { " + dead + " } else { " + body + " }" },
		func() string { return "if " + no + " { } else if " + yes + " { " + body + " } else { " + dead + " }" },
		func() string { return "if " + yes + " { if " + no + " { " + dead + " } " + body + " }" },
	}
	if !x.breaks {
		one := s.one()
		forms = append(forms,
			func() string { return "switch " + one + " { case 1u: { " + body + " } default: { " + dead + " } }" },
			func() string {
				return "switch " + one + " { default: { " + body + " } case 0u, 5u: { " + dead + " } }"
			},
			func() string {
				return "switch i32(" + one + ") { case 7: { } case default, 3: { if " + no + " { break; } " + body + " } }"
			},
			func() string { return "switch 0 { default: { " + body + " } }" },
		)
		if !x.continues {
			i := s.name("i")
			forms = append(forms,
				func() string { return "loop { " + body + " break; }" },
				func() string { return "loop { " + body + " continuing { break if " + yes + "; } }" },
				func() string { return "loop { if " + yes + " { " + body + " break; } " + dead + " }" },
				func() string { return "loop { if " + no + " { break; } " + body + " break; }" },
				func() string {
					return "loop { if " + no + " { continue; } " + body + " continuing { break if " + yes + "; } }"
				},
				func() string {
					return "for (var " + i + " = 0u; " + i + " < " + one + "; " + i + "++) { " + body + " }"
				},
				func() string {
					return "for (var " + i + " = " + one + "; " + i + " > 0u; " + i + " -= 1u) { " + body + " if " + no + " { continue; } }"
				},
				func() string { return "for (; " + yes + "; ) { " + body + " break; }" },
				func() string { return "while " + yes + " { " + body + " break; }" },
				func() string {
					return "for (var " + i + " = 0u; ; " + i + "++) { if " + i + " == " + one + " { break; } " + body + " }"
				},
				func() string { return "loop { switch " + one + " { default: { " + body + " } } break; }" },
				func() string {
					return "loop { switch " + one + " { case 1u: { " + body + " } default: { continue; } } if " + yes + " { break; } " + dead + " continuing { break if " + yes + "; } }"
				},
				func() string {
					return "for (var " + i + " = 0u; " + i + " < 3u; " + i + "++) { if " + i + " != " + one + " { continue; } " + body + " }"
				},
				func() string {
					return "for (var " + i + " = 0u; " + i + " < 2u; " + i + "++) { switch " + i + " { case 1u: { " + body + " } default: { if " + yes + " { continue; } } } if " + yes + " { break; } }"
				},
				func() string {
					return "loop { loop { " + body + " if " + yes + " { break; } } if " + yes + " { break; } continuing { if " + no + " { " + dead + " } } }"
				},
			)
		}
	}
	if rest != "" && strings.Contains(body, "return") {
		// If the front end sees that control doesn't come by, it isn't needed.
		if s.r.IntN(3) == 0 {
			rest = ""
		}
	}
	return []edit{{x.start, x.end, forms[s.r.IntN(len(forms))]() + rest}}
}

// neverRun is code for a place that isn't reached.
func (s *Source) neverRun(x run) string {
	list := []string{"", x.leave(), x.text}
	if x.loop && !x.update {
		list = append(list, "continue;", "break;")
	}
	return pick(s, list...)
}

// dead puts in code that never runs.
func (s *Source) dead() []edit {
	x, ok := s.someRun()
	if !ok {
		return nil
	}
	at := x.start
	if s.r.IntN(4) == 0 && !x.jumps {
		at = x.end
	}
	list := []string{
		"if " + s.no() + " { " + x.text + " }",
		"if " + s.no() + " { if " + s.yes() + " { " + x.leave() + " } }",
		"loop { if " + s.yes() + " { break; } " + x.text + " }",
		"switch " + s.one() + " { case 3u: { " + x.text + " } default: { } }",
		"while " + s.no() + " { }",
		"for (var " + s.name("i") + " = 0; " + s.no() + "; ) { " + x.leave() + " }",
	}
	if !x.update {
		list = append(list, "if "+s.no()+" { "+x.leave()+" }", "switch "+s.one()+" { case 0u: { "+x.leave()+" } default: { } }")
		if x.loop {
			list = append(list, "if "+s.no()+" { break; }", "if "+s.no()+" { continue; }",
				"switch "+s.one()+" { case 2u, 0u: { continue; } default: { } }", "if "+s.yes()+" { } else if "+s.yes()+" { break; }",
				"loop { if "+s.yes()+" { break; } "+x.leave()+" }")
		}
	}
	return []edit{{at, at, " " + pick(s, list...) + " "}}
}

// effects matches calls that may not be made twice, or not at all.
var effects = regexp.MustCompile(`\b(atomic\w*|workgroupUniformLoad|textureStore|subgroup\w*|quad\w*|dpd\w|fwidth\w*)\b`)

// pure reports whether an expression may be evaluated several times.
func (s *Source) pure(n syntax.Node) bool {
	t := s.tree
	for i := t.First(n); i <= n; i++ {
		if t.Kind(i) == syntax.KindCall {
			callee := s.text[t.Span(i).Start:]
			for _, f := range t.Items() {
				if t.Kind(f) == syntax.KindFunction && strings.HasPrefix(callee, t.Name(t.Function(f).Name)) {
					return false
				}
			}
		}
	}
	return !effects.MatchString(s.of(n))
}

// value computes the value of a declaration or a store in a roundabout way.
func (s *Source) value() []edit {
	t := s.tree
	var found []syntax.Node
	for _, p := range s.places() {
		n := p.list[p.at]
		switch t.Kind(n) {
		case syntax.KindLet, syntax.KindVar:
			if v := t.Variable(n); v.Init != syntax.None {
				found = append(found, v.Init)
			}
		case syntax.KindAssign:
			if x := t.Assign(n); t.Kind(x.Left) != syntax.KindPhony {
				found = append(found, x.Right)
			}
		case syntax.KindReturn:
			if x := t.Return(n).X; x != syntax.None {
				found = append(found, x)
			}
		case syntax.KindIf:
			for _, c := range t.If(n).Clauses {
				found = append(found, t.IfClause(c).Cond)
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	n := found[s.r.IntN(len(found))]
	e := s.of(n)
	forms := []string{"(" + e + ")", "array(" + e + ")[0]", "array(" + e + ")[" + s.one() + " - 1u]"}
	if s.pure(n) {
		forms = append(forms, "select("+e+", "+e+", "+s.yes()+")", "array("+e+", "+e+")["+s.one()+"]", "array(array("+e+"), array("+e+"))["+s.one()+"][0]",
			"array("+e+", "+e+", "+e+")[min(2u, "+s.one()+")]")
	}
	span := t.Span(n)
	return []edit{{span.Start, span.End, pick(s, forms...)}}
}

// store stores by way of a pointer, of a variable, or twice.
func (s *Source) store() []edit {
	t := s.tree
	var found []syntax.Node
	for _, p := range s.places() {
		switch n := p.list[p.at]; t.Kind(n) {
		case syntax.KindAssign:
			if t.Kind(t.Assign(n).Left) != syntax.KindPhony {
				found = append(found, n)
			}
		case syntax.KindIncrement, syntax.KindDecrement:
			found = append(found, n)
		case syntax.KindLet:
			found = append(found, n)
		}
	}
	if len(found) == 0 {
		return nil
	}
	n := found[s.r.IntN(len(found))]
	a := s.name("a")
	out := ""
	switch t.Kind(n) {
	case syntax.KindLet:
		v := t.Variable(n)
		kind := ""
		if v.Type != syntax.None {
			kind = ": " + s.of(v.Type)
		}
		out = "var " + a + kind + " = " + s.of(v.Init) + "; let " + t.Name(v.Name) + " = " + a
	case syntax.KindAssign:
		x := t.Assign(n)
		left, right := s.of(x.Left), s.of(x.Right)
		op := s.text[t.Span(x.Left).End:t.Span(x.Right).Start]
		op = strings.TrimSpace(op)
		switch {
		case !s.pure(x.Left) || strings.ContainsAny(op, "/("):
			return nil
		case op == "=":
			out = pick(s,
				"{ let "+a+" = &("+left+"); *"+a+" = "+right+"; }",
				"{ var "+a+" = "+right+"; "+left+" = "+a+"; }",
				"if "+s.yes()+" { "+left+" = "+right+"; } else { "+left+" = "+left+"; }",
				left+" = "+right+"; { let "+a+" = "+left+"; "+left+" = "+a+"; }",
				left+" = "+right+"; if "+s.no()+" { "+left+" = "+right+"; }",
			)
		default:
			out = pick(s,
				"{ let "+a+" = &("+left+"); *"+a+" "+op+" "+right+"; }",
				"{ let "+a+" = "+left+"; "+left+" = "+a+" "+strings.TrimSuffix(op, "=")+" ("+right+"); }",
				"{ let "+a+" = "+right+"; "+left+" "+op+" "+a+"; }",
			)
		}
	default:
		x := s.of(t.Step(n).X)
		if !s.pure(t.Step(n).X) {
			return nil
		}
		op := "+"
		if t.Kind(n) == syntax.KindDecrement {
			op = "-"
		}
		out = pick(s, x+" "+op+"= 1", "{ let "+a+" = &("+x+"); *"+a+" = *"+a+" "+op+" 1; }", x+" = "+x+" "+op+" 1")
	}
	span := t.Span(n)
	if !strings.HasSuffix(out, "}") {
		out += ";"
	}
	return []edit{{span.Start, s.end(span.End), out}}
}

// end is the end of a statement that may have a semicolon.
func (s *Source) end(at uint32) uint32 {
	rest := s.text[at:]
	if trimmed := strings.TrimLeft(rest, " \t\n"); strings.HasPrefix(trimmed, ";") {
		return at + uint32(len(rest)-len(trimmed)) + 1
	}
	return at
}

// reshape writes a loop or a condition in another way.
func (s *Source) reshape() []edit {
	t := s.tree
	var found []place
	for _, p := range s.places() {
		switch t.Kind(p.list[p.at]) {
		case syntax.KindFor, syntax.KindWhile, syntax.KindIf, syntax.KindLoop, syntax.KindSwitch:
			found = append(found, p)
		}
	}
	if len(found) == 0 {
		return nil
	}
	p := found[s.r.IntN(len(found))]
	n := p.list[p.at]
	out := ""
	switch t.Kind(n) {
	case syntax.KindFor:
		x := t.For(n)
		init, cond, update := "", "true", ""
		if x.Init != syntax.None {
			init = s.of(x.Init) + ";"
		}
		if x.Cond != syntax.None {
			cond = s.of(x.Cond)
		}
		if x.Update != syntax.None {
			update = s.of(x.Update) + ";"
		}
		_, continues := s.escapes(x.Body)
		b := s.of(x.Body)
		forms := []string{
			"{ " + init + " loop { if !(" + cond + ") { break; } " + b + " continuing { " + update + " } } }",
			"{ " + init + " loop { if " + cond + " { } else { break; } " + b + " continuing { " + update + " break if !(" + s.yes() + "); } } }",
			"{ " + init + " for (; ; " + strings.TrimSuffix(update, ";") + ") { if !(" + cond + ") { break; } " + b + " } }",
			"{ " + init + " loop { if " + cond + " { " + b + " } else { break; } continuing { " + update + " } } }",
			"{ " + init + " if " + cond + " { loop { " + b + " continuing { " + update + " break if !(" + cond + "); } } } }",
		}
		if !continues {
			forms = append(forms, "{ "+init+" while "+cond+" { "+b+" "+update+" } }", "{ "+init+" loop { if !("+cond+") { break; } "+b+" "+update+" } }")
		}
		out = pick(s, forms...)
	case syntax.KindWhile:
		x := t.While(n)
		cond, b := s.of(x.Cond), s.of(x.Body)
		out = pick(s, "for (; "+cond+"; ) "+b, "loop { if "+cond+" { } else { break; } "+b+" }", "loop { if "+cond+" { "+b+" } else { break; } }",
			"while "+s.yes()+" { if !("+cond+") { break; } "+b+" }")
	case syntax.KindIf:
		x := t.If(n)
		if len(x.Clauses) != 1 {
			c := t.IfClause(x.Clauses[0])
			at := t.Span(c.Body).End
			rest := strings.TrimLeft(s.text[at:t.Span(n).End], " \t\n")
			rest = strings.TrimLeft(strings.TrimPrefix(rest, "else"), " \t\n")
			out = "if " + s.of(c.Cond) + " " + s.of(c.Body) + " else { " + rest + " }"
			break
		}
		c := t.IfClause(x.Clauses[0])
		cond, then := s.of(c.Cond), s.of(c.Body)
		other := "{ }"
		if x.Else != syntax.None {
			other = s.of(x.Else)
		}
		b1, _ := s.escapes(c.Body)
		b2 := false
		if x.Else != syntax.None {
			b2, _ = s.escapes(x.Else)
		}
		a := s.name("c")
		forms := []string{
			"if !(" + cond + ") " + other + " else " + then,
			"if (" + cond + ") == true " + then + " else " + other,
			"{ let " + a + " = " + cond + "; if " + a + " " + then + " else " + other + " }",
			"{ var " + a + " = false; if " + cond + " { " + a + " = true; } if " + a + " " + then + " else " + other + " }",
			"{ let " + a + " = " + cond + "; if " + a + " " + then + " if !" + a + " " + other + " }",
		}
		if !b1 && !b2 {
			forms = append(forms, "switch select(2u, 9u, "+cond+") { case 9u: "+then+" default: "+other+" }",
				"switch u32("+cond+") { case 1u: "+then+" case 0u, default: "+other+" }")
		}
		out = pick(s, forms...)
	case syntax.KindLoop:
		x := t.Loop(n)
		if x.Continuing != syntax.None {
			return nil
		}
		out = pick(s, "while "+s.yes()+" "+loopBody(s.of(n)), "for (;;) "+loopBody(s.of(n)))
	case syntax.KindSwitch:
		x := t.Switch(n)
		a := s.name("s")
		span := t.Span(x.Value)
		return []edit{{t.Span(n).Start, t.Span(n).Start, "{ let " + a + " = " + s.of(x.Value) + "; "}, {span.Start, span.End, a}, {t.Span(n).End, t.Span(n).End, " }"}}
	}
	span := t.Span(n)
	return []edit{{span.Start, span.End, out}}
}

// loopBody is the body of a loop, with its braces.
func loopBody(loop string) string { return loop[strings.Index(loop, "{"):] }

// rehouse moves a variable into a struct, an array or private memory.
func (s *Source) rehouse() []edit {
	t := s.tree
	var found []syntax.Node
	for _, p := range s.places() {
		n := p.list[p.at]
		if t.Kind(n) == syntax.KindVar && t.Variable(n).Type != syntax.None && len(t.Variable(n).TemplateArgs) == 0 {
			found = append(found, n)
		}
	}
	if len(found) == 0 {
		return nil
	}
	n := found[s.r.IntN(len(found))]
	v := t.Variable(n)
	name, kind := t.Name(v.Name), s.of(v.Type)
	uses := regexp.MustCompile(`[\pL_][\pL\pN_]*`).FindAllStringIndex(s.text, -1)
	var edits []edit
	a, w := s.name("v"), s.name("W")
	init := kind + "()"
	if v.Init != syntax.None {
		init = s.of(v.Init)
		if regexp.MustCompile(`\b` + name + `\b`).MatchString(init) {
			return nil
		}
	}
	var declare, use string
	end := uint32(len(s.text))
	switch s.r.IntN(5) {
	case 0:
		declare, use = "var "+a+": "+w+"; "+a+".f = "+init+";", a+".f"
		edits = append(edits, edit{end, end, "\nstruct " + w + " { pad: u32, f: " + kind + ", more: vec3f }\n"})
	case 1:
		declare, use = "var "+a+" = array<"+kind+", 2>(); "+a+"[1] = "+init+";", a+"["+s.one()+"]"
	case 2:
		declare, use = a+" = "+init+";", a
		edits = append(edits, edit{end, end, "\nvar<private> " + a + ": " + kind + ";\n"})
	case 3:
		declare, use = "var "+a+" = array<"+w+", 3>(); "+a+"[1].f = "+init+";", a+"["+s.one()+"].f"
		edits = append(edits, edit{end, end, "\nstruct " + w + " { f: " + kind + ", pad: array<f32, 3> }\n"})
	case 4:
		p := s.name("p")
		declare, use = "var "+a+": "+kind+" = "+init+"; let "+p+" = &"+a+";", "(*"+p+")"
	}
	declares := 0
	for _, u := range uses {
		if s.text[u[0]:u[1]] != name {
			continue
		}
		before := strings.TrimRight(s.text[:u[0]], " \t\n")
		switch {
		case strings.HasSuffix(before, "."):
			continue
		case strings.HasSuffix(before, "var"), strings.HasSuffix(before, "let"), strings.HasSuffix(before, "const"), strings.HasSuffix(before, "fn"), strings.HasSuffix(before, ">"):
			declares++
		case strings.HasPrefix(strings.TrimLeft(s.text[u[1]:], " \t\n"), ":") && !strings.HasSuffix(before, "case"):
			declares++
		}
		if span := t.Span(n); uint32(u[0]) >= span.Start && uint32(u[1]) <= span.End {
			continue
		}
		edits = append(edits, edit{uint32(u[0]), uint32(u[1]), use})
	}
	if declares != 1 {
		return nil // another one has the name
	}
	span := t.Span(n)
	return append(edits, edit{span.Start, s.end(span.End), declare})
}

// enclose gives a function another one that calls it.
func (s *Source) enclose() []edit {
	t := s.tree
	var found []syntax.Node
	for _, n := range t.Items() {
		if t.Kind(n) == syntax.KindFunction && len(t.Function(n).Attrs) == 0 && t.Name(t.Function(n).Name) != "zq_yes" {
			found = append(found, n)
		}
	}
	if len(found) == 0 {
		return nil
	}
	n := found[s.r.IntN(len(found))]
	f := t.Function(n)
	inner := s.name("f")
	var params, args []string
	for _, p := range f.Params {
		x := t.Field(p)
		params, args = append(params, t.Name(x.Name)+": "+s.of(x.Type)), append(args, t.Name(x.Name))
	}
	call := inner + "(" + strings.Join(args, ", ") + ")"
	head := "\nfn " + t.Name(f.Name) + "(" + strings.Join(params, ", ") + ")"
	var body string
	switch {
	case f.Return == syntax.None:
		body = pick(s, call+";", "if "+s.yes()+" { "+call+"; }", "loop { "+call+"; break; }")
	default:
		kind := s.of(f.Return)
		head += " -> " + kind
		a := s.name("r")
		body = pick(s, "return "+call+";", "var "+a+" = "+call+"; return "+a+";", "var "+a+": "+kind+"; if "+s.yes()+" { "+a+" = "+call+"; } return "+a+";",
			"loop { if "+s.yes()+" { return "+call+"; } }", "switch "+s.one()+" { case 1u: { return "+call+"; } default: { return "+kind+"(); } }")
	}
	end := uint32(len(s.text))
	return []edit{{f.NameSpan.Start, f.NameSpan.End, inner}, {end, end, head + " { " + body + " }\n"}}
}
