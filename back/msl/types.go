package msl

// This file spells types and declares structs and arrays, each before its users, with the
// layout that the host expects.

import (
	"errors"
	"strconv"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/internal/reuse"
	"refract/ir"
)

// maxTypeDepth bounds how deep types nest.
const maxTypeDepth = 255

// structInfo is how a struct is declared.
type structInfo struct {
	state  declState
	host   bool        // it lies in memory of the host
	open   bool        // it ends in an array of unknown length
	layout ir.LayoutID // there
	size   uint32      // bytes, in the text; likewise align
	align  uint32
	stride uint32   // of the arrays with an explicit layout that it is an element of, or 0
	pads   []uint32 // bytes of padding before each member and at the end; nil: none
	packed []bool   // members that are packed vectors; nil: none
}

// findHosts marks the structs that lie in memory of the host.
func (w *Writer) findHosts() {
	w.infos = reuse.Zeroed(w.infos, len(w.M.Structs))
	for i := 1; i < len(w.M.Globals); i++ {
		if g := &w.M.Globals[i]; g.Space.IsBuffer() {
			w.markHost(g.Type, g.Layout)
		}
	}
	for id := ir.FirstModuleType; int(id) < w.M.Types.Len(); id++ {
		if t := w.M.Types.At(id); t.Kind == ir.TypePointer && t.Space == ir.SpacePhysical {
			w.markHost(t.Base, t.Layout)
		}
	}
}

func (w *Writer) markHost(t ir.TypeID, l ir.LayoutID) {
	ty := w.M.Types.At(t)
	switch ty.Kind {
	case ir.TypeArray:
		w.markHost(ty.Base, w.M.ElementLayout(l))
		if base := w.M.Types.At(ty.Base); base.Kind == ir.TypeStruct && l >= ir.FirstExplicitLayout {
			w.spaceElements(t, l, base.Struct)
		}
	case ir.TypeBindingArray:
		w.markHost(ty.Base, w.M.ElementLayout(l))
	case ir.TypeStruct:
		info := &w.infos[ty.Struct]
		if info.host {
			if info.layout != l {
				w.Unsupported("a struct with two layouts", w.M.Structs[ty.Struct].Span)
			}
			return
		}
		info.host, info.layout = true, l
		for i := range w.M.Structs[ty.Struct].Members {
			w.markHost(w.M.Structs[ty.Struct].Members[i].Type, w.M.MemberLayout(l, i))
		}
	}
}

// spaceElements notes how far apart an explicit layout has the elements of an array: the
// struct is padded to that.
func (w *Writer) spaceElements(array ir.TypeID, l ir.LayoutID, id ir.StructID) {
	info := &w.infos[id]
	there, err := w.Layout.Of(array, l)
	switch {
	case err != nil: // which is told where the struct is declared
	case info.stride != 0 && info.stride != there.Stride:
		w.Unsupported("a struct with two layouts", w.M.Structs[id].Span)
	default:
		info.stride = there.Stride
	}
}

// wordBuffers makes arrays of words of the buffers that lie as no struct of Metal does.
func (w *Writer) wordBuffers(m *ir.Module) error {
	first := 1
	for first < len(m.Globals) && !(m.Globals[first].Space.IsBuffer() && m.Globals[first].Layout > ir.LayoutNatural) {
		first++
	}
	if first == len(m.Globals) {
		return nil
	}
	w.M = m
	w.Layout.Reset(m)
	w.infos = reuse.Zeroed(w.infos, len(m.Structs))
	var other []bool
	var lacks *back.Unsupported // of the first
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if !g.Space.IsBuffer() {
			continue
		}
		w.markHost(g.Type, g.Layout)
		w.placeAll(g.Type)
		if w.Lacks != nil {
			if other == nil {
				other, lacks = make([]bool, len(m.Globals)), w.Lacks
			}
			other[i], w.Lacks = true, nil
		}
	}
	if other == nil {
		return nil
	}
	err := transform.BufferWords(m, transform.BufferWordsOptions{Chosen: func(g ir.GlobalID) bool { return other[g] }})
	if narrow := (*transform.NarrowError)(nil); errors.As(err, &narrow) {
		w.Lacks = lacks
		return w.failure()
	}
	return err
}

// placeAll lays the structs of a type out, inner ones first.
func (w *Writer) placeAll(t ir.TypeID) {
	switch ty := w.M.Types.At(t); ty.Kind {
	case ir.TypeArray, ir.TypeBindingArray:
		w.placeAll(ty.Base)
	case ir.TypeStruct:
		if info := &w.infos[ty.Struct]; info.state == undeclared {
			info.state = declared
			for i := range w.M.Structs[ty.Struct].Members {
				w.placeAll(w.M.Structs[ty.Struct].Members[i].Type)
			}
			w.place(ty.Struct)
		}
	}
}

// typeName spells a type.
func (w *Writer) typeName(id ir.TypeID) {
	o := &w.Out
	t := w.M.Types.At(id)
	switch t.Kind {
	case ir.TypeScalar:
		w.scalar(t.Scalar)
	case ir.TypeVector:
		w.scalar(t.Scalar)
		o.Byte('0' + t.Rows)
	case ir.TypeMatrix:
		w.scalar(t.Scalar)
		o.Byte('0' + t.Columns)
		o.Byte('x')
		o.Byte('0' + t.Rows)
	case ir.TypeAtomic:
		w.atomicName(t.Scalar)
	case ir.TypeArray:
		if t.IsRuntimeSized() {
			w.typeName(t.Base)
			return
		}
		o.Name(w.arrays[id])
	case ir.TypeStruct:
		o.Name(w.Structs[t.Struct])
	case ir.TypeImage:
		w.image(t)
	case ir.TypeSampler:
		o.Word(samplerWord)
	case ir.TypeAccelerationStructure:
		w.since(203, "ray tracing", diag.Span{})
		o.Str("raytracing::instance_acceleration_structure")
	case ir.TypeHitObject:
		w.Unsupported("hit objects", diag.Span{})
	case ir.TypeRayQuery:
		w.since(204, "ray queries", diag.Span{})
		o.Str("raytracing::intersection_query<raytracing::instancing, raytracing::triangle_data>")
	case ir.TypeBindingArray:
		w.bindingArray(t)
	case ir.TypeCooperative:
		w.cooperativeType(t)
	case ir.TypeSampledImage:
		w.Unsupported("a combined image and sampler", diag.Span{})
	default:
		panic("msl: type of kind " + t.Kind.String())
	}
}

func (w *Writer) scalar(s ir.Scalar) {
	switch s {
	case ir.F64:
		w.Unsupported("64-bit floats", diag.Span{})
		return
	case ir.I64, ir.U64:
		w.since(203, "64-bit integers", diag.Span{})
	}
	w.Out.Str(scalarNames[s])
}

func (w *Writer) atomicName(s ir.Scalar) {
	switch s {
	case ir.U64:
		w.since(204, "64-bit atomics", diag.Span{})
	case ir.F32:
		w.since(300, "atomics of floats", diag.Span{})
	case ir.I64:
		w.Unsupported("atomics of signed 64-bit integers", diag.Span{})
		return
	}
	w.Out.Str("atomic_")
	w.Out.Str(scalarNames[s])
}

func (w *Writer) bindingArray(t *ir.Type) {
	o := &w.Out
	if t.Length == 0 {
		w.Unsupported("a binding array without a length", diag.Span{})
		return
	}
	switch w.M.Types.At(t.Base).Kind {
	case ir.TypeImage, ir.TypeSampler:
	default:
		w.Unsupported("a binding array of "+w.M.TypeName(t.Base), diag.Span{})
		return
	}
	w.since(200, "binding arrays", diag.Span{})
	o.Word(arrayWord)
	o.Byte('<')
	w.typeName(t.Base)
	o.Comma()
	o.Uint(uint64(t.Length))
	o.Byte('>')
}

// need declares the parts of a type, as far as they aren't yet.
func (w *Writer) need(id ir.TypeID, depth int) {
	if depth > maxTypeDepth {
		w.Unsupported("a type that nests so deeply", diag.Span{})
		return
	}
	t := w.M.Types.At(id)
	switch t.Kind {
	case ir.TypePointer, ir.TypeBindingArray:
		w.need(t.Base, depth+1)
	case ir.TypeArray:
		if w.typeState[id] != undeclared {
			return
		}
		w.typeState[id] = declaring
		w.need(t.Base, depth+1)
		w.arrayDecl(id, t)
		w.typeState[id] = declared
	case ir.TypeStruct:
		info := &w.infos[t.Struct]
		if info.state != undeclared {
			return
		}
		info.state = declaring
		for i := range w.M.Structs[t.Struct].Members {
			w.need(w.M.Structs[t.Struct].Members[i].Type, depth+1)
		}
		w.structDecl(t.Struct)
		info.state = declared
	}
}

// arrayDecl declares the struct that stands for an array.
func (w *Writer) arrayDecl(id ir.TypeID, t *ir.Type) {
	if t.IsRuntimeSized() {
		return
	}
	if t.Length == 0 {
		w.Unsupported("an array whose length an override gives, without its value", diag.Span{})
		return
	}
	o := &w.Out
	w.arrays[id] = w.moduleName(w.arrayName(id, 0), "Array", false)
	o.MemberType(w.arrays[id])
	o.Blank()
	o.Str("struct ")
	o.Declare(w.arrays[id])
	o.Space()
	o.Byte('{')
	o.Indent()
	o.Line()
	w.typeName(t.Base)
	o.Str(" inner[")
	o.Uint(uint64(t.Length))
	o.Str("];")
	o.Outdent()
	o.Line()
	o.Str("};")
	o.End()
}

// arrayName is the name wanted for an array: Array4_float3, Array2_Array8_uint.
func (w *Writer) arrayName(id ir.TypeID, depth int) string {
	t := w.M.Types.At(id)
	switch t.Kind {
	case ir.TypeArray:
		if depth > 3 {
			return "Array"
		}
		return "Array" + strconv.Itoa(int(t.Length)) + "_" + w.arrayName(t.Base, depth+1)
	case ir.TypeScalar:
		return scalarNames[t.Scalar]
	case ir.TypeVector:
		return scalarNames[t.Scalar] + strconv.Itoa(int(t.Rows))
	case ir.TypeMatrix:
		return scalarNames[t.Scalar] + strconv.Itoa(int(t.Columns)) + "x" + strconv.Itoa(int(t.Rows))
	case ir.TypeAtomic:
		return "atomic_" + scalarNames[t.Scalar]
	case ir.TypeStruct:
		return w.M.Structs[t.Struct].Name
	}
	return "value"
}

// place lays a struct of the host out: padding, and which vectors are packed.
func (w *Writer) place(id ir.StructID) {
	s, info := &w.M.Structs[id], &w.infos[id]
	wanted, err := w.Layout.Of(s.Type, info.layout)
	if err != nil {
		w.Unsupported("the layout of "+s.Name, s.Span)
		return
	}
	end, align := uint32(0), uint32(1)
	pad := func(i int, to uint32) {
		if to > end {
			if info.pads == nil {
				info.pads = make([]uint32, len(s.Members)+1)
			}
			info.pads[i] = to - end
		}
		end = to
	}
	for i := range s.Members {
		mem := &s.Members[i]
		offset, there, err := w.Layout.Member(s.Type, info.layout, i)
		if err != nil || !w.fits(mem.Type, w.M.MemberLayout(info.layout, i), 0) || there.RowMajor {
			w.Unsupported("the layout of "+s.Name+"."+mem.Name, mem.Span)
			return
		}
		room := wanted.Size
		if i+1 < len(s.Members) {
			room, _, _ = w.Layout.Member(s.Type, info.layout, i+1)
		}
		room -= offset
		size, own := w.sizeOf(mem.Type)
		if t := w.M.Types.At(mem.Type); t.Kind == ir.TypeVector && (offset%own != 0 || size > room) {
			if info.packed == nil {
				info.packed = make([]bool, len(s.Members))
			}
			info.packed[i] = true
			own = t.Scalar.Bytes()
			size = own * uint32(t.Rows)
		}
		last := i == len(s.Members)-1 && wanted.Open
		// The bytes behind the last column of a last matrix may be no part of the buffer.
		tail := i == len(s.Members)-1 && info.layout >= ir.FirstExplicitLayout
		if offset%own != 0 || offset < end || size > room && !last && !tail {
			w.Unsupported("the layout of "+s.Name+"."+mem.Name, mem.Span)
			return
		}
		if next := (end + own - 1) &^ (own - 1); next != offset {
			pad(i, offset)
		}
		end = offset + size
		align = max(align, own)
		info.open = info.open || last
	}
	if !wanted.Open {
		next := (end + align - 1) &^ (align - 1)
		wanted.Size = max(wanted.Size, info.stride)
		if next < wanted.Size {
			if wanted.Size%align != 0 {
				w.Unsupported("the layout of "+s.Name, s.Span)
				return
			}
			pad(len(s.Members), wanted.Size)
		} else if next > wanted.Size && info.layout < ir.FirstExplicitLayout {
			w.Unsupported("the layout of "+s.Name, s.Span)
			return
		}
		end = max(next, wanted.Size)
	}
	info.size, info.align = end, align
}

// fits reports whether elements and columns lie as in the text.
func (w *Writer) fits(t ir.TypeID, l ir.LayoutID, depth int) bool {
	ty := w.M.Types.At(t)
	switch ty.Kind {
	case ir.TypeMatrix:
		there, err := w.Layout.Of(t, l)
		size, _ := w.sizeOf(ir.VectorOf(ty.Scalar, int(ty.Rows)))
		return err == nil && !there.RowMajor && there.Stride == size
	case ir.TypeArray:
		there, err := w.Layout.Of(t, l)
		size, _ := w.sizeOf(ty.Base)
		return err == nil && !there.RowMajor && there.Stride == size && depth < maxTypeDepth &&
			w.fits(ty.Base, w.M.ElementLayout(l), depth+1)
	}
	return true
}

// sizeOf is the size and alignment of a type in Metal, in bytes (section 2).
func (w *Writer) sizeOf(t ir.TypeID) (size, align uint32) {
	ty := w.M.Types.At(t)
	switch ty.Kind {
	case ir.TypeScalar:
		if ty.Scalar == ir.Bool {
			return 1, 1
		}
		return ty.Scalar.Bytes(), ty.Scalar.Bytes()
	case ir.TypeAtomic:
		return ty.Scalar.Bytes(), ty.Scalar.Bytes()
	case ir.TypeVector:
		size, _ = w.sizeOf(ir.ScalarTypeOf(ty.Scalar))
		size *= uint32(ty.Rows + ty.Rows&1)
		return size, size
	case ir.TypeMatrix:
		size, align = w.sizeOf(ir.VectorOf(ty.Scalar, int(ty.Rows)))
		return size * uint32(ty.Columns), align
	case ir.TypeArray:
		size, align = w.sizeOf(ty.Base)
		return size * max(1, ty.Length), align
	case ir.TypeStruct:
		return w.infos[ty.Struct].size, max(1, w.infos[ty.Struct].align)
	}
	return 0, 1
}

func (w *Writer) structDecl(id ir.StructID) {
	o, s := &w.Out, &w.M.Structs[id]
	info := &w.infos[id]
	if info.host {
		w.place(id)
	}
	w.OpenStruct(id)
	pads := 0
	for i := range s.Members {
		w.pad(info, i, &pads)
		mem := &s.Members[i]
		o.Line()
		w.Doc(mem.Doc)
		w.memberDecl(id, i, mem)
	}
	w.pad(info, len(s.Members), &pads)
	o.Outdent()
	o.Line()
	o.Str("};")
	o.End()
}

func (w *Writer) memberDecl(id ir.StructID, i int, mem *ir.Member) {
	o := &w.Out
	info, r := &w.infos[id], w.roles[id]
	t := w.M.Types.At(mem.Type)
	if info.packed != nil && info.packed[i] {
		o.Str("packed_")
	}
	isClip := r == ir.Varyings && mem.Binding.Kind == ir.BindBuiltIn && t.Kind == ir.TypeArray
	if isClip {
		w.typeName(t.Base)
	} else {
		w.typeName(mem.Type)
	}
	o.Byte(' ')
	o.Str(w.MemberName(id, i))
	if r != ir.NoInterface && !info.host && mem.Binding.Kind != ir.NoBinding {
		w.attribute(r, &mem.Binding, mem.Type, mem.Span)
	}
	if isClip {
		o.Str(" [")
		o.Uint(uint64(t.Length))
		o.Byte(']')
	}
	if t.IsRuntimeSized() {
		o.Str("[1]")
	}
	o.Byte(';')
	if t.IsRuntimeSized() && !o.Compact() {
		o.Str(" // as many as the buffer holds")
	}
}

// pad writes the padding before member i, and counts it. Its name has a form that no member of the
// module has.
func (w *Writer) pad(info *structInfo, i int, pads *int) {
	if info.pads == nil || info.pads[i] == 0 {
		return
	}
	o := &w.Out
	o.Line()
	*pads++
	o.Str("char pad")
	o.Uint(uint64(*pads))
	o.Str("_[")
	o.Uint(uint64(info.pads[i]))
	o.Str("];")
}

// isPacked reports whether a pointer points to a packed vector.
func (w *Writer) isPacked(ptr ir.ExprID) bool {
	if w.Ex.Kind(ptr) != ir.KindAccessIndex {
		return false
	}
	v := w.Ex.AccessIndex(ptr)
	t := w.M.Types.At(w.M.Types.Pointee(w.Ex.TypeOf(v.Base)))
	if t.Kind != ir.TypeStruct {
		return false
	}
	p := w.infos[t.Struct].packed
	return p != nil && p[v.Index]
}

var dimNames = [...]string{ir.Dim1D: "1d", ir.Dim2D: "2d", ir.Dim3D: "3d", ir.DimCube: "cube", ir.DimBuffer: "_buffer"}

// image spells the type of a texture (section 2.8).
func (w *Writer) image(t *ir.Type) {
	o := &w.Out
	scalar := t.Scalar
	name := "texture"
	switch t.Class {
	case ir.ImageExternal:
		w.Unsupported("external textures", diag.Span{})
		return
	case ir.ImageDepth:
		name, scalar = "depth", ir.F32
	case ir.ImageStorage:
		scalar = t.Texel()
	}
	name += dimNames[t.Dim]
	if t.Multisampled {
		name += "_ms"
	}
	if t.Arrayed {
		name += "_array"
	}
	switch {
	case !words.Has(name):
		w.Unsupported("textures of the type "+name, diag.Span{})
		return
	case t.Multisampled && t.Class == ir.ImageStorage:
		w.Unsupported("storage textures of several samples", diag.Span{})
		return
	case t.Dim == ir.DimBuffer:
		w.since(201, "texel buffers", diag.Span{})
	case t.Multisampled && t.Arrayed:
		w.since(200, "arrays of multisampled textures", diag.Span{})
	case t.Dim == ir.DimCube && t.Arrayed:
		w.since(200, "arrays of cube textures", diag.Span{})
	}
	o.Word(word(name))
	o.Byte('<')
	w.scalar(scalar)
	if t.Class == ir.ImageStorage {
		o.Comma()
		o.Str("access::")
		switch t.Access &^ ir.AccessAtomic {
		case ir.AccessRead:
			o.Str("read")
		case ir.AccessWrite:
			o.Str("write")
		default:
			w.since(102, "textures that are read and written", diag.Span{})
			o.Str("read_write")
		}
		if w.coherentImage {
			o.Comma()
			o.Str("memory_coherence_device")
		}
	}
	o.Byte('>')
}

// imageOf is the image type of an expression.
func (w *Writer) imageOf(e ir.ExprID) *ir.Type { return w.M.Types.At(w.Ex.TypeOf(e)) }

// startStruct begins the declaration of a struct.
func (w *Writer) startStruct(n text.Name) {
	o := &w.Out
	o.Str("struct ")
	o.Declare(n)
	o.Space()
	o.Byte('{')
	o.Indent()
}
