// Package setup makes resources for shaders from text: contents of buffers and samplers,
// and uniforms whose names define their values.
package setup

// This file reads resources from text, and prints numbers.

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"refract/exec"
	"refract/internal/num"
	"refract/ir"
)

// MaxBuffer is the size in bytes of the largest buffer that is made.
const MaxBuffer = 1 << 31

// ParseContent reads the initial contents of a buffer: zero:BYTES, hex:DIGITS or
// TYPE:NUMBERS, the numbers with commas or spaces between.
func ParseContent(text string) ([]byte, error) {
	form, rest, ok := strings.Cut(text, ":")
	if !ok {
		return nil, errors.New("zero:BYTES, TYPE:NUMBERS, hex:DIGITS or @FILE is expected")
	}
	switch form {
	case "zero":
		n, err := strconv.ParseUint(rest, 0, 32)
		if err != nil || n > MaxBuffer {
			return nil, fmt.Errorf("%q is no number of bytes up to %d", rest, MaxBuffer)
		}
		return make([]byte, n), nil
	case "hex":
		return DecodeHex(rest)
	}
	s := ScalarNamed(form)
	if s == ir.NoScalar {
		return nil, fmt.Errorf("there is no form %q; there are zero, hex and %s", form, strings.Join(ScalarNames(), ", "))
	}
	var out []byte
	for _, word := range strings.FieldsFunc(rest, func(r rune) bool { return r == ',' || r == ' ' }) {
		bits, err := ParseScalar(s, word)
		if err != nil {
			return nil, err
		}
		out = AppendBits(out, s, bits)
	}
	return out, nil
}

// DecodeHex reads bytes, two hexadecimal digits each.
func DecodeHex(digits string) ([]byte, error) {
	data, err := hex.DecodeString(digits)
	var wrong hex.InvalidByteError
	switch {
	case errors.As(err, &wrong):
		return nil, fmt.Errorf("%q is no hexadecimal digit", rune(wrong))
	case err != nil:
		return nil, errors.New("bytes have two hexadecimal digits each; one is missing")
	}
	return data, nil
}

// scalars are the types that numbers may have.
var scalars = []ir.Scalar{ir.I8, ir.U8, ir.I16, ir.U16, ir.I32, ir.U32, ir.I64, ir.U64, ir.F16, ir.F32, ir.F64}

// ScalarNames are the names of types of numbers.
func ScalarNames() []string {
	var names []string
	for _, s := range scalars {
		names = append(names, s.String())
	}
	return names
}

// ScalarNamed is the type of that name, or NoScalar.
func ScalarNamed(name string) ir.Scalar {
	if i := slices.Index(ScalarNames(), name); i >= 0 {
		return scalars[i]
	}
	return ir.NoScalar
}

// ParseScalar reads a number of a type.
func ParseScalar(s ir.Scalar, word string) (bits uint64, err error) {
	switch {
	case s.IsFloat():
		var x float64
		if x, err = strconv.ParseFloat(word, 64); err == nil {
			switch s {
			case ir.F16:
				bits = uint64(num.F16FromF64(x))
			case ir.F32:
				bits = uint64(math.Float32bits(float32(x)))
			default:
				bits = math.Float64bits(x)
			}
		}
	case s.IsSigned():
		var x int64
		x, err = strconv.ParseInt(word, 0, s.Bits())
		bits = uint64(x)
	default:
		bits, err = strconv.ParseUint(word, 0, s.Bits())
	}
	if err != nil {
		return 0, fmt.Errorf("%q is no %s", word, s)
	}
	return bits, nil
}

// AppendBits appends a number, low byte first.
func AppendBits(b []byte, s ir.Scalar, bits uint64) []byte {
	switch s.Bytes() {
	case 1:
		return append(b, byte(bits))
	case 2:
		return binary.LittleEndian.AppendUint16(b, uint16(bits))
	case 4:
		return binary.LittleEndian.AppendUint32(b, uint32(bits))
	}
	return binary.LittleEndian.AppendUint64(b, bits)
}

// FormatScalar spells the number at the beginning of b.
func FormatScalar(s ir.Scalar, b []byte) string {
	var bits uint64
	switch s.Bytes() {
	case 1:
		bits = uint64(b[0])
	case 2:
		bits = uint64(binary.LittleEndian.Uint16(b))
	case 4:
		bits = uint64(binary.LittleEndian.Uint32(b))
	default:
		bits = binary.LittleEndian.Uint64(b)
	}
	switch {
	case s == ir.F16:
		return num.FormatF16(num.F16(bits))
	case s == ir.F32:
		return num.FormatF32(math.Float32frombits(uint32(bits)))
	case s == ir.F64:
		return num.FormatF64(math.Float64frombits(bits))
	case s.IsSigned():
		shift := 64 - s.Bits()
		return strconv.FormatInt(int64(bits<<shift)>>shift, 10)
	}
	return strconv.FormatUint(bits, 10)
}

// ParseSampler reads words with commas between: filters, address modes, comparisons,
// colors of the border, and anisotropy:N.
func ParseSampler(words string) (*exec.Sampler, error) {
	s := exec.NewSampler(exec.Nearest, exec.ClampToEdge)
	for _, word := range strings.Split(words, ",") {
		if f, ok := exec.FilterByName(word); ok {
			s.Magnify, s.Minify, s.Mipmap = f, f, f
		} else if a, ok := exec.AddressModeByName(word); ok {
			s.AddressU, s.AddressV, s.AddressW = a, a, a
		} else if c, ok := exec.CompareByName(word); ok {
			s.Compare = c
		} else if b, ok := exec.BorderByName(word); ok {
			s.Border = b
		} else if n, ok := strings.CutPrefix(word, "anisotropy:"); ok {
			most, err := strconv.ParseUint(n, 10, 8)
			if err != nil || most < 1 || most > exec.MaxAnisotropy {
				return nil, fmt.Errorf("an anisotropy is from 1 to %d, not %q", exec.MaxAnisotropy, n)
			}
			s.MaxAnisotropy = uint8(most)
		} else {
			return nil, fmt.Errorf("there is no %q", word)
		}
	}
	return s, nil
}
