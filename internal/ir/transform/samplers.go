package transform

// This file joins textures and samplers, for targets whose textures include their samplers:
//
//	global @tex : image<2d, f32> handle group 0 binding 0
//	global @smp : sampler handle group 0 binding 1
//	%1 = image_sample @tex with @smp at %uv
//
// becomes
//
//	global @tex : sampled_image<image<2d, f32>> handle group 0 binding 0
//	%1 = image_sample @tex at %uv
//
// A texture that is used with several samplers becomes as many globals. A global of a depth
// texture is a depth image if it is compared with, and has f32 texels if it isn't.

import (
	"fmt"
	"slices"
	"strconv"

	"refract/diag"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// A CombinedSampler names the texture and sampler of a global that CombineSamplers made.
type CombinedSampler struct {
	Global     ir.GlobalID
	Texture    ir.GlobalID // no longer used, as the sampler
	Sampler    ir.GlobalID // 0: the texture is used without one only
	Element    int         // of an array of samplers: which; -1: that of the texture's own index
	Comparison bool
}

// CombineError reports a texture and a sampler that can't be joined.
type CombineError struct {
	Message string
	Span    diag.Span
}

func (e *CombineError) Error() string { return e.Message }

// CombineSamplers joins every sampled texture with its samplers. Images and
// samplers are globals, or elements of arrays that are: see PointerParams. A
// sampler in an array has to be of the same index as its texture, or of a constant one.
func CombineSamplers(m *ir.Module) ([]CombinedSampler, error) {
	if !slices.ContainsFunc(m.Functions[1:], func(f *ir.Function) bool {
		return f.MayHave(ir.KindImageSample) || f.MayHave(ir.KindImageLoad) || f.MayHave(ir.KindImageQuery)
	}) {
		return nil, nil
	}
	c := &combining{m: m}
	for _, f := range m.Functions[1:] {
		for x := f.Next(0, imageSamples); x != 0; x = f.Next(x, imageSamples) {
			c.sample(f, x)
		}
	}
	for _, f := range m.Functions[1:] {
		for x := f.Next(0, imageReads); x != 0; x = f.Next(x, imageReads) {
			c.other(f, x)
		}
	}
	if c.err != nil || len(c.list) == 0 {
		return nil, c.err
	}
	c.declare()
	for _, f := range m.Functions[1:] {
		if f.Next(0, imageSamples|imageReads) != 0 {
			c.note(f)
			rewrite.Function(m, f, c)
		}
	}
	return c.list, c.err
}

// The uses of textures with a sampler, and without one.
const (
	imageSamples ir.KindSet = 1 << ir.KindImageSample
	imageReads   ir.KindSet = 1<<ir.KindImageLoad | 1<<ir.KindImageQuery
	accesses     ir.KindSet = 1<<ir.KindAccess | 1<<ir.KindAccessIndex
)

type combining struct {
	m    *ir.Module
	list []CombinedSampler
	used map[ir.GlobalID]int // by texture: the index in list of what the function has of it
	err  error
}

// note finds which pair the function has of each texture, by which it asks about the
// texture then: that of the first sample, else that of texels.
func (c *combining) note(f *ir.Function) {
	clear(c.used)
	if !f.MayHave(ir.KindImageQuery) {
		return
	}
	if c.used == nil {
		c.used = map[ir.GlobalID]int{}
	}
	add := func(tex ir.GlobalID, v *CombinedSampler) {
		if _, known := c.used[tex]; !known && v != nil {
			c.used[tex] = slices.Index(c.list, *v)
		}
	}
	for x := f.Next(0, imageSamples); x != 0; x = f.Next(x, imageSamples) {
		if v := f.ImageSample(x); v.Sampler != 0 && c.isCombined(f, v.Image) {
			tex, _ := root(f, v.Image)
			add(tex, c.pair(f, &v))
		}
	}
	for x := f.Next(0, imageReads); x != 0; x = f.Next(x, imageReads) {
		if f.Kind(x) == ir.KindImageLoad && c.isCombined(f, f.ImageLoad(x).Image) {
			tex, _ := root(f, f.ImageLoad(x).Image)
			add(tex, c.reader(tex, true))
		}
	}
}

// isCombined reports whether an operand is a texture that gets a sampler: a texel buffer
// never does.
func (c *combining) isCombined(f *ir.Function, image ir.ExprID) bool {
	t := c.m.Types.At(f.TypeOf(image))
	return t.Kind == ir.TypeImage && t.Class != ir.ImageStorage && t.Dim != ir.DimBuffer
}

// root is the global that a resource is, or is an element of, and the index.
func root(f *ir.Function, x ir.ExprID) (g ir.GlobalID, access ir.ExprID) {
	switch f.Kind(x) {
	case ir.KindGlobal:
		return f.GlobalRef(x), 0
	case ir.KindAccess, ir.KindAccessIndex:
		if base := f.Operand(x); f.Kind(base) == ir.KindGlobal {
			return f.GlobalRef(base), x
		}
	}
	return 0, 0
}

func (c *combining) fail(f *ir.Function, x ir.ExprID, format string, args ...any) {
	if c.err == nil {
		c.err = &CombineError{fmt.Sprintf(format, args...), f.SpanOf(x)}
	}
}

// sample notes the pair that an ImageSample uses.
func (c *combining) sample(f *ir.Function, x ir.ExprID) {
	v := f.ImageSample(x)
	if v.Sampler == 0 || !c.isCombined(f, v.Image) {
		return
	}
	tex, texAt := root(f, v.Image)
	smp, smpAt := root(f, v.Sampler)
	switch {
	case tex == 0 || smp == 0:
		c.fail(f, x, "a texture and a sampler that are not globals")
	case smpAt != 0 && f.Kind(smpAt) != ir.KindAccessIndex && !sameElement(f, texAt, smpAt):
		c.fail(f, x, "a texture and a sampler of different elements of arrays")
	default:
		c.pair(f, &v)
	}
}

// pair is the pair that an ImageSample uses.
func (c *combining) pair(f *ir.Function, v *ir.ImageSample) *CombinedSampler {
	tex, texAt := root(f, v.Image)
	smp, smpAt := root(f, v.Sampler)
	element := -1
	if smpAt != 0 && !sameElement(f, texAt, smpAt) {
		element = int(f.AccessIndex(smpAt).Index)
	}
	return c.find(tex, smp, element, v.DepthRef != 0)
}

// sameElement reports whether two accesses have the same index.
func sameElement(f *ir.Function, a, b ir.ExprID) bool {
	if a == 0 || f.Kind(a) != f.Kind(b) {
		return false
	}
	if f.Kind(a) == ir.KindAccess {
		return f.Access(a).Index == f.Access(b).Index
	}
	return f.AccessIndex(a).Index == f.AccessIndex(b).Index
}

// other notes a texture that is read without a sampler, and used with none that
// could read it.
func (c *combining) other(f *ir.Function, x ir.ExprID) {
	var image ir.ExprID
	switch f.Kind(x) {
	case ir.KindImageLoad:
		image = f.ImageLoad(x).Image
	case ir.KindImageQuery:
		image = f.ImageQuery(x).Image
	default:
		return
	}
	if !c.isCombined(f, image) {
		return
	}
	tex, _ := root(f, image)
	if tex == 0 {
		c.fail(f, x, "a texture that is not a global")
	} else if c.reader(tex, f.Kind(x) == ir.KindImageLoad) == nil {
		c.find(tex, 0, -1, false)
	}
}

// reader is the combination that a texture can be read by without a sampler: texels only by
// one that isn't compared with; its size by one that the function uses besides, then rather
// by one that isn't compared with.
func (c *combining) reader(tex ir.GlobalID, load bool) *CombinedSampler {
	if i, known := c.used[tex]; known && !load {
		return &c.list[i]
	}
	var compared *CombinedSampler
	for i := range c.list {
		switch v := &c.list[i]; {
		case v.Texture != tex:
		case !v.Comparison:
			return v
		case compared == nil && !load:
			compared = v
		}
	}
	return compared
}

// find is the pair of a texture and a sampler, noted if it is new.
func (c *combining) find(tex, smp ir.GlobalID, element int, comparison bool) *CombinedSampler {
	for i := range c.list {
		if v := &c.list[i]; v.Texture == tex && v.Sampler == smp && v.Element == element && v.Comparison == comparison {
			return v
		}
	}
	c.list = append(c.list, CombinedSampler{Texture: tex, Sampler: smp, Element: element, Comparison: comparison})
	return &c.list[len(c.list)-1]
}

// declare makes the globals.
func (c *combining) declare() {
	m := c.m
	uses := make([]int, len(m.Globals))
	for _, v := range c.list {
		uses[v.Texture]++
	}
	for i := range c.list {
		v := &c.list[i]
		g := m.Globals[v.Texture]
		if uses[v.Texture] > 1 && v.Sampler != 0 {
			g.Name += "_" + m.Globals[v.Sampler].Name
			if v.Element >= 0 {
				g.Name += "_" + strconv.Itoa(v.Element)
			}
		}
		t := *m.Types.At(g.Type)
		image := g.Type
		if t.Kind == ir.TypeBindingArray {
			image = t.Base
		}
		it := *m.Types.At(image)
		if it.Class == ir.ImageDepth && !v.Comparison {
			it.Class, it.Scalar = ir.ImageSampled, ir.F32
		}
		g.Type = m.Types.Intern(ir.Type{Kind: ir.TypeSampledImage, Base: m.Types.Intern(it)})
		if t.Kind == ir.TypeBindingArray {
			t.Base = g.Type
			g.Type = m.Types.Intern(t)
		}
		v.Global = ir.GlobalID(len(m.Globals))
		m.Globals = append(m.Globals, g)
	}
}

// image builds the operand that takes a texture's place.
func (c *combining) image(b *ir.Builder, old ir.ExprID, v *CombinedSampler) ir.ExprID {
	g := b.Global(v.Global)
	switch b.F.Kind(old) {
	case ir.KindAccess:
		x := b.Access(g, b.F.Access(old).Index)
		b.F.SetFlags(x, b.F.Flags(old))
		return x
	case ir.KindAccessIndex:
		return b.AccessIndex(g, b.F.AccessIndex(old).Index)
	}
	return g
}

// Kinds implements rewrite.Selective.
func (c *combining) Kinds() ir.KindSet { return imageSamples | imageReads | accesses }

// Expr implements rewrite.Visitor.
func (c *combining) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	switch f.Kind(x) {
	case ir.KindAccess, ir.KindAccessIndex:
		// Elements of globals that nothing names any more.
		if g, _ := root(f, x); g != 0 && slices.ContainsFunc(c.list, func(v CombinedSampler) bool { return v.Texture == g || v.Sampler == g }) {
			e.Remove()
		}
	case ir.KindImageSample:
		v := f.ImageSample(x)
		if v.Sampler == 0 || !c.isCombined(f, v.Image) {
			return
		}
		b := e.Ahead()
		v.Image, v.Sampler = c.image(b, v.Image, c.pair(f, &v)), 0
		c.become(e, x, b.ImageSample(v))
	case ir.KindImageLoad:
		v := f.ImageLoad(x)
		if !c.isCombined(f, v.Image) {
			return
		}
		tex, _ := root(f, v.Image)
		b := e.Ahead()
		v.Image = c.image(b, v.Image, c.reader(tex, true))
		t := ir.TypeU32
		if !v.Residency {
			t = ir.VectorOf(c.m.ImageTexel(b.TypeOf(v.Image)), 4)
		}
		made := b.Pend(f.AddImageLoad(t, f.Flags(x), v, b.Span))
		c.become(e, x, made)
	case ir.KindImageQuery:
		v := f.ImageQuery(x)
		if !c.isCombined(f, v.Image) {
			return
		}
		tex, _ := root(f, v.Image)
		b := e.Ahead()
		e.Become(b.ImageQuery(v.Op, c.image(b, v.Image, c.reader(tex, false)), v.Level))
	}
}

// become replaces x by the result; for a depth texture, which has one component, by the
// component.
func (c *combining) become(e *rewrite.Editor, x, made ir.ExprID) {
	b := e.Ahead()
	if b.TypeOf(x) == ir.TypeF32 && b.TypeOf(made) != ir.TypeF32 {
		made = b.AccessIndex(made, 0)
	}
	e.Become(made)
}

// Stmt implements rewrite.Visitor.
func (c *combining) Stmt(*rewrite.Editor, ir.StmtID) {}
