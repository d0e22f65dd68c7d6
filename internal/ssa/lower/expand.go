package lower

// This file is shared by the passes that replace arithmetic by other arithmetic: a walk
// that takes instructions apart by component, and a builder whose functions read as
// formulas.

import (
	"refract/internal/ssa/build"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// calc builds operations on scalars; result types follow from the operands.
type calc struct{ ssa.Builder }

// number is a constant of the type of another value, cut to its size.
func (c *calc) number(like ssa.Value, v uint64) ssa.Value {
	t := c.F.Shader.Module.Types.ScalarOf(c.F.Type(like))
	return c.Const(ir.ScalarTypeOf(t), v<<(64-t.Bits())>>(64-t.Bits()))
}

func (c *calc) u64(v uint64) ssa.Value               { return c.Const(ir.ScalarTypeOf(ir.U64), v) }
func (c *calc) f32(v uint32) ssa.Value               { return c.Const(ir.TypeF32, uint64(v)) } // by its bits
func (c *calc) do(o op.Op, x ...ssa.Value) ssa.Value { return build.Op(&c.Builder, o, x...) }

func (c *calc) add(x, y ssa.Value) ssa.Value  { return c.do(op.IAdd, x, y) }
func (c *calc) sub(x, y ssa.Value) ssa.Value  { return c.do(op.ISub, x, y) }
func (c *calc) mul(x, y ssa.Value) ssa.Value  { return c.do(op.IMul, x, y) }
func (c *calc) and(x, y ssa.Value) ssa.Value  { return c.do(op.IAnd, x, y) }
func (c *calc) or(x, y ssa.Value) ssa.Value   { return c.do(op.IOr, x, y) }
func (c *calc) xor(x, y ssa.Value) ssa.Value  { return c.do(op.IXor, x, y) }
func (c *calc) not(x ssa.Value) ssa.Value     { return c.do(op.INot, x) }
func (c *calc) neg(x ssa.Value) ssa.Value     { return c.do(op.INeg, x) }
func (c *calc) shl(x, y ssa.Value) ssa.Value  { return c.do(op.IShl, x, y) }
func (c *calc) ushr(x, y ssa.Value) ssa.Value { return c.do(op.UShr, x, y) }
func (c *calc) ishr(x, y ssa.Value) ssa.Value { return c.do(op.IShr, x, y) }
func (c *calc) eq(x, y ssa.Value) ssa.Value   { return c.do(op.IEq, x, y) }
func (c *calc) ne(x, y ssa.Value) ssa.Value   { return c.do(op.INe, x, y) }
func (c *calc) ult(x, y ssa.Value) ssa.Value  { return c.do(op.ULt, x, y) }
func (c *calc) ule(x, y ssa.Value) ssa.Value  { return c.do(op.ULe, x, y) }
func (c *calc) ilt(x, y ssa.Value) ssa.Value  { return c.do(op.ILt, x, y) }

// sel is x if a condition holds, else y.
func (c *calc) sel(cond, x, y ssa.Value) ssa.Value { return c.do(op.BCsel, cond, x, y) }

// As with a constant on the right.
func (c *calc) addi(x ssa.Value, y uint64) ssa.Value  { return c.add(x, c.number(x, y)) }
func (c *calc) subi(x ssa.Value, y uint64) ssa.Value  { return c.sub(x, c.number(x, y)) }
func (c *calc) andi(x ssa.Value, y uint64) ssa.Value  { return c.and(x, c.number(x, y)) }
func (c *calc) ori(x ssa.Value, y uint64) ssa.Value   { return c.or(x, c.number(x, y)) }
func (c *calc) xori(x ssa.Value, y uint64) ssa.Value  { return c.xor(x, c.number(x, y)) }
func (c *calc) eqi(x ssa.Value, y uint64) ssa.Value   { return c.eq(x, c.number(x, y)) }
func (c *calc) nei(x ssa.Value, y uint64) ssa.Value   { return c.ne(x, c.number(x, y)) }
func (c *calc) ulti(x ssa.Value, y uint64) ssa.Value  { return c.ult(x, c.number(x, y)) }
func (c *calc) shli(x ssa.Value, y uint32) ssa.Value  { return c.shl(x, c.U32(y)) }
func (c *calc) ushri(x ssa.Value, y uint32) ssa.Value { return c.ushr(x, c.U32(y)) }
func (c *calc) ishri(x ssa.Value, y uint32) ssa.Value { return c.ishr(x, c.U32(y)) }

// negative reports whether an integer is below zero, or a float's sign is set.
func (c *calc) negative(x ssa.Value) ssa.Value { return c.ilt(x, c.number(x, 0)) }

// convert is an operation to a scalar type.
func (c *calc) convert(o op.Op, s ir.Scalar, x ssa.Value) ssa.Value {
	return c.Op(o, ir.ScalarTypeOf(s), x)
}

// bitcast is the bits of a scalar as another type of its size; x itself if it has the type
// already.
func (c *calc) bitcast(s ir.Scalar, x ssa.Value) ssa.Value {
	if c.F.Type(x) == ir.ScalarTypeOf(s) {
		return x
	}
	return c.convert(op.Bitcast, s, x)
}

// resize is an unsigned integer in another size.
func (c *calc) resize(n int, x ssa.Value) ssa.Value {
	if c.F.Bits(x) == n {
		return x
	}
	return c.convert(op.U2U, ir.ScalarOf(ir.UintKind, n), x)
}

// resizeSigned is a signed integer in another size.
func (c *calc) resizeSigned(n int, x ssa.Value) ssa.Value {
	if c.F.Bits(x) == n {
		return x
	}
	return c.convert(op.I2I, ir.ScalarOf(ir.SintKind, n), x)
}

// part is one component of a source: the part of a vec or constant if that is known, else a
// move.
func (c *calc) part(s ssa.Src, k int) ssa.Value {
	f := c.F
	at := s.Swizzle.At(k)
	if s.Comps == 0 {
		at = k
	}
	if f.Comps(s.Value) == 1 {
		return s.Value
	}
	switch f.Op(s.Value) {
	case op.Const:
		return c.Const(ir.VectorOf(f.Shader.Module.Types.ScalarOf(f.Type(s.Value)), 1), f.ConstBits(s.Value, at))
	case op.Vec:
		for p := range f.NumSrcs(s.Value) {
			x := f.Src(s.Value, p)
			if at < int(x.Comps) {
				if f.Comps(x.Value) == 1 {
					return x.Value
				}
				return c.Swizzle(x.Value, ssa.Splat(x.Swizzle.At(at)), 1)
			}
			at -= int(x.Comps)
		}
	}
	return c.Swizzle(s.Value, ssa.Splat(at), 1)
}

// isComponentwise reports whether an operation makes each component of its result from
// the same component of its sources; sources of one component serve all.
func isComponentwise(o op.Op) bool {
	info := o.Info()
	if info.Class != op.ClassALU || info.Result.Comps != 0 || info.Result.Base == op.Whole || info.IR.Form == op.FormWhole {
		return false
	}
	for k := range info.Srcs {
		if s := &info.Srcs[k]; s.Base == op.Whole || s.Comps > 1 {
			return false
		}
	}
	return true
}

// expandScalars replaces instructions that are arithmetic by component. Wants selects
// instructions, and scalar makes one component of a result from the components of its
// sources. Replacements are not visited.
func expandScalars(f *ssa.Function, wants func(i ssa.InstrID) bool, scalar func(c *calc, i ssa.InstrID, x []ssa.Value) ssa.Value) bool {
	return expandWhole(f, func(i ssa.InstrID) bool { return isComponentwise(f.Op(i)) && wants(i) }, func(c *calc, i ssa.InstrID) ssa.Value {
		var parts [4]ssa.Value
		var args [4]ssa.Value
		n := f.Comps(i)
		rows := f.Op(i).Info().Srcs
		for k := range n {
			for s := range f.NumSrcs(i) {
				at := k
				if rows[min(s, len(rows)-1)].Comps == 1 {
					at = 0
				}
				args[s] = c.part(f.Src(i, s), at)
			}
			parts[k] = scalar(c, i, args[:f.NumSrcs(i)])
		}
		return c.join(i, parts[:n]...)
	})
}

// join is the vector that takes the place of an instruction.
func (c *calc) join(i ssa.InstrID, parts ...ssa.Value) ssa.Value {
	if len(parts) == 1 {
		return parts[0]
	}
	return c.Op(op.Vec, c.F.Type(i), parts...)
}

// expandWhole replaces instructions by the value that make makes before each; 0: the
// instruction stays.
func expandWhole(f *ssa.Function, wants func(i ssa.InstrID) bool, make func(c *calc, i ssa.InstrID) ssa.Value) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if !wants(i) {
				continue
			}
			c := calc{f.BuildBefore(i)}
			v := make(&c, i)
			if v == 0 {
				continue
			}
			replace(f, i, v)
			changed = true
		}
	}
	return changed
}

// replace makes another value take the place of an instruction's, and removes the
// instruction.
func replace(f *ssa.Function, i, v ssa.Value) {
	if f.NameOf(v) == "" {
		f.SetName(v, f.NameOf(i))
	}
	f.ReplaceUses(i, v)
	f.Remove(i)
}
