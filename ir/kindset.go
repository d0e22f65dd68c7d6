package ir

// This file holds sets of kinds of expressions, by which transforms find their expressions.

// A KindSet is a set of kinds of expressions; binary operations can be in it by
// their operators.
type KindSet uint64

// AllKinds has every expression.
const AllKinds = ^KindSet(0)

// The kinds take the lower half of a set, the operators of binary operations, whose
// kind has no place of its own, the upper.
const (
	operatorBits = 36
	_            = uint(operatorBits - numKinds)
	_            = uint(64 - operatorBits - numBinaryOps)
)

// FirstOperator and an operator are the number of the bit that binary operations have with
// it; other expressions have the bit of their kind.
const FirstOperator = operatorBits

// Kinds is the set of expressions of some kinds.
func Kinds(kinds ...Kind) (s KindSet) {
	for _, k := range kinds {
		if k == KindBinary {
			s |= AllKinds &^ (1<<operatorBits - 1)
		} else {
			s |= 1 << k
		}
	}
	return s
}

// BinaryOps is the set of binary operations with some operators.
func BinaryOps(ops ...BinaryOp) (s KindSet) {
	for _, op := range ops {
		s |= 1 << (operatorBits + op)
	}
	return s
}

// set is the smallest set that an expression is in.
func (n *node) set() KindSet {
	k := n.kind
	if k == KindBinary {
		k = Kind(operatorBits + n.op)
	}
	return 1 << (k & 63)
}

// In reports whether an expression is in a set.
func (e *Exprs) In(id ExprID, s KindSet) bool { return e.nodes[id].set()&s != 0 }

// Next is the first expression after id that is in a set, or 0.
func (e *Exprs) Next(id ExprID, s KindSet) ExprID {
	if e.kinds&s == 0 {
		return 0
	}
	nodes, kinds := e.nodes, s
	if s>>operatorBits != 0 {
		kinds |= 1 << KindBinary // has no place of its own
	}
	for i := int(id) + 1; i < len(nodes); i++ {
		n := &nodes[i]
		if kinds>>(n.kind&63)&1 != 0 && (n.kind != KindBinary || n.set()&s != 0) {
			return ExprID(i)
		}
	}
	return 0
}

// IndexIn is the index of the first expression of a list that is in a set, or the list's length.
func (e *Exprs) IndexIn(list []ExprID, s KindSet) int {
	if e.kinds&s == 0 {
		return len(list)
	}
	for i, id := range list {
		if e.nodes[id].set()&s != 0 {
			return i
		}
	}
	return len(list)
}
