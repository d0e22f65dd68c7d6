package ir

// This file spells types in messages, like WGSL if it has the type.

import (
	"strconv"
	"strings"
)

// nameDepth bounds how deep a type's spelling goes; deeper parts are "...".
const nameDepth = 8

// TypeName spells a type for messages: "vec3<f32>", "ptr<storage, S, read>",
// and the name of a struct. It accepts any handle of any module, valid or not.
func (m *Module) TypeName(t TypeID) string { return string(m.appendTypeName(nil, t, 0)) }

func (m *Module) appendTypeName(b []byte, id TypeID, depth int) []byte {
	if id == 0 {
		return append(b, "no type"...)
	}
	if int(id) >= m.Types.Len() || depth > nameDepth {
		return append(b, "..."...)
	}
	t := m.Types.At(id)
	switch t.Kind {
	case TypeNone:
		return append(b, "no type"...)
	case TypeScalar:
		return append(b, t.Scalar.name()...)
	case TypeVector:
		b = append(b, "vec"...)
		b = strconv.AppendUint(b, uint64(t.Rows), 10)
		return append(append(append(b, '<'), t.Scalar.name()...), '>')
	case TypeMatrix:
		b = append(b, "mat"...)
		b = strconv.AppendUint(b, uint64(t.Columns), 10)
		b = append(b, 'x')
		b = strconv.AppendUint(b, uint64(t.Rows), 10)
		return append(append(append(b, '<'), t.Scalar.name()...), '>')
	case TypeAtomic:
		return append(append(append(b, "atomic<"...), t.Scalar.name()...), '>')
	case TypePointer:
		b = append(append(b, "ptr<"...), enumName(t.Space, spaceNames[:])...)
		b = m.appendTypeName(append(b, ", "...), t.Base, depth+1)
		if t.Space == SpaceStorage || t.Space == SpacePhysical {
			b = append(append(b, ", "...), enumName(t.Access, accessNames[:])...)
		}
		return append(b, '>')
	case TypeArray:
		return m.appendArrayName(append(b, "array<"...), t, depth)
	case TypeBindingArray:
		return m.appendArrayName(append(b, "binding_array<"...), t, depth)
	case TypeBuffer:
		switch {
		case t.Length != 0:
			return append(strconv.AppendUint(append(b, "buffer<"...), uint64(t.Length), 10), '>')
		case t.LengthExpr != 0:
			return append(b, "buffer<override>"...)
		}
		return append(b, "buffer"...)
	case TypeCooperative:
		b = strconv.AppendUint(append(b, "coop_mat"...), uint64(t.Columns), 10)
		b = strconv.AppendUint(append(b, 'x'), uint64(t.Rows), 10)
		b = append(append(append(b, '<'), t.Scalar.name()...), ", "...)
		return append(append(b, strings.ToUpper(enumName(t.Use, cooperativeUseNames[:]))...), '>')
	case TypeStruct:
		if int(t.Struct) < len(m.Structs) && m.Structs[t.Struct].Name != "" {
			return append(b, m.Structs[t.Struct].Name...)
		}
		return append(b, "struct"...)
	case TypeImage:
		return t.appendImageName(b)
	case TypeSampler:
		if t.Comparison {
			return append(b, "sampler_comparison"...)
		}
		return append(b, "sampler"...)
	case TypeSampledImage:
		return append(m.appendTypeName(append(b, "sampled_image<"...), t.Base, depth+1), '>')
	case TypeAccelerationStructure:
		return append(b, "acceleration_structure"...)
	case TypeRayQuery:
		return append(b, "ray_query"...)
	case TypeHitObject:
		return append(b, "hit_object"...)
	}
	return append(b, "unknown type"...)
}

func (m *Module) appendArrayName(b []byte, t *Type, depth int) []byte {
	b = m.appendTypeName(b, t.Base, depth+1)
	switch {
	case t.Length != 0:
		b = strconv.AppendUint(append(b, ", "...), uint64(t.Length), 10)
	case t.LengthExpr != 0:
		b = append(b, ", override"...)
	}
	return append(b, '>')
}

func (t *Type) appendImageName(b []byte) []byte {
	b = append(b, "texture_"...)
	switch t.Class {
	case ImageExternal:
		return append(b, "external"...)
	case ImageDepth:
		b = append(b, "depth_"...)
	case ImageStorage:
		b = append(b, "storage_"...)
	}
	if t.Multisampled {
		b = append(b, "multisampled_"...)
	}
	b = append(b, enumName(t.Dim, dimNames[:])...)
	if t.Arrayed {
		b = append(b, "_array"...)
	}
	switch t.Class {
	case ImageSampled:
		b = append(append(append(b, '<'), t.Scalar.name()...), '>')
	case ImageStorage:
		b = append(b, '<')
		if t.Format < numFormats {
			b = append(b, t.Format.String()...)
		}
		b = append(append(append(b, ", "...), enumName(t.Access, accessNames[:])...), '>')
	}
	return b
}

// name is String for any value, known or not.
func (s Scalar) name() string {
	if s < numScalars {
		return s.String()
	}
	return "unknown"
}

func enumName[E ~uint8](e E, names []string) string {
	if int(e) < len(names) {
		return names[e]
	}
	return "unknown"
}
