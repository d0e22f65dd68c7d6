package transform

// This file clears workgroup memory: each entry point begins with the clearing of its
// workgroup variables, shared among its invocations, and a barrier.
//
//	global @a : array<u32, 1000> workgroup
//	global @b : atomic<u32> workgroup
//	func @main() { ...
//
// becomes, for a workgroup of 64,
//
//	func @main($local_invocation_index : u32 builtin(local_invocation_index)) {
//	  var $index : u32
//	  if $local_invocation_index == 0 { @b = 0 }
//	  for ($index = $local_invocation_index; $index < 1000; $index += 64) { @a[$index] = 0 }
//	  control_barrier workgroup
//	  ...
//
// Nested arrays are cleared by one flat index, small values as a whole.

import (
	"sync"

	"refract/diag"
	"refract/ir"
)

// smallScalars is how many scalars a value has at most that is cleared by one
// store.
const smallScalars = 16

func zeroWorkgroup(m *ir.Module) {
	any := false
	for i := 1; i < len(m.Globals); i++ {
		any = any || m.Globals[i].Space == ir.SpaceWorkgroup
	}
	if !any {
		return
	}
	z := workgroupZeroings.Get().(*workgroupZeroing)
	for i := range m.EntryPoints {
		z.entryPoint(m, i)
	}
	z.m, z.entry, z.reach.m, z.b.M, z.b.F = nil, nil, nil, nil, nil
	workgroupZeroings.Put(z)
}

var workgroupZeroings = sync.Pool{New: func() any { return new(workgroupZeroing) }}

// dimension is the length of one array on the way to a unit.
type dimension struct {
	length uint32
	expr   ir.ConstID
}

// step is one access on the way to a unit: a member, or the next dimension.
type step struct {
	member    uint32
	dimension bool
}

// unit is the part that one store clears, in each element of nested arrays.
type unit struct {
	global     ir.GlobalID
	value      ir.TypeID // of the zero stored
	steps      []step
	dimensions []dimension
}

// count is the number of stores, if it is known.
func (u *unit) count() (n uint64, known bool) {
	n = 1
	for _, d := range u.dimensions {
		if d.expr != 0 {
			return 0, false
		}
		n *= uint64(d.length)
	}
	return n, true
}

type workgroupZeroing struct {
	m     *ir.Module
	b     ir.Builder
	reach reach
	units []unit
	same  []unit
	steps []step
	dims  []dimension
	kept  struct { // memory of units
		steps []step
		dims  []dimension
	}
	indices []ir.ExprID // scratch
	entry   *ir.EntryPoint
	index   ir.ExprID // local invocation index
	size    uint64    // invocations in a workgroup, 0: not known
	sizeOf  ir.ExprID // likewise as a value
}

func (z *workgroupZeroing) entryPoint(m *ir.Module, i int) {
	m.Meter.Step()
	z.m, z.entry, z.units = m, &m.EntryPoints[i], z.units[:0]
	z.kept.steps, z.kept.dims = z.kept.steps[:0], z.kept.dims[:0]
	if !z.entry.Stage.Info().Workgroups {
		return
	}
	z.reach.from(m, z.entry.Function)
	for g := 1; g < len(m.Globals); g++ {
		if m.Globals[g].Space == ir.SpaceWorkgroup && z.reach.globals[g] {
			z.collect(ir.GlobalID(g), m.Globals[g].Type)
		}
	}
	if len(z.units) == 0 {
		return
	}
	f := m.OwnFunction(i)
	arg, member := findBuiltIn(m, f, ir.BuiltInLocalInvocationIndex)
	if arg < 0 {
		arg, member = len(f.Args), -1
		f.Args = append(f.Args, ir.Argument{Name: "local_invocation_index", Type: ir.TypeU32,
			Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInLocalInvocationIndex}})
	}
	prepend(&z.b, m, f, func(b *ir.Builder) {
		b.Span = diag.Span{}
		z.index = b.Argument(arg)
		if member >= 0 {
			z.index = b.AccessIndex(z.index, uint32(member))
		}
		z.workgroupSize()
		for len(z.units) > 0 {
			z.group()
		}
		b.Barrier(ir.MemoryWorkgroup)
	})
}

// findBuiltIn finds the parameter that is a built-in value, or holds it as a
// member; arg is -1 if there is none, member if it is the parameter itself.
func findBuiltIn(m *ir.Module, f *ir.Function, b ir.BuiltIn) (arg, member int) {
	is := func(x ir.Binding) bool { return x.Kind == ir.BindBuiltIn && x.BuiltIn == b }
	for i := range f.Args {
		if is(f.Args[i].Binding) {
			return i, -1
		}
		if s := m.StructOf(f.Args[i].Type); s != nil {
			for j := range s.Members {
				if is(s.Members[j].Binding) {
					return i, j
				}
			}
		}
	}
	return -1, -1
}

// collect takes a value apart into units.
func (z *workgroupZeroing) collect(g ir.GlobalID, t ir.TypeID) {
	ts := &z.m.Types
	switch ty := ts.At(t); {
	case ty.Kind == ir.TypeAtomic:
		t = ir.ScalarTypeOf(ty.Scalar)
	case ty.Kind == ir.TypeArray && !z.small(t):
		z.steps = append(z.steps, step{dimension: true})
		z.dims = append(z.dims, dimension{ty.Length, ty.LengthExpr})
		z.collect(g, ty.Base)
		z.steps, z.dims = z.steps[:len(z.steps)-1], z.dims[:len(z.dims)-1]
		return
	case ty.Kind == ir.TypeStruct && !z.small(t):
		for i := range z.m.Structs[ty.Struct].Members {
			z.steps = append(z.steps, step{member: uint32(i)})
			z.collect(g, z.m.Structs[ty.Struct].Members[i].Type)
			z.steps = z.steps[:len(z.steps)-1]
		}
		return
	}
	k := &z.kept
	s, d := len(k.steps), len(k.dims)
	k.steps, k.dims = append(k.steps, z.steps...), append(k.dims, z.dims...)
	z.units = append(z.units, unit{g, t, k.steps[s:], k.dims[d:]})
}

// small reports whether a value is cleared by one store: it has few scalars, no
// atomic, and its size is known.
func (z *workgroupZeroing) small(t ir.TypeID) bool { return z.scalars(t) <= smallScalars }

// scalars counts the scalars of a value up to a bit more than smallScalars.
func (z *workgroupZeroing) scalars(t ir.TypeID) uint32 {
	const many = smallScalars + 1
	switch ty := z.m.Types.At(t); ty.Kind {
	case ir.TypeScalar:
		return 1
	case ir.TypeVector:
		return uint32(ty.Rows)
	case ir.TypeMatrix:
		return uint32(ty.Rows) * uint32(ty.Columns)
	case ir.TypeArray:
		if ty.LengthExpr != 0 || ty.Length > smallScalars {
			return many
		}
		return min(many, ty.Length*z.scalars(ty.Base))
	case ir.TypeStruct:
		n := uint32(0)
		for i := range z.m.Structs[ty.Struct].Members {
			if n += z.scalars(z.m.Structs[ty.Struct].Members[i].Type); n > smallScalars {
				return many
			}
		}
		return n
	}
	return many
}

// workgroupSize finds the number of invocations.
func (z *workgroupZeroing) workgroupSize() {
	z.size, z.sizeOf = 1, 0
	b := &z.b
	for i := range 3 {
		if c := z.entry.WorkgroupSizeExpr[i]; c != 0 {
			n := importU32(b, c)
			if z.sizeOf != 0 {
				n = b.Binary(ir.Mul, z.sizeOf, n)
			}
			z.sizeOf = n
			continue
		}
		z.size *= uint64(max(1, z.entry.WorkgroupSize[i]))
	}
	switch {
	case z.sizeOf == 0:
		z.sizeOf = b.U32(uint32(z.size))
		return
	case z.size > 1:
		z.sizeOf = b.Binary(ir.Mul, z.sizeOf, b.U32(uint32(z.size)))
	}
	z.size = 0
}

// group clears the first unit and all others with as many stores.
func (z *workgroupZeroing) group() {
	n, known := z.units[0].count()
	same := z.same[:0]
	rest := z.units[:0]
	for i := range z.units {
		u := z.units[i]
		if c, ok := u.count(); i == 0 || known && ok && c == n {
			same = append(same, u)
		} else {
			rest = append(rest, u)
		}
	}
	z.units, z.same = rest, same
	b := &z.b
	stores := func(index func() ir.ExprID) {
		for i := range same {
			z.store(&same[i], index)
		}
	}
	own := func() ir.ExprID { return z.index }
	switch {
	case known && n == z.size:
		stores(own)
	case known && (n == 1 || n < z.size):
		cond := b.Binary(ir.Lt, z.index, b.U32(uint32(n)))
		mark := b.Begin()
		stores(own)
		b.If(cond, b.End(mark), 0)
	default:
		limit := z.limit(&same[0])
		outer := b.Begin() // the scope of a for loop's variable
		v := b.F.AddLocal(ir.Local{Name: "index", Type: ir.TypeU32})
		b.DeclareLocal(v, z.index)
		mark := b.Begin()
		cond := b.Binary(ir.Lt, b.Load(b.Local(v)), limit)
		leave := b.Begin()
		b.Break()
		b.If(cond, 0, b.End(leave))
		stores(func() ir.ExprID { return b.Load(b.Local(v)) })
		body := b.End(mark)
		mark = b.Begin()
		b.Store(b.Local(v), b.Binary(ir.Add, b.Load(b.Local(v)), z.sizeOf))
		b.Loop(ir.Loop{Shape: ir.LoopFor, Body: body, Continuing: b.End(mark)})
		b.Nested(b.End(outer))
	}
}

// limit is the number of stores of a unit.
func (z *workgroupZeroing) limit(u *unit) ir.ExprID {
	if n, known := u.count(); known {
		return z.b.U32(uint32(n))
	}
	var n ir.ExprID
	for _, d := range u.dimensions {
		l := z.length(d)
		if n != 0 {
			l = z.b.Binary(ir.Mul, n, l)
		}
		n = l
	}
	return n
}

func (z *workgroupZeroing) length(d dimension) ir.ExprID {
	if d.expr != 0 {
		return importU32(&z.b, d.expr)
	}
	return z.b.U32(d.length)
}

// store clears the unit in the element with the given flat index, which is made
// anew for each dimension.
func (z *workgroupZeroing) store(u *unit, index func() ir.ExprID) {
	b := &z.b
	indices := append(z.indices[:0], make([]ir.ExprID, len(u.dimensions))...)
	z.indices = indices
	for i := range indices {
		at := index()
		for j := len(indices) - 1; j > i; j-- {
			at = b.Binary(ir.Div, at, z.length(u.dimensions[j]))
			b.F.SetFlags(at, ir.FlagNonZero)
		}
		if i > 0 {
			at = b.Binary(ir.Rem, at, z.length(u.dimensions[i]))
			b.F.SetFlags(at, ir.FlagNonZero)
		}
		indices[i] = at
	}
	p := b.Global(u.global)
	for _, s := range u.steps {
		if !s.dimension {
			p = b.AccessIndex(p, s.member)
			continue
		}
		p = b.Access(p, indices[0])
		b.F.SetFlags(p, ir.FlagInBounds)
		indices = indices[1:]
	}
	b.Store(p, b.Zero(u.value))
}
