package lower

// This file makes memory that is accessed by offset arrays of words, and the accesses loads
// and stores of their elements.
//
//	before                                     after
//	var @b : Params ubo                        var @b : array<vec4<u32>, 3> ubo
//	%1 = resource_index @b                     %1 = deref_var @b
//	%2 = load_ubo %1, 20 : vec2<f32>           %2 = deref_array %1, 1
//	                                           %3 = load %2 : vec4<u32>
//	                                           %4 = mov %3.yz
//	var @x : u32 shared at(0)                  var @shared : array<u32, 9> shared
//	var @y : array<u32, 8> shared at(4)
//
// Buffers keep their names and bindings. The workgroup's memory, a function's scratch and the
// constant data become one array each. An element has the size of the smallest access, 32
// bits at least in uniform buffers; the elements are atomic if an atomic operation accesses
// the memory.

import (
	"slices"

	"refract/diag"
	"refract/internal/ir/layout"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A memoryUse collects the accesses of a memory.
type memoryUse struct {
	used    bool
	direct  bool      // it is also accessed by address, or by operations of several sizes that exclude each other
	least   int       // bits of the smallest store; of buffers without fixed length, of the smallest access
	atomic  ir.Scalar // of atomic operations
	ordered bool      // one of them is by order
	wide    bool      // integers of 16 bits are in the memory
}

// A wordMemory is an array of words that takes the place of a memory.
type wordMemory struct {
	v       ssa.VarID // 0: the memory has none
	unit    ir.Scalar // of an element, or of a component of it
	lanes   uint32    // components of an element
	element ir.TypeID
	count   uint32 // elements; 0: the buffer decides
	atomic  bool
	int16   bool // it holds integers of 16 bits
}

// A memoryForm replaces accesses by offset in a shader.
type memoryForm struct {
	s      *ssa.Shader
	m      *ir.Module
	places *layout.Places
	uses   []memoryUse // by shader variable
	kinds  [op.MemoryGlobal + 1]memoryUse
	words  []wordMemory // by shader variable
	shared [op.MemoryGlobal + 1]wordMemory
	calc
}

func moduleMemory(s *ssa.Shader) bool {
	x := memoryForm{s: s, m: s.Module, places: layout.NewPlaces(s.Module), uses: make([]memoryUse, len(s.Vars))}
	found := false
	for _, f := range s.Funcs[1:] {
		found = x.note(f) || found
	}
	if !found {
		return false
	}
	x.words = make([]wordMemory, len(s.Vars))
	for v := range x.uses {
		if u := &x.uses[v]; u.used && !u.direct {
			x.words[v] = x.buffer(ssa.VarID(v), u)
		}
	}
	x.inPlace(op.MemoryPushConstant, ssa.ModePushConstant)
	x.inPlace(op.MemoryTaskPayload, ssa.ModeTaskPayload)
	x.joined(op.MemoryShared, ssa.ModeShared, "workgroup_memory")
	x.constants()
	changed := false
	for _, f := range s.Funcs[1:] {
		changed = x.function(f) || changed
	}
	return changed
}

// blockVar is the variable of the buffer that an instruction names, or 0.
func blockVar(f *ssa.Function, block ssa.Value) ssa.VarID {
	if f.Op(block) != op.ResourceIndex {
		return 0
	}
	return f.VarOf(block)
}

// note collects the accesses of a function; it reports whether there are any.
func (x *memoryForm) note(f *ssa.Function) bool {
	found := false
	scratch := &x.kinds[op.MemoryScratch]
	*scratch = memoryUse{}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch o := f.Op(i); {
			case o == op.DerefVar && !f.VarOf(i).IsLocal():
				x.uses[f.VarOf(i)].direct = x.uses[f.VarOf(i)].direct || !isHandedOver(f, i)
			case o == op.SSBOSize:
				x.uses[blockVar(f, f.Arg(i, 0))].used = true
				found = true
			case o == op.LoadUBOVec4:
				x.uses[blockVar(f, f.Arg(i, 0))].used = true
				found = true
			case o.Memory().Kind != op.NoMemory:
				found = true
				form := o.Memory()
				u := &x.kinds[form.Kind]
				if form.Block >= 0 {
					u = &x.uses[blockVar(f, f.Arg(i, int(form.Block)))]
				}
				u.note(f, i, form)
			}
		}
	}
	return found
}

// note adds an access.
func (u *memoryUse) note(f *ssa.Function, i ssa.InstrID, form op.MemoryForm) {
	u.used = true
	data := ssa.Value(i)
	switch form.Role {
	case op.MemoryAtomic:
		u.noteAtomic(ir.Scalar(f.Field(i, "kind")), ir.AtomicOp(f.Field(i, "op")))
		return
	case op.MemoryStore:
		data = f.Arg(i, int(form.Value))
	}
	size := f.Bits(data)
	if form.Role == op.MemoryStore || form.Kind == op.MemorySSBO {
		if u.least == 0 || size < u.least {
			u.least = size
		}
	}
}

// noteAtomic adds an atomic operation. Signs matter to the lesser and the greater only.
func (u *memoryUse) noteAtomic(s ir.Scalar, o ir.AtomicOp) {
	ordered := o == ir.AtomicMin || o == ir.AtomicMax
	switch {
	case u.atomic == 0 || u.atomic == s:
		u.atomic = s
	case u.atomic.Bits() != s.Bits() || !u.atomic.IsInteger() || !s.IsInteger() || ordered && u.ordered:
		u.direct = true
	case ordered:
		u.atomic = s
	}
	u.ordered = u.ordered || ordered
}

// unit is the scalar of which the memory's elements are made.
func (u *memoryUse) unit() ir.Scalar {
	switch {
	case u.atomic != 0:
		return u.atomic
	case u.least == 16 && !u.wide:
		return ir.F16
	case u.least == 8 || u.least == 16:
		return ir.ScalarOf(ir.UintKind, u.least)
	}
	return ir.U32
}

// array is the array of words of a number of bytes; 0: the buffer decides.
func (x *memoryForm) array(u *memoryUse, lanes, size uint32) wordMemory {
	w := wordMemory{unit: u.unit(), lanes: lanes, atomic: u.atomic != 0, int16: u.wide}
	w.element = ir.VectorOf(w.unit, int(lanes))
	if w.atomic {
		w.element = x.m.Types.Intern(ir.Type{Kind: ir.TypeAtomic, Scalar: w.unit})
	}
	n := w.bytes()
	w.count = (size + n - 1) / n
	return w
}

// bytes is the size of an element.
func (w *wordMemory) bytes() uint32 { return w.lanes * uint32(w.unit.Bytes()) }

// buffer changes the type of a buffer's variable.
func (x *memoryForm) buffer(v ssa.VarID, u *memoryUse) wordMemory {
	if v == 0 {
		return wordMemory{}
	}
	y := &x.s.Vars[v]
	t, l := y.Type, y.Layout
	ty := *x.m.Types.At(t)
	if ty.Kind == ir.TypeBindingArray {
		t, l = ty.Base, x.m.ElementLayout(l)
	}
	size, err := x.places.Size(layout.Place{Type: t, Layout: l})
	if err != nil {
		return wordMemory{}
	}
	lanes := uint32(1)
	if y.Mode != ssa.ModeSSBO {
		lanes = 4 // arrays in uniform buffers have a stride of 16 bytes
	} else if endsOpen(x.m, t) {
		size = 0
	}
	u.wide = holdsInt16(x.m, t)
	w := x.array(u, lanes, size)
	w.v = v
	t = x.m.Types.Array(w.element, w.count)
	if ty.Kind == ir.TypeBindingArray {
		ty.Base = t
		t = x.m.Types.Intern(ty)
	}
	y.Type, y.Layout, y.Block = t, ir.LayoutNatural, 0
	return w
}

// holdsInt16 reports whether a type has integers of 16 bits. Without them, words of 16 bits
// are floats, which more languages have.
func holdsInt16(m *ir.Module, t ir.TypeID) bool {
	switch ty := m.Types.At(t); ty.Kind {
	case ir.TypeStruct:
		return slices.ContainsFunc(m.Structs[ty.Struct].Members, func(x ir.Member) bool { return holdsInt16(m, x.Type) })
	case ir.TypeArray:
		return holdsInt16(m, ty.Base)
	}
	s := m.Types.ScalarOf(t)
	return s == ir.I16 || s == ir.U16
}

// endsOpen reports whether a type ends with an array whose length the buffer decides.
func endsOpen(m *ir.Module, t ir.TypeID) bool {
	for {
		ty := m.Types.At(t)
		if ty.Kind != ir.TypeStruct {
			return ty.IsRuntimeSized()
		}
		members := m.Structs[ty.Struct].Members
		if len(members) == 0 {
			return false
		}
		t = members[len(members)-1].Type
	}
}

// inPlace changes the type of the variable whose memory is that of a mode: immediate data, a payload.
func (x *memoryForm) inPlace(k op.MemoryKind, mode ssa.Mode) {
	u := &x.kinds[k]
	for v := range x.s.Vars {
		y := &x.s.Vars[v]
		if v == 0 || y.Mode != mode || !u.used || x.uses[v].direct {
			continue
		}
		size, err := x.places.Size(layout.Place{Type: y.Type, Layout: y.Layout})
		if err != nil {
			return
		}
		w := x.array(u, 1, size)
		w.v = ssa.VarID(v)
		y.Type, y.Layout, y.Block = x.m.Types.Array(w.element, w.count), ir.LayoutNatural, 0
		x.shared[k] = w
		for _, f := range x.s.Funcs[1:] {
			for b := range f.Blocks() {
				for i := range f.Instrs(b) {
					if f.Op(i) == op.DerefVar && f.VarOf(i) == ssa.VarID(v) {
						f.SetType(i, f.VarPointer(w.v))
					}
				}
			}
		}
	}
}

// isHandedOver reports whether an address is that of a payload that the stage only hands over.
func isHandedOver(f *ssa.Function, p ssa.Value) bool {
	if f.Op(p) != op.DerefVar || f.Var(f.VarOf(p)).Mode != ssa.ModeTaskPayload {
		return false
	}
	for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
		if i, _ := f.UserOf(u); i == 0 || f.Op(i) != op.Pipeline {
			return false
		}
	}
	return true
}

// extent is the number of bytes that variables of a mode with a place take, which lose it.
func (x *memoryForm) extent(u *memoryUse, vars []ssa.Variable, mode ssa.Mode) (end uint32) {
	for k := range vars {
		v := &vars[k]
		if v.Mode != mode || !v.HasAt {
			continue
		}
		if size, err := x.places.Size(layout.Place{Type: v.Type, Layout: v.Layout}); err == nil {
			end = max(end, v.At+size)
		}
		u.wide = u.wide || holdsInt16(x.m, v.Type)
		v.HasAt = false
	}
	return end
}

// joined adds a variable that holds all variables of a mode that have a place.
func (x *memoryForm) joined(k op.MemoryKind, mode ssa.Mode, name string) {
	u := &x.kinds[k]
	size := x.extent(u, x.s.Vars, mode)
	if !u.used || u.direct || size == 0 {
		return
	}
	w := x.array(u, 1, size)
	w.v = x.s.AddVar(ssa.Variable{Name: name, Mode: mode, Type: x.m.Types.Array(w.element, w.count), Access: ir.AccessReadWrite})
	x.shared[k] = w
}

// constants adds a private variable with the constant data.
func (x *memoryForm) constants() {
	u := &x.kinds[op.MemoryConstant]
	if !u.used {
		return
	}
	var data []byte
	for k := range x.s.Vars {
		v := &x.s.Vars[k]
		if v.Mode != ssa.ModeConstant || !v.HasAt {
			continue
		}
		at := layout.Place{Type: v.Type, Layout: v.Layout}
		size, err := x.places.Size(at)
		if err != nil {
			return
		}
		if grow := int(v.At+size) - len(data); grow > 0 {
			data = append(data, make([]byte, grow)...)
		}
		if !x.write(data[v.At:], at, ir.ExprID(v.Init)) {
			return
		}
	}
	w := x.array(u, 1, uint32(len(data)))
	t := x.m.Types.Array(w.element, w.count)
	for len(data)%4 != 0 {
		data = append(data, 0)
	}
	parts := make([]ir.ExprID, w.count)
	for k := range parts {
		n := uint64(0)
		for j := range 4 {
			n |= uint64(data[4*k+j]) << (8 * j)
		}
		parts[k] = x.m.Consts.AddLiteral(ir.TypeU32, n, diag.Span{})
	}
	init := x.m.Consts.AddCompose(t, parts, diag.Span{})
	w.v = x.s.AddVar(ssa.Variable{Name: "constant_data", Mode: ssa.ModeShaderTemp, Type: t, Access: ir.AccessReadWrite, Init: ir.ConstID(init)})
	x.shared[op.MemoryConstant] = w
	for k := range x.s.Vars {
		if v := &x.s.Vars[k]; v.Mode == ssa.ModeConstant {
			v.Mode, v.HasAt, v.Init = ssa.ModeShaderTemp, false, 0
		}
	}
}

// write writes the value of a constant expression as it lies in memory; it reports whether
// the value is known.
func (x *memoryForm) write(data []byte, at layout.Place, e ir.ExprID) bool {
	consts := &x.m.Consts
	for consts.Kind(e) == ir.KindConstant {
		e = ir.ExprID(x.m.Constants[consts.ConstantRef(e)].Init)
	}
	if consts.Kind(e) == ir.KindZeroValue {
		return true
	}
	if n := x.m.Types.ComponentCount(at.Type); n > 0 {
		size := int(x.m.Types.ScalarOf(at.Type).Bytes())
		for k := range n {
			v, ok := ssa.ConstantBits(x.m, e, k)
			if !ok {
				return false
			}
			for j := range size {
				data[k*size+j] = byte(v >> (8 * j))
			}
		}
		return true
	}
	if consts.Kind(e) != ir.KindCompose {
		return false
	}
	for k, part := range consts.Compose(e).Components {
		to, offset := at, uint32(0)
		var err error
		if x.m.Types.At(at.Type).Kind == ir.TypeStruct {
			to, offset, err = x.places.Member(at, k)
		} else {
			var stride uint32
			to, stride, err = x.places.Element(at)
			offset = uint32(k) * stride
		}
		if err != nil || !x.write(data[offset:], to, part) {
			return false
		}
	}
	return true
}
