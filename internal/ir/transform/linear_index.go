package transform

// This file computes the built-in values that number invocations and workgroups
// in one dimension, and the size of a workgroup, for targets without them (WGSL
// section "Built-in Inputs and Outputs"):
//
//	func @cs($i : u32 builtin(workgroup_index)) { ... $i ... }
//
// becomes
//
//	func @cs($id : vec3<u32> builtin(workgroup_id), $n : vec3<u32> builtin(num_workgroups)) {
//	  %i = $id.x + ($id.y + $id.z * $n.y) * $n.x
//	  ... %i ...
//	}
//
// A struct with such members gets a copy without them.

import (
	"refract/diag"
	"refract/ir"
)

// LinearIndices computes global_invocation_index, workgroup_index and
// workgroup_size of entry points.
func LinearIndices(m *ir.Module) {
	for i := range m.EntryPoints {
		if !m.EntryPoints[i].Stage.Info().Workgroups {
			continue
		}
		f := m.Functions[m.EntryPoints[i].Function]
		for j := range f.Args {
			if hasLinear(m, &f.Args[j]) {
				f = m.OwnFunction(i)
				l := linearIndices{m: m, f: f, entry: &m.EntryPoints[i]}
				l.rewrite()
				break
			}
		}
	}
}

// isLinear reports whether a binding is a value that is computed.
func isLinear(b ir.Binding) bool {
	return hasBuiltIn(b, ir.BuiltInGlobalInvocationIndex) || hasBuiltIn(b, ir.BuiltInWorkgroupIndex) || hasBuiltIn(b, ir.BuiltInWorkgroupSize)
}

func hasLinear(m *ir.Module, a *ir.Argument) bool {
	if a.Binding.Kind != ir.NoBinding {
		return isLinear(a.Binding)
	}
	if s := m.StructOf(a.Type); s != nil {
		for i := range s.Members {
			if isLinear(s.Members[i].Binding) {
				return true
			}
		}
	}
	return false
}

type linearIndices struct {
	m      *ir.Module
	f      *ir.Function
	entry  *ir.EntryPoint
	b      ir.Builder
	values [3]ir.ExprID // computed: the invocation's index, the workgroup's, the workgroup's size
}

// rewrite replaces the parameters.
func (l *linearIndices) rewrite() {
	m, f := l.m, l.f
	exprs, stmts := ir.ExprID(f.ExprCount()), ir.StmtID(f.StmtCount())
	old := f.Args
	f.Args = nil
	index := make([]int, len(old)) // of the parameter now, or -1
	for i := range old {
		a := old[i]
		index[i] = len(f.Args)
		if hasLinear(m, &a) {
			if a.Type = l.rest(a.Type); a.Type == 0 || a.Binding.Kind != ir.NoBinding {
				index[i] = -1
				continue
			}
		}
		f.Args = append(f.Args, a)
	}
	values := make([]ir.ExprID, len(old))
	prepend(&l.b, m, f, func(b *ir.Builder) {
		b.Span = diag.Span{}
		for i := range old {
			values[i] = l.argument(&old[i], index[i])
		}
	})
	replaceArguments(f, exprs, stmts, values)
	forgetArguments(f, exprs)
}

// rest is a struct type without the members that are computed; 0 if none stay,
// or of a type that is no struct.
func (l *linearIndices) rest(t ir.TypeID) ir.TypeID {
	s := l.m.StructOf(t)
	if s == nil {
		return 0
	}
	r := ir.Struct{Name: s.Name, Span: s.Span, Doc: s.Doc}
	for i := range s.Members {
		if !isLinear(s.Members[i].Binding) {
			r.Members = append(r.Members, s.Members[i])
		}
	}
	if len(r.Members) == 0 {
		return 0
	}
	return l.m.AddStruct(r)
}

// argument builds the former value of a parameter; index is that of the parameter that
// holds the members which aren't computed, or -1.
func (l *linearIndices) argument(a *ir.Argument, index int) ir.ExprID {
	b := &l.b
	switch {
	case !hasLinear(l.m, a):
		return b.Argument(index)
	case a.Binding.Kind != ir.NoBinding:
		return l.value(a.Binding.BuiltIn)
	}
	s := l.m.StructOf(a.Type)
	var list []ir.ExprID
	stay := uint32(0)
	for i := range s.Members {
		if binding := l.m.StructOf(a.Type).Members[i].Binding; isLinear(binding) {
			list = append(list, l.value(binding.BuiltIn))
		} else {
			list = append(list, b.AccessIndex(b.Argument(index), stay))
			stay++
		}
	}
	return b.Compose(a.Type, list...)
}

// value computes a built-in value, once.
func (l *linearIndices) value(is ir.BuiltIn) ir.ExprID {
	b := &l.b
	switch is {
	case ir.BuiltInGlobalInvocationIndex:
		if l.values[0] == 0 {
			counts := l.input(ir.BuiltInNumWorkgroups, "num_workgroups")
			counts = b.Binary(ir.Mul, counts, l.value(ir.BuiltInWorkgroupSize))
			l.values[0] = l.linear(l.input(ir.BuiltInGlobalInvocationID, "global_invocation_id"), counts)
		}
		return l.values[0]
	case ir.BuiltInWorkgroupIndex:
		if l.values[1] == 0 {
			counts := l.input(ir.BuiltInNumWorkgroups, "num_workgroups")
			l.values[1] = l.linear(l.input(ir.BuiltInWorkgroupID, "workgroup_id"), counts)
		}
		return l.values[1]
	default:
		if l.values[2] == 0 {
			var sizes [3]ir.ExprID
			for i := range sizes {
				if c := l.entry.WorkgroupSizeExpr[i]; c != 0 {
					sizes[i] = importU32(b, c)
				} else {
					sizes[i] = b.U32(max(1, l.entry.WorkgroupSize[i]))
				}
			}
			l.values[2] = b.Compose(ir.VectorOf(ir.U32, 3), sizes[:]...)
		}
		return l.values[2]
	}
}

// linear numbers a place in a grid.
func (l *linearIndices) linear(at, counts ir.ExprID) ir.ExprID {
	b := &l.b
	v := b.Binary(ir.Mul, b.AccessIndex(at, 2), b.AccessIndex(counts, 1))
	v = b.Binary(ir.Add, b.AccessIndex(at, 1), v)
	v = b.Binary(ir.Mul, v, b.AccessIndex(counts, 0))
	return b.Binary(ir.Add, b.AccessIndex(at, 0), v)
}

// input is a built-in value of type vec3<u32>, of a new parameter if need be.
func (l *linearIndices) input(is ir.BuiltIn, name string) ir.ExprID {
	arg, member := findBuiltIn(l.m, l.f, is)
	if arg < 0 {
		arg, member = len(l.f.Args), -1
		l.f.Args = append(l.f.Args, ir.Argument{Name: name, Type: ir.VectorOf(ir.U32, 3),
			Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: is}})
	}
	v := l.b.Argument(arg)
	if member >= 0 {
		v = l.b.AccessIndex(v, uint32(member))
	}
	return v
}
