package spirvtest

// This file computes results.

import (
	"math"
	"math/big"
	"math/bits"

	"refract/spirv"
)

func signExtend(x uint64, width int) int64 {
	if width >= 64 {
		return int64(x)
	}
	return int64(x<<(64-width)) >> (64 - width)
}

// float is a number of 16, 32 or 64 bits.
func float(x uint64, width int) float64 {
	switch width {
	case 16:
		exponent, fraction := int(x>>10&31), float64(x&1023)
		v := math.Ldexp(1024+fraction, exponent-25)
		switch exponent {
		case 0:
			v = math.Ldexp(fraction, -24)
		case 31:
			if v = math.Inf(1); fraction != 0 {
				v = math.NaN()
			}
		}
		return math.Copysign(v, 1-float64(x>>15&1)*2)
	case 32:
		return float64(math.Float32frombits(uint32(x)))
	case 64:
		return math.Float64frombits(x)
	}
	unsupported("numbers of %d bits", width)
	return 0
}

// unfloat rounds to 16, 32 or 64 bits, to even.
func unfloat(x float64, width int) uint64 {
	switch width {
	case 16:
		sign := math.Float64bits(x) >> 63 << 15
		switch a := math.Abs(x); {
		case math.IsNaN(x):
			return 0x7E00
		case a >= 65520:
			return sign | 0x7C00
		case a < math.Ldexp(1, -14):
			return sign | uint64(math.RoundToEven(math.Ldexp(a, 24)))
		default:
			fraction, exponent := math.Frexp(a)
			n := uint64(math.RoundToEven(math.Ldexp(fraction, 11)))
			return sign | (uint64(exponent+13)<<10 + n)
		}
	case 32:
		return uint64(math.Float32bits(float32(x)))
	case 64:
		return math.Float64bits(x)
	}
	unsupported("numbers of %d bits", width)
	return 0
}

// each computes a scalar operation on each component.
func each(n int, f func(k int) uint64) (v value) {
	if n == 0 {
		return value{n: f(0)}
	}
	for k := range n {
		v.list = append(v.list, value{n: f(k)})
	}
	return v
}

func (v value) at(k int) uint64 {
	if v.list == nil {
		return v.n
	}
	return v.list[k].n
}

// result computes the result of an instruction, unknown if operands that count are.
func (r *run) result(inst []uint32, get func(uint32) value) value {
	v := r.compute(inst, get)
	switch o := opOf(inst); o {
	case spirv.OpUndef, spirv.OpLoad, spirv.OpCopyObject, spirv.OpCopyLogical, spirv.OpCompositeConstruct, spirv.OpCompositeExtract,
		spirv.OpCompositeInsert, spirv.OpVectorShuffle, spirv.OpTranspose, spirv.OpAccessChain, spirv.OpInBoundsAccessChain, spirv.OpArrayLength:
		return v // as the parts are
	case spirv.OpSelect:
		if c := get(inst[3]); !c.known() {
			return v.undefined()
		} else if c.list == nil {
			return v
		}
		x, y := get(inst[4]), get(inst[5])
		for k, c := range get(inst[3]).list {
			v.list[k].unknown = c.n != 0 && x.list[k].unknown || c.n == 0 && y.list[k].unknown
		}
		return v
	case spirv.OpVectorTimesScalar, spirv.OpMatrixTimesScalar, spirv.OpMatrixTimesVector, spirv.OpVectorTimesMatrix, spirv.OpMatrixTimesMatrix,
		spirv.OpOuterProduct, spirv.OpDot, spirv.OpAny, spirv.OpAll, spirv.OpIAddCarry, spirv.OpISubBorrow, spirv.OpUMulExtended,
		spirv.OpSMulExtended, spirv.OpBitcast, spirv.OpVectorExtractDynamic, spirv.OpVectorInsertDynamic:
		for _, id := range inst[3:] {
			if x := get(id); !x.known() {
				return v.undefined()
			}
		}
		return v
	case spirv.OpAtomicLoad, spirv.OpAtomicExchange, spirv.OpAtomicCompareExchange, spirv.OpAtomicIIncrement, spirv.OpAtomicIDecrement,
		spirv.OpAtomicIAdd, spirv.OpAtomicISub, spirv.OpAtomicSMin, spirv.OpAtomicUMin, spirv.OpAtomicSMax, spirv.OpAtomicUMax,
		spirv.OpAtomicAnd, spirv.OpAtomicOr, spirv.OpAtomicXor:
		return v
	}
	from := 3
	if opOf(inst) == spirv.OpExtInst {
		from = 5
	}
	for _, id := range inst[from:] {
		x := get(id)
		if v.list == nil {
			v.unknown = v.unknown || !x.known()
		}
		for k := range v.list {
			v.list[k].unknown = v.list[k].unknown || x.unknown || x.list != nil && x.list[k].unknown
		}
	}
	return v
}

// compute computes the result of an instruction, if all is known.
func (r *run) compute(inst []uint32, get func(uint32) value) value {
	m := r.m
	o, t := opOf(inst), inst[1]
	arg := func(k int) value { return get(inst[3+k]) }
	switch o {
	case spirv.OpUndef:
		return m.fill(t, 0).undefined()
	case spirv.OpLoad:
		return r.load(arg(0).p)
	case spirv.OpCopyObject, spirv.OpCopyLogical:
		return arg(0)
	case spirv.OpAccessChain, spirv.OpInBoundsAccessChain:
		p := arg(0).p
		if p == nil {
			unsupported("the variable %%%d", inst[3])
		}
		var list []value
		for _, k := range inst[4:] {
			list = append(list, get(k))
		}
		return value{p: r.chain(p, list)}
	case spirv.OpArrayLength:
		q := *arg(0).p
		q.at += m.offset(q.t, int(inst[4]), layout{})
		q.t = m.part(q.t, int(inst[4]))
		return value{n: uint64(r.runtimeLength(&q))}
	case spirv.OpCompositeConstruct:
		return r.construct(inst, get)
	case spirv.OpCompositeExtract:
		v := arg(0)
		for _, k := range inst[4:] {
			v = v.list[k]
		}
		return v
	case spirv.OpCompositeInsert:
		return insert(get(inst[4]), inst[5:], get(inst[3]))
	case spirv.OpVectorShuffle:
		both := append(append([]value(nil), arg(0).list...), arg(1).list...)
		var v value
		for _, k := range inst[5:] {
			if k == math.MaxUint32 {
				v.list = append(v.list, m.fill(m.part(t, 0), 0).undefined())
				continue
			}
			v.list = append(v.list, both[k])
		}
		return v
	case spirv.OpVectorExtractDynamic:
		v, k := arg(0), arg(1).n
		if k >= uint64(len(v.list)) {
			undefined("component %d", k)
		}
		return v.list[k]
	case spirv.OpVectorInsertDynamic:
		v, k := arg(0), arg(2).n
		if k >= uint64(len(v.list)) {
			undefined("component %d", k)
		}
		return insert(v, []uint32{uint32(k)}, arg(1))
	case spirv.OpSelect:
		c, x, y := arg(0), arg(1), arg(2)
		if c.list == nil {
			if c.n != 0 {
				return x
			}
			return y
		}
		return each(len(c.list), func(k int) uint64 {
			if c.at(k) != 0 {
				return x.at(k)
			}
			return y.at(k)
		})
	case spirv.OpTranspose:
		x := arg(0)
		var v value
		for row := range x.list[0].list {
			var c value
			for col := range x.list {
				c.list = append(c.list, x.list[col].list[row])
			}
			v.list = append(v.list, c)
		}
		return v
	case spirv.OpExtInst:
		return r.extended(inst, get)
	case spirv.OpVectorTimesScalar, spirv.OpMatrixTimesScalar, spirv.OpMatrixTimesVector, spirv.OpVectorTimesMatrix, spirv.OpMatrixTimesMatrix,
		spirv.OpOuterProduct, spirv.OpDot:
		return r.linear(o, m.width(m.scalar(t)), arg(0), arg(1))
	case spirv.OpAny, spirv.OpAll:
		n := 0
		v := arg(0)
		for k := range v.list {
			n += int(v.at(k))
		}
		return value{n: truth(o == spirv.OpAny && n > 0 || o == spirv.OpAll && n == len(v.list))}
	case spirv.OpIAddCarry, spirv.OpISubBorrow, spirv.OpUMulExtended, spirv.OpSMulExtended:
		p := m.part(t, 0)
		w, n := m.width(m.scalar(p)), m.parts(p)
		x, y := arg(0), arg(1)
		low := each(n, func(k int) uint64 { return first(o, x.at(k), y.at(k), w) })
		high := each(n, func(k int) uint64 { return second(o, x.at(k), y.at(k), w) })
		return value{list: []value{low, high}}
	case spirv.OpAtomicLoad, spirv.OpAtomicExchange, spirv.OpAtomicCompareExchange, spirv.OpAtomicIIncrement, spirv.OpAtomicIDecrement,
		spirv.OpAtomicIAdd, spirv.OpAtomicISub, spirv.OpAtomicSMin, spirv.OpAtomicUMin, spirv.OpAtomicSMax, spirv.OpAtomicUMax,
		spirv.OpAtomicAnd, spirv.OpAtomicOr, spirv.OpAtomicXor:
		return r.atomic(inst, get)
	}
	// The other instructions work on components.
	n := 0
	if m.op(t) == spirv.OpTypeVector {
		n = m.parts(t)
	} else if m.op(t) == spirv.OpTypeMatrix {
		unsupported("%v of matrices", o)
	}
	var a [4]value
	for k := range min(len(inst)-3, 4) {
		a[k] = arg(k)
	}
	from := 0
	if id := inst[3]; m.def[id] >= 0 {
		from = m.width(m.scalar(m.typeOf(id)))
	}
	to := m.width(m.scalar(t))
	for k := range a {
		if (o == spirv.OpUDiv || o == spirv.OpSDiv || o == spirv.OpSRem || o == spirv.OpSMod || o == spirv.OpUMod) && !a[k].known() {
			return m.fill(t, 0).undefined()
		}
	}
	if o == spirv.OpBitcast {
		return r.bitcast(t, m.typeOf(inst[3]), a[0])
	}
	return each(n, func(k int) uint64 {
		return scalarOp(o, from, to, a[0].at(k), func(j int) uint64 {
			if a[j].list == nil { // the shared operands of bit fields
				return a[j].n
			}
			return a[j].at(k)
		})
	})
}

func insert(v value, at []uint32, x value) value {
	if len(at) == 0 {
		return x
	}
	v = v.clone()
	v.list[at[0]] = insert(v.list[at[0]], at[1:], x)
	return v
}

func (r *run) construct(inst []uint32, get func(uint32) value) (v value) {
	vector := r.m.op(inst[1]) == spirv.OpTypeVector
	for _, id := range inst[3:] {
		x := get(id)
		if vector && x.list != nil {
			v.list = append(v.list, x.list...)
		} else {
			v.list = append(v.list, x)
		}
	}
	return v
}

// bitcast regroups bits, the low ones first.
func (r *run) bitcast(t, from uint32, v value) value {
	var all big.Int
	w := r.m.width(r.m.scalar(from))
	n := max(r.m.parts(from), 1)
	for k := range n {
		all.Or(&all, new(big.Int).Lsh(new(big.Int).SetUint64(v.at(k)), uint(k*w)))
	}
	to := r.m.width(r.m.scalar(t))
	return each(r.m.parts(t), func(k int) uint64 {
		x := new(big.Int).Rsh(&all, uint(k*to))
		return x.And(x, new(big.Int).SetUint64(mask(to))).Uint64()
	})
}

func first(o spirv.Op, x, y uint64, w int) uint64 {
	switch o {
	case spirv.OpIAddCarry:
		return (x + y) & mask(w)
	case spirv.OpISubBorrow:
		return (x - y) & mask(w)
	}
	return x * y & mask(w)
}

func second(o spirv.Op, x, y uint64, w int) uint64 {
	switch o {
	case spirv.OpIAddCarry:
		return truth((x+y)&mask(w) < x || x+y < x)
	case spirv.OpISubBorrow:
		return truth(x < y)
	case spirv.OpSMulExtended:
		p := new(big.Int).Mul(big.NewInt(signExtend(x, w)), big.NewInt(signExtend(y, w)))
		p.Rsh(p, uint(w))
		return p.And(p, new(big.Int).SetUint64(mask(w))).Uint64()
	}
	high, low := bits.Mul64(x, y)
	if w == 64 {
		return high
	}
	return low >> w & mask(w)
}

func (r *run) linear(o spirv.Op, w int, a, b value) value {
	vec := func(v value) (list []float64) {
		for _, c := range v.list {
			list = append(list, float(c.n, w))
		}
		return list
	}
	round := func(x float64) float64 { return float(unfloat(x, w), w) }
	dot := func(x, y []float64) uint64 {
		s := 0.0
		for k := range x {
			s = round(s + round(x[k]*y[k]))
		}
		return unfloat(s, w)
	}
	row := func(v value, k int) (list []float64) {
		for _, c := range v.list {
			list = append(list, float(c.list[k].n, w))
		}
		return list
	}
	times := func(v value, s uint64) value {
		return each(len(v.list), func(k int) uint64 { return unfloat(float(v.at(k), w)*float(s, w), w) })
	}
	var v value
	switch o {
	case spirv.OpDot:
		return value{n: dot(vec(a), vec(b))}
	case spirv.OpVectorTimesScalar:
		return times(a, b.n)
	case spirv.OpMatrixTimesScalar:
		for _, c := range a.list {
			v.list = append(v.list, times(c, b.n))
		}
	case spirv.OpMatrixTimesVector:
		return each(len(a.list[0].list), func(k int) uint64 { return dot(row(a, k), vec(b)) })
	case spirv.OpVectorTimesMatrix:
		return each(len(b.list), func(k int) uint64 { return dot(vec(a), vec(b.list[k])) })
	case spirv.OpMatrixTimesMatrix:
		for _, c := range b.list {
			v.list = append(v.list, r.linear(spirv.OpMatrixTimesVector, w, a, c))
		}
	case spirv.OpOuterProduct:
		for _, c := range b.list {
			v.list = append(v.list, times(a, c.n))
		}
	}
	return v
}

// atomic reads, computes and writes.
func (r *run) atomic(inst []uint32, get func(uint32) value) value {
	p := get(inst[3]).p
	old := r.load(p)
	if old.unknown {
		undefined("an atomic operation on an undefined value")
	}
	w := r.m.width(p.t)
	x := uint64(0)
	if len(inst) > 6 {
		x = get(inst[6]).n
	}
	y := old.n
	signed := func(x uint64) int64 { return signExtend(x, w) }
	switch opOf(inst) {
	case spirv.OpAtomicLoad:
		return old
	case spirv.OpAtomicExchange:
		y = x
	case spirv.OpAtomicCompareExchange:
		if old.n == get(inst[8]).n {
			y = get(inst[7]).n
		}
	case spirv.OpAtomicIIncrement:
		y++
	case spirv.OpAtomicIDecrement:
		y--
	case spirv.OpAtomicIAdd:
		y += x
	case spirv.OpAtomicISub:
		y -= x
	case spirv.OpAtomicSMin:
		if signed(x) < signed(y) {
			y = x
		}
	case spirv.OpAtomicUMin:
		y = min(y, x)
	case spirv.OpAtomicSMax:
		if signed(x) > signed(y) {
			y = x
		}
	case spirv.OpAtomicUMax:
		y = max(y, x)
	case spirv.OpAtomicAnd:
		y &= x
	case spirv.OpAtomicOr:
		y |= x
	case spirv.OpAtomicXor:
		y ^= x
	}
	r.store(p, value{n: y & mask(w)})
	return old
}

// scalar is an operation on scalars: w is the width of the first operand x, to that of
// the result; arg gives further operands.
type scalar struct {
	o     spirv.Op
	w, to int
	x     uint64
	arg   func(int) uint64
}

// scalarOp computes on scalars: w is the width of the first operand, to that of the
// result, and arg gives further operands.
func scalarOp(o spirv.Op, w, to int, x uint64, arg func(int) uint64) uint64 {
	c := scalar{o, w, to, x, arg}
	for _, compute := range [...]func(scalar) (uint64, bool){scalar.integer, scalar.bits, scalar.compare, scalar.float, scalar.floatTest, scalar.convert} {
		if v, ok := compute(c); ok {
			return v
		}
	}
	unsupported("%v", o)
	return 0
}

func (c scalar) signed(x uint64) int64   { return signExtend(x, c.w) }
func (c scalar) number(x uint64) float64 { return float(x, c.w) }

// unordered reports whether an operand is no number.
func (c scalar) unordered() bool {
	return math.IsNaN(c.number(c.x)) || math.IsNaN(c.number(c.arg(1)))
}

// count is by how many bits is shifted.
func (c scalar) count() uint64 {
	if k := c.arg(1); k < uint64(c.w) {
		return k
	}
	undefined("a shift by %d", c.arg(1))
	return 0
}

// integer computes with integers.
func (c scalar) integer() (v uint64, ok bool) {
	switch c.o {
	case spirv.OpSNegate:
		return -c.x & mask(c.to), true
	case spirv.OpIAdd:
		return (c.x + c.arg(1)) & mask(c.to), true
	case spirv.OpISub:
		return (c.x - c.arg(1)) & mask(c.to), true
	case spirv.OpIMul:
		return c.x * c.arg(1) & mask(c.to), true
	case spirv.OpUDiv, spirv.OpUMod:
		if c.arg(1) == 0 {
			undefined("a division by zero")
		}
		if c.o == spirv.OpUDiv {
			return c.x / c.arg(1), true
		}
		return c.x % c.arg(1), true
	case spirv.OpSDiv, spirv.OpSRem, spirv.OpSMod:
		a, b := c.signed(c.x), c.signed(c.arg(1))
		if b == 0 || b == -1 && a == math.MinInt64>>(64-c.w) {
			undefined("a division of %d by %d", a, b)
		}
		switch m := a % b; {
		case c.o == spirv.OpSDiv:
			return uint64(a/b) & mask(c.to), true
		case c.o == spirv.OpSMod && m != 0 && (m < 0) != (b < 0):
			return uint64(m+b) & mask(c.to), true
		default:
			return uint64(m) & mask(c.to), true
		}
	}
	return 0, false
}

// bits shifts, joins and counts bits.
func (c scalar) bits() (v uint64, ok bool) {
	switch c.o {
	case spirv.OpShiftLeftLogical:
		return c.x << c.count() & mask(c.to), true
	case spirv.OpShiftRightLogical:
		return c.x >> c.count(), true
	case spirv.OpShiftRightArithmetic:
		return uint64(c.signed(c.x)>>c.count()) & mask(c.to), true
	case spirv.OpBitwiseAnd, spirv.OpLogicalAnd:
		return c.x & c.arg(1), true
	case spirv.OpBitwiseOr, spirv.OpLogicalOr:
		return c.x | c.arg(1), true
	case spirv.OpBitwiseXor, spirv.OpLogicalNotEqual:
		return c.x ^ c.arg(1), true
	case spirv.OpLogicalEqual:
		return 1 ^ c.x ^ c.arg(1), true
	case spirv.OpNot, spirv.OpLogicalNot:
		return ^c.x & mask(c.to), true
	case spirv.OpBitReverse:
		return bits.Reverse64(c.x) >> (64 - c.w), true
	case spirv.OpBitCount:
		return uint64(bits.OnesCount64(c.x)), true
	case spirv.OpBitFieldInsert:
		at, n := c.arg(2), c.arg(3)
		if at+n > uint64(c.w) {
			undefined("a field of %d bits from bit %d", n, at)
		}
		field := mask(int(n)) << at
		return c.x&^field&mask(c.to) | c.arg(1)<<at&field, true
	case spirv.OpBitFieldUExtract, spirv.OpBitFieldSExtract:
		at, n := c.arg(1), c.arg(2)
		if at+n > uint64(c.w) {
			undefined("a field of %d bits from bit %d", n, at)
		}
		v := c.x >> at & mask(int(n))
		if c.o == spirv.OpBitFieldSExtract && n > 0 {
			v = uint64(signExtend(v, int(n))) & mask(c.to)
		}
		return v, true
	}
	return 0, false
}

// compare compares integers.
func (c scalar) compare() (v uint64, ok bool) {
	switch c.o {
	case spirv.OpIEqual:
		return truth(c.x == c.arg(1)), true
	case spirv.OpINotEqual:
		return truth(c.x != c.arg(1)), true
	case spirv.OpULessThan:
		return truth(c.x < c.arg(1)), true
	case spirv.OpULessThanEqual:
		return truth(c.x <= c.arg(1)), true
	case spirv.OpUGreaterThan:
		return truth(c.x > c.arg(1)), true
	case spirv.OpUGreaterThanEqual:
		return truth(c.x >= c.arg(1)), true
	case spirv.OpSLessThan:
		return truth(c.signed(c.x) < c.signed(c.arg(1))), true
	case spirv.OpSLessThanEqual:
		return truth(c.signed(c.x) <= c.signed(c.arg(1))), true
	case spirv.OpSGreaterThan:
		return truth(c.signed(c.x) > c.signed(c.arg(1))), true
	case spirv.OpSGreaterThanEqual:
		return truth(c.signed(c.x) >= c.signed(c.arg(1))), true
	}
	return 0, false
}

// float computes with floats.
func (c scalar) float() (v uint64, ok bool) {
	switch c.o {
	case spirv.OpFNegate:
		return c.x ^ 1<<(c.w-1), true
	case spirv.OpFAdd:
		return unfloat(c.number(c.x)+c.number(c.arg(1)), c.to), true
	case spirv.OpFSub:
		return unfloat(c.number(c.x)-c.number(c.arg(1)), c.to), true
	case spirv.OpFMul:
		return unfloat(c.number(c.x)*c.number(c.arg(1)), c.to), true
	case spirv.OpFDiv:
		return unfloat(c.number(c.x)/c.number(c.arg(1)), c.to), true
	case spirv.OpFRem:
		return unfloat(math.Mod(c.number(c.x), c.number(c.arg(1))), c.to), true
	case spirv.OpFMod:
		a, b := c.number(c.x), c.number(c.arg(1))
		q := float(unfloat(a/b, c.w), c.w)
		return unfloat(a-float(unfloat(b*math.Floor(q), c.w), c.w), c.to), true
	}
	return 0, false
}

// floatTest compares floats, and tests them.
func (c scalar) floatTest() (v uint64, ok bool) {
	switch c.o {
	case spirv.OpFOrdEqual:
		return truth(c.number(c.x) == c.number(c.arg(1))), true
	case spirv.OpFUnordEqual:
		return truth(c.unordered() || c.number(c.x) == c.number(c.arg(1))), true
	case spirv.OpFOrdNotEqual:
		return truth(!c.unordered() && c.number(c.x) != c.number(c.arg(1))), true
	case spirv.OpFUnordNotEqual:
		return truth(c.number(c.x) != c.number(c.arg(1))), true
	case spirv.OpFOrdLessThan:
		return truth(c.number(c.x) < c.number(c.arg(1))), true
	case spirv.OpFUnordLessThan:
		return truth(c.unordered() || c.number(c.x) < c.number(c.arg(1))), true
	case spirv.OpFOrdGreaterThan:
		return truth(c.number(c.x) > c.number(c.arg(1))), true
	case spirv.OpFUnordGreaterThan:
		return truth(c.unordered() || c.number(c.x) > c.number(c.arg(1))), true
	case spirv.OpFOrdLessThanEqual:
		return truth(c.number(c.x) <= c.number(c.arg(1))), true
	case spirv.OpFUnordLessThanEqual:
		return truth(c.unordered() || c.number(c.x) <= c.number(c.arg(1))), true
	case spirv.OpFOrdGreaterThanEqual:
		return truth(c.number(c.x) >= c.number(c.arg(1))), true
	case spirv.OpFUnordGreaterThanEqual:
		return truth(c.unordered() || c.number(c.x) >= c.number(c.arg(1))), true
	case spirv.OpIsNan:
		return truth(math.IsNaN(c.number(c.x))), true
	case spirv.OpIsInf:
		return truth(math.IsInf(c.number(c.x), 0)), true
	}
	return 0, false
}

// convert converts between widths, and between integers and floats.
func (c scalar) convert() (v uint64, ok bool) {
	switch c.o {
	case spirv.OpQuantizeToF16:
		half := float(unfloat(c.number(c.x), 16), 16)
		if half != 0 && math.Abs(half) < math.Ldexp(1, -14) {
			half = math.Copysign(0, half)
		}
		return unfloat(half, c.to), true
	case spirv.OpConvertFToU:
		v := math.Trunc(c.number(c.x))
		if !(v >= 0 && v < math.Ldexp(1, c.to)) {
			undefined("the conversion of %g", v)
		}
		return uint64(v), true
	case spirv.OpConvertFToS:
		v := math.Trunc(c.number(c.x))
		if !(v >= -math.Ldexp(1, c.to-1) && v < math.Ldexp(1, c.to-1)) {
			undefined("the conversion of %g", v)
		}
		return uint64(int64(v)) & mask(c.to), true
	case spirv.OpConvertSToF:
		if c.to == 32 {
			return uint64(math.Float32bits(float32(c.signed(c.x)))), true
		}
		return unfloat(float64(c.signed(c.x)), c.to), true
	case spirv.OpConvertUToF:
		if c.to == 32 {
			return uint64(math.Float32bits(float32(c.x))), true
		}
		return unfloat(float64(c.x), c.to), true
	case spirv.OpUConvert:
		return c.x & mask(c.to), true
	case spirv.OpSConvert:
		return uint64(c.signed(c.x)) & mask(c.to), true
	case spirv.OpFConvert:
		return unfloat(c.number(c.x), c.to), true
	}
	return 0, false
}

// extended computes the instructions of GLSL.std.450 whose results are exact.
func (r *run) extended(inst []uint32, get func(uint32) value) value {
	m := r.m
	if m.ext[inst[3]] != "GLSL.std.450" {
		unsupported("instructions of %q", m.ext[inst[3]])
	}
	t := inst[1]
	var a [3]value
	for k := range min(len(inst)-5, 3) {
		a[k] = get(inst[5+k])
	}
	if op := inst[4]; op == extModf || op == extFrexp { // whose second result goes to memory
		second := m.inst(m.typeOf(inst[6]))[3]
		v := m.split(op == extFrexp, t, second, a[0])
		r.store(a[1].p, v.list[1])
		return v.list[0]
	}
	if v, ok := m.functions(inst, a); ok {
		return v
	}
	const (
		round, roundEven, trunc, fabs, sabs, fsign, ssign, floor, ceil, fract = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
		sqrt, fmin, umin, smin, fmax, umax, smax, fclamp, uclamp, sclamp      = 31, 37, 38, 39, 40, 41, 42, 43, 44, 45
		step, findLSB, findSMSB, findUMSB, nmin, nmax, nclamp                 = 48, 73, 74, 75, 79, 80, 81
	)
	n := m.parts(t)
	w := m.width(m.scalar(m.typeOf(inst[5])))
	return each(n, func(k int) uint64 {
		x, y, z := a[0].at(k), uint64(0), uint64(0)
		if len(inst) > 6 {
			y = a[1].at(k)
		}
		if len(inst) > 7 {
			z = a[2].at(k)
		}
		f := func(x uint64) float64 { return float(x, w) }
		s := func(x uint64) int64 { return signExtend(x, w) }
		smaller := func(x, y uint64) uint64 {
			if s(y) < s(x) {
				return y
			}
			return x
		}
		larger := func(x, y uint64) uint64 {
			if s(x) < s(y) {
				return y
			}
			return x
		}
		fsmaller := func(x, y uint64) uint64 {
			if (math.IsNaN(f(x)) || math.IsNaN(f(y)) || f(x) == 0 && f(y) == 0 && x != y && !m.zeros) && !r.o.Either {
				undefined("the least of such numbers")
			}
			if f(y) < f(x) {
				return y
			}
			return x
		}
		flarger := func(x, y uint64) uint64 {
			if fsmaller(x, y); f(x) < f(y) || math.IsNaN(f(x)) {
				return y
			}
			return x
		}
		number := func(of func(x, y uint64) uint64, x, y uint64) uint64 {
			switch {
			case math.IsNaN(f(x)):
				return y
			case math.IsNaN(f(y)):
				return x
			}
			return of(x, y)
		}
		switch inst[4] {
		case roundEven, round:
			return unfloat(math.RoundToEven(f(x)), w)
		case trunc:
			return unfloat(math.Trunc(f(x)), w)
		case floor:
			return unfloat(math.Floor(f(x)), w)
		case ceil:
			return unfloat(math.Ceil(f(x)), w)
		case fract:
			return unfloat(f(x)-math.Floor(f(x)), w)
		case sqrt:
			return unfloat(math.Sqrt(f(x)), w)
		case fabs:
			return x &^ (1 << (w - 1))
		case sabs:
			if s(x) < 0 {
				return -x & mask(w)
			}
			return x
		case fsign:
			switch {
			case f(x) > 0:
				return unfloat(1, w)
			case f(x) < 0:
				return unfloat(-1, w)
			}
			return 0
		case ssign:
			switch {
			case s(x) > 0:
				return 1
			case s(x) < 0:
				return mask(w)
			}
			return 0
		case fmin:
			return fsmaller(x, y)
		case fmax:
			return flarger(x, y)
		case nmin:
			return number(fsmaller, x, y)
		case nmax:
			return number(flarger, x, y)
		case umin:
			return min(x, y)
		case umax:
			return max(x, y)
		case smin:
			return smaller(x, y)
		case smax:
			return larger(x, y)
		case fclamp:
			return fsmaller(flarger(x, y), z)
		case nclamp:
			return number(fsmaller, number(flarger, x, y), z)
		case uclamp:
			return min(max(x, y), z)
		case sclamp:
			return smaller(larger(x, y), z)
		case step:
			return unfloat(float64(1-truth(f(y) < f(x))), w)
		case findLSB:
			if x == 0 {
				return mask(w)
			}
			return uint64(bits.TrailingZeros64(x))
		case findUMSB:
			return uint64(int64(bits.Len64(x)-1)) & mask(w)
		case findSMSB:
			if s(x) < 0 {
				x = ^x & mask(w)
			}
			return uint64(int64(bits.Len64(x)-1)) & mask(w)
		}
		unsupported("the extended instruction %d", inst[4])
		return 0
	})
}
