package glsl

// This file makes inputs and outputs: parameters and results of the entry point,
// one for each scalar or vector, and the variables that functions see.

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/internal/parts"
	"refract/ir"
)

// ioVar is an input or output variable.
type ioVar struct {
	decl      declID
	name      string
	block     string // the name of the block that it is, or is a member of
	ty        ir.TypeID
	builtIn   ir.BuiltIn
	irType    ir.TypeID // of a built-in
	location  int64     // -1: not given
	component int64
	index     int64
	interp    ir.Interpolation
	sampling  ir.Sampling
	depth     ir.EarlyDepth
	fragData  bool
	primitive bool         // of a mesh's primitive
	relaxed   bool         // mediump or lowp
	members   []memberInfo // of a block with an instance name: for qualifiers
	span      diag.Span
	leaves    []ioLeaf
	invariant bool
	relative  bool // the layer, to the viewport
	open      bool // it has its location by the order of declarations
	capture   ir.Feedback
}

// ioLeaf is a scalar, vector or array of distances that stands at one location.
type ioLeaf struct {
	path  []uint32
	ty    ir.TypeID
	slots int64 // locations that it takes
	at    int64 // its location behind the variable's
	index int   // of the parameter, or of the member of the result
	name  string
	m     *memberInfo // of a block
}

// ioState holds the interface of the entry point.
type ioState struct {
	ins, outs []ioVar
	result    ir.TypeID // a struct of all outputs; 0: none, or a single one
	built     bool
	elsewhere []interpolation
	memory    []ioLeaf // of variables of one leaf
}

// reset forgets the source before. Linked stages keep the leaves.
func (s *ioState) reset(linked bool) {
	*s = ioState{ins: s.ins[:0], outs: s.outs[:0], elsewhere: s.elsewhere[:0], memory: s.memory[:0]}
	if linked {
		s.memory = nil
	}
}

// oneLeaf is memory for a leaf.
func (s *ioState) oneLeaf() []ioLeaf {
	n := len(s.memory)
	if n == cap(s.memory) {
		s.memory, n = make([]ioLeaf, 0, 32), 0
	}
	s.memory = s.memory[:n+1]
	return s.memory[n : n : n+1]
}

// usedAt gives a built-in output, which nobody declares, a place in the source.
func (s *ioState) usedAt(id declID, span diag.Span) {
	for i := range s.outs {
		if s.outs[i].decl == id && s.outs[i].span.IsZero() {
			s.outs[i].span = span
		}
	}
}

// invariant marks an output as invariant.
func (s *ioState) invariant(id declID) {
	for i := range s.outs {
		if s.outs[i].decl == id {
			s.outs[i].invariant = true
		}
	}
}

// startMain begins the entry point, in whose beginning global variables get their
// values, and declares the variables of the language that the source names.
func (c *checker) startMain() {
	// main stands behind the functions that it calls.
	_, c.mainFn = c.m.NewFunction("main")
	c.m.Functions = c.m.Functions[:len(c.m.Functions)-1]
	c.mainB.Start(c.m, c.mainFn)
	c.mainB.Begin()
	c.b = c.mainB
	c.fn, c.ex = c.mainFn, &c.mainFn.Exprs
	c.fnGen = 1
	c.isMain = true
	slices.Sort(c.scan.named)
	c.startPipeline()
	c.findDerivatives()
	for _, i := range c.scan.named {
		v := c.variableRow(i)
		if v.stages.has(c.stage) {
			c.builtInVariable(i, v)
		}
	}
	// Inputs that functions need whose authors didn't name them.
	c.hidden, c.demoted = [numInputs]ir.GlobalID{}, 0
	for b, needed := range c.scan.needs {
		if needed {
			v := c.inputValue(ir.BuiltIn(b))
			c.m.Globals = append(c.m.Globals, ir.Global{Name: ir.BuiltIn(b).String(), Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: v.ty})
			c.hidden[b] = ir.GlobalID(len(c.m.Globals) - 1)
			c.b.Store(c.b.Global(c.hidden[b]), v.expr())
		}
	}
}

// variableSymbols are the symbols of the variables.
var variableSymbols []syntax.Symbol

func makeVariableSymbols() []syntax.Symbol {
	list := make([]syntax.Symbol, len(variables))
	for i := range meanings {
		if v := meanings[i].variable; v != 0 {
			list[v-1] = syntax.FirstPredeclared + syntax.Symbol(i)
		}
	}
	return list
}

func symbolOfVariable(i int) syntax.Symbol { return variableSymbols[i] }

// privateInput makes a private variable of an input that functions other than
// main name.
func (c *checker) privateInput(d *decl, v operand) {
	c.m.Globals = append(c.m.Globals, ir.Global{Name: c.ioName(d), Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: d.ty, Span: d.span})
	d.kind, d.handle, d.member = declGlobal, uint32(len(c.m.Globals)-1), -1
	c.b.Store(c.b.Global(ir.GlobalID(d.handle)), c.toExpr(v))
}

// ioName is the name of the variable of an input or output.
func (c *checker) ioName(d *decl) string {
	name := c.t.Name(d.name)
	if len(name) > 3 && name[:3] == "gl_" {
		return name[3:]
	}
	return name
}

// inputVariable declares an input of the author.
func (c *checker) inputVariable(v *syntax.Declarator, q *qualifiers, t gtype) {
	if c.stage.Info().Variables {
		c.stageVariable(v, q, t, false)
		return
	}
	d := decl{name: v.Name, span: v.NameSpan, ty: t.ty, member: -1, flags: flagReadOnly | flagInput}
	if t.unsized && c.laterSize(v.Name) == 0 {
		d.flags |= flagUnsized
	}
	x := ioVar{name: c.t.Name(v.Name)}
	if !c.ioVariable(v.NameSpan, q, &t, &x, v.Name, false) {
		c.declareError(v.Name, v.NameSpan)
		return
	}
	if v.Init != syntax.None {
		c.errorf(codeVariable, c.t.Span(v.Init), "an input can't have an initial value")
	}
	d.ty = t.ty
	c.input(d, x, c.scan.of(v.Name).outside)
}

// outputVariable declares an output of the author.
func (c *checker) outputVariable(v *syntax.Declarator, q *qualifiers, t gtype) {
	if c.stage.Info().Variables {
		c.captureVariable(q, t)
		c.stageVariable(v, q, t, true)
		return
	}
	d := decl{name: v.Name, span: v.NameSpan, ty: t.ty, member: -1, flags: flagOutput}
	x := ioVar{name: c.t.Name(v.Name)}
	c.captureVariable(q, t)
	if !c.ioVariable(v.NameSpan, q, &t, &x, v.Name, true) {
		c.declareError(v.Name, v.NameSpan)
		return
	}
	if v.Init != syntax.None {
		c.errorf(codeVariable, c.t.Span(v.Init), "an output can't have an initial value")
	}
	d.ty = t.ty
	c.output(d, x, c.scan.of(v.Name).outside)
}

// ioVariable checks an input or output and takes over its qualifiers.
func (c *checker) ioVariable(span diag.Span, q *qualifiers, t *gtype, x *ioVar, name syntax.Symbol, out bool) bool {
	if c.stage == ir.StageCompute {
		c.errorf(codeStage, span, "a compute shader has no inputs and outputs of its own")
		return false
	}
	if !c.fixLengths(name, span, t) {
		return false
	}
	if t.unsized && q.interp == ir.InterpolatePerVertex {
		t.ty, t.unsized = c.m.Types.Array(c.at(t.ty).Base, 3), false
	}
	c.sizeShared(name, span, t)
	if c.hasBool(t.ty) {
		c.errorf(codeTypeRule, span, "an input or output can't hold bool")
		return false
	}
	if element, _ := c.structDims(t.ty); c.stage.IO(out) == ir.Colors && !c.drawable(element) {
		c.errorf(codeTypeRule, span, "an output of a fragment shader is a number or vector of at most 32 bits, or an array of them, not %s", c.name(t.ty))
		return false
	}
	x.ty, x.span = t.ty, span
	if x.location = q.layout.location; x.location >= 0 && !c.opts.Preprocessor.Vulkan {
		a := since(330, 300, exts{extExplicitAttrib})
		if c.stage.IO(out) == ir.Varyings {
			a = since(410, 310, exts{extSeparateObjects})
		}
		c.needs(span, "the location of an input or output", &a)
	}
	x.location, x.component, x.index = q.layout.location, q.layout.component, q.layout.index
	if x.component >= 0 && x.location < 0 {
		c.errorf(codeLayout, span, "a component needs a location: layout(location = 0, component = %d)", x.component)
	}
	x.interp, x.sampling, x.invariant, x.primitive, x.capture = q.interp, q.sampling, q.invariant, q.perPrimitive, q.capture
	if a := since(410, never, exts{extAttrib64}); c.stage.IO(out) == ir.Attributes && c.m.Types.ScalarOf(t.ty) == ir.F64 {
		c.needs(span, "a vertex input of doubles", &a)
	}
	x.relaxed = c.holdsRelaxed(q, t.ty)
	between := c.stage.IO(out) == ir.Varyings
	if !between && (x.interp != 0 || x.sampling != 0) {
		c.errorf(codeQualifier, span, "only outputs of vertex shaders and inputs of fragment shaders are interpolated")
	}
	if between && x.interp != ir.InterpolateFlat && x.interp != ir.InterpolatePerVertex && c.needsFlat(t.ty) {
		if !out && !c.small(t.ty) {
			c.errorf(codeQualifier, span, "the input %q holds integers or doubles and must be flat", c.t.Name(name))
			return false
		}
		x.interp = ir.InterpolateFlat // the fragment stage says so
	}
	if x.interp == ir.InterpolatePerVertex && c.stage.Info().Inputs != ir.Varyings {
		c.errorf(codeStage, span, "only inputs of fragment shaders are those of each vertex")
		return false
	}
	if !between {
		x.interp, x.sampling = 0, 0
	}
	if x.interp == ir.InterpolateFlat {
		x.sampling = 0
	}
	return true
}

// drawable reports whether a type can be that of an output of a fragment shader.
func (c *checker) drawable(t ir.TypeID) bool {
	ty := c.at(t)
	return (ty.Kind == ir.TypeScalar || ty.Kind == ir.TypeVector) && ty.Scalar != ir.F64
}

// small reports whether a type is of integers below 32 bits, which need no flat qualifier.
func (c *checker) small(t ir.TypeID) bool {
	s := c.m.Types.ScalarOf(t)
	return s != ir.NoScalar && s.Bits() < 32
}

// needsFlat reports whether a type holds a value that can't be interpolated.
func (c *checker) needsFlat(t ir.TypeID) bool {
	switch ty := c.at(t); ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		return !ty.Scalar.IsFloat() || ty.Scalar == ir.F64
	case ir.TypeArray:
		return c.needsFlat(ty.Base)
	case ir.TypeStruct:
		return c.infoOf(t).flat
	}
	return false
}

// maxLeaves bounds the parts of one input or output.
const maxLeaves = 256

// maxColors bounds the locations of a fragment shader's outputs (GLSL section "Output
// Layout Qualifiers": the implementation's number of draw buffers). Implementations have 8,
// few have more; glslang allows as many.
const maxColors = 32

// flatten lists the parts of a variable that stand at locations.
func (c *checker) flatten(x *ioVar, t ir.TypeID, path []uint32, name string, at int64, m *memberInfo) int64 {
	if len(x.leaves) > maxLeaves || c.scalars(t) > 4*maxLeaves {
		for len(x.leaves) <= maxLeaves {
			x.leaves = append(x.leaves, ioLeaf{})
		}
		return at
	}
	ty := c.at(t)
	switch ty.Kind {
	case ir.TypeMatrix:
		for i := range uint32(ty.Columns) {
			at = c.flatten(x, ir.VectorOf(ty.Scalar, int(ty.Rows)), append(path, i), name+"_"+strconv.Itoa(int(i)), at, m)
		}
		return at
	case ir.TypeArray:
		for i := range min(ty.Length, maxLeaves+1) {
			at = c.flatten(x, ty.Base, append(path, i), name+"_"+strconv.Itoa(int(i)), at, m)
		}
		return at
	case ir.TypeStruct:
		members := c.m.Structs[ty.Struct].Members
		for i := range members {
			mm := m
			if len(path) == 0 && x.members != nil {
				mm = &x.members[i]
				if mm.q.layout.location >= 0 {
					at = mm.q.layout.location - max(x.location, 0)
				}
			}
			at = c.flatten(x, members[i].Type, append(path, uint32(i)), name+"_"+members[i].Name, at, mm)
		}
		return at
	}
	slots := int64(1)
	if ty.Scalar.Bits() == 64 && ty.Rows > 2 {
		slots = 2
	}
	if x.leaves == nil {
		x.leaves = c.io.oneLeaf()
	}
	x.leaves = append(x.leaves, ioLeaf{path: append([]uint32(nil), path...), ty: t, slots: slots, at: at, name: name, m: m})
	return at + slots
}

// input adds an input at a location.
func (c *checker) input(d decl, x ioVar, outside bool) {
	vertices := x.interp == ir.InterpolatePerVertex
	if t := *c.at(x.ty); !vertices {
		c.flatten(&x, x.ty, nil, x.name, 0, nil)
	} else if t.Kind != ir.TypeArray || t.Length != 3 {
		c.errorf(codeTypeRule, d.span, "an input of each vertex must be an array of three")
		c.declareError(d.name, d.span)
		return
	} else {
		c.flatten(&x, t.Base, nil, x.name, 0, nil)
	}
	if len(x.leaves) > maxLeaves {
		c.errorf(codeLimit, d.span, "an input takes more than %d locations", maxLeaves)
		c.declareError(d.name, d.span)
		return
	}
	for i := range x.leaves {
		l := &x.leaves[i]
		if vertices {
			l.ty = c.m.Types.Array(l.ty, 3)
		}
		l.index = len(c.mainFn.Args)
		c.mainFn.Args = append(c.mainFn.Args, ir.Argument{Name: l.name, Type: l.ty, Span: d.span})
	}
	at := 0
	var v operand
	if vertices {
		var parts [3]operand
		for i := range parts {
			at = 0
			parts[i] = c.gather(&x, c.at(x.ty).Base, &at, uint32(i))
		}
		v = c.compose(x.ty, parts[:]...)
	} else {
		v = c.gather(&x, x.ty, &at, 0)
	}
	switch {
	case outside:
		c.privateInput(&d, v)
		c.m.Globals[d.handle].Relaxed = x.relaxed
	case c.at(x.ty).Kind == ir.TypeScalar || c.at(x.ty).Kind == ir.TypeVector:
		d.kind, d.expr = declValue, v.expr()
	default:
		l := c.mainFn.AddLocal(ir.Local{Name: x.name, Type: x.ty, Relaxed: x.relaxed, Span: d.span})
		c.b.DeclareLocal(l, c.toExpr(v))
		d.kind, d.handle = declLocal, uint32(l)
	}
	x.decl = c.declare(d)
	c.io.ins = append(c.io.ins, x)
}

// gather makes the value of an input of its parts; of one of each vertex, that of a vertex.
func (c *checker) gather(x *ioVar, t ir.TypeID, at *int, vertex uint32) operand {
	ty := *c.at(t)
	n := uint32(0)
	switch ty.Kind {
	case ir.TypeMatrix:
		n = uint32(ty.Columns)
	case ir.TypeArray:
		n = ty.Length
	case ir.TypeStruct:
		n = uint32(len(c.m.Structs[ty.Struct].Members))
	default:
		l := &x.leaves[*at]
		*at++
		v := operand{kind: opValue, ty: l.ty, handle: uint32(c.b.Argument(l.index))}
		if x.interp == ir.InterpolatePerVertex {
			v = c.component(v, vertex)
		}
		return v
	}
	parts := make([]operand, n)
	for i := range n {
		parts[i] = c.gather(x, c.m.ElementType(t, i), at, vertex)
	}
	return c.compose(t, parts...)
}

// output adds an output: a local variable of main, or a private one.
func (c *checker) output(d decl, x ioVar, outside bool) {
	if c.io.built {
		c.unsupported(d.span, "outputs declared behind main")
		return
	}
	x.span = d.span
	if x.builtIn != ir.NoBuiltIn {
		x.leaves = []ioLeaf{{ty: x.irType, name: x.name}}
	} else {
		c.flatten(&x, x.ty, nil, x.name, 0, nil)
	}
	if len(x.leaves) > maxLeaves {
		c.errorf(codeLimit, d.span, "an output takes more than %d locations", maxLeaves)
		c.declareError(d.name, d.span)
		return
	}
	if c.stage.Info().Outputs == ir.Colors && x.builtIn == ir.NoBuiltIn && x.location >= 0 {
		for k := range x.leaves {
			if at := x.location + x.leaves[k].at; at >= maxColors {
				c.errorf(codeLimit, d.span, "the location %d of a fragment shader's output is %d or more", at, maxColors)
				c.declareError(d.name, d.span)
				return
			}
		}
	}
	if outside {
		c.m.Globals = append(c.m.Globals, ir.Global{Name: c.ioName(&d), Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: x.ty, Relaxed: x.relaxed, Span: d.span})
		d.kind, d.handle = declGlobal, uint32(len(c.m.Globals)-1)
	} else {
		name := x.name
		if d.name != syntax.NoSymbol && d.flags&flagBuiltIn == 0 {
			name = c.t.Name(d.name)
		}
		l := c.mainFn.AddLocal(ir.Local{Name: name, Type: x.ty, Relaxed: x.relaxed, Span: d.span})
		c.b.DeclareLocal(l, 0)
		d.kind, d.handle = declLocal, uint32(l)
	}
	x.decl = c.declare(d)
	c.io.outs = append(c.io.outs, x)
}

// ioBlock declares a block of inputs or outputs.
func (c *checker) ioBlock(v *syntax.Interface, q *qualifiers, members []memberInfo) {
	out := q.storage == syntax.QualOut
	c.captureBlock(v, q, members)
	if c.stage.Info().Variables {
		c.stageBlock(v, q, members)
		return
	}
	if k := c.stage.IO(out); k == ir.Attributes || k == ir.Colors {
		c.errorf(codeStage, v.NameSpan, "a %s shader has no blocks of %ss", c.stage, map[bool]string{false: "input", true: "output"}[out])
		c.blockError(v)
		return
	}
	if a := since(150, 320, exts{extIOBlocksES, extIOBlocksOES, extPrimitiveIDES}); !c.needs(v.NameSpan, "a block of inputs or outputs", &a) {
		c.blockError(v)
		return
	}
	location := q.layout.location
	for i := range members {
		m := &members[i]
		if m.unsized {
			m.Type = c.m.Types.Array(c.at(m.Type).Base, max(c.scan.of(m.name).highest, 1))
		}
		if m.q.interp == 0 {
			m.q.interp = q.interp
		}
		if m.q.sampling == 0 {
			m.q.sampling = q.sampling
		}
		if v.Instance != syntax.NoSymbol {
			continue
		}
		if m.q.layout.location >= 0 {
			location = m.q.layout.location
		} else {
			m.q.layout.location = location
		}
		d := decl{name: m.name, span: m.Span, member: -1, flags: flagOutput}
		x := ioVar{name: m.Name, block: c.t.Name(v.Name)}
		t := gtype{ty: m.Type, ok: true}
		if !c.ioVariable(m.Span, &m.q, &t, &x, m.name, out) {
			c.declareError(m.name, m.Span)
			continue
		}
		d.ty = t.ty
		if out {
			c.output(d, x, c.scan.of(m.name).outside)
		} else {
			d.flags = flagReadOnly | flagInput
			c.input(d, x, c.scan.of(m.name).outside)
		}
		if location >= 0 {
			n := ioVar{}
			location += c.flatten(&n, m.Type, nil, "", 0, nil)
		}
	}
	if v.Instance == syntax.NoSymbol {
		return
	}
	plain := make([]ir.Member, len(members))
	for i := range members {
		m := &members[i]
		t := gtype{ty: m.Type, ok: true}
		x := ioVar{}
		if !c.ioVariable(m.Span, &m.q, &t, &x, m.name, out) {
			c.declareError(v.Instance, v.InstanceSpan)
			return
		}
		m.q.interp, m.q.sampling = x.interp, x.sampling
		plain[i] = m.Member
	}
	t := c.m.AddStruct(ir.Struct{Name: c.t.Name(v.Name), Members: plain, Span: v.NameSpan})
	c.noteStruct(t, structInfo{})
	g := gtype{ty: t, ok: true}
	if len(v.Dims) > 0 {
		if g = c.arrays(g, v.Dims[0], v.Dims, nil); !g.ok {
			c.declareError(v.Instance, v.InstanceSpan)
			return
		}
		if g.unsized && q.interp == ir.InterpolatePerVertex {
			g.ty, g.unsized = c.m.Types.Array(t, 3), false
		}
		if g.unsized {
			c.sizeUnsized(v.Instance, v.InstanceSpan, &g)
		}
	}
	d := decl{name: v.Instance, span: v.InstanceSpan, ty: g.ty, member: -1, flags: flagOutput}
	x := ioVar{name: c.t.Name(v.Instance), block: c.t.Name(v.Name), ty: g.ty, location: q.layout.location, component: -1, index: -1}
	if len(v.Dims) == 0 {
		x.members = members
	} else if len(members) > 0 {
		x.interp, x.sampling = members[0].q.interp, members[0].q.sampling
	}
	if x.location < 0 && x.members != nil {
		for i := range members {
			if members[i].q.layout.location >= 0 {
				x.location = 0
			}
		}
	}
	if out {
		c.output(d, x, c.scan.of(v.Instance).outside)
	} else {
		d.flags = flagReadOnly | flagInput
		c.input(d, x, c.scan.of(v.Instance).outside)
	}
}

// returnOutputs builds the return of main.
func (c *checker) returnOutputs() {
	if len(c.io.outs) == 0 {
		c.b.Return(0)
		return
	}
	c.buildResult()
	var parts []ir.ExprID
	for i := range c.io.outs {
		x := &c.io.outs[i]
		base := c.pointer(x.decl)
		for k := range x.leaves {
			l := &x.leaves[k]
			p := base
			for _, step := range l.path {
				p = c.b.AccessIndex(p, step)
			}
			if x.builtIn == ir.BuiltInSampleMask {
				p = c.b.AccessIndex(p, 0)
			}
			v := operand{kind: opValue, handle: uint32(c.b.Load(p))}
			v.ty = c.b.TypeOf(v.expr())
			if v.ty != l.ty {
				v = c.cast(c.at(l.ty).Scalar, v)
			}
			parts = append(parts, v.expr())
		}
	}
	if c.io.result == 0 {
		c.b.Return(parts[0])
		return
	}
	c.b.Return(c.b.Compose(c.io.result, parts...))
}

// buildResult makes the type of the result.
func (c *checker) buildResult() {
	if c.io.built {
		return
	}
	c.io.built = true
	n := 0
	for i := range c.io.outs {
		n += len(c.io.outs[i].leaves)
	}
	if n == 1 {
		c.mainFn.Result = c.io.outs[0].leaves[0].ty
		c.result = c.mainFn.Result
		return
	}
	name := "VertexOutput"
	if c.stage.Info().Outputs == ir.Colors {
		name = "FragmentOutput"
	}
	s := ir.Struct{Name: name}
	for i := range c.io.outs {
		x := &c.io.outs[i]
		for k := range x.leaves {
			l := &x.leaves[k]
			l.index = len(s.Members)
			s.Members = append(s.Members, ir.Member{Name: l.name, Type: l.ty, Span: x.span})
		}
	}
	c.io.result = c.m.AddStruct(s)
	c.noteStruct(c.io.result, structInfo{})
	c.mainFn.Result = c.io.result
}

// locations gives locations to variables that have none, and writes all bindings.
func (c *checker) locations() {
	c.place(c.io.ins, true, func(l *ioLeaf) *ir.Binding { return &c.mainFn.Args[l.index].Binding })
	c.place(c.io.outs, false, func(l *ioLeaf) *ir.Binding {
		if c.io.result == 0 {
			return &c.mainFn.ResultBinding
		}
		return &c.m.StructOf(c.io.result).Members[l.index].Binding
	})
}

func (c *checker) place(list []ioVar, inputs bool, binding func(*ioLeaf) *ir.Binding) {
	taken := make(map[int64]bool)
	for i := range list {
		x := &list[i]
		if x.builtIn == ir.NoBuiltIn && x.location >= 0 {
			for k := range x.leaves {
				at := x.location + x.leaves[k].at
				if taken[at] && x.component < 0 && inputs && c.lang.Profile != ES && c.stage.Info().Inputs == ir.Attributes {
					c.unsupported(x.span, "inputs of a vertex shader that share a location") // OpenGL has them
				}
				if x.index <= 0 { // beside a second source of blending there is place for the first
					taken[at] = true
				}
			}
		}
	}
	next := int64(0)
	for i := range list {
		x := &list[i]
		if x.builtIn != ir.NoBuiltIn {
			b := binding(&x.leaves[0])
			*b = ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: x.builtIn, Invariant: x.invariant && x.builtIn == ir.BuiltInPosition, Depth: x.depth, Relative: x.relative,
				Interpolation: x.builtInInterp()}
			if !inputs {
				b.Feedback = c.pipe.feedback.builtIns[x.builtIn]
			}
			continue
		}
		if x.location < 0 {
			need := int64(1)
			for k := range x.leaves {
				need = max(need, x.leaves[k].at+x.leaves[k].slots)
			}
		search:
			for {
				for k := range need {
					if taken[next+k] {
						next += k + 1
						continue search
					}
				}
				break
			}
			x.location, x.open = next, true
			next += need
		}
		captured := leafCapture{c: c, x: x}
		for k := range x.leaves {
			l := &x.leaves[k]
			b := ir.Binding{Kind: ir.BindLocation, Location: uint32(x.location + l.at), Interpolation: x.interp, Sampling: x.sampling, PerPrimitive: x.primitive, Relaxed: x.relaxed, Link: c.linkOf(x, l)}
			if l.m != nil {
				b.Interpolation, b.Sampling = l.m.q.interp, l.m.q.sampling
				b.PerPrimitive = b.PerPrimitive || l.m.q.perPrimitive
				b.Relaxed = c.holdsRelaxed(&l.m.q, l.m.Type)
				if l.m.q.layout.component > 0 {
					b.Component = uint8(l.m.q.layout.component)
				}
			}
			if x.component > 0 {
				b.Component = uint8(x.component)
			}
			b.Feedback = captured.next(l)
			if x.index == 1 && c.stage.Info().Outputs == ir.Colors { // what has 0 beside it follows below
				b.HasBlendSrc, b.BlendSrc = true, uint8(x.index)
			}
			*binding(l) = b
		}
	}
	// Where one output has a blend source, the other at its location is source 0.
	for i := range list {
		if list[i].index != 1 {
			continue
		}
		for j := range list {
			if list[i].index == 1 && list[j].index <= 0 && list[j].builtIn == 0 && list[j].location == list[i].location {
				b := binding(&list[j].leaves[0])
				b.HasBlendSrc = true
			}
		}
	}
}

// linkOf is the name by which hosts and other stages find a part of an input or output: the
// variable's, if the part is a column of a matrix or an element of an array, else one
// made of those of the members. Blocks are matched by their own names, not by those of
// their instances (section "Shader Interface Matching").
func (c *checker) linkOf(x *ioVar, l *ioLeaf) ir.Link {
	link := ir.Link{Name: l.name, Open: x.open}
	switch {
	case x.block != "" && x.builtIn == ir.NoBuiltIn:
		link.Name = x.block + "_" + l.name
		if x.members != nil {
			link.Name = x.block + strings.TrimPrefix(l.name, x.name)
		}
	case len(l.path) == 1:
		t := c.at(x.ty)
		if x.interp == ir.InterpolatePerVertex {
			t = c.at(t.Base)
		}
		switch t.Kind {
		case ir.TypeMatrix:
			link = ir.Link{Name: x.name, Open: x.open, Columns: true, Part: uint8(l.path[0]), Parts: t.Columns}
		case ir.TypeArray:
			if t.Length <= math.MaxUint8 {
				link = ir.Link{Name: x.name, Open: x.open, Part: uint8(l.path[0]), Parts: uint8(t.Length)}
			}
		}
	}
	return link
}

// finish ends the entry point and decides facts that the source left open.
func (c *checker) finish() {
	c.instances()
	c.checkRecursion()
	if c.diags.HasErrors() {
		return
	}
	c.assignBindings()
	if c.mainAt == 0 {
		c.diags.Warnf(codeEntryPoint, diag.Span{}, "there is no function main, and so no entry point")
		return
	}
	c.locations()
	c.placeStage()
	c.placeFeedback()
	c.placeInterpolations()
	if parts.Linker && c.record != nil {
		c.recordStage()
	} else {
		c.warnOfOrder()
	}
	if c.uniforms.global != 0 && len(c.m.StructOf(c.uniforms.strct).Members) == 0 {
		panic("glsl: empty block of uniforms")
	}
	c.m.Functions = append(c.m.Functions, c.mainFn)
	e := ir.EntryPoint{Name: "main", Stage: c.stage, Function: ir.FuncID(len(c.m.Functions) - 1), Span: c.mainFn.Span}
	if c.pipe.setup != (ir.Pipeline{}) {
		setup := c.pipe.setup
		e.Pipeline = &setup
	}
	if c.stage.Info().Workgroups {
		e.DerivativeGroup = c.defaults.derivatives
		for i := range 3 {
			e.WorkgroupSize[i] = max(c.defaults.localSize[i], 1)
			e.WorkgroupSizeExpr[i] = c.specSize[i]
		}
	}
	if c.stage.Info().HasPositions {
		e.ClipSpace = c.clipMarks().space()
	}
	if c.stage.Info().Discards {
		e.EarlyDepth, e.Interlock = c.defaults.early, c.interlockMode()
		e.FragmentOrigin, e.PostDepthCoverage = c.origin(), c.defaults.postDepth
	}
	c.m.EntryPoints = append(c.m.EntryPoints, e)
	c.relaxOperations()
	c.countMeshes()
	c.emitPassed()
	c.allowNonUniform()
	c.unwrapReferences()
	c.plainQueries()
}
