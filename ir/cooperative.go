package ir

// This file describes cooperative matrices: matrices that the invocations of a subgroup hold
// together, so that hardware multiplies them as one (SPV_KHR_cooperative_matrix,
// GLSL_KHR_cooperative_matrix, and wgpu_cooperative_matrix of WGSL).
//
// A TypeCooperative is a value type: splat, addition, subtraction, negation, multiplication and
// division element by element, multiplication by a scalar and conversion are the expressions
// of other numbers, except that conversions out of range and integer division by zero give any value.
// A StmtCooperative loads, stores, and multiplies with addition. The number of
// elements that an invocation holds (KindArrayLength of the matrix) and the place of each are the
// target's; element i of a matrix is at the same place of all matrices of its type.

import "refract/diag"

// CooperativeUse is the place of a cooperative matrix in a multiplication with addition.
type CooperativeUse uint8

const (
	CooperativeA CooperativeUse = iota // the left factor
	CooperativeB                       // the right factor
	CooperativeC                       // the accumulator: the addend and the result
	numCooperativeUses
)

var cooperativeUseNames = [numCooperativeUses]string{"a", "b", "c"}

func (u CooperativeUse) String() string { return cooperativeUseNames[u] }

// CooperativeOp is an operation of a StmtCooperative.
type CooperativeOp uint8

const (
	CooperativeLoad        CooperativeOp = iota // pointer, index, stride; populates a SubgroupResult
	CooperativeStore                            // pointer, index, stride, matrix
	CooperativeMultiplyAdd                      // matrices A, B, C; populates a SubgroupResult, A * B + C
	numCooperativeOps
)

var cooperativeOpNames = [numCooperativeOps]string{"load", "store", "multiply_add"}

func (o CooperativeOp) String() string { return cooperativeOpNames[o] }

// Operands is the number of operands.
func (o CooperativeOp) Operands() int { return [numCooperativeOps]int{3, 4, 3}[o] }

// Cooperative is the view of a StmtCooperative.
//
// The pointer of a load or store is to an array of scalars, or of vectors of scalars, of the
// matrix's scalar; index and stride, u32, count elements of the array. Element (row, column) of the
// matrix is the scalar row*stride + column behind the one at index if RowMajor is set, otherwise
// the scalar column*stride + row; in an array of vectors strides count vectors.
type Cooperative struct {
	Op       CooperativeOp
	RowMajor bool     // loads and stores
	Saturate bool     // multiplications: sums of integers saturate
	Args     []ExprID // the arena's own memory: read only
	Result   ExprID   // a SubgroupResult; or 0
}

const (
	cooperativeOpMask   = 3
	cooperativeRowMajor = 1 << 2
	cooperativeSaturate = 1 << 3
)

// Cooperative reads a StmtCooperative.
func (f *Function) Cooperative(s StmtID) Cooperative {
	n := &f.stmts[s]
	return Cooperative{CooperativeOp(n.op & cooperativeOpMask), n.op&cooperativeRowMajor != 0, n.op&cooperativeSaturate != 0,
		f.pool[n.a : n.a+n.b : n.a+n.b], ExprID(n.d)}
}

// AddCooperative makes a StmtCooperative; its operands are copied.
func (f *Function) AddCooperative(v Cooperative, s diag.Span) StmtID {
	op := uint8(v.Op)
	if v.RowMajor {
		op |= cooperativeRowMajor
	}
	if v.Saturate {
		op |= cooperativeSaturate
	}
	return f.addStmt(head(uint32(StmtCooperative), op, 0), f.addPool(v.Args...), uint32(len(v.Args)), 0, uint32(v.Result), s)
}

// CooperativeOf interns a cooperative matrix type.
func (ts *Types) CooperativeOf(s Scalar, rows, columns int, use CooperativeUse) TypeID {
	return ts.Intern(Type{Kind: TypeCooperative, Scalar: s, Rows: uint8(rows), Columns: uint8(columns), Use: use})
}

// printCooperative writes the rest of a StmtCooperative's line, after its word.
func (p *printer) printCooperative(s StmtID) {
	v := p.f.Cooperative(s)
	p.attr(v.Op.String())
	if v.RowMajor {
		p.attr("row_major")
	}
	if v.Saturate {
		p.attr("saturate")
	}
}

// cooperative reads the rest of a StmtCooperative, and returns the type that its result has
// if none is written.
func (p *textParser) cooperative(result ExprID, s diag.Span) (StmtID, TypeID) {
	v := Cooperative{Op: enum[CooperativeOp](p, "a cooperative operation", cooperativeOpNames[:]), Result: result}
	v.RowMajor = v.Op != CooperativeMultiplyAdd && p.acceptWord("row_major")
	v.Saturate = v.Op == CooperativeMultiplyAdd && p.acceptWord("saturate")
	for i := range v.Op.Operands() {
		if i > 0 {
			p.expect(',')
		}
		v.Args = append(v.Args, p.value())
	}
	return p.f.AddCooperative(v, s), p.f.nodes[v.Args[len(v.Args)-1]].ty
}

// cooperativeType reads a cooperative matrix type after its word: scalar, rows, columns, use.
func (p *textParser) cooperativeType() TypeID {
	p.expect('<')
	at := p.tok
	s, ok := scalarByText.Get()[p.word("a scalar type")]
	if !ok {
		p.fail(codeTextType, at, "%s is no scalar type", at)
	}
	size := func() int {
		p.expect(',')
		at := p.tok
		n := p.uint(255)
		if n == 0 {
			p.fail(codeTextType, at, "a matrix has at least 1 row and column")
		}
		return int(n)
	}
	rows, columns := size(), size()
	p.expect(',')
	use := enum[CooperativeUse](p, "a use of a cooperative matrix", cooperativeUseNames[:])
	p.expect('>')
	return p.m.Types.CooperativeOf(s, rows, columns, use)
}

// Cooperative appends a statement on cooperative matrices and returns its result, of type t; 0 of
// a store.
func (b *Builder) Cooperative(v Cooperative, t TypeID) ExprID {
	if v.Op != CooperativeStore {
		v.Result = b.F.AddResult(KindSubgroupResult, t, b.Span)
	}
	b.Push(b.F.AddCooperative(v, b.Span))
	return v.Result
}
