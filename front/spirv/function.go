package spirv

// This file reads functions: their heads, blocks and endings. Instructions are in files of
// their own by subject.
//
// Values that exist everywhere (constants, addresses of variables, parameters) are
// made at the start of the function's first block, each when it is first used.

import (
	"refract/diag"
	"refract/internal/reuse"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// function is a function of the module.
type function struct {
	id      uint32
	at      uint32
	fid     ssa.FuncID
	f       *ssa.Function
	params  []uint32
	result  uint32 // index of the type of its result
	calls   int    // how many calls of it there are
	entry   bool   // it becomes the entry point itself
	returns []returning
	last    ssa.InstrID // of what stands at the start of the first block
	hidden  uint8       // built-in values that nothing declares: a bit each, see hiddenInput
	used    []uint64    // by variable: a bit each, for inputs and outputs
	callees []uint32
}

// returning is a block of an entry point that returns.
type returning struct {
	block ssa.NodeID
	span  diag.Span
}

// builder is the state of reading one function.
type builder struct {
	fn       *function
	f        *ssa.Function
	b        ssa.Builder
	vals     []ssa.Value // by id: the value, or of a label the block
	made     []uint32    // ids that have a value in the function
	phis     []phi
	switches []switching
	// ways are the ways of pointers, if some vary; see varying.go.
	ways        map[uint32]*way
	varyingPhis []varyingPhi
	sinks       []uint32
	texels      map[uint32]texel
	joined      map[uint32]joined
	// addresses are the addresses computed from pointers into physical storage.
	addresses map[ssa.Value]ssa.Value
	// splits are the blocks that an instruction adds to its own; ends has the last.
	splits map[int][3]ssa.NodeID
	ends   map[ssa.NodeID]ssa.NodeID
	first  ssa.NodeID // that the label of the block is
	block  ssa.NodeID
	flags  ir.Flags
}

// phi is a phi whose sources are to come.
type phi struct {
	at    uint32 // offset of the instruction
	value ssa.Value
}

// joined is an image and a sampler together.
type joined struct{ image, sampler ssa.Value }

// texel is a pointer to a texel.
type texel struct{ image, coordinate, sample uint32 }

// bodies reads all functions.
func (r *reader) bodies() {
	r.functions = append(r.functions, nil)
	for k := range r.scanned.bodies {
		r.declareFunction(r.scanned.bodies[k].at)
	}
	r.countCalls()
	for k, fn := range r.functions[1:] {
		r.body(fn, k)
	}
}

// newFunction is an empty function, in the memory of a finished one.
func (r *reader) newFunction() *function {
	n := len(r.idle) - 1
	if n < 0 {
		return new(function)
	}
	fn := r.idle[n]
	r.idle = r.idle[:n]
	return fn
}

// declareFunction reads the head of a function.
func (r *reader) declareFunction(at uint32) {
	r.at = int(at)
	inst := r.inst(r.at)
	fn := r.newFunction()
	fn.id, fn.at = inst[2], at
	fn.result = r.typeIndex(inst[1])
	t := r.typeAt(inst[4])
	if t.op != spirv.OpTypeFunction || len(t.members) == 0 || t.members[0] != fn.result {
		r.invalid("the type of the function isn't one of functions with that result")
	}
	fn.fid, fn.f = r.s.NewFlatFunction(r.name(fn.id))
	if fn.f.Name == "" {
		fn.f.Name = "f" + itoa(fn.id)
	}
	fn.f.Span = r.span()
	if r.types[fn.result].op != spirv.OpTypeVoid {
		fn.f.Result = r.valueType(fn.result)
		fn.f.ResultBinding.Relaxed = r.has(fn.id, spirv.DecorationRelaxedPrecision)
	}
	for at := int(at) + len(inst); at < len(r.words); {
		p := r.inst(at)
		if o := p.Op(); o == spirv.OpLabel || o == spirv.OpFunctionEnd {
			break
		}
		if p.Op() == spirv.OpFunctionParameter {
			r.at = at
			k := len(fn.params) + 1
			if k >= len(t.members) || t.members[k] != r.typeIndex(p[1]) {
				r.invalid("parameter %d has another type than in the function's type", k-1)
			}
			fn.params = append(fn.params, p[2])
			name := r.name(p[2])
			if name == "" {
				name = "p" + itoa(uint32(k-1))
			}
			fn.f.Params = append(fn.f.Params, ir.Argument{Name: name, Type: r.paramType(p[2], r.typeIndex(p[1])),
				Binding: ir.Binding{Relaxed: r.has(p[2], spirv.DecorationRelaxedPrecision)}, Span: r.span()})
		}
		at += len(p)
	}
	if len(fn.params)+1 != len(t.members) {
		r.invalid("the function has %d parameters, where its type has %d", len(fn.params), len(t.members)-1)
	}
	r.functions = append(r.functions, fn)
	r.defs[fn.id].index = uint32(len(r.functions) - 1)
}

// paramType is the type of a parameter.
func (r *reader) paramType(id, index uint32) ir.TypeID {
	info := &r.types[index]
	if info.bad != "" {
		r.unsupported("%s", info.bad)
	}
	switch info.op {
	case spirv.OpTypePointer:
		if info.isPhysical() {
			return ir.TypeU64
		}
		e := &r.types[info.element]
		if e.bad != "" {
			r.unsupported("%s", e.bad)
		}
		access := ir.AccessReadWrite
		var space ir.AddressSpace
		layout := ir.NoLayout
		switch info.class {
		case spirv.StorageClassUniformConstant:
			return r.resourceType(info.element, r.useOf(id))
		case spirv.StorageClassFunction:
			space = ir.SpaceFunction
		case spirv.StorageClassPrivate, spirv.StorageClassInput, spirv.StorageClassOutput:
			space = ir.SpacePrivate
		case spirv.StorageClassWorkgroup:
			space = ir.SpaceWorkgroup
		case spirv.StorageClassUniform, spirv.StorageClassPushConstant:
			space, access, layout = ir.SpaceUniform, ir.AccessRead, r.layoutOf(info.element)
			if info.class == spirv.StorageClassPushConstant {
				space = ir.SpaceImmediate
			}
		case spirv.StorageClassStorageBuffer:
			space, layout = ir.SpaceStorage, r.layoutOf(info.element)
		default:
			if space = pipelineSpace(info.class); space == ir.NoSpace {
				r.unsupported("a pointer into the storage class %s as a parameter", info.class)
			}
		}
		t := r.storedType(info.element)
		if r.usage.atomics[memberKey(0, int(id))] {
			t = r.atomicType(t)
		}
		return r.m.Types.Pointer(t, space, access, layout)
	case spirv.OpTypeImage, spirv.OpTypeSampler, spirv.OpTypeSampledImage, spirv.OpTypeAccelerationStructureKHR:
		return r.resourceType(index, r.useOf(id))
	}
	return r.valueType(index)
}

// countCalls notes who calls whom, and refuses recursion, which SPIR-V's graphics
// rules exclude.
func (r *reader) countCalls() {
	for k, fn := range r.functions[1:] {
		for _, at := range r.calls[r.scanned.bodies[k].calls:r.next(k).calls] {
			r.at = int(at)
			id := r.inst(r.at)[3]
			callee := r.definition(id)
			if callee.op != spirv.OpFunction || callee.index == 0 {
				r.invalid("%%%d is no function", id)
			}
			r.functions[callee.index].calls++
			fn.callees = append(fn.callees, callee.index)
		}
	}
	// Depth first, without recursion of this program's own.
	state := make([]uint8, len(r.functions)) // 1: open, 2: done
	type frame struct {
		fn   uint32
		next int
	}
	var stack []frame
	for start := 1; start < len(r.functions); start++ {
		if state[start] != 0 {
			continue
		}
		stack = append(stack[:0], frame{uint32(start), 0})
		state[start] = 1
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			fn := r.functions[top.fn]
			if top.next == len(fn.callees) {
				state[top.fn] = 2
				stack = stack[:len(stack)-1]
				continue
			}
			c := fn.callees[top.next]
			top.next++
			switch state[c] {
			case 0:
				state[c] = 1
				stack = append(stack, frame{c, 0})
			case 1:
				r.at = int(r.functions[c].at)
				r.invalid("the function calls itself")
			}
		}
	}
}

// body reads the blocks of a function.
func (r *reader) body(fn *function, k int) {
	x := &r.fn
	for _, id := range x.made {
		x.vals[id] = 0
	}
	x.made = x.made[:0]
	x.phis, x.switches = x.phis[:0], x.switches[:0]
	x.ways, x.varyingPhis = nil, x.varyingPhis[:0]
	clear(x.texels)
	clear(x.joined)
	clear(x.addresses)
	clear(x.splits)
	clear(x.ends)
	x.fn, x.f = fn, fn.f
	x.block = 0
	fn.entry = r.isOnlyEntry(fn)
	// Blocks first, for forward references.
	it := &r.scanned.bodies[k]
	start, end := int(it.at), int(it.end)
	if it.blocks == 0 {
		r.at = start
		r.unsupported("a function without a body, which another module has (linkage)")
	}
	fn.f.ReserveBlocks(it.blocks)
	n := it.instructions
	fn.f.Reserve(n+n/8+8, n+n/2+8)
	if r.variablePointers {
		r.findWays(start, end)
	}
	var block ssa.NodeID
	for _, part := range r.parts[it.parts:r.next(k).parts] {
		at := int(part)
		inst := r.inst(at)
		switch inst.Op() {
		case spirv.OpLabel:
			block = fn.f.AddBlock()
			r.put(inst[1], ssa.Value(block))
		default:
			if r.hasOtherSign(inst) {
				if x.splits == nil {
					x.splits, x.ends = map[int][3]ssa.NodeID{}, map[ssa.NodeID]ssa.NodeID{}
				}
				x.splits[at] = [3]ssa.NodeID{fn.f.AddBlock(), fn.f.AddBlock(), fn.f.AddBlock()}
				x.ends[block] = x.splits[at][2]
			}
		}
	}
	for at := start; at < end; {
		r.at = at
		inst := r.inst(at)
		r.instruction(inst)
		at += len(inst)
	}
	r.checkSwitches()
	for _, p := range x.phis {
		r.at = int(p.at)
		inst := r.inst(r.at)
		for k := 0; 3+2*k < len(inst); k++ {
			fn.f.SetSrc(p.value, k, ssa.Whole(r.val(inst[3+2*k])))
		}
	}
	r.finishPointerPhis()
}

// label is the block of a label of the function that is being read.
func (r *reader) label(id uint32) ssa.NodeID {
	d := r.definition(id)
	if d.op != spirv.OpLabel || int(d.offset) < int(r.fn.fn.at) || r.fn.vals[id] == 0 || r.fn.f.Kind(ssa.NodeID(r.fn.vals[id])) != ssa.NodeBlock {
		r.invalid("%%%d is no block of the function", id)
	}
	return ssa.NodeID(r.fn.vals[id])
}

// prologue is a builder of values that exist everywhere in the function.
func (r *reader) prologue() ssa.Builder {
	fn := r.fn.fn
	at := fn.f.StartOf(fn.f.FirstBlock())
	if fn.last != 0 {
		at = fn.f.AfterInstr(fn.last)
	}
	b := fn.f.Build(at)
	b.Span = r.fn.b.Span
	return b
}

// keep notes the value of an id from outside of the function.
func (r *reader) keep(id uint32, v ssa.Value) ssa.Value {
	r.put(id, v)
	return v
}

// put gives an id its value in the function, or its block.
func (r *reader) put(id uint32, v ssa.Value) {
	r.fn.vals[id] = v
	r.fn.made = append(r.fn.made, id)
}

// val is the value of an id at the builder's place.
func (r *reader) val(id uint32) ssa.Value {
	if v := r.fn.vals[id]; v != 0 && r.defs[id].op != spirv.OpLabel {
		if r.physical && r.isPhysicalDeref(v) {
			return r.addressOf(v)
		}
		return v
	}
	return r.outer(id)
}

// outer makes the value of an id that is defined outside of the function.
func (r *reader) outer(id uint32) ssa.Value {
	d := r.definition(id)
	if w := r.varies(id); w != nil {
		return r.arrive(w)
	}
	switch {
	case r.isConstant(d):
		return r.keep(id, r.constantValue(id, 0))
	case d.op == spirv.OpVariable && d.index != 0:
		v := &r.variables[d.index]
		if v.bad != "" {
			r.unsupported("%s", v.bad)
		}
		b := r.prologue()
		x := b.DerefVar(v.v)
		r.fn.fn.last = x
		r.useVariable(v)
		return r.keep(id, x)
	case d.op.HasResultType() && int(d.offset) > int(r.fn.fn.at):
		r.invalid("%%%d is used before it is computed", id)
	}
	r.invalid("%%%d is no value that the function can use", id)
	return 0
}

// useVariable notes that the function uses a variable.
func (r *reader) useVariable(v *variable) {
	if v.class != spirv.StorageClassInput && v.class != spirv.StorageClassOutput || v.stays {
		return
	}
	k := int(r.defs[v.id].index)
	fn := r.fn.fn
	if len(fn.used) == 0 {
		fn.used = reuse.Zeroed(fn.used, len(r.variables)/64+1)
	}
	fn.used[k/64] |= 1 << (k % 64)
}

// constantValue makes a constant in the function.
func (r *reader) constantValue(id uint32, depth int) ssa.Value {
	if depth > maxDepth {
		r.unsupported("constants that nest more than %d deep", maxDepth)
	}
	k := r.defs[id].index
	c := r.constants[k]
	info := &r.types[c.typ]
	if info.op == spirv.OpTypeImage || info.op == spirv.OpTypeSampler || info.op == spirv.OpTypeSampledImage {
		r.unsupported("an undefined resource")
	}
	t := r.valueType(c.typ)
	fn := r.fn.fn
	done := func(v ssa.Value) ssa.Value {
		fn.last = v
		return v
	}
	if c.override != 0 {
		b := r.prologue()
		v := b.Instr(op.Override, t)
		fn.f.SetWords(v, [2]uint32{uint32(c.override)})
		return done(v)
	}
	switch {
	case len(c.parts) > 0:
	case c.op == spirv.OpConstantComposite, c.op == spirv.OpSpecConstantComposite: // a struct without members
		b := r.prologue()
		return done(b.Zero(t))
	}
	switch c.op {
	case spirv.OpUndef:
		b := r.prologue()
		return done(b.Undef(t))
	case spirv.OpConstantNull:
		b := r.prologue()
		return done(b.Zero(t))
	case spirv.OpConstantComposite, spirv.OpSpecConstantComposite:
		if info.op == spirv.OpTypeVector && !c.spec {
			var bits [4]uint64
			plain := true
			for i, p := range c.parts {
				x := &r.constants[r.defs[p].index]
				n, ok := r.constantNumber(x)
				bits[i], plain = n, plain && ok && x.override == 0
			}
			if plain {
				b := r.prologue()
				return done(b.Const(t, bits[:len(c.parts)]...))
			}
		}
		if info.op == spirv.OpTypeArray && !c.spec {
			b := r.prologue()
			v := b.Instr(op.Constant, t)
			fn.f.SetWords(v, [2]uint32{uint32(r.namedConstant(id, t))})
			return done(v)
		}
		parts := make([]ssa.Value, len(c.parts))
		for i, p := range c.parts {
			if v := r.fn.vals[p]; v != 0 {
				parts[i] = v
			} else {
				parts[i] = r.keep(p, r.constantValue(p, depth+1))
			}
		}
		o := op.Compose
		if info.op == spirv.OpTypeVector {
			o = op.Vec
		}
		b := r.prologue()
		if r.isCooperative(t) {
			return done(cooperativeArith(&b, op.CooperativeSplat, t, parts...))
		}
		return done(b.Op(o, t, parts...))
	case spirv.OpSpecConstantOp:
		return r.specOp(r.inst(int(c.at)), t)
	}
	b := r.prologue()
	return done(b.Const(t, c.bits))
}

// namedConstant makes a constant of the module of an array.
func (r *reader) namedConstant(id uint32, t ir.TypeID) ir.ConstantID {
	k := r.defs[id].index
	if c := r.constants[k].named; c != 0 {
		return c
	}
	name := r.name(id)
	if name == "" {
		name = "c" + itoa(id)
	}
	at := r.at
	init := r.moduleExpr(id)
	r.at = at
	r.m.Constants = append(r.m.Constants, ir.Constant{Name: name, Type: t, Init: init})
	r.constants[k].named = ir.ConstantID(len(r.m.Constants) - 1)
	return r.constants[k].named
}

// specOp makes an operation on constants in the function: as the instruction that it
// names.
func (r *reader) specOp(inst spirv.Inst, t ir.TypeID) ssa.Value {
	id := inst[2]
	plain := make(spirv.Inst, 0, len(inst)-1)
	plain = append(plain, uint32(len(inst)-1)<<16|inst[3], inst[1], inst[2])
	plain = append(plain, inst[4:]...)
	x := &r.fn
	before, block, at := x.b, x.block, r.at
	x.b = r.prologue()
	mark := x.b.At
	r.compute(plain)
	v := x.vals[id]
	if v == 0 {
		r.unsupported("the operation %s on constants", plain.Op())
	}
	if mark.Before != 0 {
		x.fn.last = x.f.Prev(mark.Before)
	} else {
		x.fn.last = x.f.Last(mark.Block)
	}
	x.b, x.block, r.at = before, block, at
	return v
}

func itoa(n uint32) string {
	var buf [10]byte
	i := len(buf)
	for {
		i--
		buf[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return string(buf[i:])
		}
	}
}

// set gives the result of the current instruction.
func (r *reader) set(id uint32, v ssa.Value) {
	r.put(id, v)
	if name := r.scanned.names[id]; name != 0 {
		if s := r.name(id); s != "" && r.fn.f.NameOf(v) == "" {
			r.fn.f.SetName(v, s)
		}
	}
	if flags := r.fn.flags; flags != 0 {
		r.fn.f.SetFlags(v, r.fn.f.Flags(v)|flags)
	}
}

// instruction reads an instruction of a function.
func (r *reader) instruction(inst spirv.Inst) {
	x := &r.fn
	f := x.f
	switch o := inst.Op(); o {
	case spirv.OpFunction, spirv.OpFunctionParameter, spirv.OpNop:
		if o == spirv.OpFunctionParameter {
			r.parameter(inst)
		}
	case spirv.OpLine, spirv.OpNoLine:
		r.line(inst)
	case spirv.OpLabel:
		x.block = ssa.NodeID(x.vals[inst[1]])
		x.first = x.block
		x.b = f.Build(f.EndOf(x.block))
	case spirv.OpSelectionMerge:
		r.checkMerge(inst)
		f.SetMerge(x.block, r.label(inst[1]))
	case spirv.OpLoopMerge:
		r.checkMerge(inst)
		f.SetLoopMerge(x.first, r.label(inst[1]), r.label(inst[2]))
	case spirv.OpBranch:
		f.SetGoto(x.block, r.label(inst[1]), r.span())
	case spirv.OpBranchConditional:
		f.SetBranch(x.block, r.val(inst[1]), r.label(inst[2]), r.label(inst[3]), r.span())
	case spirv.OpSwitch:
		x.switches = append(x.switches, switching{x.block, r.at})
		r.switchOn(inst)
	case spirv.OpReturn:
		if f.Result != 0 {
			r.invalid("a return without a value from a function with a result")
		}
		r.returns(0)
	case spirv.OpReturnValue:
		if f.Result == 0 {
			r.invalid("a return with a value from a function without a result")
		}
		r.returns(r.val(inst[1]))
	case spirv.OpKill, spirv.OpTerminateInvocation:
		f.SetHalt(x.block, r.span())
	case spirv.OpUnreachable:
		f.SetUnreachable(x.block, r.span())
	case spirv.OpPhi:
		r.phi(inst)
	default:
		x.b.Span = r.span()
		if x.flags = 0; r.hasFlags {
			x.flags = r.flagsOf(inst)
		}
		r.compute(inst)
	}
}

// rounds is how a conversion rounds. SPIR-V sets it for conversions to 16 bits.
func (r *reader) rounds(id uint32) spirv.FPRoundingMode {
	for k := r.marks[id]; k != 0; k = r.decorations[k].next {
		if d := &r.decorations[k]; d.kind == spirv.DecorationFPRoundingMode {
			return spirv.FPRoundingMode(r.words[int(d.at)+int(d.skip)+1])
		}
	}
	return spirv.FPRoundingModeRTE
}

// flagsOf are the qualities that decorations give to a result.
func (r *reader) flagsOf(inst spirv.Inst) (flags ir.Flags) {
	id := inst.Result()
	if id == 0 {
		return 0
	}
	for k := r.marks[id]; k != 0; k = r.decorations[k].next {
		flags |= flagOf(r.decorations[k].kind)
	}
	return flags
}

func flagOf(kind spirv.Decoration) ir.Flags {
	switch kind {
	case spirv.DecorationNoContraction:
		return ir.FlagPrecise
	case spirv.DecorationRelaxedPrecision:
		return ir.FlagRelaxed
	}
	return 0
}

// parameter makes the value of a parameter.
func (r *reader) parameter(inst spirv.Inst) {
	x := &r.fn
	for k, id := range x.fn.params {
		if id == inst[2] {
			b := r.prologue()
			v := b.Instr(op.Param, x.f.Params[k].Type)
			x.f.SetWords(v, [2]uint32{uint32(k)})
			x.fn.last = v
			r.put(id, v)
			return
		}
	}
}

// returns ends the block with a return. The result of an entry point is known later.
func (r *reader) returns(v ssa.Value) {
	x := &r.fn
	if x.fn.entry {
		x.fn.returns = append(x.fn.returns, returning{x.block, r.span()})
		return
	}
	x.f.SetReturn(x.block, v, r.span())
}

// phi makes a phi, with sources to come.
func (r *reader) phi(inst spirv.Inst) {
	x := &r.fn
	if len(inst)%2 == 0 {
		r.invalid("a source of the phi has no block")
	}
	var buf [8]ssa.NodeID
	preds := buf[:0]
	for k := 4; k < len(inst); k += 2 {
		b := r.label(inst[k])
		if end := x.ends[b]; end != 0 {
			b = end
		}
		preds = append(preds, b)
	}
	if info := r.typeAt(inst[1]); info.op == spirv.OpTypePointer && !info.isPhysical() {
		r.pointerPhi(inst, preds)
		return
	}
	v := x.f.FlatPhi(x.block, r.value(inst[1]), preds, r.span())
	x.flags = 0
	r.set(inst[2], v)
	x.phis = append(x.phis, phi{uint32(r.at), v})
}

// switchOn ends the block with a switch.
func (r *reader) switchOn(inst spirv.Inst) {
	x := &r.fn
	selector := r.val(inst[1])
	bits := x.f.Bits(selector)
	if x.f.Comps(selector) != 1 || bits < 8 {
		r.invalid("the selector of a switch is an integer")
	}
	size := 1
	if bits > 32 {
		size = 2
	}
	var cases []ssa.FlatCase
	for k := 3; k+size < len(inst); k += size + 1 {
		v := uint64(inst[k])
		if size == 2 {
			v |= uint64(inst[k+1]) << 32
		}
		if bits < 64 {
			v &= 1<<bits - 1
		}
		cases = append(cases, ssa.FlatCase{Value: v, Target: r.label(inst[k+size])})
	}
	switch {
	case bits < 32:
		x.b.Span = r.span()
		selector = x.b.Op(op.U2U, ir.TypeU32, selector)
	case bits > 32:
		r.wideSwitch(selector, cases, r.label(inst[2]))
		return
	}
	x.f.SetSwitch(x.block, selector, cases, r.label(inst[2]), r.span())
}

// wideSwitch switches on 64 bits: on the number of the case, found by comparing.
func (r *reader) wideSwitch(selector ssa.Value, cases []ssa.FlatCase, otherwise ssa.NodeID) {
	x := &r.fn
	t := x.f.Type(selector)
	x.b.Span = r.span()
	which := x.b.U32(uint32(len(cases)))
	for k := range cases {
		is := x.b.Op(op.IEq, ir.TypeBool, selector, x.b.Const(t, cases[k].Value))
		which = x.b.Op(op.BCsel, ir.TypeU32, is, x.b.U32(uint32(k)), which)
		cases[k].Value = uint64(k)
	}
	x.f.SetSwitch(x.block, which, cases, otherwise, r.span())
}
