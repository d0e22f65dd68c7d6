package ssatest

// This file makes up functions that are arithmetic of all kinds on numbers of chosen
// sizes, by the rows of the table of operations.

import (
	"math/rand/v2"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// NumberOptions select the operations of [Numbers].
type NumberOptions struct {
	Ints   []int              // sizes of integers
	Floats []int              // sizes of floats
	Ops    func(o op.Op) bool // operations, half of what there is; nil: all
	Module bool               // nothing but what a module has a form for
	Small  bool               // Ops alone, on numbers that floats of 32 bits hold exactly
}

// Numbers is a shader of one function, of three integers that returns an integer made
// of all that it computes. NaNs count as one value.
func Numbers(seed uint64, o NumberOptions) *ssa.Shader {
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFunction("f")
	f.Result = ir.TypeU32
	g := numberMaker{r: rand.New(rand.NewPCG(seed, 11)), f: f, o: o}
	b := f.Build(f.EndOf(f.FirstBlock()))
	t := ir.TypeU32
	if o.Small {
		t = ir.ScalarTypeOf(ir.U8)
	}
	for k, name := range []string{"x", "y", "z"} {
		f.Params = append(f.Params, ir.Argument{Name: name, Type: t})
		p := b.Instr(op.Param, t)
		f.SetWords(p, [2]uint32{uint32(k)})
		g.params = append(g.params, p)
	}
	if o.Small {
		for k := range g.params {
			g.params[k] = b.Op(op.U2U, ir.TypeU32, g.params[k])
		}
	}
	g.values = append(g.values, g.params...)
	for _, n := range o.Ints {
		g.scalars = append(g.scalars, ir.ScalarOf(ir.SintKind, n), ir.ScalarOf(ir.UintKind, n))
	}
	for _, n := range o.Floats {
		g.scalars = append(g.scalars, ir.ScalarOf(ir.FloatKind, n))
	}
	g.scalars = append(g.scalars, ir.Bool)
	for o := op.Op(1); int(o) < op.Count; o++ {
		if g.canMake(o) && (!g.o.Small || g.o.Ops(o)) {
			g.ops = append(g.ops, o)
			if g.o.Ops != nil && g.o.Ops(o) {
				g.favoured = append(g.favoured, o)
			}
		}
	}
	if o.Small { // which passes leave alone
		f.Result = ir.ScalarTypeOf(ir.U64)
	}
	g.sum = g.variable(&b, f.Result)
	for range 3 {
		g.vars = append(g.vars, g.variable(&b, g.someType()))
	}
	g.list(&b, 0)
	b.Inside(ssa.Body)
	b.Jump(op.Return, ssa.Whole(b.Load(b.DerefVar(g.sum))))
	return s
}

type numberMaker struct {
	r        *rand.Rand
	f        *ssa.Function
	o        NumberOptions
	scalars  []ir.Scalar
	ops      []op.Op
	favoured []op.Op
	params   []ssa.Value
	values   []ssa.Value // that dominate the present place
	vars     []ssa.VarID
	sum      ssa.VarID
}

// canMake reports whether an operation is arithmetic on scalars and vectors that this
// package can write without knowing more than its row.
func (g *numberMaker) canMake(o op.Op) bool {
	info := o.Info()
	if info.Class != op.ClassALU || info.Result.Base == op.Whole || info.Props&op.Variadic != 0 || o == op.Bitcast {
		return false
	}
	for _, s := range info.Srcs {
		if s.Base == op.Whole {
			return false
		}
	}
	// A module has no functions like sines of 64 bits.
	return !g.o.Module || info.IR != op.Spelling{} && !(o >= op.FExp && o <= op.FDegrees || o == op.FPow || o == op.FAtan2)
}

func (g *numberMaker) variable(b *ssa.Builder, t ir.TypeID) ssa.VarID {
	v := g.f.AddVar(ssa.Variable{Mode: ssa.ModeFunctionTemp, Type: t, Access: ir.AccessReadWrite})
	d := b.Instr(op.Declare, 0, ssa.Whole(g.constant(b, t)))
	g.f.SetWords(d, [2]uint32{uint32(v)})
	return v
}

func (g *numberMaker) someType() ir.TypeID {
	return ir.VectorOf(g.scalars[g.r.IntN(len(g.scalars))], 1+g.r.IntN(4))
}

// bitsOf are bits of a number: small, at the ends of a range, or any.
func (g *numberMaker) bitsOf(s ir.Scalar) uint64 {
	n := s.Bits()
	if g.o.Small {
		x := g.r.IntN(200)
		switch {
		case s == ir.Bool:
			return uint64(x & 1)
		case s.IsFloat():
			return s.FloatBits(float64(x-100) / 4)
		case s.IsSigned():
			return uint64(uint32(x - 100))
		}
		return uint64(x)
	}
	x := g.r.Uint64()
	switch g.r.IntN(6) {
	case 0:
		x = uint64(g.r.IntN(4))
	case 1:
		x = 1<<(n-1) - uint64(g.r.IntN(3))
	case 2:
		x = -uint64(g.r.IntN(70))
	case 3:
		x = 1 << g.r.IntN(64)
	}
	if s.IsFloat() && g.r.IntN(3) > 0 { // of moderate size
		exponent := map[int]uint64{16: 10, 32: 23, 64: 52}[n]
		bias := uint64(1)<<(n-2-int(exponent)) - 1
		x = g.r.Uint64()&(1<<exponent-1)&^(1<<g.r.IntN(int(exponent))-1) | (bias+uint64(g.r.IntN(16))-8)<<exponent | x&1<<(n-1)
	}
	return x << (64 - n) >> (64 - n)
}

func (g *numberMaker) constant(b *ssa.Builder, t ir.TypeID) ssa.Value {
	types := &g.f.Shader.Module.Types
	bits := make([]uint64, types.ComponentCount(t))
	for k := range bits {
		bits[k] = g.bitsOf(types.ScalarOf(t))
	}
	return b.Const(t, bits...)
}

// operand is a value of a scalar type with any number of components, or with exactly n.
func (g *numberMaker) operand(b *ssa.Builder, s ir.Scalar, n int) ssa.Src {
	f := g.f
	types := &f.Shader.Module.Types
	var v ssa.Value
	var fit []ssa.Value
	for _, x := range g.values {
		if of := types.ScalarOf(f.Type(x)); f.Bits(x) == s.Bits() && (s == ir.Bool) == (of == ir.Bool) && (!g.o.Small || of == s) {
			fit = append(fit, x)
		}
	}
	switch k := g.r.IntN(8); {
	case k < 5 && len(fit) > 0:
		v = fit[len(fit)-1-min(g.r.IntN(len(fit)), g.r.IntN(len(fit)))]
	case k < 7:
		v = g.fresh(b, s)
	default:
		v = g.constant(b, ir.VectorOf(s, 1+g.r.IntN(4)))
	}
	src := ssa.Src{Value: v, Comps: uint8(n)}
	for k := range n {
		src.Swizzle = src.Swizzle.With(k, g.r.IntN(f.Comps(v)))
	}
	return src
}

// fresh is a number of a type made of the parameters.
func (g *numberMaker) fresh(b *ssa.Builder, s ir.Scalar) ssa.Value {
	p := func() ssa.Value {
		x := g.params[g.r.IntN(len(g.params))]
		if g.r.IntN(2) == 0 && !g.o.Small {
			x = b.Op(op.IMul, ir.TypeU32, x, b.U32(g.r.Uint32()|1))
		}
		return x
	}
	t := ir.ScalarTypeOf(s)
	switch {
	case g.o.Small && s.IsFloat():
		return b.Op(op.U2F, t, p())
	case s == ir.Bool && g.o.Small:
		return b.Op(op.ULt, ir.TypeBool, p(), b.U32(uint32(g.r.IntN(256))))
	case s == ir.Bool:
		return b.Op(op.ULt, ir.TypeBool, p(), b.U32(g.r.Uint32()))
	case s.IsFloat() && g.r.IntN(2) == 0:
		x := b.Op(op.I2F, ir.TypeF32, b.Op(op.IShr, ir.TypeI32, p(), b.U32(uint32(g.r.IntN(31)))))
		x = b.Op(op.FMul, ir.TypeF32, x, b.Const(ir.TypeF32, uint64(0x3f800000+uint32(g.r.IntN(8)-6)<<23+g.r.Uint32()>>12)))
		if s == ir.F32 {
			return x
		}
		return b.Op(op.F2F, t, x)
	}
	switch s.Bits() {
	case 64:
		x := b.Op(op.Vec, ir.VectorOf(ir.U32, 2), p(), p())
		return b.Op(op.Bitcast, t, x)
	case 32:
		return b.Op(op.Bitcast, t, p())
	}
	x := b.Op(op.U2U, ir.ScalarTypeOf(ir.ScalarOf(ir.UintKind, s.Bits())), p())
	return b.Op(op.Bitcast, t, x)
}

// scalarFor is a type of a size for an operand of a row, or NoScalar.
func (g *numberMaker) scalarFor(x op.Operand, shared int) ir.Scalar {
	var fit []ir.Scalar
	for _, s := range g.scalars {
		ok := false
		switch x.Base {
		case op.Any:
			ok = true
		case op.Float:
			ok = s.IsFloat()
		case op.Int:
			ok = s.IsSigned() && s.IsInteger()
		case op.Uint:
			ok = s.IsInteger() && !s.IsSigned()
		case op.Bool:
			ok = s == ir.Bool
		case op.IntB:
			ok = !s.IsFloat()
		}
		switch x.Bits {
		case op.VarBits:
		case 0:
			ok = ok && (shared == 0 || s.Bits() == shared)
		default:
			ok = ok && s.Bits() == int(x.Bits)
		}
		if ok {
			fit = append(fit, s)
		}
	}
	if fit == nil {
		return ir.NoScalar
	}
	return fit[g.r.IntN(len(fit))]
}

// compute adds a value.
func (g *numberMaker) compute(b *ssa.Builder) {
	for range 20 {
		list := g.ops
		if len(g.favoured) > 0 && g.r.IntN(4) > 0 {
			list = g.favoured
		}
		if v := g.operation(b, list[g.r.IntN(len(list))]); v != 0 {
			g.values = append(g.values, v)
			g.note(b, v)
			if x := g.vars[g.r.IntN(len(g.vars))]; g.f.Var(x).Type == g.f.Type(v) {
				b.Store(b.DerefVar(x), v)
			}
			return
		}
	}
}

// operation inserts an operation on existing values, or returns 0.
func (g *numberMaker) operation(b *ssa.Builder, o op.Op) ssa.Value {
	info := o.Info()
	n := 1 + g.r.IntN(4)
	if g.r.IntN(2) == 0 {
		n = 1
	}
	if c := info.Result.Comps; c != 0 && c != op.VarComps {
		n = int(c)
	}
	result := g.scalarFor(info.Result, 0)
	if result == ir.NoScalar {
		return 0
	}
	if g.o.Small && (o == op.INot || o == op.IOr) && result == ir.U32 { // which may be negative
		result = ir.I32
	}
	shared := 0
	if info.Result.Bits == 0 {
		shared = result.Bits()
	}
	var srcs []ssa.Src
	wide := 2 + g.r.IntN(3)
	for _, row := range info.Srcs {
		s := g.scalarFor(row, shared)
		if s == ir.NoScalar {
			return 0
		}
		if g.o.Small && row.Base == op.Any {
			s = result
		}
		if row.Bits == 0 {
			shared = s.Bits()
		}
		if o == op.FLdexp && row.Base == op.Int { // the one size that languages have
			s = ir.I32
		}
		comps := n
		switch row.Comps {
		case 0:
		case op.VarComps:
			comps = wide
		default:
			comps = int(row.Comps)
		}
		srcs = append(srcs, g.operand(b, s, comps))
	}
	if info.Result.Comps == op.VarComps || g.o.Module && n == 1 && o >= op.FNormalize && o <= op.FRefract {
		return 0
	}
	if !g.o.Small {
		return b.Instr(o, ir.VectorOf(result, n), srcs...)
	}
	switch o {
	case op.IShl, op.IShr, op.UShr:
		srcs[1] = ssa.Src{Value: b.U32(uint32(g.r.IntN(8))), Comps: srcs[1].Comps}
	case op.IAnd:
		if result != ir.Bool {
			srcs[g.r.IntN(2)] = ssa.Src{Value: b.U32(1<<g.r.IntN(10) - 1), Comps: srcs[0].Comps}
		}
	}
	return g.limited(b, b.Instr(o, ir.VectorOf(result, n), srcs...))
}

// limited is a small number made of one that may be greater.
func (g *numberMaker) limited(b *ssa.Builder, v ssa.Value) ssa.Value {
	f := g.f
	t := f.Type(v)
	s := f.Shader.Module.Types.ScalarOf(t)
	of := func(bits uint64) ssa.Src {
		return ssa.Src{Value: b.Const(ir.ScalarTypeOf(s), bits), Comps: uint8(f.Comps(v))}
	}
	x := ssa.Src{Value: v, Swizzle: ssa.Identity, Comps: uint8(f.Comps(v))}
	switch {
	case s == ir.Bool:
		return v
	case s.IsFloat():
		return b.Instr(op.FClamp, t, x, of(s.FloatBits(-1000)), of(s.FloatBits(1000)))
	case s.IsSigned():
		return b.Instr(op.IRem, t, x, of(1009))
	}
	return b.Instr(op.URem, t, x, of(1009))
}

// recast takes the bits of numbers as numbers of another size, as many as there are.
func (g *numberMaker) recast(b *ssa.Builder) {
	from, to := g.scalars[g.r.IntN(len(g.scalars))], g.scalars[g.r.IntN(len(g.scalars))]
	n := 1 + g.r.IntN(4)
	if from == ir.Bool || to == ir.Bool || n*from.Bits()%to.Bits() != 0 || n*from.Bits()/to.Bits() > 4 {
		return
	}
	v := b.Instr(op.Bitcast, ir.VectorOf(to, n*from.Bits()/to.Bits()), g.operand(b, from, n))
	g.values = append(g.values, v)
	g.note(b, v)
}

// note makes a value count.
func (g *numberMaker) note(b *ssa.Builder, v ssa.Value) {
	f := g.f
	s := f.Shader.Module.Types.ScalarOf(f.Type(v))
	sum := b.Load(b.DerefVar(g.sum))
	add := func(x ssa.Value) {
		if g.o.Small {
			t := ir.ScalarTypeOf(ir.U64)
			sum = b.Op(op.IXor, t, b.Op(op.URol, t, sum, b.U32(5)), b.Op(op.U2U, t, x))
			return
		}
		sum = b.Op(op.IAdd, ir.TypeU32, b.Op(op.IMul, ir.TypeU32, sum, b.U32(0x01000193)), x)
	}
	for k := range f.Comps(v) {
		x := b.Component(v, k)
		var nan ssa.Value
		if s.IsFloat() && !g.o.Small {
			nan = b.Op(op.FIsNan, ir.TypeBool, x)
		}
		var words []ssa.Value
		switch f.Bits(x) {
		case 1:
			words = append(words, b.Op(op.B2I, ir.TypeU32, x))
		case 64:
			pair := b.Op(op.Bitcast, ir.VectorOf(ir.U32, 2), x)
			words = append(words, b.Component(pair, 0), b.Component(pair, 1))
		case 32:
			words = append(words, b.Op(op.Bitcast, ir.TypeU32, x))
		default:
			x = b.Op(op.Bitcast, ir.ScalarTypeOf(ir.ScalarOf(ir.UintKind, f.Bits(x))), x)
			words = append(words, b.Op(op.U2U, ir.TypeU32, x))
		}
		for _, w := range words {
			if nan != 0 {
				w = b.Op(op.BCsel, ir.TypeU32, nan, b.U32(77), w)
			}
			add(w)
		}
	}
	b.Store(b.DerefVar(g.sum), sum)
}

// list fills a place with arithmetic, ifs and loops.
func (g *numberMaker) list(b *ssa.Builder, depth int) {
	for range 3 + g.r.IntN(5) {
		switch k := g.r.IntN(12); {
		case k < 7 || depth > 1:
			g.compute(b)
		case k == 7 && !g.o.Small:
			g.recast(b)
		case k == 8:
			v := b.Load(b.DerefVar(g.vars[g.r.IntN(len(g.vars))]))
			g.values = append(g.values, v)
		case k < 11:
			g.choice(b, depth)
		default:
			g.loop(b, depth)
		}
	}
}

// choice is an if after which values of its arms meet.
func (g *numberMaker) choice(b *ssa.Builder, depth int) {
	f := g.f
	cond := g.operand(b, ir.Bool, 1)
	n := b.If(b.Op(op.Mov, ir.TypeBool, b.Instr(op.Mov, ir.TypeBool, cond)))
	t := g.someType()
	scope := len(g.values)
	var ends [2]ssa.Value
	var from [2]ssa.NodeID
	for k, l := range []ssa.ListID{f.Then(n), f.Else(n)} {
		in := *b
		in.Inside(l)
		g.list(&in, depth+1)
		in.Inside(l)
		s := g.operand(&in, f.Shader.Module.Types.ScalarOf(t), f.Shader.Module.Types.ComponentCount(t))
		ends[k] = in.Instr(op.Mov, t, s)
		from[k] = f.ListLast(l)
		g.values = g.values[:scope]
	}
	b.At = f.EndOf(f.After(n))
	var order [2]ssa.Value
	for k, p := range f.Preds(f.After(n)) {
		order[k] = ends[0]
		if p == from[1] {
			order[k] = ends[1]
		}
	}
	p := f.Phi(f.After(n), t, order[:]...)
	g.values = append(g.values, p)
	g.note(b, p)
}

// loop repeats a few times.
func (g *numberMaker) loop(b *ssa.Builder, depth int) {
	f := g.f
	count := f.AddVar(ssa.Variable{Mode: ssa.ModeFunctionTemp, Type: ir.TypeU32, Access: ir.AccessReadWrite})
	d := b.Instr(op.Declare, 0, ssa.Whole(b.U32(uint32(2+g.r.IntN(3)))))
	f.SetWords(d, [2]uint32{uint32(count)})
	n := b.Loop(false)
	in := *b
	in.Inside(f.LoopBody(n))
	left := in.Load(in.DerefVar(count))
	done := in.If(in.Op(op.IEq, ir.TypeBool, left, in.U32(0)))
	in.Store(in.DerefVar(count), in.Op(op.ISub, ir.TypeU32, left, in.U32(1)))
	out := in
	out.Inside(f.Then(done))
	out.Jump(op.Break)
	scope := len(g.values)
	in.At = f.EndOf(f.ListLast(f.LoopBody(n)))
	g.list(&in, depth+1)
	g.values = g.values[:scope]
	b.At = f.EndOf(f.After(n))
}
