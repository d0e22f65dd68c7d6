package glsl

// This file reads the functions of sparse textures and images (GL_ARB_sparse_texture2, GL_ARB_sparse_texture_clamp):
// the texel is an out argument, and the result a code, in the module 1 if all texels have memory and
// else 0.

import (
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// texel takes the out argument of a sparse function.
func (t *texCall) texel(c *checker) operand {
	if t.bad || !t.f.sparse {
		return operand{}
	}
	want := ir.VectorOf(t.o.scalar, 4)
	if t.o.shadow && t.f.op == texSample {
		want = ir.TypeF32
	}
	if t.used >= len(t.args) {
		c.errorf(codeArgCount, c.t.Span(t.n), "%s on %s needs a variable for the texel (%s)", t.f.name, t.o, c.name(want))
		t.bad = true
		return operand{}
	}
	x, node := t.args[t.used], t.nodes[t.used]
	t.used++
	if t.bad = !c.writable(x, node); t.bad {
		return operand{}
	}
	if x.ty != want {
		c.errorf(codeNoMatch, c.t.Span(node), "the texel of %s on %s is %s, not %s", t.f.name, t.o, c.name(want), c.typeName(x))
		t.bad = true
	}
	return x
}

// residency is the residency of the texels of a sample.
func (t *texCall) residency(c *checker, s ir.ImageSample) operand {
	if t.bad || !t.f.sparse {
		return operand{}
	}
	s.Residency = true
	return c.sample(t, s)
}

// result stores the texel of a sparse function and returns the code; other functions return the texel.
func (t *texCall) result(c *checker, code, out, texel operand) operand {
	if !t.f.sparse || !texel.ok() || t.bad {
		return texel
	}
	c.storeOut(out, texel)
	return c.cast(ir.I32, code)
}

// sparseLoad is sparseImageLoadARB: of an image that is loaded from and stored to.
func (c *checker) sparseLoad(n syntax.Node, f *memoryFunction, load ir.ImageLoad, texel ir.TypeID, out operand, node syntax.Node) operand {
	if !c.writable(out, node) {
		return operand{}
	}
	if out.ty != texel {
		c.errorf(codeNoMatch, c.t.Span(node), "the texel of %s is %s, not %s", f.name, c.name(texel), c.typeName(out))
		return operand{}
	}
	span := c.t.Span(n)
	v := c.made(c.ex.AddImageLoad(texel, 0, load, span), false)
	load.Residency = true
	code := c.made(c.ex.AddImageLoad(ir.TypeU32, 0, load, span), false)
	c.storeOut(out, v)
	return c.cast(ir.I32, code)
}

// texelsResident is sparseTexelsResidentARB.
func (c *checker) texelsResident(n syntax.Node, x operand, nodes []syntax.Node) operand {
	if len(nodes) == 1 {
		x = c.wantValue(x, nodes[0])
	}
	if len(nodes) != 1 || !x.ok() || x.ty != ir.TypeI32 {
		c.errorf(codeNoMatch, c.t.Span(n), "sparseTexelsResidentARB takes the code of a sparse function, an int")
		return operand{}
	}
	return c.binary(ir.Ne, x, c.zero(ir.TypeI32))
}
