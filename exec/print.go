package exec

// This file formats the numbers that a shader prints. The format is that of printf in C, with vectors
// (%v3f) and 64-bit integers (%ul, %lu, %lx) as NonSemantic.DebugPrintf of SPIR-V has them.

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"refract/diag"
	"refract/internal/num"
	"refract/ir"
)

// A PrintedValue is an argument of a format: the bits of its components.
type PrintedValue struct {
	Scalar ir.Scalar
	Bits   []uint64
}

// FormatPrinted returns the text of a format with its arguments. Each conversion takes an argument; a vector is
// written with commas between its components. A conversion without an argument stands for itself, and
// numbers are converted if the format wants another kind.
func FormatPrinted(format string, args []PrintedValue) string {
	var b strings.Builder
	for len(format) > 0 {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			break
		}
		b.WriteString(format[:i])
		c, n := readConversion(format[i:])
		switch {
		case c.verb == '%':
			b.WriteByte('%')
		case c.verb == 0 || len(args) == 0:
			b.WriteString(format[i : i+n])
		default:
			if c.verb == 'u' && args[0].Scalar.Bits() == 64 && strings.HasPrefix(format[i+n:], "l") {
				n++
			}
			for k, bits := range args[0].Bits {
				if k > 0 {
					b.WriteString(", ")
				}
				c.write(&b, args[0].Scalar, bits)
			}
			args = args[1:]
		}
		format = format[i+n:]
	}
	b.WriteString(format)
	return b.String()
}

// Conversions returns how many arguments a format takes.
func Conversions(format string) (n int) {
	for {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			return n
		}
		c, size := readConversion(format[i:])
		if c.verb != 0 && c.verb != '%' {
			n++
		}
		format = format[i+size:]
	}
}

// A conversion is a part of a format.
type conversion struct {
	flags string // with width and precision, as package fmt takes them
	verb  byte   // 0: the text is no conversion
}

// readConversion reads a conversion at the start of a text, and returns its length, at least 1.
func readConversion(text string) (c conversion, n int) {
	n = 1
	for n < len(text) && strings.IndexByte("-+ #0123456789.", text[n]) >= 0 {
		n++
	}
	c.flags = text[1:n]
	if n+1 < len(text) && text[n] == 'v' && text[n+1] >= '2' && text[n+1] <= '4' {
		n += 2
	}
	for n < len(text) && strings.IndexByte("hl", text[n]) >= 0 {
		n++
	}
	if n < len(text) && strings.IndexByte("diouxXeEfFgGaAcsp%", text[n]) >= 0 {
		c.verb = text[n]
		return c, n + 1
	}
	return c, n
}

// maxWidth bounds widths and precisions, so that a format makes no long text of little.
const maxWidth = 64

// write appends a number.
func (c *conversion) write(b *strings.Builder, s ir.Scalar, bits uint64) {
	verb := "%" + c.limited()
	switch c.verb {
	case 'e', 'E', 'f', 'F', 'g', 'G':
		fmt.Fprintf(b, verb+string(c.verb), floatOf(s, bits))
	case 'a', 'A':
		fmt.Fprintf(b, verb+string(c.verb+'x'-'a'), floatOf(s, bits))
	case 'd', 'i':
		fmt.Fprintf(b, verb+"d", integerOf(s, bits))
	case 'c':
		fmt.Fprintf(b, verb+"c", rune(integerOf(s, bits)))
	case 'u':
		fmt.Fprintf(b, verb+"d", unsignedOf(s, bits))
	case 'o', 'x', 'X':
		fmt.Fprintf(b, verb+string(c.verb), unsignedOf(s, bits))
	default: // %s and %p, of numbers
		fmt.Fprintf(b, "%#x", unsignedOf(s, bits))
	}
}

// limited is the flags with small widths.
func (c *conversion) limited() string {
	n := 0
	for _, r := range c.flags {
		if r >= '0' && r <= '9' {
			if n = n*10 + int(r-'0'); n > maxWidth {
				return ""
			}
		} else {
			n = 0
		}
	}
	return c.flags
}

// floatOf is a number as a float.
func floatOf(s ir.Scalar, bits uint64) float64 {
	switch {
	case s == ir.F16:
		return num.F16(bits).F64()
	case s == ir.F32:
		return float64(math.Float32frombits(uint32(bits)))
	case s.IsFloat():
		return math.Float64frombits(bits)
	case s.IsSigned():
		return float64(integerOf(s, bits))
	}
	return float64(unsignedOf(s, bits))
}

// integerOf is a number as a signed integer.
func integerOf(s ir.Scalar, bits uint64) int64 {
	switch {
	case s.IsFloat():
		x := floatOf(s, bits)
		switch {
		case x >= 1<<63:
			return math.MaxInt64
		case x > -1<<63:
			return int64(x)
		case x <= -1<<63:
			return math.MinInt64
		}
		return 0 // of NaN
	case s == ir.Bool:
		return int64(bits & 1)
	}
	shift := 64 - s.Bits()
	return int64(bits<<shift) >> shift
}

// unsignedOf is a number as an unsigned integer of its size.
func unsignedOf(s ir.Scalar, bits uint64) uint64 {
	switch {
	case s.IsFloat():
		return uint64(integerOf(s, bits))
	case s == ir.Bool:
		return bits & 1
	}
	shift := 64 - s.Bits()
	return bits << shift >> shift
}

// ReadPrinted reads the buffer that pass lower-printf makes shaders write, with the formats of the module
// (ir.Module.Formats). Lost reports whether there was more than the buffer has room for; a record that
// isn't sound ends the list.
func ReadPrinted(buffer []byte, formats []string) (list []Printed, lost bool) {
	words := make([]uint32, len(buffer)/4)
	for k := range words {
		words[k] = binary.LittleEndian.Uint32(buffer[4*k:])
	}
	if len(words) == 0 {
		return nil, false
	}
	wanted := words[0]
	words = words[1:]
	if lost = uint64(wanted) > uint64(len(words)); !lost {
		words = words[:wanted]
	}
	const head = 8 // words of a record ahead of its arguments
	for len(words) >= head {
		n, format := words[0], words[1]
		if n < head || int64(n) > int64(len(words)) || format == 0 || int64(format) >= int64(len(formats)) {
			break
		}
		args, ok := printedValues(words[head:n])
		if !ok {
			break
		}
		list = append(list, Printed{Text: FormatPrinted(formats[format], args), Position: diag.Position{Line: int(words[2]), Column: int(words[3])},
			Invocation: Invocation{Stage: ir.Stage(words[4] & 0xFF), Global: [3]uint32(words[5:head])}})
		words = words[n:]
	}
	return list, lost
}

// printedValues reads the arguments of a record.
func printedValues(words []uint32) (args []PrintedValue, ok bool) {
	for len(words) > 0 {
		var v PrintedValue
		var comps int
		if v.Scalar, comps, ok = ir.PrintedShape(words[0]).Parts(); !ok {
			return nil, false
		}
		words = words[1:]
		size := (v.Scalar.Bits() + 31) / 32
		if len(words) < comps*size {
			return nil, false
		}
		for range comps {
			bits := uint64(words[0])
			if size == 2 {
				bits |= uint64(words[1]) << 32
			}
			v.Bits, words = append(v.Bits, bits), words[size:]
		}
		args = append(args, v)
	}
	return args, true
}
