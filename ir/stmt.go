package ir

// This file holds statements: flat nodes, blocks as lists in a shared pool, and
// the views that read them.

import "refract/diag"

// StmtKind is the kind of a statement.
type StmtKind uint8

const (
	StmtInvalid              StmtKind = iota
	StmtEmit                          // evaluate a list of expressions, in order
	StmtLocal                         // enter the scope of a local variable: it becomes fresh, with its initial value or undefined
	StmtBlock                         // a nested scope, maybe with diagnostic filters of its own
	StmtIf                            // condition: bool
	StmtSwitch                        // selector: i32 or u32; exactly one default
	StmtLoop                          // body; then continuing; then break if break-if holds
	StmtBreak                         // leave the innermost loop or switch; not in a continuing block
	StmtContinue                      // go to the innermost loop's continuing block; not in a continuing block
	StmtReturn                        // not in a continuing block
	StmtTerminate                     // end the invocation (fragment): GLSL's discard, SPIR-V's OpKill; see docs/conventions.md
	StmtDemote                        // become a helper invocation (fragment): WGSL's discard
	StmtControlBarrier                // wait for the workgroup (or subgroup) and order memory; workgroup-uniform control flow
	StmtMemoryBarrier                 // order memory
	StmtInterlock                     // see InterlockOp (fragment)
	StmtStore                         // write through a pointer (to an atomic: atomically)
	StmtImageStore                    // write one texel
	StmtAtomic                        // read-modify-write; populates an AtomicResult, or none
	StmtImageAtomic                   // likewise on a texel
	StmtWorkgroupUniformLoad          // barrier, load, barrier; populates a WorkgroupUniformResult
	StmtCall                          // populates a CallResult if the function returns a value
	StmtRayQuery                      // see RayQueryOp
	StmtSubgroupBallot                // populates a SubgroupResult: vec4<u32>
	StmtSubgroupGather                // populates a SubgroupResult of the argument's type
	StmtSubgroupCollective            // populates a SubgroupResult
	StmtPipeline                      // see PipelineOp; ReportIntersection and ReadClock populate a PipelineResult
	StmtPrint                         // print numbers for whoever debugs the shader; they have no other effect
	StmtCooperative                   // see CooperativeOp; a load and a multiplication populate a SubgroupResult
	numStmtKinds
)

var stmtNames = [numStmtKinds]string{"invalid", "emit", "local", "block", "if", "switch", "loop", "break", "continue",
	"return", "terminate", "demote", "control_barrier", "memory_barrier", "interlock", "store", "image_store", "atomic", "image_atomic",
	"workgroup_uniform_load", "call", "ray_query", "subgroup_ballot", "subgroup_gather", "subgroup_collective", "pipeline", "print", "cooperative"}

func (k StmtKind) String() string { return stmtNames[k] }

// IsTerminator reports whether control never goes on after the statement.
func (k StmtKind) IsTerminator() bool {
	return k == StmtBreak || k == StmtContinue || k == StmtReturn || k == StmtTerminate
}

// LoopShape is the author's form of a loop.
type LoopShape uint8

const (
	LoopPlain LoopShape = iota
	LoopWhile           // the body begins with what evaluates a condition and an If with an empty accept and a reject that is only a Break; continuing is empty
	LoopFor             // likewise (the condition may be missing); continuing holds the update
	LoopDo              // continuing is empty but for the Emits of break-if
)

// stmt is one statement. Meaning of op, flags, a, b, c and d by kind:
//
//	Emit            a: offset in pool, b: count
//	Local           a: local, b: initial value or 0
//	Block           a: block, b: filters or 0
//	If              a: condition, b: accept, c: reject
//	Switch          a: selector, b: offset in cases, c: count
//	Loop            op: shape, a: body, b: continuing, c: break-if or 0
//	Return          a: value or 0
//	ControlBarrier, MemoryBarrier  op: memory, a: scope | ordering<<8
//	Interlock       op
//	Store           a: pointer, b: value
//	ImageStore      a: image, b: coordinate, c: offset in pool (array index, sample) or 0, d: value
//	Atomic          op, a: offset in pool (pointer, value, compare), b: scope | ordering<<8, d: result or 0
//	ImageAtomic     op, a: offset in pool (image, coordinate, array index, value, compare, sample), d: result
//	WorkgroupUniformLoad  a: pointer, d: result
//	Call            a: function, b: offset in pool, c: count, d: result or 0
//	RayQuery        op, a: query, b, c: operands, d: result or 0
//	SubgroupBallot  a: predicate or 0, d: result
//	SubgroupGather  op: mode, a: index or 0, b: argument, d: result
//	SubgroupCollective  op: op | collective<<4, a: argument or 0, b: invocations in a cluster, d: result
//	Pipeline        op, a: offset in pool or 0, b: count, c: stream, d: result or 0
//	Print           a: format, b: offset in pool or 0, c: count
type stmt struct {
	kind  StmtKind
	op    uint8
	flags Flags
	a     uint32
	b     uint32
	c     uint32
	d     uint32
}

type blockRange struct{ off, len uint32 }

// Case is one clause of a switch.
type Case struct {
	Body        BlockID
	FallThrough bool // control goes on into the next clause's body (GLSL, SPIR-V)
	Default     bool // also taken when no value matches
	values      blockRange
}

// Views of statements.
type (
	If struct {
		Condition      ExprID
		Accept, Reject BlockID
	}
	Switch struct {
		Selector ExprID
		Cases    []Case // the arena's own memory: read only
	}
	Loop struct {
		Shape            LoopShape
		Body, Continuing BlockID
		BreakIf          ExprID // 0: none; evaluated at the end of continuing
	}
	LocalDecl struct {
		Local LocalID
		Init  ExprID // 0: undefined (a transform makes it zero)
	}
	Barrier struct {
		Memory   Memory
		Scope    Scope // of execution for a control barrier, of memory otherwise
		Ordering Ordering
	}
	Store      struct{ Pointer, Value ExprID }
	ImageStore struct {
		Image, Coordinate ExprID
		ArrayIndex        ExprID // or 0
		Sample            ExprID // multisampled images only
		Value             ExprID
	}
	Atomic struct {
		Op       AtomicOp
		Pointer  ExprID
		Value    ExprID
		Compare  ExprID // AtomicCompareExchange only
		Scope    Scope
		Ordering Ordering
		Result   ExprID // or 0
	}
	ImageAtomic struct {
		Op                AtomicOp
		Image, Coordinate ExprID
		ArrayIndex        ExprID // or 0
		Sample            ExprID // multisampled images only
		Value             ExprID
		Compare           ExprID // AtomicCompareExchange only
		Result            ExprID // or 0
	}
	WorkgroupUniformLoad struct{ Pointer, Result ExprID }
	Call                 struct {
		Function FuncID
		Args     []ExprID // the arena's own memory: read only
		Result   ExprID   // or 0
	}
	RayQuery struct {
		Op     RayQueryOp
		Query  ExprID
		A, B   ExprID // Initialize: acceleration structure, descriptor; GenerateIntersection: hit_t
		Result ExprID // Proceed
	}
	SubgroupBallot struct{ Predicate, Result ExprID } // no predicate: true
	SubgroupGather struct {
		Mode     GatherMode
		Index    ExprID // if Mode.HasIndex()
		Argument ExprID
		Result   ExprID
	}
	SubgroupCollective struct {
		Op         SubgroupOp
		Collective CollectiveOp
		Cluster    uint32 // Clustered: invocations, a power of two up to MaxCluster
		Argument   ExprID
		Result     ExprID
	}
)

// StmtKind is the kind of a statement.
func (f *Function) StmtKind(s StmtID) StmtKind { return f.stmts[s].kind }

// MayNest reports whether a statement that holds others may be in the function.
func (f *Function) MayNest() bool {
	return f.stmtKinds&(1<<StmtBlock|1<<StmtIf|1<<StmtSwitch|1<<StmtLoop) != 0
}

// MayHaveStmt reports whether a statement of the kind may be in the function.
func (f *Function) MayHaveStmt(k StmtKind) bool { return f.stmtKinds>>k&1 != 0 }

// StmtCount is one more than the largest statement handle.
func (f *Function) StmtCount() int { return len(f.stmts) }

// BlockCount is one more than the largest block handle.
func (f *Function) BlockCount() int { return len(f.blocks) }

// StmtSpan is the source position of a statement.
func (f *Function) StmtSpan(s StmtID) diag.Span { return f.stmtSpans[s] }

// StmtFlags are the flags of a statement.
func (f *Function) StmtFlags(s StmtID) Flags { return f.stmts[s].flags }

// SetStmtFlags adds flags to a statement.
func (f *Function) SetStmtFlags(s StmtID, g Flags) { f.stmts[s].flags |= g }

// Block is the list of statements of a block: the arena's own memory, read only.
func (f *Function) Block(b BlockID) []StmtID {
	r := f.blocks[b]
	return f.lists[r.off : r.off+r.len : r.off+r.len]
}

// Emit is the list of expressions of a StmtEmit: the arena's own memory.
func (f *Function) Emit(s StmtID) []ExprID {
	n := &f.stmts[s]
	return f.pool[n.a : n.a+n.b : n.a+n.b]
}

// LocalDecl reads a StmtLocal.
func (f *Function) LocalDecl(s StmtID) LocalDecl {
	n := &f.stmts[s]
	return LocalDecl{LocalID(n.a), ExprID(n.b)}
}

// BlockStmt reads a StmtBlock.
func (f *Function) BlockStmt(s StmtID) BlockID { return BlockID(f.stmts[s].a) }

// BlockFilters are the diagnostic filters of a StmtBlock, which hold for all statements in
// it except the ones with filters of their own; 0: it has none.
func (f *Function) BlockFilters(s StmtID) FilterID { return FilterID(f.stmts[s].b) }

// If reads an StmtIf.
func (f *Function) If(s StmtID) If {
	n := &f.stmts[s]
	return If{ExprID(n.a), BlockID(n.b), BlockID(n.c)}
}

// Switch reads a StmtSwitch.
func (f *Function) Switch(s StmtID) Switch {
	n := &f.stmts[s]
	return Switch{ExprID(n.a), f.cases[n.b : n.b+n.c : n.b+n.c]}
}

// CaseValues are the selector values of a clause, as bits of its type.
func (f *Function) CaseValues(c *Case) []uint32 {
	return f.caseValues[c.values.off : c.values.off+c.values.len]
}

// Loop reads a StmtLoop.
func (f *Function) Loop(s StmtID) Loop {
	n := &f.stmts[s]
	return Loop{LoopShape(n.op), BlockID(n.a), BlockID(n.b), ExprID(n.c)}
}

// ReturnValue is the value of a StmtReturn, or 0.
func (f *Function) ReturnValue(s StmtID) ExprID { return ExprID(f.stmts[s].a) }

// Barrier reads a StmtControlBarrier or StmtMemoryBarrier.
func (f *Function) Barrier(s StmtID) Barrier {
	n := &f.stmts[s]
	return Barrier{Memory(n.op), Scope(n.a & 0xFF), Ordering(n.a >> 8)}
}

// Interlock reads a StmtInterlock.
func (f *Function) Interlock(s StmtID) InterlockOp { return InterlockOp(f.stmts[s].op) }

// Store reads a StmtStore.
func (f *Function) Store(s StmtID) Store {
	n := &f.stmts[s]
	return Store{ExprID(n.a), ExprID(n.b)}
}

// ImageStore reads an StmtImageStore.
func (f *Function) ImageStore(s StmtID) ImageStore {
	n := &f.stmts[s]
	v := ImageStore{Image: ExprID(n.a), Coordinate: ExprID(n.b), Value: ExprID(n.d)}
	if n.c != 0 {
		v.ArrayIndex, v.Sample = f.pool[n.c], f.pool[n.c+1]
	}
	return v
}

// Atomic reads an StmtAtomic.
func (f *Function) Atomic(s StmtID) Atomic {
	n := &f.stmts[s]
	p := f.pool[n.a : n.a+3]
	return Atomic{AtomicOp(n.op), p[0], p[1], p[2], Scope(n.b & 0xFF), Ordering(n.b >> 8), ExprID(n.d)}
}

// ImageAtomic reads an StmtImageAtomic.
func (f *Function) ImageAtomic(s StmtID) ImageAtomic {
	n := &f.stmts[s]
	p := f.pool[n.a : n.a+6]
	return ImageAtomic{Op: AtomicOp(n.op), Image: p[0], Coordinate: p[1], ArrayIndex: p[2], Sample: p[5],
		Value: p[3], Compare: p[4], Result: ExprID(n.d)}
}

// WorkgroupUniformLoad reads a StmtWorkgroupUniformLoad.
func (f *Function) WorkgroupUniformLoad(s StmtID) WorkgroupUniformLoad {
	n := &f.stmts[s]
	return WorkgroupUniformLoad{ExprID(n.a), ExprID(n.d)}
}

// Call reads a StmtCall.
func (f *Function) Call(s StmtID) Call {
	n := &f.stmts[s]
	return Call{FuncID(n.a), f.pool[n.b : n.b+n.c : n.b+n.c], ExprID(n.d)}
}

// RayQuery reads a StmtRayQuery.
func (f *Function) RayQuery(s StmtID) RayQuery {
	n := &f.stmts[s]
	return RayQuery{RayQueryOp(n.op), ExprID(n.a), ExprID(n.b), ExprID(n.c), ExprID(n.d)}
}

// SubgroupBallot reads a StmtSubgroupBallot.
func (f *Function) SubgroupBallot(s StmtID) SubgroupBallot {
	n := &f.stmts[s]
	return SubgroupBallot{ExprID(n.a), ExprID(n.d)}
}

// SubgroupGather reads a StmtSubgroupGather.
func (f *Function) SubgroupGather(s StmtID) SubgroupGather {
	n := &f.stmts[s]
	return SubgroupGather{GatherMode(n.op), ExprID(n.a), ExprID(n.b), ExprID(n.d)}
}

// SubgroupCollective reads a StmtSubgroupCollective.
func (f *Function) SubgroupCollective(s StmtID) SubgroupCollective {
	n := &f.stmts[s]
	return SubgroupCollective{SubgroupOp(n.op & 15), CollectiveOp(n.op >> 4), n.b, ExprID(n.a), ExprID(n.d)}
}

// StmtResult is the result expression that a statement populates, or 0.
func (f *Function) StmtResult(s StmtID) ExprID {
	if f.stmts[s].kind >= StmtAtomic {
		return ExprID(f.stmts[s].d)
	}
	return 0
}

// StmtOperands appends the expressions that a statement itself uses (without nested blocks,
// an Emit's list, and its result) to buf.
func (f *Function) StmtOperands(s StmtID, buf []ExprID) []ExprID {
	n := &f.stmts[s]
	w := &stmtSlots[n.kind]
	if w.fields&slotA != 0 && n.a != 0 {
		buf = append(buf, ExprID(n.a))
	}
	if w.fields > slotA {
		if w.fields&slotB != 0 && n.b != 0 {
			buf = append(buf, ExprID(n.b))
		}
		if w.fields&slotC != 0 && n.c != 0 {
			buf = append(buf, ExprID(n.c))
		}
		if w.fields&slotD != 0 && n.d != 0 {
			buf = append(buf, ExprID(n.d))
		}
	}
	if w.list != 0 {
		buf = w.listed(buf, f.pool, n.a, n.b, n.c)
	}
	return buf
}

// MapStmtOperands replaces every operand that StmtOperands lists by fn of it.
func (f *Function) MapStmtOperands(s StmtID, fn func(ExprID) ExprID) {
	n := f.stmts[s]
	stmtSlots[n.kind].replace(f.pool, &n.a, &n.b, &n.c, &n.d, fn)
	f.stmts[s] = n
}

// Constructors. They append a statement to the arena; it takes effect once a
// block lists it. Builder wraps them.

// addStmt appends a statement, as Exprs.add does.
//
//go:noinline
func (f *Function) addStmt(head, a, b, c, d uint32, s diag.Span) StmtID {
	i := len(f.stmts)
	if i == cap(f.stmts) || i == cap(f.stmtSpans) {
		f.stmts, f.stmtSpans = append(f.stmts, stmt{}), append(f.stmtSpans, s)
	} else {
		f.stmts, f.stmtSpans = f.stmts[:i+1], f.stmtSpans[:i+1]
		f.stmtSpans[i] = s
	}
	n := &f.stmts[i]
	n.kind, n.op, n.flags = StmtKind(head), uint8(head>>8), Flags(head>>16)
	n.a, n.b, n.c, n.d = a, b, c, d
	f.stmtKinds |= 1 << n.kind
	return StmtID(i)
}

// addStmtCopy is addStmt of a statement that is there.
func (f *Function) addStmtCopy(n *stmt, s diag.Span) StmtID {
	return f.addStmt(head(uint32(n.kind), n.op, n.flags), n.a, n.b, n.c, n.d, s)
}

// AddBlock makes a block of the statements; list is copied.
func (f *Function) AddBlock(list []StmtID) BlockID {
	if len(list) == 0 {
		return 0
	}
	f.blocks = append(f.blocks, blockRange{uint32(len(f.lists)), uint32(len(list))})
	f.lists = append(f.lists, list...)
	return BlockID(len(f.blocks) - 1)
}

// AddEmit makes a StmtEmit; list is copied.
func (f *Function) AddEmit(list []ExprID, s diag.Span) StmtID {
	return f.addStmt(uint32(StmtEmit), f.addPool(list...), uint32(len(list)), 0, 0, s)
}

// AddSimple makes a StmtBreak, StmtContinue, StmtTerminate or StmtDemote.
func (f *Function) AddSimple(k StmtKind, s diag.Span) StmtID {
	return f.addStmt(uint32(k), 0, 0, 0, 0, s)
}

// AddLocalDecl makes a StmtLocal.
func (f *Function) AddLocalDecl(v LocalDecl, s diag.Span) StmtID {
	return f.addStmt(uint32(StmtLocal), uint32(v.Local), uint32(v.Init), 0, 0, s)
}

// AddBlockStmt makes a StmtBlock.
func (f *Function) AddBlockStmt(b BlockID, s diag.Span) StmtID {
	return f.addStmt(uint32(StmtBlock), uint32(b), 0, 0, 0, s)
}

// AddFilteredBlock is AddBlockStmt with diagnostic filters.
func (f *Function) AddFilteredBlock(b BlockID, filters FilterID, s diag.Span) StmtID {
	return f.addStmt(uint32(StmtBlock), uint32(b), uint32(filters), 0, 0, s)
}

// AddIf makes an StmtIf.
func (f *Function) AddIf(v If, s diag.Span) StmtID {
	return f.addStmt(uint32(StmtIf), uint32(v.Condition), uint32(v.Accept), uint32(v.Reject), 0, s)
}

// AddCaseValues stores the selector values of a clause, as bits.
func (f *Function) AddCaseValues(c *Case, values []uint32) {
	c.values = blockRange{uint32(len(f.caseValues)), uint32(len(values))}
	f.caseValues = append(f.caseValues, values...)
}

// AddSwitch makes a switch; cases, whose values were stored by AddCaseValues,
// are copied.
func (f *Function) AddSwitch(v Switch, s diag.Span) StmtID {
	off := len(f.cases)
	f.cases = append(f.cases, v.Cases...)
	return f.addStmt(uint32(StmtSwitch), uint32(v.Selector), uint32(off), uint32(len(v.Cases)), 0, s)
}

// AddLoop makes a StmtLoop.
func (f *Function) AddLoop(v Loop, s diag.Span) StmtID {
	return f.addStmt(head(uint32(StmtLoop), uint8(v.Shape), 0), uint32(v.Body), uint32(v.Continuing), uint32(v.BreakIf), 0, s)
}

// AddReturn makes a StmtReturn.
func (f *Function) AddReturn(value ExprID, s diag.Span) StmtID {
	return f.addStmt(uint32(StmtReturn), uint32(value), 0, 0, 0, s)
}

// AddBarrier makes a StmtControlBarrier or StmtMemoryBarrier.
func (f *Function) AddBarrier(k StmtKind, v Barrier, s diag.Span) StmtID {
	return f.addStmt(head(uint32(k), uint8(v.Memory), 0), uint32(v.Scope)|uint32(v.Ordering)<<8, 0, 0, 0, s)
}

// AddInterlock makes a StmtInterlock.
func (f *Function) AddInterlock(o InterlockOp, s diag.Span) StmtID {
	return f.addStmt(head(uint32(StmtInterlock), uint8(o), 0), 0, 0, 0, 0, s)
}

// AddStore makes a StmtStore.
func (f *Function) AddStore(v Store, s diag.Span) StmtID {
	return f.addStmt(uint32(StmtStore), uint32(v.Pointer), uint32(v.Value), 0, 0, s)
}

// AddImageStore makes an StmtImageStore.
func (f *Function) AddImageStore(v ImageStore, s diag.Span) StmtID {
	more := uint32(0)
	if v.ArrayIndex|v.Sample != 0 {
		more = f.addPool(v.ArrayIndex, v.Sample)
	}
	return f.addStmt(uint32(StmtImageStore), uint32(v.Image), uint32(v.Coordinate), more, uint32(v.Value), s)
}

// AddAtomic makes an StmtAtomic.
func (f *Function) AddAtomic(v Atomic, s diag.Span) StmtID {
	return f.addStmt(head(uint32(StmtAtomic), uint8(v.Op), 0), f.addPool(v.Pointer, v.Value, v.Compare),
		uint32(v.Scope)|uint32(v.Ordering)<<8, 0, uint32(v.Result), s)
}

// AddImageAtomic makes an StmtImageAtomic.
func (f *Function) AddImageAtomic(v ImageAtomic, s diag.Span) StmtID {
	return f.addStmt(head(uint32(StmtImageAtomic), uint8(v.Op), 0),
		f.addPool(v.Image, v.Coordinate, v.ArrayIndex, v.Value, v.Compare, v.Sample), 0, 0, uint32(v.Result), s)
}

// AddWorkgroupUniformLoad makes a StmtWorkgroupUniformLoad.
func (f *Function) AddWorkgroupUniformLoad(v WorkgroupUniformLoad, s diag.Span) StmtID {
	return f.addStmt(uint32(StmtWorkgroupUniformLoad), uint32(v.Pointer), 0, 0, uint32(v.Result), s)
}

// AddCall makes a call; args is copied.
func (f *Function) AddCall(v Call, s diag.Span) StmtID {
	return f.addStmt(uint32(StmtCall), uint32(v.Function), f.addPool(v.Args...), uint32(len(v.Args)), uint32(v.Result), s)
}

// AddRayQuery makes a StmtRayQuery.
func (f *Function) AddRayQuery(v RayQuery, s diag.Span) StmtID {
	return f.addStmt(head(uint32(StmtRayQuery), uint8(v.Op), 0), uint32(v.Query), uint32(v.A), uint32(v.B), uint32(v.Result), s)
}

// AddSubgroupBallot makes a StmtSubgroupBallot.
func (f *Function) AddSubgroupBallot(v SubgroupBallot, s diag.Span) StmtID {
	return f.addStmt(uint32(StmtSubgroupBallot), uint32(v.Predicate), 0, 0, uint32(v.Result), s)
}

// AddSubgroupGather makes a StmtSubgroupGather.
func (f *Function) AddSubgroupGather(v SubgroupGather, s diag.Span) StmtID {
	return f.addStmt(head(uint32(StmtSubgroupGather), uint8(v.Mode), 0), uint32(v.Index), uint32(v.Argument), 0, uint32(v.Result), s)
}

// AddSubgroupCollective makes a StmtSubgroupCollective.
func (f *Function) AddSubgroupCollective(v SubgroupCollective, s diag.Span) StmtID {
	return f.addStmt(head(uint32(StmtSubgroupCollective), uint8(v.Op)|uint8(v.Collective)<<4, 0), uint32(v.Argument), v.Cluster, 0, uint32(v.Result), s)
}

// SetBlock changes the list of a statement's nested block in place; which is 0
// for a Block's, If's accept or Loop's body, 1 for If's reject or Loop's
// continuing, and the clause's index for a Switch.
func (f *Function) SetBlock(s StmtID, which int, b BlockID) {
	n := &f.stmts[s]
	switch n.kind {
	case StmtBlock:
		n.a = uint32(b)
	case StmtIf:
		if which == 0 {
			n.b = uint32(b)
		} else {
			n.c = uint32(b)
		}
	case StmtLoop:
		if which == 0 {
			n.a = uint32(b)
		} else {
			n.b = uint32(b)
		}
	case StmtSwitch:
		f.cases[n.b+uint32(which)].Body = b
	default:
		panic("ir: SetBlock of " + n.kind.String())
	}
}

// SetBreakIf changes a loop's break-if.
func (f *Function) SetBreakIf(s StmtID, cond ExprID) { f.stmts[s].c = uint32(cond) }

// SetLoopShape changes the written form of a loop.
func (f *Function) SetLoopShape(s StmtID, shape LoopShape) { f.stmts[s].op = uint8(shape) }

// SetLocalInit changes the initial value of a StmtLocal.
func (f *Function) SetLocalInit(s StmtID, init ExprID) { f.stmts[s].b = uint32(init) }
