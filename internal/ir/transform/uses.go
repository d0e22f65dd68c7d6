package transform

// This file walks the values that a function really evaluates, as against the contents of
// its arenas: values that no Emit lists, and their operands, don't count.

import (
	"refract/diag"
	"refract/internal/reuse"
	"refract/ir"
)

// A reach finds out which functions and globals entry points reach. It keeps its
// memory from one query to the next.
type reach struct {
	m       *ir.Module
	seen    []bool // by FuncID
	globals []bool // by GlobalID
	stack   []ir.FuncID
	buf     []ir.ExprID
}

// from marks the entities that fn and the functions it calls use, and visits each function
// once; depth of calls is bounded by the number of functions.
func (r *reach) from(m *ir.Module, fn ir.FuncID) {
	r.m = m
	r.seen = reuse.Zeroed(r.seen, len(m.Functions))
	r.globals = reuse.Zeroed(r.globals, len(m.Globals))
	r.seen[fn] = true
	r.stack = append(r.stack[:0], fn)
	for len(r.stack) > 0 {
		f := m.Functions[r.stack[len(r.stack)-1]]
		r.stack = r.stack[:len(r.stack)-1]
		r.block(f, f.Body)
	}
}

func (r *reach) block(f *ir.Function, b ir.BlockID) {
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			for _, x := range f.Emit(s) {
				if f.In(x, arithmetic) {
					continue
				}
				if o, ok := f.OnlyOperand(x); ok {
					r.operand(f, o)
					continue
				}
				a, b, c, list := f.Inputs(x)
				r.operand(f, a)
				r.operand(f, b)
				r.operand(f, c)
				for _, o := range list {
					r.operand(f, o)
				}
			}
			continue
		case ir.StmtStore:
			v := f.Store(s)
			r.operand(f, v.Pointer)
			r.operand(f, v.Value)
			continue
		case ir.StmtBlock:
			r.block(f, f.BlockStmt(s))
		case ir.StmtIf:
			v := f.If(s)
			r.block(f, v.Accept)
			r.block(f, v.Reject)
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				r.block(f, c.Body)
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			r.block(f, v.Body)
			r.block(f, v.Continuing)
		case ir.StmtCall:
			if to := f.Call(s).Function; !r.seen[to] {
				r.seen[to] = true
				r.stack = append(r.stack, to)
			}
		}
		r.buf = f.StmtOperands(s, r.buf[:0])
		for _, o := range r.buf {
			r.operand(f, o)
		}
	}
}

// arithmetic has expressions that compute with values: no operand is a global.
const arithmetic = ir.AllKinds&^(1<<ir.FirstOperator-1) | 1<<ir.KindCompose | 1<<ir.KindSplat | 1<<ir.KindSwizzle |
	1<<ir.KindUnary | 1<<ir.KindSelect | 1<<ir.KindRelational | 1<<ir.KindMath | 1<<ir.KindAs | 1<<ir.KindDerivative

func (r *reach) operand(f *ir.Function, x ir.ExprID) {
	if f.Kind(x) == ir.KindGlobal {
		r.globals[f.GlobalRef(x)] = true
	}
}

// prepend inserts the statements of build at the beginning of a function.
func prepend(b *ir.Builder, m *ir.Module, f *ir.Function, build func(b *ir.Builder)) {
	b.Start(m, f)
	mark := b.Begin()
	here := b.Here()
	if build(b); b.Here() == here {
		return
	}
	for _, s := range f.Block(f.Body) {
		b.Push(s)
	}
	f.Body = b.End(mark)
}

// atEnd builds statements at the place at which control falls off the end of a function, if
// it does.
func atEnd(b *ir.Builder, m *ir.Module, f *ir.Function, build func(b *ir.Builder)) {
	list := f.Block(f.Body)
	if n := len(list); n > 0 && f.StmtKind(list[n-1]).IsTerminator() {
		return
	}
	b.Start(m, f)
	mark := b.Begin()
	for _, s := range list {
		b.Push(s)
	}
	build(b)
	f.Body = b.End(mark)
}

// replaceArguments replaces the uses of a function's parameters in the first exprs
// expressions and stmts statements by values, by parameter; 0: the parameter stays.
func replaceArguments(f *ir.Function, exprs ir.ExprID, stmts ir.StmtID, values []ir.ExprID) {
	by := make([]ir.ExprID, exprs)
	for x := f.Next(0, arguments); x != 0 && x < exprs; x = f.Next(x, arguments) {
		by[x] = values[f.ArgumentIndex(x)]
	}
	f.ReplaceOperands(exprs, stmts, by)
}

const arguments ir.KindSet = 1 << ir.KindArgument

// forgetArguments makes the first exprs expressions that name parameters, which
// nothing uses, name none: the parameters are others now.
func forgetArguments(f *ir.Function, exprs ir.ExprID) {
	zero := ir.ExprID(0)
	for x := ir.ExprID(1); x < exprs; x++ {
		if f.Kind(x) == ir.KindArgument {
			if zero == 0 {
				zero = f.AddLiteral(ir.TypeU32, 0, diag.Span{})
			}
			f.Overwrite(x, zero)
		}
	}
}
