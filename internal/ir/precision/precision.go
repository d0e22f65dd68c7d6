// Package precision derives the precision of expressions from that of variables, as the text of
// GLSL ES has it (GLSL ES 3.20, "Precision Qualifiers"): an operation has the greatest precision
// of its operands, and a constant has none. Front ends mark operations by it; back ends find the
// operations whose text would have less precision than the module requires.
package precision

import (
	"math"
	"slices"

	"refract/internal/num"
	"refract/internal/reuse"
	"refract/ir"
)

// Precision is the precision of a value.
type Precision uint8

const (
	None    Precision = iota // a constant, or made of constants
	Relaxed                  // mediump or lowp
	Full
)

// Of is Relaxed or Full.
func Of(relaxed bool) Precision {
	if relaxed {
		return Relaxed
	}
	return Full
}

// A Finder finds the precisions of the expressions of functions of a module. It keeps its memory
// from one function to the next.
type Finder struct {
	M *ir.Module   // that of Start
	F *ir.Function // whose expressions Exprs has

	// Open reports whether the precision of a variable of the function is that of the values that
	// are stored; nil: each variable has its declared precision.
	Open func(ir.LocalID) bool

	// Rounds returns the precision of an operation that may round, given the greatest of its
	// operands; nil: that one.
	Rounds func(x ir.ExprID, operands Precision) Precision

	Exprs  []Precision // by expression
	Locals []Precision

	Demand      []Precision // by expression: see Demands
	LocalDemand []Precision
	user        ir.ExprID // that is visited; 0: a statement

	inputs []uint32 // locations of the inputs that are relaxed, in order

	results []Precision // of calls, by expression
	into    []int32     // by expression: the first of its stores, or 0
	stored  []storedTo
	buf     []ir.ExprID
}

// storedTo is a store of an expression to a variable that is open.
type storedTo struct {
	local ir.LocalID
	next  int32 // the next of the same expression, or 0
}

// maxRounds bounds how often the expressions of a function are gone over. Values are mostly stored
// ahead of their loads, so that two suffice.
const maxRounds = 6

// Start makes the finder one for the functions of a module.
func (r *Finder) Start(m *ir.Module) {
	r.M, r.inputs = m, r.inputs[:0]
	for i := range m.EntryPoints {
		for _, a := range m.Func(m.EntryPoints[i].Function).Args {
			if a.Binding.Kind == ir.BindLocation && a.Binding.Relaxed {
				r.inputs = append(r.inputs, a.Binding.Location)
			}
		}
	}
	slices.Sort(r.inputs)
}

// Function finds the precisions of a function's expressions.
func (r *Finder) Function(f *ir.Function) {
	r.F = f
	r.Locals = reuse.Zeroed(r.Locals, len(f.Locals))
	r.Exprs = reuse.Zeroed(r.Exprs, f.ExprCount())
	r.results = reuse.Zeroed(r.results, f.ExprCount())
	open := false
	for i := range f.Locals {
		if r.Open != nil && i > 0 && r.Open(ir.LocalID(i)) {
			open = true
			continue
		}
		r.Locals[i] = Of(f.Locals[i].Relaxed)
	}
	r.into = r.into[:0]
	if open {
		r.into = reuse.Zeroed(r.into, f.ExprCount())
	}
	r.statements()
	for round := 1; r.round(); round++ {
		if round == maxRounds {
			for i := 1; i < len(f.Locals); i++ {
				if r.Open(ir.LocalID(i)) {
					r.Locals[i] = Full
				}
			}
		}
	}
}

// round goes over all expressions; it reports whether the precision of a variable has changed.
func (r *Finder) round() (changed bool) {
	r.M.Meter.Step()
	for x := ir.ExprID(1); int(x) < len(r.Exprs); x++ {
		if r.Exprs[x] = r.of(x); r.M.Types.ScalarOf(r.F.TypeOf(x)) == ir.Bool {
			r.Exprs[x] = None
		}
		if len(r.into) == 0 {
			continue
		}
		for at := r.into[x]; at != 0; at = r.stored[at].next {
			if l := r.stored[at].local; r.Locals[l] < r.Exprs[x] {
				r.Locals[l], changed = r.Exprs[x], true
			}
		}
	}
	return changed
}

// statements finds the precisions of results, and the values of variables that are open.
func (r *Finder) statements() {
	f := r.F
	r.stored = append(r.stored[:0], storedTo{})
	note := func(l ir.LocalID, x ir.ExprID) {
		if r.Open != nil && r.Open(l) {
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
		case ir.StmtCall:
			if v := f.Call(s); v.Result != 0 {
				r.results[v.Result] = Of(r.M.Func(v.Function).ResultBinding.Relaxed)
			}
		}
	}
}

// of is the precision of an expression whose operands are known.
func (r *Finder) of(x ir.ExprID) Precision {
	f := r.F
	switch f.Kind(x) {
	case ir.KindLiteral, ir.KindConstant, ir.KindZeroValue:
		return None
	case ir.KindArgument:
		return Of(f.Args[f.ArgumentIndex(x)].Binding.Relaxed)
	case ir.KindGlobal:
		g := &r.M.Globals[f.GlobalRef(x)]
		return Of(g.Relaxed || g.IO != nil && g.IO.Relaxed)
	case ir.KindLocal:
		return r.Locals[f.LocalRef(x)]
	case ir.KindAccess:
		return r.Exprs[f.Access(x).Base]
	case ir.KindAccessIndex:
		return r.member(x)
	case ir.KindLoad, ir.KindSwizzle, ir.KindSplat:
		return r.Exprs[f.Operand(x)]
	case ir.KindInterpolate:
		return r.input(f.Interpolate(x).Location)
	case ir.KindImageSample:
		v := f.ImageSample(x)
		return max(r.Exprs[v.Image], r.Exprs[v.Sampler])
	case ir.KindImageLoad:
		return r.Exprs[f.ImageLoad(x).Image]
	case ir.KindAs:
		types := &r.M.Types
		if f.As(x).Bitcast && !(types.ScalarOf(f.TypeOf(x)).IsInteger() && types.ScalarOf(f.TypeOf(f.As(x).Value)).IsInteger()) {
			return Full
		}
		return r.rounded(x, r.Exprs[f.As(x).Value])
	case ir.KindSelect:
		v := f.Select(x)
		return r.chosen(x, max(r.Exprs[v.Accept], r.Exprs[v.Reject]), v.Accept, v.Reject)
	case ir.KindCompose:
		list := f.Compose(x).Components
		return r.chosen(x, r.greatest(list), list...)
	case ir.KindUnary, ir.KindDerivative:
		return r.rounded(x, r.Exprs[f.Operand(x)])
	case ir.KindMath:
		r.buf = f.Operands(x, r.buf[:0])
		return r.math(x, r.greatest(r.buf))
	case ir.KindBinary:
		return r.binary(x)
	case ir.KindRelational:
		return r.Exprs[f.Operand(x)]
	case ir.KindCallResult:
		return r.results[x]
	}
	return Full
}

func (r *Finder) greatest(list []ir.ExprID) (p Precision) {
	for _, o := range list {
		p = max(p, r.Exprs[o])
	}
	return p
}

// rounded is the precision of an operation that may round.
func (r *Finder) rounded(x ir.ExprID, p Precision) Precision {
	if p == None || r.Rounds == nil {
		return p
	}
	return r.Rounds(x, p)
}

// chosen is the precision of a value that is one of others, or made of others: nothing is rounded but
// constants that have no form in 16 bits.
func (r *Finder) chosen(x ir.ExprID, p Precision, list ...ir.ExprID) Precision {
	if p == Relaxed && r.Rounds != nil {
		for _, o := range list {
			if !r.fits(o) {
				return r.rounded(x, p)
			}
		}
	}
	return p
}

// fits reports whether a value is no constant, or one that 16 bits hold.
func (r *Finder) fits(o ir.ExprID) bool {
	f := r.F
	switch f.Kind(o) {
	case ir.KindLiteral:
		bits := uint32(f.LiteralBits(o))
		switch r.M.Types.ScalarOf(f.TypeOf(o)) {
		case ir.F32:
			x := math.Float32frombits(bits)
			return num.F16FromF32(x).F32() == x || x != x
		case ir.I32:
			return int32(bits) == int32(int16(bits))
		case ir.U32:
			return bits == uint32(uint16(bits))
		}
	case ir.KindConstant:
		return false
	case ir.KindCompose:
		return r.Exprs[o] != None // of constants; the parts aren't looked at
	case ir.KindSplat:
		return r.fits(f.Operand(o))
	}
	return true
}

// binary is the precision of an operator. A comparison is exact, but for constants that whole numbers of
// 16 bits can't have.
func (r *Finder) binary(x ir.ExprID) Precision {
	v := r.F.Binary(x)
	p := max(r.Exprs[v.Left], r.Exprs[v.Right])
	switch v.Op {
	case ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		if r.M.Types.ScalarOf(r.F.TypeOf(v.Left)).IsInteger() {
			return r.chosen(x, p, v.Left, v.Right)
		}
		return p
	case ir.Shl, ir.Shr: // the amount has no part in it
		return r.rounded(x, r.Exprs[v.Left])
	}
	return r.rounded(x, p)
}

// math is the precision of a function.
func (r *Finder) math(x ir.ExprID, p Precision) Precision {
	f := r.F
	switch f.Math(x).Op {
	case ir.MathMin, ir.MathMax, ir.MathClamp:
		if r.M.Types.ScalarOf(f.TypeOf(x)).IsInteger() {
			r.buf = f.Operands(x, r.buf[:0])
			return r.chosen(x, p, r.buf...)
		}
	}
	return r.rounded(x, p)
}

// member is the precision of an element, or of a member of a struct, which has its own.
func (r *Finder) member(x ir.ExprID) Precision {
	v := r.F.AccessIndex(x)
	t := r.M.Types.At(r.F.TypeOf(v.Base))
	if t.Kind == ir.TypePointer {
		t = r.M.Types.At(t.Base)
	}
	if t.Kind != ir.TypeStruct {
		return r.Exprs[v.Base]
	}
	s := &r.M.Structs[t.Struct]
	if s.Special == ir.SpecialModf || s.Special == ir.SpecialFrexp && v.Index == 0 {
		return r.Exprs[v.Base]
	}
	return Of(s.Members[v.Index].Binding.Relaxed)
}

// input is the precision of the input at a location.
func (r *Finder) input(location uint32) Precision {
	_, relaxed := slices.BinarySearch(r.inputs, location)
	return Of(relaxed)
}
