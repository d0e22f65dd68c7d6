package glsl

// This file lowers calls of built-in functions.

import (
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// matrixFunction takes the functions on matrices, whose types follow from their
// arguments; done is false for any other.
func (c *checker) matrixFunction(n syntax.Node, name string, list []operand) (x operand, done bool) {
	isMatrix := func(i int) bool { return i < len(list) && c.at(list[i].ty).Kind == ir.TypeMatrix }
	var a avail
	switch name {
	case "matrixCompMult":
		a = always()
		if len(list) == 2 && isMatrix(0) && list[0].ty == list[1].ty {
			x = c.columns(list[0].ty, func(i uint32) operand {
				return c.binary(ir.Mul, c.component(list[0], i), c.component(list[1], i))
			})
		}
	case "outerProduct":
		a = since(120, 300, exts{})
		if len(list) == 2 && c.shapeOf(list[0].ty) > 1 && c.shapeOf(list[1].ty) > 1 {
			if l, r, ok := c.unify(list[0], list[1]); ok && c.m.Types.ScalarOf(l.ty).IsFloat() {
				x = c.math(ir.MathOuter, l, r)
			} else if ok && c.m.Types.ScalarOf(l.ty).IsInteger() && c.converts(c.m.Types.ScalarOf(l.ty), ir.F32) {
				x = c.math(ir.MathOuter, c.cast(ir.F32, l), c.cast(ir.F32, r))
			}
		}
	case "transpose":
		a = since(120, 300, exts{})
		if len(list) == 1 && isMatrix(0) {
			x = c.math(ir.MathTranspose, list[0])
		}
	case "determinant":
		a = since(150, 300, exts{})
		if len(list) == 1 && isMatrix(0) && c.at(list[0].ty).Rows == c.at(list[0].ty).Columns {
			x = c.math(ir.MathDeterminant, list[0])
		}
	case "inverse":
		a = since(140, 300, exts{})
		if len(list) == 1 && isMatrix(0) && c.at(list[0].ty).Rows == c.at(list[0].ty).Columns {
			x = c.math(ir.MathInverse, list[0])
		}
	default:
		return operand{}, false
	}
	if !c.needs(c.t.Span(n), name, &a) {
		return operand{}, true
	}
	if !x.ok() {
		c.errorf(codeNoMatch, c.t.Span(n), "no function %s takes %s", name, c.typeList(list))
	}
	return x, true
}

// runtimeOnly reports a call that can't stand in a constant expression.
func (c *checker) runtimeOnly(n syntax.Node, name string) bool {
	if c.fn != nil {
		return false
	}
	c.errorf(codeConstWanted, c.t.Span(n), "a constant expression can't call %s", name)
	return true
}

// lowerCall builds a call; arguments have the types of the parameters, those that
// are out are variables.
func (c *checker) lowerCall(n syntax.Node, f *function, r *resolved, a []operand) operand {
	if f.low >= lowMath && f.low < lowMod {
		op := ir.MathOp(f.low - lowMath)
		// Scalars beside vectors are repeated.
		for i := range a {
			if r.params[i] != r.params[0] || r.params[i] != r.result {
				if op != ir.MathRefract && op != ir.MathDot && op != ir.MathDistance && c.shapeOf(r.result) > 1 && c.shapeOf(a[i].ty) == 1 && len(a) > 1 {
					a[i] = c.splat(c.shapeOf(r.result), a[i])
				}
			}
		}
		if op == ir.MathDot && c.shapeOf(a[0].ty) == 1 {
			return c.binary(ir.Mul, a[0], a[1])
		}
		return c.wide(op, a)
	}
	s := r.scalar
	switch f.low {
	case lowMod:
		y := c.splatLike(a[0].ty, a[1])
		q := c.math(ir.MathFloor, c.binary(ir.Div, a[0], y))
		return c.binary(ir.Sub, a[0], c.binary(ir.Mul, y, q))
	case lowModf:
		x := c.rvalueOf(a[0])
		if x.isConst() {
			x = operand{kind: opValue, ty: x.ty, handle: uint32(c.toExpr(x))}
		}
		m := c.math(ir.MathModf, x)
		c.storeOut(a[1], c.component(m, 1))
		return c.component(m, 0)
	case lowFrexp:
		x := c.rvalueOf(a[0])
		if x.isConst() {
			x = operand{kind: opValue, ty: x.ty, handle: uint32(c.toExpr(x))}
		}
		m := c.math(ir.MathFrexp, x)
		c.storeOut(a[1], c.component(m, 1))
		return c.component(m, 0)
	case lowLdexp:
		return c.math(ir.MathLdexp, a[0], a[1])
	case lowMix:
		return c.math(ir.MathMix, a[0], a[1], c.splatLike(a[0].ty, a[2]))
	case lowMixBool:
		return c.selects(a[2], a[1], a[0])
	case lowIsNan:
		return c.relational(ir.IsNan, a[0])
	case lowIsInf:
		return c.relational(ir.IsInf, a[0])
	case lowBitcast:
		return c.bitcast(ir.VectorOf(ir.Scalar(f.code), r.n), a[0])
	case lowPackBits:
		return c.bitcast(r.result, a[0])
	case lowLess:
		return c.binary(ir.Lt, a[0], a[1])
	case lowLessEqual:
		return c.binary(ir.Le, a[0], a[1])
	case lowGreater:
		return c.binary(ir.Gt, a[0], a[1])
	case lowGreaterEqual:
		return c.binary(ir.Ge, a[0], a[1])
	case lowEqual:
		return c.binary(ir.Eq, a[0], a[1])
	case lowNotEqual:
		return c.binary(ir.Ne, a[0], a[1])
	case lowAny:
		return c.relational(ir.Any, a[0])
	case lowAll:
		return c.relational(ir.All, a[0])
	case lowNot:
		return c.unary(ir.LogicalNot, a[0])
	case lowAddCarry, lowSubBorrow, lowMulExtended:
		return c.extended(f.low, a)
	case lowDotPacked:
		return c.accumulated(f.code, r.result, c.dotPacked(a[0], a[1]), a)
	case lowDotVector:
		s := c.at(r.result).Scalar
		return c.accumulated(f.code, r.result, c.math(ir.MathDot, c.cast(s, a[0]), c.cast(s, a[1])), a)
	case lowExtract:
		return c.math(ir.MathExtractBits, a[0], c.cast(ir.U32, a[1]), c.cast(ir.U32, a[2]))
	case lowInsert:
		return c.math(ir.MathInsertBits, a[0], a[1], c.cast(ir.U32, a[2]), c.cast(ir.U32, a[3]))
	case lowBitCount:
		return c.cast(ir.I32, c.math(ir.MathCountOneBits, a[0]))
	case lowFindBit:
		x := c.math(ir.MathOp(f.code), a[0])
		if s.Bits() != 32 && !s.IsSigned() {
			x = c.cast(s.Signed(), x)
		}
		return c.cast(ir.I32, x)
	case lowFtransform:
		return c.ftransform(n)
	case lowNoise:
		return c.zero(ir.VectorOf(ir.F32, int(f.code)))
	case lowLength:
		if c.shapeOf(a[0].ty) == 1 {
			return c.math(ir.MathAbs, a[0])
		}
		return c.math(ir.MathLength, a[0])
	case lowNormalize:
		if c.shapeOf(a[0].ty) == 1 {
			return c.math(ir.MathSign, a[0])
		}
		return c.math(ir.MathNormalize, a[0])
	}
	if c.runtimeOnly(n, f.name) {
		return operand{}
	}
	switch f.low {
	case lowDpdx, lowDpdy, lowFwidth, lowDpdxFine, lowDpdyFine, lowFwidthFine, lowDpdxCoarse, lowDpdyCoarse, lowFwidthCoarse:
		return c.derivative(n, f, a[0])
	case lowBarrier, lowMemoryBarrier, lowBufferBarrier, lowSharedBarrier, lowImageBarrier, lowGroupBarrier, lowSubgroupBarrier, lowSubgroupMemory:
		return c.barrier(n, f)
	case lowInterlock:
		if c.stage != ir.StageFragment {
			c.errorf(codeStage, c.t.Span(n), "only fragment shaders have %s", f.name)
			return operand{}
		}
		c.interlocks = true
		c.b.Push(c.fn.AddInterlock(ir.InterlockOp(f.code), c.b.Span))
		return operand{kind: opVoid}
	}
	return c.subgroup(n, f, r, a)
}

// wide computes a math function; those on 64-bit floats that the IR lacks are
// refused by the validator.
func (c *checker) wide(op ir.MathOp, a []operand) operand {
	if op == ir.MathFaceForward || op == ir.MathReflect || op == ir.MathRefract || op == ir.MathDistance {
		return c.math(op, a...)
	}
	return c.math(op, a...)
}

// rvalueOf is the value of an argument that may be memory.
func (c *checker) rvalueOf(x operand) operand { return c.rvalue(x) }

// storeOut writes an out parameter of a built-in function.
func (c *checker) storeOut(to, v operand) {
	if v.ty != to.ty {
		v = c.cast(c.m.Types.ScalarOf(to.ty), v)
	}
	c.store(to, v)
}

// extended is uaddCarry, usubBorrow, umulExtended and imulExtended.
func (c *checker) extended(low lowering, a []operand) operand {
	runtime := func(x operand) operand {
		if x.isConst() {
			return operand{kind: opValue, ty: x.ty, handle: uint32(c.toExpr(x))}
		}
		return x
	}
	x, y := runtime(c.rvalue(a[0])), runtime(c.rvalue(a[1]))
	op := map[lowering]ir.MathOp{lowAddCarry: ir.MathAddCarry, lowSubBorrow: ir.MathSubBorrow, lowMulExtended: ir.MathMulExtended}[low]
	m := c.math(op, x, y)
	if low == lowMulExtended {
		c.storeOut(a[2], c.component(m, 1))
		c.storeOut(a[3], c.component(m, 0))
		return operand{kind: opVoid}
	}
	c.storeOut(a[2], c.component(m, 1))
	return c.component(m, 0)
}

func (c *checker) derivative(n syntax.Node, f *function, x operand) operand {
	if !c.needsQuads(n, f.name) {
		return operand{}
	}
	if x.isConst() {
		return c.zero(x.ty)
	}
	axis := [...]ir.DerivativeAxis{ir.AxisX, ir.AxisY, ir.AxisWidth}[(f.low-lowDpdx)%3]
	control := [...]ir.DerivativeControl{ir.ControlNone, ir.ControlFine, ir.ControlCoarse}[(f.low-lowDpdx)/3]
	s := c.m.Types.ScalarOf(x.ty)
	d := ir.Derivative{Axis: axis, Control: control, Value: c.cast(ir.F32, x).expr()}
	y := c.made(c.ex.AddDerivative(c.ex.TypeOf(d.Value), d, c.b.Span), false)
	if axis == ir.AxisY && c.stage == ir.StageFragment && c.fromBelow() {
		y.handle = uint32(c.b.Unary(ir.Negate, y.expr()))
	}
	return c.cast(s, y)
}

// interlockMode is which fragments exclude one another from critical sections: fragments of
// one pixel, in order, if the shader declares no mode.
func (c *checker) interlockMode() ir.Interlock {
	if c.interlocks && c.defaults.interlock == ir.NoInterlock {
		return ir.InterlockPixelOrdered
	}
	return c.defaults.interlock
}

func (c *checker) barrier(n syntax.Node, f *function) operand {
	all := ir.MemoryStorage | ir.MemoryTexture
	if c.stage.Info().Workgroups {
		all |= ir.MemoryWorkgroup
	}
	memory := func(m ir.Memory, s ir.Scope) {
		c.b.Push(c.fn.AddBarrier(ir.StmtMemoryBarrier, ir.Barrier{Memory: m, Scope: s}, c.b.Span))
	}
	switch f.low {
	case lowBarrier:
		if c.stage == ir.StageTessellationControl {
			c.b.Barrier(0)
			return operand{kind: opVoid}
		}
		if !c.stage.Info().Workgroups {
			c.errorf(codeStage, c.t.Span(n), "a %s shader has no barrier", c.stage)
			return operand{}
		}
		c.b.Barrier(ir.MemoryWorkgroup | c.beside)
		c.beside = 0
	case lowMemoryBarrier:
		memory(all, ir.ScopeDevice)
	case lowBufferBarrier:
		memory(ir.MemoryStorage, ir.ScopeDevice)
	case lowImageBarrier:
		memory(ir.MemoryTexture, ir.ScopeDevice)
	case lowSharedBarrier, lowGroupBarrier:
		if !c.stage.Info().Workgroups {
			c.errorf(codeStage, c.t.Span(n), "a %s shader has no %s", c.stage, f.name)
			return operand{}
		}
		if f.low == lowSharedBarrier {
			memory(ir.MemoryWorkgroup, ir.ScopeDevice)
		} else {
			memory(all, ir.ScopeWorkgroup)
		}
	case lowSubgroupBarrier:
		c.b.Push(c.fn.AddBarrier(ir.StmtControlBarrier, ir.Barrier{Memory: all | ir.MemorySubgroup}, c.b.Span))
	case lowSubgroupMemory:
		memory(ir.Memory(f.code)&all, ir.ScopeSubgroup)
	}
	return operand{kind: opVoid}
}

// ftransformNames are the variables whose product ftransform is.
var ftransformNames = [2]string{"gl_ModelViewProjectionMatrix", "gl_Vertex"}

// ftransform is gl_ModelViewProjectionMatrix * gl_Vertex.
func (c *checker) ftransform(n syntax.Node) operand {
	var parts [2]operand
	for i, name := range ftransformNames {
		id := c.bind[symbolOf(name)]
		if id == 0 {
			c.errorf(codeStage, c.t.Span(n), "a %s shader has no ftransform", c.stage)
			return operand{}
		}
		if parts[i] = c.rvalue(c.reference(id, n)); !parts[i].ok() {
			return operand{}
		}
	}
	return c.binary(ir.Mul, parts[0], parts[1])
}
