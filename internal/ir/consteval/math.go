package consteval

// This file applies math functions (WGSL section "Numeric Built-in Functions"): functions
// that work component by component, and functions that yield structs.

import (
	"math"

	"refract/internal/builtin"
	"refract/internal/num"
	"refract/ir"
)

// Call applies the operation of a built-in function to arguments of the types
// of one of its overloads; result is the type of its value. A scalar argument
// beside vectors is repeated. A function whose calls can't be const-expressions
// is an error.
func (e *Evaluator) Call(op builtin.Op, result ir.TypeID, args []Value) (Value, *Error) {
	switch op.Kind {
	case ir.KindMath:
		return e.Math(op.Math(), result, args)
	case ir.KindRelational:
		return e.Relational(op.Relational(), args[0])
	case ir.KindSelect:
		return e.Select(args[0], args[1], args[2])
	case ir.KindAs:
		return e.Bitcast(args[0], result)
	}
	return Value{}, errorf(CodeNotConstant, "this call can't be evaluated before the shader runs")
}

// Math applies a math function; see Call.
func (e *Evaluator) Math(op ir.MathOp, result ir.TypeID, args []Value) (Value, *Error) {
	if v, done, err := e.geometry(op, result, args); done || err != nil {
		return v, err
	}
	switch op {
	case ir.MathModf, ir.MathFrexp, ir.MathAddCarry, ir.MathSubBorrow, ir.MathMulExtended:
		return e.pairs(op, result, args)
	}
	if op >= ir.MathPack4x8snorm && op <= ir.MathDot4U8Packed {
		return e.packing(op, result, args[0], args[len(args)-1])
	}
	s := e.m.Types.ScalarOf(args[0].Type)
	n := max(1, e.m.Types.ComponentCount(result))
	var words [4]uint64
	for i := range n {
		var a [4]uint64
		for k, v := range args {
			a[k] = e.at(v, i)
		}
		r, f := e.scalarMath(op, s, len(args), a, args)
		if err := e.failMath(f, op, s, a[:len(args)]); err != nil {
			return Value{}, err
		}
		words[i] = r
	}
	return e.vector(result, words[:n])
}

// scalarMath applies a function to one component of each argument.
func (e *Evaluator) scalarMath(op ir.MathOp, s ir.Scalar, n int, a [4]uint64, args []Value) (uint64, fault) {
	switch {
	case s.IsInteger():
		return integer(op, s, a[0], a[1], a[2], a[3])
	case op == ir.MathLdexp:
		exp, _ := Value{ir.ScalarTypeOf(e.m.Types.ScalarOf(args[1].Type)), a[1]}.Integer()
		return ldexp(s, a[0], exp)
	case op == ir.MathQuantizeToF16:
		f := fine
		if x := floatOf(s, a[0]); math.Abs(x) > num.LargestF16.F64() {
			f = notFinite
		}
		return fromF32(num.QuantizeToF16(f32(a[0]))), f
	case n == 1:
		return floatUnary(op, s, a[0])
	case n == 2:
		return floatBinary(op, s, a[0], a[1])
	}
	return floatTernary(op, s, a[0], a[1], a[2])
}

// exponentBias is that of a float's format.
func exponentBias(s ir.Scalar) int64 {
	switch s {
	case ir.F16:
		return 15
	case ir.F32:
		return 127
	}
	return 1023
}

func ldexp(s ir.Scalar, x uint64, exp int64) (uint64, fault) {
	f := fine
	if exp > exponentBias(s)+1 {
		f = exponentRange
	}
	var r uint64
	i := int32(max(math.MinInt32, min(exp, math.MaxInt32)))
	switch s {
	case ir.F16:
		r = fromF16(num.LdexpF16(f16(x), i))
	case ir.F32:
		r = fromF32(num.LdexpF32(f32(x), i))
	default:
		r = fromF64(num.LdexpF64(f64(x), i))
	}
	if f == fine {
		f = finite(isFinite(s, r))
	}
	return r, f
}

// pairs applies a function whose result is a struct of two members, each with
// as many components as the argument.
func (e *Evaluator) pairs(op ir.MathOp, result ir.TypeID, args []Value) (Value, *Error) {
	s := e.m.Types.ScalarOf(args[0].Type)
	n := uint64(e.Len(args[0].Type))
	at, err := e.alloc(result)
	if err != nil {
		return Value{}, err
	}
	for i := range n {
		x, y := e.at(args[0], int(i)), e.at(args[len(args)-1], int(i))
		var a, b uint64
		switch op {
		case ir.MathModf:
			a, b = modf(s, x)
		case ir.MathFrexp:
			a, b = frexp(s, x)
		case ir.MathAddCarry:
			sum, carry := num.AddCarry(uint32(x), uint32(y))
			a, b = word(sum), word(carry)
		case ir.MathSubBorrow:
			difference, borrow := num.SubBorrow(uint32(x), uint32(y))
			a, b = word(difference), word(borrow)
		default:
			if s == ir.I32 {
				low, high := num.MulExtended(int32(x), int32(y))
				a, b = word(low), word(high)
			} else {
				low, high := num.MulExtended(uint32(x), uint32(y))
				a, b = word(low), word(high)
			}
		}
		e.pool[at+i], e.pool[at+n+i] = a, b
	}
	return e.finish(result, at), nil
}

func modf(s ir.Scalar, x uint64) (fract, whole uint64) {
	switch s {
	case ir.F16:
		f, w := num.ModfF16(f16(x))
		return fromF16(f), fromF16(w)
	case ir.F32:
		f, w := num.ModfF32(f32(x))
		return fromF32(f), fromF32(w)
	}
	f, w := num.ModfF64(f64(x))
	return fromF64(f), fromF64(w)
}

func frexp(s ir.Scalar, x uint64) (fract, exp uint64) {
	switch s {
	case ir.F16:
		f, i := num.FrexpF16(f16(x))
		return fromF16(f), word(i)
	case ir.F32:
		f, i := num.FrexpF32(f32(x))
		return fromF32(f), word(i)
	}
	f, i := num.FrexpF64(f64(x))
	if s == ir.AbstractFloat {
		return fromF64(f), uint64(int64(i))
	}
	return fromF64(f), word(i)
}

// spelling is WGSL's name of a math function, or the IR's if WGSL has none.
func spelling(op ir.MathOp) string {
	for id := builtin.Abs; id <= builtin.Unpack2x16float; id++ {
		if o := id.Info().Op; o.Kind == ir.KindMath && o.Math() == op {
			return id.String()
		}
	}
	return op.String()
}
