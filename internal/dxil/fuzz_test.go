package dxil_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"refract/internal/dxbc"
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/internal/sweep"
)

// fuzzed are the kinds of parts that the package reads.
var fuzzed = []dxbc.FourCC{
	dxil.PartPSV0, dxil.PartISG1, dxil.PartOSG1, dxil.PartPSG1, dxil.PartRTS0, dxil.PartRDAT, dxil.PartSFI0, dxil.PartHASH, dxil.PartILDN, dxil.PartDXIL, dxbc.ChunkSTAT,
}

// FuzzPart reads any bytes as parts, writes parts that were read, and prints containers with them. A
// part that was written has the same bytes when it is read and written again.
func FuzzPart(f *testing.F) {
	list := golden(f)
	for _, c := range list {
		box, err := dxbc.ReadContainer(c.DXIL)
		if err != nil {
			f.Fatal(err)
		}
		for i := range box.Chunks {
			k := &box.Chunks[i]
			if kind := slices.Index(fuzzed, k.Kind); kind >= 0 && len(k.Data) < 2000 {
				f.Add(uint8(kind), k.Data)
			}
		}
	}
	base, err := dxbc.ReadContainer(list[0].DXIL)
	if err != nil {
		f.Fatal(err)
	}
	program, _ := base.Chunk(dxil.PartDXIL)
	f.Fuzz(func(t *testing.T, kind uint8, data []byte) {
		k := dxbc.Chunk{Kind: fuzzed[int(kind)%len(fuzzed)], Data: data}
		write := rewritten
		if k.Kind == dxil.PartRTS0 { // bytes may have flags that the text has no names for
			write = func(_ dxil.Stage, k *dxbc.Chunk) ([]byte, error) {
				s, err := dxil.ParseRootSignature(k.Data)
				if err != nil {
					return nil, err
				}
				_ = s.String()
				return s.Bytes(), nil
			}
		}
		if written, err := write(dxil.Pixel, &k); err == nil && written != nil {
			again, err := write(dxil.Pixel, &dxbc.Chunk{Kind: k.Kind, Data: written})
			if err != nil || !bytes.Equal(again, written) {
				t.Errorf("%v differs when it is written again: %v", k.Kind, err)
			}
		}
		var c dxbc.Container
		c.Add(k.Kind, data)
		if k.Kind != dxil.PartDXIL {
			c.Add(dxil.PartDXIL, program)
		}
		printed(t, &c)
	})
}

// printed prints a container; mistakes have a place.
func printed(t *testing.T, c *dxbc.Container) bool {
	t.Helper()
	_, err := dxil.Text(c)
	var part *dxil.Error
	var code *llvm.Error
	if err != nil && !errors.As(err, &part) && !errors.As(err, &code) {
		t.Errorf("%T: %v", err, err)
	}
	return err == nil
}

// TestMutants prints containers with a few bits of their parts changed.
func TestMutants(t *testing.T) {
	list := golden(t)
	r := rand.New(rand.NewPCG(3, 4))
	same, mutants := 0, sweep.Count(4000)
	for range mutants {
		c, err := dxbc.ReadContainer(bytes.Clone(list[r.IntN(len(list))].DXIL))
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + r.IntN(3) {
			if k := &c.Chunks[r.IntN(len(c.Chunks))]; len(k.Data) > 0 {
				k.Data[r.IntN(len(k.Data))] ^= 1 << r.IntN(8)
			}
		}
		if printed(t, c) {
			same++
		}
	}
	t.Logf("%d of %d mutants are printed", same, mutants)
}
