// Package spirvtest is for tests of readers of SPIR-V: an interpreter that runs the words
// of a module, and random modules for it. It shares nothing with the rest of the project
// but the numbers of instructions: it parses words itself, its memory is bytes, its values
// are trees.
package spirvtest

// This file loads the words: types, constants, decorations, functions.

import (
	"fmt"
	"math"

	"refract/spirv"
)

// Module is a loaded module.
type Module struct {
	insts    [][]uint32 // in order, the header aside
	def      []int      // by id: the index of its instruction, or -1
	deco     map[uint32][]decoration
	globals  []int // indices of module-scope variables
	entries  []int
	ext      map[uint32]string
	funcs    map[uint32]*function
	size     [3]uint32
	sizeIDs  bool
	zeros    bool              // they keep their signs
	override map[uint32]uint64 // by SpecId
}

type decoration struct {
	member int // -1: of the whole
	kind   spirv.Decoration
	args   []uint32
}

type function struct {
	params []uint32
	blocks map[uint32]*block
	first  uint32
}

type block struct {
	label uint32
	insts [][]uint32
}

// fault is the interpreter's panic on instructions that it can't run or mustn't.
type fault struct{ err error }

// UnsupportedError reports a feature that the interpreter doesn't know.
type UnsupportedError struct{ What string }

func (e *UnsupportedError) Error() string { return "not known: " + e.What }

// UndefinedError reports that a run has undefined behaviour of SPIR-V.
type UndefinedError struct{ What string }

func (e *UndefinedError) Error() string { return "not defined: " + e.What }

func unsupported(format string, args ...any) {
	panic(fault{&UnsupportedError{fmt.Sprintf(format, args...)}})
}
func undefined(format string, args ...any) {
	panic(fault{&UndefinedError{fmt.Sprintf(format, args...)}})
}

// catch turns a fault into an error.
func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case fault:
		*err = r.err
	default:
		panic(r)
	}
}

func opOf(inst []uint32) spirv.Op { return spirv.Op(inst[0] & 0xFFFF) }

// resultAt is the word of an instruction that has its result, or 0.
func resultAt(o spirv.Op) int {
	switch {
	case !o.HasResult():
		return 0
	case o.HasResultType():
		return 2
	}
	return 1
}

func literal(words []uint32) string {
	var b []byte
	for _, w := range words {
		for range 4 {
			if w&0xFF == 0 {
				return string(b)
			}
			b = append(b, byte(w))
			w >>= 8
		}
	}
	return string(b)
}

// Load loads the words of a valid module.
func Load(words []uint32) (m *Module, err error) {
	defer catch(&err)
	if len(words) < 5 || words[0] != 0x07230203 {
		return nil, fmt.Errorf("these words are no module")
	}
	m = &Module{def: make([]int, words[3]), deco: map[uint32][]decoration{}, ext: map[uint32]string{}, funcs: map[uint32]*function{}, size: [3]uint32{1, 1, 1}}
	for i := range m.def {
		m.def[i] = -1
	}
	groups := map[uint32]bool{}
	var fn *function
	var at *block
	for i := 5; i < len(words); {
		n := int(words[i] >> 16)
		if n == 0 || i+n > len(words) {
			return nil, fmt.Errorf("word %d: an instruction of %d words", i, n)
		}
		inst := words[i : i+n]
		i += n
		k := len(m.insts)
		m.insts = append(m.insts, inst)
		o := opOf(inst)
		if r := resultAt(o); r > 0 {
			m.def[inst[r]] = k
		}
		switch o {
		case spirv.OpExtInstImport:
			m.ext[inst[1]] = literal(inst[2:])
		case spirv.OpMemoryModel:
			if a := spirv.AddressingModel(inst[1]); a != spirv.AddressingModelLogical {
				unsupported("the addressing model %s", a)
			}
		case spirv.OpEntryPoint:
			m.entries = append(m.entries, k)
		case spirv.OpExecutionMode:
			switch spirv.ExecutionMode(inst[2]) {
			case spirv.ExecutionModeLocalSize:
				copy(m.size[:], inst[3:])
			case spirv.ExecutionModeSignedZeroInfNanPreserve:
				m.zeros = true
			}
		case spirv.OpExecutionModeId:
			if spirv.ExecutionMode(inst[2]) == spirv.ExecutionModeLocalSizeId {
				copy(m.size[:], inst[3:])
				m.sizeIDs = true
			}
		case spirv.OpDecorate:
			m.deco[inst[1]] = append(m.deco[inst[1]], decoration{-1, spirv.Decoration(inst[2]), inst[3:]})
		case spirv.OpMemberDecorate:
			m.deco[inst[1]] = append(m.deco[inst[1]], decoration{int(inst[2]), spirv.Decoration(inst[3]), inst[4:]})
		case spirv.OpDecorationGroup:
			groups[inst[1]] = true
		case spirv.OpGroupDecorate:
			for _, t := range inst[2:] {
				m.deco[t] = append(m.deco[t], m.deco[inst[1]]...)
			}
		case spirv.OpVariable:
			if fn == nil {
				m.globals = append(m.globals, k)
			} else {
				at.insts = append(at.insts, inst)
			}
		case spirv.OpFunction:
			fn = &function{blocks: map[uint32]*block{}}
			m.funcs[inst[2]] = fn
		case spirv.OpFunctionParameter:
			fn.params = append(fn.params, inst[2])
		case spirv.OpFunctionEnd:
			fn, at = nil, nil
		case spirv.OpLabel:
			at = &block{label: inst[1]}
			fn.blocks[inst[1]] = at
			if fn.first == 0 {
				fn.first = inst[1]
			}
		default:
			if at != nil {
				at.insts = append(at.insts, inst)
			}
		}
	}
	return m, nil
}

// inst is the instruction that defines an id.
func (m *Module) inst(id uint32) []uint32 {
	if int(id) >= len(m.def) || m.def[id] < 0 {
		panic(fault{fmt.Errorf("nothing defines %%%d", id)})
	}
	return m.insts[m.def[id]]
}

func (m *Module) op(id uint32) spirv.Op { return opOf(m.inst(id)) }

// typeOf is the type of a result.
func (m *Module) typeOf(id uint32) uint32 { return m.inst(id)[1] }

// decorated finds a decoration.
func (m *Module) decorated(id uint32, member int, kind spirv.Decoration) ([]uint32, bool) {
	for _, d := range m.deco[id] {
		if d.member == member && d.kind == kind {
			return d.args, true
		}
	}
	return nil, false
}

// width is how many bits a scalar has; a bool has 1.
func (m *Module) width(t uint32) int {
	switch inst := m.inst(t); opOf(inst) {
	case spirv.OpTypeBool:
		return 1
	case spirv.OpTypeInt, spirv.OpTypeFloat:
		return int(inst[2])
	case spirv.OpTypePointer:
		return 64
	}
	unsupported("%v where a scalar is expected", m.op(t))
	return 0
}

// scalar is the type of the scalars of a scalar, vector or matrix.
func (m *Module) scalar(t uint32) uint32 {
	for {
		switch inst := m.inst(t); opOf(inst) {
		case spirv.OpTypeVector, spirv.OpTypeMatrix:
			t = inst[2]
		default:
			return t
		}
	}
}

// parts is how many parts a composite has, and 0 for a scalar.
func (m *Module) parts(t uint32) int {
	switch inst := m.inst(t); opOf(inst) {
	case spirv.OpTypeVector, spirv.OpTypeMatrix:
		return int(inst[3])
	case spirv.OpTypeArray:
		return int(m.constant(inst[3]).n)
	case spirv.OpTypeStruct:
		return len(inst) - 2
	}
	return 0
}

// part is the type of a part.
func (m *Module) part(t uint32, k int) uint32 {
	inst := m.inst(t)
	if opOf(inst) == spirv.OpTypeStruct {
		return inst[2+k]
	}
	return inst[2]
}

// layout is the order of a matrix in memory: by the member that it is in.
type layout struct {
	stride int // 0: none is said
	rows   bool
}

// memberLayout is the layout of a struct's member.
func (m *Module) memberLayout(t uint32, k int) (l layout) {
	if a, ok := m.decorated(t, k, spirv.DecorationMatrixStride); ok {
		l.stride = int(a[0])
	}
	_, l.rows = m.decorated(t, k, spirv.DecorationRowMajor)
	return l
}

// offset is the beginning of a part.
func (m *Module) offset(t uint32, k int, l layout) int {
	switch inst := m.inst(t); opOf(inst) {
	case spirv.OpTypeStruct:
		if a, ok := m.decorated(t, k, spirv.DecorationOffset); ok {
			return int(a[0])
		}
		at := 0
		for i := range k {
			at += m.sizeOf(inst[2+i], m.memberLayout(t, i))
		}
		return at
	case spirv.OpTypeArray, spirv.OpTypeRuntimeArray:
		if a, ok := m.decorated(t, -1, spirv.DecorationArrayStride); ok {
			return k * int(a[0])
		}
		return k * m.sizeOf(inst[2], l)
	case spirv.OpTypeMatrix:
		switch {
		case l.stride == 0:
			return k * m.sizeOf(inst[2], layout{})
		case l.rows:
			return k * m.sizeOf(m.scalar(t), layout{})
		}
		return k * l.stride
	case spirv.OpTypeVector:
		if l.rows && l.stride > 0 { // of a matrix whose rows lie together
			return k * l.stride
		}
		return k * m.sizeOf(inst[2], layout{})
	}
	return 0
}

// inside is the layout that a part has.
func (m *Module) inside(t uint32, k int, l layout) layout {
	switch m.op(t) {
	case spirv.OpTypeStruct:
		return m.memberLayout(t, k)
	case spirv.OpTypeMatrix:
		if !l.rows {
			return layout{}
		}
	}
	return l
}

// sizeOf is how many bytes a type takes, a runtime array's elements aside.
func (m *Module) sizeOf(t uint32, l layout) int {
	switch o := m.op(t); o {
	case spirv.OpTypeBool:
		return 4
	case spirv.OpTypeInt, spirv.OpTypeFloat, spirv.OpTypePointer:
		return m.width(t) / 8
	case spirv.OpTypeRuntimeArray:
		return 0
	case spirv.OpTypeVector, spirv.OpTypeMatrix, spirv.OpTypeArray, spirv.OpTypeStruct:
		end := 0
		for k := range m.parts(t) {
			p := m.inside(t, k, l)
			end = max(end, m.offset(t, k, l)+m.sizeOf(m.part(t, k), p))
		}
		return end
	default:
		unsupported("memory that holds %v", o)
	}
	return 0
}

// value is a scalar as bits, zeros above; or a composite; or a pointer.
type value struct {
	n       uint64
	unknown bool // it is undefined, or of something undefined
	list    []value
	p       *pointer
}

// constant evaluates a constant.
func (m *Module) constant(id uint32) value {
	inst := m.inst(id)
	spec := func() (uint64, bool) {
		if a, ok := m.decorated(id, -1, spirv.DecorationSpecId); ok {
			v, ok := m.override[a[0]]
			return v, ok
		}
		return 0, false
	}
	switch o := opOf(inst); o {
	case spirv.OpConstantTrue, spirv.OpConstantFalse, spirv.OpSpecConstantTrue, spirv.OpSpecConstantFalse:
		if v, ok := spec(); ok && (o == spirv.OpSpecConstantTrue || o == spirv.OpSpecConstantFalse) {
			return value{n: v & 1}
		}
		return value{n: truth(o == spirv.OpConstantTrue || o == spirv.OpSpecConstantTrue)}
	case spirv.OpConstant, spirv.OpSpecConstant:
		v := uint64(inst[3])
		if len(inst) > 4 {
			v |= uint64(inst[4]) << 32
		}
		if x, ok := spec(); ok && o == spirv.OpSpecConstant {
			v = x
		}
		return value{n: v & mask(m.width(inst[1]))}
	case spirv.OpConstantComposite, spirv.OpSpecConstantComposite:
		var v value
		for _, p := range inst[3:] {
			v.list = append(v.list, m.constant(p))
		}
		return v
	case spirv.OpConstantNull:
		return m.fill(inst[1], 0)
	case spirv.OpUndef:
		return m.fill(inst[1], 0).undefined()
	case spirv.OpSpecConstantOp:
		as := append([]uint32{inst[3]&0xFFFF | uint32(len(inst)-1)<<16, inst[1], inst[2]}, inst[4:]...)
		r := &run{m: m}
		return r.compute(as, m.constant)
	}
	panic(fault{fmt.Errorf("%%%d is no constant", id)})
}

// fill is a value of a type with each scalar the same.
func (m *Module) fill(t uint32, bits uint64) (v value) {
	switch o := m.op(t); o {
	case spirv.OpTypeVector, spirv.OpTypeMatrix, spirv.OpTypeArray, spirv.OpTypeStruct:
		for k := range m.parts(t) {
			v.list = append(v.list, m.fill(m.part(t, k), bits))
		}
	case spirv.OpTypeBool, spirv.OpTypeInt, spirv.OpTypeFloat:
		v.n = bits & mask(m.width(t))
	case spirv.OpTypePointer, spirv.OpTypeVoid:
	default:
		unsupported("a value of %v", o)
	}
	return v
}

// undefined is a value all of whose scalars are unknown.
func (v value) undefined() value {
	v.unknown = v.list == nil
	list := v.list
	v.list = nil
	for _, x := range list {
		v.list = append(v.list, x.undefined())
	}
	return v
}

// known is false of a value with a scalar that is unknown.
func (v value) known() bool {
	for _, x := range v.list {
		if !x.known() {
			return false
		}
	}
	return !v.unknown
}

func mask(bits int) uint64 {
	if bits >= 64 {
		return math.MaxUint64
	}
	return 1<<bits - 1
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
