package lower

// This file expands composed operations on floats, by their formulas.

import (
	"refract/internal/builtin/formula"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// isComposed reports whether an operation on floats is made of simpler ones here. Angles are not:
// one product by a constant is no simpler.
func isComposed(o op.Op) bool {
	return o == op.FCross || o.Formula() != formula.NoOperation && o != op.FRadians && o != op.FDegrees
}

// isComposedAt is isComposed of an instruction: the reciprocal of a square root is rounded
// once for numbers of less than 64 bits.
func isComposedAt(f *ssa.Function, i ssa.InstrID) bool {
	return isComposed(f.Op(i)) && (f.Op(i) != op.FRsq || f.Bits(i) == 64)
}

// floatNumber is a number as a float of the size of another.
func (c *calc) floatNumber(like ssa.Value, x float64) ssa.Value {
	s := ir.ScalarOf(ir.FloatKind, c.F.Bits(like))
	return c.Const(ir.ScalarTypeOf(s), s.FloatBits(x))
}

func (c *calc) fadd(x, y ssa.Value) ssa.Value { return c.do(op.FAdd, x, y) }
func (c *calc) fsub(x, y ssa.Value) ssa.Value { return c.do(op.FSub, x, y) }
func (c *calc) fmul(x, y ssa.Value) ssa.Value { return c.do(op.FMul, x, y) }
func (c *calc) fdiv(x, y ssa.Value) ssa.Value { return c.do(op.FDiv, x, y) }
func (c *calc) flt(x, y ssa.Value) ssa.Value  { return c.do(op.FLt, x, y) }

// steps are the operations of formulas; the others are composed.
var steps = [formula.NumOperations]op.Op{
	formula.FAdd: op.FAdd, formula.FSub: op.FSub, formula.FMul: op.FMul, formula.FDiv: op.FDiv, formula.FNeg: op.FNeg,
	formula.FAbs: op.FAbs, formula.FSqrt: op.FSqrt, formula.FFloor: op.FFloor, formula.FLt: op.FLt, formula.FLe: op.FLe,
	formula.BCsel: op.BCsel,
}

// composed computes a function by its formula; like has the size of its floats.
func (c *calc) composed(o op.Op, like ssa.Value, args ...[]ssa.Value) []ssa.Value {
	e := formula.Evaluator[ssa.Value]{
		Number: func(x float64) ssa.Value { return c.floatNumber(like, x) },
		Apply: func(o formula.Operation, x, y, z ssa.Value) (ssa.Value, bool) {
			if steps[o] == op.Invalid {
				return 0, false
			}
			list := [3]ssa.Value{x, y, z}
			return c.do(steps[o], list[:len(steps[o].Info().Srcs)]...), true
		},
	}
	return e.Evaluate(o.Formula(), args...)
}

// composedFloat is one component of an operation by components.
func composedFloat(c *calc, o op.Op, x []ssa.Value) ssa.Value {
	args := make([][]ssa.Value, len(x))
	for k := range x {
		args[k] = x[k : k+1]
	}
	return c.composed(o, x[0], args...)[0]
}

// wholeFloats is the replacement of an operation on whole vectors.
func wholeFloats(c *calc, i ssa.InstrID) ssa.Value {
	f := c.F
	vector := func(s int) []ssa.Value {
		var list []ssa.Value
		for k := range f.SrcComps(i, s) {
			list = append(list, c.part(f.Src(i, s), k))
		}
		return list
	}
	if f.Op(i) == op.FCross {
		a, b := vector(0), vector(1)
		var list []ssa.Value
		for k := range a {
			m, n := (k+1)%3, (k+2)%3
			list = append(list, c.fsub(c.fmul(a[m], b[n]), c.fmul(a[n], b[m])))
		}
		return c.join(i, list...)
	}
	var args [][]ssa.Value
	for s := range f.NumSrcs(i) {
		args = append(args, vector(s))
	}
	return c.join(i, c.composed(f.Op(i), args[0][0], args...)...)
}
