package wasm

// This file runs the stages of primitives. Their records lie behind the buffers of an instance, in areas for
// as many primitives, patches, points or workgroups as one call takes.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"refract/exec"
	"refract/ir"
	"refract/ssa"
)

// A primitiveStage implements exec.PrimitiveStage.
type primitiveStage struct {
	opened
	l       *primitiveLayout
	size    [3]uint32
	times   int                      // invocations of a geometry stage for each primitive
	most    int                      // items of a call
	areas   [numRecordClasses]uint64 // addresses of records
	counts  uint64
	coords  uint64
	streams [3]uint64
	filled  int // vertices of the last patch
}

// PrimitiveStage implements exec.PrimitiveStager.
func (p *program) PrimitiveStage(ctx context.Context, name string, kind ir.Stage, res *exec.Resources, o exec.RunOptions) (_ exec.PrimitiveStage, err error) {
	defer exec.Protect(&err)
	reference := func() (exec.PrimitiveStage, error) {
		return p.Program.(exec.PrimitiveStager).PrimitiveStage(ctx, name, kind, res, o)
	}
	size := [3]uint32{lanes, 1, 1}
	switch kind {
	case ir.StageGeometry, ir.StageTessellationEvaluation:
	case ir.StageTessellationControl, ir.StageTask, ir.StageMesh:
		if size, err = p.WorkgroupSize(name); err != nil {
			return reference() // the error
		}
		if n := uint64(size[0]) * uint64(size[1]) * uint64(size[2]); n == 0 || n > maxInvocations {
			return reference() // the error
		}
	default:
		return reference() // the error
	}
	s := &primitiveStage{size: size}
	s.ctx = ctx
	err = s.prepare(p, name, kind, size, res, o, func() error { return closed(reference()) }, func(shader *ssa.Shader, ep *ir.EntryPoint) (*stageLayout, error) {
		s, err := reference()
		if err != nil {
			return nil, err
		}
		defer s.Close()
		return &stageLayout{primitives: newPrimitiveLayout(shader, ep, s.Inputs(), s.Outputs())}, nil
	})
	if err != nil {
		return nil, err
	}
	s.l = s.e.layout.primitives
	s.times = 1
	if kind == ir.StageGeometry {
		s.times = int(max(s.l.setup.Geometry.Invocations, 1))
	}
	if err := s.place(); err != nil {
		return nil, err
	}
	return s, nil
}

// maxAreas is the memory for the records of a call, if one item needs no more.
const maxAreas = 1 << 20

// An area is memory for records.
type area struct {
	at   *uint64
	once uint64 // bytes of all items together
	each uint64 // of each item
}

// place lays out the areas.
func (s *primitiveStage) place() error {
	l := s.l
	bytes := func(records, words int) uint64 { return 4 * uint64(records) * uint64(words) }
	var list []area
	var most int
	switch l.stage {
	case ir.StageTessellationEvaluation:
		most = 1024
		list = []area{{at: &s.areas[vertexIn], once: bytes(l.inputs, l.words[vertexIn])}, {at: &s.areas[patchIn], once: bytes(1, l.words[patchIn])},
			{at: &s.coords, each: 12}, {at: &s.areas[vertexOut], each: bytes(1, l.words[vertexOut])}}
	case ir.StageGeometry:
		most = 1024
		vertices := uint64(l.setup.Geometry.MaxVertices) * uint64(l.emittedBytes())
		list = []area{{at: &s.areas[vertexIn], each: 4 * uint64(l.blockWords())}, {at: &s.counts, each: 16}, {at: &s.areas[vertexOut], each: vertices}}
		for k := range s.streams {
			list = append(list, area{at: &s.streams[k], each: vertices})
		}
	default:
		most = 64
		counts := uint64(12)
		list = []area{{at: &s.counts, each: counts}}
		for class := range numRecordClasses {
			list = append(list, area{at: &s.areas[class], each: uint64(l.sized(class))})
		}
		if l.stage == ir.StageMesh {
			list = append(list, area{at: &s.areas[payload], once: uint64(l.payload)})
		}
	}
	each := uint64(0)
	for _, a := range list {
		each += a.each
	}
	s.most = max(int(min(uint64(most), maxAreas/max(each, 1)))&^(lanes-1), (s.times+lanes-1)&^(lanes-1))
	total := uint64(0)
	round := func(n uint64) uint64 { return (n + 63) &^ 63 }
	for _, a := range list {
		total += round(a.once + uint64(s.most)*a.each)
	}
	at, err := s.take(total)
	if err != nil {
		return err
	}
	for _, a := range list {
		n := a.once + uint64(s.most)*a.each
		if n > 0 {
			*a.at = at
			clear(s.i.memory[at : at+n])
		}
		at += round(n)
	}
	for class, at := range s.areas {
		s.put(class, uint32(at))
	}
	s.put(extraCounts, uint32(s.counts))
	s.put(extraCoords, uint32(s.coords))
	for k, at := range s.streams {
		s.put(extraStreams+k, uint32(at))
	}
	return nil
}

// put sets a word of the head.
func (s *primitiveStage) put(k int, x uint32) {
	binary.LittleEndian.PutUint32(s.i.memory[int(s.e.extra)+4*k:], x)
}

func (s *primitiveStage) Setup() ir.Pipeline    { return s.l.setup }
func (s *primitiveStage) Inputs() exec.Records  { return s.l.in }
func (s *primitiveStage) Outputs() exec.Records { return s.l.out }

// Run implements exec.PrimitiveStage.
func (s *primitiveStage) Run(b *exec.PrimitiveBatch) (err error) {
	defer exec.Protect(&err)
	if err := s.check(b); err != nil {
		return err
	}
	if err := s.begin(); err != nil {
		return err
	}
	s.put(extraStep, b.Step)
	s.put(extraVertices, uint32(b.VertexCount))
	s.put(extraView, b.View)
	for k, n := range b.Groups {
		binary.LittleEndian.PutUint32(s.i.memory[headGroups+4*k:], max(n, 1))
	}
	switch l := s.l; l.stage {
	case ir.StageTessellationEvaluation:
		s.patch(b.Vertices, b.VertexCount, s.areas[vertexIn])
		copy(s.words(s.areas[patchIn], l.words[patchIn]), b.Patch)
		err = s.each(b, s.most, s.points)
	case ir.StageGeometry:
		err = s.each(b, s.most/s.times, s.primitives)
	case ir.StageTessellationControl:
		err = s.each(b, s.most, s.patches)
	case ir.StageMesh:
		copy(s.i.memory[s.areas[payload]:][:l.payload], b.Payload)
		err = s.each(b, s.most, s.meshes)
	case ir.StageTask:
		err = s.each(b, s.most, s.tasks)
	}
	if err != nil {
		return err
	}
	s.end()
	return nil
}

// check checks the lengths of a batch.
func (s *primitiveStage) check(b *exec.PrimitiveBatch) error {
	l := s.l
	patches := b.Count
	if l.stage == ir.StageTessellationEvaluation {
		patches = 1
	}
	if l.words[vertexIn] > 0 && len(b.Vertices) < patches*b.VertexCount*l.words[vertexIn] || l.stage == ir.StageTessellationEvaluation && len(b.Coords) < b.Count {
		return &exec.InputError{What: "batch", Message: fmt.Sprintf("the records are too short for %d primitives", b.Count)}
	}
	return nil
}

// each runs the items of a batch, so many at a time.
func (s *primitiveStage) each(b *exec.PrimitiveBatch, most int, run func(b *exec.PrimitiveBatch, first, n int) error) error {
	most = max(most, 1)
	for first := 0; first < b.Count; first += most {
		number := b.Primitive
		if s.l.stage != ir.StageTessellationEvaluation { // whose points are of one patch
			number += uint32(first) * b.Step
		}
		s.put(extraPrimitive, number)
		if err := run(b, first, min(most, b.Count-first)); err != nil {
			return err
		}
	}
	return nil
}

// call runs the module on groups or workgroups.
func (s *primitiveStage) call(b *exec.PrimitiveBatch, first, count int) error {
	name := func(at, place uint32) exec.Invocation {
		x := exec.Invocation{}
		switch s.kind {
		case ir.StageTask, ir.StageMesh:
			x = s.e.invocation(at, place, [3]uint32{max(b.Groups[0], 1), max(b.Groups[1], 1), max(b.Groups[2], 1)})
		case ir.StageTessellationControl:
			x = s.e.invocation(0, place, [3]uint32{1, 1, 1})
		}
		x.Stage = s.kind
		return x
	}
	s.host.print = printer(s.m, s.options, name)
	left, err := s.e.call(s.ctx, s.i, &s.host, uint64(first), uint64(count), s.left)
	if err != nil {
		return s.failed(err, func(first, group, lane uint32) exec.Invocation { return name(first, lanes*group+lane) })
	}
	s.left = left
	return nil
}

// patch stores the records of a patch's vertices. The rest of the variables is zero.
func (s *primitiveStage) patch(records []uint32, vertices int, at uint64) {
	words := s.l.words[vertexIn]
	all := s.words(at, s.l.inputs*words)
	clear(all[copy(all, records[:vertices*words]):])
}

// grow makes a slice longer by n, and returns the new part.
func grow(list *[]uint32, n int) []uint32 {
	at := len(*list)
	if at+n > cap(*list) {
		*list = append(*list, make([]uint32, n)...)
	}
	*list = (*list)[:at+n]
	return (*list)[at:]
}

// points runs an evaluation stage.
func (s *primitiveStage) points(b *exec.PrimitiveBatch, first, n int) error {
	coords := s.words(s.coords, 3*s.most)
	for i, p := range b.Coords[first : first+n] {
		at := i&^3*3 + i&3
		coords[at], coords[at+4], coords[at+8] = math.Float32bits(p[0]), math.Float32bits(p[1]), math.Float32bits(p[2])
	}
	s.put(extraItems, uint32(n))
	if err := s.call(b, 0, (n+lanes-1)/lanes); err != nil {
		return err
	}
	words := n * s.l.words[vertexOut]
	copy(grow(&b.Out, words), s.words(s.areas[vertexOut], words))
	return nil
}

// patches runs a control stage.
func (s *primitiveStage) patches(b *exec.PrimitiveBatch, first, n int) error {
	l := s.l
	for i := range n {
		words := b.VertexCount * l.words[vertexIn]
		var records []uint32
		if words > 0 {
			records = b.Vertices[(first+i)*words:]
		}
		s.patch(records, b.VertexCount, s.areas[vertexIn]+uint64(i)*uint64(l.sized(vertexIn)))
	}
	if err := s.call(b, 0, n); err != nil {
		return err
	}
	words := n * int(l.setup.Tessellation.Vertices) * l.words[vertexOut]
	copy(grow(&b.Out, words), s.words(s.areas[vertexOut], words))
	words = n * l.words[patchOut]
	copy(grow(&b.PatchOut, words), s.words(s.areas[patchOut], words))
	return nil
}

// primitives runs a geometry stage.
func (s *primitiveStage) primitives(b *exec.PrimitiveBatch, first, n int) error {
	l := s.l
	items, block := n*s.times, l.blockWords()
	in := s.words(s.areas[vertexIn], block*(items+lanes-1)&^(lanes-1))
	words := b.VertexCount * l.words[vertexIn]
	held := min(words, block-2)
	for i := range n {
		var record []uint32
		if words > 0 {
			record = b.Vertices[(first+i)*words:][:held]
		}
		number := b.Primitive + uint32(first+i)*b.Step
		for k := range s.times {
			item := i*s.times + k
			to := in[item&^3*block+item&3:]
			for w, x := range record {
				to[4*w] = x
			}
			to[4*(block-2)], to[4*(block-1)] = number, uint32(k)
		}
	}
	s.put(extraItems, uint32(items))
	if err := s.call(b, 0, (items+lanes-1)/lanes); err != nil {
		return err
	}
	s.emitted(&b.Out, &b.Breaks, 0, s.areas[vertexOut], items)
	for k, area := range s.streams {
		s.emitted(&b.Streams[k].Out, &b.Streams[k].Breaks, k+1, area, items)
	}
	return nil
}

// emitted appends the vertices that invocations emitted to a stream.
func (s *primitiveStage) emitted(out *[]uint32, breaks *[]int, stream int, area uint64, items int) {
	words, size := s.l.words[vertexOut], s.l.emittedBytes()
	if words == 0 {
		return
	}
	ends := s.words(s.counts, 4*s.most)[4*stream:]
	strips := s.l.setup.Geometry.Output != ir.TopologyPoints
	count := len(*out) / words
	for item := range items {
		end := ends[16*(item/lanes)+item%lanes]
		at := uint32(area) + uint32(item)*s.l.setup.Geometry.MaxVertices*size
		if end > at {
			n := int((end - at) / size)
			from, to := s.words(uint64(at), n*(words+1)), grow(out, n*words)
			for i := range n {
				record := from[i*(words+1):][:words+1]
				copy(to[i*words:][:words], record)
				if strips && record[words] != 0 {
					*breaks = append(*breaks, count+i)
				}
			}
			count += n
		}
		if strips && count > 0 {
			*breaks = append(*breaks, count)
		}
	}
}

// meshes runs a mesh stage.
func (s *primitiveStage) meshes(b *exec.PrimitiveBatch, first, n int) error {
	l := s.l
	if err := s.call(b, int(b.First)+first, n); err != nil {
		return err
	}
	counts := s.words(s.counts, 2*n)
	vertices, primitives := 0, 0 // before the workgroup
	for i := range n {
		v, p := int(counts[2*i]), int(counts[2*i+1])
		if v > 0 && l.words[indexOut] > 0 { // primitives without vertices aren't drawn
			at := s.areas[indexOut] + uint64(4*primitives*l.words[indexOut])
			indices := grow(&b.Indices, p*l.words[indexOut])
			base := 0
			if l.words[vertexOut] > 0 {
				base = len(b.Out)/l.words[vertexOut] + vertices
			}
			for k, x := range s.words(at, len(indices)) {
				indices[k] = uint32(base) + min(x, uint32(v-1))
			}
		}
		if v > 0 && l.words[primitiveOut] > 0 {
			words := p * l.words[primitiveOut]
			copy(grow(&b.Primitives, words), s.words(s.areas[primitiveOut]+uint64(4*primitives*l.words[primitiveOut]), words))
		}
		vertices, primitives = vertices+v, primitives+p
	}
	words := vertices * l.words[vertexOut]
	copy(grow(&b.Out, words), s.words(s.areas[vertexOut], words))
	return nil
}

// tasks runs a task stage.
func (s *primitiveStage) tasks(b *exec.PrimitiveBatch, first, n int) error {
	if err := s.call(b, int(b.First)+first, n); err != nil {
		return err
	}
	counts := s.words(s.counts, 3*n)
	for i := range n {
		b.Tasks = append(b.Tasks, [3]uint32(counts[3*i:]))
		at := s.areas[payload] + uint64(i)*uint64(s.l.sized(payload))
		b.Payloads = append(b.Payloads, s.i.memory[at:at+uint64(s.l.payload)]...)
	}
	return nil
}

// PrimitiveStage implements exec.PrimitiveStager: shaders that Engine rejects run on the reference engine.
func (p *either) PrimitiveStage(ctx context.Context, name string, kind ir.Stage, res *exec.Resources, o exec.RunOptions) (exec.PrimitiveStage, error) {
	if o.Check == 0 {
		s, err := p.program.PrimitiveStage(ctx, name, kind, res, o)
		var no *exec.UnsupportedError
		if !errors.As(err, &no) {
			return s, err
		}
		if p.refused != nil {
			p.refused(no)
		}
	}
	return p.program.Program.(exec.PrimitiveStager).PrimitiveStage(ctx, name, kind, res, o)
}
