package dxbc

// This file lists the passes that make a shader one for shader model 2, which has no integers, no
// local arrays, and no control flow that depends on values: calls are inlined, loops unrolled, ifs
// become choices, and integers and bools become floats.

import (
	"refract/internal/back/direct3d"
	"refract/internal/lazy"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Limits of unrolled code, in operations of vectors, far above the sizes of the model's programs, since
// much of the code may be simplified.
const (
	maxRounds9       = 1024
	maxInstructions9 = 8192
	maxElements9     = 32 // among which an access by an unknown index chooses
)

// negations is a pass of the back end's own: it makes comparisons of negated ones, and swaps the
// numbers between which a negated condition chooses. NaN isn't told apart.
var negations = &pass.Pass{
	Name:      "dxbc-negations",
	Doc:       "negated comparisons become the opposite comparisons",
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  negate,
}

// opposites are the comparisons that hold if others don't, with the operands in the other order if
// swap is set.
var opposites = [op.Count]struct {
	op   op.Op
	swap bool
}{
	op.FLt: {op.FLe, true}, op.FLe: {op.FLt, true}, op.FEq: {op.FNeu, false}, op.FNeu: {op.FEq, false},
	op.ILt: {op.ILe, true}, op.ILe: {op.ILt, true}, op.ULt: {op.ULe, true}, op.ULe: {op.ULt, true},
	op.IEq: {op.INe, false}, op.INe: {op.IEq, false},
}

func negate(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.BCsel {
				if c := f.Src(i, 0); f.Op(c.Value) == op.INot {
					in := f.Src(c.Value, 0)
					in.Swizzle, in.Comps = in.Swizzle.Then(c.Swizzle), c.Comps
					yes, no := f.Src(i, 1), f.Src(i, 2)
					f.SetSrc(i, 0, in)
					f.SetSrc(i, 1, no)
					f.SetSrc(i, 2, yes)
					changed = true
				}
			}
			if f.Op(i) != op.INot || f.Bits(i) != 1 {
				continue
			}
			s := f.Src(i, 0)
			o := opposites[f.Op(s.Value)]
			if o.op == op.Invalid || s.Comps == 0 {
				continue
			}
			x, y := f.Src(s.Value, 0), f.Src(s.Value, 1)
			for _, v := range [...]*ssa.Src{&x, &y} {
				v.Swizzle, v.Comps = v.Swizzle.Then(s.Swizzle), s.Comps
			}
			if o.swap {
				x, y = y, x
			}
			at := f.BuildBefore(i)
			f.ReplaceUses(i, at.Instr(o.op, f.Type(i), x, y))
			f.Remove(i)
			changed = true
		}
	}
	return changed
}

// rows is a pass of the back end's own. Known parts of the number of a row go into the operand.
var rows = &pass.Pass{
	Name:      "dxbc-rows",
	Doc:       "offsets of rows of constant buffers are counted in rows",
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function: func(f *ssa.Function) bool {
		changed := direct3d.UnitOffsets(f, offsetUnit)
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) != op.LoadUBOVec4 || f.Op(f.Arg(i, 1)) != op.IAdd {
					continue
				}
				at := f.Arg(i, 1)
				if bits, ok := f.KnownBits(f.Arg(at, 1), 0); ok && bits < maxElements && f.Comps(at) == 1 && f.Comps(f.Arg(at, 0)) == 1 {
					f.SetField(i, "base", f.Field(i, "base")+uint32(bits))
					f.SetSrc(i, 1, ssa.Whole(f.Arg(at, 0)))
					changed = true
				}
			}
		}
		return changed
	},
}

// simple9 simplifies the results of lowering.
const simple9 = "(copy-prop, constant-folding, algebraic, cse, dead-cf, dce)*"

// vertex9 and pixel9 are the passes of vertex and of pixel shaders.
var (
	vertex9 = lazy.Value[*direct3d.Passes]{Make: func() *direct3d.Passes { return makePasses9(false) }}
	pixel9  = lazy.Value[*direct3d.Passes]{Make: func() *direct3d.Passes { return makePasses9(true) }}
)

func makePasses9(pixel bool) *direct3d.Passes {
	p := new(direct3d.Passes)
	p.Interface("lower-returns, inline-functions, dead-functions, global-to-local, lower-switch")
	unroll := opt.LoopUnrollOf(opt.LoopLimit{Rounds: maxRounds9, Instructions: maxInstructions9, Arrays: maxInstructions9, Convergent: true})
	exits := lower.LoopUnrollExitsOf(lower.ExitLimit{Rounds: maxRounds9, Copies: maxRounds9, Instructions: maxInstructions9, Arrays: maxInstructions9, Convergent: true})
	p.Add(lower.LoopFlags)
	p.Text("loop-once, " + direct3d.Values)
	p.Add(unroll, exits)
	p.Text("loop-once, " + direct3d.Values)
	p.Add(unroll, exits) // loops around the ones that are gone
	p.Text("loop-once, " + direct3d.Values)
	modes := ssa.ModeFunctionTemp | ssa.ModeShaderTemp
	if pixel {
		modes |= ssa.ModeUBO | ssa.ModeUniform | ssa.ModePushConstant
	}
	p.Add(lower.IndirectDerefsOf(lower.IndirectOptions{Modes: modes, Most: maxElements9}))
	p.Text(direct3d.Values)
	p.Add(direct3d.Wholes)
	p.Text("explicit-io, explicit-buffers")
	p.Add(direct3d.Wholes)
	p.Text("matrices-to-columns")
	p.Add(direct3d.Wholes)
	p.Text("ubo-to-vec4, conditional-discard")
	p.Add(lower.FlattenIfsOf(lower.FlattenOptions{Convergent: true}), direct3d.Wholes, bitcasts, lower.ALU(lower.ALUOptions{Ops: lower.ALUSaturate | lower.ALUIntegerDot}))
	p.Text(simple9)
	p.Add(negations, rows)
	p.Text(simple9 + ", ints-to-floats{approximate, zeros}, bools-to-floats, copy-prop, constant-folding, cse, dce")
	p.Text("shrink-vectors, shrink-stores, undef-to-zero, copy-prop, constant-folding, cse, dce, leave-ssa, dce")
	return p
}
