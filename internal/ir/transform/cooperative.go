package transform

// This file computes with cooperative matrices without hardware for them: each invocation of
// the subgroup has the whole matrix, as an array of its elements by rows.
//
//	%1 = cooperative load row_major @a, 0u, %stride : cooperative<f32, 8, 8, a>
//	%4 = cooperative multiply_add %1, %2, %3 : cooperative<f32, 8, 8, c>
//
// becomes
//
//	control_barrier subgroup
//	a loop that loads 64 elements into a variable
//	control_barrier subgroup
//	%4 = call @cooperative_multiply_add(%1, %2, %3) : array<f32, 64>
//
// All invocations load the same elements and compute the same numbers; one stores them.
// Barriers of the subgroup around loads and stores keep one invocation's stores out of another's
// loads. Products are summed up in the order of the columns of A, from the addend on.

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// WithoutCooperative returns a module whose cooperative matrices are arrays: m itself if it has
// none, else a changed copy.
func WithoutCooperative(m *ir.Module) *ir.Module {
	if HasCooperative(m) {
		m = m.Clone()
		Cooperative(m)
	}
	return m
}

// HasCooperative reports whether a module has cooperative matrices.
func HasCooperative(m *ir.Module) bool {
	for t := ir.FirstModuleType; int(t) < m.Types.Len(); t++ {
		if m.Types.At(t).Kind == ir.TypeCooperative {
			return true
		}
	}
	return false
}

// CooperativeForm is the form of cooperative matrices that a target has. A nil function
// allows everything.
type CooperativeForm struct {
	Type func(t *ir.Type) bool                       // a matrix type
	Expr func(f *ir.Function, e ir.ExprID) bool      // arithmetic, conversion, number of elements, or access of an element
	Stmt func(f *ir.Function, v ir.Cooperative) bool // load, store or multiplication
}

// Fits reports whether a target with the form has all that a module does with cooperative
// matrices.
func (c *CooperativeForm) Fits(m *ir.Module) bool {
	is := func(t ir.TypeID) bool { return m.Types.At(t).Kind == ir.TypeCooperative }
	for t := ir.FirstModuleType; int(t) < m.Types.Len(); t++ {
		if c.Type != nil && is(t) && !c.Type(m.Types.At(t)) {
			return false
		}
	}
	kinds := ir.Kinds(ir.KindSplat, ir.KindUnary, ir.KindBinary, ir.KindAs, ir.KindSelect, ir.KindArrayLength, ir.KindAccess, ir.KindAccessIndex)
	for _, f := range m.Functions[1:] {
		for e := f.Next(0, kinds); e != 0 && c.Expr != nil; e = f.Next(e, kinds) {
			of := f.TypeOf(e)
			if k := f.Kind(e); k == ir.KindAccess || k == ir.KindAccessIndex || k == ir.KindArrayLength {
				if of = f.TypeOf(f.Operand(e)); m.Types.At(of).Kind == ir.TypePointer {
					of = m.Types.Pointee(of)
				}
			}
			if is(of) && !c.Expr(f, e) {
				return false
			}
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount() && c.Stmt != nil; s++ {
			if f.StmtKind(s) == ir.StmtCooperative && !c.Stmt(f, f.Cooperative(s)) {
				return false
			}
		}
	}
	return true
}

// Cooperative makes the cooperative matrices of a module arrays.
func Cooperative(m *ir.Module) {
	if !HasCooperative(m) {
		return
	}
	c := cooperative{m: m, built: map[cooperativeKey]ir.FuncID{}}
	own := len(m.Functions)
	for _, f := range m.Functions[1:own] {
		rewrite.Function(m, f, &c)
	}
	m.MapTypes(c.mapped)
}

type cooperative struct {
	m     *ir.Module
	built map[cooperativeKey]ir.FuncID
	b     ir.Builder // of the functions
}

// A cooperativeKey is arithmetic on elements, or of no operator a multiplication with addition.
type cooperativeKey struct {
	name     string
	binary   ir.BinaryOp
	saturate bool
	t        [4]ir.TypeID // of the result and the operands
}

// Kinds implements rewrite.Selective.
func (*cooperative) Kinds() ir.KindSet {
	return ir.Kinds(ir.KindSplat, ir.KindUnary, ir.KindBinary, ir.KindAs, ir.KindArrayLength)
}

// mapped is a type with arrays for cooperative matrices.
func (c *cooperative) mapped(t ir.TypeID) ir.TypeID {
	ts := &c.m.Types
	switch x := *ts.At(t); x.Kind {
	case ir.TypeCooperative:
		return ts.Array(ir.ScalarTypeOf(x.Scalar), uint32(x.Rows)*uint32(x.Columns))
	case ir.TypeArray, ir.TypePointer:
		x.Base = c.mapped(x.Base)
		return ts.Intern(x)
	}
	return t
}

func (c *cooperative) is(t ir.TypeID) bool { return c.m.Types.At(t).Kind == ir.TypeCooperative }

// Expr implements rewrite.Visitor.
func (c *cooperative) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	if k := f.Kind(x); k == ir.KindArrayLength {
		if t := c.m.Types.At(f.TypeOf(f.Operand(x))); t.Kind == ir.TypeCooperative {
			b := e.Ahead()
			e.Become(b.U32(uint32(t.Rows) * uint32(t.Columns)))
		}
		return
	} else if !c.is(f.TypeOf(x)) {
		return
	}
	key := cooperativeKey{name: f.Kind(x).String(), t: [4]ir.TypeID{f.TypeOf(x)}}
	args := f.Operands(x, nil)
	if f.Kind(x) == ir.KindBinary {
		key.binary = f.Binary(x).Op
		key.name = key.binary.String()
	}
	for i, a := range args {
		key.t[i+1] = f.TypeOf(a)
	}
	c.call(e, x, key, args)
}

// Stmt implements rewrite.Visitor.
func (c *cooperative) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if f.StmtKind(s) != ir.StmtCooperative {
		return
	}
	v := f.Cooperative(s)
	v.Args = append([]ir.ExprID(nil), v.Args...)
	if v.Op == ir.CooperativeMultiplyAdd {
		key := cooperativeKey{name: "multiply_add", saturate: v.Saturate, t: [4]ir.TypeID{f.TypeOf(v.Result)}}
		for i, a := range v.Args {
			key.t[i+1] = f.TypeOf(a)
		}
		c.call(e, v.Result, key, v.Args)
		return
	}
	c.move(e, v)
}

// move makes a load or store, element by element.
func (c *cooperative) move(e *rewrite.Editor, v ir.Cooperative) {
	f, b := e.F, e.Remove()
	barrier := func() { b.Barrier(ir.MemorySubgroup | ir.MemoryStorage | ir.MemoryWorkgroup) }
	each := func(matrix ir.LocalID, do func(memory, element ir.ExprID)) {
		t := c.m.Types.At(f.Locals[matrix].Type)
		columns := uint32(t.Columns)
		countTo(b, uint32(t.Rows)*columns, func(i ir.ExprID) {
			row, column := b.Binary(ir.Div, i, b.U32(columns)), b.Binary(ir.Rem, i, b.U32(columns))
			memory := elementAt(b, v, row, column)
			do(memory, inBounds(b, b.Local(matrix), i))
		})
	}
	barrier()
	if v.Op == ir.CooperativeLoad {
		l := f.AddLocal(ir.Local{Type: f.TypeOf(v.Result)})
		b.DeclareLocal(l, 0)
		each(l, func(memory, element ir.ExprID) { b.Store(element, b.Load(memory)) })
		barrier()
		e.Result(b.Load(b.Local(l)))
		return
	}
	l := f.AddLocal(ir.Local{Type: f.TypeOf(v.Args[3])})
	b.DeclareLocal(l, v.Args[3])
	mark := b.Begin()
	each(l, func(memory, element ir.ExprID) { b.Store(memory, b.Load(element)) })
	body := b.End(mark)
	first := f.AddResult(ir.KindSubgroupResult, ir.TypeBool, b.Span)
	b.Push(f.AddSubgroupCollective(ir.SubgroupCollective{Op: ir.SubgroupElect, Result: first}, b.Span))
	b.If(first, body, 0)
	barrier()
}

// elementAt is the address of an element of a matrix in memory.
func elementAt(b *ir.Builder, v ir.Cooperative, row, column ir.ExprID) ir.ExprID {
	if !v.RowMajor {
		row, column = column, row
	}
	first := b.Binary(ir.Add, v.Args[1], b.Binary(ir.Mul, row, v.Args[2]))
	n := b.M.Types.ComponentCount(b.M.Types.At(b.M.Types.Pointee(b.TypeOf(v.Args[0]))).Base)
	if n == 1 {
		return b.Access(v.Args[0], b.Binary(ir.Add, first, column))
	}
	per := b.U32(uint32(n))
	vector := b.Access(v.Args[0], b.Binary(ir.Add, first, b.Binary(ir.Div, column, per)))
	return inBounds(b, vector, b.Binary(ir.Rem, column, per))
}

// inBounds is an access whose index is known to be in bounds.
func inBounds(b *ir.Builder, p, i ir.ExprID) ir.ExprID {
	x := b.Access(p, i)
	b.F.SetFlags(x, ir.FlagInBounds)
	return x
}

// countTo is a loop of n iterations, with their number.
func countTo(b *ir.Builder, n uint32, do func(i ir.ExprID)) {
	l := b.F.AddLocal(ir.Local{Type: ir.TypeU32})
	b.DeclareLocal(l, b.U32(0))
	outer := b.Begin()
	stay := b.Binary(ir.Lt, b.Load(b.Local(l)), b.U32(n))
	inner := b.Begin()
	b.Break()
	b.If(stay, 0, b.End(inner))
	do(b.Load(b.Local(l)))
	b.Store(b.Local(l), b.Binary(ir.Add, b.Load(b.Local(l)), b.U32(1)))
	b.Loop(ir.Loop{Shape: ir.LoopWhile, Body: b.End(outer)})
}

// call makes x the result of a call.
func (c *cooperative) call(e *rewrite.Editor, x ir.ExprID, key cooperativeKey, args []ir.ExprID) {
	b := e.Remove()
	id := c.function(key, e.F, x, len(args))
	e.F.Overwrite(x, e.F.AddResult(ir.KindCallResult, key.t[0], b.Span))
	b.Push(e.F.AddCall(ir.Call{Function: id, Args: args, Result: x}, b.Span))
}

// function is the function of an operation; x is an expression with it.
func (c *cooperative) function(key cooperativeKey, of *ir.Function, x ir.ExprID, count int) ir.FuncID {
	if id := c.built[key]; id != 0 {
		return id
	}
	kind := of.Kind(x)
	id, f := c.m.NewFunction("cooperative_" + key.name)
	c.built[key] = id
	f.Result = key.t[0]
	for i := range count {
		f.Args = append(f.Args, ir.Argument{Name: "abc"[i : i+1], Type: key.t[i+1]})
	}
	b := &c.b
	b.Start(c.m, f)
	mark := b.Begin()
	result := f.AddLocal(ir.Local{Type: f.Result})
	var locals [3]ir.LocalID
	b.DeclareLocal(result, 0)
	for i := range count {
		if c.is(key.t[i+1]) {
			locals[i] = f.AddLocal(ir.Local{Type: key.t[i+1]})
			b.DeclareLocal(locals[i], b.Argument(i))
		}
	}
	part := func(i int, at ir.ExprID) ir.ExprID {
		if locals[i] == 0 {
			return b.Argument(i)
		}
		return b.Load(inBounds(b, b.Local(locals[i]), at))
	}
	t := c.m.Types.At(f.Result)
	n := uint32(t.Rows) * uint32(t.Columns)
	countTo(b, n, func(at ir.ExprID) {
		var v ir.ExprID
		switch {
		case key.name == "multiply_add":
			v = c.product(key, at, part)
		case kind == ir.KindSplat:
			v = part(0, at)
		case kind == ir.KindUnary:
			v = b.Unary(ir.Negate, part(0, at))
		case kind == ir.KindAs:
			v = b.Convert(t.Scalar, part(0, at))
		default:
			v = b.Binary(key.binary, part(0, at), part(1, at))
		}
		b.Store(inBounds(b, b.Local(result), at), v)
	})
	b.Return(b.Load(b.Local(result)))
	f.Body = b.End(mark)
	return id
}

// product is an element of a product and addend.
func (c *cooperative) product(key cooperativeKey, at ir.ExprID, part func(int, ir.ExprID) ir.ExprID) ir.ExprID {
	b := &c.b
	a, r := c.m.Types.At(key.t[1]), c.m.Types.At(key.t[0])
	inner, columns, s := uint32(a.Columns), uint32(r.Columns), r.Scalar
	wide := s
	if key.saturate {
		wide = ir.I64
	}
	sum := b.F.AddLocal(ir.Local{Type: ir.ScalarTypeOf(wide)})
	b.DeclareLocal(sum, b.Convert(wide, part(2, at)))
	row, column := b.Binary(ir.Div, at, b.U32(columns)), b.Binary(ir.Rem, at, b.U32(columns))
	countTo(b, inner, func(k ir.ExprID) {
		x := part(0, b.Binary(ir.Add, b.Binary(ir.Mul, row, b.U32(inner)), k))
		y := part(1, b.Binary(ir.Add, b.Binary(ir.Mul, k, b.U32(columns)), column))
		b.Store(b.Local(sum), b.Binary(ir.Add, b.Load(b.Local(sum)), b.Binary(ir.Mul, b.Convert(wide, x), b.Convert(wide, y))))
	})
	v := b.Load(b.Local(sum))
	if !key.saturate {
		return v
	}
	least, most := int64(0), int64(1)<<s.Bits()-1
	if s.IsSigned() {
		least, most = -1<<(s.Bits()-1), 1<<(s.Bits()-1)-1
	}
	return b.Convert(s, b.Math(ir.MathClamp, v, b.Integer(ir.I64, least), b.Integer(ir.I64, most)))
}
