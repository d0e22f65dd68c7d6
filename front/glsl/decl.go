package glsl

// This file checks declarations at global scope: variables, defaults, precision and the
// rest; functions are in function.go, blocks in block.go.

import (
	"slices"

	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// defaults are set by layout qualifiers without a declaration.
type defaults struct {
	uniform, buffer, push ir.LayoutID
	uniformMajor          int8
	bufferMajor           int8
	early                 ir.EarlyDepth
	postDepth             bool
	interlock             ir.Interlock
	derivatives           ir.DerivativeGroup
	localSize             [3]uint32 // 0: not set
	sized                 bool
}

// item checks one item of global scope.
func (c *checker) item(n syntax.Node) {
	c.opts.Preprocessor.Meter.Step()
	c.b.Span = c.t.Span(n)
	switch c.t.Kind(n) {
	case syntax.KindDeclaration:
		c.declaration(n)
	case syntax.KindInterface:
		c.block(n)
	case syntax.KindRequalify:
		c.requalify(n)
	case syntax.KindPrecision:
		c.setPrecision(n)
	case syntax.KindFunction:
		c.function(n)
	case syntax.KindAttributed:
		c.item(c.t.Attributed(n).X)
	}
}

// precision checks a default precision, and returns the type that gets it.
func (c *checker) precision(n syntax.Node) ir.TypeID {
	p := c.t.Precision(n)
	t := c.typeSpec(p.Type, nil)
	if !t.ok {
		return 0
	}
	c.floats = c.floats || t.ty == ir.TypeF32
	if t.opq != 0 {
		c.precisions = append(c.precisions, t.opq)
		c.relaxedOpaques = slices.DeleteFunc(c.relaxedOpaques, func(o uint16) bool { return o == t.opq })
		if isRelaxed(p.Qualifier) {
			c.relaxedOpaques = append(c.relaxedOpaques, t.opq)
		}
	}
	if t.ty != ir.TypeF32 && t.ty != ir.TypeI32 && t.ty != ir.TypeU32 && t.opq == 0 {
		c.errorf(codeQualifier, c.t.Span(p.Type), "only float, int and the opaque types have a default precision")
	}
	return t.ty
}

// hasPrecision checks that a type of floats has a precision where nothing gives it one:
// in fragment shaders of ES, float has no default of its own (section "Default
// Precision Qualifiers").
func (c *checker) hasPrecision(span diag.Span, t ir.TypeID, q *qualifiers) {
	if c.floats || c.lang.Profile != ES || c.stage != ir.StageFragment || q.precision != syntax.QualNone || t == 0 {
		return
	}
	for c.at(t).Kind == ir.TypeArray {
		t = c.at(t).Base
	}
	if c.at(t).Kind != ir.TypeStruct && c.m.Types.ScalarOf(t) == ir.F32 {
		c.errorf(codeQualifier, span, "float has no default precision in fragment shaders: a statement like 'precision highp float;' or a qualifier is needed")
		c.floats = true // said once
	}
}

// isRelaxed reports whether a precision may be that of 16 bits.
func isRelaxed(p syntax.QualifierKind) bool {
	return p == syntax.QualMediump || p == syntax.QualLowp
}

// relaxes reports whether 16 bits are enough for an input or output: by its own precision, or the
// default one of floats. Precisions mean nothing in desktop GLSL for OpenGL.
func (c *checker) relaxes(q *qualifiers, t ir.TypeID) bool {
	if c.lang.Profile != ES && !c.opts.Preprocessor.Vulkan {
		return false
	}
	relaxed := isRelaxed(q.precision) || q.precision == syntax.QualNone && c.relaxed.of(c.m.Types.ScalarOf(t))
	c.anyRelaxed = c.anyRelaxed || relaxed
	return relaxed
}

// opaquePrecision checks that an opaque type has a precision: in ES, only samplers of 2D
// textures and cubes of floats have one of their own.
func (c *checker) opaquePrecision(span diag.Span, opq uint16, q *qualifiers) {
	if opq == 0 || c.lang.Profile != ES || q.precision != syntax.QualNone || slices.Contains(c.precisions, opq) {
		return
	}
	switch o := c.opaques[opq]; o.kind {
	case opaqueSampler, opaqueImage:
		if o.kind == opaqueSampler && o.scalar == ir.F32 && !o.arrayed && !o.ms && !o.shadow && (o.dim == dim2D || o.dim == dimCube) {
			return
		}
		c.errorf(codeQualifier, span, "%s has no default precision: a statement like 'precision highp %s;' or a qualifier is needed", o, o)
		c.precisions = append(c.precisions, opq) // said once
	}
}

// requalify sets defaults of a storage class, or qualifies names that are declared.
func (c *checker) requalify(n syntax.Node) {
	r := c.t.Requalify(n)
	var q qualifiers
	c.qualifiers(r.Quals, &q)
	if len(r.Names) > 0 {
		if q.layout.reference && q.storage == syntax.QualBuffer {
			for _, x := range r.Names {
				c.declareReference(c.t.Ident(x), c.t.Span(x))
			}
			return
		}
		for _, x := range r.Names {
			c.requalifyName(x, &q)
		}
		return
	}
	l := &q.layout
	if l.location >= 0 {
		c.errorf(codeLayout, c.t.Span(n), "a location is that of a variable or block")
	}
	if l.pipeline != nil && c.stage != ir.NoStage {
		c.pipelineDefaults(n, l.pipeline, q.storage == syntax.QualOut)
	}
	switch q.storage {
	case syntax.QualUniform:
		c.noLocalSize(n, l)
		if l.block != 0 {
			c.defaults.uniform = l.block
		}
		if l.major != 0 {
			c.defaults.uniformMajor = l.major
		}
	case syntax.QualBuffer:
		if l.block != 0 {
			c.defaults.buffer = l.block
		}
		if l.major != 0 {
			c.defaults.bufferMajor = l.major
		}
	case syntax.QualIn:
		c.inputDefaults(n, l)
	case syntax.QualOut, syntax.QualShared:
		c.noLocalSize(n, l)
		c.feedbackDefaults(l)
		if l.pipeline != nil && l.pipeline.stream >= 0 {
			c.pipe.stream = l.pipeline.stream
		}
	default:
		c.noLocalSize(n, l)
		if !l.any {
			c.errorf(codeQualifier, c.t.Span(n), "qualifiers need a declaration")
		}
	}
}

// noLocalSize checks that qualifiers have no property that is of in alone: the size of the
// workgroup, early tests.
func (c *checker) noLocalSize(n syntax.Node, l *layoutInfo) {
	for i := range l.localSize {
		if l.localSize[i] >= 0 || l.localSizeID[i] >= 0 {
			c.errorf(codeLayout, c.t.Span(n), "the size of the workgroup is a qualifier of in: layout(local_size_x = ...) in;")
			return
		}
	}
	if l.derivatives != ir.NoDerivativeGroup {
		c.errorf(codeLayout, c.t.Span(n), "the group of derivatives is a qualifier of in: layout(derivative_group_quadsKHR) in;")
	}
	if l.postDepth {
		c.errorf(codeLayout, c.t.Span(n), "post_depth_coverage is a qualifier of in: layout(post_depth_coverage) in;")
	} else if l.early == ir.EarlyDepthForce {
		c.errorf(codeLayout, c.t.Span(n), "early_fragment_tests is a qualifier of in: layout(early_fragment_tests) in;")
	}
}

func (c *checker) inputDefaults(n syntax.Node, l *layoutInfo) {
	if l.early == ir.EarlyDepthForce {
		c.defaults.early = l.early
	}
	c.defaults.postDepth = c.defaults.postDepth || l.postDepth
	if l.interlock != ir.NoInterlock {
		if old := c.defaults.interlock; old != ir.NoInterlock && old != l.interlock {
			c.errorf(codeLayout, c.t.Span(n), "the interlock is %s and %s", old, l.interlock)
		}
		c.defaults.interlock = l.interlock
	}
	c.derivativeDefaults(n, l)
	for i := range 3 {
		if l.localSize[i] >= 0 {
			if c.defaults.localSize[i] != 0 && int64(c.defaults.localSize[i]) != l.localSize[i] {
				c.errorf(codeLayout, c.t.Span(n), "the size of the workgroup is set twice, to different values")
			}
			c.defaults.localSize[i] = uint32(l.localSize[i])
			c.defaults.sized = true
			if size := c.specSize[i]; size != 0 {
				o := &c.m.Overrides[c.m.Consts.OverrideRef(ir.ExprID(size))]
				o.Init = ir.ConstID(c.m.Consts.AddLiteral(ir.TypeU32, uint64(max(l.localSize[i], 1)), c.t.Span(n)))
			}
		}
		if l.localSizeID[i] >= 0 {
			c.defaults.sized = true
			c.sizeOverride(i, l.localSizeID[i], c.t.Span(n))
		}
	}
	switch {
	case c.defaults.sized && !c.stage.Info().Workgroups:
		c.errorf(codeStage, c.t.Span(n), "only compute, task and mesh shaders have workgroups")
	case c.defaults.sized:
		a := compute()
		c.needs(c.t.Span(n), "the size of a workgroup", &a)
	}
}

// sizeOverride makes a dimension of the workgroup a specialization constant. It may share
// its number with a declared constant, which has another default.
func (c *checker) sizeOverride(i int, id int64, span diag.Span) {
	if id > 65535 {
		c.errorf(codeLimit, span, "the number of a specialization constant is greater than 65535")
		return
	}
	size := max(c.defaults.localSize[i], 1)
	init := ir.ConstID(c.m.Consts.AddLiteral(ir.TypeU32, uint64(size), span))
	c.m.Overrides = append(c.m.Overrides, ir.Override{Name: "local_size_" + string(rune('x'+i)), HasID: true, ID: uint16(id),
		Type: ir.TypeU32, Init: init, Span: span})
	c.specSize[i] = ir.ConstID(c.m.Consts.AddRef(ir.KindOverride, ir.TypeU32, uint32(len(c.m.Overrides)-1), span))
}

// requalifyName adds qualifiers to a declared name: invariant gl_Position;
func (c *checker) requalifyName(n syntax.Node, q *qualifiers) {
	name := c.t.Ident(n)
	id := c.bind[name]
	if id == 0 {
		if m := meaningOf(name); m != nil && m.variable != 0 {
			c.onlyInvariant(n, q)
			return
		} else if m != nil && m.ty != 0 && typeNames[m.ty-1].opq.kind == opaqueCounter && q.storage == syntax.QualUniform {
			c.counterDefault(q, c.t.Span(n))
			return
		} else if m != nil && m.ty != 0 { // in vec3; declares nothing
			c.noLocalSize(n, &q.layout)
			c.namedType(n, name)
			return
		}
		c.unknown(n, name, "identifier")
		return
	}
	if c.decls[id].kind != declType {
		c.onlyInvariant(n, q)
	}
	if q.invariant {
		c.decls[id].flags |= flagInvariant
		c.io.invariant(id)
	}
}

// onlyInvariant reports qualifiers that can't be added to a declared name: all but
// invariant and precise.
func (c *checker) onlyInvariant(n syntax.Node, q *qualifiers) {
	if q.storage != syntax.QualNone || q.layout.any || q.interp != 0 || q.sampling != 0 || q.precision != syntax.QualNone || q.memory != 0 {
		c.errorf(codeQualifier, c.t.Span(n), "only invariant and precise can be said of %q once more: a declaration anew needs its type", c.t.Name(c.t.Ident(n)))
	}
}

// declaration checks a declaration of variables or of a struct, global or local.
func (c *checker) declaration(n syntax.Node) {
	d := c.t.Declaration(n)
	var q qualifiers
	c.qualifiers(d.Quals, &q)
	if q.layout.any {
		c.noLocalSize(n, &q.layout)
	}
	if len(d.Declarators) == 0 {
		c.typeSpec(d.Type, nil)
		return
	}
	var shared gtype
	if c.t.Type(d.Type).Struct != syntax.None {
		shared = c.typeSpec(d.Type, nil) // a struct is declared once
	}
	for _, dn := range d.Declarators {
		v := c.t.Declarator(dn)
		var t gtype
		if c.t.Type(d.Type).Struct != syntax.None {
			t = c.arrays(shared, d.Type, v.Dims, nil)
		} else {
			t = c.typeSpec(d.Type, v.Dims)
		}
		if !t.ok {
			c.declareError(v.Name, v.NameSpan)
			continue
		}
		if t.void {
			c.errorf(codeTypeRule, c.t.Span(d.Type), "a variable can't be void")
			c.declareError(v.Name, v.NameSpan)
			continue
		}
		c.hasPrecision(c.t.Span(d.Type), t.ty, &q)
		c.opaquePrecision(c.t.Span(d.Type), t.opq, &q)
		c.b.Span, c.now = c.t.Span(dn), dn
		if v.Init != syntax.None && t.opq == 0 && !c.notSpecialized(t.ty, "initial values", v.NameSpan) {
			c.declareError(v.Name, v.NameSpan)
			continue
		}
		c.variable(n, dn, &v, &q, t)
	}
}

// notBound reports layout qualifiers of memory on values that pass between stages.
func (c *checker) notBound(span diag.Span, q *qualifiers) {
	if l := &q.layout; l.binding >= 0 || l.set >= 0 || l.block != 0 || l.packed || l.major != 0 || l.offset >= 0 || l.push {
		c.errorf(codeLayout, span, "inputs and outputs have no binding, and no layout in memory")
	}
}

// variable declares one variable.
func (c *checker) variable(n, dn syntax.Node, v *syntax.Declarator, q *qualifiers, t gtype) {
	if m := meaningOf(v.Name); m != nil && m.variable != 0 {
		c.redeclareBuiltIn(n, int(m.variable-1), v, q, t)
		return
	}
	if c.isReserved(v.Name, v.NameSpan) {
		c.declareError(v.Name, v.NameSpan)
		return
	}
	switch q.storage {
	case syntax.QualIn, syntax.QualOut:
		c.notBound(v.NameSpan, q)
	case syntax.QualAttribute, syntax.QualVarying:
	default:
		if q.interp != 0 || q.sampling != 0 {
			c.errorf(codeQualifier, v.NameSpan, "only inputs and outputs are interpolated")
		}
		if f := q.layout.feedback; f != nil {
			c.errorf(codeLayout, f.span, "only outputs are captured by transform feedback")
		}
	}
	if (q.storage == syntax.QualNone || q.storage == syntax.QualConst || q.storage == syntax.QualShared) && q.layout.location >= 0 && q.space == ir.NoSpace {
		c.errorf(codeLayout, v.NameSpan, "only inputs, outputs and uniforms have a location")
	}
	if a := since(430, 310, exts{extExplicitUniform}); q.storage == syntax.QualUniform && q.layout.location >= 0 && !c.opts.Preprocessor.Vulkan {
		c.needs(v.NameSpan, "the location of a uniform", &a)
	}
	local := !c.atGlobal()
	if local && q.storage != syntax.QualNone && q.storage != syntax.QualConst {
		c.errorf(codeQualifier, q.span, "a local variable can't be %s", q.storage)
		c.declareError(v.Name, v.NameSpan)
		return
	}
	if c.holdsRayObject(t.ty) {
		if c.misplacedQuery(v, q) {
			c.declareError(v.Name, v.NameSpan)
			return
		}
		if !local && !c.scan.of(v.Name).outside { // more languages have ray queries in functions than outside
			c.localVariable(v, q, t)
			return
		}
	}
	if t.opq != 0 && c.opaques[t.opq].kind == opaqueCounter {
		c.counter(v, q, t)
		return
	}
	if t.opq != 0 {
		if q.storage != syntax.QualUniform {
			c.errorf(codeTypeRule, v.NameSpan, "a variable of type %s must be a uniform", c.opaques[t.opq])
			c.declareError(v.Name, v.NameSpan)
			return
		}
		c.opaqueUniform(v, q, t)
		return
	}
	if q.space != ir.NoSpace {
		c.payloadVariable(v, q, t)
		return
	}
	switch q.storage {
	case syntax.QualConst:
		c.constVariable(v, q, t)
	case syntax.QualUniform:
		c.looseUniform(v, q, t)
	case syntax.QualIn, syntax.QualOut:
		if a := since(130, 300, exts{}); !c.lang.has(&a) && !c.needs(q.span, "the qualifier "+q.storage.String()+" of a global variable", &a) {
			c.declareError(v.Name, v.NameSpan)
			return
		}
		if q.storage == syntax.QualIn {
			c.inputVariable(v, q, t)
		} else {
			c.outputVariable(v, q, t)
		}
	case syntax.QualAttribute:
		c.inputVariable(v, q, t)
	case syntax.QualVarying:
		if c.stage.Info().Outputs == ir.Varyings {
			c.outputVariable(v, q, t)
		} else {
			c.inputVariable(v, q, t)
		}
	case syntax.QualShared:
		c.sharedVariable(v, q, t)
	case syntax.QualBuffer:
		c.errorf(codeVariable, v.NameSpan, "buffer needs a block: buffer Block { ... };")
		c.declareError(v.Name, v.NameSpan)
	case syntax.QualInout:
		c.unsupported(v.NameSpan, "framebuffer fetch (inout)")
		c.declareError(v.Name, v.NameSpan)
	default:
		if local {
			c.localVariable(v, q, t)
		} else {
			c.globalVariable(v, q, t)
		}
	}
}

// initialized gives an array without a size that of its initializer, and returns
// the initial value.
func (c *checker) initialized(v *syntax.Declarator, t *gtype, eval evaluation) operand {
	var x operand
	if t.open != nil {
		x = c.openInitializer(v.Init, t.ty, t.open, eval)
	} else {
		x = c.initializer(v.Init, t.ty, eval)
	}
	if !x.ok() {
		return x
	}
	if t.open != nil {
		if !c.fitsOpen(x.ty, t.ty, t.open) {
			c.errorf(codeType, c.t.Span(v.Init), "the value of %s must be an array of arrays of %s, found %s", c.t.Name(v.Name), c.name(t.ty), c.typeName(x))
			return operand{}
		}
		t.ty, t.unsized, t.open = x.ty, false, nil
		return x
	}
	if t.unsized {
		xt := c.at(x.ty)
		if xt.Kind == ir.TypeArray && xt.Base == c.at(t.ty).Base {
			t.ty, t.unsized = x.ty, false
			return x
		}
	}
	if x.ty == t.ty {
		return x
	}
	return c.implicit(x, t.ty, c.t.Span(v.Init), "the value of "+c.t.Name(v.Name))
}

// evaluation classifies the parts of an initial value.
type evaluation uint8

const (
	anyValue   evaluation = iota
	knownValue            // constants
	constValue            // constants, those of specialization among them
)

// evaluate checks a part of an initial value.
func (c *checker) evaluate(n syntax.Node, e evaluation) operand {
	if e == anyValue {
		return c.expression(n)
	}
	return c.constExpr(n, e == constValue)
}

// fitsOpen reports whether a type is an array of arrays of an element with the
// sizes that there are.
func (c *checker) fitsOpen(have, element ir.TypeID, lengths []uint32) bool {
	for _, n := range lengths {
		h := c.at(have)
		if h.Kind != ir.TypeArray || n != 0 && n != h.Length {
			return false
		}
		have = h.Base
	}
	return have == element
}

// openInitializer evaluates an initializer for an array whose inner dimensions lack
// sizes.
func (c *checker) openInitializer(n syntax.Node, element ir.TypeID, lengths []uint32, eval evaluation) operand {
	if c.t.Kind(n) != syntax.KindInitList || len(lengths) == 0 {
		return c.initializer(n, element, eval)
	}
	base := len(c.args)
	defer func() { c.args = c.args[:base] }()
	for _, x := range c.t.InitList(n) {
		p := c.openInitializer(x, element, lengths[1:], eval)
		if p.ok() && len(lengths) == 1 {
			p = c.implicit(p, element, c.t.Span(x), "the initial value")
		}
		if !p.ok() {
			return p
		}
		if len(c.args) > base && c.args[base].ty != p.ty {
			c.errorf(codeType, c.t.Span(x), "the elements of an array must be of one type, found %s and %s", c.typeName(c.args[base]), c.typeName(p))
			return operand{}
		}
		c.args = append(c.args, p)
	}
	if len(c.args) == base {
		c.errorf(codeType, c.t.Span(n), "an initializer list needs a value")
		return operand{}
	}
	return c.compose(c.m.Types.Array(c.args[base].ty, uint32(len(c.args)-base)), c.args[base:]...)
}

// initializer evaluates an initializer for a type: an expression or a list.
func (c *checker) initializer(n syntax.Node, t ir.TypeID, eval evaluation) operand {
	if c.t.Kind(n) != syntax.KindInitList {
		return c.evaluate(n, eval)
	}
	a := since(420, never, exts{extShadingLanguage420, extNullInitializer})
	c.needs(c.t.Span(n), "an initializer list", &a)
	list := c.t.InitList(n)
	ty := *c.at(t)
	if len(list) == 0 {
		if !c.lang.exts[extNullInitializer] {
			c.errorf(codeType, c.t.Span(n), "an initializer list needs a value")
		}
		return c.zero(t)
	}
	want := 0
	switch ty.Kind {
	case ir.TypeVector:
		want = int(ty.Rows)
	case ir.TypeMatrix:
		want = int(ty.Columns)
	case ir.TypeArray:
		want = int(ty.Length)
		if want == 0 {
			want = len(list)
			t = c.m.Types.Array(ty.Base, uint32(want))
		}
	case ir.TypeStruct:
		want = len(c.m.Structs[ty.Struct].Members)
	default:
		want = 1
		if len(list) == 1 {
			return c.implicit(c.initializer(list[0], t, eval), t, c.t.Span(list[0]), "the initial value")
		}
	}
	if want != len(list) {
		c.errorf(codeType, c.t.Span(n), "%s has %d parts, but the list has %d", c.name(t), want, len(list))
		return operand{}
	}
	base := len(c.args)
	ok := true
	for i, x := range list {
		part := c.m.ElementType(t, uint32(i))
		p := c.initializer(x, part, eval)
		p = c.implicit(p, part, c.t.Span(x), "the initial value")
		ok = ok && p.ok()
		c.args = append(c.args, p)
	}
	var x operand
	if ok {
		x = c.compose(t, c.args[base:]...)
	}
	c.args = c.args[:base]
	return x
}

// constVariable declares a constant, or a local variable that can't be assigned.
func (c *checker) constVariable(v *syntax.Declarator, q *qualifiers, t gtype) {
	if v.Init == syntax.None {
		c.errorf(codeVariable, v.NameSpan, "the constant %q needs a value", c.t.Name(v.Name))
		c.declareError(v.Name, v.NameSpan)
		return
	}
	if q.layout.constantID >= 0 {
		c.specialization(v, q, t)
		return
	}
	local := !c.atGlobal()
	eval := anyValue
	if !local {
		eval = constValue
	}
	if !local && c.dynamicInit(v.Init) {
		// A constant in name: its value depends on a call or a specialization constant.
		c.globalVariable(v, q, t)
		return
	}
	fn, ex := c.fn, c.ex
	if !local { // what an implicit conversion makes is one of the module's constants, too
		c.fn, c.ex = nil, &c.m.Consts
	}
	x := c.initialized(v, &t, eval)
	c.fn, c.ex = fn, ex
	if !x.ok() {
		c.declareError(v.Name, v.NameSpan)
		return
	}
	switch {
	case x.isConst():
		c.declare(decl{kind: declConst, name: v.Name, span: v.NameSpan, ty: t.ty, bits: x.bits, member: -1, flags: flagReadOnly | flagConst})
	case local:
		if a := since(420, never, exts{extShadingLanguage420}); !x.spec && !c.lang.has(&a) {
			c.errorf(codeConstWanted, c.t.Span(v.Init), "the value of the constant %q must be a constant expression: others need %s", c.t.Name(v.Name), c.lang.needs(&a))
		}
		var module uint64
		if c.overridable(t.ty) && c.isSpecExpression(v.Init) { // it may size arrays
			c.fn, c.ex = nil, &c.m.Consts
			if y := c.initialized(v, &t, constValue); y.ok() && !y.isConst() {
				module = uint64(y.handle)
			}
			c.fn, c.ex = fn, ex
		}
		c.localValue(v, t, x)
		if d := &c.decls[c.bind[v.Name]]; d.kind == declValue {
			d.bits = module
		}
	case c.overridable(t.ty):
		o := ir.Override{Name: c.t.Name(v.Name), Type: t.ty, Init: ir.ConstID(x.handle), Span: v.NameSpan}
		c.m.Overrides = append(c.m.Overrides, o)
		c.declare(decl{kind: declOverride, name: v.Name, span: v.NameSpan, ty: t.ty, handle: uint32(len(c.m.Overrides) - 1), member: -1, flags: flagReadOnly | flagConst})
	default:
		c.globalVariable(v, q, t)
	}
}

// overridable reports whether an override can have a type.
func (c *checker) overridable(t ir.TypeID) bool {
	return c.at(t).Kind == ir.TypeScalar
}

// dynamicInit reports whether an initializer of a global constant is a composite
// made of specialization constants: it is computed where main begins.
func (c *checker) dynamicInit(n syntax.Node) bool {
	return len(c.m.Overrides) > 1 && c.mentionsOverride(n) && c.t.Kind(n) == syntax.KindCall && c.isComposite(n)
}

func (c *checker) isComposite(n syntax.Node) bool {
	call := c.t.Call(n)
	if c.t.Kind(call.Callee) != syntax.KindIdent {
		return true
	}
	name := c.t.Ident(call.Callee)
	if id := c.bind[name]; id != 0 {
		return c.decls[id].kind == declType
	}
	m := meaningOf(name)
	return m != nil && m.ty != 0 && c.at(typeNames[m.ty-1].ty).Kind != ir.TypeScalar
}

// mentionsOverride reports whether an expression names a specialization constant.
func (c *checker) mentionsOverride(n syntax.Node) bool {
	for i := c.firstNode(n); i <= n; i++ {
		if c.t.Kind(i) == syntax.KindIdent {
			if id := c.bind[c.t.Ident(i)]; id != 0 && c.decls[id].kind == declOverride {
				return true
			}
		}
	}
	return false
}

// firstNode is the first node of an expression.
func (c *checker) firstNode(n syntax.Node) syntax.Node { return c.t.First(n) }

func (c *checker) specialization(v *syntax.Declarator, q *qualifiers, t gtype) {
	if !c.overridable(t.ty) {
		c.errorf(codeTypeRule, v.NameSpan, "a specialization constant must be a scalar, found %s", c.name(t.ty))
		c.declareError(v.Name, v.NameSpan)
		return
	}
	x := c.initialized(v, &t, knownValue)
	if !x.ok() {
		c.declareError(v.Name, v.NameSpan)
		return
	}
	if q.layout.constantID > 65535 {
		c.errorf(codeLimit, v.NameSpan, "the constant_id is greater than 65535")
		return
	}
	init := ir.ConstID(c.m.Consts.AddLiteral(t.ty, x.bits, v.NameSpan))
	o := ir.Override{Name: c.t.Name(v.Name), HasID: true, ID: uint16(q.layout.constantID), Type: t.ty, Init: init, Span: v.NameSpan}
	c.m.Overrides = append(c.m.Overrides, o)
	c.declare(decl{kind: declOverride, name: v.Name, span: v.NameSpan, ty: t.ty, handle: uint32(len(c.m.Overrides) - 1), member: -1, flags: flagReadOnly | flagConst})
}

// sizeUnsized gives an array without a size the size that its uses require.
func (c *checker) sizeUnsized(name syntax.Symbol, span diag.Span, t *gtype) {
	if !t.unsized {
		return
	}
	if t.open != nil {
		c.errorf(codeTypeRule, span, "the inner dimensions of an array must have sizes")
		for i := len(t.open) - 1; i >= 0; i-- {
			t.ty = c.m.Types.Array(t.ty, max(t.open[i], 1))
		}
		t.open, t.unsized = nil, false
		return
	}
	if c.lang.Profile == ES {
		c.errorf(codeTypeRule, span, "an array must have a size in version %s", c.lang.Version)
	}
	n := c.laterSize(name)
	if n == 0 {
		n = c.scan.of(name).highest
	}
	t.ty = c.m.Types.Array(c.at(t.ty).Base, max(n, 1))
	t.unsized = false
}

// laterSize is the size that a redeclaration of a global array gives.
func (c *checker) laterSize(name syntax.Symbol) uint32 { return c.scan.of(name).declared }

// redeclaresArray reports whether a declaration only gives a size to an array that
// was declared without one. From there on it has a length.
func (c *checker) redeclaresArray(v *syntax.Declarator, t gtype) bool {
	id := c.bind[v.Name]
	if id == 0 || c.decls[id].flags&flagUnsized == 0 || !c.atGlobal() {
		return false
	}
	if c.at(c.decls[id].ty).Kind != ir.TypeArray || !t.unsized && c.decls[id].ty != t.ty {
		return false
	}
	if !t.unsized {
		c.decls[id].flags &^= flagUnsized
	}
	return true
}

// globalVariable declares a variable of module scope.
func (c *checker) globalVariable(v *syntax.Declarator, q *qualifiers, t gtype) {
	if c.redeclaresArray(v, t) {
		return
	}
	var flags declFlags
	if q.isConst {
		flags |= flagReadOnly
	}
	if c.structOpaque(t.ty) || t.opq != 0 {
		c.errorf(codeTypeRule, v.NameSpan, "a variable of this type must be a uniform or local")
		c.declareError(v.Name, v.NameSpan)
		return
	}
	var x operand
	if v.Init != syntax.None {
		if x = c.initialized(v, &t, anyValue); !x.ok() {
			c.declareError(v.Name, v.NameSpan)
			return
		}
	} else if t.unsized {
		flags |= flagUnsized
		c.sizeUnsized(v.Name, v.NameSpan, &t)
	}
	if x.isConst() && q.isConst {
		c.declare(decl{kind: declConst, name: v.Name, span: v.NameSpan, ty: t.ty, bits: x.bits, member: -1, flags: flagReadOnly | flagConst})
		return
	}
	g := ir.Global{Name: c.t.Name(v.Name), Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: t.ty, Relaxed: c.holdsRelaxed(q, t.ty), Span: v.NameSpan}
	if x.isConst() && !c.ev.IsZero(x.val()) {
		g.Init = ir.ConstID(c.ev.MaterializeInto(&c.m.Consts, x.val(), v.NameSpan))
	}
	c.m.Globals = append(c.m.Globals, g)
	id := c.declare(decl{kind: declGlobal, name: v.Name, span: v.NameSpan, ty: t.ty, handle: uint32(len(c.m.Globals) - 1), member: -1, flags: flags})
	if x.ok() && !x.isConst() {
		c.b.Store(c.pointer(id), x.expr())
	}
}

// sharedVariable declares a variable of the workgroup.
func (c *checker) sharedVariable(v *syntax.Declarator, q *qualifiers, t gtype) {
	if v.Init != syntax.None && !(c.t.Kind(v.Init) == syntax.KindInitList && len(c.t.InitList(v.Init)) == 0 && c.lang.exts[extNullInitializer]) {
		c.errorf(codeVariable, c.t.Span(v.Init), "a shared variable can't have an initial value")
	}
	var flags declFlags
	if c.redeclaresArray(v, t) {
		return
	}
	if t.unsized {
		flags |= flagUnsized
		c.sizeUnsized(v.Name, v.NameSpan, &t)
	}
	g := ir.Global{Name: c.t.Name(v.Name), Space: ir.SpaceWorkgroup, Access: ir.AccessReadWrite, Type: t.ty, Memory: q.memory &^ ir.Coherent, Relaxed: c.holdsRelaxed(q, t.ty), Span: v.NameSpan}
	c.m.Globals = append(c.m.Globals, g)
	c.declare(decl{kind: declGlobal, name: v.Name, span: v.NameSpan, ty: t.ty, handle: uint32(len(c.m.Globals) - 1), member: -1, flags: flags})
}

// localVariable declares a variable of a function.
func (c *checker) localVariable(v *syntax.Declarator, q *qualifiers, t gtype) {
	var x operand
	if v.Init != syntax.None {
		x = c.initialized(v, &t, anyValue)
		if !x.ok() {
			c.declareError(v.Name, v.NameSpan)
			return
		}
	} else if t.unsized {
		c.sizeUnsized(v.Name, v.NameSpan, &t)
	}
	var init ir.ExprID
	if x.ok() {
		init = c.toExpr(x)
	}
	c.b.Span = v.NameSpan
	l := c.fn.AddLocal(ir.Local{Name: c.t.Name(v.Name), Type: t.ty, Relaxed: c.holdsRelaxed(q, t.ty), Span: v.NameSpan})
	d := decl{kind: declLocal, name: v.Name, span: v.NameSpan, ty: t.ty, handle: uint32(l), member: -1, opq: t.opq}
	if c.crossesCase(v.Name) {
		c.switches[len(c.switches)-1].hoisted = append(c.switches[len(c.switches)-1].hoisted, l)
		if init != 0 {
			c.b.Store(c.b.Local(l), init)
		}
	} else {
		c.b.DeclareLocal(l, init)
	}
	c.declare(d)
}

// localValue declares a constant whose value is computed.
func (c *checker) localValue(v *syntax.Declarator, t gtype, x operand) {
	if c.crossesCase(v.Name) || c.at(t.ty).Kind == ir.TypeArray {
		l := c.fn.AddLocal(ir.Local{Name: c.t.Name(v.Name), Type: t.ty, Span: v.NameSpan})
		if c.crossesCase(v.Name) {
			c.switches[len(c.switches)-1].hoisted = append(c.switches[len(c.switches)-1].hoisted, l)
			c.b.Store(c.b.Local(l), c.toExpr(x))
		} else {
			c.b.DeclareLocal(l, c.toExpr(x))
		}
		c.declare(decl{kind: declLocal, name: v.Name, span: v.NameSpan, ty: t.ty, handle: uint32(l), member: -1, flags: flagReadOnly})
		return
	}
	e := c.toExpr(x)
	if c.fn.Kind(e).NeedsEmit() {
		c.fn.SetName(e, c.t.Name(v.Name))
	}
	c.declare(decl{kind: declValue, name: v.Name, span: v.NameSpan, ty: t.ty, expr: e, member: -1, flags: flagReadOnly})
}
