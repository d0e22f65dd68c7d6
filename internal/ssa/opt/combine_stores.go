package opt

// This file merges stores to components of a vector into one store.
//
//	before                         after
//	%1 = deref_array %p, 0         %3 = vec %a, %b
//	store %1, %a                   store %p, %3
//	%2 = deref_array %p, 1
//	store %2, %b
//
// In each block it keeps the stores to vectors and their components that nothing has
// interfered with. A later one of the same vector takes them in; any access that may read
// or write the memory, or lets others look at it, ends that. Components that a later store
// overwrites are removed from a store to the vector.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// CombineStores merges stores to components of a vector into one store.
var CombineStores = &pass.Pass{
	Name:      "combine-stores",
	Doc:       "stores to components of a vector become one",
	Replaces:  []string{"opt_combine_stores"},
	Preserves: ssa.ControlFlow,
	Function:  combineStores,
}

// maxOpenVectors bounds how many vectors of a block are kept in mind.
const maxOpenVectors = 8

// An openVector is a vector with stores to it that may become one.
type openVector struct {
	address ssa.Value
	n       int // components
	mask    uint32
	parts   [4]ssa.Src
	stores  []ssa.InstrID
}

type storeCombiner struct {
	f       *ssa.Function
	open    []openVector
	changed bool
}

func combineStores(f *ssa.Function) bool {
	c := storeCombiner{f: f}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			c.instr(i)
		}
		c.close(func(ssa.Value) bool { return true })
	}
	return c.changed
}

func (c *storeCombiner) instr(i ssa.InstrID) {
	f := c.f
	switch touchOf(f, i) {
	case nothing:
	case readsOne:
		c.meet(f.Arg(i, 0))
	case writesOne:
		c.store(i)
	default:
		c.close(func(ssa.Value) bool { return true })
	}
}

// meet ends the vectors that an access through an address may see.
func (c *storeCombiner) meet(p ssa.Value) {
	c.close(func(q ssa.Value) bool { return analysis.CompareDerefs(c.f, q, p) != 0 })
}

// vectorOf is the vector that a store writes to, and which components.
func (c *storeCombiner) vectorOf(i ssa.InstrID) (address ssa.Value, n int, mask uint32) {
	f := c.f
	types := &f.Shader.Module.Types
	p := f.Arg(i, 0)
	if !analysis.IsPlain(f, p) {
		return 0, 0, 0
	}
	if t := types.At(types.Pointee(f.Type(p))); t.Kind == ir.TypeVector {
		mask = f.Field(i, "mask")
		if mask == 0 {
			mask = 1<<t.Rows - 1
		}
		return p, int(t.Rows), mask
	}
	if f.Op(p) != op.DerefArray {
		return 0, 0, 0
	}
	t := types.At(types.Pointee(f.Type(f.Arg(p, 0))))
	k, ok := f.KnownBits(f.Arg(p, 1), 0)
	if t.Kind != ir.TypeVector || !ok || k >= uint64(t.Rows) {
		return 0, 0, 0
	}
	return f.Arg(p, 0), int(t.Rows), 1 << k
}

func (c *storeCombiner) store(i ssa.InstrID) {
	f := c.f
	address, n, mask := c.vectorOf(i)
	if address == 0 {
		c.meet(f.Arg(i, 0))
		return
	}
	at := -1
	for k := range c.open {
		if analysis.CompareDerefs(f, c.open[k].address, address) == analysis.Equal {
			at = k
		}
	}
	if at >= 0 { // others that may be the same memory went when this one came
		c.add(&c.open[at], i, mask)
		return
	}
	c.meet(address)
	if len(c.open) == maxOpenVectors {
		c.finish(&c.open[0])
		c.open = append(c.open[:0], c.open[1:]...)
	}
	c.open = append(c.open, openVector{address: address, n: n})
	c.add(&c.open[len(c.open)-1], i, mask)
}

func (c *storeCombiner) add(v *openVector, i ssa.InstrID, mask uint32) {
	x := c.f.Arg(i, 1)
	for k := range v.n {
		if mask>>k&1 == 0 {
			continue
		}
		at := k
		if c.f.Comps(x) == 1 {
			at = 0
		}
		v.parts[k] = ssa.Src{Value: x, Swizzle: ssa.Swizzle(at), Comps: 1}
	}
	v.mask |= mask
	v.stores = append(v.stores, i)
}

// close ends vectors whose address is selected.
func (c *storeCombiner) close(which func(address ssa.Value) bool) {
	left := c.open[:0]
	for k := range c.open {
		if which(c.open[k].address) {
			c.finish(&c.open[k])
		} else {
			left = append(left, c.open[k])
		}
	}
	c.open = left
}

// finish makes one store of several.
func (c *storeCombiner) finish(v *openVector) {
	if len(v.stores) < 2 {
		return
	}
	f := c.f
	types := &f.Shader.Module.Types
	last := v.stores[len(v.stores)-1]
	b := f.BuildBefore(last)
	address := v.address
	if p := f.Arg(last, 0); types.At(types.Pointee(f.Type(p))).Kind == ir.TypeVector {
		address = p
	} else {
		address = f.Arg(p, 0) // it stands ahead of the last store in any case
	}
	var any ssa.Src
	for k := range v.n {
		if v.mask>>k&1 != 0 {
			any = v.parts[k]
		}
	}
	for k := range v.n {
		if v.mask>>k&1 == 0 {
			v.parts[k] = any
		}
	}
	value := b.Instr(op.Vec, types.Pointee(f.Type(address)), v.parts[:v.n]...)
	s := b.Store(address, value)
	if v.mask != 1<<v.n-1 {
		f.SetField(s, "mask", v.mask)
	}
	for _, i := range v.stores {
		f.Remove(i)
	}
	c.changed = true
}
