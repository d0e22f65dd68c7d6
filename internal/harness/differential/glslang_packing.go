package differential

// This file packs the constant buffers of glslang's SPIR-V as Direct3D does. There a row
// has 16 bytes; a scalar or vector lies in one row, behind the member before if it fits;
// arrays, matrices and structs begin a row, and each element or column does; but the next
// member may share their last row, which glslang doesn't see.

import "refract/spirv"

// row is the size of a constant buffer's rows in bytes.
const row = 16

// packing assigns offsets to the members of structs.
type packing struct {
	words   []uint32
	types   map[spirv.ID]spirv.Inst
	rows    map[[2]uint32]bool // members whose matrices lie row by row
	offsets map[[2]uint32]int  // by struct and member: where the Offset stands in words
	strides map[spirv.ID]int   // by array: where its ArrayStride stands
	blocks  []spirv.ID         // structs of constant buffers
}

// pack gives the constant buffers of a module Direct3D's offsets and strides.
func pack(words []uint32) error {
	p := packing{words: words, types: map[spirv.ID]spirv.Inst{}, rows: map[[2]uint32]bool{},
		offsets: map[[2]uint32]int{}, strides: map[spirv.ID]int{}}
	r, err := spirv.NewReader(words)
	for r.Next() {
		p.note(r.Inst(), r.Offset())
	}
	if err == nil {
		err = r.Err()
	}
	for _, id := range p.blocks {
		p.size(id, false)
	}
	return err
}

// note remembers the declarations about types in an instruction.
func (p *packing) note(i spirv.Inst, at int) {
	switch i.Op() {
	case spirv.OpTypeInt, spirv.OpTypeFloat, spirv.OpTypeVector, spirv.OpTypeMatrix, spirv.OpTypeArray, spirv.OpTypeStruct, spirv.OpConstant:
		p.types[i.Result()] = i
	case spirv.OpDecorate:
		switch spirv.Decoration(i[2]) {
		case spirv.DecorationBlock:
			p.blocks = append(p.blocks, spirv.ID(i[1]))
		case spirv.DecorationArrayStride:
			p.strides[spirv.ID(i[1])] = at + 3
		}
	case spirv.OpMemberDecorate:
		switch member := [2]uint32{i[1], i[2]}; spirv.Decoration(i[3]) {
		case spirv.DecorationOffset:
			p.offsets[member] = at + 4
		case spirv.DecorationRowMajor:
			p.rows[member] = true
		}
	}
}

// size is the number of bytes that a type takes, the rest of its last row not counted; rows
// is set if its matrices lie row by row. It sets the offsets and strides within.
func (p *packing) size(id spirv.ID, rows bool) uint32 {
	t := p.types[id]
	switch t.Op() {
	case spirv.OpTypeVector:
		return t[3] * p.size(spirv.ID(t[2]), false)
	case spirv.OpTypeMatrix:
		column := p.types[spirv.ID(t[2])]
		columns, components, scalar := t[3], column[3], p.size(spirv.ID(column[2]), false)
		if rows {
			columns, components = components, columns
		}
		return (columns-1)*row + components*scalar
	case spirv.OpTypeArray:
		element, length := p.size(spirv.ID(t[2]), rows), p.types[spirv.ID(t[3])][3]
		stride := (element + row - 1) / row * row
		p.words[p.strides[id]] = stride
		return (length-1)*stride + element
	case spirv.OpTypeStruct:
		return p.structSize(id, t)
	}
	return t[2] / 8 // a scalar
}

func (p *packing) structSize(id spirv.ID, t spirv.Inst) uint32 {
	end := uint32(0)
	for i, of := range t[2:] {
		member := [2]uint32{uint32(id), uint32(i)}
		size := p.size(spirv.ID(of), p.rows[member])
		op := p.types[spirv.ID(of)].Op()
		aggregate := op == spirv.OpTypeMatrix || op == spirv.OpTypeArray || op == spirv.OpTypeStruct
		if aggregate || end%row+size > row {
			end = (end + row - 1) / row * row
		}
		p.words[p.offsets[member]] = end
		end += size
	}
	return end
}
