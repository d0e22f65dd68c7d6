package dxil

// This file describes constant buffers for D3D12's reflection. The part STAT of a container is a module
// without code, as DXC writes it: the metadata of the shader, structs with the layout of the constant
// buffers in place of rows of bytes, and annotations with the names and places of their fields.

import (
	"refract/internal/back/direct3d"
	"refract/internal/dxil"
	"refract/internal/ir/layout"
	"refract/internal/llvm"
	"refract/ir"
)

// Tags of annotations, and kinds of them.
const (
	annotateStructs   = 0
	annotateFunctions = 1

	tagMatrix        = 2
	tagOffset        = 3
	tagFieldName     = 6
	tagComponentType = 7

	annotateIn    = 0
	annotateOut   = 1
	annotateInOut = 2

	matrixByRows    = 1
	matrixByColumns = 2
)

// A describer makes the structs of constant buffers, and notes their annotations.
type describer struct {
	w       *Writer
	places  *layout.Places
	structs []llvm.MD // types and annotations by turns
	known   []knownStruct
	buffers map[ir.GlobalID]llvm.Type
}

// A knownStruct is a struct in a layout.
type knownStruct struct {
	ty     ir.TypeID
	layout ir.LayoutID
	as     llvm.Type
}

// definitions is the module of the part STAT, or nil if there are neither constant buffers nor functions of a
// library, which reflection lists.
func (w *Writer) definitions(flags uint64) (*dxil.Program, error) {
	some := false
	for k := range w.resources {
		r := &w.resources[k]
		some = some || r.isListed() && (r.class == classCBuffer || r.stride != 0)
	}
	if !some && !w.isLibrary() {
		return nil, nil
	}
	code := w.gen
	w.gen = generator{}
	w.gen.start(w)
	w.described = &describer{w: w, places: layout.NewPlaces(w.module), buffers: map[ir.GlobalID]llvm.Type{}}
	defer func() { w.gen, w.described = code, nil }()
	o := w.gen.out
	w.gen.f, w.gen.m, w.gen.types = code.f, code.m, code.types
	w.paramBytes = w.paramBytes[:0]
	for _, f := range code.fns {
		w.gen.fns = append(w.gen.fns, o.Declare(f.Name, o.FuncType(w.gen.void, w.gen.paramTypes()...), 0))
	}
	for k := range w.resources {
		if r := &w.resources[k]; r.isListed() && r.symbol != 0 {
			t := w.gen.handleType
			if w.opts.Profile < Profile66 {
				t = w.symbolType(r)
			}
			r.symbol = w.gen.librarySymbol(r, t)
		}
	}
	w.metadata(flags)
	data, err := o.Bytes()
	if err != nil {
		return nil, err
	}
	return w.program(data), nil
}

// annotations is the metadata of the structs and functions.
func (x *describer) annotations() {
	o := x.w.gen.out
	list := []llvm.MD{o.Int(annotateFunctions)}
	for _, f := range x.w.gen.fns {
		none := o.Node()
		values := []llvm.MD{o.Node(o.Int(annotateOut), none, none)} // the result: nothing
		for k := range x.w.paramBytes {
			direction := int64(annotateInOut)
			if k > 0 { // attributes of a hit
				direction = annotateIn
			}
			values = append(values, o.Node(o.Int(direction), none, none))
		}
		list = append(list, o.ValueMD(f.Value), o.Node(values...))
	}
	o.Name("dx.typeAnnotations", o.Node(append([]llvm.MD{o.Int(annotateStructs)}, x.structs...)...), o.Node(list...))
}

// buffer is the struct that stands for a constant buffer: its one field has the buffer's name, or its fields are
// the members.
func (x *describer) buffer(r *resource) llvm.Type {
	if t, ok := x.buffers[r.global]; ok {
		return t
	}
	o, g := x.w.gen.out, &x.w.module.Globals[r.global]
	t, l := x.w.module.Held(g)
	p := layout.Place{Type: t, Layout: l}
	var types []llvm.Type
	var fields []llvm.MD
	if held := x.w.module.StructOf(t); held != nil && g.Register.Names != ir.NamesVariable {
		types, fields = x.members(held, p, 0)
	} else {
		types, fields = []llvm.Type{x.typeOf(p, 0)}, []llvm.MD{x.field(g.Name, p, 0, false)}
	}
	s := o.StructOf(direct3d.BufferName(g), types...)
	x.annotate(s, r.bytes, fields...)
	x.buffers[r.global] = s
	return s
}

// structured is the class of a structured buffer, whose one field is an element.
func (x *describer) structured(r *resource, class string) llvm.Type {
	if t, ok := x.buffers[r.global]; ok {
		return t
	}
	o, m := x.w.gen.out, x.w.module
	p, err := direct3d.Element(m, x.places, &m.Globals[r.global])
	if err != nil {
		return x.w.gen.i32
	}
	s := o.StructOf(class+"<"+m.TypeName(p.Type)+">", x.typeOf(p, 0))
	x.annotate(s, r.stride, x.field("h", p, 0, false))
	x.buffers[r.global] = s
	return s
}

// annotate notes the fields of a struct.
func (x *describer) annotate(s llvm.Type, size uint32, fields ...llvm.MD) {
	o := x.w.gen.out
	x.structs = append(x.structs, o.ValueMD(o.UndefOf(s)), o.Node(append([]llvm.MD{o.Int(int64(size))}, fields...)...))
}

// field is the annotation of a field; isBool: the integers in it are bools.
func (x *describer) field(name string, p layout.Place, offset uint32, isBool bool) llvm.MD {
	o := x.w.gen.out
	list := []llvm.MD{o.Int(tagFieldName), o.Text(name)}
	t := x.w.module.Types.At(p.Type)
	for depth := 0; t.Kind == ir.TypeArray && depth < direct3d.MaxTypeDepth; depth++ {
		element, _, err := x.places.Element(p)
		if err != nil {
			break
		}
		p, t = element, x.w.module.Types.At(element.Type)
	}
	if t.Kind == ir.TypeMatrix {
		// The rows of a matrix in HLSL are the module's columns.
		order := int64(matrixByRows)
		if info, err := x.places.Info(p); err == nil && info.RowMajor {
			order = matrixByColumns
		}
		list = append(list, o.Int(tagMatrix), o.Node(o.Int(int64(t.Columns)), o.Int(int64(t.Rows)), o.Int(order)))
	}
	list = append(list, o.Int(tagOffset), o.Int(int64(offset)))
	if t.Kind != ir.TypeStruct {
		scalar := t.Scalar
		if isBool {
			scalar = ir.Bool
		}
		list = append(list, o.Int(tagComponentType), o.Int(int64(componentOf(scalar))))
	}
	return o.Node(list...)
}

// typeOf is the type of a place.
func (x *describer) typeOf(p layout.Place, depth int) llvm.Type {
	o, m := x.w.gen.out, x.w.module
	t := m.Types.At(p.Type)
	switch t.Kind {
	case ir.TypeStruct:
		return x.structOf(p, depth)
	case ir.TypeArray:
		element, _, err := x.places.Element(p)
		if err != nil || depth > direct3d.MaxTypeDepth {
			return x.w.gen.i32
		}
		return o.ArrayOf(x.typeOf(element, depth+1), t.Length)
	case ir.TypeMatrix:
		n, of := uint32(t.Columns), uint32(t.Rows)
		if info, err := x.places.Info(p); err == nil && info.RowMajor {
			n, of = of, n
		}
		return o.ArrayOf(o.VectorOf(x.scalar(t.Scalar), of), n)
	case ir.TypeVector:
		return o.VectorOf(x.scalar(t.Scalar), uint32(t.Rows))
	}
	return x.scalar(t.Scalar)
}

// scalar is the type of a scalar; bools are integers in memory.
func (x *describer) scalar(s ir.Scalar) llvm.Type {
	if s == ir.Bool {
		return x.w.gen.i32
	}
	return x.w.gen.typeOf(kindOf(s), s.Bits())
}

// structOf is the struct of a place.
func (x *describer) structOf(p layout.Place, depth int) llvm.Type {
	for _, k := range x.known {
		if k.ty == p.Type && k.layout == p.Layout {
			return k.as
		}
	}
	o, m := x.w.gen.out, x.w.module
	s := &m.Structs[m.Types.At(p.Type).Struct]
	types, fields := x.members(s, p, depth)
	as := o.StructOf("struct."+s.Name, types...)
	x.known = append(x.known, knownStruct{p.Type, p.Layout, as})
	x.annotate(as, direct3d.Extent(m, x.places, p), fields...)
	return as
}

// members are the types and annotations of the members of a struct.
func (x *describer) members(s *ir.Struct, p layout.Place, depth int) (types []llvm.Type, fields []llvm.MD) {
	for k := range s.Members {
		member, offset, err := x.places.Member(p, k)
		if err != nil || depth > direct3d.MaxTypeDepth {
			break
		}
		types = append(types, x.typeOf(member, depth+1))
		fields = append(fields, x.field(s.Members[k].Name, member, offset, s.Members[k].Bool))
	}
	return types, fields
}
