package interp

// This file compiles inputs and outputs of entry points that are variables. If the shader
// names the variables, they lie in private memory; if it names slots, these are slots of
// the frame, four for each. System values come into slots of their own and are moved from
// there when the function begins, and outputs are gathered when it returns.

import (
	"slices"

	"refract/exec"
	"refract/internal/ir/arith"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// An ioValue is an input or output of an entry point.
type ioValue struct {
	binding ir.Binding
	ty      ir.TypeID
	slot    int32 // of the frame; of an output, in the result
	vars    ssa.VarID
	named   bool // the shader names the variable, not its slots
}

// isEntry reports whether the function is an entry point.
func (c *ssaCompiler) isEntry() bool {
	return slices.ContainsFunc(c.p.ssa.EntryPoints, func(e ir.EntryPoint) bool { return c.p.ssa.Funcs[e.Function] == c.g })
}

// interfaces finds inputs and outputs that are variables, and gives them slots. It runs
// together with the slots of constants.
func (c *ssaCompiler) interfaces() {
	const modes = ssa.ModeShaderIn | ssa.ModeShaderOut | ssa.ModeSystemValue
	s := c.p.ssa
	if !c.isEntry() {
		return
	}
	named, slotted := make([]bool, len(s.Vars)), make([]bool, len(s.Vars))
	c.walkCalls(func(f *ssa.Function, i ssa.InstrID) {
		switch o := f.Op(i); o {
		case op.Load, op.Store, op.Copy, op.Call:
			for k := range f.NumSrcs(i) {
				p := f.Arg(i, k)
				for f.Op(p).IsPath() {
					p = f.Arg(p, 0)
				}
				if f.Op(p) == op.DerefVar && !f.VarOf(p).IsLocal() && s.Vars[f.VarOf(p)].Mode&modes != 0 {
					named[f.VarOf(p)] = true
				}
			}
		case op.LoadInput, op.LoadInterpolatedInput, op.StoreOutput, op.LoadOutput:
			mode := ssa.ModeShaderIn
			if o == op.StoreOutput || o == op.LoadOutput {
				mode = ssa.ModeShaderOut
			}
			first := f.Field(i, "base")
			end := first + max(f.Field(i, "slots"), 1)
			for v := range s.Vars {
				x := &s.Vars[v]
				if x.Mode == mode && x.HasAt && x.At < end && first < x.At+c.slotCount(x.Type) {
					slotted[v] = true
				}
			}
			if f != c.g {
				c.unsupported(o.String() + " in a function that is called")
			}
		case op.LoadSystemValue:
			if f != c.g {
				c.unsupported(o.String() + " in a function that is called")
			}
			c.systemValue(ir.BuiltIn(f.Field(i, "value")), f.Type(i))
		case op.LoadBarycentric:
			if f == c.g && computesWith(f, i) {
				c.barycentric(f, i)
			}
		}
	})
	for v := range s.Vars {
		x := &s.Vars[v]
		if !named[v] && !slotted[v] {
			continue
		}
		if named[v] && slotted[v] {
			c.unsupported("a variable that is named, and its slots, too")
		}
		y := ioValue{binding: x.IO, ty: x.Type, vars: ssa.VarID(v), named: named[v]}
		n := c.ts.slotsOf(x.Type)
		if x.Mode == ssa.ModeShaderOut {
			y.slot = c.fn.result
			c.fn.result += n
			c.fn.outputs = append(c.fn.outputs, y)
			c.outSlots = max(c.outSlots, x.At+c.slotCount(x.Type))
		} else {
			y.slot = c.constants(make([]uint64, n))
			c.fn.inputs = append(c.fn.inputs, y)
			c.inSlots = max(c.inSlots, x.At+c.slotCount(x.Type))
		}
		if named[v] {
			id := ir.GlobalID(v)
			if _, ok := c.globals[id]; !ok { // only what it calls names it
				c.unsupported("inputs and outputs that called functions name")
			}
		}
	}
	if !slices.Contains(slotted, true) {
		c.inSlots, c.outSlots = 0, 0
	}
	c.ins = c.constants(make([]uint64, 4*c.inSlots))
	c.outs = c.constants(make([]uint64, 4*c.outSlots))
}

// walkCalls calls fn for each instruction of the function and of its callees.
func (c *ssaCompiler) walkCalls(fn func(f *ssa.Function, i ssa.InstrID)) {
	seen := map[*ssa.Function]bool{c.g: true}
	for work := []*ssa.Function{c.g}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				fn(f, i)
				if f.Op(i) == op.Call {
					if g := c.p.ssa.Funcs[f.Word(i, 0)]; !seen[g] {
						seen[g] = true
						work = append(work, g)
					}
				}
			}
		}
	}
}

// systemValue is the place of a system value.
func (c *ssaCompiler) systemValue(which ir.BuiltIn, t ir.TypeID) int32 {
	return c.builtIn(ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: which}, t)
}

func (c *ssaCompiler) builtIn(at ir.Binding, t ir.TypeID) int32 {
	for k := range c.fn.inputs {
		if x := &c.fn.inputs[k]; x.vars == 0 && x.binding == at {
			return x.slot
		}
	}
	slot := c.constants(make([]uint64, c.ts.slotsOf(t)))
	c.fn.inputs = append(c.fn.inputs, ioValue{binding: at, ty: t, slot: slot})
	return slot
}

// barycentric is the place of the barycentric coordinates that a load_barycentric names; ok is false of
// places that no input has.
func (c *ssaCompiler) barycentric(f *ssa.Function, i ssa.InstrID) (slot int32, ok bool) {
	if op.Barycentric(f.Field(i, "at")) != op.BarycentricPixel {
		return 0, false
	}
	return c.builtIn(op.BarycentricBinding(f.Field(i, "interpolation")), ir.VectorOf(ir.F32, 3)), true
}

// computesWith reports whether a place of interpolation is a number for other operations than loads of inputs.
func computesWith(f *ssa.Function, i ssa.InstrID) bool {
	for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
		if j, _ := f.UserOf(u); j == 0 || f.Op(j) != op.LoadInterpolatedInput {
			return true
		}
	}
	return false
}

// loadSystemValue compiles the load of a system value.
func (c *ssaCompiler) loadSystemValue(i ssa.InstrID) {
	g := c.g
	dst := c.define(i)
	c.copySlots(dst, c.systemValue(ir.BuiltIn(g.Field(i, "value")), g.Type(i)), c.ts.slotsOf(g.Type(i)))
	if g.Field(i, "corner") != 0 {
		c.emit(instr{op: opMath1, n: 2, f: uint16(arith.Index(ir.MathFloor, ir.F32)), a: dst, dst: dst})
	}
	if g.Field(i, "from_zero") != 0 {
		base := c.systemValue(op.BaseOf(ir.BuiltIn(g.Field(i, "value"))), g.Type(i))
		c.emit(instr{op: opBinary, n: 1, f: uint16(arith.Index(ir.Sub, ir.U32)), a: dst, b: base, dst: dst})
	}
	if g.Field(i, "divisor") != 0 {
		c.emit(instr{op: opBinaryScalarLeft, n: 1, f: uint16(arith.Index(ir.Div, ir.F32)), a: c.scalar(0x3F80_0000), b: dst + 3, dst: dst + 3})
	}
}

// slotCount is how many slots of four components a type takes.
func (c *ssaCompiler) slotCount(t ir.TypeID) uint32 {
	n := uint32(0)
	c.scalarsBySlot(t, 0, 0, func(_ int32, at uint32) { n = max(n, at/4+1) })
	return n
}

// scalarsBySlot calls fn for each scalar of a type with its place among the slots of a
// value and the component that it is of inputs or outputs. It returns the first component
// behind.
func (c *ssaCompiler) scalarsBySlot(t ir.TypeID, slot int32, at uint32, fn func(slot int32, at uint32)) uint32 {
	ty := *c.m.Types.At(t)
	part := func(k uint32, u ir.TypeID) {
		at = c.scalarsBySlot(u, slot+c.ts.part(t, k), at, fn)
	}
	switch ty.Kind {
	case ir.TypeMatrix:
		for k := range uint32(ty.Columns) {
			part(k, ir.VectorOf(ty.Scalar, int(ty.Rows)))
		}
		return at
	case ir.TypeArray:
		for k := range ty.Length {
			part(k, ty.Base)
		}
		return at
	case ir.TypeStruct:
		for k, m := range c.m.Structs[ty.Struct].Members {
			part(uint32(k), m.Type)
		}
		return at
	}
	wide := uint32(max(ty.Scalar.Bits(), 32)) / 32
	n := uint32(max(c.m.Types.ComponentCount(t), 1))
	for k := range n {
		fn(slot+int32(k), at+k*wide)
	}
	return at + (n*wide+3)/4*4
}

// beginIO moves inputs to the places that the shader reads.
func (c *ssaCompiler) beginIO() {
	for k := range c.fn.inputs {
		x := &c.fn.inputs[k]
		switch {
		case x.vars == 0:
		case x.named:
			v := &c.p.ssa.Vars[x.vars]
			c.storeTo(pointer{kind: pointSlot, slot: c.globals[ir.GlobalID(x.vars)], place: exec.Place{Type: v.Type, Layout: v.Layout}}, x.slot, 0)
		default:
			v := &c.p.ssa.Vars[x.vars]
			c.scalarsBySlot(x.ty, 0, 4*v.At+uint32(v.IO.Component), func(slot int32, at uint32) {
				c.copySlots(c.ins+int32(at), x.slot+slot, 1)
			})
		}
	}
}

// endIO gathers outputs and returns.
func (c *ssaCompiler) endIO() {
	top := c.top
	to := c.alloc(c.fn.result)
	for k := range c.fn.outputs {
		x := &c.fn.outputs[k]
		v := &c.p.ssa.Vars[x.vars]
		if x.named {
			c.loadFrom(pointer{kind: pointSlot, slot: c.globals[ir.GlobalID(x.vars)], place: exec.Place{Type: v.Type, Layout: v.Layout}}, to+x.slot, 0)
			continue
		}
		c.scalarsBySlot(x.ty, 0, 4*v.At+uint32(v.IO.Component), func(slot int32, at uint32) {
			c.copySlots(to+x.slot+slot, c.outs+int32(at), 1)
		})
	}
	c.emit(instr{op: opReturn, a: to, c: c.fn.result})
	c.top = top
}

// slotAccess compiles an access of inputs or outputs by slot.
func (c *ssaCompiler) slotAccess(i ssa.InstrID) {
	g := c.g
	o := g.Op(i)
	at, count := c.ins, int32(c.inSlots)
	if o == op.StoreOutput || o == op.LoadOutput {
		at, count = c.outs, int32(c.outSlots)
	}
	offset := g.Arg(i, g.NumSrcs(i)-1)
	base, component := int32(g.Field(i, "base")), int32(g.Field(i, "component"))
	data := i
	if o == op.StoreOutput {
		data = g.Arg(i, 0)
	}
	if o == op.LoadInterpolatedInput && !c.isDeclared(i) {
		c.unsupported("inputs interpolated elsewhere than declared")
		return
	}
	wide := int32(max(g.Bits(data), 32) / 32)
	n := int32(g.Comps(data))
	k, known := g.KnownBits(offset, 0)
	if known {
		from := 4*(base+int32(min(k, 1<<16))) + component
		if from+(n-1)*wide >= 4*count {
			c.unsupported("slots that no variable has")
			return
		}
		if o == op.StoreOutput {
			mask, v := g.Field(i, "mask"), c.use(data)
			for j := range n {
				if mask == 0 || mask>>j&1 != 0 {
					c.copySlots(at+from+j*wide, v+j, 1)
				}
			}
			return
		}
		dst := c.define(i)
		for j := range n {
			c.copySlots(dst+j, at+from+j*wide, 1)
		}
		return
	}
	// The slot is an element of the array of the slots after the first.
	index := c.use(offset)
	left := count - base
	if left < 1 {
		c.unsupported("slots that no variable has")
		return
	}
	if o == op.StoreOutput {
		mask, v := g.Field(i, "mask"), c.use(data)
		for j := range n {
			if mask == 0 || mask>>j&1 != 0 {
				c.storeSlot(at+4*base, component+j*wide, index, left, v+j)
			}
		}
		return
	}
	dst := c.define(i)
	for j := range n {
		c.loadSlot(dst+j, at+4*base, component+j*wide, index, left)
	}
}

// loadSlot loads a component of a slot by an index that isn't known.
func (c *ssaCompiler) loadSlot(dst, at, component, index, count int32) {
	four := c.alloc(4)
	next := component / 4
	c.emit(instr{op: opIndex, a: at + 4*next, b: index, c: count - next, d: 4, dst: four})
	c.copySlots(dst, four+component%4, 1)
}

// storeSlot stores a component of a slot by an index that isn't known.
func (c *ssaCompiler) storeSlot(at, component, index, count, from int32) {
	four := c.alloc(4)
	next := component / 4
	c.emit(instr{op: opIndex, a: at + 4*next, b: index, c: count - next, d: 4, dst: four})
	c.copySlots(four+component%4, from, 1)
	c.emit(instr{op: opInsert, a: four, b: index, c: count - next, d: 4, dst: at + 4*next})
}

// isDeclared reports whether an input is interpolated as it is declared to be.
func (c *ssaCompiler) isDeclared(i ssa.InstrID) bool {
	g := c.g
	at := g.Arg(i, 0)
	if g.Op(at) != op.LoadBarycentric {
		return true // it has been computed
	}
	which := op.Barycentric(g.Field(at, "at"))
	base, component := g.Field(i, "base"), g.Field(i, "component")
	for k := range c.p.ssa.Vars {
		v := &c.p.ssa.Vars[k]
		if v.Mode != ssa.ModeShaderIn || !v.HasAt || base < v.At || base >= v.At+c.slotCount(v.Type) || component < uint32(v.IO.Component) {
			continue
		}
		switch v.IO.Sampling {
		case ir.SampleCentroid:
			return which == op.BarycentricCentroid
		case ir.SampleSample:
			return which == op.BarycentricSample
		}
		return which == op.BarycentricPixel
	}
	return false
}
