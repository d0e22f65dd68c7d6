// Words and bytes: SPIR-V is a stream of 32-bit words that files hold in either
// byte order (specification, section 3.1).

package spirv

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// Magic is the first word of every module.
const Magic = 0x07230203

// MaxInstructionWords is the most words one instruction can have: its length is
// stored in 16 bits (specification, section 2.3).
const MaxInstructionWords = 0xffff

// AppendBytes appends the words to dst, low byte first, and returns it.
func AppendBytes(dst []byte, words []uint32) []byte {
	at := len(dst)
	if need := at + 4*len(words); need > cap(dst) {
		dst = append(make([]byte, 0, need), dst...)
	}
	dst = dst[:at+4*len(words)]
	for i, w := range words {
		binary.LittleEndian.PutUint32(dst[at+4*i:], w)
	}
	return dst
}

// FromBytes returns the words of a module in a file of either byte order, by the magic
// number. It fails with a *FormatError if the length isn't a multiple of 4 or the magic
// number is missing.
func FromBytes(b []byte) ([]uint32, error) { return AppendWords(nil, b) }

// AppendWords appends the result of FromBytes to a list.
func AppendWords(dst []uint32, b []byte) ([]uint32, error) {
	if len(b)%4 != 0 {
		return nil, &FormatError{Offset: len(b) / 4, Problem: "the length in bytes isn't a multiple of 4"}
	}
	at := len(dst)
	dst = slices.Grow(dst, len(b)/4)[:at+len(b)/4]
	words := dst[at:]
	if len(words) == 0 {
		return nil, &FormatError{Problem: "the module is empty"}
	}
	switch order := binary.LittleEndian.Uint32(b); order {
	case Magic:
		for i := range words {
			words[i] = binary.LittleEndian.Uint32(b[4*i : 4*i+4])
		}
	case bits.ReverseBytes32(Magic):
		for i := range words {
			words[i] = binary.BigEndian.Uint32(b[4*i:])
		}
	default:
		return nil, &FormatError{Problem: "the magic number is missing"}
	}
	return dst, nil
}

// AppendString appends the words of a literal string: its bytes, low byte of each word
// first, and at least one zero byte (specification, section 2.2.1). Text after a zero byte
// in s can't be represented and is left out.
func AppendString(dst []uint32, s string) []uint32 {
	for len(s) >= 4 {
		w := uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
		if hasZeroByte(w) {
			break
		}
		dst = append(dst, w)
		s = s[4:]
	}
	var w uint32
	for i := 0; i < len(s) && i < 4 && s[i] != 0; i++ {
		w |= uint32(s[i]) << (8 * i)
	}
	return append(dst, w)
}

// StringWords returns how many words AppendString appends for s.
func StringWords(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == 0 {
			return i/4 + 1
		}
	}
	return len(s)/4 + 1
}

// hasZeroByte reports whether one of the four bytes is zero.
func hasZeroByte(w uint32) bool { return (w-0x01010101)&^w&0x80808080 != 0 }

// appendStringBytes appends the bytes of the literal string at the start of
// words and returns how many words it takes, 0 if its end is missing.
func appendStringBytes(dst []byte, words []uint32) ([]byte, int) {
	for i, w := range words {
		if !hasZeroByte(w) {
			dst = append(dst, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
			continue
		}
		for ; w&0xff != 0; w >>= 8 {
			dst = append(dst, byte(w))
		}
		return dst, i + 1
	}
	return dst, 0
}

// String reads the literal string at the start of words. It returns the string
// and how many words it takes, 0 if its end is missing.
func String(words []uint32) (s string, n int) {
	var buf [64]byte
	b, n := appendStringBytes(buf[:0], words)
	if n == 0 {
		return "", 0
	}
	return string(b), n
}
