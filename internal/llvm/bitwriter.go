package llvm

// This file writes bit streams: LLVM's container of blocks and records, whose fields have widths in
// bits (BitCodeFormat, "Bitstream Format").

import (
	"encoding/binary"
	"math/bits"
)

// Abbreviations that every block has.
const (
	abbrevEnd    = 0 // of a block
	abbrevEnter  = 1 // a block
	abbrevDefine = 2 // an abbreviation
	abbrevNone   = 3 // a record without an abbreviation
	abbrevFirst  = 4 // the first abbreviation of a block's own
)

// An encoding is a way to write a field of an abbreviation.
type encoding uint8

const (
	literal encoding = iota // value: the field's value, which isn't written
	fixed                   // value: the width
	vbr                     // value: the width of a part
	array                   // of the field behind it, the last
	char6
	blob
)

// A field is a field of an abbreviation.
type field struct {
	kind  encoding
	value uint64
}

// A bitWriter appends bits to bytes, the lowest first.
type bitWriter struct {
	data    []byte
	pending uint64 // bits that are no whole word yet
	count   uint   // of pending bits, below 32
	width   uint   // of abbreviation numbers in this block
	open    []openBlock
}

// An openBlock is a block that isn't ended.
type openBlock struct {
	size  int  // where the word with the block's size is
	width uint // of abbreviation numbers around it
}

// bits writes the lowest n bits of v, whose other bits are 0; n is at most 32.
func (w *bitWriter) bits(v uint64, n uint) {
	w.pending |= v << w.count
	w.count += n
	if w.count >= 32 {
		w.data = binary.LittleEndian.AppendUint32(w.data, uint32(w.pending))
		w.pending >>= 32
		w.count -= 32
	}
}

// wide writes the lowest n bits of v; n is at most 64.
func (w *bitWriter) wide(v uint64, n uint) {
	if n > 32 {
		w.bits(v&0xffffffff, 32)
		v, n = v>>32, n-32
	}
	w.bits(v, n)
}

// vbr writes v in parts of n bits, whose highest bit is set if another part follows.
func (w *bitWriter) vbr(v uint64, n uint) {
	more := uint64(1) << (n - 1)
	for v >= more {
		w.bits(v&(more-1)|more, n)
		v >>= n - 1
	}
	w.bits(v, n)
}

// align writes zeros up to a multiple of 32 bits.
func (w *bitWriter) align() {
	if w.count > 0 {
		w.bits(0, 32-w.count)
	}
}

// enter begins a block, whose abbreviations have numbers of a width.
func (w *bitWriter) enter(block uint64, width uint) {
	w.bits(abbrevEnter, w.width)
	w.vbr(block, 8)
	w.vbr(uint64(width), 4)
	w.align()
	w.open = append(w.open, openBlock{len(w.data), w.width})
	w.data = append(w.data, 0, 0, 0, 0)
	w.width = width
}

// end ends the block that was begun last.
func (w *bitWriter) end() {
	w.bits(abbrevEnd, w.width)
	w.align()
	b := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	binary.LittleEndian.PutUint32(w.data[b.size:], uint32((len(w.data)-b.size)/4-1))
	w.width = b.width
}

// define defines an abbreviation.
func (w *bitWriter) define(fields []field) {
	w.bits(abbrevDefine, w.width)
	w.vbr(uint64(len(fields)), 5)
	for _, f := range fields {
		switch f.kind {
		case literal:
			w.bits(1, 1)
			w.vbr(f.value, 8)
		case fixed, vbr:
			w.bits(0, 1)
			w.bits(uint64(f.kind), 3)
			w.vbr(f.value, 5)
		case array, char6, blob:
			w.bits(0, 1)
			w.bits(uint64(f.kind), 3)
		}
	}
}

// record writes a record without an abbreviation.
func (w *bitWriter) record(code uint64, values ...uint64) {
	w.bits(abbrevNone, w.width)
	w.vbr(code, 6)
	w.vbr(uint64(len(values)), 6)
	for _, v := range values {
		w.vbr(v, 6)
	}
}

// abbreviated writes a record by an abbreviation with a number, without blobs.
func (w *bitWriter) abbreviated(number uint64, fields []field, code uint64, values ...uint64) {
	w.bits(number, w.width)
	if fields[0].kind != literal {
		w.field(fields[0], code)
	}
	for k, f := range fields[1:] {
		if f.kind == array {
			w.vbr(uint64(len(values)-k), 6)
			for _, v := range values[k:] {
				w.field(fields[len(fields)-1], v)
			}
			return
		}
		w.field(f, values[k])
	}
}

func (w *bitWriter) field(f field, v uint64) {
	switch f.kind {
	case fixed:
		w.wide(v, uint(f.value))
	case vbr:
		w.vbr(v, uint(f.value))
	case char6:
		w.bits(uint64(char6Of(byte(v))), 6)
	}
}

// char6Of returns the code of a character in six bits, or 64 if it has none.
func char6Of(c byte) byte {
	switch {
	case c >= 'a' && c <= 'z':
		return c - 'a'
	case c >= 'A' && c <= 'Z':
		return c - 'A' + 26
	case c >= '0' && c <= '9':
		return c - '0' + 52
	case c == '.':
		return 62
	case c == '_':
		return 63
	}
	return 64
}

// isChar6 reports whether each character of a text has a code of six bits.
func isChar6(s string) bool {
	for i := range len(s) {
		if char6Of(s[i]) == 64 {
			return false
		}
	}
	return true
}

// widthFor returns the number of bits of numbers up to n.
func widthFor(n int) uint64 { return uint64(bits.Len(uint(n))) }

// signed moves the sign of a number into its lowest bit, as records have signed numbers.
func signed(v int64) uint64 {
	if v >= 0 {
		return uint64(v) << 1
	}
	return uint64(-v)<<1 | 1
}
