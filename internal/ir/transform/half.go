package transform

// This file carries varyings of small scalars in 32 bits, for targets without 16-bit inputs
// and outputs:
//
//	func @fs($a : vec2<f16> location(0)) -> f16 location(0) { ... $a ... return %r }
//
// becomes
//
//	func @fs($a : vec2<f32> location(0)) -> f32 location(0) {
//	  %1 = as $a : vec2<f16>
//	  ... %1 ...
//	  %2 = as %r : f32
//	  return %2
//	}
//
// Structs with such members get a copy of their own.

import (
	"refract/ir"
)

// WidenVaryings makes every input and output with a location f32, i32 or u32 whose scalar, of
// less than 32 bits, is in the set.
func WidenVaryings(m *ir.Module, set ir.ScalarSet) {
	var w *widening
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		if w == nil && !widens(m, f, set) {
			continue
		}
		if w == nil {
			w = &widening{set: set}
		}
		if needsWidening(m, f.Result, f.ResultBinding, set) {
			w.result(m, m.OwnFunction(i))
			f = m.Functions[m.EntryPoints[i].Function]
		}
		for j := range f.Args {
			if needsWidening(m, f.Args[j].Type, f.Args[j].Binding, set) {
				w.arguments(m, m.OwnFunction(i))
				break
			}
		}
	}
}

// widens reports whether an entry point has a varying of the set.
func widens(m *ir.Module, f *ir.Function, set ir.ScalarSet) bool {
	for j := range f.Args {
		if needsWidening(m, f.Args[j].Type, f.Args[j].Binding, set) {
			return true
		}
	}
	return needsWidening(m, f.Result, f.ResultBinding, set)
}

// isSmallVarying reports whether a varying is of the set.
func isSmallVarying(m *ir.Module, t ir.TypeID, b ir.Binding, set ir.ScalarSet) bool {
	return b.Kind == ir.BindLocation && m.Types.IsScalarOrVector(t) && set.Has(m.Types.ScalarOf(t))
}

// needsWidening reports whether a parameter or result is a varying of the set or a
// struct with one.
func needsWidening(m *ir.Module, t ir.TypeID, b ir.Binding, set ir.ScalarSet) bool {
	if t == 0 {
		return false
	}
	if s := m.StructOf(t); s != nil {
		for i := range s.Members {
			if isSmallVarying(m, s.Members[i].Type, s.Members[i].Binding, set) {
				return true
			}
		}
	}
	return isSmallVarying(m, t, b, set)
}

type widening struct {
	set     ir.ScalarSet
	structs map[ir.TypeID]ir.TypeID
	b       ir.Builder
}

// wideScalar is the scalar of 32 bits of the same kind.
func wideScalar(s ir.Scalar) ir.Scalar { return ir.ScalarOf(s.Kind(), 32) }

// widened is the type that carries t.
func (w *widening) widened(m *ir.Module, t ir.TypeID) ir.TypeID {
	s := m.StructOf(t)
	if s == nil {
		return m.Types.WithScalar(t, wideScalar(m.Types.ScalarOf(t)))
	}
	if to, ok := w.structs[t]; ok {
		return to
	}
	wide := ir.Struct{Name: s.Name, Span: s.Span, Doc: s.Doc, Members: append([]ir.Member(nil), s.Members...)}
	for i := range wide.Members {
		if v := &wide.Members[i]; isSmallVarying(m, v.Type, v.Binding, w.set) {
			v.Type = m.Types.WithScalar(v.Type, wideScalar(m.Types.ScalarOf(v.Type)))
		}
	}
	if w.structs == nil {
		w.structs = map[ir.TypeID]ir.TypeID{}
	}
	w.structs[t] = m.AddStruct(wide)
	return w.structs[t]
}

func (w *widening) result(m *ir.Module, f *ir.Function) {
	from := f.Result
	f.Result = w.widened(m, from)
	mapReturns(m, f, func(b *ir.Builder, v ir.ExprID) ir.ExprID {
		if m.StructOf(from) == nil {
			return b.Convert(wideScalar(m.Types.ScalarOf(from)), v)
		}
		list := parts(b, v)
		for i, p := range list {
			if mem := &m.StructOf(from).Members[i]; isSmallVarying(m, mem.Type, mem.Binding, w.set) {
				list[i] = b.Convert(wideScalar(m.Types.ScalarOf(mem.Type)), p)
			}
		}
		return b.Compose(f.Result, list...)
	})
}

// arguments widens parameters, and puts their former values in their place.
func (w *widening) arguments(m *ir.Module, f *ir.Function) {
	exprs, stmts := ir.ExprID(f.ExprCount()), ir.StmtID(f.StmtCount())
	values := make([]ir.ExprID, len(f.Args))
	prepend(&w.b, m, f, func(b *ir.Builder) {
		for i := range f.Args {
			a := &f.Args[i]
			if !needsWidening(m, a.Type, a.Binding, w.set) {
				continue
			}
			from := a.Type
			a.Type = w.widened(m, from)
			v := b.Argument(i)
			if m.StructOf(from) == nil {
				values[i] = b.Convert(m.Types.ScalarOf(from), v)
				continue
			}
			list := parts(b, v)
			for j, p := range list {
				if mem := &m.StructOf(from).Members[j]; isSmallVarying(m, mem.Type, mem.Binding, w.set) {
					list[j] = b.Convert(m.Types.ScalarOf(mem.Type), p)
				}
			}
			values[i] = b.Compose(from, list...)
		}
	})
	replaceArguments(f, exprs, stmts, values)
}
