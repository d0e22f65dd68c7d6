package dxbc

// This file is the machine form: instructions of Direct3D's machine over virtual registers of
// up to four components, whose places in real registers are not known yet.
//
// A virtual register has logical components 0 to 3; alloc.go gives each a lane of a register.
// Operands select logical components: a destination by a mask, a source by a swizzle whose
// place k is for the destination's component k, or, of whole sources (coordinates, addresses,
// operands of dot products), for place k of the operand itself.

import (
	"refract/diag"
	"refract/internal/dxbc"
)

// An operand is an operand of the machine form.
type operand struct {
	kind     dxbc.OperandKind
	dims     uint8 // indices: of registers 0 to 2
	modifier dxbc.Modifier
	mask     uint8    // destinations: logical components
	swizzle  [4]uint8 // sources
	lane     uint8    // of registers that aren't virtual: the lane of component 0
	whole    bool     // the swizzle is by place
	scalar   bool     // the operand has one component, as vThreadIDInGroupFlattened has
	none     bool     // the operand has no components, as samplers and null
	one      bool     // a source: one component is read, that of place 0
	free     bool     // a source: the form is a swizzle though one component is read
	reg      uint32   // Temp: the virtual register; else the first index
	index    uint32   // the second index, or the only one with dims 1 and relative
	rel      relative // added to the last index
	pick     relative // of constant buffers: added to the register
	imm      [4]uint32
	space    bool // model 5.1: the number of the declaration of resource imm[0] comes first
}

// relative is a component of a virtual register, or none.
type relative struct {
	reg  uint32 // 0: none
	comp uint8
}

// An instr is an instruction of the machine form: operands[first:first+dests+srcs].
type instr struct {
	op       dxbc.Opcode
	dests    uint8
	count    uint8 // operands
	offsets  [3]int8
	extended dxbc.Extended
	dim      dxbc.ResourceDimension
	returns  dxbc.ResourceReturns
	stride   uint16 // of a structured buffer: bytes of an element
	control  dxbc.Control
	precise  bool
	first    uint32
	value    uint32 // case: the value
	span     diag.Span
}

// A code is the machine form of a function.
type code struct {
	instrs   []instr
	operands []operand
	loops    [][2]int32 // first and last instruction of each loop, inner ones first
	open     []int32    // loops that are being emitted
	regs     []vreg     // [0] is unused
	ids      []uint32   // model 5.1: the numbers of resources in declarations
}

// A vreg is a virtual register.
type vreg struct {
	comps      uint8 // logical components
	fixed      bool  // its place is output, lane
	aligned    bool  // component k is in lane k
	pair       bool  // two components, in lanes 0 and 1 or 2 and 3: a double
	loaded     bool  // pairs of components may be doubles; nothing else is stored there
	output     uint32
	kind       dxbc.OperandKind // of a fixed register
	lanes      [4]uint8         // of the components
	reg        uint32           // the register, once there is one
	start, end int32            // first and last access
}

// newReg makes a virtual register.
func (c *code) newReg(comps int) uint32 {
	c.regs = append(c.regs, vreg{comps: uint8(comps), start: -1})
	return uint32(len(c.regs) - 1)
}

// emit appends an instruction: destinations, then sources.
func (c *code) emit(in instr, dests int, list ...operand) *instr {
	in.first, in.dests, in.count = uint32(len(c.operands)), uint8(dests), uint8(len(list))
	c.operands = append(c.operands, list...)
	c.instrs = append(c.instrs, in)
	return &c.instrs[len(c.instrs)-1]
}

func (c *code) operandsOf(in *instr) []operand { return c.operands[in.first:][:in.count] }

// temp is a whole virtual register as a destination.
func (c *code) temp(reg uint32) operand {
	return operand{kind: dxbc.Temp, dims: 1, reg: reg, mask: 1<<c.regs[reg].comps - 1}
}

// read is a virtual register as a source.
func (c *code) read(reg uint32) operand {
	o := operand{kind: dxbc.Temp, dims: 1, reg: reg, swizzle: identity}
	for k := int(c.regs[reg].comps); k < 4; k++ {
		o.swizzle[k] = c.regs[reg].comps - 1
	}
	return o
}

var identity = [4]uint8{0, 1, 2, 3}

// null discards a result.
func null() operand { return operand{kind: dxbc.Null, none: true, mask: 15} }

// imm is an immediate scalar.
func imm(v uint32) operand {
	return operand{kind: dxbc.Immediate32, imm: [4]uint32{v, v, v, v}, swizzle: identity}
}

// imms is an immediate vector.
func imms(v ...uint32) operand {
	o := operand{kind: dxbc.Immediate32, swizzle: identity}
	for k := range o.imm {
		o.imm[k] = v[min(k, len(v)-1)]
	}
	return o
}

// comp is a source that reads one component of the operand for every place.
func (o operand) comp(k int) operand {
	c := o.swizzle[k]
	o.swizzle = [4]uint8{c, c, c, c}
	return o
}

// then is a source whose places read the places of another.
func (o operand) then(places ...uint8) operand {
	s := o.swizzle
	for k := range o.swizzle {
		o.swizzle[k] = s[places[min(k, len(places)-1)]]
	}
	return o
}

// neg is the operand with its sign changed; an immediate one is a float.
func (o operand) neg() operand {
	if o.kind == dxbc.Immediate32 {
		for k := range o.imm {
			o.imm[k] ^= 1 << 31
		}
		return o
	}
	o.modifier ^= dxbc.Negate
	return o
}

// abs is the operand, a float, without its sign.
func (o operand) abs() operand {
	if o.kind == dxbc.Immediate32 {
		for k := range o.imm {
			o.imm[k] &^= 1 << 31
		}
		return o
	}
	o.modifier = dxbc.Absolute
	return o
}

// minus is the operand with its sign changed; an immediate one is an integer.
func (o operand) minus() operand {
	if o.kind == dxbc.Immediate32 {
		for k := range o.imm {
			o.imm[k] = -o.imm[k]
		}
		return o
	}
	o.modifier ^= dxbc.Negate
	return o
}

// masked is a destination of some components.
func (o operand) masked(mask uint8) operand {
	o.mask = mask
	return o
}

// atPlaces is a source whose swizzle is by place.
func (o operand) atPlaces() operand {
	o.whole = true
	return o
}
