package hlsl

// This file makes the entry point: its inputs are parameters, one for each scalar or vector,
// its outputs a struct. Semantics give built-in values and locations.

import (
	"strconv"
	"strings"

	"refract/diag"
	"refract/internal/front/hlsl/syntax"
	"refract/internal/lazy"
	"refract/ir"
)

// entryState is the entry point under way.
type entryState struct {
	fn     int32
	outs   []outLeaf
	result ir.TypeID
	params []entryParam           // out and inout parameters
	ins    [ir.BuiltInCount]int32 // by built-in value: one more than the argument's index
	seen   map[string]span
	next   [2]uint32 // the next location of inputs, and of outputs
	taken  [2]map[uint32]bool
	clips  [2][2]int // clip and cull distances of inputs and outputs
	clipAt [2][2]int
	pos    ir.ExprID // the position of a fragment, and the argument that it is made of
	posArg ir.ExprID
	early  ir.EarlyDepth
	hasPos bool
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
	clip    int // 1: clip distances, 2: cull distances
}

// ioContext is the place of a value among inputs or outputs.
type ioContext struct {
	out   bool
	sem   string // as written
	index int    // added to the number of the semantic
	mods  mods
	attrs []node
	name  string
	span  span
	major int8
	prim  bool
}

// semantic splits a semantic into its name, in capitals, and number.
func semantic(s string) (name string, index int, numbered bool) {
	i := len(s)
	for i > 0 && s[i-1]-'0' <= 9 {
		i--
	}
	if i < len(s) {
		index, _ = strconv.Atoi(s[i:])
	}
	return strings.ToUpper(s[:i]), index, i < len(s)
}

// systemValue is a row: a semantic that is a built-in value.
type systemValue struct {
	name  string
	in    ir.Stage // the stage that has it as an input, or NoStage
	out   ir.Stage
	value ir.BuiltIn
}

const anyStage = ir.Stage(255)

var systemValues = []systemValue{
	{"SV_VERTEXID", ir.StageVertex, 0, ir.BuiltInVertexIndex},
	{"SV_INSTANCEID", ir.StageVertex, 0, ir.BuiltInInstanceIndex},
	{"SV_STARTVERTEXLOCATION", ir.StageVertex, 0, ir.BuiltInBaseVertex},
	{"SV_STARTINSTANCELOCATION", ir.StageVertex, 0, ir.BuiltInBaseInstance},
	{"SV_VIEWID", ir.StageVertex, 0, ir.BuiltInViewIndex},
	{"SV_VIEWID", ir.StageFragment, 0, ir.BuiltInViewIndex},
	{"SV_POSITION", ir.StageFragment, ir.StageVertex, ir.BuiltInPosition},
	{"SV_RENDERTARGETARRAYINDEX", ir.StageFragment, ir.StageVertex, ir.BuiltInLayer},
	{"SV_VIEWPORTARRAYINDEX", ir.StageFragment, ir.StageVertex, ir.BuiltInViewportIndex},
	{"SV_SHADINGRATE", ir.StageFragment, ir.StageVertex, ir.BuiltInShadingRate},
	{"SV_ISFRONTFACE", ir.StageFragment, 0, ir.BuiltInFrontFacing},
	{"SV_SAMPLEINDEX", ir.StageFragment, 0, ir.BuiltInSampleIndex},
	{"SV_PRIMITIVEID", ir.StageFragment, 0, ir.BuiltInPrimitiveIndex},
	{"SV_INNERCOVERAGE", ir.StageFragment, 0, ir.BuiltInFullyCovered},
	{"SV_BARYCENTRICS", ir.StageFragment, 0, ir.BuiltInBarycentric},
	{"SV_COVERAGE", ir.StageFragment, ir.StageFragment, ir.BuiltInSampleMask},
	{"SV_DEPTH", 0, ir.StageFragment, ir.BuiltInFragDepth},
	{"SV_DEPTHGREATEREQUAL", 0, ir.StageFragment, ir.BuiltInFragDepth},
	{"SV_DEPTHLESSEQUAL", 0, ir.StageFragment, ir.BuiltInFragDepth},
	{"SV_STENCILREF", 0, ir.StageFragment, ir.BuiltInStencilRef},
	{"SV_DISPATCHTHREADID", ir.StageCompute, 0, ir.BuiltInGlobalInvocationID},
	{"SV_GROUPID", ir.StageCompute, 0, ir.BuiltInWorkgroupID},
	{"SV_GROUPTHREADID", ir.StageCompute, 0, ir.BuiltInLocalInvocationID},
	{"SV_GROUPINDEX", ir.StageCompute, 0, ir.BuiltInLocalInvocationIndex},
}

// vulkanValues are the built-in values of vk::builtin.
var vulkanValues = lazy.Value[map[string]ir.BuiltIn]{Make: func() map[string]ir.BuiltIn {
	return map[string]ir.BuiltIn{
		"PointSize": ir.BuiltInPointSize, "HelperInvocation": ir.BuiltInHelperInvocation, "BaseVertex": ir.BuiltInBaseVertex,
		"BaseInstance": ir.BuiltInBaseInstance, "DrawIndex": ir.BuiltInDrawIndex, "DeviceIndex": ir.BuiltInDeviceIndex,
	}
}}

// lowerEntry finds the entry point and lowers it, with all functions that it calls.
func (c *checker) lowerEntry() {
	index := c.findEntry()
	if index == 0 {
		return
	}
	f := &c.funcs[index]
	if f.failed || f.special {
		c.unsupported(f.span, "an entry point with these parameters")
		return
	}
	if c.prof.known != "" {
		c.unsupported(f.span, map[string]string{"gs": "geometry shaders", "hs": "hull shaders", "ds": "domain shaders", "ms": "mesh shaders",
			"as": "amplification shaders", "lib": "libraries"}[c.prof.known])
		return
	}
	if !c.entryStage(f) {
		return
	}
	fn, entry := c.startEntry(index)
	c.entryInputs(f)
	c.entryOutputs(f)
	c.fillHidden()
	c.globalInits()
	if c.diags.HasErrors() {
		return
	}
	old := c.push()
	c.entryParams(index)
	if c.ordered() {
		entry.Interlock = ir.InterlockPixelOrdered
		c.b.Push(c.fn.AddInterlock(ir.InterlockBegin, c.b.Span))
	}
	v := c.t.Function(c.funcs[index].node)
	bh := c.stmts(c.t.Block(v.Body))
	if bh&next != 0 {
		c.b.Span = c.t.Span(v.Body)
		c.fallsOff(index)
		c.returnEntry(c.funcs[index].node, syntax.None)
	}
	fn.Body = c.b.End(0)
	c.pop(old)
	c.isEntry = false
	c.endFunction()
	c.lowerQueue()
	entry.Function = ir.FuncID(len(c.m.Functions))
	c.m.Functions = append(c.m.Functions, fn)
	c.m.EntryPoints = append(c.m.EntryPoints, entry)
}

// findEntry is the function that is the entry point, or 0.
func (c *checker) findEntry() int32 {
	best := int32(0)
	consider := func(match func(f *userFunction) bool) bool {
		for i := int32(1); int(i) < len(c.funcs); i++ {
			if f := &c.funcs[i]; f.strct == 0 && f.scope == 0 && f.templ == 0 && f.node != syntax.None && match(f) {
				best = i
			}
		}
		return best != 0
	}
	if name := c.opts.EntryPoint; name != "" {
		if consider(func(f *userFunction) bool { return c.t.Name(f.name) == name }) {
			return best
		}
		c.errorf(codeEntryPoint, diag.Span{}, "there is no function %q to be the entry point", name)
		return 0
	}
	fits := func(f *userFunction) bool {
		s := c.attributeStage(f)
		return c.stage == ir.NoStage || s == ir.NoStage || s == c.stage
	}
	switch {
	case consider(func(f *userFunction) bool { _, ok := c.attribute(f.attrs, "", "shader"); return ok && fits(f) }):
	case consider(func(f *userFunction) bool { return c.t.Name(f.name) == "main" }):
	case consider(func(f *userFunction) bool { _, ok := c.attribute(f.attrs, "", "numthreads"); return ok && fits(f) }):
	case consider(func(f *userFunction) bool {
		return c.inferStage(f) != ir.NoStage && (c.stage == ir.NoStage || c.inferStage(f) == c.stage)
	}):
	default:
		c.warnf(codeEntryPoint, diag.Span{}, "no function is an entry point: none has a shader or numthreads attribute, or is called main")
	}
	return best
}

// attributeStage is the stage that attributes of a function give.
func (c *checker) attributeStage(f *userFunction) ir.Stage {
	if a, ok := c.attribute(f.attrs, "", "shader"); ok {
		if args := c.t.Attribute(a).Args; len(args) == 1 && c.t.Kind(args[0]) == syntax.KindString {
			switch s := c.t.Str(args[0]); s {
			case "vertex":
				return ir.StageVertex
			case "pixel":
				return ir.StageFragment
			case "compute":
				return ir.StageCompute
			default:
				c.prof.known = map[string]string{"geometry": "gs", "hull": "hs", "domain": "ds", "mesh": "ms", "amplification": "as"}[s]
				if c.prof.known == "" {
					c.prof.known = "lib"
				}
			}
		}
	}
	return ir.NoStage
}

// inferStage is the stage that semantics show.
func (c *checker) inferStage(f *userFunction) ir.Stage {
	if _, ok := c.attribute(f.attrs, "", "numthreads"); ok {
		return ir.StageCompute
	}
	found := ir.NoStage
	look := func(sem string, out bool) {
		switch name, _, _ := semantic(sem); name {
		case "SV_TARGET", "SV_DEPTH", "SV_DEPTHGREATEREQUAL", "SV_DEPTHLESSEQUAL", "COLOR":
			if out && (name != "COLOR" || found == ir.NoStage) {
				found = ir.StageFragment
			}
		case "SV_POSITION":
			if out {
				found = ir.StageVertex
			} else if found == ir.NoStage {
				found = ir.StageFragment
			}
		case "SV_VERTEXID", "SV_INSTANCEID":
			found = ir.StageVertex
		case "SV_DISPATCHTHREADID", "SV_GROUPID", "SV_GROUPINDEX", "SV_GROUPTHREADID":
			found = ir.StageCompute
		}
	}
	var walk func(t typeID, sem string, out bool, depth int)
	walk = func(t typeID, sem string, out bool, depth int) {
		look(sem, out)
		if c.isStruct(t) && depth < 8 {
			for i := range c.structOf(t).members {
				m := c.structOf(t).members[i]
				walk(m.ty, m.sem, out, depth+1)
			}
		}
	}
	walk(f.result, f.sem, true, 0)
	for i := range f.params {
		p := &f.params[i]
		walk(p.ty, p.sem, p.dir != dirIn, 0)
	}
	return found
}

// entryStage decides the stage and checks attributes of it.
func (c *checker) entryStage(f *userFunction) bool {
	s := c.attributeStage(f)
	if c.prof.known != "" {
		c.unsupported(f.span, "shaders of this stage")
		return false
	}
	if c.stage == ir.NoStage {
		c.stage = s
	}
	if c.stage == ir.NoStage {
		c.stage = c.inferStage(f)
	}
	if c.stage == ir.NoStage {
		c.errorf(codeEntryPoint, f.span, "the stage of %q isn't known: a profile, the file's name or a shader attribute gives it", c.t.Name(f.name))
		return false
	}
	switch c.stage {
	case ir.StageVertex, ir.StageFragment, ir.StageCompute:
	default:
		c.unsupported(f.span, c.stage.String()+" shaders")
		return false
	}
	return true
}

// startEntry begins the function of the entry point.
func (c *checker) startEntry(index int32) (*ir.Function, ir.EntryPoint) {
	f := &c.funcs[index]
	f.reached = true
	name := c.t.Name(f.name)
	_, fn := c.m.NewFunction(name)
	c.m.Functions = c.m.Functions[:len(c.m.Functions)-1] // it stands behind the functions that it calls
	fn.Span = f.span
	e := ir.EntryPoint{Name: name, Stage: c.stage, Span: f.span}
	for _, a := range f.attrs {
		x := c.t.Attribute(a)
		if x.Scope != syntax.NoSymbol {
			if c.t.Name(x.Scope) == "vk" && c.t.Name(x.Name) == "early_and_late_tests" {
				c.warnf(codeAttribute, c.t.Span(a), "the attribute %q is ignored", c.t.Name(x.Name))
			}
			continue
		}
		switch n := c.t.Name(x.Name); strings.ToLower(n) {
		case "numthreads":
			if c.stage != ir.StageCompute {
				c.errorf(codeEntryPoint, c.t.Span(a), "only compute shaders have numthreads")
				continue
			}
			v := c.attributeInts(a)
			if len(v) != 3 {
				c.errorf(codeEntryPoint, c.t.Span(a), "numthreads takes three numbers")
				continue
			}
			for i := range 3 {
				if v[i] < 1 || v[i] > 1024 {
					c.errorf(codeEntryPoint, c.t.Span(a), "the size of a thread group is 1 to 1024, found %d", v[i])
				}
				e.WorkgroupSize[i] = uint32(max(v[i], 1))
			}
			if v[0]*v[1]*v[2] > 1024 || v[2] > 64 {
				c.errorf(codeEntryPoint, c.t.Span(a), "a thread group has at most 1024 threads, and 64 along z")
			}
		case "earlydepthstencil":
			e.EarlyDepth = ir.EarlyDepthForce
		case "wavesize":
			if v := c.attributeInts(a); len(v) > 0 {
				if v[0] < 4 || v[0] > 128 || v[0]&(v[0]-1) != 0 {
					c.errorf(codeEntryPoint, c.t.Span(a), "the size of a wave is a power of two from 4 to 128")
				} else if len(v) == 1 {
					e.SubgroupSize = uint32(v[0])
				}
			}
		case "rootsignature", "shader", "clipplanes", "nodelaunch", "experimental", "noinline", "wavehelperlanes":
			if strings.EqualFold(n, "clipplanes") {
				c.unsupported(c.t.Span(a), "clip planes by attribute")
			}
		default:
			c.warnf(codeAttribute, c.t.Span(a), "unknown attribute %q", n)
		}
	}
	if c.stage == ir.StageCompute && e.WorkgroupSize[0] == 0 {
		c.errorf(codeEntryPoint, f.span, "a compute shader needs the size of its thread groups: [numthreads(8, 8, 1)]")
		e.WorkgroupSize = [3]uint32{1, 1, 1}
	}
	if c.stage != ir.StageCompute {
		e.WorkgroupSize = [3]uint32{}
	}
	c.startFunction(fn, index)
	c.isEntry = true
	c.entry = entryState{fn: index, seen: map[string]span{}}
	c.entry.taken[0], c.entry.taken[1] = map[uint32]bool{}, map[uint32]bool{}
	c.markWritten(f.node)
	c.b.Begin()
	return fn, e
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
	switch name, _, _ := semantic(ctx.sem); name {
	case "SV_CLIPDISTANCE", "SV_CULLDISTANCE":
		k := 0
		if name == "SV_CULLDISTANCE" {
			k = 1
		}
		if !c.isStruct(t) {
			c.entry.clips[side][k] += c.scalars(t)
		}
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
	case c.stage == ir.StageFragment && ctx.out && (name == "SV_TARGET" || name == "COLOR"):
		return uint32(i + ctx.index), true
	}
	return 0, false
}

// entryInputs makes the parameters of the entry point.
func (c *checker) entryInputs(f *userFunction) {
	for i := range f.params {
		p := &f.params[i]
		if p.dir != dirOut {
			c.reserveLocations(p.ty, ioContext{sem: p.sem, attrs: p.attrs}, 0)
		}
		if p.dir != dirIn {
			c.reserveLocations(p.ty, ioContext{out: true, sem: p.sem, attrs: p.attrs}, 0)
		}
	}
	if f.result != tVoid {
		c.reserveLocations(f.result, ioContext{out: true, sem: f.sem, attrs: f.attrs}, 0)
	}
}

// entryParams declares the parameters of the entry point, with their values.
func (c *checker) entryParams(index int32) {
	for i := range c.funcs[index].params {
		p := &c.funcs[index].params[i]
		d := decl{name: p.name, span: p.span, ty: p.ty, member: -1, major: p.major, fixed: p.fixed}
		var v operand
		if p.dir != dirOut {
			if p.mods&syntax.ModUniform != 0 && p.sem == "" {
				c.unsupported(p.span, "uniform parameters of the entry point")
				c.declareError(p.name, p.span)
				continue
			}
			v = c.input(p.ty, ioContext{sem: p.sem, mods: p.mods, attrs: p.attrs, name: c.t.Name(p.name), span: p.span, major: p.major})
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
		d.kind, d.handle = declLocal, uint32(l)
		id := c.declare(d)
		for k := range c.entry.params {
			if c.entry.params[k].p == p {
				c.entry.params[k].decl = id
			}
		}
	}
}

// interpolation reads the modifiers of a value between stages.
func (c *checker) interpolation(m mods, t typeID, b *ir.Binding) {
	between := c.stage == ir.StageVertex || c.stage == ir.StageFragment
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
	if name, _, _ := semantic(ctx.sem); name == "SV_CLIPDISTANCE" || name == "SV_CULLDISTANCE" {
		if !c.isStruct(t) {
			return c.inputDistances(t, ctx, name == "SV_CULLDISTANCE")
		}
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
		return c.byRows(t, func(i uint32) operand {
			var parts [4]operand
			for k := range s.cols {
				parts[k] = c.component(cols[k], i)
			}
			return c.compose(rowType(t), parts[:s.cols]...)
		})
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

// builtInType is the type of a built-in value, in the module and as a number of the source.
func builtInType(b ir.BuiltIn) (ir.TypeID, typeID) {
	switch b {
	case ir.BuiltInPosition:
		return ir.TypeVec4F32, vectorType(kFloat, 4)
	case ir.BuiltInFrontFacing, ir.BuiltInHelperInvocation, ir.BuiltInFullyCovered:
		return ir.TypeBool, tBool
	case ir.BuiltInFragDepth, ir.BuiltInPointSize:
		return ir.TypeF32, tFloat
	case ir.BuiltInBarycentric:
		return ir.TypeVec3F32, vectorType(kFloat, 3)
	case ir.BuiltInGlobalInvocationID, ir.BuiltInLocalInvocationID, ir.BuiltInWorkgroupID:
		return ir.TypeVec3U32, vectorType(kUint, 3)
	}
	return ir.TypeU32, tUint
}

// systemInput is the built-in value of a context, or NoBuiltIn.
func (c *checker) systemInput(ctx ioContext) ir.BuiltIn {
	if a, ok := c.attribute(ctx.attrs, "vk", "builtin"); ok {
		if args := c.t.Attribute(a).Args; len(args) == 1 && c.t.Kind(args[0]) == syntax.KindString {
			s := c.t.Str(args[0])
			if b, known := vulkanValues.Get()[s]; known {
				return b
			}
			c.unsupported(ctx.span, "the built-in value "+s)
		}
	}
	name, _, _ := semantic(ctx.sem)
	for i := range systemValues {
		v := &systemValues[i]
		stage := v.in
		if ctx.out {
			stage = v.out
		}
		if v.name == name && stage == c.stage {
			if ctx.out && v.value == ir.BuiltInShadingRate {
				return ir.BuiltInPrimitiveShadingRate
			}
			return v.value
		}
	}
	switch {
	case name == "VFACE" && !ctx.out && c.stage == ir.StageFragment:
		return ir.BuiltInFrontFacing
	case name == "VPOS" && !ctx.out && c.stage == ir.StageFragment:
		return ir.BuiltInPosition
	case name == "PSIZE" && ctx.out && c.stage == ir.StageVertex && c.prof.major < 4:
		return ir.BuiltInPointSize
	case name == "POSITION" && ctx.out && c.stage == ir.StageVertex && c.prof.major < 4 && ctx.index == 0:
		return ir.BuiltInPosition
	case name == "DEPTH" && ctx.out && c.stage == ir.StageFragment && c.prof.major < 4:
		return ir.BuiltInFragDepth
	}
	return ir.NoBuiltIn
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
	if ctx.sem != "" && !c.once(ctx, name, i+ctx.index) {
		return operand{}
	}
	if b == ir.BuiltInPointSize {
		c.warnf(codeStage, ctx.span, "the input PointSize is zero here: only outputs have it")
		return c.zero(t)
	}
	if b != ir.NoBuiltIn {
		it, ty := builtInType(b)
		binding := ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: b}
		if b == ir.BuiltInBarycentric && ctx.mods&syntax.ModNoPerspective != 0 {
			binding.Interpolation = ir.InterpolateLinear
		}
		e := c.argument(ctx.name, it, binding, ctx.span)
		v := value(e, ty)
		if b == ir.BuiltInPosition {
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
		if c.stage == ir.StageFragment && (name == "SV_VERTEXID" || name == "SV_INSTANCEID") {
			// from the vertex shader, as any value
		} else if c.knownSystem(name) && !c.checking {
			c.errorf(codeStage, ctx.span, "a %s shader has no input %s", c.stage, ctx.sem)
			return operand{}
		}
		if name != "SV_CLIPDISTANCE" && !c.knownSystem(name) {
			c.errorf(codeStage, ctx.span, "unknown semantic %s", ctx.sem)
			return operand{}
		}
	}
	if c.stage == ir.StageCompute {
		c.errorf(codeStage, ctx.span, "a compute shader has no input %s", ctx.sem)
		return operand{}
	}
	at, ok := c.givenLocation(ctx)
	if !ok {
		at = c.nextLocation(0)
	} else if _, vk := c.attribute(ctx.attrs, "vk", "location"); vk {
		at += uint32(ctx.index)
	}
	it, ty := c.varyingType(t)
	binding := ir.Binding{Kind: ir.BindLocation, Location: at}
	if c.stage == ir.StageFragment {
		c.interpolation(ctx.mods, ty, &binding)
	}
	e := c.argument(ctx.name, it, binding, ctx.span)
	x := c.cast(t.kind(), value(e, ty))
	x.ty = t
	return x
}

// knownSystem reports whether some stage has a semantic.
func (c *checker) knownSystem(name string) bool {
	for i := range systemValues {
		if systemValues[i].name == name {
			return true
		}
	}
	switch name {
	case "SV_TARGET", "SV_TESSFACTOR", "SV_INSIDETESSFACTOR", "SV_DOMAINLOCATION", "SV_OUTPUTCONTROLPOINTID", "SV_GSINSTANCEID",
		"SV_CULLPRIMITIVE":
		return true
	}
	return false
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

// inputDistances is the value of clip or cull distances, which are one array.
func (c *checker) inputDistances(t typeID, ctx ioContext, cull bool) operand {
	k, b := 0, ir.BuiltInClipDistances
	if cull {
		k, b = 1, ir.BuiltInCullDistances
	}
	if c.stage != ir.StageFragment {
		c.errorf(codeStage, ctx.span, "a %s shader has no input %s", c.stage, ctx.sem)
		return operand{}
	}
	n := min(c.entry.clips[0][k], 8)
	e := c.argument(b.String(), c.m.Types.Array(ir.TypeF32, uint32(n)), ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: b}, ctx.span)
	var list []operand
	for range c.scalars(t) {
		at := c.entry.clipAt[0][k]
		if at >= n {
			c.errorf(codeLimit, ctx.span, "there are at most 8 distances")
			return operand{}
		}
		c.entry.clipAt[0][k]++
		list = append(list, c.made(c.ex.AddAccessIndex(ir.TypeF32, ir.AccessIndex{Base: e, Index: uint32(at)}, ctx.span), tFloat))
	}
	return c.unflatten(t, &list)
}

// entryOutputs makes the result of the entry point.
func (c *checker) entryOutputs(f *userFunction) {
	if f.result != tVoid {
		c.output(f.result, ioContext{out: true, sem: f.sem, attrs: f.attrs, name: strings.ToLower(resultName(f.sem)), span: f.span, major: -1})
	}
	for i := range f.params {
		p := &f.params[i]
		if p.dir == dirIn {
			continue
		}
		c.entry.params = append(c.entry.params, entryParam{p: p, leaf: len(c.entry.outs)})
		c.output(p.ty, ioContext{out: true, sem: p.sem, mods: p.mods, attrs: p.attrs, name: c.t.Name(p.name), span: p.span, major: p.major})
	}
	if c.stage == ir.StageVertex && !c.entry.hasPos {
		c.entry.outs = append(c.entry.outs, outLeaf{ty: vectorType(kFloat, 4), irType: ir.TypeVec4F32, name: "position",
			binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}, clip: -1})
	}
	for k, b := range []ir.BuiltIn{ir.BuiltInClipDistances, ir.BuiltInCullDistances} {
		if n := c.entry.clips[1][k]; n > 0 && c.stage == ir.StageVertex {
			if n > 8 {
				c.errorf(codeLimit, f.span, "there are at most 8 distances")
			}
			c.entry.outs = append(c.entry.outs, outLeaf{irType: c.m.Types.Array(ir.TypeF32, uint32(min(n, 8))), name: b.String(), clip: k + 1,
				binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: b}})
		}
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
	if name, _, _ := semantic(ctx.sem); (name == "SV_CLIPDISTANCE" || name == "SV_CULLDISTANCE") && !c.isStruct(t) {
		if c.stage != ir.StageVertex {
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
		if ty.size() != t.size() {
			c.errorf(codeEntryPoint, ctx.span, "the semantic %s has %d components, not %d", ctx.sem, ty.size(), t.size())
			return
		}
		o.ty = ty
		if b == ir.BuiltInPosition {
			c.entry.hasPos = true
			o.binding.Invariant = ctx.mods&syntax.ModPrecise != 0
		}
		c.entry.outs = append(c.entry.outs, o)
		return
	}
	if strings.HasPrefix(name, "SV_") && !(name == "SV_TARGET" && c.stage == ir.StageFragment) {
		c.errorf(codeStage, ctx.span, "a %s shader has no output %s", c.stage, ctx.sem)
		return
	}
	switch c.stage {
	case ir.StageCompute:
		c.errorf(codeStage, ctx.span, "a compute shader has no outputs")
		return
	case ir.StageFragment:
		if name != "SV_TARGET" && name != "COLOR" {
			c.errorf(codeStage, ctx.span, "a pixel shader has no output %s", ctx.sem)
			return
		}
		if i+ctx.index > 7 {
			c.errorf(codeStage, ctx.span, "render targets are numbered 0 to 7, found %d", i+ctx.index)
			return
		}
	}
	at, ok := c.givenLocation(ctx)
	if !ok {
		at = c.nextLocation(1)
	} else if _, vk := c.attribute(ctx.attrs, "vk", "location"); vk {
		at += uint32(ctx.index)
	}
	o.irType, o.ty = c.varyingType(t)
	o.binding = ir.Binding{Kind: ir.BindLocation, Location: at}
	if a, ok := c.attribute(ctx.attrs, "vk", "index"); ok {
		if v := c.attributeInts(a); len(v) == 1 && v[0] < 2 {
			o.binding.HasBlendSrc, o.binding.BlendSrc = true, uint8(v[0])
		}
	}
	if c.stage == ir.StageVertex {
		c.interpolation(ctx.mods, o.ty, &o.binding)
	}
	c.entry.outs = append(c.entry.outs, o)
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

// returnEntry builds a return of the entry point.
func (c *checker) returnEntry(n, x node) {
	var v operand
	result := c.result
	switch {
	case x == syntax.None && result != tVoid:
		if c.t.Kind(n) == syntax.KindReturn {
			c.errorf(codeType, c.t.Span(n), "return needs a value of type %s", c.name(result))
			return
		}
		v = c.zero(result)
	case x != syntax.None && result == tVoid:
		if y := c.expr(x); y.ok() && y.kind != opVoid {
			c.errorf(codeType, c.t.Span(x), "the function returns nothing, but a value is returned")
		}
	case x != syntax.None:
		v = c.converted(c.expression(x), result, x, "the value returned")
		if !v.ok() {
			return
		}
	}
	if v.ok() && v.kind == opResource {
		c.errorf(codeType, c.t.Span(x), "a resource can't be returned here")
		return
	}
	c.b.Span = c.t.Span(n)
	if c.ordered() {
		c.b.Push(c.fn.AddInterlock(ir.InterlockEnd, c.b.Span))
	}
	if len(c.entry.outs) == 0 {
		c.b.Return(0)
		return
	}
	var list []operand
	var clips [2][]operand
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
func (c *checker) leavesOf(list []operand, v operand, clips *[2][]operand, sem string, major int8) []operand {
	if !v.ok() {
		return list
	}
	if name, _, _ := semantic(sem); (name == "SV_CLIPDISTANCE" || name == "SV_CULLDISTANCE") && !c.isStruct(v.ty) {
		k := 0
		if name == "SV_CULLDISTANCE" {
			k = 1
		}
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
