// Package rewrite is the cursor editor with which transforms change functions.
//
// Handles are stable, so an expression is changed by overwriting its node: every use sees
// the new one. Order is left: new operands must be evaluated ahead of it. An Editor walks
// the statements of a function in order and calls a Visitor for each evaluated expression
// and each statement, the current item. The visitor may
//
//   - insert code ahead of it, through the Builder that Ahead returns;
//   - make an expression be a value just built (Become);
//   - take it out (Remove);
//   - put it down now and insert code after it (Keep).
//
// An Emit is split if a statement comes between its expressions. A list of statements is
// rebuilt only if something changed, and nested blocks are changed in place, so a walk that
// changes nothing costs no allocation. Inserted code isn't visited.
package rewrite

import (
	"sync"

	"refract/ir"
)

// A Visitor is called for every item of a function, in the order of evaluation; a statement
// comes before the contents of its nested blocks.
type Visitor interface {
	// Expr is called for an expression that an Emit evaluates.
	Expr(e *Editor, x ir.ExprID)
	// Stmt is called for a statement other than an Emit.
	Stmt(e *Editor, s ir.StmtID)
}

// A Selective visitor is called for expressions of some kinds only.
type Selective interface {
	Visitor
	Kinds() ir.KindSet
}

// MaxDepth is how deep nested blocks may be; deeper ones aren't visited. The validator
// accepts none so deep.
const MaxDepth = 1000

// An Editor walks functions. Its zero value is ready to use, and keeps its
// memory from one function to the next.
type Editor struct {
	M *ir.Module
	F *ir.Function

	visitor Visitor
	kinds   ir.KindSet  // of expressions that the visitor is called for
	rule    ruleVisitor // of Apply
	b       ir.Builder
	frames  []frame
}

// frame is one list of statements on the way to the current item. It has no pointers, so
// that to write one is nothing to the garbage collector.
type frame struct {
	block  ir.BlockID
	at     int       // index of the current statement
	stmt   ir.StmtID // which that is
	inEmit bool      // it is an Emit, of which
	emitAt int       // this one is the current expression,
	expr   ir.ExprID // which that is
	before int       // how many expressions there were ahead of the current item's change
	mark   int       // of Builder.Begin, if open
	open   bool      // the list is being rebuilt
	split  bool      // the current Emit is being rebuilt
	placed bool      // the current item was kept or removed
	gone   bool      // the current item was removed
}

var editors = sync.Pool{New: func() any { return new(Editor) }}

// Functions walks every function of m that want accepts (nil: all).
func Functions(m *ir.Module, want func(*ir.Function) bool, v Visitor) {
	e := editors.Get().(*Editor)
	for _, f := range m.Functions[1:] {
		if want == nil || want(f) {
			e.Function(m, f, v)
		}
	}
	e.release()
}

// Function walks one function with an editor of its own.
func Function(m *ir.Module, f *ir.Function, v Visitor) {
	e := editors.Get().(*Editor)
	e.Function(m, f, v)
	e.release()
}

func (e *Editor) release() {
	e.M, e.F, e.visitor, e.rule.rule = nil, nil, nil, nil
	e.b.M, e.b.F = nil, nil
	editors.Put(e)
}

// Function walks f, a function of m.
func (e *Editor) Function(m *ir.Module, f *ir.Function, v Visitor) {
	e.M, e.F, e.visitor, e.kinds = m, f, v, ir.AllKinds
	if s, ok := v.(Selective); ok {
		e.kinds = s.Kinds()
	}
	e.b.Start(m, f)
	e.frames = e.frames[:0]
	f.Body = e.block(f.Body)
}

// block walks a block and returns its replacement.
func (e *Editor) block(id ir.BlockID) ir.BlockID {
	list := e.F.Block(id)
	if len(list) == 0 || len(e.frames) >= MaxDepth {
		return id
	}
	top := len(e.frames)
	e.frames = append(e.frames, frame{block: id})
	for i, s := range list {
		e.M.Meter.Step()
		fr := &e.frames[top]
		fr.at, fr.stmt, fr.inEmit, fr.emitAt, fr.split = i, s, false, 0, false
		if e.F.StmtKind(s) == ir.StmtEmit {
			e.emit(top, s)
			continue
		}
		fr.placed, fr.gone, fr.before = false, false, e.F.ExprCount()
		e.visitor.Stmt(e, s)
		if !e.frames[top].gone {
			e.nested(s)
		}
		if fr := &e.frames[top]; fr.open && !fr.placed {
			e.b.Push(s)
		}
	}
	open, mark := e.frames[top].open, e.frames[top].mark
	e.frames = e.frames[:top]
	if open {
		return e.b.End(mark)
	}
	return id
}

func (e *Editor) emit(top int, s ir.StmtID) {
	list := e.F.Emit(s)
	j := e.F.IndexIn(list, e.kinds)
	if j == len(list) { // nothing for the visitor, as in most
		if e.frames[top].open {
			e.b.Push(s)
		}
		return
	}
	e.frames[top].inEmit = true
	split := false
	for ; j < len(list); j++ {
		e.M.Meter.Step()
		x := list[j]
		if e.F.In(x, e.kinds) {
			fr := &e.frames[top]
			fr.emitAt, fr.expr, fr.placed, fr.gone, fr.before = j, x, false, false, e.F.ExprCount()
			e.visitor.Expr(e, x)
			fr = &e.frames[top]
			split = fr.split
			if fr.placed {
				continue
			}
		}
		if split {
			e.b.Pend(x)
		}
	}
	if fr := &e.frames[top]; fr.open && !split {
		e.b.Push(s)
	}
}

// nested walks the blocks of a statement.
func (e *Editor) nested(s ir.StmtID) {
	switch e.F.StmtKind(s) {
	case ir.StmtBlock:
		e.inside(s, 0, e.F.BlockStmt(s))
	case ir.StmtIf:
		v := e.F.If(s)
		e.inside(s, 0, v.Accept)
		e.inside(s, 1, v.Reject)
	case ir.StmtSwitch:
		for i := range e.F.Switch(s).Cases {
			e.inside(s, i, e.F.Switch(s).Cases[i].Body)
		}
	case ir.StmtLoop:
		v := e.F.Loop(s)
		changed := e.inside(s, 0, v.Body)
		if e.inside(s, 1, v.Continuing) || changed {
			FixLoopShape(e.F, s)
		}
	}
}

func (e *Editor) inside(s ir.StmtID, which int, b ir.BlockID) bool {
	n := e.block(b)
	if n != b {
		e.F.SetBlock(s, which, n)
	}
	return n != b
}

// Ahead returns the builder that inserts ahead of the current item (after it,
// once Keep was called). Calling it makes the editor rebuild the list.
func (e *Editor) Ahead() *ir.Builder {
	fr := &e.frames[len(e.frames)-1]
	if !fr.open {
		fr.open = true
		fr.mark = e.b.Begin()
		for _, s := range e.F.Block(fr.block)[:fr.at] {
			e.b.Push(s)
		}
	}
	if !fr.inEmit {
		e.b.Span = e.F.StmtSpan(fr.stmt)
		return &e.b
	}
	if !fr.split {
		fr.split = true
		for _, x := range e.F.Emit(fr.stmt)[:fr.emitAt] {
			e.b.Pend(x)
		}
	}
	e.b.Span = e.F.SpanOf(fr.expr)
	return &e.b
}

// Keep puts the current item down, if it is not yet, and returns the builder,
// which inserts after it from now on.
func (e *Editor) Keep() *ir.Builder {
	b := e.Ahead()
	fr := &e.frames[len(e.frames)-1]
	if !fr.placed {
		fr.placed = true
		if fr.inEmit {
			b.Pend(fr.expr)
		} else {
			b.Push(fr.stmt)
		}
	}
	return b
}

// Remove takes the current item out and returns the builder at its place. The
// nested blocks of a removed statement aren't visited.
func (e *Editor) Remove() *ir.Builder {
	b := e.Ahead()
	fr := &e.frames[len(e.frames)-1]
	fr.placed, fr.gone = true, true
	return b
}

// Become makes the current expression equal to v and puts it down. v is the last value
// built by the builder, or exists everywhere, or is from ahead of the current item, such as
// an operand: a scalar or vector, or computed of its operands alone, as an access to memory
// is. The author's name stays with the current expression.
func (e *Editor) Become(v ir.ExprID) {
	b := e.Ahead()
	fr := &e.frames[len(e.frames)-1]
	x := fr.expr
	e.F.Overwrite(x, e.last(b, v, fr.before))
	b.Pend(x)
	fr.placed = true
}

// Result makes the result of the current statement equal to v, as Become does, and takes
// the statement out. A statement without a result is only taken out; then v may be 0.
func (e *Editor) Result(v ir.ExprID) {
	b := e.Remove()
	fr := &e.frames[len(e.frames)-1]
	x := e.F.StmtResult(fr.stmt)
	if x == 0 {
		return
	}
	e.F.Overwrite(x, e.last(b, v, fr.before))
	b.Pend(x)
}

// last takes the last value built back out of the builder's list, so that another
// expression may take its place. Values from before the change of an item are still used
// under their own names: for them it is a copy.
func (e *Editor) last(b *ir.Builder, v ir.ExprID, before int) ir.ExprID {
	k := e.F.Kind(v)
	if int(v) < before && (k.NeedsEmit() || k.IsResult()) {
		switch {
		case e.M.Types.IsScalarOrVector(e.F.TypeOf(v)):
			v = b.Select(b.Bool(true), v, v)
		case k < ir.KindDerivative && k != ir.KindLoad: // it is the same wherever it is evaluated
			return v
		default:
			panic("rewrite: a copy of a " + k.String() + " that is neither a scalar nor a vector")
		}
	}
	if e.F.Kind(v).NeedsEmit() && !b.Unpend(v) {
		panic("rewrite: a value is not the last one built")
	}
	return v
}

// FixLoopShape makes a loop whose blocks were changed a LoopPlain, if it no
// longer has the form that its shape promises.
func FixLoopShape(f *ir.Function, s ir.StmtID) {
	v := f.Loop(s)
	switch v.Shape {
	case ir.LoopWhile:
		if !startsWithCondition(f, v.Body) || v.Continuing != 0 {
			f.SetLoopShape(s, ir.LoopPlain)
		}
	case ir.LoopDo:
		for _, s2 := range f.Block(v.Continuing) {
			if f.StmtKind(s2) != ir.StmtEmit {
				f.SetLoopShape(s, ir.LoopPlain)
			}
		}
	}
}

// startsWithCondition reports whether a block begins with the evaluation of a condition
// (Emits, calls, and branches for && and ||), and an If that only breaks in its reject.
func startsWithCondition(f *ir.Function, b ir.BlockID) bool {
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
		case ir.StmtLocal:
			if f.Locals[f.LocalDecl(s).Local].Name != "" {
				return false
			}
		case ir.StmtIf:
			v := f.If(s)
			reject := f.Block(v.Reject)
			if v.Accept == 0 && len(reject) == 1 && f.StmtKind(reject[0]) == ir.StmtBreak {
				return true
			}
		default:
			if f.StmtResult(s) == 0 {
				return false
			}
		}
	}
	return false
}

// Rest lists the statements after the current one in its block, as they were
// before the walk.
func (e *Editor) Rest() []ir.StmtID {
	fr := &e.frames[len(e.frames)-1]
	return e.F.Block(fr.block)[fr.at+1:]
}

// Enclosing returns the statement whose block holds the current item (level 0),
// the one whose block holds that (level 1), and so on; 0 past the function's
// body.
func (e *Editor) Enclosing(level int) ir.StmtID {
	i := len(e.frames) - 2 - level
	if i < 0 {
		return 0
	}
	return e.frames[i].stmt
}
