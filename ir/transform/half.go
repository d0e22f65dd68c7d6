package transform

// This file carries f16 varyings as f32, for targets without 16-bit inputs and
// outputs:
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

// WidenHalfVaryings makes every f16 input and output with a location f32.
func WidenHalfVaryings(m *ir.Module) {
	var w *halfWidening
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		if w == nil && !widens(m, f) {
			continue
		}
		if w == nil {
			w = new(halfWidening)
		}
		if needsWidening(m, f.Result, f.ResultBinding) {
			w.result(m, ownFunction(m, i))
			f = m.Functions[m.EntryPoints[i].Function]
		}
		for j := range f.Args {
			if needsWidening(m, f.Args[j].Type, f.Args[j].Binding) {
				w.arguments(m, ownFunction(m, i))
				break
			}
		}
	}
}

// widens reports whether an entry point has an f16 varying.
func widens(m *ir.Module, f *ir.Function) bool {
	for j := range f.Args {
		if needsWidening(m, f.Args[j].Type, f.Args[j].Binding) {
			return true
		}
	}
	return needsWidening(m, f.Result, f.ResultBinding)
}

// isHalf reports whether a varying is f16.
func isHalf(m *ir.Module, t ir.TypeID, b ir.Binding) bool {
	return b.Kind == ir.BindLocation && m.Types.IsScalarOrVector(t) && m.Types.ScalarOf(t) == ir.F16
}

// needsWidening reports whether a parameter or result is an f16 varying or a
// struct with one.
func needsWidening(m *ir.Module, t ir.TypeID, b ir.Binding) bool {
	if t == 0 {
		return false
	}
	if s := m.StructOf(t); s != nil {
		for i := range s.Members {
			if isHalf(m, s.Members[i].Type, s.Members[i].Binding) {
				return true
			}
		}
	}
	return isHalf(m, t, b)
}

type halfWidening struct {
	structs map[ir.TypeID]ir.TypeID
	b       ir.Builder
}

// widened is the type that carries t.
func (w *halfWidening) widened(m *ir.Module, t ir.TypeID) ir.TypeID {
	s := m.StructOf(t)
	if s == nil {
		return m.Types.WithScalar(t, ir.F32)
	}
	if to, ok := w.structs[t]; ok {
		return to
	}
	wide := ir.Struct{Name: s.Name, Span: s.Span, Doc: s.Doc, Members: append([]ir.Member(nil), s.Members...)}
	for i := range wide.Members {
		if v := &wide.Members[i]; isHalf(m, v.Type, v.Binding) {
			v.Type = m.Types.WithScalar(v.Type, ir.F32)
		}
	}
	if w.structs == nil {
		w.structs = map[ir.TypeID]ir.TypeID{}
	}
	w.structs[t] = m.AddStruct(wide)
	return w.structs[t]
}

func (w *halfWidening) result(m *ir.Module, f *ir.Function) {
	from := f.Result
	f.Result = w.widened(m, from)
	mapReturns(m, f, func(b *ir.Builder, v ir.ExprID) ir.ExprID {
		if m.StructOf(from) == nil {
			return b.Convert(ir.F32, v)
		}
		list := parts(b, v)
		for i, p := range list {
			if mem := &m.StructOf(from).Members[i]; isHalf(m, mem.Type, mem.Binding) {
				list[i] = b.Convert(ir.F32, p)
			}
		}
		return b.Compose(f.Result, list...)
	})
}

// arguments widens parameters, and puts what they were in their place.
func (w *halfWidening) arguments(m *ir.Module, f *ir.Function) {
	exprs, stmts := ir.ExprID(f.ExprCount()), ir.StmtID(f.StmtCount())
	values := make([]ir.ExprID, len(f.Args))
	prepend(&w.b, m, f, func(b *ir.Builder) {
		for i := range f.Args {
			a := &f.Args[i]
			if !needsWidening(m, a.Type, a.Binding) {
				continue
			}
			from := a.Type
			a.Type = w.widened(m, from)
			v := b.Argument(i)
			if m.StructOf(from) == nil {
				values[i] = b.Convert(ir.F16, v)
				continue
			}
			list := parts(b, v)
			for j, p := range list {
				if mem := &m.StructOf(from).Members[j]; isHalf(m, mem.Type, mem.Binding) {
					list[j] = b.Convert(ir.F16, p)
				}
			}
			values[i] = b.Compose(from, list...)
		}
	})
	replaceArguments(f, exprs, stmts, values)
}
