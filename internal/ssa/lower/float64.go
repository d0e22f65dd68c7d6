package lower

// This file makes arithmetic on 64-bit floats calls of functions that do it with
// integers.
//
//	before                         after
//	%3 = fadd %1, %2 : f64         %4 = bitcast %1 : u64
//	                               %5 = bitcast %2 : u64
//	                               %6 = call @f64_add %4, %5 : u64
//	                               %3 = bitcast %6 : f64
//
// The functions are made on demand, one per operation, and called with the bits of the
// numbers; inline-functions inlines them for machines without calls, and int64-to-pairs
// makes 32-bit arithmetic of them. They round to the nearest number, know subnormals, and
// make the one NaN that package internal/num makes. Composed operations (mix, dot products,
// reflection) are taken apart first, in the order of their definition. Functions that no
// language has for 64 bits, as sines and logarithms, stay.

import (
	"refract/internal/builtin/formula"
	"refract/internal/lazy"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Float64Options selects the operations on 64-bit floats that are replaced.
type Float64Options struct {
	Ops   Float64Ops `doc:"the kinds of operations"`
	Apart bool       `doc:"composed operations are taken apart, and nothing else happens"`
}

// Float64Ops is a set of kinds of operations.
type Float64Ops uint16

const (
	Float64Add     Float64Ops = 1 << iota // sums, differences
	Float64Mul                            // products
	Float64Div                            // quotients, remainders, reciprocals
	Float64Sqrt                           // square roots and their reciprocals
	Float64Round                          // floor, ceil, trunc, round
	Float64Compare                        // comparisons, the lesser and greater
	Float64Convert                        // to and from integers
	Float64Bits                           // exponents, the sign as a number, NaN, bools
	Float64Fma                            // sums of a product, rounded once
	Float64Size                           // to and from floats of other sizes
	Float64Sign                           // changes of the sign

	AllFloat64 Float64Ops = 1<<11 - 1
)

// Elements are the names of the kinds.
func (Float64Ops) Elements() []string {
	return []string{"add", "mul", "div", "sqrt", "round", "compare", "convert", "bits", "fma", "size", "sign"}
}

// LowerFloat64 replaces all operations.
var LowerFloat64 = &pass.Pass{
	Name:        "float64-to-int64",
	Doc:         "arithmetic on 64-bit floats becomes calls of functions that do it with integers",
	Machine:     true,
	Replaces:    []string{"lower_double_ops"},
	Destroys:    pass.NoCalls | pass.LoopClosed | pass.NoPhis,
	Establishes: pass.NoFloat64,
	Shader:      func(s *ssa.Shader) bool { return float64ToInt64(s, AllFloat64) },
}

// Float64 is the pass with options.
func Float64(o Float64Options) *pass.Pass {
	p := *LowerFloat64
	p.Shader = func(s *ssa.Shader) bool { return float64ToInt64(s, o.Ops) }
	if o.Apart {
		p.Shader, p.Destroys, p.Establishes = float64Apart, 0, 0
		return &p
	}
	if o.Ops != AllFloat64 {
		p.Establishes = 0
	}
	return &p
}

// softFloat is an operation by the name of its function, with the builder of the function's
// body.
type softFloat struct {
	name string
	kind Float64Ops
	body func(c *doubles, x ...ssa.Value) ssa.Value
}

// softFloats are the operations that have functions, or a few instructions in place.
var softFloats = [op.Count]softFloat{
	op.FAdd:       {"f64_add", Float64Add, (*doubles).addBody},
	op.FSub:       {"f64_sub", Float64Add, (*doubles).subBody},
	op.FMul:       {"f64_mul", Float64Mul, (*doubles).mulBody},
	op.FFma:       {"f64_fma", Float64Fma, (*doubles).fmaBody},
	op.FDiv:       {"f64_div", Float64Div, (*doubles).divBody},
	op.FRem:       {"f64_rem", Float64Div, (*doubles).remBody},
	op.FSqrt:      {"f64_sqrt", Float64Sqrt, (*doubles).sqrtBody},
	op.FFloor:     {"f64_floor", Float64Round, (*doubles).floorBody},
	op.FCeil:      {"f64_ceil", Float64Round, (*doubles).ceilBody},
	op.FTrunc:     {"f64_trunc", Float64Round, (*doubles).truncBody},
	op.FRoundEven: {"f64_round", Float64Round, (*doubles).roundBody},
	op.FLt:        {"f64_lt", Float64Compare, (*doubles).ltBody},
	op.FLe:        {"f64_le", Float64Compare, (*doubles).leBody},
	op.FEq:        {"f64_eq", Float64Compare, (*doubles).eqBody},
	op.FLdexp:     {"f64_ldexp", Float64Bits, (*doubles).ldexpBody},
	op.FFrexpSig:  {"f64_frexp_sig", Float64Bits, (*doubles).frexpSigBody},
	op.FFrexpExp:  {"f64_frexp_exp", Float64Bits, (*doubles).frexpExpBody},
}

// float64Kind is the set of kinds that an operation belongs to, directly or by the steps of its
// formula; 0 if it stays.
func float64Kind(o op.Op) Float64Ops { return float64Kinds.Get()[o] }

var float64Kinds = lazy.Value[*[op.Count]Float64Ops]{Make: func() *[op.Count]Float64Ops {
	kinds := new([op.Count]Float64Ops)
	for o := range softFloats {
		kinds[o] = softFloats[o].kind
	}
	for _, o := range []op.Op{op.F2I, op.F2U, op.I2F, op.U2F} {
		kinds[o] = Float64Convert
	}
	for _, o := range []op.Op{op.FSign, op.FIsNan, op.FIsInf, op.F2B, op.B2F} {
		kinds[o] = Float64Bits
	}
	kinds[op.F2F] = Float64Size
	kinds[op.FNeg], kinds[op.FAbs] = Float64Sign, Float64Sign
	kinds[op.FNeu] = Float64Compare
	kinds[op.FCross] = Float64Add | Float64Mul
	for o := op.Op(1); int(o) < op.Count; o++ {
		if isComposed(o) && o.Formula() != formula.NoOperation {
			o.Formula().EachStep(func(step formula.Operation) { kinds[o] |= kinds[steps[step]] })
		}
	}
	return kinds
}}

// OnFloat64 reports whether an instruction is arithmetic on 64-bit floats that has a
// form on integers.
func OnFloat64(f *ssa.Function, i ssa.InstrID) bool {
	o := f.Op(i)
	if float64Kind(o) == 0 {
		return false
	}
	if o.Has(op.Conversion) {
		info := o.Info()
		return info.Result.Base == op.Float && f.Bits(i) == 64 || info.Srcs[0].Base == op.Float && f.Bits(f.Arg(i, 0)) == 64
	}
	return f.Bits(f.Arg(i, 0)) == 64
}

func float64ToInt64(s *ssa.Shader, kinds Float64Ops) bool {
	calls := softCalls{s: s, fns: map[string]ssa.FuncID{}}
	for id, f := range s.Funcs {
		if id > 0 {
			calls.fns[f.Name] = ssa.FuncID(id)
		}
	}
	changed := false
	for _, f := range s.Funcs[1:len(s.Funcs):len(s.Funcs)] {
		wants := func(i ssa.InstrID) bool { return OnFloat64(f, i) && kinds&float64Kind(f.Op(i)) != 0 }
		for takeApart(f, wants) {
			changed = true
		}
		changed = expandScalars(f, wants, func(c *calc, i ssa.InstrID, x []ssa.Value) ssa.Value {
			return calls.scalar(&doubles{c}, f.Op(i), f.Shader.Module.Types.ScalarOf(f.Type(i)), x)
		}) || changed
	}
	return changed
}

func float64Apart(s *ssa.Shader) bool {
	changed := false
	for _, f := range s.Funcs[1:] {
		for takeApart(f, func(i ssa.InstrID) bool { return OnFloat64(f, i) }) {
			changed = true
		}
	}
	return changed
}

// takeApart replaces composed operations on floats.
func takeApart(f *ssa.Function, wants func(i ssa.InstrID) bool) bool {
	composed := func(i ssa.InstrID) bool { return wants(i) && isComposedAt(f, i) }
	whole := expandWhole(f, func(i ssa.InstrID) bool { return composed(i) && !isComponentwise(f.Op(i)) }, wholeFloats)
	return expandScalars(f, composed, func(c *calc, i ssa.InstrID, x []ssa.Value) ssa.Value { return composedFloat(c, f.Op(i), x) }) || whole
}

// softCalls calls functions that do arithmetic, and makes them.
type softCalls struct {
	s   *ssa.Shader
	fns map[string]ssa.FuncID
}

// call calls a function of numbers of 64 bits or less.
func (s *softCalls) call(c *doubles, name string, t ir.TypeID, body func(c *doubles, x ...ssa.Value) ssa.Value, x ...ssa.Value) ssa.Value {
	// A function of the shader may have the name.
	id, ok := s.fns[name]
	if ok && !isSoft(s.s.Funcs[id], t, c, x) {
		return s.call(c, name+"_", t, body, x...)
	}
	if !ok {
		var f *ssa.Function
		id, f = s.s.NewFunction(name)
		s.fns[name] = id
		f.Result = t
		b := &doubles{&calc{f.Build(f.EndOf(f.FirstBlock()))}}
		var args []ssa.Value
		for k, v := range x {
			f.Params = append(f.Params, ir.Argument{Name: string(rune('a' + k)), Type: c.F.Type(v)})
			p := b.Instr(op.Param, c.F.Type(v))
			f.SetWords(p, [2]uint32{uint32(k)})
			args = append(args, p)
		}
		v := body(b, args...)
		b.Jump(op.Return, ssa.Whole(v))
	}
	return c.Call(id, t, x...)
}

// isSoft reports whether the signature matches: result t, parameters x.
func isSoft(f *ssa.Function, t ir.TypeID, c *doubles, x []ssa.Value) bool {
	if f.Result != t || len(f.Params) != len(x) {
		return false
	}
	for k := range x {
		if f.Params[k].Type != c.F.Type(x[k]) {
			return false
		}
	}
	return true
}

// scalar is the replacement of an operation on scalars.
func (s *softCalls) scalar(c *doubles, o op.Op, to ir.Scalar, x []ssa.Value) ssa.Value {
	bits := func(v ssa.Value) ssa.Value { return c.bitcast(ir.U64, v) }
	back := func(v ssa.Value) ssa.Value { return c.bitcast(ir.F64, v) }
	u64 := ir.ScalarTypeOf(ir.U64)
	switch o {
	case op.FNeg:
		return back(c.xori(bits(x[0]), 1<<63))
	case op.FAbs:
		return back(c.andi(bits(x[0]), 1<<63-1))
	case op.FSign:
		v := bits(x[0])
		one := c.ori(c.andi(v, 1<<63), oneF64)
		m := c.shli(v, 1)
		keep := c.or(c.eqi(m, 0), c.ult(c.u64(infF64<<1), m))
		return back(c.sel(keep, v, one))
	case op.FIsNan:
		return c.ult(c.u64(infF64<<1), c.shli(bits(x[0]), 1))
	case op.FIsInf:
		return c.eqi(c.shli(bits(x[0]), 1), infF64<<1)
	case op.F2B:
		return c.nei(c.shli(bits(x[0]), 1), 0)
	case op.B2F:
		return back(c.sel(x[0], c.u64(oneF64), c.u64(0)))
	case op.FNeu:
		return c.not(s.scalar(c, op.FEq, ir.Bool, x))
	case op.F2F:
		return s.size(c, to, x[0])
	case op.I2F, op.U2F:
		signed := o == op.I2F
		name, v := "f64_from_u64", x[0]
		if signed {
			name, v = "f64_from_i64", c.resizeSigned(64, v)
		} else {
			v = c.resize(64, v)
		}
		return back(s.call(c, name, u64, func(c *doubles, x ...ssa.Value) ssa.Value { return c.fromInt(x[0], signed) }, c.bitcast(ir.U64, v)))
	case op.F2I, op.F2U:
		signed := o == op.F2I
		n := to.Bits()
		name := "f64_to_" + to.String()
		r := s.call(c, name, u64, func(c *doubles, x ...ssa.Value) ssa.Value { return c.toInt(x[0], n, signed) }, bits(x[0]))
		return c.bitcast(to, c.resize(n, r))
	}
	row := &softFloats[o]
	args := make([]ssa.Value, len(x))
	for k := range x {
		if args[k] = x[k]; o != op.FLdexp || k == 0 {
			args[k] = bits(x[k])
		} else {
			args[k] = c.bitcast(ir.U32, c.clampExponent(x[k]))
		}
	}
	switch o {
	case op.FLt, op.FLe, op.FEq:
		return s.call(c, row.name, ir.TypeBool, row.body, args...)
	case op.FFrexpExp:
		return s.call(c, row.name, ir.TypeU32, row.body, args...)
	}
	return back(s.call(c, row.name, u64, row.body, args...))
}

// clampExponent is a number of any size as 32 bits.
func (c *calc) clampExponent(v ssa.Value) ssa.Value {
	if c.F.Bits(v) == 64 {
		v = c.do(op.IClamp, v, c.number(v, 1<<64-5000), c.number(v, 5000))
	}
	return c.resizeSigned(32, v)
}

// size converts between floats of 64 bits and less.
func (s *softCalls) size(c *doubles, to ir.Scalar, v ssa.Value) ssa.Value {
	switch from := c.F.Bits(v); {
	case from == to.Bits():
		return v
	case from == 64:
		r := s.call(c, "f64_to_f32", ir.TypeU32, func(c *doubles, x ...ssa.Value) ssa.Value { return c.toFloat32(x[0], false) }, c.bitcast(ir.U64, v))
		if to == ir.F16 {
			// The last bit is set if the number was inexact, so that rounding again is
			// right.
			r = s.call(c, "f64_to_odd_f32", ir.TypeU32, func(c *doubles, x ...ssa.Value) ssa.Value { return c.toFloat32(x[0], true) }, c.bitcast(ir.U64, v))
			return c.convert(op.F2F, ir.F16, c.bitcast(ir.F32, r))
		}
		return c.bitcast(ir.F32, r)
	case from == 16:
		v = c.convert(op.F2F, ir.F32, v)
	}
	r := s.call(c, "f64_from_f32", ir.ScalarTypeOf(ir.U64), func(c *doubles, x ...ssa.Value) ssa.Value { return c.fromFloat32(x[0]) }, c.bitcast(ir.U32, v))
	return c.bitcast(ir.F64, r)
}
