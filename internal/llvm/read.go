package llvm

// This file reads modules: the target, variables, functions' heads, names and attributes.

import (
	"bytes"
	"fmt"
	"slices"
)

// A moduleReader reads a module.
type moduleReader struct {
	bitReader
	m *Module

	numbers []Value // by the number in bitcode: the module's values, then the function's
	groups  map[uint64]attributeGroup
	lists   [][]attributeGroup
	inits   []uint64 // by global variable: the number of its initializer plus 1
	pending []int    // functions whose bodies follow
	types   int      // read from the table
	text    []byte   // for strings
	nesting int      // of constants
	seen    [maxBlock + 1]bool
}

// Limits of modules.
const (
	maxTypes    = 1 << 16
	maxTypeText = 1 << 12 // characters of a type without a name
	maxSlot     = 255     // the number of a parameter with attributes
)

// Read returns the module with the bytes of data: bitcode of LLVM 3.7 as DXC writes it, without a
// wrapper. Mistakes, and records that DXC doesn't write for drivers, such as information for
// debuggers, are returned as *[Error]. Memory is proportional to the length of data.
func Read(data []byte) (*Module, error) {
	r := &moduleReader{m: New(), groups: map[uint64]attributeGroup{}}
	r.data, r.end, r.width = data, uint64(len(data))*8, 2
	if !bytes.HasPrefix(data, []byte{'B', 'C', 0xc0, 0xde}) {
		r.fail("the file has no mark of bitcode")
		return nil, r.err
	}
	r.at = 32
	if it, block := r.next(); it != itemBlock || block != blockModule {
		r.fail("the file doesn't begin with a module")
	}
	r.module()
	if r.err == nil && r.at+32 <= r.end {
		r.fail("the module ends before the file, %d bytes", len(data))
	}
	if r.err != nil {
		return nil, r.err
	}
	return r.m, nil
}

// failAt reports a mistake in the record that was read last.
func (r *moduleReader) failRecord(format string, args ...any) {
	if r.err == nil {
		r.err = &Error{int(r.start / 8), fmt.Sprintf(format, args...)}
	}
}

// module reads the block of a module.
func (r *moduleReader) module() {
	r.enter(blockModule)
	for {
		it, block := r.next()
		switch {
		case it == itemEnd:
			if len(r.pending) > 0 {
				r.fail("the function %q has no body", r.m.Functions[r.pending[0]].Name)
			}
			r.leave()
			return
		case it == itemRecord:
			r.moduleRecord()
		default:
			r.moduleBlock(block)
		}
	}
}

// moduleBlock reads a block of a module.
func (r *moduleReader) moduleBlock(block uint64) {
	if block <= maxBlock && block != blockFunction && block != blockMetadata {
		if r.seen[block] {
			r.fail("the block %d is there twice", block)
			return
		}
		r.seen[block] = true
	}
	switch block {
	case blockInfo:
		r.readInfo()
	case blockAttrGroup:
		r.each(block, r.groupRecord)
	case blockParamAttr:
		r.each(block, r.listRecord)
	case blockTypes:
		r.readTypes()
	case blockConstants:
		r.readConstants()
		r.setInits()
	case blockMetadata:
		r.readMetadata()
	case blockSymbols:
		r.each(block, r.symbolRecord)
	case blockFunction:
		r.readFunction()
	default:
		r.fail("the block %d is not supported in a module", block)
	}
}

// each reads a block without blocks in it.
func (r *moduleReader) each(block uint64, record func()) {
	r.enter(block)
	for {
		it, inner := r.next()
		switch it {
		case itemEnd:
			r.leave()
			return
		case itemRecord:
			record()
		case itemBlock:
			r.fail("the block %d is within the block %d", inner, block)
		}
	}
}

// string returns values of the record as a string, from one on.
func (r *moduleReader) string(from int) string {
	r.text = r.text[:0]
	for _, v := range r.record[min(from, len(r.record)):] {
		if v > 255 {
			r.failRecord("a string has the character %d", v)
		}
		r.text = append(r.text, byte(v))
	}
	return string(r.text)
}

// atLeast reports whether the record has at least n values.
func (r *moduleReader) atLeast(n int) bool {
	if len(r.record) < n {
		r.failRecord("a record of code %d in the block %d has %d values instead of %d", r.code, r.block, len(r.record), n)
	}
	return r.err == nil
}

// zeros reports whether the values of the record from one on are zero.
func (r *moduleReader) zeros(from int, what string) {
	for _, v := range r.record[min(from, len(r.record)):] {
		if v != 0 {
			r.failRecord("%s is not supported", what)
		}
	}
}

func (r *moduleReader) unknown() {
	r.failRecord("the record %d in the block %d is not supported", r.code, r.block)
}

func (r *moduleReader) moduleRecord() {
	if r.err != nil {
		return
	}
	switch r.code {
	case moduleVersion:
		if r.atLeast(1) && r.record[0] != 1 {
			r.failRecord("version %d of modules is not supported", r.record[0])
		}
	case moduleTriple:
		r.m.Triple = r.string(0)
	case moduleDataLayout:
		r.m.DataLayout = r.string(0)
	case moduleGlobal:
		r.global()
	case moduleFunction:
		r.head()
	default:
		r.unknown()
	}
}

// linkage returns the linkage with a number in bitcode.
func (r *moduleReader) linkage(v uint64) Linkage {
	k := slices.Index(linkages[:], v)
	if k < 0 {
		r.failRecord("the linkage %d is not supported", v)
		return 0
	}
	return Linkage(k)
}

// bytesOf returns the alignment in bytes that a record has.
func (r *moduleReader) bytesOf(v uint64) uint32 {
	if v > 30 {
		r.failRecord("the alignment 1<<%d", v)
	}
	if v == 0 || v > 30 {
		return 0
	}
	return 1 << (v - 1)
}

// global reads a global variable.
func (r *moduleReader) global() {
	if !r.atLeast(6) {
		return
	}
	v := r.record
	g := Global{Type: r.typeAt(v[0]), Constant: v[1]&1 != 0, Linkage: r.linkage(v[3]), Align: r.bytesOf(v[4])}
	switch {
	case v[1]&2 == 0 || v[1]>>2 >= 1<<24:
		r.failRecord("a variable whose type is that of a pointer")
	case len(r.m.Constants) > 0:
		r.failRecord("a variable behind constants")
	case v[5] != 0:
		r.failRecord("a section is not supported")
	}
	g.Space = uint32(v[1] >> 2)
	if len(v) > 6 {
		if r.atLeast(9); len(v) >= 9 {
			g.Unnamed = v[8] != 0
			v[8] = 0
		}
		r.zeros(6, "a property of a variable")
	}
	if r.err != nil {
		return
	}
	if !r.memoryType(g.Type) {
		r.failRecord("a variable of a type without values")
		return
	}
	r.inits = append(r.inits, v[2])
	r.numbers = append(r.numbers, r.m.AddGlobal(g))
}

// setInits sets the initializers of variables.
func (r *moduleReader) setInits() {
	for i, n := range r.inits {
		if n == 0 {
			continue
		}
		g := &r.m.Globals[i]
		if n > uint64(len(r.numbers)) || r.m.TypeOf(r.numbers[n-1]) != g.Type {
			r.fail("the initializer of variable %d isn't a constant of its type", i)
			return
		}
		g.Init = r.numbers[n-1]
	}
}

// head reads the head of a function.
func (r *moduleReader) head() {
	if !r.atLeast(8) {
		return
	}
	v := r.record
	t := r.typeAt(v[0])
	declared, linkage := v[2] != 0, r.linkage(v[3])
	if v[4] > uint64(len(r.lists)) {
		r.failRecord("the attributes %d are unknown", v[4])
	}
	if len(r.m.Constants) > 0 {
		r.failRecord("a function behind constants")
	}
	list, fast := v[4], v[1] == fastConvention
	if fast {
		v[1] = 0
	}
	v[0], v[2], v[3], v[4] = 0, 0, 0, 0
	r.zeros(0, "a property of a function")
	if r.err != nil {
		return
	}
	if r.m.At(t).Kind != FunctionType {
		r.failRecord("a function whose type is none of functions")
		return
	}
	f := r.m.addFunction("", t, 0)
	f.Linkage, f.FastCall = linkage, fast
	if list > 0 {
		f.setGroups(r.lists[list-1])
	}
	if !declared {
		r.pending = append(r.pending, len(r.m.Functions)-1)
	}
	r.numbers = append(r.numbers, f.Value)
}

// groupRecord reads a group of attributes.
func (r *moduleReader) groupRecord() {
	if r.err != nil || r.code != groupEntry {
		r.unknown()
		return
	}
	if !r.atLeast(2) {
		return
	}
	v := r.record
	if v[1] != attributesOfFunction && v[1] > maxSlot {
		r.failRecord("the slot %d of attributes", v[1])
	}
	g := attributeGroup{slot: uint32(v[1])}
	text := func() string {
		n := slices.Index(v, 0)
		if n < 0 {
			r.failRecord("a string without an end in attributes")
			v = nil
			return ""
		}
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(v[i])
		}
		v = v[n+1:]
		return string(b)
	}
	for v = v[2:]; len(v) > 0; {
		kind := v[0]
		v = v[1:]
		switch {
		case kind == attributeEnum && len(v) > 0:
			k := slices.IndexFunc(attributeKinds[:], func(a attributeKind) bool { return a.number == v[0] })
			if k < 0 {
				r.failRecord("the attribute %d is not supported", v[0])
				return
			}
			g.enums |= attributeKinds[k].attribute
			v = v[1:]
		case kind == attributeString:
			g.strings = append(g.strings, StringAttribute{Key: text()})
		case kind == attributeValue:
			key := text()
			g.strings = append(g.strings, StringAttribute{key, text()})
		default:
			r.failRecord("the kind %d of attributes is not supported", kind)
			return
		}
	}
	r.groups[r.record[0]] = g
}

// listRecord reads a list of groups of attributes.
func (r *moduleReader) listRecord() {
	if r.err != nil || r.code != attrEntry {
		r.unknown()
		return
	}
	var list []attributeGroup
	for _, id := range r.record {
		g, ok := r.groups[id]
		if !ok {
			r.failRecord("the group %d of attributes is unknown", id)
		}
		list = append(list, g)
	}
	r.lists = append(r.lists, list)
}

// symbolRecord reads the name of a variable or function.
func (r *moduleReader) symbolRecord() {
	if r.err != nil || r.code != symbolEntry {
		r.unknown()
		return
	}
	if !r.atLeast(1) {
		return
	}
	if r.record[0] >= uint64(len(r.numbers)) {
		r.failRecord("a name of the value %d, which is none", r.record[0])
		return
	}
	ref := r.m.values[r.numbers[r.record[0]]]
	switch ref.kind {
	case valueGlobal:
		r.m.Globals[ref.index].Name = r.string(1)
	case valueFunction:
		r.m.Functions[ref.index].Name = r.string(1)
	case valueConstant:
		r.failRecord("a name of a constant")
	}
}
