package interp

// This file compiles functions in SSA form: frame and control flow. Instructions
// are in compile_ssa_instr.go, arithmetic in compile_ssa_alu.go.
//
// A value gets slots at its definition, and they are free again at the end of the list that
// defines it; the continue list of a loop counts as a part of the body. Phis, and values
// that are used outside of their list, have slots of their own throughout. A value that is
// a part of another shares its slots if these last as long as its own would.
//
// Phis are moves on the edges, at the end of the predecessor, or if that has several
// successors at the start of the block that holds the phi, which has no other predecessor
// then (or is a clause that another falls into).

import (
	"slices"

	"refract/exec"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// ssaCompiler compiles one function. It uses the methods of the embedded compiler that
// don't need the function in the module IR; slots and pointers are by instruction.
type ssaCompiler struct {
	compiler
	g     *ssa.Function
	order []int32 // by NodeID of a block: its place in program order
	fixed int32   // slots below this are nobody else's
	vars  []uint32
	regs  []int32 // by register: its first slot
	edges []edgeMove
	dirty []bool // by slot: written by the moves of an edge

	scratch, scratchSize uint32 // the function's memory by offset

	// Inputs and outputs by slot: the place of the first in the frame, and their number.
	ins, outs         int32
	inSlots, outSlots uint32
}

// An edgeMove sets the slots of a phi or register.
type edgeMove struct{ dst, from, n int32 }

// ssaFunction compiles a function whose state is compiling, and its callees. The program is
// locked.
func (p *program) ssaFunction(id ir.FuncID, depth int) (*function, error) {
	g := p.ssa.Funcs[id]
	c := ssaCompiler{g: g, compiler: compiler{p: p, m: p.m, ts: p.types, depth: depth, fn: &function{id: id, name: g.Name},
		slots: make([]int32, g.InstrCount()), pointers: make([]pointer, g.InstrCount()),
		globals: map[ir.GlobalID]int32{}, literals: map[literalKey]int32{}}}
	c.signature()
	c.everywhere()
	if c.err == nil {
		c.lifetimes()
		c.beginIO()
		c.list(ssa.Body)
	}
	c.span = g.Span
	if len(c.fn.outputs) > 0 {
		c.endIO()
	}
	c.emit(instr{op: opReturn, a: 0, c: -1})
	if c.err == nil && c.fn.slots > maxFrameSlots {
		c.fail(&exec.LimitError{What: "scalars in the values of one function", Needed: uint64(c.fn.slots), Limit: maxFrameSlots, Span: g.Span})
	}
	if c.err != nil {
		p.states[id] = notCompiled
		return nil, c.err
	}
	p.functions[id], p.states[id] = c.fn, compiled
	return c.fn, nil
}

func (c *ssaCompiler) signature() {
	for i := range c.g.Params {
		n := c.ts.slotsOf(c.g.Params[i].Type)
		c.span = c.g.Params[i].Span
		c.fn.args = append(c.fn.args, argument{c.alloc(n), n})
	}
	if c.g.Result != 0 {
		c.fn.result = c.ts.slotsOf(c.g.Result)
	}
}

// everywhere gives slots to values that exist everywhere: addresses of variables first,
// then constants and registers, and lays out the local variables.
func (c *ssaCompiler) everywhere() {
	g := c.g
	var known []ssa.Value
	used := make([]bool, len(c.m.Globals))
	local := make([]bool, len(g.Vars))
	declared := make([]bool, len(g.Vars))
	for b := range g.Blocks() {
		for i := range g.Instrs(b) {
			switch o := g.Op(i); o {
			case op.DerefVar:
				if v := g.VarOf(i); v.IsLocal() {
					local[v&^ssa.LocalVar] = true
				} else {
					used[v] = true
				}
			case op.ResourceIndex:
				used[g.VarOf(i)] = true
			case op.ResourceUnit:
				used[c.p.ssa.UnitVar(g.Type(i), g.Field(i, "base"))] = true
			case op.LoadPushConstant:
				used[c.only(ssa.ModePushConstant)] = true
			case op.LoadTaskPayload, op.StoreTaskPayload, op.TaskPayloadAtomic:
				used[c.only(ssa.ModeTaskPayload)] = true
			case op.Declare:
				declared[g.VarOf(i)&^ssa.LocalVar], local[g.VarOf(i)&^ssa.LocalVar] = true, true
			case op.Param:
				c.slots[i] = c.fn.args[g.IndexOf(i)].from + 1
			default:
				if k := o.Class(); (k == op.ClassConst || k == op.ClassUndef) && g.HasUses(i) {
					known = append(known, i)
				}
			}
		}
	}
	for id := range used {
		if used[id] {
			c.fn.globals = append(c.fn.globals, ir.GlobalID(id))
			c.globals[ir.GlobalID(id)] = c.alloc(1)
		}
	}
	first := c.top
	zeros, zeroed := int32(0), int32(0)
	for _, v := range known {
		c.span = g.SpanOf(v)
		var value []uint64
		switch g.Op(v) {
		case op.Const:
			n := g.Comps(v)
			if n == 1 {
				c.slots[v] = c.scalar(g.ConstBits(v, 0)) + 1
				continue
			}
			for k := range n {
				value = append(value, g.ConstBits(v, k))
			}
		case op.Zero, op.Undef:
			n := c.ts.slotsOf(g.Type(v))
			if n > smallConstant {
				continue // in the pool
			}
			if n <= zeroed {
				c.slots[v] = zeros + 1
				continue
			}
			value = make([]uint64, n)
			zeros, zeroed = c.top, n
		case op.Constant:
			x, err := c.p.constant(ir.ConstantID(g.Word(v, 0)))
			if err != nil {
				c.fail(err)
				return
			}
			if len(x) > smallConstant {
				continue
			}
			value = x
		case op.Override:
			x, err := c.p.override(ir.OverrideID(g.Word(v, 0)))
			if err != nil {
				c.fail(err)
				return
			}
			value = append(value, x)
		}
		c.slots[v] = c.constants(value) + 1
	}
	c.regs = make([]int32, len(g.Regs))
	for r := 1; r < len(g.Regs); r++ {
		n := c.ts.slotsOf(g.Regs[r].Type)
		if size := int64(n) * int64(max(g.Regs[r].Length, 1)); size > maxValueSlots {
			c.fail(&exec.LimitError{What: "scalars in one register", Needed: uint64(size), Limit: maxValueSlots, Span: c.span})
			return
		}
		c.regs[r] = c.constants(make([]uint64, n*int32(max(g.Regs[r].Length, 1))))
	}
	c.interfaces()
	if int(c.top-first) != len(c.fn.consts) && c.err == nil {
		panic("interp: constants of " + g.Name)
	}
	c.locals(local, declared)
}

// constants takes slots that hold the values when the function begins.
func (c *ssaCompiler) constants(value []uint64) int32 {
	at := c.alloc(int32(len(value)))
	if c.err == nil {
		c.fn.consts = append(c.fn.consts, value...)
	}
	return at
}

// scalar is the slot of a constant. Before any instruction is compiled it is among the
// constants, afterwards it is set before its use.
func (c *ssaCompiler) scalar(bits uint64) int32 {
	key := literalKey{bits: bits}
	at, ok := c.literals[key]
	if !ok && c.order == nil {
		at = c.constants([]uint64{bits})
		c.literals[key] = at
	} else if !ok {
		at = c.number(0, bits)
	}
	return at
}

// locals lays out the local variables that are used, and clears the ones that no
// instruction clears.
func (c *ssaCompiler) locals(used, declared []bool) {
	c.vars = make([]uint32, len(c.g.Vars))
	for i := 1; i < len(c.g.Vars); i++ {
		if !used[i] {
			continue
		}
		v := &c.g.Vars[i]
		c.span = v.Span
		info, err := c.ts.places.Info(exec.Place{Type: v.Type, Layout: v.Layout})
		if err != nil {
			c.unsupported("variables of type " + c.m.TypeName(v.Type))
			return
		}
		at := (c.fn.memory + info.Align - 1) / info.Align * info.Align
		if uint64(at)+uint64(info.Size) > maxMemory {
			c.fail(&exec.LimitError{What: "bytes of local variables", Needed: uint64(at) + uint64(info.Size), Limit: maxMemory, Span: v.Span})
			return
		}
		c.vars[i] = at
		c.fn.memory = at + info.Size
		if !declared[i] {
			c.emit(instr{op: opClearLocal, c: int32(at), d: int32(info.Size)})
		}
	}
	c.layScratch()
	c.fn.memory = (c.fn.memory + 15) &^ 15
}

// lifetimes gives slots to phis, and to values that are used outside of the list
// that defines them.
func (c *ssaCompiler) lifetimes() {
	g := c.g
	c.order = make([]int32, g.NodeCount())
	n := int32(0)
	for b := range g.Blocks() {
		n++
		c.order[b] = n
	}
	for b := range g.Blocks() {
		l := g.ListOf(b)
		first, last := c.order[g.ListFirst(l)], c.lastBlock(l)
		for v := range g.Instrs(b) {
			if c.slots[v] != 0 || g.Type(v) == 0 || !g.HasUses(v) {
				continue
			}
			c.span = g.SpanOf(v)
			fixed := g.Op(v) == op.Phi
			for u := g.FirstUse(v); u != 0 && !fixed && l != ssa.Body; u = g.NextUse(u) {
				at := c.order[c.useBlock(u)]
				fixed = at < first || at > last
			}
			if fixed && g.Op(v) != op.DerefVar && !c.inPool(v) {
				c.slots[v] = c.alloc(c.ts.slotsOf(g.Type(v))) + 1
			}
		}
	}
	c.fixed = c.top
}

// lastBlock is the number of the last block whose code belongs to a list.
func (c *ssaCompiler) lastBlock(l ssa.ListID) int32 {
	if p := c.g.ListParent(l); p != 0 && c.g.Kind(p) == ssa.NodeLoop && c.g.LoopContinue(p) != 0 {
		l = c.g.LoopContinue(p)
	}
	return c.order[c.g.ListLast(l)]
}

// useBlock is the block that a use reads its value in.
func (c *ssaCompiler) useBlock(u ssa.UseID) ssa.NodeID {
	i, n := c.g.UserOf(u)
	switch {
	case i == 0:
		return c.g.Before(n)
	case c.g.Op(i) == op.Phi:
		return c.g.Preds(c.g.Block(i))[c.g.UseIndex(u)]
	}
	return c.g.Block(i)
}

// list compiles a list, up to the end of its last block.
func (c *ssaCompiler) list(l ssa.ListID) {
	if c.nesting++; c.nesting > maxNesting {
		c.fail(&exec.LimitError{What: "levels of nesting", Needed: uint64(c.nesting), Limit: maxNesting, Span: c.span})
	}
	g := c.g
	for n := g.ListFirst(l); n != 0 && c.err == nil; n = g.NextNode(n) {
		switch g.Kind(n) {
		case ssa.NodeBlock:
			for i := g.First(n); i != 0 && c.err == nil; i = g.Next(i) {
				c.span = g.SpanOf(i)
				c.instr(i)
			}
		case ssa.NodeIf:
			c.span = g.NodeSpan(n)
			c.branch(n)
		case ssa.NodeLoop:
			c.span = g.NodeSpan(n)
			c.loop(n)
		case ssa.NodeSwitch:
			c.span = g.NodeSpan(n)
			c.choose(n)
		}
	}
	c.nesting--
}

// inner compiles a list whose values end with it, from an edge to its first block
// to one from its end. It reports whether control leaves it at the end.
func (c *ssaCompiler) inner(from ssa.NodeID, l ssa.ListID, to ssa.NodeID) bool {
	top := c.top
	c.edge(from, c.g.ListFirst(l))
	c.list(l)
	last := c.g.ListLast(l)
	falls := c.g.Jump(last) == 0
	if falls {
		c.edge(last, to)
	}
	c.top = top
	return falls
}

// edge emits the moves of an edge.
func (c *ssaCompiler) edge(from, to ssa.NodeID) {
	g := c.g
	if to == 0 || g.First(to) == 0 || g.Op(g.First(to)) != op.Phi {
		return
	}
	k := g.PredIndex(to, from)
	if k < 0 {
		return
	}
	moves := c.edges[:0]
	for i := g.First(to); i != 0 && g.Op(i) == op.Phi; i = g.Next(i) {
		if at := c.slots[i]; at != 0 {
			moves = append(moves, edgeMove{at - 1, c.use(g.Arg(i, k)), c.ts.slotsOf(g.Type(i))})
		}
	}
	c.parallel(moves)
	c.edges = moves
}

// parallel moves as if all sources were read before anything is written: sources that
// others overwrite go through copies.
func (c *ssaCompiler) parallel(moves []edgeMove) {
	if len(moves) == 1 {
		if m := moves[0]; m.dst != m.from {
			c.copySlots(m.dst, m.from, m.n)
		}
		return
	}
	top := c.top
	if n := int(c.fixed); len(c.dirty) < n {
		c.dirty = append(c.dirty, make([]bool, n-len(c.dirty))...)
	}
	for _, m := range moves {
		for k := m.dst; k < m.dst+m.n && m.dst != m.from; k++ {
			c.dirty[k] = true
		}
	}
	late := 0
	for k := range moves {
		m := moves[k]
		overwritten := false
		for s := m.from; s < m.from+m.n && s < c.fixed; s++ {
			overwritten = overwritten || c.dirty[s]
		}
		if m.dst != m.from && overwritten {
			saved := c.alloc(m.n)
			c.copySlots(saved, m.from, m.n)
			moves[k], moves[late] = moves[late], edgeMove{m.dst, saved, m.n}
			late++
		}
	}
	for _, m := range moves[late:] {
		if m.dst != m.from {
			c.copySlots(m.dst, m.from, m.n)
		}
	}
	for _, m := range moves[:late] {
		c.copySlots(m.dst, m.from, m.n)
	}
	for _, m := range moves {
		clear(c.dirty[m.dst : m.dst+m.n])
	}
	c.top = top
}

// hasPhis reports whether an edge to the block has moves.
func (c *ssaCompiler) hasPhis(b ssa.NodeID) bool {
	i := c.g.First(b)
	return i != 0 && c.g.Op(i) == op.Phi
}

// goes notes a jump instruction as a break or continue.
func (c *ssaCompiler) goes(o op.Op, jump int32) {
	if o == op.Break {
		c.breaks = append(c.breaks, jump)
		return
	}
	l := &c.loops[len(c.loops)-1]
	l.continues = append(l.continues, jump)
}

func (c *ssaCompiler) branch(n ssa.NodeID) {
	g := c.g
	before, after := g.Before(n), g.After(n)
	cond := c.read(g.Cond(n))
	if j := c.jumpOf(g.Then(n)); j != 0 {
		c.goes(g.Op(j), c.emit(instr{op: opBranchTrue, a: cond}))
		c.inner(before, g.Else(n), after)
		return
	}
	if j := c.jumpOf(g.Else(n)); j != 0 {
		c.goes(g.Op(j), c.emit(instr{op: opBranchFalse, a: cond}))
		c.inner(before, g.Then(n), after)
		return
	}
	start := c.here()
	otherwise := c.emit(instr{op: opBranchFalse, a: cond})
	falls := c.inner(before, g.Then(n), after)
	if c.here() == start+1 && falls { // nothing in it
		c.fn.code[start].op = opBranchTrue
		c.inner(before, g.Else(n), after)
		c.patch(start)
		return
	}
	end := int32(-1)
	if falls {
		end = c.emit(instr{op: opJump})
	}
	c.patch(otherwise)
	start = c.here()
	c.inner(before, g.Else(n), after)
	if end < 0 {
		return
	}
	if c.here() == start { // nothing in it
		c.fn.code, c.fn.spans = c.fn.code[:end], c.fn.spans[:end]
		c.patch(otherwise)
		return
	}
	c.patch(end)
}

// jumpOf is the break or continue that a list consists of, if its edge has no
// moves, or 0.
func (c *ssaCompiler) jumpOf(l ssa.ListID) ssa.InstrID {
	b := c.g.ListFirst(l)
	i := c.g.First(b)
	if i == 0 || c.g.NextNode(b) != 0 {
		return 0
	}
	if t := c.g.JumpTarget(i); t == 0 || c.hasPhis(t) {
		return 0
	}
	return i
}

func (c *ssaCompiler) loop(n ssa.NodeID) {
	g := c.g
	span, top, outer := c.span, c.top, len(c.breaks)
	body, header := g.LoopBody(n), g.LoopHeader(n)
	counter := c.alloc(1)
	c.edge(g.Before(n), header)
	c.emit(instr{op: opEnterLoop, b: counter})
	head := c.here()
	c.loops = append(c.loops, openLoop{})
	c.list(body)
	again := header
	next := g.LoopContinue(n)
	if next != 0 {
		again = g.ListFirst(next)
	}
	if last := g.ListLast(body); g.Jump(last) == 0 {
		c.edge(last, again)
	}
	c.patch(c.loops[len(c.loops)-1].continues...)
	c.loops = c.loops[:len(c.loops)-1]
	if next != 0 {
		c.loops = append(c.loops, openLoop{})
		c.list(next)
		if last := g.ListLast(next); g.Jump(last) == 0 {
			c.edge(last, header)
		}
		c.patch(c.loops[len(c.loops)-1].continues...)
		c.loops = c.loops[:len(c.loops)-1]
	}
	c.span = span
	c.emit(instr{op: opLoop, b: counter, c: c.here() - head + 1, d: head})
	c.patch(c.breaks[outer:]...)
	c.breaks = c.breaks[:outer]
	c.fn.loops = append(c.fn.loops, loopRange{head, c.here(), counter})
	c.top = top
}

func (c *ssaCompiler) choose(n ssa.NodeID) {
	g := c.g
	type row struct {
		value  uint32
		clause int
	}
	if g.Bits(g.Cond(n).Value) > 32 {
		c.unsupported("switches on 64 bits")
		return
	}
	var rows []row
	table := int32(len(c.fn.switches))
	c.fn.switches = append(c.fn.switches, switchArgs{})
	c.emit(instr{op: opSwitch, a: c.read(g.Cond(n)), d: table})
	outer := len(c.breaks)
	cases := g.Cases(n)
	before, after := g.Before(n), g.After(n)
	starts := make([]int32, len(cases))
	other := int32(-1)
	into := int32(-1) // the jump of the clause before that falls into this one
	for k := range cases {
		x := &cases[k]
		first := g.ListFirst(x.List)
		starts[k] = c.here()
		for _, value := range g.CaseValues(x) {
			rows = append(rows, row{uint32(value), k})
		}
		if x.Default {
			other = starts[k]
		}
		top := c.top
		c.edge(before, first)
		if into >= 0 {
			c.patch(into)
			into = -1
		}
		c.list(x.List)
		if last := g.ListLast(x.List); g.Jump(last) == 0 {
			if x.FallThrough && k+1 < len(cases) {
				next := g.ListFirst(cases[k+1].List)
				if c.hasPhis(next) {
					c.edge(last, next)
					into = c.emit(instr{op: opJump})
				}
			} else {
				c.edge(last, after)
				c.breaks = append(c.breaks, c.emit(instr{op: opJump}))
			}
		}
		c.top = top
	}
	c.patch(c.breaks[outer:]...)
	c.breaks = c.breaks[:outer]
	if other < 0 {
		other = c.here()
	}
	slices.SortFunc(rows, func(a, b row) int {
		if a.value < b.value {
			return -1
		}
		return 1
	})
	t := &c.fn.switches[table]
	t.other = other
	for _, r := range rows {
		t.values = append(t.values, r.value)
		t.targets = append(t.targets, starts[r.clause])
	}
}
