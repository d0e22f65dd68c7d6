package llvm

// This file prints functions.

import "strings"

func (p *printer) function(f *Function) {
	if p.full() {
		return
	}
	p.f, p.calls, p.attach = f, f.Calls, f.Attach
	t := &p.m.Types[f.Type]
	p.add("\n")
	if f.Attributes != 0 {
		p.addf("; Function Attrs: %s\n", attributeText(f.Attributes))
	}
	defined := len(f.order) > 0
	if defined {
		p.add("define ")
	} else {
		p.add("declare ")
	}
	p.add(linkageTexts[f.Linkage])
	if f.FastCall {
		p.add("fastcc ")
	}
	if a := slot(f.Params, 0); a != 0 {
		p.add(attributeText(a))
		p.add(" ")
	}
	p.add(p.typeText(t.Elem))
	p.add(" ")
	p.operand(f.Value, false)
	p.add("(")
	if defined {
		p.numberLocals()
	}
	for i, param := range t.Fields {
		if i > 0 {
			p.add(", ")
		}
		p.add(p.typeText(param))
		if a := slot(f.Params, i+1); a != 0 {
			p.add(" ")
			p.add(attributeText(a))
		}
		if defined && i < len(f.Names) && f.Names[i] != "" {
			p.add(nameText(" %", f.Names[i]))
		}
	}
	if t.VarArg {
		if len(t.Fields) > 0 {
			p.add(", ")
		}
		p.add("...")
	}
	p.add(")")
	if g := p.group(f.Attributes, f.Strings); g >= 0 {
		p.addf(" #%d", g)
	}
	if !defined {
		p.add("\n")
		return
	}
	p.add(" {")
	from := f.predecessors()
	for k, b := range f.order {
		p.block(b, k == 0, from[b])
	}
	p.add("}\n")
}

// slot returns the attributes of a slot.
func slot(list []Attribute, i int) Attribute {
	if i < len(list) {
		return list[i]
	}
	return 0
}

// numberLocals numbers parameters, blocks and instructions without names.
func (p *printer) numberLocals() {
	f := p.f
	next := 0
	number := func(names []string, i int) int {
		if i < len(names) && names[i] != "" {
			return -1
		}
		next++
		return next - 1
	}
	p.locals = append(p.locals[:0], make([]int, int(f.params)+len(f.Instrs))...)
	p.labels = append(p.labels[:0], make([]int, len(f.Blocks))...)
	for k := range int(f.params) {
		p.locals[k] = number(f.Names, k)
	}
	for _, b := range f.order {
		p.labels[b] = number(f.Labels, int(b))
		for i := f.Blocks[b].Start; i < f.Blocks[b].End; i++ {
			if f.HasValue(&f.Instrs[i]) {
				k := int(f.params) + int(i)
				p.locals[k] = number(f.Names, k)
			}
		}
	}
}

// local prints a parameter or an instruction's value.
func (p *printer) local(v Value) {
	k := int(v &^ Local)
	if k < len(p.f.Names) && p.f.Names[k] != "" {
		p.add(nameText("%", p.f.Names[k]))
		return
	}
	p.add("%")
	p.addInt(p.locals[k])
}

// label prints a block as an operand.
func (p *printer) label(b BlockID) {
	if int(b) < len(p.f.Labels) && p.f.Labels[b] != "" {
		p.add(nameText("%", p.f.Labels[b]))
		return
	}
	p.add("%")
	p.addInt(p.labels[b])
}

// predecessors returns the blocks that go to each block, the last first.
func (f *Function) predecessors() [][]BlockID {
	from := make([][]BlockID, len(f.Blocks))
	for k := len(f.order) - 1; k >= 0; k-- {
		b := f.order[k]
		for _, to := range f.Targets(&f.Instrs[f.Blocks[b].End-1]) {
			from[to] = append(from[to], b)
		}
	}
	return from
}

// commentColumn is where comments about blocks begin.
const commentColumn = 50

func (p *printer) block(b BlockID, entry bool, from []BlockID) {
	start := len(p.out)
	switch {
	case int(b) < len(p.f.Labels) && p.f.Labels[b] != "":
		p.add("\n")
		start++
		p.add(nameText("", p.f.Labels[b]))
		p.add(":")
	case len(from) > 0:
		p.add("\n")
		start++
		p.add("; <label>:")
		p.addInt(p.labels[b])
	}
	if !entry {
		p.add(strings.Repeat(" ", max(commentColumn-(len(p.out)-start), 1)))
		p.add(";")
		if len(from) == 0 {
			p.add(" No predecessors!")
		} else {
			p.add(" preds = ")
		}
		for k, x := range from {
			if k > 0 {
				p.add(", ")
			}
			p.label(x)
		}
	}
	p.add("\n")
	for i := p.f.Blocks[b].Start; i < p.f.Blocks[b].End && !p.full(); i++ {
		p.instruction(int(i))
	}
}

// predicates are the texts of comparisons.
var predicates = [...]string{
	0: "false", FOEQ: "oeq", FOGT: "ogt", FOGE: "oge", FOLT: "olt", FOLE: "ole", FONE: "one", FORD: "ord",
	FUNO: "uno", FUEQ: "ueq", FUGT: "ugt", FUGE: "uge", FULT: "ult", FULE: "ule", FUNE: "une", 15: "true",
	IEQ: "eq", INE: "ne", IUGT: "ugt", IUGE: "uge", IULT: "ult", IULE: "ule", ISGT: "sgt", ISGE: "sge", ISLT: "slt", ISLE: "sle",
}

var atomicTexts = [...]string{
	RMWXchg: "xchg", RMWAdd: "add", RMWSub: "sub", RMWAnd: "and", RMWNand: "nand", RMWOr: "or", RMWXor: "xor",
	RMWMax: "max", RMWMin: "min", RMWUMax: "umax", RMWUMin: "umin",
}

var orderingTexts = [...]string{
	0: "", Unordered: " unordered", Monotonic: " monotonic", Acquire: " acquire", Release: " release",
	AcquireRelease: " acq_rel", SequentiallyConsistent: " seq_cst", 7: "",
}

// flagTexts are the words of flags, in their order.
var flagTexts = [...]struct {
	flag uint16
	text string
}{
	{Fast, " fast"}, {NoNaNs, " nnan"}, {NoInfs, " ninf"}, {NoSignedZeros, " nsz"}, {AllowReciprocal, " arcp"},
	{NoUnsignedWrap, " nuw"}, {NoSignedWrap, " nsw"}, {Exact, " exact"}, {InBounds, " inbounds"},
}

// floatTexts are the names of operations of floats that have another name for integers.
var floatTexts = [...]string{OpAdd: "fadd", OpSub: "fsub", OpMul: "fmul", OpSDiv: "fdiv", OpSRem: "frem"}

// mnemonic returns the name of an operation on operands of a type.
func (p *printer) mnemonic(in *Instr) string {
	if in.Op.ofFloats() && p.m.number(in.Type) != Integer {
		return floatTexts[in.Op]
	}
	return in.Op.String()
}

func (p *printer) instruction(i int) {
	f := p.f
	in := &f.Instrs[i]
	p.add("  ")
	if f.HasValue(in) {
		p.local(Local | f.params + Value(i))
		p.add(" = ")
	}
	if in.Op == OpCall && in.Flags&Tail != 0 {
		p.add("tail ")
	}
	p.add(p.mnemonic(in))
	if in.Op == OpCmpXchg && in.Flags&Weak != 0 {
		p.add(" weak")
	}
	if in.Flags&Volatile != 0 {
		p.add(" volatile")
	}
	p.flags(in)
	switch in.Op {
	case OpICmp, OpFCmp:
		p.add(" ")
		p.add(predicates[in.Sub])
	case OpAtomicRMW:
		p.add(" ")
		p.add(atomicTexts[in.Sub])
	}
	p.operands(i, in)
	switch in.Op {
	case OpLoad, OpStore:
		p.align(in.Align)
	case OpAtomicRMW, OpFence:
		p.add(orderingTexts[in.Flags&Ordering])
	case OpCmpXchg:
		p.add(orderingTexts[in.Flags&Ordering])
		failure := uint16(in.Sub)
		if failure == 0 {
			failure = in.Flags & Ordering
		}
		p.add(orderingTexts[failure&Ordering])
	}
	for ; len(p.attach) > 0 && p.attach[0].Instr <= uint32(i); p.attach = p.attach[1:] {
		if a := &p.attach[0]; a.Instr == uint32(i) {
			p.add(", !")
			p.metadataName(p.m.Kinds[a.Kind])
			p.addf(" !%d", p.slots[a.Node]-1)
		}
	}
	if p.comment != nil {
		p.add(p.comment(f, in))
	}
	p.add("\n")
}

// flags prints the flags for optimizers.
func (p *printer) flags(in *Instr) {
	switch in.Op {
	case OpAtomicRMW, OpCmpXchg, OpFence, OpCall:
		return // orderings, or none
	}
	if in.Flags&Fast != 0 {
		p.add(" fast")
		return
	}
	for _, x := range flagTexts {
		if in.Flags&x.flag != 0 {
			p.add(x.text)
		}
	}
}

// list prints operands.
func (p *printer) list(ops []Value, typed bool) {
	for k, v := range ops {
		if k > 0 {
			p.add(", ")
		}
		p.operand(v, typed)
	}
}

// operands prints the operands of instruction i.
func (p *printer) operands(i int, in *Instr) {
	ops, ways := p.f.Operands(in), p.f.Targets(in)
	p.add(" ")
	switch in.Op {
	case OpBr:
		p.list(ops, true)
		for k, b := range ways {
			if k > 0 || len(ops) > 0 {
				p.add(", ")
			}
			p.add("label ")
			p.label(b)
		}
	case OpSwitch:
		p.operand(ops[0], true)
		p.add(", label ")
		p.label(ways[0])
		p.add(" [")
		for k, v := range ops[1:] {
			p.add("\n    ")
			p.operand(v, true)
			p.add(", label ")
			p.label(ways[k+1])
		}
		p.add("\n  ]")
	case OpPhi:
		p.add(p.typeText(in.Type))
		for k, v := range ops {
			if k > 0 {
				p.add(",")
			}
			p.add(" [ ")
			p.operand(v, false)
			p.add(", ")
			p.label(ways[k])
			p.add(" ]")
		}
	case OpExtractValue, OpInsertValue:
		p.list(ops, true)
		if len(ways) == 0 {
			p.addf(", %d", in.Sub)
		}
		for _, k := range ways {
			p.addf(", %d", k)
		}
	case OpRet:
		if len(ops) == 0 {
			p.add("void")
		}
		p.list(ops, true)
	case OpCall:
		p.call(i, in)
	case OpAlloca:
		p.add(p.typeText(in.Base))
		if c := p.m.ConstantAt(ops[0]); c == nil || c.Kind != Int || c.Bits != 1 || p.m.Types[c.Type].N != 32 {
			p.add(", ")
			p.operand(ops[0], true)
		}
		p.align(in.Align)
	case OpGEP, OpLoad:
		base := in.Base
		if in.Op == OpLoad {
			base = in.Type
		}
		p.add(p.typeText(base))
		p.add(", ")
		p.same(ops)
	case OpSelect, OpStore, OpShuffleVector:
		if in.Op == OpStore {
			ops = []Value{ops[1], ops[0]}
		}
		p.list(ops, true)
	case OpFence, OpUnreachable:
		p.out = p.out[:len(p.out)-1]
	default:
		p.same(ops)
		if in.Op >= OpTrunc && in.Op <= OpAddrSpaceCast {
			p.add(" to ")
			p.add(p.typeText(in.Type))
		}
	}
}

// same prints operands, with one type if all of them have it.
func (p *printer) same(ops []Value) {
	for _, v := range ops[1:] {
		if p.f.TypeOf(v) != p.f.TypeOf(ops[0]) {
			p.list(ops, true)
			return
		}
	}
	p.add(p.typeText(p.f.TypeOf(ops[0])))
	p.add(" ")
	p.list(ops, false)
}

func (p *printer) call(i int, in *Instr) {
	ops := p.f.Operands(in)
	var own *CallAttributes
	for ; len(p.calls) > 0 && p.calls[0].Instr <= uint32(i); p.calls = p.calls[1:] {
		if p.calls[0].Instr == uint32(i) {
			own = &p.calls[0]
		}
	}
	if own == nil {
		own = &CallAttributes{}
	}
	if in.Flags&FastCall != 0 {
		p.add("fastcc ")
	}
	if a := slot(own.Params, 0); a != 0 {
		p.add(attributeText(a))
		p.add(" ")
	}
	t := p.m.Types[p.f.TypeOf(ops[0])].Elem
	if !p.m.Types[t].VarArg {
		t = p.m.Types[t].Elem
	}
	p.add(p.typeText(t))
	p.add(" ")
	p.operand(ops[0], false)
	p.add("(")
	for k, v := range ops[1:] {
		if k > 0 {
			p.add(", ")
		}
		p.add(p.typeText(p.f.TypeOf(v)))
		p.add(" ")
		if a := slot(own.Params, k+1); a != 0 {
			p.add(attributeText(a))
			p.add(" ")
		}
		p.operand(v, false)
	}
	p.add(")")
	if g := p.group(own.Attributes, nil); g >= 0 {
		p.addf(" #%d", g)
	}
}
