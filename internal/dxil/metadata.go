package dxil

// This file reads the metadata of DXIL's modules: resources, signatures, annotations of types
// (DXIL.rst, "Metadata"). Metadata of another form than DXIL's reads as zeros.

import "refract/internal/llvm"

// A node is a node of metadata in a module.
type node struct {
	m *llvm.Module
	x llvm.MD
}

// named returns the nodes of a named list.
func named(m *llvm.Module, name string) (list []node) {
	for i := range m.Named {
		if m.Named[i].Name == name {
			for _, x := range m.Named[i].Ops {
				list = append(list, node{m, x})
			}
		}
	}
	return list
}

func (n node) data() *llvm.Metadata {
	if n.m == nil || n.x == 0 || int(n.x) > len(n.m.Metadata) {
		return &llvm.Metadata{}
	}
	return &n.m.Metadata[n.x-1]
}

// ops returns the operands of a node.
func (n node) ops() (list []node) {
	if d := n.data(); d.Kind == llvm.MDNode {
		for _, x := range d.Ops {
			list = append(list, node{n.m, x})
		}
	}
	return list
}

// op returns an operand, or null.
func (n node) op(i int) node {
	if d := n.data(); d.Kind == llvm.MDNode && i < len(d.Ops) {
		return node{n.m, d.Ops[i]}
	}
	return node{m: n.m}
}

// text returns a string, or "".
func (n node) text() string { return n.data().Text }

// value returns the value of metadata, or 0.
func (n node) value() llvm.Value { return n.data().Value }

// int returns an integer, or 0.
func (n node) int() int64 {
	if v := n.value(); v != 0 {
		if c := n.m.ConstantAt(v); c != nil && c.Kind == llvm.Int {
			return int64(c.Bits)
		}
	}
	return 0
}

// typ returns the type of a value, or 0.
func (n node) typ() llvm.Type {
	if v := n.value(); v != 0 {
		return n.m.TypeOf(v)
	}
	return 0
}

// tagged returns the value behind a tag in a list of tags and values, or null.
func tagged(list []node, tag int64) node {
	for i := 0; i+1 < len(list); i += 2 {
		if list[i].value() != 0 && list[i].int() == tag {
			return list[i+1]
		}
	}
	return node{}
}

// A ResourceClass is a kind of registers. Its values are the encoding's.
type ResourceClass uint8

// The classes of resources.
const (
	ClassSRV ResourceClass = iota
	ClassUAV
	ClassCBV
	ClassSampler
	classes
)

// A resource is an entry of dx.resources.
type resource struct {
	class   ResourceClass
	id      uint32
	typ     llvm.Type // of the variable
	name    string
	space   uint32
	lower   uint32
	count   uint32 // 0xffffffff: without a bound
	kind    ResourceKind
	samples uint32
	counter bool
	size    uint32 // of a constant buffer, in bytes
	elem    int64  // the type of components, in metadata's numbers; -1: none
	stride  uint32
}

// Tags of resources' properties.
const (
	tagElementType = 0
	tagStride      = 1
)

// resourcesOf returns the resources of a module, by class.
func resourcesOf(m *llvm.Module) (list [classes][]resource) {
	for _, top := range named(m, "dx.resources") {
		for c := range classes {
			for _, n := range top.op(int(c)).ops() {
				list[c] = append(list[c], readResource(c, n))
			}
		}
	}
	return list
}

func readResource(c ResourceClass, n node) resource {
	u32 := func(i int) uint32 { return uint32(n.op(i).int()) }
	x := resource{class: c, id: u32(0), typ: n.op(1).typ(), name: n.op(2).text(), space: u32(3), lower: u32(4), count: u32(5), elem: -1}
	var tags []node
	switch c {
	case ClassSRV:
		x.kind, x.samples = ResourceKind(u32(6)), u32(7)
		tags = n.op(8).ops()
	case ClassUAV:
		x.kind, x.counter = ResourceKind(u32(6)), n.op(8).int() != 0
		tags = n.op(10).ops()
	case ClassCBV:
		x.kind, x.size = KindCBuffer, u32(6)
	case ClassSampler:
		x.kind = KindSampler
	}
	if t := tagged(tags, tagElementType); t.x != 0 {
		x.elem = t.int()
	}
	if t := tagged(tags, tagStride); t.x != 0 {
		x.stride = uint32(t.int())
	}
	return x
}

// A sigElement is an element of a signature in dx.entryPoints.
type sigElement struct {
	name          string
	index         uint32 // the first
	interpolation Interpolation
	dynamic       uint8
}

// Tags of elements' properties.
const tagDynamicMask = 2

// signaturesOf returns the signatures of a module's first entry point: inputs, outputs, and patch
// constants or primitives.
func signaturesOf(m *llvm.Module) (list [3][]sigElement) {
	entries := named(m, "dx.entryPoints")
	if len(entries) == 0 {
		return list
	}
	for i := range list {
		for _, n := range entries[0].op(2).op(i).ops() {
			e := sigElement{name: n.op(1).text(), interpolation: Interpolation(n.op(5).int()), index: uint32(n.op(4).op(0).int())}
			if t := tagged(n.op(10).ops(), tagDynamicMask); t.x != 0 {
				e.dynamic = uint8(t.int())
			}
			list[i] = append(list[i], e)
		}
	}
	return list
}

// Flags of shaders.
const (
	flagViewID = 1 << 21 // SV_ViewID is read
	flagNative = 1 << 23 // types of 16 bits are native ones
)

// shaderFlags returns the flags of a module's entry points.
func shaderFlags(m *llvm.Module) (flags int64) {
	const tagFlags = 0
	for _, e := range named(m, "dx.entryPoints") {
		flags |= tagged(e.op(4).ops(), tagFlags).int()
	}
	return flags
}

// A fieldNote is the annotation of a struct's member.
type fieldNote struct {
	name        string
	offset      uint32 // in constant buffers
	comp        int64  // the type of components, in metadata's numbers; 0: none
	matrix      bool
	rows, cols  uint32
	orientation int64 // 1 rows, 2 columns
}

// A structNote is the annotation of a struct.
type structNote struct {
	size   uint32 // in constant buffers
	fields []fieldNote
}

// Tags of annotations.
const (
	tagStructs   = 0
	tagMatrix    = 2
	tagOffset    = 3
	tagFieldName = 6
	tagCompType  = 7
)

// notesOf returns the annotations of a module's structs.
func notesOf(m *llvm.Module) map[llvm.Type]*structNote {
	notes := map[llvm.Type]*structNote{}
	for _, top := range named(m, "dx.typeAnnotations") {
		list := top.ops()
		if len(list) == 0 || list[0].int() != tagStructs {
			continue
		}
		for i := 1; i+1 < len(list); i += 2 {
			t := list[i].typ()
			info := m.At(t)
			if t == 0 || info.Kind != llvm.Struct || notes[t] != nil {
				continue
			}
			s := &structNote{size: uint32(list[i+1].op(0).int())}
			for k := range info.Fields {
				s.fields = append(s.fields, readField(list[i+1].op(1+k)))
			}
			notes[t] = s
		}
	}
	return notes
}

func readField(n node) (f fieldNote) {
	list := n.ops()
	f.name = tagged(list, tagFieldName).text()
	f.offset = uint32(tagged(list, tagOffset).int())
	f.comp = tagged(list, tagCompType).int()
	if x := tagged(list, tagMatrix); x.m != nil {
		f.matrix = true
		f.rows, f.cols, f.orientation = uint32(x.op(0).int()), uint32(x.op(1).int()), x.op(2).int()
	}
	return f
}

// viewState returns the words of dx.viewIdState, and whether there are any.
func viewState(m *llvm.Module) ([]uint32, bool) {
	list := named(m, "dx.viewIdState")
	if len(list) == 0 {
		return nil, false
	}
	v := list[0].op(0).value()
	if v == 0 {
		return nil, true
	}
	c := m.ConstantAt(v)
	if c == nil {
		return nil, true
	}
	if c.Kind == llvm.Null {
		n := min(m.At(c.Type).N, maxViewWords)
		return make([]uint32, n), true
	}
	var words []uint32
	for _, e := range c.Elems {
		w := uint32(0)
		if k := m.ConstantAt(e); k != nil {
			w = uint32(k.Bits)
		}
		words = append(words, w)
	}
	return words, true
}

// maxViewWords bounds the words of dx.viewIdState: four streams of tables of 128 inputs and outputs.
const maxViewWords = 1 << 12
