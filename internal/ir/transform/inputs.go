package transform

// This file gives entry points inputs and outputs of their own, for targets that restrict
// the interface between stages to certain parameters and structs:
//
//	struct @In { position : vec4<f32> builtin(position); color : vec3<f32> location(0) }
//	func @fs($in : @In) { ... $in.color ... }
//
// becomes
//
//	func @fs($position : vec4<f32> builtin(position), $color : vec3<f32> location(0)) { ... $color ... }
//
// If the struct is used as a whole, it is put together at the beginning.

import (
	"sync"

	"refract/internal/ir/rewrite"
	"refract/internal/reuse"
	"refract/ir"
)

// SplitInputs makes parameters of the members of every struct that an entry point takes,
// unless keep reports true.
func SplitInputs(m *ir.Module, keep func(e *ir.EntryPoint, t ir.TypeID) bool) {
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		for j := range f.Args {
			if m.StructOf(f.Args[j].Type) != nil && !keep(&m.EntryPoints[i], f.Args[j].Type) {
				splitInputs(m, i, keep)
				break
			}
		}
	}
}

// inputSplit is the state of one entry point.
type inputSplit struct {
	f      *ir.Function
	b      ir.Builder
	old    []ir.Argument
	flat   []bool      // by parameter, as it was: it is taken apart
	first  []int       // by parameter, as it was: the (first) parameter that it is now
	whole  []bool      // by parameter, as it was: it is used otherwise than for a member
	values []ir.ExprID // by parameter, as it was: what it is now, or 0
	member []bool      // by ExprID: a member of a parameter that is taken apart
	by     []ir.ExprID // by ExprID: what stands for old parameters and their members
	buf    []ir.ExprID
}

// inputSplits keeps the memory of splits.
var inputSplits = sync.Pool{New: func() any { return new(inputSplit) }}

func splitInputs(m *ir.Module, entry int, keep func(e *ir.EntryPoint, t ir.TypeID) bool) {
	f := m.OwnFunction(entry)
	v := inputSplits.Get().(*inputSplit)
	v.f, v.old = f, append(v.old[:0], f.Args...)
	old := v.old
	v.flat, v.first, v.values = reuse.Zeroed(v.flat, len(old)), reuse.Zeroed(v.first, len(old)), reuse.Zeroed(v.values, len(old))
	f.Args = f.Args[:0]
	for i := range old {
		v.first[i] = len(f.Args)
		s := m.StructOf(old[i].Type)
		if s == nil || keep(&m.EntryPoints[entry], old[i].Type) {
			f.Args = append(f.Args, old[i])
			continue
		}
		v.flat[i] = true
		for j := range s.Members {
			mem := &s.Members[j]
			f.Args = append(f.Args, ir.Argument{Name: mem.Name, Type: mem.Type, Binding: mem.Binding, Span: mem.Span})
		}
	}
	exprs := ir.ExprID(f.ExprCount())
	if v.mark(exprs) {
		rewrite.Function(m, f, v) // members that are asked for are parameters now
	}
	stmts := ir.StmtID(f.StmtCount())
	prepend(&v.b, m, f, func(b *ir.Builder) {
		for i := range old {
			b.Span = old[i].Span
			switch {
			case !v.flat[i]:
				v.values[i] = b.Argument(v.first[i])
			case v.whole[i]:
				v.buf = v.buf[:0]
				for j := range m.StructOf(old[i].Type).Members {
					v.buf = append(v.buf, b.Argument(v.first[i]+j))
				}
				v.values[i] = b.Compose(old[i].Type, v.buf...)
				f.SetName(v.values[i], old[i].Name)
			}
		}
	})
	v.by = reuse.Zeroed(v.by, int(exprs))
	for x := f.Next(0, inputUses); x != 0 && x < exprs; x = f.Next(x, inputUses) {
		switch {
		case v.member[x]:
			a := f.AccessIndex(x)
			n := v.first[f.ArgumentIndex(a.Base)] + int(a.Index)
			v.by[x] = f.AddRef(ir.KindArgument, f.Args[n].Type, uint32(n), f.SpanOf(x))
		case f.Kind(x) == ir.KindArgument:
			v.by[x] = v.values[f.ArgumentIndex(x)]
		}
	}
	f.ReplaceOperands(exprs, stmts, v.by)
	// References to the old parameters are unused now; they must not name missing ones.
	zero := f.AddLiteral(ir.TypeU32, 0, old[0].Span)
	for x := f.Next(0, inputUses); x != 0 && x < exprs; x = f.Next(x, inputUses) {
		if v.member[x] || f.Kind(x) == ir.KindArgument {
			f.Overwrite(x, zero)
		}
	}
	v.f, v.b.M, v.b.F = nil, nil, nil
	clear(v.old)
	inputSplits.Put(v)
}

// inputUses are parameters, and expressions that may be a member of one.
const inputUses ir.KindSet = 1<<ir.KindArgument | 1<<ir.KindAccessIndex

// mark finds the members of parameters that are taken apart, and the parameters
// that are used otherwise too. It reports whether there are such members.
func (v *inputSplit) mark(exprs ir.ExprID) (members bool) {
	f := v.f
	v.member = reuse.Zeroed(v.member, int(exprs))
	v.whole = reuse.Zeroed(v.whole, len(v.flat))
	note := func(o ir.ExprID) {
		if f.Kind(o) == ir.KindArgument {
			v.whole[f.ArgumentIndex(o)] = true
		}
	}
	for x := ir.ExprID(1); x < exprs; x++ {
		a, b, c, list := f.Inputs(x)
		if f.Kind(x) == ir.KindAccessIndex && f.Kind(a) == ir.KindArgument && v.flat[f.ArgumentIndex(a)] {
			v.member[x], members = true, true
			continue
		}
		note(a)
		note(b)
		note(c)
		for _, o := range list {
			note(o)
		}
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		v.buf = f.StmtOperands(s, v.buf[:0])
		for _, o := range v.buf {
			note(o)
		}
	}
	return members
}

func (v *inputSplit) Stmt(*rewrite.Editor, ir.StmtID) {}

// Kinds implements rewrite.Selective.
func (*inputSplit) Kinds() ir.KindSet { return memberAccesses }

func (v *inputSplit) Expr(e *rewrite.Editor, x ir.ExprID) {
	if v.member[x] {
		e.Remove()
	}
}

// SeparateOutputs gives every entry point that want accepts a struct of its own as result,
// if the result is a struct. Arrays in it are put together from their elements.
func SeparateOutputs(m *ir.Module, name string, want func(e *ir.EntryPoint, t ir.TypeID) bool) {
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		old := m.Functions[e.Function].Result
		if old == 0 || m.StructOf(old) == nil || !want(e, old) {
			continue
		}
		f := m.OwnFunction(i)
		s := *m.StructOf(old)
		s.Name = e.Name + name
		s.Members = append([]ir.Member(nil), s.Members...)
		f.Result = m.AddStruct(s)
		mapReturns(m, f, func(b *ir.Builder, v ir.ExprID) ir.ExprID {
			list := parts(b, v)
			for j, p := range list {
				t := m.Types.At(b.TypeOf(p))
				if t.Kind == ir.TypeArray && b.F.Kind(p) != ir.KindCompose {
					elements := make([]ir.ExprID, t.Length)
					for k := range elements {
						elements[k] = b.AccessIndex(p, uint32(k))
					}
					list[j] = b.Compose(b.TypeOf(p), elements...)
				}
			}
			return b.Compose(f.Result, list...)
		})
	}
}
