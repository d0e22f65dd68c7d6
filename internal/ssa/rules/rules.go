// Package rules holds the algebraic rewrite rules of the optimizer: replacements of
// expressions of ALU operations.
//
// The rules are data, one a line in rules.txt, whose head explains the notation. A Table
// holds them as flat trees, and a Matcher finds them: an automaton that goes from operands
// to operations. A value's state identifies the parts of patterns that the value matches;
// it follows from its operation and its operands' states by one look-up, so that a value
// costs the same however many rules there are (Hoffmann and O'Donnell, "Pattern Matching in
// Trees", 1982). The automaton is built as shaders need it: a transition is computed at its
// first use. A state ignores all that a tree pattern can't express: whether two places hold
// the same value, the values of constants, sizes. The rule itself is compared for that.
//
// Package internal/ssa/opt has the passes that apply them. A test evaluates both sides of
// each rule on edge values and random ones, at every size.
package rules

import (
	_ "embed"
	"math"
	"math/bits"

	"refract/internal/lazy"
	"refract/internal/num"
	"refract/ssa"
	"refract/ssa/op"
)

// Kind is the kind of a node of a rule.
type Kind uint8

const (
	Var     Kind = iota + 1 // any value; the same name in a rule is the same value
	Const                   // any constant
	Int                     // an integer of the size that its place has; of booleans 1 or 0
	Float                   // a number
	Operate                 // an operation by components
)

// A Node is part of a rule's pattern or replacement.
type Node struct {
	Kind  Kind
	Once  bool      // the value has no other use
	Var   uint8     // of Var and Const: which variable
	Size  uint8     // of Operate: the size of its result in bits, of a comparison that of its operands; 0: any, or what follows
	Op    op.Op     // of Operate
	Args  [3]uint16 // of Operate: nodes; 0 ends them
	Value uint64    // of Int, and of Float as a number of 64 bits
}

// Bits is a literal as a component of a size has it.
func (n *Node) Bits(size int) uint64 {
	if n.Kind == Float {
		v := math.Float64frombits(n.Value)
		switch size {
		case 16:
			return uint64(num.F16FromF64(v))
		case 32:
			return uint64(math.Float32bits(float32(v)))
		}
		return n.Value
	}
	if size == 64 {
		return n.Value
	}
	return n.Value & (1<<size - 1)
}

// A Condition is asked of constants; a rule names up to three variables.
type Condition uint8

const (
	PowerOfTwo   Condition = iota + 1 // a power of two, as an unsigned number
	SumInSize                         // the sum of two is less than the size of the result in bits
	LessEqual                         // the first is at most the second, as signed numbers
	UnsignedLess                      // the first is less than the second, as unsigned numbers
	UnsignedLessEqual
	NextAtMost // the number before the first is at most the second, as unsigned numbers
	NotZero
	NotOne
	NotMinusOne
	Odd
	Differ
	Disjoint      // no bit is set in both
	Covers        // what the first has left when it is shifted right by the second has no bit that the third lacks
	Gone          // shifted right by the second, nothing is left of the first
	Masks         // the first has all bits that are left of all ones shifted right by the second
	Below         // the first has no bit from the place on that the second says
	Spills        // shifted left by the second, the bits that the first lacks are gone
	Outside       // the second has a bit that the first lacks
	Moves         // the distance of a shift isn't zero
	Positive      // an integer above zero or zero, as a signed number
	ShiftedBelow  // all ones shifted right by the second are less than the first
	ShiftedFits   // all ones shifted right by the second are at most the first
	SmallNegative // a number from -32768 to -1, as a signed one
	Inverse       // a float whose inverse is exact: a power of two, both normal
	Normal        // a float that is normal, and its inverse too
	NegativeFloat // a float below zero
	Wide          // a distance of a shift that isn't less than the size of the result in bits

	// Of floats, constant or not: all that the value can be is in a set.
	NotBelow       // not less than zero; it may be NaN
	NonNegative    // likewise, and not a negative zero
	NonPositive    // not greater than zero; it may be NaN
	ZeroToOne      // from zero, of either sign, to 1
	Unit           // likewise, and not a negative zero
	AtMostOne      // at most 1, and a number
	AboveOne       // greater than 1
	Whole          // whole, infinite or NaN
	Finite         // a finite number
	Number         // not NaN
	NeverZero      // not zero; it may be NaN
	NoNegativeZero // not a negative zero

	// Of integers of 32 bits, constant or not: of all numbers that the value can be.
	NeverNegative // at least zero, as a signed number
	NoCarry       // the sum of two doesn't wrap, as unsigned numbers
	NoBorrow      // the first is at least the second, as unsigned numbers

	// Of the bits of the rule's result that its users read, and constants.
	ReadsWithin  // no bit is read that the first lacks
	ReadsOutside // no bit is read that the first has
	ReadsBelow   // no bit is read from the first's lowest bit on
	numConditions
)

// floatSets are the sets of conditions on floats.
var floatSets = [numConditions]num.FloatSet{
	NotBelow:       num.FloatAny &^ num.FloatNegative,
	NonNegative:    num.FloatAny &^ num.FloatNegative &^ num.FloatNegZero,
	NonPositive:    num.FloatAny &^ num.FloatPositive,
	ZeroToOne:      num.FloatZero | num.FloatPosUnit | num.FloatFraction,
	Unit:           num.FloatPosZero | num.FloatPosUnit | num.FloatFraction,
	AtMostOne:      num.FloatNegative | num.FloatZero | num.FloatPosUnit | num.FloatFraction,
	AboveOne:       num.FloatAbove | num.FloatPosInf | num.FloatFraction,
	Whole:          num.FloatAny &^ num.FloatFraction,
	Finite:         num.FloatFinite,
	Number:         num.FloatAny &^ num.FloatNaN,
	NeverZero:      num.FloatAny &^ num.FloatZero,
	NoNegativeZero: num.FloatAny &^ num.FloatNegZero,
}

// Floats is the set that a condition on floats allows; 0: the condition is on constants.
func (c Condition) Floats() num.FloatSet { return floatSets[c] }

// IsRange reports whether the condition is on the ranges of integers.
func (c Condition) IsRange() bool { return c >= NeverNegative && c <= NoBorrow }

// IsRead reports whether the condition is on the bits that users read: see HoldsReading.
func (c Condition) IsRead() bool { return c >= ReadsWithin }

// HoldsReading reports whether a component of constants and the bits of the result that are read meet
// the condition.
func (c Condition) HoldsReading(v, read uint64) bool {
	switch c {
	case ReadsWithin:
		return read&^v == 0
	case ReadsOutside:
		return read&v == 0
	case ReadsBelow:
		return v == 0 || bits.Len64(read) <= bits.TrailingZeros64(v)
	}
	panic("rules: a condition without a name")
}

var conditionNames = [numConditions]string{
	PowerOfTwo: "pow2", SumInSize: "sum_in_size", LessEqual: "le", UnsignedLess: "ult", UnsignedLessEqual: "ule", NextAtMost: "next_at_most",
	NotZero: "not_zero", NotOne: "not_one", NotMinusOne: "not_minus_one", Odd: "odd", Differ: "differ", Disjoint: "disjoint",
	Covers: "covers", Gone: "gone", Masks: "masks", Below: "below", Spills: "spills", Outside: "outside", Moves: "moves",
	Positive: "positive", ShiftedBelow: "shifted_below", ShiftedFits: "shifted_fits", SmallNegative: "small_negative", Inverse: "inverse", Normal: "normal",
	NegativeFloat: "negative_float", Wide: "wide",
	NotBelow: "not_below", NonNegative: "non_negative", NonPositive: "non_positive", ZeroToOne: "zero_to_one", Unit: "unit", AtMostOne: "at_most_one",
	NeverNegative: "never_negative", NoCarry: "no_carry", NoBorrow: "no_borrow",
	ReadsWithin: "reads_within", ReadsOutside: "reads_outside", ReadsBelow: "reads_below",
	AboveOne: "above_one", Whole: "whole", Finite: "finite", Number: "number", NeverZero: "never_zero", NoNegativeZero: "no_negative_zero",
}

// Holds reports whether components of constants meet the condition. Their size in
// bits is that of the first, to that of the rule's result.
func (c Condition) Holds(size, to int, v [3]uint64) bool {
	if set := c.Floats(); set != 0 {
		return num.FloatSetOf(v[0], size).In(set)
	}
	mask := ^uint64(0) >> (64 - size)
	distance := func(x uint64) uint64 { return x & uint64(size-1) } // where the first is the value
	signed := func(x uint64) int64 { return int64(x<<(64-size)) >> (64 - size) }
	switch c {
	case PowerOfTwo:
		return bits.OnesCount64(v[0]) == 1
	case SumInSize:
		return v[0] < uint64(to) && v[1] < uint64(to) && v[0]+v[1] < uint64(to)
	case LessEqual:
		return signed(v[0]) <= signed(v[1])
	case UnsignedLess:
		return v[0] < v[1]
	case UnsignedLessEqual:
		return v[0] <= v[1]
	case NextAtMost:
		return (v[0]-1)&mask <= v[1]
	case NotZero:
		return v[0] != 0
	case NotOne:
		return v[0] != 1
	case NotMinusOne:
		return v[0] != mask
	case Odd:
		return v[0]&1 != 0
	case Differ:
		return v[0] != v[1]
	case Disjoint:
		return v[0]&v[1] == 0
	case Covers:
		return v[0]>>distance(v[1])&^v[2] == 0
	case Gone:
		return v[0]>>distance(v[1]) == 0
	case Masks:
		return mask>>distance(v[1])&^v[0] == 0
	case Below:
		return v[0]>>distance(v[1]) == 0
	case Spills:
		return ^v[0]<<distance(v[1])&mask == 0
	case Outside:
		return v[1]&^v[0] != 0
	case Wide:
		return v[0] >= uint64(to)
	case Moves:
		return v[0]&uint64(to-1) != 0
	case Positive:
		return signed(v[0]) >= 0
	case ShiftedBelow:
		return mask>>distance(v[1]) < v[0]
	case ShiftedFits:
		return mask>>distance(v[1]) <= v[0]
	case NeverNegative:
		return signed(v[0]) >= 0
	case NoCarry:
		return (v[0]+v[1])&mask >= v[0]
	case NoBorrow:
		return v[0] >= v[1]
	case SmallNegative:
		return signed(v[0]) < 0 && signed(v[0]) >= -1<<15
	}
	x, least, most := number(size, v[0])
	ordinary := func(x float64) bool { return math.Abs(x) >= least && math.Abs(x) <= most }
	switch c {
	case Inverse:
		fraction, _ := math.Frexp(x)
		return math.Abs(fraction) == 0.5 && ordinary(x) && ordinary(1/x)
	case Normal:
		return ordinary(x) && ordinary(1/x)
	case NegativeFloat:
		return x < 0
	}
	panic("rules: a condition without a name")
}

// number is a float of a size, and the least and the greatest normal ones.
func number(size int, v uint64) (x, least, most float64) {
	switch size {
	case 16:
		return num.F16(v).F64(), 0x1p-14, 65504
	case 32:
		return float64(math.Float32frombits(uint32(v))), 0x1p-126, math.MaxFloat32
	}
	return math.Float64frombits(v), 0x1p-1022, math.MaxFloat64
}

// A Test is a condition on variables.
type Test struct {
	Condition Condition
	Vars      [3]uint8
}

// A Rule allows to replace an expression that matches the pattern.
type Rule struct {
	Pattern, Replacement uint16 // nodes; the pattern is an operation
	FP                   ssa.FP // what each float operation of the pattern must allow
	Late                 bool   // for the last stage, where shape counts
	Vars                 uint8  // how many variables there are
	Tests                [2]Test
	Line                 uint16 // of rules.txt
	Reordered            bool   // operands of the pattern are in another order than in rules.txt
}

// A Table is all rules, each once per order of its pattern's operands.
type Table struct {
	Nodes []Node // parts of rules; the first is none
	Rules []Rule // in the order of rules.txt

	items   []item             // parts of patterns, by number
	ofOp    [op.Count][]uint16 // by operation: its items
	rulesOf [][]uint16         // by item: the rules whose pattern it is
}

//go:embed rules.txt
var source string

var table = lazy.Value[*Table]{Make: func() *Table {
	t, err := read(source)
	if err != nil {
		panic(err) // TestRules reads it
	}
	t.makeItems()
	return t
}}

// Get returns the table of rules.txt.
func Get() *Table { return table.Get() }
