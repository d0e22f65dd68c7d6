package fromir

// This file converts expressions that an Emit lists.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// moves are the kinds of expressions whose components are components of their operands.
const moves ir.KindSet = 1<<ir.KindCompose | 1<<ir.KindSplat | 1<<ir.KindSwizzle | 1<<ir.KindAccessIndex

// expr makes the instruction of an expression at the builder's place.
func (c *converter) expr(e ir.ExprID) ssa.Value {
	c.m.Meter.Step()
	f := c.f
	flags := f.Flags(e)
	c.b.FP = c.fast
	if flags&ir.FlagPrecise != 0 {
		c.b.FP = 0
	}
	if f.In(e, moves) {
		flags &^= ir.FlagRelaxed // which is of no use: nothing is rounded
	}
	v := c.operation(e, f.TypeOf(e))
	c.g.SetFlags(v, flags&^(ir.FlagBitcast|ir.FlagClampEdge|ir.FlagCommitted))
	return v
}

func (c *converter) operation(e ir.ExprID, t ir.TypeID) ssa.Value {
	f := c.f
	switch k := f.Kind(e); k {
	case ir.KindCompose:
		c.args = c.args[:0]
		for _, x := range f.Compose(e).Components {
			c.args = append(c.args, c.use(x))
		}
		switch {
		case c.types.At(t).Kind != ir.TypeVector:
			return c.whole(op.Compose, t, c.args...)
		case len(c.args) == 1:
			return c.whole(op.Mov, t, c.args[0])
		}
		return c.whole(op.Vec, t, c.args...)
	case ir.KindSplat:
		if c.types.At(t).Kind == ir.TypeCooperative {
			return c.cooperative(op.CooperativeSplat, t, f.Operand(e), 0)
		}
		return c.instr(op.Mov, t, ssa.Src{Value: c.use(f.Operand(e)), Swizzle: ssa.Splat(0), Comps: c.comps(t)})
	case ir.KindSwizzle:
		v := f.Swizzle(e)
		var s ssa.Swizzle
		for i := range v.Size {
			s = s.With(i, int(v.Pattern[i]))
		}
		return c.instr(op.Mov, t, ssa.Src{Value: c.use(v.Vector), Swizzle: s, Comps: uint8(v.Size)})
	case ir.KindAccess:
		v := f.Access(e)
		base, index := c.use(v.Base), c.use(v.Index)
		if c.isPlace(v.Base) {
			return c.whole(op.DerefArray, t, base, index)
		}
		return c.instr(op.ExtractDynamic, t, ssa.Whole(base), ssa.Src{Value: index, Comps: 1})
	case ir.KindAccessIndex:
		return c.accessIndex(f.AccessIndex(e), t)
	case ir.KindLoad:
		return c.whole(op.Load, t, c.use(f.Operand(e)))
	case ir.KindUnary:
		v := f.Unary(e)
		o := op.INot
		if v.Op == ir.Negate {
			switch {
			case c.kindOf(v.Value) == ir.TypeCooperative:
				return c.cooperative(op.CooperativeNegate, t, v.Value, 0)
			case c.isMatrix(v.Value):
				o = op.MatNeg
			case c.scalar(v.Value).IsFloat():
				o = op.FNeg
			default:
				o = op.INeg
			}
		}
		return c.whole(o, t, c.use(v.Value))
	case ir.KindBinary:
		v := f.Binary(e)
		return c.binary(v.Op, v.Left, v.Right, t)
	case ir.KindSelect:
		v := f.Select(e)
		n := c.comps(t)
		if n == 0 {
			return c.instr(op.SelectWhole, t, ssa.Src{Value: c.use(v.Condition), Comps: 1}, ssa.Whole(c.use(v.Accept)), ssa.Whole(c.use(v.Reject)))
		}
		return c.instr(op.BCsel, t, c.spread(v.Condition, n), c.spread(v.Accept, n), c.spread(v.Reject, n))
	case ir.KindRelational:
		v := f.Relational(e)
		o := [...]op.Op{ir.All: op.BAll, ir.Any: op.BAny, ir.IsNan: op.FIsNan, ir.IsInf: op.FIsInf}[v.Op]
		return c.whole(o, t, c.use(v.Value))
	case ir.KindMath:
		return c.math(f.Math(e), t)
	case ir.KindAs:
		return c.conversion(f.As(e), t)
	case ir.KindDerivative:
		v := f.Derivative(e)
		return c.with(c.whole(op.Derivative, t, c.use(v.Value)), uint32(v.Axis)|uint32(v.Control)<<4)
	case ir.KindImageSample:
		v := f.ImageSample(e)
		words := uint32(v.Level) | uint32(v.Gather+1)<<4
		if v.ClampEdge {
			words |= 1 << 7
		}
		if v.Residency {
			words |= residencyBit
		}
		return c.with(c.whole(op.Tex, t, c.use(v.Image), c.use(v.Sampler), c.use(v.Coordinate), c.use(v.ArrayIndex), c.use(v.Offset),
			c.use(v.LevelArg), c.use(v.LevelArgY), c.use(v.DepthRef), c.use(v.MinLevel)), words)
	case ir.KindImageLoad:
		v := f.ImageLoad(e)
		words := uint32(0)
		if v.Residency {
			words = residencyBit
		}
		if c.types.At(f.TypeOf(v.Image)).Class == ir.ImageStorage {
			return c.with(c.whole(op.ImageLoad, t, c.use(v.Image), c.use(v.Coordinate), c.use(v.ArrayIndex), c.use(v.Sample)), words)
		}
		return c.with(c.whole(op.Txf, t, c.use(v.Image), c.use(v.Coordinate), c.use(v.ArrayIndex), c.use(v.Sample), c.use(v.Level)), words)
	case ir.KindImageQuery:
		v := f.ImageQuery(e)
		if v.Op == ir.QuerySize {
			return c.whole(op.Txs, t, c.use(v.Image), c.use(v.Level))
		}
		o := [...]op.Op{ir.QueryLevels: op.TexLevels, ir.QueryLayers: op.TexLayers, ir.QuerySamples: op.TexSamples}[v.Op]
		return c.whole(o, t, c.use(v.Image))
	case ir.KindPointerAt:
		return c.whole(op.DerefAddress, t, c.use(f.Operand(e)))
	case ir.KindInterpolate:
		v := f.Interpolate(e)
		return c.with(c.whole(op.Interpolate, t, c.use(v.Arg)), uint32(v.Op)|v.Component<<4|v.Location<<8)
	case ir.KindArrayLength:
		if c.kindOf(f.Operand(e)) == ir.TypeCooperative {
			return c.whole(op.CooperativeLength, t, c.use(f.Operand(e)))
		}
		return c.whole(op.ArrayLength, t, c.use(f.Operand(e)))
	case ir.KindRayQueryGet, ir.KindRayQueryVertex:
		o := op.RayGet
		if k == ir.KindRayQueryVertex {
			o = op.RayVertices
		}
		words := uint32(0)
		if f.Flags(e)&ir.FlagCommitted != 0 {
			words = 1
		}
		return c.with(c.whole(o, t, c.use(f.Operand(e))), words)
	default:
		panic("fromir: " + k.String() + " in an Emit")
	}
}

func (c *converter) with(i ssa.InstrID, words uint32) ssa.InstrID {
	c.g.SetWords(i, [2]uint32{words})
	return i
}

func (c *converter) comps(t ir.TypeID) uint8        { return uint8(c.types.ComponentCount(t)) }
func (c *converter) scalar(e ir.ExprID) ir.Scalar   { return c.types.ScalarOf(c.f.TypeOf(e)) }
func (c *converter) kindOf(e ir.ExprID) ir.TypeKind { return c.types.At(c.f.TypeOf(e)).Kind }
func (c *converter) isMatrix(e ir.ExprID) bool      { return c.kindOf(e) == ir.TypeMatrix }

// isPlace reports whether an access into the expression is a deref.
func (c *converter) isPlace(e ir.ExprID) bool {
	k := c.kindOf(e)
	return k == ir.TypePointer || k == ir.TypeBindingArray
}

// spread is a source of n components: all of the expression's, or its only one
// n times.
func (c *converter) spread(e ir.ExprID, n uint8) ssa.Src {
	if c.comps(c.f.TypeOf(e)) == 1 && n > 1 {
		return ssa.Src{Value: c.use(e), Swizzle: ssa.Splat(0), Comps: n}
	}
	return ssa.Src{Value: c.use(e), Swizzle: ssa.Identity, Comps: n}
}

func (c *converter) accessIndex(v ir.AccessIndex, t ir.TypeID) ssa.Value {
	base := c.use(v.Base)
	switch bt := c.types.At(c.f.TypeOf(v.Base)); bt.Kind {
	case ir.TypePointer:
		if c.types.At(bt.Base).Kind == ir.TypeStruct {
			return c.with(c.whole(op.DerefStruct, t, base), v.Index)
		}
		fallthrough
	case ir.TypeBindingArray:
		b := c.prologue(c.b.Span)
		return c.whole(op.DerefArray, t, base, b.U32(v.Index))
	case ir.TypeVector:
		return c.instr(op.Mov, t, ssa.Src{Value: base, Swizzle: ssa.Swizzle(v.Index), Comps: 1})
	}
	return c.with(c.whole(op.Extract, t, base), v.Index)
}

// column is the column of a table for a scalar.
func column(s ir.Scalar) int {
	switch {
	case s.IsFloat():
		return op.Floats
	case s.IsSigned():
		return op.Sints
	}
	return op.Uints
}

func (c *converter) binary(o ir.BinaryOp, left, right ir.ExprID, t ir.TypeID) ssa.Value {
	lk, rk := c.kindOf(left), c.kindOf(right)
	if lk == ir.TypeMatrix || rk == ir.TypeMatrix {
		return c.matrix(o, left, right, t)
	}
	if c.types.At(t).Kind == ir.TypeCooperative {
		return c.cooperativeBinary(o, left, right, t)
	}
	if o == ir.Gt || o == ir.Ge {
		left, right = right, left
	}
	n := max(c.comps(c.f.TypeOf(left)), c.comps(c.f.TypeOf(right)))
	return c.instr(op.OfBinary(o, column(c.scalar(left))), t, c.spread(left, n), c.spread(right, n))
}

func (c *converter) matrix(o ir.BinaryOp, left, right ir.ExprID, t ir.TypeID) ssa.Value {
	lk, rk := c.kindOf(left), c.kindOf(right)
	l, r := c.use(left), c.use(right)
	switch o {
	case ir.Add:
		return c.whole(op.MatAdd, t, l, r)
	case ir.Sub:
		return c.whole(op.MatSub, t, l, r)
	case ir.Mul:
		switch {
		case lk == rk:
			return c.whole(op.MatMul, t, l, r)
		case rk == ir.TypeVector:
			return c.whole(op.MatVec, t, l, r)
		case lk == ir.TypeVector:
			return c.whole(op.VecMat, t, l, r)
		case rk == ir.TypeScalar:
			return c.whole(op.MatScale, t, l, r)
		}
		return c.whole(op.MatScale, t, r, l)
	}
	panic("fromir: " + o.String() + " of matrices")
}

func (c *converter) conversion(v ir.As, t ir.TypeID) ssa.Value {
	if c.types.At(t).Kind == ir.TypeCooperative {
		return c.cooperative(op.CooperativeConvert, t, v.Value, 0)
	}
	from, to := c.scalar(v.Value), c.types.ScalarOf(t)
	value := c.use(v.Value)
	o := op.Mov
	switch {
	case v.Bitcast:
		o = op.Bitcast
	case c.isMatrix(v.Value):
		o = op.MatConvert
	case from == to:
	case from == ir.Bool && to.IsFloat():
		o = op.B2F
	case from == ir.Bool:
		o = op.B2I
	case to == ir.Bool && from.IsFloat():
		o = op.F2B
	case to == ir.Bool:
		o = op.I2B
	case from.IsFloat() && to.IsFloat():
		o = op.F2F
	case from.IsFloat() && to.IsSigned():
		o = op.F2I
	case from.IsFloat():
		o = op.F2U
	case to.IsFloat() && from.IsSigned():
		o = op.I2F
	case to.IsFloat():
		o = op.U2F
	case from.IsSigned():
		o = op.I2I
	default:
		o = op.U2U
	}
	return c.whole(o, t, value)
}

func (c *converter) math(v ir.Math, t ir.TypeID) ssa.Value {
	n := int(v.Op.Info().Args)
	c.args = c.args[:0]
	for _, a := range v.Args[:n] {
		c.args = append(c.args, c.use(a))
	}
	o := op.OfMath(v.Op, column(c.types.ScalarOf(c.f.TypeOf(v.Args[0]))))
	if o == op.Invalid {
		panic("fromir: " + v.Op.String() + " of " + c.types.ScalarOf(c.f.TypeOf(v.Args[0])).String())
	}
	return c.whole(o, t, c.args...)
}

// residencyBit is the field "residency" of operations on texels.
const residencyBit = 1 << 8
