package ir

// This file prints functions: signature, variables, statements, expressions.

import (
	"math"
	"strconv"

	"refract/internal/num"
)

func (p *printer) function(id FuncID) {
	f := p.m.Functions[id]
	p.f = f
	na := len(f.Args)
	p.vars = labels(na+len(f.Locals), func(i int) string {
		if i < na {
			return f.Args[i].Name
		}
		return f.Locals[i-na].Name
	})
	p.needTypes(f)
	p.signature(id)
	p.indent++
	for i := 1; i < len(f.Locals); i++ {
		p.line("var ")
		p.declare("$", p.vars[na+i], f.Locals[i].Name)
		p.colon(f.Locals[i].Type)
		p.relaxed(f.Locals[i].Relaxed)
		p.end(f.Locals[i].Span)
	}
	p.defineValues()
	for _, n := range f.Named {
		if int(n.Expr) < len(f.nodes) && f.nodes[n.Expr].kind.IsImplicit() {
			p.line("let ")
			p.valueDecl(n.Expr)
			p.implicit(&f.Exprs, n.Expr)
			p.end(f.spans[n.Expr])
		}
	}
	p.block(f.Body, 0)
	p.indent--
	p.str("}\n")
}

// signature prints the head of a function, whose labels p.vars holds.
func (p *printer) signature(id FuncID) {
	f := p.m.Functions[id]
	if p.f != f {
		p.vars = labels(len(f.Args), func(i int) string { return f.Args[i].Name })
	}
	p.str("func ")
	p.declare("@", p.funcs[id], f.Name)
	p.str("(")
	for i := range f.Args {
		a := &f.Args[i]
		p.comma(i)
		p.declare("$", p.vars[i], a.Name)
		p.colon(a.Type)
		p.binding(&a.Binding)
		p.spanAttr(a.Span)
	}
	p.str(")")
	if f.Result != 0 || f.ResultBinding != (Binding{}) {
		p.str(" -> ")
		p.typ(f.Result)
		p.binding(&f.ResultBinding)
	}
	if f.MustUse {
		p.attr("must_use")
	}
	p.filters(f.Diagnostics)
	p.doc(f.Doc)
	p.spanAttr(f.Span)
	p.str(" {\n")
}

// needTypes prints the module-scope expressions in the types that f uses.
func (p *printer) needTypes(f *Function) {
	if len(p.m.Consts.nodes) == 1 {
		return
	}
	p.need(0, f.Result)
	for i := range f.Args {
		p.need(0, f.Args[i].Type)
	}
	for i := range f.Locals {
		p.need(0, f.Locals[i].Type)
	}
	for i := range f.nodes {
		if t := f.nodes[i].ty; t >= FirstModuleType {
			p.need(0, t)
		}
	}
}

// defineValues numbers the values in the order of the text.
func (p *printer) defineValues() {
	f := p.f
	if cap(p.values) < len(f.nodes) {
		p.values = make([]uint32, len(f.nodes))
	}
	p.values = p.values[:len(f.nodes)]
	clear(p.values)
	p.order = p.order[:0]
	p.nameUses = map[string]int{}
	for _, n := range f.Named {
		if int(n.Expr) < len(f.nodes) && f.nodes[n.Expr].kind.IsImplicit() {
			p.define(n.Expr)
		}
	}
	p.defineBlock(f.Body, 0)
	for _, n := range f.Named {
		if int(n.Expr) < len(p.values) && p.values[n.Expr] != 0 {
			p.nameUses[n.Name]++
		}
	}
	next := uint32(0)
	for _, e := range p.order {
		switch name := f.NameOf(e); {
		case p.opts.Handles:
			p.values[e] = uint32(e)
		case !p.isLabel(name):
			next++
			p.values[e] = next
		}
	}
}

// filters writes diagnostic filters, each after a space.
func (p *printer) filters(list []DiagnosticFilter) {
	for _, d := range list {
		p.str(" diagnostic(")
		p.str(d.Severity.String())
		p.str(", ")
		p.quote(d.Rule)
		p.str(")")
	}
}

// isLabel reports whether the name of a value of the function serves as label.
func (p *printer) isLabel(name string) bool { return p.nameUses[name] == 1 && isTextIdent(name) }

func (p *printer) define(e ExprID) {
	if e != 0 && int(e) < len(p.values) && p.values[e] == 0 {
		p.values[e] = math.MaxUint32
		p.order = append(p.order, e)
	}
}

// maxPrintDepth is the depth of nested blocks past which the printer gives up:
// no valid module comes near it.
const maxPrintDepth = 2000

func (p *printer) defineBlock(b BlockID, depth int) {
	if depth > maxPrintDepth || int(b) >= len(p.f.blocks) {
		return
	}
	f := p.f
	for _, s := range f.Block(b) {
		switch f.stmts[s].kind {
		case StmtEmit:
			for _, e := range f.Emit(s) {
				p.define(e)
			}
		case StmtBlock:
			p.defineBlock(f.BlockStmt(s), depth+1)
		case StmtIf:
			v := f.If(s)
			p.defineBlock(v.Accept, depth+1)
			p.defineBlock(v.Reject, depth+1)
		case StmtSwitch:
			for i := range f.Switch(s).Cases {
				p.defineBlock(f.Switch(s).Cases[i].Body, depth+1)
			}
		case StmtLoop:
			v := f.Loop(s)
			p.defineBlock(v.Body, depth+1)
			p.defineBlock(v.Continuing, depth+1)
		default:
			p.define(f.StmtResult(s))
		}
	}
}

// value writes the label of a value.
func (p *printer) value(e ExprID) {
	p.str("%")
	if int(e) >= len(p.values) || p.values[e] == 0 {
		p.str("?")
		p.num(uint32(e))
		return
	}
	if name := p.f.NameOf(e); p.isLabel(name) {
		p.str(name)
		return
	}
	p.num(p.values[e])
}

// valueDecl writes the label of a value and the text before its operation.
func (p *printer) valueDecl(e ExprID) {
	p.value(e)
	if name := p.f.NameOf(e); name != "" && !p.isLabel(name) {
		p.str(" ")
		p.quote(name)
	}
	p.str(" = ")
}

// operand writes a use of a value of the function, or of a module-scope
// expression.
func (p *printer) operand(x *Exprs, e ExprID) {
	switch {
	case x == &p.m.Consts:
		p.constOperand(e)
	case int(e) >= len(x.nodes) || !x.nodes[e].kind.IsImplicit() || p.values[e] != 0:
		p.value(e)
	default:
		p.implicit(x, e)
	}
}

// implicit writes a value that exists everywhere, with its type if the name implies
// another.
func (p *printer) implicit(x *Exprs, e ExprID) {
	n := &x.nodes[e]
	implied := p.m.impliedType(p.f, n)
	if implied != n.ty {
		p.str("(")
	}
	switch n.kind {
	case KindInvalid:
		p.str("invalid")
	case KindLiteral:
		p.literal(n.ty, x.LiteralBits(e))
	case KindZeroValue:
		p.str("zero(")
		p.typ(n.ty)
		p.str(")")
	case KindConstant:
		p.ref("@", p.constants, n.a)
	case KindOverride:
		p.ref("@", p.overrides, n.a)
	case KindGlobal:
		p.ref("@", p.globals, n.a)
	case KindArgument:
		if p.f != nil && int(n.a) < len(p.f.Args) {
			p.label("$", p.vars[n.a])
		} else {
			p.ref("$", nil, n.a)
		}
	case KindLocal:
		if p.f != nil && n.a != 0 && int(n.a) < len(p.f.Locals) {
			p.label("$", p.vars[len(p.f.Args)+int(n.a)])
		} else {
			p.ref("$", nil, n.a)
		}
	default:
		panic("ir: print of " + n.kind.String())
	}
	if implied != n.ty {
		p.colon(n.ty)
		p.str(")")
	}
}

// impliedType is the type that an implicit value has by its entity, without adding a type
// to the module: zero if the pointer type isn't interned.
func (m *Module) impliedType(f *Function, n *node) TypeID {
	pointer := func(base TypeID, space AddressSpace, access AccessMode, layout LayoutID) TypeID {
		if int(n.ty) < m.Types.Len() {
			if t := m.Types.At(n.ty); *t == (Type{Kind: TypePointer, Base: base, Space: space, Access: access, Layout: layout}) {
				return n.ty
			}
		}
		return 0
	}
	switch n.kind {
	case KindLiteral, KindZeroValue, KindInvalid:
		return n.ty
	case KindConstant:
		if int(n.a) < len(m.Constants) {
			return m.Constants[n.a].Type
		}
	case KindOverride:
		if int(n.a) < len(m.Overrides) {
			return m.Overrides[n.a].Type
		}
	case KindArgument:
		if f != nil && int(n.a) < len(f.Args) {
			return f.Args[n.a].Type
		}
	case KindLocal:
		if f != nil && int(n.a) < len(f.Locals) {
			return pointer(f.Locals[n.a].Type, SpaceFunction, AccessReadWrite, NoLayout)
		}
	case KindGlobal:
		if int(n.a) < len(m.Globals) {
			g := &m.Globals[n.a]
			if g.Space == SpaceHandle {
				return g.Type
			}
			return pointer(g.Type, g.Space, g.Access, g.Layout)
		}
	}
	return 0
}

// literalSuffixes are the suffixes of literals, by scalar.
var literalSuffixes = [numScalars]string{I8: "i8", U8: "u8", I16: "i16", U16: "u16", I32: "i", U32: "u",
	I64: "li", U64: "lu", F16: "h", F32: "f", F64: "lf"}

// literal writes a scalar, or its bits if decimal digits don't determine them.
func (p *printer) literal(t TypeID, bits uint64) {
	s := Scalar(0)
	if t < TypeID(numScalars) {
		s = Scalar(t)
	}
	switch w := s.Bits(); s.Kind() {
	case BoolKind:
		switch bits {
		case 0:
			p.str("false")
			return
		case 1:
			p.str("true")
			return
		}
	case UintKind:
		if bits>>1>>(w-1) == 0 {
			p.buf = strconv.AppendUint(p.buf, bits, 10)
			p.str(literalSuffixes[s])
			return
		}
	case SintKind:
		if !s.IsAbstract() && bits>>1>>(w-1) == 0 {
			p.buf = strconv.AppendInt(p.buf, int64(bits<<(64-w))>>(64-w), 10)
			p.str(literalSuffixes[s])
			return
		}
	case FloatKind:
		v, precision := math.Float64frombits(bits), 64
		switch s {
		case F16:
			v, precision = num.F16(bits).F64(), 32
		case F32:
			v, precision = float64(math.Float32frombits(uint32(bits))), 32
		}
		if !s.IsAbstract() && bits>>1>>(w-1) == 0 && !math.IsNaN(v) && !math.IsInf(v, 0) {
			if v == math.Trunc(v) && math.Abs(v) < 1<<53 && v != 0 {
				p.buf = strconv.AppendInt(p.buf, int64(v), 10)
			} else {
				p.buf = strconv.AppendFloat(p.buf, v, 'g', -1, precision)
			}
			p.str(literalSuffixes[s])
			return
		}
	}
	p.str("bits(")
	p.typ(t)
	p.str(", 0x")
	p.buf = strconv.AppendUint(p.buf, bits, 16)
	p.str(")")
}

var flagWords = [...]string{"nonzero", "inbounds", "inrange", "nowrap", "precise", "relaxed", "nonuniform",
	"bitcast", "committed", "clamp_edge", "weak", "limit"}

// flags writes flags without except.
func (p *printer) flags(f, except Flags) {
	for i, w := range flagWords {
		if f&^except&(1<<i) != 0 {
			p.str(" !")
			p.str(w)
		}
	}
}

// expr writes an expression that isn't implicit: operation, operands, type and
// flags.
func (p *printer) expr(x *Exprs, e ExprID) {
	n := &x.nodes[e]
	one := func(word string, ids ...ExprID) {
		p.str(word)
		for i, id := range ids {
			if i > 0 {
				p.str(",")
			}
			p.str(" ")
			p.operand(x, id)
		}
	}
	key := func(word string, id ExprID) {
		if id != 0 {
			p.attr(word)
			p.str(" ")
			p.operand(x, id)
		}
	}
	var except Flags
	switch n.kind {
	case KindCompose:
		one("compose", x.Compose(e).Components...)
	case KindInterpolate:
		v := x.Interpolate(e)
		p.str("interpolate ")
		p.str(v.Op.String())
		p.str(" location(")
		p.number(v.Location)
		if v.Component != 0 {
			p.str(" component(")
			p.number(v.Component)
		}
		key("at", v.Arg)
	case KindBufferView:
		v := x.BufferView(e)
		one("buffer_view", v.Buffer)
		key("offset", v.Offset)
		key("size", v.Size)
	case KindSplat, KindLoad, KindArrayLength, KindRayQueryGet, KindRayQueryVertex, KindPointerAt:
		one(n.kind.String(), ExprID(n.a))
	case KindSwizzle:
		v := x.Swizzle(e)
		one("swizzle", v.Vector)
		p.str(" ")
		for _, c := range v.Pattern[:min(v.Size, 4)] {
			p.buf = append(p.buf, "xyzw"[c])
		}
	case KindAccess:
		v := x.Access(e)
		one("access", v.Base, v.Index)
	case KindAccessIndex:
		v := x.AccessIndex(e)
		one("access_index", v.Base)
		p.str(", ")
		p.member(x, v)
	case KindUnary:
		one(UnaryOp(n.op).String(), ExprID(n.a))
	case KindBinary:
		one(BinaryOp(n.op).String(), ExprID(n.a), ExprID(n.b))
	case KindSelect:
		one("select", ExprID(n.a), ExprID(n.b), ExprID(n.c))
	case KindRelational:
		one(RelationalOp(n.op).String(), ExprID(n.a))
	case KindMath:
		v := x.Math(e)
		one(v.Op.String(), v.Args[:v.Op.Info().Args]...)
	case KindAs:
		except = FlagBitcast
		if v := x.As(e); v.Bitcast {
			one("bitcast", v.Value)
		} else {
			one("as", v.Value)
		}
	case KindDerivative:
		v := x.Derivative(e)
		p.str("derivative ")
		p.str(v.Axis.String())
		if v.Control != ControlNone {
			p.attr(v.Control.String())
		}
		one("", v.Value)
	case KindImageSample:
		v := x.ImageSample(e)
		one("image_sample", v.Image)
		key("with", v.Sampler)
		key("at", v.Coordinate)
		key("array", v.ArrayIndex)
		key("offset", v.Offset)
		switch v.Level {
		case LevelZero:
			p.attr("level_zero")
		case LevelExact:
			key("level", v.LevelArg)
		case LevelBias:
			key("bias", v.LevelArg)
		case LevelQuery:
			p.attr("level_query")
		case LevelGradient:
			key("ddx", v.LevelArg)
			key("ddy", v.LevelArgY)
		}
		key("min_level", v.MinLevel)
		key("depth", v.DepthRef)
		if v.Gather >= 0 {
			p.str(" gather ")
			p.num(uint32(v.Gather))
		}
		if v.Residency {
			p.attr("residency")
		}
	case KindImageLoad:
		v := x.ImageLoad(e)
		one("image_load", v.Image)
		key("at", v.Coordinate)
		key("array", v.ArrayIndex)
		key("sample", v.Sample)
		key("level", v.Level)
		if v.Residency {
			p.attr("residency")
		}
	case KindImageQuery:
		v := x.ImageQuery(e)
		one("image_query "+v.Op.String(), v.Image)
		key("level", v.Level)
	case KindCallResult, KindAtomicResult, KindWorkgroupUniformResult, KindSubgroupResult, KindRayQueryProceedResult, KindPipelineResult:
		p.str(n.kind.String())
	default:
		panic("ir: print of " + n.kind.String())
	}
	p.colon(n.ty)
	p.flags(n.flags&allFlags, except)
}

// member writes the index of a static access, as a name if the base is a struct whose
// member's name is unique.
func (p *printer) member(x *Exprs, v AccessIndex) {
	if int(v.Base) < len(x.nodes) {
		if t := p.m.Types.Pointee(x.nodes[v.Base].ty); int(t) < p.m.Types.Len() {
			if s := p.m.StructOf(t); s != nil && int(v.Index) < len(s.Members) {
				name, uses := s.Members[v.Index].Name, 0
				for i := range s.Members {
					if s.Members[i].Name == name {
						uses++
					}
				}
				if uses == 1 && isTextIdent(name) {
					p.label(".", name)
					return
				}
			}
		}
	}
	p.num(v.Index)
}

func (p *printer) block(b BlockID, depth int) {
	if depth > maxPrintDepth || int(b) >= len(p.f.blocks) {
		p.line("// too deep\n")
		return
	}
	for _, s := range p.f.Block(b) {
		p.stmt(s, depth)
	}
}

// nested writes a block in braces; the line goes on after it.
func (p *printer) nested(b BlockID, depth int) {
	p.str("{\n")
	p.indent++
	p.block(b, depth+1)
	p.indent--
	p.line("}")
}

func (p *printer) stmt(s StmtID, depth int) {
	f := p.f
	n := &f.stmts[s]
	x := &f.Exprs
	if n.kind == StmtEmit {
		for _, e := range f.Emit(s) {
			p.line("")
			p.valueDecl(e)
			if int(e) >= len(x.nodes) || x.nodes[e].kind.IsImplicit() {
				p.str("?\n")
				continue
			}
			p.expr(x, e)
			p.end(f.spans[e])
		}
		return
	}
	p.line("")
	result := f.StmtResult(s)
	if result != 0 {
		p.valueDecl(result)
	}
	key := func(word string, id ExprID) {
		if id != 0 {
			p.attr(word)
			p.str(" ")
			p.operand(x, id)
		}
	}
	p.stmtWord(s)
	switch n.kind {
	case StmtBreak, StmtContinue, StmtTerminate, StmtDemote:
	case StmtLocal:
		v := f.LocalDecl(s)
		p.str(" ")
		if int(v.Local) < len(f.Locals) {
			p.label("$", p.vars[len(f.Args)+int(v.Local)])
		} else {
			p.ref("$", nil, uint32(v.Local))
		}
		key("=", v.Init)
	case StmtBlock:
		if id := f.BlockFilters(s); int(id) < len(p.m.Filters) {
			p.filters(p.m.Filters[id])
		}
		p.str(" ")
		p.nested(f.BlockStmt(s), depth)
	case StmtIf:
		v := f.If(s)
		p.operands(v.Condition)
		p.str(" ")
		p.nested(v.Accept, depth)
		if v.Reject != 0 {
			p.str(" else ")
			p.nested(v.Reject, depth)
		}
	case StmtSwitch:
		p.switchStmt(s, depth)
	case StmtLoop:
		p.loop(s, depth)
	case StmtReturn:
		if v := f.ReturnValue(s); v != 0 {
			p.str(" ")
			p.operand(x, v)
		}
	case StmtControlBarrier, StmtMemoryBarrier:
		v := f.Barrier(s)
		for i, w := range memoryNames {
			if v.Memory&(1<<i) != 0 {
				p.attr(w)
			}
		}
		p.scope(v.Scope, v.Ordering)
	case StmtInterlock:
		p.str(" " + f.Interlock(s).String())
	case StmtStore:
		v := f.Store(s)
		p.operands(v.Pointer, v.Value)
	case StmtImageStore:
		v := f.ImageStore(s)
		p.operands(v.Image)
		key("at", v.Coordinate)
		key("array", v.ArrayIndex)
		key("sample", v.Sample)
		key("value", v.Value)
	case StmtAtomic:
		v := f.Atomic(s)
		p.operands(v.Pointer, v.Value)
		key("compare", v.Compare)
		p.scope(v.Scope, v.Ordering)
	case StmtImageAtomic:
		v := f.ImageAtomic(s)
		p.operands(v.Image)
		key("at", v.Coordinate)
		key("array", v.ArrayIndex)
		key("sample", v.Sample)
		key("value", v.Value)
		key("compare", v.Compare)
	case StmtWorkgroupUniformLoad:
		p.operands(f.WorkgroupUniformLoad(s).Pointer)
	case StmtCall:
		v := f.Call(s)
		p.str(" ")
		p.ref("@", p.funcs, uint32(v.Function))
		p.str("(")
		for i, a := range v.Args {
			p.comma(i)
			p.operand(x, a)
		}
		p.str(")")
	case StmtRayQuery:
		v := f.RayQuery(s)
		p.operands(v.Query, v.A, v.B)
	case StmtPipeline:
		v := f.Pipeline(s)
		if v.Op == ReadClock && v.Stream == 1 {
			p.str(" device")
		} else if v.Op == ReadHit {
			property, committed := v.Property()
			p.attr(property.String())
			if committed {
				p.str(" committed")
			}
		} else if v.Stream != 0 {
			p.str(" stream ")
			p.num(uint32(v.Stream))
		}
		p.operands(v.Args...)
	case StmtCooperative:
		p.operands(f.Cooperative(s).Args...)
	case StmtPrint:
		v := f.Printing(s)
		p.str(" ")
		p.num(uint32(v.Format))
		for _, a := range v.Args {
			p.str(", ")
			p.operand(x, a)
		}
	case StmtSubgroupBallot:
		p.operands(f.SubgroupBallot(s).Predicate)
	case StmtSubgroupGather:
		v := f.SubgroupGather(s)
		p.operands(v.Argument)
		key("index", v.Index)
	case StmtSubgroupCollective:
		v := f.SubgroupCollective(s)
		p.operands(v.Argument)
		if v.Collective == Clustered {
			p.str(" cluster ")
			p.num(v.Cluster)
		}
	default:
		panic("ir: print of statement " + n.kind.String())
	}
	if result != 0 && int(result) < len(x.nodes) {
		p.colon(x.nodes[result].ty)
		p.flags(x.nodes[result].flags&allFlags, 0)
	}
	p.flags(n.flags, 0)
	p.end(f.stmtSpans[s])
}

// stmtWord writes the word that begins a statement, with its operation.
func (p *printer) stmtWord(s StmtID) {
	n := &p.f.stmts[s]
	p.str(n.kind.String())
	switch n.kind {
	case StmtAtomic, StmtImageAtomic:
		p.attr(AtomicOp(n.op).String())
	case StmtRayQuery:
		p.attr(RayQueryOp(n.op).String())
	case StmtPipeline:
		p.attr(PipelineOp(n.op).String())
	case StmtCooperative:
		p.printCooperative(s)
	case StmtSubgroupGather:
		p.attr(GatherMode(n.op).String())
	case StmtSubgroupCollective:
		v := p.f.SubgroupCollective(s)
		p.attr(v.Op.String())
		p.attr(v.Collective.String())
	}
}

// operands writes the operands that are present, with commas between.
func (p *printer) operands(ids ...ExprID) {
	first := true
	for _, id := range ids {
		if id != 0 {
			if !first {
				p.str(",")
			}
			first = false
			p.str(" ")
			p.operand(&p.f.Exprs, id)
		}
	}
}

var memoryNames = [...]string{"storage", "workgroup", "texture", "subgroup"}

func (p *printer) scope(s Scope, o Ordering) {
	if s != ScopeDefault {
		p.str(" scope ")
		p.str(s.String())
	}
	if o != OrderDefault {
		p.str(" order ")
		p.str(o.String())
	}
}

func (p *printer) switchStmt(s StmtID, depth int) {
	v := p.f.Switch(s)
	p.operands(v.Selector)
	p.str(" {\n")
	signed := int(v.Selector) < len(p.f.nodes) && p.f.nodes[v.Selector].ty == TypeI32
	p.indent++
	for i := range v.Cases {
		c := &v.Cases[i]
		values := p.f.CaseValues(c)
		p.line("")
		if len(values) > 0 || !c.Default {
			p.str("case ")
		}
		for j, bits := range values {
			p.comma(j)
			if signed {
				p.buf = strconv.AppendInt(p.buf, int64(int32(bits)), 10)
			} else {
				p.num(bits)
			}
		}
		if c.Default {
			p.comma(len(values))
			p.str("default")
		}
		if len(values) > 0 || c.Default {
			p.str(" ")
		}
		p.nested(c.Body, depth+1)
		if c.FallThrough {
			p.attr("fallthrough")
		}
		p.str("\n")
	}
	p.indent--
	p.line("}")
}

var shapeNames = [...]string{"", " while", " for", " do"}

func (p *printer) loop(s StmtID, depth int) {
	v := p.f.Loop(s)
	p.str(shapeNames[v.Shape])
	p.str(" ")
	p.nested(v.Body, depth)
	if v.Continuing == 0 && v.BreakIf == 0 {
		return
	}
	p.str(" continuing {\n")
	p.indent++
	p.block(v.Continuing, depth+1)
	if v.BreakIf != 0 {
		p.line("break_if")
		p.operands(v.BreakIf)
		p.str("\n")
	}
	p.indent--
	p.line("}")
}
