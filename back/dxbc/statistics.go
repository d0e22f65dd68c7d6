package dxbc

// This file counts the instructions of a program (the chunk STAT).

import (
	"encoding/binary"

	"refract/internal/dxbc"
)

// statistics are the contents of the chunk.
func (w *Writer) statistics(p *dxbc.Program) []byte {
	words := make([]byte, 4*37)
	put := func(at int, v uint32) { binary.LittleEndian.PutUint32(words[4*at:], v) }
	put(0, uint32(len(w.gen.instrs)))
	return words
}
