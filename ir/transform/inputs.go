package transform

// This file gives entry points inputs and outputs of their own, for targets
// where what the stages hand each other isn't any parameter or any struct:
//
//	struct @In { position : vec4<f32> builtin(position); color : vec3<f32> location(0) }
//	func @fs($in : @In) { ... $in.color ... }
//
// becomes
//
//	func @fs($position : vec4<f32> builtin(position), $color : vec3<f32> location(0)) { ... $color ... }
//
// Where the struct is used as a whole, it is put together at the beginning.

import (
	"refract/ir"
	"refract/ir/rewrite"
)

// SplitInputs makes parameters of the members of every struct that an entry
// point takes, unless keep says otherwise.
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
	flat   []bool // by parameter, as it was: it is taken apart
	first  []int  // by parameter, as it was: the (first) parameter that it is now
	whole  []bool // by parameter, as it was: it is used otherwise than for a member
	member []bool // by ExprID: a member of a parameter that is taken apart
}

func splitInputs(m *ir.Module, entry int, keep func(e *ir.EntryPoint, t ir.TypeID) bool) {
	f := ownFunction(m, entry)
	old := f.Args
	v := &inputSplit{f: f, flat: make([]bool, len(old)), first: make([]int, len(old))}
	f.Args = nil
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
	v.mark(exprs)
	rewrite.Function(m, f, v) // members that are asked for are parameters now
	stmts := ir.StmtID(f.StmtCount())
	values := make([]ir.ExprID, len(old))
	var b ir.Builder
	prepend(&b, m, f, func(b *ir.Builder) {
		for i := range old {
			b.Span = old[i].Span
			switch {
			case !v.flat[i]:
				values[i] = b.Argument(v.first[i])
			case v.whole[i]:
				var list []ir.ExprID
				for j := range m.StructOf(old[i].Type).Members {
					list = append(list, b.Argument(v.first[i]+j))
				}
				values[i] = b.Compose(old[i].Type, list...)
				f.SetName(values[i], old[i].Name)
			}
		}
	})
	by := make([]ir.ExprID, exprs) // what stands for old parameters and their members
	for x := ir.ExprID(1); x < exprs; x++ {
		switch {
		case v.member[x]:
			a := f.AccessIndex(x)
			n := v.first[f.ArgumentIndex(a.Base)] + int(a.Index)
			by[x] = f.AddRef(ir.KindArgument, f.Args[n].Type, uint32(n), f.SpanOf(x))
		case f.Kind(x) == ir.KindArgument:
			by[x] = values[f.ArgumentIndex(x)]
		}
	}
	replace := func(x ir.ExprID) ir.ExprID {
		if x < exprs && by[x] != 0 {
			return by[x]
		}
		return x
	}
	// What named the old parameters is unused now; it must not name what is gone.
	zero := f.AddLiteral(ir.TypeU32, 0, old[0].Span)
	for x := ir.ExprID(1); x < exprs; x++ {
		if v.member[x] || f.Kind(x) == ir.KindArgument {
			f.Overwrite(x, zero)
		} else {
			f.MapOperands(x, replace)
		}
	}
	for s := ir.StmtID(1); s < stmts; s++ {
		f.MapStmtOperands(s, replace)
	}
}

// mark finds the members of parameters that are taken apart, and the parameters
// that are used otherwise too.
func (v *inputSplit) mark(exprs ir.ExprID) {
	f := v.f
	v.member = make([]bool, exprs)
	v.whole = make([]bool, len(v.flat))
	var buf []ir.ExprID
	note := func() {
		for _, o := range buf {
			if f.Kind(o) == ir.KindArgument {
				v.whole[f.ArgumentIndex(o)] = true
			}
		}
	}
	for x := ir.ExprID(1); x < exprs; x++ {
		if f.Kind(x) == ir.KindAccessIndex {
			base := f.AccessIndex(x).Base
			if f.Kind(base) == ir.KindArgument && v.flat[f.ArgumentIndex(base)] {
				v.member[x] = true
				continue
			}
		}
		buf = f.Operands(x, buf[:0])
		note()
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		buf = f.StmtOperands(s, buf[:0])
		note()
	}
}

func (v *inputSplit) Stmt(*rewrite.Editor, ir.StmtID) {}

func (v *inputSplit) Expr(e *rewrite.Editor, x ir.ExprID) {
	if v.member[x] {
		e.Remove()
	}
}

// SeparateOutputs gives every entry point for which want says so a struct of its
// own as result, where the result is a struct. Arrays in it are put together
// from their elements.
func SeparateOutputs(m *ir.Module, name string, want func(e *ir.EntryPoint, t ir.TypeID) bool) {
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		old := m.Functions[e.Function].Result
		if old == 0 || m.StructOf(old) == nil || !want(e, old) {
			continue
		}
		f := ownFunction(m, i)
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
