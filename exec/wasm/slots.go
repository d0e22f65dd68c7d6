package wasm

// This file classifies each component of a value: known, another component, or a local
// variable of its own; and puts components on the stack.

import (
	"encoding/binary"
	"math"

	"refract/exec"
	"refract/internal/ir/consteval"
	"refract/internal/ssa/analysis"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// comp is the number of a component of a value.
func (c *compiler) comp(v ssa.Value, k int) int32 {
	n := c.d.Count(v)
	if k >= n {
		bug("component %d of %d of %s", k, n, c.f.Op(v))
	}
	return int32(c.d.First(v) + k)
}

// root is the component that one is another name for.
func (c *compiler) root(k int32) int32 {
	for c.slots[k].kind == slotAlias {
		k = c.slots[k].alias
	}
	return k
}

// src is the component that place k of source s reads.
func (c *compiler) src(i ssa.InstrID, s, k int) int32 {
	x := c.f.Src(i, s)
	if x.Comps == 0 {
		return c.comp(x.Value, k)
	}
	n := c.d.Words(x.Value)
	if x.Comps == 1 {
		k %= n
	}
	return c.comp(x.Value, n*x.Swizzle.At(k/n)+k%n)
}

// width is the number of components that source s reads.
func (c *compiler) width(i ssa.InstrID, s int) int {
	x := c.f.Src(i, s)
	if x.Comps != 0 {
		return int(x.Comps) * c.d.Words(x.Value)
	}
	return c.d.Count(x.Value)
}

// leaf is the scalar type of component k of a type.
func (c *compiler) leaf(t ir.TypeID, k int) ir.Scalar {
	ty := c.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeArray:
		if n := int(c.d.SizeOf(ty.Base)); n > 0 {
			return c.leaf(ty.Base, k%n)
		}
	case ir.TypeStruct:
		for _, member := range c.m.Structs[ty.Struct].Members {
			n := int(c.d.SizeOf(member.Type))
			if k < n {
				return c.leaf(member.Type, k)
			}
			k -= n
		}
	case ir.TypePointer:
		return ir.U32
	}
	return ty.Scalar
}

// resolve classifies the components, in the order of the program.
func (c *compiler) resolve() {
	f := c.f
	c.slots = make([]slot, c.d.Total())
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Type(i) != 0 {
				c.define(i)
			}
			if c.err != nil {
				return
			}
		}
	}
	c.wantSplats()
}

// define classifies the components of an instruction's value.
func (c *compiler) define(i ssa.InstrID) {
	f := c.f
	t := f.Type(i)
	size := int(c.d.SizeOf(t))
	o := f.Op(i)
	switch o.Class() {
	case op.ClassDeref:
		c.deref(i)
		return
	}
	if size > maxValue {
		switch o {
		case op.Zero, op.Undef: // which is stored, if anything
		case op.Constant:
			c.big[i] = c.poolOf(c.constant(i))
		default:
			c.unsupported(i, "values of so many parts in generated code")
		}
		return
	}
	own := func(k int) {
		s := c.leaf(t, k)
		x := &c.slots[c.comp(i, k)]
		if !isCompiled(s) {
			c.unsupported(i, "numbers of type "+s.String()+" in generated code")
		}
		*x = slot{kind: slotLocal, vec: c.d.Of(i, k) == analysis.Divergent, float: s == ir.F32, half: s == ir.F16, boolean: s == ir.Bool, most: math.MaxUint32}
	}
	alias := func(k int, of int32) {
		to := c.comp(i, k)
		r := c.root(of)
		x := &c.slots[r]
		if x.kind != slotConst && (c.d.Escapes(i, k) || c.levelOf(r) != c.d.Of(i, k)) {
			own(k)
			return
		}
		c.slots[to] = slot{kind: slotAlias, alias: r}
	}
	known := func(k int, bits uint64) {
		s := c.leaf(t, k)
		if !isCompiled(s) {
			c.unsupported(i, "numbers of type "+s.String()+" in generated code")
		}
		c.slots[c.comp(i, k)] = slot{kind: slotConst, bits: uint32(bits), float: s == ir.F32, half: s == ir.F16, boolean: s == ir.Bool, most: uint32(bits)}
	}
	switch o {
	case op.ArrayLength:
		own(0)
		c.wantLength(i)
	case op.Phi:
		for k := range size {
			if b := f.Block(i); f.NumSrcs(i) == 1 && f.Kind(f.Parent(b)) == ssa.NodeIf && f.PrevNode(b) == 0 {
				alias(k, c.src(i, 0, k)) // only one edge leads here
			} else {
				own(k)
			}
		}
	case op.Const:
		for k := range size {
			n := c.d.Words(i)
			known(k, f.ConstBits(i, k/n)>>(32*(k%n)))
		}
	case op.Zero, op.Undef:
		for k := range size {
			known(k, 0)
		}
	case op.Constant:
		for k, bits := range c.constant(i) {
			known(k, bits)
		}
	case op.Mov:
		for k := range size {
			alias(k, c.src(i, 0, k))
		}
	case op.Vec, op.Compose:
		at := 0
		for s := range f.NumSrcs(i) {
			for k := range c.width(i, s) {
				alias(at, c.src(i, s, k))
				at++
			}
		}
	case op.Extract:
		v := f.Arg(i, 0)
		if c.isBig(v) {
			c.unsupported(i, "parts of large constants in generated code")
			return
		}
		from := c.d.Part(f.Type(v), f.IndexOf(i))
		for k := range size {
			alias(k, c.comp(v, from+k))
		}
	case op.Insert:
		for k := range size {
			alias(k, c.src(i, 0, k))
		}
		from := c.d.Part(t, f.IndexOf(i))
		for k := range c.width(i, 1) {
			alias(from+k, c.src(i, 1, k))
		}
	case op.Bitcast, op.I2I, op.U2U:
		if a := f.Bits(f.Arg(i, 0)); o == op.Bitcast && a != f.Bits(i) && (c.isHalf(i) || c.isHalf(f.Arg(i, 0))) {
			for k := range size {
				own(k)
			}
			return
		}
		if f.Bits(f.Arg(i, 0)) != f.Bits(i) && o != op.Bitcast {
			if c.isWide(i) { // the host does it
				for k := range size {
					own(k)
				}
				return
			}
			c.unsupported(i, "conversions of other sizes in generated code")
			return
		}
		for k := range size {
			alias(k, c.src(i, 0, k))
		}
	default:
		for k := range size {
			own(k)
		}
		c.facts(i, size)
	}
}

// levelOf is the uniformity of a component by its number.
func (c *compiler) levelOf(k int32) analysis.Uniformity { return c.d.At(int(k)) }

// facts finds facts about components: which count with the lane, and their bounds.
func (c *compiler) facts(i ssa.InstrID, n int) {
	f := c.f
	switch o := f.Op(i); o {
	case op.Param:
		for k := range n {
			if c.stage != nil {
				break
			}
			x := &c.slots[c.comp(i, k)]
			b, at := c.inputOf(i, k)
			switch b {
			case ir.BuiltInLocalInvocationID:
				x.most = c.size[at] - 1
				x.linear = at == 0 && c.size[0]%lanes == 0
			case ir.BuiltInGlobalInvocationID:
				x.linear = at == 0 && c.size[0]%lanes == 0
			case ir.BuiltInLocalInvocationIndex, ir.BuiltInInvocationID: // geometry stages have no invocations in step
				x.linear, x.most = true, c.total-1
			}
			x.linear = x.linear && c.quads != ir.DerivativeGroupQuads
			x.linear = x.linear && x.vec
		}
	case op.IAdd, op.ISub:
		for k := range n {
			x, a, b := &c.slots[c.comp(i, k)], &c.slots[c.root(c.src(i, 0, k))], &c.slots[c.root(c.src(i, 1, k))]
			x.linear = x.vec && (a.linear && !b.vec || o == op.IAdd && b.linear && !a.vec)
		}
	case op.IAnd:
		for k := range n {
			c.slots[c.comp(i, k)].masked = true
			x, a, b := &c.slots[c.comp(i, k)], &c.slots[c.root(c.src(i, 0, k))], &c.slots[c.root(c.src(i, 1, k))]
			x.most = min(a.most, b.most)
		}
	case op.URem:
		for k := range n {
			if b := &c.slots[c.root(c.src(i, 1, k))]; b.kind == slotConst && b.bits > 0 {
				c.slots[c.comp(i, k)].most = b.bits - 1
			}
		}
	case op.UShr:
		for k := range n {
			if b := &c.slots[c.root(c.src(i, 1, k))]; b.kind == slotConst {
				c.slots[c.comp(i, k)].most = c.slots[c.root(c.src(i, 0, k))].most >> (b.bits & 31)
			}
		}
	}
}

// inputOf is the built-in value that component k of a parameter is, and which
// component of it.
func (c *compiler) inputOf(i ssa.InstrID, k int) (ir.BuiltIn, int) {
	b, at := c.bindingAndPart(i, k)
	return b.BuiltIn, at
}

// bindingOf is the binding of component k of a parameter.
func (c *compiler) bindingOf(i ssa.InstrID, k int) ir.Binding {
	b, _ := c.bindingAndPart(i, k)
	return b
}

func (c *compiler) bindingAndPart(i ssa.InstrID, k int) (ir.Binding, int) {
	a := &c.f.Params[c.f.IndexOf(i)]
	if s := c.m.StructOf(a.Type); s != nil && a.Binding.Kind == ir.NoBinding {
		for _, member := range s.Members {
			n := int(c.d.SizeOf(member.Type))
			if k < n {
				return member.Binding, k
			}
			k -= n
		}
	}
	return a.Binding, k
}

// isBig reports whether a value lies in the pool.
func (c *compiler) isBig(v ssa.Value) bool { _, ok := c.big[v]; return ok }

// isLargeZero reports whether a value is zero in more parts than values have names for.
func (c *compiler) isLargeZero(v ssa.Value) bool {
	o := c.f.Op(v)
	return (o == op.Zero || o == op.Undef) && int(c.d.SizeOf(c.f.Type(v))) > maxValue
}

// poolOf puts words into the pool.
func (c *compiler) poolOf(words []uint64) uint32 {
	at := uint32(len(c.pool))
	for _, x := range words {
		c.pool = binary.LittleEndian.AppendUint32(c.pool, uint32(x))
	}
	return at
}

// constant evaluates a named constant.
func (c *compiler) constant(i ssa.InstrID) []uint64 {
	var e consteval.Evaluator
	e.Start(c.m)
	v, err := e.Evaluate(c.m.Constants[ir.ConstantID(c.f.Word(i, 0))].Init, func(ir.OverrideID) (consteval.Value, bool) { return consteval.Value{}, false })
	if err != nil {
		c.fail(&exec.OverrideError{Message: err.Message, Span: c.f.SpanOf(i)})
		return nil
	}
	n := e.Len(v.Type)
	if n > 1<<20 {
		c.unsupported(i, "constants of so many parts in generated code")
		return nil
	}
	out := make([]uint64, 0, n)
	for k := range n {
		wide := c.leaf(v.Type, len(out)).Bits() == 64
		bits := e.Component(v, k).Bits
		out = append(out, bits&math.MaxUint32)
		if wide {
			out = append(out, bits>>32)
		}
	}
	return out
}

// wantSplats marks the scalars that vectors are made of.
func (c *compiler) wantSplats() {
	f := c.f
	mark := func(v ssa.Value) {
		if v == 0 || c.isBig(v) {
			return
		}
		for k := range c.d.Count(v) {
			c.slots[c.root(c.comp(v, k))].splat = true
		}
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			vector := f.Type(i) == 0 && f.Op(i).Class() != op.ClassJump
			if f.Type(i) != 0 {
				vector = c.d.OfValue(i) == analysis.Divergent
			}
			if vector {
				for s := range f.NumSrcs(i) {
					mark(f.Arg(i, s))
				}
			}
		}
	}
}

// local gives a component its local variable.
func (c *compiler) local(x *slot) {
	if x.based {
		return
	}
	x.based = true
	switch {
	case x.vec:
		x.local = c.w.Local(wasmbin.V128)
	case x.float:
		x.local = c.w.Local(wasmbin.F32)
	default:
		x.local = c.w.Local(wasmbin.I32)
	}
	if x.splat && !x.vec {
		x.copy = c.w.Local(wasmbin.V128)
	}
}

// isVec reports whether a component differs between lanes.
func (c *compiler) isVec(k int32) bool { return c.slots[c.root(k)].vec }

// scalar puts a component that is the same in all lanes on the stack.
func (c *compiler) scalar(k int32, float bool) {
	x := &c.slots[c.root(k)]
	w := c.w
	switch {
	case x.kind == slotConst && float:
		w.F32Bits(x.bits)
	case x.kind == slotConst:
		w.I32(int32(x.bits))
	case c.err != nil && float: // the code isn't used, and the value may lack its computation
		w.F32Bits(0)
	case c.err != nil:
		w.I32(0)
	case x.kind != slotLocal || x.vec || !x.based:
		bug("no scalar: %v", *x)
	default:
		w.Get(x.local)
		if float && !x.float {
			w.Op(wasmbin.F32ReinterpretI32)
		} else if !float && x.float {
			w.Op(wasmbin.I32ReinterpretF32)
		}
	}
}

// vector puts a component on the stack in all lanes.
func (c *compiler) vector(k int32) {
	x := &c.slots[c.root(k)]
	w := c.w
	switch {
	case x.kind == slotConst:
		bits := x.bits
		if x.boolean {
			bits = -bits
		}
		w.V128([4]uint32{bits, bits, bits, bits})
	case c.err != nil: // as in scalar
		w.V128([4]uint32{})
	case x.kind != slotLocal || !x.based:
		bug("no vector: %v", *x)
	case x.vec:
		w.Get(x.local)
	case x.splat:
		w.Get(x.copy)
	default:
		c.splat(x)
	}
}

// splat puts a vector of a scalar local on the stack.
func (c *compiler) splat(x *slot) {
	w := c.w
	switch {
	case x.boolean:
		w.I32(0)
		w.Get(x.local)
		w.Op(wasmbin.I32Sub)
		w.Op(wasmbin.I32x4Splat)
	case x.float:
		w.Get(x.local)
		w.Op(wasmbin.F32x4Splat)
	default:
		w.Get(x.local)
		w.Op(wasmbin.I32x4Splat)
	}
}

// push puts a component on the stack as the operation wants it.
func (c *compiler) push(k int32, vec, float bool) {
	if vec {
		c.vector(k)
	} else {
		c.scalar(k, float)
	}
}

// set pops a component's value: a vector, or a scalar that is a float or not. Inactive
// invocations keep values that escape from a loop.
func (c *compiler) set(k int32, float bool, m mask) {
	x := &c.slots[k]
	w := c.w
	if x.kind != slotLocal {
		bug("set of kind %d", x.kind)
	}
	c.local(x)
	switch {
	case x.vec:
		if !m.full && c.d.EscapesAt(int(k)) {
			w.Get(x.local)
			w.Get(m.local)
			w.Op(wasmbin.V128Bitselect)
		}
		w.Set(x.local)
	default:
		if float && !x.float {
			w.Op(wasmbin.I32ReinterpretF32)
		} else if !float && x.float {
			w.Op(wasmbin.F32ReinterpretI32)
		}
		w.Set(x.local)
		if x.splat {
			c.splat(x)
			w.Set(x.copy)
		}
	}
	c.save(k)
}

// save stores a component that other segments read.
func (c *compiler) save(k int32) {
	x := &c.slots[k]
	if !x.crosses {
		return
	}
	w := c.w
	w.Get(c.base)
	w.Get(x.local)
	switch {
	case x.vec:
		w.Mem(wasmbin.V128Store, 4, x.spill)
	case x.float:
		w.Mem(wasmbin.F32Store, 2, x.spill)
	default:
		w.Mem(wasmbin.I32Store, 2, x.spill)
	}
}

// restore loads it.
func (c *compiler) restore(k int32) {
	x := &c.slots[k]
	w := c.w
	c.local(x)
	w.Get(c.base)
	switch {
	case x.vec:
		w.Mem(wasmbin.V128Load, 4, x.spill)
	case x.float:
		w.Mem(wasmbin.F32Load, 2, x.spill)
	default:
		w.Mem(wasmbin.I32Load, 2, x.spill)
	}
	w.Set(x.local)
	if x.splat && !x.vec {
		c.splat(x)
		w.Set(x.copy)
	}
}
