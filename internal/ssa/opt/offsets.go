package opt

// This file moves numbers that are added to offsets into accesses of memory.
//
//	before                                   after
//	%2 = iadd %1, 16                         %3 = load_shared %1, base=16 : u32
//	%3 = load_shared %2 : u32
//
// An access adds its base without wrapping, so that this is done only if the addition
// doesn't wrap, by the ranges of integers.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Offsets moves numbers that are added to offsets into accesses of memory.
var Offsets = &pass.Pass{
	Name:      "offsets",
	Doc:       "numbers that are added to offsets of memory become the base of the access",
	Replaces:  []string{"opt_offsets"},
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  offsets,
}

const maxBase = 1<<31 - 1

func offsets(f *ssa.Function) bool {
	var ranges *analysis.Ranges
	var list []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if form := f.Op(i).Memory(); form.Kind != op.NoMemory && form.Kind != op.MemoryGlobal {
				if o := f.Op(f.Arg(i, int(form.Offset))); o == op.IAdd || f.IsConst(f.Arg(i, int(form.Offset))) {
					list = append(list, i)
				}
			}
		}
	}
	if list == nil {
		return false
	}
	ranges = analysis.FindRanges(f)
	type fold struct {
		i    ssa.InstrID
		from ssa.Src // 0: the whole is a number
		by   uint64
	}
	var folds []fold
	for _, i := range list {
		k := int(f.Op(i).Memory().Offset)
		v := f.Arg(i, k)
		if f.IsConst(v) {
			if x := f.ConstBits(v, 0); x > 0 && x+uint64(f.Field(i, "base")) <= maxBase {
				folds = append(folds, fold{i: i, by: x})
			}
			continue
		}
		for side := range 2 {
			c := f.Src(v, 1-side)
			by, ok := f.KnownBits(c.Value, c.Swizzle.At(0))
			if !ok || by+uint64(f.Field(i, "base")) > maxBase || uint64(ranges.At(v, side).Hi)+by >= 1<<32 {
				continue
			}
			folds = append(folds, fold{i, f.Src(v, side), by})
			break
		}
	}
	for _, x := range folds {
		k := int(f.Op(x.i).Memory().Offset)
		at := f.BuildBefore(x.i)
		v := x.from.Value
		switch {
		case v == 0:
			v = at.Const(ir.TypeU32, 0)
		case f.Comps(v) > 1:
			v = at.Instr(op.Mov, ir.TypeU32, x.from)
		}
		f.SetSrc(x.i, k, ssa.Whole(v))
		f.SetField(x.i, "base", f.Field(x.i, "base")+uint32(x.by))
	}
	return len(folds) > 0
}
