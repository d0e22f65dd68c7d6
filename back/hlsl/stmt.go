package hlsl

// This file writes statements: the lines of a plan.

import (
	"refract/internal/back/text"
	"refract/ir"
)

// effect writes a call or another operation as a statement.
func (w *Writer) effect(l *text.Line) {
	w.Operation(l.Stmt)
	switch k := w.F.StmtKind(l.Stmt); {
	case k == ir.StmtRayQuery && w.F.RayQuery(l.Stmt).Op == ir.RayInitialize:
	case k == ir.StmtPipeline && (w.F.Pipeline(l.Stmt).Op == ir.TraceRay || w.F.Pipeline(l.Stmt).Op == ir.ExecuteCallable):
	default:
		w.Out.Byte(';')
	}
}

// keepLoop writes the attribute of a loop that doesn't count. FXC follows every
// other loop through its iterations to unroll it: it would not find their number, and
// call that an error if the loop takes derivatives, or not come to an end. A loop
// whose body is left at its end it takes for no loop: the attribute makes it write code
// that it refuses itself, in a clause of a switch, and lose stores to arrays, in a loop.
func (w *Writer) keepLoop(body text.LineID) {
	if !w.isDXC() && (!w.leavesLoop(body) || w.continues(body)) {
		w.Out.Str("[loop] ")
	}
}

// continues reports whether the lines of a loop's body have a continue of that loop.
func (w *Writer) continues(first text.LineID) bool {
	if !w.F.MayHaveStmt(ir.StmtContinue) {
		return false
	}
	for id := first; id != 0; id = w.Plan.Line(id).Next {
		switch l := w.Plan.Line(id); l.Kind {
		case text.LineSimple:
			if w.F.StmtKind(l.Stmt) == ir.StmtContinue {
				return true
			}
		case text.LineBlock, text.LineIf, text.LineSwitch, text.LineCase:
			if w.continues(l.First) || w.continues(l.Second) {
				return true
			}
		}
	}
	return false
}

// leavesLoop reports whether the lines of a loop's body end with a way out of it.
func (w *Writer) leavesLoop(first text.LineID) bool {
	last := first
	for id := first; id != 0; id = w.Plan.Line(id).Next {
		last = id
	}
	if last == 0 {
		return false
	}
	l := w.Plan.Line(last)
	return l.Kind == text.LineReturn || l.Kind == text.LineSimple && w.F.StmtKind(l.Stmt) == ir.StmtBreak
}

// runsOnce reports whether a loop is one iteration to FXC, which otherwise looks for the
// number of its iterations by following the loops inside.
func (w *Writer) runsOnce(l *text.Line) bool {
	if w.isDXC() || l.Second != 0 || l.Expr != 0 || w.continues(l.First) {
		return false
	}
	last := l.First
	for id := l.First; id != 0; id = w.Plan.Line(id).Next {
		last = id
	}
	end := w.Plan.Line(last)
	return last != 0 && end.Kind == text.LineSimple && w.F.StmtKind(end.Stmt) == ir.StmtBreak
}

// jump spells a discard. FXC misses the value of a function that discards, in loops; clip
// is the same to it otherwise.
func (w *Writer) jump(s ir.StmtID) {
	o := &w.Out
	if w.F.StmtKind(s) == ir.StmtTerminate && w.stageFor(w.fn) != nil {
		o.Str("return") // terminate is behind an operation
		if w.F.Result != 0 {
			o.Byte(' ')
			w.zero(w.F.Result)
		}
		return
	}
	if w.isDXC() || w.F.Result == 0 || w.entry != nil {
		o.Str("discard")
	} else {
		o.Str("clip(-1.0)")
	}
	if w.F.StmtKind(s) == ir.StmtTerminate {
		o.Byte(';')
		o.Line()
		o.Str("return")
		if w.F.Result != 0 {
			o.Byte(' ')
			w.zero(w.F.Result)
		}
	}
}

// maxRepeated and maxRepeatedBytes bound how many continuing blocks of a function are
// written again, and with how much text; one limit may be passed, but not both: if they
// hold loops with continuing blocks, the number could multiply.
const (
	maxRepeated      = 1000
	maxRepeatedBytes = 1 << 20
)

// again writes a continue. HLSL has no continuing blocks: they are written ahead of each.
func (w *Writer) again(s ir.StmtID) {
	if l := w.Loop; l != nil && (l.Second != 0 || l.Expr != 0) {
		if w.repeated++; w.repeated > maxRepeated && w.repeatedBytes > maxRepeatedBytes {
			w.Unsupported("so many continues to blocks at the end of loops", w.F.StmtSpan(s))
			return
		}
		at := w.Out.Len()
		w.Continuing(l, true)
		w.repeatedBytes += w.Out.Len() - at
		w.Out.Line()
	}
	w.Out.Str("continue")
}

func (w *Writer) storeLine(l *text.Line) {
	if v := w.F.Store(l.Stmt); !w.isItself(v) {
		w.store(v.Pointer, v.Value)
	}
}

// isItself reports whether a variable that is an array is given its own value, which
// DXC needs forever to compile.
func (w *Writer) isItself(v ir.Store) bool {
	f := w.F
	if f.Kind(v.Pointer) != ir.KindLocal || f.Kind(v.Value) != ir.KindLoad || w.IsNamed(v.Value) {
		return false
	}
	from := f.Operand(v.Value)
	return f.Kind(from) == ir.KindLocal && f.LocalRef(from) == f.LocalRef(v.Pointer) && w.M.Types.At(f.TypeOf(v.Value)).Kind == ir.TypeArray
}

// compound writes a compound assignment; a product of vector and matrix, and a
// remainder of floats, is written out.
func (w *Writer) compound(l *text.Line) {
	o := &w.Out
	v := w.F.Store(l.Stmt)
	b := w.F.Binary(v.Value)
	isBool := !w.isDXC() && w.M.Types.ScalarOf(w.F.TypeOf(v.Value)) == ir.Bool
	if w.isOperation(b) && !isBool && !w.isColumnPart(v.Pointer) {
		w.Compound(l)
		return
	}
	w.Place(v.Pointer)
	o.Infix("=")
	switch {
	case w.isProduct(b):
		o.Word(mulWord)
		o.Byte('(')
		w.Operand(v.Value, b.Right, anyForm)
		o.Comma()
		w.Place(v.Pointer)
		o.Byte(')')
	case !w.isOperation(b):
		o.Word(fmodWord)
		o.Byte('(')
		w.Place(v.Pointer)
		o.Comma()
		w.Operand(v.Value, b.Right, anyForm)
		o.Byte(')')
	default:
		w.Spell(v.Value) // FXC: "operator cannot be used with a bool lvalue"
	}
}

// isColumnPart reports whether a pointer is to a component of a column, both constant, of
// a matrix in an array at a variable index: of compound assignments to such DXC makes
// modules that it refuses itself, whose instructions don't dominate their uses.
func (w *Writer) isColumnPart(p ir.ExprID) bool {
	f := w.F
	if f.Kind(p) != ir.KindAccessIndex || f.Kind(f.Operand(p)) != ir.KindAccessIndex {
		return false
	}
	p = f.Operand(f.Operand(p))
	if w.M.Types.At(w.M.Types.Pointee(f.TypeOf(p))).Kind != ir.TypeMatrix {
		return false
	}
	for f.Kind(p) == ir.KindAccessIndex {
		p = f.Operand(p)
	}
	return f.Kind(p) == ir.KindAccess
}

// let declares a name for a value.
func (w *Writer) let(name text.Name, e ir.ExprID) {
	o, f := &w.Out, w.F
	t := f.TypeOf(e)
	if f.Kind(e) == ir.KindCompose && w.M.Types.At(t).Kind == ir.TypeArray && w.isConstant(e, 0) {
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
		w.Spell(e)
	}
}

// isConstant reports whether a value is made of constants only, none of them by the
// name of a variable.
func (w *Writer) isConstant(e ir.ExprID, depth int) bool {
	if depth > 0 && w.IsNamed(e) {
		return false
	}
	switch w.Ex.Kind(e) {
	case ir.KindLiteral, ir.KindZeroValue, ir.KindConstant:
		return true
	case ir.KindSplat:
		return w.isConstant(w.Ex.Operand(e), depth+1)
	case ir.KindCompose:
		if depth > maxTypeDepth {
			return false
		}
		for _, c := range w.Ex.Compose(e).Components {
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
	o, f := &w.Out, w.F
	s := w.Plan.ResultOf(e)
	o.Byte(';')
	o.Line()
	if f.StmtKind(s) == ir.StmtAtomic {
		w.atomic(s, name)
	} else {
		w.imageAtomic(s, name)
	}
	st := w.M.StructOf(f.TypeOf(e))
	if st == nil {
		return
	}
	compare := ir.ExprID(0)
	if f.StmtKind(s) == ir.StmtAtomic {
		compare = f.Atomic(s).Compare
	} else {
		compare = f.ImageAtomic(s).Compare
	}
	id := w.M.Types.At(f.TypeOf(e)).Struct
	o.Byte(';')
	o.Line()
	o.Name(name)
	o.Byte('.')
	o.Str(w.MemberName(id, 1))
	o.Infix("=")
	o.Name(name)
	o.Byte('.')
	o.Str(w.MemberName(id, 0))
	o.Infix("==")
	w.Expr(compare, operators.Binary[ir.Eq].Right)
}
