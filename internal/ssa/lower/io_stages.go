package lower

// This file makes accesses of inputs and outputs that belong to vertices, primitives or patches accesses of
// slots.
//
//	before                                          after
//	var @in : array<@V, 3> stage_in                 var @in : array<@V, 3> stage_in at(0)
//	%1 = deref_var @in                              %4 = const 0
//	%2 = deref_array %1, %v                         %5 = load_stage_input %v, %4, base=1 : vec2<f32>
//	%3 = deref_struct %2, member=1
//	%5 = load %3 : vec2<f32>
//
// A variable has as many slots as one vertex, primitive or patch has of it. Values of one vertex or
// primitive are accessed with its number, others without. Accesses that choose a component of a vector by
// an index that isn't known in a store, and accesses of all vertices at once, stay.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ExplicitStageIO makes accesses of inputs and outputs of the later stages accesses of slots.
var ExplicitStageIO = &pass.Pass{
	Name:      "explicit-stage-io",
	Doc:       "accesses of inputs and outputs of vertices, primitives and patches become accesses of slots",
	Replaces:  []string{"lower_io"},
	Requires:  pass.NoCalls,
	Destroys:  pass.Scalar,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader:    explicitStageIO,
}

const stageIOModes = ssa.ModeStageIn | ssa.ModeStageOut

type stageSlots struct {
	explicitSlots
	stage ir.Stage
	next  map[ssa.Mode]uint32 // the first free slots
	slots uint32              // of the access's variable
}

func explicitStageIO(s *ssa.Shader) bool {
	changed := false
	next := map[ssa.Mode]uint32{}
	for k := range s.Vars {
		if v := &s.Vars[k]; v.HasAt && v.Mode&stageIOModes != 0 {
			next[v.Mode] = max(next[v.Mode], v.At+slotsOf(s.Module, v.Type))
		}
	}
	for k := range s.EntryPoints {
		e := &s.EntryPoints[k]
		x := stageSlots{explicitSlots: explicitSlots{s.Funcs[e.Function], &s.Module.Types, false}, stage: e.Stage, next: next}
		for b := range x.f.Blocks() {
			for i := range x.f.Instrs(b) {
				if x.f.Op(i) == op.Load || x.f.Op(i) == op.Store {
					changed = x.access(i) || changed
				}
			}
		}
		changed = unusedAddresses(x.f) || changed
	}
	return changed
}

// owner is the address of the values of one vertex, primitive or patch on the way to a part of them, the
// number of the vertex or primitive, or 0, and the variable; the variable is 0 if the address has no slot.
func (x *stageSlots) owner(p ssa.Value) (of, vertex ssa.Value, id ssa.VarID) {
	f := x.f
	id = rootVar(f, p)
	if id == 0 || f.Var(id).Mode&stageIOModes == 0 || isTessLevel(&f.Var(id).IO) {
		return 0, 0, 0
	}
	v := f.Var(id)
	arrayed := x.stage.Arrayed(v.Mode == ssa.ModeStageOut, v.IO.Patch)
	if v.IO.Kind == ir.BindBuiltIn && arrayed {
		arrayed = v.Mode == ssa.ModeStageOut || v.IO.BuiltIn.PerVertex()
	}
	if !arrayed {
		for of = p; f.Op(of).IsPath(); of = f.Arg(of, 0) {
		}
		return of, 0, id
	}
	for of = p; f.Op(of).IsPath(); of = f.Arg(of, 0) {
		if f.Op(of) == op.DerefArray && f.Op(f.Arg(of, 0)) == op.DerefVar {
			return of, f.Arg(of, 1), id
		}
	}
	return 0, 0, 0
}

// place gives a variable slots.
func (x *stageSlots) place(id ssa.VarID) {
	if v := &x.f.Shader.Vars[id]; !v.HasAt {
		v.HasAt, v.At = true, x.next[v.Mode]
		x.next[v.Mode] += x.slots
	}
}

// access makes a load or store an access of slots; it reports whether it has.
func (x *stageSlots) access(i ssa.InstrID) bool {
	f := x.f
	p := f.Arg(i, 0)
	of, vertex, id := x.owner(p)
	t := x.types.Pointee(f.Type(p))
	if id == 0 || leaves(f.Shader.Module, t) > maxLeaves || !x.hasSlots(t) || x.f.Op(i) == op.Store && x.picks(p, of) {
		return false
	}
	b := f.BuildBefore(i)
	if vertex != 0 && f.Bits(vertex) != 32 {
		vertex = b.Op(op.U2U, ir.TypeU32, vertex)
	}
	x.slots = slotsOf(f.Shader.Module, x.types.Pointee(f.Type(of)))
	x.place(id)
	a := x.path(&b, p, of, f.Var(id))
	if f.Op(i) == op.Store {
		x.write(&b, a, vertex, f.Arg(i, 1), f.Field(i, "mask"))
		f.Remove(i)
		return true
	}
	v := x.read(&b, a, vertex)
	if a.pick != 0 {
		v = b.Op(op.ExtractDynamic, f.Type(i), v, a.pick)
	}
	replace(f, i, v)
	return true
}

// hasSlots reports whether a type has numbers only that slots hold.
func (x *stageSlots) hasSlots(t ir.TypeID) bool {
	ty := *x.types.At(t)
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		return ty.Scalar.Bits() >= 16
	case ir.TypeArray:
		return ty.Length > 0 && ty.LengthExpr == 0 && x.hasSlots(ty.Base)
	case ir.TypeStruct:
		for _, m := range x.f.Shader.Module.Structs[ty.Struct].Members {
			if !x.hasSlots(m.Type) {
				return false
			}
		}
		return true
	}
	return false
}

// picks reports whether an address names a component of a vector by an index that isn't known.
func (x *stageSlots) picks(p, of ssa.Value) bool {
	f := x.f
	if p == of || f.Op(p) != op.DerefArray || x.types.At(x.types.Pointee(f.Type(f.Arg(p, 0)))).Kind != ir.TypeVector {
		return false
	}
	_, known := f.KnownBits(f.Arg(p, 1), 0)
	return !known
}

// path resolves the part of a vertex's values that an address names.
func (x *stageSlots) path(b *ssa.Builder, p, of ssa.Value, v *ssa.Variable) ioAccess {
	if p == of {
		return ioAccess{v: v, t: x.types.Pointee(x.f.Type(p))}
	}
	return x.step(b, x.path(b, x.f.Arg(p, 0), of, v), p)
}

func (x *stageSlots) read(b *ssa.Builder, a ioAccess, vertex ssa.Value) ssa.Value {
	if x.types.ComponentCount(a.t) == 0 {
		var list []ssa.Value
		x.parts(a, func(_ int, part ioAccess) { list = append(list, x.read(b, part, vertex)) })
		return b.Op(op.Compose, a.t, list...)
	}
	o := op.LoadStageInput
	if a.v.Mode == ssa.ModeStageOut {
		o = op.LoadStageOutput
	}
	v := b.Instr(o, a.t, wholeOrNone(vertex), ssa.Whole(a.dynamic(b)))
	x.fields(v, &a)
	return v
}

func (x *stageSlots) write(b *ssa.Builder, a ioAccess, vertex, data ssa.Value, mask uint32) {
	if x.types.ComponentCount(a.t) == 0 {
		x.parts(a, func(k int, part ioAccess) { x.write(b, part, vertex, b.Extract(part.t, data, k), 0) })
		return
	}
	i := b.Instr(op.StoreStageOutput, 0, ssa.Whole(data), wholeOrNone(vertex), ssa.Whole(a.dynamic(b)))
	x.fields(i, &a)
	if mask != 1<<x.types.ComponentCount(a.t)-1 {
		x.f.SetField(i, "mask", mask)
	}
}

// fields states the slot that is known: no value adds to it beyond the variable's slots.
func (x *stageSlots) fields(i ssa.InstrID, a *ioAccess) {
	x.f.SetField(i, "base", a.v.At+a.slot)
	x.f.SetField(i, "component", a.component)
	x.f.SetField(i, "slots", x.slots-a.slot)
}

// dynamic is the number of slots that a value adds.
func (a *ioAccess) dynamic(b *ssa.Builder) ssa.Value {
	if a.dyn == 0 {
		return b.U32(0)
	}
	return a.dyn
}

func wholeOrNone(v ssa.Value) ssa.Src {
	if v == 0 {
		return ssa.Src{}
	}
	return ssa.Whole(v)
}
