package glsl

// This file keeps the precision of operations: those whose operands are all mediump or lowp
// get ir.FlagRelaxed (GLSL ES 3.20, "Precision Qualifiers": an operation has the greatest
// precision of its operands, and a constant has none). Declarations are noted while they are
// read; the bodies are gone through once, in the end, if any of them is relaxed.

import (
	"slices"

	"refract/ir"
)

// precision is the precision of a value.
type precision uint8

const (
	noPrecision      precision = iota // a constant, or made of these
	relaxedPrecision                  // mediump or lowp
	fullPrecision
)

// relaxedDecls are the declarations that are mediump or lowp, in the order that they were read.
type relaxedDecls struct {
	locals  []ofFunction
	args    []ofFunction
	results []ir.FuncID
	globals []ir.GlobalID
	members []ofStruct
}

type ofFunction struct {
	fn *ir.Function
	n  uint32 // ir.LocalID, or the number of an argument
}

type ofStruct struct {
	strct  ir.StructID
	member uint32
}

func (d *relaxedDecls) any() bool {
	return len(d.locals)+len(d.args)+len(d.results)+len(d.globals)+len(d.members) > 0
}

// holdsRelaxed reports whether 16 bits are enough for a variable.
func (c *checker) holdsRelaxed(q *qualifiers, t ir.TypeID) bool {
	for c.at(t).Kind == ir.TypeArray {
		t = c.at(t).Base
	}
	return c.relaxes(q, t)
}

// noteLocal notes the precision of a variable of the function that is read.
func (c *checker) noteLocal(l ir.LocalID, q *qualifiers, t ir.TypeID) {
	if c.holdsRelaxed(q, t) {
		c.relaxedDecls.locals = append(c.relaxedDecls.locals, ofFunction{c.fn, uint32(l)})
	}
}

// noteGlobal notes the precision of the last global.
func (c *checker) noteGlobal(q *qualifiers, t ir.TypeID) {
	if c.holdsRelaxed(q, t) {
		c.relaxedDecls.globals = append(c.relaxedDecls.globals, ir.GlobalID(len(c.m.Globals)-1))
	}
}

// noteMembers notes the precisions of a struct's members.
func (c *checker) noteMembers(t ir.TypeID, members []memberInfo) {
	at := uint32(0)
	for i := range members {
		if members[i].opq != 0 {
			continue // the IR's struct is without it
		}
		if c.holdsRelaxed(&members[i].q, members[i].Type) {
			c.relaxedDecls.members = append(c.relaxedDecls.members, ofStruct{c.at(t).Struct, at})
		}
		at++
	}
}

// noteSampler notes the precision of the last global, a texture or image: in ES, samplers of 2D
// textures and cubes are lowp unless a statement or qualifier gives them another precision.
func (c *checker) noteSampler(q *qualifiers, opq uint16) {
	o := &c.opaques[opq]
	relaxed := isRelaxed(q.precision)
	if q.precision == 0 && c.lang.Profile == ES {
		relaxed = slices.Contains(c.relaxedOpaques, opq) ||
			o.kind == opaqueSampler && o.scalar == ir.F32 && !o.arrayed && !o.ms && !o.shadow && (o.dim == dim2D || o.dim == dimCube) && !slices.Contains(c.precisions, opq)
	}
	if relaxed && (c.lang.Profile == ES || c.opts.Preprocessor.Vulkan) {
		c.relaxedDecls.globals = append(c.relaxedDecls.globals, ir.GlobalID(len(c.m.Globals)-1))
	}
}

// relaxOperations marks the operations of all functions.
func (c *checker) relaxOperations() {
	if !c.relaxedDecls.any() && !slices.ContainsFunc(c.mainFn.Args, func(a ir.Argument) bool { return a.Binding.Relaxed }) {
		return
	}
	r := relaxing{m: c.m, decls: &c.relaxedDecls, globals: make([]precision, len(c.m.Globals))}
	for i := range r.globals {
		r.globals[i] = fullPrecision
	}
	for _, g := range c.relaxedDecls.globals {
		r.globals[g] = relaxedPrecision
	}
	for _, f := range c.m.Functions[1:] {
		r.function(f)
	}
}

// relaxing finds the precisions of the expressions of a function.
type relaxing struct {
	m       *ir.Module
	decls   *relaxedDecls
	f       *ir.Function
	globals []precision
	locals  []precision
	args    []precision
	exprs   []precision
	results []precision // of calls, by their expressions
	buf     []ir.ExprID
}

func (r *relaxing) function(f *ir.Function) {
	r.f = f
	r.locals, r.args = append(r.locals[:0], make([]precision, len(f.Locals))...), append(r.args[:0], make([]precision, len(f.Args))...)
	r.exprs = append(r.exprs[:0], make([]precision, f.ExprCount())...)
	r.results = append(r.results[:0], make([]precision, f.ExprCount())...)
	for i := range f.Locals {
		if f.Locals[i].Name != "" { // else it has the precision of the values that are stored
			r.locals[i] = fullPrecision
		}
	}
	for i := range f.Args {
		r.args[i] = fullPrecision
		if f.Args[i].Binding.Relaxed {
			r.args[i] = relaxedPrecision
		}
	}
	for _, x := range r.decls.locals {
		if x.fn == f {
			r.locals[x.n] = relaxedPrecision
		}
	}
	for _, x := range r.decls.args {
		if x.fn == f {
			r.args[x.n] = relaxedPrecision
		}
	}
	r.calls()
	for again := true; again; {
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			r.exprs[x] = r.of(x)
		}
		again = r.stores()
	}
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if r.exprs[x] == relaxedPrecision && r.marks(x) {
			f.SetFlags(x, ir.FlagRelaxed)
		}
	}
}

// calls finds the precisions of results.
func (r *relaxing) calls() {
	f := r.f
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) != ir.StmtCall {
			continue
		}
		if v := f.Call(s); v.Result != 0 && slices.Contains(r.decls.results, v.Function) {
			r.results[v.Result] = relaxedPrecision
		}
	}
}

// stores raises the precision of variables without a name to that of the values, and reports
// whether it did.
func (r *relaxing) stores() (raised bool) {
	f := r.f
	raise := func(l ir.LocalID, x ir.ExprID) {
		if x != 0 && f.Locals[l].Name == "" && r.locals[l] < r.exprs[x] {
			r.locals[l], raised = r.exprs[x], true
		}
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		switch f.StmtKind(s) {
		case ir.StmtStore:
			if v := f.Store(s); f.Kind(f.Root(v.Pointer)) == ir.KindLocal {
				raise(f.LocalRef(f.Root(v.Pointer)), v.Value)
			}
		case ir.StmtLocal:
			raise(f.LocalDecl(s).Local, f.LocalDecl(s).Init)
		}
	}
	return raised
}

// of is the precision of an expression whose operands are known.
func (r *relaxing) of(x ir.ExprID) precision {
	f := r.f
	switch f.Kind(x) {
	case ir.KindLiteral, ir.KindConstant, ir.KindZeroValue:
		return noPrecision
	case ir.KindArgument:
		return r.args[f.ArgumentIndex(x)]
	case ir.KindGlobal:
		return r.globals[f.GlobalRef(x)]
	case ir.KindLocal:
		return r.locals[f.LocalRef(x)]
	case ir.KindAccess:
		return r.exprs[f.Access(x).Base]
	case ir.KindAccessIndex:
		return r.member(x)
	case ir.KindLoad, ir.KindSwizzle, ir.KindSplat, ir.KindUnary, ir.KindDerivative, ir.KindInterpolate:
		return r.exprs[f.Operand(x)]
	case ir.KindAs:
		if f.As(x).Bitcast {
			return fullPrecision
		}
		return r.exprs[f.As(x).Value]
	case ir.KindSelect:
		return max(r.exprs[f.Select(x).Accept], r.exprs[f.Select(x).Reject])
	case ir.KindImageSample:
		v := f.ImageSample(x)
		return max(r.exprs[v.Image], r.exprs[v.Sampler])
	case ir.KindImageLoad:
		return r.exprs[f.ImageLoad(x).Image]
	case ir.KindCompose, ir.KindBinary, ir.KindMath, ir.KindRelational:
		p := noPrecision
		r.buf = f.Operands(x, r.buf[:0])
		for _, o := range r.buf {
			p = max(p, r.exprs[o])
		}
		return p
	case ir.KindCallResult:
		if r.results[x] == relaxedPrecision {
			return relaxedPrecision
		}
		return fullPrecision
	}
	return fullPrecision
}

// member is the precision of an element, or of a member of a struct, which has its own.
func (r *relaxing) member(x ir.ExprID) precision {
	v := r.f.AccessIndex(x)
	t := r.m.Types.At(r.f.TypeOf(v.Base))
	if t.Kind == ir.TypePointer {
		t = r.m.Types.At(t.Base)
	}
	if t.Kind != ir.TypeStruct {
		return r.exprs[v.Base]
	}
	if slices.Contains(r.decls.members, ofStruct{t.Struct, v.Index}) || r.m.Structs[t.Struct].Members[v.Index].Binding.Relaxed {
		return relaxedPrecision
	}
	return fullPrecision
}

// marks reports whether an expression is an operation on numbers of 32 bits.
func (r *relaxing) marks(x ir.ExprID) bool {
	t := r.m.Types.At(r.f.TypeOf(x))
	switch t.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
	default:
		return false
	}
	if t.Scalar != ir.F32 && t.Scalar != ir.I32 && t.Scalar != ir.U32 {
		return false
	}
	switch r.f.Kind(x) {
	case ir.KindUnary, ir.KindBinary, ir.KindMath, ir.KindAs, ir.KindSelect, ir.KindDerivative, ir.KindImageSample, ir.KindImageLoad, ir.KindLoad:
		return true
	}
	return false
}
