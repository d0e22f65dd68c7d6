package dxil

// This file reads and writes the part RDAT: what a runtime has to know of a library (DXC's
// DxilRuntimeReflection.h). It is a file of parts itself: strings, tables of resources and functions,
// and arrays of indices, which records share. A record names a string by its offset, and an array by
// the place of its length.

import (
	"encoding/binary"
	"slices"
)

// RuntimeData is the contents of the part RDAT.
type RuntimeData struct {
	Resources []RuntimeResource // constant buffers, samplers, SRVs, UAVs
	Functions []RuntimeFunction
	// Lanes is set if functions have numbers of lanes, flags and a record: from validator version 1.8 on.
	Lanes bool
	// Others are the parts that the package keeps as bytes, in their order: of subobjects, payload
	// types and nodes. Their records name strings and arrays of the part that was read.
	Others []RuntimePart

	strings []byte   // that Others name
	indices []uint32 // likewise
}

// A RuntimePart is a part of runtime data.
type RuntimePart struct {
	Kind uint32
	Data []byte
}

// Kinds of parts of runtime data.
const (
	runtimeStrings   = 1
	runtimeIndices   = 2
	runtimeResources = 3
	runtimeFunctions = 4
)

// A RuntimeResource is a resource of a library.
type RuntimeResource struct {
	Class        uint32 // 0 SRV, 1 UAV, 2 constant buffer, 3 sampler
	Kind         ResourceKind
	ID           uint32 // in its class
	Space        uint32
	Lower, Upper uint32 // registers; Upper is 0xffffffff if there is no bound
	Name         string
	Flags        RuntimeFlags
}

// RuntimeFlags are properties of a resource of a library.
type RuntimeFlags uint32

// The properties of resources.
const (
	RuntimeCoherent    RuntimeFlags = 1 << iota // of UAVs, as the next ones
	RuntimeCounter                              // has a counter
	RuntimeOrdered                              // is a rasterizer-ordered view
	RuntimeDynamic                              // is indexed dynamically
	RuntimeAtomicInt64                          // 64-bit numbers change atomically
)

// A RuntimeFunction is a function of a library.
type RuntimeFunction struct {
	Name         string   // in the module
	Plain        string   // without its mangling
	Resources    []uint32 // indices of RuntimeData.Resources; nil: none
	Dependencies []string // functions of other libraries that it calls; nil: none
	Stage        Stage    // Library, if it is no shader
	Payload      uint32   // bytes of the payload, or of a callable shader's parameter
	Attributes   uint32   // bytes of the attributes of hits
	Features     Features
	Stages       StageSet // that may call it
	Major, Minor uint8    // the shader model that it needs
	// If RuntimeData.Lanes is set:
	LeastLanes, MostLanes uint8 // of a wave; 0: any
	Flags                 uint16
	Record                uint32 // of a table of Others, or NoRecord
}

// NoRecord is RuntimeFunction.Record of functions without a record.
const NoRecord = ^uint32(0)

const (
	runtimeVersion     = 0x10
	resourceRecordSize = 32
	functionRecordSize = 44
	lanesRecordSize    = 52
	noArray            = ^uint32(0)
)

// A runtimePool collects strings and arrays, each once.
type runtimePool struct {
	strings []byte
	places  map[string]uint32
	indices []uint32
	arrays  map[string]uint32
}

func newRuntimePool(strings []byte, indices []uint32) *runtimePool {
	p := &runtimePool{strings, map[string]uint32{}, indices, map[string]uint32{}}
	for at := 0; at < len(strings); {
		n := slices.Index(strings[at:], 0)
		if n < 0 {
			break
		}
		if s := string(strings[at : at+n]); n > 0 || at == 0 {
			p.places[s] = uint32(at)
		}
		at += n + 1
	}
	for at := 0; at < len(indices); {
		n := uint64(indices[at])
		if n > uint64(len(indices)-at-1) {
			break
		}
		p.arrays[arrayKey(indices[at+1:at+1+int(n)])] = uint32(at)
		at += 1 + int(n)
	}
	p.text("") // at offset 0
	return p
}

// arrayKey is the contents of an array.
func arrayKey(list []uint32) string { return string(appendWords(nil, list...)) }

// text is the offset of a string.
func (p *runtimePool) text(s string) uint32 {
	at, ok := p.places[s]
	if !ok {
		at = uint32(len(p.strings))
		p.places[s] = at
		p.strings = append(append(p.strings, s...), 0)
	}
	return at
}

// array is the place of an array.
func (p *runtimePool) array(list []uint32) uint32 {
	if list == nil {
		return noArray
	}
	key := arrayKey(list)
	at, ok := p.arrays[key]
	if !ok {
		at = uint32(len(p.indices))
		p.arrays[key] = at
		p.indices = append(append(p.indices, uint32(len(list))), list...)
	}
	return at
}

// Bytes returns the contents of the part, with parts in DXC's order.
func (d *RuntimeData) Bytes() []byte {
	pool := newRuntimePool(slices.Clone(d.strings), slices.Clone(d.indices))
	resources := appendWords(nil, uint32(len(d.Resources)), resourceRecordSize)
	for i := range d.Resources {
		r := &d.Resources[i]
		resources = appendWords(resources, r.Class, uint32(r.Kind), r.ID, r.Space, r.Lower, r.Upper, pool.text(r.Name), uint32(r.Flags))
	}
	size := uint32(functionRecordSize)
	if d.Lanes {
		size = lanesRecordSize
	}
	functions := appendWords(nil, uint32(len(d.Functions)), size)
	for i := range d.Functions {
		f := &d.Functions[i]
		name, plain := pool.text(f.Name), pool.text(f.Plain)
		var dependencies []uint32
		if f.Dependencies != nil {
			dependencies = []uint32{}
		}
		for _, s := range f.Dependencies {
			dependencies = append(dependencies, pool.text(s))
		}
		functions = appendWords(functions, name, plain, pool.array(f.Resources), pool.array(dependencies), uint32(f.Stage), f.Payload, f.Attributes,
			uint32(f.Features), uint32(f.Features>>32), uint32(f.Stages), uint32(f.Stage)<<16|uint32(f.Major)<<4|uint32(f.Minor))
		if d.Lanes {
			functions = appendWords(functions, uint32(f.LeastLanes)|uint32(f.MostLanes)<<8|uint32(f.Flags)<<16, f.Record)
		}
	}
	parts := []RuntimePart{{runtimeStrings, align(pool.strings)}}
	if len(d.Resources) > 0 {
		parts = append(parts, RuntimePart{runtimeResources, resources})
	}
	if len(d.Functions) > 0 {
		parts = append(parts, RuntimePart{runtimeFunctions, functions})
	}
	if len(pool.indices) > 0 {
		parts = append(parts, RuntimePart{runtimeIndices, appendWords(nil, pool.indices...)})
	}
	parts = append(parts, d.Others...)
	out := appendWords(nil, runtimeVersion, uint32(len(parts)))
	at := len(out) + 4*len(parts)
	for i := range parts {
		out = appendWords(out, uint32(at))
		at += 8 + len(parts[i].Data)
	}
	for i := range parts {
		out = append(appendWords(out, parts[i].Kind, uint32(len(parts[i].Data))), parts[i].Data...)
	}
	return out
}

// ParseRuntimeData returns the runtime data with the contents of a part. Mistakes are returned as
// *[Error].
func ParseRuntimeData(data []byte) (*RuntimeData, error) {
	r := &reader{data: data}
	d := &RuntimeData{}
	if v := r.u32(); r.err == nil && v != runtimeVersion {
		r.fail(0, "version 0x%x of runtime data is unknown", v)
	}
	offsets := r.words(int(r.u32()))
	var parts [runtimeFunctions + 1][]byte
	at := r.at
	for _, offset := range offsets { // which lie one after the other
		if r.err == nil && uint64(offset) != uint64(at) {
			r.fail(at, "a part at %d isn't behind the part before, at %d", offset, at)
		}
		kind, size := r.u32(), r.u32()
		if r.err == nil && size%4 != 0 {
			r.fail(at+4, "%d bytes are no whole number of words", size)
		}
		body := r.take(int(size))
		at = r.at
		switch {
		case kind == 0 || kind > runtimeFunctions:
			d.Others = append(d.Others, RuntimePart{kind, body})
		case parts[kind] != nil:
			r.fail(at, "two parts have the kind %d", kind)
		default:
			parts[kind] = body
		}
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	p := &runtimeReader{data: d, strings: parts[runtimeStrings]}
	p.indices = (&reader{data: parts[runtimeIndices]}).words(len(parts[runtimeIndices]) / 4)
	p.table(parts[runtimeResources], p.resource, resourceRecordSize)
	p.table(parts[runtimeFunctions], p.function, functionRecordSize, lanesRecordSize)
	if p.err != nil {
		return nil, p.err
	}
	if d.Others != nil {
		d.strings, d.indices = p.strings, p.indices
	}
	return d, nil
}

// A runtimeReader reads records of tables. Offsets of mistakes are those in the table.
type runtimeReader struct {
	reader
	data    *RuntimeData
	strings []byte
	indices []uint32
}

// table reads a table with records of one of the sizes.
func (p *runtimeReader) table(data []byte, record func(size int), sizes ...int) {
	if data == nil || p.err != nil {
		return
	}
	p.reader = reader{data: data}
	count, size := p.u32(), int(p.u32())
	if p.err == nil && !slices.Contains(sizes, size) {
		p.fail(4, "records of %d bytes are unknown", size)
	}
	for range count {
		if p.err != nil {
			return
		}
		record(size)
	}
	_ = p.end()
}

// text reads a reference to a string.
func (p *runtimeReader) text() string {
	offset := p.u32()
	if p.err != nil {
		return ""
	}
	return p.textAt(p.strings, offset, p.at-4)
}

// array reads a reference to an array.
func (p *runtimeReader) array() []uint32 {
	at := p.u32()
	if p.err != nil || at == noArray {
		return nil
	}
	if uint64(at) >= uint64(len(p.indices)) || uint64(p.indices[at]) > uint64(len(p.indices))-uint64(at)-1 {
		p.fail(p.at-4, "the array at %d is beyond the end", at)
		return nil
	}
	n := int(p.indices[at])
	return p.indices[at+1 : int(at)+1+n : int(at)+1+n]
}

func (p *runtimeReader) resource(int) {
	x := RuntimeResource{Class: p.u32(), Kind: ResourceKind(p.u32()), ID: p.u32(), Space: p.u32(), Lower: p.u32(), Upper: p.u32()}
	x.Name, x.Flags = p.text(), RuntimeFlags(p.u32())
	p.data.Resources = append(p.data.Resources, x)
}

func (p *runtimeReader) function(size int) {
	x := RuntimeFunction{Name: p.text(), Plain: p.text(), Resources: p.array()}
	list := p.array()
	if list != nil {
		x.Dependencies = []string{}
	}
	for _, offset := range list {
		if len(x.Dependencies) > maxDependencies {
			p.fail(p.at-4, "a function calls more than %d others", maxDependencies)
		}
		if p.err != nil {
			return
		}
		x.Dependencies = append(x.Dependencies, p.textAt(p.strings, offset, p.at-4))
	}
	stage := p.u32()
	if p.err == nil && stage >= uint32(stages) {
		p.fail(p.at-4, "the stage %d is unknown", stage)
	}
	x.Stage, x.Payload, x.Attributes = Stage(stage), p.u32(), p.u32()
	low, high := p.u32(), p.u32()
	x.Features, x.Stages = Features(low)|Features(high)<<32, StageSet(p.u32())
	target := p.u32()
	x.Major, x.Minor = uint8(target>>4&15), uint8(target&15)
	if size == lanesRecordSize {
		p.data.Lanes = true
		if b := p.take(4); b != nil {
			x.LeastLanes, x.MostLanes, x.Flags = b[0], b[1], binary.LittleEndian.Uint16(b[2:])
		}
		x.Record = p.u32()
	}
	p.data.Functions = append(p.data.Functions, x)
}

// maxDependencies bounds the functions of other libraries that a function calls.
const maxDependencies = 1 << 10
