package hlsl

// This file writes statements: the lines of a plan.

import (
	"refract/back/text"
	"refract/ir"
)

// lines writes the lines of a block, each on a new line of text.
func (w *Writer) lines(first text.LineID) {
	for id := first; id != 0; {
		l := w.plan.Line(id)
		w.out.Line()
		w.line(l)
		id = l.Next
	}
}

// block writes a block in braces, a scope of its own.
func (w *Writer) block(first text.LineID) {
	w.out.Begin()
	w.lines(first)
	w.out.Finished(first == 0)
}

func (w *Writer) line(l *text.Line) {
	o := &w.out
	switch l.Kind {
	case text.LineBlock:
		w.block(l.First)
	case text.LineIf:
		o.If(printer{w}, &w.plan, l)
	case text.LineSwitch:
		w.switchLine(l)
	case text.LineLoop:
		w.keepLoop(l.First)
		o.Str("while")
		o.Space()
		o.Str("(true)")
		o.Space()
		o.Begin()
		w.loopBody(l, l)
		w.continuing(l, false)
		o.Finished(l.First|l.Second == 0 && l.Expr == 0)
	case text.LineWhile:
		w.keepLoop(l.First)
		o.Head(printer{w}, "while", l.Expr)
		o.Begin()
		w.loopBody(l, nil)
		o.Finished(l.First == 0)
	case text.LineFor:
		w.forLine(l)
	case text.LineEffect:
		w.operation(l.Stmt)
		if w.f.StmtKind(l.Stmt) != ir.StmtRayQuery || w.f.RayQuery(l.Stmt).Op != ir.RayInitialize {
			o.Byte(';')
		}
	default:
		w.simple(l)
		o.Byte(';')
	}
}

// loopBody writes the body of a loop, in which a continue goes through the
// continuing block of loop, if that is not nil.
func (w *Writer) loopBody(l, loop *text.Line) {
	outer := w.loop
	w.loop = loop
	w.lines(l.First)
	w.loop = outer
}

// keepLoop writes the attribute of a loop that doesn't count. FXC follows every
// other loop through its iterations to unroll it: it would not find their number, and
// call that an error if the loop takes derivatives, or not come to an end. A loop
// whose body is left at its end it takes for no loop: the attribute makes it write code
// that it refuses itself, in a clause of a switch.
func (w *Writer) keepLoop(body text.LineID) {
	if !w.isDXC() && (!w.leavesLoop(body) || w.f.MayHaveStmt(ir.StmtContinue)) {
		w.out.Str("[loop] ")
	}
}

// leavesLoop reports whether the lines of a loop's body end with a way out of it.
func (w *Writer) leavesLoop(first text.LineID) bool {
	last := first
	for id := first; id != 0; id = w.plan.Line(id).Next {
		last = id
	}
	if last == 0 {
		return false
	}
	l := w.plan.Line(last)
	return l.Kind == text.LineReturn || l.Kind == text.LineSimple && w.f.StmtKind(l.Stmt) == ir.StmtBreak
}

// maxRepeated bounds how many continuing blocks are written again: where they
// hold loops with continuing blocks, the number could multiply.
const maxRepeated = 1000

// continuing writes what a loop does at the end of its body; fresh says that it
// begins on a new line.
func (w *Writer) continuing(l *text.Line, fresh bool) {
	o := &w.out
	outer := w.loop
	w.loop = nil
	for id := l.Second; id != 0; {
		line := w.plan.Line(id)
		if !fresh {
			o.Line()
		}
		fresh = false
		w.line(line)
		id = line.Next
	}
	if l.Expr != 0 {
		if !fresh {
			o.Line()
		}
		o.BreakIf(printer{w}, l.Expr)
	}
	w.loop = outer
}

// simple writes a statement that ends with a semicolon, without it.
func (w *Writer) simple(l *text.Line) {
	o, f := &w.out, w.f
	switch l.Kind {
	case text.LineLet:
		name := o.LocalName(w.plan.AuthorsName(l.Expr), "t")
		w.let(name, l.Expr)
		w.values[l.Expr] = name
	case text.LineGuard:
		name := o.LocalName("", "t")
		w.let(name, l.Expr)
		w.guards[l.Guarded] = name
	case text.LineUnused:
		w.expr(l.Expr, anyForm)
	case text.LineVar:
		w.variable(l)
	case text.LineStore:
		v := f.Store(l.Stmt)
		if w.isItself(v) {
			return
		}
		w.store(v.Pointer, v.Value)
	case text.LineCompound:
		w.place(f.Store(l.Stmt).Pointer)
		w.compound(l)
	case text.LineStep:
		w.place(f.Store(l.Stmt).Pointer)
		if l.Op == ir.Add {
			o.Str("++")
		} else {
			o.Str("--")
		}
	case text.LineEffect:
		w.operation(l.Stmt)
	case text.LineReturn:
		o.Str("return")
		if l.Expr != 0 {
			o.Byte(' ')
			w.expr(l.Expr, anyForm)
		}
	case text.LineSimple:
		w.jump(l.Stmt)
	default:
		panic("hlsl: a line that is no simple statement")
	}
}

// isItself reports whether a variable that is an array is given its own value, which
// DXC needs forever to compile.
func (w *Writer) isItself(v ir.Store) bool {
	f := w.f
	if f.Kind(v.Pointer) != ir.KindLocal || f.Kind(v.Value) != ir.KindLoad || w.isNamed(v.Value) {
		return false
	}
	from := f.Operand(v.Value)
	return f.Kind(from) == ir.KindLocal && f.LocalRef(from) == f.LocalRef(v.Pointer) && w.m.Types.At(f.TypeOf(v.Value)).Kind == ir.TypeArray
}

// compound writes the rest of a compound assignment; a product of vector and
// matrix, and a remainder of floats, is written out.
func (w *Writer) compound(l *text.Line) {
	o := &w.out
	v := w.f.Store(l.Stmt)
	b := w.f.Binary(v.Value)
	switch {
	case w.isProduct(b):
		o.Infix("=")
		o.Word(mulWord)
		o.Byte('(')
		w.operand(v.Value, b.Right, anyForm)
		o.Comma()
		w.place(v.Pointer)
		o.Byte(')')
		return
	case !w.isOperation(b):
		o.Infix("=")
		o.Word(fmodWord)
		o.Byte('(')
		w.place(v.Pointer)
		o.Comma()
		w.operand(v.Value, b.Right, anyForm)
		o.Byte(')')
		return
	}
	if !w.isDXC() && w.m.Types.ScalarOf(w.f.TypeOf(v.Value)) == ir.Bool {
		o.Infix("=") // FXC: "operator cannot be used with a bool lvalue"
		w.spell(v.Value)
		return
	}
	o.Space()
	o.Str(operators.Binary[l.Op].Text)
	o.Byte('=')
	o.Space()
	if w.implied(v.Value, b) == b.Right {
		w.component(b.Right, anyForm)
	} else {
		w.operand(v.Value, b.Right, anyForm)
	}
}

// let declares a name for a value.
func (w *Writer) let(name text.Name, e ir.ExprID) {
	o, f := &w.out, w.f
	t := f.TypeOf(e)
	if f.Kind(e) == ir.KindCompose && w.m.Types.At(t).Kind == ir.TypeArray && w.isConstant(e, 0) {
		o.Str("static const ") // a table, which needn't be built each time
	}
	// A name is visible in its own initializer.
	w.declarator(t, name)
	o.Bind(name)
	if f.Kind(e) == ir.KindAtomicResult {
		w.atomicResult(name, e)
		return
	}
	o.Infix("=")
	if f.Kind(e) == ir.KindCompose {
		w.compose(e)
	} else {
		w.spell(e)
	}
}

// isConstant reports whether a value is made of constants only, none of them by the
// name of a variable.
func (w *Writer) isConstant(e ir.ExprID, depth int) bool {
	if depth > 0 && w.isNamed(e) {
		return false
	}
	switch w.ex.Kind(e) {
	case ir.KindLiteral, ir.KindZeroValue, ir.KindConstant:
		return true
	case ir.KindSplat:
		return w.isConstant(w.ex.Operand(e), depth+1)
	case ir.KindCompose:
		if depth > maxTypeDepth {
			return false
		}
		for _, c := range w.ex.Compose(e).Components {
			if !w.isConstant(c, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// atomicResult writes the operation that gives a variable its value, behind the
// variable's declaration.
func (w *Writer) atomicResult(name text.Name, e ir.ExprID) {
	o, f := &w.out, w.f
	s := w.plan.ResultOf(e)
	o.Byte(';')
	o.Line()
	if f.StmtKind(s) == ir.StmtAtomic {
		w.atomic(s, name)
	} else {
		w.imageAtomic(s, name)
	}
	st := w.m.StructOf(f.TypeOf(e))
	if st == nil {
		return
	}
	compare := ir.ExprID(0)
	if f.StmtKind(s) == ir.StmtAtomic {
		compare = f.Atomic(s).Compare
	} else {
		compare = f.ImageAtomic(s).Compare
	}
	id := w.m.Types.At(f.TypeOf(e)).Struct
	o.Byte(';')
	o.Line()
	o.Name(name)
	o.Byte('.')
	o.Str(w.memberName(id, 1))
	o.Infix("=")
	o.Name(name)
	o.Byte('.')
	o.Str(w.memberName(id, 0))
	o.Infix("==")
	w.expr(compare, operators.Binary[ir.Eq].Right)
}

func (w *Writer) variable(l *text.Line) {
	o := &w.out
	local := &w.f.Locals[l.Local]
	name := o.LocalName(local.Name, "v")
	w.declarator(local.Type, name)
	w.locals[l.Local] = name
	o.Bind(name)
	if l.Expr != 0 {
		o.Infix("=")
		w.initializer(l.Expr)
	}
}

func (w *Writer) jump(s ir.StmtID) {
	o := &w.out
	switch k := w.f.StmtKind(s); k {
	case ir.StmtBreak:
		o.Str("break")
	case ir.StmtContinue:
		// HLSL has no continuing blocks: it is written ahead of each continue.
		if l := w.loop; l != nil && (l.Second != 0 || l.Expr != 0) {
			if w.repeated++; w.repeated > maxRepeated {
				w.unsupported("so many continues to blocks at the end of loops", w.f.StmtSpan(s))
				return
			}
			w.continuing(l, true)
			o.Line()
		}
		o.Str("continue")
	case ir.StmtDemote:
		o.Str("discard")
	case ir.StmtTerminate:
		o.Str("discard;")
		o.Line()
		o.Str("return")
		if w.f.Result != 0 {
			o.Byte(' ')
			w.zero(w.f.Result)
		}
	default:
		panic("hlsl: jump of kind " + k.String())
	}
}

// printer is the writer as a text.Printer.
type printer struct{ *Writer }

func (p printer) Expr(e ir.ExprID, accept text.Forms)        { p.expr(e, accept) }
func (p printer) Operand(of, e ir.ExprID, accept text.Forms) { p.operand(of, e, accept) }
func (p printer) Block(first text.LineID)                    { p.block(first) }
func (p printer) Simple(l *text.Line)                        { p.simple(l) }

func (w *Writer) switchLine(l *text.Line) {
	o, f := &w.out, w.f
	sw := f.Switch(l.Stmt)
	o.Head(printer{w}, "switch", sw.Selector)
	o.Byte('{')
	o.Indent()
	signed := f.TypeOf(sw.Selector) == ir.TypeI32
	for id := l.First; id != 0; {
		cl := w.plan.Line(id)
		id = cl.Next
		c := &sw.Cases[cl.Index]
		values := f.CaseValues(c)
		for _, v := range values {
			o.Line()
			o.Str("case ")
			if signed {
				w.out.Int(int64(int32(v)))
			} else {
				o.Uint(uint64(v))
				o.Byte('u')
			}
			o.Byte(':')
		}
		if c.Default {
			o.Line()
			o.Str("default:")
		}
		if c.FallThrough && cl.First == 0 && id != 0 {
			continue // another label
		}
		o.Space()
		o.Begin()
		w.lines(cl.First)
		if !w.plan.Leaves(cl.First) {
			o.Line()
			o.Str("break;")
		}
		o.Finished(false)
	}
	o.Outdent()
	o.Line()
	o.Byte('}')
}

func (w *Writer) forLine(l *text.Line) {
	o := &w.out
	// To FXC, and to DXC as of HLSL 2018, what is declared here is visible behind
	// the loop.
	if w.isDXC() {
		o.OpenHead(true)
	}
	o.ForHead(printer{w}, &w.plan, l)
	o.Begin()
	w.loopBody(l, nil)
	o.Finished(l.First == 0)
	if w.isDXC() {
		o.Close()
	}
}
