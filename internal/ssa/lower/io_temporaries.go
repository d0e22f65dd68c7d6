package lower

// This file makes accesses of inputs and outputs anywhere accesses of local variables,
// which are filled from the inputs at the start and written to the outputs at the end.
//
//	before                         after
//	%1 = deref_var @out            %1 = deref_var $out
//	store %1, %x                   store %1, %x
//	return                         %2 = load %1
//	                               %3 = deref_var @out
//	                               store %3, %2
//	                               return
//
// So inputs are read once and outputs written once, whole, whatever the shader does with
// them in between. Inputs that are only loaded as wholes, in the first block, and outputs
// that are only stored as wholes, right before a return, stay.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// IOTemporaries makes inputs and outputs local variables in between.
var IOTemporaries = &pass.Pass{
	Name:      "io-to-temporaries",
	Doc:       "inputs are read at the start and outputs written at the end; in between they are local variables",
	Replaces:  []string{"lower_io_to_temporaries"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  ioTemporaries,
}

func ioTemporaries(f *ssa.Function) bool {
	var list []ssa.VarID
	spread := map[ssa.VarID]bool{}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.DerefVar || f.VarOf(i).IsLocal() {
				continue
			}
			v := f.VarOf(i)
			if m := f.Var(v).Mode; m != ssa.ModeShaderIn && m != ssa.ModeShaderOut {
				continue
			}
			if handedOn(f, i) {
				return false
			}
			if !spread[v] && !atBorder(f, i) {
				spread[v] = true
				list = append(list, v)
			}
		}
	}
	for _, v := range list {
		ioTemporary(f, v)
	}
	return len(list) > 0
}

// atBorder reports whether an address is used as if the variable were an input or output
// of temporaries already.
func atBorder(f *ssa.Function, d ssa.Value) bool {
	mode := f.Var(f.VarOf(d)).Mode
	for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		switch {
		case mode == ssa.ModeShaderIn && f.Op(i) == op.Load && f.Block(i) == f.FirstBlock():
		case mode == ssa.ModeShaderOut && f.Op(i) == op.Store && f.UseIndex(u) == 0 && f.Field(i, "mask") == 0 && endsSoon(f, i):
		default:
			return false
		}
	}
	return true
}

// endsSoon reports whether the function ends behind an instruction, with nothing but
// stores of outputs in between.
func endsSoon(f *ssa.Function, i ssa.InstrID) bool {
	for i = f.Next(i); i != 0; i = f.Next(i) {
		switch o := f.Op(i); {
		case o == op.Return:
			return true
		case o == op.Store:
			v := rootVar(f, f.Arg(i, 0))
			if v == 0 || f.Var(v).Mode != ssa.ModeShaderOut {
				return false
			}
		case o.Class() == op.ClassJump, o.Has(op.WritesMemory), o.Has(op.Synchronizes):
			return false
		}
	}
	return false
}

func ioTemporary(f *ssa.Function, v ssa.VarID) {
	x := *f.Var(v)
	l := f.AddVar(ssa.Variable{Name: x.Name, Mode: ssa.ModeFunctionTemp, Type: x.Type, Access: ir.AccessReadWrite, Span: x.Span})
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.DerefVar && f.VarOf(i) == v {
				f.SetWords(i, [2]uint32{uint32(l)})
				f.SetType(i, f.VarPointer(l))
				retypeDerefs(f, i)
			}
		}
	}
	if x.Mode == ssa.ModeShaderIn {
		b := f.Build(f.Entry())
		b.Span = x.Span
		b.Store(b.DerefVar(l), b.Load(b.DerefVar(v)))
		return
	}
	finish := func(b ssa.Builder) {
		b.Span = x.Span
		b.Store(b.DerefVar(v), b.Load(b.DerefVar(l)))
	}
	for block := range f.Blocks() {
		if j := f.Jump(block); j != 0 && f.Op(j) == op.Return {
			finish(f.BuildBefore(j))
		}
	}
	if last := f.ListLast(ssa.Body); f.Jump(last) == 0 {
		b := f.Build(f.EndOf(last))
		finish(b)
		b.Jump(op.Return)
	}
}
