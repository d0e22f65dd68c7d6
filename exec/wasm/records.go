package wasm

// This file lays out the inputs, outputs and payloads of the stages of primitives. Inputs and outputs
// are words of records, in the order that the reference engine has: a record of each vertex, patch or
// primitive. Records that the invocations of a group share lie in memory as the host reads them; records of
// one invocation have the words of a group's lanes side by side, as its variables have.

import (
	"refract/exec"
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
)

// recordClass is the kind of records that a variable belongs to.
type recordClass uint8

const (
	noRecord recordClass = iota
	vertexIn
	patchIn
	vertexOut
	patchOut
	primitiveOut
	indexOut // of a mesh: the places of a primitive's vertices
	payload  // of a task
	numRecordClasses
)

// The words of a stage of primitives in the head of memory, behind the buffers: addresses by class of
// records, and these.
const (
	extraCounts    = int(numRecordClasses) + iota // address of the counts of each workgroup, or of the ends of each lane's vertices
	extraCoords                                   // address of the places in the patch, of a group word by word
	extraItems                                    // how many primitives or points there are
	extraPrimitive                                // number of the first primitive
	extraStep                                     // difference to the number of the next
	extraVertices                                 // of a patch
	extraView                                     //
	extraStreams                                  // addresses of the vertices of streams 1 to 3
	extraWords     = extraStreams + 3
)

// A recordVar is the place of a variable in records.
type recordVar struct {
	class   recordClass
	first   int  // word in the record
	arrayed bool // there is a record for each element
}

// A primitiveLayout is the records of a stage of primitives.
type primitiveLayout struct {
	stage   ir.Stage
	setup   ir.Pipeline
	in, out exec.Records
	words   [numRecordClasses]int // of a record
	inputs  int                   // vertices that a variable has room for
	payload uint32                // bytes
	vars    map[ssa.VarID]recordVar
}

// shared reports whether a workgroup makes the outputs together.
func (l *primitiveLayout) shared() bool {
	return l.stage != ir.StageGeometry && l.stage != ir.StageTessellationEvaluation
}

// newPrimitiveLayout finds the places of an entry point's variables. Variables that it has no place for are
// left out.
func newPrimitiveLayout(s *ssa.Shader, ep *ir.EntryPoint, in, out exec.Records) *primitiveLayout {
	l := &primitiveLayout{stage: ep.Stage, setup: ep.Setup(), in: in, out: out, vars: map[ssa.VarID]recordVar{}}
	l.words = [numRecordClasses]int{vertexIn: in.VertexWords, patchIn: in.PatchWords,
		vertexOut: out.VertexWords, patchOut: out.PatchWords, primitiveOut: out.PrimitiveWords}
	places := exec.NewPlaces(s.Module)
	components := analysis.NumberWords(s.Funcs[ep.Function])
	sizes := func(t ir.TypeID) int { return int(components.SizeOf(t)) }
	for k := range s.Vars {
		v := &s.Vars[k]
		switch v.Mode {
		case ssa.ModeTaskPayload:
			size, err := places.Size(exec.Place{Type: v.Type, Layout: v.Layout})
			if err == nil && l.payload == 0 {
				l.payload = size
				l.vars[ssa.VarID(k)] = recordVar{class: payload}
			}
		case ssa.ModeStageIn, ssa.ModeStageOut:
			if x, ok := l.variable(s.Module, v, sizes); ok {
				l.vars[ssa.VarID(k)] = x
			}
		}
	}
	return l
}

// variable finds the place of a variable: the members of a struct follow each other in one record.
func (l *primitiveLayout) variable(m *ir.Module, v *ssa.Variable, sizes func(ir.TypeID) int) (x recordVar, ok bool) {
	output := v.Mode == ssa.ModeStageOut
	t := v.Type
	if ty := m.Types.At(t); ty.Kind == ir.TypeArray && l.stage.Arrayed(output, v.IO.Patch) && (output || v.IO.Kind != ir.BindBuiltIn || v.IO.BuiltIn.PerVertex()) {
		x.arrayed, t = true, ty.Base
		if !output {
			l.inputs = max(l.inputs, int(ty.Length))
		}
	}
	records := &l.in
	if output {
		records = &l.out
	}
	if s := m.StructOf(t); s != nil && v.IO.Kind == ir.NoBinding {
		at := 0
		for i := range s.Members {
			b := s.Members[i].Binding
			b.Patch, b.PerPrimitive = b.Patch || v.IO.Patch, b.PerPrimitive || v.IO.PerPrimitive
			class, first := l.find(records, b, output)
			if i == 0 {
				x.class, x.first = class, first
			}
			if class != x.class || first != x.first+at {
				return x, false
			}
			at += sizes(s.Members[i].Type)
		}
	} else {
		x.class, x.first = l.find(records, v.IO, output)
		if x.class == indexOut {
			l.words[indexOut] = sizes(t)
		}
	}
	if x.class == vertexIn && !x.arrayed || x.class == vertexOut && x.arrayed != l.shared() {
		return x, false
	}
	return x, x.class != noRecord
}

// find finds the record and the word of a binding.
func (l *primitiveLayout) find(r *exec.Records, b ir.Binding, output bool) (recordClass, int) {
	if b.Kind == ir.BindBuiltIn {
		switch b.BuiltIn {
		case ir.BuiltInPointIndex, ir.BuiltInLineIndices, ir.BuiltInTriangleIndices:
			return indexOut, 0
		case ir.BuiltInLayer, ir.BuiltInPrimitiveIndex, ir.BuiltInViewportIndex, ir.BuiltInCullPrimitive:
			b.PerPrimitive = b.PerPrimitive || l.stage == ir.StageMesh
		}
	}
	classes := [3]recordClass{vertexIn, patchIn, noRecord}
	if output {
		classes = [3]recordClass{vertexOut, patchOut, primitiveOut}
	}
	for i, ports := range [3][]exec.Port{r.Vertex, r.Patch, r.Primitive} {
		for k := range ports {
			if ports[k].Binding == b {
				return classes[i], ports[k].First
			}
		}
	}
	return noRecord, 0
}

// primitives is the state of a compiler for a stage of primitives.
type primitives struct {
	*primitiveLayout
	uses  [numRecordClasses]bool
	bases [numRecordClasses]uint32 // locals: addresses of the records of the workgroup or group
	outAt uint32                   // of the outputs of one invocation, in its memory

	// Locals of stages that share outputs.
	counts    uint32    // address of the workgroup's counts
	primitive uint32    // number of the patch
	decided   uint32    // not 0: made is final
	made      [3]uint32 // vertices and primitives of a mesh; the grid of a task

	coords uint32 // local: address of the places of a group's points

	// Locals of a geometry stage.
	streams [4]bool
	at      [4]uint32 // vectors: where each lane's next vertex lies, by stream
	cut     [4]uint32 // masks: the strip has ended
	emitted uint32    // vector: vertices that each lane has emitted
}

// base is the local that has the address of records of a class.
func (c *compiler) recordBase(class recordClass) uint32 {
	p := c.prim
	if p.bases[class] == 0 {
		p.bases[class] = c.i32()
	}
	return p.bases[class]
}

// recordPointer makes a pointer to a variable one into records.
func (c *compiler) recordPointer(p *pointer) {
	x := c.prim.vars[p.v]
	p.space = spaceRecord
	if x.class == payload {
		p.base = c.recordBase(payload)
		return
	}
	p.packed, p.offset = true, 4*uint32(x.first)
	if x.arrayed {
		p.step = 4 * uint32(c.prim.words[x.class])
	}
	switch {
	case x.class == vertexIn && c.prim.stage == ir.StageGeometry:
		p.space, p.base = spacePrivate, c.recordBase(vertexIn)
		p.offset *= c.scale()
	case x.class == vertexOut && !c.prim.shared():
		p.space, p.offset = spacePrivate, (c.prim.outAt+p.offset)*c.scale()
	default:
		p.base = c.recordBase(x.class)
	}
}

// ownOutputs makes room for the outputs of one invocation.
func (c *compiler) ownOutputs() {
	p := c.prim
	if p == nil || p.shared() {
		return
	}
	p.outAt = (c.privateSize + 15) &^ 15
	size := 4 * uint32(p.words[vertexOut])
	c.privateSize = p.outAt + size
	c.inits = append(c.inits, initial{at: p.outAt * c.scale(), size: size * c.scale()})
}

// member is a member of a struct that a pointer leads to.
func (c *compiler) member(p pointer, k int) (at exec.Place, offset uint32, err error) {
	if !p.packed {
		return c.places.Member(p.place, k)
	}
	members := c.m.StructOf(p.place.Type).Members
	for i := range k {
		offset += 4 * uint32(c.d.SizeOf(members[i].Type))
	}
	return exec.Place{Type: members[k].Type}, offset, nil
}

// element is an element of an array, vector or matrix that a pointer leads to.
func (c *compiler) element(p pointer) (at exec.Place, stride uint32, err error) {
	at, stride, err = c.places.Element(p.place)
	switch {
	case err != nil || !p.packed:
	case p.step != 0:
		stride = p.step
	default:
		stride = 4 * uint32(c.d.SizeOf(at.Type))
	}
	return at, stride, err
}

// flatten is the offsets of the scalars that a pointer leads to.
func (c *compiler) flatten(p pointer) ([]uint32, error) {
	if !p.packed {
		return flattenPlace(c.m, c.places, p.place, 0, nil)
	}
	n, each := uint32(1), uint32(c.d.SizeOf(p.place.Type))
	if p.step != 0 {
		n = c.length(p.place.Type)
		each = uint32(c.d.SizeOf(c.m.Types.At(p.place.Type).Base))
	}
	if uint64(n)*uint64(each) > maxValue {
		return nil, &exec.UnsupportedError{Feature: "values of so many parts in generated code"}
	}
	var list []uint32
	for i := range n {
		for k := range each {
			list = append(list, i*p.step+4*k)
		}
	}
	return list, nil
}
