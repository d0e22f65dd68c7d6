package lower

// This file makes addresses of memory numbers, for the passes that make accesses of memory
// explicit: a chain of dereferences becomes a buffer and an offset into it, and the value
// there becomes its components, one after the other. Indices without the promise to be in
// bounds are limited to the memory, if the language requires it; an offset alone never
// leaves the memory's variable then.

import (
	"math/bits"

	"refract/internal/ir/layout"
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// maxLeaves is how many scalars an access has at most that becomes accesses of each.
const maxLeaves = 1 << 12

// explicitMemory makes accesses of some modes explicit, in one function after the other.
type explicitMemory struct {
	s      *ssa.Shader
	f      *ssa.Function
	types  *ir.Types
	places *layout.Places
	modes  ssa.Mode
	least  uint32 // bytes of a local variable that doesn't stay, at least
	apart  bool   // elements of structured buffers are op.ElementOffset
	// Variables that stay, and variables that are used.
	kept, local  []bool // by local variable
	shared, used []bool // by shader variable
}

// newExplicitMemory finds the variables of the shader that stay variables.
func newExplicitMemory(s *ssa.Shader, modes ssa.Mode) *explicitMemory {
	x := &explicitMemory{s: s, types: &s.Module.Types, places: layout.NewPlaces(s.Module), modes: modes,
		shared: make([]bool, len(s.Vars)), used: make([]bool, len(s.Vars))}
	const open = ssa.ModeSSBO | ssa.ModeUBO | ssa.ModeUniform
	for k := range s.Vars {
		v := &s.Vars[k]
		x.shared[k] = k == 0 || v.Mode&modes == 0 || !isPlaced(s.Module, v.Type, v.Mode&open != 0)
	}
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.DerefVar && !f.VarOf(i).IsLocal() {
					v := f.VarOf(i)
					x.used[v] = true
					x.shared[v] = x.shared[v] || !onlyAccessed(f, i)
				}
			}
		}
	}
	return x
}

// enter makes it a function's turn, and finds the local variables that stay.
func (x *explicitMemory) enter(f *ssa.Function) {
	x.f = f
	if x.modes&ssa.ModeFunctionTemp == 0 {
		return
	}
	x.kept, x.local = reuse.Zeroed(x.kept, len(f.Vars)), reuse.Zeroed(x.local, len(f.Vars))
	for k := range f.Vars {
		v := &f.Vars[k]
		x.kept[k] = k == 0 || !isPlaced(x.s.Module, v.Type, false)
		if x.least > 1 && !x.kept[k] {
			info, err := x.places.Info(layout.Place{Type: v.Type, Layout: v.Layout})
			x.kept[k] = err != nil || info.Size < x.least
		}
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch o := f.Op(i); {
			case o == op.DerefVar && f.VarOf(i).IsLocal():
				k := f.VarOf(i) &^ ssa.LocalVar
				x.local[k] = true
				x.kept[k] = x.kept[k] || !onlyAccessed(f, i)
			case o == op.Declare:
				x.local[f.VarOf(i)&^ssa.LocalVar] = true
			}
		}
	}
}

// place gives variables that are used, don't stay and have no place yet one behind the
// others in a memory of their own.
func (x *explicitMemory) place(vars []ssa.Variable, mode ssa.Mode, stays, used []bool) bool {
	changed := false
	top := uint32(0)
	size := func(v *ssa.Variable) layout.Info {
		info, err := x.places.Info(layout.Place{Type: v.Type, Layout: v.Layout})
		if err != nil {
			panic("lower: " + err.Error())
		}
		return info
	}
	for k := range vars {
		if v := &vars[k]; v.Mode == mode && v.HasAt {
			top = max(top, v.At+size(v).Size)
		}
	}
	for k := range vars {
		v := &vars[k]
		if v.Mode != mode || v.HasAt || stays[k] || !used[k] {
			continue
		}
		info := size(v)
		v.At, v.HasAt = (top+info.Align-1)/info.Align*info.Align, true
		top = v.At + info.Size
		changed = true
	}
	return changed
}

// An address is a place in memory.
type address struct {
	kind   op.MemoryKind
	block  ssa.Value // of buffers
	dyn    ssa.Value // 0: none
	index  ssa.Value // of an element of a structured buffer, from which on the rest counts; 0: none
	stride uint32    // bytes of that element
	static uint64    // bytes, to be added
	align  uint32    // dyn is a multiple of it
	access uint32    // op.AccessCoherent and the like
	place  layout.Place
}

// kindOf is the kind of memory of a mode.
func kindOf(m ssa.Mode) op.MemoryKind {
	switch m {
	case ssa.ModeUBO, ssa.ModeUniform:
		return op.MemoryUBO
	case ssa.ModeSSBO:
		return op.MemorySSBO
	case ssa.ModePushConstant:
		return op.MemoryPushConstant
	case ssa.ModeShared:
		return op.MemoryShared
	case ssa.ModeTaskPayload:
		return op.MemoryTaskPayload
	case ssa.ModeFunctionTemp:
		return op.MemoryScratch
	case ssa.ModeConstant:
		return op.MemoryConstant
	}
	return op.NoMemory
}

// rootVar is the variable that an address begins with, or 0.
func rootVar(f *ssa.Function, p ssa.Value) ssa.VarID {
	for f.Op(p).IsPath() {
		p = f.Arg(p, 0)
	}
	if f.Op(p) != op.DerefVar {
		return 0
	}
	return f.VarOf(p)
}

// isPlaced reports whether values of a type have a place in memory whose size is known.
func isPlaced(m *ir.Module, t ir.TypeID, open bool) bool {
	for {
		switch ty := m.Types.At(t); ty.Kind {
		case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix, ir.TypeAtomic:
			return true
		case ir.TypeArray:
			if ty.LengthExpr != 0 || ty.Length == 0 && !open {
				return false
			}
			t = ty.Base
		case ir.TypeBindingArray:
			if !open {
				return false
			}
			t = ty.Base
		case ir.TypeStruct:
			for _, x := range m.Structs[ty.Struct].Members {
				if !isPlaced(m, x.Type, open) {
					return false
				}
			}
			return true
		default:
			return false
		}
	}
}

// leaves is how many scalars and vectors a value has, up to maxLeaves and one more.
func leaves(m *ir.Module, t ir.TypeID) int {
	switch ty := m.Types.At(t); ty.Kind {
	case ir.TypeMatrix:
		return int(ty.Columns)
	case ir.TypeArray:
		return int(min(uint64(leaves(m, ty.Base))*uint64(ty.Length), maxLeaves+1))
	case ir.TypeStruct:
		n := 0
		for _, x := range m.Structs[ty.Struct].Members {
			n += leaves(m, x.Type)
		}
		return min(n, maxLeaves+1)
	}
	return 1
}

// mayBePlaced reports whether a variable's type has offsets.
func mayBePlaced(f *ssa.Function, v ssa.VarID) bool {
	x := f.Var(v)
	const open = ssa.ModeSSBO | ssa.ModeUBO | ssa.ModeUniform
	return isPlaced(f.Shader.Module, x.Type, x.Mode&open != 0)
}

// onlyAccessed reports whether an address is only used to access its memory, and parts of
// it.
func onlyAccessed(f *ssa.Function, p ssa.Value) bool {
	m := f.Shader.Module
	for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		switch f.Op(i) {
		case op.Load, op.Store, op.Copy, op.Atomic, op.WorkgroupUniformLoad:
			if f.Op(i) == op.Store && f.UseIndex(u) != 0 || leaves(m, m.Types.Pointee(f.Type(p))) > maxLeaves {
				return false
			}
		case op.ArrayLength:
		case op.Pipeline: // hands over a payload as it lies in memory
			if f.Op(p) != op.DerefVar || f.Var(f.VarOf(p)).Mode != ssa.ModeTaskPayload {
				return false
			}
		case op.DerefArray, op.DerefStruct, op.DerefCast:
			if f.UseIndex(u) != 0 || !onlyAccessed(f, i) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Addresses finds accesses by an address that could be by an offset. It visits a function
// once, however many accesses there are.
type Addresses struct {
	s      *ssa.Shader
	f      *ssa.Function
	modes  ssa.Mode           // of buffers; 0: not known yet
	kept   map[ssa.VarID]bool // variables of f that something uses otherwise; nil: not known yet
	shared map[ssa.VarID]bool // of the shader, by any function; nil: not known yet
}

// NewAddresses is for a shader that doesn't change meanwhile.
func NewAddresses(s *ssa.Shader) *Addresses { return &Addresses{s: s} }

// Enter begins a function; later calls are about its instructions.
func (a *Addresses) Enter(f *ssa.Function) { a.f, a.kept = f, nil }

// keptIn adds the variables of a function whose addresses have uses other than accesses.
func keptIn(f *ssa.Function, kept map[ssa.VarID]bool) {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.DerefVar && !onlyAccessed(f, i) {
				kept[f.VarOf(i)] = true
			}
		}
	}
}

// canLower reports whether accesses of a variable in the function can be by offsets.
func (a *Addresses) canLower(v ssa.VarID) bool {
	if a.kept == nil {
		a.kept = map[ssa.VarID]bool{}
		keptIn(a.f, a.kept)
	}
	return !a.kept[v] && mayBePlaced(a.f, v)
}

// accesses reports whether an instruction accesses variables of some modes that lower takes.
func (a *Addresses) accesses(i ssa.InstrID, modes ssa.Mode, lower func(v ssa.VarID) bool) bool {
	f := a.f
	one := func(k int) bool {
		v := rootVar(f, f.Arg(i, k))
		return v != 0 && f.Var(v).Mode&modes != 0 && lower(v)
	}
	switch f.Op(i) {
	case op.Load, op.Store, op.Atomic, op.ArrayLength, op.WorkgroupUniformLoad:
		return one(0)
	case op.Copy:
		return one(0) || one(1)
	}
	return false
}

// OnBuffers reports whether an instruction accesses a buffer by an address and could do so
// by an offset.
func (a *Addresses) OnBuffers(i ssa.InstrID) bool {
	if a.modes == 0 {
		a.modes = bufferModes(a.s)
	}
	return a.accesses(i, a.modes, a.canLower)
}

// OnShared reports the same of a workgroup's memory, which all functions access by offsets
// or none does.
func (a *Addresses) OnShared(i ssa.InstrID) bool {
	return a.accesses(i, ssa.ModeShared, func(v ssa.VarID) bool {
		if a.shared == nil {
			a.shared = map[ssa.VarID]bool{}
			for _, f := range a.s.Funcs[1:] {
				keptIn(f, a.shared)
			}
		}
		return !a.shared[v] && mayBePlaced(a.f, v)
	})
}

// OnLocals reports the same of local variables, and whether an instruction declares one.
func (a *Addresses) OnLocals(i ssa.InstrID) bool {
	if a.f.Op(i) == op.Declare {
		return a.canLower(a.f.VarOf(i))
	}
	return a.accesses(i, ssa.ModeFunctionTemp, a.canLower)
}

// run makes the accesses of the function explicit.
func (x *explicitMemory) run() bool {
	f := x.f
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.Load, op.Store, op.Atomic, op.ArrayLength, op.WorkgroupUniformLoad:
				if x.takes(f.Arg(i, 0)) {
					x.access(i)
					changed = true
				}
			case op.Copy:
				if to, from := x.takes(f.Arg(i, 0)), x.takes(f.Arg(i, 1)); to || from {
					at := f.BuildBefore(i)
					v := at.Load(f.Arg(i, 1))
					s := at.Store(f.Arg(i, 0), v)
					f.Remove(i)
					if to {
						x.access(s)
					}
					if from {
						x.access(v)
					}
					changed = true
				}
			case op.Declare:
				v := f.VarOf(i)
				if x.modes&ssa.ModeFunctionTemp == 0 || x.kept[v&^ssa.LocalVar] || !f.Var(v).HasAt {
					continue
				}
				if f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 {
					at := f.BuildBefore(i)
					x.store(&at, x.variable(&at, v), f.Arg(i, 0), 0, 0)
				}
				f.Remove(i)
				changed = true
			}
		}
	}
	return changed
}

// takes reports whether accesses through an address are made explicit.
func (x *explicitMemory) takes(p ssa.Value) bool {
	v := rootVar(x.f, p)
	switch {
	case v == 0:
		return x.modes&ssa.ModeSSBO != 0 && x.isPhysical(p)
	case x.f.Var(v).Mode&x.modes == 0:
		return false
	case v.IsLocal():
		return !x.kept[v&^ssa.LocalVar] && x.f.Var(v).HasAt
	}
	return !x.shared[v]
}

// isPhysical reports whether an address is a number that a shader has computed, and its
// memory can be accessed by offset.
func (x *explicitMemory) isPhysical(p ssa.Value) bool {
	f := x.f
	if t := x.types.Pointee(f.Type(p)); !isPlaced(f.Shader.Module, t, false) || leaves(f.Shader.Module, t) > maxLeaves {
		return false
	}
	for f.Op(p).IsPath() {
		p = f.Arg(p, 0)
	}
	return f.Op(p) == op.DerefAddress
}

// variable is the place of a variable.
func (x *explicitMemory) variable(b *ssa.Builder, v ssa.VarID) address {
	y := x.f.Var(v)
	a := address{kind: kindOf(y.Mode), place: layout.Place{Type: y.Type, Layout: y.Layout}, align: 16, access: accessOf(y.Memory)}
	switch a.kind {
	case op.MemoryUBO, op.MemoryPushConstant:
		a.access |= op.AccessReadOnly | op.AccessReorder
	case op.MemorySSBO:
		if y.Access&ir.AccessWrite == 0 {
			a.access |= op.AccessReadOnly
			if y.Memory&(ir.Coherent|ir.Volatile|ir.Aliased) == 0 {
				a.access |= op.AccessReorder
			}
		}
		if y.Access&ir.AccessRead == 0 {
			a.access |= op.AccessWriteOnly
		}
	case op.MemoryConstant:
		a.access |= op.AccessReadOnly | op.AccessReorder
		a.static = uint64(y.At)
	case op.MemoryShared, op.MemoryScratch:
		a.static = uint64(y.At)
	}
	if a.kind == op.MemoryUBO || a.kind == op.MemorySSBO {
		if x.types.At(y.Type).Kind != ir.TypeBindingArray {
			a.block = b.Instr(op.ResourceIndex, ir.TypeU32, ssa.Src{})
			x.f.SetWords(a.block, [2]uint32{uint32(v)})
		}
	}
	return a
}

// accessOf are the access flags of memory with decorations.
func accessOf(d ir.MemoryDecoration) (a uint32) {
	if d&ir.Coherent != 0 {
		a |= op.AccessCoherent
	}
	if d&ir.Volatile != 0 {
		a |= op.AccessVolatile
	}
	if d&ir.Restrict != 0 {
		a |= op.AccessRestrict
	}
	return a
}

// address is the place that a pointer names.
func (x *explicitMemory) address(b *ssa.Builder, p ssa.Value) address {
	f := x.f
	switch f.Op(p) {
	case op.DerefVar:
		return x.variable(b, f.VarOf(p))
	case op.DerefAddress:
		t := x.types.At(f.Type(p))
		return address{kind: op.MemoryGlobal, dyn: f.Arg(p, 0), align: 4, place: layout.Place{Type: t.Base, Layout: t.Layout}}
	}
	a := x.address(b, f.Arg(p, 0))
	switch f.Op(p) {
	case op.DerefCast:
		t := x.types.At(f.Type(p))
		a.place = layout.Place{Type: t.Base, Layout: t.Layout}
	case op.DerefStruct:
		s := f.Shader.Module.StructOf(a.place.Type)
		a.access |= accessOf(s.Members[f.IndexOf(p)].Memory)
		a = x.member(a, f.IndexOf(p))
	case op.DerefArray:
		a = x.index(b, a, p)
	}
	return a
}

// member is the place of a member of a struct.
func (x *explicitMemory) member(a address, k int) address {
	place, at, err := x.places.Member(a.place, k)
	if err != nil {
		panic("lower: " + err.Error())
	}
	a.place = place
	a.static += uint64(at)
	return a
}

// element is the place of a known element, column or component.
func (x *explicitMemory) element(a address, k uint64) address {
	place, stride, err := x.places.Element(a.place)
	if err != nil {
		panic("lower: " + err.Error())
	}
	a.place = place
	a.static += k * uint64(stride)
	return a
}

// index is the place of the element of a deref_array.
func (x *explicitMemory) index(b *ssa.Builder, a address, p ssa.Value) address {
	f := x.f
	index := f.Arg(p, 1)
	if x.types.At(a.place.Type).Kind == ir.TypeBindingArray {
		v := f.VarOf(f.Arg(p, 0))
		a.block = b.Instr(op.ResourceIndex, ir.TypeU32, ssa.Whole(index))
		f.SetWords(a.block, [2]uint32{uint32(v)})
		f.SetFlags(a.block, f.Flags(p))
		t := x.types.At(a.place.Type)
		a.place = layout.Place{Type: t.Base, Layout: f.Shader.Module.ElementLayout(a.place.Layout)}
		return a
	}
	length := x.length(a.place.Type)
	apart := x.apart && a.kind == op.MemorySSBO && length == 0 && f.Var(f.VarOf(a.block)).Register.Form.IsStructured()
	if k, ok := f.KnownBits(index, 0); ok && !apart && (length > 0 || k == 0 || f.Flags(p)&ir.FlagInBounds != 0) {
		k &= 1<<32 - 1
		if length > 0 {
			k = min(k, length-1)
		}
		return x.element(a, k)
	}
	if f.Bits(index) != 32 {
		index = b.Op(op.U2U, ir.TypeU32, index)
	}
	if f.Flags(p)&ir.FlagInBounds == 0 {
		switch {
		case length > 0:
			index = b.Op(op.UMin, ir.TypeU32, index, b.U32(uint32(length-1)))
		case a.kind == op.MemorySSBO:
			n := x.count(b, a)
			index = b.Op(op.UMin, ir.TypeU32, index, b.Op(op.USubSat, ir.TypeU32, n, b.U32(1)))
		}
	}
	place, stride, err := x.places.Element(a.place)
	if err != nil {
		panic("lower: " + err.Error())
	}
	a.place = place
	a.align = min(a.align, uint32(1)<<min(bits.TrailingZeros32(stride), 9))
	if apart {
		a.index, a.stride = index, stride
		return a
	}
	t := ir.TypeU32
	if a.kind == op.MemoryGlobal {
		t = ir.TypeU64
		index = b.Op(op.U2U, t, index)
	}
	if stride != 1 {
		index = b.Op(op.IMul, t, index, b.Const(t, uint64(stride)))
	}
	if a.dyn != 0 {
		index = b.Op(op.IAdd, t, a.dyn, index)
	}
	a.dyn = index
	return a
}

// length is how many elements, columns or components a type has; 0: the memory decides.
func (x *explicitMemory) length(t ir.TypeID) uint64 {
	switch ty := x.types.At(t); ty.Kind {
	case ir.TypeVector:
		return uint64(ty.Rows)
	case ir.TypeMatrix:
		return uint64(ty.Columns)
	default:
		return uint64(ty.Length)
	}
}

// count is how many elements of an array the memory holds.
func (x *explicitMemory) count(b *ssa.Builder, a address) ssa.Value {
	_, stride, err := x.places.Element(a.place)
	if err != nil {
		panic("lower: " + err.Error())
	}
	size := b.Op(op.SSBOSize, ir.TypeU32, a.block)
	if a.static != 0 || a.dyn != 0 {
		size = b.Op(op.USubSat, ir.TypeU32, size, x.offset(b, a))
	}
	if stride == 1 {
		return size
	}
	return b.Op(op.UDiv, ir.TypeU32, size, b.U32(stride))
}

// offset is an address as one number.
func (x *explicitMemory) offset(b *ssa.Builder, a address) ssa.Value {
	t := ir.TypeU32
	if a.kind == op.MemoryGlobal {
		t = ir.TypeU64
	}
	if a.index != 0 {
		if a.dyn == 0 {
			a.dyn = b.U32(0)
		}
		a.dyn = b.Op(op.ElementOffset, t, a.index, a.dyn)
		x.f.SetField(a.dyn, "stride", a.stride)
	}
	switch {
	case a.dyn == 0:
		return b.Const(t, a.static)
	case a.static == 0:
		return a.dyn
	}
	return b.Op(op.IAdd, t, a.dyn, b.Const(t, a.static))
}

// emit inserts an access of scalars side by side. data is the value of a store, or 0.
func (x *explicitMemory) emit(b *ssa.Builder, a address, t ir.TypeID, data ssa.Value, mask uint32, flags ir.Flags) ssa.InstrID {
	f := x.f
	role := op.MemoryLoad
	var srcs [3]ssa.Src
	list := srcs[:0]
	if data != 0 {
		role, t = op.MemoryStore, 0
		list = append(list, ssa.Whole(data))
	}
	if a.block != 0 {
		list = append(list, ssa.Whole(a.block))
	}
	list = append(list, ssa.Whole(x.offset(b, a)))
	i := b.Instr(op.MemoryOp(a.kind, role), t, list...)
	f.SetField(i, "align", a.align)
	f.SetField(i, "align_offset", uint32(a.static)%a.align)
	if data != 0 {
		f.SetField(i, "mask", mask)
	}
	words := f.Words(i)
	if data != 0 {
		a.access &^= op.AccessReorder
	}
	op.SetAccess(&words, a.access)
	f.SetWords(i, words)
	f.SetFlags(i, flags&ir.FlagInBounds)
	return i
}

// wide is the type as which memory holds scalars or vectors of a type: of bools, u32.
func (x *explicitMemory) wide(t ir.TypeID) ir.TypeID {
	if x.types.ScalarOf(t) == ir.Bool {
		return ir.VectorOf(ir.U32, x.types.ComponentCount(t))
	}
	return t
}

// load is the value that lies at an address.
func (x *explicitMemory) load(b *ssa.Builder, a address, flags ir.Flags) ssa.Value {
	t := a.place.Type
	ty := *x.types.At(t)
	switch ty.Kind {
	case ir.TypeAtomic:
		a.access = a.access&^op.AccessReorder | op.AccessAtomic
		return x.emit(b, a, ir.ScalarTypeOf(ty.Scalar), 0, 0, flags)
	case ir.TypeVector:
		if a.place.Apart != 0 {
			break
		}
		fallthrough
	case ir.TypeScalar:
		v := x.emit(b, a, x.wide(t), 0, 0, flags)
		if ty.Scalar == ir.Bool {
			v = b.Op(op.INe, t, v, b.Zero(x.wide(t)))
		}
		return v
	}
	var buf [16]ssa.Value
	parts := buf[:0]
	if ty.Kind == ir.TypeStruct {
		for k, m := range x.f.Shader.Module.Structs[ty.Struct].Members {
			at := x.member(a, k)
			at.access |= accessOf(m.Memory)
			parts = append(parts, x.load(b, at, flags))
		}
	} else {
		for k := range x.length(t) {
			parts = append(parts, x.load(b, x.element(a, k), flags))
		}
	}
	if ty.Kind == ir.TypeVector {
		return b.Op(op.Vec, t, parts...)
	}
	return b.Op(op.Compose, t, parts...)
}

// store writes a value, or of a vector the components in a mask, to an address.
func (x *explicitMemory) store(b *ssa.Builder, a address, v ssa.Value, mask uint32, flags ir.Flags) {
	t := a.place.Type
	ty := *x.types.At(t)
	switch ty.Kind {
	case ir.TypeAtomic:
		a.access |= op.AccessAtomic
		x.emit(b, a, 0, v, 0, flags)
		return
	case ir.TypeVector:
		if a.place.Apart != 0 {
			for k := range int(ty.Rows) {
				if mask == 0 || mask>>k&1 != 0 {
					x.store(b, x.element(a, uint64(k)), b.Component(v, k), 0, flags)
				}
			}
			return
		}
		fallthrough
	case ir.TypeScalar:
		if ty.Scalar == ir.Bool {
			v = b.Op(op.B2I, x.wide(t), v)
		}
		if mask == 1<<x.types.ComponentCount(t)-1 || x.types.ComponentCount(t) == 1 {
			mask = 0
		}
		x.emit(b, a, 0, v, mask, flags)
		return
	case ir.TypeStruct:
		for k, m := range x.f.Shader.Module.Structs[ty.Struct].Members {
			at := x.member(a, k)
			at.access |= accessOf(m.Memory)
			x.store(b, at, x.part(b, m.Type, v, k), 0, flags)
		}
		return
	}
	for k := range x.length(t) {
		at := x.element(a, k)
		x.store(b, at, x.part(b, at.place.Type, v, int(k)), 0, flags)
	}
}

// part is a part of an aggregate.
func (x *explicitMemory) part(b *ssa.Builder, t ir.TypeID, v ssa.Value, k int) ssa.Value {
	switch x.f.Op(v) {
	case op.Zero:
		return b.Zero(t)
	case op.Compose:
		return x.f.Arg(v, k)
	}
	if ty := x.types.At(t); ty.Kind == ir.TypeAtomic {
		t = ir.ScalarTypeOf(ty.Scalar)
	}
	return b.Extract(t, v, k)
}

// access makes a load, store, atomic operation or question for a length explicit.
func (x *explicitMemory) access(i ssa.InstrID) {
	f := x.f
	b := f.BuildBefore(i)
	p := f.Arg(i, 0)
	barrier := func() {
		f.SetWords(b.Instr(op.ControlBarrier, 0), [2]uint32{uint32(ir.MemoryWorkgroup)})
	}
	replace := func(v ssa.Value) {
		f.SetName(v, f.NameOf(i))
		f.ReplaceUses(i, v)
	}
	switch f.Op(i) {
	case op.Load:
		replace(x.load(&b, x.address(&b, p), f.Flags(i)))
	case op.WorkgroupUniformLoad:
		barrier()
		v := x.load(&b, x.address(&b, p), f.Flags(i))
		barrier()
		replace(v)
	case op.Store:
		x.store(&b, x.address(&b, p), f.Arg(i, 1), f.Field(i, "mask"), f.Flags(i))
	case op.ArrayLength:
		a := x.address(&b, p)
		if n := x.length(a.place.Type); n > 0 {
			replace(b.U32(uint32(n)))
		} else {
			replace(x.count(&b, a))
		}
	case op.Atomic:
		x.atomic(&b, i)
	}
	f.Remove(i)
}

// atomic makes an atomic operation explicit.
func (x *explicitMemory) atomic(b *ssa.Builder, i ssa.InstrID) {
	f := x.f
	a := x.address(b, f.Arg(i, 0))
	s := x.types.At(a.place.Type).Scalar
	var list []ssa.Src
	if a.block != 0 {
		list = append(list, ssa.Whole(a.block))
	}
	list = append(list, ssa.Whole(x.offset(b, a)), ssa.Whole(f.Arg(i, 1)))
	compares := f.Arg(i, 2) != 0
	list = append(list, ssa.Whole(f.Arg(i, 2)))
	t := ir.TypeID(0)
	if f.Type(i) != 0 {
		t = ir.ScalarTypeOf(s)
	}
	n := b.Instr(op.MemoryOp(a.kind, op.MemoryAtomic), t, list...)
	for _, name := range []string{"op", "weak", "scope", "order"} {
		f.SetField(n, name, f.Field(i, name))
	}
	f.SetField(n, "kind", uint32(s))
	f.SetField(n, "coherent", a.access&op.AccessCoherent)
	f.SetField(n, "volatile", a.access&op.AccessVolatile/op.AccessVolatile)
	f.SetField(n, "restrict", a.access&op.AccessRestrict/op.AccessRestrict)
	f.SetFlags(n, f.Flags(i)&ir.FlagInBounds)
	switch {
	case t == 0:
		return
	case compares && x.types.At(f.Type(i)).Kind == ir.TypeStruct:
		done := b.Op(op.IEq, ir.TypeBool, n, f.Arg(i, 2))
		n = b.Op(op.Compose, f.Type(i), n, done)
	}
	f.SetName(n, f.NameOf(i))
	f.ReplaceUses(i, n)
}
