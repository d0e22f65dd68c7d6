package dxbc

// This file reads and writes the parts that signatures and resource definitions share: words
// and strings at offsets. Writers have each string once, in the order of first use.

import (
	"encoding/binary"
	"strings"
)

// A reader reads words at offsets. The first mistake is kept, and reads after it give zeros.
type reader struct {
	data []byte
	all  string // data, made at the first string: strings are parts of it
	err  *Error
}

// maxText bounds the bytes of a string.
const maxText = 1 << 12

func (r *reader) fail(offset int, format string, args ...any) {
	if r.err == nil {
		r.err = errorf(offset, format, args...)
	}
}

// u32 reads the word at an offset.
func (r *reader) u32(offset int) uint32 {
	if offset < 0 || offset > len(r.data)-4 {
		r.fail(offset, "a word is beyond the end, %d bytes", len(r.data))
		return 0
	}
	return binary.LittleEndian.Uint32(r.data[offset:])
}

// u16 reads the half word at an offset.
func (r *reader) u16(offset int) uint16 {
	if offset < 0 || offset > len(r.data)-2 {
		r.fail(offset, "a word is beyond the end, %d bytes", len(r.data))
		return 0
	}
	return binary.LittleEndian.Uint16(r.data[offset:])
}

// text reads the string whose offset is in the word at an offset.
func (r *reader) text(offset int) string {
	at := r.u32(offset)
	if r.err != nil {
		return ""
	}
	if r.all == "" {
		r.all = string(r.data)
	}
	if uint64(at) < uint64(len(r.all)) {
		part := r.all[at:min(uint64(at)+maxText, uint64(len(r.all)))]
		if n := strings.IndexByte(part, 0); n >= 0 {
			return part[:n]
		}
	}
	r.fail(offset, "the string at %d has no end, or more than %d bytes", at, maxText)
	return ""
}

// table reads the number of entries at one offset and their place at another, and checks that
// entries of a size fit. A table that doesn't is a mistake, and has no entries.
func (r *reader) table(count, place, size int) (n, at int) {
	number, start := uint64(r.u32(count)), uint64(r.u32(place))
	if r.err == nil && number > 0 && start+number*uint64(size) > uint64(len(r.data)) {
		r.fail(count, "a table of %d entries at %d exceeds the chunk", number, start)
	}
	if r.err != nil {
		return 0, 0
	}
	return int(number), int(start)
}

// A writer appends words and strings.
type writer struct {
	data    []byte
	strings map[string]uint32 // offsets
}

// padding is FXC's filler.
const padding = 0xab

// align pads to a multiple of four bytes.
func (w *writer) align() {
	for len(w.data)%4 != 0 {
		w.data = append(w.data, padding)
	}
}

// words appends words.
func (w *writer) words(list ...uint32) {
	for _, v := range list {
		w.data = binary.LittleEndian.AppendUint32(w.data, v)
	}
}

// reserve appends zeros to be filled by put, and returns their offset.
func (w *writer) reserve(size int) int {
	at := len(w.data)
	w.data = append(w.data, make([]byte, size)...)
	return at
}

// put sets words at an offset.
func (w *writer) put(at int, list ...uint32) {
	for i, v := range list {
		binary.LittleEndian.PutUint32(w.data[at+4*i:], v)
	}
}

// text returns the offset of a string, which is appended at its first use.
func (w *writer) text(s string) uint32 {
	at, is := w.strings[s]
	if is {
		return at
	}
	if w.strings == nil {
		w.strings = map[string]uint32{}
	}
	at = uint32(len(w.data))
	w.strings[s] = at
	w.data = append(append(w.data, s...), 0)
	return at
}
