package lower

// This file makes accesses of inputs and outputs accesses of slots.
//
//	before                                     after
//	%1 = deref_var @uv                         %1 = const 0
//	%2 = load %1 : vec2<f32>                   %2 = load_barycentric at=pixel
//	                                           %3 = load_interpolated_input %2, %1, base=3 : vec2<f32>
//	%3 = deref_var @position                   %4 = load_system_value value=position : vec4<f32>
//	%4 = load %3 : vec4<f32>
//	%5 = deref_var @colors                     %5 = const 0
//	%6 = deref_array %5, 1                     store_output %7, %5, base=1
//	store %6, %7
//
// Variables have their slots from pass assign-io-slots. Loads of interpolated fragment
// inputs have the place of interpolation; other inputs, inputs of vertices and outputs are
// loaded and stored as they are.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ExplicitIO makes accesses of inputs and outputs accesses of slots.
var ExplicitIO = &pass.Pass{
	Name:        "explicit-io",
	Doc:         "accesses of inputs, outputs and system values become accesses of slots",
	Replaces:    []string{"lower_io"},
	Requires:    pass.NoCalls | pass.IOVariables,
	Establishes: pass.ExplicitIO,
	Destroys:    pass.Scalar | pass.ScalarIO | pass.FewSystemValues | pass.PixelCorners | pass.PositionDivisors,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Shader:      explicitIO,
}

const ioModes = ssa.ModeShaderIn | ssa.ModeShaderOut | ssa.ModeSystemValue

// An ioAccess is a part of an input or output.
type ioAccess struct {
	v         *ssa.Variable
	t         ir.TypeID
	slot      uint32    // from the variable's first
	dyn       ssa.Value // slots to be added; 0: none
	component uint32
	pick      ssa.Value // a component of a vector, by an index that isn't known; 0: none
}

type explicitSlots struct {
	f        *ssa.Function
	types    *ir.Types
	fragment bool
}

func explicitIO(s *ssa.Shader) bool {
	changed := assignSlots(s, ssa.ModeShaderIn)
	changed = assignSlots(s, ssa.ModeShaderOut) || changed
	fragment := make([]bool, len(s.Funcs))
	for k := range s.EntryPoints {
		fragment[s.EntryPoints[k].Function] = s.EntryPoints[k].Stage == ir.StageFragment
	}
	for id, f := range s.Funcs {
		if f == nil {
			continue
		}
		x := explicitSlots{f, &s.Module.Types, fragment[id]}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				switch f.Op(i) {
				case op.Load, op.Store:
					if v := rootVar(f, f.Arg(i, 0)); v != 0 && f.Var(v).Mode&ioModes != 0 {
						x.access(i)
						changed = true
					} else if f.Op(i) == op.Load {
						changed = x.tessLevel(i) || changed
					}
				case op.Copy:
					if !OnIO(f, i) {
						continue
					}
					at := f.BuildBefore(i)
					v := at.Load(f.Arg(i, 1))
					st := at.Store(f.Arg(i, 0), v)
					f.Remove(i)
					for _, j := range []ssa.InstrID{st, v} {
						if OnIO(f, j) {
							x.access(j)
						}
					}
					changed = true
				case op.Interpolate:
					changed = x.interpolate(i) || changed
				}
			}
		}
	}
	return changed
}

// OnIO reports whether an instruction accesses an input or output by its address.
func OnIO(f *ssa.Function, i ssa.InstrID) bool {
	switch f.Op(i) {
	case op.Load, op.Store, op.Copy:
	default:
		return false
	}
	for k := range min(f.NumSrcs(i), 2) {
		if v := rootVar(f, f.Arg(i, k)); v != 0 && f.Var(v).Mode&ioModes != 0 {
			return true
		}
	}
	return false
}

// find resolves the variable and slot that an address names.
func (x *explicitSlots) find(b *ssa.Builder, p ssa.Value) ioAccess {
	f := x.f
	if f.Op(p) == op.DerefVar {
		v := f.Var(f.VarOf(p))
		return ioAccess{v: v, t: v.Type, component: uint32(v.IO.Component)}
	}
	return x.step(b, x.find(b, f.Arg(p, 0)), p)
}

// step is the part of an access that a dereference names.
func (x *explicitSlots) step(b *ssa.Builder, a ioAccess, p ssa.Value) ioAccess {
	f, m := x.f, x.f.Shader.Module
	t := *x.types.At(a.t)
	if f.Op(p) == op.DerefStruct {
		members := m.Structs[t.Struct].Members
		for k := range f.IndexOf(p) {
			a.slot += slotsOf(m, members[k].Type)
		}
		a.t = members[f.IndexOf(p)].Type
		return a
	}
	index := f.Arg(p, 1)
	length := uint64(t.Length)
	switch t.Kind {
	case ir.TypeVector:
		a.t, length = ir.ScalarTypeOf(t.Scalar), uint64(t.Rows)
	case ir.TypeMatrix:
		a.t, length = ir.VectorOf(t.Scalar, int(t.Rows)), uint64(t.Columns)
	default:
		a.t = t.Base
	}
	step := slotsOf(m, a.t)
	k, known := f.KnownBits(index, 0)
	switch {
	case known && t.Kind == ir.TypeVector:
		a.component += uint32(min(k&(1<<32-1), length-1)) * (uint32(t.Scalar.Bits()+31) / 32)
		a.slot += a.component / 4
		a.component %= 4
		return a
	case known:
		a.slot += uint32(min(k&(1<<32-1), length-1)) * step
		return a
	}
	if f.Bits(index) != 32 {
		index = b.Op(op.U2U, ir.TypeU32, index)
	}
	if f.Flags(p)&ir.FlagInBounds == 0 {
		index = b.Op(op.UMin, ir.TypeU32, index, b.U32(uint32(length-1)))
	}
	if t.Kind == ir.TypeVector {
		a.t, a.pick = f.Shader.Module.Types.Pointee(f.Type(f.Arg(p, 0))), index
		return a
	}
	if step > 1 {
		index = b.Op(op.IMul, ir.TypeU32, index, b.U32(step))
	}
	if a.dyn != 0 {
		index = b.Op(op.IAdd, ir.TypeU32, a.dyn, index)
	}
	a.dyn = index
	return a
}

func (x *explicitSlots) access(i ssa.InstrID) {
	f := x.f
	b := f.BuildBefore(i)
	a := x.find(&b, f.Arg(i, 0))
	if f.Op(i) == op.Load {
		v := x.load(&b, a)
		if a.pick != 0 {
			v = b.Op(op.ExtractDynamic, f.Type(i), v, a.pick)
		}
		f.SetName(v, f.NameOf(i))
		f.ReplaceUses(i, v)
	} else {
		v := f.Arg(i, 1)
		if a.pick != 0 {
			v = b.Op(op.InsertDynamic, a.t, x.load(&b, a), v, a.pick)
		}
		x.store(&b, a, v, f.Field(i, "mask"))
	}
	f.Remove(i)
}

// parts calls fn for each element, column or member of an access.
func (x *explicitSlots) parts(a ioAccess, fn func(k int, part ioAccess)) {
	m := x.f.Shader.Module
	t := *x.types.At(a.t)
	n, element := int(t.Length), t.Base
	switch t.Kind {
	case ir.TypeMatrix:
		n, element = int(t.Columns), ir.VectorOf(t.Scalar, int(t.Rows))
	case ir.TypeStruct:
		n = len(m.Structs[t.Struct].Members)
	}
	for k := range n {
		part := a
		if part.t = element; t.Kind == ir.TypeStruct {
			part.t = m.Structs[t.Struct].Members[k].Type
		}
		fn(k, part)
		a.slot += slotsOf(m, part.t)
	}
}

func (x *explicitSlots) load(b *ssa.Builder, a ioAccess) ssa.Value {
	f := x.f
	if x.types.ComponentCount(a.t) == 0 {
		var list []ssa.Value
		x.parts(a, func(_ int, part ioAccess) { list = append(list, x.load(b, part)) })
		return b.Op(op.Compose, a.t, list...)
	}
	if a.v.Mode == ssa.ModeSystemValue {
		return x.systemValue(b, a)
	}
	o, srcs := op.LoadInput, []ssa.Src{}
	switch {
	case a.v.Mode == ssa.ModeShaderOut:
		o = op.LoadOutput
	case x.fragment && isInterpolated(x.types, a.v):
		o = op.LoadInterpolatedInput
		srcs = append(srcs, ssa.Whole(barycentric(b, a.v)))
	}
	v := b.Instr(o, a.t, append(srcs, ssa.Whole(a.offset(b)))...)
	a.fields(f, v)
	return v
}

// systemValue loads a system value, or a part of it; a matrix by columns.
func (x *explicitSlots) systemValue(b *ssa.Builder, a ioAccess) ssa.Value {
	column := func(k uint32) ssa.Value {
		t := a.v.Type
		if ty := x.types.At(t); ty.Kind == ir.TypeMatrix {
			t = ir.VectorOf(ty.Scalar, int(ty.Rows))
		}
		v := b.Instr(op.LoadSystemValue, t)
		x.f.SetField(v, "value", uint32(a.v.IO.BuiltIn))
		x.f.SetField(v, "column", k)
		return v
	}
	var v ssa.Value
	if a.dyn == 0 {
		v = column(a.slot)
	} else { // of a matrix
		columns := make([]ssa.Value, x.types.At(a.v.Type).Columns)
		for k := range columns {
			columns[k] = column(uint32(k))
		}
		v = b.Op(op.ExtractDynamic, x.f.Type(columns[0]), b.Op(op.Compose, a.v.Type, columns...), a.dyn)
	}
	if a.t != x.f.Type(v) {
		v = b.Component(v, int(a.component))
	}
	return v
}

// tessLevel makes a load of a tessellation level, or of all, a load of a system value; it reports whether
// it has.
func (x *explicitSlots) tessLevel(i ssa.InstrID) bool {
	f := x.f
	p := f.Arg(i, 0)
	v := rootVar(f, p)
	if v == 0 || f.Var(v).Mode != ssa.ModeStageIn || !isTessLevel(&f.Var(v).IO) {
		return false
	}
	t := *x.types.At(f.Var(v).Type)
	whole := f.Op(p) == op.DerefVar
	if t.Kind != ir.TypeArray || t.Length > 4 || !whole && f.Op(f.Arg(p, 0)) != op.DerefVar {
		return false
	}
	b := f.BuildBefore(i)
	levels := b.Instr(op.LoadSystemValue, ir.VectorOf(x.types.At(t.Base).Scalar, int(t.Length)))
	f.SetField(levels, "value", uint32(f.Var(v).IO.BuiltIn))
	var value ssa.Value
	switch k, known := uint64(0), false; {
	case whole:
		parts := make([]ssa.Value, t.Length)
		for k := range parts {
			parts[k] = b.Component(levels, k)
		}
		value = b.Op(op.Compose, f.Type(i), parts...)
	default:
		if k, known = f.KnownBits(f.Arg(p, 1), 0); known {
			value = b.Component(levels, int(min(k, uint64(t.Length-1))))
		} else {
			value = b.Op(op.ExtractDynamic, f.Type(i), levels, f.Arg(p, 1))
		}
	}
	f.SetName(value, f.NameOf(i))
	f.ReplaceUses(i, value)
	f.Remove(i)
	return true
}

func isTessLevel(at *ir.Binding) bool {
	return at.Kind == ir.BindBuiltIn && (at.BuiltIn == ir.BuiltInTessLevelOuter || at.BuiltIn == ir.BuiltInTessLevelInner)
}

func (x *explicitSlots) store(b *ssa.Builder, a ioAccess, v ssa.Value, mask uint32) {
	if x.types.ComponentCount(a.t) == 0 {
		x.parts(a, func(k int, part ioAccess) { x.store(b, part, b.Extract(part.t, v, k), 0) })
		return
	}
	i := b.Instr(op.StoreOutput, 0, ssa.Whole(v), ssa.Whole(a.offset(b)))
	a.fields(x.f, i)
	if mask != 1<<x.types.ComponentCount(a.t)-1 {
		x.f.SetField(i, "mask", mask)
	}
}

func (a *ioAccess) offset(b *ssa.Builder) ssa.Value {
	switch {
	case a.dyn == 0:
		return b.U32(a.slot)
	case a.slot == 0:
		return a.dyn
	}
	return b.Op(op.IAdd, ir.TypeU32, a.dyn, b.U32(a.slot))
}

func (a *ioAccess) fields(f *ssa.Function, i ssa.InstrID) {
	f.SetField(i, "base", a.v.At)
	f.SetField(i, "component", a.component)
	f.SetField(i, "slots", slotsOf(f.Shader.Module, a.v.Type))
}

// isInterpolated reports whether an input of fragments differs within its primitive.
func isInterpolated(types *ir.Types, v *ssa.Variable) bool {
	t := types.At(v.Type)
	for t.Kind == ir.TypeArray {
		t = types.At(t.Base)
	}
	return v.IO.Kind == ir.BindLocation && !v.IO.PerPrimitive && t.Scalar.IsFloat() && t.Kind != ir.TypeStruct &&
		v.IO.Interpolation != ir.InterpolateFlat && v.IO.Interpolation != ir.InterpolatePerVertex
}

// barycentric is the place at which an input is interpolated by its declaration.
func barycentric(b *ssa.Builder, v *ssa.Variable) ssa.Value {
	at := op.BarycentricPixel
	switch v.IO.Sampling {
	case ir.SampleCentroid:
		at = op.BarycentricCentroid
	case ir.SampleSample:
		at = op.BarycentricSample
	}
	i := b.Instr(op.LoadBarycentric, ir.VectorOf(ir.F32, 2), ssa.Src{})
	b.F.SetField(i, "at", uint32(at))
	b.F.SetField(i, "interpolation", uint32(v.IO.Interpolation))
	return i
}

// interpolate makes an interpolation elsewhere explicit; it reports whether it has.
func (x *explicitSlots) interpolate(i ssa.InstrID) bool {
	f := x.f
	location, component := f.Field(i, "location"), uint8(f.Field(i, "component"))
	for k := range f.Shader.Vars {
		v := &f.Shader.Vars[k]
		if v.Mode != ssa.ModeShaderIn || v.IO.Kind != ir.BindLocation || v.IO.Location != location || v.IO.Component != component ||
			x.types.ComponentCount(v.Type) == 0 || !isInterpolated(x.types, v) {
			continue
		}
		b := f.BuildBefore(i)
		at := b.Instr(op.LoadBarycentric, ir.VectorOf(ir.F32, 2), f.Src(i, 0))
		to := [...]op.Barycentric{ir.InterpolateCentroid: op.BarycentricCentroid, ir.InterpolateSample: op.BarycentricAtSample, ir.InterpolateOffset: op.BarycentricAtOffset}
		f.SetField(at, "at", uint32(to[f.Field(i, "op")]))
		f.SetField(at, "interpolation", uint32(v.IO.Interpolation))
		w := b.Instr(op.LoadInterpolatedInput, f.Type(i), ssa.Whole(at), ssa.Whole(b.U32(0)))
		a := ioAccess{v: v, component: uint32(v.IO.Component)}
		a.fields(f, w)
		f.SetName(w, f.NameOf(i))
		f.ReplaceUses(i, w)
		f.Remove(i)
		return true
	}
	return false
}
