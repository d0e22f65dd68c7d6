package transform

// This file makes arrays of ray queries of arrays of arrays of them, which drivers lack:
//
//	local $q : array<array<ray_query, 3>, 2>
//	%1 = access $q, %i
//	%2 = access_index %1, 2
//
// becomes
//
//	local $q : array<ray_query, 6>
//	%3 = min %i, 1u
//	%4 = mul %3, 3u
//	%5 = add %4, 2u
//	%2 = access $q, %5
//
// A function that gets a part of such a variable gets the whole and the indices instead.

import (
	"slices"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// FlattenQueryArrays does so for all variables and parameters.
func FlattenQueryArrays(m *ir.Module) error {
	nested := false
	for id := ir.FirstModuleType; int(id) < m.Types.Len() && !nested; id++ {
		_, nested = flatLength(m, id)
	}
	if !nested {
		return nil
	}
	return flattenQueries(m)
}

func flattenQueries(m *ir.Module) error {
	q := &flatQueries{m: m}
	whole := PointerParamOptions{Only: func(t ir.TypeID) bool { return m.HoldsRayObject(t) }}
	if err := PointerParams(m, whole); err != nil {
		return err
	}
	for i := range m.Globals {
		if t := q.flat(m.Globals[i].Type); t != 0 {
			m.Globals[i].Type = t
		}
	}
	for _, f := range m.Functions[1:] {
		q.function(f)
	}
	return nil
}

type flatQueries struct {
	m     *ir.Module
	chain []ir.ExprID
}

// flat is the array that takes the place of an array of arrays of queries, or 0.
func (q *flatQueries) flat(t ir.TypeID) ir.TypeID {
	n, nested := flatLength(q.m, t)
	if !nested {
		return 0
	}
	for q.m.Types.At(t).Kind == ir.TypeArray {
		t = q.m.Types.At(t).Base
	}
	return q.m.Types.Array(t, n)
}

// flatLength is the number of queries of an array of arrays of them.
func flatLength(m *ir.Module, t ir.TypeID) (n uint32, nested bool) {
	ty := m.Types.At(t)
	count, depth := uint64(1), 0
	for ; ty.Kind == ir.TypeArray && count <= maxQueries; depth++ {
		count *= uint64(ty.Length)
		ty = m.Types.At(ty.Base)
	}
	return uint32(count), depth > 1 && ty.Kind == ir.TypeRayQuery && count <= maxQueries
}

// maxQueries bounds the queries of a variable: layouts of larger ones fail.
const maxQueries = 1 << 29

// leads reports whether an expression points to an array of arrays of queries, or to an
// array that is in one.
func (q *flatQueries) leads(f *ir.Function, x ir.ExprID) bool {
	t := q.m.Types.At(f.TypeOf(x))
	if t.Kind != ir.TypePointer || q.m.Types.At(t.Base).Kind != ir.TypeArray {
		return false
	}
	for f.Kind(x) == ir.KindAccess || f.Kind(x) == ir.KindAccessIndex {
		x = f.Operand(x)
	}
	return q.flat(q.m.Types.Pointee(f.TypeOf(x))) != 0
}

func (q *flatQueries) function(f *ir.Function) {
	for i := range f.Locals {
		if t := q.flat(f.Locals[i].Type); t != 0 {
			f.Locals[i].Type = t
		}
	}
	for i := range f.Args {
		if p := *q.m.Types.At(f.Args[i].Type); p.Kind == ir.TypePointer && q.flat(p.Base) != 0 {
			f.Args[i].Type = q.m.Types.Pointer(q.flat(p.Base), p.Space, p.Access, p.Layout)
		}
	}
	old := ir.ExprID(f.ExprCount())
	rewrite.Function(q.m, f, q)
	var nothing ir.ExprID
	for x := ir.ExprID(1); x < old; x++ {
		if k := f.Kind(x); (k == ir.KindAccess || k == ir.KindAccessIndex) && q.leads(f, x) {
			if nothing == 0 {
				nothing = f.AddZeroValue(ir.TypeU32, f.Span)
			}
			f.Overwrite(x, nothing)
		}
	}
	for x := ir.ExprID(1); x < old; x++ { // variables and parameters that calls pass as a whole
		if q.leads(f, x) {
			p := *q.m.Types.At(f.TypeOf(x))
			f.SetType(x, q.m.Types.Pointer(q.flat(p.Base), p.Space, p.Access, p.Layout))
		}
	}
}

// Kinds implements rewrite.Selective.
func (*flatQueries) Kinds() ir.KindSet { return 1<<ir.KindAccess | 1<<ir.KindAccessIndex }

// Stmt implements rewrite.Visitor.
func (*flatQueries) Stmt(*rewrite.Editor, ir.StmtID) {}

// Expr implements rewrite.Visitor.
func (q *flatQueries) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	if !q.leads(f, f.Operand(x)) {
		return
	}
	if q.leads(f, x) {
		e.Remove()
		return
	}
	q.chain = q.chain[:0]
	root := x
	for ; f.Kind(root) == ir.KindAccess || f.Kind(root) == ir.KindAccessIndex; root = f.Operand(root) {
		q.chain = append(q.chain, root)
	}
	b := e.Ahead()
	sum := ir.ExprID(0)
	known := uint32(0)
	for _, step := range slices.Backward(q.chain) {
		n := q.m.Types.At(q.m.Types.Pointee(f.TypeOf(f.Operand(step)))).Length
		if known *= n; sum != 0 {
			sum = b.Binary(ir.Mul, sum, b.U32(n))
		}
		if f.Kind(step) == ir.KindAccessIndex {
			known += f.AccessIndex(step).Index
			continue
		}
		i := f.Access(step).Index
		if q.m.Types.ScalarOf(f.TypeOf(i)) != ir.U32 {
			i = b.Convert(ir.U32, i)
		}
		if f.Flags(step)&ir.FlagInBounds == 0 {
			i = b.Math(ir.MathMin, i, b.U32(n-1))
		}
		if sum == 0 {
			sum = i
		} else {
			sum = b.Binary(ir.Add, sum, i)
		}
	}
	flat := q.root(b, root)
	if sum == 0 {
		e.Become(b.AccessIndex(flat, known))
		return
	}
	if known != 0 {
		sum = b.Binary(ir.Add, sum, b.U32(known))
	}
	p := b.Access(flat, sum)
	f.SetFlags(p, ir.FlagInBounds)
	e.Become(p)
}

// root names a variable or parameter, whose type is another now.
func (q *flatQueries) root(b *ir.Builder, x ir.ExprID) ir.ExprID {
	f := b.F
	switch f.Kind(x) {
	case ir.KindLocal:
		return b.Local(f.LocalRef(x))
	case ir.KindGlobal:
		return b.Global(f.GlobalRef(x))
	case ir.KindArgument:
		return b.Argument(f.ArgumentIndex(x))
	}
	panic("transform: ray queries behind a " + f.Kind(x).String())
}
