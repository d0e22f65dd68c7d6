package typing

// This file checks math functions by a table: which scalars and shapes the first
// argument may have, and how the others follow from it.

import "refract/ir"

// scalarClass is a set of scalars.
type scalarClass uint16

const (
	anyNumber  = ^scalarClass(1<<ir.NoScalar | 1<<ir.Bool)
	anyFloat   = scalarClass(1<<ir.F16 | 1<<ir.F32 | 1<<ir.F64)
	shortFloat = scalarClass(1<<ir.F16 | 1<<ir.F32) // transcendental functions exist for these only
	onlyF32    = scalarClass(1 << ir.F32)
	anyInt     = scalarClass(1<<ir.I8 | 1<<ir.U8 | 1<<ir.I16 | 1<<ir.U16 | 1<<ir.I32 | 1<<ir.U32 | 1<<ir.I64 | 1<<ir.U64)
	signed     = anyFloat | scalarClass(1<<ir.I8|1<<ir.I16|1<<ir.I32|1<<ir.I64)
	onlyU32    = scalarClass(1 << ir.U32)
	onlyI32    = scalarClass(1 << ir.I32)
	word       = onlyU32 | onlyI32
)

// shape is a set of shapes of the first argument.
type shape uint8

const (
	one    shape = 1 << iota // scalar
	many                     // vector
	three                    // vector of three
	two                      // vector of two
	four                     // vector of four
	matrix                   // any matrix
	square                   // a square matrix
	each   = one | many
)

// rest is the rule for the arguments after the first.
type rest uint8

const (
	likewise  rest = iota // the same type
	exponent              // i32 of the same component count
	bitRange              // the last two: u32 scalars; before that, the same type
	lastOne               // the last: a scalar of the same kind
	rowVector             // a vector of the same scalar, of any size
)

type mathRule struct {
	scalars scalarClass
	shapes  shape
	rest    rest
}

var mathRules = [...]mathRule{
	ir.MathAbs:                {anyNumber, each, likewise},
	ir.MathMin:                {anyNumber, each, likewise},
	ir.MathMax:                {anyNumber, each, likewise},
	ir.MathClamp:              {anyNumber, each, likewise},
	ir.MathSaturate:           {anyFloat, each, likewise},
	ir.MathCos:                {shortFloat, each, likewise},
	ir.MathCosh:               {shortFloat, each, likewise},
	ir.MathSin:                {shortFloat, each, likewise},
	ir.MathSinh:               {shortFloat, each, likewise},
	ir.MathTan:                {shortFloat, each, likewise},
	ir.MathTanh:               {shortFloat, each, likewise},
	ir.MathAcos:               {shortFloat, each, likewise},
	ir.MathAsin:               {shortFloat, each, likewise},
	ir.MathAtan:               {shortFloat, each, likewise},
	ir.MathAtan2:              {shortFloat, each, likewise},
	ir.MathAsinh:              {shortFloat, each, likewise},
	ir.MathAcosh:              {shortFloat, each, likewise},
	ir.MathAtanh:              {shortFloat, each, likewise},
	ir.MathRadians:            {shortFloat, each, likewise},
	ir.MathDegrees:            {shortFloat, each, likewise},
	ir.MathCeil:               {anyFloat, each, likewise},
	ir.MathFloor:              {anyFloat, each, likewise},
	ir.MathRound:              {anyFloat, each, likewise},
	ir.MathFract:              {anyFloat, each, likewise},
	ir.MathTrunc:              {anyFloat, each, likewise},
	ir.MathModf:               {anyFloat, each, likewise},
	ir.MathFrexp:              {anyFloat, each, likewise},
	ir.MathLdexp:              {anyFloat, each, exponent},
	ir.MathExp:                {shortFloat, each, likewise},
	ir.MathExp2:               {shortFloat, each, likewise},
	ir.MathLog:                {shortFloat, each, likewise},
	ir.MathLog2:               {shortFloat, each, likewise},
	ir.MathPow:                {shortFloat, each, likewise},
	ir.MathDot:                {anyNumber, many, likewise},
	ir.MathOuter:              {anyFloat, many, rowVector},
	ir.MathCross:              {anyFloat, three, likewise},
	ir.MathDistance:           {anyFloat, each, likewise},
	ir.MathLength:             {anyFloat, each, likewise},
	ir.MathNormalize:          {anyFloat, many, likewise},
	ir.MathFaceForward:        {anyFloat, each, likewise},
	ir.MathReflect:            {anyFloat, each, likewise},
	ir.MathRefract:            {anyFloat, each, lastOne},
	ir.MathSign:               {signed, each, likewise},
	ir.MathFma:                {anyFloat, each, likewise},
	ir.MathMix:                {anyFloat, each, likewise},
	ir.MathStep:               {anyFloat, each, likewise},
	ir.MathSmoothStep:         {anyFloat, each, likewise},
	ir.MathSqrt:               {anyFloat, each, likewise},
	ir.MathInverseSqrt:        {anyFloat, each, likewise},
	ir.MathInverse:            {anyFloat, square, likewise},
	ir.MathTranspose:          {anyFloat, matrix, likewise},
	ir.MathDeterminant:        {anyFloat, square, likewise},
	ir.MathQuantizeToF16:      {onlyF32, each, likewise},
	ir.MathCountTrailingZeros: {anyInt, each, likewise},
	ir.MathCountLeadingZeros:  {anyInt, each, likewise},
	ir.MathCountOneBits:       {anyInt, each, likewise},
	ir.MathReverseBits:        {anyInt, each, likewise},
	ir.MathExtractBits:        {anyInt, each, bitRange},
	ir.MathInsertBits:         {anyInt, each, bitRange},
	ir.MathFirstTrailingBit:   {anyInt, each, likewise},
	ir.MathFirstLeadingBit:    {anyInt, each, likewise},
	ir.MathPack4x8snorm:       {onlyF32, four, likewise},
	ir.MathPack4x8unorm:       {onlyF32, four, likewise},
	ir.MathPack2x16snorm:      {onlyF32, two, likewise},
	ir.MathPack2x16unorm:      {onlyF32, two, likewise},
	ir.MathPack2x16float:      {onlyF32, two, likewise},
	ir.MathPack4xI8:           {onlyI32, four, likewise},
	ir.MathPack4xU8:           {onlyU32, four, likewise},
	ir.MathPack4xI8Clamp:      {onlyI32, four, likewise},
	ir.MathPack4xU8Clamp:      {onlyU32, four, likewise},
	ir.MathUnpack4x8snorm:     {onlyU32, one, likewise},
	ir.MathUnpack4x8unorm:     {onlyU32, one, likewise},
	ir.MathUnpack2x16snorm:    {onlyU32, one, likewise},
	ir.MathUnpack2x16unorm:    {onlyU32, one, likewise},
	ir.MathUnpack2x16float:    {onlyU32, one, likewise},
	ir.MathUnpack4xI8:         {onlyU32, one, likewise},
	ir.MathUnpack4xU8:         {onlyU32, one, likewise},
	ir.MathDot4I8Packed:       {onlyU32, one, likewise},
	ir.MathDot4U8Packed:       {onlyU32, one, likewise},
	ir.MathAddCarry:           {onlyU32, each, likewise},
	ir.MathSubBorrow:          {onlyU32, each, likewise},
	ir.MathMulExtended:        {word, each, likewise},
}

func shapeOf(t *ir.Type) shape {
	switch t.Kind {
	case ir.TypeScalar:
		return one
	case ir.TypeVector:
		return many | [5]shape{2: two, 3: three, 4: four}[t.Rows]
	case ir.TypeMatrix:
		if t.Columns == t.Rows {
			return matrix | square
		}
		return matrix
	}
	return 0
}

func (c *Checker) math(id ir.ExprID) bool {
	v := c.e.Math(id)
	info, rule := v.Op.Info(), &mathRules[v.Op]
	first := c.e.TypeOf(v.Args[0])
	t := c.m.Types.At(first)
	if rule.scalars>>t.Scalar&1 == 0 || shapeOf(t)&rule.shapes == 0 {
		return c.operand(info.Name, v.Args[0])
	}
	for i := 1; i < int(info.Args); i++ {
		if x := v.Args[i]; !c.follows(rule.rest, i, int(info.Args), t, first, x) {
			return c.fail(CodeOperandType, x, "argument %d of %s on %s can't be %s", i+1, info.Name, c.m.TypeName(first), c.name(x))
		}
	}
	switch info.Result {
	case ir.ResultSame:
		return c.is(id, first)
	case ir.ResultScalar:
		return c.is(id, ir.ScalarTypeOf(t.Scalar))
	case ir.ResultFixed:
		return c.is(id, info.Fixed)
	case ir.ResultOuter:
		return c.is(id, ir.MatrixOf(t.Scalar, int(c.at(v.Args[1]).Rows), int(t.Rows)))
	case ir.ResultTransposed:
		return c.is(id, ir.MatrixOf(t.Scalar, int(t.Rows), int(t.Columns)))
	case ir.ResultStruct:
		if s := c.m.StructOf(c.e.TypeOf(id)); s == nil || s.Special != specialOf(v.Op) || s.Param != first {
			return c.fail(CodeExprType, 0, "the expression is recorded as %s, which is not the result of %s on %s",
				c.name(id), info.Name, c.m.TypeName(first))
		}
		return true
	}
	panic("typing: math result of " + info.Name)
}

// follows reports whether argument i of n fits the first.
func (c *Checker) follows(r rest, i, n int, t *ir.Type, first ir.TypeID, x ir.ExprID) bool {
	got := c.e.TypeOf(x)
	switch r {
	case exponent:
		return got == shaped(t, ir.I32)
	case bitRange:
		if i >= n-2 {
			return got == ir.TypeU32
		}
	case lastOne:
		if i == n-1 {
			return got == ir.ScalarTypeOf(t.Scalar)
		}
	case rowVector:
		v := c.m.Types.At(got)
		return v.Kind == ir.TypeVector && v.Scalar == t.Scalar
	}
	return got == first
}

func specialOf(op ir.MathOp) ir.SpecialKind {
	switch op {
	case ir.MathModf:
		return ir.SpecialModf
	case ir.MathFrexp:
		return ir.SpecialFrexp
	case ir.MathAddCarry:
		return ir.SpecialAddCarry
	case ir.MathSubBorrow:
		return ir.SpecialSubBorrow
	case ir.MathMulExtended:
		return ir.SpecialMulExtended
	}
	panic("typing: special struct of " + op.String())
}
