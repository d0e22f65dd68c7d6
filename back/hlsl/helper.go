package hlsl

// This file writes the functions that the text needs beside the author's: loads
// and stores of values larger than a vector, sizes of buffers and textures,
// which HLSL gives through parameters. Functions that differ only in what they
// take share a name.

import (
	"strconv"

	"refract/back/text"
	"refract/diag"
	"refract/ir"
)

type helperKind uint8

const (
	helperLoad helperKind = iota
	helperStore
	helperLength // of a buffer in bytes
	helperSize   // of a texture; ty is its type; layout is 1 if a level is given
	helperLevels
	helperLayers
	helperSamples
	helperPack // two halves into an integer
	helperUnpack
	helperIntersection // of a ray query; layout is 1 if it is the committed one
)

// helperKey says what a function does.
type helperKey struct {
	kind     helperKind
	ty       ir.TypeID
	layout   ir.LayoutID
	writable bool // the buffer is an RWByteAddressBuffer
}

// helpers are the functions of one text.
type helpers struct {
	list    []helperKey // in an order in which none is used before it stands
	names   map[helperKey]text.Name
	arrays  []arrayType
	heap    []text.Name // arrays of samplers, and buffers of indices
	offsets map[offsetKey]text.Name
}

type arrayType struct {
	ty   ir.TypeID
	name text.Name
}

type offsetKey struct{ group, index uint32 }

func (h *helpers) reset() {
	h.list, h.arrays = h.list[:0], h.arrays[:0]
	clear(h.names)
	clear(h.offsets)
}

func (h *helpers) name(k helperKey) text.Name { return h.names[k] }

func (h *helpers) offsetName(group, index uint32) text.Name {
	return h.offsets[offsetKey{group, index}]
}

// arrayTypeName is the name of the type of an array, made when it is first asked
// for.
func (w *Writer) arrayTypeName(t ir.TypeID) text.Name {
	for _, a := range w.helpers.arrays {
		if a.ty == t {
			return a.name
		}
	}
	n := w.Out.ModuleName(w.arrayName(t), "array", false)
	w.helpers.arrays = append(w.helpers.arrays, arrayType{t, n})
	return n
}

// findHelpers finds the functions that the text needs, and the types of arrays
// that functions return.
func (w *Writer) findHelpers() {
	m := w.M
	for _, f := range m.Functions[1:] {
		if f.Result != 0 && m.Types.At(f.Result).Kind == ir.TypeArray {
			w.arrayTypeName(f.Result)
		}
		for e := ir.ExprID(1); int(e) < f.ExprCount(); e++ {
			switch f.Kind(e) {
			case ir.KindLoad:
				pt := m.Types.At(f.TypeOf(f.Operand(e)))
				if pt.Space == ir.SpaceStorage && !isSimple(m.Types.At(f.TypeOf(e))) {
					w.addHelper(helperKey{helperLoad, f.TypeOf(e), pt.Layout, pt.Access&ir.AccessWrite != 0}, 0)
				}
			case ir.KindArrayLength:
				pt := m.Types.At(f.TypeOf(f.Operand(e)))
				w.addHelper(helperKey{kind: helperLength, writable: pt.Access&ir.AccessWrite != 0}, 0)
			case ir.KindImageQuery:
				w.addHelper(queryKey(f, e), 0)
			case ir.KindMath:
				switch f.MathOp(e) {
				case ir.MathPack2x16float:
					w.addHelper(helperKey{kind: helperPack}, 0)
				case ir.MathUnpack2x16float:
					w.addHelper(helperKey{kind: helperUnpack}, 0)
				}
			case ir.KindRayQueryGet:
				w.addHelper(intersectionKey(&f.Exprs, e), 0)
			}
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtStore {
				continue
			}
			v := f.Store(s)
			pt := m.Types.At(f.TypeOf(v.Pointer))
			if pt.Space == ir.SpaceStorage && !isSimple(m.Types.At(f.TypeOf(v.Value))) {
				w.addHelper(helperKey{helperStore, f.TypeOf(v.Value), pt.Layout, true}, 0)
			}
		}
	}
}

// addHelper adds a function, behind those that it needs.
func (w *Writer) addHelper(k helperKey, depth int) {
	h := &w.helpers
	if h.names[k] != 0 || depth > maxTypeDepth {
		return
	}
	if h.names == nil {
		h.names = map[helperKey]text.Name{}
	}
	if k.kind <= helperStore {
		inner := func(t ir.TypeID, l ir.LayoutID) {
			if !isSimple(w.M.Types.At(t)) {
				w.addHelper(helperKey{k.kind, t, l, k.writable}, depth+1)
			}
		}
		switch t := w.M.Types.At(k.ty); t.Kind {
		case ir.TypeStruct:
			for i := range w.M.Structs[t.Struct].Members {
				inner(w.M.Structs[t.Struct].Members[i].Type, w.M.MemberLayout(k.layout, i))
			}
		case ir.TypeArray:
			inner(t.Base, w.M.ElementLayout(k.layout))
			if k.kind == helperLoad {
				w.arrayTypeName(k.ty)
			}
		}
	}
	other := k
	other.writable = !k.writable
	n := h.names[other]
	if n == 0 && k.kind > helperLength {
		if k.asksImage() {
			for _, o := range h.list { // the same of a type that is spelled alike
				if o.kind == k.kind && o.layout == k.layout && w.sameImage(o.ty, k.ty) {
					h.names[k] = h.names[o]
					return
				}
			}
		}
		for _, o := range h.list { // the same of another type
			if o.kind == k.kind && o.layout == k.layout && (k.kind != helperIntersection || o.ty == k.ty) {
				n = h.names[o]
			}
		}
	}
	if n == 0 {
		n = w.Out.ModuleName(w.helperName(k), "function", false)
	}
	h.names[k] = n
	h.list = append(h.list, k)
}

// asksImage reports whether the function is one that answers a question about a texture.
func (k helperKey) asksImage() bool { return k.kind >= helperSize && k.kind <= helperSamples }

// sameImage reports whether overloads for two types of textures would be one function:
// formats that are read as the same vector are the same type, normalized or not.
func (w *Writer) sameImage(a, b ir.TypeID) bool {
	x, y := w.M.Types.At(a), w.M.Types.At(b)
	writable := func(t *ir.Type) bool { return t.Class == ir.ImageStorage && t.Access&^ir.AccessRead != 0 }
	components := func(t *ir.Type) int {
		switch t.Class {
		case ir.ImageDepth:
			return 1
		case ir.ImageStorage:
			return texelSize(t)
		}
		return 4
	}
	return x.Dim == y.Dim && x.Arrayed == y.Arrayed && x.Multisampled == y.Multisampled && writable(x) == writable(y) &&
		x.Texel() == y.Texel() && components(x) == components(y)
}

func (w *Writer) helperName(k helperKey) string {
	t := w.M.Types.At(k.ty)
	name := w.shortName(t)
	if t.Kind == ir.TypeArray {
		name = w.arrayName(k.ty)
	}
	switch k.kind {
	case helperLoad:
		return "load_" + name
	case helperStore:
		return "store_" + name
	case helperLength:
		return "byte_length"
	case helperSize:
		if k.layout != 0 {
			return "level_size"
		}
		return "texture_size"
	case helperLevels:
		return "texture_levels"
	case helperLayers:
		return "texture_layers"
	case helperSamples:
		return "texture_samples"
	case helperPack:
		return "pack_half2"
	case helperUnpack:
		return "unpack_half2"
	case helperIntersection:
		if k.layout != 0 {
			return "committed_intersection"
		}
		return "candidate_intersection"
	}
	panic("hlsl: name of a function of kind " + strconv.Itoa(int(k.kind)))
}

// helperDecls writes the types of arrays, and the functions.
func (w *Writer) helperDecls() {
	o := &w.Out
	for i, a := range w.helpers.arrays {
		if i == 0 {
			o.Blank()
		}
		o.Str("typedef ")
		w.declarator(a.ty, a.name)
		o.Byte(';')
		o.End()
	}
	for _, k := range w.helpers.list {
		o.Blank()
		switch k.kind {
		case helperLoad:
			w.loadFunction(k)
		case helperStore:
			w.storeFunction(k)
		case helperLength:
			w.lengthFunction(k)
		case helperPack, helperUnpack:
			w.halfFunction(k)
		case helperIntersection:
			w.intersectionFunction(k)
		default:
			w.queryFunction(k)
		}
		o.End()
	}
}

// valueType spells the type that a function returns.
func (w *Writer) valueType(t ir.TypeID) {
	if w.M.Types.At(t).Kind == ir.TypeArray {
		w.Out.Name(w.arrayTypeName(t))
		return
	}
	w.typeName(t)
}

// param writes a parameter of a written function.
func (w *Writer) param(ty, name string) text.Name {
	n := w.Out.LocalName(name, "")
	w.Out.Str(ty)
	w.Out.Byte(' ')
	w.Out.Declare(n)
	w.Out.Bind(n)
	return n
}

func bufferType(writable bool) string {
	if writable {
		return "RWByteAddressBuffer"
	}
	return "ByteAddressBuffer"
}

// startFunction begins the head of a function.
func (w *Writer) startFunction(result func(), name text.Name) {
	result()
	w.Out.Byte(' ')
	w.Out.Declare(name)
	w.Out.Open()
	w.Out.Byte('(')
}

func (w *Writer) startBody() {
	w.Out.Byte(')')
	w.Out.Space()
	w.Out.Byte('{')
	w.Out.Indent()
}

func (w *Writer) endBody() {
	w.Out.Outdent()
	w.Out.Line()
	w.Out.Byte('}')
	w.Out.Close()
}

// at writes `offset + n`.
func (w *Writer) at(offset text.Name, n uint32) {
	w.Out.Name(offset)
	if n != 0 {
		w.Out.Infix("+")
		w.Out.Uint(uint64(n))
		w.Out.Byte('u')
	}
}

// loadPart spells a load from a buffer at an offset.
func (w *Writer) loadPart(k helperKey, t ir.TypeID, l ir.LayoutID, buffer text.Name, address func()) {
	o := &w.Out
	if ty := w.M.Types.At(t); isSimple(ty) {
		w.loadSimple(ty, func() { o.Name(buffer) }, address)
		return
	}
	o.Name(w.helpers.name(helperKey{helperLoad, t, l, k.writable}))
	o.Byte('(')
	o.Name(buffer)
	o.Comma()
	address()
	o.Byte(')')
}

func (w *Writer) loadFunction(k helperKey) {
	o := &w.Out
	t := w.M.Types.At(k.ty)
	w.startFunction(func() { w.valueType(k.ty) }, w.helpers.name(k))
	buffer := w.param(bufferType(k.writable), "buffer")
	o.Comma()
	offset := w.param("uint", "offset")
	w.startBody()
	info, err := w.Layout.Of(k.ty, k.layout)
	if err != nil {
		w.unsupported("the layout of a buffer: "+err.Error(), diag.Span{})
		return
	}
	o.Line()
	switch t.Kind {
	case ir.TypeMatrix:
		columns, rows := t.Columns, t.Rows
		o.Str("return ")
		if info.RowMajor {
			columns, rows = rows, columns
			o.Word(mathWords[ir.MathTranspose])
			o.Byte('(')
		}
		o.Str(matrixNames[t.Scalar][columns][rows])
		o.Byte('(')
		for i := range uint32(columns) {
			if i > 0 {
				o.Comma()
			}
			column := ir.Type{Kind: ir.TypeVector, Scalar: t.Scalar, Rows: rows}
			w.loadSimple(&column, func() { o.Name(buffer) }, func() { w.at(offset, i*info.Stride) })
		}
		o.Byte(')')
		if info.RowMajor {
			o.Byte(')')
		}
		o.Byte(';')
	case ir.TypeStruct:
		value := o.LocalName("value", "")
		w.typeName(k.ty)
		o.Byte(' ')
		o.Declare(value)
		o.Bind(value)
		if w.isPadded(t.Struct) {
			o.Infix("=")
			o.Byte('(')
			w.typeName(k.ty)
			o.Str(")0")
		}
		o.Byte(';')
		for i := range w.M.Structs[t.Struct].Members {
			at, mem, _ := w.Layout.Member(k.ty, k.layout, i)
			w.checkRows(mem, k.layout, diag.Span{})
			o.Line()
			o.Name(value)
			w.Member(0, t, i)
			o.Infix("=")
			w.loadPart(k, w.M.Structs[t.Struct].Members[i].Type, w.M.MemberLayout(k.layout, i), buffer, func() { w.at(offset, at) })
			o.Byte(';')
		}
		o.Line()
		o.Str("return ")
		o.Name(value)
		o.Byte(';')
	case ir.TypeArray:
		value := o.LocalName("value", "")
		w.declarator(k.ty, value)
		o.Bind(value)
		o.Byte(';')
		i := w.startLoop(t.Length)
		o.Line()
		o.Name(value)
		o.Byte('[')
		o.Name(i)
		o.Byte(']')
		o.Infix("=")
		w.loadPart(k, t.Base, w.M.ElementLayout(k.layout), buffer, func() { w.element(offset, i, info.Stride) })
		o.Byte(';')
		o.Finished(false)
		o.Close()
		o.Line()
		o.Str("return ")
		o.Name(value)
		o.Byte(';')
	}
	w.endBody()
}

// startLoop writes the head of a loop over the elements of an array.
func (w *Writer) startLoop(length uint32) text.Name {
	o := &w.Out
	i := o.LocalName("i", "")
	o.Line()
	o.Str("for")
	o.Space()
	o.Byte('(')
	o.Open()
	o.Str("uint ")
	o.Declare(i)
	o.Bind(i)
	o.Infix("=")
	o.Str("0u;")
	o.Space()
	o.Name(i)
	o.Infix("<")
	o.Uint(uint64(length))
	o.Str("u;")
	o.Space()
	o.Name(i)
	o.Str("++)")
	o.Space()
	o.Begin()
	return i
}

// element writes `offset + i * stride`.
func (w *Writer) element(offset, i text.Name, stride uint32) {
	o := &w.Out
	o.Name(offset)
	o.Infix("+")
	o.Name(i)
	o.Infix("*")
	o.Uint(uint64(stride))
	o.Byte('u')
}

// storePart spells a store to a buffer at an offset.
func (w *Writer) storePart(t ir.TypeID, l ir.LayoutID, buffer text.Name, address, value func()) {
	o := &w.Out
	if ty := w.M.Types.At(t); isSimple(ty) {
		w.storeSimple(ty, func() { o.Name(buffer) }, address, value)
	} else {
		o.Name(w.helpers.name(helperKey{helperStore, t, l, true}))
		o.Byte('(')
		o.Name(buffer)
		o.Comma()
		address()
		o.Comma()
		value()
		o.Byte(')')
	}
	o.Byte(';')
}

func (w *Writer) storeFunction(k helperKey) {
	o := &w.Out
	t := w.M.Types.At(k.ty)
	w.startFunction(func() { o.Str("void") }, w.helpers.name(k))
	buffer := w.param(bufferType(true), "buffer")
	o.Comma()
	offset := w.param("uint", "offset")
	o.Comma()
	value := o.LocalName("value", "")
	w.declarator(k.ty, value)
	o.Bind(value)
	w.startBody()
	info, err := w.Layout.Of(k.ty, k.layout)
	if err != nil {
		w.unsupported("the layout of a buffer: "+err.Error(), diag.Span{})
		return
	}
	switch t.Kind {
	case ir.TypeMatrix:
		columns, rows := t.Columns, t.Rows
		if info.RowMajor {
			columns, rows = rows, columns
		}
		for i := range uint32(columns) {
			o.Line()
			w.storePart(ir.VectorOf(t.Scalar, int(rows)), ir.NoLayout, buffer, func() { w.at(offset, i*info.Stride) }, func() {
				if info.RowMajor {
					o.Word(mathWords[ir.MathTranspose])
					o.Byte('(')
					o.Name(value)
					o.Byte(')')
				} else {
					o.Name(value)
				}
				o.Byte('[')
				o.Uint(uint64(i))
				o.Byte(']')
			})
		}
	case ir.TypeStruct:
		for i := range w.M.Structs[t.Struct].Members {
			at, mem, _ := w.Layout.Member(k.ty, k.layout, i)
			w.checkRows(mem, k.layout, diag.Span{})
			o.Line()
			w.storePart(w.M.Structs[t.Struct].Members[i].Type, w.M.MemberLayout(k.layout, i), buffer, func() { w.at(offset, at) }, func() {
				o.Name(value)
				w.Member(0, t, i)
			})
		}
	case ir.TypeArray:
		i := w.startLoop(t.Length)
		o.Line()
		w.storePart(t.Base, w.M.ElementLayout(k.layout), buffer, func() { w.element(offset, i, info.Stride) }, func() {
			o.Name(value)
			o.Byte('[')
			o.Name(i)
			o.Byte(']')
		})
		o.Finished(false)
		o.Close()
	}
	w.endBody()
}

func (w *Writer) lengthFunction(k helperKey) {
	o := &w.Out
	w.startFunction(func() { o.Str("uint") }, w.helpers.name(k))
	buffer := w.param(bufferType(k.writable), "buffer")
	w.startBody()
	o.Line()
	length := w.param("uint", "length")
	o.Byte(';')
	o.Line()
	o.Name(buffer)
	o.Str(".GetDimensions(")
	o.Name(length)
	o.Str(");")
	o.Line()
	o.Str("return ")
	o.Name(length)
	o.Byte(';')
	w.endBody()
}

// halfFunction writes the conversion between two floats and the bits of two
// halves, the first in the low bits.
func (w *Writer) halfFunction(k helperKey) {
	o := &w.Out
	if k.kind == helperPack {
		w.startFunction(func() { o.Str("uint") }, w.helpers.name(k))
		value := w.param("float2", "value")
		w.startBody()
		o.Line()
		o.Str("return ")
		o.Word(f32tof16Word)
		o.Byte('(')
		o.Name(value)
		o.Str(".x)")
		o.Infix("|")
		o.Byte('(')
		o.Word(f32tof16Word)
		o.Byte('(')
		o.Name(value)
		o.Str(".y)")
		o.Infix("<<")
		o.Str("16u);")
	} else {
		w.startFunction(func() { o.Str("float2") }, w.helpers.name(k))
		value := w.param("uint", "value")
		w.startBody()
		o.Line()
		o.Str("return ")
		o.Word(f16tof32Word)
		o.Str("(uint2(")
		o.Name(value)
		o.Infix("&")
		o.Str("0xffffu")
		o.Comma()
		o.Name(value)
		o.Infix(">>")
		o.Str("16u));")
	}
	w.endBody()
}

// offsetDecls writes the constant buffers of dynamic offsets.
func (w *Writer) offsetDecls() {
	o := &w.Out
	if len(w.opts.DynamicOffsets) > 0 && w.helpers.offsets == nil {
		w.helpers.offsets = map[offsetKey]text.Name{}
	}
	for _, g := range w.opts.DynamicOffsets {
		o.Blank()
		o.Str("cbuffer ")
		o.Declare(o.ModuleName("dynamic_offsets_"+strconv.Itoa(int(g.Group)), "", false))
		w.register('b', g.Register)
		o.Space()
		o.Byte('{')
		o.Indent()
		for i := range g.Size {
			n := o.ModuleName("dynamic_offset_"+strconv.Itoa(int(g.Group))+"_"+strconv.Itoa(int(i)), "", false)
			w.helpers.offsets[offsetKey{g.Group, i}] = n
			o.Line()
			o.Str("uint ")
			o.Declare(n)
			o.Byte(';')
		}
		o.Outdent()
		o.Line()
		o.Byte('}')
		o.End()
	}
}
