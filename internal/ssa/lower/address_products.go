package lower

// This file makes products of addresses products of 24 bits, for machines that are faster with them.
//
//	before                          after
//	%1 = umin %i, 1023              %1 = umin %i, 1023
//	%2 = imul %1, 48                %2 = umul24 %1, 48
//	%3 = load_ssbo %b, %2           %3 = load_ssbo %b, %2
//
// A product is replaced if only addresses are made of it, and if its factors have 24 bits: by
// their ranges, or, if accesses are known to be in bounds, by the size of the memory, which
// is below 8 MiB.

import (
	"refract/internal/ir/layout"
	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// AddressProducts makes products of addresses products of 24 bits.
var AddressProducts = &pass.Pass{
	Name:      "address-products",
	Doc:       "products that addresses alone are made of become products of 24 bits, if these are the same",
	Replaces:  []string{"lower_amul"},
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  func(f *ssa.Function) bool { return addressProducts(f, ProductOptions{}) },
}

// ProductOptions describes the memory, as the host knows it.
type ProductOptions struct {
	InBounds bool   `doc:"accesses are in bounds of their memory, so that factors are as small as the memory"`
	Buffers  uint32 `doc:"in-bounds: the bytes that a storage buffer without a fixed size has at most; 0: it is unknown"`
}

// AddressProductsOf is the pass with options.
func AddressProductsOf(o ProductOptions) *pass.Pass {
	p := *AddressProducts
	p.Function = func(f *ssa.Function) bool { return addressProducts(f, o) }
	return &p
}

// Limits of addressOf: users of a value and their users that are followed.
const (
	productDepth = 8
	productUses  = 64
)

// smallMemory is the size below which offsets are numbers of 24 bits with a sign.
const smallMemory = 1 << 23

type productFinder struct {
	f      *ssa.Function
	places *layout.Places
	o      ProductOptions
	uses   int
	known  bool   // the memories have ends
	size   uint64 // of the largest memory
}

func addressProducts(f *ssa.Function, o ProductOptions) bool {
	if !f.MayHave(op.IMul) {
		return false
	}
	x := productFinder{f: f, places: layout.NewPlaces(f.Shader.Module), o: o}
	var ranges *analysis.Ranges
	type found struct {
		i  ssa.InstrID
		op op.Op
	}
	var list []found
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.IMul || f.Bits(i) != 32 || f.Comps(i) != 1 || !f.HasUses(i) {
				continue
			}
			x.uses, x.known, x.size = 0, true, 0
			if !x.addresses(i, productDepth) {
				continue
			}
			if ranges == nil {
				ranges = analysis.FindRanges(f)
			}
			a, b := ranges.At(i, 0), ranges.At(i, 1)
			switch {
			case a.Hi < 1<<24 && b.Hi < 1<<24:
				list = append(list, found{i, op.UMul24})
			case min(a.SLo, b.SLo) >= -1<<23 && max(a.SHi, b.SHi) < 1<<23, o.InBounds && x.known && x.size < smallMemory:
				list = append(list, found{i, op.IMul24})
			}
		}
	}
	for _, p := range list {
		at := f.BuildBefore(p.i)
		replace(f, p.i, at.Instr(p.op, f.Type(p.i), f.Src(p.i, 0), f.Src(p.i, 1)))
	}
	return len(list) > 0
}

// addresses reports whether only addresses are made of a value, and notes the memories.
func (x *productFinder) addresses(v ssa.Value, depth int) bool {
	f := x.f
	for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		if x.uses++; i == 0 || depth == 0 || x.uses > productUses {
			return false
		}
		k := f.UseIndex(u)
		switch o := f.Op(i); o {
		case op.Mov, op.IAdd, op.IMul, op.UMul24, op.IMul24:
		case op.IShl:
			if k != 0 {
				return false
			}
		default:
			form := o.Memory()
			if form.Kind == op.NoMemory || form.Kind == op.MemoryGlobal || k != int(form.Offset) {
				return false
			}
			x.note(i, form)
			continue
		}
		if !x.addresses(i, depth-1) {
			return false
		}
	}
	return true
}

// note records the size of the memory of an access.
func (x *productFinder) note(i ssa.InstrID, form op.MemoryForm) {
	s := x.f.Shader
	switch form.Kind {
	case op.MemoryUBO, op.MemorySSBO:
		block := x.f.Arg(i, int(form.Block))
		if x.f.Op(block) != op.ResourceIndex {
			x.known = false
			return
		}
		x.sizeOf(&s.Vars[x.f.Word(block, 0)], false)
		return
	case op.MemoryScratch:
		for k := range x.f.Vars[1:] {
			x.sizeOf(&x.f.Vars[k+1], true)
		}
		return
	}
	var mode ssa.Mode
	switch form.Kind {
	case op.MemoryPushConstant:
		mode = ssa.ModePushConstant
	case op.MemoryShared:
		mode = ssa.ModeShared
	case op.MemoryConstant:
		mode = ssa.ModeConstant
	}
	for k := range s.Vars {
		if s.Vars[k].Mode == mode {
			x.sizeOf(&s.Vars[k], s.Vars[k].HasAt)
		}
	}
}

// sizeOf records the end of a variable in its memory; placed: it has a place there.
func (x *productFinder) sizeOf(v *ssa.Variable, placed bool) {
	place := layout.Place{Type: v.Type, Layout: v.Layout}
	info, err := x.places.Info(place)
	end := uint64(info.Size)
	switch {
	case err != nil:
		x.known = false
		return
	case info.Open && x.o.Buffers == 0:
		x.known = false
		return
	case info.Open:
		end = uint64(x.o.Buffers)
	case placed:
		end += uint64(v.At)
	}
	x.size = max(x.size, end)
}

// wholeProduct inserts the product of 32 bits that one of 24 bits is.
func (c *calc) wholeProduct(i ssa.InstrID) ssa.Value {
	f := c.F
	n := f.Comps(i)
	factor := func(k int) ssa.Value {
		s := f.Src(i, k)
		v := c.Swizzle(s.Value, s.Swizzle, n)
		if f.Op(i) == op.UMul24 {
			return c.andi(v, 1<<24-1)
		}
		distance := c.U32(8)
		if n > 1 {
			distance = c.Swizzle(distance, 0, n)
		}
		return c.ishr(c.shl(v, distance), distance)
	}
	x, y := factor(0), factor(1)
	return c.Op(op.IMul, f.Type(i), x, y)
}
