package transform

// This file computes built-in inputs that a target lacks: the indices of vertices and
// instances from indices that count from the beginning of a draw, the numbers of workgroups
// from a constant buffer, the numbers of subgroups from their size:
//
//	func @vs($i : u32 builtin(vertex_index)) { ... $i ... }
//
// becomes
//
//	global @special_constants : @SpecialConstants uniform
//	func @vs($i : u32 builtin(vertex_index)) {
//	  %1 = access_index @special_constants, .first_vertex
//	  %2 = load %1
//	  %3 = add $i, %2
//	  ... %3 ...
//	}

import (
	"refract/diag"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// BuiltInInputOptions selects the values that BuiltInInputs computes.
type BuiltInInputOptions struct {
	// Draw and Dispatch: there is a buffer of three u32 that holds the first vertex
	// and the first instance of a draw, or the numbers of workgroups of a dispatch.
	Draw, Dispatch bool
	// Subgroups: num_subgroups and subgroup_id are computed from subgroup_size and
	// local_invocation_index, as if subgroups were made of consecutive invocations.
	Subgroups bool
}

// BuiltInInputs computes inputs of entry points, and returns the global that it
// made for the buffer of constants: one in the uniform space without a binding,
// or 0 if nothing needs it.
func BuiltInInputs(m *ir.Module, opts BuiltInInputOptions) ir.GlobalID {
	var in *builtInInputs
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		found := false
		for j := range f.Args {
			found = found || opts.hasInput(m, &f.Args[j])
		}
		if !found {
			continue
		}
		if in == nil {
			in = &builtInInputs{m: m, opts: opts}
		}
		in.rewrite(m.OwnFunction(i), &m.EntryPoints[i])
	}
	if in == nil {
		return 0
	}
	return in.buffer
}

// computes reports whether a binding's value is computed.
func (o BuiltInInputOptions) computes(b ir.Binding) bool {
	if b.Kind != ir.BindBuiltIn {
		return false
	}
	switch b.BuiltIn {
	case ir.BuiltInVertexIndex, ir.BuiltInInstanceIndex, ir.BuiltInBaseVertex, ir.BuiltInBaseInstance:
		return o.Draw
	case ir.BuiltInNumWorkgroups:
		return o.Dispatch
	case ir.BuiltInNumSubgroups, ir.BuiltInSubgroupID:
		return o.Subgroups
	}
	return false
}

func (o BuiltInInputOptions) hasInput(m *ir.Module, a *ir.Argument) bool {
	if s := m.StructOf(a.Type); s != nil && a.Binding.Kind == ir.NoBinding {
		for i := range s.Members {
			if o.computes(s.Members[i].Binding) {
				return true
			}
		}
		return false
	}
	return o.computes(a.Binding)
}

type builtInInputs struct {
	m      *ir.Module
	opts   BuiltInInputOptions
	buffer ir.GlobalID
	b      ir.Builder
	f      *ir.Function
	entry  *ir.EntryPoint
}

// rewrite takes parameters with computed values apart, and computes the values.
func (in *builtInInputs) rewrite(f *ir.Function, entry *ir.EntryPoint) {
	in.f, in.entry = f, entry
	splitArguments(in.m, f, func(a *ir.Argument) bool { return in.opts.hasInput(in.m, a) }, func(b *ir.Builder, a ir.Argument) ir.ExprID {
		if !in.opts.computes(a.Binding) {
			f.Args = append(f.Args, a)
			return b.Argument(len(f.Args) - 1)
		}
		return in.value(b, a)
	})
}

// value computes one input.
func (in *builtInInputs) value(b *ir.Builder, a ir.Argument) ir.ExprID {
	const firstVertex, firstInstance, third = 0, 1, 2
	switch a.Binding.BuiltIn {
	case ir.BuiltInVertexIndex, ir.BuiltInInstanceIndex:
		first, name := uint32(firstVertex), a.Name
		a.Name = "vertex_index"
		if a.Binding.BuiltIn == ir.BuiltInInstanceIndex {
			first, a.Name = firstInstance, "instance_index"
		}
		in.f.Args = append(in.f.Args, a)
		sum := b.Binary(ir.Add, b.Argument(len(in.f.Args)-1), in.number(b, a.Type, first))
		in.f.SetName(sum, name)
		return sum
	case ir.BuiltInBaseVertex:
		return in.number(b, a.Type, firstVertex)
	case ir.BuiltInBaseInstance:
		return in.number(b, a.Type, firstInstance)
	case ir.BuiltInNumWorkgroups:
		all := b.Compose(a.Type, in.constant(b, firstVertex), in.constant(b, firstInstance), in.constant(b, third))
		in.f.SetName(all, a.Name)
		return all
	}
	size := in.input(b, ir.BuiltInSubgroupSize, "subgroup_size")
	if a.Binding.BuiltIn == ir.BuiltInSubgroupID {
		return nonZeroDiv(b, in.input(b, ir.BuiltInLocalInvocationIndex, "local_invocation_index"), size)
	}
	known := uint32(1)
	for d, n := range in.entry.WorkgroupSize {
		if in.entry.WorkgroupSizeExpr[d] == 0 {
			known *= max(1, n)
		}
	}
	count := b.U32(known)
	for _, c := range in.entry.WorkgroupSizeExpr {
		if c != 0 {
			count = b.Binary(ir.Mul, count, importU32(b, c))
		}
	}
	return nonZeroDiv(b, b.Binary(ir.Sub, b.Binary(ir.Add, count, size), b.U32(1)), size)
}

// nonZeroDiv divides by a number that isn't zero.
func nonZeroDiv(b *ir.Builder, x, y ir.ExprID) ir.ExprID {
	v := b.Binary(ir.Div, x, y)
	b.F.SetFlags(v, ir.FlagNonZero)
	return v
}

// input is a u32 that is a parameter, of a new one if need be.
func (in *builtInInputs) input(b *ir.Builder, is ir.BuiltIn, name string) ir.ExprID {
	for i := range in.f.Args {
		if hasBuiltIn(in.f.Args[i].Binding, is) {
			return b.Argument(i)
		}
	}
	in.f.Args = append(in.f.Args, ir.Argument{Name: name, Type: ir.TypeU32, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: is}})
	return b.Argument(len(in.f.Args) - 1)
}

// constant reads a member of the buffer of constants.
func (in *builtInInputs) constant(b *ir.Builder, i uint32) ir.ExprID {
	m := in.m
	if in.buffer == 0 {
		t := m.AddStruct(ir.Struct{Name: "SpecialConstants", Members: []ir.Member{
			{Name: "first_vertex", Type: ir.TypeU32}, {Name: "first_instance", Type: ir.TypeU32}, {Name: "other", Type: ir.TypeU32}}})
		m.Globals = append(m.Globals, ir.Global{Name: "special_constants", Space: ir.SpaceUniform, Access: ir.AccessRead,
			Type: t, Layout: ir.LayoutNatural})
		in.buffer = ir.GlobalID(len(m.Globals) - 1)
	}
	return b.Load(b.AccessIndex(b.Global(in.buffer), i))
}

// number is a member of the buffer of constants as an integer of type t.
func (in *builtInInputs) number(b *ir.Builder, t ir.TypeID, i uint32) ir.ExprID {
	v := in.constant(b, i)
	if t != ir.TypeU32 {
		v = b.Bitcast(t, v)
	}
	return v
}

// splitArguments makes the parameters of an entry point anew. Each member (or the whole if
// it is no struct) of a parameter that want accepts becomes the result of value at the
// function's start: it appends the parameters that it needs. The other parameters stay.
func splitArguments(m *ir.Module, f *ir.Function, want func(*ir.Argument) bool, value func(*ir.Builder, ir.Argument) ir.ExprID) {
	exprs := ir.ExprID(f.ExprCount())
	old := f.Args
	f.Args = nil
	members := make([][]ir.ExprID, len(old)) // of parameters of struct type
	values := make([]ir.ExprID, len(old))    // of others
	var uses replacements
	var b ir.Builder
	prepend(&b, m, f, func(b *ir.Builder) {
		for i := range old {
			a := &old[i]
			b.Span = diag.Span{}
			switch s := m.StructOf(a.Type); {
			case !want(a):
				f.Args = append(f.Args, *a)
				values[i] = b.Argument(len(f.Args) - 1)
			case s != nil && a.Binding.Kind == ir.NoBinding:
				for j := range s.Members {
					mem := m.StructOf(a.Type).Members[j]
					members[i] = append(members[i], value(b, ir.Argument{Name: mem.Name, Type: mem.Type, Binding: mem.Binding, Span: mem.Span}))
				}
			default:
				values[i] = value(b, *a)
			}
		}
		// Members of old parameters are these values; the rest uses the whole.
		for x := ir.ExprID(1); x < exprs; x++ {
			if f.Kind(x) == ir.KindAccessIndex && f.Kind(f.Operand(x)) == ir.KindArgument {
				v := f.AccessIndex(x)
				if i := f.ArgumentIndex(v.Base); members[i] != nil {
					uses.set(f, x, members[i][v.Index])
				}
			}
		}
		whole := make([]bool, len(old))
		var buf []ir.ExprID
		note := func() {
			for _, o := range buf {
				if f.Kind(o) == ir.KindArgument && o < exprs {
					whole[f.ArgumentIndex(o)] = true
				}
			}
		}
		for x := ir.ExprID(1); x < exprs; x++ {
			if int(x) >= len(uses.by) || uses.by[x] == 0 {
				buf = f.Operands(x, buf[:0])
				note()
			}
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			buf = f.StmtOperands(s, buf[:0])
			note()
		}
		for i := range old {
			if members[i] != nil && whole[i] {
				values[i] = b.Compose(old[i].Type, members[i]...)
				f.SetName(values[i], old[i].Name)
			}
		}
	})
	for x := ir.ExprID(1); x < exprs; x++ {
		if f.Kind(x) != ir.KindArgument {
			continue
		}
		v := values[f.ArgumentIndex(x)]
		switch {
		case v == 0: // only members of it are used
			f.Overwrite(x, f.AddLiteral(ir.TypeU32, 0, f.SpanOf(x)))
		case f.Kind(v) == ir.KindArgument:
			f.Overwrite(x, v)
		default:
			uses.set(f, x, v)
			f.Overwrite(x, f.AddLiteral(ir.TypeU32, 0, f.SpanOf(x)))
		}
	}
	uses.apply(f)
	rewrite.Function(m, f, removing{&uses})
}

// removing takes out the values that others stand for.
type removing struct{ *replacements }

func (r removing) Expr(e *rewrite.Editor, x ir.ExprID) {
	if int(x) < len(r.by) && r.by[x] != 0 {
		e.Remove()
	}
}

func (removing) Stmt(*rewrite.Editor, ir.StmtID) {}
