package lower

// This file moves arrays of constants that are indexed by what isn't known into the
// shader's constant data.
//
//	before                                  after
//	declare $k, %table                      var @k : array<f32, 9> constant at(0)
//	%1 = deref_var $k
//	%2 = deref_array %1, %i                 %1 = umin %i, 8
//	%3 = load %2 : f32                      %2 = imul %1, 4
//	                                        %3 = load_constant %2, align=4 : f32
//	%4 = extract_dynamic %table, %j         %4 = load_constant ...
//
// A local array is one that nothing but its declaration writes to, and that with a
// constant. It needs no memory of the function and no stores then. A constant of the
// module is there once, however often it is indexed.

import (
	"slices"

	"refract/diag"
	"refract/ir"
	"refract/ir/layout"
	"refract/ssa"
	"refract/ssa/analysis"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ConstantOptions says which arrays become constant data.
type ConstantOptions struct {
	Least int // elements that an array has at least
	Bytes int // bytes that it has at least
}

// LargeConstants moves arrays of four elements and more.
var LargeConstants = &pass.Pass{
	Name:      "large-constants",
	Doc:       "arrays of constants that are indexed by what isn't known become the shader's constant data",
	Replaces:  []string{"opt_large_constants"},
	Destroys:  pass.Scalar | pass.LoopClosed,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return largeConstants(s, ConstantOptions{Least: 4}) },
}

// Constants is the pass with options.
func Constants(o ConstantOptions) *pass.Pass {
	p := *LargeConstants
	p.Shader = func(s *ssa.Shader) bool { return largeConstants(s, o) }
	return &p
}

// A constantTable finds the variables that hold constants.
type constantTable struct {
	s       *ssa.Shader
	o       ConstantOptions
	changed bool
}

func largeConstants(s *ssa.Shader, o ConstantOptions) bool {
	t := constantTable{s: s, o: o}
	for _, f := range s.Funcs[1:] {
		t.locals(f)
		t.values(f)
	}
	if !t.changed {
		return false
	}
	x := newExplicitMemory(s, ssa.ModeConstant)
	all := make([]bool, len(s.Vars))
	for k := range all {
		all[k] = true
	}
	x.place(s.Vars, ssa.ModeConstant, make([]bool, len(s.Vars)), all)
	for _, f := range s.Funcs[1:] {
		x.enter(f)
		x.run()
	}
	return true
}

// isTable reports whether a type is an array that may become constant data.
func (t *constantTable) isTable(ty ir.TypeID) bool {
	m := t.s.Module
	a := m.Types.At(ty)
	if a.Kind != ir.TypeArray || int(a.Length) < t.o.Least || !isPlaced(m, ty, false) || leaves(m, ty) > maxLeaves || holdsBools(m, ty) {
		return false
	}
	if t.o.Bytes <= 0 {
		return true
	}
	info, err := layout.NewPlaces(m).Info(layout.Place{Type: ty})
	return err == nil && int(info.Size) >= t.o.Bytes
}

// holdsBools reports whether a type has bools in it, which have no one form in memory.
func holdsBools(m *ir.Module, t ir.TypeID) bool {
	switch ty := m.Types.At(t); ty.Kind {
	case ir.TypeArray:
		return holdsBools(m, ty.Base)
	case ir.TypeStruct:
		return slices.ContainsFunc(m.Structs[ty.Struct].Members, func(x ir.Member) bool { return holdsBools(m, x.Type) })
	case ir.TypeAtomic:
		return true
	default:
		return ty.Scalar == ir.Bool
	}
}

// variable is a variable of the constant data that holds an expression, one for all that
// hold the same.
func (t *constantTable) variable(name string, ty ir.TypeID, init ir.ExprID) ssa.VarID {
	t.changed = true
	for k := range t.s.Vars {
		if v := &t.s.Vars[k]; v.Mode == ssa.ModeConstant && v.Type == ty && v.Init == ir.ConstID(init) {
			return ssa.VarID(k)
		}
	}
	return t.s.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeConstant, Type: ty, Access: ir.AccessRead, Init: ir.ConstID(init)})
}

// locals moves local variables.
func (t *constantTable) locals(f *ssa.Function) {
	declares := make([]ssa.InstrID, len(f.Vars))
	derefs := make([][]ssa.InstrID, len(f.Vars))
	bad := make([]bool, len(f.Vars))
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.Declare:
				v := f.VarOf(i) &^ ssa.LocalVar
				bad[v] = bad[v] || declares[v] != 0 || f.NumSrcs(i) == 0 || f.Arg(i, 0) == 0
				declares[v] = i
			case op.DerefVar:
				if v := f.VarOf(i); v.IsLocal() {
					v &^= ssa.LocalVar
					derefs[v] = append(derefs[v], i)
				}
			}
		}
	}
	var dom *analysis.Dom
	for k := range f.Vars {
		v := &f.Vars[k]
		if bad[k] || declares[k] == 0 || v.Mode != ssa.ModeFunctionTemp || !t.isTable(v.Type) {
			continue
		}
		var loads []ssa.InstrID
		dynamic, only := false, true
		for _, d := range derefs[k] {
			only = only && onlyLoaded(f, d, &loads, &dynamic)
		}
		if !only || !dynamic {
			continue
		}
		if dom == nil {
			dom = analysis.Dominance(f)
		}
		if slices.ContainsFunc(loads, func(i ssa.InstrID) bool {
			return !analysis.InstrDominates(f, dom, analysis.InstrOrder(f), declares[k], i)
		}) {
			continue
		}
		init, ok := t.constant(f, f.Arg(declares[k], 0))
		if !ok {
			continue
		}
		to := t.variable(v.Name, v.Type, init)
		for _, d := range derefs[k] {
			b := f.BuildBefore(d)
			p := b.DerefVar(to)
			f.ReplaceUses(d, p)
			f.Remove(d)
			repoint(f, p, ir.SpacePrivate)
		}
		f.Remove(declares[k])
	}
}

// onlyLoaded reports whether what an address names is only loaded, by which instructions,
// and whether any index isn't known.
func onlyLoaded(f *ssa.Function, p ssa.Value, loads *[]ssa.InstrID, dynamic *bool) bool {
	for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		switch {
		case i == 0 || f.UseIndex(u) != 0:
			return false
		case f.Op(i) == op.Load:
			*loads = append(*loads, i)
			continue
		case f.Op(i) == op.DerefArray:
			if _, ok := f.KnownBits(f.Arg(i, 1), 0); !ok {
				*dynamic = true
			}
		case f.Op(i) != op.DerefStruct:
			return false
		}
		if !onlyLoaded(f, i, loads, dynamic) {
			return false
		}
	}
	return true
}

// repoint gives the addresses that begin with one another address space, and the access
// and layout that the first has.
func repoint(f *ssa.Function, p ssa.Value, space ir.AddressSpace) {
	types := &f.Shader.Module.Types
	access := types.At(f.Type(p)).Access
	for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		if i == 0 || !f.Op(i).IsPath() {
			continue
		}
		t := *types.At(f.Type(i))
		f.SetType(i, types.Pointer(t.Base, space, access, t.Layout))
		repoint(f, i, space)
	}
}

// values moves constants that are indexed as values.
func (t *constantTable) values(f *ssa.Function) {
	of := map[ssa.Value]ssa.VarID{}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.ExtractDynamic {
				continue
			}
			whole := f.Arg(i, 0)
			if !t.isTable(f.Type(whole)) {
				continue
			}
			if _, known := f.KnownBits(f.Arg(i, 1), 0); known {
				continue
			}
			v, seen := of[whole]
			if !seen {
				init, ok := t.constant(f, whole)
				if !ok {
					continue
				}
				v = t.variable("table", f.Type(whole), init)
				of[whole] = v
			}
			types := &f.Shader.Module.Types
			at := f.BuildBefore(i)
			p := at.DerefVar(v)
			ptr := types.At(f.Type(p))
			q := at.DerefArray(types.Pointer(f.Type(i), ptr.Space, ptr.Access, 0), p, f.Arg(i, 1))
			replace(f, i, at.Load(q))
		}
	}
}

// constant is a value as an expression of the module, if it is known.
func (t *constantTable) constant(f *ssa.Function, v ssa.Value) (ir.ExprID, bool) {
	m := t.s.Module
	ty := f.Type(v)
	switch f.Op(v) {
	case op.Constant:
		return ir.ExprID(m.Constants[f.Word(v, 0)].Init), true
	case op.Zero:
		return m.Consts.AddZeroValue(ty, diag.Span{}), true
	case op.Const, op.Vec:
		var parts [4]ir.ExprID
		n := f.Comps(v)
		scalar := ir.ScalarTypeOf(m.Types.ScalarOf(ty))
		for k := range n {
			bits, ok := knownComponent(f, v, k)
			if !ok {
				return 0, false
			}
			parts[k] = m.Consts.AddLiteral(scalar, bits, diag.Span{})
		}
		if n == 1 {
			return parts[0], true
		}
		return m.Consts.AddCompose(ty, parts[:n], diag.Span{}), true
	case op.Compose:
		var parts []ir.ExprID
		for k := range f.NumSrcs(v) {
			x, ok := t.constant(f, f.Arg(v, k))
			if !ok {
				return 0, false
			}
			parts = append(parts, x)
		}
		return m.Consts.AddCompose(ty, parts, diag.Span{}), true
	}
	return 0, false
}

// knownComponent are the bits of a component of a constant, or of a vec of constants.
func knownComponent(f *ssa.Function, v ssa.Value, k int) (uint64, bool) {
	if f.Op(v) != op.Vec {
		return f.KnownBits(v, k)
	}
	for p := range f.NumSrcs(v) {
		s := f.Src(v, p)
		if k < int(s.Comps) {
			return f.KnownBits(s.Value, s.Swizzle.At(k))
		}
		k -= int(s.Comps)
	}
	return 0, false
}
