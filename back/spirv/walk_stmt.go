package spirv

// This file walks statements and writes structured control flow (section 2.11).
//
// Every If and Switch has a merge block and every Loop a continue target as well, whether
// control gets there or not; a merge block that it never gets to ends in OpUnreachable. In
// a continue construct, which its last block has to post dominate structurally, an
// unreachable block goes on to the next one's target.

import (
	"refract/ir"
	"refract/spirv"
)

// maxNesting is how deep control flow may nest (section 2.17).
const maxNesting = 1023

// targets are the targets of a break or continue.
type targets struct {
	breakTo    id
	continueTo id
	breaks     *bool // set when control goes to breakTo
	inLoop     bool  // breakTo is of a loop, not of a switch
}

// enter opens a scope: values computed on demand inside it are known only there.
func (w *Writer) enter() {
	w.scopes = append(w.scopes, uint32(len(w.closed)))
	w.closed = append(w.closed, false)
}

func (w *Writer) leave() {
	w.closed[w.scopes[len(w.scopes)-1]] = true
	w.scopes = w.scopes[:len(w.scopes)-1]
}

// writeBlock writes a list of statements until control leaves it.
func (w *Writer) writeBlock(b ir.BlockID, t targets) {
	if w.depth++; w.depth > maxNesting {
		w.fail("control flow nests too deep")
	}
	list := w.f.Block(b)
	for i, s := range list {
		if w.block == 0 || w.err != nil {
			break
		}
		if i+1 < len(list) && w.f.StmtKind(s) == ir.StmtEmit {
			w.putOff(s, list[i+1])
		}
		w.writeStmt(s, t)
	}
	w.depth--
}

// end branches to the target of control after a block, if it gets to the block's end. It
// reports whether it does.
func (w *Writer) end(to id) bool {
	switch w.block {
	case 0:
		return false
	case w.dead:
		if w.continuing > 0 {
			w.branch(to)
		} else {
			w.unreachable()
		}
		return false
	}
	w.branch(to)
	return true
}

// merge begins the block after a construct.
func (w *Writer) merge(l id, reached bool) {
	w.label(l)
	if !reached {
		w.dead = l
	}
}

func (w *Writer) writeStmt(s ir.StmtID, t targets) {
	w.m.Meter.Step()
	f := w.f
	w.span = f.StmtSpan(s)
	switch k := f.StmtKind(s); k {
	case ir.StmtEmit:
		for _, x := range f.Emit(s) {
			w.eval(x)
		}
		return
	case ir.StmtBlock:
		w.writeBlock(f.BlockStmt(s), t)
		return
	default:
		w.line(w.span)
		w.writeEffect(k, s, t)
	}
}

// writeEffect writes a statement other than the ones that only hold others.
func (w *Writer) writeEffect(k ir.StmtKind, s ir.StmtID, t targets) {
	f := w.f
	switch k {
	case ir.StmtLocal:
		if d := f.LocalDecl(s); d.Init != 0 {
			w.storeValue(w.local(d.Local), d.Init)
		}
	case ir.StmtIf:
		w.writeIf(f.If(s), t)
	case ir.StmtSwitch:
		w.writeSwitch(f.Switch(s), t)
	case ir.StmtLoop:
		w.writeLoop(f.Loop(s))
	case ir.StmtBreak:
		*t.breaks = true
		w.branch(t.breakTo)
	case ir.StmtContinue:
		w.branch(t.continueTo)
	case ir.StmtReturn:
		w.writeReturn(f.ReturnValue(s))
	case ir.StmtTerminate:
		w.terminate()
	case ir.StmtDemote:
		w.demote()
	case ir.StmtControlBarrier:
		w.controlBarrier(f.Barrier(s))
	case ir.StmtMemoryBarrier:
		w.memoryBarrier(f.Barrier(s))
	case ir.StmtPrint:
		v := f.Printing(s)
		var args []id
		for _, a := range v.Args {
			args = append(args, w.printed(w.value(a), f.TypeOf(a)))
		}
		w.printText(w.m.Formats[v.Format], args)
	case ir.StmtInterlock:
		w.interlock(f.Interlock(s))
	case ir.StmtStore:
		v := f.Store(s)
		w.storeValue(w.pointerTo(v.Pointer), v.Value)
	case ir.StmtImageStore:
		v := f.ImageStore(s)
		i := w.image(v.Image)
		w.writeTexel(i, w.texelCoordinate(v.Coordinate, v.ArrayIndex), w.optional(v.Sample), w.value(v.Value))
	case ir.StmtAtomic:
		w.writeAtomic(f.Atomic(s))
	case ir.StmtImageAtomic:
		w.writeImageAtomic(f.ImageAtomic(s))
	case ir.StmtWorkgroupUniformLoad:
		v := f.WorkgroupUniformLoad(s)
		w.controlBarrier(ir.Barrier{Memory: ir.MemoryWorkgroup})
		w.ids[v.Result] = w.load(w.pointerTo(v.Pointer))
		w.controlBarrier(ir.Barrier{Memory: ir.MemoryWorkgroup})
		w.nameValue(v.Result)
	case ir.StmtCall:
		w.writeCall(f.Call(s))
	case ir.StmtRayQuery:
		w.writeRayQuery(f.RayQuery(s))
	case ir.StmtPipeline:
		w.writePipeline(f.Pipeline(s))
	case ir.StmtCooperative:
		w.writeCooperative(f.Cooperative(s))
	case ir.StmtSubgroupBallot:
		v := f.SubgroupBallot(s)
		w.ids[v.Result] = w.ballot(f.TypeOf(v.Result), w.optional(v.Predicate))
		w.nameValue(v.Result)
	case ir.StmtSubgroupGather:
		v := f.SubgroupGather(s)
		w.ids[v.Result] = w.gather(v.Mode, f.TypeOf(v.Result), w.value(v.Argument), w.lane(v.Index))
		w.nameValue(v.Result)
	case ir.StmtSubgroupCollective:
		v := f.SubgroupCollective(s)
		w.ids[v.Result] = w.collective(v.Op, v.Collective, v.Cluster, f.TypeOf(v.Result), w.optional(v.Argument))
		w.nameValue(v.Result)
	default:
		panic("spirv: statement " + k.String())
	}
}

// writeIf writes a selection; a side without statements is the merge block.
func (w *Writer) writeIf(v ir.If, t targets) {
	cond := w.value(v.Condition)
	merge := w.out.NewID()
	accept, reject := merge, merge
	hasReject := len(w.f.Block(v.Reject)) > 0
	if hasReject {
		reject = w.out.NewID()
	}
	hasAccept := len(w.f.Block(v.Accept)) > 0 || !hasReject
	if hasAccept {
		accept = w.out.NewID()
	}
	w.selectionMerge(merge)
	w.branchIf(cond, accept, reject)
	reached := !hasAccept || !hasReject
	if hasAccept {
		reached = w.writeSide(accept, v.Accept, merge, t) || reached
	}
	if hasReject {
		reached = w.writeSide(reject, v.Reject, merge, t) || reached
	}
	w.merge(merge, reached)
}

// writeSide writes one side of a selection and reports whether control gets from
// it to the merge block.
func (w *Writer) writeSide(l id, b ir.BlockID, merge id, t targets) bool {
	w.enter()
	w.label(l)
	w.writeBlock(b, t)
	reached := w.end(merge)
	w.leave()
	return reached
}

// writeSwitch writes a switch. A clause without statements that falls through
// shares the next one's block. Clauses that fall through into another stand in
// front of it in the list of targets, as section 2.11.2 asks.
func (w *Writer) writeSwitch(v ir.Switch, t targets) {
	selector := w.value(v.Selector)
	merge := w.out.NewID()
	labels := make([]id, len(v.Cases))
	def := merge
	for i := len(v.Cases) - 1; i >= 0; i-- {
		c := &v.Cases[i]
		if c.FallThrough && i+1 < len(v.Cases) && len(w.f.Block(c.Body)) == 0 {
			labels[i] = labels[i+1]
		} else {
			labels[i] = w.out.NewID()
		}
		if c.Default {
			def = labels[i]
		}
	}
	w.selectionMerge(merge)
	w.code.Begin(spirv.OpSwitch)
	w.code.Words(selector, def)
	for i := range v.Cases {
		for _, x := range w.f.CaseValues(&v.Cases[i]) {
			w.code.Words(x, labels[i])
		}
	}
	w.code.End()
	w.block = 0
	reached := def == merge
	t.breakTo, t.breaks = merge, &reached
	for i := range v.Cases {
		c := &v.Cases[i]
		if i > 0 && labels[i] == labels[i-1] || i+1 < len(labels) && labels[i] == labels[i+1] {
			// Only the last of the clauses that share a block has statements.
			if i+1 < len(labels) && labels[i] == labels[i+1] {
				continue
			}
		}
		next := merge
		if c.FallThrough && i+1 < len(v.Cases) {
			next = labels[i+1]
		}
		w.enter()
		w.label(labels[i])
		w.writeBlock(c.Body, t)
		if w.end(next) && next == merge {
			reached = true
		}
		w.leave()
	}
	w.merge(merge, reached)
}

func (w *Writer) writeLoop(v ir.Loop) {
	header, body, next, merge := w.out.NewID(), w.out.NewID(), w.out.NewID(), w.out.NewID()
	w.branch(header)
	w.label(header)
	w.loopMerge(merge, next)
	w.branch(body)
	reached := false
	t := targets{breakTo: merge, continueTo: next, breaks: &reached}
	w.enter()
	w.label(body)
	w.writeBlock(v.Body, t)
	w.end(next)
	w.leave()
	w.enter()
	w.label(next)
	w.continuing++
	w.writeBlock(v.Continuing, t)
	w.continuing--
	switch {
	case w.block == 0:
	case v.BreakIf != 0:
		reached = true
		w.branchIf(w.value(v.BreakIf), merge, header)
	default:
		w.branch(header)
	}
	w.leave()
	w.merge(merge, reached)
}

func (w *Writer) writeReturn(x ir.ExprID) {
	switch {
	case x == 0:
		w.code.Op0(spirv.OpReturn)
	case w.inEntry:
		w.returnOutputs(x)
		w.code.Op0(spirv.OpReturn)
	default:
		w.code.Op1(spirv.OpReturnValue, w.value(x))
	}
	w.block = 0
}

func (w *Writer) writeAtomic(v ir.Atomic) {
	p := w.pointerTo(v.Pointer)
	s := w.m.Types.ScalarOf(p.ty)
	value := w.value(v.Value)
	var r id
	if v.Op == ir.AtomicCompareExchange {
		compare := w.value(v.Compare)
		if v.Result != 0 {
			r = w.compareExchange(w.f.TypeOf(v.Result), s, p, value, compare, v.Scope, v.Ordering)
		} else {
			r = w.compareExchangeOld(s, p, value, compare, v.Scope, v.Ordering)
		}
	} else {
		r = w.atomic(v.Op, s, p, value, v.Scope, v.Ordering)
	}
	if v.Result != 0 {
		w.ids[v.Result] = r
		w.nameValue(v.Result)
	}
}

func (w *Writer) writeImageAtomic(v ir.ImageAtomic) {
	s := w.m.ImageTexel(w.f.TypeOf(v.Image))
	p := w.texel(w.pointerTo(v.Image), s, w.texelCoordinate(v.Coordinate, v.ArrayIndex), w.optional(v.Sample))
	value := w.value(v.Value)
	var r id
	switch {
	case v.Op != ir.AtomicCompareExchange:
		r = w.atomic(v.Op, s, p, value, ir.ScopeDefault, ir.OrderDefault)
	case v.Result != 0 && w.m.StructOf(w.f.TypeOf(v.Result)) != nil:
		r = w.compareExchange(w.f.TypeOf(v.Result), s, p, value, w.value(v.Compare), ir.ScopeDefault, ir.OrderDefault)
	default:
		r = w.compareExchangeOld(s, p, value, w.value(v.Compare), ir.ScopeDefault, ir.OrderDefault)
	}
	if v.Result != 0 {
		w.ids[v.Result] = r
		w.nameValue(v.Result)
	}
}

// arguments are the operands of a call or an operation on the pipeline, in scratch memory.
func (w *Writer) arguments(list []ir.ExprID) []id {
	args := w.params[:0]
	for _, a := range list {
		if w.m.Types.At(w.f.TypeOf(a)).Kind == ir.TypePointer {
			args = append(args, w.pointerTo(a).id)
		} else {
			args = append(args, w.value(a))
		}
	}
	w.params = args
	return args
}

func (w *Writer) writeCall(v ir.Call) {
	callee := w.record(v.Function)
	r := &w.records[w.current]
	if n := len(r.calls); n == 0 || r.calls[n-1] != int32(callee) {
		r.calls = append(r.calls, int32(callee))
	}
	args := w.arguments(v.Args)
	result := w.void()
	if t := w.m.Functions[v.Function].Result; t != 0 {
		result = w.typ(t)
	}
	x := w.call(result, w.records[callee].id, args)
	if v.Result != 0 {
		w.relaxIf(x, w.m.Functions[v.Function].ResultBinding.Relaxed)
		w.ids[v.Result] = x
		w.nameValue(v.Result)
	}
}

func (w *Writer) writeRayQuery(v ir.RayQuery) {
	query := w.pointerTo(v.Query).id
	switch v.Op {
	case ir.RayInitialize:
		w.rayInitialize(query, w.value(v.A), w.value(v.B))
	case ir.RayProceed:
		r := w.rayProceed(query)
		if v.Result != 0 {
			w.ids[v.Result] = r
			w.nameValue(v.Result)
		}
	case ir.RayTerminate:
		w.rayTerminate(query)
	case ir.RayGenerateIntersection:
		w.rayGenerate(query, w.value(v.A))
	case ir.RayConfirmIntersection:
		w.rayConfirm(query)
	default:
		panic("spirv: ray query " + v.Op.String())
	}
}

// lane is the index of an invocation of the subgroup, or 0 if there is none: SPIR-V
// requires it unsigned.
func (w *Writer) lane(x ir.ExprID) id {
	index := w.optional(x)
	switch {
	case index == 0 || w.m.Types.ScalarOf(w.f.TypeOf(x)) != ir.I32:
		return index
	case w.isConstant(index) && w.opOf(index) == spirv.OpConstant:
		return w.u32(uint32(w.constantBits(index)))
	}
	return w.bitcast(ir.TypeU32, ir.TypeI32, index)
}
