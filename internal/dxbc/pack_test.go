package dxbc_test

// This file compares the registers that Pack assigns with FXC's signatures. Containers lack the
// interpolation of outputs, so that only inputs of pixel programs that the program reads have it.

import (
	"math/bits"
	"slices"
	"testing"

	"refract/internal/dxbc"
)

// TestPack packs the elements of the signatures of testdata again.
func TestPack(t *testing.T) {
	packed := 0
	for _, c := range golden(t) {
		box, err := dxbc.ReadContainer(c.DXBC)
		if err != nil {
			t.Fatal(err)
		}
		program, err := programOf(box)
		if err != nil {
			t.Fatal(err)
		}
		modes := interpolations(program)
		for i := range box.Chunks {
			k := &box.Chunks[i]
			s, err := dxbc.ReadSignature(k.Kind, k.Data)
			if err != nil {
				continue
			}
			for stream := range uint32(4) {
				want := streamOf(s, stream)
				got, ok := dxbc.Pack(linkageOf(k.Kind, program.Stage), slots(want, modes))
				if !ok || len(got) != len(want) {
					t.Errorf("%s: %v: %d elements instead of %d", c.Name, k.Kind, len(got), len(want))
					continue
				}
				for i := range got {
					packed++
					if got[i].Semantic != want[i].Semantic || got[i].Index != want[i].Index || got[i].Register != want[i].Register || got[i].Mask != want[i].Mask {
						t.Errorf("%s: %v: %v instead of %v", c.Name, k.Kind, got[i], want[i])
					}
				}
			}
		}
	}
	if packed < 200 {
		t.Errorf("only %d elements", packed)
	}
}

// streamOf are the elements of a stream.
func streamOf(s *dxbc.Signature, stream uint32) (list []dxbc.Element) {
	for _, e := range s.Elements {
		if e.Stream == stream {
			list = append(list, e)
		}
	}
	return list
}

func linkageOf(kind dxbc.FourCC, stage dxbc.Stage) dxbc.Linkage {
	switch input := kind == dxbc.ChunkISGN || kind == dxbc.ChunkISG1; {
	case input && stage == dxbc.Vertex:
		return dxbc.LinkageVertices
	case !input && stage == dxbc.Pixel:
		return dxbc.LinkageTargets
	}
	return dxbc.LinkageStages
}

// component is a component of a register.
type component struct {
	register uint32
	column   int
}

// interpolations are the modes of a pixel program's inputs.
func interpolations(p *dxbc.Program) map[component]dxbc.Interpolation {
	modes := map[component]dxbc.Interpolation{}
	for i := range p.Instructions {
		in := &p.Instructions[i]
		if in.Opcode != dxbc.OpDclInputPS && in.Opcode != dxbc.OpDclInputPSSIV {
			continue
		}
		o := &p.OperandsOf(in)[0]
		for column := range 4 {
			if o.Select>>column&1 != 0 {
				modes[component{p.IndicesOf(o)[0].Value, column}] = in.Control.Interpolation()
			}
		}
	}
	return modes
}

// arrays are the semantics of arrays in testdata.
var arrays = []string{"C", "TANGENT", "UV", "SV_TessFactor", "SV_InsideTessFactor"}

// slots are the variables of elements, whose arrays are one slot each.
func slots(list []dxbc.Element, modes map[component]dxbc.Interpolation) (slots []dxbc.Slot) {
	for _, e := range list {
		column := bits.TrailingZeros8(e.Mask)
		mode, known := modes[component{e.Register, column}]
		switch {
		case known:
		case e.SystemValue == dxbc.ValuePosition:
			mode = dxbc.InterpolationNoPerspective
		case e.Type == dxbc.TypeFloat:
			mode = dxbc.InterpolationLinear
		default:
			mode = dxbc.InterpolationConstant
		}
		if array := arrayBefore(slots, e); array != nil {
			array.Rows++
			continue
		}
		e.Mask >>= column
		slots = append(slots, dxbc.Slot{Element: e, Rows: 1, Interpolation: mode})
	}
	return slots
}

// arrayBefore is the slot whose array an element continues, or nil.
func arrayBefore(slots []dxbc.Slot, e dxbc.Element) *dxbc.Slot {
	for i := range slots {
		s := &slots[i]
		x := &s.Element
		if slices.Contains(arrays, e.Semantic) && x.Semantic == e.Semantic && x.Index+uint32(s.Rows) == e.Index && x.Register+uint32(s.Rows) == e.Register {
			return s
		}
	}
	return nil
}
