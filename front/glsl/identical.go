package glsl

// This file compares the samples of a texel (GL_EXT_shader_samples_identical). Drivers answer by the
// compression of the texture, and may answer no at any time:
//
//	textureSamplesIdenticalEXT(s, p)
//
// becomes a loop
//
//	for (k = 1; k < textureSamples(s); k++)
//		same = same && bits of texelFetch(s, p, 0) == bits of texelFetch(s, p, k)

import "refract/ir"

func (c *checker) samplesIdentical(t *texCall) operand {
	n := t.o.dim.texels()
	p := t.argument(c, ir.VectorOf(ir.I32, n+t.o.layered()), "texel coordinates")
	if t.bad {
		return operand{}
	}
	b := &c.b
	l := ir.ImageLoad{Image: t.x.expr(), Coordinate: c.toExpr(c.first(p, n))}
	if t.o.arrayed {
		l.ArrayIndex = c.toExpr(c.component(p, uint32(n)))
	}
	bits := func(sample ir.ExprID) ir.ExprID {
		l.Sample = sample
		texel := c.made(c.ex.AddImageLoad(c.m.ImageLoadType(t.x.ty), 0, l, b.Span), false)
		return c.toExpr(c.bitcast(c.m.Types.WithScalar(texel.ty, ir.U32), texel))
	}
	same, k := b.F.AddLocal(ir.Local{Type: ir.TypeBool}), b.F.AddLocal(ir.Local{Type: ir.TypeU32})
	first, count := bits(b.U32(0)), c.toExpr(c.query(ir.QuerySamples, t.x, 0))
	b.DeclareLocal(same, b.Bool(true))
	b.DeclareLocal(k, b.U32(1))
	outer := b.Begin()
	stay := b.Binary(ir.LogicalAnd, b.Binary(ir.Lt, b.Load(b.Local(k)), count), b.Load(b.Local(same)))
	inner := b.Begin()
	b.Break()
	b.If(stay, 0, b.End(inner))
	equal := b.Binary(ir.Eq, first, bits(b.Load(b.Local(k))))
	b.Store(b.Local(same), b.Relational(ir.All, equal))
	b.Store(b.Local(k), b.Binary(ir.Add, b.Load(b.Local(k)), b.U32(1)))
	b.Loop(ir.Loop{Shape: ir.LoopWhile, Body: b.End(outer)})
	return operand{kind: opValue, ty: ir.TypeBool, handle: uint32(b.Load(b.Local(same)))}
}
