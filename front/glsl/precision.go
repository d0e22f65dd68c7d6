package glsl

// This file keeps the precision of operations: those whose operands are all mediump or lowp
// get ir.FlagRelaxed (GLSL ES 3.20, "Precision Qualifiers": an operation has the greatest
// precision of its operands, and a constant has none). Declarations are noted while they are
// read; the bodies are gone through once, in the end, if any of them is relaxed.

import (
	"cmp"
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
	locals  []relaxedPart // of functions, by ir.LocalID
	args    []relaxedPart // of functions
	results []ir.FuncID
	globals []ir.GlobalID
	members []relaxedPart // of structs
}

// A relaxedPart is part n of a function or struct. 0 is main, which gets its number last.
type relaxedPart struct{ of, n uint32 }

func compareParts(a, b relaxedPart) int {
	return cmp.Or(cmp.Compare(a.of, b.of), cmp.Compare(a.n, b.n))
}

// sort orders the declarations, for partsOf and binary searches.
func (d *relaxedDecls) sort() {
	for _, list := range [][]relaxedPart{d.locals, d.args, d.members} {
		slices.SortFunc(list, compareParts)
	}
	slices.Sort(d.results)
}

// partsOf are the parts in a sorted list that are of a function or struct.
func partsOf(list []relaxedPart, of uint32) []relaxedPart {
	first, _ := slices.BinarySearchFunc(list, relaxedPart{of, 0}, compareParts)
	next, _ := slices.BinarySearchFunc(list, relaxedPart{of + 1, 0}, compareParts)
	return list[first:next]
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

// noteLocal notes that a variable of the function that is read is relaxed, or isn't.
func (c *checker) noteLocal(l ir.LocalID, relaxed bool) {
	if relaxed {
		c.relaxedDecls.locals = append(c.relaxedDecls.locals, relaxedPart{uint32(c.fnID), uint32(l)})
	}
}

// noteInMain is noteLocal of main, whatever function is read.
func (c *checker) noteInMain(l ir.LocalID, relaxed bool) {
	if relaxed {
		c.relaxedDecls.locals = append(c.relaxedDecls.locals, relaxedPart{0, uint32(l)})
	}
}

// noteGlobal notes that the last global is relaxed, or isn't.
func (c *checker) noteGlobal(relaxed bool) {
	if relaxed {
		c.relaxedDecls.globals = append(c.relaxedDecls.globals, ir.GlobalID(len(c.m.Globals)-1))
	}
}

// noteMember notes that a member of a struct is relaxed, or isn't.
func (c *checker) noteMember(t ir.TypeID, member uint32, relaxed bool) {
	if relaxed {
		c.relaxedDecls.members = append(c.relaxedDecls.members, relaxedPart{uint32(c.at(t).Struct), member})
	}
}

// noteMembers notes the precisions of a struct's members.
func (c *checker) noteMembers(t ir.TypeID, members []memberInfo) {
	at := uint32(0)
	for i := range members {
		if members[i].opq != 0 {
			continue // the IR's struct is without it
		}
		c.noteMember(t, at, c.holdsRelaxed(&members[i].q, members[i].Type))
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
	c.noteGlobal(relaxed && (c.lang.Profile == ES || c.opts.Preprocessor.Vulkan))
}

// relaxOperations marks the operations of all functions.
func (c *checker) relaxOperations() {
	if !c.relaxedDecls.any() && !slices.ContainsFunc(c.mainFn.Args, func(a ir.Argument) bool { return a.Binding.Relaxed }) {
		return
	}
	c.relaxedDecls.sort()
	r := relaxing{m: c.m, decls: &c.relaxedDecls, globals: make([]precision, len(c.m.Globals))}
	for i := range r.globals {
		r.globals[i] = fullPrecision
	}
	for _, g := range c.relaxedDecls.globals {
		r.globals[g] = relaxedPrecision
	}
	for i, f := range c.m.Functions[1:] {
		if f == c.mainFn {
			r.function(f, 0)
		} else {
			r.function(f, uint32(i+1))
		}
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
	into    []int32     // by expression: the first of its stores, or 0
	stored  []storedTo
	buf     []ir.ExprID
}

// storedTo is a store of an expression to a variable without a name.
type storedTo struct {
	local ir.LocalID
	next  int32 // the next of the same expression, or 0
}

// function marks the operations of a function with a number.
func (r *relaxing) function(f *ir.Function, id uint32) {
	r.f = f
	r.locals, r.args = append(r.locals[:0], make([]precision, len(f.Locals))...), append(r.args[:0], make([]precision, len(f.Args))...)
	r.exprs = append(r.exprs[:0], make([]precision, f.ExprCount())...)
	r.results = append(r.results[:0], make([]precision, f.ExprCount())...)
	r.into = append(r.into[:0], make([]int32, f.ExprCount())...)
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
	for _, x := range partsOf(r.decls.locals, id) {
		r.locals[x.n] = relaxedPrecision
	}
	for _, x := range partsOf(r.decls.args, id) {
		r.args[x.n] = relaxedPrecision
	}
	r.calls()
	r.stores()
	for again := true; again; {
		again = false
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			r.exprs[x] = r.of(x)
			for at := r.into[x]; at != 0; at = r.stored[at].next {
				if l := r.stored[at].local; r.locals[l] < r.exprs[x] {
					r.locals[l], again = r.exprs[x], true
				}
			}
		}
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
		v := f.Call(s)
		if _, relaxed := slices.BinarySearch(r.decls.results, v.Function); v.Result != 0 && relaxed {
			r.results[v.Result] = relaxedPrecision
		}
	}
}

// stores finds the values of variables without a name: of choices and their like, which are stored
// ahead of their use, so that most precisions are known after one round.
func (r *relaxing) stores() {
	f := r.f
	r.stored = append(r.stored[:0], storedTo{})
	note := func(l ir.LocalID, x ir.ExprID) {
		if f.Locals[l].Name == "" {
			r.stored = append(r.stored, storedTo{l, r.into[x]})
			r.into[x] = int32(len(r.stored) - 1)
		}
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		switch f.StmtKind(s) {
		case ir.StmtStore:
			if v := f.Store(s); f.Kind(f.Root(v.Pointer)) == ir.KindLocal {
				note(f.LocalRef(f.Root(v.Pointer)), v.Value)
			}
		case ir.StmtLocal:
			note(f.LocalDecl(s).Local, f.LocalDecl(s).Init)
		}
	}
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
	if _, relaxed := slices.BinarySearchFunc(r.decls.members, relaxedPart{uint32(t.Struct), v.Index}, compareParts); relaxed || r.m.Structs[t.Struct].Members[v.Index].Binding.Relaxed {
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
