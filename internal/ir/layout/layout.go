// Package layout computes how values lie in memory: size, alignment, stride,
// member offsets and matrix majority of a type under a layout (ir.LayoutID).
//
// The rules are
//
//   - natural: WGSL, section "Memory Layout", with the members' Align and Size
//     attributes. NoLayout (memory that the host can't see) behaves the same;
//     a bool takes four bytes there.
//   - std140 and std430: OpenGL, section "Standard Uniform Block Layout".
//   - scalar: GL_EXT_scalar_block_layout. Every type is aligned as its widest
//     scalar.
//   - explicit: offsets and strides are read from Module.Layouts. A value is
//     aligned as its widest scalar, and neither arrays nor structs are padded at
//     their end, because explicit layouts may place the next member there.
//
// All numbers are bytes. Sizes are capped at MaxSize, and nesting at MaxDepth,
// with an error; so no module makes the arithmetic overflow or the recursion
// deep.
package layout

import (
	"fmt"
	"sync"

	"refract/ir"
)

// MaxSize is the largest size in bytes that a type may have.
const MaxSize = 1<<32 - 16

// MaxDepth is how deep types may nest.
const MaxDepth = 255

// Info is the memory layout of a type under one rule.
type Info struct {
	Size     uint32 // bytes; without the elements of an array whose length isn't known yet
	Align    uint32 // bytes; a power of two
	Stride   uint32 // array: bytes from element to element; matrix: from column to column (row to row, if RowMajor)
	RowMajor bool   // matrix, or array of them: rows are stored one after the other
	Open     bool   // is, or ends in, an array whose length is known at run time or at pipeline creation
	Unset    bool   // holds an array whose length is known at pipeline creation: sizes and offsets count none of its elements
	offset   uint32 // struct: index into Cache.offsets
	members  uint32 // struct: their number
}

// Error is the reason that a type has no layout.
type Error struct {
	Type    ir.TypeID // the type at fault
	Member  int       // of a struct: the member at fault, or -1
	Message string    // names neither
}

func (e *Error) Error() string { return e.Message }

type state uint8

const (
	unknown state = iota
	pending
	known
	failed
)

// entry is the memo of one type under one layout.
type entry struct {
	info  Info
	state state
	obeys uint8     // natural: the constraints known to hold; see checker
	ty    ir.TypeID // explicit layouts: the type it was computed for
	fault uint32    // failed: index into Cache.errors
}

// rules are the layout rules as the memo tables are indexed; row-major variants
// of the Std and Scalar rules follow.
const (
	natural = iota
	std140
	std430
	scalar
	std140Rows
	std430Rows
	scalarRows
	numRules
)

// A Cache computes layouts of one module's types and remembers them in slices indexed by
// TypeID, per rule. The zero Cache must be Reset before use. It is not safe for concurrent
// use. Types may be added to the module between calls; types already laid out must not
// change.
type Cache struct {
	m        *ir.Module
	rules    [numRules][]entry
	explicit []entry             // by LayoutID - FirstExplicitLayout, for the first type asked for
	shared   map[sharedKey]entry // explicit nodes that serve more types than one, which is rare
	offsets  []uint32
	errors   []*Error
	last     entry // of entryOf
}

// New returns a cache for a module.
func New(m *ir.Module) *Cache {
	c := new(Cache)
	c.Reset(m)
	return c
}

// Reset forgets everything and makes the cache serve m, keeping its memory.
func (c *Cache) Reset(m *ir.Module) {
	predeclaredOnce.Do(fillPredeclared)
	c.m = m
	for i := range c.rules {
		clear(c.rules[i])
		c.rules[i] = c.rules[i][:0]
	}
	clear(c.explicit)
	c.explicit = c.explicit[:0]
	clear(c.shared)
	c.offsets = c.offsets[:0]
	c.errors = c.errors[:0]
}

// ForgetTypes forgets the layouts of types, from one of the module's own on.
func (c *Cache) ForgetTypes(from ir.TypeID) {
	for i, table := range c.rules {
		if at := int(from - ir.FirstModuleType); at < len(table) {
			clear(table[at:])
			c.rules[i] = table[:at]
		}
	}
}

// ruleOf maps a layout rule to its memo table.
func ruleOf(l ir.LayoutID) int {
	switch l {
	case ir.LayoutStd140:
		return std140
	case ir.LayoutStd430:
		return std430
	case ir.LayoutScalar:
		return scalar
	}
	return natural
}

// Of returns the layout of a type. The error is an *Error: the type has no place in memory
// (an image, a pointer), is too large, contains itself, or doesn't fit its explicit layout.
func (c *Cache) Of(t ir.TypeID, l ir.LayoutID) (Info, error) {
	if l >= ir.FirstExplicitLayout {
		e := c.explicitOf(t, l, 0)
		if e.state == failed {
			return Info{}, c.errors[e.fault]
		}
		return e.info, nil
	}
	return c.rule(t, ruleOf(l))
}

// Member returns the offset of member i of struct type t, and the layout of the
// member itself (of its own type, with Size as its type has it).
func (c *Cache) Member(t ir.TypeID, l ir.LayoutID, i int) (offset uint32, member Info, err error) {
	info, err := c.Of(t, l)
	if err != nil {
		return 0, Info{}, err
	}
	s := c.m.StructOf(t)
	if s == nil || uint(i) >= uint(info.members) {
		return 0, Info{}, &Error{t, -1, "there is no such member"}
	}
	mem := &s.Members[i]
	offset = c.offsets[info.offset+uint32(i)]
	if l >= ir.FirstExplicitLayout {
		member, err = c.Of(mem.Type, c.m.MemberLayout(l, i))
	} else {
		member, err = c.rule(mem.Type, memberRule(ruleOf(l), mem))
	}
	return offset, member, err
}

// Offsets returns the offsets of a struct's members: nil for other types and types that Of
// rejects. It is the cache's own memory, valid until Reset.
func (c *Cache) Offsets(t ir.TypeID, l ir.LayoutID) []uint32 {
	info, err := c.Of(t, l)
	if err != nil {
		return nil
	}
	return c.offsets[info.offset : info.offset+info.members : info.offset+info.members]
}

// Tail is the beginning of the runtime-sized array that a type is or ends in, and the
// stride of its elements, in bytes of its natural layout. For an array or struct of one
// size it is the beginning of the last member, or 0, and its stride, if it has one.
func (c *Cache) Tail(t ir.TypeID) (start, stride uint32) {
	if s := c.m.StructOf(t); s != nil && len(s.Members) > 0 {
		offset, member, _ := c.Member(t, ir.LayoutNatural, len(s.Members)-1)
		return offset, member.Stride
	}
	info, _ := c.Of(t, ir.LayoutNatural)
	return 0, info.Stride
}

// MinSize is the size of a buffer that can hold at least one element of a runtime-sized
// array (WebGPU's minimum buffer binding size).
func (c *Cache) MinSize(t ir.TypeID, l ir.LayoutID) (uint32, error) {
	info, err := c.Of(t, l)
	if err != nil || !info.Open {
		return info.Size, err
	}
	size, align := uint64(info.Size), uint64(info.Align)
	if s := c.m.StructOf(t); s != nil {
		last := len(s.Members) - 1
		offset, member, err := c.Member(t, l, last)
		if err != nil {
			return 0, err
		}
		size = uint64(offset) + uint64(member.Stride)
		if l < ir.FirstExplicitLayout {
			size = RoundUp(size, align)
		}
	} else {
		size = uint64(info.Stride)
	}
	if size > MaxSize {
		return 0, &Error{t, -1, "one element makes the type larger than is possible"}
	}
	return uint32(size), nil
}

// rule returns the layout of a type under a rule, from the memo if it is there.
func (c *Cache) rule(t ir.TypeID, rule int) (Info, error) {
	e := c.entryOf(t, rule, 0)
	if e.state == failed {
		return Info{}, c.errors[e.fault]
	}
	return e.info, nil
}

// entryOf is the entry of a type under a rule, valid until the next call.
func (c *Cache) entryOf(t ir.TypeID, rule, depth int) *entry {
	if t < ir.FirstModuleType {
		if e := &predeclared[rule][t]; e.state == known {
			return e
		}
	} else if k := int(t - ir.FirstModuleType); k < len(c.rules[rule]) && c.rules[rule][k].state == known {
		return &c.rules[rule][k]
	}
	c.last = c.ruleEntry(t, rule, depth)
	return &c.last
}

// predeclared has the layouts of the types that every module has.
var (
	predeclared     [numRules][ir.FirstModuleType]entry
	predeclaredOnce sync.Once
)

func fillPredeclared() {
	c := Cache{m: ir.NewModule()}
	for rule := range predeclared {
		for t := range predeclared[rule] {
			predeclared[rule][t] = c.ruleEntry(ir.TypeID(t), rule, 0)
		}
	}
}

func (c *Cache) fail(t ir.TypeID, member int, format string, args ...any) entry {
	c.errors = append(c.errors, &Error{t, member, fmt.Sprintf(format, args...)})
	return entry{state: failed, fault: uint32(len(c.errors) - 1)}
}

func (c *Cache) ruleEntry(t ir.TypeID, rule, depth int) entry {
	if t < ir.FirstModuleType { // nothing is to be remembered
		e := c.compute(t, rule, depth)
		if e.state != failed {
			e.state = known
		}
		return e
	}
	table := c.rules[rule]
	at := int(t - ir.FirstModuleType)
	if at >= len(table) {
		n := c.m.Types.Len() - int(ir.FirstModuleType)
		if at >= n {
			return c.fail(t, -1, "there is no such type")
		}
		if cap(table) >= n {
			table = table[:n]
		} else {
			table = append(table, make([]entry, n-len(table))...)
		}
		c.rules[rule] = table
	}
	switch e := &table[at]; e.state {
	case known, failed:
		return *e
	case pending:
		return c.fail(t, -1, "a type can't contain itself")
	}
	if depth > MaxDepth {
		return c.fail(t, -1, "types nest deeper than %d levels", MaxDepth)
	}
	table[at].state = pending
	e := c.compute(t, rule, depth)
	if e.state != failed {
		e.state = known
		if e.info.Size > MaxSize {
			e = c.fail(t, -1, "the type is larger than %d bytes", MaxSize)
		}
	}
	c.rules[rule][at] = e
	return e
}

// compute lays a type out under a rule.
func (c *Cache) compute(id ir.TypeID, rule, depth int) entry {
	t := c.m.Types.At(id)
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		n := scalarBytes(t.Scalar)
		if n == 0 {
			return c.fail(id, -1, "the type has no size")
		}
		return entry{info: Info{Size: n, Align: n}}
	case ir.TypeVector:
		n := scalarBytes(t.Scalar)
		if n == 0 || t.Rows < 2 || t.Rows > 4 {
			return c.fail(id, -1, "the type has no size")
		}
		return entry{info: vector(n, uint32(t.Rows), rule)}
	case ir.TypeMatrix:
		return c.matrix(id, t, rule)
	case ir.TypeArray:
		return c.array(id, t, rule, depth)
	case ir.TypeStruct:
		return c.structure(id, t, rule, depth)
	case ir.TypeCooperative: // an invocation holds a part at most; hosts see none
		n := scalarBytes(t.Scalar)
		return entry{info: Info{Size: n * uint32(t.Rows) * uint32(t.Columns), Align: n, Stride: n}}
	case ir.TypeRayQuery, ir.TypeHitObject: // an engine's number of its state; hosts see none
		return entry{info: Info{Size: rayQueryBytes, Align: rayQueryBytes}}
	case ir.TypeBuffer:
		// Views of it are aligned by their offsets.
		return entry{info: Info{Size: t.Length, Align: 4, Stride: 4, Open: t.Length == 0}}
	}
	return c.fail(id, -1, "a value of this type has no place in memory")
}

// rayQueryBytes is the size of the memory of a ray query.
const rayQueryBytes = 4

// scalarBytes is the size of a concrete scalar, or 0.
func scalarBytes(s ir.Scalar) uint32 {
	if s == ir.NoScalar || s > ir.F64 {
		return 0
	}
	return s.Bytes()
}

// vector is the layout of a vector of n components of so many bytes each.
func vector(bytes, n uint32, rule int) Info {
	align := bytes
	if rule != scalar && rule != scalarRows {
		align = bytes * (n + n&1) // two: 2N; three and four: 4N
	}
	return Info{Size: bytes * n, Align: align}
}

// matrix lays a matrix out as an array of its columns, or of its rows.
func (c *Cache) matrix(id ir.TypeID, t *ir.Type, rule int) entry {
	n := scalarBytes(t.Scalar)
	if n == 0 || t.Rows < 2 || t.Rows > 4 || t.Columns < 2 || t.Columns > 4 {
		return c.fail(id, -1, "the type has no size")
	}
	length, count := uint32(t.Rows), uint32(t.Columns)
	rows := rule >= std140Rows
	if rows {
		length, count = count, length
	}
	v := vector(n, length, rule)
	if rule == std140 || rule == std140Rows {
		v.Align = max(v.Align, 16)
	}
	stride := uint32(RoundUp(uint64(v.Size), uint64(v.Align)))
	return entry{info: Info{Size: stride * count, Align: v.Align, Stride: stride, RowMajor: rows}}
}

func (c *Cache) array(id ir.TypeID, t *ir.Type, rule, depth int) entry {
	e := c.entryOf(t.Base, rule, depth+1)
	if e.state == failed {
		return *e
	}
	if e.info.Open && !e.info.Unset {
		return c.fail(id, -1, "the elements of an array must have a fixed size")
	}
	align := e.info.Align
	if rule == std140 || rule == std140Rows {
		align = max(align, 16)
	}
	stride := RoundUp(uint64(e.info.Size), uint64(align))
	size := stride * uint64(t.Length)
	if size > MaxSize {
		return c.fail(id, -1, "the array is %d bytes large; at most %d are possible", size, MaxSize)
	}
	return entry{info: Info{Size: uint32(size), Align: align, Stride: uint32(stride), RowMajor: e.info.RowMajor,
		Open: t.Length == 0 || e.info.Unset, Unset: t.LengthExpr != 0 || e.info.Unset}}
}

// memberRule is the rule that a member of a struct under a rule follows: the
// row-major flag chooses, and is not inherited into nested structs.
func memberRule(rule int, mem *ir.Member) int {
	if rule >= std140Rows {
		rule -= std140Rows - std140
	}
	if rule != natural && mem.RowMajor {
		rule += std140Rows - std140
	}
	return rule
}

func (c *Cache) structure(id ir.TypeID, t *ir.Type, rule, depth int) entry {
	if int(t.Struct) >= len(c.m.Structs) {
		return c.fail(id, -1, "there is no such struct")
	}
	members := c.m.Structs[t.Struct].Members
	if len(members) == 0 {
		return c.fail(id, -1, "a struct must have a member")
	}
	var at, align uint64 = 0, 1
	open, unset := false, false
	first := len(c.offsets)
	c.offsets = append(c.offsets, make([]uint32, len(members))...)
	for i := range members {
		mem := &members[i]
		if open && !unset {
			return c.fail(id, i-1, "only the last member may have a size known at run time")
		}
		e := c.entryOf(mem.Type, memberRule(rule, mem), depth+1)
		if e.state == failed {
			return *e
		}
		a, size := uint64(e.info.Align), uint64(e.info.Size)
		if rule == natural {
			if mem.Align != 0 {
				if mem.Align&(mem.Align-1) != 0 || mem.Align > MaxSize {
					return c.fail(id, i, "an alignment of %d is not a power of two up to %d", mem.Align, MaxSize)
				}
				a = uint64(mem.Align)
			}
			if mem.Size != 0 {
				if uint64(mem.Size) < size {
					return c.fail(id, i, "the size of %d is less than the %d bytes that the type takes", mem.Size, size)
				}
				if e.info.Open {
					return c.fail(id, i, "a member whose size is known at run time can't have a size of its own")
				}
				size = uint64(mem.Size)
			}
		}
		at = RoundUp(at, a)
		if at+size > MaxSize {
			return c.fail(id, i, "the struct is larger than %d bytes", MaxSize)
		}
		c.offsets[first+i] = uint32(at)
		at += size
		align = max(align, a)
		open, unset = open || e.info.Open, unset || e.info.Unset
	}
	if rule == std140 || rule == std140Rows {
		align = max(align, 16)
	}
	if !open {
		at = RoundUp(at, align)
	}
	return entry{info: Info{Size: uint32(min(at, MaxSize+1)), Align: uint32(align), Open: open, Unset: unset,
		offset: uint32(first), members: uint32(len(members))}}
}

// RoundUp returns the least multiple of align that is at least n; align 0 is 1.
func RoundUp[N int | uint32 | uint64](n, align N) N {
	if align == 0 {
		return n
	}
	return (n + align - 1) / align * align
}
