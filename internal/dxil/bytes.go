package dxil

// This file reads and writes words of parts.

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"refract/internal/dxbc"
)

// The parts that the package reads and writes beside those that package dxbc names.
const (
	PartPSV0 dxbc.FourCC = 'P' | 'S'<<8 | 'V'<<16 | '0'<<24 // PipelineInfo
	PartHASH dxbc.FourCC = 'H' | 'A'<<8 | 'S'<<16 | 'H'<<24 // Hash
	PartRDAT dxbc.FourCC = 'R' | 'D'<<8 | 'A'<<16 | 'T'<<24 // RuntimeData
	PartDXIL             = dxbc.ChunkDXIL                   // Program
	PartSFI0             = dxbc.ChunkSFI0                   // Features
	PartISG1             = dxbc.ChunkISG1                   // Signature of inputs
	PartOSG1             = dxbc.ChunkOSG1                   // Signature of outputs
	PartPSG1             = dxbc.ChunkPSG1                   // Signature of patch constants or primitives
	PartRTS0             = dxbc.ChunkRTS0                   // a root signature
)

// An Error is a mistake in a part that is read, at an offset in bytes from its start.
type Error = dxbc.Error

// A reader reads words one after the other. The first mistake is kept, and reads after it give zeros.
type reader struct {
	data []byte
	at   int
	err  *Error
}

func (r *reader) fail(offset int, format string, args ...any) {
	if r.err == nil {
		r.err = &Error{Offset: offset, Reason: fmt.Sprintf(format, args...)}
	}
}

// take returns the next n bytes, or nil if they are beyond the end.
func (r *reader) take(n int) []byte {
	if r.err != nil {
		return nil
	}
	if n < 0 || n > len(r.data)-r.at {
		r.fail(r.at, "%d bytes are beyond the end, %d", n, len(r.data))
		return nil
	}
	r.at += n
	return r.data[r.at-n : r.at : r.at]
}

func (r *reader) u8() uint8 {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) u16() uint16 {
	if b := r.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *reader) u32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// words reads n words; their memory is bounded by the data's length.
func (r *reader) words(n int) []uint32 {
	if n < 0 || n > (len(r.data)-r.at)/4 {
		n = len(r.data) // beyond the end
	}
	b := r.take(4 * n)
	if len(b) == 0 {
		return nil
	}
	list := make([]uint32, n)
	for i := range list {
		list[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return list
}

// end reports bytes behind the last field.
func (r *reader) end() error {
	if r.err == nil && r.at != len(r.data) {
		r.fail(r.at, "%d bytes are left", len(r.data)-r.at)
	}
	if r.err != nil {
		return r.err
	}
	return nil
}

// textAt returns the string that begins at an offset of a table and ends with a zero byte. The
// mistake of one without an end is at a place.
func (r *reader) textAt(table []byte, offset uint32, place int) string {
	if uint64(offset) < uint64(len(table)) {
		s := table[offset:]
		if n := bytes.IndexByte(s[:min(len(s), maxText)], 0); n >= 0 {
			return string(s[:n])
		}
	}
	r.fail(place, "the string at %d has no end, or more than %d bytes", offset, maxText)
	return ""
}

// maxText bounds the bytes of a string.
const maxText = 1 << 12

func appendWords(b []byte, list ...uint32) []byte {
	for _, v := range list {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

// align pads with zeros to a multiple of four bytes.
func align(b []byte) []byte {
	for len(b)%4 != 0 {
		b = append(b, 0)
	}
	return b
}
