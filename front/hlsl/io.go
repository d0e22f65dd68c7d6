package hlsl

// This file makes the entry point: its inputs are parameters, one for each scalar or vector,
// its outputs a struct. Semantics give built-in values and locations.

import (
	"strconv"
	"strings"

	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// entryState is the entry point under way.
type entryState struct {
	fn                 int32
	outs               []outLeaf
	result             ir.TypeID
	params             []entryParam           // out and inout parameters
	given              []givenParam           // parameters whose variables begin with inputs
	ins                [ir.BuiltInCount]int32 // by built-in value: one more than the argument's index
	seen               map[string]span
	next               [2]uint32 // the next location of inputs, and of outputs
	taken              [2]map[uint32]bool
	clips              [2][numGathered]int // scalars of distances, and of tessellation levels, of inputs and outputs
	clipAt             [numGathered]int    // of inputs
	arrays             [numGathered]ir.GlobalID
	vars               []ir.GlobalID // inputs that are variables
	cursor             int           // the next one of them
	setup              ir.Pipeline
	stream             uint8         // the next stream
	late               []ir.GlobalID // variables whose locations come last
	groups             [4]outGroup   // of streams; of vertices and primitives of a mesh
	patch              string        // the patch-constant function
	topology           bool          // outputtopology is given
	counted            bool          // SetMeshOutputCounts is called
	patchSpan          span
	pow2               bool               // the partitioning is "pow2"
	group              [3]uint32          // numthreads
	quads              ir.DerivativeGroup // how its invocations form quads, if derivatives are taken
	patchIn            operand            // the input patch
	vertices           []vertexInput
	incoming           ir.GlobalID // the payload
	payload, attribute bool        // parameters that are declared
	pos                ir.ExprID   // the position of a fragment, and the argument that it is made of
	posArg             ir.ExprID
	early              ir.EarlyDepth
	named              []namedInput
	planes             []node // clip planes that an attribute names
	hasPos             bool
}

// entryParam is a parameter that is written.
type entryParam struct {
	decl declID
	p    *param
	leaf int
}

// outLeaf is a part of an output.
type outLeaf struct {
	ty      typeID // of the source
	irType  ir.TypeID
	binding ir.Binding
	name    string
	clip    int // one more than the array that it is; -1: it is zero
	global  ir.GlobalID
	boxed   bool // a member of a struct
	member  uint32
}

// outGroup are the outputs of a stream, or of the vertices or primitives of a mesh.
type outGroup struct{ first, end int }

// ioContext is the place of a value among inputs or outputs.
type ioContext struct {
	out    bool
	sem    string // as written
	index  int    // added to the number of the semantic
	mods   mods
	attrs  []node
	name   string
	span   span
	major  int8
	count  uint32 // of the vertices, control points or primitives that have the value; 0: it has no elements
	at     uint32 // the element
	patch  bool
	prim   bool // of a primitive
	stream uint8
	late   bool // its location comes last
}

// reserveLocations notes the locations that the source gives, so that no other value gets
// one.
func (c *checker) reserveLocations(t typeID, ctx ioContext, depth int) {
	side := 0
	if ctx.out {
		side = 1
	}
	if at, ok := c.givenLocation(ctx); ok && !(c.isStruct(t) && ctx.sem == "") {
		c.entry.taken[side][at] = true
	}
	if k, ok := gatheredBy(ctx.sem); ok && !c.isStruct(t) {
		c.entry.clips[side][k] += c.scalars(t)
	}
	if c.isStruct(c.innermost(t)) && depth < 16 {
		s := c.structOf(c.innermost(t))
		for i := range s.members {
			m := s.members[i]
			sub := ioContext{out: ctx.out, sem: m.sem, attrs: m.attrs}
			c.reserveLocations(m.ty, sub, depth+1)
		}
	}
}

// givenLocation is the location that an attribute gives, or a semantic LOC of refract's own
// HLSL, or a render target.
func (c *checker) givenLocation(ctx ioContext) (uint32, bool) {
	if a, ok := c.attribute(ctx.attrs, "vk", "location"); ok {
		if v := c.attributeInts(a); len(v) == 1 && v[0] >= 0 && v[0] < 1<<16 {
			return uint32(v[0]), true
		}
	}
	name, i, numbered := semantic(ctx.sem)
	switch {
	case name == "LOC" && numbered:
		return uint32(i + ctx.index), true
	case c.stage.IO(ctx.out) == ir.Colors && (name == "SV_TARGET" || name == "COLOR"):
		return uint32(i + ctx.index), true
	}
	return 0, false
}

// entryInputs makes the parameters of the entry point.
func (c *checker) entryInputs(f *userFunction) {
	for i := range f.params {
		p := &f.params[i]
		t := c.elementOf(p)
		if p.dir != dirOut && !c.isStream(p.ty) && !c.isUniform(p) {
			c.reserveLocations(t, ioContext{sem: p.sem, attrs: p.attrs}, 0)
		}
		if p.dir != dirIn {
			c.reserveLocations(t, ioContext{out: true, sem: p.sem, attrs: p.attrs}, 0)
		}
	}
	if f.result != tVoid {
		c.reserveLocations(f.result, ioContext{out: true, sem: f.sem, attrs: f.attrs}, 0)
	}
}

// entryParams declares the parameters of the entry point, with their values.
func (c *checker) entryParams(index int32) {
	early := c.patchFirst(index)
	for i := range c.funcs[index].params {
		p := &c.funcs[index].params[i]
		if c.isUniform(p) || c.stageParam(p) {
			continue
		}
		d := decl{name: p.name, span: p.span, ty: p.ty, member: -1, major: p.major, fixed: p.fixed}
		var v operand
		if p.dir != dirOut {
			if c.isPatch(p.ty) || c.stage == ir.StageGeometry && c.isArray(p.ty) {
				v = c.elements(p, early)
			} else {
				v = c.input(p.ty, ioContext{sem: p.sem, mods: p.mods, attrs: p.attrs, name: c.t.Name(p.name), span: p.span, major: p.major,
					patch: c.stage == ir.StageTessellationEvaluation})
			}
			if !v.ok() {
				c.declareError(p.name, p.span)
				continue
			}
		}
		if p.dir == dirIn && (p.fixed || !c.written(p.name)) && p.ty.numeric() && !p.ty.isMatrix() {
			if v.isConst() {
				d.kind, d.bits = declConst, v.bits
			} else {
				d.kind, d.expr, d.fixed = declValue, v.expr(), p.fixed
			}
			c.declare(d)
			continue
		}
		c.b.Span = p.span
		l := c.fn.AddLocal(ir.Local{Name: c.t.Name(p.name), Type: c.irOf(p.ty), Span: p.span})
		var init ir.ExprID
		if v.ok() {
			init = c.toExpr(v)
		}
		c.b.DeclareLocal(l, init)
		c.entry.given = append(c.entry.given, givenParam{l, init})
		d.kind, d.handle = declLocal, uint32(l)
		id := c.declare(d)
		for k := range c.entry.params {
			if c.entry.params[k].p == p {
				c.entry.params[k].decl = id
			}
		}
	}
}

// givenParam is the variable of a parameter of the entry point or of a function that is inlined, and its initial
// value; 0: none.
type givenParam struct {
	local ir.LocalID
	init  ir.ExprID
}

// inputValue is the value that a parameter of the entry point, or a part of one, began with; 0 if the expression
// is no pointer into one, or has a dynamic index.
func (c *checker) inputValue(ptr ir.ExprID) ir.ExprID {
	switch c.fn.Kind(ptr) {
	case ir.KindLocal:
		for _, g := range c.entry.given {
			if g.local != c.fn.LocalRef(ptr) {
				continue
			}
			if g.init != 0 && c.fn.Kind(g.init) == ir.KindLoad { // a copy, in a function that is inlined
				return c.inputValue(c.fn.Operand(g.init))
			}
			return g.init
		}
	case ir.KindAccessIndex:
		v := c.fn.AccessIndex(ptr)
		whole := c.inputValue(v.Base)
		switch {
		case whole == 0:
		case c.fn.Kind(whole) == ir.KindCompose && c.m.Types.At(c.fn.TypeOf(whole)).Kind != ir.TypeVector:
			return c.fn.Compose(whole).Components[v.Index]
		default:
			return c.b.AccessIndex(whole, v.Index)
		}
	}
	return 0
}

// interpolation reads the modifiers of a value between stages.
func (c *checker) interpolation(m mods, t typeID, b *ir.Binding) {
	between := c.stage == ir.StageFragment || c.stage.Info().WritesPosition || c.stage.Info().HasPositions && c.stage != ir.StageTessellationControl
	if !between {
		return
	}
	switch {
	case m&syntax.ModNoInterpolation != 0:
		b.Interpolation = ir.InterpolateFlat
	case m&syntax.ModNoPerspective != 0:
		b.Interpolation = ir.InterpolateLinear
	}
	if b.Interpolation != ir.InterpolateFlat {
		switch {
		case m&syntax.ModSample != 0:
			b.Sampling = ir.SampleSample
		case m&syntax.ModCentroid != 0:
			b.Sampling = ir.SampleCentroid
		}
	}
	if !t.kind().isFloat() || t.kind() == kDouble {
		if c.stage == ir.StageFragment && m&(syntax.ModLinear|syntax.ModCentroid|syntax.ModSample|syntax.ModNoPerspective) != 0 && m&syntax.ModNoInterpolation == 0 {
			c.errorf(codeQualifier, c.b.Span, "integers aren't interpolated: nointerpolation is their only modifier")
		}
		b.Interpolation, b.Sampling = ir.InterpolateFlat, ir.DefaultSampling
	}
}

// missing reports a value without a semantic.
func (c *checker) missing(ctx ioContext) {
	what := "input"
	if ctx.out {
		what = "output"
	}
	c.errorf(codeEntryPoint, ctx.span, "the %s %q of the entry point has no semantic", what, ctx.name)
}

// once reports a semantic that two values have.
func (c *checker) once(ctx ioContext, name string, index int) bool {
	key := name + strconv.Itoa(index)
	if ctx.out {
		key += "out"
	}
	if first, ok := c.entry.seen[key]; ok {
		if c.prof.major < 6 && !ctx.out { // as FXC has it
			c.warnf(codeEntryPoint, ctx.span, "two inputs have the semantic %s%d", name, index)
			return true
		}
		c.errorf(codeEntryPoint, ctx.span, "two values have the semantic %s%d", name, index).Label(first, "the first one")
		return false
	}
	c.entry.seen[key] = ctx.span
	return true
}

// rowsOf is the number of semantics that a value takes.
func (c *checker) rowsOf(t typeID, major int8) int {
	switch {
	case t.isMatrix():
		if major < 0 {
			return int(t.shape().cols)
		}
		return int(t.shape().rows)
	case c.isArray(t):
		return int(c.at(t).length) * c.rowsOf(c.at(t).base, major)
	case c.isStruct(t):
		n := 0
		for i := range c.structOf(t).members {
			m := c.structOf(t).members[i]
			n += c.rowsOf(m.ty, m.major)
		}
		return n
	}
	return 1
}

// sub is the context of a member of a struct.
func (ctx ioContext) sub(m *hmember, index int) ioContext {
	s := ctx
	s.mods |= m.mods
	s.attrs = m.attrs
	s.major, s.span = m.major, m.span
	s.name = m.name
	if ctx.sem == "" {
		s.sem, s.index = m.sem, 0
	} else {
		s.index += index
	}
	return s
}

// maxRows bounds the parts of one input or output.
const maxRows = 256

// input is the value of an input.
func (c *checker) input(t typeID, ctx ioContext) operand {
	if len(c.fn.Args) > maxRows || c.rowsOf(t, ctx.major) > maxRows {
		c.errorf(codeLimit, ctx.span, "the inputs take more than %d locations", maxRows)
		return operand{}
	}
	if k, ok := gatheredBy(ctx.sem); ok && !c.isStruct(t) {
		return c.inputGathered(t, ctx, k)
	}
	switch {
	case t.isMatrix():
		s := t.shape()
		if ctx.major > 0 {
			i := 0
			return c.byRows(t, func(uint32) operand {
				sub := ctx
				sub.index += i
				sub.name += "_" + strconv.Itoa(i)
				i++
				return c.input(rowType(t), sub)
			})
		}
		var cols [4]operand
		for i := range s.cols {
			sub := ctx
			sub.index += int(i)
			sub.name += "_" + strconv.Itoa(int(i))
			cols[i] = c.input(vectorType(t.kind(), int(s.rows)), sub)
			if !cols[i].ok() {
				return operand{}
			}
		}
		return c.ofColumns(t, cols[:s.cols])
	case t.numeric():
		return c.inputLeaf(t, ctx)
	}
	var parts []operand
	switch h := *c.at(t); h.kind {
	case htArray:
		rows := c.rowsOf(h.base, ctx.major)
		for i := range h.length {
			sub := ctx
			sub.index += int(i) * rows
			sub.name += "_" + strconv.Itoa(int(i))
			parts = append(parts, c.input(h.base, sub))
		}
	case htStruct:
		at := 0
		for i := range c.structs[h.strct].members {
			m := c.structs[h.strct].members[i]
			if m.index < 0 {
				c.unsupported(ctx.span, "inputs with resources or bit fields")
				return operand{}
			}
			parts = append(parts, c.input(m.ty, ctx.sub(&m, at)))
			at += c.rowsOf(m.ty, m.major)
		}
		if len(parts) == 0 {
			return c.zero(t)
		}
	default:
		c.errorf(codeEntryPoint, ctx.span, "an input can't be %s", c.name(t))
		return operand{}
	}
	return c.compose(t, parts...)
}

// argument adds a parameter of the entry point.
func (c *checker) argument(name string, t ir.TypeID, b ir.Binding, at span) ir.ExprID {
	if b.Kind == ir.BindBuiltIn {
		if i := c.entry.ins[b.BuiltIn]; i != 0 && c.fn.Args[i-1].Binding.Interpolation == b.Interpolation {
			return c.b.Argument(int(i - 1))
		}
		c.entry.ins[b.BuiltIn] = int32(len(c.fn.Args) + 1)
	}
	c.fn.Args = append(c.fn.Args, ir.Argument{Name: name, Type: t, Binding: b, Span: at})
	return c.b.Argument(len(c.fn.Args) - 1)
}

// inputLeaf is the value of an input that is a scalar or vector.
func (c *checker) inputLeaf(t typeID, ctx ioContext) operand {
	c.b.Span = ctx.span
	b := c.systemInput(ctx)
	if ctx.sem == "" && b == ir.NoBuiltIn {
		c.missing(ctx)
		return operand{}
	}
	name, i, _ := semantic(ctx.sem)
	if ctx.sem != "" && ctx.at == 0 && !c.once(ctx, name, i+ctx.index) {
		return operand{}
	}
	variable := c.stage.Info().Variables
	if b == ir.BuiltInPointSize && !variable {
		c.warnf(codeStage, ctx.span, "the input PointSize is zero here: only outputs have it")
		return c.zero(t)
	}
	if b != ir.NoBuiltIn {
		it, ty := builtInType(b)
		binding := ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: b}
		if b == ir.BuiltInPosition && c.stage == ir.StageFragment && ctx.mods&(syntax.ModLinear|syntax.ModNoInterpolation) != 0 {
			c.errorf(codeQualifier, ctx.span, "the position of a fragment is noperspective")
			return operand{}
		}
		if b == ir.BuiltInBarycentric && ctx.mods&syntax.ModNoPerspective != 0 {
			binding.Interpolation = ir.InterpolateLinear
		}
		var e ir.ExprID
		switch {
		case !variable || !b.PerVertex():
			e = c.argument(ctx.name, it, binding, ctx.span)
		case ctx.count == 0:
			c.errorf(codeStage, ctx.span, "a %s shader has the input %s for each vertex", c.stage, ctx.sem)
			return operand{}
		default:
			e = c.inputVariable(ctx, it, binding)
		}
		v := value(e, ty)
		if b == ir.BuiltInPosition && c.stage == ir.StageFragment {
			if t.size() == 4 {
				w := c.binary(ir.Div, constFloat(1), c.component(v, 3))
				x := c.compose(ty, c.component(v, 0), c.component(v, 1), c.component(v, 2), w)
				c.entry.pos, c.entry.posArg = x.expr(), e
				v = x
			}
		}
		if b == ir.BuiltInFrontFacing && name == "VFACE" {
			v = c.selects(v, constFloat(1), constFloat(-1))
		}
		if v.ty.size() < t.size() {
			c.errorf(codeEntryPoint, ctx.span, "the semantic %s has %d components, not %d", ctx.sem, v.ty.size(), t.size())
			return operand{}
		}
		x := c.convert(v, sized(v.ty.kind(), t.size()))
		x = c.cast(t.kind(), x)
		x.ty = t
		return x
	}
	if strings.HasPrefix(name, "SV_") && !(name == "SV_POSITION" && c.stage == ir.StageVertex) && name != "SV_TARGET" {
		if ctx.late = c.passesOn(name, false); ctx.late {
			if c.stage != ir.StageTessellationEvaluation && ctx.at == 0 {
				c.warnf(codeStage, ctx.span, "the input %s has no value if a vertex shader gives it", ctx.sem)
			}
		} else if c.stage != ir.StageVertex && (name == "SV_VERTEXID" || name == "SV_INSTANCEID") {
			// from the vertex shader, as any value
		} else if c.knownSystem(name) && !c.checking {
			c.errorf(codeStage, ctx.span, "a %s shader has no input %s", c.stage, ctx.sem)
			return operand{}
		}
		if !c.knownSystem(name) {
			c.errorf(codeStage, ctx.span, "unknown semantic %s", ctx.sem)
			return operand{}
		}
	}
	if info := c.stage.Info(); info.Inputs == ir.NoInterface && !(info.HasPositions && c.stage != ir.StageMesh) || variable && ctx.count == 0 && !ctx.patch {
		c.errorf(codeStage, ctx.span, "a %s shader has no input %s", c.stage, ctx.sem)
		return operand{}
	}
	at, ok := c.givenLocation(ctx)
	if ctx.at > 0 || ctx.late {
		// the variable has its location, or gets it
	} else if !ok {
		at = c.nextLocation(0)
	} else if _, vk := c.attribute(ctx.attrs, "vk", "location"); vk {
		at += uint32(ctx.index)
	}
	it, ty := c.varyingType(t)
	binding := ir.Binding{Kind: ir.BindLocation, Location: at, Semantic: c.semanticOf(ctx)}
	if c.stage.Info().Inputs == ir.Varyings {
		c.interpolation(ctx.mods, ty, &binding)
	}
	var e ir.ExprID
	if variable {
		binding.Patch = ctx.patch
		e = c.inputVariable(ctx, it, binding)
	} else if c.stage == ir.StageFragment && c.isVertexInput(ctx) {
		e = c.vertexArgument(ctx, it, ty, binding)
	} else {
		e = c.argument(ctx.name, it, binding, ctx.span)
	}
	x := c.cast(t.kind(), value(e, ty))
	x.ty = t
	return x
}

// semanticOf is the semantic of a value at a location, but of a color.
func (c *checker) semanticOf(ctx ioContext) (none ir.Semantic) {
	if ctx.out && c.stage.Info().Outputs == ir.Colors || ctx.sem == "" {
		return none
	}
	name, i, _ := semantic(ctx.sem)
	if strings.HasPrefix(name, "SV_") && (ctx.out || c.stage != ir.StageVertex) {
		return none
	}
	return ir.SemanticOf(strings.TrimRight(ctx.sem, "0123456789"), uint32(i+ctx.index))
}

// varyingType is the type of a value at a location: bools are numbers.
func (c *checker) varyingType(t typeID) (ir.TypeID, typeID) {
	if t.kind() == kBool {
		t = t.withKind(kUint)
	}
	return c.irOf(t), t
}

// nextLocation is a location that no other value has; out is 1 for outputs.
func (c *checker) nextLocation(out int) uint32 {
	for c.entry.taken[out][c.entry.next[out]] {
		c.entry.next[out]++
	}
	at := c.entry.next[out]
	c.entry.next[out]++
	return at
}

// inputGathered is the value of distances or levels, which are one array.
func (c *checker) inputGathered(t typeID, ctx ioContext, k int) operand {
	row := &gatheredValues[k]
	levels := k >= gatherOuter
	vertices := inPixel
	if ctx.count > 0 {
		vertices = inPrimitives
	}
	if levels && !(ctx.patch && c.stage == ir.StageTessellationEvaluation) || !levels && !vertices.has(c.stage) {
		c.errorf(codeStage, ctx.span, "a %s shader has no input %s", c.stage, ctx.sem)
		return operand{}
	}
	n := row.most
	if !levels {
		n = min(c.entry.clips[0][k], n)
	}
	it := c.m.Types.Array(ir.TypeF32, uint32(n))
	b := ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: row.value, Patch: levels}
	var e ir.ExprID
	if !c.stage.Info().Variables {
		e = c.argument(row.value.String(), it, b, ctx.span)
	} else {
		if c.entry.arrays[k] == 0 {
			c.entry.arrays[k] = c.stageGlobal(row.value.String(), it, b, ctx)
		}
		e = c.loadElement(c.entry.arrays[k], ctx)
	}
	var list []operand
	for range c.scalars(t) {
		at := c.entry.clipAt[k]
		if at >= n {
			c.errorf(codeLimit, ctx.span, "%s has at most %d numbers", row.name, row.most)
			return operand{}
		}
		c.entry.clipAt[k]++
		list = append(list, c.made(c.ex.AddAccessIndex(ir.TypeF32, ir.AccessIndex{Base: e, Index: uint32(at)}, ctx.span), tFloat))
	}
	return c.unflatten(t, &list)
}

// entryOutputs makes the result of the entry point.
func (c *checker) entryOutputs(f *userFunction) {
	count := c.entry.setup.Tessellation.Vertices
	if c.stage != ir.StageTessellationControl {
		count = 0
	}
	if f.result != tVoid && c.stage.Info().Variables && !(inHull | inDomain).has(c.stage) {
		c.errorf(codeEntryPoint, f.span, "the entry point of a %s shader returns nothing", c.stage)
		return
	}
	if f.result != tVoid {
		c.output(f.result, ioContext{out: true, sem: f.sem, attrs: f.attrs, name: strings.ToLower(resultName(f.sem)), span: f.span, major: -1, count: count})
	}
	for i := range f.params {
		p := &f.params[i]
		if p.dir == dirIn || c.stageOutput(p) {
			continue
		}
		c.entry.params = append(c.entry.params, entryParam{p: p, leaf: len(c.entry.outs)})
		c.output(p.ty, ioContext{out: true, sem: p.sem, mods: p.mods, attrs: p.attrs, name: c.t.Name(p.name), span: p.span, major: p.major, count: count})
	}
	if (inHull | inDomain).has(c.stage) {
		c.gatheredOutputs(ioContext{span: f.span, count: count}, 0, &c.entry.clips[1])
	}
	if c.stage.Info().Variables {
		return
	}
	if c.stage == ir.StageVertex && !c.entry.hasPos {
		c.entry.outs = append(c.entry.outs, outLeaf{ty: vectorType(kFloat, 4), irType: ir.TypeVec4F32, name: "position",
			binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}, clip: -1})
	}
	if c.stage == ir.StageVertex {
		c.gatheredOutputs(ioContext{span: f.span}, 0, &c.entry.clips[1])
	}
	switch len(c.entry.outs) {
	case 0:
	case 1:
		c.fn.Result, c.fn.ResultBinding = c.entry.outs[0].irType, c.entry.outs[0].binding
	default:
		name := "VertexOutput"
		if c.stage == ir.StageFragment {
			name = "FragmentOutput"
		}
		s := ir.Struct{Name: name, Span: f.span}
		for i := range c.entry.outs {
			o := &c.entry.outs[i]
			s.Members = append(s.Members, ir.Member{Name: o.name, Type: o.irType, Binding: o.binding, Span: f.span})
		}
		c.entry.result = c.m.AddStruct(s)
		c.fn.Result = c.entry.result
	}
}

func resultName(sem string) string {
	name, _, _ := semantic(sem)
	name = strings.TrimPrefix(name, "SV_")
	if name == "" {
		return "result"
	}
	return name
}

// output declares an output: a leaf for each scalar or vector.
func (c *checker) output(t typeID, ctx ioContext) {
	if len(c.entry.outs) > maxRows || c.rowsOf(t, ctx.major) > maxRows {
		c.errorf(codeLimit, ctx.span, "the outputs take more than %d locations", maxRows)
		return
	}
	if k, ok := gatheredBy(ctx.sem); ok && !c.isStruct(t) {
		levels := k >= gatherOuter
		if levels != ctx.patch || ctx.prim || !levels && !(inVertex|inPrimitives|inMesh).has(c.stage) {
			c.errorf(codeStage, ctx.span, "a %s shader has no output %s", c.stage, ctx.sem)
		}
		return // gathered at the return
	}
	switch {
	case t.isMatrix():
		s := t.shape()
		n, row := int(s.rows), rowType(t)
		if ctx.major < 0 {
			n, row = int(s.cols), vectorType(t.kind(), int(s.rows))
		}
		for i := range n {
			sub := ctx
			sub.index += i
			sub.name += "_" + strconv.Itoa(i)
			c.outputLeaf(row, sub)
		}
		return
	case t.numeric():
		c.outputLeaf(t, ctx)
		return
	}
	switch h := *c.at(t); h.kind {
	case htArray:
		rows := c.rowsOf(h.base, ctx.major)
		for i := range h.length {
			sub := ctx
			sub.index += int(i) * rows
			sub.name += "_" + strconv.Itoa(int(i))
			c.output(h.base, sub)
		}
	case htStruct:
		at := 0
		for i := range c.structs[h.strct].members {
			m := c.structs[h.strct].members[i]
			if m.index < 0 {
				c.unsupported(ctx.span, "outputs with resources or bit fields")
				return
			}
			c.output(m.ty, ctx.sub(&m, at))
			at += c.rowsOf(m.ty, m.major)
		}
	default:
		c.errorf(codeEntryPoint, ctx.span, "an output can't be %s", c.name(t))
	}
}

func (c *checker) outputLeaf(t typeID, ctx ioContext) {
	b := c.systemInput(ctx)
	if ctx.sem == "" && b == ir.NoBuiltIn {
		c.missing(ctx)
		return
	}
	name, i, _ := semantic(ctx.sem)
	if ctx.sem != "" && !c.once(ctx, name, i+ctx.index) {
		return
	}
	o := outLeaf{ty: t, name: ctx.name}
	if b != ir.NoBuiltIn {
		it, ty := builtInType(b)
		o.irType = it
		o.binding = ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: b}
		switch name {
		case "SV_DEPTHGREATEREQUAL":
			o.binding.Depth = ir.EarlyDepthGreaterEqual
		case "SV_DEPTHLESSEQUAL":
			o.binding.Depth = ir.EarlyDepthLessEqual
		}
		if t.kind() == kInt && it == ir.TypeU32 && c.stage.Info().Variables {
			ty, o.irType = tInt, ir.TypeI32
		}
		if ty.size() != t.size() {
			c.errorf(codeEntryPoint, ctx.span, "the semantic %s has %d components, not %d", ctx.sem, ty.size(), t.size())
			return
		}
		o.ty = ty
		if b == ir.BuiltInPosition {
			c.entry.hasPos = true
			o.binding.Invariant = ctx.mods&syntax.ModPrecise != 0
		}
		c.addOutput(o, ctx)
		return
	}
	ctx.late = c.passesOn(name, true)
	if strings.HasPrefix(name, "SV_") && !(name == "SV_TARGET" && c.stage == ir.StageFragment) && !ctx.late {
		c.errorf(codeStage, ctx.span, "a %s shader has no output %s", c.stage, ctx.sem)
		return
	}
	switch c.stage {
	case ir.StageCompute, ir.StageTask, ir.StageRayGeneration, ir.StageIntersection, ir.StageAnyHit, ir.StageClosestHit, ir.StageMiss, ir.StageCallable:
		c.errorf(codeStage, ctx.span, "a %s shader has no outputs", c.stage)
		return
	case ir.StageFragment:
		if name != "SV_TARGET" && name != "COLOR" {
			c.errorf(codeStage, ctx.span, "a pixel shader has no output %s", ctx.sem)
			return
		}
		if name == "COLOR" && c.opts.Profile != "" && c.prof.major >= 4 {
			c.errorf(codeStage, ctx.span, "a pixel shader of model %d_%d has no output %s: only those before 4_0 have", c.prof.major, c.prof.minor, ctx.sem).
				Note("SV_Target%d is its name since then", i+ctx.index)
			return
		}
		if i+ctx.index > 7 {
			c.errorf(codeStage, ctx.span, "render targets are numbered 0 to 7, found %d", i+ctx.index)
			return
		}
	}
	at, ok := c.givenLocation(ctx)
	if ctx.late {
		// it gets its location later
	} else if !ok {
		at = c.nextLocation(1)
	} else if _, vk := c.attribute(ctx.attrs, "vk", "location"); vk {
		at += uint32(ctx.index)
	}
	o.irType, o.ty = c.varyingType(t)
	o.binding = ir.Binding{Kind: ir.BindLocation, Location: at, Semantic: c.semanticOf(ctx)}
	if a, ok := c.attribute(ctx.attrs, "vk", "index"); ok {
		if v := c.attributeInts(a); len(v) == 1 && v[0] < 2 {
			o.binding.HasBlendSrc, o.binding.BlendSrc = true, uint8(v[0])
		}
	}
	if c.stage.Info().Outputs != ir.Colors && !ctx.patch {
		c.interpolation(ctx.mods, o.ty, &o.binding)
	}
	c.addOutput(o, ctx)
}

// globalInits gives static variables their initial values that aren't constant.
func (c *checker) globalInits() {
	scope, visible := c.scope, c.visible
	for _, x := range c.inits {
		d := c.decls[x.decl]
		c.scope, c.visible = x.scope, x.order
		c.b.Span = c.t.Span(x.init)
		v := c.initial(x.init, d.ty)
		if v.ok() && v.kind != opResource {
			c.b.Store(c.pointer(x.decl), c.toExpr(v))
		}
	}
	c.scope, c.visible = scope, visible
}

// clipByPlanes adds the distances of the position from the planes of an attribute.
func (c *checker) clipByPlanes(list []operand, clips *gathered) {
	at := 0
	for i := range c.entry.outs {
		o := &c.entry.outs[i]
		if o.clip != 0 || at >= len(list) {
			continue
		}
		p := list[at]
		at++
		if o.binding.Kind != ir.BindBuiltIn || o.binding.BuiltIn != ir.BuiltInPosition || !p.ok() {
			continue
		}
		first := c.firstLocal
		c.firstLocal = ^declID(0) // the planes are named outside of the function
		for _, n := range c.entry.planes {
			plane := c.implicit(c.numericExpr(n), vectorType(kFloat, 4), c.t.Span(n), "a clip plane")
			d := c.math(ir.MathDot, tFloat, c.cast(kFloat, c.runtime(p)), plane)
			if d.ok() {
				clips[gatherClip] = append(clips[gatherClip], d)
			}
		}
		c.firstLocal = first
	}
}

// returnEntry builds a return of the entry point.
func (c *checker) returnEntry(n, x node) {
	var v operand
	result := c.result
	if c.t.Kind(n) != syntax.KindReturn && result != tVoid { // the end of the function
		v = c.zero(result)
	} else if v = c.returned(n, x); !v.ok() {
		return
	}
	if v.kind == opResource {
		c.errorf(codeType, c.t.Span(x), "a resource can't be returned here")
		return
	}
	c.b.Span = c.t.Span(n)
	if c.ordered() {
		c.b.Push(c.fn.AddInterlock(ir.InterlockEnd, c.b.Span))
	}
	if len(c.entry.outs) == 0 || c.stage.Info().Variables && c.stage != ir.StageTessellationEvaluation {
		c.b.Return(0)
		return
	}
	var list []operand
	var clips gathered
	if result != tVoid {
		list = c.leavesOf(list, v, &clips, c.funcs[c.entry.fn].sem, -1)
	}
	for _, p := range c.entry.params {
		if p.decl == 0 {
			continue
		}
		y := c.rvalue(c.reference(p.decl, n))
		list = c.leavesOf(list, y, &clips, p.p.sem, p.p.major)
	}
	if c.stage.Info().Variables {
		c.storeOutputs(c.entry.outs, list, &clips, operand{})
		c.b.Return(0)
		return
	}
	c.clipByPlanes(list, &clips)
	var parts []ir.ExprID
	at := 0
	for i := range c.entry.outs {
		o := &c.entry.outs[i]
		switch {
		case o.clip > 0:
			var scalars []ir.ExprID
			for _, s := range clips[o.clip-1] {
				scalars = append(scalars, c.toExpr(c.cast(kFloat, s)))
			}
			if uint32(len(scalars)) != c.m.Types.At(o.irType).Length {
				return
			}
			parts = append(parts, c.b.Compose(o.irType, scalars...))
		case o.clip < 0:
			parts = append(parts, c.b.Zero(o.irType))
		default:
			if at >= len(list) || !list[at].ok() {
				return // an error was reported
			}
			y := c.cast(o.ty.kind(), list[at])
			at++
			parts = append(parts, c.toExpr(y))
		}
	}
	if c.entry.result == 0 {
		c.b.Return(parts[0])
		return
	}
	c.b.Return(c.b.Compose(c.entry.result, parts...))
}

// leavesOf appends the parts of an output in the order of output.
func (c *checker) leavesOf(list []operand, v operand, clips *gathered, sem string, major int8) []operand {
	if !v.ok() {
		return list
	}
	if k, ok := gatheredBy(sem); ok && !c.isStruct(v.ty) {
		clips[k] = c.flatten(clips[k], v)
		return list
	}
	switch {
	case v.ty.isMatrix():
		s := v.ty.shape()
		if major > 0 {
			for i := range uint32(s.rows) {
				list = append(list, c.component(v, i))
			}
			return list
		}
		for k := range uint32(s.cols) {
			var parts [4]operand
			for i := range uint32(s.rows) {
				parts[i] = c.component(c.component(v, i), k)
			}
			list = append(list, c.compose(vectorType(v.ty.kind(), int(s.rows)), parts[:s.rows]...))
		}
		return list
	case v.ty.numeric():
		return append(list, v)
	}
	switch h := *c.at(v.ty); h.kind {
	case htArray:
		for i := range h.length {
			list = c.leavesOf(list, c.component(v, i), clips, sem, major)
		}
	case htStruct:
		for i := range c.structs[h.strct].members {
			m := c.structs[h.strct].members[i]
			s := sem
			if s == "" {
				s = m.sem
			}
			list = c.leavesOf(list, c.memberOf(v, i), clips, s, m.major)
		}
	}
	return list
}

// ordered reports whether the entry point is a critical section: it is if it uses a resource
// that is RasterizerOrdered.
func (c *checker) ordered() bool {
	for i := range c.uses {
		if c.uses[i].ordered {
			return true
		}
	}
	return false
}

// noteOrdered notes the use of a resource that may be RasterizerOrdered.
func (c *checker) noteOrdered(t typeID) {
	if !c.isResource(c.innermost(t)) || !c.info(c.innermost(t)).ordered || c.checking || c.ordered() {
		return
	}
	if c.stage != ir.StageFragment {
		c.errorf(codeStage, c.b.Span, "only pixel shaders have resources that are RasterizerOrdered")
		return
	}
	c.uses = append(c.uses, use{ordered: true})
	c.again = true
}
