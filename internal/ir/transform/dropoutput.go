package transform

// This file takes an output away that a target lacks:
//
//	struct @V { position : vec4<f32> builtin(position)  size : f32 builtin(point_size) }
//	func @vs() -> @V { ... return compose %p, 1f : @V }
//
// becomes
//
//	struct @V { position : vec4<f32> builtin(position) }
//	func @vs() -> @V { ... return compose %p : @V }

import (
	"slices"

	"refract/diag"
	"refract/ir"
)

// HasOutput reports whether an entry point of a stage writes a built-in output.
func HasOutput(m *ir.Module, stage ir.Stage, is ir.BuiltIn) bool {
	for i := range m.EntryPoints {
		if e := &m.EntryPoints[i]; e.Stage == stage {
			if _, ok := findOutput(m, m.Functions[e.Function], is); ok {
				return true
			}
		}
	}
	return false
}

// DropOutput takes a built-in output away from the entry points of a stage. It returns the
// place of the first one's declaration.
func DropOutput(m *ir.Module, stage ir.Stage, is ir.BuiltIn) (first diag.Span) {
	return dropOutputs(m, withBuiltIn(is), func(e *ir.EntryPoint) bool { return e.Stage == stage })
}

// DropLocations takes the results at some locations away from an entry point.
func DropLocations(m *ir.Module, entry int, unwanted func(location uint32) bool) {
	is := func(b *ir.Binding) bool { return b.Kind == ir.BindLocation && unwanted(b.Location) }
	for {
		if _, ok := findResult(m, m.Functions[m.EntryPoints[entry].Function], is); !ok {
			return
		}
		dropOutputs(m, is, func(e *ir.EntryPoint) bool { return e == &m.EntryPoints[entry] })
	}
}

func withBuiltIn(is ir.BuiltIn) func(*ir.Binding) bool {
	return func(b *ir.Binding) bool { return hasBuiltIn(*b, is) }
}

// DropEarlyDepth takes the depth away from fragment shaders whose depth test runs before
// them, which makes their own meaningless.
func DropEarlyDepth(m *ir.Module) {
	dropOutputs(m, withBuiltIn(ir.BuiltInFragDepth), func(e *ir.EntryPoint) bool { return e.Stage == ir.StageFragment && e.EarlyDepth == ir.EarlyDepthForce })
}

func dropOutputs(m *ir.Module, is func(*ir.Binding) bool, want func(*ir.EntryPoint) bool) (first diag.Span) {
	for i := range m.EntryPoints {
		if !want(&m.EntryPoints[i]) {
			continue
		}
		member, ok := findResult(m, m.Functions[m.EntryPoints[i].Function], is)
		if !ok {
			continue
		}
		f := m.OwnFunction(i)
		span := f.Span
		if member < 0 {
			f.Result, f.ResultBinding = 0, ir.Binding{}
			mapReturns(m, f, func(*ir.Builder, ir.ExprID) ir.ExprID { return 0 })
		} else {
			old := m.StructOf(f.Result)
			if at := old.Members[member].Span; !at.IsZero() {
				span = at
			}
			members := slices.Delete(slices.Clone(old.Members), member, member+1)
			if onlyReturned(m, f.Result) {
				old.Members = members
				dropPart(m, f.Result, member)
			} else {
				s := ir.Struct{Name: old.Name, Span: old.Span, Doc: old.Doc, Members: members}
				old.Members[member].Binding = ir.Binding{}
				f.Result = m.AddStruct(s)
				mapReturns(m, f, func(b *ir.Builder, v ir.ExprID) ir.ExprID {
					return b.Compose(f.Result, slices.Delete(parts(b, v), member, member+1)...)
				})
			}
		}
		if first.IsZero() {
			first = span
		}
	}
	return first
}

// onlyReturned reports whether values of a struct are only put together and returned.
func onlyReturned(m *ir.Module, t ir.TypeID) bool {
	for id := ir.FirstModuleType; int(id) < m.Types.Len(); id++ {
		if m.Types.At(id).Base == t {
			return false
		}
	}
	for i := range m.Structs {
		for k := range m.Structs[i].Members {
			if m.Structs[i].Members[k].Type == t {
				return false
			}
		}
	}
	for _, f := range m.Functions[1:] {
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if f.TypeOf(x) == t && f.Kind(x) != ir.KindCompose || f.Kind(x) == ir.KindAccessIndex && f.TypeOf(f.Operand(x)) == t {
				return false
			}
		}
	}
	return true
}

// dropPart takes away one of the parts that values of a struct are put together from.
func dropPart(m *ir.Module, t ir.TypeID, member int) {
	for _, f := range m.Functions[1:] {
		for x, n := ir.ExprID(1), ir.ExprID(f.ExprCount()); x < n; x++ {
			if f.Kind(x) == ir.KindCompose && f.TypeOf(x) == t {
				list := slices.Delete(slices.Clone(f.Compose(x).Components), member, member+1)
				f.Overwrite(x, f.AddCompose(t, list, f.SpanOf(x)))
			}
		}
	}
}
