package glsl

// This file checks texture functions. The arguments of a call follow from its name and from
// the type of the sampler (section "Texture Functions"):
//
//	coordinates, layer, reference where the sampler is a shadow one (in the same
//	vector while it has room), the divisor of a projection, then level, gradients,
//	offset, component, bias, as the name says.

import (
	"strings"

	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// texture operations.
type texOp uint8

const (
	texSample texOp = iota
	texGather
	texFetch
	texSize
	texLevels
	texSamples
	texQueryLod
	texSubpass
	texResident
	texIdentical
)

// textureFunction is a row.
type textureFunction struct {
	name    string
	op      texOp
	proj    bool
	lod     bool
	grad    bool
	offset  bool
	offsets bool
	old     dimSet // an old function: only for samplers of these dimensions
	shadow  bool   // an old one for shadow samplers
	sparse  bool   // the texel is an out argument, and the result its residency
	clamp   bool   // a least level follows the offset
	av      avail
}

// dimSet is a set of dimensionalities; zero: all.
type dimSet uint8

const (
	only1D   = dimSet(1 << dim1D)
	only2D   = dimSet(1 << dim2D)
	only3D   = dimSet(1 << dim3D)
	onlyCube = dimSet(1 << dimCube)
	onlyRect = dimSet(1 << dimRect)
)

func tex130() avail { return avail{desktop: 130, es: 300} }
func texGathr() avail {
	return avail{desktop: 400, es: 310, exts: exts{extTextureGather, extGPUShader5, extGPUShader5ES}}
}
func old1D() avail  { return avail{desktop: 110, es: never} }
func old2D() avail  { return avail{desktop: 110, es: 100, oldES: 300} }
func old3D() avail  { return avail{desktop: 110, es: never, exts: exts{extTexture3DOES}} }
func oldLod() avail { return avail{desktop: 110, es: 100} }

// Old functions with a level are those of vertex shaders (section "Texture Lookup Functions").
func lodOfFragment() avail {
	return avail{desktop: 130, es: 300, exts: exts{extShaderTextureLod, extGPUShader4}}
}
func lodES() avail {
	return avail{desktop: 110, es: never, exts: exts{extShaderTextureLodES, extShaderTextureLod}}
}
func gradOld() avail {
	return avail{desktop: never, es: never, exts: exts{extShaderTextureLod, extShaderTextureLodES}}
}
func rectOld() avail { return avail{desktop: never, es: never, exts: exts{extTextureRectangle}} }

func sparseAv() avail { return only(exts{extSparseTexture2}) }
func clampAv() avail  { return only(exts{extSparseClamp}) }

// textureFunctions is the table.
var textureFunctions = []textureFunction{
	{name: "texture", op: texSample, av: tex130()},
	{name: "textureProj", op: texSample, proj: true, av: tex130()},
	{name: "textureLod", op: texSample, lod: true, av: tex130()},
	{name: "textureOffset", op: texSample, offset: true, av: tex130()},
	{name: "textureProjOffset", op: texSample, proj: true, offset: true, av: tex130()},
	{name: "textureLodOffset", op: texSample, lod: true, offset: true, av: tex130()},
	{name: "textureProjLod", op: texSample, proj: true, lod: true, av: tex130()},
	{name: "textureProjLodOffset", op: texSample, proj: true, lod: true, offset: true, av: tex130()},
	{name: "textureGrad", op: texSample, grad: true, av: tex130()},
	{name: "textureGradOffset", op: texSample, grad: true, offset: true, av: tex130()},
	{name: "textureProjGrad", op: texSample, proj: true, grad: true, av: tex130()},
	{name: "textureProjGradOffset", op: texSample, proj: true, grad: true, offset: true, av: tex130()},
	{name: "textureGather", op: texGather, av: texGathr()},
	{name: "textureGatherOffset", op: texGather, offset: true, av: texGathr()},
	{name: "textureGatherOffsets", op: texGather, offsets: true, av: since(400, 320, exts{extGPUShader5, extGPUShader5ES})},
	{name: "texelFetch", op: texFetch, av: tex130()},
	{name: "texelFetchOffset", op: texFetch, offset: true, av: tex130()},
	{name: "textureSize", op: texSize, av: tex130()},
	{name: "textureQueryLevels", op: texLevels, av: since(430, never, exts{extTextureQueryLevels})},
	{name: "textureSamples", op: texSamples, av: since(450, never, exts{extTextureSamples})},
	{name: "textureSamplesIdenticalEXT", op: texIdentical, av: only(exts{extSamplesIdentical})},
	{name: "textureQueryLod", op: texQueryLod, av: since(400, never, exts{extTextureQueryLod})},
	{name: "textureQueryLOD", op: texQueryLod, av: only(exts{extTextureQueryLod})},
	{name: "subpassLoad", op: texSubpass, av: vulkanAv()},

	{name: "texture1D", op: texSample, old: only1D, av: old1D()},
	{name: "texture1DProj", op: texSample, old: only1D, proj: true, av: old1D()},
	{name: "texture1DLod", op: texSample, old: only1D, lod: true, av: old1D()},
	{name: "texture1DProjLod", op: texSample, old: only1D, proj: true, lod: true, av: old1D()},
	{name: "texture2D", op: texSample, old: only2D, av: old2D()},
	{name: "texture2DProj", op: texSample, old: only2D, proj: true, av: old2D()},
	{name: "texture2DLod", op: texSample, old: only2D, lod: true, av: oldLod()},
	{name: "texture2DProjLod", op: texSample, old: only2D, proj: true, lod: true, av: oldLod()},
	{name: "texture3D", op: texSample, old: only3D, av: old3D()},
	{name: "texture3DProj", op: texSample, old: only3D, proj: true, av: old3D()},
	{name: "texture3DLod", op: texSample, old: only3D, lod: true, av: old3D()},
	{name: "texture3DProjLod", op: texSample, old: only3D, proj: true, lod: true, av: old3D()},
	{name: "textureCube", op: texSample, old: onlyCube, av: old2D()},
	{name: "textureCubeLod", op: texSample, old: onlyCube, lod: true, av: oldLod()},
	{name: "texture2DRect", op: texSample, old: onlyRect, av: since(140, never, exts{extTextureRectangle})},
	{name: "texture2DRectProj", op: texSample, old: onlyRect, proj: true, av: since(140, never, exts{extTextureRectangle})},
	{name: "shadow1D", op: texSample, old: only1D, shadow: true, av: old1D()},
	{name: "shadow2D", op: texSample, old: only2D, shadow: true, av: old1D()},
	{name: "shadow1DProj", op: texSample, old: only1D, shadow: true, proj: true, av: old1D()},
	{name: "shadow2DProj", op: texSample, old: only2D, shadow: true, proj: true, av: old1D()},
	{name: "shadow1DLod", op: texSample, old: only1D, shadow: true, lod: true, av: old1D()},
	{name: "shadow2DLod", op: texSample, old: only2D, shadow: true, lod: true, av: old1D()},
	{name: "shadow1DProjLod", op: texSample, old: only1D, shadow: true, proj: true, lod: true, av: old1D()},
	{name: "shadow2DProjLod", op: texSample, old: only2D, shadow: true, proj: true, lod: true, av: old1D()},
	{name: "shadow2DRect", op: texSample, old: onlyRect, shadow: true, av: rectOld()},
	{name: "shadow2DEXT", op: texSample, old: only2D, shadow: true, av: only(exts{extShadowSamplersES})},
	{name: "shadow2DProjEXT", op: texSample, old: only2D, shadow: true, proj: true, av: only(exts{extShadowSamplersES})},
	{name: "texture2DLodEXT", op: texSample, old: only2D, lod: true, av: lodES()},
	{name: "texture2DProjLodEXT", op: texSample, old: only2D, proj: true, lod: true, av: lodES()},
	{name: "textureCubeLodEXT", op: texSample, old: onlyCube, lod: true, av: lodES()},
	{name: "texture2DGradEXT", op: texSample, old: only2D, grad: true, av: gradOld()},
	{name: "texture2DProjGradEXT", op: texSample, old: only2D, proj: true, grad: true, av: gradOld()},
	{name: "textureCubeGradEXT", op: texSample, old: onlyCube, grad: true, av: gradOld()},
	{name: "texture2DGradARB", op: texSample, old: only2D, grad: true, av: gradOld()},
	{name: "texture2DProjGradARB", op: texSample, old: only2D, proj: true, grad: true, av: gradOld()},
	{name: "textureCubeGradARB", op: texSample, old: onlyCube, grad: true, av: gradOld()},
	{name: "texture3DGradARB", op: texSample, old: only3D, grad: true, av: gradOld()},
	{name: "texture1DGradARB", op: texSample, old: only1D, grad: true, av: gradOld()},

	{name: "sparseTextureARB", op: texSample, sparse: true, av: sparseAv()},
	{name: "sparseTextureLodARB", op: texSample, sparse: true, lod: true, av: sparseAv()},
	{name: "sparseTextureOffsetARB", op: texSample, sparse: true, offset: true, av: sparseAv()},
	{name: "sparseTextureLodOffsetARB", op: texSample, sparse: true, lod: true, offset: true, av: sparseAv()},
	{name: "sparseTextureGradARB", op: texSample, sparse: true, grad: true, av: sparseAv()},
	{name: "sparseTextureGradOffsetARB", op: texSample, sparse: true, grad: true, offset: true, av: sparseAv()},
	{name: "sparseTexelFetchARB", op: texFetch, sparse: true, av: sparseAv()},
	{name: "sparseTexelFetchOffsetARB", op: texFetch, sparse: true, offset: true, av: sparseAv()},
	{name: "sparseTextureGatherARB", op: texGather, sparse: true, av: sparseAv()},
	{name: "sparseTextureGatherOffsetARB", op: texGather, sparse: true, offset: true, av: sparseAv()},
	{name: "sparseTexelsResidentARB", op: texResident, sparse: true, av: sparseAv()},
	{name: "sparseTextureClampARB", op: texSample, sparse: true, clamp: true, av: clampAv()},
	{name: "sparseTextureOffsetClampARB", op: texSample, sparse: true, offset: true, clamp: true, av: clampAv()},
	{name: "sparseTextureGradClampARB", op: texSample, sparse: true, grad: true, clamp: true, av: clampAv()},
	{name: "sparseTextureGradOffsetClampARB", op: texSample, sparse: true, grad: true, offset: true, clamp: true, av: clampAv()},
	{name: "textureClampARB", op: texSample, clamp: true, av: clampAv()},
	{name: "textureOffsetClampARB", op: texSample, offset: true, clamp: true, av: clampAv()},
	{name: "textureGradClampARB", op: texSample, grad: true, clamp: true, av: clampAv()},
	{name: "textureGradOffsetClampARB", op: texSample, grad: true, offset: true, clamp: true, av: clampAv()},
}

// texCall is a call of a texture function under way.
type texCall struct {
	n     syntax.Node
	f     *textureFunction
	o     opaque
	x     operand // the texture
	args  []operand
	nodes []syntax.Node
	used  int
	bad   bool
}

// argument takes the next argument, of a type.
func (t *texCall) argument(c *checker, ty ir.TypeID, what string) operand {
	if t.bad {
		return operand{}
	}
	if t.used >= len(t.args) {
		c.errorf(codeArgCount, c.t.Span(t.n), "%s on %s needs %s (%s)", t.f.name, t.o, what, c.name(ty))
		t.bad = true
		return operand{}
	}
	x := t.args[t.used]
	node := t.nodes[t.used]
	t.used++
	if t.f.sparse {
		x = c.wantValue(x, node)
	}
	if x.ok() && x.ty == ty {
		return x
	}
	x = c.implicit(x, ty, c.t.Span(node), "the argument of "+t.f.name+" ("+what+")")
	t.bad = !x.ok()
	return x
}

func (t *texCall) more() bool { return !t.bad && t.used < len(t.args) }

// textureCall checks a call of a texture function.
func (c *checker) textureCall(n syntax.Node, f *textureFunction, nodes []syntax.Node) operand {
	if c.runtimeOnly(n, f.name) {
		c.given = nil
		return operand{}
	}
	ok := true
	var x operand
	base := len(c.args)
	defer func() { c.args = c.args[:base] }()
	given := c.takeGiven()
	for i, a := range nodes {
		y := c.given1(given, i, a)
		if i == 0 {
			x = y
		} else {
			if !f.sparse { // an argument is for the texel
				y = c.wantValue(y, a)
			}
			c.args = append(c.args, y)
		}
		ok = ok && y.ok()
	}
	if !ok {
		return operand{}
	}
	if !c.needs(c.t.Span(n), f.name, &f.av) {
		return operand{}
	}
	if a := lodOfFragment(); c.stage == ir.StageFragment && f.lod && f.old != 0 && f.av.exts[0] == noExtension && !c.needs(c.t.Span(n), f.name+" in a fragment shader", &a) {
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	if f.op == texResident {
		return c.texelsResident(n, x, nodes)
	}
	o := c.opaques[x.opq]
	if len(nodes) == 0 || x.kind != opResource && x.kind != opSampler || c.at(x.ty).Kind == ir.TypeBindingArray || !f.takes(o, c) {
		what := "nothing"
		if len(nodes) > 0 {
			what = c.typeName(x)
		}
		c.errorf(codeNoMatch, c.t.Span(n), "no function %s takes %s as its texture", f.name, what)
		return operand{}
	}
	t := texCall{n: n, f: f, o: o, x: x, args: c.args[base:], nodes: nodes[1:]}
	var r operand
	switch f.op {
	case texSample:
		r = c.textureSample(&t)
	case texGather:
		r = c.textureGather(&t)
	case texFetch:
		r = c.texelFetch(&t)
	case texSize:
		r = c.textureSize(&t)
	case texLevels:
		r = c.cast(ir.I32, c.query(ir.QueryLevels, x, 0))
	case texSamples:
		r = c.cast(ir.I32, c.query(ir.QuerySamples, x, 0))
	case texIdentical:
		r = c.samplesIdentical(&t)
	case texQueryLod:
		r = c.queryLod(&t)
	case texSubpass:
		r = c.subpassLoad(&t)
	}
	if t.bad {
		return operand{}
	}
	if t.used < len(t.args) {
		c.errorf(codeArgCount, c.t.Span(t.nodes[t.used]), "%s on %s takes no more than %d arguments", f.name, o, t.used+1)
		return operand{}
	}
	return r
}

// takes reports whether a function has an overload for a kind of texture.
func (f *textureFunction) takes(o opaque, c *checker) bool {
	if f.op == texSubpass {
		return o.kind == opaqueSubpass
	}
	if o.kind != opaqueSampler {
		// GL_EXT_samplerless_texture_functions.
		return o.kind == opaqueTexture && (f.op == texFetch || f.op == texSize || f.op == texLevels || f.op == texSamples || f.op == texIdentical)
	}
	if f.old != 0 && (f.old>>o.dim&1 == 0 || o.shadow != f.shadow || o.arrayed || o.ms || o.scalar != ir.F32) {
		return false
	}
	switch f.op {
	case texSample:
		if o.ms || o.dim == dimBuffer {
			return false
		}
		if f.name == "textureOffset" && o.shadow && o.arrayed && c.lang.Profile == ES {
			return false
		}
		if f.proj && (o.arrayed || o.dim == dimCube) || f.offset && o.dim == dimCube {
			return false
		}
		if f.lod && (o.dim == dimRect || o.shadow && (o.dim == dimCube || o.arrayed && o.dim == dim2D)) {
			return o.shadow && o.dim != dimRect && len(c.refused) > 0
		}
	case texGather:
		if o.ms || o.dim != dim2D && o.dim != dimCube && o.dim != dimRect || (f.offset || f.offsets) && o.dim == dimCube {
			return false
		}
	case texFetch:
		return o.dim != dimCube && !o.shadow
	case texLevels:
		return o.dim != dimRect && o.dim != dimBuffer && !o.ms
	case texSamples, texIdentical:
		return o.ms
	case texQueryLod:
		return o.dim != dimRect && o.dim != dimBuffer && !o.ms
	}
	return true
}

func (c *checker) query(op ir.ImageQueryOp, x operand, level ir.ExprID) operand {
	e := c.b.ImageQuery(op, x.expr(), level)
	return operand{kind: opValue, ty: c.ex.TypeOf(e), handle: uint32(e)}
}

func (c *checker) levelOf(t *texCall) ir.ExprID {
	if t.o.dim == dimRect || t.o.dim == dimBuffer || t.o.ms {
		return 0
	}
	x := t.argument(c, ir.TypeI32, "a level")
	if t.bad {
		return 0
	}
	return c.toExpr(x)
}

func (c *checker) textureSize(t *texCall) operand {
	level := c.levelOf(t)
	if t.bad {
		return operand{}
	}
	size := c.cast(ir.I32, c.query(ir.QuerySize, t.x, level))
	if !t.o.arrayed {
		return size
	}
	layers := c.cast(ir.I32, c.query(ir.QueryLayers, t.x, 0))
	return c.compose(ir.VectorOf(ir.I32, c.shapeOf(size.ty)+1), size, layers)
}

// texelFetch reads one texel.
func (c *checker) texelFetch(t *texCall) operand {
	n := t.o.dim.texels()
	p := t.argument(c, ir.VectorOf(ir.I32, n+t.o.layered()), "texel coordinates")
	l := ir.ImageLoad{Image: t.x.expr()}
	switch {
	case t.o.ms:
		s := t.argument(c, ir.TypeI32, "a sample")
		if !t.bad {
			l.Sample = c.toExpr(s)
		}
	case t.o.dim == dimRect:
		l.Level = c.toExpr(constInt(0))
	default:
		l.Level = c.levelOf(t)
	}
	if t.bad {
		return operand{}
	}
	at := c.first(p, n)
	if t.f.offset {
		off := t.argument(c, ir.VectorOf(ir.I32, n), "an offset")
		if t.bad {
			return operand{}
		}
		at = c.binary(ir.Add, at, off)
	}
	out := t.texel(c)
	if t.bad {
		return operand{}
	}
	l.Coordinate = c.toExpr(at)
	if t.o.arrayed {
		l.ArrayIndex = c.toExpr(c.component(p, uint32(n)))
	}
	code := operand{}
	if t.f.sparse {
		l.Residency = true
		code = c.made(c.ex.AddImageLoad(ir.TypeU32, 0, l, c.b.Span), false)
		l.Residency = false
	}
	e := c.ex.AddImageLoad(c.m.ImageLoadType(t.x.ty), 0, l, c.b.Span)
	return t.result(c, code, out, c.vec4Of(c.made(e, false), ir.VectorOf(t.o.scalar, 4)))
}

// subpassLoad reads an input attachment at the fragment's place.
func (c *checker) subpassLoad(t *texCall) operand {
	l := ir.ImageLoad{Image: t.x.expr()}
	if t.o.ms {
		s := t.argument(c, ir.TypeI32, "a sample")
		if t.bad {
			return operand{}
		}
		l.Sample = c.toExpr(s)
	}
	return c.made(c.ex.AddImageLoad(ir.VectorOf(t.o.scalar, 4), 0, l, c.b.Span), false)
}

// queryLod queries the level that a sample would have.
func (c *checker) queryLod(t *texCall) operand {
	p := t.argument(c, ir.VectorOf(ir.F32, t.o.dim.coordinates()), "coordinates")
	if t.bad {
		return operand{}
	}
	if !c.needsQuads(t.n, t.f.name) {
		return operand{}
	}
	s := c.startSample(t)
	s.Coordinate, s.Level = c.toExpr(p), ir.LevelQuery
	return c.sample(t, s)
}

// vec4Of widens the value of a depth image to GLSL's form: (d, 0, 0, 1).
func (c *checker) vec4Of(x operand, want ir.TypeID) operand {
	if x.ty == want || x.ty != ir.TypeF32 {
		return x
	}
	return c.compose(vec4, x, number(ir.F32, 0), number(ir.F32, 0), number(ir.F32, 1))
}

// layer is the index of a layer: coordinates have it as a float.
func (c *checker) layer(x operand) ir.ExprID {
	if !x.isConst() && c.ex.Kind(x.expr()) == ir.KindAs {
		if a := c.ex.As(x.expr()); !a.Bitcast && c.m.Types.ScalarOf(c.ex.TypeOf(a.Value)) == ir.I32 {
			return a.Value
		}
	}
	return c.toExpr(c.cast(ir.I32, c.math(ir.MathRound, x)))
}

// coordinates reads the coordinates of a sample into s: layer, reference and
// projection with them.
func (c *checker) coordinates(t *texCall, s *ir.ImageSample) {
	o := t.o
	n := o.dim.coordinates()
	size := n + o.layered()
	var refAt, projAt int = -1, -1
	if o.shadow && t.f.op == texSample {
		// The reference is the third component at least, and one of its own where there
		// is no room.
		refAt = max(size, 2)
		if refAt > 3 {
			refAt = -1
		} else {
			size = refAt + 1
		}
	}
	if t.f.proj {
		projAt = max(size, 0)
		size++
		if o.shadow {
			projAt, size = 3, 4
		}
	}
	p := operand{}
	want := ir.VectorOf(ir.F32, size)
	if t.f.proj && !o.shadow && t.used < len(t.args) && c.shapeOf(t.args[t.used].ty) == 4 && size < 4 {
		want, projAt = vec4, 3
	}
	p = t.argument(c, want, "coordinates")
	var ref operand
	if o.shadow && t.f.op == texSample && refAt < 0 {
		ref = t.argument(c, ir.TypeF32, "a reference")
	}
	if t.bad {
		return
	}
	at := c.first(p, n)
	if refAt >= 0 {
		ref = c.component(p, uint32(refAt))
	}
	if projAt >= 0 {
		q := c.component(p, uint32(projAt))
		at = c.binary(ir.Div, at, c.splatLike(at.ty, q))
		if ref.ok() {
			ref = c.binary(ir.Div, ref, q)
		}
	}
	if o.dim == dimRect {
		at = c.normalized(t, at)
	}
	s.Coordinate = c.toExpr(at)
	if o.arrayed {
		s.ArrayIndex = c.layer(c.component(p, uint32(n)))
	}
	if ref.ok() {
		s.DepthRef = c.toExpr(ref)
	}
}

// normalized turns texel coordinates of a rectangle into those of a 2D texture.
func (c *checker) normalized(t *texCall, at operand) operand {
	size := c.cast(ir.F32, c.query(ir.QuerySize, t.x, 0))
	return c.binary(ir.Div, at, size)
}

// offsetOf reads an offset, which must be constant, but for gathering since GLSL 4.00 and ES
// 3.20 or with the extensions for shader model 5.
func (c *checker) offsetOf(t *texCall) ir.ExprID {
	n := t.o.dim.coordinates()
	x := t.argument(c, ir.VectorOf(ir.I32, n), "an offset")
	if t.bad {
		return 0
	}
	a := since(400, 320, exts{extGPUShader5, extGPUShader5ES})
	if span := c.t.Span(t.nodes[t.used-1]); !x.isConst() && t.f.op == texGather && c.lang.has(&a) {
		return c.toExpr(x)
	} else if !x.isConst() {
		c.errorf(codeConstWanted, span, "the offset must be a constant expression")
		t.bad = true
		return 0
	}
	return c.toExpr(x)
}

func (c *checker) startSample(t *texCall) ir.ImageSample {
	s := ir.ImageSample{Image: t.x.expr(), Gather: -1}
	if t.x.kind == opSampler {
		s.Sampler = ir.ExprID(t.x.bits)
	} else if c.decls[t.x.decl].flags&flagSplit != 0 {
		s.Sampler = ir.ExprID(c.decls[t.x.decl].bits)
	}
	return s
}

// textureSample samples a texture.
func (c *checker) textureSample(t *texCall) operand {
	s := c.startSample(t)
	c.coordinates(t, &s)
	n := t.o.dim.coordinates()
	switch {
	case t.f.lod:
		s.Level = ir.LevelExact
		x := t.argument(c, ir.TypeF32, "a level")
		if t.bad {
			return operand{}
		}
		if t.o.shadow && x.isConst() && c.ev.IsZero(x.val()) {
			s.Level = ir.LevelZero // which all languages have of comparisons
			break
		}
		s.LevelArg = c.toExpr(x)
	case t.f.grad:
		s.Level = ir.LevelGradient
		dx := t.argument(c, ir.VectorOf(ir.F32, n), "a gradient")
		dy := t.argument(c, ir.VectorOf(ir.F32, n), "a gradient")
		if t.bad {
			return operand{}
		}
		if t.o.dim == dimRect {
			dx, dy = c.normalized(t, dx), c.normalized(t, dy)
		}
		s.LevelArg, s.LevelArgY = c.toExpr(dx), c.toExpr(dy)
	}
	if t.f.offset {
		s.Offset = c.offsetOf(t)
	}
	if t.f.clamp {
		s.MinLevel = c.toExpr(t.argument(c, ir.TypeF32, "a least level"))
	}
	out := t.texel(c)
	if !t.f.lod && !t.f.grad && t.more() && t.o.dim != dimRect {
		b := t.argument(c, ir.TypeF32, "a bias")
		if t.bad {
			return operand{}
		}
		if c.hasQuads() {
			s.Level, s.LevelArg = ir.LevelBias, c.toExpr(b)
		}
	}
	if t.bad {
		return operand{}
	}
	if s.MinLevel != 0 && s.Level == ir.LevelAuto && !c.hasQuads() {
		s.Level, s.LevelArg, s.MinLevel = ir.LevelExact, s.MinLevel, 0
	}
	if s.Level == ir.LevelAuto && !c.hasQuads() || t.o.dim == dimRect && s.Level == ir.LevelAuto {
		s.Level = ir.LevelZero
	}
	code := t.residency(c, s)
	r := c.sample(t, s)
	if t.f.sparse && !t.o.shadow {
		r = c.vec4Of(r, ir.VectorOf(t.o.scalar, 4))
	}
	if t.f.sparse {
		return t.result(c, code, out, r)
	}
	if t.o.shadow && t.f.old != 0 && !strings.HasSuffix(t.f.name, "EXT") {
		return c.compose(vec4, r, r, r, number(ir.F32, 1))
	}
	if t.o.shadow {
		return r
	}
	return c.vec4Of(r, ir.VectorOf(t.o.scalar, 4))
}

func (c *checker) sample(t *texCall, s ir.ImageSample) operand {
	e := c.ex.AddImageSample(c.m.ImageSampleType(t.x.ty, s), s, c.b.Span)
	return c.made(e, false)
}

// textureGather gathers one component of four texels.
func (c *checker) textureGather(t *texCall) operand {
	s := c.startSample(t)
	s.Gather = 0
	o := t.o
	n := o.dim.coordinates()
	p := t.argument(c, ir.VectorOf(ir.F32, n+o.layered()), "coordinates")
	var ref operand
	if o.shadow {
		ref = t.argument(c, ir.TypeF32, "a reference")
	}
	if t.bad {
		return operand{}
	}
	at := c.first(p, n)
	if o.dim == dimRect {
		at = c.normalized(t, at)
	}
	s.Coordinate = c.toExpr(at)
	if o.arrayed {
		s.ArrayIndex = c.layer(c.component(p, uint32(n)))
	}
	if ref.ok() {
		s.DepthRef = c.toExpr(ref)
	}
	var offsets operand
	switch {
	case t.f.offset:
		s.Offset = c.offsetOf(t)
	case t.f.offsets:
		offsets = t.argument(c, c.m.Types.Array(ivec2, 4), "four offsets")
		if !t.bad && !offsets.isConst() {
			c.unsupported(c.t.Span(t.nodes[t.used-1]), "offsets that aren't constant")
			t.bad = true
		}
	}
	out := t.texel(c)
	if !o.shadow && t.more() {
		x := t.argument(c, ir.TypeI32, "a component")
		v, ok := c.constInteger(x)
		if !t.bad && (!ok || v < 0 || v > 3) {
			c.errorf(codeConstWanted, c.t.Span(t.nodes[t.used-1]), "the component must be a constant from 0 to 3")
			t.bad = true
		}
		s.Gather = int(v)
	}
	if t.bad {
		return operand{}
	}
	if c.imageClass(t.x.ty) == ir.ImageDepth && s.Gather != 0 && !t.f.sparse {
		return c.zero(vec4)
	}
	if !t.f.offsets {
		return t.result(c, t.residency(c, s), out, c.sample(t, s))
	}
	var parts [4]operand
	for i := range uint32(4) {
		s.Offset = c.toExpr(c.component(offsets, i))
		parts[i] = c.component(c.sample(t, s), 3)
	}
	return c.compose(ir.VectorOf(o.scalar, 4), parts[:]...)
}

// imageClass is the class of the image of a texture.
func (c *checker) imageClass(t ir.TypeID) ir.ImageClass {
	ty := c.at(t)
	if ty.Kind == ir.TypeSampledImage {
		ty = c.at(ty.Base)
	}
	return ty.Class
}
