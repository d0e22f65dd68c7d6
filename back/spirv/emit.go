package spirv

// This file holds the emitter's core: sections, ids, capabilities, the first
// error, and the instructions every operation is made of.

import (
	"fmt"
	"math/bits"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/ir/consteval"
	"refract/internal/ir/layout"
	"refract/internal/reuse"
	"refract/ir"
	"refract/spirv"
)

// id is a SPIR-V result id.
type id = spirv.ID

// maxCapability bounds the capabilities that the bit sets hold.
const maxCapability = 8192

type capabilitySet [maxCapability / 64]uint64

func (s *capabilitySet) has(c spirv.Capability) bool { return s[c/64]>>(c%64)&1 != 0 }
func (s *capabilitySet) add(c spirv.Capability)      { s[c/64] |= 1 << (c % 64) }

// emitter builds a SPIR-V module. Its methods take ids and return ids; the types
// of values are named by the handles of a module IR. After an error they go on
// and return any id.
type emitter struct {
	m       *ir.Module
	out     spirv.Builder
	version spirv.Version
	layouts layout.Cache

	needed     capabilitySet
	allowed    capabilitySet
	restricted bool // only the allowed capabilities may be used

	relaxed       id                 // the last instruction with the decoration for reduced precision
	noContraction bool               // decorate all float arithmetic
	names         bool               // give debug names
	streams       bool               // vertices are emitted to several streams
	hitForm       back.HitObjects    // the extension that hit objects are written by
	patches       bool               // there is an entry point of the tessellation control stage
	strides       ir.FeedbackStrides // of transform feedback, in stages whose outputs are variables
	loose         bool               // the type that is written is that of the uniforms outside of blocks

	// vars and code are the variables and the rest of the function being built.
	vars, code spirv.Stream
	block      id // label of the block being built; 0 after its terminator
	size       imageSize
	header     openHeader

	table     []uint32 // open-addressed: 1 + offset in out.Globals of a type or constant
	tableLen  int
	spare     []uint32 // the table before it grew
	constants []uint32 // by id: 1 + offset in out.Globals of a constant (not of a specialization constant)
	values    []id     // by TypeID: the type of values
	natural   []id     // by TypeID: the type in memory of natural layout
	laid      []bool   // by TypeID: values have the type in memory of natural layout
	memory    []memoryEntry
	memoryLen int
	small     [32]id // u32 constants
	glsl      id

	moduleIDs []id // by expression of m.Consts; see moduleConstant
	overrides []id // by OverrideID
	specIDs   []uint32
	filler    uint64 // see standIn
	stoodIn   bool
	eval      consteval.Evaluator
	pending   []ir.ExprID
	operands  []ir.ExprID

	span diag.Span // of what is being written, for errors
	err  *UnsupportedError
}

// reset makes the emitter ready to build a module for m and keeps its memory.
func (e *emitter) reset(m *ir.Module, version spirv.Version) {
	e.m, e.version = m, version
	e.out.Reset()
	e.layouts.Reset(m)
	e.needed = capabilitySet{}
	e.vars.Reset()
	e.code.Reset()
	e.block, e.size = 0, imageSize{}
	e.table = reuse.Zeroed(e.table, tableSize(m))
	e.tableLen = 0
	clear(e.constants)
	e.constants = e.constants[:0]
	e.values = reuse.Zeroed(e.values, m.Types.Len())
	e.natural = reuse.Zeroed(e.natural, m.Types.Len())
	e.laid = e.laid[:0]
	if e.memoryLen > 0 {
		clear(e.memory)
		e.memoryLen = 0
	}
	e.small = [32]id{}
	e.glsl = 0
	e.moduleIDs = reuse.Zeroed(e.moduleIDs, m.Consts.ExprCount())
	e.overrides = reuse.Zeroed(e.overrides, len(m.Overrides))
	e.specIDs = e.specIDs[:0]
	e.filler, e.stoodIn = 0, false
	e.span, e.err = diag.Span{}, nil
}

// fail records that a feature can't be expressed; the first one counts.
func (e *emitter) fail(feature string) {
	if e.err == nil {
		e.err = &UnsupportedError{Feature: feature, Span: e.span}
	}
}

// need requires a capability, and the extension that provides it if the version doesn't.
// The specification's table in section 3.31 lists them.
func (e *emitter) need(c spirv.Capability) {
	if e.needed.has(c) {
		return
	}
	e.needed.add(c)
	if e.restricted && !e.allowed.has(c) {
		e.fail("the capability " + c.String() + " is needed and not among those allowed (spv.allowed_capabilities)")
		return
	}
	row := spirv.KindCapability.Enumerant(uint32(c))
	if core := row.Version(); core == 0 || e.version < core {
		if extensions := row.Extensions(); len(extensions) > 0 {
			e.out.Extension(extensionOf(c, extensions))
		} else if core != 0 {
			e.needVersion(core, "the capability "+c.String())
			return
		}
	}
	e.out.Capabilities.Op1(spirv.OpCapability, uint32(c))
}

// extensionOf picks the extension to declare for a capability from the ones that have it.
func extensionOf(c spirv.Capability, list []string) string {
	switch c {
	case spirv.CapabilityComputeDerivativeGroupQuadsKHR, spirv.CapabilityComputeDerivativeGroupLinearKHR:
		return "SPV_KHR_compute_shader_derivatives" // NV's, which is listed ahead, has no derivatives in mesh shaders
	}
	return list[0]
}

// needVersion fails if the target's version is older.
func (e *emitter) needVersion(v spirv.Version, feature string) {
	if e.version < v {
		e.fail(fmt.Sprintf("%s needs SPIR-V %v (--set spv.version=%v)", feature, v, v))
	}
}

// canUse reports whether a capability may be required.
func (e *emitter) canUse(c spirv.Capability) bool { return !e.restricted || e.allowed.has(c) }

// intern returns the id of the type or constant that an instruction in the
// section of types declares, emitting it if it is new. The result id stands
// before operand resultAt.
func (e *emitter) intern(op spirv.Op, resultAt int, operands ...uint32) id {
	const m = 0x9E3779B1
	h := uint32(op) * m
	for _, w := range operands {
		h = (bits.RotateLeft32(h, 5) ^ w) * m
	}
	h ^= h >> 15
	if 2*(e.tableLen+1) > len(e.table) {
		e.growTable()
	}
	globals := e.out.Globals.Contents()
	header := uint32(len(operands)+2)<<16 | uint32(op)
	mask := uint32(len(e.table) - 1)
	i := h & mask
probe:
	for ; e.table[i] != 0; i = (i + 1) & mask {
		w := globals[e.table[i]-1:]
		if w[0] != header {
			continue
		}
		w = w[1 : len(operands)+2]
		for j, x := range operands[:resultAt] {
			if w[j] != x {
				continue probe
			}
		}
		for j, x := range operands[resultAt:] {
			if w[resultAt+1+j] != x {
				continue probe
			}
		}
		return w[resultAt]
	}
	e.table[i] = uint32(len(globals)) + 1
	e.tableLen++
	result := e.out.NewID()
	s := &e.out.Globals
	s.Begin(op)
	s.Words(operands[:resultAt]...)
	s.Word(result)
	s.Words(operands[resultAt:]...)
	s.End()
	return result
}

// The sizes that the table begins with are powers of two.
const minTable, maxTable = 256, 1 << 14

// tableSize is the size that the table of a module begins with: one that most
// don't outgrow.
func tableSize(m *ir.Module) int {
	exprs := 0
	for _, f := range m.Functions[1:] {
		exprs += f.ExprCount()
	}
	n := minTable
	for n < exprs/2 && n < maxTable {
		n *= 2
	}
	return n
}

func (e *emitter) growTable() {
	e.spare = append(e.spare[:0], e.table...)
	e.table = reuse.Zeroed(e.table, 2*len(e.table))
	mask := uint32(len(e.table) - 1)
	globals := e.out.Globals.Contents()
	const m = 0x9E3779B1
	for _, at := range e.spare {
		if at == 0 {
			continue
		}
		w := globals[at-1:]
		op := w[0] & 0xffff
		w = w[1 : w[0]>>16]
		result := 0
		if spirv.Op(op).HasResultType() {
			result = 1
		}
		h := op * m
		for j, x := range w {
			if j != result {
				h = (bits.RotateLeft32(h, 5) ^ x) * m
			}
		}
		h ^= h >> 15
		i := h & mask
		for e.table[i] != 0 {
			i = (i + 1) & mask
		}
		e.table[i] = at
	}
}

// Instructions with a result, in the block being built.

func (e *emitter) inst1(op spirv.Op, ty, a id) id {
	r := e.out.NewID()
	e.code.Op3(op, ty, r, a)
	return r
}

func (e *emitter) inst2(op spirv.Op, ty, a, b id) id {
	r := e.out.NewID()
	e.code.Op4(op, ty, r, a, b)
	return r
}

func (e *emitter) inst3(op spirv.Op, ty, a, b, c id) id {
	r := e.out.NewID()
	e.code.Op5(op, ty, r, a, b, c)
	return r
}

func (e *emitter) inst4(op spirv.Op, ty, a, b, c, d id) id {
	r := e.out.NewID()
	e.code.Op6(op, ty, r, a, b, c, d)
	return r
}

func (e *emitter) inst(op spirv.Op, ty id, operands ...id) id {
	r := e.out.NewID()
	e.code.Begin(op)
	e.code.Word(ty)
	e.code.Word(r)
	e.code.Words(operands...)
	e.code.End()
	return r
}

// glslInst emits an instruction of GLSL.std.450.
func (e *emitter) glslInst(op spirv.GLSLOp, ty id, operands ...id) id {
	if e.glsl == 0 {
		e.glsl = e.out.Import(spirv.GLSLImport)
	}
	r := e.out.NewID()
	e.code.Begin(spirv.OpExtInst)
	e.code.Word(ty)
	e.code.Word(r)
	e.code.Word(e.glsl)
	e.code.Word(uint32(op))
	e.code.Words(operands...)
	e.code.End()
	return r
}

// Blocks (section 2.11).

// label begins a block.
func (e *emitter) label(l id) {
	e.code.Op1(spirv.OpLabel, l)
	e.block = l
}

// branch ends the block being built.
func (e *emitter) branch(to id) {
	e.code.Op1(spirv.OpBranch, to)
	e.block, e.size = 0, imageSize{}
}

func (e *emitter) branchIf(cond, accept, reject id) {
	if h := e.header; h != (openHeader{}) {
		e.loopMerge(h.merge, h.next)
		e.header = openHeader{}
	}
	e.code.Op3(spirv.OpBranchConditional, cond, accept, reject)
	e.block, e.size = 0, imageSize{}
}

// selectionMerge declares the merge block of the branch that comes next.
func (e *emitter) selectionMerge(merge id) {
	e.code.Op2(spirv.OpSelectionMerge, merge, uint32(spirv.SelectionControlNone))
}

// openHeader is a loop's header that lacks its merge instruction: that comes ahead of
// the conditional branch which ends the header.
type openHeader struct{ merge, next id }

func (e *emitter) loopMerge(merge, next id) {
	e.code.Op3(spirv.OpLoopMerge, merge, next, uint32(spirv.LoopControlNone))
}

// unreachable ends a block that control never gets to.
func (e *emitter) unreachable() {
	e.code.Op0(spirv.OpUnreachable)
	e.block, e.size = 0, imageSize{}
}
