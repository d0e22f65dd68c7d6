package dxil

// This file prints pipeline information and the dependencies of outputs.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"refract/internal/llvm"
)

// right returns a number at the right of a column.
func right(n uint64, width int) string { return fmt.Sprintf("%*d", width, n) }

// one returns a text by its number, or "invalid".
func one(texts []string, n uint32) string {
	if int64(n) < int64(len(texts)) && texts[n] != "" {
		return texts[n]
	}
	return "invalid"
}

var (
	domainTexts     = []string{1: "isoline", 2: "tri", 3: "quad"}
	primitiveTexts  = []string{1: "point", 2: "line", 3: "triangle_cw", 4: "triangle_ccw"}
	inputTexts      = []string{1: "point", 2: "line", 3: "triangle", 6: "lineadj", 7: "triangleadj"}
	topologyTexts   = []string{1: "point", 3: "line", 5: "triangle"}
	meshOutputTexts = []string{0: "undefined", 1: "line", 2: "triangle"}
)

// inputText returns the text of an input primitive.
func inputText(n uint32) string {
	if n >= 8 && n < 40 {
		return "patch" + strconv.Itoa(int(n)-7)
	}
	return one(inputTexts, n)
}

func (p *printer) pipeline(x *PipelineInfo) {
	p.line(";\n; Pipeline Runtime Information: \n;\n;PSVRuntimeInfo:")
	if x.Stage != Library {
		p.line("; %v Shader", x.Stage)
	}
	p.stage(x)
	if x.Version >= 1 {
		p.line("; UsesViewID: %v", x.UsesViewID)
		p.line("; SigInputElements: %d", len(x.Inputs))
		p.line("; SigOutputElements: %d", len(x.Outputs))
		p.line("; SigPatchConstOrPrimElements: %d", len(x.PatchConstants))
		p.line("; SigInputVectors: %d", x.InputVectors)
		for i, n := range x.OutputVectors {
			p.line("; SigOutputVectors[%d]: %d", i, n)
		}
	}
	if x.Version >= 3 {
		p.line("; EntryFunctionName: %s", x.Entry)
	}
	if x.Version >= 5 {
		p.line("; LinAlgRuntimeInfoPresent: false")
	}
	p.line(";")
}

// stage prints the facts of a stage.
func (p *printer) stage(x *PipelineInfo) {
	switch x.Stage {
	case Hull:
		p.line("; InputControlPointCount=%d\n; OutputControlPointCount=%d", x.InputPoints, x.OutputPoints)
		p.line("; Domain=%s\n; OutputPrimitive=%s", one(domainTexts, x.Domain), one(primitiveTexts, x.OutputPrimitive))
	case Domain:
		p.line("; InputControlPointCount=%d\n; OutputPositionPresent=%d", x.InputPoints, bit(x.Position))
	case Geometry:
		p.line("; InputPrimitive=%s\n; OutputTopology=%s", inputText(x.InputPrimitive), one(topologyTexts, x.OutputTopology))
		p.line("; OutputStreamMask=%d\n; OutputPositionPresent=%d", x.StreamMask, bit(x.Position))
	case Vertex:
		p.line("; OutputPositionPresent=%d", bit(x.Position))
	case Pixel:
		p.line("; DepthOutput=%d\n; SampleFrequency=%d", bit(x.Depth), bit(x.SampleFrequency))
	case Mesh:
		if x.Version >= 1 {
			p.line("; MeshOutputTopology=%s", one(meshOutputTexts, uint32(x.MeshTopology)))
		}
	}
	if groups.Has(x.Stage) {
		if x.Version >= 2 {
			p.line("; NumThreads=(%d,%d,%d)", x.Threads[0], x.Threads[1], x.Threads[2])
		}
		if x.Version >= 4 {
			p.line("; NumBytesGroupSharedMemory: %d", x.GroupSharedBytes)
		}
	}
	if x.MinLanes == x.MaxLanes {
		p.line("; WaveSize=%d", x.MinLanes)
	} else {
		p.line("; MinimumExpectedWaveLaneCount: %d\n; MaximumExpectedWaveLaneCount: %d", x.MinLanes, x.MaxLanes)
	}
}

// A viewReader reads the words of dx.viewIdState.
type viewReader struct {
	words []uint32
	ok    bool
}

func (r *viewReader) word() uint32 {
	if len(r.words) == 0 {
		r.ok = false
		return 0
	}
	w := r.words[0]
	r.words = r.words[1:]
	return w
}

// mask reads a set of n bits.
func (r *viewReader) mask(n uint32) []uint32 {
	words := (uint64(n) + 31) / 32
	if words > uint64(len(r.words)) {
		r.ok = false
		return nil
	}
	m := r.words[:words]
	r.words = r.words[words:]
	return m
}

// table reads the outputs that inputs contribute to.
func (r *viewReader) table(inputs, outputs uint32) [][]uint32 {
	var t [][]uint32
	for range inputs {
		if !r.ok || outputs == 0 {
			break
		}
		t = append(t, r.mask(outputs))
	}
	return t
}

func has(mask []uint32, i uint32) bool { return int(i/32) < len(mask) && mask[i/32]>>(i%32)&1 != 0 }

// A viewSet is a set of outputs, with their dependencies.
type viewSet struct {
	name, from string
	count      uint32
	mask       []uint32
	table      [][]uint32
}

// views prints which outputs depend on SV_ViewID and on inputs, if the module has the information.
func (p *printer) views(stage Stage, m *llvm.Module) bool {
	words, ok := viewState(m)
	if !ok {
		return false
	}
	r := &viewReader{words, true}
	uses := shaderFlags(m)&flagViewID != 0
	inputs := r.word()
	var sets []viewSet
	read := func(name, from string, inputs, count uint32, masked bool) {
		x := viewSet{name: name, from: from, count: count}
		if masked && uses {
			x.mask = r.mask(count)
		}
		x.table = r.table(inputs, count)
		sets = append(sets, x)
	}
	counts := ""
	switch stage {
	case Geometry:
		var list []string
		for i := range 4 {
			n := r.word()
			list = append(list, strconv.Itoa(int(n)))
			read("Outputs for Stream "+strconv.Itoa(i), "Inputs", inputs, n, true)
		}
		counts = ", outputs per stream: { " + strings.Join(list, ", ") + " }"
		sets = slices.DeleteFunc(sets, func(x viewSet) bool { return x.count == 0 })
	default:
		n := r.word()
		counts = fmt.Sprintf(", outputs: %d", n)
		read("Outputs", "Inputs", inputs, n, true)
		switch stage {
		case Hull:
			k := r.word()
			counts += fmt.Sprintf(", patchconst: %d", k)
			read("PCOutputs", "Inputs", inputs, k, true)
		case Domain:
			k := r.word()
			counts += fmt.Sprintf(", patchconst: %d", k)
			read("Outputs", "PCInputs", k, n, false)
		case Mesh:
			k := r.word()
			counts += fmt.Sprintf(", primitive outputs: %d", k)
			read("Primitive Outputs", "Inputs", inputs, k, true)
		}
	}
	p.line(";\n; ViewId state:\n;")
	p.line("; Number of inputs: %d%s", inputs, counts)
	for _, x := range sets {
		if x.from == "Inputs" {
			p.line("; %s dependent on ViewId: { %s }", x.name, members(x.count, func(i uint32) bool { return has(x.mask, i) }))
		}
	}
	for _, x := range sets {
		p.line("; %s contributing to computation of %s:", x.from, x.name)
		for o := range min(x.count, maxViewWords) {
			list := members(uint32(len(x.table)), func(i uint32) bool { return has(x.table[i], o) })
			if list != "" {
				p.line(";   output %d depends on inputs: { %s }", o, list)
			}
		}
	}
	p.line(";")
	return true
}

// members returns the members of a set of numbers below n.
func members(n uint32, in func(uint32) bool) string {
	var list []string
	for i := range min(n, maxViewWords) {
		if in(i) {
			list = append(list, strconv.Itoa(int(i)))
		}
	}
	return strings.Join(list, ", ")
}
