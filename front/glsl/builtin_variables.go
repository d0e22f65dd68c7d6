package glsl

// This file gives the variables of the language, gl_Position and its like, to shaders that
// name them: as inputs and outputs, as members of gl_PerVertex, or computed where they are
// read.

import (
	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// builtInVariable declares a variable of the language.
func (c *checker) builtInVariable(i int, v *variable) {
	s := symbolOfVariable(i)
	d := decl{name: s, ty: v.ty, member: -1, flags: flagBuiltIn, handle: uint32(i)}
	if v.kind == varUniformStruct {
		d.ty = c.fixedType(v.code)
	}
	if v.array {
		n := v.length
		if v.kind == varFragColor || n == 0 || v.length == 8 || v.in == ir.BuiltInSampleMask {
			if n = c.perVertexSize(s); n == 0 {
				n = c.laterSize(s)
			}
			if n == 0 {
				n = c.scan.of(s).highest
			}
			if n == 0 {
				n = max(v.length, 1)
			}
		}
		d.ty = c.m.Types.Array(d.ty, n)
	}
	outside := c.scan.of(s).outside
	switch v.kind {
	case varPerVertex:
		c.blockVariable(d, v)
	case varStageIn, varStageOut:
		c.stageBuiltIn(d, v)
	case varMeshIndices:
		c.meshIndices(d, v)
	case varMeshCount:
		c.meshCount(d, v)
	case varTransposed:
		c.transposedInput(d, v)
	case varInput:
		c.markClip(v.name)
		d.flags |= flagReadOnly
		x := ioVar{name: v.in.String(), ty: d.ty, builtIn: v.in, location: -1, component: -1, index: -1}
		if v.code == inputLinear {
			x.interp = ir.InterpolateLinear
		}
		x.irType = c.builtInType(v, d.ty)
		c.builtInInput(d, x, outside)
	case varOutput:
		x := ioVar{name: v.in.String(), ty: d.ty, builtIn: v.in, location: -1, component: -1, index: -1}
		x.irType = c.builtInType(v, d.ty)
		c.output(d, x, outside)
	case varFragColor:
		x := ioVar{name: map[int32]string{0: "frag_color", 1: "frag_data", 2: "secondary_color", 3: "secondary_data"}[v.code], ty: d.ty,
			location: 0, component: -1, index: -1, fragData: true}
		if v.code >= 2 {
			x.index = 1
		}
		c.output(d, x, outside)
	case varAttribute:
		c.oldAttribute(d, v, outside)
	case varUniformOld, varUniformStruct:
		c.shareArray(&d)
		index := c.addLoose(ir.Member{Name: v.name[3:], Type: d.ty}, diag.Span{})
		d.kind, d.member, d.handle = declGlobal, int32(index), uint32(c.uniforms.global)
		d.flags |= flagReadOnly | flagUniform
		c.declare(d)
	default:
		d.kind = declComputed
		d.flags |= flagReadOnly
		c.declare(d)
	}
}

// perVertexSize is the size that a redeclaration of gl_PerVertex gives an array.
func (c *checker) perVertexSize(s syntax.Symbol) uint32 {
	for _, n := range c.t.Items() {
		if c.t.Kind(n) != syntax.KindInterface {
			continue
		}
		for _, m := range c.t.Interface(n).Members {
			if c.t.Kind(m) != syntax.KindDeclaration {
				continue
			}
			for _, dn := range c.t.Declaration(m).Declarators {
				v := c.t.Declarator(dn)
				if v.Name == s && len(v.Dims) > 0 && v.Dims[0] != syntax.None && c.t.Kind(v.Dims[0]) == syntax.KindLiteral {
					return uint32(min(c.t.Literal(v.Dims[0]).Bits, 64))
				}
			}
		}
	}
	return 0
}

// builtInType is the IR's type of a built-in.
func (c *checker) builtInType(v *variable, ty ir.TypeID) ir.TypeID {
	switch v.in {
	case ir.BuiltInClipDistances, ir.BuiltInCullDistances, ir.BuiltInHitTriangleVertexPositions, ir.BuiltInHitLSSPositions, ir.BuiltInHitLSSRadii,
		ir.BuiltInHitMicroVertexPositions, ir.BuiltInHitMicroVertexBarycentrics, ir.BuiltInViewportMask, ir.BuiltInSecondaryViewportMask,
		ir.BuiltInPositionPerView, ir.BuiltInViewportMaskPerView:
		return ty
	case ir.BuiltInSampleMask:
		return ir.TypeU32
	}
	if v.ty == ir.TypeI32 {
		return ir.TypeU32
	}
	return v.ty
}

// shareArray makes an array, which is as long as its uses require, as long as in the program's other stages.
func (c *checker) shareArray(d *decl) {
	if t := *c.at(d.ty); c.record != nil && t.Kind == ir.TypeArray {
		d.ty = c.m.Types.Array(t.Base, c.shareLength(d.name, t.Length, true))
	}
}

// oldAttribute declares the attributes and varyings of the compatibility profile.
func (c *checker) oldAttribute(d decl, v *variable, outside bool) {
	c.shareArray(&d)
	location := int64(v.code)
	x := ioVar{name: v.name[3:], ty: d.ty, location: location % 32, component: -1, index: -1}
	if v.code >= 32 && c.stage.Info().Outputs == ir.Varyings {
		c.output(d, x, outside)
		return
	}
	d.flags |= flagReadOnly
	c.input(d, x, outside)
}

// builtInInput adds a built-in input: a parameter, converted where it is read.
func (c *checker) builtInInput(d decl, x ioVar, outside bool) {
	x.span = d.span
	index := len(c.mainFn.Args)
	for _, y := range c.io.ins {
		if y.builtIn == x.builtIn && c.mainFn.Args[y.leaves[0].index].Binding.Interpolation == x.builtInInterp() {
			index = y.leaves[0].index
		}
	}
	if index == len(c.mainFn.Args) {
		c.mainFn.Args = append(c.mainFn.Args, ir.Argument{Name: x.name, Type: x.irType,
			Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: x.builtIn, Interpolation: x.builtInInterp()}})
	}
	x.leaves = []ioLeaf{{ty: x.irType, index: index, name: x.name}}
	if outside {
		v := c.builtInValue(&x)
		c.privateInput(&d, v)
	} else {
		d.kind = declComputed
		d.bits = uint64(len(c.io.ins)) + 1
	}
	x.decl = c.declare(d)
	c.io.ins = append(c.io.ins, x)
}

// builtInInterp is how a built-in value is interpolated: of barycentric coordinates there
// are two.
func (x *ioVar) builtInInterp() ir.Interpolation {
	if x.builtIn == ir.BuiltInBarycentric {
		return x.interp
	}
	return ir.DefaultInterpolation
}

// builtInValue is the value of a built-in input as GLSL has it.
func (c *checker) builtInValue(x *ioVar) operand {
	v := operand{kind: opValue, ty: x.irType, handle: uint32(c.b.Argument(x.leaves[0].index))}
	if x.builtIn == ir.BuiltInPosition && !c.scan.upper && c.fromBelow() {
		v = c.turned(v, c.framebufferHeight())
	} else if x.builtIn == ir.BuiltInSamplePosition && c.fromBelow() {
		v = c.turned(v, c.b.F32(1))
	}
	if x.builtIn == ir.BuiltInPosition && c.scan.integers { // pixels have their centers at whole numbers
		half, zero := c.b.F32(0.5), c.b.F32(0)
		v.handle = uint32(c.b.Binary(ir.Sub, v.expr(), c.b.Compose(x.irType, half, half, zero, zero)))
	}
	if x.irType == x.ty {
		return v
	}
	t := *c.at(x.ty)
	if t.Kind == ir.TypeArray {
		parts := make([]operand, t.Length)
		for i := range parts {
			parts[i] = c.zero(t.Base)
		}
		parts[0] = c.cast(c.m.Types.ScalarOf(t.Base), v)
		return c.compose(x.ty, parts...)
	}
	return c.cast(t.Scalar, v)
}

// perVertex takes a redeclaration of gl_PerVertex: it lists the outputs.
func (c *checker) perVertex(v *syntax.Interface, q *qualifiers) {
	c.captureBuiltIns(v, q)
	if c.stage.Info().Variables { // their sizes are known already
		if q.storage == syntax.QualIn {
			c.declareGlIn()
		}
		return
	}
	if !c.stage.Info().WritesPosition || q.storage != syntax.QualOut {
		c.unsupported(v.NameSpan, "gl_PerVertex as an input")
		return
	}
	if v.Instance != syntax.NoSymbol {
		c.unsupported(v.InstanceSpan, "gl_PerVertex with an instance name")
	}
	for _, n := range v.Members {
		if c.t.Kind(n) != syntax.KindDeclaration {
			continue
		}
		d := c.t.Declaration(n)
		t := c.typeSpec(d.Type, nil)
		for _, dn := range d.Declarators {
			m := c.t.Declarator(dn)
			for _, size := range m.Dims {
				c.arrayLength(size, size)
			}
			b := meaningOf(m.Name)
			if b == nil || b.variable == 0 {
				c.errorf(codeRedeclared, m.NameSpan, "%q is no member of gl_PerVertex", c.t.Name(m.Name))
				continue
			}
			if t.ok {
				if have, _ := c.structDims(t.ty); t.ty == 0 || have != variables[b.variable-1].ty {
					c.errorf(codeRedeclared, m.NameSpan, "%s is of type %s and can't be declared anew with another", c.t.Name(m.Name), c.name(variables[b.variable-1].ty))
				}
			}
		}
	}
}

// redeclareBuiltIn takes a redeclaration of a variable of the language.
func (c *checker) redeclareBuiltIn(n syntax.Node, i int, v *syntax.Declarator, q *qualifiers, t gtype) {
	if name := c.t.Name(v.Name); c.lang.Profile != ES && c.lang.Number < 150 && (name == "gl_Position" || name == "gl_PointSize") {
		c.errorf(codeVariable, v.NameSpan, "%s can't be declared anew in version %s", name, c.lang.Version)
		return
	}
	x := c.variableRow(i)
	if !c.atGlobal() || x.kind == varComputed || x.kind == varWorkgroup || x.stages == inCompute {
		c.errorf(codeVariable, v.NameSpan, "%s can't be declared anew", c.t.Name(v.Name))
		return
	} else if x.kind == varInput && q.storage == syntax.QualOut && !c.isIdleOutput(x) || x.kind == varOutput && q.storage == syntax.QualIn {
		c.errorf(codeRedeclared, v.NameSpan, "%s can't be declared anew as %s", c.t.Name(v.Name), q.storage)
		return
	} else if (x.kind == varInput || x.kind == varOutput) && q.storage == syntax.QualNone {
		d := c.errorf(codeRedeclared, v.NameSpan, "%s can't be declared anew without its qualifier", c.t.Name(v.Name))
		if x.kind == varInput {
			d.Suggest(diag.Span{Start: c.t.Span(n).Start, End: c.t.Span(n).Start}, "in ", "it is an input")
		} else {
			d.Suggest(diag.Span{Start: c.t.Span(n).Start, End: c.t.Span(n).Start}, "out ", "it is an output")
		}
		return
	}
	if want := variables[i].ty; want != 0 && t.ty != 0 {
		if have, _ := c.structDims(t.ty); have != want {
			c.errorf(codeRedeclared, v.NameSpan, "%s is of type %s and can't be declared anew with %s", c.t.Name(v.Name), c.name(want), c.name(have))
			return
		}
	}
	switch q.storage {
	case syntax.QualConst, syntax.QualUniform, syntax.QualBuffer, syntax.QualShared, syntax.QualAttribute:
		c.errorf(codeRedeclared, v.NameSpan, "%s can't be declared anew as %s", c.t.Name(v.Name), q.storage)
	case syntax.QualIn:
		if variables[i].in == ir.BuiltInFragDepth {
			c.errorf(codeRedeclared, v.NameSpan, "%s can't be declared anew as %s", c.t.Name(v.Name), q.storage)
		}
	}
	if q.layout.feedback != nil && q.storage == syntax.QualOut {
		if c.captureVariable(q, gtype{ty: variables[i].ty, ok: true}); q.capture.Captured {
			c.captureBuiltIn(variables[i].in, q.capture)
		}
	}
	relative := q.layout.pipeline != nil && q.layout.pipeline.relative
	if relative && (x.in != ir.BuiltInLayer || q.storage != syntax.QualOut) {
		c.errorf(codeLayout, q.layout.pipeline.span, "only gl_Layer, as an output, is relative to the viewport")
	}
	id := c.bind[v.Name]
	if id == 0 {
		return // not used
	}
	if relative {
		c.relativeLayer(id)
	}
	if q.invariant {
		c.io.invariant(id)
	}
	for k := range c.io.outs {
		if x := &c.io.outs[k]; x.decl == id && q.layout.early > ir.EarlyDepthForce {
			x.depth = q.layout.early
		}
	}
}

// isIdleOutput reports whether a control stage may redeclare a variable that it can't write.
func (c *checker) isIdleOutput(x *variable) bool {
	return c.stage == ir.StageTessellationControl && c.lang.exts[extViewportLayerVertex] && (x.in == ir.BuiltInLayer || x.in == ir.BuiltInViewportIndex)
}

// relativeLayer adds the number of the viewport to the layer.
func (c *checker) relativeLayer(id declID) {
	for k := range c.io.outs {
		if c.io.outs[k].decl == id {
			c.io.outs[k].relative = true
			return
		}
	}
	if d := &c.decls[id]; d.kind == declGlobal && c.m.Globals[d.handle].IO != nil {
		c.m.Globals[d.handle].IO.Relative = true
	}
}

// computed is the value of a variable of the language that is computed where it is
// read.
func (c *checker) computed(id declID, n syntax.Node) operand {
	d := &c.decls[id]
	v := &variables[d.handle]
	if d.bits > 0 {
		if c.fn == nil {
			c.errorf(codeConstWanted, c.t.Span(n), "%q is no constant", v.name)
			return operand{}
		}
		x := c.builtInValue(&c.io.ins[d.bits-1])
		x.decl = id
		return x
	}
	switch v.kind {
	case varConstant:
		x := constInt(int64(v.code))
		x.ty = ir.TypeI32
		if v.ty == ir.TypeU32 {
			x = constUint(uint32(v.code))
		} else if v.ty == ivec3 {
			if v.name == "gl_MaxComputeWorkGroupSize" {
				return c.compose(ivec3, x, x, constInt(64))
			}
			x = c.splat(3, x)
		}
		return x
	case varWorkgroup:
		if !c.defaults.sized {
			c.errorf(codeLayout, c.t.Span(n), "gl_WorkGroupSize needs the size of the workgroup to be set before it is used")
		}
		return c.compose(uvec3, c.workgroupSize(0), c.workgroupSize(1), c.workgroupSize(2))
	case varComputed:
		if m, ok := c.subgroupMask(v, n); ok {
			return m
		}
	}
	c.unsupported(c.t.Span(n), v.name)
	return operand{}
}

// subgroupMask computes gl_SubgroupEqMask and its like.
func (c *checker) subgroupMask(v *variable, n syntax.Node) (operand, bool) {
	switch v.code {
	case computedEqMask, computedGeMask, computedGtMask, computedLeMask, computedLtMask:
	default:
		return operand{}, false
	}
	id := c.inputValue(ir.BuiltInSubgroupInvocationID)
	var parts [4]operand
	for w := range 4 {
		// below: the bits of this word under id; at: the bit of id itself.
		first := constUint(uint32(32 * w))
		rel := c.binary(ir.Sub, id, first)
		inWord := c.binary(ir.Lt, rel, constUint(32))
		under := c.binary(ir.Lt, id, first)
		bit := c.binary(ir.Shl, constUint(1), rel)
		at := c.selects(inWord, bit, constUint(0))
		below := c.selects(under, constUint(0), c.selects(inWord, c.binary(ir.Sub, bit, constUint(1)), constUint(^uint32(0))))
		switch v.code {
		case computedEqMask:
			parts[w] = at
		case computedLtMask:
			parts[w] = below
		case computedLeMask:
			parts[w] = c.binary(ir.Or, below, at)
		default:
			size := c.inputValue(ir.BuiltInSubgroupSize)
			r := c.binary(ir.Sub, size, first)
			all := c.selects(c.binary(ir.Le, size, first), constUint(0), c.selects(c.binary(ir.Lt, r, constUint(32)),
				c.binary(ir.Sub, c.binary(ir.Shl, constUint(1), r), constUint(1)), constUint(^uint32(0))))
			if v.code == computedGtMask {
				below = c.binary(ir.Or, below, at)
			}
			parts[w] = c.binary(ir.And, c.unary(ir.BitwiseNot, below), all)
		}
	}
	if v.ty == ir.TypeU64 { // of ARB's extension: groups have up to 64 invocations
		return c.bitcast(ir.TypeU64, c.compose(ir.TypeVec2U32, parts[:2]...)), true
	}
	return c.compose(uvec4, parts[:]...), true
}

// inputValue is a built-in input that the author may not have named.
func (c *checker) inputValue(b ir.BuiltIn) operand {
	if !c.isMain {
		e := c.b.Load(c.b.Global(c.hidden[b]))
		return operand{kind: opValue, ty: c.ex.TypeOf(e), handle: uint32(e)}
	}
	ty := ir.TypeU32
	if b == ir.BuiltInHelperInvocation {
		ty = ir.TypeBool
	}
	for i := range c.io.ins {
		if c.io.ins[i].builtIn == b {
			return operand{kind: opValue, ty: c.io.ins[i].irType, handle: uint32(c.b.Argument(c.io.ins[i].leaves[0].index))}
		}
	}
	x := ioVar{name: b.String(), ty: ty, irType: ty, builtIn: b, location: -1}
	x.leaves = []ioLeaf{{ty: ty, index: len(c.mainFn.Args), name: x.name}}
	c.mainFn.Args = append(c.mainFn.Args, ir.Argument{Name: x.name, Type: ty, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: b}})
	c.io.ins = append(c.io.ins, x)
	return operand{kind: opValue, ty: ty, handle: uint32(c.b.Argument(x.leaves[0].index))}
}

// workgroupSize is a dimension of the workgroup.
func (c *checker) workgroupSize(i int) operand {
	e := c.specSize[i]
	switch {
	case e == 0:
		return constUint(max(c.defaults.localSize[i], 1))
	case c.fn == nil:
		return operand{kind: opValue, spec: true, ty: ir.TypeU32, handle: uint32(e)}
	}
	return operand{kind: opValue, spec: true, ty: ir.TypeU32, handle: uint32(c.b.Override(c.m.Consts.OverrideRef(ir.ExprID(e))))}
}

// workgroupPart is a component of gl_WorkGroupSize by its name, if n is one and a
// specialization constant sets a dimension: users of one don't name the others.
func (c *checker) workgroupPart(x syntax.Node, name string) (operand, bool) {
	if c.specSize == [3]ir.ConstID{} || len(name) != 1 || c.t.Kind(x) != syntax.KindIdent {
		return operand{}, false
	}
	i := int(componentLetters[name[0]]) - 1
	if d := &c.decls[c.bind[c.t.Ident(x)]]; i >= 0 && i%4 < 3 && d.kind == declComputed && variables[d.handle].kind == varWorkgroup {
		return c.workgroupSize(i % 4), true
	}
	return operand{}, false
}
