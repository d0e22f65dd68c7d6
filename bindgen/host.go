package bindgen

// This file turns types as they lie in a shader's memory into types that compilers of
// hosts lay out the same: scalars, arrays without gaps, structs with padding.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"refract/internal/lazy"
	"refract/reflection"
)

// Kind is the kind of a host's type.
type Kind uint8

const (
	Scalar Kind = iota // Type.Scalar
	Array              // Type.Length of Type.Element
	Record             // Type.Struct
	Mapped             // Type.Mapped, a type of the user's
)

// A Type is a type of the host.
type Type struct {
	Kind    Kind
	Scalar  string  // "f32", "i32", "f16" ..., and "byte"
	Length  uint64  // elements of an array
	Element *Type   // of an array
	Struct  *Struct // of a record
	Mapped  string  // how the host's language calls it
	Size    uint64  // bytes
	Align   uint64  // bytes; what the host's compilers ask for at most
	Shader  string  // the type in the shader; "" where it is made up

	RowMajor bool // a matrix that is an array of rows
}

// IsBytes reports whether the type is an array of bytes: for values that no other type can
// hold.
func (t *Type) IsBytes() bool {
	return t.Kind == Array && t.Element.Kind == Scalar && t.Element.Scalar == "byte"
}

// Flat is the scalar of a type that is that scalar over and over, and how often.
func (t *Type) Flat() (scalar string, n uint64) {
	switch t.Kind {
	case Scalar:
		return t.Scalar, 1
	case Array:
		s, n := t.Element.Flat()
		return s, n * t.Length
	}
	return "", 0
}

var byteType = &Type{Kind: Scalar, Scalar: "byte", Size: 1, Align: 1}

// bytesOf is an array of n bytes that stands for a shader's type.
func bytesOf(n uint64, shader string) *Type {
	return &Type{Kind: Array, Length: n, Element: byteType, Size: n, Align: 1, Shader: shader}
}

// scalarSizes are bytes.
var scalarSizes = lazy.Value[map[string]uint64]{Make: func() map[string]uint64 {
	return map[string]uint64{
		"i8": 1, "u8": 1, "i16": 2, "u16": 2, "f16": 2, "i32": 4, "u32": 4, "f32": 4, "i64": 8, "u64": 8, "f64": 8,
		"bool": 4, // of buffers in SPIR-V, a word
	}
}}

func scalarType(name string) *Type {
	size := scalarSizes.Get()[name]
	return &Type{Kind: Scalar, Scalar: name, Size: size, Align: size, Shader: name}
}

// arrayOf is an array without gaps.
func arrayOf(n uint64, of *Type, shader string) *Type {
	return &Type{Kind: Array, Length: n, Element: of, Size: n * of.Size, Align: of.Align, Shader: shader}
}

// host is the type that holds a shader's type. size is its size in the shader if the caller
// knows that, which decides about types that have no other form.
func (b *builder) host(t *reflection.Type, size uint64) (*Type, error) {
	switch t.Kind {
	case "scalar", "atomic":
		if scalarSizes.Get()[t.Scalar] == 0 {
			return nil, fmt.Errorf("a host has no form of %s", t.Name)
		}
		return b.mapped(scalarType(t.Scalar), t.Name), nil
	case "vector":
		return b.mapped(arrayOf(uint64(t.Rows), scalarType(t.Scalar), t.Name), t.Name), nil
	case "matrix":
		return b.matrix(t), nil
	case "array":
		if !t.Length.Is() {
			return nil, fmt.Errorf("the length of %s depends on an override that has no value", t.Name)
		}
		e, err := b.element(t)
		if err != nil {
			return nil, err
		}
		return b.mapped(arrayOf(uint64(t.Length.Value()), e, t.Name), t.Name), nil
	case "struct":
		if !t.Struct.Is() {
			return nil, fmt.Errorf("%s has no place in memory", t.Name)
		}
		s, err := b.structure(int(t.Struct.Value()))
		if err != nil {
			return nil, err
		}
		return &Type{Kind: Record, Struct: s, Size: s.Size, Align: s.Align, Shader: t.Name}, nil
	}
	return nil, fmt.Errorf("a host has no form of %s", t.Name)
}

// matrix is an array of columns, or of rows.
func (b *builder) matrix(t *reflection.Type) *Type {
	n, m := uint64(t.Columns), uint64(t.Rows)
	if t.RowMajor {
		n, m = m, n
	}
	s := scalarType(t.Scalar)
	stride := uint64(t.Stride)
	switch {
	case stride%s.Size != 0 || stride < m*s.Size:
		return bytesOf((n-1)*stride+m*s.Size, t.Name)
	case stride == m*s.Size && !t.RowMajor:
		return b.mapped(arrayOf(n, arrayOf(m, s, ""), t.Name), t.Name)
	}
	m = stride / s.Size
	rows := arrayOf(n, arrayOf(m, s, ""), t.Name)
	rows.RowMajor = t.RowMajor
	return rows
}

// element is the type of an array's elements, padded to its stride.
func (b *builder) element(t *reflection.Type) (*Type, error) {
	e, err := b.host(t.Element, 0)
	if err != nil {
		return nil, err
	}
	stride := uint64(t.Stride)
	switch {
	case e.Size == stride:
		return e, nil
	case e.Size > stride || stride%e.Align != 0:
		return bytesOf(stride, t.Element.Name), nil
	}
	return b.padded(e, stride), nil
}

// padded is a struct of one field and padding.
func (b *builder) padded(e *Type, stride uint64) *Type {
	key := fmt.Sprintf("%s/%d", signature(e), stride)
	s := b.wrappers[key]
	if s == nil {
		s = &Struct{Shader: e.Shader, Wrapper: true, Size: stride, Align: e.Align, Fields: []Field{
			{Name: b.names.field("value"), Size: e.Size, Type: e},
			{Name: b.names.padding(0), Pad: true, Offset: e.Size, Size: stride - e.Size, Type: bytesOf(stride-e.Size, "")},
		}}
		s.Name = b.names.claim(fmt.Sprintf("%sStride%d", wordOf(e.Shader), stride), b.names.language.structNames...)
		b.wrappers[key] = s
		b.model.Structs = append(b.model.Structs, s)
	}
	return &Type{Kind: Record, Struct: s, Size: stride, Align: s.Align, Shader: e.Shader}
}

// wordOf makes a word of a type's name: "vec3<f32>" is "Vec3f".
func wordOf(shader string) string {
	for _, s := range [...][2]string{{"<f32>", "f"}, {"<f16>", "h"}, {"<i32>", "i"}, {"<u32>", "u"}} {
		shader = strings.Replace(shader, s[0], s[1], 1)
	}
	return upperFirst(strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, shader))
}

// signature is equal for equal types of the host.
func signature(t *Type) string {
	switch t.Kind {
	case Scalar:
		return t.Scalar
	case Array:
		return fmt.Sprintf("[%d]%s", t.Length, signature(t.Element))
	case Record:
		return "struct " + t.Struct.Name
	}
	return t.Mapped
}

// mapped is the user's type for a shader's type, if there is one, else t, which has the
// same bytes.
func (b *builder) mapped(t *Type, shader string) *Type {
	to, ok := b.mapping[shader]
	if !ok {
		return t
	}
	if !slices.ContainsFunc(b.model.Mapped, func(m MappedType) bool { return m.Name == to && m.Size == t.Size }) {
		b.model.Mapped = append(b.model.Mapped, MappedType{to, shader, t.Size})
	}
	_, n := t.Flat()
	align := t.Size
	if n > 0 {
		align = t.Size / n
	}
	return &Type{Kind: Mapped, Mapped: to, Size: t.Size, Align: align, Shader: shader}
}

// structure is the host's form of a struct of the reflection at hand.
func (b *builder) structure(i int) (*Struct, error) {
	if s := b.structs[i]; s != nil {
		return s, nil
	}
	from := &b.from.Structs[i]
	s := &Struct{Shader: from.Name, Layout: from.Layout, Source: from.Source, MinSize: from.Size}
	members := make([]int, len(from.Members)) // by offset, which SPIR-V may have in any order
	for j := range members {
		members[j] = j
	}
	if from.RuntimeSized {
		members = members[:len(members)-1]
	}
	slices.SortStableFunc(members, func(x, y int) int { return cmp.Compare(from.Members[x].Offset, from.Members[y].Offset) })
	end := from.Size
	fields := b.names.fields()
	if from.RuntimeSized {
		last := &from.Members[len(from.Members)-1]
		end = uint64(last.Offset)
		if last.Type.Kind != "array" {
			return nil, fmt.Errorf("%s.%s: a struct that ends in a struct whose length the host decides has no form", from.Name, last.Name)
		}
		e, err := b.element(&last.Type)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", from.Name, last.Name, err)
		}
		s.Open = &Open{Shader: last.Name, Name: fields.claim(last.Name), Offset: end, Stride: uint64(last.Type.Stride), Element: e}
	}
	for k, j := range members {
		m := &from.Members[j]
		t, err := b.host(&m.Type, m.Size)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", from.Name, m.Name, err)
		}
		next := end
		if k+1 < len(members) {
			next = uint64(from.Members[members[k+1]].Offset)
		} else if !from.RuntimeSized {
			next = max(next, uint64(m.Offset)+t.Size) // nothing follows
		}
		offset := uint64(m.Offset)
		if offset%t.Align != 0 || offset+t.Size > next {
			t = bytesOf(min(m.Size, next-offset), m.Type.Name)
		}
		s.Fields = append(s.Fields, Field{Name: fields.claim(m.Name), Shader: m.Name, Offset: offset, Size: t.Size, Type: t, Source: m.Source})
	}
	s.lay(end, &b.names)
	key := s.signature()
	if same := b.known[key]; same != nil {
		s = same // of another source
	} else {
		formats := b.names.language.structNames
		if s.Open != nil {
			formats = b.names.language.openNames
		}
		s.Name = b.names.claim(from.Name, formats...)
		if s.Open != nil && s.Open.Name == s.Name+"Header" {
			s.Open.Name += "_" // which is embedded
		}
		b.known[key] = s
		b.model.Structs = append(b.model.Structs, s)
	}
	b.structs[i] = s
	return s, nil
}

// lay puts padding between the fields and at the end.
func (s *Struct) lay(end uint64, names *names) {
	s.Align = 1
	for _, f := range s.Fields {
		s.Align = max(s.Align, f.Type.Align)
	}
	var all []Field
	at, n := uint64(0), 0
	pad := func(to uint64) {
		if to > at {
			name := names.padding(n)
			for n++; slices.ContainsFunc(s.Fields, func(f Field) bool { return f.Name == name }); n++ {
				name = names.padding(n)
			}
			all = append(all, Field{Name: name, Pad: true, Offset: at, Size: to - at, Type: bytesOf(to-at, "")})
			at = to
		}
	}
	for _, f := range s.Fields {
		pad(f.Offset)
		all = append(all, f)
		at += f.Size
	}
	pad(max(at, end))
	pad((at + s.Align - 1) / s.Align * s.Align)
	s.Size, s.Fields = at, all
}

// signature tells structs apart.
func (s *Struct) signature() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d", s.Shader, s.Size)
	for _, f := range s.Fields {
		if !f.Pad {
			fmt.Fprintf(&b, ";%s@%d %s", f.Shader, f.Offset, signature(f.Type))
		}
	}
	if s.Open != nil {
		fmt.Fprintf(&b, ";%s@%d+%d %s", s.Open.Shader, s.Open.Offset, s.Open.Stride, signature(s.Open.Element))
	}
	return b.String()
}
