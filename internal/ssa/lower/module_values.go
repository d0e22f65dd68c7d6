package lower

// This file makes loads of system values parameters of entry points, or variables of a stage, again.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// systemValue replaces the load of a system value.
func (x *moduleStage) systemValue(i ssa.InstrID) {
	f := x.f
	which := ir.BuiltIn(f.Field(i, "value"))
	c := calc{f.BuildBefore(i)}
	if which == ir.BuiltInTessLevelOuter || which == ir.BuiltInTessLevelInner {
		replace(f, i, x.tessLevels(&c, which, f.Type(i)))
		return
	}
	if which == ir.BuiltInObjectToWorld || which == ir.BuiltInWorldToObject {
		m := x.system(which, ir.MatrixOf(ir.F32, 4, 3))
		replace(f, i, c.Extract(f.Type(i), m, int(f.Field(i, "column"))))
		return
	}
	v := x.system(which, f.Type(i))
	if f.Field(i, "from_zero") != 0 {
		v = c.sub(v, x.system(op.BaseOf(which), f.Type(i)))
	}
	if f.Field(i, "corner") != 0 {
		v = c.Op(op.Vec, f.Type(i), c.do(op.FFloor, c.Component(v, 0)), c.do(op.FFloor, c.Component(v, 1)), c.Component(v, 2), c.Component(v, 3))
	}
	if f.Field(i, "divisor") != 0 {
		v = c.Op(op.Vec, f.Type(i), c.Component(v, 0), c.Component(v, 1), c.Component(v, 2), c.do(op.FRcp, c.Component(v, 3)))
	}
	replace(f, i, v)
}

// tessLevels is a vector of tessellation levels, which are a variable of the stage.
func (x *moduleStage) tessLevels(c *calc, which ir.BuiltIn, t ir.TypeID) ssa.Value {
	at := ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: which, Patch: true}
	n := x.types.ComponentCount(t)
	array := x.types.Array(ir.ScalarTypeOf(x.types.ScalarOf(t)), uint32(n))
	id := ssa.VarID(0)
	for k := range x.s.Vars {
		if v := &x.s.Vars[k]; v.Mode == ssa.ModeStageIn && v.IO.Kind == ir.BindBuiltIn && v.IO.BuiltIn == which && v.Type == array {
			id = ssa.VarID(k)
		}
	}
	if id == 0 {
		id = x.s.AddVar(ssa.Variable{Name: which.String(), Mode: ssa.ModeStageIn, Type: array, Access: ir.AccessRead, IO: at})
	}
	p := c.DerefVar(id)
	parts := make([]ssa.Value, n)
	for k := range parts {
		parts[k] = c.Load(c.DerefArray(x.s.Module.ElementType(x.f.Type(p), 0), p, c.U32(uint32(k))))
	}
	return c.Op(op.Vec, t, parts...)
}
