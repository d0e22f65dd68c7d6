package transform

// This file makes plain geometry shaders of those that pass the input primitive through: vertices are
// emitted, with copies of the inputs that are passed. Outputs of the shader are those of the primitive, and
// every vertex has them; they are undefined behind an emission, and so are stored again.
//
//	store @layer, %1
//	pipeline pass_primitive @in
//
// becomes, for lines whose input @in is passed,
//
//	store @layer, %1
//	%2 = load @layer
//	store @in_1, load @in[0]; pipeline emit_vertex
//	store @layer, %2
//	store @in_1, load @in[1]; pipeline emit_vertex
//	pipeline end_primitive

import (
	"cmp"
	"slices"

	"refract/internal/ir/calls"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// PassesPrimitives reports whether a function of the module passes primitives through.
func PassesPrimitives(m *ir.Module) bool {
	return hasStage(m, ir.StageGeometry) && slices.ContainsFunc(m.Functions[1:], passes)
}

// IsPassed reports whether a global is an input, or has members, that a geometry stage passes through.
func IsPassed(m *ir.Module, g *ir.Global) bool {
	if g.Space != ir.SpaceInput {
		return false
	}
	if g.IO != nil && g.IO.Kind != ir.NoBinding {
		return g.IO.Passthrough
	}
	t := m.Types.At(g.Type)
	for t.Kind == ir.TypeArray {
		t = m.Types.At(t.Base)
	}
	return t.Kind == ir.TypeStruct && slices.ContainsFunc(m.Structs[t.Struct].Members, func(x ir.Member) bool { return x.Binding.Passthrough })
}

// passes reports whether a function passes a primitive through.
func passes(f *ir.Function) bool {
	return hasPipeline(f, func(o ir.PipelineOp) bool { return o == ir.PassPrimitive })
}

// hasPipeline reports whether a function has an operation of some kind.
func hasPipeline(f *ir.Function, is func(ir.PipelineOp) bool) bool {
	if !f.MayHaveStmt(ir.StmtPipeline) {
		return false
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) == ir.StmtPipeline && is(f.Pipeline(s).Op) {
			return true
		}
	}
	return false
}

// EmittedPrimitives returns a module that emits the vertices of primitives that are passed through: m
// itself, if it passes none, or else a copy.
func EmittedPrimitives(m *ir.Module) *ir.Module {
	if !PassesPrimitives(m) {
		return m
	}
	m = m.Clone()
	EmitPrimitives(m)
	return m
}

// EmitPrimitives emits the vertices of primitives that are passed through.
func EmitPrimitives(m *ir.Module) {
	if !PassesPrimitives(m) {
		return
	}
	v := passing{m: m, outputs: make([][]outputPlace, len(m.Functions)), copies: map[ir.GlobalID][]passedValue{}}
	var reached calls.Reached
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage != ir.StageGeometry {
			continue
		}
		reached.Start(m)
		reached.Add(m, m.EntryPoints[i].Function)
		outputs := outputsOf(m, reached.List)
		for _, id := range reached.List {
			v.outputs[id] = append(v.outputs[id], outputs...)
		}
	}
	for id := range v.outputs {
		if f := m.Functions[id]; id > 0 && passes(f) {
			v.list = sortedPlaces(v.outputs[id])
			rewrite.Function(m, f, &v)
		}
	}
	v.forget()
}

// An outputPlace is an output that functions name, or a member of a block: compilers declare whole blocks, of
// which other members are undefined, and stay so.
type outputPlace struct {
	global ir.GlobalID
	member int // or -1
}

// outputsOf are the outputs that functions name, in order.
func outputsOf(m *ir.Module, functions []ir.FuncID) (list []outputPlace) {
	var operands []ir.ExprID
	note := func(f *ir.Function, x ir.ExprID, member int) {
		if x == 0 || f.Kind(x) != ir.KindGlobal || m.Globals[f.GlobalRef(x)].Space != ir.SpaceOutput {
			return
		}
		if m.StructOf(m.Globals[f.GlobalRef(x)].Type) == nil {
			member = -1
		}
		list = append(list, outputPlace{f.GlobalRef(x), member})
	}
	for _, id := range functions {
		f := m.Functions[id]
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if f.Kind(x) == ir.KindAccessIndex {
				note(f, f.Operand(x), int(f.AccessIndex(x).Index))
				continue
			}
			operands = f.Operands(x, operands[:0])
			for _, y := range operands {
				note(f, y, -1)
			}
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			operands = f.StmtOperands(s, operands[:0])
			for _, y := range operands {
				note(f, y, -1)
			}
		}
	}
	return sortedPlaces(list)
}

// sortedPlaces sorts places, without members of blocks that are there as a whole.
func sortedPlaces(list []outputPlace) []outputPlace {
	slices.SortFunc(list, func(a, b outputPlace) int {
		return cmp.Or(cmp.Compare(a.global, b.global), cmp.Compare(a.member, b.member))
	})
	list = slices.Compact(list)
	whole := ir.GlobalID(0)
	return slices.DeleteFunc(list, func(x outputPlace) bool {
		if x.member < 0 {
			whole = x.global
			return false
		}
		return x.global == whole
	})
}

// A passedValue is a value of an input's vertices, and the output that takes it.
type passedValue struct {
	member int // of the input's block, or -1
	output ir.GlobalID
	at     int // the member of the output's block, or -1
}

// passing emits vertices.
type passing struct {
	m       *ir.Module
	outputs [][]outputPlace // by function: of the entry points that reach it
	list    []outputPlace   // of the function
	copies  map[ir.GlobalID][]passedValue
}

// Kinds implements rewrite.Selective.
func (*passing) Kinds() ir.KindSet { return 0 }

// Expr implements rewrite.Visitor.
func (*passing) Expr(*rewrite.Editor, ir.ExprID) {}

// Stmt implements rewrite.Visitor.
func (v *passing) Stmt(e *rewrite.Editor, s ir.StmtID) {
	if e.F.StmtKind(s) != ir.StmtPipeline || e.F.Pipeline(s).Op != ir.PassPrimitive {
		return
	}
	inputs := make([]ir.GlobalID, 0, 8)
	for _, a := range e.F.Pipeline(s).Args {
		inputs = append(inputs, e.F.GlobalRef(a))
	}
	b := e.Remove()
	n := v.m.Types.At(v.m.Globals[inputs[0]].Type).Length
	kept := make([]ir.ExprID, len(v.list))
	if n > 1 {
		for i, x := range v.list {
			kept[i] = b.Load(partOf(b, b.Global(x.global), x.member))
		}
		b.Flush()
	}
	emit := func(o ir.PipelineOp) { b.Push(b.F.AddPipeline(ir.PipelineStmt{Op: o}, b.Span)) }
	for k := range n {
		for i, x := range v.list {
			if k > 0 {
				b.Store(partOf(b, b.Global(x.global), x.member), kept[i])
			}
		}
		for _, g := range inputs {
			v.copy(b, g, k)
		}
		emit(ir.EmitVertex)
	}
	if n > 1 {
		emit(ir.EndPrimitive)
	}
}

// copy stores the values of a vertex to the outputs.
func (v *passing) copy(b *ir.Builder, input ir.GlobalID, vertex uint32) {
	for _, x := range v.copiesOf(input) {
		from := partOf(b, b.AccessIndex(b.Global(input), vertex), x.member)
		b.Store(partOf(b, b.Global(x.output), x.at), b.Load(from))
	}
}

// partOf is the address of a member, or of all if it is -1.
func partOf(b *ir.Builder, p ir.ExprID, member int) ir.ExprID {
	if member < 0 {
		return p
	}
	return b.AccessIndex(p, uint32(member))
}

// copiesOf are the outputs of an input, which are made at the first use.
func (v *passing) copiesOf(input ir.GlobalID) []passedValue {
	if list, ok := v.copies[input]; ok {
		return list
	}
	g := v.m.Globals[input]
	g.Space, g.Access = ir.SpaceOutput, ir.AccessReadWrite
	g.Type = v.m.Types.At(g.Type).Base
	at := ir.Binding{}
	if g.IO != nil {
		at = *g.IO
		at.Passthrough = false
		g.IO = &at
	}
	var list []passedValue
	block := v.m.StructOf(g.Type)
	if block == nil || at.Kind != ir.NoBinding {
		x := passedValue{-1, 0, -1}
		if !v.declared(&at, &x) {
			x.output = v.output(g)
		}
		list = append(list, x)
		v.copies[input] = list
		return list
	}
	passed := ir.Struct{Name: block.Name, Span: block.Span, Doc: block.Doc}
	for i, m := range block.Members {
		if !m.Binding.Passthrough {
			continue
		}
		m.Binding.Passthrough = false
		x := passedValue{i, 0, -1}
		if !v.declared(&m.Binding, &x) {
			x.at = len(passed.Members)
			passed.Members = append(passed.Members, m)
		}
		list = append(list, x)
	}
	if len(passed.Members) > 0 {
		g.Type = v.m.AddStruct(passed)
		id := v.output(g)
		for i := range list {
			if list[i].output == 0 {
				list[i].output = id
			}
		}
	}
	v.copies[input] = list
	return list
}

// output adds an output.
func (v *passing) output(g ir.Global) ir.GlobalID {
	v.m.Globals = append(v.m.Globals, g)
	return ir.GlobalID(len(v.m.Globals) - 1)
}

// declared finds the output of the shader that is a built-in value, as compilers declare all of a block.
func (v *passing) declared(b *ir.Binding, x *passedValue) bool {
	if b.Kind != ir.BindBuiltIn {
		return false
	}
	for _, o := range v.list {
		id, g := o.global, &v.m.Globals[o.global]
		if g.IO != nil && hasBuiltIn(*g.IO, b.BuiltIn) {
			x.output = id
			return true
		}
		if s := v.m.StructOf(g.Type); s != nil && (g.IO == nil || g.IO.Kind == ir.NoBinding) {
			for k := range s.Members {
				if hasBuiltIn(s.Members[k].Binding, b.BuiltIn) {
					x.output, x.at = id, k
					return true
				}
			}
		}
	}
	return false
}

// forget makes plain inputs of those that were passed.
func (v *passing) forget() {
	for i := 1; i < len(v.m.Globals); i++ {
		g := &v.m.Globals[i]
		if g.Space != ir.SpaceInput {
			continue
		}
		if g.IO != nil && g.IO.Passthrough {
			at := *g.IO
			at.Passthrough = false
			g.IO = &at
		}
		if t := v.m.Types.At(g.Type); t.Kind == ir.TypeArray {
			if s := v.m.StructOf(t.Base); s != nil {
				for k := range s.Members {
					s.Members[k].Binding.Passthrough = false
				}
			}
		}
	}
}

// ArePassthrough reports whether the geometry entry points of a module that pass primitives through can be
// declared so.
func ArePassthrough(m *ir.Module) bool {
	var reached calls.Reached
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if e.Stage != ir.StageGeometry {
			continue
		}
		reached.Start(m)
		reached.Add(m, e.Function)
		any := slices.ContainsFunc(reached.List, func(id ir.FuncID) bool { return passes(m.Functions[id]) })
		if any && !isPassthrough(m, e, reached.List) {
			return false
		}
	}
	return true
}

// isPassthrough reports whether a geometry entry point can be declared to pass primitives through, as
// GL_NV_geometry_shader_passthrough has it: each way through its function ends with the operation, with the
// same inputs, and nothing else emits vertices.
func isPassthrough(m *ir.Module, e *ir.EntryPoint, reached []ir.FuncID) bool {
	if e.Setup().Geometry.Invocations > 1 {
		return false
	}
	for _, id := range reached[1:] {
		if hasPipeline(m.Functions[id], func(o ir.PipelineOp) bool { return o != ir.ReadClock }) {
			return false
		}
	}
	for _, x := range outputsOf(m, reached) {
		if at := m.Globals[x.global].IO; at != nil && (at.Stream != 0 || at.Feedback.Captured) {
			return false
		}
	}
	p := passedAlways{f: m.Functions[e.Function]}
	return p.block(p.f.Body, true)
}

// passedAlways looks for the operation at each end of a function.
type passedAlways struct {
	f    *ir.Function
	args []ir.GlobalID // of the first; those of the others are the same
}

// block reports whether returns in a block come right behind the operation, and nothing else comes behind
// it; at the end of the function, also whether the block ends with the operation.
func (p *passedAlways) block(id ir.BlockID, end bool) bool {
	list := p.f.Block(id)
	passed := false
	for i, s := range list {
		last := end && i == len(list)-1
		switch p.f.StmtKind(s) {
		case ir.StmtReturn:
			if !passed {
				return false
			}
			continue
		case ir.StmtPipeline:
			o := p.f.Pipeline(s).Op
			if passed = o == ir.PassPrimitive; !passed && o != ir.ReadClock {
				return false
			}
			if returns := i == len(list)-2 && p.f.StmtKind(list[i+1]) == ir.StmtReturn; passed && !(p.same(s) && (last || returns)) {
				return false
			}
		case ir.StmtTerminate:
			return false
		case ir.StmtIf:
			v := p.f.If(s)
			if passed = last; !p.block(v.Accept, last) || !p.block(v.Reject, last) {
				return false
			}
		case ir.StmtBlock:
			if passed = last; !p.block(p.f.BlockStmt(s), last) {
				return false
			}
		case ir.StmtSwitch:
			passed = false
			for _, c := range p.f.Switch(s).Cases {
				if !p.block(c.Body, false) {
					return false
				}
			}
		case ir.StmtLoop:
			passed = false
			if v := p.f.Loop(s); !p.block(v.Body, false) || !p.block(v.Continuing, false) {
				return false
			}
		default:
			passed = false
		}
	}
	return passed || !end
}

// same reports whether an operation has the inputs of the first.
func (p *passedAlways) same(s ir.StmtID) bool {
	var list []ir.GlobalID
	for _, a := range p.f.Pipeline(s).Args {
		list = append(list, p.f.GlobalRef(a))
	}
	slices.Sort(list)
	if p.args == nil {
		p.args = list
	}
	return slices.Equal(p.args, list)
}
