package lower

// This file makes arithmetic on matrices arithmetic on their columns.
//
//	before                     after
//	%2 = mat_vec %m, %v        %3 = extract %m, 0
//	                           %4 = extract %m, 1
//	                           %5 = fmul %3, %v.xx
//	                           %6 = fmul %4, %v.yy
//	                           %2 = fadd %5, %6
//
// An operation that makes a matrix becomes one per column and a composition of them;
// readers of columns read them directly, so that compositions stay only for users of the
// whole matrix. Loads and stores go by columns. Products are sums in the order of the
// columns, each term rounded, as the operations define them. Determinants and inverses stay
// whole.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Matrices makes arithmetic on matrices arithmetic on their columns.
var Matrices = &pass.Pass{
	Name:        "matrices-to-columns",
	Doc:         "operations on matrices become operations on their columns",
	Establishes: pass.NoMatrices,
	Destroys:    pass.Scalar,
	Preserves:   ssa.ControlFlow,
	Function:    func(f *ssa.Function) bool { return matricesToColumns(f, MatrixOptions{}) },
}

// MatrixOptions are how products with matrices are computed that are stored by rows.
type MatrixOptions struct {
	RowDots bool // a product with a vector behind the matrix is a dot product for each row
	RowSums bool // one with a vector ahead of it is the sum of the rows, each times a component
	Keep    bool // products of vectors and matrices that are loaded from buffers stay, for a later run
}

// MatricesByRows is Matrices with options. The results are the same, each term rounded and added in the same order.
func MatricesByRows(o MatrixOptions) *pass.Pass {
	p := *Matrices
	if o.Keep {
		p.Establishes = 0
	}
	p.Function = func(f *ssa.Function) bool { return matricesToColumns(f, o) }
	return &p
}

type columns struct {
	o    MatrixOptions
	f    *ssa.Function
	b    ssa.Builder
	phis []ssa.Value // matrix phis that have been split
	of   map[ssa.Value][]ssa.Value
}

func matricesToColumns(f *ssa.Function, o MatrixOptions) bool {
	types := &f.Shader.Module.Types
	isMatrix := func(v ssa.Value) bool { return v != 0 && types.At(f.Type(v)).Kind == ir.TypeMatrix }
	c := columns{o: o, f: f, of: map[ssa.Value][]ssa.Value{}}
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			o := f.Op(i)
			var by ssa.Value
			c.b = f.BuildBefore(i)
			switch {
			case o == op.Phi && isMatrix(i):
				c.splitPhi(i)
				changed = true
				continue
			case c.stays(i):
			case o == op.Load && isMatrix(i):
				by = c.load(i)
			case o == op.Store && isMatrix(f.Arg(i, 1)):
				c.store(i)
				f.Remove(i)
				changed = true
				continue
			case o == op.Extract && isMatrix(f.Arg(i, 0)):
				by = c.known(f.Arg(i, 0), f.IndexOf(i))
			case o == op.MatTranspose, o == op.MatDeterminant, o == op.MatInverse, o == op.Compose, o == op.Extract, o == op.ExtractDynamic:
				if o == op.MatTranspose {
					by = c.transpose(i)
				}
			case o == op.SelectWhole && isMatrix(i):
				by = c.each(i, func(k int, t ir.TypeID) ssa.Value {
					n := uint8(types.ComponentCount(t))
					full := func(v ssa.Value) ssa.Src { return ssa.Src{Value: v, Swizzle: ssa.Identity, Comps: n} }
					return c.b.Instr(op.BCsel, t, ssa.Src{Value: f.Arg(i, 0), Swizzle: f.Src(i, 0).Swizzle * 0x55, Comps: n},
						full(c.column(f.Arg(i, 1), k)), full(c.column(f.Arg(i, 2), k)))
				})
			default:
				by = c.arithmetic(i)
			}
			if by == 0 {
				continue
			}
			f.SetName(by, f.NameOf(i))
			f.ReplaceUses(i, by)
			f.Remove(i)
			changed = true
		}
	}
	for _, p := range c.phis {
		c.finishPhi(p)
	}
	return changed
}

// stays reports whether an instruction is left for a later run.
func (c *columns) stays(i ssa.InstrID) bool {
	f := c.f
	if !c.o.Keep {
		return false
	}
	switch f.Op(i) {
	case op.MatVec:
		i = f.Arg(i, 0)
	case op.VecMat:
		i = f.Arg(i, 1)
	}
	types := &f.Shader.Module.Types
	if f.Op(i) != op.Load || types.At(f.Type(i)).Kind != ir.TypeMatrix {
		return false
	}
	switch types.At(f.Type(f.Arg(i, 0))).Space {
	case ir.SpaceUniform, ir.SpaceStorage, ir.SpaceImmediate:
		return true
	}
	return false
}

// shape is the number of columns of a matrix value and the type of one.
func (c *columns) shape(v ssa.Value) (int, ir.TypeID) {
	t := c.f.Shader.Module.Types.At(c.f.Type(v))
	return int(t.Columns), ir.VectorOf(t.Scalar, int(t.Rows))
}

// column is a column of a matrix at the builder's place.
func (c *columns) column(m ssa.Value, k int) ssa.Value {
	if v := c.known(m, k); v != 0 {
		return v
	}
	_, t := c.shape(m)
	return c.b.Extract(t, m, k)
}

// known is a column of a matrix that is made of columns, or 0.
func (c *columns) known(m ssa.Value, k int) ssa.Value {
	f := c.f
	if list := c.of[m]; list != nil {
		return list[k]
	}
	switch f.Op(m) {
	case op.Compose:
		return f.Arg(m, k)
	case op.Zero:
		_, t := c.shape(m)
		return c.b.Zero(t)
	}
	return 0
}

// each composes a matrix of the columns that fn makes.
func (c *columns) each(i ssa.InstrID, fn func(k int, t ir.TypeID) ssa.Value) ssa.Value {
	n, t := c.shape(i)
	var list [4]ssa.Value
	for k := range n {
		list[k] = fn(k, t)
	}
	return c.b.Op(op.Compose, c.f.Type(i), list[:n]...)
}

func (c *columns) load(i ssa.InstrID) ssa.Value {
	f := c.f
	p := f.Arg(i, 0)
	flags := f.Flags(i)
	return c.each(i, func(k int, t ir.TypeID) ssa.Value {
		v := c.b.Load(c.element(p, k))
		f.SetFlags(v, flags)
		return v
	})
}

// element is the address of a column.
func (c *columns) element(p ssa.Value, k int) ssa.Value {
	m := c.f.Shader.Module
	return c.b.DerefArray(m.ElementType(c.f.Type(p), uint32(k)), p, c.b.U32(uint32(k)))
}

func (c *columns) store(i ssa.InstrID) {
	f := c.f
	p, v := f.Arg(i, 0), f.Arg(i, 1)
	n, _ := c.shape(v)
	for k := range n {
		value := c.column(v, k)
		s := c.b.Store(c.element(p, k), value)
		f.SetFlags(s, f.Flags(i))
	}
}

// component is a source that reads one component of a vector n times.
func component(v ssa.Value, k, n int) ssa.Src {
	return ssa.Src{Value: v, Swizzle: ssa.Splat(k), Comps: uint8(n)}
}

// combine is the sum of the columns of m, each times a component of v.
func (c *columns) combine(m, v ssa.Value) ssa.Value {
	n, t := c.shape(m)
	return c.sum(t, n, v, func(k int) ssa.Value { return c.column(m, k) })
}

// sum is the sum of count vectors of a type, each times a component of v.
func (c *columns) sum(t ir.TypeID, count int, v ssa.Value, vector func(k int) ssa.Value) (sum ssa.Value) {
	n := c.f.Shader.Module.Types.ComponentCount(t)
	for k := range count {
		term := c.b.Instr(op.FMul, t, ssa.Src{Value: vector(k), Swizzle: ssa.Identity, Comps: uint8(n)}, component(v, k, n))
		if sum != 0 {
			term = c.b.Op(op.FAdd, t, sum, term)
		}
		sum = term
	}
	return sum
}

// dots is a vector of a type: the dot products of v and each of count vectors.
func (c *columns) dots(t ir.TypeID, count int, v ssa.Value, vector func(k int) ssa.Value) ssa.Value {
	scalar := ir.TypeID(c.f.Shader.Module.Types.ScalarOf(t))
	var products [4]ssa.Value
	for k := range count {
		products[k] = c.b.Op(op.FDot, scalar, v, vector(k))
	}
	return c.b.Op(op.Vec, t, products[:count]...)
}

// rows are the rows of a matrix whose columns are made of single components, as those of a matrix in memory
// by rows are. nil: it is another matrix, or they aren't wanted.
func (c *columns) rows(m ssa.Value, wanted bool) []ssa.Value {
	if !wanted {
		return nil
	}
	f := c.f
	n, t := c.shape(m)
	count := f.Shader.Module.Types.ComponentCount(t)
	for k := range n {
		v := c.known(m, k)
		if v == 0 || f.Op(v) != op.Vec || f.NumSrcs(v) != count {
			return nil
		}
	}
	rows := make([]ssa.Value, count)
	row := ir.VectorOf(f.Shader.Module.Types.At(t).Scalar, n)
	for j := range rows {
		var srcs [4]ssa.Src
		for k := range n {
			srcs[k] = f.Src(c.known(m, k), j)
		}
		rows[j] = c.b.Instr(op.Vec, row, srcs[:n]...)
	}
	return rows
}

// arithmetic builds the replacement of an operation on matrices, or returns 0.
func (c *columns) arithmetic(i ssa.InstrID) ssa.Value {
	f := c.f
	a := func(k int) ssa.Value { return f.Arg(i, k) }
	byColumn := func(o op.Op) ssa.Value {
		return c.each(i, func(k int, t ir.TypeID) ssa.Value { return c.b.Op(o, t, c.column(a(0), k), c.column(a(1), k)) })
	}
	switch f.Op(i) {
	case op.MatAdd:
		return byColumn(op.FAdd)
	case op.MatSub:
		return byColumn(op.FSub)
	case op.MatNeg:
		return c.each(i, func(k int, t ir.TypeID) ssa.Value { return c.b.Op(op.FNeg, t, c.column(a(0), k)) })
	case op.MatConvert:
		return c.each(i, func(k int, t ir.TypeID) ssa.Value { return c.b.Op(op.F2F, t, c.column(a(0), k)) })
	case op.MatScale:
		s := f.Src(i, 1)
		return c.each(i, func(k int, t ir.TypeID) ssa.Value {
			n := f.Shader.Module.Types.ComponentCount(t)
			return c.b.Instr(op.FMul, t, ssa.Src{Value: c.column(a(0), k), Swizzle: ssa.Identity, Comps: uint8(n)}, component(s.Value, s.Swizzle.At(0), n))
		})
	case op.MatMul:
		return c.each(i, func(k int, t ir.TypeID) ssa.Value { return c.combine(a(0), c.column(a(1), k)) })
	case op.MatVec:
		v := c.whole(f.Src(i, 1))
		if rows := c.rows(a(0), c.o.RowDots); rows != nil {
			return c.dots(f.Type(i), len(rows), v, func(k int) ssa.Value { return rows[k] })
		}
		return c.combine(a(0), v)
	case op.VecMat:
		m := a(1)
		n, _ := c.shape(m)
		v := c.whole(f.Src(i, 0))
		if rows := c.rows(m, c.o.RowSums); rows != nil {
			return c.sum(f.Type(i), len(rows), v, func(k int) ssa.Value { return rows[k] })
		}
		return c.dots(f.Type(i), n, v, func(k int) ssa.Value { return c.column(m, k) })
	case op.MatOuter:
		v := c.whole(f.Src(i, 0))
		s := f.Src(i, 1)
		return c.each(i, func(k int, t ir.TypeID) ssa.Value {
			n := f.Shader.Module.Types.ComponentCount(t)
			return c.b.Instr(op.FMul, t, ssa.Src{Value: v, Swizzle: ssa.Identity, Comps: uint8(n)}, component(s.Value, s.Swizzle.At(k), n))
		})
	}
	return 0
}

// whole is a value equal to a source.
func (c *columns) whole(s ssa.Src) ssa.Value {
	if s.IsIdentity() && c.f.Comps(s.Value) == int(s.Comps) {
		return s.Value
	}
	return c.b.Swizzle(s.Value, s.Swizzle, int(s.Comps))
}

func (c *columns) transpose(i ssa.InstrID) ssa.Value {
	f := c.f
	m := f.Arg(i, 0)
	n, _ := c.shape(m)
	return c.each(i, func(k int, t ir.TypeID) ssa.Value {
		var srcs [4]ssa.Src
		for j := range n {
			srcs[j] = ssa.Src{Value: c.column(m, j), Swizzle: ssa.Swizzle(k), Comps: 1}
		}
		return c.b.Instr(op.Vec, t, srcs[:n]...)
	})
}

// splitPhi makes a phi for each column; sources come with finishPhi.
func (c *columns) splitPhi(p ssa.Value) {
	f := c.f
	n, t := c.shape(p)
	block := f.Block(p)
	undef := make([]ssa.Value, len(f.Preds(block)))
	list := make([]ssa.Value, n)
	for k := range list {
		list[k] = f.Phi(block, t, undef...)
		f.SetSpan(list[k], f.SpanOf(p))
	}
	c.of[p] = list
	c.phis = append(c.phis, p)
}

// finishPhi gives the column phis their sources, and users of the whole matrix a
// composition of them.
func (c *columns) finishPhi(p ssa.Value) {
	f := c.f
	block := f.Block(p)
	list := c.of[p]
	for k := range f.NumSrcs(p) {
		c.b = f.Build(f.EndOf(f.Preds(block)[k]))
		for j, phi := range list {
			f.SetSrc(phi, k, ssa.Whole(c.column(f.Arg(p, k), j)))
		}
	}
	for k := range f.NumSrcs(p) {
		f.SetSrc(p, k, ssa.Src{})
	}
	if f.HasUses(p) {
		b := f.Build(f.StartOf(block))
		b.Span = f.SpanOf(p)
		m := b.Op(op.Compose, f.Type(p), list...)
		f.SetName(m, f.NameOf(p))
		f.ReplaceUses(p, m)
	}
	f.Remove(p)
}
