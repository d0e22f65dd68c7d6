package wasm

// This file computes values once for a whole run: those that follow from constants, immediate data and
// buffers that are only read. The function computes them before its loop over groups, at its first call for an
// instance, and stores them in memory, from which every call loads those that the loop reads (Mesa's
// nir_opt_preamble). Such values have no effects, and accesses of memory are limited to bounds, so that they may
// also be computed for branches that are never taken.

import (
	"refract/internal/ssa/analysis"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// maxOnce is how many words the loop may load: more would cost each call too much.
const maxOnce = 1024

// onceModes are memory that nobody writes during a run. Neither are storage buffers that are read only: a buffer
// that is bound to a writable variable, too, is refused.
const onceModes = ssa.ModeUniform | ssa.ModeUBO | ssa.ModePushConstant | ssa.ModeConstant

// findOnce finds the instructions that are computed once, and the components of them that others read.
func (c *compiler) findOnce() {
	f := c.f
	once, known := make([]bool, f.InstrCount()), make([]bool, f.InstrCount()) // known values have no code
	found := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch o := f.Op(i); {
			case o.Class() == op.ClassConst:
				known[i] = true
			case !c.isShared(i) || !c.followsFrom(i, once, known):
			case o.Class() == op.ClassDeref && !c.hasAddress(i):
				known[i] = o == op.DerefVar || known[f.Arg(i, 0)]
				once[i] = !known[i]
			case o.Class() == op.ClassALU || o.Class() == op.ClassDeref || o == op.Load && c.isFixed(f.Arg(i, 0)):
				once[i], found = true, true
			}
		}
	}
	if !found {
		return
	}
	c.once = once
	c.keepOnce()
	if len(c.kept) == 0 || len(c.kept) > maxOnce {
		c.once, c.kept = nil, nil
	}
}

// hasAddress reports whether code computes the address that is a pointer.
func (c *compiler) hasAddress(i ssa.InstrID) bool {
	p, ok := c.pointers[i]
	return ok && c.f.Op(i) == op.DerefArray && p.dynamic == c.comp(i, 0)
}

// isFixed reports whether a pointer leads to memory that nobody writes during a run.
func (c *compiler) isFixed(v ssa.Value) bool {
	p, ok := c.pointers[v]
	if !ok || p.space != spaceBuffer {
		return false
	}
	x := c.f.Var(p.v)
	return x.Mode&onceModes != 0 || x.Mode == ssa.ModeSSBO && x.Access&ir.AccessWrite == 0
}

// isShared reports whether all components of a value are the same for a whole workgroup, each in a scalar.
func (c *compiler) isShared(i ssa.InstrID) bool {
	if c.f.Type(i) == 0 {
		return false
	}
	for k := range c.d.Count(i) {
		n := c.comp(i, k)
		if c.d.At(int(n)) != analysis.UniformWorkgroup || c.slots[c.root(n)].vec {
			return false
		}
	}
	return true
}

// followsFrom reports whether the sources of an instruction are in one of two sets.
func (c *compiler) followsFrom(i ssa.InstrID, a, b []bool) bool {
	for s := range c.f.NumSrcs(i) {
		if v := c.f.Arg(i, s); v != 0 && !a[v] && !b[v] {
			return false
		}
	}
	return true
}

// keepOnce finds the components that instructions of the loop, and conditions, read.
func (c *compiler) keepOnce() {
	f := c.f
	seen := make([]bool, len(c.slots))
	keep := func(v ssa.Value) {
		if v == 0 || !c.once[v] || c.isBig(v) {
			return
		}
		for k := range c.d.Count(v) {
			if n := c.root(c.comp(v, k)); c.slots[n].kind == slotLocal && !seen[n] {
				seen[n] = true
				c.kept = append(c.kept, n)
			}
		}
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			for s := range f.NumSrcs(i) {
				if !c.once[i] {
					keep(f.Arg(i, s))
				}
			}
		}
	}
	for n := range f.NodeCount() {
		if f.Kind(ssa.NodeID(n)) == ssa.NodeIf {
			keep(f.Cond(ssa.NodeID(n)).Value)
		}
	}
}

// runOnce compiles the instructions that are computed once. The first word of their memory is not 0 if that has
// been done.
func (c *compiler) runOnce() {
	c.findOnce()
	if c.once == nil {
		return
	}
	f, w := c.f, c.w
	for len(c.pool)%16 != 0 {
		c.pool = append(c.pool, 0)
	}
	c.onceAddress = c.poolStart() + uint32(len(c.pool))
	c.pool = append(c.pool, make([]byte, 4+4*len(c.kept))...)
	w.I32(0)
	w.Mem(wasmbin.I32Load, 2, c.onceAddress)
	w.Op(wasmbin.I32Eqz)
	w.If()
	once := c.once
	c.once = nil // the instructions have their code here
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if once[i] {
				c.instr(i, mask{full: true})
			}
		}
	}
	c.once = once
	for n, k := range c.kept {
		w.I32(0)
		c.scalar(k, false)
		w.Mem(wasmbin.I32Store, 2, c.keptAddress(n))
	}
	if !c.foreign { // a module for others computes the values at each call
		w.I32(0)
		w.I32(1)
		w.Mem(wasmbin.I32Store, 2, c.onceAddress)
	}
	w.End()
	for n, k := range c.kept {
		w.I32(0)
		if c.slots[k].float {
			w.Mem(wasmbin.F32Load, 2, c.keptAddress(n))
		} else {
			w.Mem(wasmbin.I32Load, 2, c.keptAddress(n))
		}
		c.set(k, c.slots[k].float, mask{full: true})
	}
}

// keptAddress is the place in memory of a component that the loop reads.
func (c *compiler) keptAddress(n int) uint32 { return c.onceAddress + 4 + 4*uint32(n) }
