package wasmbin

// This file writes function bodies.

import (
	"encoding/binary"
	"math"
)

// A Func is a function: its type, its locals and its code.
type Func struct {
	Type   uint32
	params uint32
	locals []Type
	code   []byte
	depth  int
	spare  [2]uint32 // locals of Bitselect, and whether there are
	spares bool
}

// NewFunc returns a function without code, of a signature of the module.
func (m *Module) NewFunc(t uint32) *Func {
	return &Func{Type: t, params: uint32(len(m.Types[t].Params))}
}

// Local adds a local variable.
func (f *Func) Local(t Type) uint32 {
	f.locals = append(f.locals, t)
	return f.params + uint32(len(f.locals)) - 1
}

// Len is the number of bytes of code so far.
func (f *Func) Len() int { return len(f.code) }

func (f *Func) encode(s []byte) []byte {
	var head []byte
	n := 0
	for i := 0; i < len(f.locals); n++ {
		k := i
		for i < len(f.locals) && f.locals[i] == f.locals[k] {
			i++
		}
		head = AppendUint(head, uint64(i-k))
		head = append(head, byte(f.locals[k]))
	}
	count := AppendUint(nil, uint64(n))
	s = AppendUint(s, uint64(len(count)+len(head)+len(f.code)+1))
	s = append(s, count...)
	s = append(s, head...)
	s = append(s, f.code...)
	return append(s, byte(opEnd))
}

// Op writes an instruction that has no immediate operand.
//
// Five are written as others that give the same bits. wazero 1.12 makes machine code of
// each that changes a register in several steps and reads another source in between: if
// that source must be fetched from the stack into the register, the intermediate value is
// saved as it was when the register was first set (TestBitselectUnderPressure of package
// wasm).
func (f *Func) Op(o Op) {
	const low, high = 0x7FFF_FFFF, 0x8000_0000
	switch {
	case o == V128Bitselect:
		f.bitselect()
	case o == F32x4Abs:
		f.V128([4]uint32{low, low, low, low})
		f.Op(V128And)
	case o == F32x4Neg:
		f.V128([4]uint32{high, high, high, high})
		f.Op(V128Xor)
	case o == F64x2Abs:
		f.V128([4]uint32{^uint32(0), low, ^uint32(0), low})
		f.Op(V128And)
	case o == F64x2Neg:
		f.V128([4]uint32{0, high, 0, high})
		f.Op(V128Xor)
	case o >= simd:
		f.code = append(f.code, 0xFD)
		f.code = AppendUint(f.code, uint64(o-simd))
	case o >= misc:
		f.code = append(f.code, 0xFC)
		f.code = AppendUint(f.code, uint64(o-misc))
	default:
		f.code = append(f.code, byte(o))
	}
}

// bitselect takes a, b and a mask from the stack, and leaves a&mask | b&^mask.
func (f *Func) bitselect() {
	if !f.spares {
		f.spare, f.spares = [2]uint32{f.Local(V128), f.Local(V128)}, true
	}
	mask, b := f.spare[0], f.spare[1]
	f.Tee(mask)
	f.Op(V128AndNot)
	f.Set(b)
	f.Get(mask)
	f.Op(V128And)
	f.Get(b)
	f.Op(V128Or)
}

func (f *Func) index(o Op, x uint32) {
	f.Op(o)
	f.code = AppendUint(f.code, uint64(x))
}

func (f *Func) Get(local uint32)   { f.index(opLocalGet, local) }
func (f *Func) Set(local uint32)   { f.index(opLocalSet, local) }
func (f *Func) Tee(local uint32)   { f.index(opLocalTee, local) }
func (f *Func) Call(number uint32) { f.index(opCall, number) }

func (f *Func) I32(x int32) {
	f.Op(opI32Const)
	f.code = AppendInt(f.code, int64(x))
}

func (f *Func) I64(x int64) {
	f.Op(opI64Const)
	f.code = AppendInt(f.code, x)
}

// F32Bits is F32 by bits, which NaNs keep.
func (f *Func) F32Bits(x uint32) {
	f.Op(opF32Const)
	f.code = binary.LittleEndian.AppendUint32(f.code, x)
}

func (f *Func) F64(x float64) {
	f.Op(opF64Const)
	f.code = binary.LittleEndian.AppendUint64(f.code, math.Float64bits(x))
}

// V128 writes a constant of four 32-bit lanes.
func (f *Func) V128(lanes [4]uint32) {
	f.Op(opV128Const)
	for _, x := range lanes {
		f.code = binary.LittleEndian.AppendUint32(f.code, x)
	}
}

// High puts the upper half of the vector on the stack into both halves. It is faster than a shuffle:
// wazero makes machine code of two table look-ups of each of those.
func (f *Func) High() {
	f.Lane(F64x2ExtractLane, 1)
	f.Op(F64x2Splat)
}

// JoinLow joins the lower halves of two vectors on the stack, faster than a shuffle.
func (f *Func) JoinLow() {
	f.Lane(F64x2ExtractLane, 0)
	f.Lane(F64x2ReplaceLane, 1)
}

// Shuffle writes i8x16.shuffle.
func (f *Func) Shuffle(lanes [16]byte) {
	f.Op(opI8x16Shuffle)
	f.code = append(f.code, lanes[:]...)
}

// Lane writes an instruction that names a lane.
func (f *Func) Lane(o Op, lane int) {
	f.Op(o)
	f.code = append(f.code, byte(lane))
}

// Mem writes an access of memory at a constant offset, with the alignment as an exponent of
// two.
func (f *Func) Mem(o Op, align, offset uint32) {
	f.Op(o)
	f.code = AppendUint(f.code, uint64(align))
	f.code = AppendUint(f.code, uint64(offset))
}

// MemLane is Mem of one lane.
func (f *Func) MemLane(o Op, align, offset uint32, lane int) {
	f.Mem(o, align, offset)
	f.code = append(f.code, byte(lane))
}

// MemoryFill writes memory.fill.
func (f *Func) MemoryFill() {
	f.Op(opMemoryFill)
	f.code = append(f.code, 0)
}

// Block, Loop and If begin a construct without results and return its label, for
// Br; End ends the innermost.
func (f *Func) Block() int { return f.begin(opBlock) }
func (f *Func) Loop() int  { return f.begin(opLoop) }
func (f *Func) If() int    { return f.begin(opIf) }

func (f *Func) begin(o Op) int {
	f.Op(o)
	f.code = append(f.code, 0x40)
	f.depth++
	return f.depth
}

func (f *Func) Else() { f.Op(opElse) }

func (f *Func) End() {
	f.Op(opEnd)
	f.depth--
}

// Br and BrIf lead to the end of a block or if, or to the beginning of a loop.
func (f *Func) Br(label int)   { f.index(opBr, uint32(f.depth-label)) }
func (f *Func) BrIf(label int) { f.index(opBrIf, uint32(f.depth-label)) }
