package lower

// This file has what passes share that put a fixed function of old hardware into shaders:
// they change the values of inputs and outputs. Inputs are read at the start and outputs
// written at the end first, as pass io-to-temporaries does it.

import (
	"refract/internal/ssa/build"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// fixedStage calls fn for the function of each entry point of a stage, whose inputs and
// outputs are accessed at its borders; it reports whether a call returned true.
func fixedStage(s *ssa.Shader, stage ir.Stage, fn func(x *fixedFunction) bool) bool {
	changed := false
	for k := range s.EntryPoints {
		ep := &s.EntryPoints[k]
		f := s.Funcs[ep.Function]
		if ep.Stage != stage || f.IsFlat() || len(f.Params) > 0 || f.Result != 0 {
			continue
		}
		changed = fn(&fixedFunction{s, f}) || changed
	}
	return changed
}

// A fixedFunction is the function of an entry point that gets a fixed function.
type fixedFunction struct {
	s *ssa.Shader
	f *ssa.Function
}

// uses are the derefs of a variable in the function.
func (x *fixedFunction) uses(v ssa.VarID) (list []ssa.InstrID) {
	for b := range x.f.Blocks() {
		for i := range x.f.Instrs(b) {
			if x.f.Op(i) == op.DerefVar && x.f.VarOf(i) == v {
				list = append(list, i)
			}
		}
	}
	return list
}

// variables are the inputs or outputs of the function that want selects.
func (x *fixedFunction) variables(mode ssa.Mode, want func(at *ir.Binding) bool) (list []ssa.VarID) {
	for v := range x.s.Vars {
		if y := &x.s.Vars[v]; v > 0 && y.Mode == mode && want(&y.IO) && len(x.uses(ssa.VarID(v))) > 0 {
			list = append(list, ssa.VarID(v))
		}
	}
	return list
}

// atLocation selects the variable of a location.
func atLocation(n uint32) func(*ir.Binding) bool {
	return func(at *ir.Binding) bool {
		return at.Kind == ir.BindLocation && at.Location == n && at.Component == 0 && !(at.HasBlendSrc && at.BlendSrc > 0)
	}
}

// atBuiltIn selects the variable of a built-in value.
func atBuiltIn(b ir.BuiltIn) func(*ir.Binding) bool {
	return func(at *ir.Binding) bool { return at.Kind == ir.BindBuiltIn && at.BuiltIn == b }
}

// mapOutput replaces the value that the function writes to an output; change returns the
// value itself to keep it.
func (x *fixedFunction) mapOutput(v ssa.VarID, change func(c *calc, value ssa.Value) ssa.Value) bool {
	f := x.f
	ioTemporaries(f)
	changed := false
	for _, d := range x.uses(v) {
		for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
			i, _ := f.UserOf(u)
			if f.Op(i) != op.Store || f.UseIndex(u) != 0 || f.Field(i, "mask") != 0 {
				continue
			}
			c := calc{f.BuildBefore(i)}
			old := f.Arg(i, 1)
			if value := change(&c, old); value != old {
				f.SetSrc(i, 1, ssa.Whole(value))
				changed = true
			}
		}
	}
	return changed
}

// mapInput replaces the value that the function reads of an input.
func (x *fixedFunction) mapInput(v ssa.VarID, change func(c *calc, value ssa.Value) ssa.Value) bool {
	f := x.f
	ioTemporaries(f)
	changed := false
	for _, d := range x.uses(v) {
		var loads []ssa.InstrID
		for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
			if i, _ := f.UserOf(u); f.Op(i) == op.Load {
				loads = append(loads, i)
			}
		}
		for _, i := range loads {
			c := calc{f.BuildAfter(i)}
			from := ssa.InstrID(f.InstrCount())
			if value := change(&c, i); value != i {
				x.replaceBefore(i, value, from)
				changed = true
			}
		}
	}
	return changed
}

// replaceBefore replaces the uses of a value by instructions that are older than from.
func (x *fixedFunction) replaceBefore(old, by ssa.Value, from ssa.InstrID) {
	f := x.f
	for u := f.FirstUse(old); u != 0; {
		next := f.NextUse(u)
		if i, _ := f.UserOf(u); i < from {
			s := f.SrcAt(u)
			s.Value = by
			f.SetSrcAt(u, s)
		}
		u = next
	}
}

// writes adds an output that is written at each end of the function, right before the
// stores of the others, by value.
func (x *fixedFunction) write(name string, t ir.TypeID, at ir.Binding, value func(c *calc) ssa.Value) {
	v := ioVar(x.s, name, ssa.ModeShaderOut, at, t)
	f := x.f
	var ends []ssa.NodeID
	for b := range f.Blocks() {
		if j := f.Jump(b); j != 0 && f.Op(j) == op.Return {
			ends = append(ends, b)
		}
	}
	if last := f.ListLast(ssa.Body); f.Jump(last) == 0 {
		f.AddJump(last, op.Return, f.Span)
		ends = append(ends, last)
	}
	for _, b := range ends {
		c := calc{f.BuildBefore(f.Jump(b))}
		c.Store(c.DerefVar(v), value(&c))
	}
}

// system loads a system value at the start of the function.
func (x *fixedFunction) system(which ir.BuiltIn, t ir.TypeID) ssa.Value {
	b := x.f.Build(x.f.Entry())
	return b.Load(b.DerefVar(x.systemVar(which, t)))
}

// systemVar is the variable of a system value, which is made if the function has none of the type.
func (x *fixedFunction) systemVar(which ir.BuiltIn, t ir.TypeID) ssa.VarID {
	for v := range x.s.Vars {
		if y := &x.s.Vars[v]; v > 0 && y.Mode == ssa.ModeSystemValue && y.IO.BuiltIn == which && y.Type == t && len(x.uses(ssa.VarID(v))) > 0 {
			return ssa.VarID(v)
		}
	}
	return ioVar(x.s, which.String(), ssa.ModeSystemValue, ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: which}, t)
}

// number is a float of a value's type.
func (c *calc) float(like ssa.Value, x float64) ssa.Value { return build.Float(&c.Builder, like, x) }

// uniform is the address of a member of a uniform buffer that the host fills, made if the
// shader has none with the binding yet.
func (x *fixedFunction) uniform(b *ssa.Builder, at FixedBinding, name string, t ir.TypeID) ssa.Value {
	for v := range x.s.Vars {
		if y := &x.s.Vars[v]; v > 0 && y.Mode == ssa.ModeUBO && y.HasBinding && y.Binding == at.binding() {
			return b.DerefVar(ssa.VarID(v))
		}
	}
	return b.DerefVar(x.s.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeUBO, Type: t, Access: ir.AccessRead, Layout: ir.LayoutNatural, HasBinding: true, Binding: at.binding()}))
}

// A FixedBinding is the place of a resource that the host binds for a fixed function.
type FixedBinding struct{ Group, Binding uint32 }

func (b FixedBinding) binding() ir.ResourceBinding {
	return ir.ResourceBinding{Group: b.Group, Binding: b.Binding}
}
