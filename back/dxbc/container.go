package dxbc

// This file makes the container of a program: its signatures and other parts.

import (
	"cmp"
	"encoding/binary"
	"slices"

	"refract/internal/back"
	"refract/internal/dxbc"
	"refract/ir"
)

// container makes the container of a program, with the parts and their order that FXC has for the
// profile. nine is the program of shader model 2; nil: there is none.
func (w *Writer) container(p *dxbc.Program, nine *dxbc.Level9) ([]byte, *Reflection, error) {
	code, err := p.Bytes()
	if err != nil {
		w.unsupported("so long an instruction: "+err.Error(), w.entry.Span)
		return nil, nil, w.failed
	}
	var c dxbc.Container
	d := w.definitions()
	if nine != nil {
		older, err := nine.Bytes()
		if err != nil {
			w.unsupported("so long an instruction: "+err.Error(), w.entry.Span)
			return nil, nil, w.failed
		}
		c.Add(dxbc.ChunkAon9, older)
		c.Add(p.ChunkKind(), code)
		c.Add(dxbc.ChunkSTAT, w.statistics(p))
	}
	if w.opts.Definitions {
		c.Add(dxbc.ChunkRDEF, d.Bytes())
	}
	for _, s := range w.signatures(p) {
		c.Add(s.Kind, s.Bytes())
	}
	if nine != nil {
		return w.finish(&c)
	}
	c.Add(p.ChunkKind(), code)
	if f := p.Features(d); f != 0 {
		c.Add(dxbc.ChunkSFI0, binary.LittleEndian.AppendUint64(nil, uint64(f)))
	}
	c.Add(dxbc.ChunkSTAT, w.statistics(p))
	return w.finish(&c)
}

// finish adds the root signature, if there is one, and makes the file.
func (w *Writer) finish(c *dxbc.Container) ([]byte, *Reflection, error) {
	if w.root != nil {
		c.Add(dxbc.ChunkRTS0, w.root.Bytes())
	}
	data := c.Bytes()
	if w.limit > 0 && len(data) > w.limit {
		return nil, nil, &back.TooLongError{What: "bytes of DXBC", Limit: w.limit}
	}
	return data, w.reflection(), nil
}

// signatures are the signatures, in the order of FXC.
func (w *Writer) signatures(p *dxbc.Program) []dxbc.Signature {
	list := []dxbc.Signature{{Kind: dxbc.ChunkISGN, Elements: elements(w.inputs, false)}, {Kind: dxbc.ChunkOSGN, Elements: elements(w.outputs, true)}}
	if w.form == nil {
		return list
	}
	patch := dxbc.Signature{Kind: dxbc.ChunkPCSG, Elements: elements(w.patch, false)}
	switch w.entry.Stage {
	case ir.StageGeometry:
		if w.gen.values[dxbc.InputPrimitiveID] != 0 {
			list[0].Elements = append(list[0].Elements, dxbc.Element{Semantic: "SV_PrimitiveID", SystemValue: dxbc.ValuePrimitiveID, Type: dxbc.TypeUint, Register: dxbc.NoRegister, Mask: 1})
		}
		if w.opts.Profile >= Profile50 {
			list[1].Kind = dxbc.ChunkOSG5
		}
	case ir.StageTessellationControl:
		list = append(list, patch)
	default:
		list = []dxbc.Signature{list[0], patch, list[1]}
	}
	for k := range list {
		p.MarkUse(&list[k])
	}
	return list
}

// elements are the elements of a signature, in the order of streams and registers.
func elements(list []element, output bool) []dxbc.Element {
	var all []dxbc.Element
	for k := range list {
		if list[k].kind == dxbc.InputCoverageMask {
			continue // signatures lack it
		}
		e := list[k].Element
		used := list[k].used << firstLane(e.Mask) & e.Mask
		if e.Used = used; output {
			e.Used = 15 &^ used
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b dxbc.Element) int {
		if c := cmp.Compare(a.Stream, b.Stream); c != 0 {
			return c
		}
		if c := cmp.Compare(a.Register, b.Register); c != 0 || a.Register != dxbc.NoRegister {
			return cmp.Or(c, cmp.Compare(a.Mask, b.Mask))
		}
		return cmp.Compare(a.Semantic, b.Semantic)
	})
	return all
}

// words are the bytes of a container as words.
func wordsOf(data []byte) []uint32 {
	list := make([]uint32, 0, (len(data)+3)/4)
	for len(data) >= 4 {
		list = append(list, binary.LittleEndian.Uint32(data))
		data = data[4:]
	}
	return list
}
