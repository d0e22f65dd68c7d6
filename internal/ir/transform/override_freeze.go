package transform

// This file gives some overrides their initial values for good, for targets that can't keep
// them: in lengths of arrays if the target has no such arrays, or of a type that its
// constants can't have. The others stay.
//
//	override @n : u32 = 4u id(0)
//	override @k : u32 = 7u id(1)
//	local @a : array<u32, @n>
//
// becomes
//
//	override @k : u32 = 7u id(1)
//	local @a : array<u32, 4>

import (
	"fmt"
	"strconv"

	"refract/diag"
	"refract/internal/ir/consteval"
	"refract/ir"
)

// A FrozenOverride is an override that a target doesn't keep as it is.
type FrozenOverride struct {
	Name string
	What string // the loss, as a noun phrase
	Span diag.Span
}

// FreezeOverrides gives the overrides that are marked, by OverrideID, their initial values,
// and evaluates the lengths and sizes that depend on no others. It returns the frozen ones
// that a pipeline sets by id, or whose initial values name no others. An override without
// an initial value is an *OverrideError.
func FreezeOverrides(m *ir.Module, marked []bool) ([]FrozenOverride, error) {
	any := false
	for _, mark := range marked {
		any = any || mark
	}
	if !any {
		return nil, nil
	}
	s := &substitution{m: m, set: make([]bool, len(m.Overrides)), bits: make([]uint64, len(m.Overrides)), kept: make([]ir.OverrideID, len(m.Overrides))}
	overrides := []ir.Override{{}}
	s.eval.Start(m)
	frozen := initialOverrides(m, &s.eval, marked)
	for i := 1; i < len(m.Overrides); i++ {
		o := &m.Overrides[i]
		if !marked[i] {
			s.kept[i] = ir.OverrideID(len(overrides))
			overrides = append(overrides, *o)
			continue
		}
		if o.Init == 0 {
			return nil, &OverrideError{o.Name, "the target can't keep it open, and it has no initial value", o.Span, CodeOverrideUnset}
		}
		v, err := s.eval.Evaluate(o.Init, nil)
		if err != nil {
			return nil, &OverrideError{o.Name, err.Message, s.span(err, o.Span), err.Code}
		}
		s.bits[i] = v.Bits
	}
	for i, mark := range marked {
		s.set[i] = mark
	}
	s.replace(&m.Consts)
	for _, f := range m.Functions[1:] {
		s.replace(&f.Exprs)
	}
	m.Overrides = overrides
	s.eval.Start(m)
	s.set = make([]bool, len(m.Overrides))
	return frozen, s.sizes()
}

// InitialOverrides returns the overrides that SubstituteOverrides gives their initial
// values if a pipeline gives none: the ones that it could set by id, and the ones whose
// initial values name no others.
func InitialOverrides(m *ir.Module) []FrozenOverride {
	if len(m.Overrides) == 1 {
		return nil
	}
	var eval consteval.Evaluator
	eval.Start(m)
	return initialOverrides(m, &eval, nil)
}

// initialOverrides lists the marked ones of the overrides; nil: all are.
func initialOverrides(m *ir.Module, eval *consteval.Evaluator, marked []bool) (frozen []FrozenOverride) {
	for i := 1; i < len(m.Overrides); i++ {
		o := &m.Overrides[i]
		if marked != nil && !marked[i] || o.Init == 0 || !o.HasID && DependsOnOverride(m, o.Init) {
			continue
		}
		if v, err := eval.Evaluate(o.Init, nil); err == nil {
			frozen = append(frozen, FrozenOverride{o.Name, fmt.Sprintf("that a pipeline can set %s: it is %s there", named(o), v), o.Span})
		}
	}
	return frozen
}

// named is how a message names an override.
func named(o *ir.Override) string {
	if o.HasID {
		return fmt.Sprintf("%q (id %d)", o.Name, o.ID)
	}
	return strconv.Quote(o.Name)
}

// DependsOnOverride reports whether a module-scope expression names an override.
func DependsOnOverride(m *ir.Module, c ir.ConstID) bool {
	found := false
	EachOverride(m, c, func(ir.OverrideID) { found = true })
	return found
}

// EachOverride calls visit for the overrides that a module-scope expression names.
func EachOverride(m *ir.Module, c ir.ConstID, visit func(ir.OverrideID)) {
	if c == 0 {
		return
	}
	seen := map[ir.ExprID]bool{}
	stack := []ir.ExprID{ir.ExprID(c)}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		if m.Consts.Kind(x) == ir.KindOverride {
			visit(m.Consts.OverrideRef(x))
		}
		stack = m.Consts.Operands(x, stack)
	}
}

// MarkOverrides marks the overrides that a module-scope expression names, and the ones that
// their initial values name. marked grows as needed.
func MarkOverrides(m *ir.Module, c ir.ConstID, marked *[]bool) {
	if *marked == nil {
		*marked = make([]bool, len(m.Overrides))
	}
	stack := []ir.ConstID{c}
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		EachOverride(m, c, func(o ir.OverrideID) {
			if !(*marked)[o] {
				(*marked)[o] = true
				if init := m.Overrides[o].Init; init != 0 {
					stack = append(stack, init)
				}
			}
		})
	}
}

// MarkTwins marks the overrides that share the id of one that is marked: one value of
// the pipeline sets all of them.
func MarkTwins(m *ir.Module, marked []bool) {
	var ids map[uint16]bool
	for i, mark := range marked {
		if mark && m.Overrides[i].HasID {
			if ids == nil {
				ids = map[uint16]bool{}
			}
			ids[m.Overrides[i].ID] = true
		}
	}
	for i := 1; i < len(marked) && ids != nil; i++ {
		if o := &m.Overrides[i]; o.HasID && ids[o.ID] {
			marked[i] = true
		}
	}
}

// MarkLengths marks the overrides that give the lengths of arrays anywhere but as the
// outermost length of a variable of the workgroup, which outermost takes.
func MarkLengths(m *ir.Module, outermost bool, marked *[]bool) {
	found := false
	for t := ir.FirstModuleType; int(t) < m.Types.Len(); t++ {
		if ty := m.Types.At(t); ty.Kind == ir.TypeArray && ty.LengthExpr != 0 {
			found = true
			if !outermost {
				MarkOverrides(m, ty.LengthExpr, marked)
			}
		}
	}
	if !found || !outermost {
		return
	}
	l := &lengthMarks{m: m, marked: marked, specialized: make([]int8, m.Types.Len())}
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.Space == ir.SpaceWorkgroup && m.Types.At(g.Type).Kind == ir.TypeArray {
			l.mark(m.Types.At(g.Type).Base)
		} else if g.Space == ir.SpaceWorkgroup || g.Space == ir.SpacePrivate {
			l.mark(g.Type)
		}
	}
	for _, f := range m.Functions[1:] {
		for k := range f.Args {
			l.mark(f.Args[k].Type)
		}
		l.mark(f.Result)
		for k := range f.Locals {
			l.mark(f.Locals[k].Type)
		}
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if t := f.TypeOf(x); t >= ir.FirstModuleType && m.Types.At(t).Kind != ir.TypePointer {
				l.mark(t)
			}
		}
	}
}

type lengthMarks struct {
	m           *ir.Module
	marked      *[]bool
	specialized []int8 // by type: 1: seen
}

// mark marks the lengths in a type.
func (l *lengthMarks) mark(t ir.TypeID) {
	if t < ir.FirstModuleType || l.specialized[t] != 0 {
		return
	}
	ty := l.m.Types.At(t)
	if ty.Kind == ir.TypePointer {
		if ty.Space == ir.SpaceWorkgroup && l.m.Types.At(ty.Base).Kind == ir.TypeArray {
			l.mark(l.m.Types.At(ty.Base).Base)
		} else {
			l.mark(ty.Base)
		}
		return
	}
	l.specialized[t] = 1
	switch ty.Kind {
	case ir.TypeArray:
		if ty.LengthExpr != 0 {
			MarkOverrides(l.m, ty.LengthExpr, l.marked)
		}
		l.mark(ty.Base)
	case ir.TypeStruct:
		for i := range l.m.Structs[ty.Struct].Members {
			l.mark(l.m.Structs[ty.Struct].Members[i].Type)
		}
	}
}

// MergeTwins makes one override of all that share an id: the others become names for its
// value. It returns the ones whose initial value differs from that of the remaining one. An
// override that the function bodies name is left rather than one that only gives the
// workgroup its size. Overrides that share an id and can't be converted bit by bit are an
// *OverrideError.
func MergeTwins(m *ir.Module) ([]FrozenOverride, error) {
	first := map[uint16]ir.OverrideID{}
	var lost []FrozenOverride
	sizes := make([]bool, len(m.Overrides))
	for i := range m.EntryPoints {
		for _, c := range m.EntryPoints[i].WorkgroupSizeExpr {
			if c != 0 && m.Consts.Kind(ir.ExprID(c)) == ir.KindOverride {
				sizes[m.Consts.OverrideRef(ir.ExprID(c))] = true
			}
		}
	}
	for pass := range 2 { // those that are sizes follow
		for i := 1; i < len(m.Overrides); i++ {
			o := &m.Overrides[i]
			if !o.HasID || sizes[i] != (pass == 1) {
				continue
			}
			id, ok := first[o.ID]
			if !ok {
				first[o.ID] = ir.OverrideID(i)
				continue
			}
			if err := mergeTwin(m, id, ir.OverrideID(i), &lost); err != nil {
				return nil, err
			}
		}
	}
	return lost, nil
}

func mergeTwin(m *ir.Module, to, from ir.OverrideID, lost *[]FrozenOverride) error {
	a, b := &m.Overrides[to], &m.Overrides[from]
	s, r := m.Types.ScalarOf(a.Type), m.Types.ScalarOf(b.Type)
	if a.Type != b.Type && (!s.IsInteger() || !r.IsInteger() || s.Bits() != r.Bits()) {
		return &OverrideError{b.Name, "its id is that of " + a.Name + ", which has another type", b.Span, CodeOverrideValue}
	}
	if !sameLiteral(m, a.Init, b.Init) {
		*lost = append(*lost, FrozenOverride{b.Name, fmt.Sprintf("the initial value of %s, which is that of %s there", named(b), named(a)), b.Span})
	}
	ref := m.Consts.AddRef(ir.KindOverride, a.Type, uint32(to), b.Span)
	if a.Type != b.Type {
		ref = m.Consts.AddAs(b.Type, 0, ir.As{Value: ref}, b.Span)
	}
	b.Init, b.HasID, b.ID = ir.ConstID(ref), false, 0
	if b.Name == "" {
		b.Name = "override"
	}
	return nil
}

// sameLiteral reports whether two module-scope expressions are literals of the same bits,
// or both are absent.
func sameLiteral(m *ir.Module, a, b ir.ConstID) bool {
	if a == 0 || b == 0 {
		return a == b
	}
	x, y := ir.ExprID(a), ir.ExprID(b)
	return m.Consts.Kind(x) == ir.KindLiteral && m.Consts.Kind(y) == ir.KindLiteral && m.Consts.LiteralBits(x) == m.Consts.LiteralBits(y)
}

// OverrideNumbers returns the numbers by which Vulkan sets the overrides of a module,
// indexed by OverrideID: an override's own ID, or, if it has none, the next number that is
// no override's ID, in the order of declaration.
func OverrideNumbers(m *ir.Module) []uint32 {
	ids := make([]uint32, len(m.Overrides))
	taken := map[uint32]bool{}
	for i := range m.Overrides {
		if m.Overrides[i].HasID {
			ids[i] = uint32(m.Overrides[i].ID)
			taken[ids[i]] = true
		}
	}
	next := uint32(0)
	for i := 1; i < len(ids); i++ {
		if m.Overrides[i].HasID {
			continue
		}
		for taken[next] {
			next++
		}
		ids[i] = next
		next++
	}
	return ids
}
