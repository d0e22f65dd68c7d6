package llvm

// This file numbers the types, values, metadata and attributes that a module uses, in the order in
// which LLVM 3.7 writes them: bitcode refers to all of them by these numbers. Unused ones have none.

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// A numbered is a value with its number of uses among constants and metadata.
type numbered struct {
	value Value
	uses  uint32
}

// An attributeGroup is the attributes of a function's slot: of the function itself, of its result
// or of a parameter.
type attributeGroup struct {
	slot    uint32
	enums   Attribute
	strings []StringAttribute
}

// A numbering is the numbers of a module, and of the function that is being written.
type numbering struct {
	m   *Module
	err error

	types   []Type
	typeIDs []uint32 // by Type: the number plus 1; beingNumbered
	values  []numbered
	ids     []uint32 // by Value: the number plus 1
	visited []bool   // by Value: the types of its parts are numbered
	mds     []MD
	mdIDs   []uint32 // by MD: the number plus 1; beingNumbered

	groups   []attributeGroup
	groupIDs map[string]uint32 // by key: the number plus 1
	lists    [][]uint32        // each the groups' numbers plus 1
	listIDs  map[string]uint32 // by the groups' numbers: the number plus 1

	f     *Function
	local []uint32 // by the number of a parameter or instruction
}

// beingNumbered is the number of a type or node whose parts are being numbered.
const beingNumbered = ^uint32(0)

func (n *numbering) fail(format string, args ...any) {
	if n.err == nil {
		n.err = fmt.Errorf("llvm: "+format, args...)
	}
}

// number numbers a module.
func number(m *Module) *numbering {
	n := &numbering{
		m: m, typeIDs: make([]uint32, len(m.Types)), ids: make([]uint32, len(m.values)), visited: make([]bool, len(m.values)),
		mdIDs: make([]uint32, len(m.Metadata)+1), groupIDs: map[string]uint32{}, listIDs: map[string]uint32{},
	}
	for i := range m.Globals {
		n.value(m.Globals[i].Value)
	}
	for _, f := range m.Functions {
		n.value(f.Value)
		n.attributes(f.attributeGroups())
	}
	first := len(n.values)
	for i := range m.Globals {
		if init := m.Globals[i].Init; init != 0 {
			n.value(init)
		}
	}
	n.typ(m.Of(MetadataType))
	for i := range m.Named {
		for _, x := range m.Named[i].Ops {
			n.metadata(x)
		}
	}
	for _, f := range m.Functions {
		n.function(f)
	}
	n.sort(first)
	return n
}

// typ numbers a type, behind the types that it has parts of.
func (n *numbering) typ(t Type) {
	for int(t) >= len(n.typeIDs) { // made while numbering: pointers to globals
		n.typeIDs = append(n.typeIDs, 0)
	}
	if t == 0 || int(t) >= len(n.m.Types) {
		n.fail("the type %d is none", t)
		return
	}
	if n.typeIDs[t] != 0 {
		return
	}
	info := &n.m.Types[t]
	if info.Kind == Struct && info.Name != "" {
		n.typeIDs[t] = beingNumbered // pointers in it may refer to it
	}
	if info.Elem != 0 {
		n.typ(info.Elem)
	}
	for _, f := range info.Fields {
		n.typ(f)
	}
	if id := n.typeIDs[t]; id != 0 && id != beingNumbered {
		return
	}
	n.types = append(n.types, t)
	n.typeIDs[t] = uint32(len(n.types))
}

// value numbers a value of the module, behind the values that it has parts of.
func (n *numbering) value(v Value) {
	if v == 0 || int(v) >= len(n.ids) {
		n.fail("the value %d is none of the module", v)
		return
	}
	if id := n.ids[v]; id != 0 {
		n.values[id-1].uses++
		return
	}
	n.typ(n.m.TypeOf(v))
	if c := n.m.ConstantAt(v); c != nil && !n.m.isData(c) {
		for _, e := range c.Elems {
			n.value(e)
		}
	}
	n.values = append(n.values, numbered{v, 1})
	n.ids[v] = uint32(len(n.values))
}

// isData reports whether a constant is an array or vector of numbers, whose elements are not values
// of their own in bitcode.
func (m *Module) isData(c *Constant) bool {
	if c.Kind != Aggregate {
		return false
	}
	t := &m.Types[c.Type]
	if t.Kind != Array && t.Kind != Vector {
		return false
	}
	switch e := &m.Types[t.Elem]; e.Kind {
	case Integer:
		if e.N != 8 && e.N != 16 && e.N != 32 && e.N != 64 {
			return false
		}
	case Float, Double:
	default:
		return false
	}
	for _, e := range c.Elems {
		if k := m.ConstantAt(e); k == nil || k.Kind != Int && k.Kind != Real && k.Kind != Null {
			return false
		}
	}
	return true
}

// metadata numbers a node, behind its operands; nodes may refer to each other in circles.
func (n *numbering) metadata(x MD) {
	type visit struct {
		x    MD
		next int
	}
	if x == 0 || int(x) >= len(n.mdIDs) {
		n.fail("the metadata %d is none of the module", x)
		return
	}
	if n.mdIDs[x] != 0 {
		return
	}
	n.mdIDs[x] = beingNumbered
	stack := []visit{{x: x}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		d := &n.m.Metadata[top.x-1]
		if d.Kind == MDNode && top.next < len(d.Ops) {
			o := d.Ops[top.next]
			top.next++
			switch {
			case int(o) >= len(n.mdIDs):
				n.fail("the metadata %d is none of the module", o)
			case o != 0 && n.mdIDs[o] == 0:
				n.mdIDs[o] = beingNumbered
				stack = append(stack, visit{x: o})
			}
			continue
		}
		if d.Kind == MDValue {
			n.value(d.Value)
		}
		n.mds = append(n.mds, top.x)
		n.mdIDs[top.x] = uint32(len(n.mds))
		stack = stack[:len(stack)-1]
	}
}

// attributes numbers a list of groups: the number plus 1, or 0 of an empty list.
func (n *numbering) attributes(groups []attributeGroup) uint32 {
	if len(groups) == 0 {
		return 0
	}
	list := make([]uint32, len(groups))
	key := make([]byte, 0, 4*len(groups))
	for i := range groups {
		k := groups[i].key()
		id := n.groupIDs[k]
		if id == 0 {
			n.groups = append(n.groups, groups[i])
			id = uint32(len(n.groups))
			n.groupIDs[k] = id
		}
		list[i] = id
		key = binary.LittleEndian.AppendUint32(key, id)
	}
	id := n.listIDs[string(key)]
	if id == 0 {
		n.lists = append(n.lists, list)
		id = uint32(len(n.lists))
		n.listIDs[string(key)] = id
	}
	return id
}

// key returns a group's key: equal groups have equal keys.
func (g *attributeGroup) key() string {
	key := binary.LittleEndian.AppendUint32(make([]byte, 0, 16), g.slot)
	key = binary.LittleEndian.AppendUint32(key, uint32(g.enums))
	for _, s := range g.strings {
		key = append(append(append(append(key, s.Key...), 0), s.Value...), 0)
	}
	return string(key)
}

// groupsOf returns the groups of a function's or call's attributes, by ascending slot.
func groupsOf(own Attribute, strings []StringAttribute, params []Attribute) []attributeGroup {
	var list []attributeGroup
	for i, p := range params {
		if p != 0 {
			list = append(list, attributeGroup{uint32(i), p, nil})
		}
	}
	if own != 0 || len(strings) > 0 {
		list = append(list, attributeGroup{attributesOfFunction, own, strings})
	}
	return list
}

func (f *Function) attributeGroups() []attributeGroup {
	return groupsOf(f.Attributes, f.Strings, f.Params)
}

// callGroups returns the groups of attributes of the call that is instruction i. The list is moved
// on behind it.
func callGroups(list *[]CallAttributes, i int) []attributeGroup {
	for len(*list) > 0 && int((*list)[0].Instr) < i {
		*list = (*list)[1:]
	}
	if len(*list) == 0 || int((*list)[0].Instr) != i {
		return nil
	}
	c := &(*list)[0]
	return groupsOf(c.Attributes, nil, c.Params)
}

// function numbers the types and metadata of a function's instructions.
func (n *numbering) function(f *Function) {
	for _, p := range n.m.Types[f.Type].Fields {
		n.typ(p)
	}
	attached, calls := f.Attach, f.Calls
	for i := range f.Instrs {
		in := &f.Instrs[i]
		for _, v := range f.inOrder(in) {
			n.operandType(f, v)
		}
		if in.ways > 0 && in.Op != OpPhi {
			n.typ(n.m.Of(Label))
		}
		if f.HasValue(in) {
			n.typ(in.Type)
		} else {
			n.typ(n.m.Of(Void))
		}
		if in.Op == OpCall {
			n.callee(f, in)
			n.attributes(callGroups(&calls, i))
		}
		if in.Op == OpAlloca || in.Op == OpGEP {
			n.typ(in.Base)
		}
		for len(attached) > 0 && attached[0].Instr == uint32(i) {
			n.metadata(attached[0].Node)
			attached = attached[1:]
		}
	}
}

// callee checks the function and the number of arguments of a call.
func (n *numbering) callee(f *Function, in *Instr) {
	if n.err != nil {
		return
	}
	t := &n.m.Types[f.TypeOf(f.Operands(in)[0])]
	if t.Kind == Pointer && n.m.Types[t.Elem].Kind == FunctionType {
		t = &n.m.Types[t.Elem]
		if k := int(in.count) - 1; k == len(t.Fields) || t.VarArg && k > len(t.Fields) {
			return
		}
	}
	n.fail("%s: a call has arguments that its function doesn't take, or calls no function", f.Name)
}

// inOrder returns the operands of an instruction in LLVM's order.
func (f *Function) inOrder(in *Instr) []Value {
	ops := f.Operands(in)
	switch {
	case in.Op == OpStore && len(ops) == 2:
		return []Value{ops[1], ops[0]}
	case in.Op == OpCall && len(ops) > 0:
		return append(append(make([]Value, 0, len(ops)), ops[1:]...), ops[0])
	}
	return ops
}

// operandType numbers the type of an operand, and if the operand is a constant of the function the
// types of its parts.
func (n *numbering) operandType(f *Function, v Value) {
	switch {
	case v&Local != 0:
		if k := v &^ Local; k >= f.params+Value(len(f.Instrs)) {
			n.fail("%s: the value %d is none of the function", f.Name, k)
			return
		}
		n.typ(f.TypeOf(v))
	case v == 0 || int(v) >= len(n.ids):
		n.fail("%s: the operand %d is none of the module", f.Name, v)
	default:
		n.typ(n.m.TypeOf(v))
		if c := n.m.ConstantAt(v); c != nil && n.ids[v] == 0 && !n.visited[v] && !n.m.isData(c) {
			n.visited[v] = true
			for _, e := range c.Elems {
				n.operandType(f, e)
			}
		}
	}
}

// sort orders constants from a number on: integers first, then by type, then by uses.
func (n *numbering) sort(first int) {
	list := n.values[first:]
	if len(list) < 2 {
		return
	}
	slices.SortStableFunc(list, func(a, b numbered) int {
		s, t := n.m.TypeOf(a.value), n.m.TypeOf(b.value)
		if s != t {
			return cmp.Compare(n.typeIDs[s], n.typeIDs[t])
		}
		return cmp.Compare(b.uses, a.uses)
	})
	n.partition(list)
	for i := range list {
		n.ids[list[i].value] = uint32(first + i + 1)
	}
}

// partition moves integers to the front as C++'s std::partition does, so that the order is LLVM's.
func (n *numbering) partition(list []numbered) {
	integer := func(x numbered) bool {
		t := &n.m.Types[n.m.TypeOf(x.value)]
		if t.Kind == Vector {
			t = &n.m.Types[t.Elem]
		}
		return t.Kind == Integer
	}
	i, j := 0, len(list)
	for {
		for i < j && integer(list[i]) {
			i++
		}
		for i < j && !integer(list[j-1]) {
			j--
		}
		if i >= j {
			return
		}
		list[i], list[j-1] = list[j-1], list[i]
		i++
		j--
	}
}

// enterFunction numbers the parameters, constants and instructions of a function, behind the module's
// values; it returns the numbers of the first constant and of the first instruction.
func (n *numbering) enterFunction(f *Function) (constants, instructions int) {
	n.f = f
	n.local = append(n.local[:0], make([]uint32, int(f.params)+len(f.Instrs))...)
	for k := range f.params {
		n.values = append(n.values, numbered{Local | k, 1})
		n.local[k] = uint32(len(n.values) - 1)
	}
	constants = len(n.values)
	for _, b := range f.order {
		for i := f.Blocks[b].Start; i < f.Blocks[b].End; i++ {
			for _, v := range f.inOrder(&f.Instrs[i]) {
				if v&Local == 0 && n.m.ConstantAt(v) != nil {
					n.value(v)
				}
			}
		}
	}
	n.sort(constants)
	instructions = len(n.values)
	next := uint32(instructions)
	for i := range f.Instrs {
		if f.HasValue(&f.Instrs[i]) {
			n.local[int(f.params)+i] = next
			next++
		}
	}
	return constants, instructions
}

// leaveFunction removes the numbers of a function, from the module's number of values on.
func (n *numbering) leaveFunction(first int) {
	for _, x := range n.values[first:] {
		if x.value&Local == 0 {
			n.ids[x.value] = 0
		}
	}
	n.values = n.values[:first]
}

// typeID returns the number of a type.
func (n *numbering) typeID(t Type) uint64 { return uint64(n.typeIDs[t] - 1) }

// id returns the number of a value.
func (n *numbering) id(v Value) uint32 {
	if v&Local != 0 {
		return n.local[v&^Local]
	}
	return n.ids[v] - 1
}

// mdID returns the number of metadata plus 1, or 0 of null.
func (n *numbering) mdID(x MD) uint64 {
	if x == 0 {
		return 0
	}
	return uint64(n.mdIDs[x])
}
