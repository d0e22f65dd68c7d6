package text

// This file holds the plan of a function, which doesn't change once it is made, and
// the memory of its making.

import (
	"errors"
	"hash/maphash"

	"refract/diag"
	"refract/internal/lazy"
	"refract/internal/reuse"
	"refract/ir"
)

// PlanOptions are a language's abilities.
type PlanOptions struct {
	// Ordered: operands are evaluated from left to right, as in WGSL.
	Ordered bool
	// Pointers: a pointer can be given a name.
	Pointers bool
	// LazySelect: Select is written so that one side only is evaluated.
	LazySelect bool
	// ConstErrors: the compiler evaluates operations on constants, and rejects ones without
	// a result (WGSL section "const Expressions"). Their operands are given names, which
	// are no constants.
	ConstErrors bool
	// KeepUnused: values that nothing uses are written.
	KeepUnused bool
	// MaxDepth bounds how deep an expression nests: beyond it, parts get names.
	MaxDepth int
	// Calls has the effects of calls; nil: they may do anything.
	Calls *CallEffects
	// EagerLogical: both sides of && and || are evaluated. If the right one has effects,
	// the operation stays a branch.
	EagerLogical bool
	// Initializers: values of structs and arrays are made of their parts in declarations
	// only.
	Initializers bool
	// OutResults has a bit per ir.StmtKind whose result comes back through a
	// parameter: it always has a name, declared by a line of its own.
	OutResults uint32

	// OutProducts: so do multiplications of cooperative matrices, if OutResults has their statements,
	// whose loads do.
	OutProducts bool
	// CopyParams: pointers to variables are passed by copying in and out. Arguments
	// that write to memory have names then, as the copy may be taken before.
	CopyParams bool
	// ByCall has a bit per ir.AddressSpace whose loads and stores are calls: there are no
	// compound assignments.
	ByCall uint16
	// PlaceTwice has a bit per ir.BinaryOp whose compound assignment may evaluate its place more
	// than once: indices that write to memory have names.
	PlaceTwice uint32
	// Filters: diagnostic filters of blocks are kept.
	Filters bool
	// Apart has operations, and an operand of each that must have a name for the operation to have the
	// precision that the module requires.
	Apart [][2]ir.ExprID
	// Short: the shortest text is wanted. Values have names if that saves bytes or
	// something must be evaluated ahead, not because the author gave them one.
	Short bool
}

// valueForm is how a value is written at its use.
type valueForm uint8

const (
	inPlace valueForm = iota // its expression stands where it is used
	byName                   // a LineLet has named it
)

// value is a plan's facts about a value, and the effects of its evaluation.
type value struct {
	uses     uint32     // by what is evaluated
	used     ir.BlockID // where it was used last
	block    ir.BlockID // where it is evaluated
	at       uint32     // rank in the order of evaluation, from 1; 0: it has none
	slot     uint32     // place on the stack of values not written yet, +1; 0: none
	local    ir.LocalID // the variable that is read, manyLocals, or 0
	extra    uint32     // results: the statement; logical: index in Plan.logicals
	name     uint32     // index in Function.Named, +1
	mark     uint32     // stamp of the taking that it is an operand of
	effects  effects
	depth    uint16 // how deep the expression nests that is written where the value is used
	form     valueForm
	logical  bool      // written as && or ||: see Plan.Logical
	shared   bool      // Load of a compound assignment: the store has the same pointer
	twice    bool      // such a Load, of a place that may be evaluated more than once
	fixed    bool      // constant: evaluated by a compiler
	apart    bool      // used otherwise than as part of an initial value
	pinned   bool      // needs a name, so that a compiler doesn't evaluate what uses it
	required bool      // must be a constant for the compiler
	guard    ir.ExprID // the operand that a LineGuard names for this value alone, or 0
}

// Logical is a && or || that was taken apart into a branch.
type Logical struct {
	Op          ir.BinaryOp // LogicalAnd, LogicalOr
	Left, Right ir.ExprID
	branch      ir.BlockID // in which Right is evaluated in the function
	local       ir.LocalID // that held the value there
}

// LineKind is the kind of a line.
type LineKind uint8

const (
	LineNone     LineKind = iota
	LineLet               // names Expr
	LineGuard             // names Expr, a constant, where Guarded uses it: see PlanOptions.ConstErrors
	LineUnused            // evaluates Expr, which nothing uses
	LineVar               // declares Local, with Expr as its value unless that is 0
	LineStore             // Stmt, a StmtStore
	LineCompound          // Stmt, a StmtStore: *Pointer Op= Expr
	LineStep              // Stmt, a StmtStore: *Pointer ++ or --, by Op
	LineEffect            // Stmt: a call or other operation whose result isn't used
	LineReturn            // Expr or nothing
	LineSimple            // Stmt: break, continue, terminate, demote
	LineBlock             // First
	LineIf                // Expr, First, Second; ElseIf
	LineSwitch            // Expr, First: LineCases
	LineCase              // Index into the clauses of Stmt, First
	LineLoop              // First, then Second, then break if Expr
	LineWhile             // while Expr: First
	LineFor               // Init (a line or 0); Expr (or 0); Update (a line or 0): First
)

// LineID is a line of a plan; 0 is none.
type LineID uint32

// A Line is one statement as it is written.
type Line struct {
	Kind         LineKind
	Op           ir.BinaryOp
	ElseIf       bool // Second is one LineIf, to be written as else if
	Stmt         ir.StmtID
	Expr         ir.ExprID
	Guarded      ir.ExprID
	Local        ir.LocalID
	Index        uint32
	Filters      ir.FilterID // with PlanOptions.Filters: diagnostic filters of the line, a LineBlock, If, Switch, Loop, While or For
	First        LineID
	Second       LineID
	Init, Update LineID
	Next         LineID // in the same block
}

// subject is the function that is planned.
type subject struct {
	m    *ir.Module
	f    *ir.Function
	opts PlanOptions
}

// A Plan is how the body of one function is written. Nothing changes it after
// [Planner.Make] has made it, until the next Make of the same Planner.
type Plan struct {
	subject
	first    LineID
	lines    []Line
	values   []value // by expression
	logicals []Logical
}

// A Planner makes plans. It keeps its memory from one Make to the next.
type Planner struct {
	subject
	made  Plan
	sum   uint64 // of made, where plans are checked, or 0
	lines []Line

	values        []value
	logicals      []Logical
	blocks        []blockInfo
	locals        []localInfo
	anchors       []anchor
	shortCircuits []shortCircuit
	stores        []ir.StmtID // that may be compound assignments
	briefs        []brief     // by expression, with PlanOptions.Short
	clause        ir.BlockID  // of a switch, with PlanOptions.Short: a break at its end is left out
	stack         []ir.ExprID // values with effects that aren't written yet, in the order of evaluation
	indices       []ir.ExprID // to be named by nameIndices, under way
	base          int         // where those of the present block begin
	waiting       effects     // has all that those of the present block do
	lazy          ir.KindSet  // what may leave operands out that the function evaluates
	block         ir.BlockID  // under way
	list          lineList    // its lines
	index         uint32      // place in it
	anchor        uint32      // its next anchor, +1
	done          effects     // of its lines
	doneAt        ir.LocalID
	rank          uint32
	stamp         uint32
	naming        bool // under way in nameUpTo
	composes      bool // with PlanOptions.Initializers: a struct or array was made of its parts
	anchoring     bool // some value that exists everywhere has a name
	depth         int
	ops           []ir.ExprID
	err           error
	errSpan       diag.Span
}

type lineList struct{ first, last LineID }

// ErrDepth reports that statements nest deeper than any compiler would take.
var ErrDepth = errors.New("statements nested too deeply")

// maxWaiting bounds how many values with effects wait to be written.
const maxWaiting = 1000

// maxBlocks bounds how deep blocks nest.
const maxBlocks = 1000

// Make plans a function of m. It fails with ErrDepth only; Span is where.
func (p *Planner) Make(m *ir.Module, f *ir.Function, opts PlanOptions) (*Plan, error) {
	if p.sum != 0 && p.made.sum() != p.sum {
		reportPlan("the plan of " + p.made.f.Name + " was changed after it was made")
	}
	p.sum = 0
	p.subject = subject{m, f, opts}
	p.lines = append(p.lines[:0], Line{})
	p.values = reuse.Zeroed(p.values, f.ExprCount())
	p.locals = reuse.Zeroed(p.locals, len(f.Locals))
	clear(p.blocks)
	p.blocks = p.blocks[:0]
	p.logicals, p.anchors, p.stack = p.logicals[:0], p.anchors[:0], p.stack[:0]
	p.shortCircuits, p.stores = p.shortCircuits[:0], p.stores[:0]
	p.clause = 0
	p.base, p.rank, p.stamp, p.depth, p.done, p.doneAt, p.waiting = 0, 0, 0, 0, 0, 0, 0
	if p.lazy = logicalOps; opts.LazySelect {
		p.lazy |= selects
	}
	p.err = nil
	p.values[0].fixed = true // what is absent keeps nothing from being constant
	p.anchoring = false
	for i := range f.Named {
		e := f.Named[i].Expr
		p.values[e].name = uint32(i) + 1
		p.anchoring = p.anchoring || f.Kind(e).IsImplicit()
	}
	for _, x := range opts.Apart {
		p.protect(x[0], x[1])
	}
	p.composes = false
	if opts.Short {
		p.shorten()
	}
	p.count()
	if p.err == nil {
		p.plan()
	}
	if p.err != nil {
		p.made = Plan{}
		return nil, p.err
	}
	p.made = Plan{subject: p.subject, first: p.list.first, lines: p.lines, values: p.values, logicals: p.logicals}
	if reportPlan != nil {
		if err := p.made.Check(); err != nil {
			reportPlan(err.Error())
		}
		p.sum = p.made.sum()
	}
	return &p.made, nil
}

// sum is a number, not 0, that is another if anything in the plan is.
func (p *Plan) sum() uint64 {
	var h maphash.Hash
	h.SetSeed(planSeed.Get())
	maphash.WriteComparable(&h, p.first)
	for _, l := range p.lines {
		maphash.WriteComparable(&h, l)
	}
	for _, v := range p.values {
		maphash.WriteComparable(&h, v)
	}
	for _, l := range p.logicals {
		maphash.WriteComparable(&h, l)
	}
	return h.Sum64() | 1
}

var planSeed = lazy.Value[maphash.Seed]{Make: maphash.MakeSeed}

// Span is the place of Make's complaint.
func (p *Planner) Span() diag.Span { return p.errSpan }

// First is the first line of the function's body, or 0.
func (p *Plan) First() LineID { return p.first }

// Line reads a line, which must not be changed.
func (p *Plan) Line(l LineID) *Line { return &p.lines[l] }

// IsNamed reports whether a value is written as the name that a LineLet gave it.
func (p *Plan) IsNamed(e ir.ExprID) bool { return p.values[e].form == byName }

// IsUsed reports whether anything uses a value.
func (p *Plan) IsUsed(e ir.ExprID) bool { return p.values[e].uses > 0 }

// Logical is the && or || that a value is written as, or nil.
func (p *Plan) Logical(e ir.ExprID) *Logical {
	if v := &p.values[e]; v.logical {
		return &p.logicals[v.extra]
	}
	return nil
}

// AuthorsName is the name that the author gave a value, or "".
func (p *Plan) AuthorsName(e ir.ExprID) string {
	if n := p.values[e].name; n != 0 {
		return p.f.Named[n-1].Name
	}
	return ""
}

// ResultOf is the statement that populates a result.
func (p *Plan) ResultOf(e ir.ExprID) ir.StmtID { return ir.StmtID(p.values[e].extra) }

// Guard is the operand of e that a LineGuard names for e, or 0.
func (p *Plan) Guard(e ir.ExprID) ir.ExprID { return p.values[e].guard }

// EvaluatedBefore reports whether a is evaluated before b; values that have no
// time of evaluation, or a name, come before all others.
func (p *Plan) EvaluatedBefore(a, b ir.ExprID) bool { return p.rank(a) < p.rank(b) }

// rank is the place of a value in the order of evaluation, from 1; 0: it has none, or a
// name.
func (p *Plan) rank(e ir.ExprID) uint32 {
	if v := &p.values[e]; v.form != byName {
		return v.at
	}
	return 0
}

func (p *Planner) fail(err error, at diag.Span) {
	if p.err == nil {
		p.err, p.errSpan = err, at
	}
}
