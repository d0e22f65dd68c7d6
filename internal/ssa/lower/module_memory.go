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
	"math/bits"
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
	x.immediate()
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
				x.uses[f.VarOf(i)].direct = true
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
		t = members[len(members)-1].Type
	}
}

// immediate changes the type of the variable with the immediate data.
func (x *memoryForm) immediate() {
	u := &x.kinds[op.MemoryPushConstant]
	for v := range x.s.Vars {
		y := &x.s.Vars[v]
		if v == 0 || y.Mode != ssa.ModePushConstant || !u.used || x.uses[v].direct {
			continue
		}
		size, err := x.places.Size(layout.Place{Type: y.Type, Layout: y.Layout})
		if err != nil {
			return
		}
		w := x.array(u, 1, size)
		w.v = ssa.VarID(v)
		y.Type, y.Layout, y.Block = x.m.Types.Array(w.element, w.count), ir.LayoutNatural, 0
		x.shared[op.MemoryPushConstant] = w
	}
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

// function replaces the accesses of a function.
func (x *memoryForm) function(f *ssa.Function) bool {
	x.kinds[op.MemoryScratch] = memoryUse{}
	found := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if form := f.Op(i).Memory(); form.Kind == op.MemoryScratch {
				x.kinds[op.MemoryScratch].note(f, i, form)
			}
		}
	}
	x.shared[op.MemoryScratch] = wordMemory{}
	if u := &x.kinds[op.MemoryScratch]; u.used {
		if size := x.extent(u, f.Vars, ssa.ModeFunctionTemp); size > 0 {
			w := x.array(u, 1, size)
			w.v = f.AddVar(ssa.Variable{Name: "scratch", Mode: ssa.ModeFunctionTemp, Type: x.m.Types.Array(w.element, w.count), Access: ir.AccessReadWrite})
			x.shared[op.MemoryScratch] = w
		}
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			o := f.Op(i)
			if o != op.SSBOSize && o != op.LoadUBOVec4 && o.Memory().Kind == op.NoMemory {
				continue
			}
			x.calc = calc{f.BuildBefore(i)}
			if a, ok := x.access(i); ok {
				x.replace(i, &a)
				found = true
			}
		}
	}
	return found
}

// A wordAccess is an access of memory: dyn bytes and static bytes from the begin of a
// variable, or from address 0.
type wordAccess struct {
	*wordMemory
	base       ssa.Value // the address of the array; 0: dyn is an address of 64 bits
	dyn        ssa.Value // 0: none
	static     uint32
	align, off uint32 // the sum is off bytes beyond a multiple of align
	flags      ir.Flags
	cached     ssa.Value // an element that is loaded
	cachedAt   uint32    // the distance at which it begins
}

// access resolves the memory of an instruction; it reports whether that is an array of words.
func (x *memoryForm) access(i ssa.InstrID) (a wordAccess, ok bool) {
	f := x.F
	o := f.Op(i)
	form := o.Memory()
	if o == op.SSBOSize || o == op.LoadUBOVec4 {
		form = op.MemoryForm{Kind: op.MemoryUBO, Block: 0, Offset: 1}
	}
	a.flags = f.Flags(i) & ir.FlagInBounds
	switch {
	case form.Kind == op.MemoryGlobal:
		a.wordMemory = &wordMemory{lanes: 1}
	case form.Block >= 0:
		v := blockVar(f, f.Arg(i, int(form.Block)))
		a.wordMemory = &x.words[v]
		if a.v == 0 {
			return a, false
		}
		a.base = x.DerefVar(v)
		if index := f.Arg(f.Arg(i, int(form.Block)), 0); index != 0 {
			flags := f.Flags(f.Arg(i, int(form.Block)))
			a.base = x.DerefArray(x.m.ElementType(f.Type(a.base), 0), a.base, index)
			f.SetFlags(a.base, flags)
		}
	default:
		if a.wordMemory = &x.shared[form.Kind]; a.v == 0 {
			return a, false
		}
		a.base = x.DerefVar(a.v)
	}
	if o == op.SSBOSize {
		return a, true
	}
	a.dyn, a.static = f.Arg(i, int(form.Offset)), f.Field(i, "base")
	if o == op.LoadUBOVec4 {
		a.static = 16*a.static + f.Field(i, "component")*uint32(f.Bits(i)/8)
		a.align, a.off = 16, a.static%16
	} else if form.Role != op.MemoryAtomic {
		a.align, a.off = f.Field(i, "align"), f.Field(i, "align_offset")
	}
	if k, known := f.KnownBits(a.dyn, 0); known {
		if o == op.LoadUBOVec4 {
			k *= 16
		}
		a.dyn, a.static = 0, a.static+uint32(k)
		if form.Kind == op.MemoryGlobal { // no 32-bit number
			a.dyn, a.static = f.Arg(i, int(form.Offset)), f.Field(i, "base")
		}
	} else if o == op.LoadUBOVec4 {
		a.dyn = x.shli(a.dyn, 4)
	}
	return a, true
}

// replace makes an instruction accesses of words.
func (x *memoryForm) replace(i ssa.InstrID, a *wordAccess) {
	f := x.F
	o := f.Op(i)
	form := o.Memory()
	switch {
	case o == op.SSBOSize:
		v := x.U32(a.count * a.bytes())
		if a.count == 0 {
			v = x.Op(op.IMul, ir.TypeU32, x.Op(op.ArrayLength, ir.TypeU32, a.base), x.U32(a.bytes()))
		}
		replace(f, i, v)
	case form.Role == op.MemoryAtomic:
		x.atomic(i, a, int(form.Value))
	case form.Role == op.MemoryStore:
		v := f.Arg(i, int(form.Value))
		mask := f.Field(i, "mask")
		size := uint32(f.Bits(v) / 8)
		for k := range f.Comps(v) {
			if mask == 0 || mask>>k&1 != 0 {
				x.store(a, uint32(k)*size, x.Component(v, k))
			}
		}
		f.Remove(i)
	default:
		s := x.m.Types.ScalarOf(f.Type(i))
		if s.Bits() == 16 && !a.int16 && a.base != 0 {
			s = ir.F16
		}
		t := ir.ScalarTypeOf(s)
		parts := make([]ssa.Value, f.Comps(i))
		for k := range parts {
			parts[k] = x.load(a, uint32(k)*uint32(f.Bits(i)/8), t)
		}
		if len(parts) == 1 {
			if v := parts[0]; f.Type(v) != t {
				parts[0] = x.Op(op.Mov, t, v)
			}
			replace(f, i, parts[0])
			return
		}
		replace(f, i, x.Op(op.Vec, ir.VectorOf(s, len(parts)), parts...))
	}
}

// pointer is the address of the element that holds the byte at a distance.
func (x *memoryForm) pointer(a *wordAccess, at uint32) ssa.Value {
	p := x.DerefArray(x.m.ElementType(x.F.Type(a.base), 0), a.base, x.index(a, at, a.bytes()))
	x.F.SetFlags(p, a.flags)
	return p
}

// index is the number of the element of a size in bytes, a power of two, at a distance.
func (x *memoryForm) index(a *wordAccess, at, size uint32) ssa.Value {
	at += a.static
	if a.dyn == 0 {
		return x.U32(at / size)
	}
	if v := x.quotient(a.dyn, size, 0); v != 0 && at%size == 0 {
		return x.sum(v, at/size)
	}
	shift := uint32(bits.TrailingZeros32(size))
	if a.align != 0 && a.align%size == 0 && at%size == (a.off+at-a.static)%size && at%size == 0 { // then dyn is a multiple, too
		return x.sum(x.ushri(a.dyn, shift), at/size)
	}
	return x.ushri(x.sum(a.dyn, at), shift)
}

// sum is v + k.
func (x *memoryForm) sum(v ssa.Value, k uint32) ssa.Value {
	if k == 0 {
		return v
	}
	return x.Op(op.IAdd, ir.TypeU32, v, x.U32(k))
}

// quotient is an offset divided by a size, if its computation shows a multiple of the size,
// or 0. Products don't wrap.
func (x *memoryForm) quotient(v ssa.Value, size uint32, depth int) ssa.Value {
	f := x.F
	if k, known := f.KnownBits(v, 0); known && f.Comps(v) == 1 && uint32(k)%size == 0 {
		return x.U32(uint32(int32(k) / int32(size))) // a great number is a difference
	}
	if f.Op(v).Class() != op.ClassALU || f.NumSrcs(v) != 2 || depth > 3 || f.Comps(v) != 1 {
		return 0
	}
	l, r := x.part(f.Src(v, 0), 0), f.Src(v, 1)
	k, known := f.KnownBits(r.Value, r.Swizzle.At(0))
	switch o := f.Op(v); {
	case o == op.IShl && known && k < 32:
		k = 1 << k
		fallthrough
	case o == op.IMul && known && uint32(k)%size == 0 && k != 0:
		if n := uint32(k) / size; n > 1 {
			return x.Op(op.IMul, ir.TypeU32, l, x.U32(n))
		}
		return l
	case o == op.IAdd:
		if a := x.quotient(l, size, depth+1); a != 0 {
			if b := x.quotient(x.part(r, 0), size, depth+1); b != 0 {
				return x.Op(op.IAdd, ir.TypeU32, a, b)
			}
		}
	}
	return 0
}

// within is the place of a byte in words of a size, if it is known, else the number.
func (x *memoryForm) within(a *wordAccess, at, size uint32) (known uint32, unknown ssa.Value) {
	switch {
	case a.dyn == 0:
		return (a.static + at) % size, 0
	case a.align != 0 && a.align%size == 0:
		return (a.off + at) % size, 0
	}
	return 0, x.andi(x.addi(a.dyn, uint64(a.static+at)), uint64(size-1))
}

// word loads the unit that holds the byte at a distance.
func (x *memoryForm) word(a *wordAccess, at uint32) ssa.Value {
	t := ir.ScalarTypeOf(a.unit)
	if a.lanes == 1 {
		p := x.pointer(a, at)
		return x.Load(p)
	}
	known, unknown := x.within(a, at, 16)
	if unknown != 0 {
		p := x.pointer(a, at)
		return x.Op(op.ExtractDynamic, t, x.Load(p), x.ushri(unknown, 2))
	}
	// The elements of an access that begin in one vector share its load.
	if first := at - known; a.cached == 0 || a.cachedAt != first {
		p := x.pointer(a, at)
		a.cached, a.cachedAt = x.Load(p), first
	}
	return x.Component(a.cached, int(known/4))
}

// load is the scalar at a distance.
func (x *memoryForm) load(a *wordAccess, at uint32, t ir.TypeID) ssa.Value {
	size := uint32(x.m.Types.ScalarOf(t).Bytes())
	if a.base == 0 {
		return x.Load(x.global(a, at, t))
	}
	unit := uint32(a.unit.Bytes())
	switch {
	case size == unit:
		return x.word(a, at)
	case size < unit:
		v := x.word(a, at)
		if !a.unit.IsInteger() {
			v = x.bitcast(ir.ScalarOf(ir.UintKind, a.unit.Bits()), v)
		}
		known, unknown := x.within(a, at, unit)
		switch {
		case unknown != 0:
			v = x.ushr(v, x.shli(unknown, 3))
		case known != 0:
			v = x.ushri(v, 8*known)
		}
		return x.fromWord(t, v)
	}
	return x.joinWords(t, unit, func(k uint32) ssa.Value { return x.word(a, at+k*unit) })
}

// joinWords is a scalar of units.
func (x *memoryForm) joinWords(t ir.TypeID, unit uint32, word func(k uint32) ssa.Value) ssa.Value {
	n := uint32(x.m.Types.ScalarOf(t).Bytes()) / unit
	if n > 4 { // by way of halves of it
		half := ir.ScalarTypeOf(ir.U32)
		return x.Op(op.Bitcast, t, x.Op(op.Vec, ir.VectorOf(ir.U32, 2),
			x.joinWords(half, unit, word), x.joinWords(half, unit, func(k uint32) ssa.Value { return word(k + n/2) })))
	}
	parts := make([]ssa.Value, n)
	for k := range parts {
		parts[k] = word(uint32(k))
	}
	s := x.m.Types.ScalarOf(x.F.Type(parts[0]))
	return x.Op(op.Bitcast, t, x.Op(op.Vec, ir.VectorOf(s, int(n)), parts...))
}

// store writes a scalar at a distance.
func (x *memoryForm) store(a *wordAccess, at uint32, v ssa.Value) {
	size := uint32(x.F.Bits(v) / 8)
	if a.base == 0 {
		x.Store(x.global(a, at, x.F.Type(v)), v)
		return
	}
	unit := uint32(a.unit.Bytes())
	switch {
	case size == unit:
		p := x.pointer(a, at)
		x.Store(p, v)
	case size < unit:
		x.storePart(a, at, v)
	case size > 4*unit:
		pair := x.Op(op.Bitcast, ir.VectorOf(ir.U32, 2), v)
		x.store(a, at, x.Component(pair, 0))
		x.store(a, at+4, x.Component(pair, 1))
	default:
		n := size / unit
		list := x.Op(op.Bitcast, ir.VectorOf(a.unit, int(n)), v)
		for k := range n {
			p := x.pointer(a, at+k*unit)
			x.Store(p, x.Component(list, int(k)))
		}
	}
}

// fromWord is the scalar of 8 or 16 bits that is in the low bits of a word. Of floats it
// needs no integers of 16 bits.
func (c *calc) fromWord(t ir.TypeID, word ssa.Value) ssa.Value {
	s := c.F.Shader.Module.Types.ScalarOf(t)
	if s == ir.F16 {
		return c.Component(c.Op(op.Bitcast, ir.VectorOf(ir.F16, 2), c.resize(32, word)), 0)
	}
	return c.Op(op.Bitcast, t, c.resize(s.Bits(), word))
}

// toWord is the word whose low bits are a scalar of 8 or 16 bits.
func (c *calc) toWord(v ssa.Value) ssa.Value {
	s := c.F.Shader.Module.Types.ScalarOf(c.F.Type(v))
	if s == ir.F16 {
		return c.Op(op.Bitcast, ir.TypeU32, c.Op(op.Vec, ir.VectorOf(ir.F16, 2), v, c.number(v, 0)))
	}
	return c.resize(32, c.bitcast(ir.ScalarOf(ir.UintKind, s.Bits()), v))
}

// storePart writes a part of an atomic unit: it clears the bits, and sets them.
func (x *memoryForm) storePart(a *wordAccess, at uint32, v ssa.Value) {
	n := x.F.Bits(v)
	s := ir.ScalarOf(ir.UintKind, a.unit.Bits())
	v = x.resize(s.Bits(), x.toWord(v))
	ones := x.Const(ir.ScalarTypeOf(s), 1<<n-1)
	known, unknown := x.within(a, at, uint32(a.unit.Bytes()))
	if unknown == 0 {
		unknown = x.U32(known)
	}
	shift := x.shli(unknown, 3)
	p := x.pointer(a, at)
	for _, step := range []struct {
		o ir.AtomicOp
		v ssa.Value
	}{{ir.AtomicAnd, x.not(x.shl(ones, shift))}, {ir.AtomicOr, x.shl(v, shift)}} {
		x.F.SetField(x.Op(op.Atomic, 0, p, step.v), "op", uint32(step.o))
	}
}

// global is the address of a scalar in physical memory.
func (x *memoryForm) global(a *wordAccess, at uint32, t ir.TypeID) ssa.Value {
	address := a.dyn
	if at += a.static; at != 0 {
		address = x.add(address, x.u64(uint64(at)))
	}
	return x.Op(op.DerefAddress, x.m.Types.Pointer(t, ir.SpacePhysical, ir.AccessReadWrite, 0), address)
}

// atomic makes an atomic operation one on a word.
func (x *memoryForm) atomic(i ssa.InstrID, a *wordAccess, k int) {
	f := x.F
	s := ir.Scalar(f.Field(i, "kind"))
	var p ssa.Value
	if a.base == 0 {
		p = x.global(a, 0, x.m.Types.Intern(ir.Type{Kind: ir.TypeAtomic, Scalar: s}))
	} else {
		p = x.pointer(a, 0)
		s = a.unit
	}
	t := f.Type(i)
	if t != 0 {
		t = ir.ScalarTypeOf(s)
	}
	compare := f.Arg(i, k+1)
	if compare != 0 && t != 0 {
		// An exchange on a condition makes the old value and whether it was exchanged.
		t = x.m.SpecialStruct(ir.SpecialAtomicExchange, t)
	}
	n := x.Instr(op.Atomic, t, ssa.Whole(p), ssa.Whole(f.Arg(i, k)), ssa.Whole(compare))
	for _, name := range []string{"op", "weak", "scope", "order"} {
		f.SetField(n, name, f.Field(i, name))
	}
	f.SetFlags(n, f.Flags(i)&ir.FlagInBounds)
	v := ssa.Value(n)
	if t != 0 && x.m.Types.At(t).Kind == ir.TypeStruct {
		v = x.Extract(ir.ScalarTypeOf(s), n, 0)
	}
	if t == 0 {
		f.Remove(i)
		return
	}
	replace(f, i, v)
}
