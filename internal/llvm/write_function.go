package llvm

// This file writes the blocks of functions. Operands are numbers relative to that of the instruction;
// an operand that is made later has its type behind it.

import "fmt"

// A shape is the numbers of operands and targets that an operation takes; the highest are -1 if
// there is no limit.
type shape struct {
	name              string
	least, most       int
	leastWay, mostWay int
}

// shapes are the operations' names in LLVM's text and their shapes.
var shapes = [...]shape{
	OpAdd:            {"add", 2, 2, 0, 0},
	OpSub:            {"sub", 2, 2, 0, 0},
	OpMul:            {"mul", 2, 2, 0, 0},
	OpUDiv:           {"udiv", 2, 2, 0, 0},
	OpSDiv:           {"sdiv", 2, 2, 0, 0},
	OpURem:           {"urem", 2, 2, 0, 0},
	OpSRem:           {"srem", 2, 2, 0, 0},
	OpShl:            {"shl", 2, 2, 0, 0},
	OpLShr:           {"lshr", 2, 2, 0, 0},
	OpAShr:           {"ashr", 2, 2, 0, 0},
	OpAnd:            {"and", 2, 2, 0, 0},
	OpOr:             {"or", 2, 2, 0, 0},
	OpXor:            {"xor", 2, 2, 0, 0},
	OpTrunc:          {"trunc", 1, 1, 0, 0},
	OpZExt:           {"zext", 1, 1, 0, 0},
	OpSExt:           {"sext", 1, 1, 0, 0},
	OpFPToUI:         {"fptoui", 1, 1, 0, 0},
	OpFPToSI:         {"fptosi", 1, 1, 0, 0},
	OpUIToFP:         {"uitofp", 1, 1, 0, 0},
	OpSIToFP:         {"sitofp", 1, 1, 0, 0},
	OpFPTrunc:        {"fptrunc", 1, 1, 0, 0},
	OpFPExt:          {"fpext", 1, 1, 0, 0},
	OpPtrToInt:       {"ptrtoint", 1, 1, 0, 0},
	OpIntToPtr:       {"inttoptr", 1, 1, 0, 0},
	OpBitCast:        {"bitcast", 1, 1, 0, 0},
	OpAddrSpaceCast:  {"addrspacecast", 1, 1, 0, 0},
	OpICmp:           {"icmp", 2, 2, 0, 0},
	OpFCmp:           {"fcmp", 2, 2, 0, 0},
	OpSelect:         {"select", 3, 3, 0, 0},
	OpPhi:            {"phi", 0, -1, 0, -1},
	OpCall:           {"call", 1, -1, 0, 0},
	OpAlloca:         {"alloca", 1, 1, 0, 0},
	OpLoad:           {"load", 1, 1, 0, 0},
	OpGEP:            {"getelementptr", 1, -1, 0, 0},
	OpExtractValue:   {"extractvalue", 1, 1, 0, -1},
	OpInsertValue:    {"insertvalue", 2, 2, 0, -1},
	OpExtractElement: {"extractelement", 2, 2, 0, 0},
	OpInsertElement:  {"insertelement", 3, 3, 0, 0},
	OpShuffleVector:  {"shufflevector", 3, 3, 0, 0},
	OpAtomicRMW:      {"atomicrmw", 2, 2, 0, 0},
	OpCmpXchg:        {"cmpxchg", 3, 3, 0, 0},
	OpStore:          {"store", 2, 2, 0, 0},
	OpFence:          {"fence", 0, 0, 0, 0},
	OpRet:            {"ret", 0, 1, 0, 0},
	OpBr:             {"br", 0, 1, 1, 2},
	OpSwitch:         {"switch", 1, -1, 1, -1},
	OpUnreachable:    {"unreachable", 0, 0, 0, 0},
}

// String returns the operation's name in LLVM's text, of the form for integers.
func (o Op) String() string {
	if int(o) < len(shapes) && shapes[o].name != "" {
		return shapes[o].name
	}
	return fmt.Sprintf("Op(%d)", uint8(o))
}

// terminates reports whether an operation ends a block.
func (o Op) terminates() bool {
	return o == OpRet || o == OpBr || o == OpSwitch || o == OpUnreachable
}

// check returns the first mistake in the shape of a function.
func (f *Function) check() error {
	begun := make([]bool, len(f.Blocks)) // blocks that nothing leads to need not be
	for _, b := range f.order {
		if n := f.Blocks[b]; n.End == n.Start || !f.Instrs[n.End-1].Op.terminates() {
			return fmt.Errorf("llvm: %s: block %d isn't ended", f.Name, b)
		}
		begun[b] = true
	}
	for i := range f.Instrs {
		in := &f.Instrs[i]
		if int(in.Op) >= len(shapes) || shapes[in.Op].name == "" {
			return fmt.Errorf("llvm: %s: instruction %d has the unknown operation %d", f.Name, i, in.Op)
		}
		s := &shapes[in.Op]
		n, ways := int(in.count), int(in.ways)
		ok := n >= s.least && (s.most < 0 || n <= s.most) && ways >= s.leastWay && (s.mostWay < 0 || ways <= s.mostWay)
		switch in.Op {
		case OpPhi, OpSwitch:
			ok = ok && n == ways
		case OpBr:
			ok = ok && n == ways-1
		}
		if !ok {
			return fmt.Errorf("llvm: %s: instruction %d, %v, has %d operands and %d targets", f.Name, i, in.Op, n, ways)
		}
		if in.Type == 0 && in.Op < OpStore && in.Op != OpCall {
			return fmt.Errorf("llvm: %s: instruction %d, %v, has no type", f.Name, i, in.Op)
		}
		if in.Op == OpExtractValue || in.Op == OpInsertValue {
			continue
		}
		for _, b := range f.Targets(in) {
			if int(b) >= len(f.Blocks) || !begun[b] {
				return fmt.Errorf("llvm: %s: instruction %d, %v, goes to block %d, which isn't there", f.Name, i, in.Op, b)
			}
		}
	}
	return nil
}

// castNumber returns the number of a conversion in bitcode.
func castNumber(o Op) uint64 { return uint64(o - OpTrunc) }

// function writes the block of a function.
func (w *writer) function(f *Function) {
	module := len(w.values)
	constants, first := w.enterFunction(f)
	w.enter(blockFunction, 4)
	w.record(funcBlocks, uint64(len(f.order)))
	w.constants(constants, false)
	place := make([]uint64, len(f.Blocks)) // by BlockID: the number in bitcode
	for i, b := range f.order {
		place[b] = uint64(i)
	}
	next := uint32(first)
	w.calls = f.Calls
	for i := range f.Instrs {
		w.instruction(f, i, next, place)
		if f.HasValue(&f.Instrs[i]) {
			next++
		}
	}
	w.localSymbols(f, place)
	w.attachments(f)
	w.end()
	w.leaveFunction(module)
}

// An instruction record is built in w.list by the methods below.

// operand appends an operand relative to the number of its instruction.
func (w *writer) operand(v Value, next uint32) { w.list = append(w.list, uint64(next-w.id(v))) }

// typed appends an operand, and its type if it has none yet: it reports whether it does so.
func (w *writer) typed(f *Function, v Value, next uint32) bool {
	w.operand(v, next)
	if w.id(v) < next {
		return false
	}
	w.list = append(w.list, w.typeID(f.TypeOf(v)))
	return true
}

// fastFlags are the flags of floats, all of which Fast alone stands for.
const fastFlags = Fast | NoNaNs | NoInfs | NoSignedZeros | AllowReciprocal

// flagsOf returns the flags of arithmetic and comparisons as records have them.
func (w *writer) flagsOf(f *Function, in *Instr) uint64 {
	switch in.Op {
	case OpAdd, OpSub, OpMul, OpShl:
		if in.Flags&(NoUnsignedWrap|NoSignedWrap) != 0 {
			return bit(in.Flags&NoUnsignedWrap != 0) | bit(in.Flags&NoSignedWrap != 0)<<1
		}
	case OpUDiv, OpSDiv, OpLShr, OpAShr:
		if in.Flags&Exact != 0 {
			return 1
		}
	}
	switch in.Op {
	case OpAdd, OpSub, OpMul, OpSDiv, OpSRem, OpFCmp:
		if flags := in.Flags & fastFlags; flags != Fast {
			return uint64(flags)
		}
		return fastFlags
	}
	return 0
}

// instruction writes an instruction; next is its number, or that of the next value.
func (w *writer) instruction(f *Function, i int, next uint32, place []uint64) {
	in := &f.Instrs[i]
	ops, ways := f.Operands(in), f.Targets(in)
	w.list = w.list[:0]
	add := func(values ...uint64) { w.list = append(w.list, values...) }
	switch in.Op {
	case OpAdd, OpSub, OpMul, OpUDiv, OpSDiv, OpURem, OpSRem, OpShl, OpLShr, OpAShr, OpAnd, OpOr, OpXor:
		later := w.typed(f, ops[0], next)
		w.operand(ops[1], next)
		add(uint64(in.Op - OpAdd))
		flags := w.flagsOf(f, in)
		if flags != 0 {
			add(flags)
		}
		switch {
		case later:
			w.record(funcBinary, w.list...)
		case flags != 0:
			w.abbreviated(numberBinaryFlags, w.binaryFlags, funcBinary, w.list...)
		default:
			w.abbreviated(numberBinary, w.binary, funcBinary, w.list...)
		}
	case OpTrunc, OpZExt, OpSExt, OpFPToUI, OpFPToSI, OpUIToFP, OpSIToFP, OpFPTrunc, OpFPExt, OpPtrToInt, OpIntToPtr, OpBitCast, OpAddrSpaceCast:
		later := w.typed(f, ops[0], next)
		add(w.typeID(in.Type), castNumber(in.Op))
		if later {
			w.record(funcCast, w.list...)
		} else {
			w.abbreviated(numberCast, w.conv, funcCast, w.list...)
		}
	case OpICmp, OpFCmp:
		w.typed(f, ops[0], next)
		w.operand(ops[1], next)
		add(uint64(in.Sub))
		if flags := w.flagsOf(f, in); flags != 0 {
			add(flags)
		}
		w.record(funcCompare, w.list...)
	case OpSelect:
		w.typed(f, ops[1], next)
		w.operand(ops[2], next)
		w.typed(f, ops[0], next)
		w.record(funcSelect, w.list...)
	case OpPhi:
		add(w.typeID(in.Type))
		for k, v := range ops {
			add(signed(int64(next)-int64(w.id(v))), place[ways[k]])
		}
		w.record(funcPhi, w.list...)
	case OpCall:
		w.call(f, i, next)
	case OpAlloca:
		add(w.typeID(in.Base), w.typeID(f.TypeOf(ops[0])), uint64(w.id(ops[0])), alignment(in.Align)|allocaExplicit)
		w.record(funcAlloca, w.list...)
	case OpLoad:
		later := w.typed(f, ops[0], next)
		add(w.typeID(in.Type), alignment(in.Align), bit(in.Flags&Volatile != 0))
		if later {
			w.record(funcLoad, w.list...)
		} else {
			w.abbreviated(numberLoad, w.load, funcLoad, w.list...)
		}
	case OpGEP:
		add(bit(in.Flags&InBounds != 0), w.typeID(in.Base))
		for _, v := range ops {
			w.typed(f, v, next)
		}
		w.abbreviated(numberGEP, w.gep, funcGEP, w.list...)
	case OpExtractValue, OpInsertValue:
		for _, v := range ops {
			w.typed(f, v, next)
		}
		if len(ways) == 0 {
			add(uint64(in.Sub))
		}
		for _, k := range ways {
			add(uint64(k))
		}
		if in.Op == OpExtractValue {
			w.record(funcExtract, w.list...)
		} else {
			w.record(funcInsert, w.list...)
		}
	case OpExtractElement:
		w.typed(f, ops[0], next)
		w.typed(f, ops[1], next)
		w.record(funcExtractElem, w.list...)
	case OpInsertElement:
		w.typed(f, ops[0], next)
		w.operand(ops[1], next)
		w.typed(f, ops[2], next)
		w.record(funcInsertElem, w.list...)
	case OpShuffleVector:
		w.typed(f, ops[0], next)
		w.operand(ops[1], next)
		w.operand(ops[2], next)
		w.record(funcShuffle, w.list...)
	case OpAtomicRMW:
		w.typed(f, ops[0], next)
		w.operand(ops[1], next)
		add(uint64(in.Sub), bit(in.Flags&Volatile != 0), uint64(in.Flags&Ordering), crossThread)
		w.record(funcAtomicRMW, w.list...)
	case OpCmpXchg:
		w.typed(f, ops[0], next)
		w.typed(f, ops[1], next)
		w.operand(ops[2], next)
		failure := uint64(in.Sub)
		if failure == 0 {
			failure = uint64(in.Flags & Ordering)
		}
		add(bit(in.Flags&Volatile != 0), uint64(in.Flags&Ordering), crossThread, failure, bit(in.Flags&Weak != 0))
		w.record(funcCmpXchg, w.list...)
	case OpStore:
		w.typed(f, ops[0], next)
		w.typed(f, ops[1], next)
		add(alignment(in.Align), bit(in.Flags&Volatile != 0))
		w.record(funcStore, w.list...)
	case OpFence:
		w.record(funcFence, uint64(in.Flags&Ordering), crossThread)
	default:
		w.jump(f, in, next, place)
	}
}

// call writes a call.
func (w *writer) call(f *Function, i int, next uint32) {
	in := &f.Instrs[i]
	ops := f.Operands(in)
	t := w.m.Types[f.TypeOf(ops[0])].Elem
	params := len(w.m.Types[t].Fields)
	flags := uint64(callExplicit)
	if in.Flags&Tail != 0 {
		flags |= callTail
	}
	if in.Flags&FastCall != 0 {
		flags |= callFast
	}
	w.list = append(w.list, uint64(w.attributes(callGroups(&w.calls, i))), flags, w.typeID(t))
	w.typed(f, ops[0], next)
	for k, v := range ops[1:] {
		if k < params {
			w.operand(v, next)
		} else {
			w.typed(f, v, next)
		}
	}
	w.record(funcCall, w.list...)
}

// jump writes an instruction that ends a block.
func (w *writer) jump(f *Function, in *Instr, next uint32, place []uint64) {
	ops, ways := f.Operands(in), f.Targets(in)
	switch in.Op {
	case OpRet:
		switch {
		case len(ops) == 0:
			w.abbreviated(numberReturn, w.ret, funcReturn)
		case w.typed(f, ops[0], next):
			w.record(funcReturn, w.list...)
		default:
			w.abbreviated(numberReturnValue, w.retValue, funcReturn, w.list...)
		}
	case OpBr:
		for _, b := range ways {
			w.list = append(w.list, place[b])
		}
		if len(ops) > 0 {
			w.operand(ops[0], next)
		}
		w.record(funcBranch, w.list...)
	case OpSwitch:
		w.list = append(w.list, w.typeID(f.TypeOf(ops[0])))
		w.operand(ops[0], next)
		w.list = append(w.list, place[ways[0]])
		for k, v := range ops[1:] {
			w.list = append(w.list, uint64(w.id(v)), place[ways[k+1]])
		}
		w.record(funcSwitch, w.list...)
	case OpUnreachable:
		w.abbreviated(numberUnreachable, w.unreachable, funcUnreachable)
	default:
		panic("unknown operation " + in.Op.String())
	}
}

// attachments writes the metadata of instructions.
func (w *writer) attachments(f *Function) {
	if len(f.Attach) == 0 {
		return
	}
	w.enter(blockAttachments, 3)
	for i := 0; i < len(f.Attach); {
		at := f.Attach[i].Instr
		w.list = append(w.list[:0], uint64(at))
		for ; i < len(f.Attach) && f.Attach[i].Instr == at; i++ {
			w.list = append(w.list, uint64(f.Attach[i].Kind), w.mdID(f.Attach[i].Node))
			w.list[len(w.list)-1]--
		}
		w.record(metadataAttachment, w.list...)
	}
	w.end()
}
