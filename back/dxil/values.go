package dxil

// This file holds values of the SSA form as LLVM has them: a scalar for each component, of a type
// that is converted if an instruction takes the same bits as another type.

import (
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A kind is a kind of LLVM's scalar types.
type kind uint8

const (
	whole kind = iota // integers
	real              // floats
	truth             // i1
)

// kindOf is the kind of a scalar.
func kindOf(s ir.Scalar) kind {
	switch {
	case s == ir.Bool:
		return truth
	case s.IsFloat():
		return real
	}
	return whole
}

// scalarOf is the scalar type of a value.
func (g *generator) scalarOf(v ssa.Value) ir.Scalar { return g.types.ScalarOf(g.f.Type(v)) }

// typeOf is the LLVM type of a kind with some bits.
func (g *generator) typeOf(k kind, bits int) llvm.Type {
	switch k {
	case real:
		switch bits {
		case 16:
			return g.out.Of(llvm.Half)
		case 64:
			return g.out.Of(llvm.Double)
		}
		return g.f32
	case truth:
		return g.i1
	}
	return g.out.IntType(uint32(bits))
}

// sizeOf is the number of bits of a scalar type.
func (g *generator) sizeOf(t llvm.Type) int {
	switch x := g.out.At(t); x.Kind {
	case llvm.Half:
		return 16
	case llvm.Float:
		return 32
	case llvm.Double:
		return 64
	case llvm.Integer:
		return int(x.N)
	}
	return 0
}

// kindOfType is the kind of a scalar type.
func (g *generator) kindOfType(t llvm.Type) kind {
	switch x := g.out.At(t); {
	case x.Kind == llvm.Integer && x.N == 1:
		return truth
	case x.Kind == llvm.Integer:
		return whole
	}
	return real
}

// literal is a constant of a kind. A bool that isn't a truth is an i32.
func (g *generator) literal(k kind, bits int, x uint64) llvm.Value {
	if bits == 1 && k != truth {
		bits = 32
	}
	switch k {
	case real:
		return g.out.RealOf(g.typeOf(real, bits), x)
	case truth:
		return g.out.I1(x != 0)
	}
	return g.out.IntOf(g.out.IntType(uint32(bits)), int64(x))
}

// set records the components of a value.
func (g *generator) set(v ssa.Value, parts ...llvm.Value) {
	g.first[v] = int32(len(g.parts))
	g.parts = append(g.parts, parts...)
}

// component is component k of a value as a kind.
func (g *generator) component(v ssa.Value, k int, want kind) llvm.Value {
	f := g.f
	if x, ok := g.constant(v, k, want); ok {
		return x
	}
	if g.first[v] == 0 {
		g.span = f.SpanOf(v)
		g.unsupported("the value of a " + f.Op(v).String())
		return g.literal(want, max(1, f.Bits(v)), 0)
	}
	return g.as(g.parts[int(g.first[v])+k], want)
}

// constant is component k of a constant as a kind.
func (g *generator) constant(v ssa.Value, k int, want kind) (llvm.Value, bool) {
	f := g.f
	switch f.Op(v) {
	case op.Undef:
		return g.literal(want, max(1, f.Bits(v)), 0), true
	case op.Const, op.Zero, op.Constant:
		if x, ok := f.KnownBits(v, k); ok {
			return g.literal(want, f.Bits(v), x), true
		}
		g.span = f.SpanOf(v)
		g.unsupported("a constant of type " + g.m.TypeName(f.Type(v)))
		return g.literal(want, max(1, f.Bits(v)), 0), true
	}
	return 0, false
}

// as is a value as another kind with the same bits.
func (g *generator) as(v llvm.Value, want kind) llvm.Value {
	t := g.fn.TypeOf(v)
	have := g.kindOfType(t)
	if have == want {
		return v
	}
	if c := g.out.ConstantAt(v); c != nil {
		bits := c.Bits // zero of Null and Undef
		if have == whole {
			if n := g.sizeOf(t); n < 64 {
				bits &= 1<<n - 1
			}
		}
		return g.literal(want, g.sizeOf(t), bits)
	}
	switch {
	case want == truth:
		return g.add(llvm.OpICmp, llvm.INE, g.i1, g.as(v, whole), g.literal(whole, g.sizeOf(t), 0))
	case have == truth:
		return g.as(g.add(llvm.OpZExt, 0, g.i32, v), want)
	}
	return g.once(onceKey{op: onceCast, a: uint32(v)}, func() llvm.Value {
		return g.add(llvm.OpBitCast, 0, g.typeOf(want, g.sizeOf(t)), v)
	})
}

// source is component k of a source as a kind.
func (g *generator) source(s ssa.Src, k int, want kind) llvm.Value {
	if s.Comps != 0 {
		k = s.Swizzle.At(min(k, int(s.Comps)-1))
	}
	return g.component(s.Value, k, want)
}

// src is component k of source n of an instruction as a kind.
func (g *generator) src(i ssa.InstrID, n, k int, want kind) llvm.Value {
	return g.source(g.f.Src(i, n), k, want)
}

// present reports whether an instruction has source n.
func (g *generator) present(i ssa.InstrID, n int) bool {
	return n < g.f.NumSrcs(i) && g.f.Arg(i, n) != 0
}

// width is the number of components of a value.
func (g *generator) width(v ssa.Value) int { return max(1, g.f.Comps(v)) }

// add adds an instruction with a result.
func (g *generator) add(o llvm.Op, sub uint8, t llvm.Type, operands ...llvm.Value) llvm.Value {
	return g.fn.Add(llvm.Instr{Op: o, Sub: sub, Type: t}, operands...)
}

// flagged adds an instruction with flags.
func (g *generator) flagged(o llvm.Op, sub uint8, flags uint16, t llvm.Type, operands ...llvm.Value) llvm.Value {
	return g.fn.Add(llvm.Instr{Op: o, Sub: sub, Flags: flags, Type: t}, operands...)
}

// An onceKey names a value that is computed once in a list of the control-flow tree and the lists
// within it.
type onceKey struct {
	op      onceOp
	a, b, c uint32
	t       llvm.Type
}

type onceOp uint8

const (
	onceCast onceOp = iota
	onceRow
	oncePart
	onceHandle
	onceSize
	onceIndex
	onceLane
	onceInput
	onceValue
	onceAttributes
)

// once is a value that was computed in a block that dominates this place, or is computed here.
func (g *generator) once(k onceKey, compute func() llvm.Value) llvm.Value {
	if v, ok := g.computed[k]; ok {
		return v
	}
	v := compute()
	g.computed[k] = v
	g.undo = append(g.undo, k)
	return v
}

// scope begins a list, whose values aren't known behind it; leave ends it.
func (g *generator) scope() int { return len(g.undo) }

func (g *generator) leave(mark int) {
	for _, k := range g.undo[mark:] {
		delete(g.computed, k)
	}
	g.undo = g.undo[:mark]
}
