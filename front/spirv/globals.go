package spirv

// This file walks the instructions between the decorations and the functions: types,
// constants and variables, in the order of the words.

import (
	"fmt"
	"slices"

	"refract/internal/lazy"
	"refract/internal/spell"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
)

// variable is a variable of the module.
type variable struct {
	id      uint32
	at      uint32
	class   spirv.StorageClass
	pointee uint32 // index of the type that it holds
	v       ssa.VarID
	bare    bool   // a buffer whose only member is what the module's variable holds
	whole   bool   // an input or output: all of it is used
	members uint64 // an input or output: members that are used
	stays   bool   // an input or output that is a variable of the module
	bad     string // why it can't be used
}

// globals declares everything outside of functions.
func (r *reader) globals() {
	r.types = append(r.types, typeInfo{})
	r.constants = append(r.constants, constant{})
	r.variables = append(r.variables, variable{})
	r.readMemberNames()
	r.findFixed()
	r.findStageVariables()
	types, variables := 0, 0
	for _, at := range r.module {
		switch o := r.inst(int(at)).Op(); {
		case o == spirv.OpVariable:
			variables++
		case o.Class() == spirv.ClassTypeDeclaration:
			types++
		}
	}
	r.types = slices.Grow(r.types, types)
	r.constants = slices.Grow(r.constants, len(r.module)-types-variables)
	r.variables = slices.Grow(r.variables, variables)
	r.s.ReserveVars(variables)
	for _, at := range r.module {
		r.at = int(at)
		inst := r.inst(r.at)
		switch o := inst.Op(); {
		case o == spirv.OpLine, o == spirv.OpNoLine, o == spirv.OpExtInst:
			r.line(inst)
		case o == spirv.OpNop:
		case o.Class() == spirv.ClassTypeDeclaration:
			r.declareType(inst)
		case o.Class() == spirv.ClassConstantCreation, o == spirv.OpUndef:
			r.declareConstant(inst)
		case o == spirv.OpVariable:
			r.declareVariable(inst)
		default:
			r.invalid("an instruction that can't stand outside of a function")
		}
	}
	r.debug.span.Start, r.debug.span.End = 0, 0
}

// readMemberNames notes the names of members by struct.
func (r *reader) readMemberNames() {
	if len(r.memberNames) == 0 {
		return
	}
	if r.memberNamed == nil {
		r.memberNamed = make(map[uint64]uint32, len(r.memberNames))
	}
	for _, at := range r.memberNames {
		inst := r.inst(int(at))
		r.memberNamed[memberKey(inst[1], int(inst[2]))] = at
	}
}

// memberNameOf is the author's name of a member, or "".
func (r *reader) memberNameOf(id uint32, i int) string {
	if at := r.memberNamed[memberKey(id, i)]; at != 0 {
		return cleanName(r.nameText(at + 3))
	}
	return ""
}

// declareVariable declares the variable at the current instruction.
func (r *reader) declareVariable(inst spirv.Inst) {
	id := inst[2]
	p := r.typeAt(inst[1])
	class := spirv.StorageClass(inst[3])
	if p.op != spirv.OpTypePointer || p.class != class {
		r.invalid("a variable is of the type of a pointer into its storage class")
	}
	v := variable{id: id, at: uint32(r.at), class: class, pointee: p.element, bad: p.bad}
	if v.bad == "" {
		r.addVariable(&v, inst)
	}
	r.variables = append(r.variables, v)
	r.defs[id].index = uint32(len(r.variables) - 1)
	if v.v != 0 {
		for len(r.byVar) <= int(v.v) {
			r.byVar = append(r.byVar, 0)
		}
		r.byVar[v.v] = r.defs[id].index
	}
}

func (r *reader) addVariable(v *variable, inst spirv.Inst) {
	x := ssa.Variable{Name: r.name(v.id), Span: r.span()}
	info := &r.types[v.pointee]
	if x.Name == "" {
		x.Name = r.otherName(v, info)
	}
	switch v.class {
	case spirv.StorageClassUniformConstant:
		if info.bad != "" {
			v.bad = info.bad
			return
		}
		x.Type = r.resourceType(v.pointee, r.useOf(v.id))
		x.Mode = ssa.ModeOf(&r.m.Types, ir.SpaceHandle, x.Type)
		r.bind(&x, v.id)
	case spirv.StorageClassUniform, spirv.StorageClassStorageBuffer, spirv.StorageClassPushConstant:
		if info.bad != "" {
			v.bad = info.bad
			return
		}
		r.buffer(v, &x)
	case spirv.StorageClassWorkgroup:
		x.Mode, x.Access, x.Type = ssa.ModeShared, ir.AccessReadWrite, r.valueType(v.pointee)
		if r.usage.atomics[memberKey(0, int(v.id))] {
			x.Type = r.atomicType(x.Type)
		}
	case spirv.StorageClassPrivate, spirv.StorageClassInput, spirv.StorageClassOutput:
		if info.bad != "" {
			v.bad = info.bad
			return
		}
		if v.class != spirv.StorageClassPrivate && info.t == 0 {
			v.bad = "an input or output that isn't a value"
			return
		}
		if stage, ok := r.stageVariables[v.id]; ok && v.class != spirv.StorageClassPrivate && !r.isParameter(v) {
			v.stays = true
			if r.stageVariable(v, &x, stage); v.bad != "" {
				return
			}
			break
		}
		x.Mode, x.Access, x.Type = ssa.ModeShaderTemp, ir.AccessReadWrite, r.storedType(v.pointee)
		if len(inst) > 4 {
			x.Init = r.initial(inst[4], v.pointee)
		}
	case spirv.StorageClassShaderRecordBufferKHR:
		if info.bad != "" {
			v.bad = info.bad
			return
		}
		r.buffer(v, &x)
	default:
		space := pipelineSpace(v.class)
		if space == ir.NoSpace {
			v.bad = "the storage class " + v.class.String()
			return
		}
		if info.bad != "" || info.t == 0 {
			v.bad = info.bad
			if v.bad == "" {
				v.bad = "a payload that isn't a value"
			}
			return
		}
		r.pipelineVariable(v, &x, space)
	}
	x.IO.Relaxed = x.IO.Relaxed || r.has(v.id, spirv.DecorationRelaxedPrecision)
	v.v = r.s.AddVar(x)
}

// initial is the initial value of a variable, or 0 if that is zero.
func (r *reader) initial(id, typ uint32) ir.ConstID {
	if d := r.before(id); d.op == spirv.OpVariable {
		r.unsupported("a variable that begins with the address of another")
	}
	c := r.constantAt(id)
	if c.typ != typ {
		r.invalid("the initial value is of another type")
	}
	if c.op == spirv.OpConstantNull || c.op == spirv.OpUndef {
		return 0
	}
	return r.moduleExpr(id)
}

// otherName is a name for a variable without one: of a block that of its type, of a
// built-in that of the value.
func (r *reader) otherName(v *variable, info *typeInfo) string {
	for info.op == spirv.OpTypeArray || info.op == spirv.OpTypeRuntimeArray {
		info = &r.types[info.element]
	}
	if info.op == spirv.OpTypeStruct {
		if s := r.name(r.words[info.at+1]); s != "" {
			if lower := spell.LowerFirst(s); lower != s {
				return lower
			}
			return s + "_1"
		}
	}
	return fmt.Sprintf("v%d", v.id)
}

// bind gives a resource its group and binding.
func (r *reader) bind(x *ssa.Variable, id uint32) {
	group, hasGroup := r.decorated(id, -1, spirv.DecorationDescriptorSet)
	binding, hasBinding := r.decorated(id, -1, spirv.DecorationBinding)
	if hasBinding && len(binding) > 0 {
		x.HasBinding = true
		x.Binding.Binding = binding[0]
		if hasGroup && len(group) > 0 {
			x.Binding.Group = group[0]
		}
	}
	if index, ok := r.decorated(id, -1, spirv.DecorationInputAttachmentIndex); ok && len(index) > 0 {
		x.Attachment = index[0]
	}
	if x.Memory |= r.memory(id, -1); x.Mode == ssa.ModeResource {
		x.Memory = 0
	}
}

// buffer declares a buffer or push constants.
func (r *reader) buffer(v *variable, x *ssa.Variable) {
	info := &r.types[v.pointee]
	element := v.pointee
	array := false
	if info.op == spirv.OpTypeArray || info.op == spirv.OpTypeRuntimeArray {
		array = true
		element = info.element
	}
	block := &r.types[element]
	if block.op != spirv.OpTypeStruct {
		r.unsupported("a buffer that is no struct")
	}
	typeID := r.words[block.at+1]
	if block.layout == ir.NoLayout {
		r.invalid("a member of the buffer has no offset, or a matrix or array in it no stride")
	}
	x.Type, x.Layout, x.Access = r.valueType(element), block.layout, ir.AccessRead
	block.fixed = true
	if !array {
		x.Block = r.blockForm(v.id, typeID, x)
	}
	if !array && r.isWrapper(typeID, block) {
		v.bare = true
		x.Type = r.m.Structs[r.m.Types.At(x.Type).Struct].Members[0].Type
		x.Memory |= r.memory(typeID, 0)
		if x.Layout >= ir.FirstExplicitLayout {
			x.Layout = r.spelledMember(typeID, 0, block.members[0])
		}
	}
	switch {
	case v.class == spirv.StorageClassPushConstant:
		x.Mode = ssa.ModePushConstant
	case v.class == spirv.StorageClassShaderRecordBufferKHR:
		x.Mode = ssa.ModeShaderRecord
	case v.class == spirv.StorageClassStorageBuffer || r.has(typeID, spirv.DecorationBufferBlock):
		x.Mode = ssa.ModeSSBO
		if !r.readOnly(v.id, typeID, len(block.members)) {
			x.Access = ir.AccessReadWrite
		}
	default:
		x.Mode = ssa.ModeUBO
	}
	if array {
		t := ir.Type{Kind: ir.TypeBindingArray, Base: x.Type, Length: info.count}
		if info.op == spirv.OpTypeArray && info.count == 0 {
			t.LengthExpr = r.moduleExpr(r.words[info.at+3])
		}
		x.Type = r.m.Types.Intern(t)
		if x.Layout >= ir.FirstExplicitLayout {
			x.Layout = r.addLayout(ir.LayoutNode{Members: []ir.LayoutID{x.Layout}})
		}
	}
	if x.Mode == ssa.ModeSSBO && r.holdsAtomic(element, 0) {
		x.Access = ir.AccessReadWrite // what reads atomically has the access to do so
	}
	if v.class != spirv.StorageClassPushConstant && v.class != spirv.StorageClassShaderRecordBufferKHR {
		r.bind(x, v.id)
	}
}

// blockForm is how OpenGL's hosts see the members of a buffer, by its debug names: a block
// of a name whose variable has none has no instance name.
func (r *reader) blockForm(id, typeID uint32, x *ssa.Variable) ir.BlockForm {
	switch name := r.name(typeID); {
	case name == spirv.LooseUniforms:
		if r.name(id) == "" {
			x.Name = "uniforms"
		}
		return ir.BlockLoose
	case name != "" && r.name(id) == "" && r.memberNameOf(typeID, 0) != "":
		return ir.BlockOpen
	}
	return ir.BlockInstance
}

// holdsAtomic reports whether there are atomic operations on a part of a type.
func (r *reader) holdsAtomic(index uint32, depth int) bool {
	info := &r.types[index]
	switch info.op {
	case spirv.OpTypeArray, spirv.OpTypeRuntimeArray:
		return r.holdsAtomic(info.element, depth+1)
	case spirv.OpTypeStruct:
		id := r.words[info.at+1]
		for i, m := range info.members {
			if r.usage.atomics[memberKey(id, i)] || r.holdsAtomic(m, depth+1) {
				return true
			}
		}
	}
	return false
}

// isWrapper reports whether a buffer is a struct for SPIR-V's sake only: neither it nor
// its only member has a name.
func (r *reader) isWrapper(id uint32, block *typeInfo) bool {
	if len(block.members) != 1 || r.name(id) != "" || r.memberNameOf(id, 0) != "" || r.number(id, 0, spirv.DecorationOffset, 1) != 0 {
		return false
	}
	l, _ := r.elementLayout(block.members[0])
	return block.layout != ir.LayoutNatural || l == ir.LayoutNatural || r.isMatrix(block.members[0])
}

// readOnly reports whether nothing may write to a buffer: it or all of its members are
// declared so.
func (r *reader) readOnly(id, typeID uint32, members int) bool {
	if r.has(id, spirv.DecorationNonWritable) {
		return true
	}
	for i := range members {
		if _, ok := r.decorated(typeID, int32(i), spirv.DecorationNonWritable); !ok {
			return false
		}
	}
	return true
}

// capabilities that need a form which the module hasn't. Others are rejected at the first
// use of their features.
var refused = lazy.Value[map[spirv.Capability]string]{Make: func() map[spirv.Capability]string {
	return map[spirv.Capability]string{
		spirv.CapabilityKernel:                         "kernels of OpenCL",
		spirv.CapabilityGeometry:                       "",
		spirv.CapabilityVariablePointers:               "",
		spirv.CapabilityPhysicalStorageBufferAddresses: "",
	}
}}

// checkCapabilities refuses modules that aren't of graphics and compute.
func (r *reader) checkCapabilities() {
	for _, c := range r.capabilities {
		if c == spirv.CapabilityVariablePointers || c == spirv.CapabilityVariablePointersStorageBuffer {
			r.variablePointers = true
		}
		if why := refused.Get()[c]; why != "" {
			r.unsupported("the capability %s (%s)", c, why)
		}
	}
	switch a := spirv.AddressingModel(r.model[0]); a {
	case spirv.AddressingModelLogical, spirv.AddressingModelPhysicalStorageBuffer64:
	default:
		r.unsupported("the addressing model %s", a)
	}
	for _, at := range r.entries {
		r.at = int(at)
		if e := spirv.ExecutionModel(r.words[at+1]); stageOf(uint32(e)) == ir.NoStage {
			r.unsupported("the execution model %s", e)
		}
	}
	r.at = 0
}
