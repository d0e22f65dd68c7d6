package toir

// This file converts arithmetic: a table from opcodes to the operators and
// functions of the module IR, with the scalar kinds that they read.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// form is how an opcode is spelled in the module IR.
type form uint8

const (
	noForm form = iota
	unary
	binary
	math
	mathWhole // a function whose result is a struct
	convert   // to the scalar kind in res
	relational
)

// row is an opcode's spelling. src is the kind that sources have; anyKind: that
// of the result, which is the value's hint if it is an integer, else unsigned.
type row struct {
	form form
	code uint8 // UnaryOp, BinaryOp, MathOp or RelationalOp
	src  want
	res  want
}

var rows = [op.Count]row{
	op.FNeg: {unary, uint8(ir.Negate), floatKind, 0},
	op.INeg: {unary, uint8(ir.Negate), sintKind, 0},

	op.FAdd: {binary, uint8(ir.Add), floatKind, 0},
	op.FSub: {binary, uint8(ir.Sub), floatKind, 0},
	op.FMul: {binary, uint8(ir.Mul), floatKind, 0},
	op.FDiv: {binary, uint8(ir.Div), floatKind, 0},
	op.FRem: {binary, uint8(ir.Rem), floatKind, 0},
	op.IAdd: {binary, uint8(ir.Add), anyKind, 0},
	op.ISub: {binary, uint8(ir.Sub), anyKind, 0},
	op.IMul: {binary, uint8(ir.Mul), anyKind, 0},
	op.IDiv: {binary, uint8(ir.Div), sintKind, 0},
	op.UDiv: {binary, uint8(ir.Div), uintKind, 0},
	op.IRem: {binary, uint8(ir.Rem), sintKind, 0},
	op.URem: {binary, uint8(ir.Rem), uintKind, 0},
	op.IAnd: {binary, uint8(ir.And), anyKind, 0},
	op.IOr:  {binary, uint8(ir.Or), anyKind, 0},
	op.IXor: {binary, uint8(ir.Xor), anyKind, 0},
	op.FLt:  {binary, uint8(ir.Lt), floatKind, boolKind},
	op.FLe:  {binary, uint8(ir.Le), floatKind, boolKind},
	op.FEq:  {binary, uint8(ir.Eq), floatKind, boolKind},
	op.FNeu: {binary, uint8(ir.Ne), floatKind, boolKind},
	op.ILt:  {binary, uint8(ir.Lt), sintKind, boolKind},
	op.ILe:  {binary, uint8(ir.Le), sintKind, boolKind},
	op.ULt:  {binary, uint8(ir.Lt), uintKind, boolKind},
	op.ULe:  {binary, uint8(ir.Le), uintKind, boolKind},

	op.BAll:   {relational, uint8(ir.All), boolKind, 0},
	op.BAny:   {relational, uint8(ir.Any), boolKind, 0},
	op.FIsNan: {relational, uint8(ir.IsNan), floatKind, 0},
	op.FIsInf: {relational, uint8(ir.IsInf), floatKind, 0},

	op.F2F: {convert, 0, floatKind, floatKind},
	op.F2I: {convert, 0, floatKind, sintKind},
	op.F2U: {convert, 0, floatKind, uintKind},
	op.I2F: {convert, 0, sintKind, floatKind},
	op.U2F: {convert, 0, uintKind, floatKind},
	op.I2I: {convert, 0, sintKind, intKind},
	op.U2U: {convert, 0, uintKind, intKind},
	op.B2F: {convert, 0, boolKind, floatKind},
	op.B2I: {convert, 0, boolKind, intKind},
	op.F2B: {convert, 0, floatKind, boolKind},
	op.I2B: {convert, 0, intKind, boolKind},

	op.FAbs:            {math, uint8(ir.MathAbs), floatKind, 0},
	op.IAbs:            {math, uint8(ir.MathAbs), sintKind, 0},
	op.FSign:           {math, uint8(ir.MathSign), floatKind, 0},
	op.ISign:           {math, uint8(ir.MathSign), sintKind, 0},
	op.FFloor:          {math, uint8(ir.MathFloor), floatKind, 0},
	op.FCeil:           {math, uint8(ir.MathCeil), floatKind, 0},
	op.FTrunc:          {math, uint8(ir.MathTrunc), floatKind, 0},
	op.FRoundEven:      {math, uint8(ir.MathRound), floatKind, 0},
	op.FFract:          {math, uint8(ir.MathFract), floatKind, 0},
	op.FSqrt:           {math, uint8(ir.MathSqrt), floatKind, 0},
	op.FRsq:            {math, uint8(ir.MathInverseSqrt), floatKind, 0},
	op.FExp:            {math, uint8(ir.MathExp), floatKind, 0},
	op.FExp2:           {math, uint8(ir.MathExp2), floatKind, 0},
	op.FLog:            {math, uint8(ir.MathLog), floatKind, 0},
	op.FLog2:           {math, uint8(ir.MathLog2), floatKind, 0},
	op.FSin:            {math, uint8(ir.MathSin), floatKind, 0},
	op.FCos:            {math, uint8(ir.MathCos), floatKind, 0},
	op.FTan:            {math, uint8(ir.MathTan), floatKind, 0},
	op.FAsin:           {math, uint8(ir.MathAsin), floatKind, 0},
	op.FAcos:           {math, uint8(ir.MathAcos), floatKind, 0},
	op.FAtan:           {math, uint8(ir.MathAtan), floatKind, 0},
	op.FSinh:           {math, uint8(ir.MathSinh), floatKind, 0},
	op.FCosh:           {math, uint8(ir.MathCosh), floatKind, 0},
	op.FTanh:           {math, uint8(ir.MathTanh), floatKind, 0},
	op.FAsinh:          {math, uint8(ir.MathAsinh), floatKind, 0},
	op.FAcosh:          {math, uint8(ir.MathAcosh), floatKind, 0},
	op.FAtanh:          {math, uint8(ir.MathAtanh), floatKind, 0},
	op.FRadians:        {math, uint8(ir.MathRadians), floatKind, 0},
	op.FDegrees:        {math, uint8(ir.MathDegrees), floatKind, 0},
	op.FSat:            {math, uint8(ir.MathSaturate), floatKind, 0},
	op.FQuantizeToF16:  {math, uint8(ir.MathQuantizeToF16), floatKind, 0},
	op.FMin:            {math, uint8(ir.MathMin), floatKind, 0},
	op.FMax:            {math, uint8(ir.MathMax), floatKind, 0},
	op.IMin:            {math, uint8(ir.MathMin), sintKind, 0},
	op.IMax:            {math, uint8(ir.MathMax), sintKind, 0},
	op.UMin:            {math, uint8(ir.MathMin), uintKind, 0},
	op.UMax:            {math, uint8(ir.MathMax), uintKind, 0},
	op.FPow:            {math, uint8(ir.MathPow), floatKind, 0},
	op.FAtan2:          {math, uint8(ir.MathAtan2), floatKind, 0},
	op.FStep:           {math, uint8(ir.MathStep), floatKind, 0},
	op.FFma:            {math, uint8(ir.MathFma), floatKind, 0},
	op.FClamp:          {math, uint8(ir.MathClamp), floatKind, 0},
	op.IClamp:          {math, uint8(ir.MathClamp), sintKind, 0},
	op.UClamp:          {math, uint8(ir.MathClamp), uintKind, 0},
	op.FMix:            {math, uint8(ir.MathMix), floatKind, 0},
	op.FSmoothStep:     {math, uint8(ir.MathSmoothStep), floatKind, 0},
	op.FDot:            {math, uint8(ir.MathDot), floatKind, 0},
	op.IDot:            {math, uint8(ir.MathDot), anyKind, 0},
	op.FCross:          {math, uint8(ir.MathCross), floatKind, 0},
	op.FLength:         {math, uint8(ir.MathLength), floatKind, 0},
	op.FDistance:       {math, uint8(ir.MathDistance), floatKind, 0},
	op.FNormalize:      {math, uint8(ir.MathNormalize), floatKind, 0},
	op.FFaceForward:    {math, uint8(ir.MathFaceForward), floatKind, 0},
	op.FReflect:        {math, uint8(ir.MathReflect), floatKind, 0},
	op.FRefract:        {math, uint8(ir.MathRefract), floatKind, 0},
	op.BitCount:        {math, uint8(ir.MathCountOneBits), anyKind, 0},
	op.BitReverse:      {math, uint8(ir.MathReverseBits), anyKind, 0},
	op.UClz:            {math, uint8(ir.MathCountLeadingZeros), anyKind, 0},
	op.UCtz:            {math, uint8(ir.MathCountTrailingZeros), anyKind, 0},
	op.FindLSB:         {math, uint8(ir.MathFirstTrailingBit), anyKind, 0},
	op.IFindMSB:        {math, uint8(ir.MathFirstLeadingBit), sintKind, 0},
	op.UFindMSB:        {math, uint8(ir.MathFirstLeadingBit), uintKind, 0},
	op.PackSnorm4x8:    {math, uint8(ir.MathPack4x8snorm), floatKind, 0},
	op.PackUnorm4x8:    {math, uint8(ir.MathPack4x8unorm), floatKind, 0},
	op.PackSnorm2x16:   {math, uint8(ir.MathPack2x16snorm), floatKind, 0},
	op.PackUnorm2x16:   {math, uint8(ir.MathPack2x16unorm), floatKind, 0},
	op.PackHalf2x16:    {math, uint8(ir.MathPack2x16float), floatKind, 0},
	op.PackI8:          {math, uint8(ir.MathPack4xI8), sintKind, 0},
	op.PackU8:          {math, uint8(ir.MathPack4xU8), uintKind, 0},
	op.PackI8Clamp:     {math, uint8(ir.MathPack4xI8Clamp), sintKind, 0},
	op.PackU8Clamp:     {math, uint8(ir.MathPack4xU8Clamp), uintKind, 0},
	op.UnpackSnorm4x8:  {math, uint8(ir.MathUnpack4x8snorm), uintKind, 0},
	op.UnpackUnorm4x8:  {math, uint8(ir.MathUnpack4x8unorm), uintKind, 0},
	op.UnpackSnorm2x16: {math, uint8(ir.MathUnpack2x16snorm), uintKind, 0},
	op.UnpackUnorm2x16: {math, uint8(ir.MathUnpack2x16unorm), uintKind, 0},
	op.UnpackHalf2x16:  {math, uint8(ir.MathUnpack2x16float), uintKind, 0},
	op.UnpackI8:        {math, uint8(ir.MathUnpack4xI8), uintKind, 0},
	op.UnpackU8:        {math, uint8(ir.MathUnpack4xU8), uintKind, 0},
	op.SDot4x8:         {math, uint8(ir.MathDot4I8Packed), uintKind, 0},
	op.UDot4x8:         {math, uint8(ir.MathDot4U8Packed), uintKind, 0},
	op.FModf:           {mathWhole, uint8(ir.MathModf), floatKind, 0},
	op.FFrexp:          {mathWhole, uint8(ir.MathFrexp), floatKind, 0},
	op.AddCarry:        {mathWhole, uint8(ir.MathAddCarry), uintKind, 0},
	op.SubBorrow:       {mathWhole, uint8(ir.MathSubBorrow), uintKind, 0},
	op.IMulExtended:    {mathWhole, uint8(ir.MathMulExtended), sintKind, 0},
	op.UMulExtended:    {mathWhole, uint8(ir.MathMulExtended), uintKind, 0},
	op.MatTranspose:    {math, uint8(ir.MathTranspose), anyKind, 0},
	op.MatDeterminant:  {math, uint8(ir.MathDeterminant), anyKind, 0},
	op.MatInverse:      {math, uint8(ir.MathInverse), anyKind, 0},
	op.MatOuter:        {math, uint8(ir.MathOuter), floatKind, 0},
	op.MatMul:          {binary, uint8(ir.Mul), anyKind, 0},
	op.MatScale:        {binary, uint8(ir.Mul), floatKind, 0},
	op.MatVec:          {binary, uint8(ir.Mul), floatKind, 0},
	op.VecMat:          {binary, uint8(ir.Mul), floatKind, 0},
	op.MatAdd:          {binary, uint8(ir.Add), anyKind, 0},
	op.MatSub:          {binary, uint8(ir.Sub), anyKind, 0},
	op.MatNeg:          {unary, uint8(ir.Negate), anyKind, 0},
	op.InsertDynamic:   {},
}

// alu converts an ALU instruction into an expression.
func (c *converter) alu(i ssa.InstrID) ir.ExprID {
	g := c.g
	o := g.Op(i)
	r := rows[o]
	w := r.src
	if w == anyKind && r.form != noForm {
		w = c.hint(i)
	}
	switch r.form {
	case unary:
		return c.b.Unary(ir.UnaryOp(r.code), c.src(i, 0, w))
	case binary:
		return c.binary(i, ir.BinaryOp(r.code), w)
	case relational:
		return c.b.Relational(ir.RelationalOp(r.code), c.src(i, 0, w))
	case convert:
		return c.convert(i, r)
	case math, mathWhole:
		var args [4]ir.ExprID
		n := g.NumSrcs(i)
		for k := range n {
			switch {
			case o == op.MatTranspose || o == op.MatDeterminant || o == op.MatInverse:
				args[k] = c.use(g.Arg(i, k), anyKind)
			default:
				args[k] = c.src(i, k, w)
			}
		}
		return c.b.Math(ir.MathOp(r.code), args[:n]...)
	}
	switch o {
	case op.Mov:
		if s := g.Src(i, 0); s.Comps > 1 && g.Comps(s.Value) == 1 && g.IsConst(s.Value) {
			return c.b.Splat(int(s.Comps), c.use(s.Value, wantOf(c.types.ScalarOf(g.Type(i)))))
		}
		return c.components(g.Src(i, 0), wantOf(c.types.ScalarOf(g.Type(i))))
	case op.Vec, op.Compose:
		return c.compose(i)
	case op.Extract:
		return c.b.AccessIndex(c.use(g.Arg(i, 0), anyKind), g.Word(i, 0))
	case op.ExtractDynamic:
		base := c.use(g.Arg(i, 0), anyKind)
		return c.access(base, i, 1, c.lengthOf(c.b.TypeOf(base)))
	case op.Insert:
		return c.insert(i)
	case op.InsertDynamic:
		l := c.f.AddLocal(ir.Local{Type: g.Type(i)})
		c.b.DeclareLocal(l, c.exactly(g.Arg(i, 0), g.Type(i)))
		p := c.access(c.b.Local(l), i, 2, c.lengthOf(g.Type(i)))
		c.f.SetFlags(p, g.Flags(i))
		c.b.Store(p, c.exactly(g.Arg(i, 1), c.types.Pointee(c.b.TypeOf(p))))
		return c.b.Load(c.b.Local(l))
	case op.SelectWhole:
		return c.b.Select(c.src(i, 0, boolKind), c.use(g.Arg(i, 1), anyKind), c.use(g.Arg(i, 2), anyKind))
	case op.BCsel:
		return c.choose(i)
	case op.INot:
		if c.types.ScalarOf(g.Type(i)) == ir.Bool {
			return c.b.Unary(ir.LogicalNot, c.src(i, 0, boolKind))
		}
		return c.b.Unary(ir.BitwiseNot, c.src(i, 0, c.hint(i)))
	case op.IEq, op.INe:
		irop := ir.Eq
		if o == op.INe {
			irop = ir.Ne
		}
		return c.binary(i, irop, c.common(i))
	case op.IShl, op.IShr, op.UShr:
		irop, left := ir.Shl, c.hint(i)
		switch o {
		case op.IShr:
			irop, left = ir.Shr, sintKind
		case op.UShr:
			irop, left = ir.Shr, uintKind
		}
		l := c.src(i, 0, left)
		return c.b.Binary(irop, l, c.src(i, 1, uintKind))
	case op.FLdexp:
		x := c.src(i, 0, floatKind)
		return c.b.Math(ir.MathLdexp, x, c.src(i, 1, sintKind))
	case op.IBfe, op.UBfe, op.Bfi:
		left, n := uintKind, 3
		irop := ir.MathExtractBits
		switch o {
		case op.IBfe:
			left = sintKind
		case op.Bfi:
			irop, n, left = ir.MathInsertBits, 4, c.hint(i)
		}
		var args [4]ir.ExprID
		for k := range n {
			if k < n-2 {
				args[k] = c.src(i, k, left)
			} else {
				args[k] = c.src(i, k, uintKind)
			}
		}
		return c.b.Math(irop, args[:n]...)
	case op.Bitcast:
		return c.bitcast(i)
	case op.MatConvert:
		return c.b.Convert(c.types.ScalarOf(g.Type(i)), c.use(g.Arg(i, 0), anyKind))
	}
	return c.expand(i)
}

func (c *converter) binary(i ssa.InstrID, o ir.BinaryOp, w want) ir.ExprID {
	g := c.g
	l, r := g.Src(i, 0), g.Src(i, 1)
	if c.types.ScalarOf(g.Type(i)) == ir.Bool && g.Comps(i) == 1 && w == boolKind {
		switch o {
		case ir.And:
			o = ir.LogicalAnd
		case ir.Or:
			o = ir.LogicalOr
		case ir.Xor:
			o = ir.Ne
		}
	} else if w == boolKind && o == ir.Xor {
		o = ir.Ne
	}
	if (o == ir.Lt || o == ir.Le) && c.turnsSides(i, l, r) {
		o, l, r = turned[o], r, l
	}
	if n := g.Comps(i); n > 1 && c.spread(l) && c.spread(r) && g.Flags(i) == 0 {
		l.Comps, r.Comps = 1, 1
		left := c.read(l, w)
		return c.b.Splat(n, c.b.Binary(o, left, c.read(r, w)))
	}
	if x := g.Op(i); x == op.FMul || x == op.IMul {
		switch { // a vector times a scalar
		case c.spread(r):
			r.Comps = 1
		case c.spread(l):
			l.Comps = 1
		}
	}
	if g.Op(i) == op.MatMul || g.Op(i) == op.MatAdd || g.Op(i) == op.MatSub {
		w = anyKind
	}
	lw, rw := w, w
	if g.Op(i) == op.MatVec || g.Op(i) == op.MatScale {
		lw = anyKind
	}
	if g.Op(i) == op.VecMat {
		rw = anyKind
	}
	left := c.readSpread(l, lw)
	return c.b.Binary(o, left, c.readSpread(r, rw))
}

func (c *converter) convert(i ssa.InstrID, r row) ir.ExprID {
	to := c.types.ScalarOf(c.g.Type(i))
	to = r.res.scalar(to)
	e := c.src(i, 0, r.src)
	from := c.types.ScalarOf(c.b.TypeOf(e))
	if from.Bits() == to.Bits() && from.IsInteger() && to.IsInteger() {
		if from == to {
			return e
		}
	}
	return c.b.Convert(to, e)
}

func (c *converter) bitcast(i ssa.InstrID) ir.ExprID {
	t := c.g.Type(i)
	s := c.g.Src(i, 0)
	to := c.types.ScalarOf(t)
	from := c.types.ScalarOf(c.g.Type(s.Value))
	if from.Bits() == to.Bits() {
		e := c.read(s, anyKind)
		if c.b.TypeOf(e) == t {
			return e
		}
		return c.b.Bitcast(t, e)
	}
	return c.b.Bitcast(t, c.read(s, anyKind))
}

// choose converts a selection by components.
func (c *converter) choose(i ssa.InstrID) ir.ExprID {
	g := c.g
	w := wantOf(c.types.ScalarOf(g.Type(i)))
	cond := g.Src(i, 0)
	if c.spread(cond) {
		cond.Comps = 1
	}
	x := c.read(cond, boolKind)
	accept := c.src(i, 1, w)
	return c.b.Select(x, accept, c.src(i, 2, w))
}
