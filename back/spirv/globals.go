package spirv

// This file writes module-scope variables and their decorations.

import (
	"refract/ir"
	"refract/spirv"
)

// globalVar is a global that was written.
type globalVar struct {
	id      id      // 0: not yet
	wrapped bool    // a Block struct lies around the type
	f       form    // of the struct, if it isn't wrapped
	root    pointer // what the variable points to, if it isn't wrapped
}

// global returns a module-scope variable and writes it on first use.
func (w *Writer) global(g ir.GlobalID) *globalVar {
	v := &w.globals[g]
	if v.id == 0 {
		span := w.span
		w.span = w.m.Globals[g].Span
		w.writeGlobal(g, v)
		w.span = span
	}
	return v
}

func (w *Writer) writeGlobal(g ir.GlobalID, v *globalVar) {
	decl := &w.m.Globals[g]
	class := w.class(decl.Space)
	var pointee, init id
	l := decl.Layout
	switch decl.Space {
	case ir.SpacePrivate:
		l = ir.NoLayout
		pointee = w.typ(decl.Type)
		switch {
		case w.m.HoldsRayObject(decl.Type):
		case decl.Init == 0:
			init = w.null(pointee)
		default:
			init = w.moduleValue(w.moduleConstant(ir.ExprID(decl.Init)))
		}
	case ir.SpaceWorkgroup:
		l = ir.NoLayout
		pointee = w.typ(decl.Type)
		if w.opts.ZeroInitializeWorkgroup == ZeroNative {
			init = w.null(pointee)
		}
	case ir.SpaceHandle:
		pointee = w.handleType(decl)
	case ir.SpaceTaskPayload, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload, ir.SpaceHitAttribute, ir.SpaceCallableData, ir.SpaceIncomingCallableData,
		ir.SpaceHitObjectAttribute:
		l = ir.NoLayout
		pointee = w.typ(decl.Type)
	case ir.SpaceInput, ir.SpaceOutput:
		l = ir.NoLayout
		pointee = w.stageGlobal(decl, v)
	case ir.SpaceUniform, ir.SpaceStorage, ir.SpaceImmediate, ir.SpaceShaderRecord:
		pointee = w.blockType(decl, v)
		w.needNarrowStorage(decl.Type, decl.Space)
	default:
		panic("spirv: global in space " + decl.Space.String())
	}
	ty := w.pointerType(class, pointee)
	v.id = w.out.NewID()
	if init != 0 {
		w.out.Globals.Op4(spirv.OpVariable, ty, v.id, uint32(class), init)
	} else {
		w.out.Globals.Op3(spirv.OpVariable, ty, v.id, uint32(class))
	}
	v.root = pointer{id: v.id, ty: decl.Type, layout: l, qualities: qualities{form: v.f, class: class}}
	if w.names {
		name := decl.Name
		if decl.Block == ir.BlockOpen {
			name = "" // as front ends of GLSL say that a block has no instance name
		}
		w.out.Name(v.id, name)
	}
	w.relaxIf(v.id, decl.Relaxed)
	w.decorateGlobal(decl, v.id)
}

// blockType is the type of a buffer: a struct decorated as a Block. The type of a binding
// array of structs is an array of Blocks.
func (w *Writer) blockType(decl *ir.Global, v *globalVar) id {
	f := formBlock
	if decl.Space == ir.SpaceStorage && w.version < version13 {
		f = formBufferBlock
	}
	t, l := decl.Type, decl.Layout
	array := w.m.Types.At(t)
	if array.Kind == ir.TypeBindingArray {
		t, l = array.Base, w.m.ElementLayout(l)
	}
	var block id
	if w.m.Types.At(t).Kind == ir.TypeStruct {
		v.f = f
		w.loose = decl.Block == ir.BlockLoose
		block = w.memoryType(t, l, f)
		w.loose = false
	} else {
		v.wrapped = true
		block = w.wrapperType(t, l, f)
	}
	if array.Kind == ir.TypeBindingArray {
		return w.bindingArrayType(array, block, w.bindingArraySize(decl, array))
	}
	return block
}

func (w *Writer) handleType(decl *ir.Global) id {
	t := w.m.Types.At(decl.Type)
	if t.Kind == ir.TypeBindingArray {
		return w.bindingArrayType(t, w.typ(t.Base), w.bindingArraySize(decl, t))
	}
	return w.typ(decl.Type)
}

// bindingArraySize is the number of elements of a binding array: its own, or
// that of the binding map.
func (w *Writer) bindingArraySize(decl *ir.Global, t *ir.Type) uint32 {
	if target, ok := w.mapBinding(decl.Binding); ok && t.IsRuntimeSized() {
		return target.ArraySize
	}
	return t.Length
}

// needNarrowStorage requires access to 8- and 16-bit parts of a buffer.
func (w *Writer) needNarrowStorage(t ir.TypeID, space ir.AddressSpace) {
	needs := [2]spirv.Capability{spirv.CapabilityStorageBuffer8BitAccess, spirv.CapabilityStorageBuffer16BitAccess}
	switch space {
	case ir.SpaceUniform:
		needs = [2]spirv.Capability{spirv.CapabilityUniformAndStorageBuffer8BitAccess, spirv.CapabilityUniformAndStorageBuffer16BitAccess}
	case ir.SpaceImmediate:
		needs = [2]spirv.Capability{spirv.CapabilityStoragePushConstant8, spirv.CapabilityStoragePushConstant16}
	}
	narrow := w.narrowParts(t)
	for i := 1; i >= 0; i-- {
		if narrow>>i&1 != 0 {
			w.need(needs[i])
		}
	}
}

// narrowParts is the set of narrow scalars in a type: bit 0 for 8 bits wide, bit 1 for 16,
// bit 2 if the type was visited.
func (w *Writer) narrowParts(t ir.TypeID) (set uint8) {
	if set = w.narrow[t]; set != 0 {
		return set
	}
	switch ty := w.m.Types.At(t); ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix, ir.TypeAtomic:
		switch ty.Scalar.Bits() {
		case 8:
			set = 1
		case 16:
			set = 2
		}
	case ir.TypeArray, ir.TypeBindingArray:
		set = w.narrowParts(ty.Base)
	case ir.TypeStruct:
		for i := range w.m.Structs[ty.Struct].Members {
			set |= w.narrowParts(w.m.Structs[ty.Struct].Members[i].Type)
		}
	}
	w.narrow[t] = set | 4
	return set | 4
}

func (w *Writer) decorateGlobal(decl *ir.Global, v id) {
	switch decl.Space {
	case ir.SpaceHandle, ir.SpaceUniform, ir.SpaceStorage:
		w.bind(decl, v)
	case ir.SpaceInput, ir.SpaceOutput:
		w.decorateStageGlobal(decl, v)
		return
	case ir.SpaceWorkgroup, ir.SpacePrivate, ir.SpaceImmediate, ir.SpaceTaskPayload, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload,
		ir.SpaceHitAttribute, ir.SpaceCallableData, ir.SpaceIncomingCallableData, ir.SpaceShaderRecord, ir.SpaceHitObjectAttribute:
		return
	}
	access := decl.Access
	image := decl.Space == ir.SpaceHandle
	if image {
		t := w.m.Types.At(decl.Type)
		if t.Kind == ir.TypeBindingArray {
			t = w.m.Types.At(t.Base)
		}
		if t.Kind == ir.TypeImage && t.Dim == ir.DimSubpass {
			w.out.Decorate(v, spirv.DecorationInputAttachmentIndex, decl.Attachment)
		}
		if t.Kind != ir.TypeImage || t.Class != ir.ImageStorage {
			return
		}
		access = t.Access
	} else if decl.Space == ir.SpaceUniform {
		return
	}
	if access&ir.AccessWrite == 0 && access&ir.AccessAtomic == 0 {
		w.out.Decorate(v, spirv.DecorationNonWritable)
	}
	if access&ir.AccessRead == 0 && access&ir.AccessAtomic == 0 {
		w.out.Decorate(v, spirv.DecorationNonReadable)
	}
	if decl.Memory&ir.Coherent != 0 {
		w.out.Decorate(v, spirv.DecorationCoherent)
	}
	if decl.Memory&ir.Volatile != 0 {
		w.out.Decorate(v, spirv.DecorationVolatile)
	}
	if decl.Memory&ir.Restrict != 0 {
		w.out.Decorate(v, spirv.DecorationRestrict)
	}
	if decl.Memory&ir.Aliased != 0 {
		w.out.Decorate(v, spirv.DecorationAliased)
	}
}

// longMap is how long a binding map is searched from end to end.
const longMap = 16

// indexBindings makes a map of a long binding map.
func (w *Writer) indexBindings() {
	clear(w.bindings)
	if len(w.opts.BindingMap) <= longMap {
		return
	}
	if w.bindings == nil {
		w.bindings = map[ir.ResourceBinding]BindingTarget{}
	}
	for _, m := range w.opts.BindingMap {
		w.bindings[ir.ResourceBinding{Group: m.Group, Binding: m.Binding}] = m.Target
	}
}

// mapBinding is the place of a resource, and whether it has one.
func (w *Writer) mapBinding(b ir.ResourceBinding) (BindingTarget, bool) {
	list := w.opts.BindingMap
	if len(list) == 0 {
		return BindingTarget{Set: b.Group, Binding: b.Binding}, true
	}
	if len(list) > longMap {
		target, ok := w.bindings[b]
		return target, ok
	}
	for i := range list {
		if m := &list[i]; m.Group == b.Group && m.Binding == b.Binding {
			return m.Target, true
		}
	}
	return BindingTarget{}, false
}

// bind gives a resource its descriptor set and binding.
func (w *Writer) bind(decl *ir.Global, v id) {
	target, ok := BindingTarget{}, false
	if decl.HasBinding {
		target, ok = w.mapBinding(decl.Binding)
	}
	switch {
	case ok:
	case w.opts.FakeMissingBindings:
		target = BindingTarget{Binding: w.fakeBinding()}
	case decl.HasBinding:
		w.fail("the binding map has no entry for " + decl.Name)
	case decl.Default:
		w.fail("a uniform outside a block, " + decl.Name + ", has no form in SPIR-V for Vulkan")
	default:
		w.fail("the resource " + decl.Name + " has no binding")
	}
	w.placed = append(w.placed, Resource{Name: decl.Name, HasBinding: decl.HasBinding, Group: decl.Binding.Group,
		Binding: decl.Binding.Binding, Set: target.Set, Slot: target.Binding})
	w.out.Decorate(v, spirv.DecorationDescriptorSet, target.Set)
	w.out.Decorate(v, spirv.DecorationBinding, target.Binding)
}

// fakeBinding is a binding of set 0 that no resource has.
func (w *Writer) fakeBinding() uint32 {
	if w.nextBinding == 0 {
		w.nextBinding = 1
		for i := range w.m.Globals {
			if target, ok := w.mapBinding(w.m.Globals[i].Binding); ok && target.Set == 0 && w.m.Globals[i].HasBinding {
				w.nextBinding = max(w.nextBinding, target.Binding+1)
			}
		}
	}
	w.nextBinding++
	return w.nextBinding - 1
}
