package ssa

// This file holds instructions and their sources: flat records, lists of uses,
// and the accessors that are the only way to them.

import (
	"iter"

	"refract/diag"
	"refract/internal/budget"
	"refract/ir"
	"refract/ssa/op"
)

// FP holds the assumptions that an optimizer may make about one floating-point operation.
// No bit: exactly the semantics of the opcode's row.
type FP uint8

const (
	Contract    FP = 1 << iota // fuse with others without the rounding in between
	Reassociate                // compute as if arithmetic were exact: associative and distributive
	NoSignedZero
	NoNaN // neither sources nor result are NaN
	NoInf
	Approximate // trade accuracy within the specification's bounds
	numFP       = iota

	// Fast is every freedom.
	Fast FP = 1<<numFP - 1
)

var fpNames = [numFP]string{"contract", "reassoc", "nsz", "nnan", "ninf", "approx"}

// Swizzle picks up to four components, two bits each, the first lowest.
type Swizzle uint8

// Identity picks components in order.
const Identity Swizzle = 0 | 1<<2 | 2<<4 | 3<<6

// At is the component picked for place k.
func (s Swizzle) At(k int) int { return int(s >> (2 * k) & 3) }

// With replaces the component picked for place k.
func (s Swizzle) With(k, comp int) Swizzle { return s&^(3<<(2*k)) | Swizzle(comp&3)<<(2*k) }

// Splat picks one component for every place.
func Splat(comp int) Swizzle { return Swizzle(comp) * 0x55 }

// Then is the swizzle that picks with s from the components picked by t.
func (t Swizzle) Then(s Swizzle) (r Swizzle) {
	for k := range 4 {
		r = r.With(k, t.At(s.At(k)))
	}
	return r
}

// Src is a source as it is read. Comps 0 takes the value as it is; ALU sources
// of numeric values have 1 to 4 components picked by the swizzle (places beyond
// are zero).
type Src struct {
	Value   Value
	Swizzle Swizzle
	Comps   uint8
}

// Whole is a source that takes the value as it is.
func Whole(v Value) Src { return Src{Value: v} }

// clean makes equal sources compare equal.
func (s Src) clean() Src {
	if s.Comps < 4 {
		s.Swizzle &= 1<<(2*s.Comps) - 1
	}
	return s
}

// IsIdentity reports whether the source takes the first Comps components in
// order, or the value as it is.
func (s Src) IsIdentity() bool {
	return s.clean().Swizzle == (Src{0, Identity, s.Comps}).clean().Swizzle
}

// instr is one instruction. Sources are srcs[src:src+nsrc].
type instr struct {
	op    op.Op
	flags ir.Flags
	fp    FP
	ty    ir.TypeID
	block NodeID
	prev  InstrID
	next  InstrID
	src   UseID
	nsrc  uint32
	words [2]uint32
	uses  UseID
}

// source is a slot. A slot whose value is 0 is absent and in no list.
type source struct {
	value   Value
	user    uint32 // instruction, or node with userIsNode
	next    UseID
	prev    UseID
	swizzle Swizzle
	comps   uint8
}

const userIsNode = 1 << 31

// MayHave reports whether an instruction of the operation may be in the function: a quick
// no for functions that never had one.
func (f *Function) MayHave(o op.Op) bool { return f.ops[o/64]>>(o%64)&1 != 0 }

// MayHaveDerefs is MayHave of any operation that makes an address.
func (f *Function) MayHaveDerefs() bool {
	return f.MayHave(op.DerefVar) || f.MayHave(op.DerefArray) || f.MayHave(op.DerefStruct) || f.MayHave(op.DerefWildcard) ||
		f.MayHave(op.DerefCast) || f.MayHave(op.DerefAddress)
}

// note makes MayHave report true.
func (f *Function) note(o op.Op) {
	f.ops[o/64] |= 1 << (o % 64)
	f.swept = false
}

// Swept reports whether no instruction was added, and no use went, since SetSwept declared
// that all results are needed.
func (f *Function) Swept() bool { return f.swept }

// SetSwept is for a pass that has removed all instructions without needed results.
func (f *Function) SetSwept() { f.swept = true }

// InstrCount is one more than the greatest instruction handle.
func (f *Function) InstrCount() int { return len(f.instrs) }

// Op is the operation; op.Invalid once the instruction is removed.
func (f *Function) Op(i InstrID) op.Op { return f.instrs[i].op }

// Type is the type of the result: of a scalar or vector its shape and a hint at
// its scalar kind. 0: no result.
func (f *Function) Type(i InstrID) ir.TypeID { return f.instrs[i].ty }

// SetType changes the type. A scalar's or vector's may change its kind only.
func (f *Function) SetType(i InstrID, t ir.TypeID) { f.instrs[i].ty = t }

// Comps is the number of components of a scalar or vector value, else 0.
func (f *Function) Comps(v Value) int { return f.Shader.Module.Types.ComponentCount(f.instrs[v].ty) }

// Bits is the size of a component of a scalar or vector value, else 0.
func (f *Function) Bits(v Value) int {
	if t := f.Shader.Module.Types.At(f.instrs[v].ty); t.Kind == ir.TypeScalar || t.Kind == ir.TypeVector {
		return t.Scalar.Bits()
	}
	return 0
}

// Flags are the promises about the instruction, as in the module IR.
func (f *Function) Flags(i InstrID) ir.Flags { return f.instrs[i].flags }

// SetFlags replaces the flags.
func (f *Function) SetFlags(i InstrID, g ir.Flags) { f.instrs[i].flags = g }

// FP is the floating-point freedom.
func (f *Function) FP(i InstrID) FP { return f.instrs[i].fp }

// SetFP replaces the floating-point freedom.
func (f *Function) SetFP(i InstrID, p FP) { f.instrs[i].fp = p }

// SpanOf is the source position.
func (f *Function) SpanOf(i InstrID) diag.Span { return f.spans[i] }

// SetSpan changes the source position.
func (f *Function) SetSpan(i InstrID, s diag.Span) { f.spans[i] = s }

// NameOf is the author's name of a value, or "".
func (f *Function) NameOf(v Value) string {
	if int(v) < len(f.names) {
		return f.text[f.names[v]]
	}
	return ""
}

// SetName gives a value a name.
func (f *Function) SetName(v Value, name string) {
	if name == "" && int(v) >= len(f.names) {
		return
	}
	for len(f.names) <= int(v) {
		f.names = append(f.names, 0)
	}
	if name == "" {
		f.names[v] = 0
		return
	}
	f.text = append(f.text, name)
	f.names[v] = uint32(len(f.text) - 1)
}

// Block is the block that holds the instruction, or 0.
func (f *Function) Block(i InstrID) NodeID { return f.instrs[i].block }

// Next is the following instruction of the block, or 0.
func (f *Function) Next(i InstrID) InstrID { return f.instrs[i].next }

// Prev is the preceding instruction of the block, or 0.
func (f *Function) Prev(i InstrID) InstrID { return f.instrs[i].prev }

// HasPhis reports whether a block begins with a phi.
func (f *Function) HasPhis(b NodeID) bool {
	i := f.First(b)
	return i != 0 && f.instrs[i].op == op.Phi
}

// First is the first instruction of a block, or 0.
func (f *Function) First(b NodeID) InstrID { return InstrID(f.nodes[b].a) }

// Last is the last instruction of a block, or 0.
func (f *Function) Last(b NodeID) InstrID { return InstrID(f.nodes[b].b) }

// Jump is the jump that ends a block, or 0.
func (f *Function) Jump(b NodeID) InstrID {
	if l := f.Last(b); l != 0 && f.instrs[l].op.Class() == op.ClassJump {
		return l
	}
	return 0
}

// meter is that of the shader's module: iterators step it.
func (f *Function) meter() *budget.Meter {
	if f.Shader == nil || f.Shader.Module == nil {
		return nil
	}
	return f.Shader.Module.Meter
}

// Instrs are the instructions of a block in order. The current one may be
// removed, and others inserted before it, meanwhile.
func (f *Function) Instrs(b NodeID) iter.Seq[InstrID] {
	return func(yield func(InstrID) bool) {
		meter := f.meter()
		for i := f.First(b); i != 0; {
			meter.Step()
			next := f.instrs[i].next
			if !yield(i) {
				return
			}
			i = next
		}
	}
}

// Word is an operand word; see op.Info.Fields for its parts.
func (f *Function) Word(i InstrID, w int) uint32 { return f.instrs[i].words[w] }

// Words are both operand words.
func (f *Function) Words(i InstrID) [2]uint32 { return f.instrs[i].words }

// SetWords replaces the operand words.
func (f *Function) SetWords(i InstrID, w [2]uint32) { f.instrs[i].words = w }

// Field is the constant operand of the name. It panics if the operation has
// none of it.
func (f *Function) Field(i InstrID, name string) uint32 {
	n := &f.instrs[i]
	fields := n.op.Info().Fields
	for k := range fields {
		if fields[k].Name == name {
			return fields[k].Get(n.words)
		}
	}
	panic("ssa: " + n.op.String() + " has no field " + name)
}

// SetField sets the constant operand of the name.
func (f *Function) SetField(i InstrID, name string, v uint32) {
	n := &f.instrs[i]
	fields := n.op.Info().Fields
	for k := range fields {
		if fields[k].Name == name {
			fields[k].Put(&n.words, v)
			return
		}
	}
	panic("ssa: " + n.op.String() + " has no field " + name)
}

// VarOf is the variable of a deref_var or declare.
func (f *Function) VarOf(i InstrID) VarID { return VarID(f.instrs[i].words[0]) }

// IndexOf is the index of an extract, insert, deref_struct or param.
func (f *Function) IndexOf(i InstrID) int { return int(f.instrs[i].words[0]) }

// ConstBits are the bits of a component of an op.Const, zero-extended.
func (f *Function) ConstBits(i InstrID, comp int) uint64 {
	n := &f.instrs[i]
	if n.ty <= ir.TypeF64 {
		return uint64(n.words[0]) | uint64(n.words[1])<<32
	}
	return f.consts[int(n.words[0])+comp]
}

// IsConst reports whether the value is an op.Const.
func (f *Function) IsConst(v Value) bool { return f.instrs[v].op == op.Const }

// CopyRegs are the registers that a parallel copy sets, one per source.
func (f *Function) CopyRegs(i InstrID) []uint32 {
	n := &f.instrs[i]
	return f.words[n.words[0] : n.words[0]+n.nsrc]
}

// NumSrcs is the number of source slots, absent ones included.
func (f *Function) NumSrcs(i InstrID) int { return int(f.instrs[i].nsrc) }

// Src is source k. Its value is 0 if an optional source is absent.
func (f *Function) Src(i InstrID, k int) Src { return f.use(f.instrs[i].src + UseID(k)) }

// Arg is the value of source k, or 0.
func (f *Function) Arg(i InstrID, k int) Value { return f.srcs[f.instrs[i].src+UseID(k)].value }

func (f *Function) use(u UseID) Src {
	s := &f.srcs[u]
	return Src{s.value, s.swizzle, s.comps}
}

// SrcComps is the number of components that source k of an ALU instruction
// reads, or 0 if it takes the value whole.
func (f *Function) SrcComps(i InstrID, k int) int {
	return int(f.srcs[f.instrs[i].src+UseID(k)].comps)
}

// SetSrc replaces source k.
func (f *Function) SetSrc(i InstrID, k int, s Src) { f.setUse(f.instrs[i].src+UseID(k), s) }

func (f *Function) setUse(u UseID, s Src) {
	s = s.clean()
	x := &f.srcs[u]
	if x.value != s.Value {
		f.unlinkUse(u)
		x.value = s.Value
		f.linkUse(u)
	}
	x.swizzle, x.comps = s.Swizzle, s.Comps
}

func (f *Function) linkUse(u UseID) {
	x := &f.srcs[u]
	if x.value == 0 {
		return
	}
	head := &f.instrs[x.value].uses
	x.next, x.prev = *head, 0
	if *head != 0 {
		f.srcs[*head].prev = u
	}
	*head = u
}

func (f *Function) unlinkUse(u UseID) {
	x := &f.srcs[u]
	if x.value == 0 {
		return
	}
	f.swept = false
	if x.prev != 0 {
		f.srcs[x.prev].next = x.next
	} else {
		f.instrs[x.value].uses = x.next
	}
	if x.next != 0 {
		f.srcs[x.next].prev = x.prev
	}
	x.next, x.prev = 0, 0
}

// addSrcs makes slots for a user.
func (f *Function) addSrcs(user uint32, list []Src) UseID {
	at := UseID(len(f.srcs))
	for _, s := range list {
		s = s.clean()
		x := source{value: s.Value, user: user, swizzle: s.Swizzle, comps: s.Comps}
		if s.Value != 0 { // as linkUse does
			head, u := &f.instrs[s.Value].uses, UseID(len(f.srcs))
			if x.next = *head; x.next != 0 {
				f.srcs[x.next].prev = u
			}
			*head = u
		}
		f.srcs = append(f.srcs, x)
	}
	return at
}

// setSrcs gives an instruction another list of sources.
func (f *Function) setSrcs(i InstrID, list []Src) {
	n := &f.instrs[i]
	if int(n.nsrc) >= len(list) {
		for k, s := range list {
			f.setUse(n.src+UseID(k), s)
		}
		for k := len(list); k < int(n.nsrc); k++ {
			f.setUse(n.src+UseID(k), Src{})
		}
		n.nsrc = uint32(len(list))
		return
	}
	for k := range n.nsrc {
		f.unlinkUse(n.src + UseID(k))
		f.srcs[n.src+UseID(k)].value = 0
	}
	at := f.addSrcs(uint32(i), list)
	n.src, n.nsrc = at, uint32(len(list))
}

// HasUses reports whether anything uses the value.
func (f *Function) HasUses(v Value) bool { return f.instrs[v].uses != 0 }

// FirstUse is a slot that uses the value, or 0; with NextUse the way through all, latest
// first. Get a slot's successor before changing the slot.
func (f *Function) FirstUse(v Value) UseID { return f.instrs[v].uses }

// NextUse is the slot after u in the list of uses of the same value, or 0.
func (f *Function) NextUse(u UseID) UseID { return f.srcs[u].next }

// SrcAt is the source in a slot.
func (f *Function) SrcAt(u UseID) Src { return f.use(u) }

// SetSrcAt replaces the source in a slot.
func (f *Function) SetSrcAt(u UseID, s Src) { f.setUse(u, s) }

// UserOf is the instruction that has the slot, or 0 and the node whose
// condition or selector it is.
func (f *Function) UserOf(u UseID) (InstrID, NodeID) {
	if x := f.srcs[u].user; x&userIsNode != 0 {
		return 0, NodeID(x &^ userIsNode)
	} else {
		return InstrID(x), 0
	}
}

// UseIndex is the number of the slot among its instruction's sources; 0 for a
// node's.
func (f *Function) UseIndex(u UseID) int {
	if i, _ := f.UserOf(u); i != 0 {
		return int(u - f.instrs[i].src)
	}
	return 0
}

// ReplaceUses makes every user of one value use another instead, which has the
// same components and size, or the same type.
func (f *Function) ReplaceUses(old, by Value) {
	from, to := &f.instrs[old], &f.instrs[by]
	if old == by || from.uses == 0 {
		return
	}
	for u := from.uses; u != 0; {
		x := &f.srcs[u]
		next := x.next
		x.value, x.next, x.prev = by, to.uses, 0
		if to.uses != 0 {
			f.srcs[to.uses].prev = u
		}
		to.uses = u
		u = next
	}
	from.uses, f.swept = 0, false
}

// addInstr makes an instruction that is in no block.
func (f *Function) addInstr(o op.Op, t ir.TypeID, srcs []Src, span diag.Span) InstrID {
	i := InstrID(len(f.instrs))
	f.note(o)
	at := f.addSrcs(uint32(i), srcs)
	f.instrs = append(f.instrs, instr{op: o, ty: t, src: at, nsrc: uint32(len(srcs))})
	f.spans = append(f.spans, span)
	return i
}

// linkInstr puts an instruction into a block, before another or (0) at the end.
func (f *Function) linkInstr(i InstrID, b NodeID, before InstrID) {
	f.outdate(InstrOrder)
	f.outdate(Liveness)
	n := &f.instrs[i]
	n.block, n.next = b, before
	bn := &f.nodes[b]
	if before != 0 {
		n.prev = f.instrs[before].prev
		f.instrs[before].prev = i
	} else {
		n.prev = InstrID(bn.b)
		bn.b = uint32(i)
	}
	if n.prev != 0 {
		f.instrs[n.prev].next = i
	} else {
		bn.a = uint32(i)
	}
}

func (f *Function) unlinkInstr(i InstrID) {
	f.outdate(InstrOrder)
	f.outdate(Liveness)
	n := &f.instrs[i]
	bn := &f.nodes[n.block]
	if n.prev != 0 {
		f.instrs[n.prev].next = n.next
	} else {
		bn.a = uint32(n.next)
	}
	if n.next != 0 {
		f.instrs[n.next].prev = n.prev
	} else {
		bn.b = uint32(n.prev)
	}
	n.block, n.prev, n.next = 0, 0, 0
}

// Remove takes an instruction out for good. Its result must have no uses. A
// jump's edges go with it: see RemoveJump.
func (f *Function) Remove(i InstrID) {
	n := &f.instrs[i]
	if n.uses != 0 {
		panic("ssa: removing a value that has uses")
	}
	if n.op.Class() == op.ClassJump {
		f.RemoveJump(n.block)
		return
	}
	f.erase(i)
}

// erase takes out an instruction that nothing uses, edges aside.
func (f *Function) erase(i InstrID) {
	f.discard(i)
	f.unlinkInstr(i)
	f.instrs[i].op = op.Invalid
}

// discard drops the sources of an instruction.
func (f *Function) discard(i InstrID) {
	n := &f.instrs[i]
	for k := range n.nsrc {
		u := n.src + UseID(k)
		f.unlinkUse(u)
		f.srcs[u] = source{user: uint32(i)}
	}
	n.nsrc = 0
}

// Move puts an instruction that is no jump and no phi elsewhere.
func (f *Function) Move(i InstrID, to Cursor) {
	if to.Before == i {
		return
	}
	f.unlinkInstr(i)
	f.linkInstr(i, to.Block, to.Before)
}

// SetOp changes the operation of an instruction, keeping type, sources and words.
func (f *Function) SetOp(i InstrID, o op.Op) {
	f.note(o)
	f.instrs[i].op = o
}

// SetSrcs replaces all sources; not for phis, whose number is their block's.
func (f *Function) SetSrcs(i InstrID, list ...Src) { f.setSrcs(i, list) }
