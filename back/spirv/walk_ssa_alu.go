package spirv

// This file walks arithmetic in SSA form: the row of ssa/op has the operator or function of
// an opcode and the kinds of its operands; the emitter picks the instruction.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// spelling is the parts of an opcode.
type spelling uint8

const (
	spellNone spelling = iota
	spellUnary
	spellBinary
	spellCompare
	spellTest
	spellMath
	spellStruct // a function whose result is a struct
	spellConvert
)

// aluRow is an opcode's spelling: an operator or function, the kind of its
// operands and that of its result (anyKind: the same).
type aluRow struct {
	spelling spelling
	code     uint8
	operands kind
	result   kind
}

var (
	spellings = [...]spelling{op.FormUnary: spellUnary, op.FormBinary: spellBinary, op.FormProduct: spellBinary, op.FormCompare: spellCompare,
		op.FormTest: spellTest, op.FormMath: spellMath, op.FormWhole: spellMath, op.FormPack: spellMath, op.FormStruct: spellStruct,
		op.FormFields: spellNone, op.FormConvert: spellConvert}
	kinds = [...]kind{op.None: anyKind, op.Float: float, op.Int: sint, op.Uint: uint_, op.Bool: boolean, op.IntB: hinted, op.Whole: anyKind}
)

// aluRowOf is the spelling of an operation, made of its row in ssa/op.
func aluRowOf(o op.Op) aluRow {
	info := o.Info()
	r := &info.IR
	if r.Reads == op.None {
		return aluRow{}
	}
	row := aluRow{spellings[r.Form], r.Code, kinds[r.Reads], kinds[r.Makes]}
	switch {
	case row.spelling == spellMath && info.Result.Base == op.Whole:
		row.spelling = spellStruct
	case row.spelling == spellConvert:
		if row.operands == hinted {
			row.operands = integer
		}
		if row.result == hinted {
			row.result = integer
		}
	}
	return row
}

// source is source k of an instruction.
func (w *Writer) source(i ssa.InstrID, k int, want kind) (id, ir.TypeID) {
	return w.read(w.ssa.g.Src(i, k), want)
}

// writeALU writes an ALU instruction.
func (w *Writer) writeALU(i ssa.InstrID) {
	g := w.ssa.g
	row := aluRowOf(g.Op(i))
	k := row.operands
	if k == hinted {
		k = w.hint(i)
	}
	flags := w.freedom(i)
	switch row.spelling {
	case spellUnary:
		x, t := w.source(i, 0, k)
		w.set(i, w.unary(ir.UnaryOp(row.code), t, x, flags), t)
	case spellBinary:
		w.writeBinary(i, ir.BinaryOp(row.code), k, flags)
	case spellCompare:
		w.writeComparison(i, ir.BinaryOp(row.code), k)
	case spellTest:
		x, from := w.source(i, 0, k)
		t := shape(ir.Bool, g.Comps(i))
		w.set(i, w.relational(ir.RelationalOp(row.code), t, from, x), t)
	case spellMath, spellStruct:
		w.writeMath(i, row, k, flags)
	case spellConvert:
		x, from := w.source(i, 0, k)
		t := w.result(i, row.result)
		w.set(i, w.convert(t, from, x), t)
	default:
		w.writeOther(i, flags)
	}
}

func (w *Writer) writeBinary(i ssa.InstrID, o ir.BinaryOp, k kind, flags ir.Flags) {
	g := w.ssa.g
	l, r := g.Src(i, 0), g.Src(i, 1)
	if g.Op(i) == op.FMul { // a vector times a scalar is an instruction of its own
		switch ls, rs := w.spreads(l), w.spreads(r); {
		case rs && !ls:
			r.Comps = 1
		case ls && !rs:
			l.Comps = 1
		}
	}
	a, lt := w.read(l, k)
	b, rt := w.read(r, k)
	t := w.result(i, k)
	w.set(i, w.binary(o, t, lt, rt, a, b, flags), t)
}

// spreads reports whether a source is one scalar for all components.
func (w *Writer) spreads(s ssa.Src) bool { return s.Comps > 1 && w.ssa.g.Comps(s.Value) == 1 }

func (w *Writer) writeComparison(i ssa.InstrID, o ir.BinaryOp, k kind) {
	a, lt := w.source(i, 0, k)
	b, rt := w.source(i, 1, k)
	t := shape(ir.Bool, w.ssa.g.Comps(i))
	w.set(i, w.binary(o, t, lt, rt, a, b, 0), t)
}

// bits is the kind that both sources of a comparison of bits are read as.
func (w *Writer) bits(i ssa.InstrID) kind {
	g := w.ssa.g
	k := kindOf(w.m.Types.ScalarOf(w.typeOf(g.Arg(i, 0))))
	if g.IsConst(g.Arg(i, 0)) {
		k = kindOf(w.m.Types.ScalarOf(w.typeOf(g.Arg(i, 1))))
	}
	if k == float {
		return uint_
	}
	return k
}

func (w *Writer) writeMath(i ssa.InstrID, row aluRow, k kind, flags ir.Flags) {
	g := w.ssa.g
	var args [4]id
	var first ir.TypeID
	n := min(g.NumSrcs(i), len(args))
	for j := range n {
		x, t := w.source(i, j, k)
		if args[j] = x; j == 0 {
			first = t
		}
	}
	t := g.Type(i)
	if row.spelling == spellMath {
		r := row.result
		if r == anyKind {
			r = k
		}
		t = w.result(i, r)
	}
	w.set(i, w.math(ir.MathOp(row.code), t, first, args[:n], flags), t)
}

// onlyReturned reports whether nothing but returns uses a value.
func onlyReturned(g *ssa.Function, v ssa.Value) bool {
	for u := g.FirstUse(v); u != 0; u = g.NextUse(u) {
		if i, _ := g.UserOf(u); i == 0 || g.Op(i) != op.Return {
			return false
		}
	}
	return true
}

// writeOther writes the instructions without a row.
func (w *Writer) writeOther(i ssa.InstrID, flags ir.Flags) {
	g := w.ssa.g
	t := g.Type(i)
	switch o := g.Op(i); o {
	case op.Mov:
		x, t := w.source(i, 0, anyKind)
		w.set(i, x, t)
	case op.Vec:
		w.writeVector(i)
	case op.Compose:
		if w.inEntry && w.f.ResultBinding.Kind == ir.NoBinding && onlyReturned(g, i) {
			return // the parts are stored, see storeOutputs
		}
		parts := make([]id, 0, 16)
		for k := range g.NumSrcs(i) {
			parts = append(parts, w.exactly(g.Arg(i, k), w.m.ElementType(t, uint32(k))))
		}
		w.set(i, w.compose(t, parts), t)
	case op.Extract:
		w.writeExtract(i)
	case op.ExtractDynamic:
		base, bt := w.source(i, 0, anyKind)
		index, _ := w.source(i, 1, integer)
		part := w.m.ElementType(bt, 0)
		if w.m.Types.At(bt).Kind == ir.TypeVector {
			w.set(i, w.extractDynamic(part, base, index), part)
			return
		}
		// SPIR-V has no dynamic index into a matrix or array that isn't in memory.
		p := w.variable(bt)
		w.store(p, base)
		w.set(i, w.load(w.element(p, 0, index)), part)
	case op.Insert:
		at := g.Word(i, 0)
		base := w.exactly(g.Arg(i, 0), t)
		w.set(i, w.insert(t, base, w.exactly(g.Arg(i, 1), w.m.ElementType(t, at)), at), t)
	case op.InsertDynamic:
		base := w.exactly(g.Arg(i, 0), t)
		part := w.exactly(g.Arg(i, 1), w.m.ElementType(t, 0))
		index, _ := w.source(i, 2, integer)
		if w.m.Types.At(t).Kind == ir.TypeVector {
			w.set(i, w.insertDynamic(t, base, part, index), t)
			return
		}
		p := w.variable(t)
		w.store(p, base)
		w.store(w.element(p, 0, index), part)
		w.set(i, w.load(p), t)
	case op.SelectWhole:
		c, ct := w.source(i, 0, boolean)
		w.set(i, w.selectValue(t, ct, c, w.exactly(g.Arg(i, 1), t), w.exactly(g.Arg(i, 2), t)), t)
	case op.BCsel:
		cond := g.Src(i, 0)
		if w.spreads(cond) {
			cond.Comps = 1
		}
		c, ct := w.read(cond, boolean)
		k := kindOf(w.m.Types.ScalarOf(t))
		x, _ := w.source(i, 1, k)
		y, _ := w.source(i, 2, k)
		w.set(i, w.selectValue(t, ct, c, x, y), t)
	case op.INot:
		k := w.hint(i)
		x, xt := w.source(i, 0, k)
		irop := ir.BitwiseNot
		if k == boolean {
			irop = ir.LogicalNot
		}
		w.set(i, w.unary(irop, xt, x, flags), xt)
	case op.IEq:
		w.writeComparison(i, ir.Eq, w.bits(i))
	case op.INe:
		w.writeComparison(i, ir.Ne, w.bits(i))
	case op.IShl:
		w.writeShift(i, ir.Shl, w.hint(i))
	case op.IShr:
		w.writeShift(i, ir.Shr, sint)
	case op.UShr:
		w.writeShift(i, ir.Shr, uint_)
	case op.FLdexp:
		x, xt := w.source(i, 0, float)
		y, _ := w.source(i, 1, sint)
		w.set(i, w.math(ir.MathLdexp, xt, xt, []id{x, y}, flags), xt)
	case op.IBfe:
		w.writeBits(i, ir.MathExtractBits, sint, 1)
	case op.UBfe:
		w.writeBits(i, ir.MathExtractBits, uint_, 1)
	case op.Bfi:
		w.writeBits(i, ir.MathInsertBits, w.hint(i), 2)
	case op.Bitcast:
		x, from := w.source(i, 0, anyKind)
		w.set(i, w.bitcast(t, from, x), t)
	case op.MatConvert:
		x, from := w.source(i, 0, anyKind)
		w.set(i, w.convert(t, from, x), t)
	default:
		w.writeDerived(i, flags)
	}
}

// writeExtract takes a part of a value; of an entry point's parameter, the input
// itself.
func (w *Writer) writeExtract(i ssa.InstrID) {
	g := w.ssa.g
	base, at := g.Arg(i, 0), g.Word(i, 0)
	t := w.m.ElementType(w.typeOf(base), at)
	if w.inEntry && g.Op(base) == op.Param {
		if k := g.IndexOf(base); w.f.Args[k].Binding.Kind == ir.NoBinding {
			w.set(i, w.input(k, int(at)), t)
			return
		}
	}
	w.set(i, w.extract(t, w.operand(base), at), t)
}

// writeVector makes a vector; adjacent components of one vector are read
// together.
func (w *Writer) writeVector(i ssa.InstrID) {
	g := w.ssa.g
	t := g.Type(i)
	k := kindOf(w.m.Types.ScalarOf(t))
	parts := make([]id, 0, 4)
	n := g.NumSrcs(i)
	for j := 0; j < n; j++ {
		s := g.Src(i, j)
		for j+1 < n && g.Comps(s.Value) > 1 && !g.IsConst(s.Value) {
			next := g.Src(i, j+1)
			if next.Value != s.Value || s.Comps+next.Comps > 4 {
				break
			}
			for c := range int(next.Comps) {
				s.Swizzle = s.Swizzle.With(int(s.Comps), next.Swizzle.At(c))
				s.Comps++
			}
			j++
		}
		x, _ := w.read(s, k)
		parts = append(parts, x)
	}
	if len(parts) == 1 {
		w.set(i, parts[0], t)
		return
	}
	w.set(i, w.compose(t, parts), t)
}

// writeShift shifts by an amount modulo the size; SPIR-V leaves greater amounts
// undefined (section 3.42.14).
func (w *Writer) writeShift(i ssa.InstrID, o ir.BinaryOp, k kind) {
	g := w.ssa.g
	x, t := w.source(i, 0, k)
	y, yt := w.source(i, 1, uint_)
	bits := uint64(w.m.Types.ScalarOf(t).Bits())
	if g.Flags(i)&ir.FlagInRange == 0 && !w.below(g.Arg(i, 1), bits) {
		ys := w.m.Types.ScalarOf(yt)
		y = w.binary(ir.And, yt, yt, yt, y, w.splatConstant(yt, w.constant(ys, bits-1)), 0)
	}
	w.set(i, w.binary(o, t, t, yt, x, y, 0), t)
}

// below reports whether it is seen that all components of a value are below a
// limit that is a power of two: it is a constant, or masked.
func (w *Writer) below(v ssa.Value, limit uint64) bool {
	g := w.ssa.g
	constant := func(v ssa.Value) bool {
		if !g.IsConst(v) {
			return g.Op(v) == op.Zero
		}
		for k := range g.Comps(v) {
			if g.ConstBits(v, k) >= limit {
				return false
			}
		}
		return true
	}
	switch g.Op(v) {
	case op.Const, op.Zero:
		return constant(v)
	case op.IAnd:
		return constant(g.Arg(v, 0)) || constant(g.Arg(v, 1))
	case op.Mov:
		return constant(g.Arg(v, 0))
	}
	return false
}

// writeBits extracts or inserts bits: n values, then offset and count.
func (w *Writer) writeBits(i ssa.InstrID, o ir.MathOp, k kind, n int) {
	var args [4]id
	var t ir.TypeID
	for j := range n + 2 {
		if j < n {
			args[j], t = w.source(i, j, k)
		} else {
			args[j], _ = w.source(i, j, uint_)
		}
	}
	w.set(i, w.math(o, t, t, args[:n+2], 0), t)
}

// writeDerived writes operations that take several instructions.
func (w *Writer) writeDerived(i ssa.InstrID, flags ir.Flags) {
	g := w.ssa.g
	binary := func(o ir.BinaryOp, t ir.TypeID, x, y id) id { return w.binary(o, t, t, t, x, y, flags) }
	switch o := g.Op(i); o {
	case op.FRcp:
		x, t := w.source(i, 0, float)
		one := w.splatConstant(t, w.number(w.m.Types.ScalarOf(t), 1))
		w.set(i, binary(ir.Div, t, one, x), t)
	case op.FMod:
		x, t := w.source(i, 0, float)
		y, _ := w.source(i, 1, float)
		w.set(i, w.floorRemainder(t, x, y, flags), t)
	case op.BitSelect:
		k := w.hint(i)
		mask, t := w.source(i, 0, k)
		x, _ := w.source(i, 1, k)
		y, _ := w.source(i, 2, k)
		set := binary(ir.And, t, mask, x)
		clear := binary(ir.And, t, w.unary(ir.BitwiseNot, t, mask, 0), y)
		w.set(i, binary(ir.Or, t, set, clear), t)
	case op.UAddCarry, op.USubBorrow:
		x, t := w.source(i, 0, uint_)
		y, _ := w.source(i, 1, uint_)
		over := shape(ir.Bool, g.Comps(i))
		less, than := x, y
		if o == op.UAddCarry {
			less, than = binary(ir.Add, t, x, y), x
		}
		w.set(i, w.convert(t, over, w.binary(ir.Lt, over, t, t, less, than, 0)), t)
	case op.UMulHigh, op.IMulHigh:
		k := uint_
		if o == op.IMulHigh {
			k = sint
		}
		x, t := w.source(i, 0, k)
		y, _ := w.source(i, 1, k)
		w.set(i, w.mulHigh(t, x, y), t)
	default:
		w.fail("a " + o.String() + " of " + w.m.TypeName(g.Type(i)) + " has no form in SPIR-V yet")
	}
}
