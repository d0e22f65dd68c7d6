package hlsl

// This file lowers loads of textures and typed buffers, their sizes, and indices of resources.

import (
	"strings"

	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// handle is the expression of a resource: the variable, or an element of it.
func (c *checker) handle(x operand) ir.ExprID {
	r := c.refs[x.ref]
	if r.choice != 0 {
		c.unsupported(c.b.Span, "a choice between resources here")
		return c.b.Zero(ir.TypeU32)
	}
	if r.unset || r.res == 0 {
		c.errorf(codeVariable, c.b.Span, "the resource has no value here")
		return c.b.Zero(ir.TypeU32)
	}
	c.noteOrdered(x.ty)
	return c.ofArray(c.b.Global(c.res[r.res].global), r)
}

// ofArray is the element of an array of resources that a reference has an index of, else e.
func (c *checker) ofArray(e ir.ExprID, r resRef) ir.ExprID {
	r.index = c.refIndex(r)
	if r.index == 0 {
		return e
	}
	t := c.m.ElementType(c.ex.TypeOf(e), 0)
	var flags ir.Flags
	if r.nonUnif {
		flags = ir.FlagNonUniform
	}
	if c.ex.Kind(r.index) == ir.KindLiteral {
		return c.pend(c.ex.AddAccessIndex(t, ir.AccessIndex{Base: e, Index: uint32(c.ex.LiteralBits(r.index))}, c.b.Span))
	}
	return c.pend(c.ex.AddAccess(t, flags, ir.Access{Base: e, Index: r.index}, c.b.Span))
}

// valid reports a resource that has no value.
func (c *checker) valid(x operand, n node) bool {
	if c.isUnset(x) {
		if !c.checking {
			c.errorf(codeVariable, c.t.Span(n), "the resource has no value here")
		}
		return false
	}
	if c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(n), "a constant expression is wanted here")
		return false
	}
	return true
}

// isUnset reports whether a resource has no value.
func (c *checker) isUnset(x operand) bool {
	r := c.refs[x.ref]
	return r.choice == 0 && (r.unset || r.res == 0)
}

// readsUnset reports whether a resource that is read, or a resource among the arguments, has no value.
// Zeros are read then, with a warning.
func (c *checker) readsUnset(n node, x operand, args []operand) bool {
	unset := c.fn != nil && c.isUnset(x)
	for _, a := range args {
		unset = unset || a.kind == opResource && c.isUnset(a)
	}
	if unset {
		c.warnf(codeVariable, c.t.Span(n), "the resource has no value here: zeros are read")
	}
	return unset
}

// unsetResult is the result of a function of a resource without a value.
func (c *checker) unsetResult(k *mcall, types []node) operand {
	t := c.at(k.x.ty).base
	has := func(prefix string) bool { return strings.HasPrefix(k.name, prefix) }
	switch {
	case has("SampleCmp"), has("CalculateLevel"):
		t = tFloat
	case has("Gather"):
		t = vectorType(t.kind(), 4)
	case has("IncrementCounter"), has("DecrementCounter"):
		t = tUint
	case has("Load") && k.info.form == resBytes:
		t = tUint
		if len(k.name) == 5 {
			t = vectorType(kUint, int(k.name[4]-'0'))
		} else if len(types) == 1 && c.t.Kind(types[0]) == syntax.KindType {
			u, _, ok := c.typeOf(types[0])
			if !ok {
				return operand{}
			}
			t = u
		}
	case has("Load"), has("Sample"), has("Consume"), has("SubpassLoad"):
	default:
		return operand{kind: opVoid, ty: tVoid}
	}
	return c.zero(t)
}

// resourceIndex checks x[i] of a resource, or of an array of these.
func (c *checker) resourceIndex(n node, x, i operand, at node, nonUniform bool) operand {
	if c.isArray(x.ty) {
		i, ok := c.indexOperand(i, at)
		if !ok {
			return operand{}
		}
		if v, known := c.constInteger(i); x.slots != 0 && known && v >= 0 && v < int64(c.at(x.ty).length) {
			base := c.at(x.ty).base
			y := c.inSlots(x.slots+int32(v)*c.slotCount(base), base)
			y.decl = x.decl
			return y
		}
		if r := c.refs[x.ref]; x.slots != 0 && (r.unset || r.res == 0) {
			if !c.wantConstant() {
				c.unsupported(c.t.Span(n), "variable indices of local arrays of resources")
			}
			return operand{}
		}
		if !c.valid(x, n) {
			return operand{}
		}
		h := *c.at(x.ty)
		if v, known := c.constInteger(i); known && (v < 0 || h.length != 0 && v >= int64(h.length)) {
			c.errorf(codeIndex, c.t.Span(at), "the index %d is out of bounds", v).Note("%s has %d elements", c.typeName(x), h.length)
			return operand{}
		}
		r := c.refs[x.ref]
		r.index, r.at = c.refIndex(r), 0
		sum := c.cast(kUint, c.settled(i))
		if r.index != 0 {
			prev := value(r.index, tUint)
			if c.ex.Kind(r.index) == ir.KindLiteral {
				prev = constUint(uint32(c.ex.LiteralBits(r.index)))
			}
			sum = c.binary(ir.Add, c.binary(ir.Mul, prev, constUint(h.length)), sum)
		}
		r.index = c.toExpr(sum)
		r.nonUnif = r.nonUnif || nonUniform
		x.ty, x.ref, x.slots = h.base, c.newRef(r), 0
		return x
	}
	if t := c.at(x.ty).base; t != tNone && c.readsUnset(n, x, nil) {
		return c.zero(t)
	}
	if !c.valid(x, n) {
		return operand{}
	}
	switch info := c.info(x.ty); info.form {
	case resStructured:
		i, ok := c.indexOperand(i, at)
		if !ok {
			return operand{}
		}
		if c.isChoice(x) {
			return c.eitherPlace(x, func(x operand) operand { return c.structuredElement(x, i) })
		}
		return c.structuredElement(x, i)
	case resTexture, resStorage:
		want := info.dim.CoordinateCount()
		if info.dim == ir.DimCube {
			break
		}
		if info.arrayed {
			want++
		}
		p := c.implicit(i, sized(kUint, want), c.t.Span(at), "the index")
		if !p.ok() {
			return operand{}
		}
		return c.texelAt(x, p, operand{}, operand{})
	}
	c.errorf(codeIndex, c.t.Span(n), "%s can't be indexed", c.typeName(x))
	return operand{}
}

// mcall is a call of a function of a resource.
type mcall struct {
	n     node
	name  string
	x     operand
	info  *resourceInfo
	a     []operand
	nodes []node
	used  int
	bad   bool
}

// resourceMethod checks a call of a function of a resource.
func (c *checker) resourceMethod(n node, x operand, v syntax.Method) operand {
	name := c.t.Name(v.Name)
	base, ok := c.arguments(v.Args, nil)
	list := append([]operand(nil), c.args[base:]...)
	c.args = c.args[:base]
	if !ok {
		return operand{}
	}
	k := &mcall{n: n, name: name, x: x, info: c.info(x.ty), a: list, nodes: v.Args}
	if k.info.form != resStream && c.readsUnset(n, x, list) {
		return c.unsetResult(k, v.Types)
	}
	if !c.valid(x, n) {
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	if r, done := c.eitherMethod(k, &v); done {
		return r
	}
	return c.callMethod(k, &v)
}

// callMethod calls a function of one resource.
func (c *checker) callMethod(k *mcall, v *syntax.Method) operand {
	n, name := k.n, k.name
	var r operand
	c.reads = texelReads{}
	switch k.info.form {
	case resTexture:
		r = c.textureMethod(k)
	case resStorage:
		r = c.storageMethod(k)
	case resStructured:
		r = c.structuredMethod(k)
	case resBytes:
		r = c.bytesMethod(k, v.Types)
	case resSubpass:
		r = c.subpassMethod(k)
	case resStream:
		r = c.streamMethod(k)
	default:
		if k.info.form == resUnsupported {
			return c.unsupported(c.t.Span(n), k.info.name+"."+name)
		}
		return c.noMethod(k)
	}
	if k.bad {
		return operand{}
	}
	if r.ok() && k.used == len(k.a)-1 && r.kind != opVoid && k.a[k.used].isPlace() && k.a[k.used].ty.isScalar() && k.a[k.used].ty.kind().isInt() {
		c.outArgument(k, c.status(k))
	}
	if r.ok() && k.used < len(k.a) {
		c.errorf(codeArgCount, c.t.Span(k.nodes[k.used]), "%s takes %s, found %d", name, count(k.used, k.used), len(k.a))
		return operand{}
	}
	return r
}

func (c *checker) noMethod(k *mcall) operand {
	k.bad = true
	c.errorf(codeMember, c.t.Span(k.n), "%s has no function %q", c.typeName(k.x), k.name)
	return operand{}
}

// next takes the next argument, converted to a type.
func (c *checker) next(k *mcall, t typeID, what string) operand {
	if k.bad {
		return operand{}
	}
	if k.used >= len(k.a) {
		c.errorf(codeArgCount, c.t.Span(k.n), "%s needs %s (%s)", k.name, what, c.name(t))
		k.bad = true
		return operand{}
	}
	x := k.a[k.used]
	at := k.nodes[k.used]
	k.used++
	if x.isPlace() {
		x = c.rvalue(x)
	}
	x = c.implicit(x, t, c.t.Span(at), "the argument of "+k.name+" ("+what+")")
	k.bad = k.bad || !x.ok()
	return x
}

// sampler takes the next argument, a sampler.
func (c *checker) sampler(k *mcall, comparison bool) ir.ExprID {
	if k.used >= len(k.a) || k.a[k.used].kind != opResource || !c.isResource(k.a[k.used].ty) {
		c.errorf(codeNoMatch, c.t.Span(k.n), "%s needs a sampler", k.name)
		k.bad = true
		return 0
	}
	x := k.a[k.used]
	want := resSampler
	if comparison {
		want = resComparison
	}
	if c.info(x.ty).form != want {
		c.errorf(codeNoMatch, c.t.Span(k.nodes[k.used]), "%s doesn't take %s", k.name, c.typeName(x))
		k.bad = true
		return 0
	}
	if !c.valid(x, k.nodes[k.used]) {
		k.bad = true
		return 0
	}
	k.used++
	return c.handle(x)
}

// layerIndex is the layer of a sample: coordinates have it as a float.
func (c *checker) layerIndex(x operand) ir.ExprID {
	if !x.isConst() && c.ex.Kind(x.expr()) == ir.KindAs {
		if a := c.ex.As(x.expr()); !a.Bitcast && c.m.Types.ScalarOf(c.ex.TypeOf(a.Value)) == ir.I32 {
			return a.Value
		}
	}
	return c.toExpr(c.cast(kInt, c.math(ir.MathRound, tFloat, x)))
}

// needsDepth notes that a texture is compared with; the type of the variable may be wrong.
func (c *checker) needsDepth(x operand) bool {
	r := c.res[c.refs[x.ref].res]
	t := c.m.Types.At(c.m.Globals[r.global].Type)
	for t.Kind == ir.TypeBindingArray || t.Kind == ir.TypeSampledImage {
		t = c.m.Types.At(t.Base)
	}
	if t.Class == ir.ImageDepth {
		return true
	}
	c.uses = append(c.uses, use{order: r.order, name: r.sym, depth: true})
	c.again = true
	return false
}

// isDepth reports whether a texture is one of depths in the module.
func (c *checker) isDepth(image ir.ExprID) bool {
	t := c.m.Types.At(c.ex.TypeOf(image))
	if t.Kind == ir.TypeSampledImage {
		t = c.m.Types.At(t.Base)
	}
	return t.Class == ir.ImageDepth
}

// texelReads are the texels that a call of a method reads: by samples, of which there are four if each
// texel of a gather has an offset, or by a load.
type texelReads struct {
	samples [4]ir.ImageSample
	count   int
	load    ir.ImageLoad
}

func (c *checker) noteSample(s ir.ImageSample) {
	if x := &c.reads; x.count < len(x.samples) {
		x.samples[x.count] = s
		x.count++
	}
}

// status is the status of a method that reads: the residency of all texels, or of buffers, which have
// memory in the module, 1.
func (c *checker) status(k *mcall) operand {
	x := c.reads
	if x.load.Image != 0 {
		x.load.Residency = true
		return value(c.pend(c.ex.AddImageLoad(ir.TypeU32, 0, x.load, c.b.Span)), tUint)
	}
	if x.count == 0 {
		c.warnf(codeUnsupported, c.t.Span(k.nodes[k.used]), "the status of tiled resources is that of mapped ones")
		return constUint(1)
	}
	var all operand
	for i, s := range x.samples[:x.count] {
		s.Residency = true
		one := value(c.pend(c.ex.AddImageSample(ir.TypeU32, s, c.b.Span)), tUint)
		if i == 0 {
			all = one
		} else {
			all = c.binary(ir.And, all, one)
		}
	}
	return all
}

// textureLoad is Load of a texture: coordinates, the layer and the level in one vector.
func (c *checker) textureLoad(k *mcall) operand {
	info := k.info
	n := info.dim.CoordinateCount()
	if info.dim == ir.DimCube {
		return c.noMethod(k)
	}
	size := n
	if info.arrayed {
		size++
	}
	levels := !info.multi && info.dim != ir.DimBuffer
	total := size
	if levels {
		total++
	}
	p := c.next(k, sized(kInt, total), "coordinates")
	if k.bad {
		return operand{}
	}
	var level, sample operand
	at := p
	if levels {
		level = c.runtime(c.component(p, uint32(size)))
		at = c.first(p, size)
	}
	if info.multi {
		sample = c.runtime(c.next(k, tInt, "a sample"))
		if k.bad {
			return operand{}
		}
	}
	if k.used < len(k.a) && info.dim != ir.DimBuffer && !(k.used == len(k.a)-1 && k.a[k.used].isPlace() && k.a[k.used].ty == tUint && n > 1) {
		o := c.next(k, sized(kInt, n), "an offset")
		if k.bad {
			return operand{}
		}
		if size != n {
			parts := []operand{}
			for i := range uint32(n) {
				parts = append(parts, c.binary(ir.Add, c.component(at, i), c.component(o, i)))
			}
			parts = append(parts, c.component(at, uint32(n)))
			at = c.compose(at.ty, parts...)
		} else {
			at = c.binary(ir.Add, at, o)
		}
	}
	return c.rvalue(c.texelAt(k.x, at, sample, level))
}

// storageMethod is a function of a writable texture or buffer.
func (c *checker) storageMethod(k *mcall) operand {
	switch k.name {
	case "GetDimensions":
		return c.getDimensions(k)
	case "Load":
		size := k.info.dim.CoordinateCount()
		if k.info.arrayed {
			size++
		}
		p := c.next(k, sized(kInt, size), "coordinates")
		if k.bad {
			return operand{}
		}
		var sample operand
		if k.info.multi {
			sample = c.runtime(c.next(k, tInt, "a sample"))
			if k.bad {
				return operand{}
			}
		}
		return c.rvalue(c.texelAt(k.x, p, sample, operand{}))
	}
	return c.noMethod(k)
}

func (c *checker) subpassMethod(k *mcall) operand {
	if k.name != "SubpassLoad" {
		return c.noMethod(k)
	}
	l := ir.ImageLoad{Image: c.handle(k.x)}
	if k.info.multi {
		s := c.next(k, tInt, "a sample")
		if k.bad {
			return operand{}
		}
		l.Sample = c.toExpr(s)
	}
	it := c.m.ImageLoadType(c.ex.TypeOf(l.Image))
	e := c.pend(c.ex.AddImageLoad(it, 0, l, c.b.Span))
	return c.fromTexel(e, it, c.at(k.x.ty).base)
}

// getDimensions writes the size of a resource to parameters that are out.
func (c *checker) getDimensions(k *mcall) operand {
	info := k.info
	image := c.handle(k.x)
	query := func(op ir.ImageQueryOp, level ir.ExprID) operand {
		e := c.b.ImageQuery(op, image, level)
		return value(e, sized(kUint, c.m.Types.ComponentCount(c.ex.TypeOf(e))))
	}
	n := info.dim.CoordinateCount()
	if info.dim == ir.DimCube {
		n = 2
	}
	want := n
	if info.arrayed {
		want++
	}
	if info.multi {
		want++
	}
	level := ir.ExprID(0)
	levels := false
	if info.form == resTexture && !info.multi && info.dim != ir.DimBuffer && len(k.a) == want+2 {
		levels = true
		l := c.next(k, tUint, "a level")
		if k.bad {
			return operand{}
		}
		level = c.toExpr(l)
		want++
	} else if info.form == resTexture && !info.multi && info.dim != ir.DimBuffer {
		level = c.b.U32(0)
	}
	if len(k.a)-k.used != want {
		c.errorf(codeArgCount, c.t.Span(k.n), "GetDimensions of %s takes %d variables, found %d arguments", info.name, want, len(k.a))
		k.bad = true
		return operand{}
	}
	size := query(ir.QuerySize, level)
	out := func(v operand) {
		x := k.a[k.used]
		at := k.nodes[k.used]
		k.used++
		if k.bad || !c.writable(x, at, "pass for an out parameter") {
			k.bad = true
			return
		}
		v = c.implicit(v, x.ty, c.t.Span(at), "the size")
		if !v.ok() {
			k.bad = true
			return
		}
		c.store(x, v)
	}
	for i := range uint32(n) {
		out(c.component(size, i))
	}
	if info.arrayed {
		out(query(ir.QueryLayers, 0))
	}
	if info.multi {
		out(query(ir.QuerySamples, 0))
	}
	if levels {
		out(query(ir.QueryLevels, 0))
	}
	return operand{kind: opVoid, ty: tVoid}
}

// legacyTexture is tex2D and its like: a texture and sampler in one.
func (c *checker) legacyTexture(k *icall) operand {
	x := k.a[0]
	if x.kind != opResource || !c.isResource(x.ty) {
		return c.noOverload(k)
	}
	if !c.valid(x, k.n) {
		return operand{}
	}
	name := k.name()
	dim := ir.Dim2D
	switch {
	case strings.HasPrefix(name, "tex1D"):
		dim = ir.Dim1D
	case strings.HasPrefix(name, "tex3D"):
		dim = ir.Dim3D
	case strings.HasPrefix(name, "texCUBE"):
		dim = ir.DimCube
	}
	info := c.info(x.ty)
	switch {
	case info.form == resSampler:
		r := c.res[c.refs[x.ref].res]
		t := c.m.Types.At(c.m.Globals[r.global].Type)
		for t.Kind == ir.TypeBindingArray {
			t = c.m.Types.At(t.Base)
		}
		if t.Kind != ir.TypeSampledImage {
			c.uses = append(c.uses, use{order: r.order, name: r.sym, combined: int8(dim) + 1})
			c.again = true
			return c.zero(vectorType(kFloat, 4))
		}
	case info.form != resCombined || info.dim != dim:
		return c.noOverload(k)
	}
	n := dim.CoordinateCount()
	how := strings.TrimPrefix(strings.TrimPrefix(name, "texCUBE"), "tex")
	if len(how) >= 2 && how[1] == 'D' {
		how = how[2:]
	}
	arg := func(i, size int, what string) operand {
		v := k.a[i]
		if v.isPlace() {
			v = c.rvalue(v)
		}
		if v.ok() && v.ty.numeric() && v.ty.size() < size {
			c.noOverload(k)
			return operand{}
		}
		return c.implicit(v, sized(kFloat, size), c.t.Span(k.nodes[i]), what)
	}
	s := ir.ImageSample{Gather: -1}
	var p operand
	switch how {
	case "bias", "lod", "proj":
		q := arg(1, 4, "the coordinates")
		if !q.ok() {
			return q
		}
		p = c.first(q, n)
		w := c.component(q, 3)
		switch how {
		case "proj":
			p = c.binary(ir.Div, p, c.splat(p.ty, w))
		case "lod":
			s.Level, s.LevelArg = ir.LevelExact, c.toExpr(w)
		default:
			s.Level, s.LevelArg = ir.LevelBias, c.toExpr(w)
		}
	default:
		if p = arg(1, n, "the coordinates"); !p.ok() {
			return p
		}
		if len(k.a) == 4 {
			dx, dy := arg(2, n, "a gradient"), arg(3, n, "a gradient")
			if !dx.ok() || !dy.ok() {
				return operand{}
			}
			s.Level, s.LevelArg, s.LevelArgY = ir.LevelGradient, c.toExpr(dx), c.toExpr(dy)
		} else if len(k.a) == 3 {
			return c.noOverload(k)
		}
	}
	if n == 1 {
		p = c.scalar(p)
	}
	if (s.Level == ir.LevelAuto || s.Level == ir.LevelBias) && c.stage != ir.StageFragment {
		if !c.checking {
			c.errorf(codeStage, c.t.Span(k.n), "only pixel shaders have %s", name)
			return operand{}
		}
		s.Level, s.LevelArg = ir.LevelZero, 0
	}
	s.Coordinate = c.toExpr(p)
	s.Image = c.handle(x)
	return c.sampled(s, vectorType(kFloat, 4))
}
