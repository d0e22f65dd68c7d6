package exec

// This file spells values of the shader as text.

import (
	"strconv"

	"refract/internal/num"
	"refract/ir"
)

// String spells the value: numbers in the fewest digits that determine them, vectors,
// matrices (as columns) and arrays as [1, 2], structs as {a: 1, b: 2}.
func (v View) String() string {
	if v.IsZero() {
		return "nothing"
	}
	return string(v.appendText(nil))
}

func (v View) appendText(b []byte) []byte {
	t := v.kind()
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		return appendScalar(b, t.Scalar, v.bits(t.Scalar))
	case ir.TypeStruct:
		b = append(b, '{')
		members := v.places.Module().Structs[t.Struct].Members
		for i := range members {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(append(b, members[i].Name...), ": "...)
			if member, err := v.Index(i); err == nil {
				b = member.appendText(b)
			}
		}
		return append(b, '}')
	}
	b = append(b, '[')
	for i := range v.Len() {
		element, err := v.Index(i)
		if err != nil {
			break
		}
		if i > 0 {
			b = append(b, ", "...)
		}
		b = element.appendText(b)
	}
	return append(b, ']')
}

func appendScalar(b []byte, s ir.Scalar, bits uint64) []byte {
	switch {
	case s == ir.Bool:
		return strconv.AppendBool(b, bits != 0)
	case s == ir.F16:
		return num.AppendF16(b, num.F16(bits))
	case s == ir.F32:
		return num.AppendF32(b, float32(s.Float(bits)))
	case s == ir.F64:
		return num.AppendF64(b, s.Float(bits))
	case s.IsSigned():
		return strconv.AppendInt(b, intOf(s, bits), 10)
	}
	return strconv.AppendUint(b, bits, 10)
}
