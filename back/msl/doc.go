// Package msl writes modules in the Metal Shading Language, 1.0 to 3.x, so that
// the text reads as if a person had written it.
//
// Package internal/back/text plans how each function reads, transforms of internal/ir/transform (listed in
// legalize.go) make the module one that Metal can express; this package spells the result.
// Section numbers in comments are the Metal Shading Language Specification's, version 3.2.
//
// # How a module looks in Metal
//
//   - Globals are parameters: entry points have them as arguments with a binding, functions
//     get the ones that they, or their callees, use. Private and workgroup memory is
//     declared in the entry point, so that a host has nothing to set up.
//   - Pointers are references.
//   - Arrays are structs with one member, since C++ passes no arrays by value:
//     struct Array4_float { float inner[4]; }.
//   - Structs in buffers have the layout of the module: a vec3 with something right behind
//     it is packed, and padding is written out. Others are assigned as packed ones, since
//     Metal may write the bytes behind a vec3.
//   - An array whose length is known at run time only is as long as its buffer,
//     whose size in bytes the host passes: see Output.Sizes.
//   - Inputs and outputs of a stage are structs; the author's, with attributes, if it can
//     serve.
//   - Signed arithmetic that may overflow is done on unsigned integers, since C++
//     leaves overflow undefined.
//   - Overrides are function constants, unless Options.Overrides gives values, or they
//     give lengths of arrays.
//
// Fast math is the host's choice (MTLCompileOptions); with it on, tests for NaN
// and infinity, and the order of float operations, are the compiler's.
package msl
