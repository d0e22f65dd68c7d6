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

// hint is the integer kind that a value is best computed as: its own, else
// unsigned.
func (c *converter) hint(v ssa.Value) want {
	switch w := wantOf(c.types.ScalarOf(c.g.Type(v))); w {
	case sintKind, uintKind, boolKind:
		return w
	}
	return uintKind
}

// src is the expression of source k, swizzled and of the kind.
func (c *converter) src(i ssa.InstrID, k int, w want) ir.ExprID {
	return c.read(c.g.Src(i, k), w)
}

func (c *converter) read(s ssa.Src, w want) ir.ExprID {
	if s.Comps == 1 {
		if e := c.alias(s); e != 0 {
			return c.as(e, w)
		}
	}
	return c.components(s, w)
}

// components is read without the names that components have.
func (c *converter) components(s ssa.Src, w want) ir.ExprID {
	n := int(s.Comps)
	if n == 0 {
		return c.use(s.Value, w)
	}
	if c.g.IsConst(s.Value) && !(s.IsIdentity() && n == c.g.Comps(s.Value)) {
		return c.picked(s, w)
	}
	e := c.use(s.Value, w)
	have := c.types.ComponentCount(c.b.TypeOf(e))
	switch {
	case n == have && s.IsIdentity():
		return e
	case have == 1:
		return c.b.Splat(n, e)
	case n == 1:
		return c.b.AccessIndex(e, uint32(s.Swizzle.At(0)))
	}
	var p [4]uint8
	for k := range n {
		p[k] = uint8(s.Swizzle.At(k))
	}
	return c.b.Swizzle(e, p[:n]...)
}

// alias is the component of a parameter that the author gave a name, by that name;
// or 0.
func (c *converter) alias(s ssa.Src) ir.ExprID {
	g := c.g
	if g.Op(s.Value) != op.Param || len(c.aliases) == 0 {
		return 0
	}
	v := c.aliases[4*g.Word(s.Value, 0)+uint32(s.Swizzle.At(0))]
	if v == 0 || !c.inScope(g.ListOf(g.Block(v)), c.list) {
		return 0
	}
	return c.exprs[v]
}

// noteAlias makes a named component of a parameter its alias.
func (c *converter) noteAlias(i ssa.InstrID) {
	g := c.g
	s := g.Src(i, 0)
	if g.Op(i) != op.Mov || s.Comps != 1 || g.NameOf(i) == "" || g.Op(s.Value) != op.Param || g.Comps(s.Value) < 2 {
		return
	}
	if len(c.aliases) == 0 {
		c.aliases = zeroed(c.aliases, 4*len(g.Params))
	}
	at := &c.aliases[4*g.Word(s.Value, 0)+uint32(s.Swizzle.At(0))]
	if *at == 0 {
		*at = i
	}
}

// isPick reports whether a value is a choice of components of a parameter, or of a
// member of one, that is used more than once, or only in another: it is written
// wherever it is used.
func (c *converter) isPick(v ssa.Value) bool {
	g := c.g
	if o := g.Op(v); o != op.Mov && o != op.Extract {
		return false
	}
	u := g.FirstUse(v)
	if u == 0 {
		return false
	}
	if g.NextUse(u) == 0 {
		i, _ := g.UserOf(u)
		return i != 0 && c.isPick(i) && c.isParamPart(v)
	}
	return c.isParamPart(v)
}

// isParamPart reports whether a value without a name is a part of a parameter.
func (c *converter) isParamPart(v ssa.Value) bool {
	g := c.g
	for {
		switch g.Op(v) {
		case op.Param:
			return true
		case op.Mov:
			if s := g.Src(v, 0); g.Comps(s.Value) < 2 || c.spread(s) {
				return false
			}
		case op.Extract:
		default:
			return false
		}
		if g.NameOf(v) != "" {
			return false
		}
		v = g.Arg(v, 0)
	}
}

// picked is a constant made of components of another.
func (c *converter) picked(s ssa.Src, w want) ir.ExprID {
	sc := w.scalar(c.types.ScalarOf(c.g.Type(s.Value)))
	bits := func(k int) ir.ExprID { return c.b.Bits(ir.TypeID(sc), c.g.ConstBits(s.Value, s.Swizzle.At(k))) }
	n := int(s.Comps)
	same := true
	for k := range n {
		same = same && c.g.ConstBits(s.Value, s.Swizzle.At(k)) == c.g.ConstBits(s.Value, s.Swizzle.At(0))
	}
	if same {
		return c.b.Splat(n, bits(0))
	}
	var parts [4]ir.ExprID
	for k := range n {
		parts[k] = bits(k)
	}
	return c.b.Compose(ir.VectorOf(sc, n), parts[:n]...)
}

// spread reports whether a source is one component for all.
func (c *converter) spread(s ssa.Src) bool {
	if s.Comps < 2 {
		return false
	}
	for k := 1; k < int(s.Comps); k++ {
		if s.Swizzle.At(k) != s.Swizzle.At(0) {
			return c.g.Comps(s.Value) == 1
		}
	}
	return true
}

// readSpread is read, in which one component for all is a scalar repeated.
func (c *converter) readSpread(s ssa.Src, w want) ir.ExprID {
	if !c.spread(s) || c.g.IsConst(s.Value) {
		return c.read(s, w)
	}
	n := int(s.Comps)
	s.Comps = 1
	return c.b.Splat(n, c.read(s, w))
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

// common is the kind that both sources of a comparison by bits are read as: that
// of the first that isn't a constant; a float is read as an unsigned integer.
func (c *converter) common(i ssa.InstrID) want {
	w := uintKind
	for k := range 2 {
		v := c.g.Arg(i, k)
		s := c.types.ScalarOf(c.g.Type(v))
		if s == ir.Bool {
			return boolKind
		}
		if !c.g.IsConst(v) || k == 1 {
			if r := c.inRegister(v); r != 0 {
				s = c.types.ScalarOf(c.g.Regs[r].Type)
			} else if e := c.exprs[v]; e != 0 {
				s = c.types.ScalarOf(c.b.TypeOf(e))
			}
			if x := wantOf(s); x == sintKind || x == uintKind {
				return x
			}
			return w
		}
	}
	return w
}

// turned are the comparisons with their sources exchanged.
var turned = [...]ir.BinaryOp{ir.Lt: ir.Gt, ir.Le: ir.Ge, ir.Gt: ir.Lt, ir.Ge: ir.Le}

// turnsSides reports whether a comparison is written with its sources exchanged. A
// constant stands on the right, as people write it; else what the author had
// there, as far as positions in the source tell; else on the left what varies
// more.
func (c *converter) turnsSides(i ssa.InstrID, l, r ssa.Src) bool {
	g := c.g
	if x, y := g.Op(l.Value).Class() == op.ClassConst, g.Op(r.Value).Class() == op.ClassConst; x || y {
		return x && !y
	}
	switch {
	case c.sideOf(i, l.Value) == onLeft || c.sideOf(i, r.Value) == onRight:
		return false
	case c.sideOf(i, l.Value) == onRight || c.sideOf(i, r.Value) == onLeft:
		return true
	}
	return c.subject(l.Value) < c.subject(r.Value)
}

// The side of an operator that an operand had in the source.
const (
	unknownSide = iota
	onLeft
	onRight
)

// sideOf is the side on which the source has the expression of a value, or what
// the value is loaded or picked from, in that of an operation.
func (c *converter) sideOf(i ssa.InstrID, v ssa.Value) int {
	g := c.g
	whole := g.SpanOf(i)
	for range 4 {
		part := g.SpanOf(v)
		switch before, after := int(part.Start)-int(whole.Start), int(whole.End)-int(part.End); {
		case before < 0 || after < 0 || before == after:
		case before < after:
			return onLeft
		default:
			return onRight
		}
		if o := g.Op(v); o != op.Load && o != op.Mov && o != op.Extract {
			break
		}
		v = g.Arg(v, 0)
	}
	return unknownSide
}

// subject is how much a comparison is one of this value with something, rather than
// the other way round: first come variables, then what differs by invocation, last
// what is the same for all.
func (c *converter) subject(v ssa.Value) int {
	g := c.g
	switch o := g.Op(v); {
	case c.inRegister(v) != 0:
		return 3
	case o == op.Param && g.Params[g.Word(v, 0)].Binding.Kind == ir.BindBuiltIn:
		return 2
	case o == op.ArrayLength, o == op.Txs, o == op.Load && c.types.At(g.Type(g.Arg(v, 0))).Space == ir.SpaceUniform:
		return 0
	}
	return 1
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

// compose converts a composite of any kind.
func (c *converter) compose(i ssa.InstrID) ir.ExprID {
	g := c.g
	t := g.Type(i)
	n := g.NumSrcs(i)
	if v := c.takenApart(i); v != 0 {
		return c.use(v, anyKind)
	}
	args := c.args[:0]
	if c.types.At(t).Kind == ir.TypeVector {
		w := wantOf(c.types.ScalarOf(t))
		for k := 0; k < n; k++ {
			// Adjacent components of one vector are read together.
			s := g.Src(i, k)
			for k+1 < n && s.Comps < 4 && c.joins(s, g.Src(i, k+1)) {
				next := g.Src(i, k+1)
				for j := range int(next.Comps) {
					s.Swizzle = s.Swizzle.With(int(s.Comps), next.Swizzle.At(j))
					s.Comps++
				}
				k++
			}
			args = append(args, c.read(s, w))
		}
		if len(args) == 1 { // all of it is one vector's
			c.args = args
			return args[0]
		}
	} else {
		for k := range n {
			args = append(args, c.exactly(g.Arg(i, k), c.m.ElementType(t, uint32(k))))
		}
	}
	c.args = args
	return c.b.Compose(t, args...)
}

// maxParts bounds the composites that are looked at for being whole.
const maxParts = 16

// takenApart is the value of the composite's type whose parts, in order, a
// composite is made of; or 0.
func (c *converter) takenApart(i ssa.InstrID) ssa.Value {
	g := c.g
	n := g.NumSrcs(i)
	if g.Op(i) != op.Compose || n > maxParts {
		return 0
	}
	var v ssa.Value
	for k := range n {
		x := g.Arg(i, k)
		if g.Op(x) != op.Extract || g.Word(x, 0) != uint32(k) || g.Block(x) != g.Block(i) || k > 0 && g.Arg(x, 0) != v {
			return 0
		}
		v = g.Arg(x, 0)
	}
	if v == 0 || g.Type(v) != g.Type(i) {
		return 0
	}
	return v
}

// isPartOfWhole reports whether a value is nothing but a part of a composite that is
// whole.
func (c *converter) isPartOfWhole(v ssa.Value) bool {
	g := c.g
	u := g.FirstUse(v)
	if g.Op(v) != op.Extract || u == 0 || g.NextUse(u) != 0 {
		return false
	}
	i, _ := g.UserOf(u)
	return i != 0 && c.takenApart(i) != 0
}

// joins reports whether two sources of a vec read the same vector and can be one.
func (c *converter) joins(s, next ssa.Src) bool {
	return s.Value == next.Value && c.g.Comps(s.Value) > 1 && !c.isFree(s.Value) && s.Comps+next.Comps <= 4
}

// insert rebuilds a value with one part replaced.
func (c *converter) insert(i ssa.InstrID) ir.ExprID {
	g := c.g
	t := g.Type(i)
	ty := c.types.At(t)
	n := 0
	switch ty.Kind {
	case ir.TypeVector:
		n = int(ty.Rows)
	case ir.TypeMatrix:
		n = int(ty.Columns)
	case ir.TypeArray:
		n = int(ty.Length)
	case ir.TypeStruct:
		n = len(c.m.Structs[ty.Struct].Members)
	}
	at := int(g.Word(i, 0))
	if n > 8 { // through a variable rather than part by part
		l := c.f.AddLocal(ir.Local{Type: t})
		c.b.DeclareLocal(l, c.exactly(g.Arg(i, 0), t))
		c.b.Store(c.b.AccessIndex(c.b.Local(l), uint32(at)), c.exactly(g.Arg(i, 1), c.m.ElementType(t, uint32(at))))
		return c.b.Load(c.b.Local(l))
	}
	base := c.exactly(g.Arg(i, 0), t)
	args := c.args[:0]
	for k := range n {
		if k == at {
			args = append(args, c.exactly(g.Arg(i, 1), c.m.ElementType(t, uint32(k))))
		} else {
			args = append(args, c.b.AccessIndex(base, uint32(k)))
		}
	}
	c.args = args
	return c.b.Compose(t, args...)
}

// expand spells opcodes that the module IR has no operator or function for.
func (c *converter) expand(i ssa.InstrID) ir.ExprID {
	g := c.g
	t := g.Type(i)
	b := &c.b
	one := func(t ir.TypeID) ir.ExprID {
		s := c.types.ScalarOf(t)
		bits := uint64(1)
		switch s {
		case ir.F16:
			bits = 0x3C00
		case ir.F32:
			bits = 0x3F800000
		case ir.F64:
			bits = 0x3FF0000000000000
		}
		return b.SplatLike(t, b.Bits(ir.TypeID(s), bits))
	}
	number := func(t ir.TypeID, v uint64) ir.ExprID {
		return b.SplatLike(t, b.Bits(ir.TypeID(c.types.ScalarOf(t)), v))
	}
	switch o := g.Op(i); o {
	case op.FRcp:
		x := c.src(i, 0, floatKind)
		return b.Binary(ir.Div, one(b.TypeOf(x)), x)
	case op.FMod: // x - y*floor(x/y)
		x, y := c.src(i, 0, floatKind), c.src(i, 1, floatKind)
		return b.Binary(ir.Sub, x, b.Binary(ir.Mul, y, b.Math(ir.MathFloor, b.Binary(ir.Div, x, y))))
	case op.FFrexpSig:
		return b.AccessIndex(b.Math(ir.MathFrexp, c.src(i, 0, floatKind)), 0)
	case op.FFrexpExp:
		return b.AccessIndex(b.Math(ir.MathFrexp, c.src(i, 0, floatKind)), 1)
	case op.BitSelect: // mask&x | ^mask&y
		w := c.hint(i)
		m, x, y := c.src(i, 0, w), c.src(i, 1, w), c.src(i, 2, w)
		return b.Binary(ir.Or, b.Binary(ir.And, m, x), b.Binary(ir.And, b.Unary(ir.BitwiseNot, m), y))
	case op.URol, op.URor: // x << s | x >> (size - s), amounts modulo the size
		x, s := c.src(i, 0, uintKind), c.src(i, 1, uintKind)
		back := b.Binary(ir.Sub, number(b.TypeOf(s), 0), s)
		if o == op.URor {
			s, back = back, s
		}
		return b.Binary(ir.Or, b.Binary(ir.Shl, x, s), b.Binary(ir.Shr, x, back))
	case op.UAddCarry:
		x := c.src(i, 0, uintKind)
		return c.bit(t, b.Binary(ir.Lt, b.Binary(ir.Add, x, c.src(i, 1, uintKind)), x))
	case op.USubBorrow:
		x := c.src(i, 0, uintKind)
		return c.bit(t, b.Binary(ir.Lt, x, c.src(i, 1, uintKind)))
	case op.UAddSat:
		x := c.src(i, 0, uintKind)
		sum := b.Binary(ir.Add, x, c.src(i, 1, uintKind))
		bits := c.types.ScalarOf(b.TypeOf(x)).Bits()
		return b.Select(b.Binary(ir.Lt, sum, x), number(b.TypeOf(x), 1<<bits-1), sum)
	case op.USubSat:
		x, y := c.src(i, 0, uintKind), c.src(i, 1, uintKind)
		return b.Select(b.Binary(ir.Lt, x, y), number(b.TypeOf(x), 0), b.Binary(ir.Sub, x, y))
	case op.IAddSat, op.ISubSat:
		return c.saturate(i, o == op.ISubSat)
	case op.UMulHigh, op.IMulHigh:
		w := uintKind
		if o == op.IMulHigh {
			w = sintKind
		}
		if c.types.ScalarOf(t).Bits() != 32 {
			break
		}
		x := c.src(i, 0, w)
		return b.AccessIndex(b.Math(ir.MathMulExtended, x, c.src(i, 1, w)), 1)
	}
	c.fail(g.SpanOf(i), "%s of %d bits", g.Op(i), g.Bits(i))
	return b.Zero(t)
}

// bit is 1 where the condition holds, else 0.
func (c *converter) bit(t ir.TypeID, cond ir.ExprID) ir.ExprID {
	return c.b.Convert(ir.ScalarOf(ir.UintKind, c.types.ScalarOf(t).Bits()), cond)
}

// saturate adds or subtracts signed integers within their range: where the
// result's sign can't be, it is the limit on the side of the first source.
func (c *converter) saturate(i ssa.InstrID, sub bool) ir.ExprID {
	b := &c.b
	x, y := c.src(i, 0, sintKind), c.src(i, 1, sintKind)
	t := b.TypeOf(x)
	bits := c.types.ScalarOf(t).Bits()
	number := func(v uint64) ir.ExprID { return b.SplatLike(t, b.Bits(ir.TypeID(c.types.ScalarOf(t)), v)) }
	o := ir.Add
	if sub {
		o = ir.Sub
	}
	r := b.Binary(o, x, y)
	changed := b.Binary(ir.Xor, x, r) // sign set: r's sign differs from x's
	other := b.Binary(ir.Xor, x, y)   // sign set: x's and y's differ
	if !sub {
		other = b.Unary(ir.BitwiseNot, other)
	}
	over := b.Binary(ir.Lt, b.Binary(ir.And, changed, other), number(0))
	limit := b.Select(b.Binary(ir.Lt, x, number(0)), number(1<<(bits-1)), number(1<<(bits-1)-1))
	return b.Select(over, limit, r)
}
