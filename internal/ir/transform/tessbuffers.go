package transform

// This file makes tessellation stages ones that keep their inputs and outputs in buffers, as Metal has
// tessellation: the control stage is a compute shader with a workgroup for each patch, and the evaluation
// stage a vertex shader that reads the patch. Each variable has a buffer of its own:
//
//	entry tessellation_control f            entry compute f workgroup(4, 1, 1)
//	global @in : array<T, 32> input         global @in : array<T> storage
//	... access @in, %i ...                  ... access @in, %patch * patch_vertices + %i ...
//	global @out : array<U, 4> output        global @out : array<U> storage(read_write)
//	... access @out, %i ...                 ... access @out, %patch * 4u + %i ...
//	global @level : array<f32, 4> output    global @level : array<array<f32, 4>> storage(read_write)
//
// A member of a block that is a built-in value has a buffer, too. At the end the first invocation converts
// the levels to the factors of the hardware, numbers of 16 bits. Outputs of the evaluation stage are
// private variables, which it returns.

import (
	"cmp"
	"fmt"

	"refract/diag"
	"refract/internal/ir/calls"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// TessellationOptions are the facts about a tessellation stage that are another stage's, or the host's.
type TessellationOptions struct {
	Vertices uint32        // of the patch that the stage reads
	Domain   ir.TessDomain // if the control stage doesn't state it
}

// A TessBuffer is the buffer of an input or output.
type TessBuffer struct {
	Global ir.GlobalID
	Entry  int        // in Module.EntryPoints
	Place  ir.Binding // in the stage; of the factors none
	Output bool
}

// TessError reports a tessellation stage without that form. Hint names an option that it needs.
type TessError struct {
	What, Hint string
	Span       diag.Span
}

func (e *TessError) Error() string { return e.What }

// HasTessellation reports whether a module has tessellation stages.
func HasTessellation(m *ir.Module) bool {
	for i := range m.EntryPoints {
		if s := m.EntryPoints[i].Stage; s == ir.StageTessellationControl || s == ir.StageTessellationEvaluation {
			return true
		}
	}
	return false
}

// TessellationBuffers gives the module's tessellation stage that form, and returns the buffers, without
// bindings, and the domain. It has no other entry point whose inputs or outputs are variables, and parameters
// are no structs. The error is a *TessError.
func TessellationBuffers(m *ir.Module, opts TessellationOptions) (list []TessBuffer, domain ir.TessDomain, err error) {
	x := &tessBuffers{m: m, opts: opts, entry: -1, buffers: map[slotKey]ir.GlobalID{}}
	for i := range m.EntryPoints {
		if !m.EntryPoints[i].Stage.Info().Variables {
			continue
		}
		if x.entry >= 0 {
			return nil, domain, &TessError{What: "several stages of a tessellation in one module", Hint: "write one entry point", Span: m.EntryPoints[i].Span}
		}
		x.entry = i
	}
	x.f = m.OwnFunction(x.entry)
	x.e = &m.EntryPoints[x.entry]
	x.control = x.e.Stage == ir.StageTessellationControl
	x.declare()
	x.parameters()
	if x.err == nil {
		for _, f := range m.Functions[1:] {
			rewrite.Function(m, f, x)
		}
	}
	if x.err != nil {
		return nil, domain, x.err
	}
	x.pointers()
	if x.control {
		x.finishControl()
	} else {
		x.finishEvaluation()
	}
	if x.err != nil {
		return nil, domain, x.err
	}
	return x.list, x.domain, nil
}

type tessBuffers struct {
	m       *ir.Module
	opts    TessellationOptions
	entry   int
	e       *ir.EntryPoint
	f       *ir.Function
	control bool
	domain  ir.TessDomain
	patch   ir.GlobalID             // the private variable with the index of the patch
	buffers map[slotKey]ir.GlobalID // by variable, or member of one
	arrayed map[ir.GlobalID]uint32  // variables with an element for each vertex; how many elements a patch has
	list    []TessBuffer
	results []ir.GlobalID  // outputs of the evaluation stage
	levels  [2]ir.GlobalID // buffers: outer, inner
	err     error
}

// fail notes the first part without a form.
func (x *tessBuffers) fail(hint string, span diag.Span, format string, args ...any) {
	if x.err == nil {
		x.err = &TessError{fmt.Sprintf(format, args...), hint, cmp.Or(span, x.e.Span)}
	}
}

// declare declares the buffers of the variables.
func (x *tessBuffers) declare() {
	m := x.m
	x.arrayed = map[ir.GlobalID]uint32{}
	var r calls.Reached
	r.Start(m)
	r.Add(m, x.e.Function)
	kinds := ir.Kinds(ir.KindGlobal)
	seen := make([]bool, len(m.Globals))
	for _, id := range r.List {
		f := m.Func(id)
		for e := f.Next(0, kinds); e != 0; e = f.Next(e, kinds) {
			seen[f.GlobalRef(e)] = true
		}
	}
	setup := x.e.Setup().Tessellation
	for id := range seen {
		g := m.Globals[id]
		output := g.Space == ir.SpaceOutput
		switch {
		case !seen[id] || !output && g.Space != ir.SpaceInput:
			continue
		case output && !x.control:
			x.results = append(x.results, ir.GlobalID(id))
			continue
		}
		place := ir.Binding{}
		if g.IO != nil {
			place = *g.IO
		}
		t := g.Type
		if x.e.Stage.Arrayed(output, place.Patch) {
			n := x.opts.Vertices
			if output {
				n = setup.Vertices
			}
			if n == 0 {
				x.fail("set msl.patch_vertices", g.Span, "a %s stage without the number of vertices of its input patch", x.e.Stage)
				return
			}
			x.arrayed[ir.GlobalID(id)] = n
			t = m.Types.At(t).Base
		}
		if place.Kind != ir.NoBinding {
			x.buffer(slotKey{ir.GlobalID(id), -1}, g.Name, t, place, output)
			continue
		}
		for k := range m.StructOf(t).Members {
			p := m.StructOf(t).Members[k]
			x.buffer(slotKey{ir.GlobalID(id), k}, p.Name, p.Type, p.Binding, output)
		}
	}
	x.patch = ir.GlobalID(len(m.Globals))
	m.Globals = append(m.Globals, ir.Global{Name: "patch_index", Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: ir.TypeU32, Span: x.e.Span})
}

// buffer declares the buffer of a variable with elements of type t.
func (x *tessBuffers) buffer(key slotKey, name string, t ir.TypeID, place ir.Binding, output bool) {
	id := x.storage(name, t, x.m.Globals[key.global].Span, output)
	x.buffers[key] = id
	x.list = append(x.list, TessBuffer{id, x.entry, place, output})
	if place.Kind == ir.BindBuiltIn && output {
		switch place.BuiltIn {
		case ir.BuiltInTessLevelOuter:
			x.levels[0] = id
		case ir.BuiltInTessLevelInner:
			x.levels[1] = id
		}
	}
}

// storage declares a buffer of elements.
func (x *tessBuffers) storage(name string, t ir.TypeID, span diag.Span, written bool) ir.GlobalID {
	access := ir.AccessRead
	if written {
		access = ir.AccessReadWrite
	}
	id := ir.GlobalID(len(x.m.Globals))
	x.m.Globals = append(x.m.Globals, ir.Global{Name: name, Space: ir.SpaceStorage, Access: access, Type: x.m.Types.Array(t, 0),
		Layout: ir.LayoutNatural, Span: span})
	return id
}

// parameters replaces parameters whose values the new stage computes otherwise, and sets the index of the
// patch.
func (x *tessBuffers) parameters() {
	m, f := x.m, x.f
	old, exprs, stmts := f.Args, ir.ExprID(f.ExprCount()), ir.StmtID(f.StmtCount())
	f.Args = nil
	values := make([]ir.ExprID, len(old))
	patch := -1
	add := func(a ir.Argument) int {
		f.Args = append(f.Args, a)
		return len(f.Args) - 1
	}
	builtIn := func(name string, v ir.BuiltIn, t ir.TypeID) int {
		return add(ir.Argument{Name: name, Type: t, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: v}, Span: f.Span})
	}
	group := func(b *ir.Builder) ir.ExprID {
		if x.control {
			if patch < 0 {
				patch = builtIn("workgroup_id", ir.BuiltInWorkgroupID, ir.TypeVec3U32)
			}
			return b.AccessIndex(b.Argument(patch), 0)
		}
		if patch < 0 {
			patch = builtIn("patch", ir.BuiltInPrimitiveIndex, ir.TypeU32)
		}
		return b.Argument(patch)
	}
	var b ir.Builder
	prepend(&b, m, f, func(b *ir.Builder) {
		b.Span = f.Span
		index := group(b)
		b.Store(b.Global(x.patch), index)
		like := func(a *ir.Argument, v ir.ExprID) ir.ExprID {
			if a.Type == ir.TypeI32 {
				return b.Convert(ir.I32, v)
			}
			return v
		}
		for k := range old {
			a := old[k]
			switch {
			case hasBuiltIn(a.Binding, ir.BuiltInInvocationID):
				values[k] = like(&a, b.Argument(builtIn(a.Name, ir.BuiltInLocalInvocationIndex, ir.TypeU32)))
			case hasBuiltIn(a.Binding, ir.BuiltInPrimitiveIndex):
				values[k] = like(&a, index)
			case hasBuiltIn(a.Binding, ir.BuiltInPatchVertices):
				if x.opts.Vertices == 0 {
					x.fail("set msl.patch_vertices", a.Span, "a %s stage without the number of vertices of its input patch", x.e.Stage)
				}
				values[k] = like(&a, b.U32(x.opts.Vertices))
			case hasBuiltIn(a.Binding, ir.BuiltInTessCoord) && x.e.Setup().Tessellation.Domain == ir.TessQuads:
				a.Type = ir.VectorOf(ir.F32, 2)
				values[k] = b.Compose(ir.VectorOf(ir.F32, 3), b.Argument(add(a)), b.F32(0))
			default:
				values[k] = b.Argument(add(a))
			}
		}
	})
	replaceArguments(f, exprs, stmts, values)
}

// slotOf is the buffer of a variable, or of a member, or 0.
func (x *tessBuffers) slotOf(g ir.GlobalID, member int) ir.GlobalID {
	return x.buffers[slotKey{g, member}]
}

// variable is the variable that an expression names, if it has buffers; 0: it is none.
func (x *tessBuffers) variable(f *ir.Function, e ir.ExprID) ir.GlobalID {
	if f.Kind(e) != ir.KindGlobal {
		return 0
	}
	g := f.GlobalRef(e)
	if s := x.m.Globals[g].Space; s != ir.SpaceInput && s != ir.SpaceOutput || s == ir.SpaceOutput && !x.control {
		return 0
	}
	return g
}

// vertexOf is the variable of whose vertex an expression is the element; 0: it is none.
func (x *tessBuffers) vertexOf(f *ir.Function, e ir.ExprID) ir.GlobalID {
	if k := f.Kind(e); k != ir.KindAccess && k != ir.KindAccessIndex {
		return 0
	}
	g := x.variable(f, f.Operand(e))
	if x.arrayed[g] == 0 {
		return 0
	}
	return g
}

// at is the pointer into a buffer at the patch, or at a vertex of it.
func (x *tessBuffers) at(b *ir.Builder, g, buffer ir.GlobalID, vertex ir.ExprID) ir.ExprID {
	index := b.Load(b.Global(x.patch))
	if n := x.arrayed[g]; n > 0 {
		index = b.Binary(ir.Mul, index, b.U32(n))
		if b.F.Kind(vertex) == ir.KindAccess {
			i := b.F.Access(vertex).Index
			if b.TypeOf(i) == ir.TypeI32 {
				i = b.Convert(ir.U32, i)
			}
			index = b.Binary(ir.Add, index, i)
		} else if i := b.F.AccessIndex(vertex).Index; i > 0 {
			index = b.Binary(ir.Add, index, b.U32(i))
		}
	}
	return b.Access(b.Global(buffer), index)
}

// Kinds implements rewrite.Selective.
func (*tessBuffers) Kinds() ir.KindSet {
	return ir.Kinds(ir.KindAccess, ir.KindAccessIndex, ir.KindLoad)
}

// Expr implements rewrite.Visitor.
func (x *tessBuffers) Expr(e *rewrite.Editor, at ir.ExprID) {
	f := e.F
	if g := x.vertexOf(f, at); g != 0 {
		if buffer := x.slotOf(g, -1); buffer != 0 {
			e.Become(x.at(e.Ahead(), g, buffer, at))
		} else {
			e.Remove() // its members have buffers
		}
		return
	}
	base := f.Operand(at)
	if f.Kind(at) == ir.KindAccessIndex {
		if g := x.vertexOf(f, base); g != 0 {
			e.Become(x.at(e.Ahead(), g, x.slotOf(g, int(f.AccessIndex(at).Index)), base))
			return
		}
	}
	g := x.variable(f, base)
	switch {
	case g == 0:
		if f.Kind(at) == ir.KindLoad && x.vertexOf(f, base) != 0 && x.slotOf(x.vertexOf(f, base), -1) == 0 {
			x.fail("", f.SpanOf(at), "a vertex of a patch that is read as a whole")
		}
	case x.arrayed[g] > 0:
		x.fail("", f.SpanOf(at), "the vertices of a patch that are read as a whole")
	case x.slotOf(g, -1) != 0:
		b := e.Ahead()
		p := x.at(b, g, x.slotOf(g, -1), 0)
		switch f.Kind(at) {
		case ir.KindLoad:
			e.Become(b.Load(p))
		case ir.KindAccess:
			e.Become(b.Access(p, f.Access(at).Index))
		default:
			e.Become(b.AccessIndex(p, f.AccessIndex(at).Index))
		}
	case f.Kind(at) == ir.KindAccessIndex:
		e.Become(x.at(e.Ahead(), g, x.slotOf(g, int(f.AccessIndex(at).Index)), 0))
	default:
		x.fail("", f.SpanOf(at), "a block of a patch that is read as a whole")
	}
}

// Stmt implements rewrite.Visitor.
func (x *tessBuffers) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtStore:
		v := f.Store(s)
		if g := x.variable(f, v.Pointer); g != 0 && x.arrayed[g] == 0 && x.slotOf(g, -1) != 0 {
			b := e.Remove()
			b.Store(x.at(b, g, x.slotOf(g, -1), 0), v.Value)
			return
		}
	case ir.StmtControlBarrier:
		if x.control { // orders outputs, too
			b := e.Remove()
			b.Barrier(f.Barrier(s).Memory | ir.MemoryStorage | ir.MemoryWorkgroup)
		}
		return
	case ir.StmtEmit:
		return
	}
	for _, o := range f.StmtOperands(s, nil) {
		if g := x.variable(f, o); g != 0 || x.vertexOf(f, o) != 0 && x.slotOf(x.vertexOf(f, o), -1) == 0 {
			x.fail("", f.StmtSpan(s), "an input or output of a tessellation stage that is used as a whole")
		}
	}
}

// pointers gives pointers to variables the types of pointers into buffers.
func (x *tessBuffers) pointers() {
	m := x.m
	m.MapTypes(func(t ir.TypeID) ir.TypeID {
		p := *m.Types.At(t)
		switch {
		case p.Kind != ir.TypePointer:
		case p.Space == ir.SpaceInput:
			return m.Types.Pointer(p.Base, ir.SpaceStorage, ir.AccessRead, ir.LayoutNatural)
		case p.Space == ir.SpaceOutput && x.control:
			return m.Types.Pointer(p.Base, ir.SpaceStorage, ir.AccessReadWrite, ir.LayoutNatural)
		case p.Space == ir.SpaceOutput:
			return m.Types.Pointer(p.Base, ir.SpacePrivate, ir.AccessReadWrite, ir.NoLayout)
		}
		return t
	})
	for _, g := range x.results {
		m.Globals[g].Space, m.Globals[g].Access = ir.SpacePrivate, ir.AccessReadWrite
	}
}

// finishControl makes the control stage a compute shader, which writes the factors at its end.
func (x *tessBuffers) finishControl() {
	setup := x.e.Setup().Tessellation
	x.domain = setup.Domain
	if x.domain == ir.NoTessDomain {
		x.domain = x.opts.Domain
	}
	counts := map[ir.TessDomain][2]uint32{ir.TessTriangles: {3, 1}, ir.TessQuads: {4, 2}}[x.domain]
	switch {
	case x.domain == ir.NoTessDomain:
		x.fail("set msl.domain", x.e.Span, "a tessellation_control stage without the domain that is tessellated")
		return
	case counts[0] == 0:
		x.fail("", x.e.Span, "the tessellation of isolines")
		return
	}
	factors := x.storage("tess_factors", ir.TypeF16, x.e.Span, true)
	x.list = append(x.list, TessBuffer{factors, x.entry, ir.Binding{}, true})
	x.e.Stage, x.e.WorkgroupSize, x.e.Pipeline = ir.StageCompute, [3]uint32{setup.Vertices, 1, 1}, nil
	b := rewrite.OpenEntryEnd(x.m, x.entry)
	invocation := b.Input(ir.BuiltInLocalInvocationIndex, ir.TypeU32)
	b.Barrier(ir.MemoryStorage | ir.MemoryWorkgroup)
	first := b.Binary(ir.Eq, invocation, b.U32(0))
	mark := b.Begin()
	patch := b.Load(b.Global(x.patch))
	at := b.Binary(ir.Mul, patch, b.U32(counts[0]+counts[1]))
	for k, level := range x.levels {
		for i := range counts[k] {
			value := b.F32(0)
			if level != 0 {
				value = b.Load(b.AccessIndex(b.Access(b.Global(level), patch), i))
			}
			n := i
			if k == 1 {
				n += counts[0]
			}
			to := at
			if n > 0 {
				to = b.Binary(ir.Add, at, b.U32(n))
			}
			b.Store(b.Access(b.Global(factors), to), b.Convert(ir.F16, value))
		}
	}
	b.If(first, b.End(mark), 0)
	b.Close()
}

// finishEvaluation makes the evaluation stage a vertex shader, which returns the outputs.
func (x *tessBuffers) finishEvaluation() {
	m := x.m
	if x.domain = x.e.Setup().Tessellation.Domain; x.domain == ir.TessIsolines {
		x.fail("", x.e.Span, "the tessellation of isolines")
		return
	}
	if x.e.Setup().Tessellation.Points {
		x.fail("", x.e.Span, "the tessellation of points")
		return
	}
	x.e.Stage, x.e.Pipeline = ir.StageVertex, nil
	b := rewrite.OpenEntryEnd(m, x.entry)
	result := ir.Struct{Name: "Evaluated", Span: x.e.Span}
	var values []ir.ExprID
	position := false
	add := func(name string, t ir.TypeID, place ir.Binding, pointer ir.ExprID) {
		if place.Kind == ir.BindBuiltIn {
			position = position || place.BuiltIn == ir.BuiltInPosition
			result.Members = append(result.Members, ir.Member{Name: name, Type: t, Binding: place})
			values = append(values, b.Load(pointer))
			return
		}
		var slots meshVariables
		slots.m = m
		slots.leaves(t, nil, 0, func(leaf ir.TypeID, path []uint32, location uint32) {
			p, n := pointer, name
			for _, i := range path {
				p, n = b.AccessIndex(p, i), fmt.Sprintf("%s_%d", n, i)
			}
			at := place
			at.Location += location
			at.Link = ir.Link{}
			result.Members = append(result.Members, ir.Member{Name: n, Type: leaf, Binding: at})
			values = append(values, b.Load(p))
		})
	}
	for _, g := range x.results {
		v := &m.Globals[g]
		if v.IO != nil && v.IO.Kind != ir.NoBinding {
			add(v.Name, v.Type, *v.IO, b.Global(g))
			continue
		}
		for k := range m.StructOf(v.Type).Members {
			p := &m.StructOf(v.Type).Members[k]
			add(p.Name, p.Type, p.Binding, b.AccessIndex(b.Global(g), uint32(k)))
		}
	}
	if !position {
		result.Members = append(result.Members, ir.Member{Name: "position", Type: ir.VectorOf(ir.F32, 4), Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}})
		values = append(values, b.Zero(ir.VectorOf(ir.F32, 4)))
	}
	b.F.Result = m.AddStruct(result)
	b.Return(b.Compose(b.F.Result, values...))
	b.Close()
	for _, g := range x.results {
		m.Globals[g].IO = nil
	}
}
