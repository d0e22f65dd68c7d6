package bindgen

// This file spells structs for Rust's crate encase, which lays values out itself: by the
// rules of WGSL, with sizes of members if the shader sets others.

import (
	"fmt"
	"regexp"

	"refract/internal/ir/layout"
	"refract/internal/lazy"
)

// An EncaseField is a member of a struct that derives encase::ShaderType.
type EncaseField struct {
	Name   string
	Type   string
	Size   string // what its attribute says; "": it has none
	Offset uint64
	Shader string
}

var vectorOrMatrix = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:vec([234])|mat([234])x([234]))<(f32|i32|u32|f16)>$`)
}}

// encaseType spells a type, with the alignment and size that encase gives it. Vectors and
// matrices are types of the crate mint.
func encaseType(t *Type) (text string, align, size uint64, err error) {
	none := func() (string, uint64, uint64, error) {
		name := t.Shader
		if name == "" {
			name = "these bytes"
		}
		return "", 0, 0, fmt.Errorf("encase has no form of %s as it lies here", name)
	}
	if m := vectorOrMatrix.Get().FindStringSubmatch(t.Shader); m != nil {
		if m[4] == "f16" {
			return none()
		}
		n, rows := m[1], m[3]
		columns := uint64(1)
		if n == "" {
			n, columns = rows, uint64(m[2][0]-'0')
		}
		count := uint64(n[0] - '0')
		align, size = 4*count, 4*count
		if count == 3 {
			align = 16
		}
		text = fmt.Sprintf("mint::Vector%s<%s>", n, m[4])
		if m[2] != "" {
			size = align * columns
			text = fmt.Sprintf("mint::ColumnMatrix%sx%s<%s>", rows, m[2], m[4])
			if rows == m[2] {
				text = fmt.Sprintf("mint::ColumnMatrix%s<%s>", rows, m[4])
			}
			if t.Size > size || t.Size < size-align+4*count || t.IsBytes() || t.RowMajor {
				return none()
			}
		}
		if t.Kind == Mapped {
			text = t.Mapped
		}
		return text, align, size, nil
	}
	switch t.Kind {
	case Scalar:
		if t.Scalar != "f32" && t.Scalar != "i32" && t.Scalar != "u32" {
			return none()
		}
		return t.Scalar, 4, 4, nil
	case Array:
		if t.IsBytes() || t.Length == 0 {
			return none()
		}
		text, align, size, err := encaseType(t.Element)
		if err != nil {
			return "", 0, 0, err
		}
		stride := layout.RoundUp(size, align)
		if stride*t.Length != t.Size {
			return none()
		}
		return fmt.Sprintf("[%s; %d]", text, t.Length), align, t.Size, nil
	case Record:
		if t.Struct.Wrapper && t.Struct.MinSize == 0 { // an element and padding
			text, align, size, err := encaseType(t.Struct.Fields[0].Type)
			if err == nil && layout.RoundUp(size, align) != t.Struct.Size {
				return none()
			}
			return text, align, t.Struct.Size, err
		}
		align = 1
		for _, f := range t.Struct.Fields {
			if !f.Pad {
				_, a, _, err := encaseType(f.Type)
				if err != nil {
					return "", 0, 0, err
				}
				align = max(align, a)
			}
		}
		return t.Struct.Name, align, t.Struct.Size, nil
	case Mapped:
		return t.Mapped, t.Align, t.Size, nil
	}
	return none()
}

// encaseFields are the members of a struct.
func encaseFields(s *Struct) ([]EncaseField, error) {
	var list []EncaseField
	at, align := uint64(0), uint64(1) // the end of the last, and of all
	last := uint64(0)
	place := func(name, shader string, offset uint64, t *Type) error {
		text, a, size, err := encaseType(t)
		if err != nil {
			return fmt.Errorf("%s.%s: %w", s.Shader, shader, err)
		}
		align = max(align, a)
		if n := len(list); layout.RoundUp(at, a) != offset {
			if n == 0 || offset < layout.RoundUp(at, a) || offset%a != 0 {
				return fmt.Errorf("%s.%s: encase can't place it at %d", s.Shader, shader, offset)
			}
			list[n-1].Size = fmt.Sprint(offset - last)
		}
		list = append(list, EncaseField{Name: name, Type: text, Offset: offset, Shader: t.Shader})
		at, last = offset+size, offset
		return nil
	}
	for _, f := range s.Fields {
		if !f.Pad {
			if err := place(f.Name, f.Shader, f.Offset, f.Type); err != nil {
				return nil, err
			}
		}
	}
	if o := s.Open; o != nil {
		if err := place(o.Name, o.Shader, o.Offset, o.Element); err != nil {
			return nil, err
		}
		n := len(list) - 1
		if _, a, size, _ := encaseType(o.Element); layout.RoundUp(size, a) != o.Stride {
			return nil, fmt.Errorf("%s.%s: encase has no array whose elements are %d bytes apart", s.Shader, o.Shader, o.Stride)
		}
		list[n].Type, list[n].Size = "Vec<"+list[n].Type+">", "runtime"
		return list, nil
	}
	if n := len(list) - 1; n >= 0 && layout.RoundUp(at, align) != s.Size {
		list[n].Size = fmt.Sprint(s.Size - last)
	}
	return list, nil
}
