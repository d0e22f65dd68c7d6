package dxbc

// This file makes the machine form of a function: control flow, and the operands that values
// are.

import (
	"math"

	"refract/diag"
	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/internal/ir/layout"
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A generator makes the machine form of the function of an entry point.
type generator struct {
	code
	w     *Writer
	f     *ssa.Function
	m     *ir.Module
	types *ir.Types
	plan  plan
	locs  []operand // by value: where it is
	known []bool    // by value: locs has it
	span  diag.Span

	arrays    []array      // indexable temporaries, by register of the SSA form
	continues []ssa.ListID // of the loops that are open; 0: none
	phase     phase
	values    [dxbc.OutputStencilRef + 1]uint8 // by kind of operand: components of built-in values that are read
	icb       uint32                           // the first vector of the function's constants
	scratch   uint32                           // one more than the number of the indexable temporary with the function's memory
	early     []early
	nine      *generator9 // of a program of shader model 2; nil: of model 4 or 5
}

// An array is an indexable temporary.
type array struct {
	number uint32
	length uint32
	comps  uint8
}

// generate makes the machine form of a function.
func (g *generator) generate(w *Writer, f *ssa.Function) {
	*g = generator{w: w, f: f, phase: g.phase, icb: g.icb, nine: g.nine, m: f.Shader.Module, types: &f.Shader.Module.Types, plan: g.plan, locs: reuse.Zeroed(g.locs, f.InstrCount()),
		known: reuse.Zeroed(g.known, f.InstrCount()), code: code{instrs: g.instrs[:0], operands: g.operands[:0], loops: g.loops[:0], regs: append(g.regs[:0], vreg{}), ids: g.ids}}
	if !g.takesSizes() {
		return
	}
	g.plan.make(f, g.nine, w.doubles)
	g.arrays = make([]array, len(f.Regs))
	g.plan.join(g.newReg, g.outputOf)
	n := uint32(0)
	for k := 1; k < len(f.Regs); k++ {
		if r := &f.Regs[k]; r.Length > 0 {
			g.arrays[k] = array{n, r.Length, uint8(max(1, g.types.ComponentCount(r.Type)))}
			n++
		}
	}
	if size := g.scratchSize(); size > 0 {
		g.arrays = append(g.arrays, array{n, (size + 3) / 4, 1})
		g.scratch = n + 1
	}
	g.list(ssa.Body)
	if g.nine != nil {
		g.end9()
		return
	}
	if k := len(g.instrs); k == 0 || g.instrs[k-1].op != dxbc.OpRet {
		g.put(dxbc.OpRet, 0)
	}
}

// takesSizes reports whether all numbers have 32 bits, or are doubles if the machine has them;
// it notes the first that is none.
func (g *generator) takesSizes() bool {
	f := g.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch b := f.Bits(i); {
			case b == 8, b == 16, b == 64 && (!g.w.doubles || !g.types.ScalarOf(f.Type(i)).IsFloat()):
				g.span = f.SpanOf(i)
				g.unsupported("numbers of type " + g.types.ScalarOf(f.Type(i)).String())
				return false
			}
		}
	}
	return true
}

// scratchSize is the number of bytes of local variables in memory.
func (g *generator) scratchSize() (size uint32) {
	if !g.f.MayHave(op.LoadScratch) && !g.f.MayHave(op.StoreScratch) {
		return 0
	}
	places := layout.NewPlaces(g.m)
	for k := 1; k < len(g.f.Vars); k++ {
		if v := &g.f.Vars[k]; v.HasAt {
			size = max(size, v.At+direct3d.Size(places, v.Type, v.Layout))
		}
	}
	return size
}

// put appends an instruction with the source position of the current one.
func (g *generator) put(o dxbc.Opcode, dests int, list ...operand) *instr {
	return g.emit(instr{op: o, span: g.span}, dests, list...)
}

// unsupported notes a feature that the machine lacks.
func (g *generator) unsupported(feature string) { g.w.unsupported(feature, g.span) }

// list makes the code of a list of nodes.
func (g *generator) list(l ssa.ListID) {
	f := g.f
	for n := f.ListFirst(l); n != 0; n = f.NextNode(n) {
		switch f.Kind(n) {
		case ssa.NodeBlock:
			for i := range f.Instrs(n) {
				g.span = f.SpanOf(i)
				g.instruction(i)
			}
		case ssa.NodeIf:
			g.span = f.NodeSpan(n)
			if g.nine != nil {
				g.unsupportedAt(Profile40, "a branch that can't become a choice")
				return
			}
			g.ifNode(n)
		case ssa.NodeLoop:
			g.span = f.NodeSpan(n)
			if g.nine != nil {
				g.unsupportedAt(Profile40, "a loop whose number of iterations isn't known, or is large")
				return
			}
			start := int32(len(g.instrs))
			g.put(dxbc.OpLoop, 0)
			g.continues = append(g.continues, f.LoopContinue(n))
			g.list(f.LoopBody(n))
			if k := len(g.instrs) - 1; g.instrs[k].op == dxbc.OpContinue {
				g.instrs = g.instrs[:k] // what is ahead of it stands already
			} else if !g.jumps() {
				g.endIteration()
			}
			g.continues = g.continues[:len(g.continues)-1]
			g.put(dxbc.OpEndloop, 0)
			g.loops = append(g.loops, [2]int32{start, int32(len(g.instrs) - 1)})
		case ssa.NodeSwitch:
			g.span = f.NodeSpan(n)
			g.switchNode(n)
		}
	}
}

// endIteration makes the code of the list that ends an iteration of the innermost loop, a copy
// for each way to it.
func (g *generator) endIteration() {
	l := g.continues[len(g.continues)-1]
	if l == 0 {
		return
	}
	f := g.f
	for b := f.ListFirst(l); b != 0 && f.ListParent(l) != 0; b = f.NextNode(b) {
		if f.Kind(b) == ssa.NodeBlock {
			for i := range f.Instrs(b) { // operands that aren't computed are found anew
				if g.plan.fates[i] != computed {
					g.known[i] = false
				}
			}
		}
	}
	g.list(l)
}

// jumpOf is the jump that is all that a list does, or op.Invalid.
func (g *generator) jumpOf(l ssa.ListID) op.Op {
	f := g.f
	b := f.ListFirst(l)
	if f.NextNode(b) != 0 {
		return op.Invalid
	}
	i := f.First(b)
	if i == 0 || f.Next(i) != 0 {
		return op.Invalid
	}
	switch o := f.Op(i); {
	case o == op.Break, o == op.Continue && !g.endsInCode():
		return o
	}
	return op.Invalid
}

// endsInCode reports whether iterations of the innermost loop end in a list with code.
func (g *generator) endsInCode() bool {
	if n := len(g.continues); n > 0 && g.continues[n-1] != 0 {
		return !g.isEmpty(g.continues[n-1])
	}
	return false
}

// isEmpty reports whether a list does nothing.
func (g *generator) isEmpty(l ssa.ListID) bool {
	b := g.f.ListFirst(l)
	return g.f.NextNode(b) == 0 && g.f.First(b) == 0
}

// condition is a condition's mask, and whether it holds if the mask is zero.
func (g *generator) condition(v ssa.Value) (o operand, zero bool) {
	f := g.f
	for {
		switch {
		case f.Op(v) == op.MaskBool || f.Op(v) == op.BoolMask:
			if s := f.Src(v, 0); s.Comps > 1 || s.Comps == 1 && s.Swizzle.At(0) != 0 {
				return g.source(f.Src(v, 0)).comp(0), zero
			}
			v = f.Arg(v, 0)
		case f.Op(v) == op.INot && f.Comps(f.Arg(v, 0)) == 1 && !g.known[v]:
			v, zero = f.Arg(v, 0), !zero
		default:
			return g.value(v).comp(0), zero
		}
	}
}

// test is the control of an instruction with a condition.
func test(zero bool) dxbc.Control {
	if zero {
		return 0
	}
	return dxbc.NonZero
}

// jumpIf jumps under a condition.
func (g *generator) jumpIf(jump op.Op, cond operand, zero bool) {
	o := dxbc.OpBreakc
	if jump == op.Continue {
		o = dxbc.OpContinuec
	}
	cond.one = true
	g.put(o, 0, cond).control = test(zero)
}

func (g *generator) ifNode(n ssa.NodeID) {
	f := g.f
	cond, zero := g.condition(f.Cond(n).Value)
	then, els := f.Then(n), f.Else(n)
	if j := g.jumpOf(then); j != op.Invalid {
		g.jumpIf(j, cond, zero)
		g.list(els)
		return
	}
	if j := g.jumpOf(els); j != op.Invalid {
		g.jumpIf(j, cond, !zero)
		g.list(then)
		return
	}
	if g.isEmpty(then) {
		then, els, zero = els, then, !zero
	}
	cond.one = true
	g.put(dxbc.OpIf, 0, cond).control = test(zero)
	at := len(g.instrs)
	g.list(then)
	if !g.isEmpty(els) {
		mark := len(g.instrs)
		g.put(dxbc.OpElse, 0)
		g.list(els)
		if len(g.instrs) == mark+1 {
			g.instrs = g.instrs[:mark]
		}
	}
	if len(g.instrs) == at { // nothing but moves that need no code
		g.instrs = g.instrs[:at-1]
		return
	}
	g.put(dxbc.OpEndif, 0)
}

func (g *generator) switchNode(n ssa.NodeID) {
	f := g.f
	s := g.source(f.Cond(n)).comp(0)
	s.one = true
	g.put(dxbc.OpSwitch, 0, s)
	cases := f.Cases(n)
	for k := range cases {
		c := &cases[k]
		for _, v := range f.CaseValues(c) {
			o := imm(uint32(v))
			o.one = true
			g.put(dxbc.OpCase, 0, o)
		}
		if c.Default {
			g.put(dxbc.OpDefault, 0)
		}
		if c.FallThrough && g.isEmpty(c.List) {
			continue
		}
		if c.FallThrough {
			g.unsupported("clauses of a switch that lead into the next")
		}
		g.list(c.List)
		if !g.jumps() {
			g.put(dxbc.OpBreak, 0)
		}
	}
	g.put(dxbc.OpEndswitch, 0)
}

// jumps reports whether the last instruction is a jump.
func (g *generator) jumps() bool {
	switch g.instrs[len(g.instrs)-1].op {
	case dxbc.OpBreak, dxbc.OpContinue, dxbc.OpRet:
		return true
	}
	return false
}

// value is the operand that a value is, as it is used whole.
func (g *generator) value(v ssa.Value) operand {
	if g.known[v] {
		return g.locs[v]
	}
	o := g.find(v)
	g.locs[v], g.known[v] = o, true
	return o
}

// find makes the operand of a value that no instruction has computed.
func (g *generator) find(v ssa.Value) operand {
	f := g.f
	if g.w.doubles && isDouble(f, v) {
		return g.doubleAlias(v)
	}
	switch o := f.Op(v); o {
	case op.Const, op.Constant, op.Zero, op.Undef:
		return g.constant(v)
	case op.LoadInput, op.LoadInterpolatedInput:
		return g.input(v)
	case op.LoadSystemValue:
		return g.systemValue(v)
	case op.LoadUBOVec4:
		return g.constantBuffer(v)
	case op.LoadConstant:
		return g.constantData(v)
	case op.Mov, op.Bitcast, op.BoolMask, op.MaskBool, op.FSat, op.I2I, op.U2U, op.I2F, op.U2F, op.B2F, op.F2I, op.F2U, op.F2B:
		return g.source(f.Src(v, 0))
	case op.LoadReg:
		return g.read(g.plan.regs[f.Word(v, 0)].vreg)
	case op.FNeg:
		return g.source(f.Src(v, 0)).neg()
	case op.INeg:
		return g.source(f.Src(v, 0)).minus()
	case op.FAbs:
		return g.source(f.Src(v, 0)).abs()
	case op.Vec:
		out := g.value(f.Arg(v, 0))
		from := out.swizzle
		at := 0
		for k := range f.NumSrcs(v) {
			s := f.Src(v, k)
			for c := range width(f, s) {
				out.swizzle[at] = from[c]
				if s.Comps != 0 {
					out.swizzle[at] = from[s.Swizzle.At(c)]
				}
				at++
			}
		}
		return out
	}
	g.span = f.SpanOf(v)
	g.unsupported("the value of a " + f.Op(v).String())
	return imm(0)
}

// constant is an immediate operand.
func (g *generator) constant(v ssa.Value) operand {
	f := g.f
	n := f.Comps(v)
	o := operand{kind: dxbc.Immediate32, swizzle: identity}
	if f.Op(v) == op.Undef {
		return o
	}
	for k := range 4 {
		bits, ok := f.KnownBits(v, min(k, max(n, 1)-1))
		if !ok {
			g.span = f.SpanOf(v)
			g.unsupported("a constant of type " + g.m.TypeName(f.Type(v)))
			return o
		}
		switch {
		case g.nine != nil && !g.types.ScalarOf(f.Type(v)).IsFloat():
			bits = uint64(math.Float32bits(float32(int32(bits))))
		case f.Bits(v) == 1:
			bits = -bits
		}
		o.imm[k] = uint32(bits)
	}
	return o
}

// source is a value with the swizzle of a source.
func (g *generator) source(s ssa.Src) operand { return g.value(s.Value).read(s) }

// read is an operand with the swizzle of a source besides its own.
func (o operand) read(s ssa.Src) operand {
	if s.Comps == 0 {
		return o
	}
	from := o.swizzle
	for k := range 4 {
		o.swizzle[k] = from[s.Swizzle.At(min(k, int(s.Comps)-1))]
	}
	return o
}

// src is source k of an instruction.
func (g *generator) src(i ssa.InstrID, k int) operand { return g.source(g.f.Src(i, k)) }

// present is source k of an instruction, and whether there is one.
func (g *generator) present(i ssa.InstrID, k int) (operand, bool) {
	if k >= g.f.NumSrcs(i) || g.f.Arg(i, k) == 0 {
		return operand{}, false
	}
	return g.src(i, k), true
}

// dest is the place of an instruction's result.
func (g *generator) dest(i ssa.InstrID) operand {
	if g.w.doubles && g.f.Bits(i) == 64 {
		return g.doubleDest(i)
	}
	n := max(1, g.f.Comps(i))
	v := &g.plan.views[i]
	if !v.some {
		*v = view{g.newReg(n), identity, true}
		if g.w.doubles && becomesDouble(g.f, i) {
			r := &g.regs[v.reg]
			r.loaded, r.pair, r.aligned = true, n == 2, n > 2
		}
	}
	return g.at(i, *v, n)
}

// at is a view as a destination; the value is known to be there.
func (g *generator) at(i ssa.InstrID, v view, n int) operand {
	mask := uint8(0)
	for k := range n {
		mask |= 1 << v.comps[k]
	}
	r := operand{kind: dxbc.Temp, dims: 1, reg: v.reg}
	for k := range 4 {
		r.swizzle[k] = v.comps[min(k, n-1)]
	}
	g.locs[i], g.known[i] = r, true
	d := r
	d.mask = mask
	return d
}

// spread is a source by the components of a destination: place k of the source is for the
// value's component k, and the destination's may be others.
func spread(d, o operand) operand {
	if o.whole || o.none || o.one {
		return o
	}
	s := o.swizzle
	// The first of equal components is the value's own: they are set from the end.
	for k := 3; k >= 0; k-- {
		o.swizzle[d.swizzle[k]] = s[k]
	}
	return o
}

// compute appends an instruction whose result is a value, with the value's controls.
func (g *generator) compute(o dxbc.Opcode, i ssa.InstrID, d operand, list ...operand) *instr {
	first := uint32(len(g.operands))
	g.operands = append(g.operands, d)
	for _, x := range list {
		g.operands = append(g.operands, spread(d, x))
	}
	in := instr{op: o, span: g.span, first: first, dests: 1, count: uint8(1 + len(list))}
	if g.plan.sat[i] {
		in.control |= dxbc.Saturate
	}
	if g.f.Op(i).Has(op.FloatControl) && g.f.FP(i)&ssa.Contract == 0 {
		in.precise = g.w.opts.Profile >= Profile50
	}
	g.instrs = append(g.instrs, in)
	return &g.instrs[len(g.instrs)-1]
}

// second and first append an instruction with two results, whose second or first is used.
func (g *generator) second(o dxbc.Opcode, d operand, list ...operand) {
	first := uint32(len(g.operands))
	g.operands = append(g.operands, null(), d)
	for _, x := range list {
		g.operands = append(g.operands, spread(d, x))
	}
	g.instrs = append(g.instrs, instr{op: o, span: g.span, first: first, dests: 2, count: uint8(2 + len(list))})
}

func (g *generator) first(o dxbc.Opcode, d operand, list ...operand) {
	first := uint32(len(g.operands))
	g.operands = append(g.operands, d, null())
	for _, x := range list {
		g.operands = append(g.operands, spread(d, x))
	}
	g.instrs = append(g.instrs, instr{op: o, span: g.span, first: first, dests: 2, count: uint8(2 + len(list))})
}

// fresh is a new virtual register as a destination with n components.
func (g *generator) fresh(n int) operand {
	r := g.temp(g.newReg(n))
	r.swizzle = identity
	for k := n; k < 4; k++ {
		r.swizzle[k] = uint8(n - 1)
	}
	return r
}

// step computes an intermediate value of n components.
func (g *generator) step(o dxbc.Opcode, n int, list ...operand) operand {
	d := g.fresh(n)
	g.put(o, 1, append([]operand{d}, list...)...)
	return g.read(d.reg)
}
