package ir

// This file reads function bodies of the text form: variables, statements and
// expressions.

import (
	"math"
	"strconv"
	"strings"

	"refract/internal/lazy"
	"refract/internal/num"
)

// textOp is the operation of the word that begins an expression.
type textOp struct {
	kind Kind
	op   uint8
}

// textOps are the words of expressions.
var textOps = lazy.Value[map[string]textOp]{Make: func() map[string]textOp {
	m := map[string]textOp{}
	for _, k := range []Kind{KindCompose, KindSplat, KindSwizzle, KindAccess, KindAccessIndex, KindLoad, KindSelect,
		KindAs, KindDerivative, KindImageSample, KindImageLoad, KindImageQuery, KindArrayLength, KindRayQueryGet,
		KindRayQueryVertex, KindPointerAt, KindBufferView, KindInterpolate} {
		m[k.String()] = textOp{kind: k}
	}
	m["bitcast"] = textOp{KindAs, 1}
	for op := range numUnaryOps {
		m[op.String()] = textOp{KindUnary, uint8(op)}
	}
	for op := range numBinaryOps {
		m[op.String()] = textOp{KindBinary, uint8(op)}
	}
	for op := range numRelationalOps {
		m[op.String()] = textOp{KindRelational, uint8(op)}
	}
	for op := range numMathOps {
		m[op.String()] = textOp{KindMath, uint8(op)}
	}
	return m
}}

// textStmts are the words of statements.
var textStmts = lazy.Value[map[string]StmtKind]{Make: func() map[string]StmtKind {
	m := map[string]StmtKind{}
	for k := StmtLocal; k < numStmtKinds; k++ {
		m[k.String()] = k
	}
	return m
}}

func (p *textParser) body(t textBody) {
	p.f = p.m.Functions[t.fn]
	p.vars, p.values = t.vars, map[string]ExprID{}
	p.b.Start(p.m, p.f)
	p.depth = 0
	p.seek(t.offset)
	p.expect('{')
	p.f.Body = p.lines()
	p.f = nil
}

// lines reads the statements of a block up to and with its closing brace.
func (p *textParser) lines() BlockID {
	mark := p.b.Begin()
	for !p.is('}') && p.tok.kind != tokEOF {
		start := p.tok.start
		p.line(func() {
			if p.tok.kind != tokNewline {
				p.stmt()
				p.endLine()
				return
			}
			p.advance()
		})
		if p.tok.start == start && !p.is('}') {
			p.advance()
		}
	}
	p.accept('}')
	return p.b.End(mark)
}

func (p *textParser) block() BlockID {
	p.nest()
	defer func() { p.depth-- }()
	mark := len(p.b.stack)
	ok := false
	defer func() {
		if !ok { // a line inside the block is failing, and its statements are lost with it
			p.b.pending = p.b.pending[:0]
			p.b.stack = p.b.stack[:min(mark, len(p.b.stack))]
		}
	}()
	p.expect('{')
	b := p.lines()
	ok = true
	return b
}

func (p *textParser) stmt() {
	start := p.tok.start
	if p.tok.kind == tokLabel && p.tok.sigil == '%' {
		p.valueLine(start)
		return
	}
	t := p.tok
	switch word := p.word("a statement"); word {
	case "break_if":
		if p.breakIf == nil || *p.breakIf != 0 {
			p.fail(codeTextSyntax, t, "break_if stands once, in a continuing block")
		}
		*p.breakIf = p.value()
	case "var":
		p.varLine(start)
	case "let":
		t := p.label('%', "a value's name")
		name := p.nameOf(t)
		p.expect('=')
		e := p.operand(&p.f.Exprs)
		if p.f.nodes[e].kind.NeedsEmit() || p.f.nodes[e].kind.IsResult() {
			p.fail(codeTextSyntax, t, "let names values that exist everywhere")
		}
		p.defineValue(t, name, e)
		s := p.span(start)
		p.acceptSpan(&s)
		p.f.spans[e] = s
	default:
		k, ok := textStmts.Get()[word]
		if !ok {
			p.fail(codeTextSyntax, t, "unknown statement %s", t)
		}
		p.statement(k, start, 0)
	}
}

func (p *textParser) varLine(start int) {
	t := p.label('$', "a variable's name")
	if _, taken := p.vars[t.text]; taken {
		p.fail(codeTextName, t, "%s is declared twice", t)
	}
	l := Local{Name: p.nameOf(t)}
	p.expect(':')
	l.Type = p.typ()
	l.Relaxed = p.acceptWord("relaxed")
	l.Span = p.span(start)
	p.acceptSpan(&l.Span)
	p.vars[t.text] = textVar{KindLocal, uint32(p.f.AddLocal(l))}
}

func (p *textParser) defineValue(t token, name string, e ExprID) {
	if _, taken := p.values[t.text]; taken {
		p.fail(codeTextName, t, "%s is declared twice", t)
	}
	p.values[t.text] = e
	if name != "" {
		p.f.SetName(e, name)
	}
}

// valueLine reads a line that makes a value: %1 = ...
func (p *textParser) valueLine(start int) {
	t := p.advance()
	name := p.nameOf(t)
	p.expect('=')
	word := p.tok
	if op, ok := textOps.Get()[word.text]; ok && word.kind == tokIdent {
		e := p.expr(&p.f.Exprs, op)
		s := p.span(start)
		p.acceptSpan(&s)
		p.f.spans[e] = s
		p.defineValue(t, name, p.b.Pend(e))
		return
	}
	k, ok := textStmts.Get()[p.word("an operation")]
	if !ok {
		p.fail(codeTextSyntax, word, "unknown operation %s", word)
	}
	kind := resultKinds[k]
	if kind == 0 {
		p.fail(codeTextSyntax, word, "%s makes no value", word)
	}
	e := p.f.AddResult(kind, 0, p.at(start, start))
	p.statement(k, start, e)
	p.defineValue(t, name, e)
}

// resultKinds are the kinds of the results of statements.
var resultKinds = [numStmtKinds]Kind{StmtAtomic: KindAtomicResult, StmtImageAtomic: KindAtomicResult,
	StmtWorkgroupUniformLoad: KindWorkgroupUniformResult, StmtCall: KindCallResult, StmtRayQuery: KindRayQueryProceedResult,
	StmtSubgroupBallot: KindSubgroupResult, StmtSubgroupGather: KindSubgroupResult, StmtSubgroupCollective: KindSubgroupResult, StmtPipeline: KindPipelineResult,
	StmtCooperative: KindSubgroupResult}

// statement reads the rest of a statement, whose word was read, and appends it.
// result is the value that it populates, or 0.
func (p *textParser) statement(k StmtKind, start int, result ExprID) {
	f := p.f
	p.b.Span = p.at(start, p.lastEnd)
	s := p.b.Span
	var id StmtID
	implied := TypeID(0) // the result's type
	switch k {
	case StmtBreak, StmtContinue, StmtTerminate, StmtDemote:
		id = f.AddSimple(k, s)
	case StmtLocal:
		v := LocalDecl{}
		t := p.label('$', "a variable")
		if l, ok := p.vars[t.text]; ok && l.kind == KindLocal {
			v.Local = LocalID(l.handle)
		} else {
			p.fail(codeTextName, t, "no variable %s", t)
		}
		if p.accept('=') {
			v.Init = p.value()
		}
		id = f.AddLocalDecl(v, s)
	case StmtBlock:
		p.b.Flush()
		var filters []DiagnosticFilter
		for p.acceptWord("diagnostic") {
			filters = append(filters, p.filterInParens())
		}
		id = f.AddFilteredBlock(p.block(), p.m.AddFilters(filters), s)
	case StmtIf:
		v := If{Condition: p.value()}
		p.b.Flush()
		v.Accept = p.block()
		if p.acceptWord("else") {
			v.Reject = p.block()
		}
		id = f.AddIf(v, s)
	case StmtSwitch:
		id = p.switchStmt()
	case StmtLoop:
		id = p.loop()
	case StmtReturn:
		id = f.AddReturn(p.optional(), s)
	case StmtControlBarrier, StmtMemoryBarrier:
		v := Barrier{}
		for i := 0; i < len(memoryNames); i++ {
			if p.acceptWord(memoryNames[i]) {
				v.Memory |= 1 << i
				i = -1
			}
		}
		v.Scope, v.Ordering = p.scope()
		id = f.AddBarrier(k, v, s)
	case StmtInterlock:
		id = f.AddInterlock(enum[InterlockOp](p, "begin or end", interlockOpNames[:]), s)
	case StmtStore:
		v := Store{Pointer: p.value()}
		p.expect(',')
		v.Value = p.value()
		id = f.AddStore(v, s)
	case StmtImageStore:
		v := ImageStore{Image: p.value()}
		v.Coordinate, v.ArrayIndex, v.Sample, v.Value = p.key("at"), p.key("array"), p.key("sample"), p.key("value")
		id = f.AddImageStore(v, s)
	case StmtAtomic:
		v := Atomic{Op: enum[AtomicOp](p, "an atomic operation", atomicNames[:]), Pointer: p.value(), Result: result}
		p.expect(',')
		v.Value, v.Compare = p.value(), p.key("compare")
		v.Scope, v.Ordering = p.scope()
		implied = p.exchangeType(v.Op, p.m.LoadType(f.nodes[v.Pointer].ty))
		id = f.AddAtomic(v, s)
	case StmtImageAtomic:
		v := ImageAtomic{Op: enum[AtomicOp](p, "an atomic operation", atomicNames[:]), Image: p.value(), Result: result}
		v.Coordinate, v.ArrayIndex, v.Sample, v.Value, v.Compare = p.key("at"), p.key("array"), p.key("sample"), p.key("value"), p.key("compare")
		implied = p.exchangeType(v.Op, ScalarTypeOf(p.m.ImageTexel(f.nodes[v.Image].ty)))
		id = f.AddImageAtomic(v, s)
	case StmtWorkgroupUniformLoad:
		v := WorkgroupUniformLoad{Pointer: p.value(), Result: result}
		implied = p.m.LoadType(f.nodes[v.Pointer].ty)
		id = f.AddWorkgroupUniformLoad(v, s)
	case StmtCall:
		id, implied = p.call(result)
	case StmtRayQuery:
		v := RayQuery{Op: enum[RayQueryOp](p, "a ray query operation", rayQueryNames[:]), Query: p.value(), Result: result}
		if p.accept(',') {
			v.A = p.value()
		}
		if p.accept(',') {
			v.B = p.value()
		}
		implied = TypeBool
		id = f.AddRayQuery(v, s)
	case StmtPipeline:
		v := PipelineStmt{Op: enum[PipelineOp](p, "a pipeline operation", pipelineOpNames[:]), Result: result}
		if v.Op == ReadClock && p.acceptWord("device") {
			v.Stream = 1
		} else if v.Op == ReadHit {
			v.Stream = p.property()
		} else if p.acceptWord("stream") {
			v.Stream = uint8(p.uint(255))
		}
		if first := p.optional(); first != 0 {
			v.Args = append(v.Args, first)
			for p.accept(',') {
				v.Args = append(v.Args, p.value())
			}
		}
		implied = v.ResultType(&p.m.Types)
		id = f.AddPipeline(v, s)
	case StmtCooperative:
		id, implied = p.cooperative(result, s)
	case StmtPrint:
		v := PrintStmt{Format: FormatID(p.uint(1<<32 - 1))}
		for p.accept(',') {
			v.Args = append(v.Args, p.value())
		}
		id = f.AddPrint(v, s)
	case StmtSubgroupBallot:
		v := SubgroupBallot{p.optional(), result}
		implied = VectorOf(U32, 4)
		id = f.AddSubgroupBallot(v, s)
	case StmtSubgroupGather:
		v := SubgroupGather{Mode: enum[GatherMode](p, "a gather mode", gatherNames[:]), Argument: p.value(), Result: result}
		v.Index = p.key("index")
		implied = f.nodes[v.Argument].ty
		id = f.AddSubgroupGather(v, s)
	case StmtSubgroupCollective:
		v := SubgroupCollective{Op: enum[SubgroupOp](p, "a subgroup operation", subgroupNames[:]), Result: result}
		v.Collective = enum[CollectiveOp](p, "reduce or a scan", collectiveNames[:])
		v.Argument = p.optional()
		if implied = TypeBool; v.Argument != 0 {
			implied = f.nodes[v.Argument].ty
		}
		if v.Collective == Clustered && p.acceptWord("cluster") {
			v.Cluster = p.u32()
		}
		id = f.AddSubgroupCollective(v, s)
	default:
		panic("ir: parse of statement " + k.String())
	}
	if result != 0 {
		f.nodes[result].ty = p.typeOr(implied)
	}
	flags := p.flags()
	s = p.at(start, p.lastEnd)
	switch k {
	case StmtIf, StmtBlock, StmtSwitch, StmtLoop: // the position is that of the first word
		s = f.stmtSpans[id]
	}
	p.acceptSpan(&s)
	f.stmtSpans[id] = s
	if result != 0 {
		f.nodes[result].flags |= flags & resultFlags
		flags &^= resultFlags
		f.spans[result] = s
	}
	f.stmts[id].flags |= flags
	p.b.Push(id)
}

// resultFlags are the flags that, on a statement with a result, are the result's.
const resultFlags = FlagPrecise | FlagRelaxed | FlagNonUniform | FlagNoWrap

func (p *textParser) exchangeType(op AtomicOp, t TypeID) TypeID {
	if op == AtomicCompareExchange && p.m.Types.IsScalarOrVector(t) {
		return p.m.SpecialStruct(SpecialAtomicExchange, t)
	}
	return t
}

func (p *textParser) call(result ExprID) (StmtID, TypeID) {
	v := Call{Function: p.funcRef(), Result: result}
	mark := len(p.operands)
	p.inParens(func() {
		for !p.is(')') {
			p.operands = append(p.operands, p.value())
			if !p.accept(',') {
				break
			}
		}
	})
	v.Args = p.operands[mark:]
	id := p.f.AddCall(v, p.b.Span)
	p.operands = p.operands[:mark]
	return id, p.m.Functions[v.Function].Result
}

func (p *textParser) switchStmt() StmtID {
	f, s := p.f, p.b.Span
	v := Switch{Selector: p.value()}
	p.b.Flush()
	p.expect('{')
	for {
		for p.tok.kind == tokNewline {
			p.advance()
		}
		if p.accept('}') {
			break
		}
		var c Case
		var values []uint32
		c.Default = p.acceptWord("default")
		if !c.Default {
			if !p.acceptWord("case") {
				p.fail(codeTextSyntax, p.tok, `expected "case" or "default", found %s`, p.tok)
			}
			for !p.is('{') {
				if p.acceptWord("default") {
					c.Default = true
				} else {
					values = append(values, p.caseValue())
				}
				if !p.accept(',') {
					break
				}
			}
		}
		c.Body = p.block()
		c.FallThrough = p.acceptWord("fallthrough")
		p.endLine()
		f.AddCaseValues(&c, values)
		v.Cases = append(v.Cases, c)
	}
	return f.AddSwitch(v, s)
}

func (p *textParser) caseValue() uint32 {
	if p.tok.kind == tokNumber {
		if v, err := strconv.ParseInt(strings.TrimRight(p.tok.text, "iu"), 0, 64); err == nil && v >= math.MinInt32 && v <= math.MaxUint32 {
			p.advance()
			return uint32(v)
		}
	}
	p.fail(codeTextSyntax, p.tok, "expected a 32-bit number, found %s", p.tok)
	return 0
}

func (p *textParser) loop() StmtID {
	f, s := p.f, p.b.Span
	v := Loop{}
	if p.tok.kind == tokIdent {
		v.Shape = enum[LoopShape](p, "a loop's shape", loopShapeWords)
	}
	p.b.Flush()
	v.Body = p.loopBlock(nil)
	if p.acceptWord("continuing") {
		v.Continuing = p.loopBlock(&v.BreakIf)
	}
	return f.AddLoop(v, s)
}

var loopShapeWords = []string{"", "while", "for", "do"}

// loopBlock reads a block of a loop; break_if goes to cond, if it may stand there.
func (p *textParser) loopBlock(cond *ExprID) BlockID {
	outer := p.breakIf
	p.breakIf = cond
	defer func() { p.breakIf = outer }()
	return p.block()
}

// optional reads a value if the line has one.
func (p *textParser) optional() ExprID {
	switch {
	case p.tok.kind == tokNewline, p.tok.kind == tokEOF, p.is('}'), p.is(':'), p.tok.kind == tokLabel && p.tok.sigil == '!':
		return 0
	}
	return p.value()
}

func (p *textParser) key(word string) ExprID {
	if p.acceptWord(word) {
		return p.value()
	}
	return 0
}

func (p *textParser) scope() (s Scope, o Ordering) {
	if p.acceptWord("scope") {
		s = enum[Scope](p, "a scope", scopeNames[:])
	}
	if p.acceptWord("order") {
		o = enum[Ordering](p, "an ordering", orderingNames[:])
	}
	return s, o
}

// flags reads flags up to a !span.
func (p *textParser) flags() (f Flags) {
	for p.tok.kind == tokLabel && p.tok.sigil == '!' && p.tok.text != "span" {
		i := 0
		for i < len(flagWords) && flagWords[i] != p.tok.text {
			i++
		}
		if i == len(flagWords) {
			p.fail(codeTextSyntax, p.tok, "unknown flag %s", p.tok)
		}
		f |= 1 << i
		p.advance()
	}
	return f
}

// typeOr reads the type after a colon; without one, it is implied.
func (p *textParser) typeOr(implied TypeID) TypeID {
	if p.accept(':') {
		return p.typ()
	}
	if implied == 0 || int(implied) >= p.m.Types.Len() {
		p.fail(codeTextType, p.tok, "the type can't be inferred: write it after a colon")
	}
	return implied
}

// value reads an operand of the function that is being read.
func (p *textParser) value() ExprID { return p.operand(&p.f.Exprs) }

// operand reads a use of a value, in x: a label, or a value that exists
// everywhere, for which it makes an expression.
func (p *textParser) operand(x *Exprs) ExprID {
	t := p.tok
	span := p.at(t.start, t.end)
	switch {
	case t.kind == tokNumber:
		p.advance()
		ty, bits, ok := parseLiteral(t.text)
		if !ok {
			p.fail(codeTextSyntax, t, "malformed literal %s: a literal ends in its type, as 1i, 2u, 3.5f", t)
		}
		return x.AddLiteral(ty, bits, span)
	case t.kind == tokIdent:
		switch p.advance(); t.text {
		case "true":
			return x.AddLiteral(TypeBool, 1, span)
		case "false":
			return x.AddLiteral(TypeBool, 0, span)
		case "zero":
			p.expect('(')
			ty := p.typ()
			p.expect(')')
			return x.AddZeroValue(ty, span)
		case "bits":
			p.expect('(')
			ty := p.typ()
			p.expect(',')
			bits, err := strconv.ParseUint(p.tok.text, 0, 64)
			if p.tok.kind != tokNumber || err != nil {
				p.fail(codeTextSyntax, p.tok, "expected a number, found %s", p.tok)
			}
			p.advance()
			p.expect(')')
			return x.AddLiteral(ty, bits, span)
		}
	case p.accept('('):
		p.nest()
		id := p.operand(x)
		p.depth--
		p.expect(':')
		ty := p.typ()
		p.expect(')')
		if !x.nodes[id].kind.IsImplicit() {
			p.fail(codeTextType, t, "only a value that exists everywhere can be given a type where it is used")
		}
		x.nodes[id].ty = ty
		return id
	case t.kind == tokLabel:
		p.advance()
		return p.labelOperand(x, t)
	}
	p.fail(codeTextSyntax, t, "expected a value, found %s", t)
	return 0
}

func (p *textParser) labelOperand(x *Exprs, t token) ExprID {
	span := p.at(t.start, t.end)
	module := x == &p.m.Consts
	switch {
	case t.sigil == '%' && !module:
		if id, ok := p.values[t.text]; ok {
			return id
		}
	case t.sigil == '^' && module:
		if id, ok := p.consts[t.text]; ok {
			return ExprID(id)
		}
	case t.sigil == '$' && !module:
		switch v, ok := p.vars[t.text]; {
		case !ok:
		case v.kind == KindArgument:
			return x.AddRef(KindArgument, p.f.Args[v.handle].Type, v.handle, span)
		default:
			ty := p.m.Types.Pointer(p.f.Locals[v.handle].Type, SpaceFunction, AccessReadWrite, NoLayout)
			return x.AddRef(KindLocal, ty, v.handle, span)
		}
	case t.sigil == '@':
		ref, ok := p.names[t.text]
		var ty TypeID
		switch {
		case !ok:
			p.fail(codeTextName, t, "no %s", t)
		case ref.kind == KindConstant:
			ty = p.m.Constants[ref.handle].Type
		case ref.kind == KindOverride:
			ty = p.m.Overrides[ref.handle].Type
		default:
			ty = p.m.PointerTo(GlobalID(ref.handle))
		}
		return x.AddRef(ref.kind, ty, ref.handle, span)
	}
	p.fail(codeTextName, t, "no value %s here", t)
	return 0
}

// parseLiteral reads a literal with its suffix.
func parseLiteral(text string) (TypeID, uint64, bool) {
	best := NoScalar
	for s := I8; s < AbstractFloat; s++ {
		if suffix := literalSuffixes[s]; strings.HasSuffix(text, suffix) && len(suffix) > len(literalSuffixes[best]) {
			best = s
		}
	}
	if best == NoScalar {
		return 0, 0, false
	}
	digits := strings.TrimSuffix(text, literalSuffixes[best])
	ty, w := ScalarTypeOf(best), best.Bits()
	switch best.Kind() {
	case UintKind:
		v, err := strconv.ParseUint(digits, 0, w)
		return ty, v, err == nil
	case SintKind:
		v, err := strconv.ParseInt(digits, 0, w)
		return ty, uint64(v) << (64 - w) >> (64 - w), err == nil
	}
	switch best {
	case F32:
		v, err := strconv.ParseFloat(digits, 32)
		return ty, uint64(math.Float32bits(float32(v))), err == nil
	case F16:
		v, err := strconv.ParseFloat(digits, 64)
		h := num.F16FromF64(v)
		return ty, uint64(h), err == nil && h.IsFinite()
	default:
		v, err := strconv.ParseFloat(digits, 64)
		return ty, math.Float64bits(v), err == nil
	}
}

// expr reads an expression that isn't implicit into x, whose word is next.
func (p *textParser) expr(x *Exprs, op textOp) ExprID {
	word := p.advance()
	s := p.at(word.start, word.end)
	var id ExprID
	implied := TypeID(0)
	arg := func(i int) ExprID {
		if i > 0 {
			p.expect(',')
		}
		return p.operand(x)
	}
	key := func(word string) ExprID {
		if p.acceptWord(word) {
			return p.operand(x)
		}
		return 0
	}
	ty := func(e ExprID) TypeID { return x.nodes[e].ty }
	switch op.kind {
	case KindCompose:
		mark := len(p.operands)
		if !p.is(':') {
			p.list(func() { p.operands = append(p.operands, p.operand(x)) })
		}
		id = x.AddCompose(0, p.operands[mark:], s)
		p.operands = p.operands[:mark]
	case KindInterpolate:
		v := Interpolate{Op: enum[InterpolateOp](p, "a place of interpolation", interpolateNames[:])}
		if p.acceptWord("location") {
			p.inParens(func() { v.Location = p.u32() })
		}
		if p.acceptWord("component") {
			p.inParens(func() { v.Component = p.u32() })
		}
		v.Arg = key("at")
		id = x.AddInterpolate(0, v, s)
	case KindBufferView:
		id = x.AddBufferView(0, BufferView{arg(0), key("offset"), key("size")}, s)
	case KindSplat, KindLoad, KindArrayLength, KindRayQueryGet, KindRayQueryVertex, KindPointerAt:
		v := arg(0)
		switch op.kind {
		case KindLoad:
			implied = p.m.LoadType(ty(v))
		case KindArrayLength:
			implied = TypeU32
		case KindRayQueryGet:
			implied = p.m.SpecialStruct(SpecialRayIntersection, 0)
		case KindRayQueryVertex:
			implied = p.m.Types.Array(VectorOf(F32, 3), 3)
		}
		id = x.AddUnaryKind(op.kind, 0, 0, v, s)
	case KindSwizzle:
		v := Swizzle{Vector: arg(0)}
		t := p.tok
		for _, c := range p.word("components") {
			i := strings.IndexRune("xyzw", c)
			if i < 0 || v.Size == 4 {
				p.fail(codeTextSyntax, t, "expected up to four of xyzw, found %s", t)
			}
			v.Pattern[v.Size] = uint8(i)
			v.Size++
		}
		if sc := p.m.Types.ScalarOf(ty(v.Vector)); sc != NoScalar && v.Size > 1 {
			implied = VectorOf(sc, v.Size)
		}
		id = x.AddSwizzle(0, v, s)
	case KindAccess:
		v := Access{arg(0), arg(1)}
		implied = p.m.ElementType(ty(v.Base), 0)
		id = x.AddAccess(0, 0, v, s)
	case KindAccessIndex:
		v := AccessIndex{Base: arg(0)}
		p.expect(',')
		v.Index = p.member(ty(v.Base))
		implied = p.m.ElementType(ty(v.Base), v.Index)
		id = x.AddAccessIndex(0, v, s)
	case KindUnary:
		v := Unary{UnaryOp(op.op), arg(0)}
		implied = ty(v.Value)
		id = x.AddUnary(0, 0, v, s)
	case KindBinary:
		v := Binary{BinaryOp(op.op), arg(0), arg(1)}
		implied = p.m.BinaryType(v.Op, ty(v.Left), ty(v.Right))
		id = x.AddBinary(0, 0, v, s)
	case KindSelect:
		v := Select{arg(0), arg(1), arg(2)}
		implied = ty(v.Accept)
		id = x.AddSelect(0, v, s)
	case KindRelational:
		v := Relational{RelationalOp(op.op), arg(0)}
		implied = p.m.RelationalType(v.Op, ty(v.Value))
		id = x.AddRelational(0, v, s)
	case KindMath:
		v := Math{Op: MathOp(op.op)}
		for i := range v.Op.Info().Args {
			v.Args[i] = arg(int(i))
		}
		implied = p.mathType(v.Op, ty(v.Args[0]), x.nodes[v.Args[1]].ty)
		id = x.AddMath(0, 0, v, s)
	case KindAs:
		id = x.AddAs(0, 0, As{arg(0), op.op != 0}, s)
	case KindDerivative:
		v := Derivative{Axis: enum[DerivativeAxis](p, "an axis", axisNames[:])}
		if p.tok.kind == tokIdent && (p.tok.text == "coarse" || p.tok.text == "fine") {
			v.Control = enum[DerivativeControl](p, "a precision", controlNames[:])
		}
		v.Value = arg(0)
		implied = ty(v.Value)
		id = x.AddDerivative(0, v, s)
	case KindImageSample:
		v := ImageSample{Image: arg(0), Sampler: key("with"), Coordinate: key("at"), ArrayIndex: key("array"),
			Offset: key("offset"), Gather: -1}
		switch {
		case p.acceptWord("level_zero"):
			v.Level = LevelZero
		case p.acceptWord("level_query"):
			v.Level = LevelQuery
		case p.tok.text == "level":
			v.Level, v.LevelArg = LevelExact, key("level")
		case p.tok.text == "bias":
			v.Level, v.LevelArg = LevelBias, key("bias")
		case p.tok.text == "ddx":
			v.Level, v.LevelArg, v.LevelArgY = LevelGradient, key("ddx"), key("ddy")
		}
		v.MinLevel = key("min_level")
		v.DepthRef = key("depth")
		if p.acceptWord("gather") {
			v.Gather = int(p.uint(3))
		}
		v.Residency = p.acceptWord("residency")
		if p.isImage(ty(v.Image)) {
			implied = p.m.ImageSampleType(ty(v.Image), v)
		}
		id = x.AddImageSample(0, v, s)
	case KindImageLoad:
		v := ImageLoad{Image: arg(0), Coordinate: key("at"), ArrayIndex: key("array"), Sample: key("sample"), Level: key("level"), Residency: p.acceptWord("residency")}
		if v.Residency {
			implied = TypeU32
		} else if p.isImage(ty(v.Image)) {
			implied = p.m.ImageLoadType(ty(v.Image))
		}
		id = x.AddImageLoad(0, 0, v, s)
	case KindImageQuery:
		v := ImageQuery{Op: enum[ImageQueryOp](p, "a query", imageQueryNames[:]), Image: arg(0), Level: key("level")}
		if p.isImage(ty(v.Image)) {
			implied = p.m.ImageQueryType(v.Op, ty(v.Image))
		}
		id = x.AddImageQuery(0, v, s)
	default:
		panic("ir: parse of " + op.kind.String())
	}
	x.nodes[id].ty = p.typeOr(implied)
	x.nodes[id].flags |= p.flags() & allFlags
	return id
}

func (p *textParser) isImage(t TypeID) bool {
	k := p.m.Types.At(t).Kind
	return k == TypeImage || k == TypeSampledImage
}

// member reads the index of a static access: a number, or a point and a
// member's name.
func (p *textParser) member(base TypeID) uint32 {
	if !p.accept('.') {
		return p.u32()
	}
	t := p.tok
	name := p.word("a member's name")
	if s := p.m.StructOf(p.m.Types.Pointee(base)); s != nil {
		for i := range s.Members {
			if s.Members[i].Name == name {
				return uint32(i)
			}
		}
	}
	p.fail(codeTextName, t, "no member %s", t)
	return 0
}

// mathType is Module.MathType for arguments that may make no sense.
func (p *textParser) mathType(op MathOp, first, second TypeID) TypeID {
	ts := &p.m.Types
	ok := true
	switch op.Info().Result {
	case ResultStruct:
		ok = ts.IsScalarOrVector(first)
	case ResultOuter:
		ok = ts.At(first).Kind == TypeVector && ts.At(second).Kind == TypeVector && ts.At(first).Scalar.IsFloat()
	case ResultTransposed:
		ok = ts.At(first).Kind == TypeMatrix
	}
	if !ok {
		return 0
	}
	return p.m.MathType(op, first, second)
}

// property reads the property of a ReadHit, as its Stream.
func (p *textParser) property() uint8 {
	x, ok := RayPropertyByName(p.tok.text)
	if !ok {
		p.fail(codeTextSyntax, p.tok, "expected a property of a hit, found %s", p.tok)
		return 0
	}
	p.advance()
	return ReadOf(x, p.acceptWord("committed"))
}
