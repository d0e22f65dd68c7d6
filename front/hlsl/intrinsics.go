package hlsl

// This file lists the intrinsic functions, and converts their arguments.

import (
	"refract/internal/front/glsl/pp"
	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// argClass is the conversion of the arguments of a function.
type argClass uint8

const (
	classNone    argClass = iota // as they are
	classFloat                   // one floating-point kind and shape
	classNumeric                 // one kind and shape; bool is int
	classInt                     // one integer kind and shape
	classValues                  // values, each of its own
)

// intrinsic is a row of the table.
type intrinsic struct {
	name     string
	min, max int
	class    argClass
	op       ir.MathOp // of fMath
	f        func(c *checker, k *icall) operand
	written  uint8 // bit i: argument i is written
}

func (f *intrinsic) outs() bool { return f.written != 0 }

// icall is a call of an intrinsic function.
type icall struct {
	n     node
	f     *intrinsic
	a     []operand
	nodes []node
}

func (k *icall) name() string { return k.f.name }

// makeIntrinsics makes the table.
func makeIntrinsics() []intrinsic {
	var list []intrinsic
	maths := func(n int, class argClass, rows map[string]ir.MathOp, order ...string) {
		for _, name := range order {
			list = append(list, intrinsic{name: name, min: n, max: n, class: class, op: rows[name], f: (*checker).mathCall})
		}
	}
	maths(1, classFloat, map[string]ir.MathOp{"acos": ir.MathAcos, "asin": ir.MathAsin, "atan": ir.MathAtan, "ceil": ir.MathCeil,
		"cos": ir.MathCos, "cosh": ir.MathCosh, "degrees": ir.MathDegrees, "exp": ir.MathExp, "exp2": ir.MathExp2, "floor": ir.MathFloor,
		"frac": ir.MathFract, "log": ir.MathLog, "log2": ir.MathLog2, "radians": ir.MathRadians, "round": ir.MathRound,
		"rsqrt": ir.MathInverseSqrt, "saturate": ir.MathSaturate, "sin": ir.MathSin, "sinh": ir.MathSinh, "sqrt": ir.MathSqrt,
		"tan": ir.MathTan, "tanh": ir.MathTanh, "trunc": ir.MathTrunc},
		"acos", "asin", "atan", "ceil", "cos", "cosh", "degrees", "exp", "exp2", "floor", "frac", "log", "log2", "radians", "round",
		"rsqrt", "saturate", "sin", "sinh", "sqrt", "tan", "tanh", "trunc")
	maths(2, classFloat, map[string]ir.MathOp{"atan2": ir.MathAtan2, "pow": ir.MathPow, "step": ir.MathStep}, "atan2", "pow", "step")
	maths(3, classFloat, map[string]ir.MathOp{"lerp": ir.MathMix, "smoothstep": ir.MathSmoothStep, "fma": ir.MathFma}, "lerp", "smoothstep", "fma")
	maths(2, classNumeric, map[string]ir.MathOp{"min": ir.MathMin, "max": ir.MathMax}, "min", "max")
	maths(3, classNumeric, map[string]ir.MathOp{"clamp": ir.MathClamp}, "clamp")
	add := func(name string, min, max int, class argClass, f func(c *checker, k *icall) operand, written ...int) {
		x := intrinsic{name: name, min: min, max: max, class: class, f: f}
		for _, w := range written {
			x.written |= 1 << w
		}
		list = append(list, x)
	}
	add("abs", 1, 1, classNumeric, (*checker).absCall)
	add("sign", 1, 1, classNumeric, (*checker).signCall)
	add("log10", 1, 1, classFloat, (*checker).simpleMath)
	add("rcp", 1, 1, classFloat, (*checker).simpleMath)
	add("fmod", 2, 2, classFloat, (*checker).simpleMath)
	add("ldexp", 2, 2, classFloat, (*checker).simpleMath)
	add("mad", 3, 3, classNumeric, (*checker).simpleMath)
	add("isfinite", 1, 1, classFloat, (*checker).classify)
	add("isinf", 1, 1, classFloat, (*checker).classify)
	add("isnan", 1, 1, classFloat, (*checker).classify)
	add("isnormal", 1, 1, classFloat, (*checker).classify)
	add("all", 1, 1, classValues, (*checker).allCall)
	add("any", 1, 1, classValues, (*checker).allCall)
	add("frexp", 2, 2, classNone, (*checker).partsCall, 1)
	add("modf", 2, 2, classNone, (*checker).partsCall, 1)
	add("sincos", 3, 3, classNone, (*checker).partsCall, 1, 2)
	add("cross", 2, 2, classFloat, (*checker).geometry)
	add("distance", 2, 2, classFloat, (*checker).geometry)
	add("dot", 2, 2, classNumeric, (*checker).geometry)
	add("length", 1, 1, classFloat, (*checker).geometry)
	add("normalize", 1, 1, classFloat, (*checker).geometry)
	add("reflect", 2, 2, classFloat, (*checker).geometry)
	add("faceforward", 3, 3, classFloat, (*checker).geometry)
	add("refract", 3, 3, classValues, (*checker).refract)
	add("dst", 2, 2, classFloat, (*checker).dst)
	add("lit", 3, 3, classFloat, (*checker).lit)
	add("determinant", 1, 1, classFloat, (*checker).matrixCall)
	add("transpose", 1, 1, classValues, (*checker).matrixCall)
	add("mul", 2, 2, classValues, (*checker).mul)
	for _, name := range []string{"asfloat", "asint", "asfloat16", "asint16", "asuint16"} {
		add(name, 1, 1, classValues, (*checker).bitsCall)
	}
	add("asuint", 1, 3, classNone, (*checker).asuint, 1, 2)
	add("asdouble", 2, 2, classInt, (*checker).asdouble)
	add("f16tof32", 1, 1, classInt, (*checker).halfBits)
	add("f32tof16", 1, 1, classFloat, (*checker).halfBits)
	for _, name := range []string{"countbits", "firstbithigh", "firstbitlow", "reversebits"} {
		add(name, 1, 1, classInt, (*checker).bitCall)
	}
	for _, name := range []string{"ddx", "ddy", "ddx_coarse", "ddy_coarse", "ddx_fine", "ddy_fine", "fwidth"} {
		add(name, 1, 1, classFloat, (*checker).derivative)
	}
	add("clip", 1, 1, classValues, (*checker).clip)
	add("D3DCOLORtoUBYTE4", 1, 1, classFloat, (*checker).colorBytes)
	add("dot2add", 3, 3, classValues, (*checker).dotAdd)
	add("dot4add_i8packed", 3, 3, classValues, (*checker).dotAdd)
	add("dot4add_u8packed", 3, 3, classValues, (*checker).dotAdd)
	add("msad4", 3, 3, classValues, (*checker).msad4)
	for _, name := range []string{"pack_u8", "pack_s8", "pack_clamp_u8", "pack_clamp_s8", "unpack_s8s16", "unpack_s8s32", "unpack_u8u16", "unpack_u8u32"} {
		add(name, 1, 1, classValues, (*checker).packBytes)
	}
	add("select", 3, 3, classValues, (*checker).selectCall)
	add("and", 2, 2, classValues, (*checker).logicalCall)
	add("or", 2, 2, classValues, (*checker).logicalCall)
	add("NonUniformResourceIndex", 1, 1, classValues, func(c *checker, k *icall) operand { return k.a[0] })
	for _, name := range []string{"GroupMemoryBarrier", "GroupMemoryBarrierWithGroupSync", "DeviceMemoryBarrier", "DeviceMemoryBarrierWithGroupSync",
		"AllMemoryBarrier", "AllMemoryBarrierWithGroupSync"} {
		add(name, 0, 0, classNone, (*checker).barrier)
	}
	for _, name := range []string{"InterlockedAdd", "InterlockedAnd", "InterlockedMax", "InterlockedMin", "InterlockedOr", "InterlockedXor"} {
		add(name, 2, 3, classNone, (*checker).interlocked, 0, 2)
	}
	add("InterlockedExchange", 3, 3, classNone, (*checker).interlocked, 0, 2)
	add("InterlockedCompareExchange", 4, 4, classNone, (*checker).interlocked, 0, 3)
	add("InterlockedCompareStore", 3, 3, classNone, (*checker).interlocked, 0)
	add("InterlockedCompareExchangeFloatBitwise", 4, 4, classNone, (*checker).interlocked, 0, 3)
	add("InterlockedCompareStoreFloatBitwise", 3, 3, classNone, (*checker).interlocked, 0)
	for _, name := range []string{"WaveIsFirstLane", "WaveGetLaneCount", "WaveGetLaneIndex", "IsHelperLane"} {
		add(name, 0, 0, classNone, (*checker).wave)
	}
	for _, name := range []string{"WaveActiveAllTrue", "WaveActiveAnyTrue", "WaveActiveAllEqual", "WaveActiveBallot", "WaveReadLaneFirst",
		"WaveActiveCountBits", "WavePrefixCountBits", "WaveActiveSum", "WaveActiveProduct", "WaveActiveMin", "WaveActiveMax",
		"WaveActiveBitAnd", "WaveActiveBitOr", "WaveActiveBitXor", "WavePrefixSum", "WavePrefixProduct", "QuadReadAcrossX",
		"QuadReadAcrossY", "QuadReadAcrossDiagonal", "QuadAny", "QuadAll", "WaveMatch"} {
		add(name, 1, 1, classValues, (*checker).wave)
	}
	add("WaveReadLaneAt", 2, 2, classValues, (*checker).wave)
	add("QuadReadLaneAt", 2, 2, classValues, (*checker).wave)
	for _, name := range []string{"WaveMultiPrefixBitAnd", "WaveMultiPrefixBitOr", "WaveMultiPrefixBitXor", "WaveMultiPrefixCountBits",
		"WaveMultiPrefixProduct", "WaveMultiPrefixSum"} {
		add(name, 2, 2, classValues, (*checker).multiPrefix)
	}
	for _, dim := range []string{"tex1D", "tex2D", "tex3D", "texCUBE"} {
		add(dim, 2, 4, classNone, (*checker).legacyTexture)
		for _, how := range []string{"bias", "lod", "proj"} {
			add(dim+how, 2, 2, classNone, (*checker).legacyTexture)
		}
		add(dim+"grad", 4, 4, classNone, (*checker).legacyTexture)
	}
	add("CheckAccessFullyMapped", 1, 1, classInt, func(c *checker, k *icall) operand {
		return c.binary(ir.Ne, c.scalar(k.a[0]), c.zero(scalarType(k.a[0].ty.kind())))
	})
	add("printf", 1, 255, classNone, (*checker).printf)
	add("errorf", 1, 255, classNone, (*checker).printf)
	add("EvaluateAttributeAtCentroid", 1, 1, classValues, (*checker).evaluate)
	add("EvaluateAttributeCentroid", 1, 1, classValues, (*checker).evaluate)
	add("EvaluateAttributeAtSample", 2, 2, classValues, (*checker).evaluate)
	add("EvaluateAttributeSnapped", 2, 2, classValues, (*checker).evaluate)
	for i := range rayValues {
		add(rayValues[i].name, 0, 0, classNone, (*checker).rayValue)
	}
	add("TraceRay", 8, 8, classNone, (*checker).traceRay, 7)
	add("CallShader", 2, 2, classNone, (*checker).callShader, 1)
	add("ReportHit", 3, 3, classNone, (*checker).reportHit)
	add("IgnoreHit", 0, 0, classNone, (*checker).endHit)
	add("AcceptHitAndEndSearch", 0, 0, classNone, (*checker).endHit)
	add("SetMeshOutputCounts", 2, 2, classNone, (*checker).setMeshOutputs)
	add("DispatchMesh", 4, 4, classNone, (*checker).dispatchMesh, 3)
	add("GetAttributeAtVertex", 2, 2, classNone, (*checker).attributeAtVertex)
	add("AddUint64", 2, 2, classValues, (*checker).addUint64)
	add("ProcessIsolineTessFactors", 4, 4, classNone, (*checker).processTessFactors, 2, 3)
	for _, shape := range []string{"Tri", "Quad", "2DQuad"} {
		for _, how := range []string{"Avg", "Max", "Min"} {
			add("Process"+shape+"TessFactors"+how, 5, 5, classNone, (*checker).processTessFactors, 2, 3, 4)
		}
	}
	for _, name := range []string{"abort", "noise", "GetRenderTargetSampleCount", "GetRenderTargetSamplePosition",
		"Barrier", "DebugBreak", "GetGroupWaveIndex", "GetGroupWaveCount"} {
		add(name, 0, 255, classNone, func(c *checker, k *icall) operand {
			return c.unsupported(c.t.Span(k.n), k.name())
		})
	}
	return list
}

// intrinsicCall calls an intrinsic function. list has the arguments if they are checked
// already.
func (c *checker) intrinsicCall(n node, m *meaning, nodes []node, list []operand) operand {
	f := &intrinsics[m.fn-1]
	if list == nil {
		base, ok := c.arguments(nodes, nil)
		list = append([]operand(nil), c.args[base:]...)
		c.args = c.args[:base]
		if !ok {
			return operand{}
		}
	}
	c.b.Span = c.t.Span(n)
	if f.name == "select" && len(list) == 3 && list[1].kind == opResource && list[0].ty.numeric() && list[0].ty.shape().count() == 1 {
		return c.chooseResource(n, c.scalar(c.cast(kBool, c.rvalue(list[0]))), list[1], list[2])
	}
	if len(list) < f.min || len(list) > f.max {
		c.errorf(codeArgCount, c.t.Span(n), "%s takes %s, found %d", f.name, count(f.min, f.max), len(list))
		return operand{}
	}
	k := icall{n: n, f: f, a: list, nodes: nodes}
	for i := range list {
		if f.written>>i&1 != 0 && f.class == classNone {
			continue
		}
		if f.class != classNone || list[i].isPlace() && f.written>>i&1 == 0 {
			if list[i].isPlace() {
				list[i] = c.rvalue(list[i])
			}
		}
		if f.class != classNone && (!list[i].ok() || !list[i].ty.numeric()) {
			if list[i].ok() {
				c.noOverload(&k)
			}
			return operand{}
		}
		list[i].decl = 0
	}
	switch f.class {
	case classFloat, classNumeric, classInt:
		if !c.uniformArgs(&k) {
			return operand{}
		}
	}
	if c.fn == nil && !c.foldsCall(f) {
		if c.quiet > 0 {
			c.failed = true
			return operand{}
		}
		c.errorf(codeConstWanted, c.t.Span(n), "a constant expression can't call %s", f.name)
		return operand{}
	}
	return f.f(c, &k)
}

// foldsCall reports whether a function can be computed before the shader runs.
func (c *checker) foldsCall(f *intrinsic) bool {
	return f.written == 0 && (f.class != classNone)
}

func count(min, max int) string {
	s := number(min)
	if max != min {
		s += " to " + number(max)
	}
	if max == 1 {
		return s + " argument"
	}
	return s + " arguments"
}

func (c *checker) noOverload(k *icall) operand {
	c.errorf(codeNoMatch, c.t.Span(k.n), "no function %s takes %s", k.name(), c.typeList(k.a))
	return operand{}
}

// uniformArgs converts all arguments to one kind and shape.
func (c *checker) uniformArgs(k *icall) bool {
	kd := k.a[0].ty.kind()
	s := k.a[0].ty.shape()
	cut := false
	for _, x := range k.a[1:] {
		kd = c.commonKind(kd, x.ty.kind())
		t, less, ok := commonShape(s, x.ty.shape())
		if !ok {
			c.noOverload(k)
			return false
		}
		s, cut = t, cut || less
	}
	kd = settledKind(kd)
	switch k.f.class {
	case classFloat:
		if !kd.isFloat() {
			kd = kFloat
		}
	case classInt:
		switch {
		case kd.isFloat():
			if k.f.name == "asdouble" || k.f.name == "f16tof32" || len(k.a) == 1 {
				kd = kUint
			} else {
				c.noOverload(k)
				return false
			}
		case kd == kBool:
			kd = kUint
		}
	default:
		if kd == kBool {
			kd = kInt
		}
	}
	if cut {
		c.warnf(codeTruncated, c.t.Span(k.n), "implicit truncation of an argument of %s", k.name())
	}
	for i := range k.a {
		k.a[i] = c.convert(k.a[i], s.of(kd))
		if !k.a[i].ok() {
			return false
		}
	}
	return true
}

func (c *checker) mathCall(k *icall) operand {
	t := k.a[0].ty
	if k.f.op == ir.MathFma && t.kind() != kDouble && !c.checking {
		c.noOverload(k)
		return operand{}
	}
	if t.kind() == kDouble && !doubleMath(k.f.op) {
		for i := range k.a {
			k.a[i] = c.cast(kFloat, k.a[i])
		}
		t = t.withKind(kFloat)
	}
	return c.math(k.f.op, t, k.a...)
}

// doubleMath reports whether a function takes double.
func doubleMath(op ir.MathOp) bool {
	switch op {
	case ir.MathMin, ir.MathMax, ir.MathClamp, ir.MathFma, ir.MathSaturate, ir.MathAbs:
		return true
	}
	return false
}

func (c *checker) absCall(k *icall) operand {
	x := k.a[0]
	if kd := x.ty.kind(); kd.isInt() && !kd.isSigned() {
		return x
	}
	return c.math(ir.MathAbs, x.ty, x)
}

func (c *checker) signCall(k *icall) operand {
	x := k.a[0]
	if kd := x.ty.kind(); kd.isInt() && !kd.isSigned() {
		zero := c.zero(x.ty)
		return c.cast(kInt, c.binary(ir.Ne, x, zero))
	}
	return c.cast(kInt, c.math(ir.MathSign, x.ty, x))
}

// splatNumber is a number in the shape of a type.
func (c *checker) splatNumber(t typeID, v float64) operand {
	return c.splat(t, c.number(t.kind(), v))
}

func (c *checker) simpleMath(k *icall) operand {
	x := k.a[0]
	switch k.name() {
	case "log10":
		return c.binary(ir.Mul, c.math(ir.MathLog2, x.ty, x), c.splatNumber(x.ty, 0.30102999566398120))
	case "rcp":
		return c.binary(ir.Div, c.splatNumber(x.ty, 1), x)
	case "fmod":
		return c.binary(ir.Rem, x, k.a[1])
	case "ldexp":
		return c.binary(ir.Mul, x, c.math(ir.MathExp2, x.ty, k.a[1]))
	}
	return c.binary(ir.Add, c.binary(ir.Mul, x, k.a[1]), k.a[2]) // mad
}

func (c *checker) classify(k *icall) operand {
	x := k.a[0]
	switch k.name() {
	case "isnan":
		return c.relational(ir.IsNan, x)
	case "isinf":
		return c.relational(ir.IsInf, x)
	}
	y := c.unary(ir.LogicalNot, c.binary(ir.Or, c.relational(ir.IsNan, x), c.relational(ir.IsInf, x)))
	if k.name() == "isnormal" {
		least := 1.1754943508222875e-38
		switch c.scalarOf(x.ty.kind()) {
		case ir.F16:
			least = 6.103515625e-05
		case ir.F64:
			least = 2.2250738585072014e-308
		}
		y = c.binary(ir.And, y, c.binary(ir.Ge, c.math(ir.MathAbs, x.ty, x), c.splatNumber(x.ty, least)))
	}
	return y
}

func (c *checker) allCall(k *icall) operand {
	x := c.cast(kBool, k.a[0])
	op := ir.All
	if k.name() == "any" {
		op = ir.Any
	}
	if x.ty.shape().count() == 1 {
		return c.scalar(x)
	}
	return c.relational(op, x)
}

// storeOut writes a parameter that is out.
func (c *checker) storeOut(k *icall, i int, v operand) bool {
	if !c.writable(k.a[i], k.nodes[i], "pass for an out parameter") {
		return false
	}
	at := c.t.Span(k.nodes[i])
	v = c.implicit(v, k.a[i].ty, at, "the result")
	if !v.ok() {
		return false
	}
	c.store(k.a[i], v)
	return true
}

func (c *checker) partsCall(k *icall) operand {
	x := k.a[0]
	if !x.ok() || !x.ty.numeric() || c.fn == nil {
		return c.noOverload(k)
	}
	if x.isPlace() {
		x = c.rvalue(x)
	}
	kd := settledKind(x.ty.kind())
	if !kd.isFloat() {
		kd = kFloat
	}
	x = c.runtime(c.cast(kd, x))
	switch k.name() {
	case "sincos":
		if !c.storeOut(k, 1, c.math(ir.MathSin, x.ty, x)) || !c.storeOut(k, 2, c.math(ir.MathCos, x.ty, x)) {
			return operand{}
		}
		return operand{kind: opVoid, ty: tVoid}
	case "modf":
		ip := c.math(ir.MathTrunc, x.ty, x)
		f := c.binary(ir.Sub, x, ip)
		if !c.storeOut(k, 1, ip) {
			return operand{}
		}
		return f
	}
	if x.ty.isMatrix() {
		return c.unsupported(c.t.Span(k.n), "frexp of matrices")
	}
	m := c.math(ir.MathFrexp, x.ty, x)
	e := c.cast(kd, c.part(m, 1, x.ty.withKind(kInt)))
	f := c.part(m, 0, x.ty)
	if !c.storeOut(k, 1, e) {
		return operand{}
	}
	return f
}

func (c *checker) geometry(k *icall) operand {
	x := k.a[0]
	if x.ty.isMatrix() {
		return c.noOverload(k)
	}
	n := x.ty.size()
	s := scalarType(x.ty.kind())
	dot := func(a, b operand) operand {
		if n == 1 {
			return c.scalar(c.binary(ir.Mul, a, b))
		}
		return c.math(ir.MathDot, s, a, b)
	}
	switch k.name() {
	case "cross":
		if n < 3 {
			return c.noOverload(k)
		}
		t := vectorType(x.ty.kind(), 3)
		return c.math(ir.MathCross, t, c.first(x, 3), c.first(k.a[1], 3))
	case "dot":
		return dot(x, k.a[1])
	case "distance":
		if n == 1 {
			return c.math(ir.MathAbs, s, c.scalar(c.binary(ir.Sub, x, k.a[1])))
		}
		return c.math(ir.MathDistance, s, x, k.a[1])
	case "length":
		if n == 1 {
			return c.math(ir.MathAbs, s, c.scalar(x))
		}
		return c.math(ir.MathLength, s, x)
	case "normalize":
		if n == 1 {
			y := c.math(ir.MathInverseSqrt, x.ty, c.binary(ir.Mul, x, x))
			return c.binary(ir.Mul, x, y)
		}
		return c.math(ir.MathNormalize, x.ty, x)
	case "reflect":
		if n == 1 {
			y := c.binary(ir.Mul, c.splatNumber(x.ty, 2), dot(x, k.a[1]))
			return c.binary(ir.Sub, x, c.binary(ir.Mul, y, k.a[1]))
		}
		return c.math(ir.MathReflect, x.ty, x, k.a[1])
	}
	// faceforward
	if n == 1 {
		d := c.binary(ir.Lt, dot(k.a[1], k.a[2]), c.zero(s))
		return c.selects(d, x, c.unary(ir.Negate, x))
	}
	return c.math(ir.MathFaceForward, x.ty, k.a[0], k.a[1], k.a[2])
}

func (c *checker) refract(k *icall) operand {
	i, n := k.a[0], k.a[1]
	kd := settledKind(c.commonKind(c.commonKind(i.ty.kind(), n.ty.kind()), k.a[2].ty.kind()))
	if !kd.isFloat() {
		kd = kFloat
	}
	x, y, ok := c.unify(i, n, kd, c.t.Span(k.n))
	if !ok || x.ty.isMatrix() || k.a[2].ty.shape().count() != 1 {
		return c.noOverload(k)
	}
	eta := c.cast(kd, c.scalar(k.a[2]))
	if x.ty.size() == 1 {
		pair := func(x operand) operand { return c.compose(vectorType(kd, 2), c.scalar(x), c.number(kd, 0)) }
		return c.component(c.math(ir.MathRefract, vectorType(kd, 2), pair(x), pair(y), eta), 0)
	}
	return c.math(ir.MathRefract, x.ty, x, y, eta)
}

func (c *checker) dst(k *icall) operand {
	a, b := k.a[0], k.a[1]
	if a.ty.size() != 4 {
		return c.noOverload(k)
	}
	one := c.number(a.ty.kind(), 1)
	y := c.binary(ir.Mul, c.component(a, 1), c.component(b, 1))
	return c.compose(a.ty, one, y, c.component(a, 2), c.component(b, 3))
}

func (c *checker) lit(k *icall) operand {
	l, h, m := c.scalar(k.a[0]), c.scalar(k.a[1]), c.scalar(k.a[2])
	t := l.ty
	zero, one := c.zero(t), c.number(t.kind(), 1)
	diffuse := c.math(ir.MathMax, t, l, zero)
	dark := c.binary(ir.LogicalOr, c.binary(ir.Lt, l, zero), c.binary(ir.Lt, h, zero))
	specular := c.selects(dark, zero, c.math(ir.MathPow, t, h, m))
	return c.compose(vectorType(t.kind(), 4), one, diffuse, specular, one)
}

func (c *checker) matrixCall(k *icall) operand {
	x := c.settled(k.a[0])
	s := x.ty.shape()
	if s.form != formMatrix {
		return c.noOverload(k)
	}
	if k.name() == "determinant" {
		if s.rows != s.cols {
			return c.noOverload(k)
		}
		if s.rows == 1 {
			return c.scalar(x)
		}
		return c.math(ir.MathDeterminant, scalarType(x.ty.kind()), x)
	}
	t := matrixType(x.ty.kind(), int(s.cols), int(s.rows))
	if c.plainMatrix(x.ty) {
		return c.math(ir.MathTranspose, t, x)
	}
	return c.byRows(t, func(i uint32) operand { return c.column(x, i) })
}

// column is a column of a matrix, as a vector.
func (c *checker) column(x operand, i uint32) operand {
	var parts [4]operand
	s := x.ty.shape()
	for r := range s.rows {
		parts[r] = c.component(c.component(x, uint32(r)), i)
	}
	return c.compose(vectorType(x.ty.kind(), int(s.rows)), parts[:s.rows]...)
}

// mul multiplies scalars, vectors and matrices.
func (c *checker) mul(k *icall) operand {
	l, r := k.a[0], k.a[1]
	kd := settledKind(c.commonKind(l.ty.kind(), r.ty.kind()))
	if kd == kBool {
		kd = kInt
	}
	l, r = c.cast(kd, l), c.cast(kd, r)
	ls, rs := l.ty.shape(), r.ty.shape()
	if ls.count() == 1 && ls.form != formMatrix || rs.count() == 1 && rs.form != formMatrix {
		if ls.form == formVector && rs.form == formVector || ls.form == formScalar && rs.form == formScalar || ls.form == formScalar || rs.form == formScalar {
			a, b, ok := c.unify(l, r, kd, c.t.Span(k.n))
			if !ok {
				return c.noOverload(k)
			}
			if ls.form == formVector && rs.form == formVector {
				return c.scalar(c.binary(ir.Mul, a, b))
			}
			return c.binary(ir.Mul, a, b)
		}
	}
	// Sides that don't fit are cut.
	inner := func() (int, int) {
		a := int(ls.cols)
		b := int(rs.rows)
		if rs.form == formVector {
			b = int(rs.cols)
		}
		return a, b
	}
	if a, b := inner(); a != b {
		n := min(a, b)
		c.warnf(codeTruncated, c.t.Span(k.n), "implicit truncation of an argument of mul")
		if ls.form == formVector {
			l = c.convert(l, vectorType(kd, n))
		} else {
			l = c.convert(l, matrixType(kd, int(ls.rows), n))
		}
		if rs.form == formVector {
			r = c.convert(r, vectorType(kd, n))
		} else {
			r = c.convert(r, matrixType(kd, n, int(rs.cols)))
		}
		ls, rs = l.ty.shape(), r.ty.shape()
	}
	dot := func(a, b operand) operand {
		if a.ty.size() == 1 {
			return c.scalar(c.binary(ir.Mul, c.scalar(a), c.scalar(b)))
		}
		return c.math(ir.MathDot, scalarType(kd), a, b)
	}
	var t typeID
	switch {
	case ls.form == formVector && rs.form == formVector:
		return dot(l, r)
	case ls.form == formVector:
		t = vectorType(kd, int(rs.cols))
		if !c.plainMatrix(r.ty) {
			var parts [4]operand
			for i := range uint32(rs.cols) {
				parts[i] = dot(l, c.column(r, i))
			}
			return c.compose(t, parts[:rs.cols]...)
		}
	case rs.form == formVector:
		t = vectorType(kd, int(ls.rows))
		if !c.plainMatrix(l.ty) {
			var parts [4]operand
			for i := range uint32(ls.rows) {
				parts[i] = dot(c.component(l, i), r)
			}
			return c.compose(t, parts[:ls.rows]...)
		}
	default:
		t = matrixType(kd, int(ls.rows), int(rs.cols))
		if !c.plainMatrix(l.ty) || !c.plainMatrix(r.ty) || !c.plainMatrix(t) {
			return c.byRows(t, func(i uint32) operand {
				var parts [4]operand
				for j := range uint32(rs.cols) {
					parts[j] = dot(c.component(l, i), c.column(r, j))
				}
				return c.compose(rowType(t), parts[:rs.cols]...)
			})
		}
	}
	// The module's matrices are transposed: the operands change places.
	if l.isConst() && r.isConst() {
		v, err := c.ev.Binary(ir.Mul, c.val(r), c.val(l))
		return c.folded(v, err, t)
	}
	le, re := c.toExpr(l), c.toExpr(r)
	return c.made(c.ex.AddBinary(c.irOf(t), c.flags(kd), ir.Binary{Op: ir.Mul, Left: re, Right: le}, c.b.Span), t)
}

func (c *checker) derivative(k *icall) operand {
	if !c.needsQuads(c.t.Span(k.n), k.name()) {
		if c.checking {
			return k.a[0]
		}
		return operand{}
	}
	x := k.a[0]
	if x.isConst() {
		return c.zero(x.ty)
	}
	d := ir.Derivative{Axis: ir.AxisX}
	switch name := k.name(); {
	case name == "fwidth":
		d.Axis = ir.AxisWidth
	case name[:3] == "ddy":
		d.Axis = ir.AxisY
	}
	switch name := k.name(); {
	case len(name) > 4 && name[4:] == "fine":
		d.Control = ir.ControlFine
	case len(name) > 4 && name[4:] == "coarse":
		d.Control = ir.ControlCoarse
	}
	of := func(x operand) operand {
		kd := x.ty.kind()
		y := c.cast(kFloat, x)
		e := d
		e.Value = c.toExpr(y)
		return c.cast(kd, c.made(c.ex.AddDerivative(c.irOf(y.ty), e, c.b.Span), y.ty))
	}
	if x.ty.isMatrix() {
		return c.byRows(x.ty, func(i uint32) operand { return of(c.component(x, i)) })
	}
	return of(x)
}

func (c *checker) clip(k *icall) operand {
	if !c.stage.Info().Discards {
		if !c.checking {
			c.errorf(codeStage, c.t.Span(k.n), "only pixel shaders have clip")
		}
		return operand{kind: opVoid, ty: tVoid}
	}
	x := k.a[0]
	kd := settledKind(x.ty.kind())
	if !kd.isFloat() {
		kd = kFloat
	}
	x = c.cast(kd, x)
	less := c.binary(ir.Lt, x, c.zero(x.ty))
	if less.ty.shape().count() > 1 {
		less = c.relational(ir.Any, less)
	} else {
		less = c.scalar(less)
	}
	cond := c.toExpr(less)
	mark := c.b.Begin()
	c.b.Push(c.fn.AddSimple(ir.StmtDemote, c.b.Span))
	c.b.If(cond, c.b.End(mark), 0)
	return operand{kind: opVoid, ty: tVoid}
}

func (c *checker) dotAdd(k *icall) operand {
	switch k.name() {
	case "dot2add":
		a, b := c.convert(k.a[0], vectorType(kFloat, 2)), c.convert(k.a[1], vectorType(kFloat, 2))
		if !a.ok() || !b.ok() {
			return c.noOverload(k)
		}
		return c.binary(ir.Add, c.math(ir.MathDot, tFloat, a, b), c.cast(kFloat, c.scalar(k.a[2])))
	case "dot4add_i8packed":
		return c.binary(ir.Add, c.math(ir.MathDot4I8Packed, tInt, c.cast(kUint, c.scalar(k.a[0])), c.cast(kUint, c.scalar(k.a[1]))), c.cast(kInt, c.scalar(k.a[2])))
	}
	return c.binary(ir.Add, c.math(ir.MathDot4U8Packed, tUint, c.cast(kUint, c.scalar(k.a[0])), c.cast(kUint, c.scalar(k.a[1]))), c.cast(kUint, c.scalar(k.a[2])))
}

func (c *checker) selectCall(k *icall) operand {
	cond := c.cast(kBool, k.a[0])
	t, ok := c.commonType(k.n, k.a[1], k.a[2])
	if !ok {
		return operand{}
	}
	t = t.settle()
	a, b := c.implicit(k.a[1], t, c.t.Span(k.n), "the value"), c.implicit(k.a[2], t, c.t.Span(k.n), "the value")
	if cond.ty.shape().count() == 1 {
		return c.choose(c.scalar(cond), a, b)
	}
	return c.selectWhole(k.n, cond, a, b, t)
}

func (c *checker) logicalCall(k *icall) operand {
	a, b, ok := c.unify(c.cast(kBool, k.a[0]), c.cast(kBool, k.a[1]), kBool, c.t.Span(k.n))
	if !ok {
		return c.noOverload(k)
	}
	op := ir.And
	if k.name() == "or" {
		op = ir.Or
	}
	return c.binary(op, a, b)
}

func (c *checker) barrier(k *icall) operand {
	if !c.stage.Info().Workgroups && !c.checking && k.name() != "DeviceMemoryBarrier" {
		c.errorf(codeStage, c.t.Span(k.n), "only compute, mesh and amplification shaders have %s", k.name())
		return operand{}
	}
	var m ir.Memory
	scope := ir.ScopeWorkgroup
	switch k.name()[0] {
	case 'G':
		m = ir.MemoryWorkgroup
	case 'D':
		m, scope = ir.MemoryStorage|ir.MemoryTexture, ir.ScopeDevice
	default:
		m, scope = ir.MemoryStorage|ir.MemoryTexture|ir.MemoryWorkgroup, ir.ScopeDevice
	}
	if len(k.name()) > 13 && k.name()[len(k.name())-13:] == "WithGroupSync" {
		c.b.Barrier(m)
	} else {
		c.b.Push(c.fn.AddBarrier(ir.StmtMemoryBarrier, ir.Barrier{Memory: m, Scope: scope}, c.b.Span))
	}
	return operand{kind: opVoid, ty: tVoid}
}

// printf prints the values of a call of printf or errorf.
func (c *checker) printf(k *icall) operand {
	if k.a[0].kind != opString {
		c.errorf(codeNoMatch, c.t.Span(k.n), "%s needs a string", k.name())
		return operand{}
	}
	format, ok := pp.Unescape(c.t.Str(syntax.Node(k.a[0].handle)))
	if !ok {
		c.errorf(codeNoMatch, c.t.Span(k.n), "the string has an escape sequence that doesn't exist")
	}
	var v ir.PrintStmt
	for _, x := range k.a[1:] {
		x = c.settled(c.rvalue(x))
		if !x.ok() {
			return operand{}
		}
		if !x.ty.isScalar() && !x.ty.isVector() {
			return c.unsupported(c.t.Span(k.n), k.name()+" of "+c.typeName(x))
		}
		v.Args = append(v.Args, c.toExpr(x))
	}
	v.Format = c.m.AddFormat(format)
	c.b.Push(c.fn.AddPrint(v, c.t.Span(k.n)))
	return operand{kind: opVoid, ty: tVoid}
}

// evaluate interpolates an input elsewhere.
func (c *checker) evaluate(k *icall) operand {
	x := k.a[0]
	if c.checking {
		return c.zero(x.ty)
	}
	if c.stage.Info().Inputs != ir.Varyings || !c.isEntry && c.inlines == 0 || x.isConst() {
		return c.unsupported(c.t.Span(k.n), k.name()+" of this value")
	}
	if c.fn.Kind(x.expr()) == ir.KindLoad {
		given := c.inputValue(c.fn.Operand(x.expr()))
		if given == 0 {
			return c.unsupported(c.t.Span(k.n), k.name()+" of this value")
		}
		x = value(given, x.ty)
	}
	switch e := x.expr(); c.fn.Kind(e) {
	case ir.KindArgument:
	case ir.KindSwizzle, ir.KindAccessIndex: // components of an input
		base := c.fn.Operand(e)
		t := c.fn.TypeOf(base)
		if c.m.Types.At(t).Kind != ir.TypeVector {
			return c.unsupported(c.t.Span(k.n), k.name()+" of this value")
		}
		sub := *k
		sub.a = append([]operand{value(base, sized(x.ty.kind(), int(c.m.Types.At(t).Rows)))}, k.a[1:]...)
		y := c.evaluate(&sub)
		if !y.ok() {
			return y
		}
		if c.fn.Kind(e) == ir.KindAccessIndex {
			return c.component(y, c.fn.AccessIndex(e).Index)
		}
		s := c.fn.Swizzle(e)
		return c.swizzle(y, s.Pattern[:s.Size]...)
	case ir.KindCompose: // of a matrix: each part
		var parts []operand
		for _, p := range c.fn.Compose(e).Components {
			sub := *k
			sub.a = append([]operand{value(p, scalarType(x.ty.kind()))}, k.a[1:]...)
			if !c.m.Types.IsScalarOrVector(c.fn.TypeOf(p)) || !x.ty.numeric() {
				return c.unsupported(c.t.Span(k.n), k.name()+" of this value")
			}
			sub.a[0].ty = sized(x.ty.kind(), c.m.Types.ComponentCount(c.fn.TypeOf(p)))
			parts = append(parts, c.evaluate(&sub))
		}
		return c.compose(x.ty, parts...)
	default:
		return c.unsupported(c.t.Span(k.n), k.name()+" of this value")
	}
	b := c.fn.Args[c.fn.ArgumentIndex(x.expr())].Binding
	if b.Kind != ir.BindLocation || !x.ty.kind().isFloat() {
		return c.unsupported(c.t.Span(k.n), k.name()+" of this value")
	}
	v := ir.Interpolate{Op: ir.InterpolateCentroid, Location: b.Location, Component: uint32(b.Component)}
	switch k.name() {
	case "EvaluateAttributeAtSample":
		v.Op, v.Arg = ir.InterpolateSample, c.toExpr(c.cast(kUint, c.scalar(k.a[1])))
	case "EvaluateAttributeSnapped":
		o := c.cast(kFloat, c.convert(k.a[1], vectorType(kInt, 2)))
		v.Op, v.Arg = ir.InterpolateOffset, c.toExpr(c.binary(ir.Div, o, c.splatNumber(o.ty, 16)))
	}
	return c.made(c.ex.AddInterpolate(c.irOf(x.ty), v, c.b.Span), x.ty)
}

// vulkanCall is a function in the namespace vk.
func (c *checker) vulkanCall(n node, name string, args []node) operand {
	return c.unsupported(c.t.Span(n), "vk::"+name)
}
