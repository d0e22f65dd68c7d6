package spirv

// This file resolves pointers and resources: from a variable, through a chain of accesses,
// to one OpAccessChain, computed at the first use and reused if that dominates.

import (
	"refract/ir"
	"refract/spirv"
)

// cached returns the place of an expression if it was computed and is known
// here.
func (w *Writer) cached(x ir.ExprID) *place {
	if i := w.ids[x]; i != 0 {
		if p := &w.places[i-1]; !w.closed[p.scope] {
			return p
		}
	}
	return nil
}

// pointerTo is the pointer that an expression denotes; of a resource, the
// pointer to it.
func (w *Writer) pointerTo(x ir.ExprID) pointer { return w.placeOf(x).pointer }

func (w *Writer) placeOf(x ir.ExprID) *place {
	if p := w.cached(x); p != nil {
		return p
	}
	at := w.resolve(x)
	w.places = append(w.places, place{})
	w.ids[x] = id(len(w.places))
	p := &w.places[len(w.places)-1]
	p.pointer = at
	switch w.f.Kind(x) {
	case ir.KindGlobal, ir.KindLocal, ir.KindArgument:
		if w.isRoot(x) {
			return p // the variable itself is known everywhere
		}
	}
	p.scope = w.scopes[len(w.scopes)-1]
	return p
}

// isRoot reports whether the place of a variable needs no instruction.
func (w *Writer) isRoot(x ir.ExprID) bool {
	return w.f.Kind(x) != ir.KindGlobal || !w.globals[w.f.GlobalRef(x)].wrapped
}

// resource is the value of a resource, which is loaded at its first use.
func (w *Writer) resource(x ir.ExprID) id {
	if w.f.Kind(x) == ir.KindArgument && w.m.Types.At(w.f.TypeOf(x)).Kind != ir.TypePointer {
		return w.args[w.f.ArgumentIndex(x)]
	}
	p := w.placeOf(x)
	if w.m.Types.At(w.f.TypeOf(x)).Kind == ir.TypePointer {
		return p.id
	}
	if p.loaded == 0 || w.closed[p.loadedScope] {
		p.loaded = w.load(p.pointer)
		p.loadedScope = w.scopes[len(w.scopes)-1]
	}
	return p.loaded
}

// local is the pointer to a local variable.
func (w *Writer) local(l ir.LocalID) pointer {
	return pointer{id: w.locals[l], ty: w.f.Locals[l].Type, qualities: qualities{class: spirv.StorageClassFunction}}
}

// isAccess reports whether an expression is an access to a part of a place.
func (w *Writer) isAccess(x ir.ExprID) bool {
	k := w.f.Kind(x)
	return k == ir.KindAccess || k == ir.KindAccessIndex
}

func (w *Writer) accessBase(x ir.ExprID) ir.ExprID {
	if w.f.Kind(x) == ir.KindAccess {
		return w.f.Access(x).Base
	}
	return w.f.AccessIndex(x).Base
}

// chaining is a chain of accesses under construction.
type chaining struct {
	from    id // the variable, or an earlier chain
	at      pointer
	wrapper bool // the next index is into the struct around a buffer
	indices []id
}

// resolve computes a place.
func (w *Writer) resolve(x ir.ExprID) pointer {
	w.steps = w.steps[:0]
	root := x
	var known *place
	for w.isAccess(root) {
		if known = w.cached(root); known != nil {
			break
		}
		w.steps = append(w.steps, root)
		root = w.accessBase(root)
	}
	c := &w.chaining
	c.wrapper, c.indices = false, c.indices[:0]
	if known != nil {
		c.from, c.at = known.id, known.pointer
	} else {
		w.rootOf(c, root)
	}
	for i := len(w.steps) - 1; i >= 0; i-- {
		w.step(c, w.steps[i])
	}
	return w.endChain(c)
}

// endChain is the pointer at the end of a chain.
func (w *Writer) endChain(c *chaining) pointer {
	if c.wrapper {
		w.enterWrapper(c)
	}
	if len(c.indices) == 0 {
		return c.at
	}
	p := c.at
	p.id = c.from
	return w.chain(p, c.at.ty, c.at.layout, c.at.form, c.indices...)
}

// rootOf begins a chain at a variable.
func (w *Writer) rootOf(c *chaining, root ir.ExprID) {
	switch k := w.f.Kind(root); k {
	case ir.KindGlobal:
		v := w.use(w.f.GlobalRef(root))
		c.at = v.root
		c.wrapper = v.wrapped
	case ir.KindLocal:
		c.at = w.local(w.f.LocalRef(root))
	case ir.KindArgument:
		t := w.m.Types.At(w.f.TypeOf(root))
		c.at = pointer{id: w.args[w.f.ArgumentIndex(root)], ty: t.Base, layout: t.Layout, qualities: qualities{class: w.class(t.Space)}}
	case ir.KindPointerAt:
		t := w.m.Types.At(w.f.TypeOf(root))
		w.needNarrowStorage(t.Base, t.Space)
		c.at = w.pointerAt(t, w.value(w.f.Operand(root)))
	default:
		w.fail("a pointer from a " + k.String() + " has no form in SPIR-V")
		c.at = pointer{}
	}
	c.from = c.at.id
}

// enterWrapper steps into the struct around a buffer.
func (w *Writer) enterWrapper(c *chaining) {
	c.indices = append(c.indices, w.u32(0))
	c.wrapper = false
	c.at.form = 0
}

// step goes on by one access.
func (w *Writer) step(c *chaining, x ir.ExprID) {
	if c.wrapper {
		w.enterWrapper(c)
	}
	if w.f.Kind(x) == ir.KindAccess {
		w.stepBy(c, w.value(w.f.Access(x).Index), w.f.Flags(x)&ir.FlagNonUniform != 0)
	} else {
		w.stepTo(c, int(w.f.AccessIndex(x).Index))
	}
}

// stepTo goes on to a part by a number.
func (w *Writer) stepTo(c *chaining, i int) {
	if c.wrapper {
		w.enterWrapper(c)
	}
	c.indices = append(c.indices, w.u32(uint32(i)))
	w.inside(&c.at, i)
}

// stepBy goes on to an element by an index.
func (w *Writer) stepBy(c *chaining, index id, nonUniform bool) {
	if c.wrapper {
		w.enterWrapper(c)
	}
	if base := w.m.Types.At(c.at.ty); base.Kind == ir.TypeBindingArray {
		w.needIndexing(c, base, index, nonUniform)
	}
	c.indices = append(c.indices, index)
	w.inside(&c.at, 0)
}

// indexing is the capabilities that a dynamic index into an array of resources needs.
type indexing struct{ dynamic, nonUniform spirv.Capability }

var (
	indexUniform       = indexing{spirv.CapabilityUniformBufferArrayDynamicIndexing, spirv.CapabilityUniformBufferArrayNonUniformIndexing}
	indexStorage       = indexing{spirv.CapabilityStorageBufferArrayDynamicIndexing, spirv.CapabilityStorageBufferArrayNonUniformIndexing}
	indexSampled       = indexing{spirv.CapabilitySampledImageArrayDynamicIndexing, spirv.CapabilitySampledImageArrayNonUniformIndexing}
	indexTexels        = indexing{spirv.CapabilityUniformTexelBufferArrayDynamicIndexing, spirv.CapabilityUniformTexelBufferArrayNonUniformIndexing}
	indexStorageTexels = indexing{spirv.CapabilityStorageTexelBufferArrayDynamicIndexing, spirv.CapabilityStorageTexelBufferArrayNonUniformIndexing}
	indexAttachments   = indexing{spirv.CapabilityInputAttachmentArrayDynamicIndexing, spirv.CapabilityInputAttachmentArrayNonUniformIndexing}
	indexImage         = indexing{spirv.CapabilityStorageImageArrayDynamicIndexing, spirv.CapabilityStorageImageArrayNonUniformIndexing}
)

// needIndexing requires the capabilities of an index into a binding array, and marks the
// place as non-uniform.
func (w *Writer) needIndexing(c *chaining, array *ir.Type, index id, nonUniform bool) {
	if w.isConstant(index) {
		return
	}
	var need indexing
	switch t := w.m.Types.At(array.Base); {
	case t.Kind == ir.TypeImage && t.Dim == ir.DimSubpass:
		need = indexAttachments
	case t.Kind == ir.TypeImage && t.Dim == ir.DimBuffer && t.Class == ir.ImageStorage:
		need = indexStorageTexels
	case t.Kind == ir.TypeImage && t.Dim == ir.DimBuffer:
		need = indexTexels
	case t.Kind == ir.TypeImage && t.Class == ir.ImageStorage:
		need = indexImage
	case t.Kind == ir.TypeImage || t.Kind == ir.TypeSampler || t.Kind == ir.TypeSampledImage:
		need = indexSampled
	case t.Kind == ir.TypeAccelerationStructure:
		if nonUniform {
			w.need(spirv.CapabilityShaderNonUniform)
			c.at.nonUniform = true
		}
		return
	case c.at.class == spirv.StorageClassStorageBuffer || c.at.form&formBufferBlock != 0:
		need = indexStorage
	default:
		need = indexUniform
	}
	w.need(need.dynamic)
	if nonUniform {
		w.need(spirv.CapabilityShaderNonUniform)
		w.need(need.nonUniform)
		w.out.Decorate(index, spirv.DecorationNonUniform)
		c.at.nonUniform = true
	}
}
