// Package fromir makes the SSA form of a module.
//
// Nothing is lowered: local variables stay variables with loads and stores, pointers become
// chains of derefs, matrices, aggregates, switches and continue lists keep their form. An
// expression becomes one instruction in the place of the Emit that lists it; values that
// exist everywhere (literals, constants, arguments, addresses of variables) stand at the
// start of the function, each made at its first use.
package fromir

import (
	"refract/diag"
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Options limit the freedom of floating-point operations.
type Options struct {
	// Strict gives operations no freedom: results are bit for bit the module's. Otherwise
	// operations get every freedom that WGSL leaves to an implementation, except the ones
	// that the module marks precise.
	Strict bool
}

// Module converts a module that the validator accepts.
func Module(m *ir.Module, o Options) *ssa.Shader {
	s := ssa.NewShader(m.CloneDeclarations())
	s.EntryPoints = append(s.EntryPoints, m.EntryPoints...)
	types := &s.Module.Types
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		mode := ssa.ModeOf(types, g.Space, g.Type)
		if g.Default && mode == ssa.ModeUBO {
			mode = ssa.ModeUniform
		}
		io := ir.Binding{Relaxed: g.Relaxed}
		if g.IO != nil {
			io = *g.IO
		}
		s.AddVar(ssa.Variable{IO: io, Name: g.Name, Mode: mode, Type: g.Type, Access: g.Access, Layout: g.Layout,
			HasBinding: g.HasBinding, Binding: g.Binding, Register: g.Register, Attachment: g.Attachment, Memory: g.Memory, Init: g.Init, Block: g.Block, Span: g.Span, Doc: g.Doc})
	}
	c := converter{m: m, s: s, types: types, fast: ssa.Fast}
	if o.Strict {
		c.fast = 0
	}
	for _, f := range m.Functions[1:] {
		c.function(f)
	}
	return s
}

// converter converts one function after the other and keeps its memory.
type converter struct {
	m     *ir.Module
	s     *ssa.Shader
	types *ir.Types
	fast  ssa.FP

	f      *ir.Function
	g      *ssa.Function
	b      ssa.Builder
	values []ssa.Value // by ExprID; 0: not made yet
	entry  ssa.NodeID  // the function's first block
	body   ssa.InstrID // the first instruction of the entry that isn't of the prologue, or 0
	ended  bool        // what follows can't be reached
	args   []ssa.Value
	vars   []ssa.Value // addresses of shader variables, by VarID
	locals []ssa.Value // addresses of local variables, by LocalID
	params []ssa.Value
}

func (c *converter) function(f *ir.Function) {
	_, g := c.s.NewFunction(f.Name)
	g.Params = append(g.Params, f.Args...)
	g.Result, g.ResultBinding, g.MustUse = f.Result, f.ResultBinding, f.MustUse
	g.Diagnostics = append(g.Diagnostics, f.Diagnostics...)
	g.Span, g.Doc = f.Span, f.Doc
	for i := 1; i < len(f.Locals); i++ {
		l := &f.Locals[i]
		g.AddVar(ssa.Variable{Name: l.Name, Mode: ssa.ModeFunctionTemp, Type: l.Type, Access: ir.AccessReadWrite, Span: l.Span, IO: ir.Binding{Relaxed: l.Relaxed}})
	}
	g.Reserve(f.ExprCount()+f.StmtCount(), 2*f.ExprCount())
	c.f, c.g = f, g
	c.values = reuse.Zeroed(c.values, f.ExprCount())
	c.vars = reuse.Zeroed(c.vars, len(c.s.Vars))
	c.locals = reuse.Zeroed(c.locals, len(f.Locals))
	c.params = reuse.Zeroed(c.params, len(f.Args))
	c.entry, c.body, c.ended = g.FirstBlock(), 0, false
	c.b = g.Build(g.EndOf(c.entry))
	c.block(f.Body)
	for _, n := range f.Named {
		if v := c.values[n.Expr]; v != 0 {
			g.SetName(v, n.Name)
		}
	}
}

// instr inserts an instruction of the body.
func (c *converter) instr(o op.Op, t ir.TypeID, srcs ...ssa.Src) ssa.InstrID {
	i := c.b.Instr(o, t, srcs...)
	if c.body == 0 && c.b.At.Block == c.entry {
		c.body = i
	}
	return i
}

// whole inserts an instruction of the body on whole values; 0 stands for absent
// ones.
func (c *converter) whole(o op.Op, t ir.TypeID, args ...ssa.Value) ssa.InstrID {
	i := c.b.Op(o, t, args...)
	if c.body == 0 && c.b.At.Block == c.entry {
		c.body = i
	}
	return i
}

// prologue returns a builder at the end of the values that exist everywhere.
func (c *converter) prologue(span diag.Span) ssa.Builder {
	b := c.g.Build(ssa.Cursor{Block: c.entry, Before: c.body})
	if c.body == 0 && c.b.At.Block != c.entry {
		b.At = c.g.EndOf(c.entry)
	}
	b.Span = span
	return b
}

// use is the value of an expression; 0 of 0.
func (c *converter) use(e ir.ExprID) ssa.Value {
	if e == 0 {
		return 0
	}
	v := c.values[e]
	if v == 0 {
		v = c.implicit(e)
		c.values[e] = v
	}
	return v
}

// implicit makes a value that exists everywhere.
func (c *converter) implicit(e ir.ExprID) ssa.Value {
	f := c.f
	t := f.TypeOf(e)
	b := c.prologue(f.SpanOf(e))
	indexed := func(o op.Op, index uint32) ssa.Value {
		i := b.Instr(o, t)
		c.g.SetWords(i, [2]uint32{index})
		return i
	}
	switch f.Kind(e) {
	case ir.KindLiteral:
		return b.Const(t, f.LiteralBits(e))
	case ir.KindZeroValue:
		return b.Zero(t)
	case ir.KindConstant:
		return indexed(op.Constant, uint32(f.ConstantRef(e)))
	case ir.KindOverride:
		return indexed(op.Override, uint32(f.OverrideRef(e)))
	case ir.KindArgument:
		return once(&c.params[f.ArgumentIndex(e)], func() ssa.Value { return indexed(op.Param, uint32(f.ArgumentIndex(e))) })
	case ir.KindGlobal:
		g := f.GlobalRef(e)
		return once(&c.vars[g], func() ssa.Value { return indexed(op.DerefVar, uint32(g)) })
	case ir.KindLocal:
		l := f.LocalRef(e)
		return once(&c.locals[l], func() ssa.Value { return indexed(op.DerefVar, uint32(l)|uint32(ssa.LocalVar)) })
	}
	panic("fromir: " + f.Kind(e).String() + " is used before its Emit")
}

func once(at *ssa.Value, make func() ssa.Value) ssa.Value {
	if *at == 0 {
		*at = make()
	}
	return *at
}

func (c *converter) block(id ir.BlockID) {
	for _, s := range c.f.Block(id) {
		c.m.Meter.Step()
		if c.ended {
			return
		}
		c.stmt(s)
	}
}

// inside converts a block into a list. Control may go on after it in any case.
func (c *converter) inside(l ssa.ListID, id ir.BlockID) {
	at := c.b.At
	c.b.Inside(l)
	c.block(id)
	c.ended = false
	c.b.At = at
}

func (c *converter) jump(o op.Op, value ir.ExprID) {
	if v := c.use(value); v != 0 {
		c.b.Jump(o, ssa.Whole(v))
	} else {
		c.b.Jump(o)
	}
	c.ended = true
}

func (c *converter) stmt(s ir.StmtID) {
	f := c.f
	c.b.Span, c.b.FP = f.StmtSpan(s), 0
	flags := f.StmtFlags(s)
	// done gives the statement's flags to its instruction and its value to the
	// result that it populates.
	done := func(i ssa.InstrID, words uint32) {
		c.g.SetWords(i, [2]uint32{words})
		c.g.SetFlags(i, flags)
		if r := f.StmtResult(s); r != 0 {
			c.values[r] = i
		}
	}
	resultType := func() ir.TypeID {
		if r := f.StmtResult(s); r != 0 {
			return f.TypeOf(r)
		}
		return 0
	}
	switch k := f.StmtKind(s); k {
	case ir.StmtEmit:
		for _, e := range f.Emit(s) {
			c.b.Span = f.SpanOf(e)
			c.values[e] = c.expr(e)
		}
	case ir.StmtLocal:
		v := f.LocalDecl(s)
		done(c.whole(op.Declare, 0, c.use(v.Init)), uint32(v.Local)|uint32(ssa.LocalVar))
	case ir.StmtBlock:
		if id := f.BlockFilters(s); id != 0 {
			c.g.Relax(c.m.Filters[id])
		}
		c.block(f.BlockStmt(s))
	case ir.StmtIf:
		v := f.If(s)
		n := c.b.If(c.use(v.Condition))
		c.inside(c.g.Then(n), v.Accept)
		c.inside(c.g.Else(n), v.Reject)
	case ir.StmtSwitch:
		c.switchStmt(f.Switch(s))
	case ir.StmtLoop:
		c.loop(f.Loop(s))
	case ir.StmtBreak:
		c.jump(op.Break, 0)
	case ir.StmtContinue:
		c.jump(op.Continue, 0)
	case ir.StmtReturn:
		c.jump(op.Return, f.ReturnValue(s))
	case ir.StmtTerminate:
		c.jump(op.Halt, 0)
	case ir.StmtDemote:
		done(c.instr(op.Demote, 0), 0)
	case ir.StmtControlBarrier, ir.StmtMemoryBarrier:
		v := f.Barrier(s)
		o := op.ControlBarrier
		if k == ir.StmtMemoryBarrier {
			o = op.MemoryBarrier
		}
		done(c.instr(o, 0), uint32(v.Memory)|uint32(v.Scope)<<8|uint32(v.Ordering)<<12)
	case ir.StmtInterlock:
		done(c.instr(op.Interlock, 0), uint32(f.Interlock(s)))
	case ir.StmtStore:
		v := f.Store(s)
		done(c.whole(op.Store, 0, c.use(v.Pointer), c.use(v.Value)), 0)
	case ir.StmtImageStore:
		v := f.ImageStore(s)
		done(c.whole(op.ImageStore, 0, c.use(v.Image), c.use(v.Coordinate), c.use(v.ArrayIndex), c.use(v.Value), c.use(v.Sample)), 0)
	case ir.StmtAtomic:
		v := f.Atomic(s)
		words := uint32(v.Op) | uint32(v.Scope)<<8 | uint32(v.Ordering)<<12
		if flags&ir.FlagWeak != 0 {
			words |= 1 << 4
		}
		done(c.whole(op.Atomic, resultType(), c.use(v.Pointer), c.use(v.Value), c.use(v.Compare)), words)
	case ir.StmtImageAtomic:
		v := f.ImageAtomic(s)
		done(c.whole(op.ImageAtomic, resultType(), c.use(v.Image), c.use(v.Coordinate), c.use(v.ArrayIndex), c.use(v.Value), c.use(v.Compare), c.use(v.Sample)), uint32(v.Op))
	case ir.StmtWorkgroupUniformLoad:
		v := f.WorkgroupUniformLoad(s)
		done(c.whole(op.WorkgroupUniformLoad, resultType(), c.use(v.Pointer)), 0)
	case ir.StmtCall:
		v := f.Call(s)
		c.args = c.args[:0]
		for _, a := range v.Args {
			c.args = append(c.args, c.use(a))
		}
		done(c.whole(op.Call, c.m.Functions[v.Function].Result, c.args...), uint32(v.Function))
	case ir.StmtRayQuery:
		v := f.RayQuery(s)
		q := c.use(v.Query)
		switch v.Op {
		case ir.RayInitialize:
			done(c.whole(op.RayInitialize, 0, q, c.use(v.A), c.use(v.B)), 0)
		case ir.RayProceed:
			done(c.whole(op.RayProceed, ir.TypeBool, q), 0)
		case ir.RayTerminate:
			done(c.whole(op.RayTerminate, 0, q), 0)
		case ir.RayGenerateIntersection:
			done(c.whole(op.RayGenerate, 0, q, c.use(v.A)), 0)
		case ir.RayConfirmIntersection:
			done(c.whole(op.RayConfirm, 0, q), 0)
		default:
			panic("fromir: " + v.Op.String())
		}
	case ir.StmtPipeline:
		v := f.Pipeline(s)
		c.args = c.args[:0]
		for _, a := range v.Args {
			c.args = append(c.args, c.use(a))
		}
		done(c.whole(op.Pipeline, v.ResultType(&c.m.Types), c.args...), uint32(v.Op)|uint32(v.Stream)<<6)
	case ir.StmtPrint:
		v := f.Printing(s)
		c.args = c.args[:0]
		for _, a := range v.Args {
			c.args = append(c.args, c.use(a))
		}
		done(c.whole(op.Print, 0, c.args...), uint32(v.Format))
	case ir.StmtCooperative:
		v := f.Cooperative(s)
		o, word := cooperative(v)
		c.args = c.args[:0]
		for _, a := range v.Args {
			c.args = append(c.args, c.use(a))
		}
		done(c.whole(o, resultType(), c.args...), word)
	case ir.StmtSubgroupBallot:
		v := f.SubgroupBallot(s)
		done(c.whole(op.Ballot, resultType(), c.use(v.Predicate)), 0)
	case ir.StmtSubgroupGather:
		v := f.SubgroupGather(s)
		done(c.whole(op.SubgroupGather, resultType(), c.use(v.Argument), c.use(v.Index)), uint32(v.Mode))
	case ir.StmtSubgroupCollective:
		v := f.SubgroupCollective(s)
		done(c.whole(op.SubgroupCollective, resultType(), c.use(v.Argument)), uint32(v.Op)|uint32(v.Collective)<<4|v.Cluster<<8)
	default:
		panic("fromir: " + k.String())
	}
}

func (c *converter) switchStmt(v ir.Switch) {
	cases := make([]ssa.NewCase, len(v.Cases))
	for k := range v.Cases {
		x := &v.Cases[k]
		values := c.f.CaseValues(x)
		cases[k] = ssa.NewCase{Default: x.Default, FallThrough: x.FallThrough, Values: make([]uint64, len(values))}
		for j, bits := range values {
			cases[k].Values[j] = uint64(bits)
		}
	}
	n := c.b.Switch(c.use(v.Selector), cases)
	for k := range v.Cases {
		c.inside(c.g.Cases(n)[k].List, v.Cases[k].Body)
	}
}

func (c *converter) loop(v ir.Loop) {
	span := c.b.Span
	n := c.b.Loop(v.Continuing != 0 || v.BreakIf != 0)
	c.g.SetShape(n, v.Shape)
	c.inside(c.g.LoopBody(n), v.Body)
	if l := c.g.LoopContinue(n); l != 0 {
		at := c.b.At
		c.b.Inside(l)
		c.block(v.Continuing)
		if v.BreakIf != 0 {
			c.b.Span = span
			exit := c.b.If(c.use(v.BreakIf))
			c.b.Inside(c.g.Then(exit))
			c.b.Jump(op.Break)
		}
		c.ended = false
		c.b.At = at
	}
}
