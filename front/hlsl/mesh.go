package hlsl

// This file reads mesh and amplification shaders. Outputs of a mesh are variables that the invocations of
// a workgroup share: an operand refers to them, and assignments write them. A payload that is
// dispatched is copied from groupshared memory behind a barrier.

import (
	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// meshRef is a part of the outputs of a mesh: all vertices or primitives, or parts of one.
type meshRef struct {
	index operand // of the vertex or primitive
	out   int     // its first output
	end   int     // behind the outputs of the vertex or primitive
	at    [numGathered]int
	sem   string
	major int8
}

// meshSetup takes the sizes over from the parameters.
func (c *checker) meshSetup(f *userFunction) {
	x := &c.entry.setup.Mesh
	for i := range f.params {
		p := &f.params[i]
		if p.mods&(syntax.ModVertices|syntax.ModIndices|syntax.ModPrimitives) == 0 {
			continue
		}
		n := uint32(0)
		if c.isArray(p.ty) {
			n = c.at(p.ty).length
		}
		if n < 1 || n > 256 || p.dir != dirOut {
			c.errorf(codeEntryPoint, p.span, "the output %q of a mesh shader is an array of 1 to 256 elements that is out", c.t.Name(p.name))
			n = 1
		}
		to := &x.MaxPrimitives
		if p.mods&syntax.ModVertices != 0 {
			to = &x.MaxVertices
		}
		if p.mods&syntax.ModPrimitives != 0 && *to != 0 && *to != n {
			c.errorf(codeEntryPoint, p.span, "%q has %d elements, and there are %d primitives", c.t.Name(p.name), n, *to)
		}
		*to = max(*to, n)
	}
	x.MaxVertices, x.MaxPrimitives = max(x.MaxVertices, 1), max(x.MaxPrimitives, 1)
}

// meshOutputs adds the outputs that a parameter has.
func (c *checker) meshOutputs(p *param) {
	k := 0
	switch {
	case p.mods&syntax.ModIndices != 0:
		return
	case p.mods&syntax.ModPrimitives != 0:
		k = 1
	case p.mods&syntax.ModVertices == 0:
		c.errorf(codeEntryPoint, p.span, "the output %q of a mesh shader is one of vertices, indices and primitives", c.t.Name(p.name))
		return
	}
	if !c.isArray(p.ty) {
		return // an error was reported
	}
	group := &c.entry.groups[k]
	group.first = len(c.entry.outs)
	ctx := ioContext{out: true, sem: p.sem, mods: p.mods, attrs: p.attrs, name: c.t.Name(p.name), span: p.span, major: p.major, count: c.at(p.ty).length, prim: k == 1}
	c.output(c.at(p.ty).base, ctx)
	var n [numGathered]int
	c.countGathered(c.at(p.ty).base, p.sem, &n)
	c.gatheredOutputs(ctx, 0, &n)
	group.end = len(c.entry.outs)
	c.primitiveBlock(c.entry.outs[group.first:group.end], ctx)
}

// primitiveBlock makes one variable of the built-in values of primitives: SPIR-V has these in a block.
func (c *checker) primitiveBlock(outs []outLeaf, ctx ioContext) {
	s := ir.Struct{Name: "PrimitiveBuiltIns", Span: ctx.span}
	for i := range outs {
		if o := &outs[i]; o.boxed {
			o.member = uint32(len(s.Members))
			s.Members = append(s.Members, ir.Member{Name: o.name, Type: o.irType, Binding: o.binding, Span: ctx.span})
		}
	}
	if len(s.Members) == 0 {
		return
	}
	id := c.stageGlobal(ctx.name, c.m.AddStruct(s), ir.Binding{PerPrimitive: true}, ctx)
	for i := range outs {
		if outs[i].boxed {
			outs[i].global = id
		}
	}
}

// declareMeshOutput declares the parameter of an output.
func (c *checker) declareMeshOutput(p *param) {
	if !c.isArray(p.ty) {
		c.declareError(p.name, p.span)
		return
	}
	d := decl{kind: declMesh, name: p.name, span: p.span, ty: p.ty, member: -1}
	if p.mods&syntax.ModIndices == 0 {
		k := 0
		if p.mods&syntax.ModPrimitives != 0 {
			k = 1
		}
		d.handle = c.meshRef(meshRef{out: c.entry.groups[k].first, end: c.entry.groups[k].end, sem: p.sem, major: p.major})
		c.declare(d)
		return
	}
	b, want := ir.BuiltInTriangleIndices, vectorType(kUint, 3)
	if c.entry.setup.Mesh.Output == ir.TopologyLines {
		b, want = ir.BuiltInLineIndices, vectorType(kUint, 2)
	}
	h := c.at(p.ty)
	if h.base != want {
		c.errorf(codeEntryPoint, p.span, "the indices of a primitive are %s, not %s", c.name(want), c.name(h.base))
		c.declareError(p.name, p.span)
		return
	}
	d.kind = declGlobal
	d.handle = uint32(c.stageGlobal(c.t.Name(p.name), c.irOf(want), ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: b},
		ioContext{out: true, count: h.length, span: p.span}))
	c.declare(d)
}

func (c *checker) meshRef(r meshRef) uint32 {
	c.meshRefs = append(c.meshRefs, r)
	return uint32(len(c.meshRefs) - 1)
}

// meshOperand is a part of the outputs. A scalar or vector is memory.
func (c *checker) meshOperand(r meshRef, t typeID) operand {
	k, ok := gatheredBy(r.sem)
	ok = ok && !c.isStruct(t)
	if t.numeric() && !t.isMatrix() && (!ok || t.size() == 1) && r.index.ok() {
		o := c.meshOut(&r, k, ok)
		if o == nil {
			return operand{}
		}
		p := c.outPointer(o, r.index)
		if ok {
			return operand{kind: opRef, ty: tFloat, handle: uint32(c.b.AccessIndex(p, uint32(r.at[k])))}
		}
		x := operand{kind: opRef, ty: t, handle: uint32(p)}
		switch {
		case c.irOf(t) == o.irType:
		case t.kind() == kBool && o.ty.kind() == kUint:
			x.host = true
		default:
			x.ty = o.ty
		}
		return x
	}
	return operand{kind: opMesh, ty: t, ref: int32(c.meshRef(r))}
}

// meshOut is the output that a part begins with, or the array that has its scalars.
func (c *checker) meshOut(r *meshRef, k int, isGathered bool) *outLeaf {
	for i := r.out; i < r.end && i < len(c.entry.outs); i++ {
		if o := &c.entry.outs[i]; isGathered && o.clip == k+1 || !isGathered && o.clip == 0 {
			return o
		}
	}
	return nil
}

// meshSkip moves behind a part.
func (c *checker) meshSkip(r *meshRef, t typeID, sem string, major int8) {
	c.countGathered(t, sem, &r.at)
	r.out += c.leafCount(t, sem, major)
}

// leafCount is how many outputs a value has besides the scalars in arrays.
func (c *checker) leafCount(t typeID, sem string, major int8) int {
	if _, ok := gatheredBy(sem); ok && !c.isStruct(t) {
		return 0
	}
	switch h := *c.at(t); h.kind {
	case htArray:
		return int(h.length) * c.leafCount(h.base, sem, major)
	case htStruct:
		n := 0
		for i := range c.structs[h.strct].members {
			m := &c.structs[h.strct].members[i]
			s := sem
			if s == "" {
				s = m.sem
			}
			n += c.leafCount(m.ty, s, m.major)
		}
		return n
	}
	return c.rowsOf(t, major)
}

// meshMember is a member of a part.
func (c *checker) meshMember(x operand, i int) operand {
	r := c.meshRefs[x.ref]
	members := c.structOf(x.ty).members
	inherited := r.sem
	for k := range members[:i+1] {
		m := &members[k]
		s := inherited
		if s == "" {
			s = m.sem
		}
		if k < i {
			c.meshSkip(&r, m.ty, s, m.major)
			continue
		}
		r.sem, r.major = s, m.major
	}
	return c.meshOperand(r, members[i].ty)
}

// meshElement is a vertex or primitive, or an element of a part.
func (c *checker) meshElement(n node, x, i operand) operand {
	r := c.meshRefs[x.ref]
	if !r.index.ok() {
		r.index = c.index32(i)
		if !r.index.isConst() {
			r.index = c.runtime(r.index)
		}
		return c.meshOperand(r, c.at(x.ty).base)
	}
	at, known := c.constInteger(i)
	if !known || at < 0 {
		return c.unsupported(c.t.Span(n), "indices of parts of a mesh's outputs that aren't constant")
	}
	var t typeID
	switch {
	case x.ty.isMatrix():
		if t = rowType(x.ty); r.major < 0 {
			return c.unsupported(c.t.Span(n), "rows of a matrix among a mesh's outputs")
		}
	case x.ty.numeric():
		t = scalarType(x.ty.kind())
	default:
		t = c.at(x.ty).base
	}
	for range min(at, maxRows) {
		c.meshSkip(&r, t, r.sem, r.major)
	}
	return c.meshOperand(r, t)
}

// meshComponents is a component of a part that is a vector of distances; other parts are read.
func (c *checker) meshComponents(x operand, pattern []uint8) operand {
	r := c.meshRefs[x.ref]
	if k, ok := gatheredBy(r.sem); ok && x.ty.isVector() && len(pattern) == 1 {
		r.at[k] += int(pattern[0])
		return c.meshOperand(r, scalarType(x.ty.kind()))
	}
	return c.rvalue(x)
}

// storeMesh writes a part of the outputs.
func (c *checker) storeMesh(to, v operand) {
	r := &c.meshRefs[to.ref]
	if !r.index.ok() {
		c.unsupported(c.b.Span, "assignments to all outputs of a mesh")
		return
	}
	var clips gathered
	list := c.leavesOf(nil, v, &clips, r.sem, r.major)
	for k := range clips {
		if len(clips[k]) == 0 {
			continue
		}
		o := c.meshOut(&meshRef{out: c.entry.groups[0].first, end: r.end}, k, true)
		if o == nil {
			return
		}
		p := c.access(c.b.Global(o.global), r.index)
		for i, s := range clips[k] {
			c.b.Store(c.b.AccessIndex(p, uint32(r.at[k]+i)), c.toExpr(c.cast(kFloat, s)))
		}
	}
	if r.out+len(list) <= len(c.entry.outs) {
		c.storeOutputs(c.entry.outs[r.out:r.out+len(list)], list, &gathered{}, r.index)
	}
}

// setMeshOutputs is SetMeshOutputCounts.
func (c *checker) setMeshOutputs(k *icall) operand {
	if !c.inStage(k, inMesh) {
		return operand{}
	}
	if c.entry.counted {
		c.errorf(codeStage, c.t.Span(k.n), "SetMeshOutputCounts is called twice")
		return operand{}
	}
	c.entry.counted = true
	v := ir.PipelineStmt{Op: ir.SetMeshOutputs}
	for i := range k.a {
		x := c.implicit(k.a[i], tUint, c.t.Span(k.nodes[i]), "a number of outputs")
		if !x.ok() {
			return operand{}
		}
		v.Args = append(v.Args, c.toExpr(x))
	}
	c.pipelineOp(v)
	return operand{kind: opVoid, ty: tVoid}
}

// maxPayload is the most bytes of a payload (DirectX mesh shader specification).
const maxPayload = 16 << 10

// dispatchMesh is DispatchMesh, which has a barrier.
func (c *checker) dispatchMesh(k *icall) operand {
	if !c.inStage(k, inAmplification) {
		return operand{}
	}
	v := ir.PipelineStmt{Op: ir.EmitMeshTasks}
	for i := range 3 {
		x := k.a[i]
		if x.isPlace() {
			x = c.rvalue(x)
		}
		x = c.implicit(x, tUint, c.t.Span(k.nodes[i]), "a number of workgroups")
		if !x.ok() {
			return operand{}
		}
		v.Args = append(v.Args, c.toExpr(x))
	}
	x := k.a[3]
	if !c.isStruct(x.ty) || x.kind != opRef {
		c.errorf(codeType, c.t.Span(k.nodes[3]), "the payload is a variable of a struct type, not %s", c.typeName(x))
		return operand{}
	}
	if c.scalars(x.ty) > maxPayload/4 {
		c.errorf(codeLimit, c.t.Span(k.nodes[3]), "a payload has at most %d bytes", maxPayload)
		return operand{}
	}
	c.b.Barrier(ir.MemoryWorkgroup)
	p := c.b.Global(c.payloadGlobal(ir.SpaceTaskPayload, x.ty, c.t.Span(k.nodes[3])))
	c.b.Store(p, c.toExpr(c.rvalue(x)))
	v.Args = append(v.Args, p)
	return c.ending(k, v)
}
