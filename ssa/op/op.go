// Package op declares the operations of the SSA IR: ALU opcodes, dereferences,
// texture operations, intrinsics, constants, jumps and phis, one row each in
// one table. Everything that must know an operation reads the row: the builder,
// the verifier, the text form, the constant folder and the documentation.
//
// Operations are typeless: a value has components and a bit size (or, if it is an
// aggregate, matrix, pointer or resource, a type), and the opcode alone defines how bits
// are read. Sizes are parameters: there is one fadd, whatever the width and the number of
// components.
//
//go:generate go test -run ^(TestDoc|TestRows)$ -update
package op

import "refract/internal/lazy"

// Op is an operation.
type Op uint16

// Class is the kind of instruction that an operation makes.
type Class uint8

const (
	ClassALU       Class = iota // pure, from values to a value; sources have swizzles unless the value is whole
	ClassDeref                  // a pointer (or resource) from a variable or another pointer
	ClassTex                    // sampling, fetching and asking about sampled and depth images
	ClassIntrinsic              // everything else that is no control flow
	ClassConst                  // a value that is known
	ClassUndef                  // any value
	ClassPhi                    // one source per predecessor
	ClassCall                   // a function of the shader
	ClassCopy                   // parallel copy into registers
	ClassJump                   // ends a block
	numClasses
)

var classNames = [numClasses]string{"alu", "deref", "tex", "intrinsic", "const", "undef", "phi", "call", "copy", "jump"}

func (c Class) String() string { return classNames[c] }

// Base is how an operation reads or makes the bits of a source or result.
type Base uint8

const (
	None  Base = iota // of a result: there is none
	Any               // whatever the bits mean; a numeric value or bool
	Float             // 16, 32 or 64 bits
	Int               // signed, 8 to 64 bits
	Uint              // unsigned, 8 to 64 bits
	Bool              // 1 bit
	IntB              // integer of any signedness, or bool
	Whole             // a value of any type, taken as it is: aggregates, matrices, pointers, resources
)

var baseNames = [...]string{"none", "any", "float", "int", "uint", "bool", "int_or_bool", "whole"}

func (b Base) String() string { return baseNames[b] }

// Operand is the requirement of an operation on one source, or the shape of its result.
type Operand struct {
	Name string // of a source in the text form of tex and intrinsics; else empty
	Base Base
	// Comps is the number of components: 0 as many as the result has, n exactly
	// n, VarComps any number.
	Comps uint8
	// Bits is the size: 0 the size that all with 0 share, n exactly n, VarBits any.
	Bits     uint8
	Optional bool // the source may be absent
}

const (
	VarComps = 0xFF // any number of components
	VarBits  = 0xFF // any size
)

// Props are properties of an operation.
type Props uint32

const (
	Commutative  Props = 1 << iota // the first two sources can change places
	Associative                    // with exact arithmetic; of floats only where reassociation is allowed
	Selection                      // the result is one of the sources
	Conversion                     // of a number
	Eliminable                     // no effect: may go where the result has no use
	Reorderable                    // the result doesn't depend on when it is evaluated
	Convergent                     // what other invocations do at the same time matters: may not move into or out of divergent control flow
	Terminator                     // ends a block
	Variadic                       // the last operand's row stands for any number of sources
	ReadsMemory                    // through its first source, or by what the row's doc says
	WritesMemory                   // likewise
	Synchronizes                   // orders memory accesses of others
	FloatControl                   // floating-point freedom means something for it

	// Pure is the properties of every ALU operation.
	Pure = Eliminable | Reorderable
)

// Field is a constant that is part of an instruction: Bits bits of its operand word from
// Shift. Names, if not nil, spells its values.
type Field struct {
	Name  string
	Word  uint8 // 0 or 1: which operand word
	Shift uint8
	Bits  uint8
	Names func(uint32) string
	Count uint32 // with Names: values are below it
}

// Info is an operation's row.
type Info struct {
	Name   string
	Class  Class
	Result Operand
	Srcs   []Operand
	Props  Props
	Fields []Field
	IR     Spelling // in the module IR
	Doc    string   // one line
}

// Info is the operation's row.
func (o Op) Info() *Info { return &infos[o] }

func (o Op) String() string { return infos[o].Name }

// Slots is the number of source slots that each of the operation's instructions has, one
// for each row of the table, also if an optional source is absent; -1: an instruction has
// as many as it has sources.
func (o Op) Slots() int { return int(rows[o].slots) }

func (o Op) slotsOf() int {
	info := o.Info()
	if info.Props&Variadic != 0 || info.Class != ClassTex && info.Class != ClassIntrinsic {
		return -1
	}
	switch o {
	case Declare, LoadReg, StoreReg: // of these the last is rarely there
		return -1
	}
	return len(info.Srcs)
}

// row holds the properties of an operation that are read most: it stands in a table of its
// own, which is small enough to stay in cache.
type row struct {
	props Props
	class Class
	slots int8  // see Slots
	whole uint8 // sources that are taken whole, a bit each; the last stands for further ones
}

// TakesWhole reports whether source k of an operation is a whole value: every source of
// operations other than ALU ones, and the ones marked in ALU rows.
func (o Op) TakesWhole(k int) bool { return rows[o].whole>>min(k, 7)&1 != 0 }

// Class is the kind of instruction that the operation makes.
func (o Op) Class() Class { return rows[o].class }

// Has reports whether the operation has all of the properties.
func (o Op) Has(p Props) bool { return rows[o].props&p == p }

// Count is one more than the greatest operation.
const Count = int(numOps)

// ByName finds an operation by the name that the text form uses.
func ByName(name string) (Op, bool) {
	o, ok := byName.Get()[name]
	return o, ok
}

var byName = lazy.Value[map[string]Op]{Make: func() map[string]Op {
	m := make(map[string]Op, numOps)
	for o := Op(1); o < numOps; o++ {
		if _, twice := m[infos[o].Name]; twice || infos[o].Name == "" {
			panic("ssa/op: operation without a name of its own: " + infos[o].Name)
		}
		m[infos[o].Name] = o
	}
	return m
}}

// Get reads the field from an instruction's operand words.
func (f *Field) Get(words [2]uint32) uint32 {
	return words[f.Word] >> f.Shift & (1<<f.Bits - 1)
}

// Put writes the field into an instruction's operand words.
func (f *Field) Put(words *[2]uint32, v uint32) {
	mask := uint32(1)<<f.Bits - 1
	words[f.Word] = words[f.Word]&^(mask<<f.Shift) | v&mask<<f.Shift
}

// IsPath reports whether an operation names a part of its first source's object, or the
// object itself in another way: an address that doesn't begin with it.
func (o Op) IsPath() bool { return o.Class() == ClassDeref && o != DerefVar && o != DerefAddress }
