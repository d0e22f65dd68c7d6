package spirv

// This file walks functions in SSA form: values and the kinds that they are read
// as.
//
// An instruction's result has the scalar kind that its opcode makes, or the hint if the
// opcode doesn't care. A use of another kind reads the bits through an OpBitcast, which is
// reused if it dominates. Values that exist everywhere (constants, parameters) take no
// instruction in their place, and addresses are chains that end at their uses
// (walk_ssa_place.go).

import (
	"refract/internal/back"
	"refract/internal/parts"
	"refract/internal/reuse"
	"refract/internal/ssa/fromir"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// manyFunctions is from how many functions on the module that was made of one isn't kept
// for the next.
const manyFunctions = 1 << 10

// WriteOptimized is like Write, but takes the module through SSA form, in which o changes
// it: after the transforms that make total the operations that SPIR-V leaves undefined, so
// that needless checks go. Errors are also o's.
func (w *Writer) WriteOptimized(dst []uint32, m *ir.Module, opts Options, o back.Optimizer) ([]uint32, error) {
	if err := w.prepare(m, opts); err != nil {
		return nil, err
	}
	s := fromir.Module(w.made, fromir.Options{Strict: o.Strict})
	w.made = nil // bodies come from the SSA form
	if len(w.clone.Functions) > manyFunctions {
		w.clone = ir.Module{} // not kept while passes need memory
	}
	if o.Run != nil {
		if err := o.Run(s); err != nil {
			return nil, err
		}
	}
	shell, err := shellOf(s)
	if err != nil {
		return nil, err
	}
	w.ssa.shader = s
	words, err := w.print(dst, shell)
	w.ssa.shader, w.ssa.g = nil, nil
	return words, err
}

// fromSSA reports whether bodies come from the SSA form.
func (w *Writer) fromSSA() bool { return parts.Optimizer && w.ssa.shader != nil }

// shellOf is a module with a shader's variables and entry points, and its
// functions without bodies.
func shellOf(s *ssa.Shader) (*ir.Module, error) {
	m := s.Module
	m.Globals = m.Globals[:0]
	m.Globals = append(m.Globals, ir.Global{})
	for i := 1; i < len(s.Vars); i++ {
		v := &s.Vars[i]
		if v.Mode.Space() == 0 {
			return nil, &UnsupportedError{Feature: "a variable of mode " + v.Mode.String() + " has no form in SPIR-V", Span: v.Span}
		}
		m.Globals = append(m.Globals, v.Global())
	}
	m.EntryPoints = append(m.EntryPoints[:0], s.EntryPoints...)
	for _, g := range s.Funcs[1:] {
		if g.IsFlat() {
			return nil, &UnsupportedError{Feature: "a function in flat form is to be structured first", Span: g.Span}
		}
		_, f := m.NewFunction(g.Name)
		f.Args = append(f.Args, g.Params...)
		f.Result, f.ResultBinding, f.MustUse = g.Result, g.ResultBinding, g.MustUse
		f.Span, f.Doc = g.Span, g.Doc
		for i := 1; i < len(g.Vars); i++ {
			f.AddLocal(ir.Local{Name: g.Vars[i].Name, Type: g.Vars[i].Type, Relaxed: g.Vars[i].IO.Relaxed, Span: g.Vars[i].Span})
		}
	}
	return m, nil
}

// ssaState is the SSA form that is being written. Slices are by instruction or
// node and keep their memory.
type ssaState struct {
	shader *ssa.Shader   // nil where bodies come from the module
	g      *ssa.Function // the function being written

	ids      []id
	bound    id          // more than the ids of all instructions before the present one
	types    []ir.TypeID // of ids
	places   []uint32    // of addresses: 1 + index in Writer.places
	casts    []castValue
	ends     []id    // by node, of a block: the label at its end, once written and left
	phis     []int32 // by node, of a block: 1 + where its phis' sources are in incoming
	slots    []int32 // by node, of a block: its place among the predecessors of the block after it
	incoming []id    // per phi, by predecessor
	deferred ssa.Value
	values   []ssa.Value
	pieces   [1 << piecesBits]piece // by a hash; what came last stays
}

// castValue is a value as another kind, known in a scope.
type castValue struct {
	id    id
	ty    ir.TypeID
	scope uint32
}

// piece is a part of a value, or made of it by repetition, known in a scope.
type piece struct {
	id, of  id
	ty      ir.TypeID
	pattern [4]uint8
	scope   uint32
}

const piecesBits = 9

// Kinds of uses, beside the kinds of scalars.
const (
	anyKind kind = numKinds + iota // as it is
	integer                        // signed or unsigned
	hinted                         // of the result's hint: integer or boolean
)

// takes reports whether a scalar is of the kind.
func (k kind) takes(s ir.Scalar) bool {
	switch h := kindOf(s); k {
	case anyKind:
		return true
	case integer:
		return h == sint || h == uint_
	default:
		return h == k
	}
}

// of is the scalar of the kind with a size.
func (k kind) of(bits int) ir.Scalar {
	switch k {
	case boolean:
		return ir.Bool
	case sint:
		return ir.ScalarOf(ir.SintKind, bits)
	case float:
		return ir.ScalarOf(ir.FloatKind, bits)
	}
	return ir.ScalarOf(ir.UintKind, bits)
}

// shape is the type of so many components.
func shape(s ir.Scalar, n int) ir.TypeID {
	if n <= 1 {
		return ir.ScalarTypeOf(s)
	}
	return ir.VectorOf(s, n)
}

// writeSSABody writes the body of a function.
func (w *Writer) writeSSABody(g *ssa.Function) {
	s := &w.ssa
	n := g.InstrCount()
	s.g, s.deferred = g, 0
	s.pieces = [1 << piecesBits]piece{}
	s.ids, s.types = reuse.Zeroed(s.ids, n), reuse.Zeroed(s.types, n)
	s.places, s.casts = reuse.Zeroed(s.places, n), reuse.Zeroed(s.casts, n)
	nodes := g.NodeCount()
	s.ends, s.phis, s.slots = reuse.Zeroed(s.ends, nodes), reuse.Zeroed(s.phis, nodes), reuse.Zeroed(s.slots, nodes)
	total := 0
	for b := range g.Blocks() {
		preds := g.Preds(b)
		phis := 0
		for i := g.First(b); i != 0 && g.Op(i) == op.Phi; i = g.Next(i) {
			phis++
		}
		if phis == 0 {
			continue
		}
		s.phis[b] = int32(total) + 1
		total += phis * len(preds)
		for k, p := range preds {
			s.slots[p] = int32(k)
		}
	}
	s.incoming = reuse.Zeroed(s.incoming, total)
	w.writeList(ssa.Body, targets{})
}

// set records the value of an instruction. Values have names if there is debug information;
// variables, functions and types have theirs in any case.
func (w *Writer) set(i ssa.InstrID, v id, t ir.TypeID) {
	s := &w.ssa
	s.ids[i], s.types[i] = v, t
	if flags := s.g.Flags(i); flags&ir.FlagRelaxed != 0 {
		w.relaxFresh(v, s.bound, w.m.Types.ScalarOf(t), flags)
	}
	if w.names && w.opts.Debug != DebugNone && !w.isConstant(v) {
		if n := s.g.NameOf(i); n != "" {
			w.out.Name(v, n)
		}
	}
}

// typeOf is the type that a value has as it was written.
func (w *Writer) typeOf(v ssa.Value) ir.TypeID {
	if t := w.ssa.types[v]; t != 0 {
		return t
	}
	return w.ssa.g.Type(v)
}

// operand is the id of a value as it is.
func (w *Writer) operand(v ssa.Value) id {
	s := &w.ssa
	if x := s.ids[v]; x != 0 {
		return x
	}
	g := s.g
	t := g.Type(v)
	var x id
	switch o := g.Op(v); o {
	case op.Const:
		x = w.knownValue(v, w.m.Types.ScalarOf(t))
	case op.Constant:
		x = w.moduleValue(w.moduleConstant(ir.ExprID(w.m.Constants[g.Word(v, 0)].Init)))
	case op.Override:
		x = w.moduleValue(w.override(ir.OverrideID(g.Word(v, 0))))
	case op.Param:
		if k := w.m.Types.At(t).Kind; k == ir.TypePointer {
			return w.place(v).id
		}
		x = w.argument(g.IndexOf(v))
	case op.DerefAddress:
		if w.m.Types.At(t).Kind == ir.TypePointer {
			return w.place(v).id
		}
		address, _ := w.source(v, 0, uint_)
		return w.structureAt(t, address)
	case op.DerefVar, op.DerefArray, op.DerefStruct:
		if w.m.Types.At(t).Kind == ir.TypePointer {
			return w.place(v).id
		}
		return w.resourceValue(v)
	default: // known zeros, undefined values, and what control never gets to
		switch w.m.Types.At(t).Kind {
		case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix, ir.TypeArray, ir.TypeStruct, ir.TypeCooperative:
			return w.zero(t)
		}
		w.fail("a " + o.String() + " of type " + w.m.TypeName(t) + " has no form in SPIR-V")
		return w.zero(ir.TypeU32)
	}
	s.ids[v], s.types[v] = x, t
	return x
}

// knownValue is a constant whose components are read as a scalar.
func (w *Writer) knownValue(v ssa.Value, s ir.Scalar) id {
	g := w.ssa.g
	n := g.Comps(v)
	if n <= 1 {
		return w.constant(s, g.ConstBits(v, 0))
	}
	var parts [4]id
	set := uint64(0)
	for k := range n {
		set |= g.ConstBits(v, k)
	}
	if set == 0 {
		return w.null(w.typ(ir.VectorOf(s, n)))
	}
	for k := range n {
		parts[k] = w.constant(s, g.ConstBits(v, k))
	}
	return w.compositeConstant(w.typ(ir.VectorOf(s, n)), parts[:n]...)
}

// as is a value read as a kind, and its type.
func (w *Writer) as(v ssa.Value, k kind) (id, ir.TypeID) {
	s := &w.ssa
	t := w.typeOf(v)
	if !w.m.Types.IsScalarOrVector(t) {
		return w.operand(v), t
	}
	scalar := w.m.Types.ScalarOf(t)
	if k.takes(scalar) || scalar == ir.Bool {
		return w.operand(v), t
	}
	to := w.m.Types.WithScalar(t, k.of(scalar.Bits()))
	switch s.g.Op(v) {
	case op.Const:
		return w.knownValue(v, w.m.Types.ScalarOf(to)), to
	case op.Zero, op.Undef:
		return w.zero(to), to
	}
	c := &s.casts[v]
	if c.id == 0 || c.ty != to || w.closed[c.scope] {
		*c = castValue{w.bitcast(to, t, w.operand(v)), to, w.scopes[len(w.scopes)-1]}
	}
	return c.id, to
}

// exactly is a value as a type.
func (w *Writer) exactly(v ssa.Value, t ir.TypeID) id {
	k := anyKind
	if w.m.Types.IsScalarOrVector(t) {
		k = kindOf(w.m.Types.ScalarOf(t))
	}
	x, _ := w.as(v, k)
	return x
}

// read is a source, with its swizzle, and its type.
func (w *Writer) read(s ssa.Src, k kind) (id, ir.TypeID) {
	x, t := w.as(s.Value, k)
	n := int(s.Comps)
	if n == 0 {
		return x, t
	}
	have, scalar := w.m.Types.ComponentCount(t), w.m.Types.ScalarOf(t)
	to := shape(scalar, n)
	switch {
	case n == have && s.IsIdentity():
		return x, t
	}
	var pattern [4]uint8
	for i := range n {
		pattern[i] = uint8(s.Swizzle.At(i))
	}
	// A value taken out of another, or made of it, is kept for the next use.
	c := &w.ssa.pieces[(uint32(x)*0x9E3779B1^uint32(to)*0x85EBCA6B^uint32(s.Swizzle)*0x2545F491)>>(32-piecesBits)]
	if c.id != 0 && c.of == x && c.ty == to && c.pattern == pattern && !w.closed[c.scope] {
		return c.id, to
	}
	*c = piece{of: x, ty: to, pattern: pattern, scope: w.scopes[len(w.scopes)-1]}
	switch {
	case have == 1:
		c.id = w.splat(to, x)
	case n == 1:
		c.id = w.extract(to, x, uint32(pattern[0]))
	default:
		c.id = w.swizzle(to, x, pattern[:n])
	}
	return c.id, to
}

// present is a value read as a kind, 0 if source k is absent.
func (w *Writer) present(i ssa.InstrID, k int, want kind) id {
	g := w.ssa.g
	if k >= g.NumSrcs(i) || g.Arg(i, k) == 0 {
		return 0
	}
	x, _ := w.read(g.Src(i, k), want)
	return x
}

// hint is the kind that a result is best computed as if only its bits matter: its hint, if
// it is no float.
func (w *Writer) hint(i ssa.InstrID) kind {
	if k := kindOf(w.m.Types.ScalarOf(w.ssa.g.Type(i))); k != float {
		return k
	}
	return uint_
}

// result is the type of an instruction's result as a kind.
func (w *Writer) result(i ssa.InstrID, k kind) ir.TypeID {
	g := w.ssa.g
	t := g.Type(i)
	if !w.m.Types.IsScalarOrVector(t) {
		return t
	}
	s := w.m.Types.ScalarOf(t)
	if k.takes(s) {
		return t
	}
	return w.m.Types.WithScalar(t, k.of(s.Bits()))
}

// freedom is an instruction's flags, with the promise that a float's operations aren't
// fused if it is strict.
func (w *Writer) freedom(i ssa.InstrID) ir.Flags {
	g := w.ssa.g
	flags := g.Flags(i)
	if g.Op(i).Has(op.FloatControl) && g.FP(i)&ssa.Contract == 0 {
		flags |= ir.FlagPrecise
	}
	return flags
}

// phiType is the type of a phi.
func (w *Writer) phiType(i ssa.InstrID) ir.TypeID {
	t := w.ssa.g.Type(i)
	switch w.m.Types.At(t).Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix, ir.TypeArray, ir.TypeStruct, ir.TypeCooperative:
	default:
		w.span = w.ssa.g.SpanOf(i)
		w.fail("a phi of type " + w.m.TypeName(t) + " has no form in SPIR-V")
	}
	return t
}

// openPhi begins an OpPhi.
func (w *Writer) openPhi(t ir.TypeID) id {
	r := w.out.NewID()
	w.code.Begin(spirv.OpPhi)
	w.code.Words(w.typ(t), r)
	return r
}
