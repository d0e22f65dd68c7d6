package transform

// This file makes accesses by dynamic index safe, for targets that don't. Each class of
// memory has a policy for accesses out of bounds.
//
// Restrict takes the last element instead:
//
//	%p = access @a, $i : ptr<storage, f32>
//
// becomes
//
//	%1 = array_length @a
//	%2 = sub %1, 1u
//	%3 = min $i, %2 !limit
//	%p = access @a, %3 !inbounds
//
// ReadZeroSkipWrite takes the first element instead, and remembers the condition: a value
// loaded through the pointer is replaced by zero, a store is skipped, an atomic operation
// is skipped and gives zero.
//
//	%1 = array_length @a
//	%ok = lt $i, %1
//	%2 = select %ok, $i, 0u
//	%p = access @a, %2 !inbounds
//	%3 = load %p
//	%v = select %ok, %3, 0f
//	if %ok { store %p, %w }
//
// A pointer that is handed to a function points to some element; there the
// condition isn't known: see PointerParamOptions.Checked.
//
// Images work the same by coordinate, level, layer and sample, with sizes asked
// of the image; a store out of bounds is skipped by either policy. Elements of
// binding arrays are always restricted; of one without a bound, nothing is known
// and nothing is done.

import (
	"fmt"
	"sync"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// BoundsPolicy is the treatment of an access out of bounds.
type BoundsPolicy uint8

const (
	Unchecked         BoundsPolicy = iota // nothing is changed: the target cares, or doesn't
	Restrict                              // it takes some element in bounds
	ReadZeroSkipWrite                     // reading gives zero, writing does nothing
)

var boundsNames = [...]string{"unchecked", "restrict", "read_zero_skip_write"}

func (p BoundsPolicy) String() string { return boundsNames[p] }

// MarshalText returns the name of the policy.
func (p BoundsPolicy) MarshalText() ([]byte, error) { return []byte(boundsNames[p]), nil }

// UnmarshalText reads the name of a policy.
func (p *BoundsPolicy) UnmarshalText(text []byte) error {
	for i, n := range boundsNames {
		if n == string(text) {
			*p = BoundsPolicy(i)
			return nil
		}
	}
	return fmt.Errorf("%q is no policy: unchecked, restrict and read_zero_skip_write are", text)
}

// BoundsOptions gives the policy for each class of memory.
type BoundsOptions struct {
	Index        BoundsPolicy `json:"index"`  // values, and function, private and workgroup memory
	Buffer       BoundsPolicy `json:"buffer"` // uniform, storage and immediate memory
	ImageLoad    BoundsPolicy `json:"image_load"`
	ImageStore   BoundsPolicy `json:"image_store"` // and atomic operations on images
	BindingArray BoundsPolicy `json:"binding_array"`
}

// Zeroing returns the classes of memory whose policy an optimizer must see: a known
// index out of bounds is the last element to it, which ReadZeroSkipWrite doesn't access.
func (opts BoundsOptions) Zeroing() (zeroing BoundsOptions) {
	if opts.Index == ReadZeroSkipWrite {
		zeroing.Index = ReadZeroSkipWrite
	}
	if opts.Buffer == ReadZeroSkipWrite {
		zeroing.Buffer = ReadZeroSkipWrite
	}
	return zeroing
}

// ZeroingChecks is BoundsChecks for a module that isn't legalized yet, with options that
// Zeroing returns. It fails as PointerParams does.
func ZeroingChecks(m *ir.Module, opts BoundsOptions) error {
	if err := PointerParams(m, PointerParamOptions{Parts: true, Checked: true}); err != nil {
		return err
	}
	UniformLoads(m)
	BoundsChecks(m, opts)
	return nil
}

// BoundsChecks makes accesses safe by the options, but the ones that carry ir.FlagInBounds
// or are in bounds for certain, and sets the flag. unknown are queries that the target
// lacks: levels or samples of images aren't checked then.
func BoundsChecks(m *ir.Module, opts BoundsOptions, unknown ...ir.ImageQueryOp) {
	if opts == (BoundsOptions{}) {
		return
	}
	var c *checking
	kinds := opts.kinds(m)
	for i, f := range m.Functions[1:] {
		if !opts.wants(m, f, kinds) {
			continue
		}
		if c == nil {
			c = checkings.Get().(*checking)
			c.opts, c.kinds, c.unknown = opts, kinds, [ir.QuerySamples + 1]bool{}
			for _, q := range unknown {
				c.unknown[q] = true
			}
			c.ranges.module(m)
		}
		c.ok = append(c.ok[:0], make([]ir.ExprID, f.ExprCount())...)
		c.ranges.start(ir.FuncID(i + 1))
		rewrite.Function(m, f, c)
	}
	if c != nil {
		c.ranges.forget()
		checkings.Put(c)
	}
}

var checkings = sync.Pool{New: func() any { return new(checking) }}

// checking is the state within one function.
type checking struct {
	opts   BoundsOptions
	kinds  ir.KindSet
	ok     []ir.ExprID // by ExprID: the condition for a pointer to be in bounds, or 0: it is
	ranges ranges

	unknown [ir.QuerySamples + 1]bool // questions that the target can't answer
}

// kinds has the expressions that may have to be checked, or follow from one that
// is. Static indices are checked in arrays whose length is known only at run time.
func (opts *BoundsOptions) kinds(m *ir.Module) ir.KindSet {
	kinds := ir.Kinds(ir.KindAccess)
	if opts.ImageLoad != Unchecked {
		kinds |= ir.Kinds(ir.KindImageLoad)
	}
	if opts.Index == ReadZeroSkipWrite || opts.Buffer == ReadZeroSkipWrite {
		return kinds | ir.Kinds(ir.KindAccessIndex, ir.KindLoad)
	}
	for t := ir.FirstModuleType; int(t) < m.Types.Len(); t++ {
		if m.Types.At(t).IsRuntimeSized() {
			return kinds | ir.Kinds(ir.KindAccessIndex)
		}
	}
	return kinds
}

// wants reports whether a function has anything to check.
func (opts *BoundsOptions) wants(m *ir.Module, f *ir.Function, kinds ir.KindSet) bool {
	kinds &^= ir.Kinds(ir.KindLoad)
	for x := f.Next(0, kinds); x != 0; x = f.Next(x, kinds) {
		if f.Kind(x) != ir.KindImageLoad {
			if opts.accessPolicy(m, f, x) != Unchecked {
				return true
			}
		} else if f.Flags(x)&ir.FlagInBounds == 0 && f.ImageLoad(x).Coordinate != 0 {
			return true
		}
	}
	if opts.ImageStore == Unchecked || !f.MayHaveStmt(ir.StmtImageStore) && !f.MayHaveStmt(ir.StmtImageAtomic) {
		return false
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if k := f.StmtKind(s); (k == ir.StmtImageStore || k == ir.StmtImageAtomic) && f.StmtFlags(s)&ir.FlagInBounds == 0 {
			return true
		}
	}
	return false
}

// accessPolicy is the policy for an Access or AccessIndex; a static index needs
// a check in an array whose length is known only at run time.
func (o *BoundsOptions) accessPolicy(m *ir.Module, f *ir.Function, x ir.ExprID) BoundsPolicy {
	if f.Flags(x)&ir.FlagInBounds != 0 {
		return Unchecked
	}
	base := f.Operand(x)
	t := m.Types.At(f.TypeOf(base))
	inner := t
	if t.Kind == ir.TypePointer {
		inner = m.Types.At(t.Base)
	}
	if f.Kind(x) == ir.KindAccessIndex && (inner.Kind != ir.TypeArray || !inner.IsRuntimeSized()) {
		return Unchecked
	}
	switch {
	case inner.Kind == ir.TypeBindingArray:
		if inner.IsRuntimeSized() || o.BindingArray == Unchecked {
			return Unchecked
		}
		return Restrict
	case t.Kind != ir.TypePointer:
		return o.Index
	}
	switch t.Space {
	case ir.SpacePhysical:
		if inner.IsRuntimeSized() {
			return Unchecked // nothing knows the length
		}
		return o.Buffer
	case ir.SpaceUniform, ir.SpaceStorage, ir.SpaceImmediate:
		return o.Buffer
	default:
		return o.Index
	}
}

// Kinds implements rewrite.Selective.
func (c *checking) Kinds() ir.KindSet { return c.kinds }

func (c *checking) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	switch f.Kind(x) {
	case ir.KindAccess, ir.KindAccessIndex:
		if p := c.opts.accessPolicy(e.M, f, x); p != Unchecked {
			c.access(e, x, p)
		} else if base := f.Operand(x); c.cond(base) != 0 {
			c.set(x, c.cond(base))
		}
	case ir.KindLoad:
		if ok := c.cond(f.Operand(x)); ok != 0 {
			b := e.Ahead()
			v := b.Pend(f.Move(x))
			e.Become(valueOrZero(b, ok, v))
		}
	case ir.KindImageLoad:
		if f.Flags(x)&ir.FlagInBounds == 0 && f.ImageLoad(x).Coordinate != 0 {
			c.imageLoad(e, x)
		}
	}
}

func (c *checking) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch k := f.StmtKind(s); k {
	case ir.StmtStore:
		c.guard(e, s, c.cond(f.Store(s).Pointer))
	case ir.StmtAtomic:
		c.guard(e, s, c.cond(f.Atomic(s).Pointer))
	case ir.StmtImageStore, ir.StmtImageAtomic:
		if c.opts.ImageStore != Unchecked && f.StmtFlags(s)&ir.FlagInBounds == 0 {
			c.imageWrite(e, s)
		}
	}
}

// cond is the condition for a pointer to be in bounds, or 0.
func (c *checking) cond(pointer ir.ExprID) ir.ExprID {
	if int(pointer) < len(c.ok) {
		return c.ok[pointer]
	}
	return 0
}

func (c *checking) set(pointer, ok ir.ExprID) {
	for len(c.ok) <= int(pointer) {
		c.ok = append(c.ok, 0)
	}
	c.ok[pointer] = ok
}

// access makes the index of an access safe.
func (c *checking) access(e *rewrite.Editor, x ir.ExprID, policy BoundsPolicy) {
	f := e.F
	var base, index ir.ExprID
	if f.Kind(x) == ir.KindAccess {
		v := f.Access(x)
		base, index = v.Base, v.Index
	} else {
		base = f.AccessIndex(x).Base
	}
	parent := c.cond(base)
	length, known := knownLength(e.M, f.TypeOf(base))
	below := known && c.ranges.below(index, uint64(length))
	if !known && policy == Restrict {
		// An index of zero means the first element of any array.
		if index == 0 {
			below = f.AccessIndex(x).Index == 0
		} else {
			below = c.ranges.below(index, 1)
		}
	}
	if below {
		f.SetFlags(x, ir.FlagInBounds)
		if parent != 0 {
			c.set(x, parent)
		}
		if plain := fromUnsigned(e.M, f, index); plain != index && f.NameOf(index) == "" {
			b := e.Ahead()
			e.Become(b.Pend(f.AddAccess(f.TypeOf(x), f.Flags(x), ir.Access{Base: base, Index: plain}, b.Span)))
		}
		return
	}
	b := e.Ahead()
	if index == 0 {
		index = b.U32(f.AccessIndex(x).Index)
	}
	index = unsignedIndex(b, index)
	count := lengthOf(b, base)
	ok := parent
	if policy == Restrict {
		last := b.U32(length - 1)
		if !known {
			last = b.Binary(ir.Sub, count, b.U32(1))
		}
		index = b.Math(ir.MathMin, index, last)
		f.SetFlags(index, ir.FlagLimit)
	} else {
		ok = b.Binary(ir.Lt, index, count)
		index = b.Select(ok, index, b.U32(0))
		if parent != 0 {
			ok = b.Binary(ir.And, parent, ok)
		}
	}
	safe := b.Pend(f.AddAccess(f.TypeOf(x), f.Flags(x)|ir.FlagInBounds, ir.Access{Base: base, Index: index}, b.Span))
	switch {
	case ok == 0:
	case e.M.Types.At(f.TypeOf(x)).Kind == ir.TypePointer:
		c.set(x, ok)
	default:
		safe = valueOrZero(b, ok, safe)
	}
	e.Become(safe)
}

// valueOrZero is v if ok holds, else zero: for a composite by a branch, since few languages
// select composites.
func valueOrZero(b *ir.Builder, ok, v ir.ExprID) ir.ExprID {
	t := b.TypeOf(v)
	if b.M.Types.IsScalarOrVector(t) {
		return b.Select(ok, v, b.Zero(t))
	}
	return selectByBranch(b, ok, v, b.Zero(t))
}

// knownLength is the number of elements of the vector, matrix, array or binding
// array of type t, or behind a pointer of type t.
func knownLength(m *ir.Module, t ir.TypeID) (uint32, bool) {
	switch ty := m.Types.At(m.Types.Pointee(t)); ty.Kind {
	case ir.TypeVector:
		return uint32(ty.Rows), true
	case ir.TypeMatrix:
		return uint32(ty.Columns), true
	case ir.TypeArray, ir.TypeBindingArray:
		return ty.Length, ty.Length != 0
	}
	return 0, false
}

// lengthOf is the number of elements of base.
func lengthOf(b *ir.Builder, base ir.ExprID) ir.ExprID {
	t := b.TypeOf(base)
	if n, known := knownLength(b.M, t); known {
		return b.U32(n)
	}
	if ty := b.M.Types.At(b.M.Types.Pointee(t)); ty.LengthExpr != 0 {
		return importU32(b, ty.LengthExpr)
	} else if ty.Kind == ir.TypeCooperative {
		return b.ArrayLength(b.Zero(b.M.Types.Pointee(t)))
	}
	return b.ArrayLength(base)
}

// guard makes a statement run only if ok holds, if that is a condition.
func (c *checking) guard(e *rewrite.Editor, s ir.StmtID, ok ir.ExprID) {
	if ok != 0 {
		runs(e, s, ok)
	}
}

// runs makes the current statement run only if ok holds; its result is zero otherwise.
func runs(e *rewrite.Editor, s ir.StmtID, ok ir.ExprID) {
	f := e.F
	b := e.Remove()
	result := f.StmtResult(s)
	var l ir.LocalID
	if result != 0 {
		l = f.AddLocal(ir.Local{Type: f.TypeOf(result)})
		b.DeclareLocal(l, b.Zero(f.TypeOf(result)))
	}
	mark := b.Begin()
	if result != 0 {
		inner := f.Move(result)
		f.SetStmtResult(s, inner)
		b.Push(s)
		b.Store(b.Local(l), inner)
	} else {
		b.Push(s)
	}
	b.If(ok, b.End(mark), 0)
	if result != 0 {
		v := b.Load(b.Local(l))
		b.Unpend(v)
		f.Overwrite(result, v)
		b.Pend(result)
	}
}
