package spirv

// This file reads extended instructions of GLSL.std.450. Instructions of non-semantic sets
// have no influence on the computation.

import (
	"math"

	"refract/internal/builtin/row"
	"refract/internal/lazy"
	"refract/internal/ssa/build"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// glsl are the functions that are one operation on whole values, after the rows of math
// functions: glslBeside are instructions beside the one that is written for a function.
var glsl = lazy.Value[*[82]op.Op]{Make: func() *[82]op.Op {
	list := glslBeside
	for i := range row.Count {
		f := ir.MathOp(i)
		if f.Info().Result == ir.ResultStruct {
			continue
		}
		for column, inst := range row.Of(f).SPIRV.Set {
			if inst != 0 && list[inst] == op.Invalid {
				list[inst] = op.OfMath(f, column)
			}
		}
	}
	return &list
}}

var glslBeside = [82]op.Op{
	spirv.GLSLRound: op.FRoundEven, spirv.GLSLPackDouble2x32: op.Bitcast, spirv.GLSLUnpackDouble2x32: op.Bitcast,
	spirv.GLSLNMin: op.FMin, spirv.GLSLNMax: op.FMax, spirv.GLSLNClamp: op.FClamp,
}

// print reads an instruction that prints.
func (r *reader) print(inst spirv.Inst) {
	if len(inst) < 6 || r.defs[inst[5]].op != spirv.OpString {
		r.invalid("DebugPrintf needs a string")
	}
	var args []ssa.Value
	for _, id := range inst[6:] {
		v := r.val(id)
		if r.fn.f.Comps(v) == 0 {
			r.invalid("DebugPrintf prints scalars and vectors")
		}
		args = append(args, v)
	}
	i := r.fn.b.Op(op.Print, 0, args...)
	r.fn.f.SetWords(i, [2]uint32{uint32(r.m.AddFormat(r.stringAt(inst[5])))})
}

// extended reads an extended instruction.
func (r *reader) extended(inst spirv.Inst) {
	if r.context.ExtSet(inst[3]) != spirv.ExtSetGLSL {
		if r.context.ExtSet(inst[3]) == spirv.ExtSetDebugPrintf && inst[4] == uint32(spirv.DebugPrintf) {
			r.print(inst)
			return
		}
		if r.isDebug(inst) {
			r.line(inst)
			return
		}
		d := &r.defs[inst[3]]
		if d.op != spirv.OpExtInstImport {
			r.invalid("%%%d is no set of instructions", inst[3])
		}
		name, _ := spirv.String(r.inst(int(d.offset))[2:])
		r.unsupported("the instructions of %s", name)
	}
	x := &r.fn
	f := x.f
	code := spirv.GLSLOp(inst[4])
	var args [4]ssa.Value
	n := 0
	for _, id := range inst[5:] {
		if n == len(args) {
			r.invalid("%s has too many operands", code)
		}
		args[n] = r.val(id)
		n++
	}
	want := 0
	glsl := glsl.Get()
	if int(code) < len(glsl) && glsl[code] != 0 {
		want = len(glsl[code].Info().Srcs)
	}
	if want != 0 && n != want {
		r.invalid("%s has %d operands, not %d", code, want, n)
	}
	t := r.value(inst[1])
	b := &x.b
	// Operands by components, which the expressions below need.
	vectors := func() {
		for _, v := range args[:n] {
			if f.Comps(v) == 0 && r.m.Types.At(f.Type(v)).Kind != ir.TypePointer {
				r.invalid("an operand of %s that is no scalar or vector", code)
			}
		}
	}
	switch code {
	case spirv.GLSLNormalize, spirv.GLSLReflect, spirv.GLSLRefract, spirv.GLSLFaceForward, spirv.GLSLLength, spirv.GLSLDistance:
		vectors()
		if f.Comps(args[0]) == 1 {
			r.set(inst[2], r.scalarGeometry(code, args[:n]))
			return
		}
	case spirv.GLSLSin, spirv.GLSLCos, spirv.GLSLPow: // of 16 and 32 bits, as all like them: the validator looks
	case spirv.GLSLModf, spirv.GLSLFrexp:
		vectors()
		if n != 2 || f.Comps(args[0]) == 0 {
			r.invalid("%s has two operands", code)
		}
		p := *r.isMemory(args[1])
		r.wholly(args[1])
		o, special := op.FModf, ir.SpecialModf
		if code == spirv.GLSLFrexp {
			o, special = op.FFrexp, ir.SpecialFrexp
		}
		st := r.m.SpecialStruct(special, f.Type(args[0]))
		pair := b.Op(o, st, args[0])
		members := r.m.StructOf(st).Members
		second := b.Extract(members[1].Type, pair, 1)
		if p.Base != members[1].Type && r.m.Types.ComponentCount(p.Base) == 0 {
			r.invalid("the second result of %s goes to memory of another type", code)
		}
		b.Store(args[1], r.wide(second, p.Base))
		r.set(inst[2], b.Extract(r.m.StructOf(st).Members[0].Type, pair, 0))
		return
	case spirv.GLSLModfStruct, spirv.GLSLFrexpStruct:
		vectors()
		if n != 1 {
			r.invalid("%s has one operand", code)
		}
		o, special := op.FModf, ir.SpecialModf
		if code == spirv.GLSLFrexpStruct {
			o, special = op.FFrexp, ir.SpecialFrexp
		}
		s := r.m.StructOf(t)
		if s == nil || len(s.Members) != 2 {
			r.invalid("the result of %s is no struct of two values", code)
		}
		pair := b.Op(o, r.m.SpecialStruct(special, f.Type(args[0])), args[0])
		if second := r.m.StructOf(f.Type(pair)).Members[1].Type; second != s.Members[1].Type && r.m.Types.ComponentCount(s.Members[1].Type) > 0 {
			r.set(inst[2], b.Op(op.Compose, t, b.Extract(s.Members[0].Type, pair, 0), r.wide(b.Extract(second, pair, 1), s.Members[1].Type)))
			return
		}
		r.set(inst[2], r.repack(pair, t))
		return
	case spirv.GLSLNMin, spirv.GLSLNMax:
		vectors()
		r.set(inst[2], r.numeric(glsl[code], t, args[0], args[1]))
		return
	case spirv.GLSLNClamp:
		vectors()
		r.set(inst[2], r.numeric(op.FMin, t, r.numeric(op.FMax, t, args[0], args[1]), args[2]))
		return
	case spirv.GLSLIMix:
		r.unsupported("IMix")
	case spirv.GLSLInterpolateAtCentroid, spirv.GLSLInterpolateAtSample, spirv.GLSLInterpolateAtOffset:
		r.interpolate(inst, interpolations.Get()[code], args[:n])
		return
	}
	if want == 0 {
		r.unsupported("the instruction %s", code)
	}
	r.set(inst[2], b.Op(glsl[code], t, args[:n]...))
}

// numeric is the lesser or the greater of two values, or the one that is not NaN: our
// operations give the first if either is NaN. They are precise, so that no pass takes a NaN
// for a number.
func (r *reader) numeric(o op.Op, t ir.TypeID, a, b ssa.Value) ssa.Value {
	x := &r.fn
	least := func(a, b ssa.Value) ssa.Value {
		v := x.b.Op(o, t, a, b)
		x.f.SetFlags(v, ir.FlagPrecise)
		return v
	}
	switch {
	case r.isNumber(a):
		return least(a, b)
	case r.isNumber(b) && !(r.hasZero(b) && r.keepsZeros()):
		return least(b, a)
	}
	nan := x.b.Op(op.FIsNan, r.m.Types.WithScalar(t, ir.Bool), a)
	return x.b.Op(op.BCsel, t, nan, b, least(a, b))
}

// hasZero reports whether a component of a constant is zero.
func (r *reader) hasZero(v ssa.Value) bool {
	f := r.fn.f
	s := r.m.Types.ScalarOf(f.Type(v))
	for k := range f.Comps(v) {
		if s.Float(f.ConstBits(v, k)) == 0 {
			return true
		}
	}
	return false
}

// keepsZeros reports whether an entry point wants zeros to keep their signs.
func (r *reader) keepsZeros() bool {
	for _, at := range r.modes {
		if inst := r.inst(int(at)); spirv.ExecutionMode(inst[2]) == spirv.ExecutionModeSignedZeroInfNanPreserve {
			return true
		}
	}
	return false
}

// isNumber reports whether a value is a constant without NaN.
func (r *reader) isNumber(v ssa.Value) bool {
	f := r.fn.f
	s := r.m.Types.ScalarOf(f.Type(v))
	if !f.IsConst(v) || !s.IsFloat() {
		return false
	}
	for k := range f.Comps(v) {
		if math.IsNaN(s.Float(f.ConstBits(v, k))) {
			return false
		}
	}
	return true
}

// wide is an integer as one of another width, which naga gives to exponents.
func (r *reader) wide(v ssa.Value, t ir.TypeID) ssa.Value {
	s := r.m.Types.ScalarOf(t)
	if !s.IsInteger() || s.Bits() == r.fn.f.Bits(v) {
		return v
	}
	return r.fn.b.Op(op.I2I, t, v)
}

// scalarGeometry spells geometric functions of scalars.
func (r *reader) scalarGeometry(code spirv.GLSLOp, args []ssa.Value) ssa.Value {
	b := &r.fn.b
	for _, a := range args {
		if r.fn.f.Comps(a) != 1 || r.fn.f.Bits(a) != r.fn.f.Bits(args[0]) || r.fn.f.Bits(a) < 16 {
			r.invalid("operands of different shapes")
		}
	}
	if !r.m.Types.ScalarOf(r.fn.f.Type(args[0])).IsFloat() {
		r.invalid("operands that aren't floating-point numbers")
	}
	switch code {
	case spirv.GLSLNormalize:
		return build.Normalize(b, args[0])
	case spirv.GLSLReflect:
		return build.Reflect(b, args[0], args[1])
	case spirv.GLSLRefract:
		return build.Refract(b, args[0], args[1], args[2])
	case spirv.GLSLFaceForward:
		return build.FaceForward(b, args[0], args[1], args[2])
	case spirv.GLSLDistance:
		return build.Distance(b, args[0], args[1])
	}
	return build.Length(b, args[0])
}
