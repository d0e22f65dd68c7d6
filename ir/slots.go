package ir

// This file defines, once for each kind of expression and statement, the places of its
// operands. Code that visits operands reads it here: listing and replacing them, marking,
// renumbering, comparing, and checking handles.

// slots are the places of the operands of a node: the fields a to d that hold one, and a
// list in the pool. Operands come in the order of the fields, the list's last.
type slots struct {
	fields slotSet // that hold an operand, or 0 where it is absent
	needed slotSet // those of them in which an operand has to be
	list   slotSet // the field that holds the offset of a list in the pool, 0 if it may be absent
	count  uint8   // of operands in the list; 0: the field behind says it
	first  uint8   // how many of the list have to be present; allNeeded: all
	result bool    // statements: d may hold a result
	gives  bool    // statements: d has to
	_      uint8   // eight bytes a row
}

type slotSet uint8

const (
	slotA slotSet = 1 << iota
	slotB
	slotC
	slotD
)

const allNeeded = 0xFF

var (
	oneSlot    = slots{fields: slotA, needed: slotA}
	twoSlots   = slots{fields: slotA | slotB, needed: slotA | slotB}
	threeSlots = slots{fields: slotA | slotB | slotC, needed: slotA | slotB | slotC}
)

// oneOperand are the kinds of expressions with one operand, in a.
const oneOperand = 1<<KindSplat | 1<<KindSwizzle | 1<<KindAccessIndex | 1<<KindLoad | 1<<KindUnary | 1<<KindRelational |
	1<<KindAs | 1<<KindDerivative | 1<<KindArrayLength

// exprSlots are the slots of expressions.
var exprSlots = [numKinds]slots{
	KindCompose:        {list: slotA, first: allNeeded},
	KindSplat:          oneSlot,
	KindSwizzle:        oneSlot,
	KindAccess:         twoSlots,
	KindAccessIndex:    oneSlot,
	KindLoad:           oneSlot,
	KindUnary:          oneSlot,
	KindBinary:         twoSlots,
	KindSelect:         threeSlots,
	KindRelational:     oneSlot,
	KindMath:           {fields: slotA | slotB | slotC, needed: slotA}, // but InsertBits
	KindAs:             oneSlot,
	KindDerivative:     oneSlot,
	KindImageSample:    {list: slotA, count: 9, first: 1},
	KindImageLoad:      {fields: slotA | slotB, needed: slotA, list: slotC, count: 3},
	KindImageQuery:     {fields: slotA | slotB, needed: slotA},
	KindArrayLength:    oneSlot,
	KindRayQueryGet:    oneSlot,
	KindRayQueryVertex: oneSlot,
	KindPointerAt:      oneSlot,
	KindBufferView:     {fields: slotA | slotB | slotC, needed: slotA},
	KindInterpolate:    {fields: slotA},
}

// insertBitsSlots are the slots of MathInsertBits, which has four arguments.
var insertBitsSlots = slots{list: slotA, count: 4, first: allNeeded}

// stmtSlots are the slots of statements, except blocks and the values of an Emit.
var stmtSlots = [numStmtKinds]slots{
	StmtLocal:                {fields: slotB},
	StmtIf:                   oneSlot,
	StmtSwitch:               oneSlot,
	StmtLoop:                 {fields: slotC},
	StmtReturn:               {fields: slotA},
	StmtStore:                twoSlots,
	StmtImageStore:           {fields: slotA | slotB | slotD, needed: slotA | slotB | slotD, list: slotC, count: 2},
	StmtAtomic:               {list: slotA, count: 3, first: 2, result: true},
	StmtImageAtomic:          {list: slotA, count: 6, first: 2, result: true},
	StmtWorkgroupUniformLoad: {fields: slotA, needed: slotA, result: true, gives: true},
	StmtCall:                 {list: slotB, first: allNeeded, result: true},
	StmtRayQuery:             {fields: slotA | slotB | slotC, needed: slotA, result: true},
	StmtSubgroupBallot:       {fields: slotA, result: true, gives: true},
	StmtSubgroupGather:       {fields: slotA | slotB, needed: slotB, result: true, gives: true},
	StmtSubgroupCollective:   {fields: slotA, result: true, gives: true},
	StmtPipeline:             {list: slotA, first: allNeeded, result: true},
	StmtPrint:                {list: slotB, first: allNeeded},
	StmtCooperative:          {list: slotA, first: allNeeded, result: true},
}

// slots are the places of the operands of an expression.
func (n *node) slots() *slots {
	if n.kind == KindMath && MathOp(n.op) == MathInsertBits {
		return &insertBitsSlots
	}
	return &exprSlots[n.kind]
}

// masks have all bits set of the fields a, b and c that hold operands.
func (s *slots) masks() (a, b, c uint32) {
	return -uint32(s.fields & slotA), -uint32(s.fields & slotB >> 1), -uint32(s.fields & slotC >> 2)
}

// references are the kinds of expressions that name something declared, in a.
const references = 1<<KindConstant | 1<<KindOverride | 1<<KindGlobal | 1<<KindLocal

// span is the place in the pool of the list whose offset and count may be in a, b and c.
func (s *slots) span(a, b, c uint32) (offset, count uint32) {
	switch s.list {
	case slotA:
		offset, count = a, b
	case slotB:
		offset, count = b, c
	case slotC:
		offset = c
	}
	if s.count != 0 {
		count = uint32(s.count)
		if offset == 0 {
			count = 0 // absent
		}
	}
	return offset, count
}

// listed appends the operands of the list that are present.
func (s *slots) listed(buf, pool []ExprID, a, b, c uint32) []ExprID {
	offset, count := s.span(a, b, c)
	for _, x := range pool[offset : offset+count] {
		if x != 0 {
			buf = append(buf, x)
		}
	}
	return buf
}

// replace replaces the operands that are present by fn of them.
func (s *slots) replace(pool []ExprID, a, b, c, d *uint32, fn func(ExprID) ExprID) {
	for i, p := range [...]*uint32{a, b, c, d} {
		if s.fields>>i&1 != 0 && *p != 0 {
			*p = uint32(fn(ExprID(*p)))
		}
	}
	if s.list != 0 {
		offset, count := s.span(*a, *b, *c)
		for i := offset; i < offset+count; i++ {
			if x := pool[i]; x != 0 {
				y := fn(x)
				pool[i] = y
			}
		}
	}
}

// renumberList copies a list to the end of another pool, with its operands replaced by
// their entries in to, and notes its new place.
func (s *slots) renumberList(dst *Exprs, pool []ExprID, a, b, c *uint32, to []ExprID) {
	offset, count := s.span(*a, *b, *c)
	if offset == 0 {
		return
	}
	at := dst.copyPool(pool[offset:offset+count], to)
	switch s.list {
	case slotA:
		*a = at
	case slotB:
		*b = at
	case slotC:
		*c = at
	}
}

// presence has a bit for each operand, 1 if it is present.
func (s *slots) presence(pool []ExprID, a, b, c, d uint32) (bits uint64) {
	for i, x := range [...]uint32{a, b, c, d} {
		if s.fields>>i&1 != 0 && x != 0 {
			bits |= 1 << i
		}
	}
	if s.list == 0 || s.first == allNeeded {
		return bits
	}
	offset, count := s.span(a, b, c)
	for i, x := range pool[offset : offset+count] {
		if x != 0 {
			bits |= 1 << (4 + i)
		}
	}
	return bits
}

// hold reports whether all operands are in range, and required ones present.
func (s *slots) hold(e *Exprs, a, b, c, d uint32) bool {
	n := uint32(len(e.nodes))
	if s.fields&slotA != 0 && (a >= n || a == 0 && s.needed&slotA != 0) {
		return false
	}
	if s.fields > slotA {
		if s.fields&slotB != 0 && (b >= n || b == 0 && s.needed&slotB != 0) ||
			s.fields&slotC != 0 && (c >= n || c == 0 && s.needed&slotC != 0) ||
			s.fields&slotD != 0 && (d >= n || d == 0 && s.needed&slotD != 0) {
			return false
		}
	}
	if s.result && (d >= n || d == 0 && s.gives) {
		return false
	}
	if s.list == 0 {
		return true
	}
	offset, count := s.span(a, b, c)
	if s.count != 0 && offset == 0 {
		return s.first == 0
	}
	return e.inPool(offset, count, min(count, uint32(s.first)))
}
