package glsl

// This file writes resources: blocks, textures, samplers, and their bindings.

import (
	"cmp"
	"strconv"

	"refract/internal/reuse"
	"refract/ir"
)

// class is a kind of resource with binding points of its own.
type class uint8

const (
	noClass class = iota
	uniformClass
	storageClass
	textureClass
	imageClass
	numClasses
)

// slot is the binding of a resource.
type slot struct {
	known bool
	set   uint32 // Vulkan
	slot  uint32
	size  uint32 // of a binding array whose size the module leaves open
}

// isBlock reports whether a global is a block.
func (w *Writer) isBlock(g *ir.Global) bool {
	switch g.Space {
	case ir.SpaceUniform:
		return !g.Default && !w.isLoose()
	case ir.SpaceStorage, ir.SpaceShaderRecord:
		return true
	case ir.SpaceImmediate:
		return w.opts.Vulkan
	}
	return false
}

// blockStruct is the struct whose members a block has for its own, or nil: of a
// struct that is the type of values too, for any entry point, a block has one member.
func (w *Writer) blockStruct(g *ir.Global) *ir.Struct {
	id := g.Type
	if t := w.M.Types.At(id); t.Kind == ir.TypeBindingArray {
		id = t.Base
	}
	if t := w.M.Types.At(id); t.Kind == ir.TypeStruct && !w.shared.structs[t.Struct] {
		return &w.M.Structs[t.Struct]
	}
	return nil
}

func (w *Writer) classOf(g *ir.Global) class {
	switch g.Space {
	case ir.SpaceUniform:
		if !g.Default && !w.isLoose() {
			return uniformClass
		}
	case ir.SpaceStorage:
		return storageClass
	case ir.SpaceHandle:
		t := w.M.Types.At(g.Type)
		if t.Kind == ir.TypeBindingArray {
			t = w.M.Types.At(t.Base)
		}
		if t.Kind == ir.TypeImage && t.Class == ir.ImageStorage {
			return imageClass
		}
		return textureClass
	}
	return noClass
}

// A place is the key of resources that go to the same slot: resources with the same group
// and binding, which no pipeline has both of.
type place struct {
	at     ir.ResourceBinding
	class  class
	rank   int // among the uniforms of one texture
	length uint32
}

// assign computes the slots of the resources that the module's entry points use.
func (w *Writer) assign() {
	m := w.M
	w.slots = reuse.Zeroed(w.slots, len(m.Globals))
	order := w.order()
	ranks := w.ranks(order)
	var taken [numClasses]map[uint32]bool
	for i, id := range order {
		g := &m.Globals[id]
		if ranks[i] > 0 && !w.opts.Vulkan {
			continue // another uniform of the same texture
		}
		for _, b := range w.opts.BindingMap {
			if b.Group != g.Binding.Group || b.Binding != g.Binding.Binding {
				continue
			}
			w.slots[id] = slot{true, b.Set, b.Slot, b.ArraySize}
			c := w.classOf(g)
			if taken[c] == nil {
				taken[c] = map[uint32]bool{}
			}
			taken[c][b.Slot] = true
		}
	}
	if !w.opts.AssignBindings {
		return
	}
	var next [numClasses]uint32
	var twins map[place]uint32 // among the resources with one group and binding
	for i, id := range order {
		g := &m.Globals[id]
		s := &w.slots[id]
		if s.known {
			continue
		}
		if w.opts.Vulkan {
			*s = slot{true, g.Binding.Group, g.Binding.Binding, 0}
			continue
		}
		c := w.classOf(g)
		p := place{g.Binding, c, ranks[i], bindingLength(m, id)}
		if i > 0 && m.Globals[order[i-1]].Binding != g.Binding {
			clear(twins)
		}
		if other, known := twins[p]; known {
			*s = slot{known: true, slot: other}
			continue
		}
		for taken[c][next[c]] {
			next[c]++
		}
		*s = slot{known: true, slot: next[c]}
		next[c] += max(1, p.length)
		if i+1 < len(order) && m.Globals[order[i+1]].Binding == g.Binding {
			if twins == nil {
				twins = map[place]uint32{}
			}
			twins[p] = s.slot
		}
	}
}

// ranks are, for each resource, how many uniforms of the same texture come before.
func (w *Writer) ranks(order []ir.GlobalID) []int {
	w.ranked = reuse.Zeroed(w.ranked, len(order))
	ranks := w.ranked
	if len(w.combined) < 2 {
		return ranks
	}
	texture := make([]ir.GlobalID, len(w.M.Globals))
	for i := range w.combined {
		texture[w.combined[i].Global] = w.combined[i].Texture
	}
	count := make([]int, len(w.M.Globals))
	for i, id := range order {
		if t := texture[id]; t != 0 {
			ranks[i] = count[t]
			count[t]++
		}
	}
	return ranks
}

// bindingLength is how many resources a global is; 0: the module leaves it open.
func bindingLength(m *ir.Module, id ir.GlobalID) uint32 {
	if t := m.Types.At(m.Globals[id].Type); t.Kind == ir.TypeBindingArray {
		return t.Length
	}
	return 1
}

func compareBindings(a, b ir.ResourceBinding) int {
	return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Binding, b.Binding))
}

// resourceDecls writes all resources.
func (w *Writer) resourceDecls() {
	m := w.M
	blank := false
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if !w.use.globals[i] {
			continue
		}
		w.Span = g.Span
		switch {
		case w.isBlock(g):
			w.Out.Blank()
			w.Doc(g.Doc)
			w.blockDecl(ir.GlobalID(i))
			blank = true
		case g.Space == ir.SpaceHandle:
			if blank || i == 1 || w.first(i) {
				w.Out.Blank()
			}
			blank = false
			w.Doc(g.Doc)
			w.handle(ir.GlobalID(i))
		case g.Space == ir.SpaceUniform, g.Space == ir.SpaceImmediate:
			w.Out.Blank()
			w.Doc(g.Doc)
			w.uniform(ir.GlobalID(i))
			blank = true
		}
	}
}

// first reports whether no resource is written before a global.
func (w *Writer) first(i int) bool {
	for j := 1; j < i; j++ {
		if s := w.M.Globals[j].Space; w.use.globals[j] && s != ir.SpacePrivate && s != ir.SpaceWorkgroup {
			return false
		}
	}
	return true
}

// layoutQualifiers writes layout(...), with the slot's and another qualifier first.
func (w *Writer) layoutQualifiers(id ir.GlobalID, own string) {
	o := &w.Out
	s := w.slots[id]
	if s.known && !w.has(bindingLayout) && !w.opts.Vulkan {
		s.known = false
	}
	if own == "" && !s.known {
		return
	}
	o.Str("layout(")
	o.Str(own)
	if s.known {
		if own != "" {
			o.Comma()
		}
		if w.opts.Vulkan {
			o.Str("set")
			o.Infix("=")
			o.Uint(uint64(s.set))
			o.Comma()
		}
		o.Str("binding")
		o.Infix("=")
		o.Uint(uint64(s.slot))
	}
	o.Byte(')')
	o.Space()
}

// memory spells memory qualifiers.
func (w *Writer) memory(m ir.MemoryDecoration) {
	if m&ir.Coherent != 0 {
		w.Out.Str("coherent ")
	}
	if m&ir.Volatile != 0 {
		w.Out.Str("volatile ")
	}
	if m&ir.Restrict != 0 {
		w.Out.Str("restrict ")
	}
}

// blockDecl writes a uniform or buffer block (section "Interface Blocks").
func (w *Writer) blockDecl(id ir.GlobalID) {
	o := &w.Out
	g := &w.M.Globals[id]
	rule := w.rule(g)
	switch g.Space {
	case ir.SpaceImmediate:
		o.Str("layout(push_constant)")
		o.Space()
		o.Str("uniform ")
	case ir.SpaceUniform:
		w.layoutQualifiers(id, rule)
		o.Str("uniform ")
	case ir.SpaceShaderRecord:
		o.Str("layout(shaderRecordEXT")
		o.Comma()
		o.Str(rule)
		o.Str(") buffer ")
	default:
		w.require(storageBuffers, g.Span)
		w.layoutQualifiers(id, rule)
		decoration := g.Memory
		if g.Access&ir.AccessWrite != 0 && w.use.memory&ir.MemoryStorage != 0 {
			decoration |= ir.Coherent // others in the workgroup wait for what is written
		}
		if decoration != 0 || g.Access&ir.AccessWrite == 0 {
			w.require(memoryQualifiers, g.Span)
		}
		w.memory(decoration)
		if g.Access&ir.AccessWrite == 0 {
			o.Str("readonly ")
		}
		o.Str("buffer ")
	}
	o.Declare(w.blocks[id])
	o.Space()
	o.Byte('{')
	t := g.Type
	array := w.M.Types.At(t)
	if array.Kind == ir.TypeBindingArray {
		t = array.Base
	}
	if s := w.blockStruct(g); s != nil {
		o.Indent()
		w.memberDecls(w.M.Types.At(t).Struct, true, w.open[id])
		o.Byte('}')
		if w.open[id] == nil {
			o.Space()
			o.Declare(w.Globals[id])
		}
		if array.Kind == ir.TypeBindingArray {
			w.bindingDimension(id, array)
		}
		o.Byte(';')
		o.End()
		return
	}
	if array.Kind == ir.TypeBindingArray {
		w.Unsupported("an array of buffers without a struct", g.Span)
	}
	o.Indent()
	o.Line()
	w.elementName(t)
	o.Byte(' ')
	o.Declare(w.Globals[id])
	w.dimensions(t)
	o.Byte(';')
	o.Outdent()
	o.Line()
	o.Str("};")
	o.End()
}

// bindingDimension spells the length of an array of resources.
func (w *Writer) bindingDimension(id ir.GlobalID, t *ir.Type) {
	o := &w.Out
	n := t.Length
	if n == 0 {
		n = w.slots[id].size
	}
	o.Byte('[')
	if n != 0 {
		o.Uint(uint64(n))
	} else {
		w.require(openArrays, w.M.Globals[id].Span)
	}
	o.Byte(']')
}

// rule is the layout of a block: std140 or std430, if that puts the members in place.
// PadStructs has seen to it for other layouts than scalar ones.
func (w *Writer) rule(g *ir.Global) string {
	switch {
	case g.Layout == ir.LayoutScalar:
		w.require(scalarLayout, w.Span)
		return "scalar"
	case g.Space == ir.SpaceUniform && g.Layout == ir.LayoutStd430:
		w.require(scalarLayout, w.Span)
		return "std430"
	case g.Space == ir.SpaceStorage && g.Layout == ir.LayoutStd140:
		return "std140"
	case g.Space == ir.SpaceUniform:
		return "std140"
	}
	return "std430"
}

// uniform writes a uniform outside any block.
func (w *Writer) uniform(id ir.GlobalID) {
	o := &w.Out
	g := &w.M.Globals[id]
	if w.M.Types.At(g.Type).Kind == ir.TypeBindingArray {
		w.Unsupported("an array of buffers that are no blocks", g.Span)
		return
	}
	o.Str("uniform ")
	t := g.Type
	if w.asBool[id] {
		t = w.withBool(t)
	}
	w.relaxed(g.Relaxed, t)
	w.declarator(t, w.Globals[id])
	if list := g.Part.Default; list != "" && w.opts.Version.ES {
		w.note("the initial values of uniforms, which OpenGL ES lacks", g.Span)
	} else if list != "" {
		o.Infix("=")
		at := 0
		w.initialUniform(t, list, &at)
	}
	o.Byte(';')
	o.End()
}

// handle writes a texture, sampler or acceleration structure.
func (w *Writer) handle(id ir.GlobalID) {
	o := &w.Out
	g := &w.M.Globals[id]
	t := w.M.Types.At(g.Type)
	array := t
	if t.Kind == ir.TypeBindingArray {
		t = w.M.Types.At(t.Base)
	}
	switch {
	case t.Kind == ir.TypeImage && t.Class == ir.ImageStorage:
		w.storageImage(id, t)
	case t.Kind == ir.TypeImage && t.Dim == ir.DimSubpass:
		w.layoutQualifiers(id, "input_attachment_index = "+strconv.Itoa(int(g.Attachment)))
		o.Str("uniform ")
	default:
		w.layoutQualifiers(id, "")
		o.Str("uniform ")
	}
	switch {
	case w.opts.Version.ES && g.Relaxed && t.Kind != ir.TypeAccelerationStructure:
		o.Str("mediump ")
	case w.opts.Version.ES && !w.isOld():
		o.Str("highp ")
	}
	w.elementName(g.Type)
	o.Byte(' ')
	o.Declare(w.Globals[id])
	if array.Kind == ir.TypeBindingArray {
		w.bindingDimension(id, array)
	}
	o.Byte(';')
	o.End()
}

// storageImage writes the words before the type of a storage texture.
func (w *Writer) storageImage(id ir.GlobalID, t *ir.Type) {
	o := &w.Out
	g := &w.M.Globals[id]
	w.require(storageImages, g.Span)
	format := formatNames[t.Format]
	access := w.use.access[id]
	if access == 0 { // but for its size
		access = t.Access & ir.AccessReadWrite
		if access == ir.AccessReadWrite {
			access = ir.AccessRead
		}
	}
	switch {
	case t.Format != ir.NoFormat && format.name == "":
		w.Unsupported("storage textures of format "+t.Format.String(), g.Span)
	case format.name != "" && !format.es && w.opts.Version.ES && (!w.opts.ImageFormats || !w.available(imageFormats)):
		w.Unsupported("storage textures of format "+t.Format.String(), g.Span)
	case format.name != "" && !format.es:
		w.require(imageFormats, g.Span)
	case t.Format == ir.NoFormat && access&ir.AccessRead != 0:
		w.Unsupported("storage textures that are read without a format", g.Span)
	}
	w.layoutQualifiers(id, format.name)
	decoration := g.Memory
	if access == ir.AccessReadWrite && w.use.memory&ir.MemoryTexture != 0 {
		decoration |= ir.Coherent
	}
	w.memory(decoration)
	switch access {
	case ir.AccessRead:
		o.Str("readonly ")
	case ir.AccessWrite:
		o.Str("writeonly ")
	default:
		if w.opts.Version.ES && t.Format != ir.R32Float && t.Format != ir.R32Sint && t.Format != ir.R32Uint {
			w.Unsupported("storage textures of format "+t.Format.String()+" that are read and written", g.Span)
		}
	}
	o.Str("uniform ")
}
