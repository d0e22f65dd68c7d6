package dxbc

// This file lists the passes that make a shader one for shader model 2, which has no integers, no
// local arrays, and no control flow that depends on values: calls are inlined, loops unrolled, ifs
// become choices:
//
//	if %c {                          demote_if %1        (%1 = iand %c, %d)
//	  demote_if %d                   %2 = fadd %a, 1
//	  %2 = fadd %a, 1                %3 = bcsel %c, %2, %a
//	}
//	%3 = phi %2, %a

import (
	"refract/internal/back/direct3d"
	"refract/internal/lazy"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/ir"
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

// flattened is a pass of the back end's own.
var flattened = &pass.Pass{
	Name:     "dxbc-flat",
	Doc:      "ifs become choices, whatever they cost",
	Destroys: pass.Scalar | pass.LoopClosed | pass.NoDiscardIf,
	Machine:  true,
	Function: func(f *ssa.Function) bool { return flatten(f, ssa.Body) },
}

// flatten makes choices of the ifs of a list, inner ones first.
func flatten(f *ssa.Function, l ssa.ListID) (changed bool) {
	for b := f.ListFirst(l); f.NextNode(b) != 0; {
		n := f.NextNode(b)
		switch f.Kind(n) {
		case ssa.NodeIf:
			changed = flatten(f, f.Then(n)) || changed
			changed = flatten(f, f.Else(n)) || changed
			if isStraight(f, f.Then(n)) && isStraight(f, f.Else(n)) {
				flattenIf(f, n)
				changed = true
				continue
			}
		case ssa.NodeLoop:
			changed = flatten(f, f.LoopBody(n)) || changed
		}
		b = f.After(n)
	}
	return changed
}

// isStraight reports whether a list is a block that control comes out of, or that ends the
// invocation, which may as well go on without effects.
func isStraight(f *ssa.Function, l ssa.ListID) bool {
	b := f.ListFirst(l)
	if f.NextNode(b) != 0 || f.HasPhis(b) {
		return false
	}
	j := f.Jump(b)
	return j == 0 || f.Op(j) == op.Halt
}

// flattenIf computes both arms of an if.
func flattenIf(f *ssa.Function, n ssa.NodeID) {
	cond := f.Cond(n)
	at := f.Build(f.EndOf(f.Before(n)))
	at.Span = f.NodeSpan(n)
	yes := at.Component(cond.Value, cond.Swizzle.At(0))
	no := at.Op(op.INot, ir.TypeBool, yes)
	for k, l := range [...]ssa.ListID{f.Then(n), f.Else(n)} {
		b := f.ListFirst(l)
		under := [...]ssa.Value{yes, no}[k]
		ends := f.Jump(b) != 0
		f.RemoveJump(b)
		for i := f.First(b); i != 0; i = f.First(b) {
			f.SetFlags(i, f.Flags(i)&^(ir.FlagNonZero|ir.FlagInBounds|ir.FlagInRange|ir.FlagNoWrap))
			f.Move(i, at.At)
			switch f.Op(i) {
			case op.DemoteIf, op.TerminateIf:
				both := f.BuildBefore(i)
				f.SetSrc(i, 0, ssa.Whole(both.Op(op.IAnd, ir.TypeBool, under, f.Arg(i, 0))))
			case op.Demote:
				with := f.BuildBefore(i)
				with.Op(op.DemoteIf, 0, under)
				f.Remove(i)
			}
		}
		if ends {
			at.Op(op.DemoteIf, 0, under)
		}
	}
	after := f.After(n)
	first := f.PredIndex(after, f.ListLast(f.Then(n)))
	for i := f.First(after); i != 0 && f.Op(i) == op.Phi; i = f.First(after) {
		a, b := f.Arg(i, first), f.Arg(i, 1-first)
		var v ssa.Value
		if n := uint8(f.Comps(i)); n > 0 {
			v = at.Instr(op.BCsel, f.Type(i), ssa.Src{Value: yes, Swizzle: ssa.Splat(0), Comps: n},
				ssa.Src{Value: a, Swizzle: ssa.Identity, Comps: n}, ssa.Src{Value: b, Swizzle: ssa.Identity, Comps: n})
		} else {
			v = at.Op(op.SelectWhole, f.Type(i), yes, a, b)
		}
		f.SetName(v, f.NameOf(i))
		f.ReplaceUses(i, v)
		f.Remove(i)
	}
	f.RemoveNode(n)
}

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
	p.Text("lower-returns, inline-functions, dead-functions, global-to-local, lower-switch, " + direct3d.Interface)
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
	p.Add(flattened, direct3d.Wholes, bitcasts, lower.ALU(lower.ALUOptions{Ops: lower.ALUSaturate | lower.ALUIntegerDot}))
	p.Text(simple9)
	p.Add(negations, rows)
	p.Text(simple9 + ", ints-to-floats{approximate, zeros}, bools-to-floats, copy-prop, constant-folding, cse, dce")
	p.Text("shrink-vectors, shrink-stores, undef-to-zero, copy-prop, constant-folding, cse, dce, leave-ssa, dce")
	return p
}
