package spirv

// This file converts types. A type of SPIR-V includes the memory layout of its values; the
// module's types don't: a layout goes with the memory. If the offsets and strides are the
// ones of WGSL's rules (perhaps with sizes set on members), the layout is the natural one,
// which every language has words for; else it is spelled out.
//
// Images, samplers and pointers get their type at their use: the class of an image depends
// on the shader's operations on it.

import (
	"fmt"

	"refract/internal/ir/layout"
	"refract/internal/lazy"
	"refract/ir"
	"refract/spirv"
)

// maxDepth is how deep types may nest.
const maxDepth = 200

// maxParts is how many parts a value may have that isn't an array: code that takes values
// apart takes time in proportion.
const maxParts = 1 << 16

// typeInfo is a type.
type typeInfo struct {
	op      spirv.Op
	at      uint32
	t       ir.TypeID // of values; 0: see what the type is used for
	held    ir.TypeID // of variables that hold ray queries, which have no values; else 0
	element uint32    // index of the element, column, component, pointee or return type
	count   uint32    // of an array: its length, 0 if it is not known; of a vector or matrix
	class   spirv.StorageClass
	members []uint32    // of a struct: indices of its members' types
	layout  ir.LayoutID // of an array or struct in memory that the host sees; NoLayout: it can't lie there
	size    uint32      // in bytes, by the natural rules
	align   uint32
	depth   int
	parts   int         // scalars, vectors and matrices in a value, an array's elements counted once
	spelled ir.LayoutID // the layout inside of one that is spelled out; 0: not made yet
	fixed   bool        // the size of a struct's last member isn't to be changed any more
	hollow  bool        // a struct without members, which the module gives one, or something that holds it
	bad     string      // why the type can't be used; "" if it can
}

// typeAt is the type that an id names, which must be usable.
func (r *reader) typeAt(id uint32) *typeInfo { return &r.types[r.typeIndex(id)] }

func (r *reader) typeIndex(id uint32) uint32 {
	if d := &r.defs[id]; d.isType && (int(d.offset) < r.at || d.op == spirv.OpTypePointer) { // that may have been declared ahead
		return d.index
	}
	d := r.before(id)
	if d.op.Class() != spirv.ClassTypeDeclaration || d.op == spirv.OpTypeForwardPointer {
		r.invalid("%%%d is no type", id)
	}
	if d.index == 0 {
		r.invalid("the type %%%d is used before it is defined", id)
	}
	return d.index
}

// value is the type of values of a type, which must have some.
func (r *reader) value(id uint32) ir.TypeID { return r.valueType(r.typeIndex(id)) }

func (r *reader) valueType(index uint32) ir.TypeID {
	t := &r.types[index]
	if t.bad != "" {
		r.unsupported("%s", t.bad)
	}
	if t.t == 0 {
		switch t.op {
		case spirv.OpTypePointer:
			r.noWay("a pointer that is a value")
		case spirv.OpTypeStruct:
			r.unsupported("a value of a struct without members, or of what is no value in it")
		}
		r.unsupported("a value of the type %%%d, of %s", r.words[t.at+1], t.op)
	}
	return t.t
}

// declareType converts the type at the current instruction.
func (r *reader) declareType(inst spirv.Inst) {
	o := inst.Op()
	if o == spirv.OpTypeForwardPointer {
		r.forwardPointer(inst)
		return
	}
	info := typeInfo{op: o, at: uint32(r.at), depth: 1, parts: 1}
	// inner takes the facts of the type's parts.
	inner := func(id uint32) *typeInfo {
		k := r.typeIndex(id)
		e := &r.types[k]
		info.element = k
		info.depth, info.parts = e.depth+1, e.parts
		if info.bad = e.bad; info.depth > maxDepth {
			r.invalid("types nest more than %d deep", maxDepth)
		}
		return e
	}
	scalar := func(e *typeInfo) (ir.Scalar, bool) {
		if e.op != spirv.OpTypeInt && e.op != spirv.OpTypeFloat && e.op != spirv.OpTypeBool {
			return 0, false
		}
		return r.m.Types.At(e.t).Scalar, e.t != 0
	}
	switch o {
	case spirv.OpTypeVoid, spirv.OpTypeSampler, spirv.OpTypeAccelerationStructureKHR:
	case spirv.OpTypeRayQueryKHR:
		info.held = r.rayQuery()
	case spirv.OpTypeHitObjectNV, spirv.OpTypeHitObjectEXT:
		info.held = r.m.Types.Intern(ir.Type{Kind: ir.TypeHitObject})
	case spirv.OpTypeBool:
		info.t, info.size, info.align = ir.TypeBool, 4, 4
	case spirv.OpTypeInt, spirv.OpTypeFloat:
		r.number2(&info, inst)
	case spirv.OpTypeVector:
		e := inner(inst[2])
		s, ok := scalar(e)
		info.count = inst[3]
		switch {
		case e.bad != "":
		case !ok:
			r.invalid("the components of a vector are scalars")
		case inst[3] > 4:
			info.bad = fmt.Sprintf("a vector of %d components", inst[3])
		case inst[3] < 2:
			r.invalid("a vector has two or more components")
		default:
			info.t = ir.VectorOf(s, int(inst[3]))
			n := inst[3]
			info.size = n * e.size
			info.align = (n + n&1) * e.size
		}
	case spirv.OpTypeMatrix:
		e := inner(inst[2])
		info.count = inst[3]
		if e.bad != "" {
			break
		}
		if e.op != spirv.OpTypeVector || inst[3] < 2 || inst[3] > 4 {
			r.invalid("a matrix has two to four columns, which are vectors")
		}
		v := *r.m.Types.At(e.t)
		if !v.Scalar.IsFloat() {
			info.bad = "a matrix of " + v.Scalar.String()
			break
		}
		info.t = ir.MatrixOf(v.Scalar, int(inst[3]), int(v.Rows))
		info.size, info.align = inst[3]*e.align, e.align
	case spirv.OpTypeArray, spirv.OpTypeRuntimeArray:
		r.array(&info, inst, inner(inst[2]))
	case spirv.OpTypeStruct:
		r.structure(&info, inst)
	case spirv.OpTypePointer:
		info.class = spirv.StorageClass(inst[2])
		if info.class == spirv.StorageClassPhysicalStorageBuffer {
			r.physicalPointer(&info, inst)
			return
		}
		inner(inst[3])
	case spirv.OpTypeFunction:
		info.members = r.indices.Take(len(inst) - 2)
		for k, id := range inst[2:] {
			info.members[k] = r.typeIndex(id)
		}
	case spirv.OpTypeImage:
		e := inner(inst[2])
		if e.bad == "" && e.op != spirv.OpTypeVoid && e.op != spirv.OpTypeInt && e.op != spirv.OpTypeFloat {
			r.invalid("the sampled type of an image is a number")
		}
		if e.op == spirv.OpTypeVoid {
			info.bad = "the capability Kernel (an image without a sampled type)"
		}
	case spirv.OpTypeCooperativeMatrixKHR:
		r.cooperativeType(&info, inst, inner(inst[2]))
	case spirv.OpTypeSampledImage:
		if e := inner(inst[2]); e.op != spirv.OpTypeImage {
			r.invalid("a sampled image is made of an image")
		}
	default:
		info.bad = "the type " + o.String()
	}
	r.types = append(r.types, info)
	d := &r.defs[inst.Result()]
	d.index, d.isType = uint32(len(r.types)-1), true
}

// number2 converts OpTypeInt and OpTypeFloat.
func (r *reader) number2(info *typeInfo, inst spirv.Inst) {
	kind, width := ir.UintKind, inst[2]
	switch {
	case inst.Op() == spirv.OpTypeFloat:
		kind = ir.FloatKind
		if len(inst) > 3 {
			info.bad = "a floating-point number of the encoding " + spirv.FPEncoding(inst[3]).String()
			return
		}
	case inst[3] != 0:
		kind = ir.SintKind
	}
	if width == 1 || width > 64 {
		width = 0
	}
	s := ir.ScalarOf(kind, int(width))
	if s == ir.NoScalar || s.IsAbstract() {
		info.bad = fmt.Sprintf("a number of %d bits", inst[2])
		return
	}
	info.t, info.size, info.align = ir.ScalarTypeOf(s), s.Bytes(), s.Bytes()
}

// array converts OpTypeArray and OpTypeRuntimeArray.
func (r *reader) array(info *typeInfo, inst spirv.Inst, e *typeInfo) {
	var lengthExpr ir.ConstID
	if inst.Op() == spirv.OpTypeArray {
		c := r.constantAt(inst[3])
		n, ok := r.constantNumber(c)
		fixed := c.spec && r.fixed[inst[1]]
		if fixed {
			n, ok = r.defaultNumber(inst[3]), true
			r.list.Warnf(CodeFixedConstant, r.span(), "an array keeps its default length %d: a specialization constant can't change it in this memory", n)
		}
		if ok && (fixed || !c.spec) {
			if n == 0 || n > 1<<31-1 {
				r.invalid("an array has %d elements", int64(n))
			}
			info.count = uint32(n)
		} else {
			lengthExpr = r.moduleExpr(inst[3])
		}
	}
	if info.bad != "" {
		return
	}
	runtime := inst.Op() == spirv.OpTypeRuntimeArray
	if e.held != 0 {
		r.queryArray(info, e, inst)
		return
	}
	if e.t == 0 || e.op == spirv.OpTypeStruct && r.isBlock(e) {
		return // of resources
	}
	if !runtime && info.count == 0 && lengthExpr == 0 {
		r.invalid("the length of the array is no constant")
	}
	info.t = r.m.Types.Intern(ir.Type{Kind: ir.TypeArray, Base: e.t, Length: info.count, LengthExpr: lengthExpr})
	natural := layout.RoundUp(e.size, e.align)
	info.align = e.align
	stride := r.number(inst[1], -1, spirv.DecorationArrayStride, 0)
	if info.hollow = e.hollow; e.hollow && stride != 0 && stride < e.size {
		info.bad = "a struct without members where something else lies"
		return
	}
	if e.op == spirv.OpTypeStruct && stride > natural && !e.fixed && e.layout == ir.LayoutNatural && stride%max(e.align, 1) == 0 {
		natural = r.widen(e, stride)
	}
	e.fixed = true
	if size := uint64(natural) * uint64(max(info.count, 1)); size < 1<<32 {
		info.size = uint32(size)
	}
	// The layout of an array of matrices is its member's: see memberLayout.
	if stride == 0 || r.isMatrix(info.element) {
		return
	}
	element, ok := r.elementLayout(info.element)
	switch {
	case !ok:
	case stride == natural && element <= ir.LayoutNatural:
		info.layout = ir.LayoutNatural
	default:
		inner := r.spelledOut(info.element, 0, false)
		info.layout = r.addLayout(ir.LayoutNode{Stride: stride, Members: []ir.LayoutID{inner}})
		info.spelled = info.layout
	}
}

// isBlock reports whether a struct is a buffer.
func (r *reader) isBlock(e *typeInfo) bool {
	id := r.words[e.at+1]
	if r.has(id, spirv.DecorationBufferBlock) {
		return true
	}
	_, offset := r.decorated(id, 0, spirv.DecorationOffset)
	return offset && r.has(id, spirv.DecorationBlock)
}

// spelledOut is the layout of a type inside of one that is spelled out: it is too,
// all the way down. Matrices have the stride and majority of the member that they
// are in.
func (r *reader) spelledOut(index, stride uint32, rows bool) ir.LayoutID {
	e := &r.types[index]
	if e.spelled != 0 {
		return e.spelled
	}
	switch e.op {
	case spirv.OpTypeMatrix:
		return r.addLayout(ir.LayoutNode{Stride: stride, RowMajor: rows})
	case spirv.OpTypeArray, spirv.OpTypeRuntimeArray:
		inner := r.spelledOut(e.element, stride, rows)
		l := r.addLayout(ir.LayoutNode{Stride: r.number(r.words[e.at+1], -1, spirv.DecorationArrayStride, 0), Members: []ir.LayoutID{inner}})
		if !r.isMatrix(index) {
			e.spelled = l
		}
		return l
	case spirv.OpTypeStruct:
		id := r.words[e.at+1]
		n := ir.LayoutNode{Offsets: make([]uint32, len(e.members)), Members: make([]ir.LayoutID, len(e.members))}
		for i, m := range e.members {
			n.Offsets[i] = r.number(id, int32(i), spirv.DecorationOffset, 0)
			n.Members[i] = r.spelledMember(id, i, m)
		}
		e.spelled = r.addLayout(n)
		return e.spelled
	}
	return ir.NoLayout
}

// spelledMember is the layout of a member inside of a struct's that is spelled out.
func (r *reader) spelledMember(id uint32, i int, index uint32) ir.LayoutID {
	_, rows := r.decorated(id, int32(i), spirv.DecorationRowMajor)
	return r.spelledOut(index, r.number(id, int32(i), spirv.DecorationMatrixStride, 0), rows)
}

// layoutOf is the layout of a type in memory that the host sees, of scalars and vectors
// too.
func (r *reader) layoutOf(index uint32) ir.LayoutID {
	l, _ := r.elementLayout(index)
	return l
}

// elementLayout is the layout of a type without decorations in its place; ok is false if
// there can't be one.
func (r *reader) elementLayout(index uint32) (l ir.LayoutID, ok bool) {
	switch e := &r.types[index]; e.op {
	case spirv.OpTypeInt, spirv.OpTypeFloat, spirv.OpTypeVector, spirv.OpTypeBool, spirv.OpTypePointer:
		return ir.LayoutNatural, e.t != 0
	default:
		return e.layout, e.layout != ir.NoLayout
	}
}

// isMatrix reports whether a type is a matrix or an array of them.
func (r *reader) isMatrix(index uint32) bool {
	for {
		switch e := &r.types[index]; e.op {
		case spirv.OpTypeMatrix:
			return true
		case spirv.OpTypeArray, spirv.OpTypeRuntimeArray:
			index = e.element
		default:
			return false
		}
	}
}

// widen gives the last member of a struct a size such that elements of an array of it stand
// stride bytes apart, and returns their distance then.
func (r *reader) widen(e *typeInfo, stride uint32) uint32 {
	s := r.m.StructOf(e.t)
	last := len(s.Members) - 1
	if last < 0 || r.m.Types.At(s.Members[last].Type).IsRuntimeSized() {
		return layout.RoundUp(e.size, e.align)
	}
	inst := r.inst(int(e.at))
	offset := r.number(inst[1], int32(last), spirv.DecorationOffset, 0)
	if offset >= stride {
		return layout.RoundUp(e.size, e.align)
	}
	s.Members[last].Size = stride - offset
	e.size = stride
	return stride
}

func (r *reader) addLayout(n ir.LayoutNode) ir.LayoutID {
	r.m.Layouts = append(r.m.Layouts, n)
	return ir.FirstExplicitLayout + ir.LayoutID(len(r.m.Layouts)-1)
}

// structure converts OpTypeStruct.
func (r *reader) structure(info *typeInfo, inst spirv.Inst) {
	id := inst[1]
	n := len(inst) - 2
	info.members = r.indices.Take(n)
	members := r.m.MakeMembers(n)[:n]
	info.align = 1
	opaque, queries := false, false
	info.parts = 0
	for i, m := range inst[2:] {
		k := r.typeIndex(m)
		e := &r.types[k]
		info.parts += e.parts
		if info.parts > maxParts {
			r.unsupported("a struct of more than %d parts", maxParts)
		}
		info.members[i] = k
		info.depth = max(info.depth, e.depth+1)
		if e.bad != "" && info.bad == "" {
			info.bad = e.bad
		}
		e.fixed = true
		info.hollow = info.hollow || e.hollow
		opaque = opaque || e.t == 0 && e.held == 0
		members[i] = ir.Member{Name: r.memberName(id, i), Type: r.atomicMember(id, i, e.t), Span: r.span()}
		if e.held != 0 {
			queries, members[i].Type = true, e.held
		}
		if e.align > info.align {
			info.align = e.align
		}
	}
	for k := r.marks[id]; k != 0; k = r.decorations[k].next {
		if d := &r.decorations[k]; uint(d.member) < uint(n) {
			members[d.member].Memory |= memoryOf(d.kind)
			members[d.member].Binding.Relaxed = members[d.member].Binding.Relaxed || d.kind == spirv.DecorationRelaxedPrecision
		}
	}
	if info.depth > maxDepth {
		r.invalid("types nest more than %d deep", maxDepth)
	}
	if info.bad == "" && opaque {
		info.bad = "a struct that holds resources or pointers"
	}
	if info.bad != "" {
		return
	}
	if n == 0 { // the module has no structs without members: values of this one are zero
		members = append(members, ir.Member{Name: "unused", Type: ir.TypeU32, Span: r.span()})
	}
	uniqueNames(members)
	name := r.name(id)
	switch name {
	case "":
		name = "S" + itoa(id)
	case spirv.LooseUniforms:
		name = "Uniforms"
	}
	info.t = r.m.AddStruct(ir.Struct{Name: name, Members: members, Span: r.span()})
	if queries {
		info.t, info.held = 0, info.t
		return
	}
	if n == 0 {
		info.size, info.align, info.layout, info.hollow = 4, 4, ir.LayoutNatural, true
		return
	}
	r.structLayout(info, inst, members)
}

func (r *reader) memberName(id uint32, i int) string {
	if s := r.memberNameOf(id, i); s != "" {
		return s
	}
	return "m" + itoa(uint32(i))
}

// haveOwnNames reports whether no two members have the same name.
func haveOwnNames(members []ir.Member) bool {
	for i := range members {
		for j := range members[:i] {
			if members[i].Name == members[j].Name {
				return false
			}
		}
	}
	return true
}

// uniqueNames numbers the members whose name another one has.
func uniqueNames(members []ir.Member) {
	if len(members) <= 8 && haveOwnNames(members) {
		return
	}
	seen := make(map[string]bool, len(members))
	for i := range members {
		name := members[i].Name
		for k := 1; seen[members[i].Name]; k++ {
			members[i].Name = fmt.Sprintf("%s_%d", name, k)
		}
		seen[members[i].Name] = true
	}
}

// memory are the qualities of memory that decorations give.
func (r *reader) memory(id uint32, member int32) (m ir.MemoryDecoration) {
	for k := r.marks[id]; k != 0; k = r.decorations[k].next {
		if d := &r.decorations[k]; d.member == member {
			m |= memoryOf(d.kind)
		}
	}
	return m
}

// memoryOf is the quality of memory that a decoration gives, or none.
func memoryOf(d spirv.Decoration) ir.MemoryDecoration {
	switch d {
	case spirv.DecorationCoherent:
		return ir.Coherent
	case spirv.DecorationVolatile:
		return ir.Volatile
	case spirv.DecorationRestrict:
		return ir.Restrict
	case spirv.DecorationAliased:
		return ir.Aliased
	}
	return 0
}

// structLayout finds the layout of a struct whose members have offsets.
func (r *reader) structLayout(info *typeInfo, inst spirv.Inst, members []ir.Member) {
	id := inst[1]
	n := len(members)
	all := make([]uint32, 2*n)
	offsets, sizes := all[:n:n], all[n:]
	natural := true
	var end uint64 // by the natural rules
	complete := r.offsets(id, offsets)
	for i := range members {
		if !complete {
			break
		}
		e := &r.types[info.members[i]]
		isNatural, ok := r.memberLayout(id, i, info.members[i])
		if !ok {
			complete = false
			break
		}
		natural = natural && isNatural
		at := (end + uint64(max(e.align, 1)) - 1) / uint64(max(e.align, 1)) * uint64(max(e.align, 1))
		switch o := uint64(offsets[i]); {
		case o == at:
		case o > at && i > 0 && o%uint64(max(e.align, 1)) == 0:
			sizes[i-1] = offsets[i] - offsets[i-1]
		default:
			natural = false
		}
		end = uint64(offsets[i]) + uint64(e.size)
		if end >= 1<<32 {
			natural, end = false, 0
		}
	}
	if !complete {
		// Memory that the host doesn't see; its size matters to nothing.
		var at uint64
		for i := range members {
			e := &r.types[info.members[i]]
			a := uint64(max(e.align, 1))
			at = (at+a-1)/a*a + uint64(e.size)
		}
		if at < 1<<32 {
			info.size = layout.RoundUp(uint32(at), info.align)
		}
		return
	}
	if info.hollow && r.crowded(info, offsets) {
		info.bad = "a struct without members where something else lies"
		return
	}
	if natural {
		for i := range members {
			members[i].Size = sizes[i]
		}
		info.size = layout.RoundUp(uint32(end), info.align)
		info.layout = ir.LayoutNatural
		return
	}
	layouts := make([]ir.LayoutID, n)
	for i, m := range info.members {
		layouts[i] = r.spelledMember(id, i, m)
	}
	info.layout = r.addLayout(ir.LayoutNode{Offsets: offsets, Members: layouts})
	info.spelled = info.layout
	info.size = layout.RoundUp(uint32(end), info.align)
}

// offsets finds the offsets of a struct's members, and reports whether each has one.
func (r *reader) offsets(id uint32, offsets []uint32) bool {
	const none = ^uint32(0)
	found := 0
	for i := range offsets {
		offsets[i] = none
	}
	for k := r.marks[id]; k != 0; k = r.decorations[k].next {
		d := &r.decorations[k]
		if d.kind != spirv.DecorationOffset || uint(d.member) >= uint(len(offsets)) || offsets[d.member] != none {
			continue
		}
		if list := r.inst(int(d.at))[d.skip+1:]; len(list) > 0 {
			offsets[d.member] = list[0]
			found++
		}
	}
	return found == len(offsets)
}

// crowded reports whether a member that holds a struct without members, which is larger in
// the module, overlaps another one.
func (r *reader) crowded(info *typeInfo, offsets []uint32) bool {
	if len(offsets) > 256 {
		return true // nobody writes that
	}
	for i, m := range info.members {
		e := &r.types[m]
		for j, o := range offsets {
			if e.hollow && i != j && o < offsets[i]+e.size && offsets[i] < o+max(r.types[info.members[j]].size, 1) {
				return true
			}
		}
	}
	return false
}

// memberLayout reports whether a struct's member lies by the natural rules, and whether
// it can lie in memory that the host sees at all.
func (r *reader) memberLayout(id uint32, i int, index uint32) (natural, ok bool) {
	if r.isMatrix(index) {
		stride := r.number(id, int32(i), spirv.DecorationMatrixStride, 0)
		_, rows := r.decorated(id, int32(i), spirv.DecorationRowMajor)
		return r.matrixLayout(index, stride, rows)
	}
	l, ok := r.elementLayout(index)
	return l == ir.LayoutNatural, ok
}

// matrixLayout is memberLayout of a matrix or an array of them.
func (r *reader) matrixLayout(index, stride uint32, rows bool) (natural, ok bool) {
	e := &r.types[index]
	if e.op == spirv.OpTypeMatrix {
		return !rows && stride == e.align, stride != 0
	}
	array := r.number(r.words[e.at+1], -1, spirv.DecorationArrayStride, 0)
	natural, ok = r.matrixLayout(e.element, stride, rows)
	return natural && array == layout.RoundUp(r.types[e.element].size, r.types[e.element].align), ok && array != 0
}

// formats are the texel formats.
var formats = lazy.Value[map[spirv.ImageFormat]ir.StorageFormat]{Make: func() map[spirv.ImageFormat]ir.StorageFormat {
	return map[spirv.ImageFormat]ir.StorageFormat{
		spirv.ImageFormatRgba32f: ir.Rgba32Float, spirv.ImageFormatRgba16f: ir.Rgba16Float, spirv.ImageFormatR32f: ir.R32Float,
		spirv.ImageFormatRgba8: ir.Rgba8Unorm, spirv.ImageFormatRgba8Snorm: ir.Rgba8Snorm, spirv.ImageFormatRg32f: ir.Rg32Float,
		spirv.ImageFormatRg16f: ir.Rg16Float, spirv.ImageFormatR11fG11fB10f: ir.Rg11b10Ufloat, spirv.ImageFormatR16f: ir.R16Float,
		spirv.ImageFormatRgba16: ir.Rgba16Unorm, spirv.ImageFormatRgb10A2: ir.Rgb10a2Unorm, spirv.ImageFormatRg16: ir.Rg16Unorm,
		spirv.ImageFormatRg8: ir.Rg8Unorm, spirv.ImageFormatR16: ir.R16Unorm, spirv.ImageFormatR8: ir.R8Unorm,
		spirv.ImageFormatRgba16Snorm: ir.Rgba16Snorm, spirv.ImageFormatRg16Snorm: ir.Rg16Snorm, spirv.ImageFormatRg8Snorm: ir.Rg8Snorm,
		spirv.ImageFormatR16Snorm: ir.R16Snorm, spirv.ImageFormatR8Snorm: ir.R8Snorm, spirv.ImageFormatRgba32i: ir.Rgba32Sint,
		spirv.ImageFormatRgba16i: ir.Rgba16Sint, spirv.ImageFormatRgba8i: ir.Rgba8Sint, spirv.ImageFormatR32i: ir.R32Sint,
		spirv.ImageFormatRg32i: ir.Rg32Sint, spirv.ImageFormatRg16i: ir.Rg16Sint, spirv.ImageFormatRg8i: ir.Rg8Sint,
		spirv.ImageFormatR16i: ir.R16Sint, spirv.ImageFormatR8i: ir.R8Sint, spirv.ImageFormatRgba32ui: ir.Rgba32Uint,
		spirv.ImageFormatRgba16ui: ir.Rgba16Uint, spirv.ImageFormatRgba8ui: ir.Rgba8Uint, spirv.ImageFormatR32ui: ir.R32Uint,
		spirv.ImageFormatRgb10a2ui: ir.Rgb10a2Uint, spirv.ImageFormatRg32ui: ir.Rg32Uint, spirv.ImageFormatRg16ui: ir.Rg16Uint,
		spirv.ImageFormatRg8ui: ir.Rg8Uint, spirv.ImageFormatR16ui: ir.R16Uint, spirv.ImageFormatR8ui: ir.R8Uint,
		spirv.ImageFormatR64ui: ir.R64Uint, spirv.ImageFormatR64i: ir.R64Sint,
	}
}}

// formatOf is the format of an image with atomic operations, if none is given: the one that
// allows them.
func formatOf(s ir.Scalar, atomic bool) ir.StorageFormat {
	switch {
	case s == ir.F32 && atomic:
		return ir.R32Float
	case s == ir.I32 && atomic:
		return ir.R32Sint
	case s == ir.U32 && atomic:
		return ir.R32Uint
	}
	return ir.NoFormat
}

// imageType is the type of an image that is used in a way.
func (r *reader) imageType(index uint32, u *use) ir.TypeID {
	info := &r.types[index]
	if info.bad != "" {
		r.unsupported("%s", info.bad)
	}
	inst := r.inst(int(info.at))
	s := r.m.Types.ScalarOf(r.types[info.element].t)
	t := ir.Type{Kind: ir.TypeImage, Arrayed: inst[5] != 0, Multisampled: inst[6] != 0}
	switch d := spirv.Dim(inst[3]); d {
	case spirv.Dim1D:
		t.Dim = ir.Dim1D
	case spirv.Dim2D:
		t.Dim = ir.Dim2D
	case spirv.Dim3D:
		t.Dim = ir.Dim3D
	case spirv.DimCube:
		t.Dim = ir.DimCube
	case spirv.DimBuffer:
		t.Dim = ir.DimBuffer
	case spirv.DimRect: // sampled by texels, which sample divides
		t.Dim = ir.Dim2D
	case spirv.DimSubpassData:
		t.Dim = ir.DimSubpass
	default:
		r.unsupported("images of the dimension %s", d)
	}
	switch {
	case t.Dim == ir.DimSubpass:
		t.Class, t.Scalar = ir.ImageSampled, s
		if t.Arrayed || s != ir.F32 && s != ir.I32 && s != ir.U32 {
			r.unsupported("an input attachment of %s", s)
		}
	case inst[7] == 2:
		t.Class = ir.ImageStorage
		t.Access = u.access()
		if t.Format = formats.Get()[spirv.ImageFormat(inst[8])]; t.Format == ir.NoFormat {
			if f := spirv.ImageFormat(inst[8]); f != spirv.ImageFormatUnknown {
				r.unsupported("storage images of the format %s", f)
			}
			if t.Format = formatOf(s, u.atomic); t.Format == ir.NoFormat {
				if t.Scalar = s; s != ir.F32 && s != ir.I32 && s != ir.U32 {
					r.unsupported("a storage image of %s without a format", s)
				}
			}
		}
		if t.Texel().Kind() != s.Kind() || t.Texel().Bits() != s.Bits() {
			r.unsupported("a storage image of the format %s with texels of %s", t.Format, s)
		}
	case inst[7] != 1:
		r.unsupported("an image of which isn't known whether it is sampled")
	case u.compared:
		t.Class = ir.ImageDepth
		if s != ir.F32 {
			r.invalid("comparisons are made with images of f32")
		}
	default:
		t.Class, t.Scalar = ir.ImageSampled, s
		if s != ir.F32 && s != ir.I32 && s != ir.U32 {
			r.unsupported("an image of %s", s)
		}
	}
	return r.m.Types.Intern(t)
}

// resourceType is the type of a resource that is used in a way, or of an array of
// them.
func (r *reader) resourceType(index uint32, u *use) ir.TypeID {
	info := &r.types[index]
	if info.bad != "" {
		r.unsupported("%s", info.bad)
	}
	switch info.op {
	case spirv.OpTypeImage:
		return r.imageType(index, u)
	case spirv.OpTypeSampledImage:
		image := r.imageType(info.element, u)
		if r.m.Types.At(image).Dim == ir.DimBuffer { // texel buffers have no samplers
			return image
		}
		return r.m.Types.Intern(ir.Type{Kind: ir.TypeSampledImage, Base: image})
	case spirv.OpTypeSampler:
		if u.compared {
			return ir.TypeSamplerComparison
		}
		return ir.TypeSamplerFiltering
	case spirv.OpTypeAccelerationStructureKHR:
		return r.accelerationStructure()
	case spirv.OpTypeArray, spirv.OpTypeRuntimeArray:
		t := ir.Type{Kind: ir.TypeBindingArray, Base: r.resourceType(info.element, u), Length: info.count}
		if info.op == spirv.OpTypeArray && info.count == 0 {
			t.LengthExpr = r.moduleExpr(r.words[info.at+3])
		}
		if r.m.Types.At(t.Base).Kind == ir.TypeBindingArray {
			r.unsupported("an array of arrays of resources")
		}
		return r.m.Types.Intern(t)
	}
	r.unsupported("a resource of the type %s", info.op)
	return 0
}
