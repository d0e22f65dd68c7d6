package dxbc

// This file prints the chunk IFCE: the classes, instances and slots of interfaces.

import "strings"

// ChunkIFCE is the kind of the chunk with classes and interfaces, which the package keeps as bytes and prints.
const ChunkIFCE FourCC = 'I' | 'F'<<8 | 'C'<<16 | 'E'<<24

// The sizes of the chunk's records.
const (
	classTypeSize     = 12
	classInstanceSize = 16
	interfaceSlotSize = 16
)

// noBinding is the texture or sampler of an instance without them.
const noBinding = 0xffff

// shownTypes is the number of types of a slot that the disassembler prints.
const shownTypes = 8

// slotRule is the line between slots.
const slotRule = "// +----------+---------+---------------------------------------\n"

// interfaces prints the contents of a chunk IFCE.
func (t *containerPrinter) interfaces(chunk []byte) error {
	r := &reader{data: chunk}
	t.text("//\n// Available Class Types:\n//\n",
		"// Name                             ID CB Stride Texture Sampler\n",
		"// ------------------------------ ---- --------- ------- -------\n")
	count, at := r.table(4, 20, classTypeSize)
	for i := 0; i < count && !t.full(); i++ {
		t.text("// ")
		start := len(t.out)
		t.text(r.text(at))
		t.left(start, 30)
		t.column(4, decimal(uint32(i)))
		t.column(9, decimal(uint32(r.u16(at+6))))
		t.column(7, decimal(uint32(r.u16(at+8))))
		t.column(7, decimal(uint32(r.u16(at+10))))
		t.text("\n")
		at += classTypeSize
	}
	t.text("//\n// Available Class Instances:\n//\n",
		"// Name                        Type CB CB Offset Texture Sampler\n",
		"// --------------------------- ---- -- --------- ------- -------\n")
	count, at = r.table(0, 16, classInstanceSize)
	for i := 0; i < count && !t.full(); i++ {
		t.text("// ")
		start := len(t.out)
		t.text(r.text(at))
		t.left(start, 27)
		t.column(4, decimal(uint32(r.u16(at+4))))
		t.column(2, decimal(uint32(r.u16(at+8))))
		t.column(9, decimal(uint32(r.u16(at+10))))
		for k := 12; k <= 14; k += 2 {
			if v := r.u16(at + k); v == noBinding {
				t.column(7, "-")
			} else {
				t.column(7, decimal(uint32(v)))
			}
		}
		t.text("\n")
		at += classInstanceSize
	}
	t.text("//\n// Interface slots, ", decimal(r.u32(12)), " total:\n//\n//             Slots\n", slotRule)
	count, at = r.table(8, 24, interfaceSlotSize)
	slot := uint32(0)
	for i := 0; i < count && !t.full(); i++ {
		t.slots(r, at, slot)
		slot += r.u32(at)
		at += interfaceSlotSize
	}
	if r.err != nil {
		return r.err
	}
	return nil
}

// slots prints the types and tables of the slots of a record. The number of its first slot is given.
func (t *containerPrinter) slots(r *reader, at int, first uint32) {
	name := decimal(first)
	if n := r.u32(at); n > 1 {
		name += "-" + decimal(first+n-1)
	}
	types, ids := r.table(at+4, at+8, 2)
	t.text("// | Type ID  |   ", name, strings.Repeat(" ", max(6-len(name), 0)), "|")
	for i := 0; i < min(types, shownTypes); i++ {
		start := len(t.out)
		t.text(decimal(uint32(r.u16(ids + 2*i))))
		t.left(start, 5)
	}
	tables, ids := r.table(at+4, at+12, 4)
	t.text("\n// | Table ID |         |")
	for i := 0; i < min(tables, shownTypes); i++ {
		start := len(t.out)
		t.text(decimal(r.u32(ids + 4*i)))
		t.left(start, 5)
	}
	t.text("\n", slotRule)
}
