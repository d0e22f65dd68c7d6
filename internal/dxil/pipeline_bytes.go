package dxil

// This file writes and reads the part PSV0.

import (
	"encoding/binary"
	"slices"
)

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// stageWords returns the fields that depend on the stage, four words, as pointers to numbers, or
// flags in a byte each.
func (p *PipelineInfo) stageWords() [4]uint32 {
	switch p.Stage {
	case Vertex:
		return [4]uint32{bit(p.Position)}
	case Hull:
		return [4]uint32{p.InputPoints, p.OutputPoints, p.Domain, p.OutputPrimitive}
	case Domain:
		return [4]uint32{p.InputPoints, bit(p.Position), p.Domain}
	case Geometry:
		return [4]uint32{p.InputPrimitive, p.OutputTopology, p.StreamMask, bit(p.Position)}
	case Pixel:
		return [4]uint32{bit(p.Depth) | bit(p.SampleFrequency)<<8}
	case Mesh:
		return [4]uint32{p.SharedBytes, p.SharedBytesByView, p.PayloadBytes, uint32(p.MaxVertices) | uint32(p.MaxPrimitives)<<16}
	case Amplification:
		return [4]uint32{p.PayloadBytes}
	}
	return [4]uint32{}
}

// setStageWords sets the fields that depend on the stage.
func (p *PipelineInfo) setStageWords(w [4]uint32) {
	switch p.Stage {
	case Vertex:
		p.Position = w[0]&1 != 0
	case Hull:
		p.InputPoints, p.OutputPoints, p.Domain, p.OutputPrimitive = w[0], w[1], w[2], w[3]
	case Domain:
		p.InputPoints, p.Position, p.Domain = w[0], w[1]&1 != 0, w[2]
	case Geometry:
		p.InputPrimitive, p.OutputTopology, p.StreamMask, p.Position = w[0], w[1], w[2], w[3]&1 != 0
	case Pixel:
		p.Depth, p.SampleFrequency = w[0]&1 != 0, w[0]&0x100 != 0
	case Mesh:
		p.SharedBytes, p.SharedBytesByView, p.PayloadBytes = w[0], w[1], w[2]
		p.MaxVertices, p.MaxPrimitives = uint16(w[3]), uint16(w[3]>>16)
	case Amplification:
		p.PayloadBytes = w[0]
	}
}

// stageHalf returns the half word that depends on the stage, from version 1 on.
func (p *PipelineInfo) stageHalf() uint16 {
	switch p.Stage {
	case Geometry:
		return p.MaxVertexCount
	case Hull, Domain:
		return uint16(p.PatchVectors)
	case Mesh:
		return uint16(p.PatchVectors) | uint16(p.MeshTopology)<<8
	}
	return 0
}

// A semanticTable is the strings and indices of semantics that elements refer to.
type semanticTable struct {
	names   []byte
	indices []uint32
}

// name returns the offset of a name, which each element has for itself.
func (t *semanticTable) name(s string) uint32 {
	if s == "" {
		return 0
	}
	at := len(t.names)
	t.names = append(append(t.names, s...), 0)
	return uint32(at)
}

// index returns the place of indices, which elements share.
func (t *semanticTable) index(list []uint32) uint32 {
	for i := range t.indices {
		if len(t.indices)-i < len(list) {
			break
		}
		if slices.Equal(t.indices[i:i+len(list)], list) {
			return uint32(i)
		}
	}
	t.indices = append(t.indices, list...)
	return uint32(len(t.indices) - len(list))
}

// Bytes returns the contents of the part. An error names a table of the wrong length, or a number
// beyond the encoding's.
func (p *PipelineInfo) Bytes() ([]byte, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	table := semanticTable{names: []byte{0}}
	var elements []byte
	for _, list := range [][]PipelineElement{p.Inputs, p.Outputs, p.PatchConstants} {
		for i := range list {
			elements = list[i].append(elements, &table)
		}
	}
	words := p.stageWords()
	b := appendWords(nil, pipelineSizes[p.Version])
	b = appendWords(b, words[:]...)
	b = appendWords(b, p.MinLanes, p.MaxLanes)
	if p.Version >= 1 {
		b = append(b, uint8(p.Stage), uint8(bit(p.UsesViewID)))
		b = binary.LittleEndian.AppendUint16(b, p.stageHalf())
		b = append(b, uint8(len(p.Inputs)), uint8(len(p.Outputs)), uint8(len(p.PatchConstants)), p.InputVectors)
		b = append(b, p.OutputVectors[:]...)
	}
	if p.Version >= 2 {
		b = appendWords(b, p.Threads[:]...)
	}
	if p.Version >= 3 {
		b = appendWords(b, table.name(p.Entry))
	}
	if p.Version >= 4 {
		b = appendWords(b, p.GroupSharedBytes)
	}
	if p.Version >= 5 {
		b = appendWords(b, 0) // no matrices
	}
	b = appendWords(b, uint32(len(p.Resources)))
	if len(p.Resources) > 0 {
		b = appendWords(b, p.resourceSize())
	}
	for i := range p.Resources {
		r := &p.Resources[i]
		b = appendWords(b, uint32(r.Type), r.Space, r.Lower, r.Upper)
		if p.Version >= 2 {
			b = appendWords(b, uint32(r.Kind), uint32(r.Flags))
		}
	}
	if p.Version == 0 {
		return b, nil
	}
	table.names = align(table.names)
	b = append(appendWords(b, uint32(len(table.names))), table.names...)
	b = appendWords(appendWords(b, uint32(len(table.indices))), table.indices...)
	if len(elements) > 0 {
		b = append(appendWords(b, pipelineElementSize), elements...)
	}
	for _, t := range p.tables() {
		if *t.bits != nil {
			b = appendWords(b, *t.bits...)
		} else {
			b = append(b, make([]byte, 4*t.words)...)
		}
	}
	return b, nil
}

const allocated = 1 << 6

// append writes an element.
func (e *PipelineElement) append(b []byte, t *semanticTable) []byte {
	place, row := e.Columns&15, uint8(0)
	if e.Allocated {
		place |= allocated | e.Column&3<<4
		row = e.Row
	}
	b = appendWords(b, t.name(e.Semantic), t.index(e.Indices))
	return append(b, uint8(len(e.Indices)), row, place, uint8(e.Kind), uint8(e.Type), uint8(e.Interpolation),
		e.DynamicMask&15|e.Stream&3<<4, 0)
}

// ParsePipelineInfo returns the pipeline information with the contents of a part of a shader of a
// stage, which version 0 doesn't name. Mistakes are returned as *[Error].
func ParsePipelineInfo(stage Stage, data []byte) (*PipelineInfo, error) {
	r := &reader{data: data}
	size := r.u32()
	p := &PipelineInfo{Stage: stage, Version: slices.Index(pipelineSizes[:], size)}
	if p.Version < 0 {
		r.fail(0, "a size of %d bytes is unknown", size)
	}
	var words [4]uint32
	for i := range words {
		words[i] = r.u32()
	}
	p.MinLanes, p.MaxLanes = r.u32(), r.u32()
	var counts [3]uint8
	half := uint16(0)
	if p.Version >= 1 {
		p.Stage = Stage(r.u8())
		if p.Stage >= stages {
			r.fail(r.at-1, "the stage %d is unknown", p.Stage)
		}
		p.UsesViewID = r.u8() != 0
		half = r.u16()
		copy(counts[:], r.take(len(counts)))
		p.InputVectors = r.u8()
		copy(p.OutputVectors[:], r.take(len(p.OutputVectors)))
	}
	p.setStageWords(words)
	switch p.Stage {
	case Geometry:
		p.MaxVertexCount = half
	case Hull, Domain:
		p.PatchVectors = uint8(half)
	case Mesh:
		p.PatchVectors, p.MeshTopology = uint8(half), uint8(half>>8)
	}
	if p.stageWords() != words || p.stageHalf() != half {
		r.fail(4, "the stage's words have bits without a meaning")
	}
	if p.Version >= 2 {
		for i := range p.Threads {
			p.Threads[i] = r.u32()
		}
	}
	entry, entryAt := uint32(0), r.at
	if p.Version >= 3 {
		entry = r.u32()
	}
	if p.Version >= 4 {
		p.GroupSharedBytes = r.u32()
	}
	if p.Version >= 5 && r.u32() != 0 {
		r.fail(r.at-4, "information about matrices is not supported")
	}
	p.readResources(r)
	if p.Version == 0 {
		return p, r.end()
	}
	length := r.u32()
	names := r.take(int(length))
	indices := r.words(int(r.u32()))
	if r.err == nil && counts != [3]uint8{} {
		if size := r.u32(); size != pipelineElementSize {
			r.fail(r.at-4, "elements of %d bytes are unknown", size)
		}
	}
	for i, list := range []*[]PipelineElement{&p.Inputs, &p.Outputs, &p.PatchConstants} {
		for range counts[i] {
			*list = append(*list, r.element(names, indices))
		}
	}
	if p.Version >= 3 && len(names) > 0 {
		p.Entry = r.textAt(names, entry, entryAt)
	}
	for _, t := range p.tables() {
		*t.bits = r.words(t.words)
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	return p, nil
}

// readResources reads the table of resources.
func (p *PipelineInfo) readResources(r *reader) {
	count := r.u32()
	if count == 0 || r.err != nil {
		return
	}
	if size := r.u32(); size != p.resourceSize() {
		r.fail(r.at-4, "resources of %d bytes are unknown", size)
	}
	if uint64(count)*uint64(p.resourceSize()) > uint64(len(r.data)-r.at) {
		r.fail(r.at-8, "a table of %d resources exceeds the part", count)
		return
	}
	p.Resources = make([]Resource, count)
	for i := range p.Resources {
		x := &p.Resources[i]
		x.Type, x.Space, x.Lower, x.Upper = ResourceType(r.u32()), r.u32(), r.u32(), r.u32()
		if p.Version >= 2 {
			x.Kind, x.Flags = ResourceKind(r.u32()), ResourceFlag(r.u32())
		}
	}
}

// element reads an element.
func (r *reader) element(names []byte, indices []uint32) (e PipelineElement) {
	start := r.at
	name, index := r.u32(), r.u32()
	b := r.take(8)
	if b == nil {
		return e
	}
	if len(names) > 0 || name != 0 {
		e.Semantic = r.textAt(names, name, start)
	}
	rows := uint64(b[0])
	if uint64(index)+rows > uint64(len(indices)) {
		r.fail(start+4, "%d indices at %d exceed the table", rows, index)
		return e
	}
	e.Indices = indices[index : uint64(index)+rows : uint64(index)+rows]
	e.Allocated = b[2]&allocated != 0
	e.Row, e.Columns, e.Column = b[1], b[2]&15, b[2]>>4&3
	e.Kind, e.Type, e.Interpolation = SemanticKind(b[3]), ComponentType(b[4]), Interpolation(b[5])
	e.DynamicMask, e.Stream = b[6]&15, b[6]>>4&3
	return e
}
