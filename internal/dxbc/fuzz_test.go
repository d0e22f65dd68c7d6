package dxbc_test

import (
	"bytes"
	"slices"
	"testing"

	"refract/internal/dxbc"
)

// fuzzed are the kinds of chunks that the package reads.
var fuzzed = []dxbc.FourCC{
	dxbc.ChunkSHEX, dxbc.ChunkRDEF, dxbc.ChunkAon9, dxbc.ChunkISGN, dxbc.ChunkOSG5, dxbc.ChunkOSG1, dxbc.ChunkPCSG, dxbc.ChunkSTAT, dxbc.ChunkSFI0, dxbc.ChunkIFCE,
}

// FuzzChunk reads any bytes as chunks, prints them, and writes what it read: programs have the same
// bytes then.
func FuzzChunk(f *testing.F) {
	for _, c := range golden(f) {
		box, err := dxbc.ReadContainer(c.DXBC)
		if err != nil {
			f.Fatal(err)
		}
		for i := range box.Chunks {
			k := &box.Chunks[i]
			if kind := slices.Index(fuzzed, k.Kind); kind >= 0 && len(k.Data) < 1500 {
				f.Add(uint8(kind), k.Data)
			}
		}
	}
	tiny := dxbc.NewProgram(dxbc.Pixel, 5, 0)
	program, err := tiny.Bytes()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, kind uint8, data []byte) {
		k := dxbc.Chunk{Kind: fuzzed[int(kind)%len(fuzzed)], Data: data}
		written, err := rewritten(&k)
		if lossless := k.Kind == dxbc.ChunkSHEX; lossless && err == nil && !bytes.Equal(written, data) {
			t.Error("the program differs when it is written again")
		}
		if p, err := dxbc.ReadProgram(data); err == nil {
			p.Count()
			p.Check()
			p.Features(nil)
		}
		if p, err := dxbc.ReadProgram9(data); err == nil {
			if again, err := p.Bytes(); err != nil || !bytes.Equal(again, data) {
				t.Errorf("the program of model 2 differs when it is written again: %v", err)
			}
		}
		var c dxbc.Container
		c.Add(k.Kind, data)
		for _, kind := range []dxbc.FourCC{dxbc.ChunkISGN, dxbc.ChunkOSGN} {
			c.Add(kind, (&dxbc.Signature{Kind: kind}).Bytes())
		}
		if k.Kind != dxbc.ChunkSHEX {
			c.Add(dxbc.ChunkSHEX, program)
		}
		c.Text()
		if again, err := dxbc.ReadContainer(c.Bytes()); err != nil || !bytes.Equal(again.Bytes(), c.Bytes()) {
			t.Errorf("the container differs when it is written again: %v", err)
		}
	})
}
