package hlsl

// This file reads the common parts of the stages beyond vertex, fragment and compute: the setup that
// attributes give, and inputs and outputs that are variables of the module. A variable is a scalar or
// vector; of values that each vertex, control point or primitive has, an array of these. Parameters
// of the entry point are copies of inputs. Outputs are written as a whole; a mesh writes parts.

import (
	"strings"

	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// isPatch reports whether a type is InputPatch or OutputPatch.
func (c *checker) isPatch(t typeID) bool {
	h := c.at(t)
	return h.kind == htArray && h.res != 0
}

// isStream reports whether a type is one of the streams of geometry shaders.
func (c *checker) isStream(t typeID) bool { return c.isResource(t) && c.info(t).form == resStream }

// elementOf is the type of the elements of a parameter that has one for each vertex, control point or
// primitive, or its type.
func (c *checker) elementOf(p *param) typeID {
	switch {
	case c.isStream(p.ty):
		return c.at(p.ty).base
	case c.isPatch(p.ty), c.isArray(p.ty) && (c.stage == ir.StageGeometry || c.stage == ir.StageMesh):
		return c.at(p.ty).base
	}
	return p.ty
}

// inputTopologies are the primitives that a geometry shader takes, by the modifier of the parameter.
var inputTopologies = [...]struct {
	mod      mods
	topology ir.Topology
}{{syntax.ModPoint, ir.TopologyPoints}, {syntax.ModLine, ir.TopologyLines}, {syntax.ModTriangle, ir.TopologyTriangles},
	{syntax.ModLineAdj, ir.TopologyLinesAdjacency}, {syntax.ModTriangleAdj, ir.TopologyTrianglesAdjacency}}

// setupAttribute reads an attribute that is a fact of the stage; false if it is none.
func (c *checker) setupAttribute(a node, name string) bool {
	x := &c.entry.setup
	stages := stageMask(0)
	switch name {
	case "maxvertexcount", "instance":
		stages = inGeometry
	case "domain":
		stages = inHull | inDomain
	case "partitioning", "outputcontrolpoints", "patchconstantfunc", "maxtessfactor":
		stages = inHull
	case "outputtopology":
		stages = inHull | inMesh
	default:
		return false
	}
	if !stages.has(c.stage) {
		return true // of another stage of the file
	}
	word := ""
	if args := c.t.Attribute(a).Args; len(args) == 1 && c.t.Kind(args[0]) == syntax.KindString {
		word = c.t.Str(args[0])
	}
	wrong := func(want string) {
		c.errorf(codeEntryPoint, c.t.Span(a), "%s is %s, found %q", name, want, word)
	}
	switch name {
	case "maxvertexcount":
		x.Geometry.MaxVertices = c.setupNumber(a, name, 1024)
	case "instance":
		x.Geometry.Invocations = c.setupNumber(a, name, 32)
	case "outputcontrolpoints":
		x.Tessellation.Vertices = c.setupNumber(a, name, 32)
	case "maxtessfactor": // a hint
	case "patchconstantfunc":
		c.entry.patch, c.entry.patchSpan = word, c.t.Span(a)
	case "domain":
		switch strings.ToLower(word) {
		case "tri":
			x.Tessellation.Domain = ir.TessTriangles
		case "quad":
			x.Tessellation.Domain = ir.TessQuads
		case "isoline":
			x.Tessellation.Domain = ir.TessIsolines
		default:
			wrong(`"tri", "quad" or "isoline"`)
		}
	case "partitioning":
		switch strings.ToLower(word) {
		case "integer":
			x.Tessellation.Spacing = ir.TessEqual
		case "fractional_even":
			x.Tessellation.Spacing = ir.TessFractionalEven
		case "fractional_odd":
			x.Tessellation.Spacing = ir.TessFractionalOdd
		case "pow2":
			c.warnf(codeUnsupported, c.t.Span(a), `the partitioning "pow2" is "integer"`)
			x.Tessellation.Spacing, c.entry.pow2 = ir.TessEqual, true
		default:
			wrong(`"integer", "fractional_even", "fractional_odd" or "pow2"`)
		}
	case "outputtopology":
		c.outputTopology(word, wrong)
	}
	return true
}

func (c *checker) outputTopology(word string, wrong func(want string)) {
	x := &c.entry.setup
	if c.stage == ir.StageMesh {
		switch strings.ToLower(word) {
		case "triangle":
			x.Mesh.Output = ir.TopologyTriangles
		case "line":
			x.Mesh.Output = ir.TopologyLines
		default:
			wrong(`"triangle" or "line"`)
		}
		return
	}
	c.entry.topology = true
	switch strings.ToLower(word) {
	case "triangle_cw":
		x.Tessellation.Order = ir.TessClockwise
	case "triangle_ccw":
		x.Tessellation.Order = ir.TessCounterClockwise
	case "point":
		x.Tessellation.Points = true
	case "line":
	default:
		wrong(`"triangle_cw", "triangle_ccw", "line" or "point"`)
	}
}

// setupNumber reads the number of an attribute.
func (c *checker) setupNumber(a node, name string, most int64) uint32 {
	v := c.attributeInts(a)
	if len(v) != 1 || v[0] < 1 || v[0] > most {
		c.errorf(codeEntryPoint, c.t.Span(a), "%s takes a number from 1 to %d", name, most)
		return 1
	}
	return uint32(v[0])
}

// checkSetup completes the setup of the stage by the parameters, and reports missing attributes.
func (c *checker) checkSetup(f *userFunction) {
	x := &c.entry.setup
	missing := func(what string) {
		c.errorf(codeEntryPoint, f.span, "a %s shader needs %s", map[ir.Stage]string{ir.StageGeometry: "geometry", ir.StageTessellationControl: "hull",
			ir.StageTessellationEvaluation: "domain", ir.StageMesh: "mesh"}[c.stage], what)
	}
	switch c.stage {
	case ir.StageGeometry:
		c.geometrySetup(f)
		switch {
		case x.Geometry.MaxVertices == 0:
			missing("the number of its vertices: [maxvertexcount(3)]")
		case x.Geometry.Input == ir.NoTopology:
			missing("a parameter that is a primitive, such as triangle V v[3]")
		case x.Geometry.Output == ir.NoTopology:
			missing("a stream, such as inout TriangleStream<V> stream")
		}
	case ir.StageTessellationControl:
		switch {
		case x.Tessellation.Domain == ir.NoTessDomain:
			missing(`a domain: [domain("tri")]`)
		case x.Tessellation.Vertices == 0:
			missing("the number of its control points: [outputcontrolpoints(3)]")
		case !c.entry.topology:
			missing(`a topology: [outputtopology("triangle_cw")]`)
		case c.entry.patch == "":
			missing(`a patch-constant function: [patchconstantfunc("constants")]`)
		}
	case ir.StageTessellationEvaluation:
		if x.Tessellation.Domain == ir.NoTessDomain {
			missing(`a domain: [domain("tri")]`)
		}
		for i := range f.params {
			if t := f.params[i].ty; c.isPatch(t) {
				x.Tessellation.Vertices = c.at(t).length
			}
		}
	case ir.StageMesh:
		c.meshSetup(f)
		if x.Mesh.Output == ir.NoTopology {
			missing(`a topology: [outputtopology("triangle")]`)
		}
	}
}

// stageGlobal adds a variable for an input or output of a context.
func (c *checker) stageGlobal(name string, t ir.TypeID, b ir.Binding, ctx ioContext) ir.GlobalID {
	if ctx.count > 0 {
		t = c.m.Types.Array(t, ctx.count)
	}
	g := ir.Global{Name: name, Space: ir.SpaceInput, Access: ir.AccessRead, Type: t, IO: &b, Span: ctx.span}
	if ctx.out {
		g.Space, g.Access = ir.SpaceOutput, ir.AccessReadWrite
	}
	c.m.Globals = append(c.m.Globals, g)
	return ir.GlobalID(len(c.m.Globals) - 1)
}

// inputVariable is the value of an input that is a variable. The first element makes the variable.
func (c *checker) inputVariable(ctx ioContext, t ir.TypeID, b ir.Binding) ir.ExprID {
	e := &c.entry
	if ctx.at == 0 {
		e.cursor = len(e.vars)
		e.vars = append(e.vars, c.stageGlobal(ctx.name, t, b, ctx))
		if ctx.late {
			e.late = append(e.late, e.vars[e.cursor])
		}
	}
	e.cursor++
	return c.loadElement(e.vars[e.cursor-1], ctx)
}

// loadElement is the element of a variable that a context is about, or its value.
func (c *checker) loadElement(id ir.GlobalID, ctx ioContext) ir.ExprID {
	p := c.b.Global(id)
	if ctx.count > 0 {
		p = c.b.AccessIndex(p, ctx.at)
	}
	return c.b.Load(p)
}

// elements is the value of a parameter with an element for each vertex or control point.
func (c *checker) elements(p *param, early map[*param]operand) operand {
	if v, ok := early[p]; ok {
		return v
	}
	h := *c.at(p.ty)
	if h.length > 32 || c.scalars(p.ty) > maxRows*32 {
		c.errorf(codeLimit, p.span, "%q has more than 32 elements", c.t.Name(p.name))
		return operand{}
	}
	start := len(c.entry.vars)
	parts := make([]operand, h.length)
	for i := range parts {
		c.entry.cursor = start
		c.entry.clipAt = [numGathered]int{}
		parts[i] = c.input(h.base, ioContext{sem: p.sem, mods: p.mods, attrs: p.attrs, name: c.t.Name(p.name), span: p.span, major: p.major,
			count: h.length, at: uint32(i)})
		if !parts[i].ok() { // the variables aren't complete
			return operand{}
		}
	}
	c.entry.clipAt = [numGathered]int{}
	return c.compose(p.ty, parts...)
}

// patchFirst reads the control points of a domain shader ahead of the other inputs: their locations
// come first, as in the hull shader.
func (c *checker) patchFirst(index int32) (early map[*param]operand) {
	if c.stage != ir.StageTessellationEvaluation {
		return nil
	}
	for i := range c.funcs[index].params {
		if p := &c.funcs[index].params[i]; c.isPatch(p.ty) {
			v := c.elements(p, nil)
			early = map[*param]operand{p: v}
		}
	}
	return early
}

// passesOn reports whether a semantic is a plain value in the stage: the last stage of a pipeline gives it
// to the rasterizer, stages before pass it on. Its location is behind all others, since the
// vertex shader doesn't give it one. The facing that a geometry shader writes has no effect.
func (c *checker) passesOn(name string, out bool) bool {
	stages := inPrimitives
	if out {
		stages = inHull
	}
	if out && name == "SV_ISFRONTFACE" {
		return c.stage == ir.StageGeometry
	}
	return (name == "SV_RENDERTARGETARRAYINDEX" || name == "SV_VIEWPORTARRAYINDEX") && stages.has(c.stage)
}

// placeLate gives these values their locations.
func (c *checker) placeLate() {
	for _, id := range c.entry.late {
		g := &c.m.Globals[id]
		side := 0
		if g.Space == ir.SpaceOutput {
			side = 1
		}
		g.IO.Location = c.nextLocation(side)
	}
}

// addOutput adds an output, with its variable if the stage has these.
func (c *checker) addOutput(o outLeaf, ctx ioContext) {
	if c.stage.Info().Variables {
		o.binding.Patch, o.binding.PerPrimitive = ctx.patch || o.binding.BuiltIn.PerPatch(), ctx.prim
		if o.binding.Kind == ir.BindLocation {
			o.binding.Stream = ctx.stream
		} else { // streams share it
			for i := range c.entry.outs {
				if x := &c.entry.outs[i]; x.binding.Kind == ir.BindBuiltIn && x.binding.BuiltIn == o.binding.BuiltIn && x.irType == o.irType {
					o.global = x.global
				}
			}
		}
		ctx.out = true
		o.boxed = ctx.prim && o.binding.Kind == ir.BindBuiltIn
		if o.global == 0 && !o.boxed {
			o.global = c.stageGlobal(o.name, o.irType, o.binding, ctx)
			if ctx.late {
				c.entry.late = append(c.entry.late, o.global)
			}
		}
	}
	c.entry.outs = append(c.entry.outs, o)
}

// gatheredOutputs adds the arrays of outputs, from array k on, that have scalars.
func (c *checker) gatheredOutputs(ctx ioContext, from int, counts *[numGathered]int) {
	for k := from; k < from+2; k++ {
		row, n := &gatheredValues[k], counts[k]
		if n > row.most {
			c.errorf(codeLimit, ctx.span, "%s has at most %d numbers", row.name, row.most)
		}
		if n == 0 {
			continue
		}
		n = min(n, row.most)
		if k >= gatherOuter {
			n = row.most
		}
		c.addOutput(outLeaf{irType: c.m.Types.Array(ir.TypeF32, uint32(n)), name: row.value.String(), clip: k + 1,
			binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: row.value}}, ctx)
	}
}

// outPointer is the variable of an output, or its element at an index.
func (c *checker) outPointer(o *outLeaf, index operand) ir.ExprID {
	p := c.b.Global(o.global)
	if index.ok() {
		p = c.access(p, index)
	}
	if o.boxed {
		p = c.b.AccessIndex(p, o.member)
	}
	return p
}

// storeOutputs writes the parts of outputs to their variables, or to the element of these at an
// index.
func (c *checker) storeOutputs(outs []outLeaf, list []operand, clips *gathered, index operand) {
	at := 0
	for i := range outs {
		o := &outs[i]
		p := c.outPointer(o, index)
		if o.clip > 0 {
			scalars := clips[o.clip-1]
			if uint32(len(scalars)) > c.m.Types.At(o.irType).Length {
				return // an error was reported
			}
			for k, s := range scalars {
				c.b.Store(c.b.AccessIndex(p, uint32(k)), c.toExpr(c.cast(kFloat, s)))
			}
			continue
		}
		if at >= len(list) || !list[at].ok() {
			return
		}
		c.b.Store(p, c.toExpr(c.cast(o.ty.kind(), list[at])))
		at++
	}
}

// countGathered counts the scalars of distances and levels in a value.
func (c *checker) countGathered(t typeID, sem string, n *[numGathered]int) {
	if k, ok := gatheredBy(sem); ok && !c.isStruct(t) {
		n[k] = min(n[k]+c.scalars(t), 1<<20)
		return
	}
	switch h := *c.at(t); h.kind {
	case htArray:
		if c.isStruct(c.innermost(t)) {
			for range min(h.length, maxRows) {
				c.countGathered(h.base, sem, n)
			}
		}
	case htStruct:
		for i := range c.structs[h.strct].members {
			m := &c.structs[h.strct].members[i]
			s := sem
			if s == "" {
				s = m.sem
			}
			c.countGathered(m.ty, s, n)
		}
	}
}

// stageParam declares a parameter that is no copy of inputs; false if it is one.
func (c *checker) stageParam(p *param) bool {
	switch {
	case c.isStream(p.ty):
		c.declareStream(p)
	case c.stage == ir.StageMesh && p.mods&(syntax.ModVertices|syntax.ModIndices|syntax.ModPrimitives) != 0:
		c.declareMeshOutput(p)
	case c.stage == ir.StageMesh && p.mods&syntax.ModPayload != 0:
		c.declarePayload(p, ir.SpaceTaskPayload)
	case c.stage.Info().RayTracing:
		c.rayParam(p)
	default:
		return false
	}
	return true
}

// stageOutput adds the outputs that a parameter stands for; false if it is a copy of outputs.
func (c *checker) stageOutput(p *param) bool {
	switch {
	case c.stage == ir.StageGeometry:
		if c.isStream(p.ty) {
			c.streamOutputs(p)
		} else {
			c.errorf(codeEntryPoint, p.span, "the outputs of a geometry shader are streams")
		}
	case c.stage == ir.StageMesh:
		c.meshOutputs(p)
	case c.stage.Info().RayTracing:
	default:
		return false
	}
	return true
}
