package direct3d

// This file makes offsets of words those of bytes again: HLSL's byte address buffers are arrays of words in modules.
//
//	before                            after
//	%1 = ushr %x, 2                   %1 = iand %x, 0xfffffffc
//	%2 = iadd %1, 3                   %2 = iadd %1, 12
//	%3 = ishl %2, 2
//	%4 = load_ssbo %b, %3             %4 = load_ssbo %b, %2

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// WordOffsets makes offsets of the words that an address of bytes names sums of that address and a number.
var WordOffsets = &pass.Pass{
	Name:      "word-offsets",
	Doc:       "offsets of words that an address of bytes names become sums of the address and a number",
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  wordOffsets,
}

func wordOffsets(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			form := f.Op(i).Memory()
			if form.Kind != op.MemorySSBO || form.Offset < 0 {
				continue
			}
			k := int(form.Offset)
			x, number, ok := wordOf(f, f.Arg(i, k))
			if !ok {
				continue
			}
			at := f.BuildBefore(i)
			v := at.Instr(op.IAnd, ir.TypeU32, x, ssa.Whole(at.U32(^uint32(3))))
			if number != 0 {
				v = at.Op(op.IAdd, ir.TypeU32, v, at.U32(4*number))
			}
			f.SetSrc(i, k, ssa.Whole(v))
			changed = true
		}
	}
	return changed
}

// Unmasked takes away the masks of multiples of 4, which VectorizeMemory knows the sums of WordOffsets by.
var Unmasked = &pass.Pass{
	Name:      "unmasked-words",
	Doc:       "multiples of 4 aren't rounded to such",
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function: func(f *ssa.Function) bool {
		changed := false
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if x, ok := operandBy(f, i, op.IAnd, ^uint32(3)); ok && f.HasUses(i) && analysis.TrailingZeros(f, x.Value) >= 2 {
					f.ReplaceUses(i, x.Value)
					changed = true
				}
			}
		}
		return changed
	},
}

// Vectorize appends the passes that join accesses of memory, with others that simplify behind each.
func (p *Passes) Vectorize(simple string) {
	p.Text(simple)
	p.Add(WordOffsets)
	p.Text("copy-prop, constant-folding, cse, dce, vectorize-memory{words}")
	p.Add(Unmasked)
	p.Text(simple)
}

// wordOf is the address of bytes in an offset ((x >> 2) + number) << 2.
func wordOf(f *ssa.Function, offset ssa.Value) (x ssa.Src, number uint32, ok bool) {
	shifted, ok := operandBy(f, offset, op.IShl, 2)
	if !ok {
		if shifted, ok = operandBy(f, offset, op.IMul, 4); !ok {
			return x, 0, false
		}
	}
	v := shifted.Value
	if f.Op(v) == op.IAdd {
		if number, ok = numberIn(f, v); !ok || number >= 1<<29 {
			return x, 0, false
		}
		v = f.Arg(v, 0)
	}
	x, ok = operandBy(f, v, op.UShr, 2)
	return x, number, ok
}

// operandBy is the first operand of an operation on scalars whose second is a number.
func operandBy(f *ssa.Function, v ssa.Value, o op.Op, by uint32) (x ssa.Src, ok bool) {
	if f.Op(v) != o || f.Comps(v) != 1 {
		return x, false
	}
	second := f.Src(v, 1)
	number, ok := f.KnownBits(second.Value, second.Swizzle.At(0))
	return f.Src(v, 0), ok && uint32(number) == by
}
