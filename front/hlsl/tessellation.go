package hlsl

// This file reads hull shaders. The main function and the patch-constant function become functions of
// the module. The entry point calls the first for its control point, and behind a barrier the
// second, in the first invocation:
//
//	main: inputs -> main function -> outputs[invocation]
//	      barrier
//	      if invocation == 0 { inputs, outputs -> patch-constant function -> outputs of the patch }

import "refract/ir"

// hull builds the entry point of a hull shader.
func (c *checker) hull(index int32) {
	c.curFunc = 0 // it calls the function
	f := &c.funcs[index]
	list, nodes := c.hullArguments(f, false)
	if list == nil && len(f.params) > 0 {
		return
	}
	n := f.node
	result := c.invoke(n, index, list, nodes, operand{})
	if !result.ok() {
		return
	}
	var leaves []operand
	var clips gathered
	f = &c.funcs[index]
	if f.result != tVoid {
		leaves = c.leavesOf(leaves, result, &clips, f.sem, -1)
	}
	for i := range f.params {
		if p := &f.params[i]; p.dir != dirIn {
			leaves = c.leavesOf(leaves, c.rvalue(list[i]), &clips, p.sem, p.major)
		}
	}
	c.b.Span = f.span
	points := len(c.entry.outs)
	id := c.builtInValue(ir.BuiltInInvocationID)
	c.storeOutputs(c.entry.outs, leaves, &clips, id)
	c.b.Barrier(0)
	first := c.binary(ir.Eq, id, constUint(0))
	mark := c.b.Begin()
	c.patchConstants(points)
	c.b.If(c.toExpr(first), c.b.End(mark), 0)
	c.b.Return(0)
}

// hullArguments are the arguments of the main function of a hull shader, or of its patch-constant function;
// nil if there was an error.
func (c *checker) hullArguments(f *userFunction, constants bool) (list []operand, nodes []node) {
	ok := true
	for i := range f.params {
		p := &f.params[i]
		var v operand
		switch {
		case !constants && c.isUniform(p):
			v = c.reference(c.lookup(p.name), p.node)
		case p.dir == dirInout:
			c.unsupported(p.span, "inout parameters of hull shaders")
		case p.dir == dirOut:
			l := c.fn.AddLocal(ir.Local{Name: c.t.Name(p.name), Type: c.irOf(p.ty), Span: p.span})
			c.b.DeclareLocal(l, 0)
			v = operand{kind: opRef, ty: p.ty, handle: uint32(c.b.Local(l))}
		case c.isPatch(p.ty) && constants && resources[c.at(p.ty).res].name == "OutputPatch":
			v = c.outputPatch(p)
		case c.isPatch(p.ty):
			if v = c.entry.patchIn; v.ty != p.ty {
				if constants && v.ok() {
					c.errorf(codeEntryPoint, p.span, "the patch-constant function takes %s, and the hull shader %s", c.name(p.ty), c.name(v.ty))
					ok = false
					continue
				}
				v = c.elements(p, nil)
				c.entry.patchIn = v
			}
		default:
			if constants { // values that the main function has, too
				clear(c.entry.seen)
			}
			v = c.input(p.ty, ioContext{sem: p.sem, mods: p.mods, attrs: p.attrs, name: c.t.Name(p.name), span: p.span, major: p.major})
		}
		ok = ok && v.ok()
		list, nodes = append(list, v), append(nodes, p.node)
	}
	if !ok {
		return nil, nil
	}
	return list, nodes
}

// patchConstants calls the patch-constant function and writes the outputs of the patch.
func (c *checker) patchConstants(points int) {
	index := int32(0)
	for i := int32(1); int(i) < len(c.funcs); i++ {
		if f := &c.funcs[i]; c.mayBeEntry(f) && c.t.Name(f.name) == c.entry.patch {
			index = i
		}
	}
	if index == 0 {
		c.errorf(codeEntryPoint, c.entry.patchSpan, "there is no function %q to be the patch-constant function", c.entry.patch)
		return
	}
	f := &c.funcs[index]
	if f.failed || f.special {
		c.unsupported(f.span, "a patch-constant function with these parameters")
		return
	}
	var n [numGathered]int
	if f.result != tVoid {
		c.patchOutput(f.result, f.sem, f.attrs, resultName(f.sem), f.span, &n, -1)
	}
	for i := range f.params {
		if p := &f.params[i]; p.dir != dirIn {
			c.patchOutput(p.ty, p.sem, p.attrs, c.t.Name(p.name), p.span, &n, p.major)
		}
	}
	want := [...][2]int{ir.TessTriangles: {3, 1}, ir.TessQuads: {4, 2}, ir.TessIsolines: {2, 0}}[c.entry.setup.Tessellation.Domain]
	if n[gatherOuter] < want[0] || n[gatherInner] < want[1] {
		c.errorf(codeEntryPoint, f.span, "the patch-constant function has %d outer and %d inner tessellation factors; the domain has %d and %d",
			n[gatherOuter], n[gatherInner], want[0], want[1])
		return
	}
	c.gatheredOutputs(ioContext{span: f.span, patch: true}, gatherOuter, &n)
	list, nodes := c.hullArguments(f, true)
	if list == nil && len(f.params) > 0 {
		return
	}
	c.resetStatics()
	result := c.invoke(f.node, index, list, nodes, operand{})
	if !result.ok() {
		return
	}
	f = &c.funcs[index]
	var leaves []operand
	var values gathered
	if f.result != tVoid {
		leaves = c.leavesOf(leaves, result, &values, f.sem, -1)
	}
	for i := range f.params {
		if p := &f.params[i]; p.dir != dirIn {
			leaves = c.leavesOf(leaves, c.rvalue(list[i]), &values, p.sem, p.major)
		}
	}
	c.storeOutputs(c.entry.outs[points:], leaves, &values, operand{})
}

// resetStatics gives static variables their initial values: the patch-constant function is an invocation of
// its own.
func (c *checker) resetStatics() {
	for i := range c.decls {
		d := &c.decls[i]
		if d.kind != declGlobal || !d.static || d.fixed || c.m.Globals[d.handle].Space != ir.SpacePrivate {
			continue
		}
		g := c.m.Globals[d.handle]
		v := ir.ExprID(0)
		if g.Init != 0 {
			c.m.Constants = append(c.m.Constants, ir.Constant{Name: g.Name + "_initial", Type: g.Type, Init: g.Init, Span: g.Span})
			v = c.b.Constant(ir.ConstantID(len(c.m.Constants) - 1))
		} else {
			v = c.b.Zero(g.Type)
		}
		c.b.Store(c.pointer(declID(i)), v)
	}
	c.globalInits()
}

// patchOutput adds outputs of the patch.
func (c *checker) patchOutput(t typeID, sem string, attrs []node, name string, at span, n *[numGathered]int, major int8) {
	ctx := ioContext{out: true, sem: sem, attrs: attrs, name: name, span: at, patch: true, major: major}
	c.reserveLocations(t, ctx, 0)
	c.countGathered(t, sem, n)
	c.output(t, ctx)
}

// outputPatch is the value of all control points that the hull shader made.
func (c *checker) outputPatch(p *param) operand {
	h := *c.at(p.ty)
	f := &c.funcs[c.entry.fn]
	if h.length != c.entry.setup.Tessellation.Vertices {
		c.errorf(codeEntryPoint, p.span, "%q has %d control points, and the hull shader makes %d", c.t.Name(p.name), h.length, c.entry.setup.Tessellation.Vertices)
		return operand{}
	}
	if h.base != f.result && (f.result == tVoid || c.leafCount(h.base, f.sem, -1) != c.leafCount(f.result, f.sem, -1)) {
		c.unsupported(p.span, "control points of another type than the result of the hull shader")
		return operand{}
	}
	parts := make([]operand, h.length)
	for i := range parts {
		r := outReader{index: uint32(i)}
		parts[i] = c.readOutputs(&r, h.base, f.sem, -1)
		if r.differs {
			c.unsupported(p.span, "control points of another type than the result of the hull shader")
			return operand{}
		}
	}
	return c.compose(p.ty, parts...)
}

// outReader reads outputs of a control point in their order.
type outReader struct {
	index   uint32
	out     int
	clips   [numGathered]int
	differs bool // an output has another type
}

// readOutputs is the value of an output, of the parts that leavesOf makes of it.
func (c *checker) readOutputs(r *outReader, t typeID, sem string, major int8) operand {
	outs := c.entry.outs
	if k, ok := gatheredBy(sem); ok && !c.isStruct(t) {
		for i := range outs {
			if outs[i].clip != k+1 {
				continue
			}
			var list []operand
			p := c.b.AccessIndex(c.b.Global(outs[i].global), r.index)
			for range c.scalars(t) {
				list = append(list, value(c.b.Load(c.b.AccessIndex(p, uint32(r.clips[k]))), tFloat))
				r.clips[k]++
			}
			return c.unflatten(t, &list)
		}
		return c.zero(t)
	}
	leaf := func(t typeID) operand {
		for r.out < len(outs) && outs[r.out].clip != 0 {
			r.out++
		}
		if r.out >= len(outs) || outs[r.out].ty.size() != t.size() {
			r.differs = true
			return c.zero(t)
		}
		o := &outs[r.out]
		r.out++
		x := c.cast(t.kind(), value(c.b.Load(c.b.AccessIndex(c.b.Global(o.global), r.index)), o.ty))
		x.ty = t
		return x
	}
	var parts []operand
	switch {
	case t.isMatrix():
		s := t.shape()
		if major > 0 {
			return c.byRows(t, func(uint32) operand { return leaf(rowType(t)) })
		}
		var cols [4]operand
		for k := range s.cols {
			if cols[k] = leaf(vectorType(t.kind(), int(s.rows))); !cols[k].ok() {
				return operand{}
			}
		}
		return c.ofColumns(t, cols[:s.cols])
	case t.numeric():
		return leaf(t)
	}
	switch h := *c.at(t); h.kind {
	case htArray:
		for range h.length {
			parts = append(parts, c.readOutputs(r, h.base, sem, major))
		}
	case htStruct:
		for i := range c.structs[h.strct].members {
			m := c.structs[h.strct].members[i]
			s := sem
			if s == "" {
				s = m.sem
			}
			parts = append(parts, c.readOutputs(r, m.ty, s, m.major))
		}
		if len(parts) == 0 {
			return c.zero(t)
		}
	}
	return c.compose(t, parts...)
}
