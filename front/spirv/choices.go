package spirv

// This file rewrites modules with pointers that depend on control flow and go different ways
// (the capability VariablePointers), for which varying.go has no form: chosen among variables or
// members, kept in variables, returned by functions. Only finitely many ways are possible, by
// access chains, so a pointer becomes three numbers:
//
//	path     the variable, and the members on the way; from 1
//	element  of an array of buffers
//	index    among the elements that the arrays on the way hold together
//
//	%p = OpSelect %ptr %c %a %b          %p = OpSelect %v3uint %c %a' %b'
//	%x = OpLoad %uint %p            ->   %x = OpFunctionCall %uint %load %p
//
// and each access calls a function that compares the path with the ones that pointers of this
// type may have, by access chains whose result is used as a value. The words that come out
// are for the reader alone: they repeat types.

import (
	"fmt"
	"slices"

	"refract/spirv"
)

// maxPaths bounds the paths of a pointer's type.
const maxPaths = 1 << 10

// A path is a way to an object, by members alone.
type path struct {
	root  uint32 // a variable
	array bool   // of buffers
	steps []pathStep
}

// A pathStep goes to a member, or to an element of an array, vector or matrix.
type pathStep struct {
	member uint32 // the id of a constant; 0: an element
	count  uint32 // an id: how many elements; 0: not known
}

func (p *path) key() string { return fmt.Sprint(p.root, p.steps) }

// words with the places of their instructions in the source.
type placedWords struct {
	words     []uint32
	positions []spirv.Position
}

func (p *placedWords) emit(at spirv.Position, o spirv.Op, words ...uint32) {
	if !at.Span.IsZero() {
		p.positions = append(p.positions, spirv.Position{Offset: len(p.words), Span: at.Span})
	}
	p.words = append(p.words, uint32(len(words)+1)<<16|uint32(o))
	p.words = append(p.words, words...)
}

// choices is the state of rewriting a module.
type choices struct {
	r     *reader
	words []uint32
	bound uint32
	defs  []uint32 // by id: the offset of its definition; 0: none
	first int      // offset of the first function

	fat       map[uint32]bool // by id of a pointer: it is three numbers
	escapes   map[uint32]bool // by id of another pointer: its three numbers are wanted
	paths     []path          // from 1
	pathOf    map[string]uint32
	mayHave   map[uint32][]uint32 // by type of pointers: paths, ascending
	numbers   map[uint32]uint32   // by id of a pointer that escapes: its three numbers
	made      map[uint32]uint32   // by id of a value that the module hasn't: its type
	none      uint32              // the type void
	constants map[uint32]uint32
	helpers   map[string]uint32
	functions map[string]uint32 // types

	uint, bool, bool3, v3 uint32
	// The parts of the module, in their order: up to types, types and numbers, other declarations,
	// types and numbers that functions need, functions, and functions for accesses.
	head, early, globals, late, bodies, helped placedWords

	out *placedWords   // the part that is being written
	at  spirv.Position // of the current instruction
}

// choosing is the panic that has a module rewritten.
type choosing struct{}

// noWay reports a pointer that has no form yet: the module is rewritten, or, if it has been,
// is refused.
func (r *reader) noWay(format string, args ...any) {
	if !r.rewritten {
		panic(choosing{})
	}
	r.unsupported("the capability VariablePointers ("+format+")", args...)
}

// rewrite rewrites the module that the reader has scanned.
func (r *reader) rewrite() ([]uint32, []spirv.Position) {
	c := &choices{r: r, words: r.words, bound: r.bound, defs: make([]uint32, r.bound), fat: map[uint32]bool{}, escapes: map[uint32]bool{},
		paths: make([]path, 1), pathOf: map[string]uint32{}, mayHave: map[uint32][]uint32{}, numbers: map[uint32]uint32{},
		made: map[uint32]uint32{}, constants: map[uint32]uint32{}, helpers: map[string]uint32{}, functions: map[string]uint32{}}
	c.uint, c.bool, c.bool3, c.v3 = c.id(), c.id(), c.id(), c.id()
	c.define()
	c.findEscapes()
	c.findPaths()
	c.write()
	return c.join()
}

func (c *choices) id() uint32 { c.bound++; return c.bound - 1 }

func (c *choices) inst(offset int) spirv.Inst {
	n := int(c.words[offset] >> 16)
	return spirv.Inst(c.words[offset : offset+n : offset+n])
}

// each calls f with every instruction from an offset on.
func (c *choices) each(from int, f func(inst spirv.Inst)) {
	for at := from; at < len(c.words); {
		c.r.opts.Meter.Step()
		inst := c.inst(at)
		c.r.at = at
		f(inst)
		at += len(inst)
	}
}

// define finds definitions, and pointers that are three numbers.
func (c *choices) define() {
	c.first = len(c.words)
	c.each(headerWords, func(inst spirv.Inst) {
		if id := inst.Result(); id != 0 && uint32(id) < uint32(len(c.defs)) {
			c.defs[id] = uint32(c.r.at)
		}
		if inst.Op() == spirv.OpFunction {
			c.first = min(c.first, c.r.at)
		}
	})
	c.each(headerWords, func(inst spirv.Inst) {
		if inst.Op().HasResultType() && c.isPointer(inst[1]) && c.isFat(inst) {
			c.fat[inst[2]] = true
		}
	})
}

// isFat reports whether an instruction makes a pointer whose way isn't known. Definitions
// come before uses in the order of the words, but for phis, which are fat.
func (c *choices) isFat(inst spirv.Inst) bool {
	switch inst.Op() {
	case spirv.OpVariable:
		return false
	case spirv.OpAccessChain, spirv.OpInBoundsAccessChain, spirv.OpCopyObject:
		return len(inst) > 3 && c.fat[inst[3]]
	}
	return true
}

// def is the definition of an id; nil: there is none.
func (c *choices) def(id uint32) spirv.Inst {
	if id >= uint32(len(c.defs)) || c.defs[id] == 0 {
		return nil
	}
	return c.inst(int(c.defs[id]))
}

// isPointer reports whether a type is one of pointers that may vary.
func (c *choices) isPointer(t uint32) bool {
	d := c.def(t)
	if d == nil || d.Op() != spirv.OpTypePointer || len(d) < 4 {
		return false
	}
	s := spirv.StorageClass(d[2])
	return s == spirv.StorageClassStorageBuffer || s == spirv.StorageClassWorkgroup
}

// isBefore reports whether one id is defined ahead of another.
func (c *choices) isBefore(a, b uint32) bool { return c.def(a) != nil && c.defs[a] < c.defs[b] }

// typeOf is the type of a value; 0: it has none.
func (c *choices) typeOf(id uint32) uint32 {
	if d := c.def(id); d != nil && d.Op().HasResultType() {
		return d[1]
	}
	return 0
}

// values are the operands of an instruction that are used as values, as indices of its words.
func values(inst spirv.Inst) (list []int) {
	from, to := 0, len(inst)
	switch inst.Op() {
	case spirv.OpSelect, spirv.OpFunctionCall, spirv.OpVariable:
		from = 4
	case spirv.OpConstantComposite, spirv.OpCompositeConstruct, spirv.OpPtrEqual, spirv.OpPtrNotEqual, spirv.OpPtrDiff:
		from = 3
	case spirv.OpPhi:
		for k := 3; k+1 < len(inst); k += 2 {
			list = append(list, k)
		}
		return list
	case spirv.OpStore:
		from, to = 2, min(to, 3)
	case spirv.OpReturnValue:
		from, to = 1, min(to, 2)
	case spirv.OpCompositeInsert, spirv.OpPtrAccessChain, spirv.OpInBoundsPtrAccessChain, spirv.OpCopyObject:
		from, to = 3, min(to, 4)
	default:
		return nil
	}
	for k := from; k < to; k++ {
		list = append(list, k)
	}
	return list
}

// findEscapes finds the pointers with a known way that are used as values.
func (c *choices) findEscapes() {
	c.each(headerWords, func(inst spirv.Inst) {
		if inst.Op() == spirv.OpCopyObject && len(inst) > 2 && !c.fat[inst[2]] {
			return // the same pointer again
		}
		for _, k := range values(inst) {
			if id := c.original(inst[k]); !c.fat[id] && c.isPointer(c.typeOf(id)) {
				c.escapes[id] = true
			}
		}
	})
}

// original is the pointer with a known way that an id is a copy of, or the id.
func (c *choices) original(id uint32) uint32 {
	for d := c.def(id); d != nil && d.Op() == spirv.OpCopyObject && !c.fat[id] && c.isBefore(d[3], id); d = c.def(id) {
		id = d[3]
	}
	return id
}

// findPaths finds the paths that pointers of each type may have.
func (c *choices) findPaths() {
	for id := range uint32(len(c.defs)) {
		if c.escapes[id] {
			p, _ := c.way(id)
			c.mayBe(c.typeOf(id), p)
		}
	}
	for again := true; again; {
		again = false
		c.each(c.first, func(inst spirv.Inst) {
			if !inst.Op().HasResultType() || !c.fat[inst[2]] {
				return
			}
			switch inst.Op() {
			case spirv.OpAccessChain, spirv.OpInBoundsAccessChain, spirv.OpPtrAccessChain, spirv.OpInBoundsPtrAccessChain:
				base := c.typeOf(c.original(inst[3]))
				for _, n := range c.mayHave[base] {
					p, _ := c.extend(c.paths[n], c.pointee(base), indicesOf(inst))
					again = c.mayBe(inst[1], p) || again
				}
			}
		})
	}
}

// indicesOf are the indices of an access chain within the object at its base.
func indicesOf(inst spirv.Inst) []uint32 {
	if o := inst.Op(); o == spirv.OpPtrAccessChain || o == spirv.OpInBoundsPtrAccessChain {
		return inst[5:]
	}
	return inst[4:]
}

// mayBe notes a path of a type, and reports whether it is new there.
func (c *choices) mayBe(t uint32, p path) bool {
	n := c.number(p)
	at, found := slices.BinarySearch(c.mayHave[t], n)
	if found {
		return false
	}
	if c.mayHave[t] = slices.Insert(c.mayHave[t], at, n); len(c.mayHave[t]) > maxPaths {
		c.r.unsupported("more than %d ways of a pointer", maxPaths)
	}
	return true
}

// number is the number of a path.
func (c *choices) number(p path) uint32 {
	key := p.key()
	if n := c.pathOf[key]; n != 0 {
		return n
	}
	c.paths = append(c.paths, p)
	c.pathOf[key] = uint32(len(c.paths) - 1)
	return c.pathOf[key]
}

// pointee is the type behind a type of pointers.
func (c *choices) pointee(t uint32) uint32 {
	if d := c.def(t); d != nil && d.Op() == spirv.OpTypePointer {
		return d[3]
	}
	c.r.invalid("%%%d is no type of pointers", t)
	return 0
}

// way is the path of a pointer whose way is known, and the ids of its indices: of the array of
// buffers first, if there is one.
func (c *choices) way(id uint32) (p path, indices []uint32) {
	var chains []spirv.Inst
	for {
		d := c.def(c.original(id))
		if d == nil || len(chains) > maxSteps {
			c.r.invalid("%%%d is no pointer to anything", id)
		}
		if d.Op() == spirv.OpVariable {
			p.root = d[2]
			t := c.pointee(d[1])
			if k := c.def(t); k != nil && spirv.StorageClass(d[3]) == spirv.StorageClassStorageBuffer &&
				(k.Op() == spirv.OpTypeArray || k.Op() == spirv.OpTypeRuntimeArray) {
				p.array = true
			}
			break
		}
		if o := d.Op(); o != spirv.OpAccessChain && o != spirv.OpInBoundsAccessChain || !c.isBefore(d[3], d[2]) {
			c.r.invalid("%%%d is no pointer to anything", id)
		}
		chains = append(chains, d)
		id = d[3]
	}
	slices.Reverse(chains)
	t := c.pointee(c.typeOf(p.root))
	for _, d := range chains {
		var more []uint32
		p, more = c.extend(p, t, d[4:])
		indices = append(indices, more...)
		t = c.pointee(d[1])
	}
	return p, indices
}

// extend is a path that goes on from an object of a type, and the ids of the indices in it.
func (c *choices) extend(p path, t uint32, list []uint32) (path, []uint32) {
	p.steps = slices.Clone(p.steps)
	var indices []uint32
	for _, id := range list {
		d := c.def(t)
		if d == nil || len(d) < 3 && d.Op() != spirv.OpTypeStruct {
			c.r.invalid("an access chain into nothing")
		}
		step := pathStep{}
		switch d.Op() {
		case spirv.OpTypeStruct:
			n := c.def(id)
			if n == nil || n.Op() != spirv.OpConstant || len(n) < 4 || int(n[3]) >= len(d)-2 {
				c.r.invalid("the number of a member is no constant")
			}
			step.member = id
			t = d[2+n[3]]
		case spirv.OpTypeArray:
			step.count, t = d[3], d[2]
		case spirv.OpTypeVector, spirv.OpTypeMatrix:
			step.count, t = c.constant(d[3]), d[2]
		case spirv.OpTypeRuntimeArray:
			t = d[2]
		default:
			c.r.invalid("an access chain into a scalar")
		}
		if step.member == 0 {
			indices = append(indices, id)
		} else {
			step.member = c.constant(c.def(id)[3])
		}
		if p.steps = append(p.steps, step); len(p.steps) > maxSteps {
			c.r.invalid("an access chain of more than %d steps", maxSteps)
		}
	}
	return p, indices
}

// constant is the id of a number.
func (c *choices) constant(n uint32) uint32 {
	id := c.constants[n]
	if id == 0 {
		id = c.id()
		c.constants[n] = id
		c.early.emit(spirv.Position{}, spirv.OpConstant, c.uint, id, n)
	}
	return id
}
