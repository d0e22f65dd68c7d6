package glsl

// This file checks uniforms and blocks, and computes their layouts.

import (
	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/internal/ir/consteval"
	"refract/internal/spell"
	"refract/ir"
)

// LooseUniforms is the name of the variable whose members are the uniforms outside of
// blocks. Only shaders of OpenGL have one.
const LooseUniforms = "uniforms"

// looseUniforms are the uniforms outside of blocks.
type looseUniforms struct {
	global  ir.GlobalID // 0: there are none yet
	strct   ir.TypeID
	members []ir.Member
	decls   []declID
}

// blockState counts things that a block may have one of.
type blockState struct {
	push, shared diag.Span
	bound        []boundResource
}

// boundResource is a resource whose binding is decided at the end.
type boundResource struct {
	global       ir.GlobalID
	set, binding int64 // -1: not given
	class        uint8 // 0 uniform block, 1 storage block, 2 sampler, 3 image
	count        uint32
}

// looseUniform declares a uniform that is in no block.
func (c *checker) looseUniform(v *syntax.Declarator, q *qualifiers, t gtype) {
	if c.redeclaresArray(v, t) {
		return
	}
	c.sizeShared(v.Name, v.NameSpan, &t)
	if !c.fixLengths(v.Name, v.NameSpan, &t) {
		c.declareError(v.Name, v.NameSpan)
		return
	}
	if c.structOpaque(t.ty) {
		c.structUniform(v, q, t)
		return
	}
	if q.layout.binding >= 0 {
		c.errorf(codeLayout, v.NameSpan, "only blocks, textures, samplers, images and atomic counters have a binding")
	}
	var value ir.Words
	if v.Init != syntax.None {
		a := since(120, never, exts{})
		c.needs(v.NameSpan, "the initial value of a uniform", &a)
		x := c.initialized(v, &t, knownValue)
		if x.isConst() && !c.ev.IsZero(x.val()) {
			value = ir.WordsOf(c.words(nil, x.val()))
			c.diags.Warnf(codeVariable, v.NameSpan, "the host has to set the initial value of the uniform %q, which is in the reflection", c.t.Name(v.Name))
		}
	}
	if name := c.t.Name(v.Name); name == heightUniform && c.opts.FlipFragments && t.ty == tFloat {
		if i := c.looseMember(name); i >= 0 { // used ahead of its declaration
			c.declare(decl{kind: declGlobal, name: v.Name, span: v.NameSpan, ty: t.ty, handle: uint32(c.uniforms.global), member: int32(i), flags: flagReadOnly | flagUniform})
			return
		}
	}
	index := c.addLoose(ir.Member{Name: c.t.Name(v.Name), Type: c.hostType(t.ty), Binding: ir.Binding{Relaxed: c.holdsRelaxed(q, t.ty)}, RowMajor: q.layout.major > 0, Default: value,
		Bool: c.hasBool(t.ty) && !c.hasStruct(t.ty), Span: v.NameSpan}, v.NameSpan)
	c.declare(decl{kind: declGlobal, name: v.Name, span: v.NameSpan, ty: t.ty, handle: uint32(c.uniforms.global), member: int32(index), flags: flagReadOnly | flagUniform})
}

// sizeShared gives an array of uniforms, inputs or outputs that has no size the size that
// its uses require, in all stages of a program.
func (c *checker) sizeShared(name syntax.Symbol, span diag.Span, t *gtype) {
	open := t.unsized
	if open {
		c.sizeUnsized(name, span, t)
	}
	if c.record != nil && c.at(t.ty).Kind == ir.TypeArray {
		if n := c.shareLength(name, c.at(t.ty).Length, open); open {
			t.ty = c.m.Types.Array(c.at(t.ty).Base, n)
		}
	}
}

// shareLength notes the length of an array for a program's other stages. One without a size
// of its own is as long as in these.
func (c *checker) shareLength(symbol syntax.Symbol, n uint32, open bool) uint32 {
	r, name := c.record, c.t.Name(symbol)
	if open {
		r.implicit = append(r.implicit, name)
		n = max(n, r.sizes[name])
	}
	if r.arrays == nil {
		r.arrays = make(map[string]uint32)
	}
	r.arrays[name] = n
	return n
}

// words appends the scalars of a constant.
func (c *checker) words(list []uint32, v consteval.Value) []uint32 {
	t := *c.at(v.Type)
	n := 0
	switch t.Kind {
	case ir.TypeVector:
		n = int(t.Rows)
	case ir.TypeMatrix:
		n = int(t.Columns)
	case ir.TypeArray:
		n = int(t.Length)
	case ir.TypeStruct:
		n = len(c.m.Structs[t.Struct].Members)
	default:
		if list = append(list, uint32(v.Bits)); t.Scalar.Bits() == 64 {
			list = append(list, uint32(v.Bits>>32))
		}
	}
	for i := range n {
		list = c.words(list, c.ev.Member(v, i))
	}
	return list
}

// addLoose adds a member to the block of loose uniforms.
func (c *checker) addLoose(m ir.Member, span diag.Span) int {
	u := &c.uniforms
	if u.global == 0 {
		u.strct = c.m.AddStruct(ir.Struct{Name: "Uniforms", Span: span})
		c.noteStruct(u.strct, structInfo{})
		loose := c.opts.DefaultUniforms
		c.m.Globals = append(c.m.Globals, ir.Global{Name: LooseUniforms, Space: ir.SpaceUniform, Access: ir.AccessRead, Type: u.strct,
			Layout: ir.LayoutStd140, HasBinding: !loose, Default: loose, Block: ir.BlockLoose, Span: span})
		u.global = ir.GlobalID(len(c.m.Globals) - 1)
		if !loose {
			c.blocks.bound = append(c.blocks.bound, boundResource{u.global, -1, -1, 0, 1})
		}
	}
	s := c.m.StructOf(u.strct)
	s.Members = append(s.Members, m)
	return len(s.Members) - 1
}

// hostType is a type as the host sees it: bools are u32.
func (c *checker) hostType(t ir.TypeID) ir.TypeID {
	if !c.hasBool(t) {
		return t
	}
	if h, ok := c.hosts[t]; ok {
		return h
	}
	ty := *c.at(t)
	h := t
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeVector:
		h = c.m.Types.WithScalar(t, ir.U32)
	case ir.TypeArray:
		h = c.m.Types.Array(c.hostType(ty.Base), ty.Length)
	case ir.TypeStruct:
		s := c.m.Structs[ty.Struct]
		members := append([]ir.Member(nil), s.Members...)
		for i := range members {
			members[i].Type = c.hostType(members[i].Type)
		}
		h = c.m.AddStruct(ir.Struct{Name: s.Name + "Host", Members: members, Span: s.Span})
		c.noteStruct(h, structInfo{})
	}
	if c.hosts == nil {
		c.hosts = make(map[ir.TypeID]ir.TypeID)
	}
	c.hosts[t] = h
	return h
}

func (c *checker) hasBool(t ir.TypeID) bool {
	switch ty := c.at(t); ty.Kind {
	case ir.TypeScalar, ir.TypeVector:
		return ty.Scalar == ir.Bool
	case ir.TypeArray:
		return c.hasBool(ty.Base)
	case ir.TypeStruct:
		return c.infoOf(t).bools
	}
	return false
}

// opaqueUniform declares a resource.
func (c *checker) opaqueUniform(v *syntax.Declarator, q *qualifiers, t gtype) {
	o := c.opaques[t.opq]
	if v.Init != syntax.None {
		c.errorf(codeVariable, c.t.Span(v.Init), "a variable of type %s can't have an initial value", o)
	}
	dims := t.dims
	if len(dims) > 1 {
		n, ok := product(dims)
		if !ok || n == 0 {
			c.errorf(codeLimit, v.NameSpan, "an array of arrays of resources has a size, and at most %d elements", maxScalars)
			c.declareError(v.Name, v.NameSpan)
			return
		}
		t.dims = []uint32{n}
	}
	var flags declFlags = flagReadOnly | flagUniform
	access := ir.AccessReadWrite
	if q.readOnly {
		access = ir.AccessRead
	}
	if q.writeOnly {
		access &^= ir.AccessRead
	}
	if access == 0 {
		access = ir.AccessRead
	}
	if o.kind == opaqueImage && !c.imageFormat(v, q, &o, access) {
		c.declareError(v.Name, v.NameSpan)
		return
	}
	switch q.layout.format {
	case ir.R32Uint, ir.R32Sint, ir.R64Uint, ir.R64Sint, ir.R32Float:
		if access == ir.AccessReadWrite && c.scan.atomics && (q.layout.format != ir.R32Float || c.scan.of(v.Name).atomic) {
			access |= ir.AccessAtomic
		}
	}
	ty := c.resourceType(o, q.layout.format, access, c.scan.of(v.Name).depth && !((o.kind == opaqueBare || len(t.dims) > 0) && c.scan.of(v.Name).plain))
	count := uint32(1)
	if len(t.dims) == 1 {
		n := t.dims[0]
		if n == 0 && !c.lang.exts[extNonuniform] {
			n = max(c.laterSize(v.Name), c.scan.of(v.Name).highest, 1)
		}
		if c.record != nil && n > 0 {
			n = c.shareLength(v.Name, n, t.dims[0] == 0)
		}
		ty = c.m.Types.Intern(ir.Type{Kind: ir.TypeBindingArray, Base: ty, Length: n})
		count = n
	}
	class := uint8(2)
	if o.kind == opaqueImage {
		class = 3
	}
	c.m.Globals = append(c.m.Globals, ir.Global{Name: c.t.Name(v.Name), Space: ir.SpaceHandle, Type: ty, HasBinding: true, Span: v.NameSpan,
		Memory: q.memory, Relaxed: c.samplerRelaxed(q, t.opq)})
	c.attachment(v, q, &o, &c.m.Globals[len(c.m.Globals)-1])
	g := ir.GlobalID(len(c.m.Globals) - 1)
	c.blocks.bound = append(c.blocks.bound, boundResource{g, q.layout.set, q.layout.binding, class, count})
	id := c.declare(decl{kind: declResource, name: v.Name, span: v.NameSpan, ty: ty, opq: t.opq, handle: uint32(g), member: -1, flags: flags})
	if len(dims) > 1 && v.Name != syntax.NoSymbol {
		c.addLeaf(id, leaf{nil, dims, id})
	}
}

// attachment notes the number of an input attachment (GL_KHR_vulkan_glsl).
func (c *checker) attachment(v *syntax.Declarator, q *qualifiers, o *opaque, g *ir.Global) {
	switch {
	case o.kind != opaqueSubpass && q.layout.subpass:
		c.errorf(codeLayout, v.NameSpan, "only subpass inputs have an input_attachment_index")
	case o.kind != opaqueSubpass:
	case !q.layout.subpass:
		c.errorf(codeLayout, v.NameSpan, "the subpass input %q needs a layout(input_attachment_index = ...)", c.t.Name(v.Name))
	case c.stage != ir.StageFragment:
		c.errorf(codeTypeRule, v.NameSpan, "only fragment shaders have subpass inputs")
	default:
		g.Attachment = uint32(max(q.layout.attachment, 0))
	}
}

// imageFormat checks the format of an image against its type.
func (c *checker) imageFormat(v *syntax.Declarator, q *qualifiers, o *opaque, access ir.AccessMode) bool {
	f := q.layout.format
	if f == ir.NoFormat {
		if access&ir.AccessRead != 0 && !c.lang.exts[extLoadFormatted] {
			c.errorf(codeLayout, v.NameSpan, "the image %q needs a format, as layout(rgba8), unless it is writeonly", c.t.Name(v.Name))
			return false
		}
		if o.scalar != ir.F32 && o.scalar != ir.I32 && o.scalar != ir.U32 {
			c.unsupported(v.NameSpan, "images of 64 bits without a format")
			return false
		}
		return true
	}
	if f.Texel() != o.scalar {
		c.errorf(codeLayout, q.layout.formatSpan, "the format %s doesn't fit %s", f, *o)
		return false
	}
	return true
}

// block checks an interface block.
func (c *checker) block(n syntax.Node) {
	v := c.t.Interface(n)
	var q qualifiers
	c.qualifiers(v.Quals, &q)
	if q.layout.any && q.storage != syntax.QualIn {
		c.noLocalSize(n, &q.layout)
	}
	name := c.t.Name(v.Name)
	if m := meaningOf(v.Name); m != nil && m.ty != 0 && typeNames[m.ty-1].ty != 0 {
		c.errorf(codeVariable, v.NameSpan, "%q is a type and can't be the name of a block", name)
	}
	switch name {
	case "gl_PerVertex", "gl_MeshPerVertexEXT", "gl_MeshPerPrimitiveEXT", "gl_MeshPerVertexNV", "gl_MeshPerPrimitiveNV":
		c.perVertex(&v, &q)
		return
	}
	if !q.layout.reference {
		c.blockName(&v, q.storage)
	}
	c.isReserved(v.Name, v.NameSpan)
	c.isReserved(v.Instance, v.InstanceSpan)
	members, _, ok := c.members(v.Members, true)
	if !ok {
		c.blockError(&v)
		return
	}
	for i := range members {
		if s := members[i].q.storage; s != syntax.QualNone && s != q.storage {
			c.errorf(codeQualifier, members[i].q.span, "the members of this block are %s and can't be %s", q.storage, s)
		}
	}
	if q.space != ir.NoSpace {
		c.payloadBlock(&v, &q, members)
		return
	}
	switch q.storage {
	case syntax.QualIn, syntax.QualOut:
		c.notBound(v.NameSpan, &q)
		c.ioBlock(&v, &q, members)
		return
	}
	for i := range members {
		if m := &members[i].q; m.layout.location >= 0 || m.layout.component >= 0 || m.interp != 0 || m.sampling != 0 {
			c.errorf(codeQualifier, m.span, "only members of in and out blocks have locations and are interpolated")
		}
	}
	switch q.storage {
	case syntax.QualUniform, syntax.QualBuffer:
		c.bufferBlock(&v, &q, members)
	case syntax.QualShared:
		c.sharedBlock(&v, &q, members)
	default:
		c.errorf(codeQualifier, v.NameSpan, "the block %q must be in, out, uniform or buffer", name)
		c.blockError(&v)
	}
}

// blockName declares the name of a block, which nothing else at global scope has, nor
// another block of the same kind (section "Interface Blocks").
func (c *checker) blockName(v *syntax.Interface, storage syntax.QualifierKind) {
	old := c.bind[v.Name]
	d := &c.decls[old]
	switch {
	case old == 0:
		c.decls = append(c.decls, decl{kind: declBlock, name: v.Name, span: v.NameSpan, handle: uint32(storage), member: -1})
		c.bindName(v.Name, declID(len(c.decls)-1))
	case d.kind == declError:
	case d.kind != declBlock:
		c.errorf(codeRedeclared, v.NameSpan, "%q is declared already, and can't be the name of a block", c.t.Name(v.Name)).
			Label(d.span, "first declared here")
	case d.handle == uint32(storage):
		c.errorf(codeRedeclared, v.NameSpan, "there are two %s blocks of the name %q", storage, c.t.Name(v.Name)).Label(d.span, "the first one")
	}
}

// blockError declares the names of a block that had an error.
func (c *checker) blockError(v *syntax.Interface) {
	if v.Instance != syntax.NoSymbol {
		c.declareError(v.Instance, v.InstanceSpan)
		return
	}
	for _, m := range v.Members {
		if c.t.Kind(m) != syntax.KindDeclaration {
			continue
		}
		for _, d := range c.t.Declaration(m).Declarators {
			c.declareError(c.t.Declarator(d).Name, c.t.Declarator(d).NameSpan)
		}
	}
}

// bufferBlock declares a uniform or buffer block, or push constants.
func (c *checker) bufferBlock(v *syntax.Interface, q *qualifiers, members []memberInfo) {
	buffer := q.storage == syntax.QualBuffer
	name := c.t.Name(v.Name)
	rule, major := c.defaults.uniform, c.defaults.uniformMajor
	if buffer {
		rule, major = c.defaults.buffer, c.defaults.bufferMajor
	}
	if q.layout.push {
		rule = c.defaults.push
	}
	if q.layout.block != 0 {
		rule = q.layout.block
	}
	if rule == ir.LayoutScalar {
		a := only(exts{extScalarBlock})
		c.needs(v.NameSpan, "scalar", &a)
	}
	if q.layout.major != 0 {
		major = q.layout.major
	}
	for i := range members {
		m := &members[i]
		if m.unsized {
			switch {
			case buffer && i == len(members)-1:
			case buffer:
				c.errorf(codeTypeRule, m.Span, "only the last member of a buffer block may have no size")
				c.blockError(v)
				return
			default:
				n := c.scan.of(m.name).highest
				m.Type = c.m.Types.Array(c.at(m.Type).Base, max(n, 1))
			}
		}
	}
	t, l, ok := c.blockType(v, members, rule, major, q)
	if !ok {
		c.blockError(v)
		return
	}
	if q.layout.location >= 0 {
		c.errorf(codeLayout, v.NameSpan, "a block of uniforms or of a buffer has no location")
	}
	if q.layout.reference {
		if !buffer {
			c.errorf(codeLayout, v.NameSpan, "only buffer blocks have references to them")
		}
		c.defineReference(v, q, members, t, l, major)
		if v.Instance == syntax.NoSymbol {
			return
		}
	}
	g := ir.Global{Name: c.t.Name(v.Instance), Space: ir.SpaceUniform, Access: ir.AccessRead, Type: t, Layout: l, Span: v.NameSpan, Memory: q.memory}
	if v.Instance == syntax.NoSymbol {
		g.Name, g.Block = spell.LowerFirst(name), ir.BlockOpen
	} else {
		g.Span = v.InstanceSpan
	}
	class := uint8(0)
	var flags declFlags = flagUniform
	if buffer {
		class = 1
		flags = flagBuffer
		g.Space = ir.SpaceStorage
		g.Access = ir.AccessReadWrite
		readOnly := q.readOnly
		if !readOnly {
			readOnly = true
			for i := range members {
				readOnly = readOnly && members[i].q.readOnly
			}
		}
		if readOnly {
			g.Access = ir.AccessRead
			flags |= flagReadOnly
		}
		if q.writeOnly {
			flags |= flagWriteOnly
		}
		for i := range members {
			g.Memory |= members[i].q.memory
		}
	} else {
		flags |= flagReadOnly
		g.Memory = 0
	}
	count := uint32(1)
	if q.layout.push {
		g.Space = ir.SpaceImmediate
		if !c.blocks.push.IsZero() {
			c.errorf(codeLayout, v.NameSpan, "there is one block of push constants").Label(c.blocks.push, "the first one")
		}
		c.blocks.push = v.NameSpan
	} else if p := q.layout.pipeline; p != nil && p.record {
		g.Space, g.Access, g.Memory = ir.SpaceShaderRecord, ir.AccessRead, 0
		flags |= flagReadOnly
	} else {
		g.HasBinding = true
	}
	var dims []uint32
	if len(v.Dims) > 0 {
		var ok bool
		if dims, count, ok = c.blockDims(v); !ok {
			c.blockError(v)
			return
		}
		g.Type = c.m.Types.Intern(ir.Type{Kind: ir.TypeBindingArray, Base: t, Length: count})
		if l >= ir.FirstExplicitLayout {
			g.Layout = c.addLayout(ir.LayoutNode{Members: []ir.LayoutID{l}})
		}
	}
	c.m.Globals = append(c.m.Globals, g)
	id := ir.GlobalID(len(c.m.Globals) - 1)
	if g.HasBinding {
		c.blocks.bound = append(c.blocks.bound, boundResource{id, q.layout.set, q.layout.binding, class, count})
	}
	c.declareBlock(v, members, id, g.Type, flags)
	if len(dims) > 1 {
		at := c.bind[v.Instance]
		c.addLeaf(at, leaf{nil, dims, at})
	}
}

// blockDims are the lengths of the arrays of a block's instance, outermost first, and
// how many blocks these are; 0: the pipeline decides.
func (c *checker) blockDims(v *syntax.Interface) (dims []uint32, count uint32, ok bool) {
	for _, d := range v.Dims {
		length, spec, ok := c.arrayLength(d, d)
		if !ok || spec != 0 {
			return nil, 0, false
		}
		dims = append(dims, length)
	}
	if len(dims) == 1 {
		if dims[0] == 0 && !c.lang.exts[extNonuniform] {
			dims[0] = max(c.scan.of(v.Instance).highest, 1)
		}
		return dims, dims[0], true
	}
	a := since(430, 310, exts{extArraysOfArrays})
	c.needs(v.InstanceSpan, "an array of arrays", &a)
	count, ok = product(dims)
	if !ok || count == 0 {
		c.errorf(codeLimit, v.InstanceSpan, "an array of arrays of blocks has a size, and at most %d elements", maxScalars)
		return nil, 0, false
	}
	return dims, count, true
}

// declareBlock declares the names of a block that a global holds.
func (c *checker) declareBlock(v *syntax.Interface, members []memberInfo, id ir.GlobalID, t ir.TypeID, flags declFlags) {
	if v.Instance != syntax.NoSymbol {
		c.declare(decl{kind: declGlobal, name: v.Instance, span: v.InstanceSpan, ty: t, handle: uint32(id), member: -1, flags: flags})
		return
	}
	for i := range members {
		if old := c.bind[members[i].name]; old != 0 && old >= c.scope.first && c.decls[old].kind != declError {
			c.errorf(codeRedeclared, v.NameSpan, "the block %q has no instance name, and its member %q is declared already", c.t.Name(v.Name), c.t.Name(members[i].name)).
				Label(members[i].Span, "the member").Label(c.decls[old].span, "first declared here")
			c.declareError(members[i].name, members[i].Span)
		}
	}
	for i := range members {
		m := &members[i]
		if d := &c.decls[c.bind[m.name]]; d.kind == declError && d.span == m.Span {
			continue
		}
		f := flags
		if m.q.readOnly {
			f |= flagReadOnly
		}
		if m.q.writeOnly {
			f |= flagWriteOnly
		}
		c.declare(decl{kind: declGlobal, name: m.name, span: m.Span, ty: m.value, handle: uint32(id), member: int32(i), flags: f})
	}
}

// sharedBlock declares a block of workgroup memory.
func (c *checker) sharedBlock(v *syntax.Interface, q *qualifiers, members []memberInfo) {
	if a := only(exts{extSharedBlock}); !c.needs(v.NameSpan, "a block of shared memory", &a) {
		c.blockError(v)
		return
	}
	if !c.blocks.shared.IsZero() {
		c.unsupported(v.NameSpan, "several shared blocks, which share their memory")
		c.blockError(v)
		return
	}
	c.blocks.shared = v.NameSpan
	plain := make([]ir.Member, len(members))
	for i := range members {
		members[i].value = members[i].Type
		plain[i] = members[i].Member
	}
	t := c.m.AddStruct(ir.Struct{Name: c.t.Name(v.Name), Members: plain, Span: v.NameSpan})
	c.noteStruct(t, structInfo{})
	c.noteMembers(t, members)
	name := spell.LowerFirst(c.t.Name(v.Name))
	if v.Instance != syntax.NoSymbol {
		name = c.t.Name(v.Instance)
	}
	c.m.Globals = append(c.m.Globals, ir.Global{Name: name, Space: ir.SpaceWorkgroup, Access: ir.AccessReadWrite, Type: t, Span: v.NameSpan})
	c.declareBlock(v, members, ir.GlobalID(len(c.m.Globals)-1), t, 0)
}

// blockType makes the struct of a block and its layout: the rule itself if it is enough,
// else an explicit layout.
func (c *checker) blockType(v *syntax.Interface, members []memberInfo, rule ir.LayoutID, major int8, q *qualifiers) (ir.TypeID, ir.LayoutID, bool) {
	explicit := false
	plain := make([]ir.Member, len(members))
	for i := range members {
		m := &members[i]
		m.value = m.Type
		m.Type = c.hostType(m.Type)
		rows := major
		if m.q.layout.major != 0 {
			rows = m.q.layout.major
		}
		m.RowMajor = rows > 0 && c.hasMatrix(m.Type)
		if m.RowMajor && c.hasStruct(m.Type) {
			explicit = true
		}
		if a := since(440, never, exts{extEnhancedLayouts}); m.q.layout.offset >= 0 && c.lang.Profile != ES && !c.opts.Preprocessor.Vulkan && !q.layout.push && q.layout.set < 0 {
			c.needs(m.Span, "the offset of a member", &a)
		}
		if m.q.layout.offset >= 0 || m.q.layout.align >= 0 || q.layout.align >= 0 {
			explicit = true
		}
		plain[i] = m.Member
	}
	if explicit {
		for i := range plain {
			plain[i].RowMajor = false
		}
	}
	t := c.m.AddStruct(ir.Struct{Name: c.t.Name(v.Name), Members: plain, Span: v.NameSpan})
	c.noteStruct(t, structInfo{})
	c.noteMembers(t, members)
	for i := range members {
		if members[i].Type != members[i].value {
			if c.blockValues == nil {
				c.blockValues = make(map[blockKey]ir.TypeID)
			}
			c.blockValues[blockKey{t, uint32(i)}] = members[i].value
		}
	}
	if !explicit {
		return t, rule, true
	}
	var at uint64
	var sizes []uint64
	node := ir.LayoutNode{}
	ok, behind := true, true // behind: each member lies behind the one before
	for i := range members {
		m := &members[i]
		x := c.explicit(m.Type, rule, m.RowMajor)
		align := uint64(x.align)
		if q.layout.align > 0 {
			align = max(align, uint64(q.layout.align))
		}
		if m.q.layout.align > 0 {
			align = max(uint64(x.align), uint64(m.q.layout.align))
		}
		if m.q.layout.offset >= 0 {
			at = uint64(m.q.layout.offset)
			if at%uint64(x.align) != 0 {
				c.errorf(codeLayout, m.Span, "the offset of %q must be a multiple of %d", m.Name, x.align)
				ok = false
			}
			if last := len(sizes) - 1; last >= 0 && at < uint64(node.Offsets[last])+sizes[last] {
				behind = false
			}
			for k := 0; !behind && k < len(sizes); k++ {
				if at < uint64(node.Offsets[k])+sizes[k] && uint64(node.Offsets[k]) < at+uint64(x.size) {
					c.errorf(codeLayout, m.Span, "%q lies over %q", m.Name, members[k].Name)
					ok = false
					break
				}
			}
		}
		at = (at + align - 1) / align * align
		if at+uint64(x.size) > 1<<31 {
			c.errorf(codeLimit, m.Span, "the block is too large")
			return 0, 0, false
		}
		node.Offsets = append(node.Offsets, uint32(at))
		node.Members = append(node.Members, x.layout)
		sizes = append(sizes, uint64(x.size))
		at += uint64(x.size)
	}
	if len(c.m.Layouts) > maxLayouts {
		c.errorf(codeLimit, v.NameSpan, "the blocks have too many parts")
		return 0, 0, false
	}
	return t, c.addLayout(node), ok
}

func (c *checker) hasMatrix(t ir.TypeID) bool {
	switch ty := c.at(t); ty.Kind {
	case ir.TypeMatrix:
		return true
	case ir.TypeArray:
		return c.hasMatrix(ty.Base)
	case ir.TypeStruct:
		return c.infoOf(t).matrix
	}
	return false
}

func (c *checker) hasStruct(t ir.TypeID) bool {
	for c.at(t).Kind == ir.TypeArray {
		t = c.at(t).Base
	}
	return c.at(t).Kind == ir.TypeStruct
}

func (c *checker) addLayout(n ir.LayoutNode) ir.LayoutID {
	c.m.Layouts = append(c.m.Layouts, n)
	return ir.FirstExplicitLayout + ir.LayoutID(len(c.m.Layouts)-1)
}

// maxLayouts bounds the parts of explicit layouts.
const maxLayouts = 1 << 16

// placed is a type laid out: its explicit layout, size and alignment in bytes.
type placed struct {
	layout      ir.LayoutID
	size, align uint32
}

// explicit lays a type out under a rule, with rows or columns of matrices one
// after the other (section "Standard Uniform Block Layout").
func (c *checker) explicit(id ir.TypeID, rule ir.LayoutID, rows bool) placed {
	if len(c.m.Layouts) > maxLayouts {
		return placed{size: 1, align: 1}
	}
	t := *c.at(id)
	round := func(n, a uint32) uint32 { return (n + a - 1) / a * a }
	vector := func(n uint32) placed {
		b := t.Scalar.Bytes()
		a := b
		if rule != ir.LayoutScalar && n > 1 {
			a = b * (n + n&1)
		}
		return placed{size: b * n, align: a}
	}
	switch t.Kind {
	case ir.TypeVector:
		return vector(uint32(t.Rows))
	case ir.TypeMatrix:
		length, count := uint32(t.Rows), uint32(t.Columns)
		if rows {
			length, count = count, length
		}
		p := vector(length)
		if rule == ir.LayoutStd140 {
			p.align = round(p.align, 16)
		}
		stride := round(p.size, p.align)
		return placed{c.addLayout(ir.LayoutNode{Stride: stride, RowMajor: rows}), stride * count, p.align}
	case ir.TypeArray:
		e := c.explicit(t.Base, rule, rows)
		a := e.align
		if rule == ir.LayoutStd140 {
			a = round(a, 16)
		}
		stride := round(e.size, a)
		return placed{c.addLayout(ir.LayoutNode{Stride: stride, Members: []ir.LayoutID{e.layout}}), stride * t.Length, a}
	case ir.TypeStruct:
		if c.referenceOf(id) != nil {
			return placed{size: 8, align: 8}
		}
		var at uint32
		align := uint32(1)
		if rule == ir.LayoutStd140 {
			align = 16
		}
		node := ir.LayoutNode{}
		for i := range c.m.Structs[t.Struct].Members {
			m := c.m.Structs[t.Struct].Members[i]
			e := c.explicit(m.Type, rule, rows)
			at = round(at, e.align)
			node.Offsets = append(node.Offsets, at)
			node.Members = append(node.Members, e.layout)
			at += e.size
			align = max(align, e.align)
		}
		return placed{c.addLayout(node), round(at, align), align}
	}
	return vector(1)
}

// assignBindings gives bindings to resources that have none, and other ones where
// classes that OpenGL counts apart meet.
func (c *checker) assignBindings() {
	list := c.blocks.bound
	assignBindings(list, c.vulkan(), func(i int, at ir.ResourceBinding) { c.m.Globals[list[i].global].Binding = at })
}

// vulkan reports whether the source is Vulkan's GLSL, in which there is one kind of
// binding.
func (c *checker) vulkan() bool {
	if c.opts.Preprocessor.Vulkan || !c.blocks.push.IsZero() {
		return true
	}
	for i := range c.blocks.bound {
		if c.blocks.bound[i].set >= 0 {
			return true
		}
	}
	return false
}

// assignBindings calls place with the binding of each resource: those that have one
// first.
func assignBindings(list []boundResource, vulkan bool, place func(i int, at ir.ResourceBinding)) {
	type slot struct {
		set, binding int64
	}
	taken := make(map[slot]int, len(list))
	from := make(map[int64]int64)
	free := func(set int64) int64 {
		b := from[set]
		for {
			if _, ok := taken[slot{set, b}]; !ok {
				from[set] = b + 1
				return b
			}
			b++
		}
	}
	give := func(i int, set, binding int64) {
		taken[slot{set, binding}] = i
		place(i, ir.ResourceBinding{Group: uint32(set), Binding: uint32(binding)})
	}
	var late []int
	for i := range list {
		r := &list[i]
		set := max(r.set, 0)
		if r.binding < 0 {
			late = append(late, i)
			continue
		}
		if j, ok := taken[slot{set, r.binding}]; ok && list[j].class != r.class && !vulkan {
			late = append(late, i)
			continue
		}
		give(i, set, r.binding)
	}
	for _, i := range late {
		set := max(list[i].set, 0)
		give(i, set, free(set))
	}
}
