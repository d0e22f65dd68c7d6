package dxbc_test

// This file compares the registers that Pack assigns with FXC's signatures. Containers lack the
// interpolation of outputs, so that only inputs of pixel programs that the program reads have it.

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
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
	case kind == dxbc.ChunkPCSG || kind == dxbc.ChunkPSG1:
		return dxbc.LinkagePatch
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

// TestPackRows packs signatures as FXC does: rows with more room come first, factors have rows of
// their own, and the number of a primitive that a geometry program gives begins a row.
func TestPackRows(t *testing.T) {
	slot := func(name string, width, rows int, value dxbc.SystemValue, mode dxbc.Interpolation) dxbc.Slot {
		return dxbc.Slot{Element: dxbc.Element{Semantic: name, SystemValue: value, Mask: 1<<width - 1}, Rows: rows, Interpolation: mode}
	}
	const linear, constant = dxbc.InterpolationLinear, dxbc.InterpolationConstant
	for _, c := range []struct {
		linkage dxbc.Linkage
		slots   []dxbc.Slot
		want    string
	}{
		{dxbc.LinkageStages, []dxbc.Slot{slot("A", 3, 1, 0, linear), slot("B", 2, 1, 0, linear), slot("C", 1, 1, 0, linear), slot("D", 1, 1, 0, linear)}, "A0.7 D0.8 B1.3 C1.4"},
		{dxbc.LinkageStages, []dxbc.Slot{slot("A", 3, 1, 0, linear), slot("B", 1, 1, 0, constant), slot("C", 4, 1, 0, linear), slot("D", 1, 1, 0, linear)}, "A0.7 D0.8 B1.1 C2.15"},
		{dxbc.LinkageStream, []dxbc.Slot{slot("A", 1, 1, 0, constant), slot("P", 1, 1, dxbc.ValuePrimitiveID, constant), slot("V", 1, 1, dxbc.ValueViewportArrayIndex, constant)}, "A0.1 V0.2 P1.1"},
		{dxbc.LinkagePatch, []dxbc.Slot{slot("A", 2, 1, 0, linear), slot("O", 1, 4, dxbc.SignatureQuadEdge, 0), slot("B", 1, 1, 0, constant), slot("I", 1, 2, dxbc.SignatureQuadInside, 0),
			slot("C", 3, 1, 0, linear), slot("D", 1, 1, 0, linear)}, "A0.3 O1.1 B1.2 O2.1 C2.14 O3.1 D3.2 O4.1 I5.1 I6.1"},
		{dxbc.LinkagePatch, []dxbc.Slot{slot("A", 3, 1, 0, linear), slot("O", 1, 3, dxbc.SignatureTriEdge, 0), slot("I", 1, 1, dxbc.SignatureTriInside, 0)}, "A0.7 I0.8 O1.1 O2.1 O3.1"},
	} {
		list, ok := dxbc.Pack(c.linkage, c.slots)
		var got []string
		for _, e := range list {
			got = append(got, fmt.Sprintf("%s%d.%d", e.Semantic, e.Register, e.Mask))
		}
		if text := strings.Join(got, " "); !ok || text != c.want {
			t.Errorf("%v instead of %v", text, c.want)
		}
	}
}
