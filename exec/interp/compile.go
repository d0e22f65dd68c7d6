package interp

// This file compiles functions: signature, frame and statements. expressions are
// in compile_expr.go, pointers in compile_pointer.go, images in
// compile_image.go.
//
// An expression is compiled at the Emit that lists it. Its value gets slots that are free
// again at the end of the block; values that are a part of another (an element with a
// static index, adjacent components) share its slots.

import (
	"maps"
	"slices"

	"refract/diag"
	"refract/exec"
	"refract/ir"
)

const (
	maxFrameSlots = 1 << 21 // of one frame
	maxCallDepth  = 256     // functions that call each other
	maxNesting    = 2048    // blocks inside each other
	smallConstant = 16      // slots; larger constants stay in the pool
)

// States of functions while they are compiled.
const (
	notCompiled = iota
	compiling
	compiled
)

// constantKey names a constant that lies in the pool.
type constantKey struct {
	constant ir.ConstantID
	zero     ir.TypeID
}

// compiler compiles one function.
type compiler struct {
	p     *program
	m     *ir.Module
	ts    *types
	f     *ir.Function
	fn    *function
	depth int // of calls

	span     diag.Span // of what is compiled
	slots    []int32   // by ExprID: where the value is, plus one; 0: nowhere yet
	pointers []pointer // by ExprID, of those that are pointers
	globals  map[ir.GlobalID]int32
	literals map[literalKey]int32
	locals   []uint32 // by LocalID: offset in the frame's memory
	top      int32    // the first free slot
	loops    []openLoop
	exits    []int // index in jumps where the innermost loop's or switch's breaks begin
	breaks   []int32
	nesting  int
	err      error
}

type literalKey struct {
	scalar ir.TypeID
	bits   uint64
}

// An openLoop is a loop whose body is compiled.
type openLoop struct{ continues []int32 }

// function compiles a function and its callees, unless it is compiled. The program is
// locked.
func (p *program) function(id ir.FuncID, span diag.Span, depth int) (*function, error) {
	switch {
	case p.states[id] == compiled:
		return p.functions[id], nil
	case p.states[id] == compiling:
		return nil, &exec.UnsupportedError{Feature: "recursion", Span: span}
	case depth > maxCallDepth:
		return nil, &exec.LimitError{What: "levels of calls", Needed: uint64(depth), Limit: maxCallDepth, Span: span}
	}
	p.states[id] = compiling
	if p.ssa != nil {
		return p.ssaFunction(id, depth)
	}
	f := p.m.Func(id)
	c := compiler{p: p, m: p.m, ts: p.types, f: f, depth: depth, fn: &function{id: id, name: f.Name},
		slots: make([]int32, f.ExprCount()), pointers: make([]pointer, f.ExprCount()),
		globals: map[ir.GlobalID]int32{}, literals: map[literalKey]int32{}}
	c.signature()
	c.implicit()
	c.memory()
	c.block(f.Body)
	c.span = f.Span
	c.emit(instr{op: opReturn, a: 0, c: -1})
	if c.err == nil && c.fn.slots > maxFrameSlots {
		c.fail(&exec.LimitError{What: "scalars in the values of one function", Needed: uint64(c.fn.slots), Limit: maxFrameSlots, Span: f.Span})
	}
	if c.err != nil {
		p.states[id] = notCompiled
		return nil, c.err
	}
	p.functions[id], p.states[id] = c.fn, compiled
	return c.fn, nil
}

// fail keeps the first error.
func (c *compiler) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *compiler) unsupported(feature string) {
	c.fail(&exec.UnsupportedError{Feature: feature, Span: c.span})
}

// emit appends an instruction and returns its place.
func (c *compiler) emit(in instr) int32 {
	c.fn.code = append(c.fn.code, in)
	c.fn.spans = append(c.fn.spans, c.span)
	return int32(len(c.fn.code) - 1)
}

// here is the place of the next instruction.
func (c *compiler) here() int32 { return int32(len(c.fn.code)) }

// patch makes jumps go here.
func (c *compiler) patch(jumps ...int32) {
	for _, j := range jumps {
		c.fn.code[j].d = c.here()
	}
}

// alloc takes n slots until the block ends.
func (c *compiler) alloc(n int32) int32 {
	at := c.top
	if n > maxValueSlots || at > maxFrameSlots {
		c.fail(&exec.LimitError{What: "scalars in one value", Needed: uint64(n), Limit: maxValueSlots, Span: c.span})
		return 0
	}
	c.top += n
	c.fn.slots = max(c.fn.slots, c.top)
	return at
}

// signature lays out the arguments.
func (c *compiler) signature() {
	for i := range c.f.Args {
		n := c.ts.slotsOf(c.f.Args[i].Type)
		c.span = c.f.Args[i].Span
		c.fn.args = append(c.fn.args, argument{c.alloc(n), n})
	}
	if c.f.Result != 0 {
		c.fn.result = c.ts.slotsOf(c.f.Result)
	}
}

// implicit gives slots to the values that exist everywhere: globals first, then
// constants.
func (c *compiler) implicit() {
	used := map[ir.GlobalID]bool{}
	c.walk(func(e ir.ExprID) {
		if c.f.Kind(e) == ir.KindGlobal {
			used[c.f.GlobalRef(e)] = true
		}
	})
	for _, id := range slices.Sorted(maps.Keys(used)) {
		c.fn.globals = append(c.fn.globals, id)
		c.globals[id] = c.alloc(1)
	}
	first := c.top
	for e := ir.ExprID(1); int(e) < c.f.ExprCount(); e++ {
		c.span = c.f.SpanOf(e)
		var value []uint64
		switch c.f.Kind(e) {
		case ir.KindLiteral:
			key := literalKey{c.f.TypeOf(e), c.f.LiteralBits(e)}
			if at, ok := c.literals[key]; ok {
				c.slots[e] = at + 1
				continue
			}
			c.literals[key] = c.top
			value = []uint64{key.bits}
		case ir.KindConstant:
			v, err := c.p.constant(c.f.ConstantRef(e))
			if err != nil {
				c.fail(err)
				return
			}
			if len(v) > smallConstant {
				continue
			}
			value = v
		case ir.KindOverride:
			continue // evaluated where it is used, since it may lack a value
		case ir.KindZeroValue:
			n := c.ts.slotsOf(c.f.TypeOf(e))
			if n > smallConstant {
				continue
			}
			value = make([]uint64, n)
		default:
			continue
		}
		c.slots[e] = c.alloc(int32(len(value))) + 1
		c.fn.consts = append(c.fn.consts, value...)
	}
	if int(c.top-first) != len(c.fn.consts) && c.err == nil {
		panic("interp: constants of " + c.f.Name)
	}
}

// walk calls visit for every expression that the body uses.
func (c *compiler) walk(visit func(ir.ExprID)) {
	seen := make([]bool, c.f.ExprCount())
	var stack []ir.ExprID
	reach := func(e ir.ExprID) {
		stack = append(stack[:0], e)
		for len(stack) > 0 {
			e := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[e] {
				continue
			}
			seen[e] = true
			visit(e)
			stack = c.f.Operands(e, stack)
		}
	}
	blocks := []ir.BlockID{c.f.Body}
	var operands []ir.ExprID
	for len(blocks) > 0 {
		b := blocks[len(blocks)-1]
		blocks = blocks[:len(blocks)-1]
		for _, s := range c.f.Block(b) {
			operands = c.f.StmtOperands(s, operands[:0])
			for _, e := range operands {
				reach(e)
			}
			switch c.f.StmtKind(s) {
			case ir.StmtEmit:
				for _, e := range c.f.Emit(s) {
					reach(e)
				}
			case ir.StmtBlock:
				blocks = append(blocks, c.f.BlockStmt(s))
			case ir.StmtIf:
				blocks = append(blocks, c.f.If(s).Accept, c.f.If(s).Reject)
			case ir.StmtLoop:
				blocks = append(blocks, c.f.Loop(s).Body, c.f.Loop(s).Continuing)
			case ir.StmtSwitch:
				for _, clause := range c.f.Switch(s).Cases {
					blocks = append(blocks, clause.Body)
				}
			}
		}
	}
}

// memory lays out the local variables, and clears the ones that no statement clears.
func (c *compiler) memory() {
	declared := make([]bool, len(c.f.Locals))
	for s := ir.StmtID(1); int(s) < c.f.StmtCount(); s++ {
		if c.f.StmtKind(s) == ir.StmtLocal {
			declared[c.f.LocalDecl(s).Local] = true
		}
	}
	c.locals = make([]uint32, len(c.f.Locals))
	for i := 1; i < len(c.f.Locals); i++ {
		l := &c.f.Locals[i]
		c.span = l.Span
		info, err := c.ts.places.Info(exec.Place{Type: l.Type})
		if err != nil {
			c.unsupported("variables of type " + c.m.TypeName(l.Type))
			return
		}
		at := (c.fn.memory + info.Align - 1) / info.Align * info.Align
		if uint64(at)+uint64(info.Size) > maxMemory {
			c.fail(&exec.LimitError{What: "bytes of local variables", Needed: uint64(at) + uint64(info.Size), Limit: maxMemory, Span: l.Span})
			return
		}
		c.locals[i] = at
		c.fn.memory = at + info.Size
		if !declared[i] {
			c.emit(instr{op: opClearLocal, c: int32(at), d: int32(info.Size)})
		}
	}
	c.fn.memory = (c.fn.memory + 15) &^ 15
}

// block compiles a block; values evaluated in it end with it.
func (c *compiler) block(b ir.BlockID) {
	top := c.top
	c.statements(b)
	c.top = top
}

func (c *compiler) statements(b ir.BlockID) {
	if c.nesting++; c.nesting > maxNesting {
		c.fail(&exec.LimitError{What: "levels of nesting", Needed: uint64(c.nesting), Limit: maxNesting, Span: c.span})
	}
	for _, s := range c.f.Block(b) {
		if c.err != nil {
			break
		}
		c.span = c.f.StmtSpan(s)
		c.statement(s)
	}
	c.nesting--
}

func (c *compiler) statement(s ir.StmtID) {
	switch c.f.StmtKind(s) {
	case ir.StmtEmit:
		for _, e := range c.f.Emit(s) {
			c.span = c.f.SpanOf(e)
			c.expression(e)
		}
	case ir.StmtLocal:
		c.declare(c.f.LocalDecl(s))
	case ir.StmtBlock:
		c.block(c.f.BlockStmt(s))
	case ir.StmtIf:
		c.branch(c.f.If(s))
	case ir.StmtSwitch:
		c.choose(c.f.Switch(s))
	case ir.StmtLoop:
		c.loop(c.f.Loop(s))
	case ir.StmtBreak:
		c.breaks = append(c.breaks, c.emit(instr{op: opJump}))
	case ir.StmtContinue:
		l := &c.loops[len(c.loops)-1]
		l.continues = append(l.continues, c.emit(instr{op: opJump}))
	case ir.StmtReturn:
		if v := c.f.ReturnValue(s); v != 0 {
			c.emit(instr{op: opReturn, a: c.use(v), c: c.fn.result})
		} else {
			c.emit(instr{op: opReturn})
		}
	case ir.StmtTerminate:
		c.emit(instr{op: opTerminate})
	case ir.StmtDemote:
		c.emit(instr{op: opDemote})
	case ir.StmtControlBarrier:
		c.barrier(c.f.Barrier(s))
	case ir.StmtMemoryBarrier:
		// Invocations run one after the other: memory is always in order, but for the checks.
		c.emit(instr{op: opFence, f: uint16(c.f.Barrier(s).Memory)})
	case ir.StmtInterlock:
	case ir.StmtPrint:
		v := c.f.Printing(s)
		in := printArgs{format: v.Format}
		for _, a := range v.Args {
			in.args = append(in.args, printed{c.use(a), c.f.TypeOf(a)})
		}
		c.fn.prints = append(c.fn.prints, in)
		c.emit(instr{op: opPrint, d: int32(len(c.fn.prints) - 1)})
	case ir.StmtStore:
		v := c.f.Store(s)
		c.store(v.Pointer, c.use(v.Value), c.f.StmtFlags(s))
	case ir.StmtImageStore:
		c.imageStore(c.f.ImageStore(s), c.f.StmtFlags(s))
	case ir.StmtAtomic:
		c.atomic(c.f.Atomic(s))
	case ir.StmtImageAtomic:
		c.imageAtomic(c.f.ImageAtomic(s))
	case ir.StmtWorkgroupUniformLoad:
		v := c.f.WorkgroupUniformLoad(s)
		c.barrier(ir.Barrier{Memory: ir.MemoryWorkgroup})
		c.load(v.Result, v.Pointer, 0)
		c.barrier(ir.Barrier{Memory: ir.MemoryWorkgroup})
	case ir.StmtCall:
		c.call(c.f.Call(s))
	case ir.StmtRayQuery:
		c.rayQuery(c.f.RayQuery(s))
	case ir.StmtPipeline:
		c.pipelineStmt(c.f.Pipeline(s))
	case ir.StmtSubgroupBallot:
		v := c.f.SubgroupBallot(s)
		in := instr{op: opBallot, b: 1}
		if v.Predicate != 0 {
			in.a, in.b = c.use(v.Predicate), 0
		}
		c.group(in, v.Result)
	case ir.StmtSubgroupGather:
		v := c.f.SubgroupGather(s)
		in := instr{op: opGather, f: uint16(v.Mode), b: c.use(v.Argument), c: c.ts.slotsOf(c.f.TypeOf(v.Argument))}
		if v.Index != 0 {
			in.a = c.use(v.Index)
		}
		c.group(in, v.Result)
	case ir.StmtSubgroupCollective:
		v := c.f.SubgroupCollective(s)
		in := instr{op: opCollective, f: uint16(v.Op) | uint16(v.Collective)<<4 | uint16(v.Cluster)<<8, n: 1, d: int32(ir.Bool)}
		if v.Argument != 0 {
			t := c.f.TypeOf(v.Argument)
			in.a, in.n, in.d = c.use(v.Argument), uint8(c.ts.slotsOf(t)), int32(c.m.Types.ScalarOf(t))
		}
		c.group(in, v.Result)
	default:
		panic("interp: statement " + c.f.StmtKind(s).String())
	}
}

// group emits an operation of several invocations.
func (c *compiler) group(in instr, result ir.ExprID) {
	c.fn.suspends = true
	in.dst = c.define(result)
	c.emit(in)
}

func (c *compiler) barrier(b ir.Barrier) {
	c.fn.suspends = true
	in := instr{op: opBarrier, f: uint16(b.Memory)}
	if b.Scope == ir.ScopeSubgroup || b.Memory&ir.MemorySubgroup != 0 {
		in.n = 1
	}
	c.emit(in)
}

// declare enters the scope of a local.
func (c *compiler) declare(v ir.LocalDecl) {
	at := exec.Place{Type: c.f.Locals[v.Local].Type}
	if v.Init == 0 {
		info, err := c.ts.places.Info(at)
		if err != nil {
			c.unsupported("variables of type " + c.m.TypeName(at.Type))
			return
		}
		c.emit(instr{op: opClearLocal, c: int32(c.locals[v.Local]), d: int32(info.Size)})
		return
	}
	c.storeTo(pointer{kind: pointLocal, offset: c.locals[v.Local], place: at}, c.use(v.Init), 0)
}

func (c *compiler) branch(v ir.If) {
	otherwise := c.emit(instr{op: opBranchFalse, a: c.use(v.Condition)})
	c.block(v.Accept)
	if len(c.f.Block(v.Reject)) == 0 {
		c.patch(otherwise)
		return
	}
	end := c.emit(instr{op: opJump})
	c.patch(otherwise)
	c.block(v.Reject)
	c.patch(end)
}

func (c *compiler) choose(v ir.Switch) {
	type row struct {
		value  uint32
		clause int
	}
	var rows []row
	table := int32(len(c.fn.switches))
	c.fn.switches = append(c.fn.switches, switchArgs{})
	c.emit(instr{op: opSwitch, a: c.use(v.Selector), d: table})
	outer := len(c.breaks)
	starts := make([]int32, len(v.Cases))
	other := int32(-1)
	for i := range v.Cases {
		clause := &v.Cases[i]
		starts[i] = c.here()
		for _, value := range c.f.CaseValues(clause) {
			rows = append(rows, row{value, i})
		}
		if clause.Default {
			other = starts[i]
		}
		c.block(clause.Body)
		if !clause.FallThrough || i == len(v.Cases)-1 {
			c.breaks = append(c.breaks, c.emit(instr{op: opJump}))
		}
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

func (c *compiler) loop(v ir.Loop) {
	span, top, outer := c.span, c.top, len(c.breaks)
	counter := c.alloc(1)
	c.emit(instr{op: opEnterLoop, b: counter})
	head := c.here()
	c.loops = append(c.loops, openLoop{})
	c.statements(v.Body)
	c.patch(c.loops[len(c.loops)-1].continues...)
	c.loops = c.loops[:len(c.loops)-1]
	c.statements(v.Continuing)
	c.span = span
	if v.BreakIf != 0 {
		c.breaks = append(c.breaks, c.emit(instr{op: opBranchTrue, a: c.use(v.BreakIf)}))
	}
	c.emit(instr{op: opLoop, b: counter, c: c.here() - head + 1, d: head})
	c.patch(c.breaks[outer:]...)
	c.breaks = c.breaks[:outer]
	c.fn.loops = append(c.fn.loops, loopRange{head, c.here(), counter})
	c.top = top
}

func (c *compiler) call(v ir.Call) {
	callee, err := c.p.function(v.Function, c.span, c.depth+1)
	if err != nil {
		c.fail(err)
		return
	}
	args := callArgs{function: callee}
	for i, a := range v.Args {
		args.args = append(args.args, argument{c.use(a), callee.args[i].count})
	}
	c.fn.callees = append(c.fn.callees, callee)
	c.fn.suspends = c.fn.suspends || callee.suspends
	c.fn.shares = c.fn.shares || callee.shares
	in := instr{op: opCall, d: int32(len(c.fn.calls))}
	if v.Result != 0 {
		in.dst = c.define(v.Result)
	} else {
		in.dst = c.alloc(callee.result)
	}
	c.fn.calls = append(c.fn.calls, args)
	c.emit(in)
}

// define gives slots to the value of an expression, which the next instruction
// writes.
func (c *compiler) define(e ir.ExprID) int32 {
	at := c.alloc(c.ts.slotsOf(c.f.TypeOf(e)))
	c.slots[e] = at + 1
	return at
}

// use is the place of an expression's value. Pointers and large constants are put into
// slots on the way.
func (c *compiler) use(e ir.ExprID) int32 {
	if at := c.slots[e]; at != 0 {
		return at - 1
	}
	switch c.f.Kind(e) {
	case ir.KindArgument:
		return c.fn.args[c.f.ArgumentIndex(e)].from
	case ir.KindGlobal:
		if c.m.Globals[c.f.GlobalRef(e)].Space == ir.SpaceHandle {
			return c.globals[c.f.GlobalRef(e)]
		}
	case ir.KindConstant, ir.KindZeroValue:
		at, n := c.pooled(e)
		dst := c.alloc(n)
		c.emit(instr{op: opConst, dst: dst, a: at, c: n})
		return dst
	case ir.KindOverride:
		v, err := c.p.override(c.f.OverrideRef(e))
		if err != nil {
			c.fail(err)
		}
		return c.number(c.f.TypeOf(e), v)
	}
	if c.m.Types.At(c.f.TypeOf(e)).Kind == ir.TypePointer {
		return c.address(c.pointerTo(e))
	}
	if c.err == nil {
		panic("interp: expression " + c.f.Kind(e).String() + " is used before it is evaluated")
	}
	return 0
}

// pooled is the place of a large constant in the pool, and its slots.
func (c *compiler) pooled(e ir.ExprID) (at, n int32) {
	if c.f.Kind(e) == ir.KindConstant {
		return c.pool(constantKey{constant: c.f.ConstantRef(e)})
	}
	return c.pool(constantKey{zero: c.f.TypeOf(e)})
}

// pool is the place in the pool of a key's value, and its slots.
func (c *compiler) pool(key constantKey) (at, n int32) {
	var value []uint64
	if key.constant != 0 {
		v, err := c.p.constant(key.constant)
		if err != nil {
			c.fail(err)
		}
		value = v
	} else {
		n := c.ts.slotsOf(key.zero)
		if n > maxValueSlots {
			c.fail(&exec.LimitError{What: "scalars in one value", Needed: uint64(n), Limit: maxValueSlots, Span: c.span})
			return 0, 0
		}
		value = make([]uint64, n)
	}
	if at, ok := c.p.poolAt[key]; ok {
		return at, int32(len(value))
	}
	at = int32(len(c.p.pool))
	c.p.pool = append(c.p.pool, value...)
	c.p.poolAt[key] = at
	return at, int32(len(value))
}

// number puts a scalar that the compiler knows into a slot.
func (c *compiler) number(t ir.TypeID, bits uint64) int32 {
	if at, ok := c.literals[literalKey{t, bits}]; ok {
		return at
	}
	dst := c.alloc(1)
	c.emit(instr{op: opNumber, dst: dst, c: int32(uint32(bits)), d: int32(uint32(bits >> 32))})
	return dst
}
