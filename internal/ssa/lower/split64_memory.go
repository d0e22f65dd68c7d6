package lower

// This file makes accesses of 64-bit numbers in memory accesses of their words, of four
// words at most.
//
//	before                                   after
//	%2 = load_ssbo %b, %1, align=8 : f64     %3 = load_ssbo %b, %1, align=8 : vec2<u32>
//	                                         %2 = bitcast %3 : f64

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Split64Memory makes accesses of 64-bit numbers accesses of words.
var Split64Memory = &pass.Pass{
	Name:      "split-64-memory",
	Doc:       "loads and stores by offset of 64-bit numbers become ones of their words",
	Machine:   true,
	Preserves: ssa.ControlFlow,
	Function:  splitMemory,
}

func splitMemory(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			form := f.Op(i).Memory()
			if form.Kind == op.NoMemory || op.Access(f.Words(i))&op.AccessAtomic != 0 || f.Field(i, "base") >= 1<<31-16 {
				continue
			}
			c := calc{f.BuildBefore(i)}
			switch {
			case form.Role == op.MemoryLoad && f.Bits(i) == 64:
				replace(f, i, c.loadWords(i))
			case form.Role == op.MemoryStore && f.Bits(f.Arg(i, int(form.Value))) == 64:
				c.storeWords(i, int(form.Value))
				f.Remove(i)
			default:
				continue
			}
			changed = true
		}
	}
	return changed
}

// behind makes an access one of the memory behind by a number of bytes.
func behind(f *ssa.Function, i ssa.InstrID, by uint32) {
	f.SetField(i, "base", f.Field(i, "base")+by)
	if align := f.Field(i, "align"); align > 0 {
		f.SetField(i, "align_offset", (f.Field(i, "align_offset")+by)%align)
	}
}

// accessLike is an access with the sources and controls of another, two numbers behind it for
// each that went before.
func (c *calc) accessLike(i ssa.InstrID, t ir.TypeID, before int, srcs []ssa.Src) ssa.Value {
	f := c.F
	v := c.Instr(f.Op(i), t, srcs...)
	f.SetFlags(v, f.Flags(i))
	f.SetWords(v, f.Words(i))
	behind(f, v, uint32(8*before))
	return v
}

// loadWords loads the words of a load's numbers, and makes the numbers of them.
func (c *calc) loadWords(i ssa.InstrID) ssa.Value {
	f := c.F
	one := ir.VectorOf(f.Shader.Module.Types.ScalarOf(f.Type(i)), 1)
	srcs := make([]ssa.Src, 0, 2)
	for k := range f.NumSrcs(i) {
		srcs = append(srcs, f.Src(i, k))
	}
	var parts [4]ssa.Value
	n := f.Comps(i)
	for k := 0; k < n; k += 2 {
		count := min(2, n-k)
		words := c.accessLike(i, ir.VectorOf(ir.U32, 2*count), k, srcs)
		for j := range count {
			pair := ssa.Src{Value: words, Swizzle: ssa.Swizzle(0).With(0, 2*j).With(1, 2*j+1), Comps: 2}
			parts[k+j] = c.Instr(op.Bitcast, one, pair)
		}
	}
	return c.join(i, parts[:n]...)
}

// storeWords stores the words of a store's numbers.
func (c *calc) storeWords(i ssa.InstrID, value int) {
	f := c.F
	s := f.Src(i, value)
	n := f.Comps(s.Value)
	if s.Comps != 0 {
		n = int(s.Comps)
	}
	mask := f.Field(i, "mask")
	if mask == 0 {
		mask = 1<<n - 1
	}
	srcs := make([]ssa.Src, 0, 3)
	for k := range f.NumSrcs(i) {
		srcs = append(srcs, f.Src(i, k))
	}
	for k := 0; k < n; k += 2 {
		some := mask >> k & 3
		if some == 0 {
			continue
		}
		count := min(2, n-k)
		var words [4]ssa.Value
		for j := range count {
			x := c.split(c.part(s, k+j))
			words[2*j], words[2*j+1] = x.lo, x.hi
		}
		srcs[value] = ssa.Whole(c.Op(op.Vec, ir.VectorOf(ir.U32, 2*count), words[:2*count]...))
		v := c.accessLike(i, 0, k, srcs)
		f.SetField(v, "mask", some&1*3|some>>1*12)
	}
}
