// Package builtin is the one table of the shading languages' built-in functions: the name
// of each in WGSL, the IR operation of a call, its overloads, the stages that may call it,
// whether a call can be part of a const-expression, and one line of documentation. It also
// holds the overloads of WGSL's operators and value constructors, and the rules of
// conversion rank and overload resolution (WGSL sections "Conversion Rank", "Overload
// Resolution" and "Built-in Functions").
//
// # Resolution
//
// An overload is a pattern over shapes (scalar, vector of n, matrix of c by r, image of one
// kind) and scalar variables. Conversions never change a shape, so an argument's shape
// decides alone whether an overload can match, and no two overloads of a function match the
// same shapes. The remaining choice is a scalar for each variable: the conversion ranks
// from AbstractInt and from AbstractFloat order all targets alike, so the most preferable
// candidate is the first scalar, in one fixed order, to which every argument bound to the
// variable converts. A set of scalars is a word with bits in that order, so resolution is a
// few ANDs and a count of trailing zeros, and allocates nothing.
//
// Operands that aren't const-expressions exclude abstract types: the caller marks them (the
// parameter runtime), because types don't show it.
//
// Every language but WGSL maps the IDs to its own spelling in its own package.
package builtin
