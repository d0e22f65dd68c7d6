package spirv

// This file writes the words of a module whose pointers are numbers: see choices.go.

import (
	"fmt"
	"slices"

	"refract/spirv"
)

// write writes the parts of the module.
func (c *choices) write() {
	c.out = &c.head
	none := spirv.Position{}
	types := placedWords{}
	types.emit(none, spirv.OpTypeInt, c.uint, 32, 0)
	types.emit(none, spirv.OpTypeBool, c.bool)
	types.emit(none, spirv.OpTypeVector, c.bool3, c.bool, 3)
	types.emit(none, spirv.OpTypeVector, c.v3, c.uint, 3)
	c.early.words = append(types.words, c.early.words...) // the numbers of paths were written before
	c.each(headerWords, func(inst spirv.Inst) {
		c.at = spirv.Position{Span: c.r.position(c.r.at)}
		o := inst.Op()
		switch {
		case c.r.at >= c.first:
			c.out = &c.bodies
		case c.out == &c.head && isDeclaration(o):
			c.out = &c.globals
		}
		c.instruction(inst)
	})
}

// isDeclaration reports whether an instruction comes behind decorations.
func isDeclaration(o spirv.Op) bool {
	class := o.Class()
	return class == spirv.ClassTypeDeclaration || class == spirv.ClassConstantCreation || o == spirv.OpVariable || o == spirv.OpUndef
}

// join puts the parts together.
func (c *choices) join() ([]uint32, []spirv.Position) {
	out := slices.Clone(c.words[:headerWords])
	out[3] = c.bound
	var positions []spirv.Position
	for _, p := range []*placedWords{&c.head, &c.early, &c.globals, &c.late, &c.bodies, &c.helped} {
		for _, at := range p.positions {
			positions = append(positions, spirv.Position{Offset: at.Offset + len(out), Span: at.Span})
		}
		out = append(out, p.words...)
	}
	return out, positions
}

func (c *choices) emit(o spirv.Op, words ...uint32) { c.out.emit(c.at, o, words...) }

// value emits an instruction with a result, and returns the result.
func (c *choices) value(o spirv.Op, t uint32, words ...uint32) uint32 {
	id := c.id()
	c.emit(o, append([]uint32{t, id}, words...)...)
	return id
}

// instruction writes an instruction of the module in its form with numbers.
func (c *choices) instruction(inst spirv.Inst) {
	inst = slices.Clone(inst)
	o := inst.Op()
	switch o {
	case spirv.OpTypeFunction, spirv.OpTypeStruct:
		for k := 2; k < len(inst); k++ {
			inst[k] = c.typed(inst[k])
		}
	case spirv.OpTypeArray, spirv.OpTypeRuntimeArray:
		inst[2] = c.typed(inst[2])
	case spirv.OpTypePointer:
		inst[3] = c.typed(inst[3])
	case spirv.OpConstantNull:
		if c.isPointer(inst[1]) {
			zero := c.constant(0)
			c.emit(spirv.OpConstantComposite, c.v3, inst[2], zero, zero, zero)
			return
		}
	case spirv.OpAccessChain, spirv.OpInBoundsAccessChain, spirv.OpPtrAccessChain, spirv.OpInBoundsPtrAccessChain:
		if c.fat[inst[2]] {
			c.chain(inst)
			return
		}
	case spirv.OpPtrEqual, spirv.OpPtrNotEqual, spirv.OpPtrDiff:
		if c.isPointer(c.typeOf(inst[3])) {
			c.compare(inst)
			return
		}
	case spirv.OpFunction:
		inst[1] = c.typed(inst[1])
	}
	if c.accesses(inst) {
		return
	}
	for _, k := range values(inst) {
		inst[k] = c.asNumbers(inst[k])
	}
	if o.HasResultType() && c.fat[inst[2]] {
		if inst[1] = c.v3; o == spirv.OpSelect && c.isScalar(inst[3]) {
			inst[3] = c.value(spirv.OpCompositeConstruct, c.bool3, inst[3], inst[3], inst[3])
		}
	}
	c.emit(o, inst[1:]...)
	if o.HasResultType() && c.escapes[inst[2]] && o != spirv.OpVariable {
		c.defineNumbers(inst[2])
	}
}

// isScalar reports whether a condition is one bool.
func (c *choices) isScalar(id uint32) bool {
	t := c.def(c.typeOf(id))
	return t != nil && t.Op() == spirv.OpTypeBool
}

// typed is a type, or the numbers that take the place of pointers of the type.
func (c *choices) typed(t uint32) uint32 {
	if c.isPointer(t) {
		return c.v3
	}
	return t
}

// asNumbers is the id of the numbers of a pointer, which may be defined later, at the pointer; of
// another value the id itself.
func (c *choices) asNumbers(id uint32) uint32 {
	of := c.original(id)
	if !c.escapes[of] {
		return id
	}
	n := c.numbers[of]
	if n == 0 {
		n = c.id()
		c.numbers[of] = n
		if c.def(of).Op() == spirv.OpVariable {
			p, _ := c.way(of)
			zero := c.constant(0)
			c.early.emit(spirv.Position{}, spirv.OpConstantComposite, c.v3, n, c.constant(c.number(p)), zero, zero)
		}
	}
	return n
}

// defineNumbers writes the numbers of an access chain.
func (c *choices) defineNumbers(id uint32) {
	p, indices := c.way(id)
	element := c.constant(0)
	if p.array && len(indices) > 0 {
		element, indices = c.word(indices[0]), indices[1:]
	}
	c.emit(spirv.OpCompositeConstruct, c.v3, c.asNumbers(id), c.constant(c.number(p)), element, c.linear(p, 0, indices))
}

// linear is the number of an element by the last indices of a path, behind the elements that
// index counts already; 0: there is none.
func (c *choices) linear(p path, index uint32, indices []uint32) uint32 {
	counts := p.counts()
	for k, id := range indices {
		v := c.word(id)
		if index != 0 {
			count := counts[len(counts)-len(indices)+k]
			if count == 0 {
				c.r.unsupported("the capability VariablePointers (an array of a length that isn't known, in another)")
			}
			v = c.value(spirv.OpIAdd, c.uint, c.value(spirv.OpIMul, c.uint, index, count), v)
		}
		index = v
	}
	if index == 0 {
		return c.constant(0)
	}
	return index
}

// counts are the lengths of the arrays, vectors and matrices on a path, but for an array of buffers.
func (p *path) counts() (list []uint32) {
	for k, s := range p.steps {
		if s.member == 0 && (k > 0 || !p.array) {
			list = append(list, s.count)
		}
	}
	return list
}

// word is an index as a number of 32 bits.
func (c *choices) word(id uint32) uint32 {
	t := c.def(c.typeOf(id))
	switch {
	case t == nil || t.Op() != spirv.OpTypeInt || len(t) < 4:
		c.r.invalid("an index that is no integer")
	case t[2] == 32 && t[3] == 0:
		return id
	case t[2] == 32:
		return c.value(spirv.OpBitcast, c.uint, id)
	case t[3] == 0 || t[2] > 32:
		return c.value(spirv.OpUConvert, c.uint, id)
	}
	return c.value(spirv.OpSConvert, c.uint, id)
}

// part is one of the numbers of a pointer.
func (c *choices) part(numbers, k uint32) uint32 {
	return c.value(spirv.OpCompositeExtract, c.uint, numbers, k)
}

// chain writes an access chain from a pointer that is numbers.
func (c *choices) chain(inst spirv.Inst) {
	base := c.typeOf(c.original(inst[3]))
	numbers := c.asNumbers(inst[3])
	from, element, index := c.part(numbers, 0), c.part(numbers, 1), c.part(numbers, 2)
	if o := inst.Op(); o == spirv.OpPtrAccessChain || o == spirv.OpInBoundsPtrAccessChain {
		if !c.r.isZeroConstant(inst[4]) {
			index = c.value(spirv.OpIAdd, c.uint, index, c.word(inst[4]))
		}
	}
	list := indicesOf(inst)
	mayHave := c.mayHave[base]
	if len(list) == 0 || len(mayHave) == 0 {
		c.emit(spirv.OpCompositeConstruct, c.v3, inst[2], from, element, index)
		return
	}
	// The path that each becomes; the numbers of all their indices are the same, but for the
	// first of an array of buffers.
	to, after := uint32(0), uint32(0)
	for _, n := range mayHave {
		p, indices := c.extend(c.paths[n], c.pointee(base), list)
		next, at, buffer := c.constant(c.number(p)), uint32(0), element
		if c.paths[n].array && len(c.paths[n].steps) == 0 {
			buffer, at = c.word(indices[0]), c.linear(p, 0, indices[1:])
		} else if len(c.paths[n].counts()) == 0 {
			at = c.linear(p, 0, indices)
		} else {
			at = c.linear(p, index, indices)
		}
		if to == 0 {
			to, after = next, c.value(spirv.OpCompositeConstruct, c.v3, next, buffer, at)
			continue
		}
		is := c.value(spirv.OpIEqual, c.bool, from, c.constant(n))
		other := c.value(spirv.OpCompositeConstruct, c.v3, next, buffer, at)
		after = c.value(spirv.OpSelect, c.v3, c.value(spirv.OpCompositeConstruct, c.bool3, is, is, is), other, after)
	}
	c.emit(spirv.OpCopyObject, c.v3, inst[2], after)
}

// compare writes a comparison of pointers, or how far apart they are.
func (c *choices) compare(inst spirv.Inst) {
	a, b := c.asNumbers(inst[3]), c.asNumbers(inst[4])
	if inst.Op() == spirv.OpPtrDiff {
		d := c.value(spirv.OpISub, c.uint, c.part(a, 2), c.part(b, 2))
		t := c.def(inst[1])
		if t == nil || t.Op() != spirv.OpTypeInt {
			c.r.invalid("a difference that is no integer")
		}
		o := spirv.OpSConvert
		if t[2] == 32 {
			o = spirv.OpBitcast
		}
		c.emit(o, inst[1], inst[2], d)
		return
	}
	same := c.value(spirv.OpIEqual, c.bool3, a, b)
	if inst.Op() == spirv.OpPtrEqual {
		c.emit(spirv.OpAll, inst[1], inst[2], same)
		return
	}
	c.emit(spirv.OpLogicalNot, inst[1], inst[2], c.value(spirv.OpAll, c.bool, same))
}

// accesses writes an access through a pointer that is numbers, if an instruction is one.
func (c *choices) accesses(inst spirv.Inst) bool {
	at := 3 // the pointer's word
	switch o := inst.Op(); {
	case o == spirv.OpCopyMemory:
		if !c.fat[inst[1]] && !c.fat[inst[2]] {
			return false
		}
		t := c.pointee(c.typeOf(c.original(inst[2])))
		v := c.id()
		c.copied(spirv.OpLoad, []uint32{t, v, inst[2]})
		c.copied(spirv.OpStore, []uint32{inst[1], v})
		return true
	case o == spirv.OpStore || o == spirv.OpAtomicStore || o == spirv.OpAtomicFlagClear:
		at = 1
	case o == spirv.OpExtInst && len(inst) > 6 && c.fat[inst[6]] && (spirv.GLSLOp(inst[4]) == spirv.GLSLModf || spirv.GLSLOp(inst[4]) == spirv.GLSLFrexp):
		c.r.unsupported("the capability VariablePointers (a pointer that goes different ways, to a second result)")
	case o == spirv.OpLoad || o == spirv.OpArrayLength || o.Class() == spirv.ClassAtomic:
	default:
		return false
	}
	if at >= len(inst) || !c.fat[inst[at]] {
		return false
	}
	c.call(inst, at)
	return true
}

// copied writes one half of a copy.
func (c *choices) copied(o spirv.Op, words []uint32) {
	inst := append(spirv.Inst{uint32(len(words)+1)<<16 | uint32(o)}, words...)
	if o == spirv.OpStore {
		c.made[words[1]] = c.typed(c.pointee(c.typeOf(c.original(words[0]))))
	}
	if !c.accesses(inst) {
		c.emit(o, words...)
	}
}

// call writes the call of a function that makes an access by each path.
func (c *choices) call(inst spirv.Inst, at int) {
	o := inst.Op()
	result, mayHave := uint32(0), c.mayHave[c.typeOf(inst[at])]
	if inst = slices.Clone(inst); o.HasResultType() {
		inst[1] = c.typed(inst[1])
		result = inst[1]
	}
	for _, k := range c.operands(inst, at) {
		inst[k] = c.asNumbers(inst[k])
	}
	if len(mayHave) == 1 {
		once := slices.Clone(inst)
		once[at] = c.place(mayHave[0], c.typeOf(inst[at]), inst[at])
		c.emit(o, once[1:]...)
		return
	}
	args, params := []uint32{inst[at]}, []int{at}
	types := []uint32{c.v3}
	for _, k := range c.operands(inst, at) {
		args, params = append(args, inst[k]), append(params, k)
		types = append(types, c.typeOfAny(inst[k]))
	}
	shape := slices.Clone(inst[1:])
	for _, k := range params {
		shape[k-1] = ^uint32(0)
	}
	if result != 0 {
		shape[1] = 0
	}
	key := fmt.Sprint(o, shape, types, params, c.typeOf(inst[at]))
	f := c.helpers[key]
	if f == 0 {
		f = c.id()
		c.helpers[key] = f
		c.name(f, inst)
		c.helper(f, inst, result, params, types, mayHave)
	}
	if result == 0 {
		c.value(spirv.OpFunctionCall, c.void(), append([]uint32{f}, args...)...)
		return
	}
	c.emit(spirv.OpFunctionCall, append([]uint32{result, inst[2], f}, args...)...)
}

// name names a function for accesses.
func (c *choices) name(f uint32, inst spirv.Inst) {
	name := "access"
	switch o := inst.Op(); {
	case o == spirv.OpLoad:
		name = "read"
	case o == spirv.OpStore:
		name = "write"
	case o == spirv.OpArrayLength:
		name = "length"
	case o.Class() == spirv.ClassAtomic:
		name = "atomic"
	}
	c.head.emit(spirv.Position{}, spirv.OpName, append([]uint32{f}, spirv.AppendString(nil, name+"_by_path")...)...)
}

// operands are the words of an access that are values of the function at hand.
func (c *choices) operands(inst spirv.Inst, at int) (list []int) {
	local := func(k int) {
		if k < len(inst) && (c.made[inst[k]] != 0 || inst[k] >= uint32(len(c.defs)) || c.typeOf(inst[k]) != 0 && int(c.defs[inst[k]]) >= c.first) {
			list = append(list, k)
		}
	}
	switch o := inst.Op(); {
	case o == spirv.OpStore:
		local(2)
	case o.Class() == spirv.ClassAtomic:
		for k := at + 1; k < len(inst); k++ {
			local(k)
		}
	}
	return list
}

// typeOfAny is typeOf, of values that the module hasn't, too, and of numbers for pointers.
func (c *choices) typeOfAny(id uint32) uint32 {
	if t := c.made[id]; t != 0 {
		return t
	}
	if id >= uint32(len(c.defs)) {
		return c.v3
	}
	return c.typed(c.typeOf(id))
}

// void is the type without values.
func (c *choices) void() uint32 {
	if c.none == 0 {
		c.none = c.id()
		c.late.emit(spirv.Position{}, spirv.OpTypeVoid, c.none)
	}
	return c.none
}

// helper writes a function that makes an access by each path that the pointer may have.
func (c *choices) helper(f uint32, inst spirv.Inst, result uint32, params []int, types, mayHave []uint32) {
	out, o := c.out, inst.Op()
	c.out = &c.helped
	returned := result
	if result == 0 {
		returned = c.void()
	}
	c.emit(spirv.OpFunction, returned, f, 0, c.functionType(returned, types))
	pointer := c.typeOf(inst[params[0]])
	words := slices.Clone(inst)
	var numbers uint32
	for k, at := range params {
		if words[at] = c.value(spirv.OpFunctionParameter, types[k]); k == 0 {
			numbers = words[at]
		}
	}
	c.emit(spirv.OpLabel, c.id())
	from := c.part(numbers, 0)
	done := false
	for k, n := range mayHave {
		if o != spirv.OpLoad && o != spirv.OpArrayLength && o != spirv.OpAtomicLoad && c.isReadOnly(n) {
			continue
		}
		next := uint32(0)
		if last := k == len(mayHave)-1; !last {
			is, then := c.value(spirv.OpIEqual, c.bool, from, c.constant(n)), c.id()
			next = c.id()
			c.emit(spirv.OpSelectionMerge, next, 0)
			c.emit(spirv.OpBranchConditional, is, then, next)
			c.emit(spirv.OpLabel, then)
		}
		words[params[0]] = c.place(n, pointer, numbers)
		if result != 0 {
			words[2] = c.id()
			c.emit(o, words[1:]...)
			c.emit(spirv.OpReturnValue, words[2])
		} else {
			c.emit(o, words[1:]...)
			c.emit(spirv.OpReturn)
		}
		if done = next == 0; !done {
			c.emit(spirv.OpLabel, next)
		}
	}
	switch {
	case done:
	case result == 0:
		c.emit(spirv.OpReturn)
	default:
		zero := c.id()
		c.late.emit(spirv.Position{}, spirv.OpConstantNull, result, zero)
		c.emit(spirv.OpReturnValue, zero)
	}
	c.emit(spirv.OpFunctionEnd)
	c.out = out
}

// isReadOnly reports whether the shader doesn't write a path's variable.
func (c *choices) isReadOnly(n uint32) bool {
	root := c.paths[n].root
	t := c.pointee(c.typeOf(root))
	if d := c.def(t); d != nil && (d.Op() == spirv.OpTypeArray || d.Op() == spirv.OpTypeRuntimeArray) {
		t = d[2]
	}
	d := c.def(t)
	return d != nil && d.Op() == spirv.OpTypeStruct && c.r.readOnly(root, t, len(d)-2)
}

// functionType is the type of a function for accesses.
func (c *choices) functionType(result uint32, types []uint32) uint32 {
	key := fmt.Sprint(result, types)
	t := c.functions[key]
	if t == 0 {
		t = c.id()
		c.functions[key] = t
		c.late.emit(spirv.Position{}, spirv.OpTypeFunction, append([]uint32{t, result}, types...)...)
	}
	return t
}

// place writes the pointer that numbers mean by a path.
func (c *choices) place(n, pointer, numbers uint32) uint32 {
	p := &c.paths[n]
	if len(p.steps) == 0 {
		return p.root
	}
	counts := p.counts()
	indices := make([]uint32, len(counts))
	var index uint32
	if len(counts) > 0 {
		index = c.part(numbers, 2)
	}
	for k := len(counts) - 1; k >= 0; k-- {
		if k == 0 {
			indices[k] = index
			break
		}
		indices[k] = c.value(spirv.OpUMod, c.uint, index, counts[k])
		index = c.value(spirv.OpUDiv, c.uint, index, counts[k])
	}
	words := []uint32{p.root}
	for k, s := range p.steps {
		switch {
		case s.member != 0:
			words = append(words, s.member)
		case k == 0 && p.array:
			words = append(words, c.part(numbers, 1))
		default:
			words, indices = append(words, indices[0]), indices[1:]
		}
	}
	return c.value(spirv.OpAccessChain, pointer, words...)
}
