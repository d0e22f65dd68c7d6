package opt

// This file folds operations on known values.
//
//	before                  after
//	%1 = const 2 : u32      %3 = const 6 : u32
//	%2 = const 3 : u32
//	%3 = imul %1, %2
//
// Named constants of the module are known like numbers, also as indices, conditions
// and selectors, and so are their parts. One walk in program order suffices: definitions come before uses, but for
// phis, which other passes simplify. Operations of subgroups on known values that don't depend
// on the number of invocations are folded, too, derivatives of known numbers are zero, and a
// bias of zero is none.

import (
	"refract/internal/ir/consteval"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ConstantFolding folds operations on known values.
var ConstantFolding = &pass.Pass{
	Name:      "constant-folding",
	Doc:       "operations on known values become their results",
	Replaces:  []string{"opt_constant_folding", "constant_expressions.py", "constant_expressions.h"},
	Preserves: ssa.ControlFlow,
	Function:  constantFolding,
}

func constantFolding(f *ssa.Function) bool {
	c := folder{f: f}
	changed := false
	for b := f.FirstBlock(); b != 0; b = f.NextBlock(b) {
		for i := f.First(b); i != 0; {
			next := f.Next(i)
			changed = c.instr(i) || changed
			i = next
		}
		if n := f.NextNode(b); n != 0 && f.Kind(n) != ssa.NodeLoop {
			changed = c.number(f.Cond(n), func(s ssa.Src) { f.SetCond(n, s) }) || changed
		}
	}
	return changed
}

// folder folds in a function.
type folder struct {
	f    *ssa.Function
	eval *consteval.Evaluator // nil: not needed yet
}

// instr folds an instruction.
func (c *folder) instr(i ssa.InstrID) bool {
	f := c.f
	switch o := f.Op(i); {
	case o == op.Extract:
		return c.part(i, uint64(f.IndexOf(i)))
	case o == op.ExtractDynamic && isKnown(f, f.Arg(i, 1)):
		k, _ := knownBits(f, f.Arg(i, 1), f.Src(i, 1).Swizzle.At(0))
		return c.part(i, min(k, knownCount(f, f.Type(f.Arg(i, 0)))-1))
	case o == op.ExtractDynamic && isAlike(f, f.Arg(i, 0)):
		return c.part(i, 0)
	case o.Class() == op.ClassALU:
		if allConst(f, i) {
			return c.fold(i)
		}
		return c.chosen(i)
	case o == op.SubgroupCollective, o == op.SubgroupGather:
		return c.collective(i)
	case o == op.Derivative && isFinite(f, f.Arg(i, 0)):
		c.become(i, make([]uint64, f.Comps(i)))
		return true
	case o == op.Tex && f.Field(i, "level") == uint32(ir.LevelBias):
		return c.bias(i)
	case o == op.DerefArray:
		return c.number(f.Src(i, 1), func(s ssa.Src) { f.SetSrc(i, 1, s) })
	}
	return false
}

// fold folds an ALU instruction whose sources are known.
func (c *folder) fold(i ssa.InstrID) bool {
	f := c.f
	n := f.Comps(i)
	if n == 0 || f.NumSrcs(i) == 0 {
		return false
	}
	var out [4]uint64
	if !Fold(f, i, &out) && !c.call(i, &out) {
		return false
	}
	c.become(i, out[:n])
	return true
}

// chosen makes an operation on a choice of numbers the choice of results, if it is the choice's only
// user or a division:
//
//	%1 = bcsel %c, 1, 10    %2 = bcsel %c, 1, 1
//	%2 = urem %1, 3
func (c *folder) chosen(i ssa.InstrID) bool {
	f := c.f
	n, choice := f.Comps(i), -1
	for k := range f.NumSrcs(i) {
		v := f.Arg(i, k)
		switch o := f.Op(v); {
		case v == 0 || f.SrcComps(i, k) != n:
			return false
		case o == op.BCsel && choice < 0 && f.Comps(v) == n && f.Op(f.Arg(v, 1)) == op.Const && f.Op(f.Arg(v, 2)) == op.Const:
			choice = k
		case o != op.Const:
			return false
		}
	}
	if choice < 0 || f.Op(i) == op.Mov {
		return false
	}
	x := f.Src(i, choice)
	v := x.Value
	if f.NextUse(f.FirstUse(v)) != 0 && !isDivision(f.Op(i)) {
		return false
	}
	var arms [2][4]uint64
	for arm := range arms {
		from := f.Src(v, 1+arm)
		at := func(k, comp int) uint64 {
			if s := f.Src(i, k); k != choice {
				return f.ConstBits(s.Value, s.Swizzle.At(comp))
			}
			return f.ConstBits(from.Value, from.Swizzle.At(x.Swizzle.At(comp)))
		}
		if !foldComponents(f, i, at, &arms[arm]) {
			return false
		}
	}
	cond := f.Src(v, 0)
	cond.Swizzle, cond.Comps = cond.Swizzle.Then(x.Swizzle), uint8(n)
	b := f.BuildBefore(i)
	whole := func(v ssa.Value) ssa.Src { return ssa.Src{Value: v, Swizzle: ssa.Identity, Comps: uint8(n)} }
	r := b.Instr(op.BCsel, f.Type(i), cond, whole(b.Const(f.Type(i), arms[0][:n]...)), whole(b.Const(f.Type(i), arms[1][:n]...)))
	f.SetName(r, f.NameOf(i))
	f.ReplaceUses(i, r)
	f.Remove(i)
	return true
}

// isDivision reports whether a choice of results is less work than one operation more.
func isDivision(o op.Op) bool { return o == op.IDiv || o == op.UDiv || o == op.IRem || o == op.URem }

// texBias is the number of the source of op.Tex that is the bias.
const texBias = 5

// bias takes a bias of zero away.
func (c *folder) bias(i ssa.InstrID) bool {
	f := c.f
	bits, known := knownBits(f, f.Arg(i, texBias), 0)
	if !known || bits&^(1<<(f.Bits(f.Arg(i, texBias))-1)) != 0 {
		return false
	}
	f.SetSrc(i, texBias, ssa.Src{})
	f.SetField(i, "level", uint32(ir.LevelAuto))
	return true
}

// collective folds an operation of a subgroup on a known value, if the result is that value
// however many invocations take part. A broadcast of an invocation that isn't there may be
// anything.
func (c *folder) collective(i ssa.InstrID) bool {
	f := c.f
	v := f.Arg(i, 0)
	if v == 0 || !isKnown(f, v) || f.Comps(v) == 0 {
		return false
	}
	keeps := keepsValue(f, i)
	if f.Op(i) == op.SubgroupGather {
		keeps = keeps || ir.GatherMode(f.Field(i, "mode")) == ir.Broadcast
	} else {
		keeps = keeps || isNeutral(f, v, ir.SubgroupOp(f.Field(i, "op")))
	}
	if !keeps {
		return false
	}
	var out [4]uint64
	for k := range f.Comps(v) {
		out[k], _ = knownBits(f, v, k)
	}
	c.become(i, out[:f.Comps(v)])
	return true
}

// isNeutral reports whether an operation on any number of copies of a known value has that
// value as its result, and no copy, too.
func isNeutral(f *ssa.Function, v ssa.Value, o ir.SubgroupOp) bool {
	s := f.Shader.Module.Types.ScalarOf(f.Type(v))
	want := uint64(0)
	switch o {
	case ir.SubgroupAdd, ir.SubgroupXor, ir.SubgroupOr:
	case ir.SubgroupMul:
		one := map[ir.Scalar]uint64{ir.F16: 0x3C00, ir.F32: 0x3F80_0000, ir.F64: 0x3FF0_0000_0000_0000}
		if want = 1; s.IsFloat() {
			want = one[s]
		}
	case ir.SubgroupAnd:
		want = 1<<s.Bits() - 1
	default:
		return false
	}
	for k := range f.Comps(v) {
		if bits, known := knownBits(f, v, k); !known || bits != want {
			return false
		}
	}
	return true
}

// isFinite reports whether a value is of known finite numbers.
func isFinite(f *ssa.Function, v ssa.Value) bool {
	if !isKnown(f, v) || f.Comps(v) == 0 {
		return false
	}
	exponent := map[int]uint64{16: 0x7C00, 32: 0x7F80_0000, 64: 0x7FF0_0000_0000_0000}[f.Bits(v)]
	for k := range f.Comps(v) {
		if bits, known := knownBits(f, v, k); !known || bits&exponent == exponent {
			return false
		}
	}
	return true
}

// isAlike reports whether all parts of a value are known and the same.
func isAlike(f *ssa.Function, v ssa.Value) bool {
	n := f.Comps(v)
	if n == 0 {
		return f.Op(v) == op.Zero
	}
	first, ok := knownBits(f, v, 0)
	for k := 1; k < n && ok; k++ {
		bits, known := knownBits(f, v, k)
		ok = known && bits == first
	}
	return ok
}

// allConst reports whether all sources of an instruction are known.
func allConst(f *ssa.Function, i ssa.InstrID) bool {
	for k := range f.NumSrcs(i) {
		if v := f.Arg(i, k); v == 0 || !isKnown(f, v) {
			return false
		}
	}
	return true
}

// become replaces an instruction by a number.
func (c *folder) become(i ssa.InstrID, bits []uint64) {
	f := c.f
	build := f.BuildBefore(i)
	v := build.Const(f.Type(i), bits...)
	f.SetName(v, f.NameOf(i))
	f.ReplaceUses(i, v)
	f.Remove(i)
}

// part replaces a part of a known aggregate by its value, if that is a number.
func (c *folder) part(i ssa.InstrID, index uint64) bool {
	f := c.f
	n := f.Comps(i)
	if n == 0 {
		return false
	}
	var out [4]uint64
	v := f.Arg(i, 0)
	if f.Comps(v) > 0 { // a component of a vector
		bits, ok := knownBits(f, v, int(index))
		if !ok {
			return false
		}
		c.become(i, append(out[:0], bits))
		return true
	}
	e, zero := knownPart(f, v, index)
	for k := range n {
		ok := zero
		if e != 0 {
			out[k], ok = ssa.ConstantBits(f.Shader.Module, e, k)
		}
		if !ok {
			return false
		}
	}
	c.become(i, out[:n])
	return true
}

// number makes an index, condition or selector that is a named constant a number.
func (c *folder) number(s ssa.Src, set func(ssa.Src)) bool {
	f := c.f
	if s.Value == 0 || f.Op(s.Value) != op.Constant || !isKnown(f, s.Value) {
		return false
	}
	var out [4]uint64
	n := f.Comps(s.Value)
	for k := range n {
		out[k], _ = knownBits(f, s.Value, k)
	}
	build := f.BuildAfter(s.Value)
	s.Value = build.Const(f.Type(s.Value), out[:n]...)
	set(s)
	return true
}

// call folds an operation that is a function of whole vectors.
func (c *folder) call(i ssa.InstrID, out *[4]uint64) bool {
	f := c.f
	o := f.Op(i)
	fn, ok := o.Function()
	if !ok {
		return false
	}
	if c.eval == nil {
		c.eval = &consteval.Evaluator{Total: true}
		c.eval.Start(f.Shader.Module)
	}
	var args [4]consteval.Value
	n := f.NumSrcs(i)
	for k := range n {
		s := f.Src(i, k)
		scalar := o.ScalarFor(k, f.Bits(s.Value))
		var parts [4]consteval.Value
		for j := range int(s.Comps) {
			bits, _ := knownBits(f, s.Value, s.Swizzle.At(j))
			parts[j] = consteval.Bits(ir.TypeID(scalar), bits)
		}
		args[k] = parts[0]
		if s.Comps > 1 {
			var err *consteval.Error
			if args[k], err = c.eval.Compose(ir.VectorOf(scalar, int(s.Comps)), parts[:s.Comps]); err != nil {
				return false
			}
		}
	}
	result := scalarOfBase(o.Info().Result.Base, f.Bits(i))
	t := ir.TypeID(result)
	if f.Comps(i) > 1 {
		t = ir.VectorOf(result, f.Comps(i))
	}
	v, err := c.eval.Math(fn, t, args[:n])
	if err != nil {
		return false
	}
	for k := range f.Comps(i) {
		out[k] = c.eval.Component(v, k).Bits
	}
	return true
}

func scalarOfBase(b op.Base, bits int) ir.Scalar {
	switch b {
	case op.Float:
		return ir.ScalarOf(ir.FloatKind, bits)
	case op.Int:
		return ir.ScalarOf(ir.SintKind, bits)
	}
	return ir.ScalarOf(ir.UintKind, bits)
}

// knownCount is the number of elements of a value of a type.
func knownCount(f *ssa.Function, id ir.TypeID) uint64 {
	switch t := f.Shader.Module.Types.At(id); t.Kind {
	case ir.TypeVector:
		return uint64(t.Rows)
	case ir.TypeMatrix:
		return uint64(t.Columns)
	case ir.TypeArray:
		return uint64(t.Length)
	}
	return 0
}

// Fold computes the components of an ALU instruction all of whose sources are
// known, if its operation can be.
func Fold(f *ssa.Function, i ssa.InstrID, out *[4]uint64) bool {
	o := f.Op(i)
	at := func(k, comp int) uint64 {
		s := f.Src(i, k)
		bits, _ := knownBits(f, s.Value, s.Swizzle.At(comp))
		return bits
	}
	switch o {
	case op.Vec:
		c := 0
		for k := range f.NumSrcs(i) {
			for j := range f.SrcComps(i, k) {
				out[c] = at(k, j)
				c++
			}
		}
		return true
	case op.Bitcast: // the source's bits in order, cut anew
		from, to := f.Bits(f.Arg(i, 0)), f.Bits(i)
		for j := range f.SrcComps(i, 0) {
			for bit := range from {
				place := j*from + bit
				out[place/to] |= at(0, j) >> bit & 1 << (place % to)
			}
		}
		return true
	case op.BAll, op.BAny:
		all, any := uint64(1), uint64(0)
		for j := range f.SrcComps(i, 0) {
			all, any = all&at(0, j), any|at(0, j)
		}
		out[0] = all
		if o == op.BAny {
			out[0] = any
		}
		return true
	case op.IDot:
		sum := uint64(0)
		for j := range f.SrcComps(i, 0) {
			sum += at(0, j) * at(1, j)
		}
		out[0] = sum & (1<<f.Bits(i) - 1)
		return true
	}
	return foldComponents(f, i, at, out)
}

// foldComponents folds an operation that works by components, of which at are those of its sources.
func foldComponents(f *ssa.Function, i ssa.InstrID, at func(k, comp int) uint64, out *[4]uint64) bool {
	o, n := f.Op(i), f.Comps(i)
	srcs := o.Info().Srcs
	if f.NumSrcs(i) > 4 || o.Has(op.Variadic) {
		return false
	}
	for k := range f.NumSrcs(i) { // only what works by components
		if srcs[k].Base == op.Whole || srcs[k].Comps != 0 {
			return false
		}
	}
	if r := o.Info().Result; r.Base == op.Whole || r.Comps != 0 && r.Comps != op.VarComps {
		return false
	}
	if _, whole := o.Function(); whole {
		return false
	}
	from, to := f.Bits(f.Arg(i, 0)), f.Bits(i)
	for c := range n {
		var a [4]uint64
		for k := range f.NumSrcs(i) {
			a[k] = at(k, c)
		}
		r, ok := op.Fold(o, from, to, a)
		if !ok {
			return false
		}
		out[c] = r
	}
	return true
}
