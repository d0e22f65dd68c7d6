package pass

// This file holds facts about arithmetic: the operations that a machine's form lacks. They
// count down from the highest bit.

const (
	NoInt64           Props = 1 << (63 - iota) // no arithmetic on 64-bit integers
	NoFloat64                                  // no arithmetic on 64-bit floats that has a form on integers
	ScalarConsts                               // no constant vectors
	NoPhis64                                   // no phis of 64-bit values
	NoSmall                                    // no arithmetic on numbers of less than 32 bits that has a form in 32
	NoHalfConversions                          // no conversions between 16-bit and 32-bit floats
	NoDivision                                 // no divisions of integers of up to 32 bits
	SimpleALU                                  // no operation that is made of simpler ones
	NoPacks                                    // small vectors are packed by shifts
	NoFlrp                                     // no mixtures
	NoFrexp                                    // no floats taken apart but by their bits
	NoBools                                    // bools are masks where they are computed
	FewSubgroups                               // of operations of a subgroup, shuffles of 32-bit scalars and ballots of bits alone
	NoUndef                                    // no undefined values
	NoInts                                     // arithmetic on integers is done with floats, if floats can do it
	FloatBools                                 // bools are 1 or 0 where they are computed
	numForms          = iota
)

var formNames = [numForms]string{"no-int64", "no-float64", "scalar-consts", "no-phis-64", "no-small", "no-half-conversions",
	"no-division", "simple-alu", "no-packs", "no-flrp", "no-frexp", "no-bools", "few-subgroups", "no-undef",
	"no-ints", "float-bools"}

// Forms are all of them. Any pass that changes something may undo them unless it
// establishes them; they are checked at the end.
const Forms = ^(^Props(0) >> numForms)
