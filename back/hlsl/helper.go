package hlsl

// This file writes the functions that the text needs beside the author's: loads and stores
// of values larger than a vector, sizes of buffers and textures, which HLSL gives through
// parameters. Functions that differ only in their parameters share a name.

import (
	"strconv"

	"refract/diag"
	"refract/internal/back/text"
	"refract/internal/ir/layout"
	"refract/ir"
)

type helperKind uint8

const (
	helperLoad helperKind = iota
	helperStore
	helperLoadColumn // of a matrix that is stored by rows; ty is the matrix
	helperStoreColumn
	helperLength // of a buffer in bytes
	helperSize   // of a texture; ty is its type; layout is 1 if a level is given
	helperLevels
	helperLayers
	helperSamples
	helperPack // two halves into an integer
	helperUnpack
	helperToBits       // of a double; ty is the parameter's type
	helperFromBits     // into a double
	helperIntersection // of a ray query; layout is 1 if it is the committed one
)

// helperKey identifies a function.
type helperKey struct {
	kind   helperKind
	ty     ir.TypeID
	layout ir.LayoutID
	access bufferAccess
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

// arrayTypeName is the name of the type of an array, made at its first use.
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
	helped, stores := helped, false
	for i := range m.Globals {
		stores = stores || m.Globals[i].Space == ir.SpaceStorage
	}
	if !stores {
		helped &^= 1 << ir.KindLoad
	}
	for _, f := range m.Functions[1:] {
		if f.Result != 0 && m.Types.At(f.Result).Kind == ir.TypeArray {
			w.arrayTypeName(f.Result)
		}
		for e := f.Next(0, helped); e != 0; e = f.Next(e, helped) {
			switch f.Kind(e) {
			case ir.KindLoad:
				pt := m.Types.At(f.TypeOf(f.Operand(e)))
				if pt.Space != ir.SpaceStorage {
					continue
				}
				if matrix := w.byRows(&f.Exprs, f.Operand(e)); matrix != 0 {
					w.addHelper(w.columnKey(helperLoadColumn, &f.Exprs, matrix), 0)
				} else if !isSimple(m.Types.At(f.TypeOf(e))) {
					w.addHelper(helperKey{helperLoad, f.TypeOf(e), pt.Layout, w.accessOf(&f.Exprs, f.Operand(e))}, 0)
				}
			case ir.KindArrayLength:
				w.addHelper(helperKey{kind: helperLength, access: w.accessOf(&f.Exprs, f.Operand(e))}, 0)
			case ir.KindImageQuery:
				w.addHelper(queryKey(f, e), 0)
			case ir.KindMath:
				switch f.MathOp(e) {
				case ir.MathPack2x16float:
					w.addHelper(helperKey{kind: helperPack}, 0)
				case ir.MathUnpack2x16float:
					w.addHelper(helperKey{kind: helperUnpack}, 0)
				}
			case ir.KindAs:
				if k, ok := w.bitsKey(&f.Exprs, e); ok {
					w.addHelper(k, 0)
				}
			case ir.KindRayQueryGet:
				w.addHelper(intersectionKey(&f.Exprs, e), 0)
			}
		}
		if !stores || !f.MayHaveStmt(ir.StmtStore) {
			continue
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtStore {
				continue
			}
			v := f.Store(s)
			pt := m.Types.At(f.TypeOf(v.Pointer))
			if pt.Space != ir.SpaceStorage {
				continue
			}
			if matrix := w.byRows(&f.Exprs, v.Pointer); matrix != 0 {
				w.addHelper(w.columnKey(helperStoreColumn, &f.Exprs, matrix), 0)
			} else if !isSimple(m.Types.At(f.TypeOf(v.Value))) {
				w.addHelper(helperKey{helperStore, f.TypeOf(v.Value), pt.Layout, w.accessOf(&f.Exprs, v.Pointer)}, 0)
			}
		}
	}
}

// helped are the expressions that may need a function.
const helped ir.KindSet = 1<<ir.KindLoad | 1<<ir.KindArrayLength | 1<<ir.KindImageQuery | 1<<ir.KindMath | 1<<ir.KindAs |
	1<<ir.KindRayQueryGet

// addHelper adds a function, behind the ones that it needs.
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
				w.addHelper(helperKey{k.kind, t, l, k.access}, depth+1)
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
	if k.kind == helperToBits || k.kind == helperFromBits {
		scalar := k
		if scalar.ty = ir.ScalarTypeOf(w.M.Types.ScalarOf(k.ty)); scalar != k {
			w.addHelper(scalar, depth+1)
		}
	}
	other := k
	other.access = writes - min(k.access, writes)
	n := h.names[other]
	apart := false // FXC finds no overload for normalized texels beside others
	if n == 0 && k.kind > helperLength {
		if k.asksImage() {
			for _, o := range h.list { // the same of a type that is spelled alike
				if o.kind == k.kind && o.layout == k.layout && w.sameImage(o.ty, k.ty) {
					if w.isDXC() || normalization(w.M.Types.At(o.ty)) == normalization(w.M.Types.At(k.ty)) {
						h.names[k] = h.names[o]
						return
					}
					apart = true
				}
			}
		}
		for _, o := range h.list { // the same of another type
			if o.kind == k.kind && o.layout == k.layout && (k.kind != helperIntersection || o.ty == k.ty) && !apart {
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
	case helperLoadColumn:
		return "load_column_" + name
	case helperStoreColumn:
		return "store_column_" + name
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
	case helperToBits:
		return "double_to_bits"
	case helperFromBits:
		return "bits_to_double"
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
		case helperLoadColumn, helperStoreColumn:
			w.columnFunction(k)
		case helperLength:
			o.Template(lengthFunction, text.Args{"function": w.helpers.name(k), "Buffer": bufferTypes[k.access]})
		case helperPack:
			o.Template(packFunction, text.Args{"function": w.helpers.name(k)})
		case helperUnpack:
			o.Template(unpackFunction, text.Args{"function": w.helpers.name(k)})
		case helperToBits, helperFromBits:
			w.bitsFunction(k)
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

var bufferTypes = [...]string{reads: "ByteAddressBuffer", writes: "RWByteAddressBuffer", coheres: "globallycoherent RWByteAddressBuffer"}

// bufferAccess is the type of a storage buffer.
type bufferAccess uint8

const (
	reads bufferAccess = iota
	writes
	coheres // and writes
)

// coherent are the qualifiers that globallycoherent stands for: volatile memory is coherent.
const coherent = ir.Coherent | ir.Volatile

// accessOf is that of the buffer that a pointer points into.
func (w *Writer) accessOf(ex *ir.Exprs, ptr ir.ExprID) bufferAccess {
	if w.M.Types.At(ex.TypeOf(ptr)).Access&ir.AccessWrite == 0 {
		return reads
	}
	for {
		switch ex.Kind(ptr) {
		case ir.KindAccess, ir.KindAccessIndex:
			ptr = ex.Operand(ptr)
			continue
		case ir.KindGlobal:
			if w.M.Globals[ex.GlobalRef(ptr)].Memory&coherent != 0 {
				return coheres
			}
		}
		return writes
	}
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
	o.Name(w.helpers.name(helperKey{helperLoad, t, l, k.access}))
	o.Byte('(')
	o.Name(buffer)
	o.Comma()
	address()
	o.Byte(')')
}

// accessed is the type that a function loads or stores, and its memory layout.
func (w *Writer) accessed(k helperKey) (t *ir.Type, info layout.Info, ok bool) {
	info, err := w.Layout.Of(k.ty, k.layout)
	if err != nil {
		w.Unsupported("the layout of a buffer: "+err.Error(), diag.Span{})
	}
	return w.M.Types.At(k.ty), info, err == nil
}

// loadFunction writes a function that loads a matrix, struct or array.
func (w *Writer) loadFunction(k helperKey) {
	o := &w.Out
	t, info, ok := w.accessed(k)
	if !ok {
		return
	}
	buffer, offset := o.LocalName("buffer", ""), o.LocalName("offset", "")
	args := text.Args{"type": func() { w.valueType(k.ty) }, "function": w.helpers.name(k), "Buffer": bufferTypes[k.access],
		"buffer": buffer, "offset": offset}
	body := ""
	switch t.Kind {
	case ir.TypeMatrix:
		columns, rows := t.Columns, t.Rows
		body = "return $matrix($columns);"
		if info.RowMajor {
			columns, rows = rows, columns
			body = "return transpose($matrix($columns));"
		}
		args["matrix"] = matrixNames[t.Scalar][columns][rows]
		args["columns"] = func() {
			for i := range uint32(columns) {
				if i > 0 {
					o.Comma()
				}
				column := ir.Type{Kind: ir.TypeVector, Scalar: t.Scalar, Rows: rows}
				w.loadSimple(&column, func() { o.Name(buffer) }, func() { w.at(offset, i*info.Stride) })
			}
		}
	case ir.TypeStruct:
		body = "$type @value;\n\t$members\n\treturn $value;"
		if w.isPadded(t.Struct) {
			body = "$type @value = ($type)0;\n\t$members\n\treturn $value;"
		}
		value := o.LocalName("value", "")
		args["value"] = value
		args["members"] = func() {
			for i := range w.M.Structs[t.Struct].Members {
				at, mem, _ := w.Layout.Member(k.ty, k.layout, i)
				w.checkRows(mem, k.layout, diag.Span{})
				if i > 0 {
					o.Line()
				}
				o.Name(value)
				w.Member(0, t, i)
				o.Infix("=")
				w.loadPart(k, w.M.Structs[t.Struct].Members[i].Type, w.M.MemberLayout(k.layout, i), buffer, func() { w.at(offset, at) })
				o.Byte(';')
			}
		}
	case ir.TypeArray:
		body = `$declaration;
	for (uint @i = 0u; $i < $length; $i++) {
		$value[$i] = $element;
	}
	return $value;`
		i, value := o.LocalName("i", ""), o.LocalName("value", "")
		args["i"], args["value"], args["length"] = i, value, func() { w.unsigned(t.Length) }
		args["declaration"] = func() { w.declarator(k.ty, value); o.Bind(value) }
		args["element"] = func() {
			w.loadPart(k, t.Base, w.M.ElementLayout(k.layout), buffer, func() { w.element(offset, i, info.Stride) })
		}
	}
	o.Template("$type @function($Buffer @buffer, uint @offset) {\n\t"+body+"\n}", args)
}

// columnFunction writes a function that loads or stores a column of a matrix which is
// stored by rows.
func (w *Writer) columnFunction(k helperKey) {
	o := &w.Out
	t, info, ok := w.accessed(k)
	if !ok {
		return
	}
	scalar, column := ir.ScalarTypeOf(t.Scalar), ir.VectorOf(t.Scalar, int(t.Rows))
	buffer, offset, value := o.LocalName("buffer", ""), o.LocalName("offset", ""), o.LocalName("value", "")
	args := text.Args{"type": func() { w.valueType(column) }, "function": w.helpers.name(k), "Buffer": bufferTypes[k.access],
		"buffer": buffer, "offset": offset, "value": value}
	if k.kind == helperLoadColumn {
		args["parts"] = func() {
			for i := range uint32(t.Rows) {
				if i > 0 {
					o.Comma()
				}
				w.loadPart(k, scalar, ir.NoLayout, buffer, func() { w.at(offset, i*info.Stride) })
			}
		}
		o.Template("$type @function($Buffer @buffer, uint @offset) {\n\treturn $type($parts);\n}", args)
		return
	}
	args["parts"] = func() {
		for i := range uint32(t.Rows) {
			if i > 0 {
				o.Line()
			}
			w.storePart(k, scalar, ir.NoLayout, buffer, func() { w.at(offset, i*info.Stride) }, func() {
				o.Template("$value[$i]", text.Args{"value": value, "i": int(i)})
			})
		}
	}
	o.Template("void @function($Buffer @buffer, uint @offset, $type @value) {\n\t$parts\n}", args)
}

// unsigned writes a number of type uint.
func (w *Writer) unsigned(n uint32) {
	w.Out.Uint(uint64(n))
	w.Out.Byte('u')
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
func (w *Writer) storePart(k helperKey, t ir.TypeID, l ir.LayoutID, buffer text.Name, address, value func()) {
	o := &w.Out
	if ty := w.M.Types.At(t); isSimple(ty) {
		w.storeSimple(ty, func() { o.Name(buffer) }, address, value)
	} else {
		o.Name(w.helpers.name(helperKey{helperStore, t, l, k.access}))
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

// storeFunction writes a function that stores a matrix, struct or array.
func (w *Writer) storeFunction(k helperKey) {
	o := &w.Out
	t, info, ok := w.accessed(k)
	if !ok {
		return
	}
	buffer, offset, value := o.LocalName("buffer", ""), o.LocalName("offset", ""), o.LocalName("value", "")
	args := text.Args{"function": w.helpers.name(k), "Buffer": bufferTypes[k.access], "buffer": buffer, "offset": offset,
		"declaration": func() { w.declarator(k.ty, value); o.Bind(value) }}
	body := "\n\t$parts"
	// part stores part i, each on a line of its own.
	part := func(i int, t ir.TypeID, l ir.LayoutID, at uint32, spell func()) {
		if i > 0 {
			o.Line()
		}
		w.storePart(k, t, l, buffer, func() { w.at(offset, at) }, spell)
	}
	switch t.Kind {
	case ir.TypeMatrix:
		columns, rows, column := t.Columns, t.Rows, "$value[$i]"
		if info.RowMajor {
			columns, rows, column = rows, columns, "transpose($value)[$i]"
		}
		args["parts"] = func() {
			for i := range uint32(columns) {
				part(int(i), ir.VectorOf(t.Scalar, int(rows)), ir.NoLayout, i*info.Stride, func() {
					o.Template(column, text.Args{"value": value, "i": int(i)})
				})
			}
		}
	case ir.TypeStruct:
		args["parts"] = func() {
			for i := range w.M.Structs[t.Struct].Members {
				at, mem, _ := w.Layout.Member(k.ty, k.layout, i)
				w.checkRows(mem, k.layout, diag.Span{})
				part(i, w.M.Structs[t.Struct].Members[i].Type, w.M.MemberLayout(k.layout, i), at, func() {
					o.Name(value)
					w.Member(0, t, i)
				})
			}
		}
	case ir.TypeArray:
		body = `
	for (uint @i = 0u; $i < $length; $i++) {
		$element
	}`
		i := o.LocalName("i", "")
		args["i"], args["length"] = i, func() { w.unsigned(t.Length) }
		args["element"] = func() {
			w.storePart(k, t.Base, w.M.ElementLayout(k.layout), buffer, func() { w.element(offset, i, info.Stride) }, func() {
				o.Template("$value[$i]", text.Args{"value": value, "i": i})
			})
		}
	}
	o.Template("void @function($Buffer @buffer, uint @offset, $declaration) {"+body+"\n}", args)
}

// The function that returns the length of a buffer, in bytes.
const lengthFunction = `uint @function($Buffer @buffer) {
	uint @length;
	$buffer.GetDimensions($length);
	return $length;
}`

// The conversions between two floats and the bits of two halves, the first in the low
// bits.
const (
	packFunction = `uint @function(float2 @value) {
	return f32tof16($value.x) | (f32tof16($value.y) << 16u);
}`
	unpackFunction = `float2 @function(uint @value) {
	return f16tof32(uint2($value & 0xffffu, $value >> 16u));
}`
)

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
