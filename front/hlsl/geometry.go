package hlsl

// This file reads geometry shaders. A stream is a resource: it is known when a call is lowered. Append
// writes the outputs of the stream and emits them.

import (
	"strings"

	"refract/ir"
)

// geometrySetup takes the primitives over from the parameters.
func (c *checker) geometrySetup(f *userFunction) {
	g := &c.entry.setup.Geometry
	for i := range f.params {
		p := &f.params[i]
		if c.isStream(p.ty) {
			t := ir.TopologyPoints
			switch name := c.info(p.ty).name; {
			case strings.HasPrefix(name, "Line"):
				t = ir.TopologyLineStrip
			case strings.HasPrefix(name, "Triangle"):
				t = ir.TopologyTriangleStrip
			}
			if g.Output != ir.NoTopology && g.Output != t {
				c.errorf(codeEntryPoint, p.span, "the streams of a geometry shader have one kind of primitives")
			}
			g.Output = t
			continue
		}
		if !c.isArray(p.ty) {
			continue
		}
		found := ir.NoTopology
		for _, x := range inputTopologies {
			if p.mods&x.mod != 0 {
				found = x.topology
			}
		}
		switch n := c.at(p.ty).length; {
		case found == ir.NoTopology && g.Input == ir.NoTopology:
			c.errorf(codeEntryPoint, p.span, "the primitive of %q isn't known: it is one of point, line, triangle, lineadj and triangleadj", c.t.Name(p.name))
			g.Input = ir.TopologyPoints
		case found == ir.NoTopology:
		case g.Input != ir.NoTopology && g.Input != found:
			c.errorf(codeEntryPoint, p.span, "a geometry shader takes one kind of primitives")
		case int(n) != found.Vertices():
			c.errorf(codeEntryPoint, p.span, "%q has %d elements, and the primitive has %d vertices", c.t.Name(p.name), n, found.Vertices())
			g.Input = found
		default:
			g.Input = found
		}
	}
}

// maxStreams is how many streams a geometry shader has.
const maxStreams = 4

// streamOutputs adds the outputs of a stream.
func (c *checker) streamOutputs(p *param) {
	k := c.entry.stream
	if k == maxStreams {
		c.errorf(codeLimit, p.span, "a geometry shader has at most %d streams", maxStreams)
		return
	}
	t := c.at(p.ty).base
	group := &c.entry.groups[k]
	group.first = len(c.entry.outs)
	if k > 0 { // streams have semantics of their own
		for key := range c.entry.seen {
			if strings.HasSuffix(key, "out") {
				delete(c.entry.seen, key)
			}
		}
	}
	ctx := ioContext{out: true, name: c.t.Name(p.name), span: p.span, major: p.major, stream: k}
	c.output(t, ctx)
	var n [numGathered]int
	c.countGathered(t, "", &n)
	c.gatheredOutputs(ctx, 0, &n)
	group.end = len(c.entry.outs)
	c.entry.stream++
}

// declareStream declares the parameter that is a stream.
func (c *checker) declareStream(p *param) {
	k := uint8(0)
	for i := range c.funcs[c.entry.fn].params {
		if q := &c.funcs[c.entry.fn].params[i]; q == p {
			break
		} else if c.isStream(q.ty) {
			k++
		}
	}
	r := c.freshResource(c.t.Name(p.name), p.name, p.ty, p.span)
	r.stream = k
	c.res = append(c.res, r)
	ref := c.newRef(resRef{res: uint32(len(c.res) - 1)})
	c.declare(decl{kind: declResource, name: p.name, span: p.span, ty: p.ty, handle: uint32(ref), member: -1})
}

// streamMethod is a function of a stream.
func (c *checker) streamMethod(k *mcall) operand {
	r := &c.res[c.refs[k.x.ref].res]
	void := operand{kind: opVoid, ty: tVoid}
	switch k.name {
	case "Append":
		v := c.next(k, c.at(k.x.ty).base, "a vertex")
		if k.bad {
			return operand{}
		}
		group := c.entry.groups[r.stream]
		var clips gathered
		list := c.leavesOf(nil, v, &clips, "", r.major)
		c.storeOutputs(c.entry.outs[group.first:group.end], list, &clips, operand{})
		c.b.Push(c.fn.AddPipeline(ir.PipelineStmt{Op: ir.EmitVertex, Stream: r.stream}, c.b.Span))
		return void
	case "RestartStrip":
		c.b.Push(c.fn.AddPipeline(ir.PipelineStmt{Op: ir.EndPrimitive, Stream: r.stream}, c.b.Span))
		return void
	}
	return c.noMethod(k)
}
