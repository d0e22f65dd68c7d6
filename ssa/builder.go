package ssa

// This file holds the builder: a cursor that instructions are inserted at, with
// the position and floating-point freedom that they get.

import (
	"refract/diag"
	"refract/ir"
	"refract/ssa/op"
)

// Builder inserts instructions at its cursor, each after the last.
type Builder struct {
	F    *Function
	At   Cursor
	Span diag.Span // of what is inserted
	FP   FP        // of operations that op.FloatControl marks
}

// Build returns a builder at a cursor.
func (f *Function) Build(at Cursor) Builder { return Builder{F: f, At: at} }

// BuildBefore returns a builder before an instruction, with its position and
// floating-point freedom.
func (f *Function) BuildBefore(i InstrID) Builder {
	return Builder{F: f, At: f.BeforeInstr(i), Span: f.spans[i], FP: f.instrs[i].fp}
}

// BuildAfter returns a builder after an instruction, with its position and
// floating-point freedom.
func (f *Function) BuildAfter(i InstrID) Builder {
	return Builder{F: f, At: f.AfterInstr(i), Span: f.spans[i], FP: f.instrs[i].fp}
}

// Instr inserts an instruction with the sources as they are and operand words
// zero. Type 0: no result. It is for every class but jumps: see Jump.
func (b *Builder) Instr(o op.Op, t ir.TypeID, srcs ...Src) InstrID {
	i := b.F.addInstr(o, t, srcs, b.Span)
	if o.Has(op.FloatControl) {
		b.F.instrs[i].fp = b.FP
	}
	b.F.linkInstr(i, b.At.Block, b.At.Before)
	return i
}

// SrcFor is a source for place k of an operation that takes all of a value: the components
// of a scalar or vector in order if the operation reads components; else the value whole.
func (f *Function) SrcFor(o op.Op, k int, v Value) Src {
	if v == 0 || o.TakesWhole(k) {
		return Whole(v)
	}
	return Src{Value: v, Swizzle: Identity, Comps: uint8(f.Comps(v))}
}

// Op inserts an operation on whole values. Optional ones at the end may be left out.
func (b *Builder) Op(o op.Op, t ir.TypeID, args ...Value) InstrID {
	var buf [8]Src
	srcs := buf[:0]
	for k, v := range args {
		srcs = append(srcs, b.F.SrcFor(o, k, v))
	}
	for n := o.Slots(); len(srcs) < n; {
		srcs = append(srcs, Src{})
	}
	return b.Instr(o, t, srcs...)
}

// Jump ends the block with a jump. The rest of the list is removed.
func (b *Builder) Jump(o op.Op, srcs ...Src) InstrID {
	return b.F.AddJump(b.At.Block, o, b.Span, srcs...)
}

// Const inserts a scalar or vector constant, of as many components as the type
// has; bits above a component's size must be zero.
func (b *Builder) Const(t ir.TypeID, bits ...uint64) Value {
	i := b.Instr(op.Const, t)
	b.F.setConst(i, bits)
	return i
}

func (f *Function) setConst(i InstrID, bits []uint64) {
	if len(bits) == 1 {
		f.instrs[i].words = [2]uint32{uint32(bits[0]), uint32(bits[0] >> 32)}
		return
	}
	f.instrs[i].words[0] = uint32(len(f.consts))
	f.consts = append(f.consts, bits...)
}

// U32 inserts a constant of type u32.
func (b *Builder) U32(v uint32) Value { return b.Const(ir.TypeU32, uint64(v)) }

// Bool inserts a constant of type bool.
func (b *Builder) Bool(v bool) Value {
	if v {
		return b.Const(ir.TypeBool, 1)
	}
	return b.Const(ir.TypeBool, 0)
}

// Zero inserts all bits zero, of any constructible type.
func (b *Builder) Zero(t ir.TypeID) Value {
	types := &b.F.Shader.Module.Types
	if n := types.ComponentCount(t); n > 0 {
		var zero [4]uint64
		return b.Const(t, zero[:n]...)
	}
	return b.Instr(op.Zero, t)
}

// Undef inserts a value that may be anything.
func (b *Builder) Undef(t ir.TypeID) Value { return b.Instr(op.Undef, t) }

// Swizzle inserts a move of picked components; comps is their number.
func (b *Builder) Swizzle(v Value, s Swizzle, comps int) Value {
	t := ir.VectorOf(b.F.Shader.Module.Types.ScalarOf(b.F.Type(v)), comps)
	return b.Instr(op.Mov, t, Src{v, s, uint8(comps)})
}

// Component inserts a move of one component, or returns a scalar as it is.
func (b *Builder) Component(v Value, k int) Value {
	if b.F.Comps(v) == 1 {
		return v
	}
	return b.Swizzle(v, Swizzle(k), 1)
}

// DerefVar inserts the address of a variable (of a resource, the resource).
func (b *Builder) DerefVar(v VarID) Value {
	i := b.Instr(op.DerefVar, b.F.VarPointer(v))
	b.F.instrs[i].words[0] = uint32(v)
	return i
}

// DerefStruct inserts the address of a member; t is the member's pointer type.
func (b *Builder) DerefStruct(t ir.TypeID, base Value, member int) Value {
	i := b.Instr(op.DerefStruct, t, Whole(base))
	b.F.instrs[i].words[0] = uint32(member)
	return i
}

// DerefArray inserts the address of an element; t is its pointer type.
func (b *Builder) DerefArray(t ir.TypeID, base, index Value) Value {
	return b.Instr(op.DerefArray, t, Whole(base), Whole(index))
}

// Load inserts a load through a pointer.
func (b *Builder) Load(pointer Value) Value {
	types := &b.F.Shader.Module.Types
	t := types.Pointee(b.F.Type(pointer))
	if ty := types.At(t); ty.Kind == ir.TypeAtomic {
		t = ir.TypeID(ty.Scalar)
	}
	return b.Instr(op.Load, t, Whole(pointer))
}

// Store inserts a store through a pointer.
func (b *Builder) Store(pointer, value Value) InstrID {
	return b.Instr(op.Store, 0, Whole(pointer), Whole(value))
}

// Extract inserts a member, element or column of a whole value.
func (b *Builder) Extract(t ir.TypeID, v Value, index int) Value {
	i := b.Instr(op.Extract, t, Whole(v))
	b.F.instrs[i].words[0] = uint32(index)
	return i
}

// Call inserts a call.
func (b *Builder) Call(fn FuncID, t ir.TypeID, args ...Value) InstrID {
	i := b.Op(op.Call, t, args...)
	b.F.instrs[i].words[0] = uint32(fn)
	return i
}

// Phi inserts a phi after the phis of a block, with a source per predecessor in their
// order.
func (f *Function) Phi(b NodeID, t ir.TypeID, values ...Value) Value {
	if len(values) != len(f.Preds(b)) {
		panic("ssa: a phi has one source per predecessor")
	}
	i := f.PhiAt(f.StartOf(b), t)
	for k, v := range values {
		f.SetSrc(i, k, Whole(v))
	}
	return i
}

// PhiAt inserts a phi at a cursor among or after the phis of a block, with sources to come.
func (f *Function) PhiAt(at Cursor, t ir.TypeID) Value {
	var buf [8]Src
	srcs := append(buf[:0], make([]Src, len(f.Preds(at.Block)))...)
	i := f.addInstr(op.Phi, t, srcs, diag.Span{})
	f.linkInstr(i, at.Block, at.Before)
	return i
}

// ParallelCopy inserts a copy into registers, all at once.
func (b *Builder) ParallelCopy(regs []RegID, values []Value) InstrID {
	i := b.Op(op.ParallelCopy, 0, values...)
	b.F.instrs[i].words[0] = uint32(len(b.F.words))
	for _, r := range regs {
		b.F.words = append(b.F.words, uint32(r))
	}
	return i
}

// If puts an if at the cursor and goes on after it.
func (b *Builder) If(cond Value) NodeID {
	n := b.F.InsertIf(b.At, Whole(cond), b.Span)
	b.At = Cursor{b.F.nodes[n].next, b.At.Before}
	return n
}

// Loop puts an endless loop at the cursor and goes on after it.
func (b *Builder) Loop(withContinue bool) NodeID {
	n := b.F.InsertLoop(b.At, withContinue, b.Span)
	b.At = Cursor{b.F.nodes[n].next, b.At.Before}
	return n
}

// Switch puts a switch at the cursor and goes on after it.
func (b *Builder) Switch(selector Value, cases []NewCase) NodeID {
	n := b.F.InsertSwitch(b.At, Whole(selector), cases, b.Span)
	b.At = Cursor{b.F.nodes[n].next, b.At.Before}
	return n
}

// Inside moves the cursor to the end of a list.
func (b *Builder) Inside(l ListID) { b.At = b.F.EndOf(b.F.lists[l].last) }
