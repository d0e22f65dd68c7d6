package dxbc

// This file describes the resources of a shader for D3DReflect (the chunk RDEF), as FXC does for
// the text of package hlsl.

import (
	"strconv"

	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/internal/ir/layout"
	"refract/ir"
)

// creator is the compiler that the description names.
const creator = "refract"

// definitions are the description.
func (w *Writer) definitions() *dxbc.ResourceDefinitions {
	d := &dxbc.ResourceDefinitions{Stage: w.stage(), Flags: 1 << 8, Creator: creator}
	d.Major, d.Minor = w.opts.Profile.model()
	places := layout.NewPlaces(w.module)
	each := func(classes string, do func(r *resource)) {
		for _, class := range []byte(classes) {
			for k := range w.resources {
				if r := &w.resources[k]; r.used && r.class == class {
					do(r)
				}
			}
		}
	}
	each("stub", func(r *resource) { w.binding(d, r) })
	each("b", func(r *resource) { w.buffer(d, r, places) })
	each("tu", func(r *resource) {
		if r.stride != 0 && !r.hidden {
			w.structure(d, r, places)
		}
	})
	return d
}

// binding describes a bound resource.
func (w *Writer) binding(d *dxbc.ResourceDefinitions, r *resource) {
	g := &w.module.Globals[r.global]
	t := w.module.Types.At(r.ty)
	array := t.Kind == ir.TypeBindingArray
	if array {
		t = w.module.Types.At(t.Base)
	}
	b := dxbc.Binding{Name: direct3d.BufferName(g), Point: r.at.Register, Count: 1, Space: r.at.Space, ID: r.id}
	if array {
		b.Count = r.count
	}
	switch {
	case r.class == 'b':
		b.Type, b.Flags = dxbc.InputConstantBuffer, dxbc.BindingUserPacked
	case r.class == 's':
		b.Type = dxbc.InputSampler
		if t.Comparison {
			b.Flags = dxbc.BindingComparison
		}
	case r.stride != 0:
		b.Type, b.Return, b.View, b.Samples = dxbc.InputStructured, dxbc.ReturnMixed, dxbc.ViewBuffer, r.stride
		if r.class == 'u' {
			b.Type = w.structuredView(r)
		}
	case r.raw:
		b.Type, b.Return, b.View = dxbc.InputByteAddress, dxbc.ReturnMixed, dxbc.ViewBuffer
		if r.class == 'u' {
			b.Type = dxbc.InputUAVByteAddress
		}
	default:
		b.Type, b.Return, b.View = dxbc.InputTexture, returnOf(t), viewOf(t)
		if r.class == 'u' {
			b.Type = dxbc.InputUAVTyped
		}
		b.Samples = ^uint32(0)
		if t.Multisampled {
			b.Samples = 0
		}
		b.Flags = uint32(g.Register.TexelComponents(t)-1) << 2
	}
	if array && w.opts.Profile < Profile51 {
		for k := range r.count {
			x := b
			x.Name, x.Point, x.Count = b.Name+"["+strconv.Itoa(int(k))+"]", b.Point+k, 1
			d.Bindings = append(d.Bindings, x)
		}
		return
	}
	d.Bindings = append(d.Bindings, b)
}

// viewOf is the shape of a texture in bindings.
func viewOf(t *ir.Type) dxbc.ViewDimension {
	switch dimensionOf(t) {
	case dxbc.DimensionBuffer:
		return dxbc.ViewBuffer
	case dxbc.DimensionTexture1D:
		return dxbc.ViewTexture1D
	case dxbc.DimensionTexture1DArray:
		return dxbc.ViewTexture1DArray
	case dxbc.DimensionTexture2DArray:
		return dxbc.ViewTexture2DArray
	case dxbc.DimensionTexture2DMS:
		return dxbc.ViewTexture2DMS
	case dxbc.DimensionTexture2DMSArray:
		return dxbc.ViewTexture2DMSArray
	case dxbc.DimensionTexture3D:
		return dxbc.ViewTexture3D
	case dxbc.DimensionTextureCube:
		return dxbc.ViewTextureCube
	case dxbc.DimensionTextureCubeArray:
		return dxbc.ViewTextureCubeArray
	}
	return dxbc.ViewTexture2D
}

// structuredView is the kind of a structured buffer that is written.
func (w *Writer) structuredView(r *resource) dxbc.InputType {
	switch w.module.Globals[r.global].Register.Form {
	case ir.BufferAppend:
		return dxbc.InputUAVAppend
	case ir.BufferConsume:
		return dxbc.InputUAVConsume
	}
	if r.counts {
		return dxbc.InputUAVCounter
	}
	return dxbc.InputUAVStructured
}

// structure describes an element of a structured buffer.
func (w *Writer) structure(d *dxbc.ResourceDefinitions, r *resource, places *layout.Places) {
	g := &w.module.Globals[r.global]
	x := describer{m: w.module, d: d, places: places, first: len(d.Types), named: w.opts.Profile >= Profile50}
	p, err := direct3d.Element(w.module, places, g)
	if err != nil {
		return
	}
	v := dxbc.Variable{Name: "$Element", Size: r.stride, Flags: dxbc.VariableUsed, Type: x.typeOf(p, false, 0), FirstTexture: dxbc.NoRegister, FirstSampler: dxbc.NoRegister}
	d.Buffers = append(d.Buffers, dxbc.Buffer{Name: g.Name, Size: r.stride, Kind: dxbc.BufferStructure, Variables: []dxbc.Variable{v}})
}

// buffer describes a constant buffer, which holds one variable with the buffer's name, or the members of that.
func (w *Writer) buffer(d *dxbc.ResourceDefinitions, r *resource, places *layout.Places) {
	g := &w.module.Globals[r.global]
	t, l := w.module.Held(g)
	x := describer{m: w.module, d: d, places: places, first: len(d.Types), named: w.opts.Profile >= Profile50}
	whole := layout.Place{Type: t, Layout: l}
	b := dxbc.Buffer{Name: direct3d.BufferName(g), Size: (r.bytes + 15) &^ 15}
	add := func(name string, p layout.Place, offset uint32, isBool bool) {
		v := dxbc.Variable{Name: name, Offset: offset, Size: direct3d.Extent(x.m, x.places, p), Type: x.typeOf(p, isBool, 0), FirstTexture: dxbc.NoRegister, FirstSampler: dxbc.NoRegister}
		if r.top > 0 {
			v.Flags = dxbc.VariableUsed
		}
		b.Variables = append(b.Variables, v)
	}
	if s := x.m.StructOf(t); s != nil && g.Register.Names != ir.NamesVariable {
		for k := range s.Members {
			if p, offset, err := x.places.Member(whole, k); err == nil {
				add(s.Members[k].Name, p, offset, s.Members[k].Bool)
			}
		}
	} else {
		add(g.Name, whole, 0, false)
	}
	d.Buffers = append(d.Buffers, b)
}

// A describer describes types.
type describer struct {
	m      *ir.Module
	d      *dxbc.ResourceDefinitions
	places *layout.Places
	first  int // of the buffer's types
	named  bool
}

// typeOf describes the type of a place; isBool: the integers in it are bools.
func (x *describer) typeOf(p layout.Place, isBool bool, depth int) int32 {
	t := x.m.Types.At(p.Type)
	out := dxbc.Type{Rows: 1, Columns: 1, Base: dxbc.NoType, SubType: dxbc.NoType}
	elements := uint32(1)
	isArray := false
	for t.Kind == ir.TypeArray && depth < direct3d.MaxTypeDepth {
		isArray = true
		elements *= max(1, t.Length)
		element, _, err := x.places.Element(p)
		if err != nil {
			break
		}
		p, t = element, x.m.Types.At(element.Type)
		depth++
	}
	if isArray {
		out.Elements = uint16(min(elements, 1<<16-1))
	}
	scalar := t.Scalar
	if isBool {
		scalar = ir.Bool
	}
	switch t.Kind {
	case ir.TypeStruct:
		out.Class, out.Kind = dxbc.ClassStruct, dxbc.KindVoid
		s := &x.m.Structs[t.Struct]
		out.Name = s.Name
		columns := 0
		for k := range s.Members {
			if depth > direct3d.MaxTypeDepth {
				break
			}
			member, offset, err := x.places.Member(p, k)
			if err != nil {
				break
			}
			id := x.typeOf(member, s.Members[k].Bool, depth+1)
			mt := &x.d.Types[id]
			columns += int(mt.Rows) * int(mt.Columns) * int(max(1, mt.Elements))
			out.Members = append(out.Members, dxbc.Member{Name: s.Members[k].Name, Type: id, Offset: offset})
		}
		out.Columns = uint16(min(columns, 1<<16-1))
	case ir.TypeMatrix:
		out.Class = dxbc.ClassMatrixRows
		if info, err := x.places.Info(p); err == nil && info.RowMajor {
			out.Class = dxbc.ClassMatrixColumns
		}
		// The rows of a matrix in HLSL are the module's columns.
		out.Kind, out.Name = kindOf(scalar)
		out.Rows, out.Columns = uint16(t.Columns), uint16(t.Rows)
		out.Name += strconv.Itoa(int(t.Columns)) + "x" + strconv.Itoa(int(t.Rows))
	case ir.TypeVector:
		out.Class = dxbc.ClassVector
		out.Kind, out.Name = kindOf(scalar)
		out.Columns = uint16(t.Rows)
		out.Name += strconv.Itoa(int(t.Rows))
	default:
		out.Kind, out.Name = kindOf(scalar)
	}
	if !x.named {
		out.Name = ""
	}
	return x.d.AddType(out, x.first)
}

// kindOf is a scalar in descriptions, and its name in HLSL.
func kindOf(s ir.Scalar) (dxbc.TypeKind, string) {
	switch {
	case s == ir.Bool:
		return dxbc.KindBool, "bool"
	case s == ir.F64:
		return dxbc.KindDouble, "double"
	case s.IsFloat():
		return dxbc.KindFloat, "float"
	case s.IsSigned():
		return dxbc.KindInt, "int"
	}
	return dxbc.KindUint, "uint"
}
